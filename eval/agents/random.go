package agents

import (
	"switchyard/eval"
	"switchyard/internal/keyed"
)

// The behaviour of the random agent.
const (
	textShare = 0.25 // how often it says something
	mostCalls = 3    // that it makes at once
)

// remark is the only text of the random agent.
const remark = "There is nothing that I could say about that."

// random makes the agent [Random].
func random(seed uint64) agent {
	return func(s *eval.Scene) (*eval.Action, error) {
		r := keyed.New(seed, Random, s.Task.Entry.ID, keyed.Int(s.Task.Mission), keyed.Int(s.Step))
		offered := s.Task.Entry.Toolset.Tools
		if r.Chance(textShare) || len(offered) == 0 {
			return &eval.Action{Text: remark}, nil
		}
		calls := make([]eval.Called, 1+r.IntN(mostCalls))
		for i := range calls {
			tool := &offered[r.IntN(len(offered))]
			arguments, is := drawer(tool, r).Value().(map[string]any)
			if !is {
				arguments = map[string]any{}
			}
			calls[i] = eval.Called{Name: tool.Name, Arguments: encoded(arguments)}
		}
		return act(s, calls...), nil
	}
}
