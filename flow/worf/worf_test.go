package worf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// given is a similarity that is known beforehand.
func given(rows [][]float64) Similarity {
	return func(context.Context, []string, []string) ([][]float64, error) { return rows, nil }
}

func near(a, b Score) bool {
	return math.Abs(a.Precision-b.Precision) < 1e-9 && math.Abs(a.Recall-b.Recall) < 1e-9 && math.Abs(a.F1-b.F1) < 1e-9
}

// The figures are those that WorFEval's own code returned for the same pairs and similarities.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../../../shared/data/worfeval-vectors.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the vectors are not here")
	} else if err != nil {
		t.Fatal(err)
	}
	type graph struct {
		Nodes []string
		Edges [][2]int
	}
	var file struct {
		Threshold float64
		Cases     []struct {
			Pred, Gold graph
			Similarity [][]float64
			Node       Score
			Graph      Score
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Threshold != Threshold || len(file.Cases) != 300 {
		t.Fatalf("%d cases with the threshold %g", len(file.Cases), file.Threshold)
	}
	for i, c := range file.Cases {
		pred, gold := inside(c.Pred.Nodes, c.Pred.Edges), inside(c.Gold.Nodes, c.Gold.Edges)
		chain, whole, err := Evaluate(context.Background(), WorFEval1, pred, gold, given(c.Similarity))
		if err != nil {
			t.Fatal(err)
		}
		if !near(chain, c.Node) || !near(whole, c.Graph) {
			t.Errorf("case %d: chain %+v, want %+v; graph %+v, want %+v", i, chain, c.Node, whole, c.Graph)
		}
	}
}

// inside leaves out START and END, which nodes of the vectors have.
func inside(nodes []string, edges [][2]int) *Workflow {
	return &Workflow{Nodes: nodes[1 : len(nodes)-1], Edges: edges}
}

// The same without the vectors: figures that were worked out by hand.
func TestEvaluate(t *testing.T) {
	chainOf := func(nodes ...string) *Workflow {
		w := &Workflow{Nodes: nodes}
		for i := range len(nodes) + 1 {
			w.Edges = append(w.Edges, [2]int{i, i + 1})
		}
		return w
	}
	fork := &Workflow{Nodes: []string{"find", "pay", "tell"}, Edges: [][2]int{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}}
	for name, test := range map[string]struct {
		rules        Rules
		pred, gold   *Workflow
		chain, graph Score
	}{
		"the same":                          {WorFEval1, chainOf("find", "pay"), chainOf("find", "pay"), Score{1, 1, 1}, Score{1, 1, 1}},
		"another order that is right":       {WorFEval1, chainOf("find", "tell", "pay"), fork, Score{1, 1, 1}, Score{}},
		"one is missing":                    {WorFEval1, chainOf("find", "tell"), chainOf("find", "pay", "tell"), Score{1, 2. / 3, 0.8}, Score{}},
		"nothing is right, one is counted":  {WorFEval1, chainOf("sing"), chainOf("find", "pay"), Score{1, 0.5, 2. / 3}, Score{}},
		"nothing is right":                  {Strict, chainOf("sing"), chainOf("find", "pay"), Score{}, Score{}},
		"another order that is right still": {Strict, chainOf("find", "tell", "pay"), fork, Score{1, 1, 1}, Score{}},
	} {
		chain, graph, err := Evaluate(context.Background(), test.rules, test.pred, test.gold, Exact)
		if err != nil {
			t.Fatal(err)
		}
		if !near(chain, test.chain) || test.graph != (Score{}) && !near(graph, test.graph) {
			t.Errorf("%s: chain %+v, want %+v; graph %+v, want %+v", name, chain, test.chain, graph, test.graph)
		}
	}
}

// The flaw of the faithful rules: a step in front makes every edge wrong. The strict rules see
// what is common.
func TestStrictMendsTheEdges(t *testing.T) {
	gold := &Workflow{Nodes: []string{"find", "pay"}, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}}}
	pred := &Workflow{Nodes: []string{"greet", "find", "pay"}, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}}
	_, faithful, err := Evaluate(context.Background(), WorFEval1, pred, gold, Exact)
	if err != nil {
		t.Fatal(err)
	}
	_, mended, err := Evaluate(context.Background(), Strict, pred, gold, Exact)
	if err != nil {
		t.Fatal(err)
	}
	// START, find and pay, END are matched. In the numbers of the prediction, (2,3) is common
	// to both, and joins find to what is END in one graph and pay in the other.
	if want := (Score{2. / 5, 2. / 4, 4. / 9}); !near(faithful, want) {
		t.Errorf("faithful: %+v, want %+v", faithful, want)
	}
	// find, pay and END hang together; START is joined to a step that is not correct.
	if want := (Score{3. / 5, 3. / 4, 2. / 3}); !near(mended, want) {
		t.Errorf("strict: %+v, want %+v", mended, want)
	}
}

