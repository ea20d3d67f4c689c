package mission_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

func TestNewGraphErrors(t *testing.T) {
	for _, tt := range []struct {
		deps [][]int
		want string
	}{
		{[][]int{{1}}, "call 0 depends on call 1, which does not exist: there are calls 0 to 0"},
		{[][]int{{}, {-1}}, "call 1 depends on call -1, which does not exist: there are calls 0 to 1"},
		{[][]int{{}, {0, 1}}, "call 1 depends on itself"},
		{[][]int{{1}, {0}}, "calls wait for each other: 0 → 1 → 0"},
		{[][]int{{1}, {2}, {0}}, "calls wait for each other: 0 → 2 → 1 → 0"},
		{[][]int{{}, {0, 4}, {1}, {2}, {3, 0}}, "calls wait for each other: 1 → 2 → 3 → 4 → 1"},
		{[][]int{{3}, {0, 2}, {1}, {1}}, "calls wait for each other: 1 → 2 → 1"}, // not the longer 0 → 1 → 3 → 0
		{independent(65), "65 calls are more than the 64 that a dependency graph can hold"},
	} {
		if _, err := mission.NewGraph(tt.deps); err == nil || err.Error() != tt.want {
			t.Errorf("NewGraph(%v)\n got %v\nwant %s", tt.deps, err, tt.want)
		}
	}
}

// TestCycleError closes a random graph with one more dependency and checks that
// the reported cycle is one.
func TestCycleError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(6).Filter(func(deps [][]int) bool { return len(deps) > 1 }).Draw(t, "deps")
		for range rapid.IntRange(1, 4).Draw(t, "more") {
			from := rapid.IntRange(0, len(deps)-1).Draw(t, "from")
			to := rapid.IntRange(0, len(deps)-1).Filter(func(to int) bool { return to != from }).Draw(t, "to")
			deps[to] = append(deps[to], from)
		}
		_, err := mission.NewGraph(deps)
		if len(allPaths(deps)) > 0 {
			if err != nil {
				t.Fatalf("a graph with paths is refused: %v", err)
			}
			return
		}
		var cycle *mission.CycleError
		if !errors.As(err, &cycle) {
			t.Fatalf("no cycle error for %v: %v", deps, err)
		}
		calls := cycle.Cycle
		if len(calls) < 2 || slices.Min(calls) != calls[0] {
			t.Fatalf("cycle %v does not start at its lowest call", calls)
		}
		for i, call := range calls {
			if next := calls[(i+1)%len(calls)]; !slices.Contains(deps[next], call) {
				t.Fatalf("cycle %v of %v: %d need not come before %d", calls, deps, call, next)
			}
		}
	})
}

func TestGraphShapes(t *testing.T) {
	for _, tt := range []struct {
		name         string
		deps         [][]int
		depth, width int
		pattern      mission.Pattern
		levels       string
	}{
		{"no calls", nil, 0, 0, "", "[]"},
		{"one call", independent(1), 1, 1, "", "[[0]]"},
		{"two in a row", chain(2), 2, 1, mission.Serial, "[[0] [1]]"},
		{"two at once", independent(2), 1, 2, mission.Parallel, "[[0 1]]"},
		{"reduced chain, backwards", [][]int{{1}, {2}, {}}, 3, 1, mission.Serial, "[[2] [1] [0]]"},
		{"closed chain", [][]int{{}, {0}, {0, 1}}, 3, 1, mission.Serial, "[[0] [1] [2]]"},
		{"paper", paperExample, 3, 2, mission.Mixed, "[[0 1] [2] [3]]"},
		{"zigzag", zigzag, 2, 2, mission.Mixed, "[[0 1] [2 3]]"},
		{"two chains of two", [][]int{{}, {}, {0}, {1}}, 2, 2, mission.Mixed, "[[0 1] [2 3]]"},
		{"widest not at a level", [][]int{{}, {0}, {0}, {}, {3}, {4}}, 3, 3, mission.Mixed, "[[0 3] [1 2 4] [5]]"},
		{"wider than any level", [][]int{{}, {0}, {1}, {}, {3}, {3}}, 3, 3, mission.Mixed, "[[0 3] [1 4 5] [2]]"},
		{"wider than its levels", [][]int{{}, {}, {0}, {2}, {2}, {}, {1}}, 3, 4, mission.Mixed, "[[0 1 5] [2 6] [3 4]]"},
		{"full", chain(64), 64, 1, mission.Serial, ""},
		{"full and flat", independent(64), 1, 64, mission.Parallel, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGraph(t, tt.deps)
			if g.Len() != len(tt.deps) || g.Depth() != tt.depth || g.Width() != tt.width || g.Pattern() != tt.pattern {
				t.Errorf("got len %d, depth %d, width %d, pattern %q; want %d, %d, %d, %q",
					g.Len(), g.Depth(), g.Width(), g.Pattern(), len(tt.deps), tt.depth, tt.width, tt.pattern)
			}
			if got := fmt.Sprint(g.Levels()); tt.levels != "" && got != tt.levels {
				t.Errorf("levels %s, want %s", got, tt.levels)
			}
		})
	}
}

