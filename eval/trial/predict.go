package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/chat"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/eval/session"
	"switchyard/internal/caught"
	"switchyard/internal/prose"
	"switchyard/model/spend"
)

// predictAll makes the agent and lets it act in missions without a prediction.
func (j *job) predictAll(ctx context.Context, folder *results.Folder, keys []results.Key) error {
	if !slices.ContainsFunc(keys, func(k results.Key) bool { return !folder.Has(k) }) {
		return nil
	}
	agent, err := j.agent(folder.Manifest.ID)
	if err != nil {
		return err
	}
	p := &predicting{job: j, folder: folder, agent: agent, again: j.again(folder, keys)}
	if err := p.payBefore(keys); err != nil {
		return err
	}
	if err := folder.Begin(); err != nil {
		return err
	}
	return p.run(ctx, keys)
}

// agent makes the agent; id is the identity of the run.
func (j *job) agent(id string) (eval.Agent, error) {
	if j.Model == nil {
		return agents.New(j.Agent, j.Seed)
	}
	client, err := j.Model.Client(id)
	if err != nil {
		return nil, err
	}
	return &chat.Agent{Model: client, Protocol: chat.Protocol(j.run.Protocol), Spent: j.Model.account}, nil
}

// again lists the entries whose sessions are played from the beginning, because one of
// their missions has no prediction.
func (j *job) again(folder *results.Folder, keys []results.Key) map[string]bool {
	again := map[string]bool{}
	for _, k := range keys {
		if j.run.Mode == results.SessionMode && !folder.Has(k) {
			again[k.Entry] = true
		}
	}
	return again
}

// predicting lets an agent act in missions without a prediction.
type predicting struct {
	*job
	folder   *results.Folder
	agent    eval.Agent
	again    map[string]bool
	silence  silence
	standing *standing // nil when nobody asks
	strict   *judge.Judge
	likeness eval.Likeness
	beside   eval.Beside
}

// payBefore accounts for the cost of the folder's predictions, because a budget covers
// all of them. Its error says that nothing more may be asked.
//
// If there is a store, answers for missions that are asked again come from it and are
// counted then; otherwise they are paid for a second time.
func (p *predicting) payBefore(keys []results.Key) error {
	if p.Model == nil {
		return nil
	}
	var before spend.Spent
	for _, k := range keys {
		if !p.Model.Stored || p.folder.Has(k) && !p.again[k.Entry] {
			before.Add(spend.Tokens(p.folder.Paid(k)))
		}
	}
	return p.Model.spend(before)
}

func (p *predicting) run(ctx context.Context, keys []results.Key) (err error) {
	if p.strict, err = judge.New(eval.Strict2); err != nil {
		return err
	}
	p.likeness, p.beside = judge.Likeness(), judge.Beside()
	p.silence.most = max(fewestSilent, 2*p.Workers)
	if p.Progress != nil {
		p.standing = &standing{progress: p.Progress}
		if err := p.judgeBefore(ctx); err != nil {
			return err
		}
		done := 0
		for _, k := range keys {
			if p.folder.Has(k) && !p.again[k.Entry] {
				done++
			}
		}
		p.standing.start(len(keys), done)
		defer p.Progress.Finish()
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.Workers)
	err = p.source.each(ctx, func(tasks []eval.Task) error {
		if p.open(tasks) {
			g.Go(func() error { return p.entry(ctx, tasks) })
		}
		return ctx.Err()
	})
	return cmp.Or(g.Wait(), err) // a failure of the agent says more than that reading was stopped
}

// open reports whether a mission of an entry has no prediction.
func (p *predicting) open(tasks []eval.Task) bool {
	for i := range tasks {
		if !p.folder.Has(keyOf(&tasks[i])) {
			return true
		}
	}
	return false
}

// entry lets the agent act in the missions of an entry without a prediction. They are
// asked about one after the other, because the conversation before a mission shows how
// the earlier ones should have gone.
func (p *predicting) entry(ctx context.Context, tasks []eval.Task) error {
	if p.stages != nil { // the session is played as a whole
		return p.guarded(tasks, func() error { return p.live(ctx, tasks) })
	}
	for i := range tasks {
		if p.folder.Has(keyOf(&tasks[i])) {
			continue
		}
		if err := p.guarded(tasks[i:i+1], func() error { return p.walk(ctx, &tasks[i]) }); err != nil {
			return err
		}
	}
	return nil
}

// keyOf returns the key of a task's prediction.
func keyOf(t *eval.Task) results.Key { return results.Key{Entry: t.Entry.ID, Mission: t.Mission} }