func TestCycles(t *testing.T) {
	pred := &Workflow{Nodes: []string{"a"}, Edges: [][2]int{{0, 1}, {1, 2}}}
	for _, gold := range []*Workflow{
		{Nodes: []string{"a", "b"}, Edges: [][2]int{{0, 1}, {1, 2}, {2, 1}, {2, 3}}},
		{Nodes: []string{"a", "b"}, Edges: [][2]int{{0, 1}, {1, 9}}},
	} {
		for _, rules := range AllRules() {
			var cycle *CycleError
			if _, _, err := Evaluate(context.Background(), rules, pred, gold, Exact); !errors.As(err, &cycle) || cycle.Cause == nil {
				t.Errorf("%s: %v", rules, err)
			}
		}
	}
}

// drawn is a workflow without cycles.
func drawn(t *rapid.T, name string, most int) *Workflow {
	w := &Workflow{}
	n := rapid.IntRange(1, most).Draw(t, name)
	for i := range n {
		w.Nodes = append(w.Nodes, fmt.Sprint(name, i))
	}
	for i := range n {
		first := true
		for j := range i {
			if rapid.Float64Range(0, 1).Draw(t, "edge") < 0.3 {
				w.Edges = append(w.Edges, [2]int{j + 1, i + 1})
				first = false
			}
		}
		if first {
			w.Edges = append(w.Edges, [2]int{0, i + 1})
		}
	}
	for i := range n {
		if !slices.ContainsFunc(w.Edges, func(e [2]int) bool { return e[0] == i+1 }) {
			w.Edges = append(w.Edges, [2]int{i + 1, n + 1})
		}
	}
	return w
}

// The matching has the largest sum of all.
func TestMatchOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(0, 5).Draw(t, "columns")
		alike := make([][]float64, rows)
		for i := range alike {
			for range columns {
				alike[i] = append(alike[i], rapid.Float64Range(0, 1).Draw(t, "alike"))
			}
		}
		var best func(i int, used []bool) float64
		best = func(i int, used []bool) float64 {
			if i == rows {
				return 0
			}
			most := best(i+1, used)
			for j := range columns {
				if !used[j] && alike[i][j] > Threshold {
					used[j] = true
					most = max(most, alike[i][j]+best(i+1, used))
					used[j] = false
				}
			}
			return most
		}
		sum, used := 0.0, map[int]bool{}
		for i, j := range match(alike) {
			if j < 0 {
				continue
			}
			if used[j] || alike[i][j] <= Threshold {
				t.Fatalf("row %d has column %d: %v", i, j, alike)
			}
			used[j] = true
			sum += alike[i][j]
		}
		if want := best(0, make([]bool, columns)); math.Abs(sum-want) > 1e-9 {
			t.Fatalf("sum %g, want %g: %v", sum, want, alike)
		}
	})
}

// What the strict rules count is the best over all orders of the correct workflow.
func TestInOrderOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gold := drawn(t, "g", 6)
		partner := rapid.Permutation(append(numbers(1, len(gold.Nodes)), -1)).Draw(t, "partner")
		best := 0
		all(gold, func(order []int) {
			place := make([]int, gold.End()+1)
			for i, node := range order {
				place[node] = i
			}
			longest := make([]int, len(partner))
			for i, p := range partner {
				if p < 0 {
					continue
				}
				longest[i] = 1
				for j := range i {
					if partner[j] >= 0 && place[partner[j]] < place[p] {
						longest[i] = max(longest[i], longest[j]+1)
					}
				}
				best = max(best, longest[i])
			}
		})
		if got := inOrder(partner, gold); got != best {
			t.Fatalf("%d, want %d: %v in %v", got, best, partner, gold.Edges)
		}
	})
}

