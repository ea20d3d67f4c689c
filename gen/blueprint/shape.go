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

// Multi missions: calls that follow the first one or are independent of it.

// shape adds calls to the first one until the pattern is complete.
func (d *drawer) shape(b *Blueprint, first Call, pattern mission.Pattern) bool {
	built := false
	switch pattern {
	case mission.Parallel:
		built = d.parallel(b, first)
	case mission.Serial:
		built = d.serial(b, first)
	case mission.Mixed:
		built = d.try(first) && d.mixed(b)
	}
	if !built || len(d.calls) < 2 || d.longWinded() {
		return false
	}
	deps := Dependencies(d.calls)
	for j := range deps {
		if len(deps[j]) > 0 && slices.Max(deps[j]) > j {
			return false // calls must be in an order in which they can be made
		}
	}
	graph, err := mission.NewGraph(deps)
	return err == nil && graph.Pattern() == pattern && !d.repeats() && !d.ambiguous() && !d.unclear() && !d.inVain() && !d.races(graph) && !d.undone()
}

func (d *drawer) parallel(b *Blueprint, first Call) bool {
	if !d.try(first) {
		return false
	}
	for range d.oneMore(1) {
		if !d.beside(b, 0) && len(d.calls) < 2 {
			return false
		}
	}
	return true
}

// oneMore is n, or sometimes one more.
func (d *drawer) oneMore(n int) int {
	if d.r.Chance(0.25) {
		return n + 1
	}
	return n
}

func (d *drawer) serial(b *Blueprint, first Call) bool {
	// What varies an earlier request is said first, so that nothing can come before it.
	if b.Opening == OpenPlain || b.Opening == OpenAlso {
		if before, ok := d.before(&first); ok && d.r.Chance(0.4) && !d.try(before) {
			return false
		}
	}
	if !d.try(first) {
		return false
	}
	for want := d.oneMore(2); len(d.calls) < want; {
		last := len(d.calls) - 1
		if !(d.r.Chance(0.2) && d.next(last)) && !d.follow(last) && !d.next(last) {
			break
		}
	}
	return true
}

// next adds a call about the thing that call i has taken from a list, if the toolset
// requires call i before it.
func (d *drawer) next(i int) bool {
	c := d.calls[i]
	return d.aboutTaken(i, func(t *tools.Tool, _ Arg) bool { return slices.Contains(t.After, c.Tool.Name) },
		func(more Call) bool { return more.comesAfter(c) })
}

func (d *drawer) mixed(b *Blueprint) bool {
	switch {
	case d.desperate: // two things made of one result
		if !d.follow(0) {
			return false
		}
		return d.follow(0)
	case d.r.Chance(0.15): // something beside, then a chain on either
		return d.beside(b, 0) && d.follow(d.r.IntN(len(d.calls)))
	case !d.follow(0):
		return false
	}
	// Two things done to one thing of the result: whoever wants to see it and to book it has one
	// purpose, and who wants to see one and to book another has two. The same done to two things
	// of the result; something beside the chain.
	if d.r.Chance(0.75) && d.toSame(len(d.calls)-1) || d.beside(b, 0) || d.toSame(len(d.calls)-1) {
		return true
	}
	return d.likewise(len(d.calls) - 1)
}

// sameThing reports whether two calls take the same thing.
func sameThing(a, b Call) bool {
	return slices.ContainsFunc(a.Args, func(x Arg) bool {
		return x.Param.Entity == a.Tool.Entity && slices.ContainsFunc(b.Args, func(y Arg) bool { return y.Param.Entity == x.Param.Entity && tools.Same(x.Value, y.Value) })
	})
}

// races reports whether a call lists or looks up things that another call changes, with no order
// between the two: the reply could tell a state that never existed.
func (d *drawer) races(graph *mission.Graph) bool {
	for i, a := range d.calls {
		for j, b := range d.calls {
			reads := a.Tool.Effect == tools.List || a.Tool.Effect == tools.Get && sameThing(a, b)
			if reads && b.Tool.Effect.Changes() && a.Tool.Entity == b.Tool.Entity && !graph.Before(i, j) && !graph.Before(j, i) {
				return true
			}
		}
	}
	return false
}

// ambiguous reports whether a call uses "the cheapest one" or "the booking" although
// several calls give such a thing.
func (d *drawer) ambiguous() bool {
	return d.anyArg(func(a Arg) bool {
		givers := 0
		for i, c := range d.calls {
			if a.Origin == Result && slices.ContainsFunc(itemsOf(c.Tool, d.tried[i], 0, i, d.Set.Entities), func(it item) bool {
				return it.entity == a.Entity && (it.list != "") == (a.Choice.List != "") && !(i != a.Call && tools.Same(it.id, a.Value))
			}) {
				givers++
			}
		}
		return givers > 1
	})
}

