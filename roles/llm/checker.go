package llm

import (
	"context"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools/world"
)

// checker is a checker played by a model. The model is asked only when the rules of
// the built-in checker find nothing wrong.
type checker struct {
	*seat
	rules roles.Checker
}

// CheckPlan implements [roles.Checker]. The model judges the order of calls, so it
// is asked only about plans with several calls or with words about order.
func (k *checker) CheckPlan(ctx context.Context, s *roles.Scene, p mission.Plan) (roles.Verdict, error) {
	verdict, err := k.rules.CheckPlan(ctx, s, p)
	if err != nil || !verdict.Accepted || !ordersCalls(p) {
		return verdict, err
	}
	v := k.view(s)
	v.Tools, v.Observed, v.Plan = toolList(s.Offered), observed(s, true), encode(p)
	return k.verdict(ctx, s, TaskCheckPlan, v)
}

// ordersCalls reports whether a plan has several calls or words about order.
func ordersCalls(p mission.Plan) bool {
	if p.ActionList[0].Name == mission.AskTool || p.ActionList[0].Name == mission.AnswerTool {
		return false
	}
	said := strings.ToLower(p.Thought + " " + p.Plan)
	words := []string{"serial", "parallel", "one after the other", "at the same time", "依次", "同时", "串行", "并行"}
	return len(p.ActionList) > 1 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
}

// CheckObservations implements [roles.Checker].
func (k *checker) CheckObservations(ctx context.Context, s *roles.Scene, calls []int, answers []world.Answer) (roles.Verdict, error) {
	verdict, err := k.rules.CheckObservations(ctx, s, calls, answers)
	if err != nil || !verdict.Accepted {
		return verdict, err
	}
	v := k.view(s)
	v.Tools, v.Observed = toolList(called(s, calls)), observed(s, true)
	v.Calls = callsWith(s, calls, answers)
	return k.verdict(ctx, s, TaskCheckObservations, v)
}

// called lists the offered tools that some calls use.
func called(s *roles.Scene, calls []int) []mission.Tool {
	return slices.DeleteFunc(slices.Clone(s.Offered), func(t mission.Tool) bool {
		return !slices.ContainsFunc(calls, func(i int) bool { return s.Blueprint.Calls[i].Tool.Name == t.Name })
	})
}

// verdict asks the model.
func (k *checker) verdict(ctx context.Context, s *roles.Scene, task string, v *view) (roles.Verdict, error) {
	said, err := answer[verdict](ctx, k.seat, s, task, v, nil)
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
