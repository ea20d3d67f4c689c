package blueprint

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// What makes several calls one request: they have something in common, and are said in one
// breath.

// beside adds a call that depends on none of the others.
func (d *drawer) beside(b *Blueprint, i int) bool {
	if d.r.Chance(0.3) && d.twin(b, i) {
		return true
	}
	for _, t := range d.order(d.Set.Tools) {
		if t.Effect == tools.Delete || slices.ContainsFunc(d.calls, func(c Call) bool { return c.Tool == t || related(t, c.Tool) }) {
			continue
		}
		fixed := d.aboutSame(t)
		if !t.Described && !slices.ContainsFunc(fixed, func(a Arg) bool { return a.Param.Entity != nil || connects(a.Param) && !d.ownValue(a.Value) }) {
			continue // what has nothing to do with the rest is a request of its own
		}
		if c, ok := d.call(t, fixed...); ok && d.try(c) {
			return true
		}
	}
	return d.twin(b, i)
}

// aboutSame returns arguments that connect a call of the tool with the other calls of the
// mission: it is about a thing that one of them is about, or has some of their values.
func (d *drawer) aboutSame(t *tools.Tool) []Arg {
	for i := range d.calls {
		if slices.ContainsFunc(indices(d.calls), func(j int) bool { return j != i && d.calls[j].Tool == d.calls[i].Tool }) {
			continue // "it" after two
		}
		for _, a := range d.calls[i].Args {
			p := entityParam(t, a.Param.Entity)
			if a.Param.Entity == nil || p == nil || a.Origin != Said && a.Origin != Shown || d.repeated(t, p, a.Value) || d.removes(t, a.Value) || d.undoes(t, a.Value) {
				continue
			}
			about := a
			about.Param = p
			if about.Origin == Said && about.Echo == nil {
				about.Echo = &Echo{i, a.Param.Name}
			}
			return append([]Arg{about}, d.echoes(t, p)...)
		}
	}
	return d.echoes(t, nil)
}

// ownValue reports whether a value is the user's own name or address, which all requests share.
func (d *drawer) ownValue(v any) bool {
	return v == d.Persona.Name || v == d.Persona.Email || v == d.Persona.Phone
}

// connects reports whether calls with the same value of a parameter belong together: they are
// about the same place, day or person, and not only of the same importance.
func connects(p *tools.Param) bool {
	return isKind(p, tools.ValueKnown, tools.ValueCity, tools.ValueStreet, tools.ValuePerson, tools.ValueEmail, tools.ValueDate, tools.ValueDateTime, tools.ValueMonth)
}

// mostValues is how many values a request for several calls says at most: nobody dictates a
// form in one breath.
const mostValues = 5

// mostBurden is how much a request for several calls that no words were found for says at first:
// 2 for each value and each thing that is picked, 3 for each tool but one. Few that say more have
// as few words as people use.
const mostBurden = 10

// longWinded reports whether a request for all calls would have to say too much. Tools that
// only a description tells of may need more.
func (d *drawer) longWinded() bool {
	n, codes, burden := 0, 0, 0
	var names []string
	var picked []any
	for i, c := range d.calls {
		if c.Tool.Described {
			return false
		}
		if !slices.Contains(names, c.Tool.Name) {
			names = append(names, c.Tool.Name)
		}
		for _, a := range c.Args {
			switch {
			case a.Origin == Said && a.Echo == nil:
				n += values(a.Value)
				if a.Param.Entity != nil {
					codes++
				}
				burden += 2
			case a.Choice != nil && a.Choice.List != "" && !slices.ContainsFunc(picked, func(v any) bool { return tools.Same(v, a.Value) }):
				picked = append(picked, a.Value)
				burden += 2
			}
		}
		if i > 1 {
			n++
		}
	}
	if burden += 3 * (len(names) - 1); burden > mostBurden && !d.worded && !d.desperate {
		return true
	}
	return n > mostValues || codes > 1 // two codes in one breath
}

// values is how many values a value holds.
func values(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += values(item)
		}
	case tools.Object:
		for _, f := range v {
			n += values(f.Value)
		}
	default:
		return 1
	}
	return n
}

// hasWords reports whether words were found for such calls, with all that these have to say and
// nothing else. What people were ready to put into words is what they would ask for.
func (d *drawer) hasWords() bool {
	heads, names, own := d.heads(), d.names(), tools.Register(d.Persona.Tone)
	says := func(from, register int) bool {
		return slices.ContainsFunc(d.Set.Words.Shapes(names[from:], register), func(slots []tools.WordSlot) bool { return d.fit(slots, heads[from:]) })
	}
	return says(0, own) || d.several && says(0, 1-own) || d.choosesFrom() && len(names) > 1 && (says(1, own) || says(1, 1-own))
}

// ChoosesFrom reports whether the call is a list that can be said inside what is done with one of
// its things: "cancel the invitation for Ann to the meeting".
func (c Call) ChoosesFrom() bool {
	return c.Tool.Effect == tools.List && len(c.Tool.Where) > 0 && len(c.Args) < 3 &&
		!slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin != Said && a.Origin != Shown && !(a.Origin == Earlier && a.There) })
}

// choosesFrom reports whether the first call is such a list, and others come after it.
func (d *drawer) choosesFrom() bool {
	return d.several && len(d.calls) > 0 && d.calls[0].ChoosesFrom()
}