// unclear reports whether a value is carried over without a word although another call says a
// value of its kind: "from May 15th" or, as the directive, "from May 26th"?
func (d *drawer) unclear() bool {
	return d.anyArg(func(a Arg) bool {
		return a.Origin == Earlier && !a.There && d.anyArg(func(b Arg) bool {
			return b.Origin == Said && b.Param.Entity == nil && sameKind(b.Param, a.Param) && !tools.Same(a.Value, b.Value)
		})
	})
}

// undone reports whether a call takes back what another one does: nobody asks for both at
// once.
func (d *drawer) undone() bool {
	return slices.ContainsFunc(d.calls, func(a Call) bool {
		return slices.ContainsFunc(d.calls, func(b Call) bool { return slices.Contains(a.Tool.Undoes, b.Tool.Name) })
	})
}

// anyArg reports whether such holds for any argument of the mission's calls.
func (d *drawer) anyArg(such func(Arg) bool) bool {
	return slices.ContainsFunc(d.calls, func(c Call) bool { return slices.ContainsFunc(c.Args, such) })
}

// repeats reports whether two calls are the same.
func (d *drawer) repeats() bool {
	for i, a := range d.calls {
		if slices.ContainsFunc(d.calls[:i], func(b Call) bool { return a.Tool == b.Tool && slices.EqualFunc(a.Args, b.Args, sameArg) }) {
			return true
		}
	}
	return false
}

// before returns a call about the same thing that the toolset requires before c.
func (d *drawer) before(c *Call) (Call, bool) {
	for _, name := range keyed.Shuffled(d.r, c.Tool.After) {
		t := d.Set.Tool(name)
		if t == nil {
			continue
		}
		var fixed []Arg
		for _, p := range t.Params {
			if a := c.Arg(p.Name); a != nil {
				moved := *a
				moved.Param = p
				fixed = append(fixed, moved)
			}
		}
		if len(fixed) == 0 {
			continue
		}
		earlier, ok := d.call(t, fixed...)
		if !ok {
			continue
		}
		// Values that the first call says need not be said again.
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
	for _, it := range keyed.Shuffled(d.r, itemsOf(c.Tool, answer, d.index(), i, d.Set.Entities)) {
		choices := []mission.Choice{{Order: mission.OrderOnly}}
		if it.list != "" {
			choices = it.choices(d.Set, rowsOf(answer, it.list), c.Tool, d.desperate)
			choices = slices.DeleteFunc(choices, func(ch mission.Choice) bool { return d.chosen(i, ch) || d.varies && !d.bestOfMore(it, ch) })
			// Whose things they are knows what they are like, without having seen the list.
			if marks := it.marks(rowsOf(answer, it.list), c.Tool); d.Set.OwnsOrKeeps(it.entity) && len(marks) > 0 && !d.varies && (len(choices) == 0 || d.r.Chance(toldByMark)) {
				choices = preferred(slices.DeleteFunc(marks, func(ch mission.Choice) bool { return filters(c.Tool, ch.By) || d.chosen(i, ch) }))
			}
		} else if slices.ContainsFunc(c.Args, func(a Arg) bool { return tools.Same(a.Value, it.id) || a.Param.Entity == it.entity }) {
			continue // it is an argument of the call, or a copy of one: "the task" could be either
		} else if it.entity != c.Tool.Entity && d.showedOther(it) {
			continue // "the courier" could be that of an earlier parcel
		}
		for _, t := range d.order(d.Set.Tools) {
			p := entityParam(t, it.entity)
			if p == nil || pointless(t, c.Tool, it) || d.repeated(t, p, it.id) || d.removes(t, it.id) || d.undoes(t, it.id) {
				continue
			}
			fit := slices.DeleteFunc(slices.Clone(choices), func(ch mission.Choice) bool { return !d.sensible(t, it.arg(d.Set, p, Result, &ch, "")) })
			if len(fit) == 0 {
				continue
			}
			choice := keyed.Pick(d.r, fit)
			about := it.arg(d.Set, p, Result, &choice, "")
			if d.knownWithout(len(d.calls), about) {
				continue
			}
			fixed := append([]Arg{about}, d.echoes(t, p)...)
			if next, ok := d.call(t, fixed...); ok && d.try(next) {
				return true
			}
		}
	}
	return false
}

// removes reports whether t removes what another call of the mission is about, or
// is about what another call removes.
func (d *drawer) removes(t *tools.Tool, id any) bool {
	return slices.ContainsFunc(d.calls, func(c Call) bool {
		return (t.Effect == tools.Delete || c.Tool.Effect == tools.Delete) &&
			slices.ContainsFunc(c.Args, func(a Arg) bool { return holdsEntity(a.Param) && tools.Same(a.Value, id) })
	})
}

// repeated reports whether a call of the mission does the same to the same thing.
func (d *drawer) repeated(t *tools.Tool, p *tools.Param, id any) bool {
	return slices.ContainsFunc(d.calls, func(c Call) bool {
		a := c.Arg(p.Name)
		return c.Tool == t && a != nil && tools.Same(a.Value, id)
	})
}

// chosen reports whether the same choice from call i was made already.
func (d *drawer) chosen(i int, ch mission.Choice) bool {
	return d.anyArg(func(a Arg) bool {
		return a.Origin == Result && a.Call == i && a.Choice.By == ch.By && a.Choice.Order == ch.Order
	})
}

// pointless reports whether nobody would use t after the other tool has given the
// item.
func pointless(t, after *tools.Tool, it item) bool {
	switch {
	case t.Effect == tools.Delete && (after.Effect == tools.Create || after.Effect == tools.Update):
		return true // it would be made or changed only to be removed
	case t.Effect == tools.Get && t.Entity == it.entity && after.Effect != tools.List && after.Entity == it.entity:
		return true // there is nothing more to tell
	case t == after, t.Effect == tools.List && t.Entity == it.entity:
		return true
	}
	return slices.Contains(after.After, t.Name) || slices.Contains(t.Undoes, after.Name)
}

// undoes reports whether t changes what another call of the mission has just
// settled about the same thing: nobody asks for both at once.
func (d *drawer) undoes(t *tools.Tool, id any) bool {
	if t.Effect != tools.Update {
		return false
	}
	for i, c := range d.calls {
		if c.Tool.Entity != t.Entity || c.Tool.Effect != tools.Create && c.Tool.Effect != tools.Update {
			continue
		}
		if have, _ := d.tried[i].Body.Get(t.Entity.ID); tools.Same(have, id) && overwrites(t, c.Tool) {
			return true
		}
	}
	return false
}

// overwrites reports whether t changes an attribute that the other tool has just been
// given, or one that follows from it, or ends the state in which the thing was made.
func overwrites(t, after *tools.Tool) bool {
	told := func(attribute string) bool {
		base := ""
		if a := t.Entity.Attribute(attribute); a != nil && a.Values != nil && a.Values.Kind == tools.ValueOf {
			base, _, _ = strings.Cut(a.Values.Text, ".")
		}
		return slices.ContainsFunc(after.Params, func(q *tools.Param) bool {
			return (q.Entity == nil || q.Entity != t.Entity) && (q.Attribute == attribute || base != "" && (q.Attribute == base || q.Name == base))
		})
	}
	state := func(attribute string) bool {
		return slices.ContainsFunc(after.Sets, func(s tools.Setting) bool { return s.Attribute == attribute }) &&
			slices.ContainsFunc(t.OnlyIf, func(c tools.Condition) bool { return c.Attribute == attribute })
	}
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
		return p.Entity != t.Entity && p.Attribute != "" && (told(p.Attribute) || state(p.Attribute))
	}) || slices.ContainsFunc(t.Sets, func(s tools.Setting) bool { return state(s.Attribute) })
}

