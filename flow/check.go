package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Problem is one thing that is wrong with a workflow.
type Problem struct {
	At      document.Place // zero if it is about the whole workflow
	Message string         // one line
	Hint    string         // what to do; may be empty
}

// Check lists what is wrong with a workflow whose names are all resolved: nodes that do neither
// or both of speaking and calling, steps that are never reached or never end, cases that are
// forgotten or meant twice, arguments that are not known on every way to their call, results
// that are told or tested before there are any, and calls that come before what they need.
func Check(w *Workflow) []Problem {
	c := &checker{w: w}
	if len(w.Nodes) == 0 {
		c.add(document.Place{}, "list at least one node", "a workflow needs nodes")
		return c.problems
	}
	if c.calls(); len(c.problems) > 0 {
		return c.problems
	}
	for _, n := range w.Nodes {
		c.node(n)
	}
	c.reach()
	c.turns()
	if len(c.problems) == 0 { // what is known where means nothing before
		c.known()
	}
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return c.problems
}

type checker struct {
	w        *Workflow
	problems []Problem
}

func (c *checker) add(at document.Place, hint, format string, args ...any) {
	c.problems = append(c.problems, Problem{at, fmt.Sprintf(format, args...), hint})
}

// calls checks that what is called the result of a node is one.
func (c *checker) calls() {
	must := func(at document.Place, n *Node) {
		if n != nil && n.Call == nil {
			c.add(at, "name a node with \"call\"", "node %s calls no tool, so there is no result of it", n.ID)
		}
	}
	for _, s := range c.w.Slots {
		must(s.At, s.From)
	}
	for _, n := range c.w.Nodes {
		for _, a := range n.Args {
			must(n.At, a.Node)
		}
		for _, shown := range n.Shows {
			must(n.At, shown)
		}
		for _, e := range n.Edges {
			for _, t := range e.If {
				must(e.At, t.Node)
			}
		}
	}
	for _, s := range c.w.Slots {
		if s.From != nil && s.From.Call != nil && s.From.Call.Effect != tools.List {
			c.add(s.At, "name a node that calls a list tool", "slot %s is picked from what node %s returns, which is no list", s.Name, s.From.ID)
		} else if s.From != nil && s.From.Call != nil && s.Param.Identifies() != s.From.Call.Entity {
			c.add(s.At, "", "slot %s is no %s, so it can't be picked from what node %s lists", s.Name, s.From.Call.Entity.Noun, s.From.ID)
		} else if e := s.Param.Identifies(); s.From == nil && e != nil && !c.w.Set.AtHand(e) && !s.Tool.Described {
			c.add(s.At, "say in \"from\" which call lists them", "nobody knows the code of %s by heart, as slot %s needs it", article(e.Noun), s.Name)
		}
	}
}

// node checks one node by itself.
func (c *checker) node(n *Node) {
	speaks := n.Tell != "" || len(n.Ask) > 0 || len(n.Shows) > 0
	switch {
	case n.Call != nil && speaks:
		c.add(n.At, "make two nodes of it", "node %s calls a tool and speaks to the user", n.ID)
	case n.Call == nil && !speaks:
		c.add(n.At, "give it \"ask\", \"tell\" or \"call\"", "node %s does nothing", n.ID)
	case n.Call == nil:
		c.speaking(n)
	default:
		c.calling(n)
	}
	for i, e := range n.Edges {
		for _, before := range n.Edges[:i] {
			if e.Wished() && strings.EqualFold(e.User, before.User) {
				c.add(e.At, "", "node %s has two edges for a user who %s", n.ID, e.User)
			}
		}
		for _, s := range e.Gives {
			if slices.Contains(e.Forgets, s) {
				c.add(e.At, "what the user gives takes the place of the old value anyway", "an edge of node %s gives and forgets %s", n.ID, s.Name)
			}
		}
		if !e.Wished() && len(e.Gives) > 0 {
			c.add(e.At, "only an edge with \"user\" gives something", "an edge of node %s gives %s, but the user does not decide it", n.ID, names(e.Gives))
		}
	}
	c.decisions(n)
}

