package world

import (
	"slices"
	"time"

	"switchyard/mission"
	"switchyard/tools"
)

// The rules of a toolset: nothing is made, changed or answered that breaks one.

// madeCall is a call that later calls must agree with.
type madeCall struct {
	tool *tools.Tool
	args tools.Object
	body tools.Object
}

// value is an argument of the call or a field of its answer.
func (c *madeCall) value(name string) (any, bool) {
	if v, ok := c.body.Get(name); ok {
		return v, true
	}
	return c.args.Get(name)
}

// noteCall remembers a call if a rule relates it to later ones.
func (w *World) noteCall(t *tools.Tool, args tools.Object, answer Answer) {
	if answer.Status < 300 && slices.ContainsFunc(w.set.Rules, func(r tools.Rule) bool {
		return (r.Kind == mission.RuleExcludes || r.Kind == mission.RuleMonotone) && slices.Contains(r.Of, t.Name)
	}) {
		w.calls = append(w.calls, madeCall{t, args, answer.Body})
	}
}

// barred returns the rule that forbids the call, as far as its arguments and what was
// called before decide; nil if none does.
func (w *World) barred(t *tools.Tool, args tools.Object) *tools.Rule {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		if !slices.Contains(r.Of, t.Name) {
			continue
		}
		switch r.Kind {
		case mission.RuleExcludes:
			if w.excluded(r, t, args) {
				return r
			}
		case mission.RuleAfter, mission.RuleWithin:
			if w.brokenBy(r, args.Get) {
				return r
			}
		}
	}
	return nil
}

// excluded reports whether a call that was made before forbids this one.
func (w *World) excluded(r *tools.Rule, t *tools.Tool, args tools.Object) bool {
	if len(r.Of) > 1 && t.Name == r.Of[0] {
		return false
	}
	return slices.ContainsFunc(w.calls, func(c madeCall) bool {
		return c.tool.Name == r.Of[0] && alike(r.Same, c.value, args.Get) && fits(r.When, c.value)
	})
}

// alike reports whether two rows have the same for all names.
func alike(names []string, a, b lookup) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		x, ok1 := a(name)
		y, ok2 := b(name)
		return !ok1 || !ok2 || !equal(x, y)
	})
}

// fits reports whether a row has one of the values for each name.
func fits(when map[string][]any, known lookup) bool {
	for name, values := range when {
		if v, ok := known(name); !ok || !contains(values, v) {
			return false
		}
	}
	return true
}

// breaks returns the rule that a thing breaks as it is; nil if it breaks none. but is what
// it was before, which does not count.
func (w *World) breaks(e *tools.Entity, thing, but *record) *tools.Rule {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		if r.Of[0] != e.Key || r.In == "" && !fits(r.When, thing.value) {
			continue
		}
		switch r.Kind {
		case mission.RuleDisjoint:
			if slices.ContainsFunc(w.store(e).records, func(other *record) bool {
				return other != thing && other != but && !other.gone && alike(r.Same, thing.value, other.value) && fits(r.When, other.value) &&
					clash(r, thing.value, other.value)
			}) {
				return r
			}
		case mission.RuleAfter, mission.RuleWithin:
			if w.brokenBy(r, thing.value) {
				return r
			}
		case mission.RuleMonotone:
			if r.With == "" && but != nil && shrinks(r.At[0], but, thing) {
				return r
			}
		}
	}
	return nil
}

// shrinks reports whether a value that may only grow has become less.
func shrinks(name string, old, now *record) bool {
	was, ok1 := old.value(name)
	is, ok2 := now.value(name)
	return ok1 && ok2 && !covers(is, was)
}

// brokenBy reports whether the values of a row break a rule of the kind after or within.
func (w *World) brokenBy(r *tools.Rule, known lookup) bool {
	switch {
	case r.Kind == mission.RuleAfter:
		at, ok1 := w.momentOf(r.At, known)
		than, ok2 := w.momentOf(r.Than, known)
		return ok1 && ok2 && at.before(than)
	case len(r.Among) > 0:
		v, ok := known(r.At[0])
		return ok && !contains(r.Among, v)
	case len(r.Months) > 0:
		low, high, ok := season(r, known)
		v, known := known(r.At[0])
		f, number := Float(v)
		return ok && known && number && (f < low || f > high)
	}
	at, ok := w.momentOf(r.At, known)
	outside := false
	for begin, end := range w.spans(r, known) {
		if !at.before(begin) && !end.before(at) {
			return false
		}
		outside = ok
	}
	return outside
}

