// Package eval lets an agent act in the missions of entries and records what it
// does. Afterwards, package judge decides whether that was right, as often as you
// like. Package trial does all of this for a whole dataset.
//
// [Tasks] turns an entry into one [Task] for each mission: the true conversation up
// to the request, the tools, and the decision tree of all right ways to go on.
// [Walk] lets an [Agent] take one step after another. Every step prunes the tree,
// and a step that is not in the tree ends the mission (Multi-Mission Tool Bench,
// section 5 and appendix C). The result is a [Prediction]; a [Verdict] judges it.
//
// Every function is pure: it depends on its arguments and the agent's answers only.
// An agent must be safe for concurrent use.
package eval

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// Kind says what a node of a decision tree is.
type Kind string

// The kinds of nodes.
const (
	Ask    Kind = "ask"    // a question to the user
	Call   Kind = "call"   // a call of a tool
	Answer Kind = "answer" // the closing reply; always the last node, and there is one
)

// Node is something that the agent has to do. Nodes that do not depend on each other
// may be done in any order, and calls also in one step.
type Node struct {
	Kind         Kind
	Tool         string           // the tool that is called, or whose parameters are asked for
	Arguments    json.RawMessage  // of a call: an object
	Sources      []mission.Source // of the arguments; empty if the dataset has none
	Observation  json.RawMessage  // of a call: what the tool answers
	Missing      []string         // of a question: the parameters that are asked for
	Text         string           // of a question and of the reply: the words of the dataset
	Reply        string           // of a question: what the user answers
	Complete     bool             // of a question: the user gives everything that was asked for
	Dependencies []int            // nodes that come before, ascending
	Index        int              // number of the call or the question in its mission
}

// Task is one mission of an entry as an agent sees it, with what it should do.
type Task struct {
	Entry   *mission.Entry
	Mission int    // index in the entry
	Line    int    // of the entry in its dataset, from 1; 0 if it comes from none
	System  string // the system prompt
	// Messages are the conversation up to the request, which is the last message.
	Messages []corpus.Message
	Nodes    []Node
	// Proven means that the entry says where every value comes from, so that the
	// proofs can judge texts.
	Proven bool

	graph *mission.Graph
	names []string // the name of each node in steps
}

// The names under which steps without calls are matched. No tool has these names.
const (
	askName    = "\x00ask"
	answerName = "\x00answer"
)

// ID returns the name of the task: "2-0007#1" is the first mission of entry 2-0007.
func (t *Task) ID() string { return fmt.Sprintf("%s#%d", t.Entry.ID, t.Mission+1) }

// Mark names the task in requests to models: "17#1" is the first mission of line 17. An
// id would say which types the missions have.
func (t *Task) Mark() string { return fmt.Sprintf("%d#%d", t.Line, t.Mission+1) }

// Gold returns the mission as the dataset has it.
func (t *Task) Gold() *mission.Mission { return &t.Entry.Missions[t.Mission] }

