package infer

import (
	"cmp"
	"slices"

	"switchyard/tools"
	"switchyard/tools/links"
	"switchyard/tools/naming"
)

// linked makes entities of what answers tell and parameters take: what
// [Toolset.Links] says of the tools is then what their world does, as far as their
// world has such things. Names are left to the rules of entities,
// which know of which things there are names to make. It tells which parameters
// are settled: those that identify a thing, and those of which it is not sure
// what they identify.
func (in *inference) linked() (settled map[*tools.Param]bool) {
	settled = map[*tools.Param]bool{}
	var later []func()
	for _, taken := range links.Identifiers(in.set) {
		p := taken.Param
		if settled[p] = taken.Unsure; taken.Unsure || taken.Of == "" || !slices.Contains(taken.Tool.Params, p) {
			continue
		}
		// Things are called by the plainest of their names: users by userId, not
		// by assigneeId.
		switch h := in.hints[p]; {
		case taken.Form == links.BySelf: // an ISBN tells a title, unless titles have ids
			later = append(later, func() { settled[p] = in.link(taken, cmp.Or(taken.Teller, taken.Of)) })
		case taken.Form == links.ByID && h != nil && h.isID && naming.Related(h.noun, taken.Of):
			settled[p] = in.link(taken, taken.Of)
		case taken.Form == links.ByID, taken.Form == links.ByCode:
			later = append(later, func() { settled[p] = in.link(taken, taken.Of) })
		}
	}
	for _, settle := range later {
		settle()
	}
	return settled
}

// link says that a parameter, or every element of it, identifies a thing. It is
// false when that cannot be.
func (in *inference) link(taken links.Identifier, noun string) bool {
	p, value := taken.Param, taken.Param
	if p.Type == "array" && p.Items != nil {
		value = p.Items
	}
	if p.Identifies() != nil {
		return true
	}
	if in.listing(taken.Tool) && naming.Related(in.facts[taken.Tool].Noun, noun) || taken.Tool.Effect == tools.List && naming.Related(naming.Spoken(taken.Tool.Thing), noun) {
		return true // the list that it asks for would be found by the list
	}
	if value.Values == nil || value.Values.Kind == tools.ValueKnown || value.Values.Kind == tools.ValueDate {
		return false
	}
	e := in.called(noun)
	if e == nil {
		e = in.entityFor(noun)
	}
	switch {
	case e == nil && !in.makes(noun):
		return false // what no tool lists or makes has no place in the world
	case e == nil && taken.Form == links.BySelf && value == p:
		if p.Values.Kind == tools.ValuePick {
			p.Values = idValues(p, noun)
		}
		e = in.entity(noun, p)
	case e == nil && in.hints[p] != nil && in.hints[p].isID:
		e = in.entity(noun, p)
	case e == nil:
		e = in.entity(noun, nil) // "assignee" is no name for what tells users apart
		e.Attribute(e.ID).Values = idValues(value, noun)
	case taken.Form == links.BySelf && e.ID != p.Name:
		return false
	}
	if e.Attribute(e.ID).Type() != value.Type {
		return false
	}
	value.Entity = e
	if value == p {
		p.Differs, p.Say, p.There, p.Other = "", phrases("for {}"), nil, nil // an id brings its noun along
	}
	return true
}

// makes reports whether some tool lists or makes things of a noun.
func (in *inference) makes(noun string) bool {
	return slices.ContainsFunc(in.set.Tools, func(t *tools.Tool) bool {
		if t.Thing != "" && (t.Effect == tools.List || t.Effect == tools.Create) {
			return naming.Related(naming.Spoken(t.Thing), noun)
		}
		return t.Effect == "" && naming.Related(in.facts[t].Noun, noun) && (in.listing(t) || slices.Contains(naming.CreateVerbs, in.facts[t].Verb))
	})
}
