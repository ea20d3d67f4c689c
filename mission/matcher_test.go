package mission_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

// TestMatcherTable walks through small trees. A step is written as names
// ("a a b"), or as numbers ("0 2"); "!" in front says that it must be refused.
func TestMatcherTable(t *testing.T) {
	for _, tt := range []struct {
		name  string
		deps  [][]int
		tools string
		steps []string
		// after each step: paths left, optimal ones, steps still needed, and
		// whether the attempt can still be optimal
		want []string
	}{
		{
			"the paper's suboptimal attempt", paperExample, "a b c d",
			[]string{"b", "!b", "!d", "!0 3", "a", "!a c", "c", "d", "!d"},
			[]string{"3 1 2 true", "1 0 2 false", "1 0 1 false", "1 0 0 false"},
		},
		{
			"the paper's optimal attempt", paperExample, "a b c d",
			[]string{"b a", "c", "d"},
			[]string{"1 1 2 true", "1 1 1 true", "1 1 0 true"},
		},
		{
			"which call it was shows later", [][]int{{}, {}, {0}, {1}}, "a a b c",
			[]string{"a", "c", "!c", "a", "b"},
			[]string{"10 0 2 false", "1 0 2 false", "1 0 1 false", "1 0 0 false"},
		},
		{
			"twins", independent(4), "a a a b",
			[]string{"a a", "!a a", "!b b", "b a"},
			[]string{"9 0 1 false", "3 0 0 false"},
		},
		{
			"a number tells that a name meant another call", independent(3), "a a a",
			[]string{"a", "0", "!0", "!a a", "a"},
			[]string{"9 0 1 false", "2 0 1 false", "2 0 0 false"},
		},
		{
			"names cannot all have meant another call", independent(3), "a a a",
			[]string{"a a", "!0 1", "!0 0", "!3", "!-1", "2"},
			[]string{"3 0 1 false", "1 0 0 false"},
		},
		{
			"a call that nobody has", independent(2), "a b",
			[]string{"!c", "!a c", "!a a", "!a b b", "!"},
			nil,
		},
		{"no calls", nil, "", []string{"!a", "!0", "!"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mission.NewMatcher(mustGraph(t, tt.deps), strings.Fields(tt.tools))
			var got []string
			for _, step := range tt.steps {
				before := describe(m)
				step, refused := strings.CutPrefix(step, "!")
				if take(m, step) == refused {
					t.Fatalf("step %q: accepted %v", step, !refused)
				}
				if !refused {
					got = append(got, describe(m))
				} else if describe(m) != before {
					t.Fatalf("step %q is refused, but changes %s to %s", step, before, describe(m))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if m.Steps() != len(tt.want) || m.Done() != (len(tt.deps) == 0 || len(got) > 0 && m.Shortest() == 0) {
				t.Errorf("steps %d, done %v", m.Steps(), m.Done())
			}
		})
	}
}

func describe(m *mission.Matcher) string {
	total, optimal := m.Remaining()
	return fmt.Sprint(total, optimal, m.Shortest(), m.Optimal())
}

// take makes a step of the table, by number if it starts with one.
func take(m *mission.Matcher, step string) bool {
	fields := strings.Fields(step)
	if !strings.ContainsAny(step, "0123456789") {
		return m.Next(fields)
	}
	var calls []int
	for _, field := range fields {
		var j int
		fmt.Sscan(field, &j)
		calls = append(calls, j)
	}
	return m.NextCalls(calls)
}

// TestMatcherProperties walks at random, by names and by numbers, on paths and off
// them, and compares with the list of all paths of which those that do not fit are
// struck out.
func TestMatcherProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deps := graphs(6).Draw(t, "deps")
		g := rapidGraph(t, deps)
		tool := rapid.SampledFrom([]string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "distinct")])
		tools := rapid.SliceOfN(tool, len(deps), len(deps)).Draw(t, "tools")
		m := mission.NewMatcher(g, tools)
		left := allPaths(deps)
		for step := 0; ; {
			compare(t, m, left, step, g.Depth())
			if m.Done() {
				return
			}
			calls := rapid.SampledFrom(left).Draw(t, "path")[step]
			if rapid.IntRange(0, 4).Draw(t, "astray") == 0 {
				calls = rapid.SliceOfNDistinct(rapid.IntRange(0, len(deps)-1), 1, -1, rapid.ID[int]).Draw(t, "calls")
			}
			calls = rapid.Permutation(calls).Draw(t, "order")

			var accepted bool
			var fits func(made []int) bool
			if rapid.Bool().Draw(t, "by name") {
				accepted = m.Next(toolsOf(tools, calls))
				fits = func(made []int) bool {
					return slices.Equal(sorted(toolsOf(tools, made)), sorted(toolsOf(tools, calls)))
				}
			} else {
				accepted = m.NextCalls(calls)
				fits = func(made []int) bool { return slices.Equal(made, sorted(calls)) }
			}
			var next []mission.Path
			for _, path := range left {
				if len(path) > step && fits(path[step]) {
					next = append(next, path)
				}
			}
			if accepted != (len(next) > 0) {
				t.Fatalf("step %v: accepted %v, but %d paths fit", calls, accepted, len(next))
			}
			if accepted {
				left = next
				step++
			}
		}
	})
}

