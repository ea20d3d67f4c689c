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
	// Act takes the next step. An error means that nobody knows what the agent would
	// have done: the mission stays unscored. See also [EndsRun].
	Act(ctx context.Context, s *Scene) (*Action, error)
}

// EndsRun reports whether an error of an agent ends the whole run, not just one
// mission. Such an error has a method Ends that returns true.
func EndsRun(err error) bool {
	var ending interface {
		error
		Ends() bool
	}
	return errors.As(err, &ending) && ending.Ends()
}

// Scene is what an agent sees before it acts.
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
	Text   string // possibly beside calls
	Calls  []Called
	Usage  model.Usage
	Took   time.Duration // how long the endpoint took; 0 for an answer from a store
	Stored bool          // the answer was paid for before
}

// Message returns the action as a message of the conversation about a mission.
func (a *Action) Message(index int) corpus.Message {
	m := corpus.Message{Role: corpus.Assistant, Mission: index, Text: a.Text}
	for _, c := range a.Calls {
		m.Calls = append(m.Calls, corpus.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
	}
	return m
}

// Called is a call as the agent made it.
type Called struct {
	ID   string `json:"id"` // unique in the conversation
	Name string `json:"name"`
	// Arguments is an object, or a JSON string with what the agent wrote instead of
	// one.
	Arguments json.RawMessage `json:"arguments"`
}

// End says how an agent's way through a mission ended.
type End string

// The ends.
const (
	Closed   End = "closed"   // with the closing reply, at the end of the tree
	Left     End = "left"     // with a step that is not in the tree
	Unscored End = "unscored" // without an answer, for reasons that do not depend on the agent
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

// Step is one action, with the nodes of the tree that it was matched with.
type Step struct {
	Text  string   `json:"text,omitempty"`
	Calls []Called `json:"calls,omitempty"`
	// Nodes are the nodes of the tree that the step was matched with: one for each
	// call, in their order, or the single node of a text. The step that left the
	// tree has none.
	Nodes []int `json:"nodes,omitempty"`
	// Around is set instead of Nodes if some of the calls are look-ups beside the paths: it
	// has the node of each call, and -1 for such a look-up. See [WalkBeside].
	Around []int `json:"around,omitempty"`
	// Usage is what the request for this step cost, and TookMS how long it took.
	// Stored means that another run paid for its answer.
	Usage  *model.Usage `json:"usage,omitempty"`
	Stored bool         `json:"stored,omitempty"`
	TookMS int64        `json:"took_ms,omitempty"`
}

// StepOf returns the record of an action, without its nodes.
func StepOf(a *Action) Step {
	s := Step{Text: a.Text, Calls: a.Calls, TookMS: a.Took.Milliseconds()}
	if a.Usage != (model.Usage{}) {
		s.Usage, s.Stored = &a.Usage, a.Stored
	}
	return s
}

// Known reports whether the end is one of those above.
func (e End) Known() bool { return e == Closed || e == Left || e == Unscored }

// Check returns an error if the prediction is impossible for the task. Steps of
// sessions have no nodes.
func (p *Prediction) Check(t *Task) error {
	if !p.End.Known() {
		return fmt.Errorf("/end: must be %[2]s, %[3]s or %[4]s, not %[1]q", p.End, Closed, Left, Unscored)
	}
	if p.End == Closed && len(p.Steps) == 0 {
		return errors.New("/steps: a closed mission needs at least one step")
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		if len(s.Nodes) > 0 && len(s.Nodes) != max(1, len(s.Calls)) {
			return fmt.Errorf("/steps/%[1]d/nodes: must have %[3]d for this step, has %[2]d", i, len(s.Nodes), max(1, len(s.Calls)))
		}
		if len(s.Around) > 0 && (len(s.Around) != len(s.Calls) || len(s.Nodes) > 0) {
			return fmt.Errorf("/steps/%d/around: must have one for each call, and nodes none", i)
		}
		for k, n := range s.Around {
			if n < -1 || n >= len(t.Nodes) || n >= 0 && t.Nodes[n].Kind != Call {
				return fmt.Errorf("/steps/%d/around/%d: the tree of the mission has no call %d", i, k, n)
			}
		}
		for k, n := range s.Nodes {
			if n < 0 || n >= len(t.Nodes) {
				return fmt.Errorf("/steps/%d/nodes/%d: the tree of the mission has no node %d", i, k, n)
			}
			if (t.Nodes[n].Kind == Call) != (len(s.Calls) > 0) {
				return fmt.Errorf("/steps/%d/nodes/%d: node %d is not a %s", i, k, n, map[bool]string{true: "call", false: "text"}[len(s.Calls) > 0])
			}
		}
	}
	return nil
}
