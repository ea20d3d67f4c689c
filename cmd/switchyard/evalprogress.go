package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"switchyard/config/connect"
	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/eval/session"
)

// evalProgress shows how far an evaluation is, and the accuracy so far.
type evalProgress struct {
	bar    *bar
	models *connect.Models // nil without any

	mu              sync.Mutex
	scored, correct int
	unscored        int
}

func (c *console) evalProgress(j *evalJob, models *connect.Models) *evalProgress {
	p := &evalProgress{models: models}
	if c.live && !j.quiet {
		p.bar = &bar{w: c.stderr, noun: "missions"}
	}
	return p
}

// start shows the bar: so many missions are still to be done, and so many were done
// before.
func (p *evalProgress) start(todo, done int) {
	if p.bar != nil {
		p.bar.Start(todo+done, done)
		p.bar.note(p.text())
	}
}

func (p *evalProgress) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}

// judged takes a verdict in and shows it.
func (p *evalProgress) judged(v *eval.Verdict) {
	p.count(v)
	p.bar.Add(true)
	p.bar.note(p.text())
}

// count takes a verdict in.
func (p *evalProgress) count(v *eval.Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case !v.Scored:
		p.unscored++
	case v.Correct:
		p.correct++
		fallthrough
	default:
		p.scored++
	}
}

// text is what stands beside the bar.
func (p *evalProgress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := ""
	if p.scored > 0 {
		text = fmt.Sprintf("%.1f %% correct", 100*float64(p.correct)/float64(p.scored))
	}
	if p.unscored > 0 {
		text += fmt.Sprintf(", %s unscored", thousands(p.unscored))
	}
	if p.models != nil {
		text += ", " + accountText(p.models.Meter.Account())
	}
	return strings.TrimPrefix(text, ", ")
}

// judgeBefore judges the predictions of earlier runs, so that the accuracy beside the
// bar is that of all. Sessions that are played again are left out; they are judged
// then.
func (c *console) judgeBefore(ctx context.Context, j *evalJob, folder *results.Folder, p *evalProgress, strict *judge.Judge, again map[string]bool) error {
	if p.bar == nil || folder.Len() == 0 {
		return nil
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	err := j.source.each(ctx, c, func(tasks []eval.Task) error {
		if len(tasks) == 0 || again[tasks[0].Entry.ID] {
			return ctx.Err()
		}
		var done []eval.Prediction
		for i := range tasks {
			known, err := folder.Prediction(results.Key{Entry: tasks[i].Entry.ID, Mission: tasks[i].Mission})
			if err != nil {
				return err
			}
			if known != nil {
				done = append(done, *known)
			}
		}
		g.Go(func() error {
			if j.stages != nil && len(done) > 0 {
				out, err := j.stages.run(ctx, tasks[0].Entry, session.Replay(done), j.source.options)
				if err != nil {
					return err
				}
				for i := range out.Verdicts {
					p.count(&out.Verdicts[i])
				}
				return nil
			}
			for i := range tasks {
				at := slices.IndexFunc(done, func(p eval.Prediction) bool { return p.Mission == tasks[i].Mission })
				if at < 0 || done[at].Check(&tasks[i]) != nil { // what is wrong with it is told when all are judged
					continue
				}
				v := strict.Judge(&tasks[i], &done[at])
				p.count(&v)
			}
			return nil
		})
		return ctx.Err()
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}
