package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/gen/runfolder"
	"switchyard/internal/caught"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// Limits of the attempts at one entry.
const (
	attempts       = 480  // conversations that are tried before an entry is rejected
	asPlanned      = 16   // of these, how many begin with the relations and patterns of the plan
	oneChanged     = 48   // of these, how many change the relation of at most one mission
	adapting       = 8    // attempts after which a mission that fails may take another relation
	insisted       = 4    // of these, how many insist on a tool that the plan picks
	perToolset     = 1    // attempts with one toolset before the next toolset is used
	hopeless       = 3    // attempts with a toolset whose things cannot be made; catalogues have none
	modelAttempts  = 6    // conversations in which a model spoke; the default of Config.Attempts.Entry
	missionTries   = 3    // drawings of a mission before the whole conversation is drawn again; the default of Config.Attempts.Mission
	freshAttempts  = 16   // more attempts to find requests that no other entry has
	freshEntries   = 1024 // after this many entries half as many attempts, then a third, …
	distractorRate = 3    // one entry in this many has tools of other toolsets
)

// product is what became of a planned entry.
type product struct {
	planned  entryPlan
	item     entryPlan      // as it was made, which differs after many failed attempts
	attempt  int            // of the accepted conversation, or the last one
	entry    *mission.Entry // nil when it was rejected
	lines    [][]byte       // one for each format
	requests []uint64       // hashes of the requests, in order
	failure  *setback
	toolset  string
	log      *roles.Log
}

// producer makes entries. It is safe for concurrent use.
type producer struct {
	config   *Config
	attempts int // conversations that are tried before an entry is rejected
	space    *space
	prover   *proof.Prover
	formats  []out.Format
	offered  []mission.Toolset
	builtin  roles.Cast
	account  *runfolder.Account // nil when nothing is paid
	plan     string             // fingerprint, for traces
	foreign  sync.Map           // of foreignTool → bool: whether the tool can be a distractor for the toolset
}

type foreignTool struct {
	toolset int
	tool    *tools.Tool
}

func newProducer(c *Config, s *space) *producer {
	p := &producer{config: c, attempts: attempts, space: s, prover: proof.New(), formats: c.Formats, builtin: builtin.Cast(), plan: c.fingerprint()}
	for _, set := range c.Toolsets {
		p.offered = append(p.offered, Offer(set))
	}
	return p
}

// unwritten returns a producer for a run of which nothing is written.
func (c Config) unwritten(ctx context.Context) (*producer, error) {
	c.Out = "." // which complete asks for
	filter, err := c.complete()
	if err != nil {
		return nil, err
	}
	space, err := newSpace(ctx, &c, filter)
	if err != nil {
		return nil, err
	}
	return newProducer(&c, space), nil
}

// produce makes an entry, starting with the given attempt. A panic costs the entry.
func (p *producer) produce(ctx context.Context, item entryPlan, first int) (product, error) {
	made := product{item: item, log: p.newLog(item.ID)}
	err := caught.Do(func() string { return "entry " + item.ID + ", toolset " + made.toolset }, func() error { return p.try(ctx, &made, first) })
	if fault, ok := errors.AsType[*caught.Error](err); ok {
		made.entry, made.lines, made.requests = nil, nil, nil
		made.log.Abandon([2]int{})
		made.failure = &setback{Reason: "fault", Mission: -1, Message: "a fault in the program: " + fault.Cause}
		p.config.Fault(fault)
		err = nil
	}
	return made, err
}

