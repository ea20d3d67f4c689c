package flow

import (
	"slices"
	"strings"
)

// mostCases bounds how many combinations of values are looked at for one decision.
const mostCases = 20000

// variable is a field or slot that decides something, with values that tell all tests apart.
type variable struct {
	like    *Test // a test about it
	values  []any
	refusal *Node // if not nil, the variable is whether this call is refused
}

// same reports whether two tests are about the same field or slot.
func same(a, b *Test) bool { return a.Node == b.Node && a.Field == b.Field && a.Slot == b.Slot }

// variables lists what some conditions depend on.
func (w *Workflow) variables(conditions []Condition) []variable {
	var vars []variable
	about := map[int][]*Test{}
	calls := map[*Node]bool{}
	for _, c := range conditions {
		for i := range c {
			t := &c[i]
			if t.Op == Refused || t.Op == Granted {
				if !calls[t.Node] {
					calls[t.Node] = true
					vars = append(vars, variable{refusal: t.Node, values: []any{false, true}})
				}
				continue
			}
			k := slices.IndexFunc(vars, func(v variable) bool { return v.like != nil && same(v.like, t) })
			if k < 0 {
				k = len(vars)
				vars = append(vars, variable{like: t})
			}
			about[k] = append(about[k], t)
		}
	}
	for k, tests := range about {
		d := w.domainOf(tests[0])
		vars[k].values = d.samples(tests)
	}
	return vars
}

func (w *Workflow) domainOf(t *Test) domain {
	if t.Slot != nil {
		return slotDomain(t.Slot)
	}
	d := w.domain(t.Node.Call, t.Field)
	return d
}

// situation is one combination of values.
type situation struct {
	vars []variable
	at   []int
}

func (s *situation) value(t *Test) (any, bool) {
	for i, v := range s.vars {
		if v.like != nil && same(v.like, t) {
			return v.values[s.at[i]], true
		}
	}
	return nil, false
}

func (s *situation) refused(n *Node) bool {
	for i, v := range s.vars {
		if v.refusal == n {
			return v.values[s.at[i]] == true
		}
	}
	return false
}

// String describes the situation: "status is "paid"".
func (s *situation) String() string {
	var parts []string
	for i, v := range s.vars {
		if v.refusal != nil {
			if s.refused(v.refusal) {
				return "the call is refused"
			}
			continue
		}
		parts = append(parts, v.like.subject(v.like.Node)+" is "+told(v.values[s.at[i]]))
	}
	return strings.Join(parts, " and ")
}

func told(v any) string {
	switch v := v.(type) {
	case string:
		switch {
		case v == other:
			return "anything else"
		case v == "":
			return "empty"
		case strings.HasPrefix(v, "\x01"):
			return "before all of them"
		case strings.HasSuffix(v, "\x01"):
			return "after " + literal(strings.TrimSuffix(v, "\x01"))
		}
	case []any:
		if len(v) == 0 {
			return "empty"
		}
		return "not empty"
	}
	return literal(v)
}

// situations calls yield with every combination of values, until it returns false. It reports
// false if there are too many to look at.
func situations(vars []variable, yield func(*situation) bool) bool {
	n := 1
	for _, v := range vars {
		if n *= len(v.values); n > mostCases {
			return false
		}
	}
	s := &situation{vars: vars, at: make([]int, len(vars))}
	for range n {
		if !yield(s) {
			return true
		}
		for i := range s.at {
			if s.at[i]++; s.at[i] < len(vars[i].values) {
				break
			}
			s.at[i] = 0
		}
	}
	return true
}

// decided lists the edges that are taken in a situation. An edge without a condition among
// others is taken if none of these is.
func (n *Node) decided(s *situation) (taken []*Edge) {
	onward := n.Onward()
	for _, e := range onward {
		if len(e.If) > 0 && e.If.True(s.value, s.refused) {
			taken = append(taken, e)
		}
	}
	if len(taken) == 0 {
		for _, e := range onward {
			if len(e.If) == 0 {
				taken = append(taken, e)
			}
		}
	}
	return taken
}

// conditionsOf are the conditions of a node's edges.
func (n *Node) conditionsOf() (conditions []Condition) {
	for _, e := range n.Edges {
		conditions = append(conditions, e.If)
	}
	return conditions
}

// expects reports whether an edge of the node tests whether its call is refused.
func (n *Node) expects() bool {
	return slices.ContainsFunc(n.Edges, func(e *Edge) bool {
		return slices.ContainsFunc(e.If, func(t Test) bool { return t.Node == n && (t.Op == Refused || t.Op == Granted) })
	})
}
