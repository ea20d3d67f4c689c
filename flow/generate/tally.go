package generate

import (
	"switchyard/datasets/card"
	"switchyard/datasets/manifest"
	"switchyard/model/spend"
)

// tally counts what becomes of the planned sessions, and what they cover.
type tally struct {
	plan       *plan
	accounting manifest.Accounting
	edges      map[[2]int]bool // workflow, edge
	ways       map[[2]int]bool // workflow, way
	pairs      map[pairOf]bool // that were left
	runs       map[int]int     // sessions, by how many workflows they follow
	sessions   card.Sessions
	usage      spend.Usage
	roles      int // lines of the side files
	candidates int
}

type pairOf struct {
	workflow int
	node     string
	oow      string
}

func newTally(p *plan) *tally {
	return &tally{plan: p, edges: map[[2]int]bool{}, ways: map[[2]int]bool{}, pairs: map[pairOf]bool{}, runs: map[int]int{},
		accounting: manifest.Accounting{Planned: len(p.items), Rejected: map[string]int{}, Failed: map[string]int{}}}
}

// add counts a session that is recorded.
func (t *tally) add(r *record) {
	t.usage.Add(r.Usage)
	t.roles, t.candidates = t.roles+r.Roles, t.candidates+r.Candidates
	if r.Failed {
		t.accounting.Failed[r.Reason]++
		return
	}
	if !r.Accepted {
		t.accounting.Rejected[r.Reason]++
		return
	}
	t.accounting.Accepted++
	t.runs[len(r.Runs)]++
	t.sessions.Add(&r.Counts)
	for _, c := range r.Runs {
		for _, e := range c.Edges {
			t.edges[[2]int{c.Workflow, e}] = true
		}
		if c.Way >= 0 {
			t.ways[[2]int{c.Workflow, c.Way}] = true
		}
		if c.OOW != "" {
			t.pairs[pairOf{c.Workflow, c.At, c.OOW}] = true
		}
	}
}

// space says how much of the flow space is covered.
func (t *tally) space() manifest.FlowSpace {
	edges, ways, pairs := 0, 0, 0
	size, covered := map[string]int{}, map[string]int{}
	for _, f := range t.plan.flows {
		edges, ways, pairs = edges+len(f.space.Edges), ways+len(f.space.Ways), pairs+len(f.pairs)
		for _, x := range f.pairs {
			size[string(x.oow)]++
			if t.pairs[pairOf{f.index, x.node.ID, string(x.oow)}] {
				covered[string(x.oow)]++
			}
		}
	}
	s := manifest.FlowSpace{Edge: share(edges, len(t.edges)), Way: share(ways, len(t.ways)), OOW: share(pairs, len(t.pairs)),
		ByOOW: map[string]manifest.Share{}, Runs: t.runs}
	for oow, n := range size {
		s.ByOOW[oow] = share(n, covered[oow])
	}
	return s
}

func share(size, covered int) manifest.Share {
	s := manifest.Share{Size: size, Covered: covered, Share: 1}
	if size > 0 {
		s.Share = float64(covered) / float64(size)
	}
	return s
}