// try makes attempts at an entry until one succeeds.
func (p *producer) try(ctx context.Context, made *product, first int) error {
	item := made.item
	spoken := 0              // conversations in which a model spoke
	lost := map[string]int{} // hopeless attempts by toolset
	fails := func(err error) bool {
		if !errors.As(err, &made.failure) {
			return false
		}
		if made.failure.Hopeless {
			lost[made.toolset]++
		}
		return true
	}
	for attempt := first; attempt < first+p.attempts && spoken < p.config.Attempts.Entry; attempt++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		variant := p.variant(item, attempt)
		play := p.newPerformer(variant, attempt)
		if lost[play.story.Set.Name] == hopeless {
			continue
		}
		play.log = made.log
		made.item, made.attempt, made.toolset = variant, attempt, play.story.Set.Name
		if made.log != nil {
			if err := play.ahead(ctx); fails(err) {
				continue
			} else if err != nil {
				return err
			}
		}
		mark := made.log.Mark()
		before := made.log.Calls()
		entry, err := play.perform(ctx)
		made.item = play.item
		if err == nil {
			err = p.accept(made, entry)
		}
		if err == nil {
			made.failure = nil
			return nil
		}
		made.entry, made.lines = nil, nil
		made.log.Abandon(mark)
		if !fails(err) {
			return err
		}
		if made.failure.Final {
			return nil
		}
		if made.log.Calls() > before {
			spoken++
		}
	}
	return nil
}

// newLog returns a log for an entry, or nil when no models take part.
func (p *producer) newLog(entry string) *roles.Log {
	if len(p.config.Models) == 0 {
		return nil
	}
	log := &roles.Log{}
	if p.account != nil {
		log.Ledger = func(who spend.Who, s spend.Spent) error { return p.account.Spend(entry, who, s) }
	}
	return log
}

// accept proves an entry and writes it in every format.
func (p *producer) accept(made *product, entry *mission.Entry) error {
	if err := p.prove(entry); err != nil {
		return err
	}
	made.entry = entry
	if err := p.encode(made); err != nil {
		return &setback{Reason: "format", Mission: -1, Message: err.Error()}
	}
	return nil
}

// prove returns a setback if an entry does not pass all proofs.
func (p *producer) prove(entry *mission.Entry) error {
	problems := p.prover.Entry(entry)
	if len(problems) == 0 {
		return nil
	}
	first := problems[0]
	return &setback{Reason: "proof", Check: string(first.Check), Mission: first.Mission, Message: first.Message}
}

// variant is what an attempt tries to make of a planned entry. After many failed
// attempts it changes the relation of one mission, a different one each time, and the
// patterns of the entry; after many more, the relations and patterns of all missions, each
// for itself. A mission may fail because of the one before it: a toolset with one list has
// few chains to tell. Action types never change.
func (p *producer) variant(planned entryPlan, attempt int) entryPlan {
	if attempt < asPlanned {
		return planned
	}
	item := planned
	item.Relations, item.Patterns = slices.Clone(planned.Relations), slices.Clone(planned.Patterns)
	kinds := make([]mission.Kind, len(item.Types))
	for i, t := range item.Types {
		kinds[i] = mission.KindOf(t, item.Patterns[i])
	}
	r, later := keyed.New(p.config.Seed, "variant", planned.ID, keyed.Int(attempt)), len(item.Types)-1
	for i := 1; i <= later; i++ {
		options := mission.Relations()
		if !canReturn(kinds, i) {
			options = options[:2]
		}
		switch {
		case attempt >= oneChanged:
			item.Relations[i] = keyed.Pick(r, options)
		case i == 1+attempt%later:
			item.Relations[i] = options[attempt/later%len(options)]
		}
	}
	for i := range item.Patterns {
		switch {
		case item.Patterns[i] == "" || p.config.Fine || attempt < oneChanged && attempt%2 == 0:
		case attempt >= oneChanged:
			item.Patterns[i] = keyed.Pick(r, mission.Patterns())
		default:
			item.Patterns[i] = mission.Patterns()[(attempt/2+i)%3]
		}
	}
	return item
}

// offer returns the tools of an entry: those of its toolset and, in some entries, a
// few of other toolsets.
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
			if more, ok := distract(r, offered, t); ok {
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

// requestHashes identifies requests, ignoring letter case and blanks.
func requestHashes(e *mission.Entry) []uint64 {
	hashes := make([]uint64, len(e.Missions))
	for i, m := range e.Missions {
		hashes[i] = keyed.Hash(0, strings.ToLower(strings.Join(strings.Fields(m.Request), " ")))
	}
	return hashes
}
