package mission

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// MaxCalls is the largest number of calls that a [Graph] can hold, because sets of
// calls are the bits of one machine word.
const MaxCalls = 64

// Graph is the dependency graph of the calls of one mission. Calls are numbered
// from 0. It is immutable and safe for concurrent use; make one with
// [NewGraph].
type Graph struct {
	n    int
	all  uint64  // every call
	deps [][]int // as given, ascending and without repeats

	// The transitive closure. Everything below uses it instead of deps, so it does not
	// matter whether a list also names implied dependencies.
	pred []uint64 // all calls that come before, directly or not
	succ []uint64 // all calls that come after, directly or not

	levels []uint64 // levels[i]: calls that can be made in step i but not sooner
	tails  []uint64 // tails[k]: calls that begin a longest chain of exactly k calls
}

// CycleError says that calls wait for each other, so that none of them can be made.
type CycleError struct {
	// Cycle lists the calls: each must come before the next one, and the last one
	// before the first. It is a shortest cycle and starts with its lowest call.
	Cycle []int
}

// Error names the cycle: "calls wait for each other: 0 → 2 → 1 → 0".
func (e *CycleError) Error() string {
	var calls []string
	for _, call := range append(slices.Clone(e.Cycle), e.Cycle[:min(1, len(e.Cycle))]...) {
		calls = append(calls, strconv.Itoa(call))
	}
	return "calls wait for each other: " + strings.Join(calls, " → ")
}

// NewGraph makes the graph of len(deps) calls in which deps[j] lists the calls that must
// come before call j. The lists may be in any order, may repeat a call, and may include
// or leave out what follows from other lists.
//
// NewGraph fails if there are more than [MaxCalls] calls, if a list names a call that
// does not exist, if a call depends on itself, and, with a [*CycleError], if calls wait
// for each other.
func NewGraph(deps [][]int) (*Graph, error) {
	n := len(deps)
	if n > MaxCalls {
		return nil, fmt.Errorf("%d calls are more than the %d that a dependency graph can hold", n, MaxCalls)
	}
	direct := make([]uint64, n)
	for j, list := range deps {
		for _, i := range list {
			switch {
			case i < 0 || i >= n:
				return nil, fmt.Errorf("call %d depends on call %d, which does not exist: there are calls 0 to %d", j, i, n-1)
			case i == j:
				return nil, fmt.Errorf("call %d depends on itself", j)
			}
			direct[j] |= 1 << i
		}
	}

	g := &Graph{
		n:    n,
		all:  1<<n - 1,
		deps: make([][]int, n),
		pred: make([]uint64, n),
		succ: make([]uint64, n),
	}
	for j := range g.deps {
		g.deps[j] = appendCalls(make([]int, 0, bits.OnesCount64(direct[j])), direct[j])
	}
	if !g.close(direct) {
		return nil, &CycleError{Cycle: shortestCycle(direct)}
	}
	g.measureTails()
	return g, nil
}

// close fills pred, succ and levels by making every call as early as possible.
// It reports false when some calls can never be made.
func (g *Graph) close(direct []uint64) bool {
	for done := uint64(0); done != g.all; {
		var level uint64
		for m := g.all &^ done; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			if direct[j]&^done != 0 {
				continue
			}
			level |= 1 << j
			g.pred[j] = direct[j]
			for d := direct[j]; d != 0; d &= d - 1 {
				g.pred[j] |= g.pred[bits.TrailingZeros64(d)]
			}
			for p := g.pred[j]; p != 0; p &= p - 1 {
				g.succ[bits.TrailingZeros64(p)] |= 1 << j
			}
		}
		if level == 0 {
			return false
		}
		g.levels = append(g.levels, level)
		done |= level
	}
	return true
}

// measureTails fills tails, the last level first. The calls that remain after a down-set
// are an up-set, which contains every chain that starts in it. So tails gives the depth
// of the remaining calls without another look at the graph.
func (g *Graph) measureTails() {
	g.tails = make([]uint64, g.n+1)
	for _, level := range slices.Backward(g.levels) {
		for m := level; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			k := 1 + g.depthOf(g.succ[j])
			g.tails[k] |= 1 << j
		}
	}
}

