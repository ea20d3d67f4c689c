package blueprint

import (
	"errors"
	"slices"
	"strconv"

	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Demand is what a mission has to be.
type Demand struct {
	Type     mission.Type
	Pattern  mission.Pattern  // of multi missions
	Relation mission.Relation // of all missions but the first
	Next     []mission.Type   // what comes after it in the entry
	// NextRelation is how the mission after it leans on it.
	NextRelation mission.Relation
}

// ErrNoWay says that the toolset and the conversation so far leave no way to
// meet a demand, or none was found in a reasonable number of tries.
var ErrNoWay = errors.New("no way to draw the mission")

// tries bounds how often one mission is drawn anew within an attempt.
const tries = 24

// Draw decides the next mission of a story. It returns the world in which the
// mission can be played: the story's world with the things that the mission
// takes for granted.
func Draw(s Story, want Demand, r keyed.Rand) (*Blueprint, *world.World, error) {
	for range tries {
		d := &drawer{Story: s, r: r, used: map[string]bool{}}
		d.World = s.World.Clone()
		b, ok := d.draw(want)
		if !ok {
			continue
		}
		b.Type, b.Pattern, b.Relation, b.Calls = want.Type, want.Pattern, want.Relation, d.calls
		if w, ok := d.replay(s.World); ok {
			return b, w, nil
		}
	}
	return nil, nil, ErrNoWay
}

// replay plays the calls on a fresh copy of the story's world and makes sure
// that they are answered as planned.
func (d *drawer) replay(before *world.World) (*world.World, bool) {
	w := before.Clone()
	w.Adopt(d.World)
	ready := w.Clone()
	for i, c := range d.calls {
		answer := w.Call(c.Tool, c.Values())
		if answer.Status != d.tried[i].Status || string(answer.Body.JSON()) != string(d.tried[i].Body.JSON()) {
			return nil, false
		}
	}
	return ready, true
}

func (d *drawer) draw(want Demand) (*Blueprint, bool) {
	d.more = len(want.Next) > 0
	if want.Type == mission.Chat {
		return d.chat(want)
	}
	b := &Blueprint{Target: d.index() - 1}
	var first Call
	var ok bool
	switch want.Relation {
	case "":
		first, ok = d.fresh(want)
	case mission.Implicit:
		first, ok = d.implicit(b, d.index()-1)
	case mission.Ellipsis:
		first, ok = d.ellipsis(b, d.index()-1, want)
	case mission.LongTerm:
		first, ok = d.longTerm(b, want)
	}
	if !ok {
		return nil, false
	}
	switch want.Type {
	case mission.Single:
		ok = d.try(first)
	case mission.Clarify:
		ok = d.withhold(b, &first) && d.try(first)
	case mission.Multi:
		ok = d.shape(b, first, want.Pattern)
	}
	if want.Relation == mission.LongTerm {
		ok = ok && !slices.ContainsFunc(d.calls, func(c Call) bool { return !d.forgotten(c, b.Target) })
	}
	return b, ok
}

// fresh draws a call that leans on nothing.
func (d *drawer) fresh(want Demand) (Call, bool) {
	var fit []*tools.Tool
	for _, t := range d.Set.Tools {
		weight := 1
		switch {
		case t.Effect == tools.List:
			weight = 3 // what is listed can be referred to later
		case t.Effect == tools.Get || t.Effect == tools.Create:
			weight = 2
		case t.Effect == tools.Delete && len(want.Next) > 0:
			weight = 0 // what is gone cannot
		}
		for range weight {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return Call{}, false
	}
	return d.call(keyed.Pick(d.r, fit))
}

// withhold decides what the user leaves out of a clarify mission.
func (d *drawer) withhold(b *Blueprint, c *Call) bool {
	var fit []int
	for i, a := range c.Args {
		if !a.Param.Required || a.Origin != Said || a.Param.Type == "boolean" || a.Param.Type == "object" {
			continue
		}
		if d.wasSaid(a.Param) && !(b.Opening == OpenChange && len(a.Param.Other) > 0) {
			continue
		}
		if b.Opening == OpenChange && len(a.Param.Other) == 0 || d.heard(a.Value) {
			continue
		}
		fit = append(fit, i)
	}
	if b.Opening != OpenChange && (len(fit) == 0 || d.r.Chance(0.2)) {
		if i, ok := d.reopen(b, c); ok {
			fit = []int{i}
		}
	}
	if len(fit) == 0 {
		return false
	}
	fit = keyed.Shuffled(d.r, fit)
	n := 1
	if len(fit) > 1 && b.Opening != OpenChange && d.r.Chance(0.3) {
		n = 2
	}
	chosen := slices.Sorted(slices.Values(fit[:n]))
	for _, i := range chosen {
		a := &c.Args[i]
		a.Origin, a.Open = Asked, a.Open || b.Opening == OpenChange
		b.Missing = append(b.Missing, a.Param.Name)
	}
	b.Vague = d.r.Chance(0.25)
	return true
}

// reopen replaces a value that is carried over by one that is only announced:
// "but on another day".
func (d *drawer) reopen(b *Blueprint, c *Call) (int, bool) {
	for _, i := range keyed.Shuffled(d.r, indices(c.Args)) {
		a := c.Args[i]
		if a.Origin != Earlier || a.There || !a.Param.Required || len(a.Param.Other) == 0 {
			continue
		}
		d.used[valueKey(a.Param, a.Value)] = true
		rest := Call{Tool: c.Tool, Args: slices.Delete(slices.Clone(c.Args), i, i+1)}
		next, ok := d.said(a.Param, &rest)
		if !ok || !d.leans(rest, b.Target) || d.heard(next.Value) {
			continue
		}
		next.Open = true
		c.Args[i] = next
		return i, true
	}
	return 0, false
}

// heard tells whether a value stands somewhere in the conversation already: a
// question for it could be answered from there.
func (d *drawer) heard(v any) bool {
	if text, ok := v.(string); ok {
		return slices.ContainsFunc(d.Past, func(p *Past) bool { return p.Says(text) })
	}
	n, ok := v.(int64)
	if !ok {
		return false
	}
	for _, past := range d.Past {
		if past.Says(strconv.FormatInt(n, 10)) {
			return true
		}
		if n >= 0 && n < int64(len(smallNumbers)) && past.Says(smallNumbers[n]) {
			return true
		}
	}
	return false
}

var smallNumbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// wasSaid tells whether an earlier mission gave a value for the parameter, or
// for one that means the same, so that leaving it out would be no gap.
func (d *drawer) wasSaid(p *tools.Param) bool {
	for _, past := range d.Past {
		for _, c := range past.allCalls() {
			for _, a := range c.Args {
				if a.Param.Name == p.Name || alike(a.Param, p) {
					return true
				}
			}
		}
		// What was shown can be meant without being named.
		if p.Entity != nil {
			for _, c := range past.Calls {
				if len(itemsOf(c.Tool, c.Answer, 0, 0, []*tools.Entity{p.Entity})) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// allCalls are the calls that were made, and the one that a chat spoke of.
func (p *Past) allCalls() []PastCall {
	if p.Chat != nil && p.Chat.Like != nil {
		return []PastCall{{Call: *p.Chat.Like, Sources: p.LikeSources}}
	}
	return p.Calls
}

// alike tells whether two parameters can take the same value in a
// conversation: both name a place, a day, a currency, …
func alike(a, b *tools.Param) bool {
	if a.Entity != nil || b.Entity != nil {
		return a.Entity != nil && a.Entity == b.Entity
	}
	if a.Name == b.Name && a.Type == b.Type {
		return true
	}
	if a.Values == nil || b.Values == nil || len(b.There) == 0 {
		return false
	}
	switch a.Values.Kind {
	case tools.ValueKnown:
		return b.Values.Kind == tools.ValueKnown && a.Values.Text == b.Values.Text
	case tools.ValueDate, tools.ValueCity:
		return b.Values.Kind == a.Values.Kind
	}
	return false
}

// shape adds calls to the first one until the pattern stands.
func (d *drawer) shape(b *Blueprint, first Call, pattern mission.Pattern) bool {
	switch pattern {
	case mission.Parallel:
		if !d.try(first) {
			return false
		}
		n := 1
		if d.r.Chance(0.35) {
			n = 2
		}
		for range n {
			if !d.beside(b, 0) && len(d.calls) < 2 {
				return false
			}
		}
	case mission.Serial:
		if before, ok := d.before(&first); ok && d.r.Chance(0.4) {
			if !d.try(before) || !d.try(first) {
				return false
			}
		} else if !d.try(first) {
			return false
		}
		want := 2
		if d.r.Chance(0.35) {
			want = 3
		}
		for len(d.calls) < want {
			if !d.follow(len(d.calls) - 1) {
				break
			}
		}
	case mission.Mixed:
		if !d.try(first) {
			return false
		}
		switch d.r.IntN(3) {
		case 0: // a chain and something beside it
			if !d.follow(0) || !d.beside(b, 0) {
				return false
			}
		case 1: // something beside, then a chain on either
			if !d.beside(b, 0) || !d.follow(d.r.IntN(len(d.calls))) {
				return false
			}
		case 2: // two things made of one result
			for range 2 {
				if !d.follow(0) {
					return false
				}
			}
		}
		if d.r.Chance(0.25) {
			d.follow(len(d.calls) - 1)
		}
	}
	if len(d.calls) < 2 {
		return false
	}
	deps := Dependencies(d.calls)
	for j := range deps {
		if len(deps[j]) > 0 && slices.Max(deps[j]) > j {
			return false // calls stand in an order in which they can be made
		}
	}
	graph, err := mission.NewGraph(deps)
	return err == nil && graph.Pattern() == pattern && !d.repeats() && !d.ambiguous()
}

// ambiguous tells whether a call uses "the cheapest one" or "the booking" where
// several calls give such a thing.
func (d *drawer) ambiguous() bool {
	for _, c := range d.calls {
		for _, a := range c.Args {
			if a.Origin != Result {
				continue
			}
			givers := 0
			for i := range d.calls {
				if slices.ContainsFunc(itemsOf(d.calls[i].Tool, d.tried[i], 0, i, d.Set.Entities), func(it item) bool {
					return it.entity == a.Entity && (it.list != "") == (a.Choice.List != "") && !(i != a.Call && same(it.id, a.Value))
				}) {
					givers++
				}
			}
			if givers > 1 {
				return true
			}
		}
	}
	return false
}

// repeats tells whether two calls are the same.
func (d *drawer) repeats() bool {
	for i := range d.calls {
		for j := range i {
			if d.calls[i].Tool == d.calls[j].Tool && string(d.calls[i].Values().JSON()) == string(d.calls[j].Values().JSON()) {
				return true
			}
		}
	}
	return false
}

// Dependencies gives, for each call, the calls that must come before it: those
// whose results it uses, and those that the toolset declares.
func Dependencies(calls []Call) [][]int {
	out := make([][]int, len(calls))
	for j, c := range calls {
		deps := []int{}
		for i, other := range calls {
			if i == j {
				continue
			}
			uses := slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Call == i })
			declared := slices.Contains(c.Tool.After, other.Tool.Name) && agree(c, other)
			if uses || declared {
				deps = append(deps, i)
			}
		}
		out[j] = deps
	}
	return out
}

// agree tells whether no parameter that both calls have differs, so that both
// are about the same thing.
func agree(a, b Call) bool {
	for _, x := range a.Args {
		if y := b.Arg(x.Param.Name); y != nil && !same(x.Value, y.Value) {
			return false
		}
	}
	return true
}

// before makes the call that business order demands before c, about the same
// thing.
func (d *drawer) before(c *Call) (Call, bool) {
	for _, name := range keyed.Shuffled(d.r, c.Tool.After) {
		t := d.Set.Tool(name)
		if t == nil {
			continue
		}
		var fixed []Arg
		for _, p := range t.Params {
			a := c.Arg(p.Name)
			if a == nil {
				continue
			}
			moved := *a
			moved.Param = p
			fixed = append(fixed, moved)
		}
		if len(fixed) == 0 {
			continue
		}
		earlier, ok := d.call(t, fixed...)
		if !ok {
			continue
		}
		// What the first call says need not be said twice.
		for i := range c.Args {
			if a := &c.Args[i]; a.Origin == Said && earlier.Arg(a.Param.Name) != nil {
				a.Echo = &Echo{len(d.calls), a.Param.Name}
			}
		}
		return earlier, true
	}
	return Call{}, false
}

// follow adds a call that uses the result of call i.
func (d *drawer) follow(i int) bool {
	c, answer := d.calls[i], d.tried[i]
	items := keyed.Shuffled(d.r, itemsOf(c.Tool, answer, d.index(), i, d.Set.Entities))
	for _, it := range items {
		choice := mission.Choice{Order: mission.OrderOnly}
		if it.list != "" {
			list, _ := answer.Body.At(it.list)
			rows, _ := list.([]any)
			choices := it.choices(rows, c.Tool)
			choices = slices.DeleteFunc(choices, func(ch mission.Choice) bool { return d.chosen(i, ch) })
			if len(choices) == 0 {
				continue
			}
			choice = keyed.Pick(d.r, choices)
		} else if slices.ContainsFunc(c.Args, func(a Arg) bool { return same(a.Value, it.id) }) {
			continue // the call named it already
		}
		for _, t := range keyed.Shuffled(d.r, d.Set.Tools) {
			p := entityParam(t, it.entity)
			if p == nil || d.pointless(t, c.Tool, it) || d.repeated(t, p, it.id) {
				continue
			}
			fixed := append([]Arg{it.arg(p, Result, &choice, "")}, d.echoes(t, p)...)
			next, ok := d.call(t, fixed...)
			if ok && d.try(next) {
				return true
			}
		}
	}
	return false
}

// repeated tells whether a call of the mission does the same to the same thing.
func (d *drawer) repeated(t *tools.Tool, p *tools.Param, id any) bool {
	return slices.ContainsFunc(d.calls, func(c Call) bool {
		a := c.Arg(p.Name)
		return c.Tool == t && a != nil && same(a.Value, id)
	})
}

// chosen tells whether the same choice from call i was made already.
func (d *drawer) chosen(i int, ch mission.Choice) bool {
	for _, c := range d.calls {
		for _, a := range c.Args {
			if a.Origin == Result && a.Call == i && a.Choice.By == ch.By && a.Choice.Order == ch.Order {
				return true
			}
		}
	}
	return false
}

// pointless tells whether nobody would ask for t after what call gave.
func (d *drawer) pointless(t, after *tools.Tool, it item) bool {
	switch {
	case t.Effect == tools.Delete && (after.Effect == tools.Create || after.Effect == tools.Update):
		return true // made or changed only to be removed
	case t.Effect == tools.Get && t.Entity == it.entity && after.Effect != tools.List && after.Entity == it.entity:
		return true // everything was told already
	case t == after, t.Effect == tools.List && t.Entity == it.entity:
		return true
	}
	return slices.Contains(after.After, t.Name)
}

// entityParam is the required parameter of t that takes the id of one e.
func entityParam(t *tools.Tool, e *tools.Entity) *tools.Param {
	for _, p := range t.Params {
		if p.Entity == e && p.Required && p.Type != "array" {
			return p
		}
	}
	return nil
}

// echoes takes up values that other calls of the mission say, where the new
// tool has a parameter that means the same.
func (d *drawer) echoes(t *tools.Tool, but *tools.Param) []Arg {
	var out []Arg
	for _, p := range t.Params {
		if p == but || p.Entity != nil {
			continue
		}
	search:
		for i := len(d.calls) - 1; i >= 0; i-- {
			// The last place that was named is the one "there" means.
			for _, a := range slices.Backward(d.calls[i].Args) {
				if a.Origin == Said && a.Echo == nil && a.Param.Entity == nil && alike(a.Param, p) && (lasting(p) || a.Param.Name == p.Name) && (p.Required || a.Param.Name == p.Name) &&
					p.Type == a.Param.Type && d.r.Chance(0.85) {
					out = append(out, Arg{Param: p, Value: a.Value, Origin: Said, Echo: &Echo{i, a.Param.Name}})
					break search
				}
			}
		}
	}
	return out
}

// lasting tells whether a value of the parameter tends to stay the same
// within a request: a place, a day or a person does, a quantity does not.
func lasting(p *tools.Param) bool {
	if p.Values == nil {
		return false
	}
	switch p.Values.Kind {
	case tools.ValueKnown, tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth, tools.ValueCity,
		tools.ValuePerson, tools.ValueEmail, tools.ValuePhone, tools.ValueStreet, tools.ValueCompany:
		return true
	}
	return false
}

// beside adds a call that depends on none of the others.
func (d *drawer) beside(b *Blueprint, i int) bool {
	if d.r.Chance(0.55) && d.twin(b, i) {
		return true
	}
	for _, t := range keyed.Shuffled(d.r, d.Set.Tools) {
		if t.Effect == tools.Delete || d.calls[i].Tool == t || related(t, d.calls) {
			continue
		}
		// An id out of nowhere beside another request sounds made up.
		if slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && holdsEntity(p) }) && !d.r.Chance(0.3) {
			continue
		}
		c, ok := d.call(t, d.echoes(t, nil)...)
		if ok && d.try(c) {
			return true
		}
	}
	return d.twin(b, i)
}

// related tells whether t must come before or after one of the calls.
func related(t *tools.Tool, calls []Call) bool {
	return slices.ContainsFunc(calls, func(c Call) bool {
		return slices.Contains(t.After, c.Tool.Name) || slices.Contains(c.Tool.After, t.Name)
	})
}

// twin repeats call i with another value of one argument.
func (d *drawer) twin(b *Blueprint, i int) bool {
	c := d.calls[i]
	if c.Tool.Effect == tools.Delete || c.Tool.Effect == tools.Update || d.calls[len(d.calls)-1].Tool != c.Tool {
		return false // results of twins are told one after the other
	}
	var fit []int
	for j, a := range c.Args {
		other := slices.ContainsFunc(d.calls, func(o Call) bool {
			return o.Tool == c.Tool && o.Arg(a.Param.Name) != nil && !same(o.Arg(a.Param.Name).Value, a.Value)
		})
		switch {
		case other: // a twin varies it already: vary the same one again
			fit = []int{j}
		case len(fit) == 1 && d.varies(c):
		case c.Tool.Effect == tools.Create && !forOthers(c, a.Param):
			// The same thing is made twice for two people, not for two days.
		case a.Origin == Shown && a.Choice != nil && a.Choice.List != "":
			fit = append(fit, j)
		case a.Param.Match == tools.MatchAtMost || a.Param.Match == tools.MatchAtLeast:
			// "For at most two and three people" is one list, not two.
		case a.Origin == Said && a.Echo == nil && a.Param.Type != "boolean" && a.Param.Type != "array" && a.Param.Type != "object" &&
			a.Param.Default == nil && (a.Param.Required || b.Opening != OpenPlain):
			fit = append(fit, j)
		}
	}
	if b.Opening != OpenPlain {
		fit = slices.DeleteFunc(fit, func(j int) bool { return c.Args[j].Origin == Earlier })
	}
	if len(fit) == 0 {
		return false
	}
	j := keyed.Pick(d.r, fit)
	next := Call{Tool: c.Tool, Args: slices.Clone(c.Args)}
	if c.Args[j].Origin == Shown {
		other, ok := d.another(c.Args[j])
		if !ok {
			return false
		}
		next.Args[j] = other
	} else {
		for _, o := range d.calls {
			if a := o.Arg(c.Args[j].Param.Name); a != nil {
				d.used[valueKey(a.Param, a.Value)] = true
			}
		}
		a, ok := d.said(c.Args[j].Param, &c)
		if !ok || same(a.Value, c.Args[j].Value) {
			return false
		}
		next.Args[j] = a
	}
	for k := range next.Args {
		if k != j && next.Args[k].Origin == Said && next.Args[k].Echo == nil {
			next.Args[k].Echo = &Echo{i, next.Args[k].Param.Name}
		}
	}
	return d.try(next)
}

// varies tells whether the call has a twin.
func (d *drawer) varies(c Call) bool {
	n := 0
	for _, o := range d.calls {
		if o.Tool == c.Tool {
			n++
		}
	}
	return n > 1
}
