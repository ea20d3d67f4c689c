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
	"switchyard/flow/session"
)

// NoStageError says that a session cannot be lived through, because the world behind it is not known.
type NoStageError struct{ What string }

// Error implements error.
func (e *NoStageError) Error() string { return e.What }

// Stages returns what makes the stages of the sessions in a run folder: it makes the sessions again.
func Stages(ctx context.Context, folder string) (func(context.Context, *session.Session) (*follow.Stage, error), error) {
	m, err := manifest.Read(folder)
	if err != nil {
		return nil, err
	}
	if m.Config.Flow == nil {
		return nil, &NoStageError{folder + " is no run of switchyard flow generate"}
	}
	c := generate.Config{Seed: m.Config.Seed, PerEdge: m.Config.Flow.PerEdge, PerPair: m.Config.Flow.PerPair, Cross: m.Config.Flow.Cross, Limit: m.Config.Limit}
	byName := map[string]*flow.Workflow{}
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
			byName[w.Name] = w
			c.Workflows = append(c.Workflows, w)
		}
	}
	again, err := generate.NewAgain(c)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, s *session.Session) (*follow.Stage, error) {
		made, err := again.Make(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		was, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		now, err := json.Marshal(made.Session)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(was, now) {
			return nil, &NoStageError{fmt.Sprintf("%s: this program makes another session of that id: it was made by version %s", s.ID, m.Version)}
		}
		return &follow.Stage{Session: s, Set: byName[s.Workflows[0].Name].Set, Worlds: made.Worlds}, nil
	}, nil
}
