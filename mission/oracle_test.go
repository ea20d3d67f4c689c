package mission_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

// This file holds the straightforward versions of what the package does cleverly.
// They follow the definitions in docs/design.md word by word and share no code
// with the package.

// allPaths lists every path by trying every non-empty set of calls that are left
// as the next step, and puts them in the order that Graph.Paths promises.
func allPaths(deps [][]int) []mission.Path {
	var paths []mission.Path
	all := 1<<len(deps) - 1
	var extend func(made int, path mission.Path)
	extend = func(made int, path mission.Path) {
		if made == all {
			paths = append(paths, path.Clone())
		}
		for set := 1; set <= all; set++ {
			if set&made != 0 {
				continue
			}
			step := members(set)
			waits := func(j int) bool {
				return slices.ContainsFunc(deps[j], func(i int) bool { return made>>i&1 == 0 })
			}
			if !slices.ContainsFunc(step, waits) {
				extend(made|set, append(path, step))
			}
		}
	}
	extend(0, nil)
	slices.SortFunc(paths, comparePaths)
	return paths
}

func comparePaths(p, q mission.Path) int {
	if len(p) != len(q) {
		return len(p) - len(q)
	}
	return slices.CompareFunc(p, q, slices.Compare[[]int])
}

// samePaths reports whether two lists hold the same paths in the same order.
func samePaths(a, b []mission.Path) bool {
	return slices.EqualFunc(a, b, func(p, q mission.Path) bool { return comparePaths(p, q) == 0 })
}

func members(set int) []int {
	var list []int
	for j := range bits.Len(uint(set)) {
		if set>>j&1 == 1 {
			list = append(list, j)
		}
	}
	return list
}

// graphs draws dependency lists of up to most calls, of any density, numbered in
// any order, with repeats and with or without what is implied.
func graphs(most int) *rapid.Generator[[][]int] {
	return rapid.Custom(func(t *rapid.T) [][]int {
		n := rapid.IntRange(0, most).Draw(t, "n")
		density := rapid.IntRange(0, 10).Draw(t, "density")
		names := rapid.Permutation(sequence(n)).Draw(t, "names")
		deps := make([][]int, n)
		for j := range n {
			for i := range j {
				if rapid.IntRange(0, 9).Draw(t, "edge") < density {
					deps[names[j]] = append(deps[names[j]], names[i])
				}
			}
		}
		return deps
	})
}

// randomGraph makes dependency lists for a benchmark or a large case.
func randomGraph(rng *rand.Rand, n int, density float64) [][]int {
	deps := make([][]int, n)
	for j := range n {
		for i := range j {
			if rng.Float64() < density {
				deps[j] = append(deps[j], i)
			}
		}
	}
	return deps
}

func sequence(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// named graphs that several tests use.
var (
	paperExample = [][]int{{}, {}, {1}, {0, 2}}
	zigzag       = [][]int{{}, {}, {0}, {0, 1}} // the smallest graph that is not series-parallel
)

func independent(n int) [][]int { return make([][]int, n) }

func chain(n int) [][]int {
	deps := make([][]int, n)
	for j := 1; j < n; j++ {
		deps[j] = []int{j - 1}
	}
	return deps
}

// layers makes every call of a layer depend on every call of the layer before.
func layers(sizes ...int) [][]int {
	var deps [][]int
	var before []int
	for _, size := range sizes {
		var layer []int
		for range size {
			layer = append(layer, len(deps))
			deps = append(deps, before)
		}
		before = layer
	}
	return deps
}

// fence is a path of calls that wait for each other in alternating directions.
func fence(n int) [][]int {
	deps := make([][]int, n)
	for j := 1; j < n; j += 2 {
		deps[j] = append(deps[j], j-1)
		if j+1 < n {
			deps[j] = append(deps[j], j+1)
		}
	}
	return deps
}

func mustGraph(t testing.TB, deps [][]int) *mission.Graph {
	t.Helper()
	g, err := mission.NewGraph(deps)
	if err != nil {
		t.Fatalf("NewGraph(%v): %v", deps, err)
	}
	return g
}

// rapidGraph is mustGraph for properties.
func rapidGraph(t *rapid.T, deps [][]int) *mission.Graph {
	g, err := mission.NewGraph(deps)
	if err != nil {
		t.Fatalf("NewGraph(%v): %v", deps, err)
	}
	return g
}

// wantPanic checks that f panics.
func wantPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

// TestOracle checks the straightforward version itself where the answer is known
// from the paper.
func TestOracle(t *testing.T) {
	got := fmt.Sprint(allPaths(paperExample))
	want := "[[[0 1] [2] [3]] [[1] [0 2] [3]] [[0] [1] [2] [3]] [[1] [0] [2] [3]] [[1] [2] [0] [3]]]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
