package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// Missions that make a call of an earlier one again with a change.

// base picks the call of mission k that a short follow-up can vary. It fails if it
// would not be clear which call is meant.
func (d *drawer) base(k int) (PastCall, bool) {
	calls := d.Past[k].allCalls()
	if len(calls) == 0 || slices.ContainsFunc(calls, func(c PastCall) bool { return c.Tool != calls[0].Tool }) {
		return PastCall{}, false
	}
	return keyed.Pick(d.r, calls), true
}

// vary draws the base call of mission k with one said value changed.
func (d *drawer) vary(b *Blueprint, k int, want Demand) (Call, bool) {
	base, ok := d.base(k)
	if !ok || base.Tool.Effect == tools.Delete || want.Type == mission.Clarify && d.r.Chance(0.9) {
		return Call{}, false // few announce another value without saying which
	}
	// A change can only be corrected, not made a second time.
	repair := base.Tool.Effect == tools.Update
	if repair && (want.Type != mission.Single || want.Relation != mission.Ellipsis || len(d.Past[k].Calls) != 1) {
		return Call{}, false
	}
	fit := slices.DeleteFunc(indices(base.Args), func(i int) bool {
		p := base.Args[i].Param
		return !d.variable(k, base, p) || want.Type == mission.Clarify && !(omissible(p) && d.announces(p))
	})
	if len(fit) == 0 {
		return Call{}, false
	}
	was := base.Args[keyed.Pick(d.r, fit)]
	changed, own := was.Param, was.Origin != Earlier
	if repair && !own {
		return Call{}, false
	}
	c, ok := d.again(k, base, []*tools.Param{changed}, func(p *tools.Param, c *Call) (Arg, bool) {
		for _, old := range d.Past[k].allCalls() {
			d.useUp(p, old.Call)
		}
		return d.saidOfOthers(p, &Call{Args: slices.Concat(c.Args, base.Args[len(c.Args)+1:])})
	})
	if !ok || !c.leans(k) {
		return c, false
	}
	b.Opening, b.Way = d.wayToVary(k, base, want, own)
	return c, true
}

// again makes a call of mission k once more with other arguments for the changed
// parameters. draw returns such an argument, given the call so far. The other arguments
// stay.
func (d *drawer) again(k int, base PastCall, changed []*tools.Param, draw func(*tools.Param, *Call) (Arg, bool)) (Call, bool) {
	c := Call{Tool: base.Tool}
	for _, p := range base.Tool.Params {
		old := ofParam(base.Args, p)
		var next Arg
		var ok bool
		switch {
		case slices.Contains(changed, p):
			next, ok = draw(p, &c)
		case old != nil:
			next, ok = d.inherit(k, base, *old, p)
		case !p.Required:
			continue
		}
		if !ok {
			return c, false
		}
		c.Args = append(c.Args, next)
	}
	return c, true
}

// variable reports whether the value of the parameter can be changed alone.
func (d *drawer) variable(k int, base PastCall, p *tools.Param) bool {
	if !scalar(p) || p.Entity != nil || len(p.Say) == 0 {
		return false
	}
	// Nobody makes the same thing again, except for another person.
	if base.Tool.Effect == tools.Create && !forOthers(base.Call, p) {
		return false
	}
	// If several calls were made, only the argument in which they differ can change.
	// Otherwise it would not be clear which value the others keep.
	return !slices.ContainsFunc(d.Past[k].allCalls(), func(c PastCall) bool {
		return slices.ContainsFunc(c.Args, func(a Arg) bool {
			same := base.Arg(a.Param.Name)
			return a.Param != p && (same == nil || !tools.Same(same.Value, a.Value))
		})
	})
}

// variesAlone reports whether one of several values that calls of a tool need can be changed alone.
func variesAlone(t *tools.Tool) bool {
	n, change := 0, false
	for _, p := range t.Params {
		if p.Required {
			n++
			change = change || scalar(p) && p.Entity == nil && len(p.Say) > 0
		}
	}
	return n > 1 && change
}