// compare checks everything that a matcher says after some steps against the
// paths that are left.
func compare(t *rapid.T, m *mission.Matcher, left []mission.Path, step, depth int) {
	wantOptimal, shortest := 0, len(left[0])
	for _, path := range left {
		if len(path) == depth {
			wantOptimal++
		}
		shortest = min(shortest, len(path))
	}
	total, optimal := m.Remaining()
	if total.Int64() != int64(len(left)) || optimal.Int64() != int64(wantOptimal) {
		t.Fatalf("remaining %v, %v; want %d, %d", total, optimal, len(left), wantOptimal)
	}
	if m.Shortest() != shortest-step || m.Optimal() != (shortest == depth) || m.Steps() != step {
		t.Fatalf("shortest %d, optimal %v, steps %d; want %d, %v, %d",
			m.Shortest(), m.Optimal(), m.Steps(), shortest-step, shortest == depth, step)
	}
	if m.Done() != (shortest == step) {
		t.Fatalf("done %v after %d of %d steps", m.Done(), step, shortest)
	}
}

func toolsOf(tools []string, calls []int) []string {
	names := make([]string, len(calls))
	for i, j := range calls {
		names[i] = tools[j]
	}
	return names
}

func sorted[T string | int](list []T) []T { return slices.Sorted(slices.Values(list)) }

// TestMatcherScale matches where sets of states would be astronomical if calls of a
// class were told apart.
func TestMatcherScale(t *testing.T) {
	g := mustGraph(t, independent(64))
	m := mission.NewMatcher(g, slices.Repeat([]string{"a"}, 64))
	for range 16 {
		if !m.Next([]string{"a", "a"}) {
			t.Fatal("refused")
		}
	}
	if !m.NextCalls([]int{5, 60}) {
		t.Fatal("refused by number")
	}
	// 62!/(2!^16·30!) ways for the steps by name, times the rest of 30 calls.
	if total, _ := m.Remaining(); total.BitLen() < 250 {
		t.Errorf("%v paths", total)
	}
	if !m.Next(slices.Repeat([]string{"a"}, 30)) || !m.Done() || m.Steps() != 18 {
		t.Error("not done")
	}
}

func TestMatcherPanics(t *testing.T) {
	g := mustGraph(t, independent(2))
	wantPanic(t, "too few tools", func() { mission.NewMatcher(g, []string{"a"}) })
	wantPanic(t, "too few tools", func() { g.MMTBPaths(nil) })
}

// BenchmarkMatcher follows one path of a random graph of twelve calls of three tools,
// asking for everything after each step.
func BenchmarkMatcher(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	g := mustGraph(b, randomGraph(rng, 12, 0.25))
	tools := make([]string, g.Len())
	for j := range tools {
		tools[j] = string(rune('a' + rng.IntN(3)))
	}
	var steps [][]string
	for _, calls := range g.Levels() {
		steps = append(steps, toolsOf(tools, calls))
	}
	b.ReportAllocs()
	for b.Loop() {
		m := mission.NewMatcher(g, tools)
		for _, step := range steps {
			if !m.Next(step) {
				b.Fatal(step)
			}
			m.Remaining()
		}
		if !m.Done() || !m.Optimal() {
			b.Fatal("not optimal")
		}
	}
}
