package blueprint

import (
	"bytes"
	"fmt"
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// Missions that need tools and refer to an earlier one.

// form draws the first call of a mission in one of the ways to refer to another.
type form func() (Call, bool)

// implicit draws a call that refers to something that mission k said or showed.
func (d *drawer) implicit(b *Blueprint, k int, want Demand) (Call, bool) {
	b.Target = k
	if d.r.Chance(0.8) {
		if c, ok := d.onItem(b, k, nil, want); ok {
			return c, true
		}
	}
	b.Way = mission.WayDemonstrative
	return d.neighbour(want, k)
}

// ellipsis draws a call that is understood only as a variation of mission k.
func (d *drawer) ellipsis(b *Blueprint, k int, want Demand) (Call, bool) {
	b.Target = k
	past := d.Past[k]
	switch {
	case past.Chat != nil && past.Chat.Like == nil:
		b.Opening = OpenAlso
		c, ok := d.onItem(b, k, nil, want)
		b.Way = mission.WayNeighbour
		return c, ok
	case past.Chat != nil:
		b.Opening, b.Way = OpenAlso, mission.WayNeighbour
		return d.neighbour(want, k)
	case len(past.Calls) == 1 && past.Calls[0].Answer.Status == 404:
		return d.rename(b, k)
	}
	for _, draw := range d.forms(b, k, want) {
		b.Opening = OpenPlain
		if c, ok := draw(); ok {
			return c, true
		}
	}
	return Call{}, false
}

// forms lists the ways to vary mission k, in the order in which to try them. Ways that
// seldom fit usually come first, because they would hardly occur otherwise.
func (d *drawer) forms(b *Blueprint, k int, want Demand) []form {
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
	also := func() (c Call, ok bool) {
		b.Opening = OpenAlso
		if d.r.Chance(0.5) {
			c, ok = d.neighbour(want, k)
		} else {
			c, ok = d.onItem(b, k, nil, want)
		}
		b.Way = mission.WayNeighbour
		return c, ok
	}
	forms := []form{again, add, vary, also}
	switch n := d.r.IntN(10); {
	case want.Type == mission.Multi && want.Pattern == mission.Parallel && n < 6:
		return []form{vary, also}
	case want.Type == mission.Multi && n < 9: // "and in Porto, and book the first one" are two things
		return []form{also, vary}
	case want.Type == mission.Clarify && n < 8: // few people say "again, but on another day" and not on which
		return []form{also, vary}
	case n < 2:
		forms = []form{also, vary}
	case n < 7:
		forms = []form{again, vary, add, also}
	}
	switch {
	case d.features(mission.WayNoAttribute):
		return slices.Insert(forms, 0, again)
	case d.features(mission.WayAddSubject), d.features(mission.WayAddModifier), d.r.Chance(0.6): // it seldom fits
		return slices.Insert(forms, 0, add)
	case d.r.Chance(0.5):
		return slices.Insert(forms, 0, vary)
	}
	return forms
}

// longTerm draws a call that returns to a mission before the last one.
func (d *drawer) longTerm(b *Blueprint, want Demand) (Call, bool) {
	for _, k := range d.farTargets(true) {
		for _, draw := range d.farForms(b, k, want) {
			b.Target, b.Opening = k, OpenPlain
			if c, ok := draw(); ok && d.asAmended(c, k) && d.forgotten(c, k) {
				b.Way = mission.WayEarlierSubject
				return c, true
			}
		}
	}
	return Call{}, false
}

// farForms lists the ways to return to mission k, in the order in which to try them.
func (d *drawer) farForms(b *Blueprint, k int, want Demand) []form {
	item := func() (Call, bool) { return d.onItem(b, k, nil, want) }
	vary := func() (Call, bool) {
		c, ok := d.vary(b, k, want)
		return c, ok && !d.variedSince(c, k)
	}
	also := func() (Call, bool) {
		b.Opening = OpenAlso
		return d.neighbour(want, k)
	}
	switch n := d.r.IntN(10); {
	case want.Type == mission.Multi && n < 9 && !d.amended(k) && d.Past[k].Chat == nil:
		return []form{item, also}
	case d.amended(k):
		if d.addedTo(k) {
			return []form{item, also}
		}
		return []form{item}
	case d.Past[k].Chat != nil && d.Past[k].Chat.Like != nil:
		return []form{also}
	case n < 6:
		return []form{item, also, vary}
	case n < 7:
		return []form{vary, also, item}
	}
	return []form{also, item, vary}
}

// variedSince reports whether mission k was varied since, with other values than those which
// the call takes from there: "my first request again" could be the variation.
func (d *drawer) variedSince(c Call, k int) bool {
	of := map[int]bool{k: true} // the mission, and what was said about it since
	for j := k + 1; j < d.index(); j++ {
		of[j] = d.Past[j].Relation != "" && of[d.Past[j].Target]
	}
	return slices.ContainsFunc(indices(d.Past), func(j int) bool {
		p := d.Past[j]
		return j > k && of[j] && slices.ContainsFunc(p.Calls, func(past PastCall) bool {
			return past.Tool == c.Tool && (slices.ContainsFunc(past.Args, func(a Arg) bool { return c.Arg(a.Param.Name) == nil }) ||
				slices.ContainsFunc(c.Args, func(a Arg) bool {
					was := past.Arg(a.Param.Name)
					return a.Origin == Earlier && (was == nil || !tools.Same(was.Value, a.Value))
				}))
		})
	})
}

// farTargets lists the missions before the last one that another can return to, in the order
// in which to try them. A call needs something that it can take. It is not plain which one
// "my second request" is if something was corrected before it.
func (d *drawer) farTargets(call bool) []int {
	n := d.index() - 1
	if first := slices.IndexFunc(d.Past, amends); first > 0 {
		n = min(n, first)
	}
	return keyed.Shuffled(d.r, slices.DeleteFunc(indices(d.Past[:max(n, 0)]), func(k int) bool {
		chat := d.Past[k].Chat
		return call && chat != nil && chat.Like == nil && len(d.settled(k)) == 0
	}))
}

// amends reports whether a mission corrects the one before it or adds something to it.
func amends(p *Past) bool {
	return p.Relation == mission.Ellipsis && slices.Contains([]mission.Way{mission.WayCorrection, mission.WayRewording, mission.WayAddModifier, mission.WayAddSubject}, p.Way)
}

// asAmended reports whether a call that varies mission k, or takes values of it, is the
// same after the correction of mission k as before.
func (d *drawer) asAmended(c Call, k int) bool {
	if !amends(d.Past[k+1]) {
		return true
	}
	for _, past := range d.Past[k+1].Calls {
		for _, old := range past.Args {
			a := c.Arg(old.Param.Name)
			varied := past.Tool == c.Tool
			if a == nil && varied || a != nil && a.Origin == Earlier && !tools.Same(a.Value, old.Value) {
				return false
			}
		}
	}
	return true
}

// amended reports whether a later mission corrected mission k, or an earlier mission
// corrected another, so that "my second request" could be either.
func (d *drawer) amended(k int) bool {
	return slices.ContainsFunc(indices(d.Past), func(j int) bool {
		p := d.Past[j]
		amends := p.Opening == OpenCorrect || p.Opening == OpenReword || p.Opening == OpenAdd
		return amends && (j <= k || p.Target == k)
	})
}

// addedTo reports whether all that was amended so far is mission k, by the next one, which
// only added something: everything that mission k said still holds.
func (d *drawer) addedTo(k int) bool {
	return d.Past[k+1].Opening == OpenAdd && !slices.ContainsFunc(d.Past[:k+1], amends) && !slices.ContainsFunc(d.Past[k+2:], amends)
}

// leans reports whether the call takes anything from mission k itself.
func (c *Call) leans(k int) bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool {
		return a.Origin == Shown && a.Mission == k ||
			slices.ContainsFunc(a.Sources, func(s mission.Source) bool { return s.Mission == k })
	})
}

