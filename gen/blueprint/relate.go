package blueprint

import (
	"bytes"
	"fmt"
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// implicit draws a call that refers to what mission k said or showed.
func (d *drawer) implicit(b *Blueprint, k int, want Demand) (Call, bool) {
	b.Target = k
	if d.r.Chance(0.8) {
		if c, ok := d.onItem(b, k, nil, want); ok {
			return c, true
		}
	}
	b.Way = mission.WayDemonstrative
	return d.neighbour(want, k, true)
}

// ellipsis draws a call that is understood only as a variation of mission k.
func (d *drawer) ellipsis(b *Blueprint, k int, want Demand) (Call, bool) {
	b.Target = k
	past := d.Past[k]
	if past.Chat != nil && past.Chat.Like == nil {
		b.Opening = OpenAlso
		c, ok := d.onItem(b, k, nil, want)
		b.Way = mission.WayNeighbour
		return c, ok
	}
	if past.Chat != nil {
		if c, ok := d.then(b, k, want); ok {
			return c, true
		}
		b.Opening, b.Way = OpenAlso, mission.WayNeighbour
		return d.neighbour(want, k, false)
	}
	// The forms that fit seldom come first most of the time, or they would
	// hardly be seen.
	again := func() (Call, bool) {
		base := d.aboutListed(k)
		if base == nil || want.Type == mission.Clarify {
			return Call{}, false
		}
		c, ok := d.onItem(b, k, base, want)
		b.Opening, b.Way = OpenAgain, mission.WayNoAttribute
		return c, ok
	}
	add := func() (Call, bool) {
		if want.Type == mission.Clarify {
			return Call{}, false
		}
		return d.add(b, k)
	}
	vary := func() (Call, bool) { return d.vary(b, k, want) }
	if len(past.Calls) == 1 && past.Calls[0].Answer.Status == 404 {
		return d.rename(b, k)
	}
	also := func() (Call, bool) {
		b.Opening = OpenAlso
		draw := func() (Call, bool) { return d.onItem(b, k, nil, want) }
		if d.r.Chance(0.5) {
			draw = func() (Call, bool) { return d.neighbour(want, k, false) }
		}
		c, ok := draw()
		b.Way = mission.WayNeighbour
		return c, ok
	}
	forms := []func() (Call, bool){again, add, vary, also}
	switch n := d.r.IntN(10); {
	case n < 2:
		forms = []func() (Call, bool){also, vary}
	case n < 7:
		forms = []func() (Call, bool){again, vary, add, also}
	}
	switch {
	case d.features(mission.WayNoAttribute):
		forms = append([]func() (Call, bool){again}, forms...)
	case d.features(mission.WayAddSubject):
		forms = append([]func() (Call, bool){add}, forms...)
	case d.r.Chance(0.5):
		forms = append([]func() (Call, bool){vary}, forms...)
	}
	for _, form := range forms {
		b.Opening = OpenPlain
		if c, ok := form(); ok {
			return c, true
		}
	}
	return Call{}, false
}

// features tells whether the story should use the way where it can.
func (d *drawer) features(w mission.Way) bool { return slices.Contains(d.FeatureWays, w) }

// longTerm draws a call that comes back to a mission before the last one.
func (d *drawer) longTerm(b *Blueprint, want Demand) (Call, bool) {
	if d.index() < 2 {
		return Call{}, false
	}
	k := d.r.IntN(d.index() - 1)
	b.Target = k
	var c Call
	var ok bool
	switch n := d.r.IntN(10); {
	case d.Past[k].Chat != nil && d.Past[k].Chat.Like != nil:
		if c, ok = d.then(b, k, want); !ok {
			b.Opening = OpenAlso
			c, ok = d.neighbour(want, k, true)
		}
	case n < 6:
		c, ok = d.onItem(b, k, nil, want)
	case n < 8:
		c, ok = d.vary(b, k, want)
	default:
		b.Opening = OpenAlso
		c, ok = d.neighbour(want, k, true)
	}
	if !ok {
		return c, false
	}
	b.Way = mission.WayEarlierSubject
	return c, true
}

// forgotten tells whether the last mission says nothing of what the call
// takes from mission k, in whatever words: a day of its calls is said as the
// replies say days.
func (d *drawer) forgotten(c Call, k int) bool {
	last := d.Past[d.index()-1]
	for _, a := range c.Args {
		switch a.Origin {
		case Shown:
			if text, ok := IDText(a.Value); ok && last.Says(text) {
				return false
			}
			if a.Entity.Name != "" {
				if o, ok := d.World.Known(a.Entity, a.Value); ok {
					if name, _ := o.Get(a.Entity.Name); name != nil && last.Says(fmt.Sprint(name)) {
						return false
					}
				}
			}
		case Earlier:
			for _, s := range a.Sources {
				if s.Mission == k && (last.Says(s.Text) || s.Rule != "" && last.holdsText(a.Value)) {
					return false
				}
			}
		}
	}
	return true
}

// holdsText tells whether a text of the value, be it that itself or inside it, is
// one of the calls of the mission or of their observations.
func (p *Past) holdsText(value any) bool {
	switch value := value.(type) {
	case string:
		text := tools.EncodeValue(value)
		return slices.ContainsFunc(p.Calls, func(c PastCall) bool {
			return bytes.Contains(c.Values().JSON(), text) || bytes.Contains(c.Answer.Body.JSON(), text)
		})
	case tools.Object:
		return slices.ContainsFunc(value, func(f tools.Field) bool { return p.holdsText(f.Value) })
	case []any:
		return slices.ContainsFunc(value, p.holdsText)
	}
	return false
}

// aboutListed finds the one call of mission k that is about an item of a list
// that the same mission shows: the same can be asked of another item.
func (d *drawer) aboutListed(k int) *PastCall {
	var found *PastCall
	for i := range d.Past[k].Calls {
		c := &d.Past[k].Calls[i]
		listed := slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Choice.List != "" })
		// "And what about the last one?" asks for nothing to be done to it.
		if !listed || c.Tool.Effect == tools.Create || c.Tool.Effect == tools.Update || c.Tool.Effect == tools.Delete {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// onItem draws a call about something that mission k showed. With again, it is
// that call of mission k with another item.
func (d *drawer) onItem(b *Blueprint, k int, again *PastCall, want Demand) (Call, bool) {
	items := d.shown(k)
	if len(items) == 0 {
		return Call{}, false
	}
	it := keyed.Pick(d.r, items)
	listed := slices.DeleteFunc(slices.Clone(items), func(i item) bool {
		return i.list == "" || again != nil && !slices.ContainsFunc(again.Args, func(a Arg) bool {
			return a.Origin == Result && a.Call == i.call && a.Entity == i.entity && !same(a.Value, i.id)
		})
	})
	if again != nil && len(listed) == 0 {
		return Call{}, false
	}
	if again != nil || len(listed) > 0 && d.r.Chance(0.8) {
		it = keyed.Pick(d.r, listed)
	}
	way, choice, ok := d.refer(items, it, k)
	if !ok {
		return Call{}, false
	}
	b.Way = way
	list := d.Set.Tools
	if again != nil {
		list = []*tools.Tool{again.Tool}
	}
	for _, t := range d.order(list) {
		p := entityParam(t, it.entity)
		if p == nil || d.done(t, p, it.id) || t.Effect == tools.List && t.Entity == it.entity || want.Type == mission.Clarify && !d.askable(t, p) {
			continue
		}
		// What is gone gives a later mission nothing to lean on.
		if t.Effect == tools.Delete && d.more && d.r.Chance(0.8) {
			continue
		}
		fixed := []Arg{it.arg(p, Shown, &choice, way)}
		if again != nil { // the same question again: the other arguments stay
			for _, a := range again.Args {
				if a.Param == p {
					continue
				}
				earlier, ok := d.inherit(k, *again, a, a.Param)
				if !ok {
					return Call{}, false
				}
				fixed = append(fixed, earlier)
			}
			c := Call{Tool: t}
			for _, q := range t.Params {
				if i := slices.IndexFunc(fixed, func(a Arg) bool { return a.Param == q }); i >= 0 {
					c.Args = append(c.Args, fixed[i])
				} else if q.Required {
					return Call{}, false
				}
			}
			return c, true
		}
		if c, ok := d.call(t, fixed...); ok {
			return c, true
		}
	}
	return Call{}, false
}

// done tells whether the story has the same question about the same thing.
func (d *drawer) done(t *tools.Tool, p *tools.Param, id any) bool {
	for _, past := range d.Past {
		for _, c := range past.Calls {
			if a := c.Arg(p.Name); c.Tool == t && a != nil && same(a.Value, id) {
				return true
			}
			// Looking up what was just made or changed tells nothing new.
			if t.Effect == tools.Get && (c.Tool.Effect == tools.Create || c.Tool.Effect == tools.Update) && c.Tool.Entity == t.Entity {
				if have, _ := c.Answer.Body.Get(t.Entity.ID); same(have, id) {
					return true
				}
			}
		}
	}
	return false
}

// base picks the call of mission k that a short follow-up can vary: there
// must be no doubt which one is meant.
func (d *drawer) base(k int) (PastCall, bool) {
	calls := d.Past[k].allCalls()
	if len(calls) == 0 {
		return PastCall{}, false
	}
	for _, c := range calls[1:] {
		if c.Tool != calls[0].Tool {
			return PastCall{}, false
		}
	}
	return keyed.Pick(d.r, calls), true
}

// vary draws the base call of mission k with one said value changed.
func (d *drawer) vary(b *Blueprint, k int, want Demand) (Call, bool) {
	base, ok := d.base(k)
	if !ok || base.Tool.Effect == tools.Delete {
		return Call{}, false
	}
	// What was changed can only be put right.
	repair := base.Tool.Effect == tools.Update
	if repair && (want.Type != mission.Single || want.Relation != mission.Ellipsis || len(d.Past[k].Calls) != 1) {
		return Call{}, false
	}
	var fit []int
	for i, a := range base.Args {
		p := a.Param
		if p.Type == "boolean" || p.Type == "array" || p.Type == "object" || p.Entity != nil || len(p.Say) == 0 {
			continue
		}
		// What was made once is made again for somebody else only.
		if base.Tool.Effect == tools.Create && !forOthers(base.Call, p) {
			continue
		}
		// Where several calls were made, the one that differs must be the one
		// that changes, or the rest would be unclear.
		if !d.sameElsewhere(k, base, p) {
			continue
		}
		fit = append(fit, i)
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	changed := keyed.Pick(d.r, fit)
	c := Call{Tool: base.Tool}
	for i, a := range base.Args {
		if i == changed {
			for _, old := range d.Past[k].allCalls() {
				if o := old.Arg(a.Param.Name); o != nil {
					d.used[valueKey(a.Param, o.Value)] = true
				}
			}
			d.others = true
			next, ok := d.said(a.Param, &Call{Args: slices.Concat(c.Args, base.Args[i+1:])})
			d.others = false
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, next)
			continue
		}
		next, ok := d.inherit(k, base, a, a.Param)
		if !ok {
			return c, false
		}
		c.Args = append(c.Args, next)
	}
	if !d.leans(c, k) {
		return c, false
	}
	several := 0
	for _, a := range base.Args {
		if a.Param.Required {
			several++
		}
	}
	b.Opening = OpenChange
	n := d.r.IntN(12)
	switch {
	case d.features(mission.WayCorrection):
		n = 0
	case d.features(mission.WayMore):
		n = 3
	case d.features(mission.WayRewording):
		n = 5
	}
	switch {
	case want.Type == mission.Clarify, want.Relation == mission.LongTerm:
		b.Way = mission.WayNoParts
	case repair, n <= 2 && len(d.Past[k].Calls) == 1 && base.Tool.Effect != tools.Create:
		b.Opening, b.Way = OpenCorrect, mission.WayCorrection
	case n <= 4:
		b.Opening, b.Way = OpenMore, mission.WayMore
	case n <= 6 && base.Tool.Effect != tools.Create:
		b.Opening, b.Way = OpenReword, mission.WayRewording
	case several > 2 || n < 9:
		b.Way = mission.WayNoParts
	default:
		b.Way = mission.WayNoModifier
	}
	return c, true
}

// rename draws the call of mission k, which named a thing that does not exist,
// with the right name.
func (d *drawer) rename(b *Blueprint, k int) (Call, bool) {
	base := d.Past[k].allCalls()[0]
	c := Call{Tool: base.Tool}
	for _, a := range base.Args {
		next, ok := Arg{}, false
		if a.Param.Entity != nil && a.Origin == Said {
			next, ok = d.said(a.Param, &c)
		} else {
			next, ok = d.inherit(k, base, a, a.Param)
		}
		if !ok {
			return c, false
		}
		c.Args = append(c.Args, next)
	}
	b.Opening, b.Way = OpenCorrect, mission.WayCorrection
	return c, d.leans(c, k)
}

// forOthers tells whether making the same thing again with another value of p
// makes sense: for another person, and not of one particular thing.
func forOthers(c Call, p *tools.Param) bool {
	return p.Values != nil && p.Values.Kind == tools.ValuePerson &&
		!slices.ContainsFunc(c.Args, func(a Arg) bool { return holdsEntity(a.Param) })
}

// sameElsewhere tells whether the calls of mission k agree in all arguments
// but p.
func (d *drawer) sameElsewhere(k int, base PastCall, p *tools.Param) bool {
	for _, c := range d.Past[k].allCalls() {
		for _, a := range c.Args {
			other := base.Arg(a.Param.Name)
			if a.Param != p && (other == nil || !same(other.Value, a.Value)) {
				return false
			}
		}
	}
	return true
}

// leans tells whether the call takes anything from mission k itself.
func (d *drawer) leans(c Call, k int) bool {
	for _, a := range c.Args {
		if a.Origin == Shown && a.Mission == k {
			return true
		}
		for _, s := range a.Sources {
			if s.Mission == k {
				return true
			}
		}
	}
	return false
}

// add draws the list of mission k once more, narrowed by an optional parameter.
func (d *drawer) add(b *Blueprint, k int) (Call, bool) {
	base, ok := d.base(k)
	if !ok || len(d.Past[k].Calls) != 1 || base.Tool.Effect != tools.List {
		return Call{}, false
	}
	var fit []*tools.Param
	for _, p := range base.Tool.Params {
		if !p.Required && base.Arg(p.Name) == nil && (len(p.Say) > 0 || p.Type == "boolean" && sayable(base.Tool, p)) && p.Type != "array" && p.Type != "object" && !holdsEntity(p) {
			fit = append(fit, p)
		}
	}
	for _, added := range keyed.Shuffled(d.r, fit) {
		c, ok := d.with(k, base, added)
		if !ok || !d.leans(c, k) || !d.narrows(c, base.Call) {
			continue
		}
		b.Opening, b.Way = OpenAdd, mission.WayAddModifier
		if len(added.Enum) > 0 || added.Values != nil && (added.Values.Kind == tools.ValuePick || added.Values.Kind == tools.ValuePerson || added.Values.Kind == tools.ValueKnown) {
			b.Way = mission.WayAddSubject
		}
		return c, true
	}
	return Call{}, false
}

// with draws the call of mission k with a parameter added.
func (d *drawer) with(k int, base PastCall, added *tools.Param) (Call, bool) {
	c := Call{Tool: base.Tool}
	for _, p := range base.Tool.Params {
		if p == added {
			a, ok := d.said(p, &Call{Args: base.Args})
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, a)
		} else if a := base.Arg(p.Name); a != nil {
			next, ok := d.inherit(k, base, *a, p)
			if !ok {
				return c, false
			}
			c.Args = append(c.Args, next)
		}
	}
	return c, true
}

// narrows tells whether the list of c holds less than the other one.
func (d *drawer) narrows(c, than Call) bool {
	w := d.World.Clone()
	count := func(c Call) int64 {
		n, _ := w.Call(c.Tool, c.Values()).Body.Get("count")
		count, _ := n.(int64)
		return count
	}
	all := count(than)
	return count(c) < all
}
