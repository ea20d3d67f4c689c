package tools

import (
	"cmp"
	"slices"
)

// linked makes entities of what answers tell and parameters take: what
// [Toolset.Links] says of the tools is then what their world does, as far as their
// world has such things. Names are left to the rules of entities,
// which know of which things there are names to make. It tells which parameters
// are settled: those that identify a thing, and those of which it is not sure
// what they identify.
func (in *inference) linked() (settled map[*Param]bool) {
	settled = map[*Param]bool{}
	var later []func()
	for _, taken := range takenIn(in.set) {
		p := taken.param
		if settled[p] = taken.unsure; taken.unsure || taken.of == "" || !slices.Contains(taken.tool.Params, p) {
			continue
		}
		// Things are called by the plainest of their names: users by userId, not
		// by assigneeId.
		switch h := in.hints[p]; {
		case taken.form == bySelf: // an ISBN tells a title, unless titles have ids
			later = append(later, func() { settled[p] = in.link(taken, cmp.Or(taken.teller, taken.of)) })
		case taken.form == byID && h != nil && h.isID && related(h.noun, taken.of):
			settled[p] = in.link(taken, taken.of)
		case taken.form == byID, taken.form == byCode:
			later = append(later, func() { settled[p] = in.link(taken, taken.of) })
		}
	}
	for _, settle := range later {
		settle()
	}
	return settled
}

// link says that a parameter, or every element of it, identifies a thing. It is
// false when that cannot be.
func (in *inference) link(taken identifier, noun string) bool {
	p, value := taken.param, taken.param
	if p.Type == "array" && p.Items != nil {
		value = p.Items
	}
	if p.identifies() != nil {
		return true
	}
	if in.listing(taken.tool) && related(in.facts[taken.tool].noun, noun) || taken.tool.Effect == List && related(spoken(taken.tool.thing), noun) {
		return true // the list that it asks for would be found by the list
	}
	if value.Values == nil || value.Values.Kind == ValueKnown || value.Values.Kind == ValueDate {
		return false
	}
	e := in.called(noun)
	if e == nil {
		e = in.entityFor(noun)
	}
	switch {
	case e == nil && !in.makes(noun):
		return false // what no tool lists or makes has no place in the world
	case e == nil && taken.form == bySelf && value == p:
		if p.Values.Kind == ValuePick {
			p.Values = idValues(p, noun)
		}
		e = in.entity(noun, p)
	case e == nil && in.hints[p] != nil && in.hints[p].isID:
		e = in.entity(noun, p)
	case e == nil:
		e = in.entity(noun, nil) // "assignee" is no name for what tells users apart
		e.Attribute(e.ID).Values = idValues(value, noun)
	case taken.form == bySelf && e.ID != p.Name:
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

// makes tells whether some tool lists or makes things of a noun.
func (in *inference) makes(noun string) bool {
	return slices.ContainsFunc(in.set.Tools, func(t *Tool) bool {
		if t.thing != "" && (t.Effect == List || t.Effect == Create) {
			return related(spoken(t.thing), noun)
		}
		return t.Effect == "" && related(in.facts[t].noun, noun) && (in.listing(t) || slices.Contains(createVerbs, in.facts[t].verb))
	})
}
