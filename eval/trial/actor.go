package trial

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/chat"
	"switchyard/eval/judge"
	"switchyard/mission"
	"switchyard/model/mock"
	"switchyard/out/corpus"
)

// Actor lets a mock endpoint play a model that is being evaluated. It finds the mission by
// the request's user field, which names a line of the dataset, and does what a reference
// agent does. Other requests go to the
// player behind it. It implements [mock.Hearer] and is safe for concurrent use.
type Actor struct {
	mock.Player
	agent    eval.Agent
	tasks    map[string]*eval.Task // by their marks
	likeness eval.Likeness
}

// NewActor makes an actor for the missions of a dataset, named as in [Config].
func NewActor(ctx context.Context, dataset string, agent eval.Agent, behind mock.Player) (*Actor, error) {
	name, err := datasets.NativeFile(dataset)
	if err != nil {
		return nil, err
	}
	a := &Actor{Player: behind, agent: agent, tasks: map[string]*eval.Task{}, likeness: judge.Likeness()}
	return a, (&source{name: name}).each(ctx, func(tasks []eval.Task) error {
		for i := range tasks {
			a.tasks[tasks[i].Mark()] = &tasks[i]
		}
		return nil
	})
}

// errThere ends a walk at the requested step.
var errThere = errors.New("this is the step that was asked for")

// Hear implements [mock.Hearer].
func (a *Actor) Hear(ctx context.Context, q *mock.Request) (*mock.Answer, error) {
	rest, ok := strings.CutPrefix(q.Trace, "eval/")
	if !ok {
		return a.Play(ctx, q.Trace)
	}
	cut := strings.LastIndexByte(rest, '/')
	if cut < 0 {
		return nil, mock.ErrUnknownTrace
	}
	step, err := strconv.Atoi(rest[cut+1:])
	if err != nil {
		return nil, mock.ErrUnknownTrace
	}
	t := a.tasks[rest[:cut]]
	if t == nil || !slices.ContainsFunc(q.Messages, func(m mock.Message) bool { return m.Role == "user" && m.Text == t.Messages[0].Text }) {
		return nil, &mock.RefusedError{Message: "This mock plays another dataset, which has no such request as mission " + rest[:cut] +
			". Start it with --dataset and the dataset that is evaluated."}
	}
	protocol := protocolOf(q)
	// Repeat the steps so far to find the place in the tree.
	now := &follower{done: stepsIn(q, t, protocol), agent: a.agent, at: step}
	if _, err := eval.Walk(ctx, t, now, a.likeness); err != nil {
		return nil, err
	}
	if now.next == nil {
		return nil, mock.ErrUnknownTrace
	}
	answer := &mock.Answer{Text: now.next.Text, Role: mock.Role(mission.RolePlanner), Tools: t.Entry.Toolset.Tools}
	if protocol != chat.Tools {
		m := &corpus.Message{Role: corpus.Assistant, Text: now.next.Text}
		for _, c := range now.next.Calls {
			m.Calls = append(m.Calls, corpus.Call{Name: c.Name, Arguments: c.Arguments})
		}
		return &mock.Answer{Text: protocol.Write(m)}, nil
	}
	names := chat.NamesOf(t.Entry.Toolset.Tools)
	for _, c := range now.next.Calls {
		answer.Calls = append(answer.Calls, mission.Action{Name: names.Safe(c.Name), Arguments: c.Arguments})
	}
	return answer, nil
}

// protocolOf recognizes from the prompt how calls are made.
func protocolOf(q *mock.Request) chat.Protocol {
	switch {
	case len(q.Tools) > 0 || len(q.Messages) == 0:
		return chat.Tools
	case strings.Contains(q.Messages[0].Text, "<tool_call>"):
		return chat.Hermes
	case strings.Contains(q.Messages[0].Text, "Action Input:"):
		return chat.ReAct
	}
	return chat.Tools
}

// stepsIn returns what the agent did in a mission, from the messages after its request.
func stepsIn(q *mock.Request, t *eval.Task, p chat.Protocol) []eval.Action {
	request := t.Messages[len(t.Messages)-1].Text
	first := len(q.Messages)
	for i, m := range q.Messages {
		if m.Role == "user" && m.Text == request {
			first = i + 1
		}
	}
	names := chat.NamesOf(t.Entry.Toolset.Tools)
	var steps []eval.Action
	for _, m := range q.Messages[first:] {
		if m.Role != "assistant" {
			continue
		}
		var a eval.Action
		a.Text, a.Calls = p.Read(m.Text)
		for _, c := range m.Calls {
			a.Calls = append(a.Calls, eval.Called{ID: c.ID, Name: names.Original(c.Name), Arguments: json.RawMessage(c.Arguments)})
		}
		steps = append(steps, a)
	}
	return steps
}

// follower repeats earlier steps, and at the step at notes what its agent would do.
type follower struct {
	done  []eval.Action
	at    int
	agent eval.Agent
	next  *eval.Action
}

// Act implements [eval.Agent].
func (f *follower) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	if s.Step < f.at && s.Step < len(f.done) {
		return &f.done[s.Step], nil
	}
	var err error
	if f.next, err = f.agent.Act(ctx, s); err == nil {
		err = errThere
	}
	return nil, err
}
