package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/eval"
	"switchyard/eval/opinion"
	"switchyard/eval/results"
	"switchyard/internal/jsontext"
	"switchyard/internal/shell"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/out"
)

// opinions are what a judge thinks of texts.
type opinions map[opinionKey]opinion.Opinion

// opinionKey names a text; it is no longer the same when the agent says something
// else there.
type opinionKey struct {
	entry         string
	mission, step int
	text          string
}

func keyOf(o *opinion.Opinion) opinionKey {
	return opinionKey{o.Entry, o.Mission, o.Step, o.Text}
}

// of implements [judge.Opinions].
func (o opinions) of(t *eval.Task, step int, text string) (eval.Fault, string, bool) {
	got, ok := o[opinionKey{t.Entry.ID, t.Mission, step, opinion.Digest(text)}]
	return got.Fault, got.Reason, ok
}

// judged is the file of a judge.
type judged struct {
	opinions
	paid   spend.Spent                // for all that it answered
	inVain map[opinionKey]spend.Spent // of that, for answers that were no opinions
	torn   *out.TornError             // the last line, which was being written when the program was killed
}

// readOpinions reads the opinions of a judge; of one that was never asked there are
// none.
func readOpinions(folder, judge string) (*judged, error) {
	all := &judged{opinions: opinions{}, inVain: map[opinionKey]spend.Spent{}}
	name := filepath.Join(folder, results.OpinionsName(judge))
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for o, err := range results.Lines[opinion.Opinion](f, name) {
		var torn *out.TornError
		if errors.As(err, &torn) {
			all.torn = torn
			return all, nil
		}
		if err != nil {
			return nil, hinted(err, "take the line out; switchyard score "+shell.Quote(folder)+" --judge "+shell.Quote(judge)+" asks again")
		}
		var paid spend.Spent
		if o.Paid != nil {
			paid = spend.Spent{Input: o.Paid.Input, Cached: o.Paid.Cached, Output: o.Paid.Output}
		}
		all.paid.Add(paid)
		if o.Refused == "" {
			all.opinions[keyOf(o)] = *o
			continue
		}
		paid.Add(all.inVain[keyOf(o)])
		all.inVain[keyOf(o)] = paid
	}
	return all, nil
}

// askedJudge asks a model for opinions; without a model it asks nobody.
type askedJudge struct {
	c      *console
	name   string // empty: nobody
	cfg    *config.Config
	models *connect.Models
}

// judges opens the model that --judge or run.yaml names.
func (c *console) judges(ctx context.Context, typed map[string]*settingFlag) (*askedJudge, error) {
	a := &askedJudge{c: c}
	cfg, err := c.settings(typed, "judge")
	if err != nil || cfg.Roles.Judge == nil || cfg.Origin("roles.judge.model").Kind == config.FromFile && typed["judge"].texts == nil {
		return a, err
	}
	models, err := c.connect(ctx, cfg, connect.NewRun())
	if err != nil {
		return a, err
	}
	if _, err := models.Client(cfg.Roles.Judge); err != nil {
		return a, errors.Join(err, models.Close())
	}
	a.name, a.cfg, a.models = cfg.Roles.Judge.Name, cfg, models
	return a, nil
}

// spender is who the judge is in the account.
func (a *askedJudge) spender() spend.Who { return spend.Who{Role: "judge", Model: a.name} }

// paidBefore tells the meter what the opinions in some folders have cost: a budget is
// for all of them, however often they are judged.
func (a *askedJudge) paidBefore(folders []string) error {
	if a.name == "" {
		return nil
	}
	var before spend.Spent
	for _, folder := range folders {
		all, err := readOpinions(folder, a.name)
		if err != nil {
			return err
		}
		before.Add(all.paid)
	}
	a.models.Meter.Start(spend.Usage{{Who: a.spender(), Spent: before}})
	return nil
}

// judge is the model as it is asked about a folder. What it answered about that folder
// before counts as paid, also where the opinion was lost.
func (a *askedJudge) judge(m *results.Manifest) (*opinion.Judge, error) {
	a.models.Run = m.ID
	client, err := a.models.Client(a.cfg.Roles.Judge)
	if err != nil {
		return nil, err
	}
	return &opinion.Judge{Model: client, Spent: func(r *model.Response, err error) error {
		return a.models.Meter.Spend(a.spender(), spend.Of(r, err))
	}}, nil
}

