package mission

import (
	"fmt"
	"iter"
	"math/bits"
)

// MMTBPaths yields the paths that Multi-Mission Tool Bench's own enumerator finds if call
// j is a call of tools[j]. They serve for comparison with its figures. They come in
// lexicographic order. Unlike those of [Graph.Paths], they are not ordered by their number
// of steps. The next path overwrites the yielded one. MMTBPaths panics if the number of
// tools is not the number of calls.
//
// Two rules make them fewer than those of [Graph.Paths]. List the calls that are
// ready, ascending:
//
//   - Of several sets of ready calls with the same sequence of tools, only the
//     first is considered.
//   - A run is a number of calls of one tool that are neighbours in the list. When
//     the first call of a set belongs to a run of two or more, then the set holds
//     the whole run; or it is that call alone, and the calls of the run are made
//     one after another before anything else.
//
// The second rule looks only at the run at the beginning of the set, and does not bring
// back the sets that the first rule dropped. For example, let calls of the tools A A B be
// ready. The first rule drops the step [1 2] in favour of [0 2], which has the same tools.
// The second rule then refuses [0 2], so neither step remains. So calls of one tool are
// treated differently in different places of the list, as in the benchmark. The path of
// [Graph.Levels] is always among the paths, so the least number of steps is [Graph.Depth].
func (g *Graph) MMTBPaths(tools []string) iter.Seq[Path] {
	if len(tools) != g.n {
		panic(fmt.Sprintf("mission.MMTBPaths: %d tools for %d calls", len(tools), g.n))
	}
	same := sameTools(tools)
	return func(yield func(Path) bool) {
		w := mmtbWalker{walker: walker{g: g, yield: yield}, same: same}
		w.walk(0, 0, 0)
	}
}

// sameTools returns for each call the set of all calls with its tool.
func sameTools(tools []string) []uint64 {
	same := make([]uint64, len(tools))
	for i, tool := range tools {
		for j, other := range tools {
			if tool == other {
				same[i] |= 1 << j
			}
		}
	}
	return same
}

// mmtbWalker is a walker that knows which calls have the same tool.
type mmtbWalker struct {
	walker
	same []uint64 // same[j]: all calls with the tool of call j
}

// walk yields all paths that complete the first depth steps, which hold the
// calls in done and fill w.calls up to at. It returns false if the consumer stops.
func (w *mmtbWalker) walk(depth, at int, done uint64) bool {
	if done == w.g.all {
		return w.yield(w.steps[:depth])
	}
	ready := w.g.ready(done)
	for first := range w.firsts(ready) {
		run := w.run(ready, first)
		end := at
		for m := run; m != 0; m &= m - 1 {
			w.calls[end] = bits.TrailingZeros64(m)
			end++
		}
		if end-at > 1 {
			for i := range end - at {
				w.steps[depth+i] = w.calls[at+i : at+i+1 : at+i+1]
			}
			if !w.walk(depth+end-at, end, done|run) {
				return false
			}
		}
		if !w.choose(depth, at, end, done|run, w.after(ready, run)) {
			return false
		}
	}
	return true
}

// choose walks on from the step that fills w.calls from start to end, which is
// already in done, and from every way to extend it by calls of open.
func (w *mmtbWalker) choose(depth, start, end int, done, open uint64) bool {
	w.steps[depth] = w.calls[start:end:end]
	if !w.walk(depth+1, end, done) {
		return false
	}
	for call := range w.firsts(open) {
		w.calls[end] = bits.TrailingZeros64(call)
		if !w.choose(depth, start, end+1, done|call, w.after(open, call)) {
			return false
		}
	}
	return true
}

// firsts yields the first call of each tool in open. Choosing only such calls, again and
// again, gives the first set of calls for each sequence of tools.
func (w *mmtbWalker) firsts(open uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for open != 0 {
			call := open & -open
			if !yield(call) {
				return
			}
			open &^= w.same[bits.TrailingZeros64(call)]
		}
	}
}

// run returns the calls of ready from first on that are neighbours with the same tool.
func (w *mmtbWalker) run(ready, first uint64) uint64 {
	same := w.same[bits.TrailingZeros64(first)]
	other := w.after(ready, first) &^ same
	end := other & -other // the first call of another tool; 0 if there is none
	return ready & same &^ (first - 1) & (end - 1)
}

// after returns the calls of set after the last call of part.
func (w *mmtbWalker) after(set, part uint64) uint64 {
	return set &^ (1<<bits.Len64(part) - 1)
}