func numbers(from, to int) (list []int) {
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	return list
}

// all calls yield with every topological order of the nodes.
func all(w *Workflow, yield func([]int)) {
	var order []int
	var rest func()
	rest = func() {
		if len(order) == len(w.Nodes) {
			yield(order)
			return
		}
		for n := 1; n <= len(w.Nodes); n++ {
			if slices.Contains(order, n) || slices.ContainsFunc(w.Edges, func(e [2]int) bool {
				return e[1] == n && e[0] != 0 && !slices.Contains(order, e[0])
			}) {
				continue
			}
			order = append(order, n)
			rest()
			order = order[:len(order)-1]
		}
	}
	rest()
}

// The first sorts are sorts, none comes twice, and there are as many as there are, up to twenty.
// Their order is that of networkx for these two graphs.
func TestSorts(t *testing.T) {
	for _, test := range []struct {
		edges [][2]int
		want  [][]int
	}{
		{[][2]int{{0, 1}, {1, 2}, {1, 3}}, [][]int{{0, 1, 3, 2}, {0, 1, 2, 3}}},
		{[][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}, [][]int{{0, 2, 1, 3}, {0, 1, 2, 3}}},
	} {
		if got := sorts(4, test.edges); !slices.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("%v: %v, want %v", test.edges, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := drawn(t, "g", 7)
		want := 0
		all(w, func([]int) { want++ })
		got := sorts(w.End()+1, w.Edges)
		if len(got) != min(want, most) {
			t.Fatalf("%d sorts, want %d: %v", len(got), min(want, most), w.Edges)
		}
		seen := map[string]bool{}
		for _, s := range got {
			seen[fmt.Sprint(s)] = true
			for _, e := range w.Edges {
				if slices.Index(s, e[0]) > slices.Index(s, e[1]) {
					t.Fatalf("%v is no sort of %v", s, w.Edges)
				}
			}
		}
		if len(seen) != len(got) {
			t.Fatalf("a sort comes twice: %v", got)
		}
	})
}

// A correct workflow is read back as it was written.
func TestParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawn(t, "subtask ", 8)
		waits := make([][]int, len(w.Nodes))
		for _, e := range w.Edges {
			if e[0] > 0 && e[1] <= len(w.Nodes) {
				waits[e[1]-1] = append(waits[e[1]-1], e[0]-1)
			}
		}
		made, err := Of(w.Nodes, waits)
		if err != nil {
			t.Fatal(err)
		}
		if err := made.Check(); err != nil {
			t.Fatal(err)
		}
		read, ok := Parse(made.String())
		if !ok || !slices.Equal(read.Nodes, made.Nodes) || !slices.Equal(read.Edges, made.Edges) {
			t.Fatalf("%v, read as %v", made, read)
		}
	})
	for text, want := range map[string]bool{
		"":                          false,
		"1: find\nEdges: (START,1)": false, // the word Node is missing
		"Node:\n1: find":            false, // no edge
		"Node:\n1. find\nEdges: ( START , 1 ) (1,END)":   true,
		"Node:\n١: find\nEdges: (START,١) (١,END)":       true, // Python's \d
		"Node:\n1: find\nEdges: (START,99999999999)":     false,
		"Node:\n1: find\nEdges: (START,𝟣) (𝟣,END) (1,7)": true,
	} {
		w, ok := Parse(text)
		if ok != want {
			t.Errorf("%q: %t", text, ok)
		}
		if ok && (len(w.Nodes) != 1 || w.Nodes[0] != "find" || w.Edges[0] != [2]int{0, 1} || w.Edges[1] != [2]int{1, 2}) {
			t.Errorf("%q is read as %+v", text, w)
		}
	}
}

