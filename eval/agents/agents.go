// Package agents holds reference agents. They know what is right, and each errs in
// one known way, so that what they must score can be derived from the entries
// alone. They calibrate all figures that are computed from predictions.
//
//	oracle     does everything right in the least number of steps
//	serial     does everything right, one call a step
//	eager      never asks, and happens to know what it would have been told
//	forgetful  knows nothing of what is two or more missions back
//	inventing  never asks, and makes up what is missing
//	random     acts at random
//
// Except for random, they say what the dataset says. Each always does the same at
// the same place of the same task.
package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/eval"
)

// The reference agents, with what they must score.
const (
	// Oracle asks when a question is due, makes all calls that are ready at once,
	// and replies. Making every call as early as possible is always optimal, so it
	// is correct and optimal in every mission.
	Oracle = "oracle"
	// Serial is the oracle with one call per step. It is correct in every mission,
	// and optimal exactly in missions with only one path.
	Serial = "serial"
	// Eager is the oracle, but instead of asking a question it makes the call that
	// the question serves, with the right arguments. It is correct and optimal in
	// missions without questions, and leaves the tree of all others at the first
	// question.
	Eager = "eager"
	// Forgetful is the oracle, but leaves out every argument with a value from two
	// or more missions back, required or not; lists and objects are left out as a
	// whole. It knows what was said or shown in the last mission and what this
	// mission's observations contain. It takes the oracle's steps and says the
	// oracle's texts. Its arguments are right in all missions without values from
	// two or more missions back. In others, they are right only if the judge does
	// not mind what is left out: mmtb-1 lets optional parameters be left out,
	// strict-1 and strict-2 those that have their default value.
	Forgetful = "forgetful"
	// Inventing is eager but does not know the answers to questions: it gives
	// missing parameters made-up values that fit the schema and are not the right
	// ones (unless the schema allows no others). It leaves the tree where eager
	// does, and scores the same.
	Inventing = "inventing"
	// Random says something with probability 1/4 at each step. Otherwise it makes
	// one to three calls, each number with equal probability, to random tools
	// among those offered, with random arguments that fit the schema. Its text
	// states nothing, which is wrong in a chat only if something is compared, and only in
	// strict-2: otherwise it is right in a chat
	// mission with probability 1/4, and in others only by luck.
	Random = "random"
)

// Names lists the agents.
func Names() []string { return []string{Oracle, Serial, Eager, Forgetful, Inventing, Random} }

// New makes the agent with a name. The seed decides what it draws or invents.
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

// agent is the behaviour of an agent.
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

// serial keeps calling the same tool as long as it can: in the smaller trees of
// the Multi-Mission Tool Bench, there are no other ways to make these calls one by
// one ([mission.Graph.MMTBPaths]).
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

// inventing makes the agent [Inventing].
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

// due lists the nodes to do now in ascending order: one question, calls that can
// be made at once, or the reply. A question comes before calls that could be made
// as well, which only foreign trees allow: it costs a step at any time, and the
// sooner it is answered, the more calls share a step.
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
		return nil, fmt.Errorf("%s: the mission is already complete", s.Task.ID())
	}
	return nodes, nil
}

// do performs nodes that are due, with the arguments that the agent knows.
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

// act makes calls at once, with ids.
func act(s *eval.Scene, calls ...eval.Called) *eval.Action {
	for i := range calls {
		calls[i].ID = fmt.Sprintf("call_%d_%d_%d", s.Task.Mission+1, s.Step+1, i+1)
	}
	return &eval.Action{Calls: calls}
}

// right returns the arguments of the dataset.
func right(_ *eval.Task, n *eval.Node) json.RawMessage { return n.Arguments }

// served returns the call that a question serves; in datasets without such a call,
// one without arguments.
func served(t *eval.Task, question *eval.Node) *eval.Node {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Kind == eval.Call && n.Tool == question.Tool {
			return n
		}
	}
	return &eval.Node{Kind: eval.Call, Tool: question.Tool, Arguments: json.RawMessage("{}")}
}
