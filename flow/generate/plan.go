package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/flow"
	"switchyard/flow/play"
	"switchyard/gen"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// planned is a workflow with everything that there is to walk in it.
type planned struct {
	*flow.Workflow
	index   int
	space   *flow.Space
	edges   map[*flow.Edge]int
	pairs   []pair
	offered mission.Toolset

	mu   sync.Mutex
	rest map[onward][]flow.Way // from a node on
}

// onward is where a way goes on: a node, and the slots that are known, a bit each.
type onward struct {
	node  *flow.Node
	known uint64
}

// pair is a node and a sub-type of leaving the workflow there.
type pair struct {
	node *flow.Node
	oow  flow.OOW
	ways []int // of the space, on which the user can do so
}

// item is one planned session.
type item struct {
	id     string
	number int // in the plan, from 1
	flow   *planned
	way    int        // to walk; -1 if a pair is wanted
	pair   *pair      // at which the user leaves the workflow
	set    []*planned // the workflows of a session of several runs; then the rest is not set
}

func (it *item) name() string {
	if it.flow != nil {
		return it.flow.Name
	}
	return it.set[0].Set.Name
}

// plan is what a run makes.
type plan struct {
	flows []*planned
	items []item
	// fingerprint distinguishes plans by four letters, for requests to models.
	fingerprint string
}

// newPlan plans a run: sessions for every way, then for edges that are too rare, then for every
// pair, workflow by workflow; then those of several runs, toolset by toolset.
func newPlan(c *Config) (*plan, error) {
	p := &plan{}
	offered := map[*tools.Toolset]mission.Toolset{}
	for i, w := range c.Workflows {
		if _, ok := offered[w.Set]; !ok {
			offered[w.Set] = gen.Offer(w.Set)
		}
		f := &planned{Workflow: w, index: i, edges: map[*flow.Edge]int{}, offered: offered[w.Set]}
		var err error
		if f.space, err = flow.SpaceOf(w); err != nil {
			return nil, err
		}
		for k, e := range f.space.Edges {
			f.edges[e] = k
		}
		f.findPairs()
		p.flows = append(p.flows, f)
		p.single(c, f)
	}
	for _, set := range c.toolsets() {
		group := slices.DeleteFunc(slices.Clone(p.flows), func(f *planned) bool { return f.Set != set })
		for n := range c.Cross {
			p.items = append(p.items, item{id: fmt.Sprintf("s%d.%s.cross-%03d", c.Seed, set.Name, n+1), way: -1, set: group})
		}
	}
	if total := len(p.items); c.Limit > 0 && c.Limit < total {
		var few []item
		for k := range c.Limit {
			few = append(few, p.items[k*total/c.Limit])
		}
		p.items = few
	}
	for k := range p.items {
		p.items[k].number = k + 1
	}
	id := c.identity()
	id.Models = nil
	text, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	p.fingerprint = fmt.Sprintf("%04x", keyed.Hash(0, string(text))&0xffff)
	return p, nil
}

// single plans the sessions of one run of a workflow.
func (p *plan) single(c *Config, f *planned) {
	begin := fmt.Sprintf("s%d.%s.", c.Seed, f.Name)
	n := 0
	walk := func(way int) {
		n++
		p.items = append(p.items, item{id: fmt.Sprintf("%sway-%03d", begin, n), flow: f, way: way})
	}
	passed := make([]int, len(f.space.Edges))
	if c.PerEdge > 0 {
		for i, way := range f.space.Ways {
			walk(i)
			for _, e := range way {
				passed[f.edges[e]]++
			}
		}
	}
	for k, e := range f.space.Edges {
		for at := 0; passed[k] < c.PerEdge; at++ {
			if at == len(f.space.Ways) && passed[k] == 0 {
				break // no way passes it
			}
			i := at % len(f.space.Ways)
			if !slices.Contains(f.space.Ways[i], e) {
				continue
			}
			walk(i)
			for _, x := range f.space.Ways[i] {
				passed[f.edges[x]]++
			}
		}
	}
	for i := range f.pairs {
		x := &f.pairs[i]
		for k := range c.PerPair {
			id := fmt.Sprintf("%s%s.%s-%03d", begin, x.node.ID, strings.ReplaceAll(string(x.oow), " ", "_"), k+1)
			p.items = append(p.items, item{id: id, flow: f, way: -1, pair: x})
		}
	}
}

// findPairs lists the pairs that make sense: on some way, the user can leave the workflow there in
// that way, and there are words for it.
func (f *planned) findPairs() {
	type key struct {
		node *flow.Node
		oow  flow.OOW
	}
	ways := map[key][]int{}
	for i, way := range f.space.Ways {
		for _, d := range f.departures(way) {
			k := key{d.Node(), d.OOW}
			if all := ways[k]; len(all) == 0 || all[len(all)-1] != i {
				ways[k] = append(all, i)
			}
		}
	}
	for _, n := range f.Nodes {
		for _, o := range flow.AllOOW() {
			if all := ways[key{n, o}]; len(all) > 0 {
				f.pairs = append(f.pairs, pair{n, o, all})
			}
		}
	}
}

// waysFrom lists ways from a node on, with what is known there.
func (f *planned) waysFrom(n *flow.Node, known flow.Known) []flow.Way {
	at := onward{node: n}
	for i, s := range f.Slots {
		if i == 64 {
			return f.WaysFrom(n, known, mostOnward) // too many to remember
		}
		if known(s) {
			at.known |= 1 << i
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rest == nil {
		f.rest = map[onward][]flow.Way{}
	}
	ways, ok := f.rest[at]
	if !ok {
		ways = f.WaysFrom(n, known, mostOnward)
		f.rest[at] = ways
	}
	return ways
}

// mostOnward is how many ways from a node on a departure may take.
const mostOnward = 3

// departures lists the ways to leave the workflow on a way for which there are words.
func (f *planned) departures(way flow.Way) []flow.Departure {
	all := f.Departures(way, f.waysFrom)
	return slices.DeleteFunc(all, func(d flow.Departure) bool { return !play.CanSay(&d) })
}
