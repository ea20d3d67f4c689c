package trial

import (
	"context"
	"sync"
	"testing"

	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/gen"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/tools/catalog"
)

// dataset makes a run folder of eight missions in four entries.
func dataset(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := generate(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

func generate(ctx context.Context, folder string) error {
	sets, err := catalog.All()
	if err != nil {
		return err
	}
	_, err = gen.Run(ctx, gen.Config{Seed: 1, Version: "test", Missions: []int{2}, Paths: "clarify>single,single>chat", PerPath: 2, Toolsets: sets, Out: folder, Force: true})
	return err
}

// heard is a Progress that keeps what it was told.
type heard struct {
	mu                    sync.Mutex
	missions, done, steps int
	first, last           Standing
	finished              bool
}

func (h *heard) Start(missions, done int, so Standing) {
	h.missions, h.done, h.first = missions, done, so
}

func (h *heard) Advance(so Standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.steps, h.last = h.steps+1, so
}

func (h *heard) Finish() { h.finished = true }

// A run that goes on counts the accuracy of what was there before, too.
func TestProgressOfAll(t *testing.T) {
	data := dataset(t)
	for mode, want := range map[string]Standing{results.StepMode: {Scored: 8, Correct: 6}, results.SessionMode: {Scored: 8, Correct: 8}} {
		folder := t.TempDir()
		var before Standing
		for _, c := range []struct{ limit, missions, done int }{{2, 4, 0}, {0, 8, 4}} {
			h := &heard{}
			if _, err := Evaluate(t.Context(), Config{Dataset: data, Folder: folder, Agent: "eager", Mode: mode, Version: "test", Limit: c.limit, Progress: h}); err != nil {
				t.Fatal(err)
			}
			if h.missions != c.missions || h.done != c.done || h.steps != c.missions-c.done || !h.finished {
				t.Errorf("%s, limit %d: %+v", mode, c.limit, h)
			}
			if h.first != before || h.last.Scored != c.missions {
				t.Errorf("%s, limit %d: from %+v to %+v, and before that %+v", mode, c.limit, h.first, h.last, before)
			}
			before = h.last
		}
		if before != want {
			t.Errorf("%s: %+v, want %+v", mode, before, want)
		}
	}
}

// A budget counts what a folder has cost, and nothing twice.
func TestPayBefore(t *testing.T) {
	keys := []results.Key{{Entry: "a", Mission: 0}, {Entry: "a", Mission: 1}, {Entry: "b", Mission: 0}}
	for _, c := range []struct {
		mode   string
		stored bool
		want   int
	}{
		{results.StepMode, false, 111},
		{results.SessionMode, false, 111},
		// What is asked again comes out of the store, and counts then.
		{results.StepMode, true, 101},
		{results.SessionMode, true, 100}, // from the beginning of the entry
	} {
		path := t.TempDir()
		spent := 0
		j := &job{Config: Config{Model: &Model{Stored: c.stored, Spend: func(s spend.Spent) error {
			spent += s.Input
			return nil
		}}}, run: results.Run{Model: "m", Mode: c.mode}}
		open := func() *results.Folder {
			f, err := results.Open(path, results.Manifest{ID: "one", Run: j.run}, false)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		f := open()
		for i, end := range []eval.End{eval.Closed, eval.Unscored, eval.Closed} {
			p := &eval.Prediction{Entry: keys[i].Entry, Mission: keys[i].Mission, End: end, Steps: []eval.Step{{Text: "x", Usage: &model.Usage{Input: []int{1, 10, 100}[i]}}}}
			if err := f.Add(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		f = open()
		p := &predicting{job: j, folder: f, again: j.again(f, keys)}
		if err := p.payBefore(keys); err != nil {
			t.Fatal(err)
		}
		if spent != c.want {
			t.Errorf("%+v: %d", c, spent)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
