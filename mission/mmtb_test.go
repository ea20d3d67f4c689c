package mission_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

func TestMMTBPaths(t *testing.T) {
	for _, tt := range []struct {
		name  string
		deps  [][]int
		tools string
		want  []string
	}{
		{"no calls", nil, "", []string{"[]"}},
		{"different tools are free", independent(2), "a b", []string{"[[0] [1]]", "[[0 1]]", "[[1] [0]]"}},
		{
			"a run is made together or one after another", independent(3), "a a a",
			[]string{"[[0] [1] [2]]", "[[0 1 2]]"},
		},
		{
			"one after another means before anything else", independent(3), "a a b",
			[]string{"[[0] [1] [2]]", "[[0 1] [2]]", "[[0 1 2]]", "[[2] [0] [1]]", "[[2] [0 1]]"},
		},
		{
			"a run is only looked at from its own front", independent(3), "b a a",
			[]string{
				"[[0] [1] [2]]", "[[0] [1 2]]", "[[0 1] [2]]", "[[0 1 2]]",
				"[[1] [2] [0]]", "[[1 2] [0]]",
			},
		},
		{
			"calls that are not neighbours are no run", independent(3), "a b a",
			[]string{
				"[[0] [1] [2]]", "[[0] [1 2]]", "[[0] [2] [1]]", "[[0 1] [2]]", "[[0 1 2]]", "[[0 2] [1]]",
				"[[1] [0] [2]]", "[[1] [0 2]]", "[[1 2] [0]]",
			},
		},
		{
			"calls that are not ready are no neighbours", [][]int{{}, {0}, {}}, "a b a",
			[]string{"[[0] [2] [1]]", "[[0 2] [1]]"},
		},
		{
			"a run by the front of which a call becomes ready", [][]int{{}, {}, {0}}, "a a a",
			[]string{"[[0] [1] [2]]", "[[0 1] [2]]"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for path := range mustGraph(t, tt.deps).MMTBPaths(strings.Fields(tt.tools)) {
				got = append(got, fmt.Sprint(path))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %v\nwant %v", got, tt.want)
			}
		})
	}

	// The set [3 4] is dropped, although [0 4], which has the same tools and comes
	// first, is then refused; with it there would be 71 paths.
	n := 0
	for path := range mustGraph(t, independent(5)).MMTBPaths(strings.Fields("c c d c a")) {
		if slices.Equal(path[0], []int{3, 4}) {
			t.Errorf("path %v", path)
		}
		n++
	}
	if n != 66 {
		t.Errorf("%d paths, want 66", n)
	}
}

// TestMMTBMeasured compares with what Multi-Mission Tool Bench's enumerator returns
// for 300 graphs.
func TestMMTBMeasured(t *testing.T) {
	data, err := os.ReadFile("../../shared/data/mmtb-paths.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the measured figures are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Tools        []string
		Dependencies [][]int
		Paths        int
		Optimal      int
		LeastSteps   int       `json:"least_steps"`
		All          [][][]int // where there are few
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 300 {
		t.Errorf("%d cases, want 300", len(cases))
	}
	for i, c := range cases {
		var all []mission.Path
		bySteps := make(map[int]int)
		g := mustGraph(t, c.Dependencies)
		for path := range g.MMTBPaths(c.Tools) {
			all = append(all, path.Clone())
			bySteps[len(path)]++
		}
		if len(all) != c.Paths || bySteps[c.LeastSteps] != c.Optimal || g.Depth() != c.LeastSteps {
			t.Errorf("case %d, %v %v: %d paths, %d optimal, %d steps; want %d, %d, %d", i, c.Tools, c.Dependencies,
				len(all), bySteps[c.LeastSteps], g.Depth(), c.Paths, c.Optimal, c.LeastSteps)
		}
		if c.All != nil && fmt.Sprint(all) != fmt.Sprint(c.All) {
			t.Errorf("case %d, %v %v:\n got %v\nwant %v", i, c.Tools, c.Dependencies, all, c.All)
		}
	}
}

// mmtbPaths lists the paths by trying all sets of ready calls and keeping books of
// the sequences of tools that have been seen.
func mmtbPaths(deps [][]int, tools []string) []mission.Path {
	var paths []mission.Path
	var extend func(made []int, path mission.Path)
	extend = func(made []int, path mission.Path) {
		var ready []int
		for j := range deps {
			waits := slices.ContainsFunc(deps[j], func(i int) bool { return !slices.Contains(made, i) })
			if !waits && !slices.Contains(made, j) {
				ready = append(ready, j)
			}
		}
		if len(ready) == 0 {
			paths = append(paths, path.Clone())
			return
		}
		var sets [][]int
		for set := 1; set < 1<<len(ready); set++ {
			var step []int
			for _, i := range members(set) {
				step = append(step, ready[i])
			}
			sets = append(sets, step)
		}
		slices.SortFunc(sets, slices.Compare[[]int])
		seen := make(map[string]bool)
		for _, step := range sets {
			names := fmt.Sprint(toolsOf(tools, step))
			if seen[names] {
				continue
			}
			seen[names] = true
			at := slices.Index(ready, step[0])
			end := at + 1
			for end < len(ready) && tools[ready[end]] == tools[ready[at]] {
				end++
			}
			run := ready[at:end]
			switch {
			case len(run) > 1 && len(step) == 1:
				longer := slices.Clone(path)
				for _, j := range run {
					longer = append(longer, []int{j})
				}
				extend(slices.Concat(made, run), longer)
			case slices.ContainsFunc(run, func(j int) bool { return !slices.Contains(step, j) }):
			default:
				extend(slices.Concat(made, step), append(slices.Clone(path), step))
			}
		}
	}
	extend(nil, nil)
	return paths
}

func TestMMTBProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(6).Draw(t, "deps")
		tool := rapid.SampledFrom([]string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "distinct")])
		tools := rapid.SliceOfN(tool, len(deps), len(deps)).Draw(t, "tools")
		g := rapidGraph(t, deps)

		var got []mission.Path
		least := len(deps)
		for path := range g.MMTBPaths(tools) {
			if err := g.IsPath(path); err != nil {
				t.Fatalf("%v: %v", path, err)
			}
			least = min(least, len(path))
			got = append(got, path.Clone())
		}
		if want := mmtbPaths(deps, tools); !samePaths(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
		inOrder := func(p, q mission.Path) int { return slices.CompareFunc(p, q, slices.Compare[[]int]) }
		if !slices.IsSortedFunc(got, inOrder) {
			t.Fatalf("not in order: %v", got)
		}
		if least != g.Depth() {
			t.Fatalf("least steps %d, depth %d", least, g.Depth())
		}
		for range g.MMTBPaths(tools) {
			break // stopping early must not panic
		}
	})
}