// Tool returns the tool with a name; nil if the agent is offered no such tool.
func (t *Task) Tool(name string) *mission.Tool {
	i := slices.IndexFunc(t.Entry.Toolset.Tools, func(x mission.Tool) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Entry.Toolset.Tools[i]
}

// Depth returns the smallest number of steps in which the mission can be done,
// including the reply.
func (t *Task) Depth() int { return t.graph.Depth() }

// Graph returns the dependency graph of the nodes.
func (t *Task) Graph() *mission.Graph { return t.graph }

// History says what an agent sees of earlier missions.
type History string

// The histories.
const (
	// HistoryFull is all that was said, called and answered.
	HistoryFull History = "full"
	// HistoryTalk is what user and assistant said to each other, as in the runner of
	// the Multi-Mission Tool Bench.
	HistoryTalk History = "talk"
)

// TaskOptions say what agents see. The zero value stands for the full history with the
// system prompt of package corpus.
type TaskOptions struct {
	History History            // HistoryFull when empty
	System  *template.Template // as in [corpus.Options]
}

// Tasks returns the tasks of an entry, one for each mission.
func Tasks(e *mission.Entry, o TaskOptions) ([]Task, error) {
	if len(e.Missions) == 0 {
		return nil, nil
	}
	examples, err := corpus.Examples(e, corpus.Options{System: o.System})
	if err != nil {
		return nil, err
	}
	all := examples[0].Messages
	tasks := make([]Task, len(e.Missions))
	for i := range tasks {
		t := Task{Entry: e, Mission: i, System: examples[0].System, Nodes: nodesOf(&e.Missions[i]), Proven: provenEntry(e)}
		if t.Messages, err = upTo(all, e, i, o.History); err != nil {
			return nil, err
		}
		if err := t.prepare(); err != nil {
			return nil, err
		}
		tasks[i] = t
	}
	return tasks, nil
}

// provenEntry reports whether the entry says where the values of its calls come
// from.
func provenEntry(e *mission.Entry) bool {
	return slices.ContainsFunc(e.Missions, func(m mission.Mission) bool {
		return m.Chat != nil || slices.ContainsFunc(m.Calls, func(c mission.Call) bool { return len(c.Sources) > 0 })
	})
}

// upTo returns the messages up to the request of a mission.
func upTo(all []corpus.Message, e *mission.Entry, index int, h History) ([]corpus.Message, error) {
	end := slices.IndexFunc(all, func(m corpus.Message) bool {
		return m.Mission == index && m.Role == corpus.User && strings.Contains(m.Text, e.Missions[index].Request)
	})
	if end < 0 {
		return nil, fmt.Errorf("/missions/%d: no message of the user contains the request", index)
	}
	if h != HistoryTalk {
		return all[: end+1 : end+1], nil
	}
	var talk []corpus.Message
	for _, m := range all[:end+1] {
		if m.Role != corpus.Tool && len(m.Calls) == 0 {
			talk = append(talk, m)
		}
	}
	return talk, nil
}

// nodesOf returns the nodes of a mission: its questions, one after the other, then its
// calls, then the reply. All calls wait for the last question, because a question never
// shares a step with a call.
func nodesOf(m *mission.Mission) []Node {
	asked := len(m.Questions)
	nodes := make([]Node, 0, asked+len(m.Calls)+1)
	for i := range m.Questions {
		q := &m.Questions[i]
		n := Node{Kind: Ask, Tool: q.Tool, Missing: q.Missing, Text: q.Text, Reply: q.Reply, Complete: q.Complete, Index: i}
		if i > 0 {
			n.Dependencies = []int{i - 1}
		}
		nodes = append(nodes, n)
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		n := Node{Kind: Call, Tool: c.Tool, Arguments: c.Arguments, Sources: c.Sources, Observation: c.Observation, Index: i}
		if asked > 0 {
			n.Dependencies = append(n.Dependencies, asked-1)
		}
		for _, d := range c.Dependencies {
			n.Dependencies = append(n.Dependencies, asked+d)
		}
		nodes = append(nodes, n)
	}
	return append(nodes, Node{Kind: Answer, Text: m.Reply})
}

// prepare makes the graph of the nodes. The reply waits for everything else.
func (t *Task) prepare() error {
	last := len(t.Nodes) - 1
	t.Nodes[last].Dependencies = nil
	deps := make([][]int, len(t.Nodes))
	t.names = make([]string, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch n.Kind {
		case Ask:
			t.names[i] = askName
		case Answer:
			t.names[i] = answerName
		default:
			t.names[i] = n.Tool
		}
		if i < last {
			t.Nodes[last].Dependencies = append(t.Nodes[last].Dependencies, i)
		}
		deps[i] = n.Dependencies
	}
	g, err := mission.NewGraph(deps)
	if err != nil {
		return fmt.Errorf("/missions/%d: %w", t.Mission, err)
	}
	t.graph = g
	return nil
}
