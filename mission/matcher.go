package mission

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
)

// Matcher follows an agent through the decision tree of a graph, step by step, and
// knows which paths are still possible. Make one for every attempt with [NewMatcher].
// It is for one goroutine.
//
// Calls of the same tool are told apart only where it matters. A step given by tool
// names may fit several sets of calls. Then all of them stay possible until a later
// step shows which it was. A path is possible if its first steps fit the steps that
// the agent has made. Paths that differ only in which of two calls of one tool comes
// first count separately.
//
// Paths are not enumerated: the matcher keeps the sets of calls that may have been
// made, each with the number of ways to get there. For calls with the same tool and
// the same place in the graph, it keeps only how many of them have been made. So
// twenty independent calls of one tool never need more than one state.
type Matcher struct {
	g       *Graph
	classes []class
	pinned  uint64 // calls given by number, which no class contains any more
	states  map[uint64]*big.Int
	steps   int
	calls   int
}

// class is a set of calls of one tool that come before and after the same calls. They
// are interchangeable until one of them is given by number.
type class struct {
	tool string
	pred uint64
	set  uint64
}

// A state is a down-set. It stands for all down-sets with the same pinned calls and the
// same number of calls of each class, and has the lowest calls of each class. The value
// in Matcher.states is the number of ways to reach each one of these down-sets.

// NewMatcher starts at the root of the decision tree of g, where tools[j] is the name of
// call j in steps, usually the name of its tool. It panics if the number of tools is
// not the number of calls.
func NewMatcher(g *Graph, tools []string) *Matcher {
	if len(tools) != g.n {
		panic(fmt.Sprintf("mission.NewMatcher: %d tools for %d calls", len(tools), g.n))
	}
	m := &Matcher{g: g, states: map[uint64]*big.Int{0: big.NewInt(1)}}
	for j, tool := range tools {
		same := func(c class) bool {
			return c.tool == tool && c.pred == g.pred[j] && g.succ[bits.TrailingZeros64(c.set)] == g.succ[j]
		}
		if i := slices.IndexFunc(m.classes, same); i >= 0 {
			m.classes[i].set |= 1 << j
			continue
		}
		m.classes = append(m.classes, class{tool: tool, pred: g.pred[j], set: 1 << j})
	}
	// Next takes the classes of one tool together.
	slices.SortStableFunc(m.classes, func(a, b class) int { return strings.Compare(a.tool, b.tool) })
	return m
}

// Next makes a step that calls the named tools, in any order, with a name for each call.
// It reports whether a possible path continues like that. If not, the matcher does not
// change and another step may be tried.
func (m *Matcher) Next(step []string) bool {
	if len(step) == 0 || m.calls+len(step) > m.g.n {
		return false
	}
	// wanted[i] is the number of calls of the tool of classes[i].
	wanted := make([]int, len(m.classes))
	names := slices.Sorted(slices.Values(step))
	found := 0
	for i, c := range m.classes {
		if i > 0 && c.tool == m.classes[i-1].tool {
			wanted[i] = wanted[i-1]
			continue
		}
		from, _ := slices.BinarySearch(names, c.tool)
		for to := from; to < len(names) && names[to] == c.tool; to++ {
			wanted[i]++
		}
		found += wanted[i]
	}
	if found < len(names) {
		return false // a tool that no call has
	}

	next := make(map[uint64]*big.Int)
	for done, ways := range m.states {
		a := assignment{m: m, wanted: wanted, before: done, next: next}
		a.measure()
		a.choose(0, 0, done, ways)
	}
	return m.advance(next, len(step))
}

// assignment finds all ways to make a step of tool names with calls that are ready in a
// state.
type assignment struct {
	m      *Matcher
	wanted []int
	before uint64
	free   []uint64 // calls of each class that are ready
	spare  []int    // how many are ready in this class and all later ones of its tool
	next   map[uint64]*big.Int
}

// measure fills free and spare.
func (a *assignment) measure() {
	classes := a.m.classes
	a.free = make([]uint64, len(classes))
	a.spare = make([]int, len(classes))
	for i := len(classes) - 1; i >= 0; i-- {
		if classes[i].pred&^a.before == 0 {
			a.free[i] = classes[i].set &^ a.before
		}
		a.spare[i] = bits.OnesCount64(a.free[i])
		if i+1 < len(classes) && classes[i+1].tool == classes[i].tool {
			a.spare[i] += a.spare[i+1]
		}
	}
}