// echoes returns arguments for parameters that mean the same as one of another call of
// the mission, with the value of that call.
func (d *drawer) echoes(t *tools.Tool, but *tools.Param) []Arg {
	var out []Arg
	for _, p := range t.Params {
		if p == but || p.Entity != nil {
			continue
		}
	search:
		for i := len(d.calls) - 1; i >= 0; i-- {
			// "There" means the place that was named last.
			for _, a := range slices.Backward(d.calls[i].Args) {
				named := a.Param.Name == p.Name
				if a.Origin == Said && a.Echo == nil && a.Param.Entity == nil && a.Param.Type == p.Type && alike(a.Param, p) && (p.Required || connects(p)) &&
					(named || lasting(p) && p.Required) && d.within(p, a.Value) && !d.contested(p, a.Value) && d.r.Chance(0.85) {
					out = append(out, Arg{Param: p, Value: a.Value, Origin: Said, Echo: &Echo{i, a.Param.Name}})
					break search
				}
			}
		}
	}
	return out
}

// contested reports whether the mission also has another value, said or taken over, for
// which the words that stand for a value of p could stand: "there" after two places.
func (d *drawer) contested(p *tools.Param, value any) bool {
	return len(p.There) > 0 && d.anyArg(func(a Arg) bool {
		return (a.Origin == Said || a.Origin == Earlier) && a.Param.Entity == nil && (a.Param.Name == p.Name || sameKind(a.Param, p)) && !tools.Same(a.Value, value)
	})
}

// related reports whether one of the tools must come before the other.
func related(t, other *tools.Tool) bool {
	return slices.Contains(t.After, other.Name) || slices.Contains(other.After, t.Name)
}

