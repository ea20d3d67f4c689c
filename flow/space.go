package flow

import (
	"fmt"
	"slices"
	"strings"
)

// MostWays bounds how many ways of a workflow are listed.
const MostWays = 5000

// Way is a walk through a workflow from its start to an end, as the edges that it takes. A
// workflow that starts with an end has one way without edges.
type Way []*Edge

// Nodes lists the nodes of the way.
func (y Way) Nodes(w *Workflow) []*Node {
	nodes := []*Node{w.Start()}
	for _, e := range y {
		nodes = append(nodes, e.To)
	}
	return nodes
}

// Text names the nodes of the way in their order.
func (y Way) Text(w *Workflow) string {
	ids := []string{w.Start().ID}
	for _, e := range y {
		ids = append(ids, e.To.ID)
	}
	return strings.Join(ids, " > ")
}

// Space is what there is to walk in a workflow.
type Space struct {
	Edges []*Edge
	// Ways are all walks from the start to an end with at most one loop: a way goes back to a
	// node that it has passed at most once. Ways that contradict themselves are left out: a
	// result cannot be two things at once, and nobody is asked for what is known.
	Ways []Way
}

// TooManyError says that a workflow has more ways than MostWays.
type TooManyError struct{ Workflow string }

// Error implements error.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("the workflow %s has more than %d ways from its start to an end", e.Workflow, MostWays)
}

// SpaceOf lists what there is to walk in a workflow that has no problems. The error is a
// [*TooManyError].
func SpaceOf(w *Workflow) (*Space, error) {
	s := &Space{Edges: w.Edges()}
	walker := &walker{w: w}
	walker.walk(w.Start(), false, []*Node{w.Start()}, &position{known: map[*Slot]bool{}, at: map[any]*result{}})
	if walker.many {
		return nil, &TooManyError{w.Name}
	}
	s.Ways = walker.ways
	return s, nil
}

// WaysFrom lists ways from a node to an end that pass no node twice, at most as many as asked
// for: shorter ones first, of those that begin with other edges.
func (w *Workflow) WaysFrom(n *Node, known Known, most int) []Way {
	p := &position{known: map[*Slot]bool{}, at: map[any]*result{}}
	for _, s := range w.Slots {
		if known(s) {
			p.known[s] = true
		}
	}
	k := &walker{w: w}
	k.walk(n, true, []*Node{n}, p)
	slices.SortStableFunc(k.ways, func(a, b Way) int { return len(a) - len(b) })
	var begun [][2]*Edge
	fresh := func(y Way) bool { // no way before begins with the same two edges
		two := [2]*Edge{}
		copy(two[:], y)
		if slices.Contains(begun, two) {
			return false
		}
		begun = append(begun, two)
		return true
	}
	var first, later []Way
	for _, y := range k.ways {
		if fresh(y) {
			first = append(first, y)
		} else {
			later = append(later, y)
		}
	}
	k.ways = append(first, later...)
	return k.ways[:min(most, len(k.ways))]
}

// walker lists ways.
type walker struct {
	w    *Workflow
	way  Way
	ways []Way
	many bool
}

// position is what is known on one way.
type position struct {
	known map[*Slot]bool
	at    map[any]*result // of the last call of each node, and of what was said last for each slot
}

// result is what the edges of a way say about what one call returned, or what the user said.
type result struct {
	edges []*Edge // edges whose decisions depend on it
}

func (p *position) clone() *position {
	c := &position{known: map[*Slot]bool{}, at: map[any]*result{}}
	for s := range p.known {
		c.known[s] = true
	}
	for on, r := range p.at {
		c.at[on] = &result{slices.Clone(r.edges)}
	}
	return c
}

// walk goes on from a node. passed are the nodes since the way went back, or since its start.
func (k *walker) walk(n *Node, looped bool, passed []*Node, p *position) {
	if k.many {
		return
	}
	if n.Ends() {
		if len(k.ways) == MostWays {
			k.many = true
			return
		}
		k.ways = append(k.ways, slices.Clone(k.way))
		return
	}
	for _, e := range n.Edges {
		next, ok := k.w.step(p, e)
		if !ok {
			continue
		}
		k.way = append(k.way, e)
		switch i := slices.Index(passed, e.To); {
		case i < 0:
			k.walk(e.To, looped, append(passed[:len(passed):len(passed)], e.To), next)
		case !looped:
			k.walk(e.To, true, []*Node{e.To}, next)
		}
		k.way = k.way[:len(k.way)-1]
	}
}

// step takes an edge. It reports false if the way cannot take it.
func (w *Workflow) step(p *position, e *Edge) (*position, bool) {
	n := e.From
	next := p.clone()
	switch {
	case n.Call != nil:
		next.at[n] = &result{} // a new call, a new result
	case e.Wished() && n.Skipped(func(s *Slot) bool { return p.known[s] }):
		return nil, false // nobody is asked, so nobody speaks
	case !e.Wished():
		for _, s := range n.Ask {
			if !p.known[s] || n.Tell != "" {
				next.at[s] = &result{}
			}
			next.known[s] = true
		}
	}
	if !e.Wished() && !w.agrees(next, e) {
		return nil, false
	}
	for _, s := range e.Forgets {
		delete(next.known, s)
	}
	for _, s := range e.Gives {
		next.known[s], next.at[s] = true, &result{}
	}
	return next, true
}

// Skipped reports whether a node is passed over: it only asks, and everything that it asks for
// is known.
func (n *Node) Skipped(known func(*Slot) bool) bool {
	return n.Call == nil && n.Tell == "" && len(n.Ask) > 0 && !slices.ContainsFunc(n.Ask, func(s *Slot) bool { return !known(s) })
}

// agrees reports whether results can be such that this edge is taken and all edges before it
// that depend on the same results were.
func (w *Workflow) agrees(p *position, e *Edge) bool {
	on := map[any]bool{}
	for _, c := range e.From.conditionsOf() {
		for _, t := range c {
			if t.Slot != nil {
				on[t.Slot] = true
			} else {
				on[t.Node] = true
			}
		}
	}
	edges := []*Edge{e}
	for about := range on {
		r := p.at[about]
		if r == nil { // it was called before the part of the way that is looked at
			r = &result{}
			p.at[about] = r
		}
		for _, before := range r.edges {
			if !slices.Contains(edges, before) {
				edges = append(edges, before)
			}
		}
		r.edges = append(r.edges, e)
	}
	if len(edges) == 1 && len(on) == 0 && len(e.From.Onward()) == 1 {
		return true
	}
	var conditions []Condition
	for _, x := range edges {
		conditions = append(conditions, x.From.conditionsOf()...)
	}
	possible := false
	situations(w.variables(conditions), func(s *situation) bool {
		possible = !slices.ContainsFunc(edges, func(x *Edge) bool { return !slices.Contains(x.From.decided(s), x) })
		return !possible
	})
	return possible
}
