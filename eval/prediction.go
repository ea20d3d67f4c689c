package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"switchyard/model"
	"switchyard/out/corpus"
)

// Agent acts in missions. It is safe for concurrent use.
type Agent interface {
	// Act takes the next step. An error says that nothing is known about what
	// the agent would have done: the mission stays unscored.
	Act(ctx context.Context, s *Scene) (*Action, error)
}

// Scene is what an agent sees when it is to act.
type Scene struct {
	Task *Task
	// Messages are the conversation so far: those of the task, and what was
	// done since. Calls that the agent made have the ids that it gave them.
	Messages []corpus.Message
	// Step is the number of steps taken in this mission, Done the nodes that
	// they stood for. Only agents that may know what is right look at Done.
	Step int
	Done []int
}

// Action is what an agent does: it calls tools, or it says something.
type Action struct {
	Text  string // may also stand beside calls
	Calls []Called
	Usage model.Usage
	Took  time.Duration // that the endpoint took; 0 for an answer from a store
	// Stored means that the answer was paid for before.
	Stored bool
}

// Called is a call as the agent made it.
type Called struct {
	ID   string `json:"id"` // unique in the conversation
	Name string `json:"name"`
	// Arguments is an object; or what the agent wrote instead, as a JSON
	// string.
	Arguments json.RawMessage `json:"arguments"`
}

// End says how an agent's way through a mission ended.
type End string

// The ends.
const (
	Closed   End = "closed"   // with the closing reply, at the end of the tree
	Left     End = "left"     // with a step that is not in the tree, the last one
	Unscored End = "unscored" // the agent gave no answer for reasons that tell nothing of it
)

// Prediction is what an agent did in one mission. It is one line of
// predictions.jsonl.
type Prediction struct {
	Entry   string `json:"entry"`
	Mission int    `json:"mission"` // index in the entry
	End     End    `json:"end"`
	Error   string `json:"error,omitempty"` // why it is unscored
	Steps   []Step `json:"steps"`
}

// Step is one action, and what it was taken for.
type Step struct {
	Text  string   `json:"text,omitempty"`
	Calls []Called `json:"calls,omitempty"`
	// Nodes are the nodes of the tree that the step was taken for: one for each
	// call, in their order, or the one of a text. It is empty for the step that
	// left the tree.
	Nodes []int `json:"nodes,omitempty"`
	// Usage and Took are of the request that gave the step. Stored means
	// that another run had paid for it.
	Usage  *model.Usage `json:"usage,omitempty"`
	Stored bool         `json:"stored,omitempty"`
	TookMS int64        `json:"took_ms,omitempty"`
}

// StepOf returns an action as it is recorded. Its nodes are not known yet.
func StepOf(a *Action) Step {
	s := Step{Text: a.Text, Calls: a.Calls, TookMS: a.Took.Milliseconds()}
	if a.Usage != (model.Usage{}) {
		s.Usage, s.Stored = &a.Usage, a.Stored
	}
	return s
}

// Known reports whether the end is one of the three.
func (e End) Known() bool { return e == Closed || e == Left || e == Unscored }

// Check reports what is impossible in a prediction for the task, whoever wrote it;
// nil if nothing is. Steps of sessions have no nodes.
func (p *Prediction) Check(t *Task) error {
	if !p.End.Known() {
		return fmt.Errorf("/end: %q is none of %s, %s and %s", p.End, Closed, Left, Unscored)
	}
	if p.End == Closed && len(p.Steps) == 0 {
		return errors.New("/steps: a mission that is closed has at least one")
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		if len(s.Nodes) > 0 && len(s.Nodes) != max(1, len(s.Calls)) {
			return fmt.Errorf("/steps/%d/nodes: there are %d, of a step that stands for %d", i, len(s.Nodes), max(1, len(s.Calls)))
		}
		for k, n := range s.Nodes {
			if n < 0 || n >= len(t.Nodes) {
				return fmt.Errorf("/steps/%d/nodes/%d: the tree of the mission has no node %d", i, k, n)
			}
			if (t.Nodes[n].Kind == Call) != (len(s.Calls) > 0) {
				return fmt.Errorf("/steps/%d/nodes/%d: node %d is no %s", i, k, n, map[bool]string{true: "call", false: "text"}[len(s.Calls) > 0])
			}
		}
	}
	return nil
}
