package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"switchyard/datasets/card"
	"switchyard/flow"
	"switchyard/flow/play"
	"switchyard/flow/retell"
	"switchyard/flow/session"
	"switchyard/flow/walk"
	"switchyard/gen"
	"switchyard/gen/runfolder"
	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles"
)

// Limits of the attempts at one session.
const (
	wayTries  = 24 // at a way
	pairTries = 60 // at a pair, with different ways
	// pairGlances is how many of these tries give up a way soon.
	pairGlances = 40
	crossTries  = 24 // at a session of several runs
	toldTries   = 3  // at a session that models tell
	runTries    = 12 // at one run of it, with different ways
	asideTries  = 4  // at a mission without a workflow
	mostNodes   = 14 // of a run in a session of several runs
)

// product is what became of a planned session.
type product struct {
	item      *item
	line      []byte // without the newline; nil if it was rejected
	runs      []covered
	played    *play.Player // the session with its worlds
	counts    card.Sessions
	rejection *Rejection
	log       *roles.Log // nil if no models take part
}

// player makes sessions. It is safe for concurrent use.
type player struct {
	config *Config
	plan   *plan
	prover *proof.Prover
	asides *gen.Asides
	// account is told what models cost; nil if none take part.
	account *runfolder.Account
}

func newPlayer(c *Config, p *plan) *player {
	return &player{config: c, plan: p, prover: proof.New(), asides: gen.NewAsides()}
}

// errNoWorld says that no world was found in which a way can be walked.
var errNoWorld = errors.New("no world was found in which this way can be walked")

// proofError says that a session does not hold.
type proofError struct{ problem proof.Problem }

func (e *proofError) Error() string { return e.problem.String() }

// try makes attempts until one succeeds.
func (p *player) try(ctx context.Context, made *product) error {
	it := made.item
	most, attempt := p.attempts(it)
	var last error
	told, n := 0, 0
	for ; n < most && told < toldTries; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if last = attempt(ctx, made, n); last == nil && p.config.Teller != nil {
			told++
			last = p.tell(ctx, made, n)
		}
		if last == nil {
			made.rejection = nil
			return nil
		}
		made.line, made.runs = nil, nil
		if final, err := ends(last); err != nil {
			return err
		} else if final {
			made.rejection = &Rejection{ID: it.id, Workflow: it.name(), Attempts: n + 1, Reason: "endpoint", Message: last.Error(), Failed: true}
			return nil
		}
	}
	why := &Rejection{ID: it.id, Workflow: it.name(), Attempts: n, Reason: "draw", Message: last.Error()}
	if failed := (*proofError)(nil); errors.As(last, &failed) {
		why.Reason, why.Check, why.Message = "proof", string(failed.problem.Check), failed.problem.Message
	}
	if refused := (*roles.RefusedError)(nil); errors.As(last, &refused) {
		why.Reason, why.Message = "words", refused.Error()
	}
	made.rejection = why
	return nil
}

// attempts says how often a session is tried, and how.
func (p *player) attempts(it *item) (most int, attempt func(context.Context, *product, int) error) {
	switch {
	case it.set != nil:
		return crossTries, p.cross
	case it.pair != nil:
		return pairTries, p.leaving
	}
	return wayTries, p.way
}

// ends sorts the error of an attempt: it ends the run, or the session is given up because an
// endpoint did not answer, or another attempt may do.
func ends(err error) (final bool, ending error) {
	var model interface{ Ends() bool }
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false, err
	case errors.As(err, &model):
		if model.Ends() {
			return false, err
		}
		return true, nil
	}
	return false, nil
}

// tell has models tell the session that was made.
func (p *player) tell(ctx context.Context, made *product, n int) error {
	mark := made.log.Mark()
	told, err := p.config.Teller.Session(ctx, made.played.Session, retell.Place{Entry: made.item.number, Attempt: n, Plan: p.plan.fingerprint,
		Seed: keyed.Hash(p.config.Seed, made.item.id, keyed.Int(n)), Log: made.log})
	if err != nil {
		made.log.Abandon(mark)
		return err
	}
	return p.prove(made, told)
}

// way walks a way.
func (p *player) way(_ context.Context, made *product, n int) error {
	f := made.item.flow
	return p.single(made, f, f.space.Ways[made.item.way], nil, made.item.way, n, walk.Find)
}

// leaving walks one of the ways on which the user can leave the workflow as wanted.
func (p *player) leaving(_ context.Context, made *product, n int) error {
	it := made.item
	ways := keyed.Shuffled(keyed.New(p.config.Seed, it.id, "ways"), it.pair.ways)
	all := it.flow.departures(it.flow.space.Ways[ways[n%len(ways)]])
	all = slices.DeleteFunc(all, func(d flow.Departure) bool { return d.OOW != it.pair.oow || d.Node() != it.pair.node })
	d := keyed.Pick(keyed.New(p.config.Seed, it.id, keyed.Int(n)), all)
	find := walk.Glance
	if n >= pairGlances {
		find = walk.Find
	}
	return p.single(made, it.flow, d.Way, &d, -1, n, find)
}

