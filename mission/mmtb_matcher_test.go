package mission_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

// replayed is the Multi-Mission Tool Bench's own pruning over all of its paths:
// those of a smaller first step come first, and of steps of one size the lower.
type replayed struct {
	tools []string
	left  []mission.Path
	step  int
}

func newReplayed(deps [][]int, tools []string) *replayed {
	r := &replayed{tools: tools, left: mmtbPaths(deps, tools)}
	slices.SortStableFunc(r.left, func(p, q mission.Path) int {
		for i := range min(len(p), len(q)) {
			if c := cmp.Or(cmp.Compare(len(p[i]), len(q[i])), slices.Compare(p[i], q[i])); c != 0 {
				return c
			}
		}
		return cmp.Compare(len(p), len(q))
	})
	return r
}

func (r *replayed) next(names []string) []int {
	want := slices.Sorted(slices.Values(names))
	for _, path := range r.left {
		if r.step >= len(path) || !slices.Equal(slices.Sorted(slices.Values(toolsOf(r.tools, path[r.step]))), want) {
			continue
		}
		taken := path[r.step]
		r.left = slices.DeleteFunc(slices.Clone(r.left), func(p mission.Path) bool {
			return r.step >= len(p) || !slices.Equal(p[r.step], taken)
		})
		r.step++
		return taken
	}
	return nil
}

func TestMMTBMatcher(t *testing.T) {
	for _, tt := range []struct {
		name  string
		deps  [][]int
		tools string
		steps []string
		want  string
	}{
		{"a run at once", independent(3), "a a b", []string{"b a a"}, "[[0 1 2]]"},
		{"a run one after another", independent(3), "a a b", []string{"a", "b", "a", "b"}, "[[0] [] [1] [2]]"},
		{"a part of a run", independent(3), "a a a", []string{"a a", "a a a"}, "[[] [0 1 2]]"},
		{"another call beside a part of a run", independent(3), "a a b", []string{"a b", "b", "a a"}, "[[] [2] [0 1]]"},
		{"not from the front of the run", independent(3), "b a a", []string{"a b", "a"}, "[[0 1] [2]]"},
		{"calls that wait", [][]int{{}, {0}}, "a b", []string{"b", "a b", "a", "b"}, "[[] [] [0] [1]]"},
		{"of two orders the one with the lower calls", independent(4), "a b a b", []string{"b a", "a b"}, "[[0 1] [2 3]]"},
		{"no such tool, nothing, too much", independent(2), "a b", []string{"c", "", "a b b", "a b"}, "[[] [] [] [0 1]]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mission.NewMMTBMatcher(mustGraph(t, tt.deps), strings.Fields(tt.tools))
			var got [][]int
			for _, step := range tt.steps {
				got = append(got, m.Next(strings.Fields(step)))
			}
			if fmt.Sprint(got) != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

// TestMMTBMatcherProperties holds the matcher against the pruning of all paths.
func TestMMTBMatcherProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(6).Draw(t, "deps")
		distinct := []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "distinct")]
		tools := rapid.SliceOfN(rapid.SampledFrom(distinct), len(deps), len(deps)).Draw(t, "tools")
		m, slow := mission.NewMMTBMatcher(rapidGraph(t, deps), tools), newReplayed(deps, tools)
		for try, made := 0, 0; try < 2*len(deps) && made < len(deps); try++ {
			// Mostly steps that fit.
			var step []string
			if len(slow.left) > 0 && rapid.IntRange(0, 4).Draw(t, "fits") > 0 {
				path := rapid.SampledFrom(slow.left).Draw(t, "path")
				step = rapid.Permutation(toolsOf(tools, path[slow.step])).Draw(t, "step")
			} else {
				step = rapid.SliceOfN(rapid.SampledFrom(distinct), 1, 4).Draw(t, "names")
			}
			got, want := m.Next(step), slow.next(step)
			if made += len(got); !slices.Equal(got, want) {
				t.Fatalf("step %v: got %v, want %v", step, got, want)
			}
		}
	})
}

func BenchmarkMMTBMatcher(b *testing.B) {
	tools := strings.Fields("a b c d e f g h i j k l")
	g, err := mission.NewGraph(independent(len(tools)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m := mission.NewMMTBMatcher(g, tools)
		if m.Next(tools[6:]) == nil || m.Next(tools[:6]) == nil {
			b.Fatal("no path")
		}
	}
}