// fit reports whether there is a slot for each argument that needs to be said, and no other.
func (d *drawer) fit(slots []tools.WordSlot, heads []int) bool {
	for _, s := range slots {
		if a := d.calls[heads[s.Call]].Arg(s.Param); s.Needed && (a == nil || a.Origin == Asked && a.Param.Entity == nil) {
			return false
		}
	}
	for k, i := range heads {
		for _, a := range d.calls[i].Args {
			said := a.Origin == Shown || a.Origin == Said && a.Echo == nil || a.Origin == Earlier && a.There && len(a.Param.There) > 0 || a.Origin == Result && !d.taken(i, a)
			if said && !slices.ContainsFunc(slots, func(s tools.WordSlot) bool { return s.Call == k && s.Param == a.Param.Name }) {
				return false
			}
		}
	}
	return true
}

// taken reports whether a call before call i is about the same thing, so that it need not be said
// again.
func (d *drawer) taken(i int, a Arg) bool {
	return slices.ContainsFunc(d.calls[:i], func(c Call) bool {
		return slices.ContainsFunc(c.Args, func(b Arg) bool { return b.Entity == a.Entity && b.Origin == a.Origin && tools.Same(b.Value, a.Value) })
	})
}

// names are the tools of the calls so far, as [tools.Wording] lists them: calls that differ in
// one value count once.
func (d *drawer) names() []string {
	heads := d.heads()
	out := make([]string, len(heads))
	for k, i := range heads {
		out[k] = d.calls[i].Tool.Name
	}
	return out
}

// heads are the calls so far without those that differ from the one before in one value only.
func (d *drawer) heads() []int {
	var out []int
	for i, c := range d.calls {
		if i == 0 || c.Tool != d.calls[i-1].Tool || slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result }) {
			out = append(out, i)
		}
	}
	return out
}

// toSame adds a call about the thing that call i has taken from a list.
func (d *drawer) toSame(i int) bool {
	c := d.calls[i]
	change := c.Tool.Effect.Changes()
	return d.aboutTaken(i, func(t *tools.Tool, about Arg) bool {
		return t != c.Tool && !related(t, c.Tool) && d.sensible(t, about) &&
			!(change && (t.Effect == tools.Get || t.Effect.Changes())) && // a change shows what it was about
			!(c.Tool.Effect == tools.Get && t.Effect.Changes() && !slices.Contains(t.After, c.Tool.Name)) &&
			!(t.Effect == tools.List && t.Entity == about.Entity)
	}, func(Call) bool { return true })
}

// aboutTaken adds a call about the thing that call i has taken from a list, of a tool that fits
// and with arguments that suit.
func (d *drawer) aboutTaken(i int, fits func(*tools.Tool, Arg) bool, suits func(Call) bool) bool {
	for _, a := range d.calls[i].Args {
		if a.Origin != Result || a.Choice.List == "" {
			continue
		}
		for _, t := range d.order(d.Set.Tools) {
			p := entityParam(t, a.Entity)
			about := a
			about.Param = p
			if p == nil || !fits(t, about) || d.repeated(t, p, a.Value) || d.removes(t, a.Value) || d.undoes(t, a.Value) {
				continue
			}
			if more, ok := d.call(t, append([]Arg{about}, d.echoes(t, p)...)...); ok && suits(more) && d.try(more) {
				return true
			}
		}
	}
	return false
}

// bothBest is how often somebody asks about the cheapest and the fastest one at once.
const bothBest = 0.2

// likewise adds a call of the same tool as call i about another thing of the list that it has
// taken one from.
func (d *drawer) likewise(i int) bool {
	c := d.calls[i]
	for k, a := range c.Args {
		if a.Origin != Result || a.Choice.List == "" || c.Tool.Effect == tools.Create || c.Tool.Effect.Changes() && (a.Entity != c.Tool.Entity || a.Choice.Order != mission.OrderIs) {
			continue // one thing is not moved to two places, and nobody cancels the dearest and the longest
		}
		if a.Choice.Order != mission.OrderIs && !d.r.Chance(bothBest) {
			continue
		}
		from := d.calls[a.Call]
		rows := rowsOf(d.tried[a.Call], a.Choice.List)
		for _, it := range keyed.Shuffled(d.r, itemsOf(from.Tool, d.tried[a.Call], d.index(), a.Call, d.Set.Entities)) {
			// Two that are told in the same way: the cheapest and the fastest, those for 3 pm and for 5 pm.
			choices := slices.DeleteFunc(append(it.choices(d.Set, rows, from.Tool, false), it.marks(rows, from.Tool)...), func(ch mission.Choice) bool {
				return tools.Same(it.id, a.Value) || (ch.Order == mission.OrderIs) != (a.Choice.Order == mission.OrderIs) || ch.Order == mission.OrderIs && ch.By != a.Choice.By || d.chosen(a.Call, ch) && ch.Order != mission.OrderIs
			})
			if len(choices) == 0 {
				continue
			}
			choice := keyed.Pick(d.r, choices)
			next := Call{Tool: c.Tool, Args: slices.Clone(c.Args)}
			next.Args[k] = it.arg(d.Set, a.Param, Result, &choice, "")
			for j := range next.Args {
				if b := &next.Args[j]; b.Origin == Said && b.Echo == nil {
					b.Echo = &Echo{i, b.Param.Name}
				}
			}
			if d.sensible(c.Tool, next.Args[k]) && d.try(next) {
				return true
			}
		}
	}
	return false
}
