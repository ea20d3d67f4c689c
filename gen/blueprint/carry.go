package blueprint

import (
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// What later missions take over of earlier ones: values that are not said again.

// neighbour draws a call of another tool that takes over values of mission k.
// With words, what is taken over is taken up by words such as "there"; without
// them, mostly.
func (d *drawer) neighbour(want Demand, k int, words bool) (Call, bool) {
	for _, t := range d.order(d.Set.Tools) {
		if slices.ContainsFunc(d.Past[k].Calls, func(c PastCall) bool { return c.Tool == t }) {
			continue
		}
		if slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && p.Entity != nil }) ||
			want.Type == mission.Clarify && !d.askable(t, nil) {
			continue
		}
		var fixed []Arg
		there := false
		for _, p := range t.Params {
			if !p.Required {
				continue // nobody can tell that it is meant to stay
			}
			for _, c := range keyed.Shuffled(d.r, d.Past[k].allCalls()) {
				a := d.likeArg(c, p)
				if a == nil || d.disputed(k, p, a) || p.Differs != "" && slices.ContainsFunc(fixed, func(f Arg) bool { return f.Param.Name == p.Differs && same(f.Value, a.Value) }) {
					continue
				}
				next, ok := d.inherit(k, c, *a, p)
				if !ok || len(p.There) == 0 || words && there && !d.r.Chance(0.6) {
					continue // nobody can tell that it is meant to stay
				}
				// What is called otherwise has to be pointed at, or nobody would
				// guess it.
				person := p.Values != nil && p.Values.Kind == tools.ValuePerson
				if words || person || a.Param.Name != p.Name || d.r.Chance(0.8) {
					next.There, there = true, true
				}
				fixed = append(fixed, next)
				break
			}
		}
		fixed = oneThere(fixed)
		if len(fixed) == 0 || words && !there {
			continue
		}
		c, ok := d.call(t, fixed...)
		if ok && d.leans(c, k) {
			return c, true
		}
	}
	return Call{}, false
}

// disputed tells whether mission k said two values that could serve as p.
func (d *drawer) disputed(k int, p *tools.Param, a *Arg) bool {
	for _, c := range d.Past[k].allCalls() {
		for _, other := range c.Args {
			if other.Param.Entity == p.Entity && (other.Param.Name == p.Name || alike(other.Param, p) || sameKind(other.Param, p)) && !same(other.Value, a.Value) {
				return true
			}
		}
	}
	return false
}

// sameKind tells whether two parameters name places, or days, so that words
// such as "there" could mean either.
func sameKind(a, b *tools.Param) bool {
	if slices.ContainsFunc(a.There, func(w string) bool { return slices.Contains(b.There, w) }) {
		return true
	}
	return a.Values != nil && b.Values != nil && len(b.There) > 0 && kindOf(a) == kindOf(b) && (kindOf(a) == tools.ValueKnown || kindOf(a) == tools.ValueDate)
}

// kindOf is the kind of a parameter's values; all places are alike.
func kindOf(p *tools.Param) tools.ValueKind {
	if p.Values == nil || p.Values.Kind == tools.ValueCity || p.Values.Kind == tools.ValueStreet {
		return tools.ValueKnown
	}
	return p.Values.Kind
}

// likeArg finds an argument of the call that can serve as p. Where several
// could, there is no telling which one is meant.
func (d *drawer) likeArg(c PastCall, p *tools.Param) *Arg {
	var found *Arg
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param.Name == p.Name && a.Param.Entity == p.Entity && !(bound(a.Param) && !bound(p)) && sameShape(a.Param, p) && d.within(p, a.Value) {
			return a
		}
		if alike(a.Param, p) && a.Param.Entity == nil && d.within(p, a.Value) {
			// The last place that was named is the one "there" means.
			found = a
		}
	}
	return found
}

// oneThere leaves out what a second "there" would have to stand for: nobody
// could tell the two apart. Where one value is taken up in words, others that are
// not would seem to be open.
func oneThere(fixed []Arg) []Arg {
	var taken []*tools.Param
	words := slices.ContainsFunc(fixed, func(a Arg) bool { return a.There })
	return slices.DeleteFunc(fixed, func(a Arg) bool {
		if !a.There {
			return words
		}
		again := slices.ContainsFunc(taken, func(p *tools.Param) bool {
			return a.Param.Values != nil && p.Values != nil && kindOf(a.Param) == kindOf(p) ||
				slices.ContainsFunc(a.Param.There, func(w string) bool { return slices.Contains(p.There, w) })
		})
		taken = append(taken, a.Param)
		return again
	})
}

