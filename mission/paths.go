package mission

import (
	"fmt"
	"iter"
	"math/bits"
)

// DefaultPathLimit is how many paths of a mission an entry lists by default.
const DefaultPathLimit = 1000

// Path is one way to make all calls of a graph: a list of steps, each of which
// is a set of calls made at once, ascending. It is a [][]int and can be used as
// one.
type Path [][]int

// Clone returns a copy of the path that the iteration does not overwrite.
func (p Path) Clone() Path {
	calls := 0
	for _, step := range p {
		calls += len(step)
	}
	flat := make([]int, 0, calls)
	clone := make(Path, len(p))
	for i, step := range p {
		at := len(flat)
		flat = append(flat, step...)
		clone[i] = flat[at:len(flat):len(flat)]
	}
	return clone
}

// Paths yields every path of the graph once: optimal ones first, then by number of
// steps, and those of the same number of steps in lexicographic order, where a step
// comes before longer ones that begin with it ([0] before [0 1] before [1]). A graph
// without calls has one path, which has no steps.
//
// The next path overwrites the yielded one, which must not be changed: use [Path.Clone]
// to keep it. Memory does not grow with the number of paths, and the work between two
// paths is bounded, so stopping early saves all work for the remaining paths.
func (g *Graph) Paths() iter.Seq[Path] {
	return func(yield func(Path) bool) {
		w := walker{g: g, yield: yield}
		if g.n == 0 {
			yield(w.steps[:0])
			return
		}
		for k := g.Depth(); k <= g.n; k++ {
			if !w.walk(0, 0, 0, g.levels[0], k) {
				return
			}
		}
	}
}

// walker holds the path under construction. The steps are consecutive pieces of
// calls, so that growing and shrinking a step moves nothing.
type walker struct {
	g     *Graph
	yield func(Path) bool
	calls [MaxCalls]int
	steps [MaxCalls][]int
}

// walk yields all paths that complete the first depth steps, which hold the
// calls in done and fill w.calls up to at, by exactly k more steps, of which there
// must be at least one. It returns false if the consumer stops.
//
// No walk ends in a dead end. Exactly k steps are possible if and only if the rest is at
// most k deep and has at least k calls. So this step must make every call that starts a
// chain of k calls, all of which are ready, and must leave at least k-1 calls.
func (w *walker) walk(depth, at int, done, ready uint64, k int) bool {
	rest := w.g.all &^ done
	if k == 1 {
		end := at
		for m := rest; m != 0; m &= m - 1 {
			w.calls[end] = bits.TrailingZeros64(m)
			end++
		}
		w.steps[depth] = w.calls[at:end:end]
		return w.yield(w.steps[:depth+1])
	}
	return w.choose(depth, at, at, done, ready, ready, rest&w.g.tails[k], bits.OnesCount64(rest)-k+1, k)
}

// choose extends the step that fills w.calls from start to end, and is already in done,
// by calls of open in every way, and walks on from each. It must add the calls of must,
// and can add at most room calls.
func (w *walker) choose(depth, start, end int, done, ready, open, must uint64, room, k int) bool {
	for ; open != 0; open &= open - 1 {
		call := open & -open
		if must&call == 0 && room <= bits.OnesCount64(must) {
			continue // the room is needed for calls that must come
		}
		w.calls[end] = bits.TrailingZeros64(call)
		left := must &^ call
		made := done | call
		if left == 0 {
			w.steps[depth] = w.calls[start : end+1 : end+1]
			if !w.walk(depth+1, end+1, made, w.readyAfter(made, ready), k-1) {
				return false
			}
		}
		if room > 1 && !w.choose(depth, start, end+1, made, ready, open&(open-1), left, room-1, k) {
			return false
		}
		if must&call != 0 {
			return true // it cannot be passed over
		}
	}
	return true
}

// readyAfter is [Graph.ready] for done, given what was ready one step before.
func (w *walker) readyAfter(done, ready uint64) uint64 {
	blocked := w.g.all &^ (done | ready)
	ready &^= done
	for ; blocked != 0; blocked &= blocked - 1 {
		j := bits.TrailingZeros64(blocked)
		if w.g.pred[j]&^done == 0 {
			ready |= 1 << j
		}
	}
	return ready
}

// List copies the first paths of [Graph.Paths], at most limit of them, or all
// when limit is negative. truncated reports whether there are more.
func (g *Graph) List(limit int) (paths [][][]int, truncated bool) {
	paths = [][][]int{} // an entry writes [], not null
	for path := range g.Paths() {
		if limit >= 0 && len(paths) == limit {
			return paths, true
		}
		paths = append(paths, path.Clone())
	}
	return paths, false
}

// Info is the record of the graph's paths in an entry: exact counts, and the
// first paths as [Graph.List] gives them. [DefaultPathLimit] is the usual limit.
func (g *Graph) Info(limit int) *PathsInfo {
	total, optimal := g.Count()
	listed, truncated := g.List(limit)
	return &PathsInfo{
		Total:     total.String(),
		Optimal:   optimal.String(),
		Depth:     g.Depth(),
		Listed:    listed,
		Truncated: truncated,
	}
}

// IsPath returns nil when path is a path of the graph, and otherwise an error
// that says what is wrong with it. The calls of a step may be in any order.
func (g *Graph) IsPath(path [][]int) error {
	var done uint64
	for i, step := range path {
		if len(step) == 0 {
			return fmt.Errorf("step %d is empty", i)
		}
		made := done
		for _, j := range step {
			if j < 0 || j >= g.n {
				return fmt.Errorf("step %d makes call %d, which does not exist", i, j)
			}
			if made&(1<<j) != 0 {
				return fmt.Errorf("step %d makes call %d a second time", i, j)
			}
			if early := g.pred[j] &^ done; early != 0 {
				return fmt.Errorf("step %d makes call %d too early: it depends on call %d, which has not been made", i, j, bits.TrailingZeros64(early))
			}
			made |= 1 << j
		}
		done = made
	}
	if missing := g.all &^ done; missing != 0 {
		return fmt.Errorf("call %d is never made", bits.TrailingZeros64(missing))
	}
	return nil
}

// IsOptimal reports whether path is a path of the graph with the least possible
// number of steps.
func (g *Graph) IsOptimal(path [][]int) bool {
	return len(path) == g.Depth() && g.IsPath(path) == nil
}
