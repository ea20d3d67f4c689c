package blueprint

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// What is known before a call, so that no call waits for another in vain.

// inVain reports whether some call takes an identifier from the result of another
// although it stands elsewhere, too.
func (d *drawer) inVain() bool {
	for j, c := range d.calls {
		if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && d.knownWithout(j, a) }) {
			return true
		}
	}
	return false
}

// knownWithout reports whether what call j takes from the result of another stands
// elsewhere: in an earlier mission, or in a call that does not need that result. A thing
// chosen from a list needs the list, unless the same list was shown before.
func (d *drawer) knownWithout(j int, a Arg) bool {
	known := func(c Call, answer world.Answer) bool { return d.tells(c, answer, a) }
	list := a.Choice != nil && a.Choice.List != ""
	if list {
		wanted := things(rowsOf(d.tried[a.Call], a.Choice.List), a)
		known = func(_ Call, answer world.Answer) bool {
			return slices.ContainsFunc(answer.Body, func(f tools.Field) bool {
				rows, _ := f.Value.([]any)
				return len(rows) > 0 && slices.Equal(things(rows, a), wanted)
			})
		}
	}
	text, _ := IDText(a.Value)
	for _, past := range d.Past {
		if !list && distinctive(text) && past.says(text) ||
			slices.ContainsFunc(past.Calls, func(c PastCall) bool { return known(c.Call, c.Answer) }) {
			return true
		}
	}
	for h, c := range d.calls {
		switch {
		case h == j || d.needs(h, j):
		case h == a.Call:
			if !list && d.tells(c, world.Answer{}, a) {
				return true
			}
		case !d.needs(h, a.Call) && known(c, d.tried[h]):
			return true
		}
	}
	return false
}

// needs reports whether call j needs the result of call i, directly or through others.
func (d *drawer) needs(j, i int) bool {
	return j < len(d.calls) && slices.ContainsFunc(d.calls[j].Args, func(a Arg) bool {
		return a.Origin == Result && (a.Call == i || a.Call != j && d.needs(a.Call, i))
	})
}

// things lists, sorted, which things the rows of a list are, with the attribute by which
// an argument chooses one.
func things(rows []any, a Arg) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		o, _ := row.(tools.Object)
		id, _ := o.Get(a.Entity.ID)
		by, _ := o.Get(a.Choice.By)
		out[i] = string(tools.EncodeValue([]any{id, by}))
	}
	slices.Sort(out)
	return out
}

// tells reports whether a call or its answer has the identifier that an argument takes.
func (d *drawer) tells(c Call, answer world.Answer, a Arg) bool {
	text, isText := a.Value.(string)
	alone := isText && distinctive(text)
	is := func(name string, v any) bool {
		return tools.Same(v, a.Value) && (alone || name == a.Param.Name || name == a.Entity.ID)
	}
	return holdsLeaf("", c.Values(), is) || holdsLeaf("", answer.Body, is)
}

// holdsLeaf reports whether such holds for a value inside another, with the name of the
// field that holds it.
func holdsLeaf(name string, v any, such func(string, any) bool) bool {
	switch v := v.(type) {
	case tools.Object:
		return slices.ContainsFunc(v, func(f tools.Field) bool { return holdsLeaf(f.Name, f.Value, such) })
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return holdsLeaf(name, item, such) })
	}
	return such(name, v)
}

// distinctive reports whether an identifier is hardly ever equal to another value by
// chance.
func distinctive(id string) bool {
	return len(id) >= 4 && strings.ContainsAny(id, "0123456789")
}

// Told returns the attributes that were told of the thing that call i of a mission looks
// up: in earlier missions, or by a list of the mission itself. It returns none if the
// call does not look up one thing.
func (s *Story) Told(calls []Call, i int) map[string]bool {
	c := calls[i]
	if c.Tool.Effect != tools.Get {
		return nil
	}
	told := map[string]bool{}
	add := func(o tools.Object) {
		for _, f := range o {
			told[f.Name] = true
		}
	}
	for _, a := range c.Args {
		if a.Param.Entity != c.Tool.Entity {
			continue
		}
		for past := range s.made() {
			for _, it := range itemsOf(past.Tool, past.Answer, 0, 0, s.Set.Entities) {
				if past.Tool.Entity == it.entity && it.entity == c.Tool.Entity && tools.Same(it.id, a.Value) {
					add(it.fields)
				}
			}
		}
		if a.Origin == Result && calls[a.Call].Tool.Entity == c.Tool.Entity {
			for _, attribute := range c.Tool.Entity.Attributes {
				told[attribute.Name] = told[attribute.Name] || calls[a.Call].Tool.Shows(attribute)
			}
		}
	}
	return told
}