// spans yields the intervals in which a row may lie: that of the thing that it names, or
// of each thing that has the same in common with it.
func (w *World) spans(r *tools.Rule, known lookup) func(yield func(begin, end moment) bool) {
	return func(yield func(begin, end moment) bool) {
		e := w.set.Entity(r.In)
		if e == nil {
			return
		}
		by := r.By
		if by == "" {
			by = e.ID
		}
		id, named := known(by)
		for _, thing := range w.store(e).records {
			if thing.gone || !fits(r.When, thing.value) || len(r.Same) == 0 && !(named && equal(thing.id(e), id)) || !alike(r.Same, thing.value, known) {
				continue
			}
			if begin, end, ok := interval(r, r.From, thing.value); ok && !yield(begin, end) {
				return
			}
		}
	}
}

// season is the range that a value has in the month of a row.
func season(r *tools.Rule, known lookup) (low, high float64, ok bool) {
	v, _ := known(r.Month)
	text, _ := v.(string)
	month := 0
	if t, err := time.Parse("January", text); err == nil {
		month = int(t.Month())
	} else if at, ok := momentIn(text); ok && at.exact != ofClock {
		month = int(at.Month())
	}
	if month == 0 || len(r.Months) != 12 {
		return 0, 0, false
	}
	return float64(r.Months[month-1][0]), float64(r.Months[month-1][1]), true
}

// inSeason limits the values of a field of a tool or an entity to what a rule allows in the
// month of the row.
func (w *World) inSeason(of, name string, values *tools.Values, known lookup) *tools.Values {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		if len(r.Months) == 0 || r.Of[0] != of || r.At[0] != name {
			continue
		}
		if low, high, ok := season(r, known); ok {
			limited := *values
			limited.Min, limited.Max = low, high
			return &limited
		}
	}
	return values
}

// falls reports whether the answer to a call has less of a value than the answer to an
// earlier call with less, or more of it than that to one with more.
func (w *World) falls(t *tools.Tool, now lookup) bool {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		if r.Kind != mission.RuleMonotone || r.With == "" || r.Of[0] != t.Name {
			continue
		}
		for k := range w.calls {
			c := &w.calls[k]
			if c.tool != t || !alike(r.Same, c.value, now) {
				continue
			}
			before, ok1 := c.value(r.With)
			after, ok2 := now(r.With)
			was, ok3 := c.value(r.At[0])
			is, ok4 := now(r.At[0])
			x, ok5 := Float(was)
			y, ok6 := Float(is)
			if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !ok6 {
				continue
			}
			if more, less := covers(after, before), covers(before, after); more && !less && y < x || less && !more && y > x {
				return true
			}
		}
	}
	return false
}

// hides reports whether a list of the tool leaves a thing out: somebody has it already, or
// the list only has others.
func (w *World) hides(t *tools.Tool, thing *record) bool {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		switch {
		case r.Kind == mission.RuleWithin && len(r.Among) > 0 && r.Of[0] == t.Name:
			if w.brokenBy(r, thing.value) {
				return true
			}
		case r.Kind == mission.RuleDisjoint && len(r.Same) == 1:
			if w.takenBy(r, t.Entity, thing) {
				return true
			}
		}
	}
	return false
}

// takenBy reports whether the rule gives a thing to one other thing only, and there is one
// that has it: a slot that is booked is free for nobody.
func (w *World) takenBy(r *tools.Rule, e *tools.Entity, thing *record) bool {
	holder := w.set.Entity(r.Of[0])
	if holder == nil || holder == e {
		return false
	}
	a := holder.Attribute(r.Same[0])
	if a == nil || !copies(a) || a.Values.Text != e.ID {
		return false
	}
	if len(r.At) > 0 { // only if the time is that of the thing itself
		at := holder.Attribute(r.At[0])
		if at == nil || at.Values == nil || at.Values.Kind != tools.ValueOf {
			return false
		}
	}
	id := thing.id(e)
	return slices.ContainsFunc(w.store(holder).records, func(o *record) bool {
		have, _ := o.value(a.Name)
		return !o.gone && equal(have, id) && fits(r.When, o.value)
	})
}

// grows reports whether a rule demands that an attribute keeps what it had.
func (w *World) grows(e *tools.Entity, attribute string) bool {
	return slices.ContainsFunc(w.set.Rules, func(r tools.Rule) bool {
		return r.Kind == mission.RuleMonotone && r.With == "" && r.Of[0] == e.Key && r.At[0] == attribute
	})
}

// Window returns the days between which the value of a parameter has to be by a rule, as
// far as the other arguments decide.
func (w *World) Window(t *tools.Tool, p *tools.Param, args tools.Object) (first, last time.Time, ok bool) {
	for i := range w.set.Rules {
		r := &w.set.Rules[i]
		if r.Kind != mission.RuleWithin || r.In == "" || r.At[0] != p.Name && r.At[0] != p.Target() {
			continue
		}
		if t == nil || r.Of[0] != t.Name && (t.Entity == nil || r.Of[0] != t.Entity.Key) {
			continue
		}
		for begin, end := range w.spans(r, w.lookup(&record{}, args)) {
			return begin.cut(byDay), end.cut(byDay), true
		}
	}
	return first, last, false
}
