package blueprint

import (
	"slices"

	"switchyard/tools"
)

// Planned calls are kept if the world answers them and if a sensible user would ask
// for them.

// try plays the call in the drawer's world and keeps the call and its answer. It keeps
// a call that the world refuses only if a refusal is wanted.
func (d *drawer) try(c Call) bool {
	if c.Tool.Effect == tools.Update && !d.alters(c) || confused(c) || d.answered(c) || d.drops(c) || d.madeBefore(c) || d.tellsNothing(c) || d.listedBefore(c) ||
		slices.ContainsFunc(c.Args, func(a Arg) bool { return !d.sensible(c.Tool, a) }) {
		return false
	}
	answer := d.World.Call(c.Tool, c.Values())
	if answer.Broken != nil || d.contrary && answer.Status != 409 {
		return false
	}
	switch {
	case answer.Status == 409 && d.foreseen(c):
		return false
	case answer.Status == 409 && d.mishap && len(c.Tool.Refused) > 0, answer.Status == 404 && d.stray:
	case answer.Status >= 300 || d.stray, d.workedOut(c, answer):
		return false
	case c.Tool.Effect == tools.List:
		n, _ := answer.Body.Get("count")
		if n == int64(0) && !(d.mishap && len(c.Tool.Empty) > 0) || n.(int64) > 8 {
			return false
		}
	}
	d.calls, d.tried = append(d.calls, c), append(d.tried, answer)
	return true
}

// foreseen reports whether an earlier mission showed that the world will refuse the
// call: nobody cancels what was just listed as cancelled.
func (d *drawer) foreseen(c Call) bool {
	for _, rule := range c.Tool.OnlyIf {
		a := c.Arg(rule.Param)
		if a == nil {
			continue
		}
		if d.anyShown(func(it item) bool {
			state, ok := it.fields.Get(rule.Attribute)
			return ok && it.entity == a.Param.Entity && tools.Same(it.id, a.Value) &&
				!slices.ContainsFunc(rule.Values, func(v any) bool { return tools.Same(v, state) })
		}, d.Set.Entities...) {
			return true
		}
		for old := range d.made() {
			refused, _ := old.Answer.Body.Get(rule.Param)
			if old.Answer.Status == 409 && tools.Same(refused, a.Value) {
				return true
			}
		}
	}
	return false
}

// madeBefore reports whether the call would create a thing that an earlier mission
// showed, with the same values for all required parameters.
func (d *drawer) madeBefore(c Call) bool {
	if c.Tool.Effect != tools.Create || !slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Required }) {
		return false
	}
	return d.anyShown(func(it item) bool {
		return it.entity == c.Tool.Entity && !slices.ContainsFunc(c.Args, func(a Arg) bool {
			have, told := it.fields.Get(a.Param.Target())
			return a.Param.Required && !(told && tools.Same(have, a.Value))
		})
	}, d.Set.Entities...)
}

// answered reports whether the story already has exactly the same question.
func (d *drawer) answered(c Call) bool {
	if c.Tool.Effect.Changes() {
		return false
	}
	for old := range d.made() {
		if old.Tool == c.Tool && slices.EqualFunc(old.Args, c.Args, sameArg) {
			return true
		}
	}
	return false
}

// drops reports whether a list is one that an earlier mission asked for, narrowed by less:
// it would be open whether the rest still holds.
func (d *drawer) drops(c Call) bool {
	if c.Tool.Effect != tools.List || len(c.Args) == 0 {
		return false
	}
	for old := range d.made() {
		if old.Tool == c.Tool && len(old.Args) > len(c.Args) && !slices.ContainsFunc(c.Args, func(a Arg) bool {
			b := old.Arg(a.Param.Name)
			return b == nil || !tools.Same(a.Value, b.Value)
		}) {
			return true
		}
	}
	return false
}

func sameArg(a, b Arg) bool { return a.Param.Name == b.Param.Name && tools.Same(a.Value, b.Value) }

// confused reports whether two arguments that must differ are the same.
func confused(c Call) bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool {
		other := c.Arg(a.Param.Differs)
		return other != nil && tools.Same(other.Value, a.Value)
	})
}

// alters reports whether an update would change something, and everything of which the user
// has to choose another: nothing is sent by e-mail instead that goes by e-mail already.
func (d *drawer) alters(c Call) bool {
	var thing tools.Object
	for _, a := range c.Args {
		if a.Param.Entity == c.Tool.Entity && a.Param.Type != "array" {
			thing, _ = d.World.Known(c.Tool.Entity, a.Value)
		}
	}
	differs := func(attribute string, v any) bool {
		have, known := thing.Get(attribute)
		return !known || !tools.Same(have, v)
	}
	// Only what is an attribute of the thing changes it: not the reason for the change.
	set := slices.DeleteFunc(slices.Clone(c.Args), func(a Arg) bool {
		return a.Param.Entity == c.Tool.Entity || a.Param.Holder || c.Tool.Entity.Attribute(a.Param.Target()) == nil
	})
	if slices.ContainsFunc(set, func(a Arg) bool {
		return a.Param.Required && len(a.Param.Enum) > 0 && !differs(a.Param.Target(), a.Value)
	}) {
		return false
	}
	required := slices.DeleteFunc(slices.Clone(set), func(a Arg) bool { return !a.Param.Required })
	if len(required) > 0 && len(thing) > 0 && !slices.ContainsFunc(required, func(a Arg) bool { return differs(a.Param.Target(), a.Value) }) {
		return false // to the day that it has
	}
	return len(thing) == 0 || len(set)+len(c.Tool.Sets) == 0 ||
		slices.ContainsFunc(set, func(a Arg) bool { return differs(a.Param.Target(), a.Value) }) ||
		slices.ContainsFunc(c.Tool.Sets, func(s tools.Setting) bool { return differs(s.Attribute, s.Value) })
}