// tellsNothing reports whether a call looks up a thing and would tell nothing new of it.
func (d *drawer) tellsNothing(c Call) bool {
	told := d.Told(append(slices.Clone(d.calls), c), len(d.calls))
	return len(told) > 0 && !slices.ContainsFunc(c.Tool.Entity.Attributes, func(a *tools.Attribute) bool { return c.Tool.Shows(a) && !told[a.Name] }) &&
		!slices.ContainsFunc(c.Tool.Gives, func(a *tools.Attribute) bool { return !told[a.Name] })
}

// workedOut reports whether a call works out a number that another tool has told already for
// the same arguments. A tool that is named for what was not told tells something new.
func (d *drawer) workedOut(c Call, answer world.Answer) bool {
	if c.Tool.Effect != tools.Compute || len(c.Args) == 0 {
		return false
	}
	tells := func(old Call, was world.Answer) bool {
		if old.Tool == c.Tool || was.Status >= 300 || slices.ContainsFunc(c.Args, func(a Arg) bool {
			b := old.Arg(a.Param.Name)
			return b == nil || !tools.Same(a.Value, b.Value)
		}) {
			return false
		}
		isTold := func(f tools.Field) bool {
			have, shown := was.Body.Get(f.Name)
			return shown && tools.Same(have, f.Value)
		}
		if slices.ContainsFunc(answer.Body, func(f tools.Field) bool { return !isTold(f) && sharesWord(f.Name, c.Tool.Name) }) {
			return false
		}
		return slices.ContainsFunc(answer.Body, func(f tools.Field) bool {
			return isTold(f) && !slices.ContainsFunc(c.Args, func(a Arg) bool { return tools.Same(a.Value, f.Value) })
		})
	}
	for past := range d.made() {
		if tells(past.Call, past.Answer) {
			return true
		}
	}
	return slices.ContainsFunc(indices(d.calls), func(i int) bool { return tells(d.calls[i], d.tried[i]) })
}

// sharesWord reports whether two names have a word in common.
func sharesWord(a, b string) bool {
	words := naming.Words(b)
	return slices.ContainsFunc(naming.Words(a), func(w string) bool { return slices.Contains(words, w) })
}

// listedBefore reports whether an earlier list of the same tool shows all that a call would
// list: the call only has narrower filters, each about an attribute that lists show.
func (d *drawer) listedBefore(c Call) bool {
	if c.Tool.Effect != tools.List {
		return false
	}
	narrower := func(old Call, answer world.Answer) bool {
		if old.Tool != c.Tool || answer.Status >= 300 || slices.ContainsFunc(old.Args, func(a Arg) bool { return c.Arg(a.Param.Name) == nil }) {
			return false
		}
		return !slices.ContainsFunc(c.Args, func(a Arg) bool { return !narrows(c.Tool, a, old.Arg(a.Param.Name)) })
	}
	for past := range d.made() {
		if narrower(past.Call, past.Answer) {
			return true
		}
	}
	return slices.ContainsFunc(indices(d.calls), func(i int) bool { return narrower(d.calls[i], d.tried[i]) })
}

// narrows reports whether an argument only leaves out rows of a list that was made with the
// other value, or with none, and the rows show which.
func narrows(t *tools.Tool, a Arg, was *Arg) bool {
	if was != nil && tools.Same(was.Value, a.Value) {
		return true
	}
	if !readable(t, a.Param) {
		return false
	}
	if was == nil {
		return true
	}
	order, ok := world.Compare(a.Value, was.Value)
	return ok && (a.Param.Match == tools.MatchAtLeast && order > 0 || a.Param.Match == tools.MatchAtMost && order < 0)
}

// readable reports whether the rows of a list show what a parameter filters them by.
func readable(t *tools.Tool, p *tools.Param) bool {
	a := t.Entity.Attribute(p.Target())
	return p.Match != tools.MatchNone && a != nil && t.Shows(a)
}
