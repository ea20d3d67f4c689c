package proof

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// graphFacts is a graph with its counts and its first paths.
type graphFacts struct {
	graph     *mission.Graph
	total     string
	optimal   string
	listed    [][][]int
	truncated bool
}

// graph returns the graph of lists of dependencies. It is kept, because many entries have
// the same graph and some graphs have hundreds of paths.
func (k *kit) graph(deps [][]int) (*graphFacts, error) {
	return k.graphs.get([]byte(fmt.Sprint(deps)), func() (*graphFacts, error) {
		g, err := mission.NewGraph(deps)
		if err != nil {
			return nil, err
		}
		total, optimal := g.Count()
		f := &graphFacts{graph: g, total: total.String(), optimal: optimal.String()}
		f.listed, f.truncated = g.List(mission.DefaultPathLimit)
		return f, nil
	})
}

// proveGraph proves dependencies, pattern and action type.
func (v *view) proveGraph(m *missionView) {
	v.proveType(m)
	deps := make([][]int, len(m.calls))
	for j := range m.calls {
		deps[j] = v.dependencies(m, j)
		if !slices.Equal(m.calls[j].Dependencies, deps[j]) {
			v.report(m, GraphDependencies, fmt.Sprintf("/calls/%d/dependencies", j),
				"call %d depends on %s by its data and the declared order, not on %s", j, callList(deps[j]), callList(m.calls[j].Dependencies))
			return // the other claims are about another graph
		}
	}
	facts, err := v.kit.graph(deps)
	if err != nil {
		var cycle *mission.CycleError
		if errors.As(err, &cycle) {
			v.report(m, GraphCycle, "/calls", "%v", err)
		} else {
			v.report(m, GraphDependencies, "/calls", "%v", err)
		}
		return
	}
	m.graph = facts
	if m.Type != mission.Multi || len(m.calls) < 2 {
		if m.Type != mission.Multi && m.Pattern != "" {
			v.report(m, GraphPattern, "/pattern", "a %s mission has no pattern, but is said to be %s", m.Type, m.Pattern)
		}
		return
	}
	if p := facts.graph.Pattern(); p != m.Pattern {
		v.report(m, GraphPattern, "/pattern", "the calls are %s, not %q", p, m.Pattern)
	}
}

func callList(calls []int) string {
	if len(calls) == 0 {
		return "no call"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(calls), " ", ", "), "[]")
}

// dependencies derives on which calls call j depends: those whose observations its
// arguments come from, and those of tools that must be called first, unless their
// arguments show that they are about something else.
func (v *view) dependencies(m *missionView, j int) []int {
	list := []int{}
	for i := range m.calls {
		if i != j && (flows(m, i, j) || v.declared(m, i, j)) {
			list = append(list, i)
		}
	}
	return list
}

func flows(m *missionView, i, j int) bool {
	for s := range m.calls[j].Sources {
		src := &m.calls[j].Sources[s]
		if src.Kind == mission.FromObservation && src.Mission == m.at && src.Call == i {
			return true
		}
	}
	return false
}

func (v *view) declared(m *missionView, i, j int) bool {
	t := m.calls[j].tool
	if t == nil || !slices.Contains(t.After, m.calls[i].Tool) {
		return false
	}
	a, _ := m.calls[i].arguments.(map[string]any)
	b, _ := m.calls[j].arguments.(map[string]any)
	for name, x := range a {
		if y, both := b[name]; both && !equal(x, y) {
			return false
		}
	}
	return true
}

// callsOf says how many calls a mission of each type has.
var callsOf = map[mission.Type]struct {
	least, most int
	words       string
}{
	mission.Single:  {1, 1, "one call"},
	mission.Multi:   {2, math.MaxInt, "two or more calls"},
	mission.Clarify: {1, 1, "one call"},
	mission.Chat:    {0, 0, "no call"},
}

