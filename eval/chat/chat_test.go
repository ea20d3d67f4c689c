package chat

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
)

// scripted answers with one response and keeps the request.
type scripted struct {
	answer  model.Response
	err     error
	request *model.Request
}

func (s *scripted) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	s.request = r
	if s.err != nil {
		return nil, s.err
	}
	answer := s.answer
	return &answer, nil
}

func scene() *eval.Scene {
	tool := func(name string) mission.Tool {
		return mission.Tool{Name: name, Description: "Does " + name + ".", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)}
	}
	e := &mission.Entry{ID: "1-0001", Toolset: mission.Toolset{Tools: []mission.Tool{tool("find.trains"), tool("book"), tool("find_trains")}}, Missions: make([]mission.Mission, 2)}
	return &eval.Scene{Task: &eval.Task{Entry: e, Mission: 1, System: "It is Monday."}, Messages: []corpus.Message{
		{Role: corpus.User, Text: "Trains to Porto and Faro?"},
		{Role: corpus.Assistant, Text: "Looking.", Calls: []corpus.Call{
			{ID: "a", Name: "find.trains", Arguments: json.RawMessage(`{"city":"Porto"}`)},
			{ID: "b", Name: "book", Arguments: json.RawMessage(`"no object"`)}}},
		{Role: corpus.Tool, CallID: "a", Name: "find.trains", Text: `{"trains":[]}`},
		{Role: corpus.Tool, CallID: "b", Name: "book", Text: `{}`},
		{Role: corpus.Assistant, Text: "There are none."},
		{Role: corpus.User, Text: "And to Braga?"},
	}}
}

func TestToolsProtocol(t *testing.T) {
	m := &scripted{answer: model.Response{Text: "<think>hm</think> I look.", Calls: []model.Call{
		{ID: "a", Name: "find_trains_2", Arguments: `{"city":"Braga"}`}, {ID: "x", Name: "book", Arguments: ""}, {ID: "x", Name: "fly", Arguments: `{"city":`}}, Usage: model.Usage{Input: 7, Output: 3}}}
	got, err := (&Agent{Model: m}).Act(context.Background(), scene())
	if err != nil {
		t.Fatal(err)
	}
	want := &eval.Action{Text: "I look.", Usage: model.Usage{Input: 7, Output: 3}, Calls: []eval.Called{
		{ID: "call_2_1_1", Name: "find.trains", Arguments: json.RawMessage(`{"city":"Braga"}`)}, // "a" is taken
		{ID: "x", Name: "book", Arguments: json.RawMessage(`{}`)},
		{ID: "call_2_1_3", Name: "fly", Arguments: json.RawMessage(`"{\"city\":"`)}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]model.Message{
		{Role: "system", Text: "It is Monday."},
		{Role: "user", Text: "Trains to Porto and Faro?"},
		{Role: "assistant", Text: "Looking.", Calls: []model.Call{{ID: "call00001", Name: "find_trains_2", Arguments: `{"city":"Porto"}`}, {ID: "call00002", Name: "book", Arguments: "{}"}}},
		{Role: "tool", CallID: "call00001", Name: "find_trains_2", Text: `{"trains":[]}`},
		{Role: "tool", CallID: "call00002", Name: "book", Text: `{}`},
		{Role: "assistant", Text: "There are none."},
		{Role: "user", Text: "And to Braga?"},
	}, m.request.Messages); d != "" {
		t.Error(d)
	}
	var names []string
	for _, tool := range m.request.Tools {
		names = append(names, tool.Name)
	}
	if d := cmp.Diff([]string{"find_trains_2", "book", "find_trains"}, names); d != "" {
		t.Error(d)
	}
	if m.request.Trace != "eval/0#2/0" {
		t.Errorf("trace %q", m.request.Trace)
	}
}

// TestTextProtocols sends the conversation as text, and reads calls out of it.
func TestTextProtocols(t *testing.T) {
	for _, test := range []struct {
		protocol Protocol
		step     string
		results  string
		answer   string
	}{
		{Hermes, "Looking.\n<tool_call>\n{\"name\":\"find.trains\",\"arguments\":{\"city\":\"Porto\"}}\n</tool_call>\n<tool_call>\n{\"name\":\"book\",\"arguments\":\"no object\"}\n</tool_call>",
			"<tool_response>\n{\"trains\":[]}\n</tool_response>\n<tool_response>\n{}\n</tool_response>", `<tool_call>{"name":"book","arguments":{"city":"Braga"}}</tool_call>`},
		{ReAct, "Thought: Looking.\nAction: find.trains\nAction Input: {\"city\":\"Porto\"}\nAction: book\nAction Input: no object",
			"Observation: {\"trains\":[]}\nObservation: {}", "Action: book\nAction Input: {\"city\":\"Braga\"}"},
	} {
		m := &scripted{answer: model.Response{Text: test.answer}}
		got, err := (&Agent{Model: m, Protocol: test.protocol}).Act(context.Background(), scene())
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Calls) != 1 || got.Calls[0].Name != "book" || string(got.Calls[0].Arguments) != `{"city":"Braga"}` || got.Text != "" {
			t.Errorf("%s: %+v", test.protocol, got)
		}
		sent := m.request.Messages
		if m.request.Tools != nil || len(sent) != 6 || sent[2].Text != test.step || sent[3].Role != "user" || sent[3].Text != test.results {
			t.Errorf("%s: %+v", test.protocol, sent)
		}
		if !strings.HasPrefix(sent[0].Text, "It is Monday.\n\n") || !strings.Contains(sent[0].Text, `{"type":"function","function":{"name":"find.trains","description":"Does find.trains.","parameters":{"type":"object"`) {
			t.Errorf("%s: %s", test.protocol, sent[0].Text)
		}
	}
}

