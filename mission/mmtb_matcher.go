package mission

import (
	"fmt"
	"math/bits"
	"slices"
)

// MMTBMatcher follows an agent through the paths of [Graph.MMTBPaths] as the
// Multi-Mission Tool Bench does: a step fits the first of the paths that are left
// in which the step has the same tools, and then only the paths that have these
// very calls at this step are left. First is meant in the order in which they
// are found there: of the ways to take a step, the one with the least numbers,
// compared from the front.
//
// Nothing is enumerated. The paths that are left after a step are all those that
// go on from one set of calls, so it is enough to keep that set, and, while the
// calls of a run are made one after another, which of them have to follow. The
// least set with given tools is put together call by call.
//
// Make one for every attempt with [NewMMTBMatcher]; it must not be used by
// several goroutines at once.
type MMTBMatcher struct {
	w      mmtbWalker
	tools  []string
	done   uint64
	forced uint64 // the rest of a run, which comes one after another
}

// NewMMTBMatcher starts before the first step of g, where tools[j] is the tool of
// call j. It panics when the number of tools is not the number of calls.
func NewMMTBMatcher(g *Graph, tools []string) *MMTBMatcher {
	if len(tools) != g.n {
		panic(fmt.Sprintf("mission.NewMMTBMatcher: %d tools for %d calls", len(tools), g.n))
	}
	return &MMTBMatcher{w: mmtbWalker{walker: walker{g: g}, same: sameTools(tools)}, tools: tools}
}

// Next makes the step that calls the named tools, in any order, a name once for
// each call, and gives the calls that it is taken for, ascending. It is nil when
// no path that is left goes on like that; then the matcher is unchanged.
func (m *MMTBMatcher) Next(step []string) []int {
	set, forced := m.find(step)
	if set == 0 {
		return nil
	}
	m.done |= set
	m.forced = forced
	return appendCalls(make([]int, 0, len(step)), set)
}

// find gives the calls that a step is taken for, and those that then have to
// follow one after another.
func (m *MMTBMatcher) find(step []string) (set, forced uint64) {
	if len(step) == 0 || len(step) > m.w.g.n {
		return 0, 0
	}
	if m.forced != 0 {
		call := m.forced & -m.forced
		if len(step) > 1 || step[0] != m.tool(call) {
			return 0, 0
		}
		return call, m.forced &^ call
	}
	ready := m.w.g.ready(m.done)
	for first := range m.w.firsts(ready) {
		if !slices.Contains(step, m.tool(first)) {
			continue
		}
		run := m.w.run(ready, first)
		if len(step) == 1 {
			return first, run &^ first
		}
		if set := m.fill(step, run, m.w.after(ready, run)); set != 0 {
			return set, 0
		}
	}
	return 0, 0
}

// fill adds calls of open to a set until it has the tools of a step, always the
// lowest that still belongs there: what it passes over has tools that the step
// does not want any more, so nothing is lost by that. It gives 0 when tools are
// left over, or when the set has some that the step does not want.
func (m *MMTBMatcher) fill(step []string, set, open uint64) uint64 {
	missing := slices.Clone(step)
	take := func(call uint64) bool {
		i := slices.Index(missing, m.tool(call))
		if i >= 0 {
			missing = slices.Delete(missing, i, i+1)
		}
		return i >= 0
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		if !take(rest) {
			return 0
		}
	}
	for ; open != 0 && len(missing) > 0; open &= open - 1 {
		if take(open) {
			set |= open & -open
		}
	}
	if len(missing) > 0 {
		return 0
	}
	return set
}

// tool is the tool of the lowest call of a set.
func (m *MMTBMatcher) tool(set uint64) string { return m.tools[bits.TrailingZeros64(set)] }
