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
	"switchyard/eval"
	"switchyard/eval/opinion"
	"switchyard/eval/results"
	"switchyard/model"
	"switchyard/out"
	"switchyard/roles"
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

// readOpinions reads the opinions of a folder.
func readOpinions(folder string) (opinions, error) {
	known := opinions{}
	name := filepath.Join(folder, results.OpinionsName)
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for o, err := range results.Lines[opinion.Opinion](f, name) {
		var torn *out.TornError
		if errors.As(err, &torn) { // it was being written when the program was killed
			return known, os.Truncate(name, torn.Offset)
		}
		if err != nil {
			return nil, err
		}
		known[keyOf(o)] = *o
	}
	return known, nil
}

// askedJudge asks a model for opinions; without a model it asks nobody.
type askedJudge struct {
	c       *console
	name    string
	judge   *opinion.Judge
	workers int
	close   func() error
}

// judges opens the model that --judge or run.yaml names.
func (c *console) judges(ctx context.Context, typed map[string]*settingFlag) (*askedJudge, error) {
	a := &askedJudge{c: c, close: func() error { return nil }}
	cfg, err := c.settings(typed, "judge")
	if err != nil || cfg.Roles.Judge == nil || cfg.Origin("roles.judge.model").Kind == config.FromFile && typed["judge"].texts == nil {
		return a, err
	}
	hall, close, err := c.clients(ctx, cfg, newRunID())
	if err != nil {
		return a, err
	}
	client, err := hall.client(cfg.Roles.Judge)
	if err != nil {
		return a, errors.Join(err, close())
	}
	m := newMeter(cfg)
	who := roles.Spender{Role: "judge", Model: cfg.Roles.Judge.Name}
	a.name, a.workers, a.close = cfg.Roles.Judge.Name, hall.workers(), close
	a.judge = &opinion.Judge{Model: client, Spent: func(r *model.Response, err error) error {
		if err != nil {
			return m.Spend(who, roles.SpentInVain(err))
		}
		return m.Spend(who, roles.SpentOn(r))
	}}
	return a, nil
}

// think asks for the opinions on the texts of a folder that are not there yet, and
// keeps each as it comes.
func (a *askedJudge) think(ctx context.Context, folder, dataset string) error {
	if a.judge == nil {
		return nil
	}
	m, err := readResults(folder)
	if err != nil {
		return err
	}
	name := filepath.Join(folder, results.OpinionsName)
	if m.Judge != a.name { // those of another judge
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if m.Judge = a.name; m.Judge != "" {
		if err := results.WriteManifest(folder, m); err != nil {
			return err
		}
	}
	known, err := readOpinions(folder)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	var (
		mu      sync.Mutex
		without int // texts of which it said nothing
	)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.workers)
	err = a.c.eachPrediction(ctx, folder, m, dataset, func(t *eval.Task, p *eval.Prediction) error {
		for _, step := range opinion.Wanted(t, p) {
			if _, ok := known[opinionKey{p.Entry, p.Mission, step, opinion.Digest(p.Steps[step].Text)}]; ok {
				continue
			}
			g.Go(func() error {
				o, err := a.judge.Of(ctx, t, p, step)
				var (
					ends    *model.Error
					refused *opinion.RefusedError
				)
				switch {
				case errors.As(err, &refused), errors.As(err, &ends) && !ends.Ends():
					mu.Lock()
					defer mu.Unlock()
					without++
					return nil
				case err != nil:
					return err
				}
				line, err := results.Encode(o)
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				// A newline before it ends a line of which only that was lost.
				_, err = file.Write(append([]byte("\n"), line...))
				return err
			})
		}
		return nil
	})
	if failed := g.Wait(); failed != nil {
		return evalFailure(folder, failed)
	}
	if without > 0 {
		a.c.remark("%s: of %s the judge said nothing; rules judge them, and the same command asks again", printable(folder), count(without, "text", "texts"))
	}
	return err
}
