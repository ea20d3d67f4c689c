package flow

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"switchyard/tools"
)

// properties lists the names of the properties of an object schema.
func properties(schema json.RawMessage) []string {
	var object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &object) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(object.Properties))
}

// facts are what holds on every way to a place.
type facts struct {
	slots     map[*Slot]bool       // known
	returned  map[*Node]bool       // called, and the last call was not refused
	called    map[*Node]bool       // called, refused or not
	succeeded map[*tools.Tool]bool // called at some time, and not refused
	states    map[state]bool       // what was found out about things
}

// state says that an attribute of a thing has one of some values. The thing is what a slot names,
// or what a call has made.
type state struct {
	slot      *Slot
	made      *Node
	attribute string
	values    string // one a line, in a fixed order
}

func (f *facts) clone() *facts {
	return &facts{maps.Clone(f.slots), maps.Clone(f.returned), maps.Clone(f.called), maps.Clone(f.succeeded), maps.Clone(f.states)}
}

// keep keeps what also holds on another way. It reports whether anything was dropped.
func (f *facts) keep(o *facts) bool {
	a, b, c, d, e := both(f.slots, o.slots), both(f.returned, o.returned), both(f.called, o.called), both(f.succeeded, o.succeeded), both(f.states, o.states)
	return a || b || c || d || e
}

func both[K comparable](a, b map[K]bool) bool {
	before := len(a)
	maps.DeleteFunc(a, func(k K, _ bool) bool { return !b[k] })
	return len(a) < before
}

// after is what holds behind an edge, if f held in front of its node.
func (w *Workflow) after(f *facts, e *Edge) *facts {
	g, n := f.clone(), e.From
	switch {
	case n.Call != nil:
		g.called[n] = true
		if w.mayRefuse(e) {
			delete(g.returned, n)
		} else {
			g.returned[n], g.succeeded[n.Call] = true, true
			g.learn(w, e)
		}
	case !e.Wished():
		for _, s := range n.Ask {
			g.slots[s] = true
			maps.DeleteFunc(g.states, func(x state, _ bool) bool { return x.slot == s })
		}
	}
	for _, s := range e.Forgets {
		delete(g.slots, s)
	}
	for _, s := range e.Gives {
		g.slots[s] = true
		maps.DeleteFunc(g.states, func(x state, _ bool) bool { return x.slot == s })
	}
	return g
}

// mayRefuse reports whether the edge may be taken because the call of its node was refused.
func (w *Workflow) mayRefuse(e *Edge) (may bool) {
	situations(w.variables(e.From.conditionsOf()), func(s *situation) bool {
		may = s.refused(e.From) && slices.Contains(e.From.decided(s), e)
		return !may
	})
	return may
}

// learn adds what a call that was not refused says about the state of a thing: what its tool
// sets, and what the edge tests.
func (f *facts) learn(w *Workflow, e *Edge) {
	n := e.From
	x := state{made: n}
	if n.Call.Effect != tools.Create {
		x = state{slot: n.thing(n.Call.Entity)}
	}
	if n.Call.Effect.Changes() && x.slot != nil {
		maps.DeleteFunc(f.states, func(y state, _ bool) bool { return y.slot == x.slot && !stays(n.Call, y.attribute) })
	}
	if n.Call.Effect.Changes() && (x.slot != nil || n.Call.Effect == tools.Create) {
		for _, s := range n.Call.Sets {
			x.attribute, x.values = s.Attribute, literals([]any{s.Value})
			f.states[x] = true
		}
	}
	for _, t := range e.If {
		if s := t.thing(); s != nil && (t.Op == Is || t.Op == In) {
			f.states[state{slot: s, attribute: t.Field, values: literals(t.Values)}] = true
		}
	}
	for _, t := range e.excluded(w) {
		f.states[t] = true
	}
}

// stays reports whether an attribute of a thing is what it was before a call of the tool, because
// the call says nothing about it, and it follows from nothing.
func stays(t *tools.Tool, attribute string) bool {
	a := t.Entity.Attribute(attribute)
	return t.Effect == tools.Update && a != nil && a.Values != nil && a.Values.Kind == tools.ValuePick && len(a.Values.By) == 0 &&
		!slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Target() == attribute }) &&
		!slices.ContainsFunc(t.Sets, func(s tools.Setting) bool { return s.Attribute == attribute })
}

// excluded is what the edge says about a thing by not being another edge of its node: if one
// edge is for those that are paid, the other is for the rest.
func (e *Edge) excluded(w *Workflow) (all []state) {
	for _, other := range e.From.Onward() {
		if other == e || len(other.If) != 1 || len(e.If) > 0 {
			continue
		}
		t := &other.If[0]
		s := t.thing()
		if s == nil {
			continue
		}
		d := w.domain(t.Node.Call, t.Field)
		rest := slices.DeleteFunc(unique(d.values), func(v any) bool {
			among := slices.ContainsFunc(t.Values, func(u any) bool { return tools.Same(u, v) })
			return among == (t.Op == Is || t.Op == In)
		})
		if len(rest) > 0 && (t.Op == Is || t.Op == In || t.Op == IsNot || t.Op == NotIn) {
			all = append(all, state{slot: s, attribute: t.Field, values: literals(rest)})
		}
	}
	return all
}

// thing is the slot that names the thing whose attribute the test is about, or nil.
func (t *Test) thing() *Slot {
	if t.Node != nil && t.Node.Call != nil && t.Node.Call.Effect == tools.Compute {
		return t.computed()
	}
	if t.Node == nil || t.Node.Call == nil || t.Field == "" || t.Node.Call.Entity == nil || t.Node.Call.Effect == tools.List {
		return nil
	}
	return t.Node.thing(t.Node.Call.Entity)
}

