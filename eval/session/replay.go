package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"switchyard/eval"
)

// Replay returns an agent that repeats the predictions of one session. Run it on the same
// stage to judge the session again without asking a model.
func Replay(predictions []eval.Prediction) eval.Agent { return replay(predictions) }

type replay []eval.Prediction

// Act implements [eval.Agent].
func (r replay) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i := range r {
		p := &r[i]
		if p.Entry != s.Task.Entry.ID || p.Mission != s.Task.Mission {
			continue
		}
		if s.Step < len(p.Steps) {
			step := &p.Steps[s.Step]
			a := &eval.Action{Text: step.Text, Calls: step.Calls, Took: time.Duration(step.TookMS) * time.Millisecond}
			if step.Usage != nil {
				a.Usage, a.Stored = *step.Usage, step.Stored
			}
			return a, nil
		}
		if p.End == eval.Unscored {
			return nil, errors.New(p.Error)
		}
		return nil, fmt.Errorf("the record of %s ends after %d steps", s.Task.ID(), len(p.Steps))
	}
	return nil, fmt.Errorf("there is no record of %s", s.Task.ID())
}