// single plays a session of one run.
func (p *player) single(made *product, f *planned, way flow.Way, d *flow.Departure, index, n int, find func(*flow.Workflow, flow.Way, uint64) (*walk.Walk, bool)) error {
	seed := keyed.Hash(p.config.Seed, made.item.id, keyed.Int(n))
	k, ok := find(f.Workflow, way, seed)
	if !ok {
		return errNoWorld
	}
	s := play.Begin(made.item.id, k.Story, f.offered, seed)
	if err := s.Run(f.Workflow, k, d); err != nil {
		return err
	}
	made.runs = []covered{f.covers(way, d, index)}
	return p.accept(made, s)
}

// covers says what a run covers of the flow space.
func (f *planned) covers(way flow.Way, d *flow.Departure, index int) covered {
	c := covered{Workflow: f.index, Way: index, Edges: []int{}}
	if d != nil {
		c.At, c.OOW = d.Node().ID, string(d.OOW)
	}
	for _, e := range way {
		if k, ok := f.edges[e]; ok {
			c.Edges = append(c.Edges, k)
		}
	}
	return c
}

// cross plays a session of several runs: each of a workflow of the toolset, or of a mission
// without one. No workflow comes twice.
func (p *player) cross(ctx context.Context, made *product, n int) error {
	x := &crossing{player: p, made: made, seed: keyed.Hash(p.config.Seed, made.item.id, keyed.Int(n))}
	r := keyed.New(x.seed, "cross")
	order := keyed.Shuffled(r, made.item.set)
	order = order[:min(len(order), 2+r.IntN(3))]
	for k, f := range order {
		if err := x.run(f, k); err != nil {
			return err
		}
		for extra := range 2 { // between runs, or behind the only one
			if len(order) == 1 || extra == 0 && k+1 < len(order) && r.Chance(0.4) {
				if err := x.aside(ctx, keyed.Pick(r, asides), 2*k+extra); err != nil {
					return err
				}
			}
		}
	}
	return p.accept(made, x.session)
}

// asides are the types of missions without a workflow.
var asides = []mission.Type{mission.Single, mission.Single, mission.Clarify, mission.Chat, mission.Multi}

// crossing is a session of several runs under way.
type crossing struct {
	*player
	made    *product
	seed    uint64
	session *play.Player // nil before the first run
}

// run adds the run of a workflow.
func (x *crossing) run(f *planned, k int) error {
	for try := range runTries {
		at := keyed.Hash(x.seed, "run", keyed.Int(k), keyed.Int(try))
		way, d, index, ok := f.pick(keyed.New(at, "way"))
		if !ok {
			continue
		}
		var w *walk.Walk
		if x.session == nil {
			w, ok = walk.Find(f.Workflow, way, at)
		} else {
			w, ok = walk.Next(x.session.Story(), f.Workflow, way, at)
		}
		if !ok {
			continue
		}
		if x.session == nil {
			x.session = play.Begin(x.made.item.id, w.Story, f.offered, x.seed)
		}
		x.made.runs = append(x.made.runs, f.covers(way, d, index))
		return x.session.Run(f.Workflow, w, d)
	}
	return fmt.Errorf("%s: %w", f.Name, errNoWorld)
}

// aside adds a mission without a workflow, if there is one.
func (x *crossing) aside(ctx context.Context, t mission.Type, k int) error {
	offered := x.made.item.set[0].offered
	for try := range asideTries {
		m, after, err := x.player.asides.Play(ctx, x.session.Story(), offered, t, keyed.Hash(x.seed, "aside", keyed.Int(k), keyed.Int(try)))
		switch {
		case err == nil:
			x.session.Aside(m, after)
			return nil
		case !errors.Is(err, gen.ErrNoAside):
			return err
		}
	}
	return nil
}

// pick picks a way for a run in a session of several, which the user leaves in one of four.
func (f *planned) pick(r keyed.Rand) (way flow.Way, d *flow.Departure, index int, ok bool) {
	index = r.IntN(len(f.space.Ways))
	way = f.space.Ways[index]
	if len(way) >= mostNodes {
		return nil, nil, 0, false
	}
	if r.Chance(0.25) {
		if all := f.departures(way); len(all) > 0 {
			d = &all[r.IntN(len(all))]
			return d.Way, d, -1, len(d.Way) < mostNodes+2
		}
	}
	return way, nil, index, true
}

// accept proves a session that was played.
func (p *player) accept(made *product, s *play.Player) error {
	made.played = s
	return p.prove(made, s.Session)
}

// prove proves a session as it will be read, and encodes it.
func (p *player) prove(made *product, s *session.Session) error {
	line, err := jsontext.Line(s)
	if err != nil {
		return err
	}
	line = line[:len(line)-1]
	if _, problems := p.prover.SessionBytes(line); len(problems) > 0 {
		return &proofError{problems[0]}
	}
	made.line, made.counts = line, card.Sessions{}
	made.counts.Count(s)
	made.counts.Sample = nil
	return nil
}