func TestReadHermes(t *testing.T) {
	for _, test := range []struct {
		answer, text string
		calls        []eval.Called
	}{
		{"Which day?", "Which day?", nil},
		{"One.\n<tool_call>\n{\"name\":\"a\",\"arguments\":{\"x\":1}}\n</tool_call>\nTwo.", "One.\nTwo.", []eval.Called{{Name: "a", Arguments: json.RawMessage(`{"x":1}`)}}},
		{`<tool_call>{"name":"a","parameters":{"x":1}}`, "", []eval.Called{{Name: "a", Arguments: json.RawMessage(`{"x":1}`)}}},                // not closed; said otherwise
		{`<tool_call>{"name":"a","arguments":"{\"x\":1}"}</tool_call>`, "", []eval.Called{{Name: "a", Arguments: json.RawMessage(`{"x":1}`)}}}, // as a string
		{`<tool_call>{"name":"a"}</tool_call><tool_call>a()</tool_call>`, "", []eval.Called{{Name: "a", Arguments: json.RawMessage(`{}`)}, {Arguments: json.RawMessage(`"a()"`)}}},
	} {
		text, calls := readHermes(test.answer)
		if text != test.text || cmp.Diff(test.calls, calls) != "" {
			t.Errorf("%q: %q %s", test.answer, text, cmp.Diff(test.calls, calls))
		}
	}
}

func TestReadReAct(t *testing.T) {
	one := []eval.Called{{Name: "a", Arguments: json.RawMessage(`{"x":1}`)}}
	for _, test := range []struct {
		answer, text string
		calls        []eval.Called
	}{
		{"Thought: ask\nAnswer: Which day?\nMorning or evening?", "Which day?\nMorning or evening?", nil},
		{"Final Answer: Done.", "Done.", nil},
		{"Which day?", "Which day?", nil},
		{"Thought: look\nAction: a\nAction Input: {\"x\":1}", "look", one},
		{"Action: a\nAction Input: {\"x\":1}\nObservation: {\"y\":2}\nAnswer: It is 2.", "", one}, // what it made up does not count
		{"**Action:** `a`\n**Action Input:** ```json\n{\"x\":\n1}\n```", "", []eval.Called{{Name: "a", Arguments: json.RawMessage("{\"x\":\n1}")}}},
		{"Action: a\nAction Input: {\"x\":1}\nAction: b\nAction Input: \"{}\"", "", append(one[:1:1], eval.Called{Name: "b", Arguments: json.RawMessage("{}")})},
		{"Action: a", "", []eval.Called{{Name: "a", Arguments: json.RawMessage("{}")}}},
		{"Action: a\nAction Input: x=1", "", []eval.Called{{Name: "a", Arguments: json.RawMessage(`"x=1"`)}}},
	} {
		text, calls := readReAct(test.answer)
		if text != test.text || cmp.Diff(test.calls, calls) != "" {
			t.Errorf("%q: %q %s", test.answer, text, cmp.Diff(test.calls, calls))
		}
	}
}

// TestSpent tells of every answer and of every error, and lets the account end the
// run.
func TestSpent(t *testing.T) {
	failed := &model.Error{Kind: model.TimedOut}
	for _, test := range []struct {
		err   error
		spent error
	}{{nil, nil}, {failed, nil}, {nil, errors.New("the budget is used up")}} {
		told := 0
		a := &Agent{Model: &scripted{err: test.err}, Spent: func(r *model.Response, err error) error {
			if told++; (r == nil) == (err == nil) || !errors.Is(err, test.err) {
				t.Errorf("told of %v, %v", r, err)
			}
			return test.spent
		}}
		_, err := a.Act(context.Background(), scene())
		var ends *SpentError
		switch {
		case told != 1:
			t.Errorf("told %d times", told)
		case test.spent != nil && (!errors.As(err, &ends) || !ends.Ends()):
			t.Errorf("%v does not end the run", err)
		case test.spent == nil && !errors.Is(err, test.err):
			t.Errorf("%v, want %v", err, test.err)
		}
	}
}

// FuzzRead reads what a model might write. Arguments are always JSON, and what is
// written is read again as the same calls.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Action: a\nAction Input: {\"x\":1}", "<tool_call>\n{\"name\":\"a\",\"arguments\":{\"x\":[1]}}\n</tool_call>", "Thought: x\nAnswer: y", "<tool_call>", "Action:\nAction Input:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for name, p := range map[string]struct {
			read  func(string) (string, []eval.Called)
			write func(*corpus.Message) string
		}{"hermes": {readHermes, hermesStep}, "react": {readReAct, reactStep}} {
			_, calls := p.read(answer)
			m := &corpus.Message{Role: corpus.Assistant}
			for _, c := range calls {
				if !json.Valid(c.Arguments) {
					t.Fatalf("%s: arguments %s", name, c.Arguments)
				}
				m.Calls = append(m.Calls, corpus.Call{Name: c.Name, Arguments: c.Arguments})
			}
			if name == "hermes" && len(calls) > 0 {
				if _, again := p.read(p.write(m)); len(again) != len(calls) {
					t.Fatalf("%s: %d calls are read as %d: %s", name, len(calls), len(again), p.write(m))
				}
			}
		}
	})
}