// forOthers reports whether making the same thing again with another value of p
// makes sense: for another person, and not of one particular thing.
func forOthers(c Call, p *tools.Param) bool {
	return p.Values != nil && p.Values.Kind == tools.ValuePerson &&
		!slices.ContainsFunc(c.Args, func(a Arg) bool { return holdsEntity(a.Param) })
}

// wayToVary decides how a changed value is said. Only what the request itself said can be
// corrected: what it took over could be meant for what it was said of, too.
func (d *drawer) wayToVary(k int, base PastCall, want Demand, own bool) (Opening, mission.Way) {
	required := 0
	for _, a := range base.Args {
		if a.Param.Required {
			required++
		}
	}
	create := base.Tool.Effect == tools.Create
	whole := required == len(base.Args) // nobody misses what can be left out
	n := d.r.IntN(16)
	switch {
	case d.features(mission.WayCorrection):
		n = 0
	case d.features(mission.WayMore):
		n = 6
	case d.features(mission.WayRewording):
		n = 8
	}
	switch {
	case want.Type == mission.Clarify, want.Relation == mission.LongTerm:
		return OpenChange, mission.WayNoParts
	case base.Tool.Effect == tools.Update, own && n < 6 && len(d.Past[k].Calls) == 1 && !create:
		return OpenCorrect, mission.WayCorrection
	case n < 8:
		return OpenMore, mission.WayMore
	case own && n < 11 && !create && whole:
		return OpenReword, mission.WayRewording
	case required > 2 || n < 13:
		return OpenChange, mission.WayNoParts
	}
	return OpenChange, mission.WayNoModifier
}

// rename draws the call of mission k, which named a thing that does not exist,
// with the right name.
func (d *drawer) rename(b *Blueprint, k int) (Call, bool) {
	base := d.Past[k].allCalls()[0]
	var named []*tools.Param
	for _, a := range base.Args {
		if a.Param.Entity != nil && a.Origin == Said {
			named = append(named, a.Param)
		}
	}
	c, ok := d.again(k, base, named, d.said)
	b.Opening, b.Way = OpenCorrect, mission.WayCorrection
	return c, ok && c.leans(k)
}

// add draws the look-up of mission k once more with an optional parameter that changes the
// answer in a way which nobody can tell from the answer before.
func (d *drawer) add(b *Blueprint, k int) (Call, bool) {
	base, ok := d.base(k)
	if !ok || len(d.Past[k].Calls) != 1 || !asks(base.Tool) || amends(d.Past[k]) {
		return Call{}, false
	}
	if wishes := slices.DeleteFunc(slices.Clone(base.Args), func(a Arg) bool { return a.Param.Required }); len(wishes) > 1 {
		return Call{}, false // on top of them, or instead of one?
	}
	fit := slices.DeleteFunc(slices.Clone(base.Tool.Params), func(p *tools.Param) bool { return base.Arg(p.Name) != nil || !addable(base.Tool, p) })
	fit = keyed.Shuffled(d.r, fit)
	if i := slices.IndexFunc(fit, func(p *tools.Param) bool { return d.features(wayToAdd(p)) }); i > 0 {
		fit[0], fit[i] = fit[i], fit[0]
	}
	for _, added := range fit {
		c, ok := d.again(k, base, []*tools.Param{added}, func(p *tools.Param, _ *Call) (Arg, bool) { return d.said(p, &Call{Args: base.Args}) })
		if !ok || !c.leans(k) || !d.tellsOther(c, base.Call) {
			continue
		}
		b.Opening, b.Way = OpenAdd, wayToAdd(added)
		return c, true
	}
	return Call{}, false
}

