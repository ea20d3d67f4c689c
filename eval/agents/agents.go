// Package agents holds reference agents. They know what is right and get it wrong
// in one known way each, so that what they must score can be derived from the
// entries alone: they calibrate every figure that is made of predictions.
//
//	oracle     does everything right in the least number of steps
//	serial     does everything right, one call a step
//	eager      never asks, and happens to know what it would have been told
//	forgetful  knows nothing of what is two or more missions back
//	inventing  never asks, and makes up what is missing
//	random     draws what it does
//
// What they say is what the dataset says, but for random. All of them do the same
// in the same place of the same task, whatever else runs.
package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/eval"
)

// The reference agents.
const (
	// Oracle asks when a question is due, makes all calls that are ready at
	// once, and replies. Making every call as early as possible is always
	// optimal, so it is correct and optimal in every mission.
	Oracle = "oracle"
	// Serial is the oracle with one call a step. It is correct in every mission,
	// and optimal exactly where the graph leaves no choice: where the mission
	// has only one path.
	Serial = "serial"
	// Eager is the oracle, but where a question is due it makes the call that
	// the question serves, with the right arguments. It is correct and optimal
	// in missions without questions, and leaves the tree of all others where the
	// first question is due.
	Eager = "eager"
	// Forgetful is the oracle, but leaves out every argument of which some value
	// comes from two or more missions back, be it required or not: the argument
	// as a whole, where it is a list or an object. What was said or shown in the
	// last mission it knows, and what observations of this mission tell it. It
	// takes the steps of the oracle in every mission, and its texts. Its
	// arguments are right in exactly the missions in which no value comes from
	// two or more missions back, and in those of the others whose judge lets
	// what is left out pass: a parameter that is not required under mmtb-1, one
	// that is left at its default under strict-1.
	Forgetful = "forgetful"
	// Inventing is eager, but does not know what it would have been told: in the
	// place of what is missing it gives values of its own that fit the schema
	// and are not the right ones (unless the schema allows no others). It leaves
	// the tree where eager does, and scores the same.
	Inventing = "inventing"
	// Random says something with probability 1/4 at each step. Otherwise it makes
	// one to three calls, as many with equal probability, each of a tool drawn
	// from those that it is offered, with arguments drawn so that they fit the
	// schema. What it says states nothing, which is never wrong in a chat: it is
	// right in a chat mission with probability 1/4, and in others by luck alone.
	Random = "random"
)

// Names lists the agents.
func Names() []string { return []string{Oracle, Serial, Eager, Forgetful, Inventing, Random} }

// New makes the agent of a name. The seed decides what is drawn and made up.
func New(name string, seed uint64) (eval.Agent, error) {
	switch name {
	case Oracle:
		return agent(oracle), nil
	case Serial:
		return agent(serial), nil
	case Eager:
		return agent(eager), nil
	case Forgetful:
		return agent(forgetful), nil
	case Inventing:
		return inventing(seed), nil
	case Random:
		return random(seed), nil
	}
	return nil, fmt.Errorf("there is no reference agent %q: choose one of %s", name, strings.Join(Names(), ", "))
}

// agent is what an agent does.
type agent func(*eval.Scene) (*eval.Action, error)

// Act implements [eval.Agent].
func (a agent) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a(s)
}

func oracle(s *eval.Scene) (*eval.Action, error) {
	nodes, err := due(s)
	if err != nil {
		return nil, err
	}
	return do(s, nodes, right), nil
}

// serial makes calls of one tool one behind the other as long as there are some:
// the trees of the Multi-Mission Tool Bench, which are smaller, have no other ways
// to make them apart ([mission.Graph.MMTBPaths]).
func serial(s *eval.Scene) (*eval.Action, error) {
	nodes, err := due(s)
	if err != nil {
		return nil, err
	}
	next := 0
	if len(s.Done) > 0 {
		last := &s.Task.Nodes[s.Done[len(s.Done)-1]]
		again := func(i int) bool { n := &s.Task.Nodes[i]; return n.Kind == eval.Call && n.Tool == last.Tool }
		next = max(0, slices.IndexFunc(nodes, again))
	}
	return do(s, nodes[next:next+1], right), nil
}

func eager(s *eval.Scene) (*eval.Action, error) {
	nodes, err := due(s)
	if err != nil {
		return nil, err
	}
	if n := &s.Task.Nodes[nodes[0]]; n.Kind == eval.Ask {
		return act(s, eval.Called{Name: n.Tool, Arguments: served(s.Task, n).Arguments}), nil
	}
	return do(s, nodes, right), nil
}

func forgetful(s *eval.Scene) (*eval.Action, error) {
	nodes, err := due(s)
	if err != nil {
		return nil, err
	}
	return do(s, nodes, remembered), nil
}

// inventing is the agent of that name.
func inventing(seed uint64) agent {
	return func(s *eval.Scene) (*eval.Action, error) {
		nodes, err := due(s)
		if err != nil {
			return nil, err
		}
		n := &s.Task.Nodes[nodes[0]]
		if n.Kind != eval.Ask {
			return do(s, nodes, right), nil
		}
		return act(s, eval.Called{Name: n.Tool, Arguments: invented(s, n, seed)}), nil
	}
}

// due lists the nodes to do now, ascending: one question, calls that can be made
// at once, or the reply. A question goes first where calls could be made as well,
// which foreign trees allow: it costs a step at any time, and the sooner it is
// answered, the more calls share a step.
func due(s *eval.Scene) ([]int, error) {
	var nodes []int
	for i := range s.Task.Nodes {
		waits := func(d int) bool { return !slices.Contains(s.Done, d) }
		if !waits(i) || slices.ContainsFunc(s.Task.Nodes[i].Dependencies, waits) {
			continue
		}
		if s.Task.Nodes[i].Kind == eval.Ask {
			return []int{i}, nil
		}
		nodes = append(nodes, i)
	}
	if len(nodes) == 0 {
		return nil, fmt.Errorf("%s: everything is done", s.Task.ID())
	}
	return nodes, nil
}

// do does nodes that are due, with the arguments that the agent knows.
func do(s *eval.Scene, nodes []int, known func(*eval.Task, *eval.Node) json.RawMessage) *eval.Action {
	if n := &s.Task.Nodes[nodes[0]]; n.Kind != eval.Call {
		return &eval.Action{Text: n.Text}
	}
	calls := make([]eval.Called, len(nodes))
	for i, node := range nodes {
		n := &s.Task.Nodes[node]
		calls[i] = eval.Called{Name: n.Tool, Arguments: known(s.Task, n)}
	}
	return act(s, calls...)
}

// act makes calls at once and gives them their ids.
func act(s *eval.Scene, calls ...eval.Called) *eval.Action {
	for i := range calls {
		calls[i].ID = fmt.Sprintf("call_%d_%d_%d", s.Task.Mission+1, s.Step+1, i+1)
	}
	return &eval.Action{Calls: calls}
}

// right are the arguments of the dataset.
func right(_ *eval.Task, n *eval.Node) json.RawMessage { return n.Arguments }

// served is the call that a question serves; one without arguments in datasets
// that have no such call.
func served(t *eval.Task, question *eval.Node) *eval.Node {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Kind == eval.Call && n.Tool == question.Tool {
			return n
		}
	}
	return &eval.Node{Kind: eval.Call, Tool: question.Tool, Arguments: json.RawMessage("{}")}
}
