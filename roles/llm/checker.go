package llm

import (
	"context"
	"encoding/json"
	"strings"

	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools/world"
)

// checker is a checker played by a model. The rules of the built-in one are
// asked first, and the model only where they find nothing.
type checker struct {
	*seat
	rules roles.Checker
}

// CheckPlan implements [roles.Checker]. The model looks at the order of calls,
// where there are several or the plan speaks of order.
func (k *checker) CheckPlan(ctx context.Context, s *roles.Scene, p mission.Plan) (roles.Verdict, error) {
	verdict, err := k.rules.CheckPlan(ctx, s, p)
	if err != nil || !verdict.Accepted || !ordersCalls(p) {
		return verdict, err
	}
	v := k.view(s)
	v.Tools, v.Observed = toolList(s.Offered), observed(s, true)
	plan, err := json.Marshal(p)
	if err != nil {
		return verdict, err
	}
	v.Plan = string(plan)
	return k.verdict(ctx, s, taskCheckPlan, v)
}

// ordersCalls reports whether a plan has anything to say about order.
func ordersCalls(p mission.Plan) bool {
	if p.ActionList[0].Name == mission.AskTool || p.ActionList[0].Name == mission.AnswerTool {
		return false
	}
	said := strings.ToLower(p.Thought + " " + p.Plan)
	for _, word := range []string{"serial", "parallel", "one after the other", "at the same time", "依次", "同时", "串行", "并行"} {
		if strings.Contains(said, word) {
			return true
		}
	}
	return len(p.ActionList) > 1
}

// CheckObservations implements [roles.Checker].
func (k *checker) CheckObservations(ctx context.Context, s *roles.Scene, calls []int, answers []world.Answer) (roles.Verdict, error) {
	verdict, err := k.rules.CheckObservations(ctx, s, calls, answers)
	if err != nil || !verdict.Accepted {
		return verdict, err
	}
	v := k.view(s)
	v.Tools, v.Observed = toolList(called(s, calls)), observed(s, true)
	for i, call := range calls {
		c := &s.Blueprint.Calls[call]
		v.Calls = append(v.Calls, callView{Name: c.Tool.Name, Arguments: string(c.Values().JSON()), Status: answers[i].Status, Record: string(answers[i].Body.JSON())})
	}
	return k.verdict(ctx, s, taskCheckObservations, v)
}

// called are the tools of some calls.
func called(s *roles.Scene, calls []int) []mission.Tool {
	var out []mission.Tool
	for _, t := range s.Offered {
		for _, call := range calls {
			if s.Blueprint.Calls[call].Tool.Name == t.Name {
				out = append(out, t)
				break
			}
		}
	}
	return out
}

func (k *checker) verdict(ctx context.Context, s *roles.Scene, task string, v *view) (roles.Verdict, error) {
	messages, err := k.prompts.render(task, v)
	if err != nil {
		return roles.Verdict{}, err
	}
	var said struct {
		Accepted bool     `json:"accepted"`
		Reasons  []string `json:"reasons"`
	}
	err = k.ask(ctx, s, task, schemas.Verdict, messages, func(text string) error {
		said.Accepted, said.Reasons = false, nil
		return k.readers.read(schemas.Verdict, text, &said)
	})
	switch {
	case err != nil:
		return roles.Verdict{}, err
	case said.Accepted:
		return roles.Verdict{Accepted: true}, nil
	case len(said.Reasons) == 0:
		said.Reasons = []string{"The order of the calls, or what came back, cannot be right."}
	}
	return roles.Verdict{Reasons: said.Reasons}, nil
}