// gainsays tells whether a call speaks of people that were named before, but says
// something else of them than was said then: "the same staff", now of another
// department.
func (d *drawer) gainsays(c Call) bool {
	for _, a := range c.Args {
		if a.Origin != Earlier || !ofPeople(a.Param) {
			continue
		}
		for _, past := range d.Past {
			for _, old := range past.allCalls() {
				if was := old.Arg(a.Param.Name); was == nil || !same(was.Value, a.Value) {
					continue
				}
				for _, b := range c.Args {
					was := old.Arg(b.Param.Name)
					if was != nil && aboutAny(tools.Words(strings.ToLower(b.Param.Name)), belonging) && (b.Origin == Said || b.Origin == Asked) && !same(was.Value, b.Value) {
						return true
					}
				}
			}
		}
	}
	return false
}

// belonging names what people are or belong to, whatever is done for them.
var belonging = []string{"department", "team", "division", "unit", "employer", "nationality", "gender", "age", "relationship"}

// ofPeople tells whether a parameter names one or more people.
func ofPeople(p *tools.Param) bool {
	return p.Values != nil && p.Values.Kind == tools.ValuePerson || p.Items != nil && ofPeople(p.Items)
}

// within tells whether a value is one that the parameter takes: of its
// enumeration, and in the range from which its values are drawn. When somebody
// was last seen is no day to book.
func (d *drawer) within(p *tools.Param, v any) bool {
	if len(p.Enum) > 0 && p.Type != "array" {
		return slices.Contains(p.Enum, v)
	}
	if p.Values == nil {
		return true
	}
	switch p.Values.Kind {
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		n, ok := world.Float(v)
		return !ok || n >= p.Values.Min && n <= p.Values.Max
	}
	text, _ := v.(string)
	t, err := time.Parse(world.DateLayout, text)
	if err != nil || p.Values.Kind != tools.ValueDate {
		return true
	}
	today := time.Date(d.Now.Year(), d.Now.Month(), d.Now.Day(), 0, 0, 0, 0, time.UTC)
	days := t.Sub(today).Hours() / 24
	weekend := t.Weekday() == time.Saturday || t.Weekday() == time.Sunday
	return days >= p.Values.Min && days <= p.Values.Max && !(p.Values.Workdays && weekend)
}

// then draws what the user falls back on after a chat about something that no
// tool does: the tool that the topic is like, with what was said.
func (d *drawer) then(b *Blueprint, k int, want Demand) (Call, bool) {
	past := d.Past[k]
	if past.Chat == nil || past.Chat.Like == nil {
		return Call{}, false
	}
	like := past.allCalls()[0]
	clarify := want.Type == mission.Clarify
	// Something must be left to ask for: what was not said, or another value.
	if clarify && !slices.ContainsFunc(like.Tool.Params, func(p *tools.Param) bool {
		return p.Required && p.Type != "boolean" && p.Type != "object" && (like.Arg(p.Name) == nil && !d.wasSaid(p) || like.Arg(p.Name) != nil && len(p.Other) > 0)
	}) {
		return Call{}, false
	}
	var fixed []Arg
	for _, a := range like.Args {
		next, ok := d.inherit(k, like, a, a.Param)
		if !ok {
			return Call{}, false
		}
		far := b.Target < d.index()-1
		next.There = len(a.Param.There) > 0 && !(clarify && !far && d.r.Chance(0.4))
		// Nobody would guess it; nor what the chat only took over, without a word.
		if !next.There && (!a.Param.Required || a.Origin == Earlier && !a.There) {
			continue
		}
		fixed = append(fixed, next)
	}
	if fixed = oneThere(fixed); len(fixed) == 0 {
		return Call{}, false
	}
	c, ok := d.call(like.Tool, fixed...)
	b.Opening, b.Way = OpenThen, mission.WayNoParts
	return c, ok && d.leans(c, k)
}
