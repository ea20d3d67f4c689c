package gen

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"

	"switchyard/gen/runfolder"
	"switchyard/model"
	"switchyard/roles"
	"switchyard/roles/llm"
)

// outage is a voice whose endpoint is down for some entries.
type outage struct {
	llm.Voice
	down func(entry int) bool
}

func (v outage) Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error) {
	if v.down(s.Entry) {
		return nil, &model.Error{Kind: model.Unreachable, Message: "connection refused"}
	}
	return v.Voice.Complete(ctx, s, task, r)
}

// An endpoint that is down ends the run before its plan is used up, and the run
// goes on as if nothing had been. A single entry that fails is only counted.
func TestEndpointDown(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit = 26
	var off atomic.Bool
	off.Store(true)
	made := 0
	dead := casting(t, c, func(v llm.Voice) llm.Voice {
		return outage{v, func(entry int) bool { return off.Load() && entry > 12 }}
	})
	dead.Progress = countProgress{&made}
	_, err := Run(context.Background(), dead)
	var silent *SilentError
	if !errors.As(err, &silent) || silent.Entries != mostFailing {
		t.Fatalf("got %v", err)
	}
	t.Logf("%d entries before: %v", made, err)
	off.Store(false)
	report := mustRun(t, dead)
	if report.Accepted != report.Planned || report.Resumed != 12 || made != c.Limit {
		t.Errorf("%+v", report.Accounting)
	}
	whole := contents(t, c.Out)

	c.Out = filepath.Join(t.TempDir(), "undisturbed")
	mustRun(t, casting(t, c, func(v llm.Voice) llm.Voice { return v }))
	for name, text := range contents(t, c.Out) {
		if name != runfolder.UsageName && string(text) != string(whole[name]) {
			t.Errorf("%s differs from that of an undisturbed run", name)
		}
	}

	c.Out = filepath.Join(t.TempDir(), "one")
	report = mustRun(t, casting(t, c, func(v llm.Voice) llm.Voice {
		return outage{v, func(entry int) bool { return entry == c.Limit }}
	}))
	if report.Failed["endpoint"] != 1 || report.Accepted != report.Planned-1 {
		t.Errorf("%+v", report.Accounting)
	}
}

type countProgress struct{ n *int }

func (countProgress) Start(int, int) {}
func (p countProgress) Add(bool)     { *p.n++ }
func (countProgress) Finish()        {}
