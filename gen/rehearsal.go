package gen

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
)

// Rehearsal plays single turns of a run, as a model that makes no mistakes would. It
// is safe for concurrent use.
type Rehearsal struct {
	producer *producer
	cast     roles.Cast
	items    []entryPlan // in the order of the plan
	flight   singleflight.Group
	mu       sync.Mutex
	stages   map[string]*stage
	order    []string // of stages, the oldest first
}

// stage is an entry that was played up to some mission, with what was said in that
// mission.
type stage struct {
	performer performer
	lines     map[string]*Line // by turn
	err       error            // why the mission failed
}

// Line is what is said at a turn.
type Line struct {
	Task string
	Text string
	// Offered are the tools of the entry. If the line is a plan, Next are the actions
	// of the next plan of the mission.
	Offered []mission.Tool
	Next    []mission.Action
}

// maxStages is how many stages are kept; older ones are played again when needed.
const maxStages = 4096

// ErrNoTurn says that a run has no such turn.
var ErrNoTurn = errors.New("the run has no such turn")

// NewRehearsal rehearses the run that a configuration describes. In its cast, every
// role that may be asked for must be played by a voice of package rehearse.
func NewRehearsal(ctx context.Context, c Config) (*Rehearsal, error) {
	p, err := c.unwritten(ctx)
	if err != nil {
		return nil, err
	}
	items, err := p.space.list()
	if err != nil {
		return nil, err
	}
	return &Rehearsal{producer: p, cast: p.config.Cast, items: items, stages: map[string]*stage{}}, nil
}

// Total is the number of entries of the run.
func (r *Rehearsal) Total() int { return len(r.items) }

// nothingToSay is the line at turns for which the built-in engine has no words, as
// happens in the free strategy. It cannot be read as an answer, so the mission is
// drawn again.
const nothingToSay = "I do not know what to say."

// Line returns what is said at a turn, or [ErrNoTurn] if the run cannot have such a turn.
func (r *Rehearsal) Line(ctx context.Context, t roles.Trace) (*Line, error) {
	ctx = context.WithoutCancel(ctx) // other requests may wait for the same stage
	tries, err := t.Tries()
	if t.Plan != "" && t.Plan != r.producer.plan {
		return nil, fmt.Errorf("%w: it belongs to another plan", ErrNoTurn)
	}
	if t.Free() != (r.producer.config.Strategy == Free) {
		return nil, ErrNoTurn
	}
	if err != nil || t.Entry < 1 || t.Entry > len(r.items) {
		return nil, ErrNoTurn
	}
	item := r.items[t.Entry-1]
	if t.Mission >= len(item.Types) || len(tries) != t.Mission+2 {
		return nil, ErrNoTurn
	}
	s, err := r.stage(ctx, item, strings.HasPrefix(t.Attempt, roles.BuiltinUser), tries[0], tries[1:])
	if err != nil {
		return nil, err
	}
	line := s.lines[turnOf(t)]
	if line == nil && t.Role == string(mission.RoleChecker) {
		// A checker on a model is asked only about order. If the rehearsal had nothing to
		// ask, the plan is not the rehearsal's, and wrong.
		return &Line{Task: "check_plan", Offered: s.performer.offered.Tools,
			Text: `{"analysis":"A call of the step needs what another one gives.","accepted":false,"reasons":["Not all calls of this step can be made at the same time."]}`}, nil
	}
	// In the free strategy nobody notices if a faulty answer leads the run elsewhere, so it
	// may come to turns that the rehearsal does not have.
	if line == nil && (s.err != nil || t.Free()) {
		return &Line{Text: nothingToSay, Offered: s.performer.offered.Tools}, nil
	}
	if line == nil {
		return nil, ErrNoTurn
	}
	return line, nil
}

func turnOf(t roles.Trace) string { return fmt.Sprintf("%s.%d", t.Role, t.Move) }

// stage plays an entry up to the mission of the last of the drawings in tries.
func (r *Rehearsal) stage(ctx context.Context, item entryPlan, builtinUser bool, attempt int, tries []int) (*stage, error) {
	key := item.ID + "/" + keyed.Int(attempt)
	if builtinUser {
		key += roles.BuiltinUser
	}
	for _, n := range tries {
		key += "." + keyed.Int(n)
	}
	r.mu.Lock()
	s := r.stages[key]
	r.mu.Unlock()
	if s != nil {
		return s, nil
	}
	v, err, _ := r.flight.Do(key, func() (any, error) {
		var p performer
		if last := len(tries) - 1; last > 0 {
			before, err := r.stage(ctx, item, builtinUser, attempt, tries[:last])
			if err != nil {
				return nil, err
			}
			if before.err != nil { // there is no mission to continue from
				return &stage{performer: before.performer, err: before.err}, nil
			}
			p = before.performer.fork()
		} else {
			p = *r.producer.newPerformer(r.producer.variant(item, attempt), attempt)
			p.cast = r.cast
			if builtinUser {
				p.cast.User = r.producer.builtin.User
			}
			if err := p.ahead(ctx); err != nil {
				return nil, fmt.Errorf("%w: %v", ErrNoTurn, err)
			}
		}
		s := r.play(ctx, p, tries)
		r.keep(key, s)
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*stage), nil
}

// fork returns a copy that continues from the same place without changing the original.
func (p *performer) fork() performer {
	q := *p
	entry := *p.entry
	entry.Missions = entry.Missions[:len(entry.Missions):len(entry.Missions)]
	q.entry = &entry
	q.story.Past = q.story.Past[:len(q.story.Past):len(q.story.Past)]
	q.tries = append([]int(nil), p.tries...)
	q.found = nil
	return q
}

// play plays the next mission.
func (r *Rehearsal) play(ctx context.Context, p performer, tries []int) *stage {
	s := &stage{performer: p, lines: map[string]*Line{}}
	q := &s.performer
	q.given = tries
	var plans []*Line
	q.log = &roles.Log{Hear: func(a roles.Asked) {
		t, err := roles.ParseTrace(a.Trace)
		if err != nil {
			return
		}
		line := &Line{Task: a.Task, Text: a.Answer, Offered: q.offered.Tools}
		s.lines[turnOf(t)] = line
		if a.Role != string(mission.RolePlanner) {
			return
		}
		if n := len(plans); n > 0 {
			plans[n-1].Next = actionsIn(a.Answer)
		}
		plans = append(plans, line)
	}}
	s.err = q.mission(ctx, len(tries)-1)
	q.log = nil
	return s
}

func (r *Rehearsal) keep(key string, s *stage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stages[key] == nil {
		r.order = append(r.order, key)
	}
	r.stages[key] = s
	if len(r.order) > maxStages {
		delete(r.stages, r.order[0])
		r.order = r.order[1:]
	}
}
