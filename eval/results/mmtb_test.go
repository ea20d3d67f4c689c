package results

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out"
)

// conversation is an entry of a clarify mission and one of two parallel calls of
// which a third needs one.
func conversation() *mission.Entry {
	tool := func(name string) mission.Tool {
		return mission.Tool{Name: name, Description: name, Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`)}
	}
	call := func(name, arguments string, deps ...int) mission.Call {
		return mission.Call{Tool: name, Arguments: json.RawMessage(arguments), Observation: json.RawMessage(`{"at":"Salt & Ginger","of":` + arguments + `}`), Status: 200, Dependencies: deps}
	}
	turns := func(m *mission.Mission) {
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleUser, Text: m.Request})
		for _, q := range m.Questions {
			m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: q.Text}, mission.Turn{Role: mission.RoleUser, Text: q.Reply})
		}
		for i := range m.Calls {
			m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleTool, Calls: []int{i}})
		}
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: m.Reply})
	}
	first := mission.Mission{Type: mission.Clarify, Request: "Show me one.", Reply: "Here is 4.", Calls: []mission.Call{call("show", `{"n":4}`)},
		Questions: []mission.Question{{Tool: "show", Missing: []string{"n"}, Text: "Which one?", Reply: "The fourth.", Complete: true}}}
	second := mission.Mission{Type: mission.Multi, Pattern: mission.Mixed, Relation: mission.Implicit, Request: "And 1 and 2, and book what 1 is.", Reply: "Done.",
		Calls: []mission.Call{call("show", `{"n":1}`), call("show", `{"n":2}`), call("book", `{"n":1}`, 0)}}
	turns(&first)
	turns(&second)
	return &mission.Entry{ID: "2-0001", SwitchPath: []mission.Type{mission.Clarify, mission.Multi}, Environment: mission.Environment{Now: "2026-03-02 09:00:00", Weekday: "Monday", Locale: "en"},
		Toolset: mission.Toolset{Name: "test", Tools: []mission.Tool{tool("show"), tool("book")}}, Missions: []mission.Mission{first, second}}
}

func done(name, arguments string) eval.Called {
	return eval.Called{ID: "c-" + arguments, Name: name, Arguments: json.RawMessage(arguments)}
}

// acts is an agent that does what it is told.
type acts []eval.Action

func (a acts) Act(_ context.Context, s *eval.Scene) (*eval.Action, error) {
	if s.Step < len(a) {
		return &a[s.Step], nil
	}
	return nil, context.DeadlineExceeded
}

// TestMMTBRoundTrip writes what agents did in the benchmark's format, and reads it
// again.
func TestMMTBRoundTrip(t *testing.T) {
	e := conversation()
	line, err := out.MMTB().Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := eval.Tasks(e, eval.TaskOptions{History: eval.HistoryTalk})
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) eval.Action { return eval.Action{Text: s} }
	call := func(list ...eval.Called) eval.Action { return eval.Action{Calls: list} }
	for name, test := range map[string]struct {
		mission        int
		acts           acts
		label, optimal string
	}{
		"asks":         {0, acts{text("Which?"), call(done("show", `{"n":4}`)), text("It is 4.")}, "correct", "True"},
		"does not ask": {0, acts{call(done("show", `{"n":4}`))}, "error", "False"},
		"at once":      {1, acts{call(done("show", `{"n":2}`), done("show", `{"n":1}`)), call(done("book", `{"n":1}`)), text("Done.")}, "correct", "True"},
		"one by one":   {1, acts{call(done("show", `{"n":1}`)), call(done("book", `{"n":1}`)), call(done("show", `{"n":2}`)), text("Done.")}, "correct", "False"},
		"no object":    {1, acts{call(done("show", `"1"`))}, "error", "False"},
		"silent":       {1, acts{}, "error", "False"},
	} {
		task := &tasks[test.mission]
		p, err := eval.Walk(context.Background(), task, test.acts, eval.Equal)
		if err != nil {
			t.Fatal(err)
		}
		got, err := EncodeMMTB(task, p, line)
		if err != nil {
			t.Fatal(err)
		}
		var result struct {
			Label    string           `json:"predict_label"`
			Optimal  string           `json:"predict_is_optimal"`
			Messages []map[string]any `json:"messages"`
			Length   int              `json:"messages_length"`
		}
		if err := json.Unmarshal(got, &result); err != nil {
			t.Fatal(err)
		}
		if result.Label != test.label || result.Optimal != test.optimal || result.Length != 1+4*test.mission {
			t.Errorf("%s: %s", name, got)
		}
		if !IsMMTB(got) || IsMMTB(line) {
			t.Errorf("%s: not told apart from the benchmark", name)
		}
		task2, p2, err := DecodeMMTB(got, eval.Equal)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again, err := EncodeMMTB(task2, p2, got); err != nil || p.End != eval.Unscored && string(again) != string(got) {
			t.Errorf("%s: %v, written again: %s", name, err, cmp.Diff(string(got), string(again)))
		}
		p.Error, p2.Error = "", ""
		if d := cmp.Diff(p, p2); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if len(task2.Nodes) != len(task.Nodes) || task2.ID() != task.ID() || task2.Gold().Type != task.Gold().Type || task2.Gold().Relation != task.Gold().Relation ||
			task2.Entry.Missions[0].Type != mission.Clarify || len(task2.Messages) != len(task.Messages) {
			t.Errorf("%s: %+v", name, task2)
		}
		for i := range task.Nodes {
			if !slices.Equal(task.Nodes[i].Dependencies, task2.Nodes[i].Dependencies) || task.Nodes[i].Tool != task2.Nodes[i].Tool {
				t.Errorf("%s: node %d: %+v", name, i, task2.Nodes[i])
			}
		}
	}
}

func TestDecodeMMTBRefuses(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`[]`, "must be an object, is an array"},
		{`{"idx":1,"type":["单"]}`, "/idx"},
		{`{"id":"x","idx":0,"type":["单"],"messages":{}}`, "/messages"},
		{`{"id":"x","idx":0,"type":["单"],"messages":[],"messages_length":1}`, "no message with the request"},
		{`{"id":"x","idx":0,"type":["x"],"messages":[{"role":"user","content":"a"}],"messages_length":1,"task":"a","answer_list":[{"idx":0,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"chat"}},"observation":"b","dependency_list":[]}],"tools":[]}`, "type"},
	} {
		if _, _, err := DecodeMMTB([]byte(test.line), eval.Equal); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.line, err)
		}
	}
}