// choose chooses calls of classes[i] and later classes. taken is how many calls of the
// tool of classes[i] were chosen from earlier classes. done holds the calls of the state
// and all calls chosen so far.
func (a *assignment) choose(i, taken int, done uint64, ways *big.Int) {
	if i == len(a.wanted) {
		if old, ok := a.next[done]; ok {
			ways = new(big.Int).Add(old, ways)
		}
		a.next[done] = ways
		return
	}
	later := 0
	lastOfTool := i+1 == len(a.wanted) || a.m.classes[i+1].tool != a.m.classes[i].tool
	if !lastOfTool {
		later = a.spare[i+1]
	}
	missing := a.wanted[i] - taken
	for n := max(0, missing-later); n <= min(missing, bits.OnesCount64(a.free[i])); n++ {
		made := done | lowest(a.free[i], n)
		// Each set of calls after this step can come from as many as there are
		// choices of the n calls among those of the class that are now made.
		all := bits.OnesCount64(made & a.m.classes[i].set)
		more := new(big.Int).Binomial(int64(all), int64(n))
		more.Mul(more, ways)
		if lastOfTool {
			a.choose(i+1, 0, made, more)
		} else {
			a.choose(i+1, taken+n, made, more)
		}
	}
}

// NextCalls makes a step with the calls of these numbers, in any order. It reports
// whether a possible path continues like that. If not, the matcher does not change and
// another step may be tried. Steps by number and by name may be mixed: a number also
// says that no earlier name meant this call.
func (m *Matcher) NextCalls(step []int) bool {
	var set uint64
	for _, j := range step {
		if j < 0 || j >= m.g.n || set&(1<<j) != 0 {
			return false
		}
		set |= 1 << j
	}
	if set == 0 || set&m.pinned != 0 {
		return false
	}

	next := make(map[uint64]*big.Int)
	for done, ways := range m.states {
		if made, ok := m.pin(done, set); ok {
			next[made|set] = ways
		}
	}
	if !m.advance(next, len(step)) {
		return false
	}
	m.pinned |= set
	for i := range m.classes {
		m.classes[i].set &^= set
	}
	// An emptied class has no part in any later step.
	m.classes = slices.DeleteFunc(m.classes, func(c class) bool { return c.set == 0 })
	return true
}

// pin returns the state that stands for those down-sets of the state done that
// lack all calls of set, if there are any and if all calls of set are ready in
// them.
func (m *Matcher) pin(done, set uint64) (uint64, bool) {
	state := done & m.pinned
	for _, c := range m.classes {
		made := bits.OnesCount64(done & c.set)
		others := c.set &^ set
		if made > bits.OnesCount64(others) {
			return 0, false // some call of set must already have been made
		}
		state |= lowest(others, made)
	}
	// The calls before a call are whole classes and pinned calls, so checking one
	// down-set is enough.
	for rest := set; rest != 0; rest &= rest - 1 {
		if m.g.pred[bits.TrailingZeros64(rest)]&^state != 0 {
			return 0, false
		}
	}
	return state, true
}

// advance goes on to the next states, if there are any.
func (m *Matcher) advance(next map[uint64]*big.Int, calls int) bool {
	if len(next) == 0 {
		return false
	}
	m.states = next
	m.calls += calls
	m.steps++
	return true
}

// Remaining returns how many paths of the graph are still possible, and how many of them
// are optimal. Before the first step, these are the numbers of [Graph.Count]. Calls of
// the same tool are different calls here, too. When all calls have been made, these are
// the numbers of paths that fit what the agent did.
func (m *Matcher) Remaining() (total, optimal *big.Int) {
	total, optimal = new(big.Int), new(big.Int)
	best := m.g.Depth() - m.steps
	var factor big.Int
	for done, ways := range m.states {
		// All down-sets that the state stands for have the same numbers of
		// completions, since calls of a class may be exchanged.
		weight := new(big.Int).Set(ways)
		for _, c := range m.classes {
			n, k := bits.OnesCount64(c.set), bits.OnesCount64(c.set&done)
			weight.Mul(weight, factor.Binomial(int64(n), int64(k)))
		}
		counts := m.g.countPart(m.g.all &^ done)
		total.Add(total, factor.Mul(weight, sum(counts)))
		if best >= 0 && best < len(counts) {
			optimal.Add(optimal, factor.Mul(weight, counts[best]))
		}
	}
	return total, optimal
}

// Steps is the number of steps made so far.
func (m *Matcher) Steps() int { return m.steps }

// Shortest is the least number of further steps in which all calls can be made.
func (m *Matcher) Shortest() int {
	shortest := m.g.n
	for done := range m.states {
		shortest = min(shortest, m.g.depthOf(m.g.all&^done))
	}
	return shortest
}

// Done reports whether all calls have been made.
func (m *Matcher) Done() bool { return m.calls == m.g.n }

// Optimal reports whether the steps made so far are an optimal path or the beginning of
// one.
func (m *Matcher) Optimal() bool { return m.steps+m.Shortest() == m.g.Depth() }

// lowest is the n lowest calls of a set that has at least n.
func lowest(set uint64, n int) uint64 {
	rest := set
	for range n {
		rest &= rest - 1
	}
	return set &^ rest
}