func (c *checker) speaking(n *Node) {
	if len(n.Shows) > 0 && n.Tell == "" {
		c.add(n.At, "say what is told: tell: the flights that were found", "node %s shows results, but does not say what is told", n.ID)
	}
	for i, s := range n.Ask {
		if s.Optional {
			c.add(n.At, "optional slots are used when the user mentions them", "node %s asks for the optional slot %s", n.ID, s.Name)
		}
		if slices.Contains(n.Ask[:i], s) {
			c.add(n.At, "", "node %s asks for %s twice", n.ID, s.Name)
		}
	}
	switch onward := n.Onward(); {
	case len(n.Edges) == 0 && len(n.Ask) > 0:
		c.add(n.At, "say in \"next\" what follows when the user has answered", "node %s asks for something and leads nowhere", n.ID)
	case len(n.Edges) == 0:
	case len(n.Ask) > 0 && len(onward) == 0:
		c.add(n.At, "add an edge without \"user\"", "node %s says nowhere what follows when the user has answered", n.ID)
	case len(n.Ask) == 0 && len(onward) > 0:
		c.add(onward[0].At, "say in \"user\" what the user wants, or ask for something", "node %s tells something and goes on without the user", n.ID)
	}
}

func (c *checker) calling(n *Node) {
	for _, e := range n.Wishes() {
		c.add(e.At, "let a node that speaks come next, and give that one the edge", "node %s calls a tool, so the user decides nothing there", n.ID)
	}
	if len(n.Edges) == 0 {
		c.add(n.At, "tell the user the result", "node %s calls a tool and leads nowhere", n.ID)
	}
	for _, p := range n.Call.Params {
		if p.Required && !slices.ContainsFunc(n.Args, func(a Arg) bool { return a.Param == p }) {
			c.add(n.At, fmt.Sprintf("name a slot %s, or say in \"with\" where it comes from", p.Name), "node %s calls %s without %s, which is required", n.ID, n.Call.Name, p.Name)
		}
	}
	if n.Call.Effect == tools.List {
		c.finds(n)
	}
	for _, a := range n.Args {
		if a.Node == nil {
			continue
		}
		if _, ok := fieldDomain(c.w.Set, a.Node.Call, a.Field); !ok {
			c.add(n.At, returned(a.Node.Call), "node %s takes %s from %s, which %s does not return", n.ID, a.Param.Name, a.Field, a.Node.Call.Name)
		}
	}
}

// finds checks that a node expects its list to be empty at times.
func (c *checker) finds(n *Node) {
	key := n.Call.ListKey()
	if !slices.ContainsFunc(n.Edges, func(e *Edge) bool {
		return slices.ContainsFunc(e.If, func(t Test) bool { return t.Node == n && (t.Field == key || t.Field == "count") })
	}) {
		c.add(n.At, fmt.Sprintf("add {if: not %s, to: …}", key), "%s may find nothing, and node %s has no edge for that", n.Call.Name, n.ID)
	}
}

// returned lists the fields that a tool returns, for a hint.
func returned(t *tools.Tool) string {
	fields := Fields(t)
	if len(fields) == 0 {
		return "nothing is known of what the tool returns"
	}
	return "it returns " + strings.Join(fields, ", ")
}

// decisions checks that exactly one of the edges that the user does not decide is taken,
// whatever was returned or said.
func (c *checker) decisions(n *Node) {
	onward, fine := n.Onward(), true
	otherwise := 0
	for _, e := range onward {
		if len(e.If) == 0 {
			if otherwise++; otherwise > 1 {
				c.add(e.At, "give all but one of them an \"if\"", "node %s has %d edges without a condition", n.ID, otherwise)
				return
			}
		}
		for i := range e.If {
			fine = c.test(n, e, &e.If[i]) && fine
		}
	}
	for _, e := range n.Wishes() {
		if len(e.If) > 0 {
			c.add(e.At, "", "an edge of node %s has both \"user\" and \"if\"", n.ID)
			fine = false
		}
	}
	if len(onward) == 0 || !fine {
		return
	}
	taken := map[*Edge]bool{}
	said := false
	if !situations(c.w.variables(n.conditionsOf()), func(s *situation) bool {
		edges := n.decided(s)
		for _, e := range edges {
			taken[e] = true
		}
		switch {
		case said:
		case len(edges) == 0:
			c.add(n.At, "add an edge without a condition, or one for this case", "node %s has no edge for the case that %s", n.ID, s)
			said = true
		case len(edges) > 1:
			c.add(edges[1].At, "make the conditions exclude each other", "node %s has two edges for the case that %s: to %s and to %s", n.ID, s, edges[0].To.ID, edges[1].To.ID)
			said = true
		}
		return true
	}) {
		c.add(n.At, "split it into several nodes", "node %s depends on too many values", n.ID)
		return
	}
	for _, e := range onward {
		if !taken[e] && !said {
			hint := "its condition is never true"
			if len(e.If) == 0 {
				hint = "the other conditions leave no case for it"
			}
			c.add(e.At, hint, "the edge from %s to %s is never taken", n.ID, e.To.ID)
		}
	}
}