// forgotten reports whether the last mission repeats nothing of what the call takes
// from mission k, in any words. A day in its calls counts, because its reply says it in
// other words.
func (d *drawer) forgotten(c Call, k int) bool {
	last := d.Past[d.index()-1]
	for _, a := range c.Args {
		switch a.Origin {
		case Shown:
			if text, ok := IDText(a.Value); ok && last.says(text) {
				return false
			}
			thing, _ := d.World.Known(a.Entity, a.Value)
			if name, _ := thing.Get(a.Entity.Name); a.Entity.Name != "" && name != nil && last.says(fmt.Sprint(name)) {
				return false
			}
		case Earlier:
			for _, s := range a.Sources {
				if s.Mission == k && (last.says(s.Text) || s.Rule != "" && last.holdsText(a.Value)) {
					return false
				}
			}
		}
	}
	return true
}

// holdsText reports whether a text that is the value, or is inside the value, occurs in
// the mission's calls or their observations.
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

// aboutListed finds the one call of mission k that is about an item of a list in the
// same mission, so that the same can be asked about another item.
func (d *drawer) aboutListed(k int) *PastCall {
	var found *PastCall
	for i := range d.Past[k].Calls {
		c := &d.Past[k].Calls[i]
		listed := slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Choice.List != "" })
		// "And what about the last one?" asks for nothing to be done to it.
		if !listed || c.Tool.Effect.Changes() {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// onItem draws a call about something that mission k showed. If again is not nil, it
// is that call of mission k with another item.
func (d *drawer) onItem(b *Blueprint, k int, again *PastCall, want Demand) (Call, bool) {
	items := d.shown(k)
	if len(items) == 0 {
		return Call{}, false
	}
	it := keyed.Pick(d.r, items)
	listed := slices.DeleteFunc(slices.Clone(items), func(i item) bool {
		return i.list == "" || again != nil && !slices.ContainsFunc(again.Args, func(a Arg) bool {
			return a.Origin == Result && a.Call == i.call && a.Entity == i.entity && !tools.Same(a.Value, i.id)
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
		// A later mission cannot refer to something that is gone.
		if t.Effect == tools.Delete && d.more && d.r.Chance(0.8) {
			continue
		}
		about := it.arg(d.Set, p, Shown, &choice, way)
		if !d.sensible(t, about) {
			continue
		}
		if again != nil {
			return d.again(k, *again, []*tools.Param{p}, func(*tools.Param, *Call) (Arg, bool) { return about, true })
		}
		if c, ok := d.call(t, about); ok {
			return c, true
		}
	}
	return Call{}, false
}

// entityParam is the required parameter of t that takes the identifier of one e,
// or nil.
func entityParam(t *tools.Tool, e *tools.Entity) *tools.Param {
	for _, p := range t.Params {
		if p.Entity == e && p.Required && p.Type != "array" {
			return p
		}
	}
	return nil
}

// done reports whether the story already has the same question about the same thing.
func (d *drawer) done(t *tools.Tool, p *tools.Param, id any) bool {
	for c := range d.made() {
		if a := c.Arg(p.Name); c.Tool == t && a != nil && tools.Same(a.Value, id) {
			return true
		}
		// Looking up what was just made or changed tells nothing new.
		if t.Effect == tools.Get && (c.Tool.Effect == tools.Create || c.Tool.Effect == tools.Update) && c.Tool.Entity == t.Entity {
			if have, _ := c.Answer.Body.Get(t.Entity.ID); tools.Same(have, id) {
				return true
			}
		}
	}
	return false
}
