package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/follow"
	"switchyard/flow/generate"
	"switchyard/flow/retell"
	"switchyard/flow/session"
)

// NoStageError says that a session cannot be lived through, because the world behind it is not known.
type NoStageError struct{ What string }

// Error implements error.
func (e *NoStageError) Error() string { return e.What }

// rerun makes the sessions of a run folder again.
type rerun struct {
	*generate.Again
	manifest *manifest.Manifest
	flows    map[string]*flow.Workflow
}

// again returns what makes the sessions in a run folder again.
func again(ctx context.Context, folder string) (*rerun, error) {
	m, err := manifest.Read(folder)
	if err != nil {
		return nil, err
	}
	if m.Config.Flow == nil {
		return nil, &NoStageError{folder + " is no run of switchyard flow generate"}
	}
	c := generate.Config{Seed: m.Config.Seed, PerEdge: m.Config.Flow.PerEdge, PerPair: m.Config.Flow.PerPair, Cross: m.Config.Flow.Cross, Limit: m.Config.Limit}
	r := &rerun{manifest: m, flows: map[string]*flow.Workflow{}}
	for _, ref := range m.Config.Flow.Workflows {
		word := ref.Name
		if _, err := os.Stat(ref.Source); err == nil {
			word = ref.Source
		}
		list, err := find.Workflows(ctx, word)
		if err != nil {
			return nil, err
		}
		for _, w := range list {
			if w.Name != ref.Name {
				continue
			}
			if w.Hash != ref.SHA256 {
				return nil, &NoStageError{fmt.Sprintf("the workflow %s has changed since the run was made", w.Name)}
			}
			r.flows[w.Name] = w
			c.Workflows = append(c.Workflows, w)
		}
	}
	r.Again, err = generate.NewAgain(c)
	return r, err
}

// Understudy returns what answers instead of models that tell the sessions of a run, which the
// built-in engine made with the same flags.
func Understudy(ctx context.Context, folder string) (*retell.Understudy, error) {
	r, err := again(ctx, folder)
	if err != nil {
		return nil, err
	}
	return &retell.Understudy{At: r.At}, nil
}

// Stages returns what makes the stages of the sessions in a run folder: it makes the sessions again.
func Stages(ctx context.Context, folder string) (func(context.Context, *session.Session) (*follow.Stage, error), error) {
	r, err := again(ctx, folder)
	if err != nil {
		return nil, err
	}
	told := len(r.manifest.Config.Models) > 0
	return func(ctx context.Context, s *session.Session) (*follow.Stage, error) {
		made, err := r.Make(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		same, err := alike(s, made.Session, told)
		if err != nil {
			return nil, err
		}
		if !same {
			return nil, &NoStageError{fmt.Sprintf("%s: this program makes another session of that id: it was made by version %s", s.ID, r.manifest.Version)}
		}
		return &follow.Stage{Session: s, Set: r.flows[s.Workflows[0].Name].Set, Worlds: made.Worlds}, nil
	}, nil
}

// alike reports whether a session is the one that was made again; if models told it, apart from
// their words.
func alike(s, made *session.Session, told bool) (bool, error) {
	var x, y any = s, made
	if told {
		x, y = s.Runs, made.Runs
	}
	was, err := json.Marshal(x)
	if err != nil {
		return false, err
	}
	now, err := json.Marshal(y)
	return bytes.Equal(was, now), err
}