func TestDeps(t *testing.T) {
	given := [][]int{nil, {0}, {1, 0, 1}}
	g := mustGraph(t, given)
	if got := fmt.Sprint(g.Deps(0), g.Deps(1), g.Deps(2)); got != "[] [0] [0 1]" {
		t.Errorf("got %s", got)
	}
	given[1][0] = 2
	g.Deps(2)[0] = 7
	if got := fmt.Sprint(g.Deps(1), g.Deps(2)); got != "[0] [0 1]" {
		t.Errorf("a slice is shared with the caller: %s", got)
	}
}

// TestShapeProperties compares depth, width, pattern and levels with what the list
// of all paths says.
func TestShapeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(6).Draw(t, "deps")
		g, paths := rapidGraph(t, deps), allPaths(deps)

		if len(paths[0]) != g.Depth() {
			t.Fatalf("depth %d, but the shortest path is %v", g.Depth(), paths[0])
		}
		widest := 0
		for _, path := range paths {
			for _, step := range path {
				widest = max(widest, len(step))
			}
		}
		if widest != g.Width() {
			t.Fatalf("width %d, but the largest step of any path has %d calls", g.Width(), widest)
		}

		var want mission.Pattern
		switch {
		case len(deps) < 2:
		case len(paths) == 1:
			want = mission.Serial
		case len(paths[0]) == 1:
			want = mission.Parallel
		default:
			want = mission.Mixed
		}
		if g.Pattern() != want {
			t.Fatalf("pattern %q, want %q", g.Pattern(), want)
		}

		if levels := g.Levels(); !g.IsOptimal(levels) {
			t.Fatalf("levels %v: %v", levels, g.IsPath(levels))
		}
	})
}

func TestIsPath(t *testing.T) {
	g := mustGraph(t, paperExample)
	for _, tt := range []struct {
		path    [][]int
		want    string
		optimal bool
	}{
		{[][]int{{0, 1}, {2}, {3}}, "", true},
		{[][]int{{1, 0}, {2}, {3}}, "", true},
		{[][]int{{1}, {2}, {0}, {3}}, "", false},
		{nil, "call 0 is never made", false},
		{[][]int{{0, 1}, {2}}, "call 3 is never made", false},
		{[][]int{{0, 1}, {}, {2}, {3}}, "step 1 is empty", false},
		{[][]int{{0, 1}, {2, 4}, {3}}, "step 1 makes call 4, which does not exist", false},
		{[][]int{{0, -1}, {2}, {3}}, "step 0 makes call -1, which does not exist", false},
		{[][]int{{0, 1}, {0, 2}, {3}}, "step 1 makes call 0 a second time", false},
		{[][]int{{0, 0}, {2}, {3}}, "step 0 makes call 0 a second time", false},
		{[][]int{{0, 1, 2}, {3}}, "step 0 makes call 2 too early: it depends on call 1, which has not been made", false},
		{[][]int{{0, 1}, {3}, {2}}, "step 1 makes call 3 too early: it depends on call 2, which has not been made", false},
	} {
		var got string
		if err := g.IsPath(tt.path); err != nil {
			got = err.Error()
		}
		if got != tt.want || g.IsOptimal(tt.path) != tt.optimal {
			t.Errorf("%v: %q, optimal %v; want %q, %v", tt.path, got, g.IsOptimal(tt.path), tt.want, tt.optimal)
		}
	}
}

// TestNoPanic builds graphs from arbitrary numbers.
func TestNoPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(-2, 70)
		deps := rapid.SliceOfN(rapid.SliceOfN(number, 0, 4), 0, 70).Draw(t, "deps")
		g, err := mission.NewGraph(deps)
		if err != nil {
			if g != nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("got %v and %q", g, err)
			}
			return
		}
		_, _ = g.Width(), g.Levels()
	})
}