// twin repeats call i with another value of one argument.
func (d *drawer) twin(b *Blueprint, i int) bool {
	c := d.calls[i]
	if c.Tool.Effect == tools.Delete || c.Tool.Effect == tools.Update || d.calls[len(d.calls)-1].Tool != c.Tool {
		return false // results of twins are told one after the other
	}
	if c.Tool.Effect == tools.List && d.pointedTo {
		return false // of two lists, "the second one" could be on either
	}
	fit := d.twinnable(b, c)
	if len(fit) == 0 {
		return false
	}
	j := keyed.Pick(d.r, fit)
	old := c.Args[j]
	var varied Arg
	var ok bool
	if old.Origin == Shown {
		varied, ok = d.another(old)
	} else {
		for _, o := range d.calls {
			d.useUp(old.Param, o)
		}
		for range 4 {
			if varied, ok = d.said(old.Param, &c); !ok || d.inOrder(old.Param, varied.Value) {
				break
			}
			ok = false
		}
	}
	if !ok {
		return false
	}
	next := Call{Tool: c.Tool, Args: slices.Clone(c.Args)}
	for k := range next.Args {
		if a := &next.Args[k]; a.Origin == Said && a.Echo == nil {
			a.Echo = &Echo{i, a.Param.Name}
		}
	}
	next.Args[j] = varied
	return d.try(next)
}

// inOrder reports whether a value comes after those of the calls so far: nobody asks for "the
// 28th, the 25th and the 23rd".
func (d *drawer) inOrder(p *tools.Param, v any) bool {
	return !slices.ContainsFunc(d.calls, func(c Call) bool {
		a := c.Arg(p.Name)
		if a == nil {
			return false
		}
		sign, comparable := world.Compare(a.Value, v)
		return tools.Same(a.Value, v) || comparable && sign > 0 && ordered(p)
	})
}

// ordered reports whether people name several values of a parameter in their order.
func ordered(p *tools.Param) bool {
	return isKind(p, tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth) || p.Type == "integer" || p.Type == "number"
}

// searchWords name parameters that take words to search for.
var searchWords = []string{"keyword", "keywords", "query", "search", "term", "terms", "q"}

// searched reports whether a parameter takes words to search for, several of which fit into
// one call.
func searched(p *tools.Param) bool {
	return p.Type == "string" && len(p.Enum) == 0 && p.Entity == nil && slices.ContainsFunc(naming.Words(strings.ToLower(p.Name)), func(w string) bool { return slices.Contains(searchWords, w) })
}

// counts reports whether a parameter says how much of a list is wanted.
func counts(p *tools.Param) bool {
	return p.Type == "integer" && slices.ContainsFunc(naming.Words(strings.ToLower(p.Name)), func(w string) bool { return w == "limit" || w == "size" || w == "count" || w == "max" })
}

// twinnable lists the arguments of a call that may differ in a twin.
func (d *drawer) twinnable(b *Blueprint, c Call) []int {
	twins := 0
	for _, o := range d.calls {
		if o.Tool == c.Tool {
			twins++
		}
	}
	var fit []int
	for j, a := range c.Args {
		varied := slices.ContainsFunc(d.calls, func(o Call) bool {
			return o.Tool == c.Tool && o.Arg(a.Param.Name) != nil && !tools.Same(o.Arg(a.Param.Name).Value, a.Value)
		})
		switch {
		case varied: // a twin varies it already: vary the same one again
			fit = []int{j}
		case len(fit) == 1 && twins > 1:
		case c.Tool.Effect == tools.Create && !forOthers(c, a.Param):
			// The same thing is made twice for two people, not for two days.
		case a.Origin == Shown && a.Choice != nil && a.Choice.List != "":
			fit = append(fit, j)
		case a.Param.Attribute == "status" || a.Param.Name == "status":
			// Whoever wants what is in either of two states asks for all.
		case isKind(a.Param, tools.ValuePick) && counts(a.Param):
			// "Limited to five and 25 results" is one list, not two.
		case c.Tool.Effect == tools.List && searched(a.Param):
			// One search can have several words.
		case isKind(a.Param, tools.ValueMoney) && c.Tool.Effect != tools.List:
			// "A parcel worth €1,300 and €600" has one worth, not two.
		case a.Param.Match == tools.MatchAtMost || a.Param.Match == tools.MatchAtLeast:
			// "For at most two and three people" is one list, not two.
		case a.Origin == Said && a.Echo == nil && scalar(a.Param) && a.Param.Default == nil && (a.Param.Required || b.Opening != OpenPlain):
			fit = append(fit, j)
		}
	}
	if b.Opening != OpenPlain {
		fit = slices.DeleteFunc(fit, func(j int) bool { return c.Args[j].Origin == Earlier })
	}
	return fit
}