// What WorFBench requires of a correct workflow.
func TestCheck(t *testing.T) {
	for _, test := range []struct{ edges, want string }{
		{"(START,1) (1,2) (2,END)", ""},
		{"( START , 1 ) (1, 2) (2,END)", ""},
		{"(START,1) (1,2) (2,END) (1,4)", "an edge names node 4"},
		{"(START,1) (1,2) (2,END) (3,1)", "an edge leads from END"},
		{"(START,1) (1,2)", "END must wait for node 2"},
		{"(1,2) (2,END)", "node 1 must wait for START"},
		{"(START,1) (START,2) (1,2) (2,END)", "node 2 must wait for START"},
		{"(START,1) (1,2) (1,END) (2,END)", "END must wait for node 1"},
		{"(1,2) (2,1)", "wait for each other"},
		{"(START,2) (2,1) (1,END)", "topological order"},
		{"(START,END)", "from START to END"},
	} {
		w, ok := Parse("Node:\n1: a\n2: b\nEdges: " + test.edges)
		if !ok {
			t.Fatal(test.edges)
		}
		if err := w.Check(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.edges, err, test.want)
		}
	}
}

func TestSimilarity(t *testing.T) {
	a, b := []string{"Find the flights from Naples.", "Pay"}, []string{"find the flights from naples", "Look up flights that leave from Naples", "Cancel it"}
	exact, _ := Exact(context.Background(), a, b)
	if exact[0][0] != 1 || exact[0][1] != 0 || exact[1][2] != 0 {
		t.Errorf("exact: %v", exact)
	}
	lexical, _ := Lexical(context.Background(), a, b)
	if math.Abs(lexical[0][0]-1) > 1e-9 || lexical[0][1] < 0.5 || lexical[0][1] > 0.9 || lexical[1][2] != 0 {
		t.Errorf("lexical: %v", lexical)
	}
}

func TestEmbedded(t *testing.T) {
	gold := []Gold{{Workflow: &Workflow{Nodes: []string{"find", "pay"}, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}}}}}
	predictions := []string{"Node:\n1: look up\n2: settle\nEdges: (START,1) (1,2) (2,END)", "nothing"}
	texts := Texts(gold, predictions)
	if got := strings.Join(texts, ","); got != "END,START,find,look up,pay,settle" {
		t.Fatal(got)
	}
	vectors := map[string][]float64{"START": {1, 0, 0}, "END": {0, 0, 1}, "find": {1, 2, 0}, "look up": {1, 2, 0.1}, "pay": {-3, 1, 0}, "settle": {-3, 1.1, 0}}
	pred, _ := Parse(predictions[0])
	chain, graph, err := Evaluate(context.Background(), Strict, pred, gold[0].Workflow, Embedded(vectors))
	if err != nil || chain.F1 != 1 || graph.F1 != 1 {
		t.Errorf("%v %v %v", chain, graph, err)
	}
	vectors["settle"] = []float64{3, -1, 0}
	if chain, _, err := Evaluate(context.Background(), Strict, pred, gold[0].Workflow, Embedded(vectors)); err != nil || chain.F1 == 1 {
		t.Errorf("another meaning: %v %v", chain, err)
	}
	delete(vectors, "settle")
	if _, _, err := Evaluate(context.Background(), Strict, pred, gold[0].Workflow, Embedded(vectors)); err == nil || !strings.Contains(err.Error(), "settle") {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Node:\n1: find\n2. pay\nEdges: (START,1) (1,2) (2,END)")
	f.Fuzz(func(t *testing.T, text string) {
		w, ok := Parse(text)
		if !ok {
			return
		}
		gold := &Workflow{Nodes: []string{"a", "b"}, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}}}
		if len(w.Nodes) > 200 {
			return
		}
		for _, rules := range AllRules() {
			chain, graph, err := Evaluate(context.Background(), rules, w, gold, Lexical)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []float64{chain.Precision, chain.Recall, chain.F1, graph.Precision, graph.Recall, graph.F1} {
				if !(x >= 0 && x <= 1) {
					t.Fatalf("%s: %+v %+v", rules, chain, graph)
				}
			}
		}
	})
}
