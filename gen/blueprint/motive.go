package blueprint

import (
	"slices"

	"switchyard/mission"
	"switchyard/tools"
)

// What people want of things: nobody books the most expensive one.

// sensible reports whether somebody would do what the tool does to the thing of an
// argument for the reason that it was chosen by.
func (d *drawer) sensible(t *tools.Tool, a Arg) bool {
	if !t.Effect.Changes() {
		return a.Choice == nil || !d.onOffer(a.Entity) || !avoided(a.Entity, a.Choice.By, a.Choice.Order)
	}
	if a.Choice != nil && a.Entity != nil && (a.Choice.Order == mission.OrderMin || a.Choice.Order == mission.OrderMax) {
		return motive(t, a.Entity, a.Choice.By, a.Choice.Order)
	}
	if a.Origin == Shown && !d.comparedFor(t, a.Mission) {
		return false
	}
	return !slices.ContainsFunc(a.Sources, func(s mission.Source) bool {
		return s.Kind == mission.FromShown && !d.comparedFor(t, s.Mission)
	})
}

// onOffer reports whether things of the entity are there to be chosen from: no tool changes
// or removes one. Nobody who looks for a courier asks more about the slowest; about one's
// own most expensive booking people do ask.
func (d *drawer) onOffer(e *tools.Entity) bool {
	return e != nil && !slices.ContainsFunc(d.Set.Tools, func(t *tools.Tool) bool {
		return t.Entity == e && t.Effect != tools.Create && t.Effect.Changes()
	})
}

// avoided reports whether a comparison finds what people do not want.
func avoided(e *tools.Entity, by string, order mission.Order) bool {
	return slices.ContainsFunc(e.Comparisons, func(c mission.Comparison) bool {
		return c.By == by && c.Order == order && c.Wanted == mission.WantedAvoid
	})
}

// comparedFor reports whether somebody would do what the tool does to what won the
// comparison of mission k, if it compared anything.
func (d *drawer) comparedFor(t *tools.Tool, k int) bool {
	if chat := d.Past[k].Chat; chat != nil && chat.Compare != nil && chat.Compare.Place == 0 {
		return motive(t, chat.Entity, chat.Compare.By, chat.Compare.Order)
	}
	return true
}

// motive reports whether what a comparison finds is a reason to do what the tool does.
func motive(t *tools.Tool, e *tools.Entity, by string, order mission.Order) bool {
	var wanted, opposite mission.Wanted
	for _, c := range e.Comparisons {
		switch {
		case c.By != by:
		case c.Order == order:
			wanted = c.Wanted
		default:
			opposite = c.Wanted
		}
	}
	switch {
	case wanted == "" || !t.Effect.Changes():
		return true
	case t.Effect == tools.Delete: // the dearest, or the one on the first day or the last
		return wanted == mission.WantedAvoid || wanted == mission.WantedChoose && opposite == mission.WantedChoose
	}
	return wanted == mission.WantedChoose
}

// owned returns the attributes by which things are the user's, for the entities of which
// the toolset says whose they are.
func (s *Story) owned() map[string]tools.Object {
	own := map[string]tools.Object{}
	for _, r := range s.Set.Rules {
		e := s.Set.Entity(r.Of[0])
		if r.Kind != mission.RuleOwner || e == nil || s.Set.Staff {
			continue
		}
		a := e.Attribute(r.At[0])
		if a == nil || a.Told() == nil {
			continue
		}
		if mine := s.mine(a.Told().Kind); mine != "" {
			own[e.Key] = append(own[e.Key], tools.Field{Name: a.Name, Value: mine})
		}
	}
	return own
}
