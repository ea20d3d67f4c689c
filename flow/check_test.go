package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/flow"
	"switchyard/flow/flowtest"
	"switchyard/internal/document"
	"switchyard/tools"
)

// fees are all results that list_fees can have, as far as the tests of drawnTest tell them apart.
func fees(yield func(values map[string]any, refused bool)) {
	yield(nil, true)
	for rate := range int64(11) {
		for _, kind := range []any{"low", "normal", "high"} {
			for _, waived := range []any{true, false} {
				yield(map[string]any{"rate": rate, "kind": kind, "waived": waived}, false)
			}
		}
	}
}

// drawnTest is a test of what list_fees returned.
func drawnTest(t *rapid.T, n *flow.Node) flow.Test {
	test := flow.Test{Node: n}
	switch rapid.IntRange(0, 6).Draw(t, "about") {
	case 0:
		test.Op = rapid.SampledFrom([]flow.Op{flow.Refused, flow.Granted}).Draw(t, "op")
		return test
	case 1, 2:
		test.Field, test.Op = "rate", rapid.SampledFrom([]flow.Op{flow.Is, flow.IsNot, flow.Less, flow.AtMost, flow.More, flow.AtLeast, flow.Holds, flow.Lacks}).Draw(t, "op")
		if test.Op != flow.Holds && test.Op != flow.Lacks {
			test.Values = []any{int64(rapid.IntRange(0, 10).Draw(t, "value"))}
		}
	case 3, 4, 5:
		test.Field, test.Op = "kind", rapid.SampledFrom([]flow.Op{flow.Is, flow.IsNot, flow.In, flow.NotIn}).Draw(t, "op")
		for range rapid.IntRange(1, 2).Draw(t, "values") {
			test.Values = append(test.Values, rapid.SampledFrom([]any{"low", "normal", "high"}).Draw(t, "value"))
		}
		if test.Op == flow.Is || test.Op == flow.IsNot {
			test.Values = test.Values[:1]
		}
	default:
		test.Field, test.Op = "waived", rapid.SampledFrom([]flow.Op{flow.Holds, flow.Lacks}).Draw(t, "op")
	}
	return test
}

// feeFlow is a workflow whose only decision is made by the conditions.
func feeFlow(t testing.TB, conditions []flow.Condition) *flow.Workflow {
	set := flowtest.Set(t)
	fee := set.Tool("list_fees")
	w := &flow.Workflow{Name: "fees", Set: set}
	work := &flow.Node{ID: "work", Call: fee, Args: []flow.Arg{{Param: fee.Param("weeks"), Value: int64(3)}}}
	w.Nodes = append(w.Nodes, work)
	for i, c := range conditions {
		end := &flow.Node{ID: fmt.Sprint("end", i), Tell: "something"}
		w.Nodes = append(w.Nodes, end)
		work.Edges = append(work.Edges, &flow.Edge{From: work, To: end, If: c, At: document.Place{Line: i + 2, Column: 1}})
	}
	for _, c := range conditions {
		for i := range c {
			c[i].Node = work
		}
	}
	return w
}

// Whether the edges of a node exclude each other, leave nothing out, and are all taken at some
// time agrees with trying every result.
func TestDecisionsOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var conditions []flow.Condition
		for range rapid.IntRange(1, 3).Draw(rt, "edges") {
			var c flow.Condition
			for range rapid.IntRange(1, 2).Draw(rt, "tests") {
				c = append(c, drawnTest(rt, nil))
			}
			conditions = append(conditions, c)
		}
		if rapid.Bool().Draw(rt, "otherwise") {
			conditions = append(conditions, nil)
		}
		w := feeFlow(t, conditions)
		work := w.Nodes[0]
		refusal := slices.ContainsFunc(work.Edges, func(e *flow.Edge) bool {
			return slices.ContainsFunc(e.If, func(t flow.Test) bool { return t.Op == flow.Refused || t.Op == flow.Granted })
		})
		missing, double, taken := false, false, map[*flow.Edge]bool{}
		fees(func(values map[string]any, refused bool) {
			if refused && !refusal {
				return // the workflow does not expect it
			}
			n := 0
			for _, e := range work.Edges {
				if len(e.If) > 0 && e.If.True(func(t *flow.Test) (any, bool) { v, ok := values[t.Field]; return v, ok }, func(*flow.Node) bool { return refused }) {
					n++
					taken[e] = true
				}
			}
			if last := work.Edges[len(work.Edges)-1]; n == 0 && len(last.If) == 0 {
				n, taken[last] = 1, true
			}
			missing, double = missing || n == 0, double || n > 1
		})
		never := slices.ContainsFunc(work.Edges, func(e *flow.Edge) bool { return !taken[e] })
		var problems []string
		for _, p := range flow.Check(w) {
			problems = append(problems, p.Message)
		}
		all := strings.Join(problems, "\n")
		said := strings.Contains(all, "has no edge for the case") || strings.Contains(all, "has two edges for the case")
		if said != (missing || double) {
			rt.Fatalf("missing %t, double %t, but: %s\n%v", missing, double, all, work.Edges)
		}
		if !said && strings.Contains(all, "is never taken") != never {
			rt.Fatalf("never taken: %t, but: %s\n%v", never, all, work.Edges)
		}
	})
}

