package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// Likeness returns how near given arguments are to those of a node, from 0 to 1, where
// 1 says that they mean the same. It tells calls of the same tool apart.
type Likeness func(t *Task, node int, given json.RawMessage) float64

// Walk lets an agent act in a mission until it has replied or left the tree. Steps are
// matched by the names of the tools only, as in the Multi-Mission Tool Bench, so that
// the same record can be judged in several ways. Arguments serve only to tell calls of
// the same tool apart. An agent that calls a tool with wrong arguments is shown the
// observation of the call with the nearest arguments.
//
// Look-ups beside the paths end the mission; see [WalkBeside].
//
// Walk fails with the error of ctx, or with an error of the agent that ends the whole
// run (see [EndsRun]). What was done until then is lost.
func Walk(ctx context.Context, t *Task, a Agent, like Likeness) (*Prediction, error) {
	return WalkBeside(ctx, t, a, like, nil)
}

// WalkBeside is [Walk] for agents that may look things up beside the paths. A step with such
// a look-up has no Nodes, so that versions of judging that know no look-ups beside the paths
// take it for one that left the tree. [Step.Around] says what its other calls were matched
// with.
func WalkBeside(ctx context.Context, t *Task, a Agent, like Likeness, beside Beside) (*Prediction, error) {
	w := &walk{task: t, like: like, aside: beside, matcher: mission.NewMatcher(t.graph, t.names), messages: slices.Clone(t.Messages)}
	p := &Prediction{Entry: t.Entry.ID, Mission: t.Mission, Steps: []Step{}}
	for {
		action, err := a.Act(ctx, &Scene{Task: t, Messages: w.messages, Step: len(p.Steps), Done: w.done})
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if EndsRun(err) {
				return nil, err
			}
			p.End, p.Error = Unscored, err.Error()
			return p, nil
		}
		step := StepOf(action)
		if step.Nodes = w.take(action); len(step.Nodes) == 0 {
			step.Around = w.beside(action)
		}
		p.Steps = append(p.Steps, step)
		switch {
		case len(step.Around) > 0:
			w.answer(action, step.Around)
			continue
		case len(step.Nodes) == 0:
			p.End = Left
			return p, nil
		case t.Nodes[step.Nodes[0]].Kind == Answer:
			p.End = Closed
			return p, nil
		}
		w.answer(action, step.Nodes)
	}
}

// walk is one way through a tree.
type walk struct {
	task     *Task
	like     Likeness
	matcher  *mission.Matcher
	aside    Beside // nil: no look-up is on any path
	asides   int
	messages []corpus.Message
	done     []int
}

// take matches a step and returns the nodes that it stands for; none if it is not in
// the tree.
func (w *walk) take(a *Action) []int {
	var nodes []int
	if len(a.Calls) == 0 {
		if a.Text == "" {
			return nil
		}
		nodes = w.speak()
	} else {
		nodes = w.call(a.Calls)
	}
	w.done = append(w.done[:len(w.done):len(w.done)], nodes...)
	return nodes
}

// speak matches a text: the next question that can be asked, or the reply.
func (w *walk) speak() []int {
	for _, name := range []string{askName, answerName} {
		if !w.matcher.Next([]string{name}) {
			continue
		}
		left := -1
		for i := range w.task.Nodes {
			if w.task.names[i] != name || slices.Contains(w.done, i) {
				continue
			}
			if w.ready(i) {
				return []int{i}
			}
			left = max(left, i)
		}
		return []int{left}
	}
	return nil
}

// call matches the calls of one step.
func (w *walk) call(calls []Called) []int {
	names := make([]string, len(calls))
	for i, c := range calls {
		if c.Name == askName || c.Name == answerName {
			return nil // no tool has these names, but a model may write anything
		}
		names[i] = c.Name
	}
	if !w.matcher.Next(names) {
		return nil
	}
	return w.assign(calls)
}

// assign finds a node for each call so that the sum of all likenesses is the greatest.
// Nodes that can be done now come first.
func (w *walk) assign(calls []Called) []int {
	nodes := make([]int, len(calls))
	seen := map[string]bool{}
	for _, c := range calls {
		if seen[c.Name] {
			continue
		}
		seen[c.Name] = true
		var given, open []int
		for i := range calls {
			if calls[i].Name == c.Name {
				given = append(given, i)
			}
		}
		for i := range w.task.Nodes {
			if w.task.Nodes[i].Kind == Call && w.task.Nodes[i].Tool == c.Name && !slices.Contains(w.done, i) {
				open = append(open, i)
			}
		}
		if len(given) == 1 && len(open) == 1 {
			nodes[given[0]] = open[0]
			continue
		}
		worth := make([][]float64, len(given))
		for g, i := range given {
			worth[g] = make([]float64, len(open))
			for o, node := range open {
				worth[g][o] = w.like(w.task, node, calls[i].Arguments)
				if w.ready(node) {
					worth[g][o] += 2 * float64(len(given)) // more than all likenesses together
				}
			}
		}
		for g, o := range bestPairs(worth) {
			nodes[given[g]] = open[o]
		}
	}
	return nodes
}

// ready reports whether everything that a node depends on is done.
func (w *walk) ready(node int) bool {
	return !slices.ContainsFunc(w.task.Nodes[node].Dependencies, func(d int) bool { return !slices.Contains(w.done, d) })
}

// answer adds a step and the answers to it to the conversation.
func (w *walk) answer(a *Action, nodes []int) {
	w.messages = append(w.messages, a.Message(w.task.Mission))
	if len(a.Calls) == 0 {
		w.messages = append(w.messages, corpus.Message{Role: corpus.User, Mission: w.task.Mission, Text: w.task.Nodes[nodes[0]].Reply})
		return
	}
	for i, c := range a.Calls {
		var answer json.RawMessage
		if nodes[i] < 0 {
			answer = w.answerBeside(&c)
		} else {
			answer = w.task.Nodes[nodes[i]].Observation
		}
		w.messages = append(w.messages, corpus.Message{Role: corpus.Tool, Mission: w.task.Mission, Text: jsontext.Compact(answer), CallID: c.ID, Name: c.Name})
	}
}

// Equal is a [Likeness] that compares JSON: it returns the share of members that are
// equal.
func Equal(t *Task, node int, given json.RawMessage) float64 {
	var want, got map[string]any
	if json.Unmarshal(t.Nodes[node].Arguments, &want) != nil || json.Unmarshal(given, &got) != nil {
		return 0
	}
	all, same := len(want), 0
	for name, v := range got {
		wanted, ok := want[name]
		if !ok {
			all++
		} else if equalJSON(v, wanted) {
			same++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(same) / float64(all)
}

func equalJSON(a, b any) bool {
	x, err := json.Marshal(a) // sorts the members of objects
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}
