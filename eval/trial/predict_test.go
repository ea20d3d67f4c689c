package trial

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/results"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/mock"
)

// reader is a model that says the same to everything. It notes what it is asked, and
// waits for company: the first missions of entries are answered together.
type reader struct {
	t       *testing.T
	entries []*mission.Entry
	company sync.WaitGroup

	mu    sync.Mutex
	asked map[int][]int // missions, by the line of their entry
	open  map[int]bool  // lines of which a mission is being answered
}

// Complete implements [model.Completer].
func (r *reader) Complete(_ context.Context, q *model.Request) (*model.Response, error) {
	var line, number, step int
	if _, err := fmt.Sscanf(q.Trace, "eval/%d#%d/%d", &line, &number, &step); err != nil || line < 1 || line > len(r.entries) {
		r.t.Errorf("trace %q: %v", q.Trace, err)
		return nil, &model.Error{Kind: model.Garbled}
	}
	r.reveals(q, r.entries[line-1])
	r.mu.Lock()
	if r.open[line] {
		r.t.Errorf("line %d: mission %d is asked about before an earlier one is answered", line, number)
	}
	r.open[line] = true
	if step == 0 {
		r.asked[line] = append(r.asked[line], number)
	}
	r.mu.Unlock()
	if number == 1 && step == 0 {
		r.company.Done()
		r.company.Wait()
	} else {
		time.Sleep(5 * time.Millisecond) // for others to come too early
	}
	r.mu.Lock()
	r.open[line] = false
	r.mu.Unlock()
	return &model.Response{Text: "That is done."}, nil
}

// reveals reports what a request says about the missions, besides the conversation
// and the tools.
func (r *reader) reveals(q *model.Request, e *mission.Entry) {
	text, err := json.Marshal(q)
	if err != nil {
		r.t.Error(err)
	}
	for _, word := range []string{e.ID, e.Toolset.Name, "distractor", "switch_path", "relation"} {
		if strings.Contains(strings.ToLower(string(text)), word) {
			r.t.Errorf("%s: the request contains %q", q.Trace, word)
		}
	}
}

// A model is asked about one mission of an entry after the other, because the next one
// shows how the last one should have gone; and no request says more than it must.
func TestOneMissionAfterTheOther(t *testing.T) {
	data := dataset(t)
	r := &reader{t: t, asked: map[int][]int{}, open: map[int]bool{}}
	file, err := datasets.NativeFile(data)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		e := new(mission.Entry)
		if err := json.Unmarshal([]byte(line), e); err != nil {
			t.Fatal(err)
		}
		r.entries = append(r.entries, e)
	}
	who := &Model{Name: "m", Client: func(string) (model.Completer, error) { return r, nil }}
	var folder string
	for _, mode := range []string{results.SessionMode, results.StepMode} {
		folder, r.asked = t.TempDir(), map[int][]int{}
		r.company.Add(len(r.entries)) // different entries are played at the same time
		if _, err := Evaluate(t.Context(), Config{Dataset: data, Folder: folder, Model: who, Mode: mode, Workers: len(r.entries), Version: "test"}); err != nil {
			t.Fatal(err)
		}
		for i := range r.entries {
			if got := r.asked[i+1]; !slices.Equal(got, []int{1, 2}) {
				t.Errorf("%s, line %d: asked about the missions %v", mode, i+1, got)
			}
		}
	}

	// If an answer is missing, only that mission is asked about again.
	drop(t, filepath.Join(folder, results.PredictionsName), r.entries[1].ID, 0)
	r.asked = map[int][]int{}
	r.company.Add(1)
	if _, err := Evaluate(t.Context(), Config{Dataset: data, Folder: folder, Model: who, Workers: 2, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	if len(r.asked) != 1 || !slices.Equal(r.asked[2], []int{1}) {
		t.Errorf("asked again: %v", r.asked)
	}
}

// A mock says so when it is asked about another dataset than its own, instead of playing
// the missions of some other entry.
func TestActorOfAnotherDataset(t *testing.T) {
	agent, err := agents.New(agents.Oracle, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewActor(t.Context(), dataset(t), agent, nil)
	if err != nil {
		t.Fatal(err)
	}
	request := a.tasks["1#1"].Messages[0].Text
	for _, c := range []struct {
		trace, request string
		refused        bool
	}{{"eval/1#1/0", request, false}, {"eval/1#2/0", request, false}, {"eval/1#1/0", request + "!", true}, {"eval/2#1/0", request, true}, {"eval/5#1/0", request, true}} {
		_, err := a.Hear(t.Context(), &mock.Request{Trace: c.trace, Messages: []mock.Message{{Role: "system", Text: "S"}, {Role: "user", Text: c.request}}})
		if refused, other := errors.AsType[*mock.RefusedError](err); other != c.refused || other && !strings.Contains(refused.Message, "another dataset") {
			t.Errorf("%s: %v", c.trace, err)
		}
	}
}

// drop removes a prediction from a file.
func drop(t *testing.T, name, entry string, number int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		var p eval.Prediction
		if err := json.Unmarshal([]byte(cmp.Or(strings.TrimSpace(line), "{}")), &p); err != nil {
			t.Fatal(err)
		}
		if p.Entry != entry || p.Mission != number {
			kept = append(kept, line)
		}
	}
	if err := os.WriteFile(name, []byte(strings.Join(kept, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}
