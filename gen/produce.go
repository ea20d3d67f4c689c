package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/tools"
)

// Limits of the attempts at one entry.
const (
	attempts       = 240  // conversations that are tried before the entry is rejected
	asPlanned      = 96   // of them, those that keep to the plan's relations and patterns
	perToolset     = 12   // attempts with one toolset before the next one is taken
	freshAttempts  = 16   // more attempts to find requests that no other entry has
	freshEntries   = 1024 // after so many, half as many attempts, then a third of them, …
	distractorRate = 3    // one entry in so many has foreign tools
)

// product is what became of a planned entry.
type product struct {
	item     Item
	attempt  int            // of the conversation that stands, or the last one
	entry    *mission.Entry // nil when it was rejected
	lines    [][]byte       // one for each format
	requests []uint64       // hashes of the requests, the first mission's first
	failure  *Failure
	toolset  string
}

// producer makes entries. It is safe for concurrent use.
type producer struct {
	config  *Config
	space   *Space
	prover  *proof.Prover
	formats []out.Format
	offered []mission.Toolset
	foreign sync.Map // of foreignTool → bool: whether it may stand among the tools of a toolset
}

type foreignTool struct {
	toolset int
	tool    *tools.Tool
}

func newProducer(c *Config, s *Space) *producer {
	p := &producer{config: c, space: s, prover: proof.New(), formats: out.Formats()}
	for _, set := range c.Toolsets {
		p.offered = append(p.offered, offer(set))
	}
	return p
}

// produce makes the entry, beginning with the given attempt.
func (p *producer) produce(ctx context.Context, item Item, first int) (product, error) {
	made := product{item: item}
	planned := item
	for attempt := first; attempt < first+attempts; attempt++ {
		if err := ctx.Err(); err != nil {
			return made, err
		}
		if made.failure != nil && attempt-first >= asPlanned {
			item = p.instead(planned, made.failure.Mission, attempt)
			made.item = item
		}
		made.attempt = attempt
		index := p.space.alternative(item, attempt/perToolset)
		set := p.config.Toolsets[index]
		made.toolset = set.Name
		seed := keyed.Hash(p.config.Seed, item.ID, keyed.Int(attempt))
		entry, err := perform(ctx, p.config.Cast, item, set, p.offer(index, seed), seed)
		var failure *Failure
		switch {
		case errors.As(err, &failure):
			made.failure = failure
			continue
		case err != nil:
			return made, err
		}
		if problems := p.prover.Entry(entry); len(problems) > 0 {
			first := problems[0]
			made.failure = &Failure{Reason: "proof", Check: string(first.Check), Mission: first.Mission, Message: first.Message}
			continue
		}
		made.entry = entry
		if err := p.encode(&made); err != nil {
			made.entry, made.lines = nil, nil
			made.failure = &Failure{Reason: "format", Mission: -1, Message: err.Error()}
			continue
		}
		made.failure = nil
		return made, nil
	}
	return made, nil
}

// instead gives up the relation that the plan has for a mission that cannot be
// realised so, and the patterns of the entry: what is wrong with one mission may
// lie in the one before. Action types always stay.
func (p *producer) instead(planned Item, failed, attempt int) Item {
	if failed < 0 {
		return planned
	}
	item := planned
	item.Relations, item.Patterns = slices.Clone(planned.Relations), slices.Clone(planned.Patterns)
	if failed > 0 {
		options := mission.Relations()
		if failed == 1 {
			options = options[:2]
		}
		item.Relations[failed] = options[attempt%len(options)]
	}
	for i := range item.Patterns {
		if item.Patterns[i] != "" && !p.config.Fine {
			item.Patterns[i] = mission.Patterns()[(attempt/2+i)%3]
		}
	}
	return item
}

// offer gives the tools of an entry: those of its toolset and, in some
// entries, a few of others.
func (p *producer) offer(index int, seed uint64) mission.Toolset {
	offered := p.offered[index]
	r := keyed.New(seed, "distractors")
	if p.config.Distractors == 0 || len(p.config.Toolsets) < 2 || r.IntN(distractorRate) != 0 {
		return offered
	}
	want := 1 + r.IntN(p.config.Distractors)
	for tries := 0; want > 0 && tries < 10*p.config.Distractors; tries++ {
		other := r.IntN(len(p.config.Toolsets))
		if other == index {
			continue
		}
		t := keyed.Pick(r, p.config.Toolsets[other].Tools)
		fits, known := p.foreign.Load(foreignTool{index, t})
		if !known {
			fits = foreignTo(p.config.Toolsets[index], t)
			p.foreign.Store(foreignTool{index, t}, fits)
		}
		if fits.(bool) {
			if more, ok := distract(offered, t); ok {
				offered = more
				want--
			}
		}
	}
	return offered
}

// encode writes the entry in every format.
func (p *producer) encode(made *product) error {
	for _, f := range p.formats {
		line, err := f.Encode(made.entry)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		made.lines = append(made.lines, line)
	}
	made.requests = requestHashes(made.entry)
	return nil
}

// requestHashes identifies requests, letter case and blanks aside.
func requestHashes(e *mission.Entry) []uint64 {
	hashes := make([]uint64, len(e.Missions))
	for i, m := range e.Missions {
		hashes[i] = keyed.Hash(0, strings.ToLower(strings.Join(strings.Fields(m.Request), " ")))
	}
	return hashes
}

// alternative is the toolset of the item for the nth round of attempts.
func (s *Space) alternative(item Item, n int) int {
	if n == 0 || len(s.able) == 1 {
		return item.Toolset
	}
	var fit []int
	for i, a := range s.able {
		if a.canAll(item) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return (item.Toolset + n) % len(s.able)
	}
	at := 0
	for i, f := range fit {
		if f == item.Toolset {
			at = i
		}
	}
	return fit[(at+n)%len(fit)]
}

func (a ability) canAll(item Item) bool {
	for i, t := range item.Types {
		if !a.can(mission.KindOf(t, item.Patterns[i])) {
			return false
		}
	}
	return true
}