// computed is the slot that names the thing of which a computed result tells an attribute.
func (t *Test) computed() *Slot {
	i := slices.IndexFunc(t.Node.Call.Gives, func(a *tools.Attribute) bool { return a.Name == t.Field })
	if i < 0 || t.Node.Call.Gives[i].Values == nil || t.Node.Call.Gives[i].Values.Kind != tools.ValueOf {
		return nil
	}
	param, attribute, _ := strings.Cut(t.Node.Call.Gives[i].Values.Text, ".")
	k := slices.IndexFunc(t.Node.Args, func(a Arg) bool { return a.Param.Name == param })
	if k < 0 || attribute != t.Field {
		return nil
	}
	return t.Node.Args[k].Slot
}

// thing is the slot from which the call has the identifier of an entity, or nil.
func (n *Node) thing(e *tools.Entity) *Slot {
	for _, a := range n.Args {
		if e != nil && a.Slot != nil && (a.Param.Entity == e || a.Param.Target() == e.ID) {
			return a.Slot
		}
	}
	return nil
}

// literals writes values in a fixed order.
func literals(values []any) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = literal(v)
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "\n")
}

// granted reports whether what was found out about the things of a call leaves no reason for the
// world to refuse it.
func (f *facts) granted(n *Node) bool {
	for _, c := range n.Call.OnlyIf {
		i := slices.IndexFunc(n.Args, func(a Arg) bool { return a.Param.Name == c.Param })
		if i < 0 {
			return false
		}
		a := n.Args[i]
		fine := false
		for x := range f.states {
			if x.attribute != c.Attribute || (x.slot == nil || x.slot != a.Slot) && (x.made == nil || x.made != a.Node) {
				continue
			}
			values := strings.Split(x.values, "\n")
			fine = fine || !slices.ContainsFunc(values, func(v string) bool {
				return !slices.ContainsFunc(c.Values, func(ok any) bool { return literal(ok) == v })
			})
		}
		if !fine {
			return false
		}
	}
	return true
}

// known checks that what nodes and edges use is there on every way to them.
func (c *checker) known() {
	before := map[*Node]*facts{c.w.Start(): {map[*Slot]bool{}, map[*Node]bool{}, map[*Node]bool{}, map[*tools.Tool]bool{}, map[state]bool{}}}
	for todo := []*Node{c.w.Start()}; len(todo) > 0; todo = todo[1:] {
		n := todo[0]
		for _, e := range n.Edges {
			after := c.w.after(before[n], e)
			if old := before[e.To]; old == nil {
				before[e.To] = after
			} else if !old.keep(after) {
				continue
			}
			todo = append(todo, e.To)
		}
	}
	for _, n := range c.w.Nodes {
		c.uses(n, before[n])
	}
}

func (c *checker) uses(n *Node, f *facts) {
	for _, a := range n.Args {
		switch {
		case a.Slot != nil && a.Param.Required && !f.slots[a.Slot]:
			hint := "ask for it on the ways on which it is not known"
			if a.Slot.Optional {
				hint = "it is optional, but the parameter is not"
			}
			c.add(n.At, hint, "on some way to node %s nobody has said %s, which %s needs", n.ID, a.Slot.Name, n.Call.Name)
		case a.Node != nil && !f.returned[a.Node]:
			c.add(n.At, "", "on some way to node %s, %s has returned nothing that could be the %s of %s", n.ID, a.Node.ID, a.Param.Name, n.Call.Name)
		}
	}
	if n.Call != nil && !n.expects() && !f.granted(n) {
		c.add(n.At, "add an edge with \"if: refused\", or look the thing up first", "%s may be refused, and node %s has no edge for that", n.Call.Name, n.ID)
	}
	for _, shown := range n.Shows {
		if !f.called[shown] {
			c.add(n.At, "", "on some way to node %s, %s has not been called, so there is nothing to show", n.ID, shown.ID)
		}
	}
	if n.Call != nil {
		for _, p := range c.w.Before {
			for _, need := range p.Needs {
				if p.Tool == n.Call && !f.succeeded[need] {
					c.add(n.At, "", "on some way to node %s, %s is called before %s", n.ID, n.Call.Name, need.Name)
				}
			}
		}
	}
	for _, p := range n.Say {
		for _, slot := range p.Needs() {
			if s := c.w.Slot(slot.Name); s != nil && !f.slots[s] {
				c.add(n.At, "put it in brackets", "on some way to node %s nobody has said {%s}, which a sentence of \"say\" needs: %s", n.ID, s.Name, p.Text)
			}
		}
	}
	picked := func(s *Slot) {
		if s.From != nil && !f.returned[s.From] && !c.w.Set.AtHand(s.From.Call.Entity) {
			c.add(n.At, "", "on some way to node %s, there is no list of %s from which the user could pick %s", n.ID, s.From.ID, s.Name)
		}
	}
	for _, s := range n.Ask {
		picked(s)
	}
	for _, e := range n.Edges {
		for _, s := range e.Gives {
			picked(s)
		}
		for i := range e.If {
			if t := &e.If[i]; t.Node != nil && t.Node != n && !f.returned[t.Node] {
				c.add(e.At, "", "on some way to node %s, %s has returned nothing that could be tested", n.ID, t.Node.ID)
			}
		}
	}
}
