package mission

import (
	"fmt"
	"math/bits"
	"slices"
)

// MMTBMatcher follows an agent through the paths of [Graph.MMTBPaths] as the
// Multi-Mission Tool Bench does. A step counts as the calls of the first remaining
// path whose next step has the same tools, and only the paths with these calls remain.
// The paths are in the benchmark's order, in which lower call numbers come first.
//
// Paths are not enumerated. All paths that remain after a step continue the same set
// of calls. So it is enough to keep that set and, while the calls of a run are made
// one after another, those that must follow. The lowest set of calls with given tools
// is found call by call.
//
// Make a matcher for every attempt with [NewMMTBMatcher]. It is for one goroutine.
type MMTBMatcher struct {
	w      mmtbWalker
	tools  []string
	done   uint64
	forced uint64 // the rest of a run, which comes one after another
}

// NewMMTBMatcher starts before the first step of g, where tools[j] is the tool of
// call j. It panics if the number of tools is not the number of calls.
func NewMMTBMatcher(g *Graph, tools []string) *MMTBMatcher {
	if len(tools) != g.n {
		panic(fmt.Sprintf("mission.NewMMTBMatcher: %d tools for %d calls", len(tools), g.n))
	}
	return &MMTBMatcher{w: mmtbWalker{walker: walker{g: g}, same: sameTools(tools)}, tools: tools}
}

// Next makes a step that calls the named tools, in any order, with a name for each
// call. It returns the calls that the step counts as, ascending, or nil if no
// remaining path continues like that; then the matcher does not change.
func (m *MMTBMatcher) Next(step []string) []int {
	set, forced := m.find(step)
	if set == 0 {
		return nil
	}
	m.done |= set
	m.forced = forced
	return appendCalls(make([]int, 0, len(step)), set)
}

// find returns the calls that a step counts as, and those that must then follow one
// after another.
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

// fill adds calls of open to a set until it has the tools of a step, always the lowest
// call whose tool is missing. It returns 0 if tools remain missing, or if the set has
// a tool that the step does not have.
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

// tool returns the tool of the lowest call of a set.
func (m *MMTBMatcher) tool(set uint64) string { return m.tools[bits.TrailingZeros64(set)] }
