package opinion

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
)

// answers is a model that gives one answer after the other.
type answers struct {
	list  []string
	asked []*model.Request
}

func (a *answers) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	a.asked = append(a.asked, r)
	text := a.list[min(len(a.asked), len(a.list))-1]
	return &model.Response{Text: text}, nil
}

func played() (*eval.Task, *eval.Prediction) {
	tool := mission.Tool{Name: "show", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","description":"Which one"}}}`)}
	e := &mission.Entry{ID: "e", Toolset: mission.Toolset{Tools: []mission.Tool{tool}}, Missions: make([]mission.Mission, 1)}
	t := &eval.Task{Entry: e, Messages: []corpus.Message{{Role: corpus.User, Text: "Earlier."}, {Role: corpus.Assistant, Text: "Yes."}, {Role: corpus.User, Text: "Show me one."}}, Nodes: []eval.Node{
		{Kind: eval.Ask, Tool: "show", Missing: []string{"n"}, Text: "Which one?", Reply: "The fourth."},
		{Kind: eval.Call, Tool: "show", Observation: json.RawMessage(`{"price":7}`)},
		{Kind: eval.Answer, Text: "It costs 7."}}}
	return t, &eval.Prediction{Entry: "e", End: eval.Closed, Steps: []eval.Step{
		{Text: "Sure, but which of them?", Nodes: []int{0}},
		{Calls: []eval.Called{{Name: "show", Arguments: json.RawMessage(`{"n":4}`)}}, Nodes: []int{1}},
		{Text: "It costs 7.", Nodes: []int{2}}}}
}

func TestWanted(t *testing.T) {
	task, p := played()
	if got := Wanted(task, p); len(got) != 1 || got[0] != 0 { // the reply is the dataset's own
		t.Errorf("%v", got)
	}
	p.Steps[2].Text = "Seven."
	if got := Wanted(task, p); len(got) != 2 || got[1] != 2 {
		t.Errorf("%v", got)
	}
	p.Steps[2].Nodes = nil // it left the tree
	if got := Wanted(task, p); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestOf(t *testing.T) {
	task, p := played()
	p.Steps[2].Text = "It costs 8."
	for _, test := range []struct {
		step   int
		answer []string
		want   Opinion
		asked  int
	}{
		{0, []string{`{"weighing":"It asks.","ok":true,"fault":"none","reason":"it asks for it"}`}, Opinion{OK: true, Reason: "it asks for it"}, 1},
		{2, []string{"```json\n{\"ok\":false,\"fault\":\"contradiction\",\"reason\":\"it is\\n7\"}\n```"}, Opinion{Fault: eval.Contradiction, Reason: "it is 7"}, 1},
		{2, []string{"no idea", `{"ok":false,"fault":"incomplete_question"}`, `{"ok":true,"fault":"contradiction","reason":"x"}`}, Opinion{OK: true, Reason: "x"}, 3},
	} {
		m := &answers{list: test.answer}
		got, err := (&Judge{Model: m}).Of(context.Background(), task, p, test.step)
		if err != nil {
			t.Fatal(err)
		}
		test.want.Entry, test.want.Step, test.want.Text = "e", test.step, Digest(p.Steps[test.step].Text)
		if *got != test.want || len(m.asked) != test.asked {
			t.Errorf("%+v after %d, want %+v", *got, len(m.asked), test.want)
		}
	}
	m := &answers{list: []string{`{"reason":"none"}`}}
	var refused *RefusedError
	if _, err := (&Judge{Model: m}).Of(context.Background(), task, p, 0); !errors.As(err, &refused) || len(m.asked) != 3 {
		t.Errorf("%v after %d", err, len(m.asked))
	}
	spent := errors.New("the budget is used up")
	if _, err := (&Judge{Model: m, Spent: func(*model.Response, error) error { return spent }}).Of(context.Background(), task, p, 0); !errors.Is(err, spent) {
		t.Errorf("%v", err)
	}
}

// TestCase holds what the judge is told: what was done so far, and what is missing.
func TestCase(t *testing.T) {
	task, p := played()
	m := &answers{list: []string{`{"ok":true,"fault":"none","reason":"x"}`}}
	for step, want := range map[int][]string{
		0: {"user: Earlier.\nassistant: Yes.", "## Request of the user\nShow me one.", "n (Which one)", "Which one?", "## Text to judge\nSure, but which of them?"},
		2: {"assistant: Sure, but which of them?\nuser: The fourth.", `call: show {"n":4}` + "\n" + `answer: {"price":7}`, "It costs 7."},
	} {
		if _, err := (&Judge{Model: m}).Of(context.Background(), task, p, step); err != nil {
			t.Fatal(err)
		}
		asked := m.asked[len(m.asked)-1]
		for _, part := range want {
			if !strings.Contains(asked.Messages[1].Text, part) {
				t.Errorf("step %d lacks %q: %s", step, part, asked.Messages[1].Text)
			}
		}
		if strings.Contains(asked.Messages[1].Text, "7") == (step == 0) {
			t.Errorf("step %d: %s", step, asked.Messages[1].Text)
		}
	}
}