// test checks what a condition is about.
func (c *checker) test(n *Node, e *Edge, t *Test) bool {
	if n.Call == nil && t.Node == nil && t.Slot != nil && !slices.Contains(n.Ask, t.Slot) {
		c.add(e.At, fmt.Sprintf("node %s asks for %s", n.ID, names(n.Ask)), "the edge to %s tests the slot %s, which its node does not ask for", e.To.ID, t.Slot.Name)
		return false
	}
	if n.Call != nil && t.Slot != nil {
		c.add(e.At, "test it where it is asked for", "the edge to %s tests the slot %s behind a call", e.To.ID, t.Slot.Name)
		return false
	}
	if t.Op == Refused || t.Op == Granted {
		return true
	}
	d := domain{}
	if t.Slot != nil {
		d = slotDomain(t.Slot)
	} else {
		var ok bool
		if d, ok = fieldDomain(c.w.Set, t.Node.Call, t.Field); !ok {
			c.add(e.At, returned(t.Node.Call), "%s does not return %s", t.Node.Call.Name, t.Field)
			return false
		}
	}
	if why := d.problem(t); why != "" {
		c.add(e.At, "", "the condition on %s can't be right: %s", t.subject(n), why)
		return false
	}
	return true
}

// reach checks that every node can be reached, and that every node can end.
func (c *checker) reach() {
	reached := map[*Node]bool{}
	var walk func(n *Node)
	walk = func(n *Node) {
		if reached[n] {
			return
		}
		reached[n] = true
		for _, e := range n.Edges {
			walk(e.To)
		}
	}
	walk(c.w.Start())
	ends := map[*Node]bool{}
	for changed := true; changed; {
		changed = false
		for _, n := range c.w.Nodes {
			if !ends[n] && (n.Ends() || slices.ContainsFunc(n.Edges, func(e *Edge) bool { return ends[e.To] })) {
				ends[n], changed = true, true
			}
		}
	}
	for _, n := range c.w.Nodes {
		switch {
		case !reached[n]:
			c.add(n.At, "lead an edge to it, or delete it", "node %s can't be reached", n.ID)
		case !ends[n]:
			c.add(n.At, "a workflow ends with a node that has no \"next\"", "no way leads from node %s to an end", n.ID)
		}
	}
}

// turns checks that no circle goes round without a word of the user.
func (c *checker) turns() {
	// A node that tells waits for the user. One that only asks is passed over once its slots are
	// known, unless one was forgotten on the way.
	asked := map[*Slot]bool{}
	for _, n := range c.w.Nodes {
		if n.Tell == "" {
			for _, s := range n.Ask {
				asked[s] = true
			}
		}
	}
	state := map[*Node]int{} // 1 while its successors are looked at, 2 after that
	var walk func(n *Node) bool
	walk = func(n *Node) bool {
		if state[n] > 0 {
			return state[n] == 1
		}
		state[n] = 1
		circle := false
		for _, e := range n.Onward() {
			if n.Tell == "" && !slices.ContainsFunc(e.Forgets, func(s *Slot) bool { return asked[s] }) && walk(e.To) && !circle {
				circle = true
				c.add(e.At, "let the user say something on the way, or forget a slot that is asked for again", "the steps from %s to %s and back go round without the user", e.To.ID, n.ID)
			}
		}
		state[n] = 2
		return false
	}
	for _, n := range c.w.Nodes {
		walk(n)
	}
}

// Fields lists the names of the fields that a tool returns, in alphabetical order.
func Fields(t *tools.Tool) []string {
	return properties(t.Returns)
}