// addable reports whether a follow-up can add an optional parameter to a call: the answer
// without it must not show what it changes.
func addable(t *tools.Tool, p *tools.Param) bool {
	words := len(p.Say) > 0 || p.Type == "boolean" && sayable(t, p)
	hidden := t.Effect != tools.List || p.Match != tools.MatchNone && !readable(t, p)
	return words && hidden && !p.Required && p.Type != "array" && p.Type != "object" && !holdsEntity(p)
}

// leftToAdd reports whether the next mission may add the parameter to a call of this one.
func (d *drawer) leftToAdd(t *tools.Tool, p *tools.Param) bool {
	return d.nextAdds && addable(t, p) && asks(t)
}

// wayToAdd is the way of a follow-up that adds a value of the parameter.
func wayToAdd(p *tools.Param) mission.Way {
	if v := p.Values; len(p.Enum) > 0 || v != nil && p.Type != "boolean" && (v.Kind == tools.ValuePick || v.Kind == tools.ValuePerson || v.Kind == tools.ValueKnown) {
		return mission.WayAddSubject
	}
	return mission.WayAddModifier
}

// FeatureTools lists the tools that a story can feature: all of them, or, if it should add
// something to a request, those to which this can be added.
func FeatureTools(set *tools.Toolset, ways []mission.Way) []*tools.Tool {
	fit := slices.DeleteFunc(slices.Clone(set.Tools), func(t *tools.Tool) bool {
		return !slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return slices.Contains(ways, wayToAdd(p)) && addable(t, p) }) || !asks(t)
	})
	if len(fit) == 0 {
		return set.Tools
	}
	return fit
}

// asks reports whether a tool lists things or works something out, and does nothing else.
func asks(t *tools.Tool) bool {
	if t.Effect != tools.Compute {
		return t.Effect == tools.List
	}
	verb := naming.Words(strings.ToLower(t.Name))
	return len(verb) > 0 && (naming.LooksUp(verb[0]) || slices.Contains(reckons, verb[0]))
}

// reckons are the verbs of tools that work something out.
var reckons = []string{"check", "estimate", "quote", "calculate", "compare", "compute", "convert", "predict", "summarize", "summarise", "count"}

// tellsOther reports whether the answer to c differs from that to the other call: a list
// must hold fewer things.
func (d *drawer) tellsOther(c, than Call) bool {
	w := d.World.Clone()
	all := w.Call(than.Tool, than.Values())
	some := w.Call(c.Tool, c.Values())
	if c.Tool.Effect != tools.List {
		return some.Status < 300 && !tools.Same(some.Body, all.Body)
	}
	count := func(a world.Answer) int64 {
		n, _ := a.Body.Get("count")
		count, _ := n.(int64)
		return count
	}
	return count(some) < count(all)
}

// another refers to a second item of the list that a refers to, in the same way.
func (d *drawer) another(a Arg) (Arg, bool) {
	items := d.shown(a.Mission)
	for _, it := range keyed.Shuffled(d.r, items) {
		if it.call != a.Call || it.entity != a.Entity || d.usesItem(it.id) {
			continue
		}
		for range 6 {
			way, choice, ok := d.refer(items, it, a.Mission)
			if ok && way == a.Way && goesWith(*a.Choice, choice) {
				return it.arg(d.Set, a.Param, Shown, &choice, way), true
			}
		}
	}
	return Arg{}, false
}

func (d *drawer) usesItem(id any) bool {
	return d.anyArg(func(a Arg) bool { return a.Entity != nil && tools.Same(a.Value, id) })
}

// goesWith reports whether two things of a list are told in the same way, and in the order of the
// list: "the first and the third one", not "the cheapest and the black one".
func goesWith(a, b mission.Choice) bool {
	return (a.Order == mission.OrderIs) == (b.Order == mission.OrderIs) && (a.Order != mission.OrderIs || a.By == b.By) &&
		!(a.Order == b.Order && a.Order == mission.OrderFront && a.N > b.N) && !(a.Order == mission.OrderBack && b.Order == mission.OrderBack)
}
