package trial

import (
	"context"
	"fmt"
	"path/filepath"

	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/session"
	"switchyard/gen"
	"switchyard/internal/prose"
	"switchyard/tools"
	"switchyard/tools/find"
)

// Toolsets loads the toolsets that a run was made from, because sessions take place in
// their worlds. nil loads them from where the run found them.
type Toolsets func([]manifest.Toolset) ([]*tools.Toolset, error)

// stages provides the worlds for sessions on the entries of a run.
type stages struct {
	remaker *gen.Remaker
	player  *session.Player
}

// stages finds the run of a dataset and its toolsets.
func (s *sources) stages(ctx context.Context, dataset string) (*stages, error) {
	folder := filepath.Dir(dataset)
	m, err := manifest.Read(folder)
	if err != nil {
		return nil, &Error{Trouble: NoRun, Message: dataset + ": is not in a run folder", Details: []string{prose.Error(err)}}
	}
	load := s.toolsets
	if load == nil {
		load = func(refs []manifest.Toolset) ([]*tools.Toolset, error) {
			sets, _, err := find.All(ctx, manifest.ToolsetWords(refs), "") // what was left out was left out of the run, too
			return sets, err
		}
	}
	sets, err := load(m.Config.Toolsets)
	if err != nil {
		return nil, err
	}
	remaker, err := gen.NewRemaker(ctx, m, sets, s.version)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	player, err := session.New()
	return &stages{remaker, player}, err
}

// run plays a session on the entry of a task.
func (s *stages) run(ctx context.Context, t *eval.Task, a eval.Agent, o eval.TaskOptions) (*session.Outcome, error) {
	remade, err := s.remaker.Remake(ctx, t.Entry)
	if err != nil {
		return nil, err
	}
	return s.player.Run(ctx, &session.Stage{Entry: remade.Entry, Line: t.Line, Toolsets: remade.Toolsets, Blueprints: remade.Blueprints, Worlds: remade.Worlds}, a, o)
}
