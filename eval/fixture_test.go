package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// tool is an offered tool.
func tool(name string) mission.Tool {
	return mission.Tool{Name: name, Description: name, Parameters: json.RawMessage(`{"type":"object"}`)}
}

// call is a call of a tool with one argument, which tells it from others.
func call(tool string, number int, deps ...int) mission.Call {
	return mission.Call{Tool: tool, Arguments: json.RawMessage(fmt.Sprintf(`{"n":%d}`, number)),
		Observation: json.RawMessage(fmt.Sprintf(`{ "seen": %d }`, number)), Status: 200, Dependencies: deps}
}

// question is a question with its reply.
func question(number int, tool string) mission.Question {
	return mission.Question{Tool: tool, Missing: []string{"n"}, Text: fmt.Sprintf("Question %d?", number), Reply: fmt.Sprintf("Reply %d.", number), Complete: true}
}

// played is a mission with its dialogue, in which every call is a step of its own.
func played(request string, questions []mission.Question, calls ...mission.Call) mission.Mission {
	m := mission.Mission{Request: request, Questions: questions, Calls: calls, Reply: "Answer to: " + request}
	say := func(role mission.Role, text string) {
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: role, Text: text})
	}
	say(mission.RoleUser, request)
	for _, q := range questions {
		say(mission.RoleAI, q.Text)
		say(mission.RoleUser, q.Reply)
	}
	for i := range calls {
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleTool, Calls: []int{i}})
	}
	say(mission.RoleAI, m.Reply)
	return m
}

// entry is an entry of missions that is offered the tools a to d.
func entry(missions ...mission.Mission) *mission.Entry {
	return &mission.Entry{ID: "t-0001", Environment: mission.Environment{Now: "2026-03-02 09:00:00", Weekday: "Monday", Locale: "en"},
		Toolset: mission.Toolset{Name: "test", Tools: []mission.Tool{tool("a"), tool("b"), tool("c"), tool("d")}}, Missions: missions}
}

// fatal is what ends a test of either kind.
type fatal interface {
	Helper()
	Fatal(...any)
}

// taskOf is the only task of a mission.
func taskOf(t fatal, m mission.Mission) *Task {
	t.Helper()
	tasks, err := Tasks(entry(m), TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &tasks[0]
}

// script is an agent that does one thing after the other, and keeps what it saw.
type script struct {
	actions []Action
	err     error // when there is nothing left to do
	scenes  []Scene
}

var errOut = errors.New("nothing left to do")

func (s *script) Act(_ context.Context, scene *Scene) (*Action, error) {
	s.scenes = append(s.scenes, *scene)
	if scene.Step == len(s.actions) {
		if s.err != nil {
			return nil, s.err
		}
		return nil, errOut
	}
	return &s.actions[scene.Step], nil
}

func does(actions ...Action) *script { return &script{actions: actions} }

// says and calls are actions. Calls are written as the tool and the argument:
// "a1", or the tool and all of the arguments: "a null".
func says(text string) Action { return Action{Text: text} }

func calls(list ...string) Action {
	a := Action{}
	for i, c := range list {
		arguments := c[1:]
		if len(c) == 2 {
			arguments = fmt.Sprintf(`{"n":%s}`, c[1:])
		}
		a.Calls = append(a.Calls, Called{ID: fmt.Sprintf("id-%s-%d", c[:1], i), Name: c[:1], Arguments: json.RawMessage(arguments)})
	}
	return a
}

// roles writes who says what in messages.
func roles(messages []corpus.Message) []string {
	var list []string
	for _, m := range messages {
		text := string(m.Role) + ": " + m.Text
		for _, c := range m.Calls {
			text += c.ID + " "
		}
		if m.CallID != "" {
			text += " for " + m.CallID + " of " + m.Name
		}
		list = append(list, text)
	}
	return list
}
