package walk

import (
	"regexp"
	"slices"

	"switchyard/flow"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// draw draws what the user says for some slots.
func (x *explorer) draw(slots []*flow.Slot, s *state) (said []Value, ok bool) {
	story := x.story
	story.World = s.world
	for _, slot := range slots {
		old, had := s.slots[slot]
		v := Value{Slot: slot, Item: -1}
		if rows := rowsOf(s.results[slot.From]); len(rows) > 0 {
			v.Item = x.r.IntN(len(rows))
			row, _ := rows[v.Item].(tools.Object)
			v.Value, ok = row.Get(slot.From.Call.Entity.ID)
		} else {
			v.Value, ok = story.Say(x.r, x.beside(slot, s), slot.Param)
			if !had {
				v.Value = mine(slot.Param, v.Value, &story.Persona)
			}
			v.Value = same(slot, v.Value, s)
		}
		if !ok || had && tools.Same(old, v.Value) {
			return nil, false
		}
		s.slots[slot] = v.Value
		said = append(said, v)
	}
	return said, true
}

// same is a value with the parts that are what other slots are.
func same(slot *flow.Slot, v any, s *state) any {
	o, ok := v.(tools.Object)
	if !ok || len(slot.Same) == 0 {
		return v
	}
	o = slices.Clone(o)
	for i := range o {
		for _, part := range slot.Same {
			if known, ok := s.slots[part.Slot]; ok && part.Prop == o[i].Name {
				o[i].Value = known
			}
		}
	}
	return o
}

// ownName is how often users act for themselves.
const ownName = 0.75

// ownNouns match what names and addresses of the user are called.
var ownNouns = regexp.MustCompile(`(?i)\b(?:visitor|guest|customer|passenger|traveller|patient|employee|contact|e-mail address|email address|telephone number|phone number)\b`)

// mine is a value that most users say of themselves: their own name, e-mail address or phone number.
func mine(p *tools.Param, v any, who *mission.Persona) any {
	if !ownNouns.MatchString(p.Noun) || !keyed.New(0, "own", who.Name).Chance(ownName) {
		return v
	}
	own := func(values *tools.Values, v any) any {
		switch {
		case values == nil:
		case values.Kind == tools.ValuePerson:
			return who.Name
		case values.Kind == tools.ValueEmail && who.Email != "":
			return who.Email
		case values.Kind == tools.ValuePhone && who.Phone != "":
			return who.Phone
		}
		return v
	}
	switch x := v.(type) {
	case string:
		return own(p.Values, v)
	case tools.Object:
		x = slices.Clone(x)
		for i := range x {
			if q := p.Prop(x[i].Name); q != nil {
				x[i].Value = own(q.Values, x[i].Value)
			}
		}
		return x
	}
	return v
}

// rowsOf are the things of a list that a call returned.
func rowsOf(r *result) []any {
	if r == nil || r.answer.Status >= 300 {
		return nil
	}
	list, _ := r.answer.Body.Get(r.call.Tool.ListKey())
	rows, _ := list.([]any)
	return rows
}
