package find_test

import (
	"slices"
	"testing"

	"switchyard/flow"
	"switchyard/flow/find"
)

// Every built-in workflow has 6 to 14 nodes, a decision on a result, one of the user, and a way
// back.
func TestBuiltin(t *testing.T) {
	all, err := find.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 51 {
		t.Errorf("%d workflows", len(all))
	}
	for _, w := range all {
		if n := len(w.Nodes); n < 6 || n > 14 {
			t.Errorf("%s has %d nodes", w.Name, n)
		}
		onResult, onIntent, back := false, false, false
		for _, n := range w.Nodes {
			onResult = onResult || n.Call != nil && len(n.Edges) > 1
			onIntent = onIntent || len(n.Wishes()) > 1
			back = back || slices.ContainsFunc(n.Edges, func(e *flow.Edge) bool { return reaches(e.To, n, map[*flow.Node]bool{}) })
		}
		if !onResult || !onIntent || !back {
			t.Errorf("%s: decision on a result %t, of the user %t, way back %t", w.Name, onResult, onIntent, back)
		}
	}
}

// reaches reports whether a way leads from one node to another.
func reaches(from, to *flow.Node, seen map[*flow.Node]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(from.Edges, func(e *flow.Edge) bool { return reaches(e.To, to, seen) })
}