// A condition is read back as it was written, at its own node and elsewhere.
func TestConditionsAreReadBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var c flow.Condition
		for range rapid.IntRange(1, 3).Draw(rt, "tests") {
			c = append(c, drawnTest(rt, nil))
		}
		if rapid.Bool().Draw(rt, "text") {
			c = append(c, flow.Test{Field: "note", Op: flow.Is, Values: []any{rapid.String().Draw(rt, "value")}})
		}
		w := feeFlow(t, []flow.Condition{c, nil})
		for _, at := range w.Nodes[:2] {
			text := c.At(at)
			got, err := flow.ParseCondition(text, names{w.Nodes[0], at})
			if err != nil {
				rt.Fatalf("%s: %v", text, err)
			}
			if again := got.At(at); again != text {
				rt.Fatalf("%s, read as %s", text, again)
			}
			if !slices.EqualFunc(got, c, func(a, b flow.Test) bool {
				return a.Node == b.Node && a.Field == b.Field && a.Op == b.Op && slices.EqualFunc(a.Values, b.Values, tools.Same)
			}) {
				rt.Fatalf("%s: %+v, want %+v", text, got, c)
			}
		}
	})
}

// names resolves the fields of one call.
type names struct{ call, at *flow.Node }

func (n names) Of(name string) (*flow.Node, string, *flow.Slot, error) {
	return n.call, strings.TrimPrefix(name, n.call.ID+"."), nil, nil
}

func (n names) CallOf(string) (*flow.Node, error) { return n.call, nil }

// chart is a workflow of nodes that tell, with an edge for each pair.
func chart(n int, pairs [][2]int) *flow.Workflow {
	w := &flow.Workflow{Name: "chart", Set: &tools.Toolset{}}
	for i := range n {
		w.Nodes = append(w.Nodes, &flow.Node{ID: fmt.Sprint("n", i), Tell: "something"})
	}
	for i, p := range pairs {
		from := w.Nodes[p[0]]
		from.Edges = append(from.Edges, &flow.Edge{From: from, To: w.Nodes[p[1]], User: fmt.Sprint("wants ", i)})
	}
	return w
}

func drawnChart(t *rapid.T) *flow.Workflow {
	n := rapid.IntRange(1, 5).Draw(t, "nodes")
	var pairs [][2]int
	for i := range n {
		for j := range n {
			if rapid.Float64Range(0, 1).Draw(t, "edge") < 0.35 {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return chart(n, pairs)
}

// The ways are the simple ways, and each simple way to a node together with an edge back and a
// simple way from there to an end.
func TestWaysOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawnChart(rt)
		want := map[string]bool{}
		var simple func(n *flow.Node, passed []*flow.Node, way string, yield func(n *flow.Node, passed []*flow.Node, way string))
		simple = func(n *flow.Node, passed []*flow.Node, way string, yield func(*flow.Node, []*flow.Node, string)) {
			passed = append(passed[:len(passed):len(passed)], n)
			yield(n, passed, way)
			for _, e := range n.Edges {
				if !slices.Contains(passed, e.To) {
					simple(e.To, passed, way+">"+e.User, yield)
				}
			}
		}
		simple(w.Start(), nil, "", func(n *flow.Node, passed []*flow.Node, way string) {
			if n.Ends() {
				want[way] = true
			}
			for _, e := range n.Edges {
				if slices.Contains(passed, e.To) {
					simple(e.To, nil, way+">"+e.User, func(end *flow.Node, _ []*flow.Node, way string) {
						if end.Ends() {
							want[way] = true
						}
					})
				}
			}
		})
		space, err := flow.SpaceOf(w)
		if len(want) > flow.MostWays {
			if err == nil {
				rt.Fatalf("%d ways are too many", len(want))
			}
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		got := map[string]bool{}
		for _, way := range space.Ways {
			text := ""
			for _, e := range way {
				text += ">" + e.User
			}
			if got[text] {
				rt.Fatalf("%s is listed twice", text)
			}
			got[text] = true
			if !want[text] {
				rt.Fatalf("%s is no way", text)
			}
		}
		if len(got) != len(want) {
			rt.Fatalf("%d ways, want %d", len(got), len(want))
		}
	})
}

// A node that can't be reached, or from which no end can be, is found.
func TestReachOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawnChart(rt)
		n := len(w.Nodes)
		reach := make([][]bool, n)
		for i, node := range w.Nodes {
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for _, e := range node.Edges {
				reach[i][slices.Index(w.Nodes, e.To)] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		var want []string
		for i, node := range w.Nodes {
			ends := false
			for j, other := range w.Nodes {
				ends = ends || reach[i][j] && other.Ends()
			}
			if !reach[0][i] {
				want = append(want, fmt.Sprintf("node %s can't be reached", node.ID))
			} else if !ends {
				want = append(want, fmt.Sprintf("no way leads from node %s to an end", node.ID))
			}
		}
		var got []string
		for _, p := range flow.Check(w) {
			got = append(got, p.Message)
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("%q, want %q", got, want)
		}
	})
}

