package infer

import (
	"cmp"
	"slices"

	"switchyard/tools"
	"switchyard/tools/links"
	"switchyard/tools/naming"
)

// linked makes entities from identifiers that one tool returns and another takes,
// so that the world does what [links.Of] says about the tools. Names are left to
// the rules for entities. settled are the parameters that identify a thing, and
// those for which it is unclear what they identify.
func (in *inference) linked() (settled map[*tools.Param]bool) {
	settled = map[*tools.Param]bool{}
	var later []func()
	for _, taken := range links.Identifiers(in.set) {
		p := taken.Param
		if settled[p] = taken.Unsure; taken.Unsure || taken.Of == "" || !slices.Contains(taken.Tool.Params, p) {
			continue
		}
		// Things get the plainest of their names: users userId, not assigneeId.
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

// link makes a parameter, or every element of it, identify a thing. It returns
// false if that is not possible.
func (in *inference) link(taken links.Identifier, noun string) bool {
	p, value := taken.Param, taken.Param
	if p.Type == "array" && p.Items != nil {
		value = p.Items
	}
	if p.Identifies() != nil {
		return true
	}
	if in.listing(taken.Tool) && naming.Related(in.facts[taken.Tool].Noun, noun) || taken.Tool.Effect == tools.List && naming.Related(naming.Spoken(taken.Tool.Thing), noun) {
		return true // otherwise the list would be needed to find the list
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
		return false // the world cannot have things that no tool lists or makes
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

// makes reports whether a tool lists or creates things with this noun.
func (in *inference) makes(noun string) bool {
	return slices.ContainsFunc(in.set.Tools, func(t *tools.Tool) bool {
		if t.Thing != "" && (t.Effect == tools.List || t.Effect == tools.Create) {
			return naming.Related(naming.Spoken(t.Thing), noun)
		}
		return t.Effect == "" && naming.Related(in.facts[t].Noun, noun) && (in.listing(t) || slices.Contains(naming.CreateVerbs, in.facts[t].Verb))
	})
}
