package play

import (
	"slices"

	"switchyard/flow"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// CanSay reports whether there are words for a departure: a value that cannot be, for a slot that
// has such values; a question back, for a slot about which there is something to say.
func CanSay(d *flow.Departure) bool {
	switch d.OOW {
	case flow.Detail:
		v := d.Slot.Param.Values
		return v == nil || v.Kind != tools.ValueEmail // people have one
	case flow.Incorrect:
		return wrongFor(d.Slot) != ""
	case flow.Counter:
		return d.Slot.Why != "" || len(d.Node().Ask) == 1 && listable(d.Slot)
	}
	return true
}

// listable reports whether the assistant can list what a slot can be.
func listable(s *flow.Slot) bool {
	n := len(builtin.Options(s.Tool, s.Param))
	return n > 1 && n <= 10
}

// wrongFor is the list of values that cannot be for a slot; empty if any value could be.
func wrongFor(s *flow.Slot) string {
	p := s.Param
	switch {
	case s.From != nil, p.Entity != nil:
		return "wrong code"
	case len(p.Enum) > 0:
		return "wrong choice"
	case p.Values == nil:
		return ""
	}
	switch p.Values.Kind {
	case tools.ValueDate, tools.ValueDateTime:
		return "wrong day"
	case tools.ValueTime:
		return "wrong time"
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		return "wrong number"
	case tools.ValueKnown, tools.ValueCity:
		return "wrong place"
	case tools.ValuePick:
		return "wrong choice"
	case tools.ValuePattern:
		return "wrong code"
	}
	return ""
}

// deed is what a tool does, as the user asks for it: "book the table". The things that it is about
// are called by what they are.
func deed(t *tools.Tool) string {
	best, things := "do it", 0
	for _, p := range t.Do {
		needs := p.Needs()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			param := t.Param(slot.Name)
			if param == nil || param.Entity == nil || !slices.Contains(needs, slot) {
				return "", false
			}
			return "the " + param.Entity.Noun, true
		}, func(int) int { return 0 })
		if ok && (best == "do it" || len(needs) < things || len(needs) == things && len(text) < len(best)) {
			best, things = text, len(needs)
		}
	}
	return best
}