// shortestCycle finds a shortest cycle, lowest call first, in a graph that has
// one.
func shortestCycle(direct []uint64) []int {
	next := make([]uint64, len(direct))
	for j, d := range direct {
		for ; d != 0; d &= d - 1 {
			next[bits.TrailingZeros64(d)] |= 1 << j
		}
	}
	var best []int
	for start := range next {
		if cycle := cycleFrom(next, start); cycle != nil && (best == nil || len(cycle) < len(best)) {
			best = cycle
		}
	}
	return best
}

// cycleFrom finds a shortest way from start back to start, breadth first.
func cycleFrom(next []uint64, start int) []int {
	from := make([]int, len(next))
	seen := uint64(0)
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for m := next[at] &^ seen; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			from[j] = at
			if j != start {
				queue = append(queue, j)
				continue
			}
			cycle := []int{start}
			for ; at != start; at = from[at] {
				cycle = append(cycle, at)
			}
			slices.Reverse(cycle[1:])
			return cycle
		}
		seen |= next[at]
	}
	return nil
}

// Len is the number of calls.
func (g *Graph) Len() int { return g.n }

// Deps lists the calls that must come before call j as they were given to
// [NewGraph], ascending and without repeats. The caller may keep the slice.
func (g *Graph) Deps(j int) []int { return slices.Clone(g.deps[j]) }

// Before reports whether call i must come before call j, directly or through
// others.
func (g *Graph) Before(i, j int) bool { return g.pred[j]&(1<<i) != 0 }

// Depth is the number of calls in the longest chain of dependencies, which is
// the number of steps of an optimal path. Without calls it is 0.
func (g *Graph) Depth() int { return len(g.levels) }

// Width returns the largest number of calls that could be made at once: the size of the
// largest set of calls of which none depends on another, directly or not. It may be
// larger than every step of an optimal path.
func (g *Graph) Width() int {
	// Dilworth's theorem: the size of the largest antichain is the smallest number of
	// chains that contain all calls. Each pair of a matching between calls and later
	// calls saves one chain.
	before := make([]int, g.n)
	for j := range before {
		before[j] = -1
	}
	var tried uint64
	var match func(i int) bool
	match = func(i int) bool {
		for m := g.succ[i] &^ tried; m != 0; m = g.succ[i] &^ tried {
			j := bits.TrailingZeros64(m)
			tried |= 1 << j
			if before[j] < 0 || match(before[j]) {
				before[j] = i
				return true
			}
		}
		return false
	}
	chains := g.n
	for i := range g.n {
		tried = 0
		if match(i) {
			chains--
		}
	}
	return chains
}

// Pattern returns the shape of the graph: [Serial] if there is only one order of the
// calls, one after another, [Parallel] if no call depends on another, and [Mixed]
// otherwise. Fewer than two calls have no pattern (the empty string).
func (g *Graph) Pattern() Pattern {
	switch {
	case g.n < 2:
		return ""
	case g.Depth() == g.n:
		return Serial
	case g.Depth() == 1:
		return Parallel
	}
	return Mixed
}

// Levels returns the path that makes every call as early as possible. It is always
// optimal. The caller may keep it.
func (g *Graph) Levels() [][]int {
	levels := make([][]int, len(g.levels))
	for i, mask := range g.levels {
		levels[i] = appendCalls(nil, mask)
	}
	return levels
}

// depthOf returns the depth of the part of the graph in rest, which must be an up-set:
// with a call, it contains every later call.
func (g *Graph) depthOf(rest uint64) int {
	// A chain is no longer than its part of the graph, and no longer than the
	// graph is deep.
	k := min(bits.OnesCount64(rest), len(g.levels))
	for k > 0 && rest&g.tails[k] == 0 {
		k--
	}
	return k
}

// ready returns the calls that can be made after those in done, a down-set.
func (g *Graph) ready(done uint64) uint64 {
	var ready uint64
	for m := g.all &^ done; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		if g.pred[j]&^done == 0 {
			ready |= 1 << j
		}
	}
	return ready
}

// appendCalls appends the calls of a set to list, ascending.
func appendCalls(list []int, set uint64) []int {
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}
