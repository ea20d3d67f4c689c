// Package follow measures how well an agent follows workflows.
//
// At the level of turns, [Decisions] takes a session apart into the places where the agent has to
// act: it is told the true conversation up to there, with the workflows in a form, and acts once.
// [Judge] says whether that was right and, if not, what kind of failure it was. [Score] counts.
//
// At the level of sessions, [Live] lets the agent talk to the user of a session over its world; how
// the world has changed and what was told decides. [Controlled] puts controllers around an agent.
// [Reference] agents err in known ways, so that their scores can be derived from the sessions.
//
// Sources: FlowBench (Xiao et al., section 4: turn and session level, causes of failure in
// appendix B.2), FlowAgent (Shi et al., section 3.3: controllers; section 4: users who leave the
// workflow).
package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/eval"
	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// Decision is a place in a session where the agent has to act: it makes a call, or it speaks.
type Decision struct {
	Session  *session.Session
	Exchange int
	Step     int // how many calls of the exchange come before
	// Messages are the conversation up to here.
	Messages []corpus.Message
	// Live reports that the messages are what the agent did itself, and Blocked lists the tools
	// that a controller says cannot be called now.
	Live    bool
	Blocked []string
}

// ex is the exchange of the decision.
func (d *Decision) ex() *session.Exchange { return &d.Session.Exchanges[d.Exchange] }

// Call is the call that is due; nil if the agent has to speak.
func (d *Decision) Call() *session.Called {
	if ex := d.ex(); d.Step < len(ex.Calls) {
		return &ex.Calls[d.Step]
	}
	return nil
}

// Node is the node at which the decision stands.
func (d *Decision) Node() string {
	ex := d.ex()
	for _, a := range ex.Acts {
		if a.Kind == session.Call && a.Call == d.Step {
			return a.Node
		}
	}
	return ex.Acts[len(ex.Acts)-1].Node
}

// Workflow is the workflow of the decision.
func (d *Decision) Workflow() *session.Workflow {
	return &d.Session.Workflows[d.Session.Runs[d.ex().Run].Workflow]
}

// Agent acts in sessions. It is safe for concurrent use. Models do so through [Told].
type Agent interface {
	// Act takes the next step of a conversation. Decision is where the session stands; its messages
	// are what really happened, also where that differs from the session.
	Act(ctx context.Context, d *Decision) (*eval.Action, error)
}

// Told is an agent that sees the conversation, the tools and the workflows in a form, and nothing
// else.
type Told struct {
	Agent     eval.Agent
	Knowledge Knowledge
}

// Act implements [Agent].
func (a Told) Act(ctx context.Context, d *Decision) (*eval.Action, error) {
	system := System(d.Session, a.Knowledge)
	if len(d.Blocked) > 0 {
		system += "\n\nNow these tools cannot be called yet: " + strings.Join(d.Blocked, ", ") + "."
	}
	entry := &mission.Entry{ID: d.Session.ID, Environment: d.Session.Environment, Persona: d.Session.Persona, Toolset: d.Session.Toolset}
	task := &eval.Task{Entry: entry, Mission: d.Exchange, System: system, Messages: d.Messages}
	return a.Agent.Act(ctx, &eval.Scene{Task: task, Messages: d.Messages, Step: d.Step})
}

// Decisions lists the decisions of a session, in their order. Missions without a workflow are
// part of the conversation, but no decision.
func Decisions(s *session.Session) (all []Decision) {
	walk(s, func(d Decision) { all = append(all, d) })
	return all
}

// Conversation is the whole conversation of a session.
func Conversation(s *session.Session) []corpus.Message { return walk(s, func(Decision) {}) }

// walk passes the decisions of a session, and returns its conversation.
func walk(s *session.Session, take func(Decision)) (messages []corpus.Message) {
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		messages = append(clip(messages), corpus.Message{Role: corpus.User, Mission: i, Text: ex.User})
		if ex.Mission != nil {
			messages = appendMission(messages, i, ex.Mission)
			continue
		}
		for k := range ex.Calls {
			take(Decision{Session: s, Exchange: i, Step: k, Messages: clip(messages)})
			messages = appendCall(messages, i, k, ex.Calls[k].Tool, ex.Calls[k].Arguments, ex.Calls[k].Observation)
		}
		take(Decision{Session: s, Exchange: i, Step: len(ex.Calls), Messages: clip(messages)})
		messages = append(messages, corpus.Message{Role: corpus.Assistant, Mission: i, Text: ex.Reply})
	}
	return messages
}

// clip lets a list be continued in several ways.
func clip(messages []corpus.Message) []corpus.Message { return messages[:len(messages):len(messages)] }

// callID identifies a call of a session.
func callID(exchange, k int) string { return fmt.Sprintf("call_%d_%d", exchange+1, k+1) }

func appendCall(messages []corpus.Message, exchange, k int, tool string, arguments, observation json.RawMessage) []corpus.Message {
	id := callID(exchange, k)
	return append(messages,
		corpus.Message{Role: corpus.Assistant, Mission: exchange, Calls: []corpus.Call{{ID: id, Name: tool, Arguments: arguments}}},
		corpus.Message{Role: corpus.Tool, Mission: exchange, Text: string(observation), CallID: id, Name: tool})
}

// appendMission adds a mission without a workflow to a conversation: questions with their
// answers, calls, and the reply.
func appendMission(messages []corpus.Message, exchange int, m *mission.Mission) []corpus.Message {
	for _, q := range m.Questions {
		messages = append(messages, corpus.Message{Role: corpus.Assistant, Mission: exchange, Text: q.Text}, corpus.Message{Role: corpus.User, Mission: exchange, Text: q.Reply})
	}
	for k := range m.Calls {
		messages = appendCall(messages, exchange, k, m.Calls[k].Tool, m.Calls[k].Arguments, m.Calls[k].Observation)
	}
	return append(messages, corpus.Message{Role: corpus.Assistant, Mission: exchange, Text: m.Reply})
}