// guarded lets the agent act in missions. A panic leaves those without a prediction
// unscored, and the run goes on.
func (p *predicting) guarded(tasks []eval.Task, work func() error) error {
	err := caught.Do(func() string { return placeOf(&tasks[0]) }, work)
	fault, ok := errors.AsType[*caught.Error](err)
	if !ok {
		return err
	}
	if p.Fault != nil {
		p.Fault(fault)
	}
	for i := range tasks {
		if t := &tasks[i]; !p.folder.Has(keyOf(t)) {
			if err := p.folder.Add(&eval.Prediction{Entry: t.Entry.ID, Mission: t.Mission, End: eval.Unscored, Error: faultWords + fault.Cause}); err != nil {
				return err
			}
		}
	}
	return nil
}

// faultWords begin the reason why a mission is unscored after a panic.
const faultWords = "a fault in the program: "

// placeOf names a mission as reports do: the entry and the number of the mission, from 1.
func placeOf(t *eval.Task) string { return fmt.Sprintf("%s#%d", t.Entry.ID, t.Mission+1) }

// walk lets the agent act in one mission.
func (p *predicting) walk(ctx context.Context, t *eval.Task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	made, err := eval.WalkBeside(ctx, t, p.agent, p.likeness, p.beside)
	if err != nil {
		return err
	}
	return p.keep(made, func() eval.Verdict { return p.strict.Judge(t, made) })
}

// live lets the agent live through an entry.
func (p *predicting) live(ctx context.Context, tasks []eval.Task) error {
	lived, err := p.stages.run(ctx, &tasks[0], p.agent, p.source.options)
	if err != nil {
		return err
	}
	for i := range lived.Predictions {
		if err := p.keep(&lived.Predictions[i], func() eval.Verdict { return lived.Verdicts[i] }); err != nil {
			return err
		}
	}
	return nil
}

// keep stores what the agent did in a mission.
func (p *predicting) keep(made *eval.Prediction, verdict func() eval.Verdict) error {
	if err := p.folder.Add(made); err != nil {
		return err
	}
	if p.standing != nil {
		v := verdict()
		p.standing.judged(&v)
	}
	return p.silence.heard(made)
}

// judgeBefore judges the predictions of earlier runs, so that the accuracy that is shown
// covers all of them. Sessions that will be played again are left out, because they are
// judged then.
func (p *predicting) judgeBefore(ctx context.Context) error {
	if p.folder.Len() == 0 {
		return nil
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.Workers)
	err := p.source.each(ctx, func(tasks []eval.Task) error {
		if len(tasks) == 0 || p.again[tasks[0].Entry.ID] {
			return ctx.Err()
		}
		done := map[int]*eval.Prediction{}
		for i := range tasks {
			known, err := p.folder.Prediction(keyOf(&tasks[i]))
			if err != nil {
				return err
			}
			if known != nil {
				done[tasks[i].Mission] = known
			}
		}
		g.Go(func() error {
			return caught.Do(func() string { return placeOf(&tasks[0]) }, func() error { return p.judgeEntry(ctx, tasks, done) })
		})
		return ctx.Err()
	})
	return cmp.Or(g.Wait(), err)
}

// judgeEntry judges the existing predictions of an entry, given by mission.
func (p *predicting) judgeEntry(ctx context.Context, tasks []eval.Task, done map[int]*eval.Prediction) error {
	if p.stages != nil && len(done) > 0 {
		record := make([]eval.Prediction, 0, len(done))
		for _, made := range done {
			record = append(record, *made)
		}
		lived, err := p.stages.run(ctx, &tasks[0], session.Replay(record), p.source.options)
		if err != nil {
			return err
		}
		for i := range lived.Verdicts {
			p.standing.count(&lived.Verdicts[i])
		}
		return nil
	}
	for i := range tasks {
		t := &tasks[i]
		made := done[t.Mission]
		if made == nil || made.Check(t) != nil { // what is wrong with it is told when all are judged
			continue
		}
		v := p.strict.Judge(t, made)
		p.standing.count(&v)
	}
	return nil
}

// fewestSilent is the least number of missions in a row without an answer after which an
// endpoint counts as silent.
const fewestSilent = 20

// silence ends a run whose endpoint has stopped answering.
type silence struct {
	most int
	mu   sync.Mutex
	row  int
}

// heard takes in a prediction.
func (s *silence) heard(p *eval.Prediction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.End != eval.Unscored {
		s.row = 0
		return nil
	}
	if s.row++; s.row < s.most {
		return nil
	}
	return &SilentError{s.row, prose.OneLine(p.Error)}
}

// SilentError says that an endpoint no longer answers.
type SilentError struct {
	Missions int    // in a row without an answer
	Last     string // the last error, on one line
}

// Error implements error.
func (e *SilentError) Error() string {
	return fmt.Sprintf("%d missions in a row without an answer; the last error: %s", e.Missions, e.Last)
}