// What is known at a call is what is known on every walk to it, however long.
func TestKnownOracle(t *testing.T) {
	set := flowtest.Set(t)
	fee := set.Tool("list_fees")
	rapid.Check(t, func(rt *rapid.T) {
		w := &flow.Workflow{Name: "known", Set: set}
		for _, name := range []string{"weeks", "more"} {
			w.Slots = append(w.Slots, &flow.Slot{Name: name, Tool: fee, Param: fee.Param("weeks")})
		}
		n := rapid.IntRange(2, 5).Draw(rt, "nodes")
		for i := range n {
			node := &flow.Node{ID: fmt.Sprint("n", i), Tell: "something"}
			if rapid.Bool().Draw(rt, "call") && i > 0 {
				node = &flow.Node{ID: node.ID, Call: fee, Args: []flow.Arg{{Param: fee.Param("weeks"), Slot: rapid.SampledFrom(w.Slots).Draw(rt, "slot")}}}
			}
			w.Nodes = append(w.Nodes, node)
		}
		end := &flow.Node{ID: "finish", Tell: "goodbye"}
		w.Nodes = append(w.Nodes, end)
		for i, node := range w.Nodes[:n] {
			if node.Call != nil {
				node.Edges = []*flow.Edge{{From: node, To: rapid.SampledFrom(w.Nodes[i+1:]).Draw(rt, "to")}}
				continue
			}
			for k := range rapid.IntRange(1, 3).Draw(rt, "edges") {
				e := &flow.Edge{From: node, To: rapid.SampledFrom(w.Nodes).Draw(rt, "to"), User: fmt.Sprint("wants ", k)}
				for _, s := range w.Slots {
					switch rapid.IntRange(0, 3).Draw(rt, "slot") {
					case 0:
						e.Gives = append(e.Gives, s)
					case 1:
						e.Forgets = append(e.Forgets, s)
					}
				}
				node.Edges = append(node.Edges, e)
			}
			node.Edges = append(node.Edges, &flow.Edge{From: node, To: end, User: "gives up"})
		}
		problems := flow.Check(w)
		if slices.ContainsFunc(problems, func(p flow.Problem) bool { return strings.Contains(p.Message, "can't be reached") }) {
			rt.Skip("a node can't be reached")
		}
		// Every pair of a node and what is known there that some walk has.
		type place struct {
			n     *flow.Node
			known string
		}
		lacks, seen := map[*flow.Node]bool{}, map[place]bool{}
		var walk func(n *flow.Node, known map[*flow.Slot]bool)
		walk = func(n *flow.Node, known map[*flow.Slot]bool) {
			at := place{n, fmt.Sprint(known[w.Slots[0]], known[w.Slots[1]])}
			if seen[at] {
				return
			}
			seen[at] = true
			if n.Call != nil && !known[n.Args[0].Slot] {
				lacks[n] = true
			}
			for _, e := range n.Edges {
				next := map[*flow.Slot]bool{}
				for s := range known {
					next[s] = known[s]
				}
				for _, s := range e.Forgets {
					next[s] = false
				}
				for _, s := range e.Gives {
					next[s] = true
				}
				walk(e.To, next)
			}
		}
		walk(w.Start(), map[*flow.Slot]bool{})
		for _, n := range w.Nodes {
			said := slices.ContainsFunc(problems, func(p flow.Problem) bool {
				return strings.Contains(p.Message, "way to node "+n.ID+" nobody has said")
			})
			if said != lacks[n] {
				rt.Fatalf("%s lacks its slot: %t, but: %v", n.ID, lacks[n], problems)
			}
		}
	})
}

// Cases between two limits count, also if there is only one such number.
func TestBetweenLimits(t *testing.T) {
	for text, want := range map[string]string{
		"rate > 3 and rate < 7":   "",
		"rate > 3 and rate < 5":   "",
		"rate > 3 and rate < 4":   "never taken",
		"rate > 10":               "never taken", // the rate is 10 at most
		"rate >= 0":               "the other conditions leave no case",
		"rate < 0 and not waived": "never taken",
	} {
		w := feeFlow(t, []flow.Condition{nil, nil})
		work := w.Nodes[0]
		c, err := flow.ParseCondition(text, names{work, work})
		if err != nil {
			t.Fatal(err)
		}
		work.Edges[0].If = c
		got := ""
		for _, p := range flow.Check(w) {
			got += p.Message + "; " + p.Hint + "\n"
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