// proveType proves that the action type fits the calls, questions and chat claim.
func (v *view) proveType(m *missionView) {
	calls, claim := len(m.calls), m.Mission.Chat
	want, known := callsOf[m.Type]
	why := ""
	switch {
	case !known:
		why = fmt.Sprintf("%q is no action type", m.Type)
	case calls < want.least || calls > want.most:
		why = fmt.Sprintf("a %s mission has %s, not %d", m.Type, want.words, calls)
	case m.Type == mission.Clarify && len(m.Questions) == 0:
		why = "a clarify mission must ask a question"
	case m.Type == mission.Chat && claim == nil:
		why = "a chat mission must say why no tool is needed"
	case m.Type != mission.Clarify && len(m.Questions) > 0:
		why = fmt.Sprintf("a %s mission must not ask a question", m.Type)
	case m.Type != mission.Chat && claim != nil:
		why = fmt.Sprintf("a %s mission must not say why no tool is needed", m.Type)
	}
	if why != "" {
		v.report(m, GraphType, "/type", "%s", why)
	}
}

// provePaths proves the claims about paths.
func (v *view) provePaths(m *missionView) {
	switch {
	case len(m.calls) == 0 && m.Paths == nil:
		return
	case len(m.calls) == 0:
		v.report(m, PathsCount, "/paths", "there are no calls and so no paths")
		return
	case m.Paths == nil:
		v.report(m, PathsCount, "/paths", "the paths of %d calls are missing", len(m.calls))
		return
	case m.graph == nil:
		return // reported by group 3
	}
	f, info := m.graph, m.Paths
	switch {
	case info.Total != f.total:
		v.report(m, PathsCount, "/paths/total", "there are %s paths, not %s", f.total, info.Total)
	case info.Optimal != f.optimal:
		v.report(m, PathsCount, "/paths/optimal", "%s paths are optimal, not %s", f.optimal, info.Optimal)
	}
	if d := f.graph.Depth(); d != info.Depth {
		v.report(m, PathsDepth, "/paths/depth", "an optimal path has %d steps, not %d", d, info.Depth)
	}
	if v.proveListed(m) {
		v.proveOrder(m)
	}
	whole := strconv.Itoa(len(info.Listed)) == f.total
	switch {
	case !info.Truncated && !whole:
		v.report(m, PathsComplete, "/paths/listed", "%d of %s paths are listed, and the list is not said to be truncated", len(info.Listed), f.total)
	case info.Truncated && whole:
		v.report(m, PathsComplete, "/paths/truncated", "all %s paths are listed, so the list is not truncated", f.total)
	}
}

// proveListed proves that the list has only paths, and each only once. If it is the
// expected list, its paths need not be checked one by one.
func (v *view) proveListed(m *missionView) bool {
	listed := m.Paths.Listed
	if len(listed) <= len(m.graph.listed) && samePaths(listed, m.graph.listed[:len(listed)]) {
		return true
	}
	seen := make(map[string]int, len(listed))
	for i, path := range listed {
		at := fmt.Sprintf("/paths/listed/%d", i)
		if err := m.graph.graph.IsPath(path); err != nil {
			v.report(m, PathsListed, at, "is not a path: %v", err)
			return false
		}
		sorted := make([][]int, len(path))
		for s, step := range path {
			sorted[s] = slices.Sorted(slices.Values(step))
		}
		key := fmt.Sprint(sorted)
		if first, ok := seen[key]; ok {
			v.report(m, PathsListed, at, "is the same path as number %d", first)
			return false
		}
		seen[key] = i
	}
	return true
}

func samePaths(a, b [][][]int) bool {
	return slices.EqualFunc(a, b, func(x, y [][]int) bool {
		return slices.EqualFunc(x, y, slices.Equal[[]int])
	})
}

func (v *view) proveOrder(m *missionView) {
	for i, path := range m.Paths.Listed {
		if i >= len(m.graph.listed) {
			// Beyond the usual limit, only the number of steps is checked: no optimal
			// path may follow a longer one.
			if len(path) == m.graph.graph.Depth() && i > 0 && len(m.Paths.Listed[i-1]) > len(path) {
				v.report(m, PathsOrder, fmt.Sprintf("/paths/listed/%d", i), "an optimal path comes after a longer one")
				return
			}
			continue
		}
		if !slices.EqualFunc(path, m.graph.listed[i], slices.Equal[[]int]) {
			v.report(m, PathsOrder, fmt.Sprintf("/paths/listed/%d", i), "the path is %v; in the fixed order, %v comes here", path, m.graph.listed[i])
			return
		}
	}
}
