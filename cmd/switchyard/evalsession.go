package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/eval/session"
	"switchyard/gen"
	"switchyard/mission"
)

// stages are where sessions on the entries of a run take place.
type stages struct {
	remaker *gen.Remaker
	player  *session.Player
}

// openStages finds the run that a dataset belongs to, and its toolsets.
func openStages(dataset string) (*stages, error) {
	folder := filepath.Dir(dataset)
	m, err := manifest.Read(folder)
	if err != nil {
		return nil, misuse("sessions take place on a run folder that switchyard generate has made", "%s: there is no run around it", dataset)
	}
	sets, err := loadRunToolsets(toolsetWords(m.Config.Toolsets), "")
	if err != nil {
		return nil, err
	}
	remaker, err := gen.NewRemaker(m, sets, version)
	if err != nil {
		return nil, stageFailure(folder, err)
	}
	player, err := session.New()
	return &stages{remaker, player}, err
}

// stageFailure tells what to do about a run that cannot be made again.
func stageFailure(folder string, err error) error {
	var (
		models  *gen.ModelsError
		toolset *gen.ToolsetError
		entry   *gen.RemakeError
	)
	switch {
	case errors.As(err, &models):
		return misuse("evaluate it with --mode step", "%s: %s", folder, err)
	case errors.As(err, &toolset):
		return misuse("sessions need the toolsets as they were when the run was made, at the same place", "%s: %s", folder, err)
	case errors.As(err, &entry):
		return misuse("make the run again with this version, or evaluate it with --mode step", "%s", err)
	}
	return err
}

// run plays a session on an entry.
func (s *stages) run(ctx context.Context, e *mission.Entry, a eval.Agent, o eval.TaskOptions) (*session.Outcome, error) {
	remade, err := s.remaker.Remake(ctx, e)
	if err != nil {
		return nil, stageFailure("", err)
	}
	return s.player.Run(ctx, &session.Stage{Entry: remade.Entry, Toolsets: remade.Toolsets, Blueprints: remade.Blueprints, Worlds: remade.Worlds}, a, o)
}

// play plays a session, and keeps what the agent did.
func (s *stages) play(ctx context.Context, e *mission.Entry, a eval.Agent, o eval.TaskOptions, keep func(*eval.Prediction, func() eval.Verdict) error) error {
	out, err := s.run(ctx, e, a, o)
	if err != nil {
		return err
	}
	for i := range out.Predictions {
		if err := keep(&out.Predictions[i], func() eval.Verdict { return out.Verdicts[i] }); err != nil {
			return err
		}
	}
	return nil
}

// sessionScoring judges the records of sessions by playing them again. It is a
// [scorer].
type sessionScoring struct {
	stages  *stages
	options eval.TaskOptions
	sheet   *sheet
	price   *results.Price

	entries [][]*eval.Task // under way
	records [][]eval.Prediction
}

// sessionBatch is how many sessions are judged at once. It bounds memory.
const sessionBatch = 64

func (b *sessionScoring) add(ctx context.Context, t *eval.Task, p *eval.Prediction) error {
	last := len(b.entries) - 1
	if last < 0 || b.entries[last][0].Entry != t.Entry {
		if last+1 == sessionBatch {
			if err := b.flush(ctx); err != nil {
				return err
			}
			last = -1
		}
		b.entries, b.records = append(b.entries, nil), append(b.records, nil)
		last++
	}
	b.entries[last], b.records[last] = append(b.entries[last], t), append(b.records[last], *p)
	return nil
}

func (b *sessionScoring) flush(ctx context.Context) error {
	verdicts := make([][]eval.Verdict, len(b.entries))
	g, within := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range b.entries {
		g.Go(func() error {
			out, err := b.stages.run(within, b.entries[i][0].Entry, session.Replay(b.records[i]), b.options)
			if err == nil {
				verdicts[i] = out.Verdicts
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i := range b.entries {
		for k, t := range b.entries[i] {
			if err := b.sheet.put(t, &verdicts[i][t.Mission], costAt(b.price, &b.records[i][k])); err != nil {
				return err
			}
		}
	}
	b.entries, b.records = b.entries[:0], b.records[:0]
	return nil
}