// think asks for the opinions on the texts of a folder that are not there yet, and
// keeps each as it comes. They count once there is nothing left to ask for; until
// then those of another judge do.
func (a *askedJudge) think(ctx context.Context, folder string, d *datasetFinder) (err error) {
	if a.name == "" {
		return nil
	}
	m, lock, err := holdResults(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	known, err := readOpinions(folder, a.name)
	if err != nil {
		return err
	}
	if known.torn != nil {
		if err := os.Truncate(known.torn.File, known.torn.Offset); err != nil {
			return err
		}
	}
	// What is wrong with the predictions is told before anything is paid for.
	nothing := func(*eval.Task, *eval.Prediction, []byte) error { return nil }
	if err := a.c.eachPrediction(ctx, folder, m, d, nothing); err != nil {
		return err
	}
	to := &opinionFile{name: filepath.Join(folder, results.OpinionsName(a.name))}
	without, err := a.ask(ctx, folder, m, d, known, to)
	if err == nil && to.f == nil { // there was nothing to say, which is known from now on
		err = to.open()
	}
	if err = errors.Join(err, to.close()); err != nil {
		return err
	}
	if without > 0 {
		a.c.remark("%s: of %s the judge said nothing; rules judge them, and the same command asks again", printable(folder), count(without, "text", "texts"))
	}
	if m.Judge == a.name {
		return nil
	}
	m.Judge = a.name
	return results.WriteManifest(folder, m)
}

// ask asks for the opinions that are not known. without is of how many texts the
// judge said nothing.
func (a *askedJudge) ask(ctx context.Context, folder string, m *results.Manifest, d *datasetFinder, known *judged, to *opinionFile) (without int, err error) {
	judge, err := a.judge(m)
	if err != nil {
		return 0, err
	}
	var mu sync.Mutex
	asked := false
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.models.Workers())
	err = a.c.eachPrediction(ctx, folder, m, d, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		for _, step := range opinion.Wanted(t, p) {
			key := opinionKey{p.Entry, p.Mission, step, opinion.Digest(p.Steps[step].Text)}
			if _, ok := known.opinions[key]; ok {
				continue
			}
			if !asked { // nothing is asked where the budget is used up
				asked = true
				if err := a.models.Meter.Spend(a.spender(), spend.Spent{}); err != nil {
					return err
				}
			}
			if again := known.inVain[key]; a.cfg.Store != "" { // they come out of the store, and are counted then
				if err := a.models.Meter.Spend(a.spender(), spend.Spent{Input: -again.Input, Cached: -again.Cached, Output: -again.Output}); err != nil {
					return err
				}
			}
			g.Go(func() error {
				o, err := judge.Of(ctx, t, p, step)
				var (
					ends    *model.Error
					refused *opinion.RefusedError
				)
				mu.Lock()
				defer mu.Unlock()
				if err != nil && o != nil { // it was paid for
					if err := to.add(o); err != nil {
						return err
					}
				}
				switch {
				case errors.As(err, &refused), errors.As(err, &ends) && !ends.Ends():
					without++
					return nil
				case err != nil:
					return err
				}
				return to.add(o)
			})
		}
		return ctx.Err()
	})
	if failed := g.Wait(); failed != nil {
		return without, evalFailure(folder, failed)
	}
	if over := (*connect.BudgetError)(nil); errors.As(err, &over) {
		err = evalFailure(folder, err)
	}
	return without, err
}

// opinionFile is the opinions of a judge while they are written. It is there once
// there is something in it.
type opinionFile struct {
	name string
	f    *os.File
}

func (w *opinionFile) open() (err error) {
	w.f, err = os.OpenFile(w.name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	return err
}

func (w *opinionFile) add(o *opinion.Opinion) error {
	line, err := jsontext.Line(o)
	if err != nil {
		return err
	}
	if w.f == nil {
		if err := w.open(); err != nil {
			return err
		}
	}
	// A newline before it ends a line of which only that was lost.
	_, err = w.f.Write(append([]byte("\n"), line...))
	return err
}

func (w *opinionFile) close() error {
	if w.f == nil {
		return nil
	}
	return w.f.Close()
}
