package gen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
)

// agree compares a plan with the mission as it was decided, call by call. It
// returns the indices of the calls that the plan makes, or what does not agree. This
// agreement is the quality gate, because the planner did not see the decision. The
// reasons do not give the decision away. Arguments that mean the same are rewritten
// as they were decided.
func (p *performer) agree(s *roles.Scene, plan *mission.Plan) (calls []int, why []string) {
	open, ready := s.Open(), s.Ready()
	switch first := plan.ActionList[0]; first.Name {
	case mission.AskTool:
		tool, missing, err := asked(first)
		switch {
		case err != nil:
			return nil, []string{sentence(err.Error())}
		case len(open) == 0:
			return nil, []string{"The user has said everything that is required, or it follows from the conversation or from results, so there is nothing to ask."}
		case tool != s.Blueprint.Calls[0].Tool.Name:
			return nil, []string{fmt.Sprintf("The question is for %s, which is not the tool that serves the request.", tool)}
		}
		for _, name := range missing {
			if !slices.Contains(open, name) {
				why = append(why, fmt.Sprintf("%q is known and need not be asked for.", name))
			}
		}
		if len(why) == 0 && len(missing) < len(open) {
			why = append(why, "More is missing than is asked for: ask for everything at once.")
		}
		return nil, why
	case mission.AnswerTool:
		switch {
		case len(open) > 0:
			return nil, []string{"The request needs a tool, and something that the tool requires is missing: ask for it."}
		case len(ready) > 0:
			return nil, []string{"The request is not complete yet: a tool of the list serves it."}
		}
		return nil, nil
	}
	if len(open) > 0 {
		return nil, []string{"Something that the tool requires was not said and cannot be derived: ask for it before anything is called."}
	}
	if s.Blueprint.Chat != nil {
		return nil, []string{"No tool of the list serves this request by its definition: answer without one."}
	}
	for k := range plan.ActionList {
		a := &plan.ActionList[k]
		at, problem := match(s, a, ready, calls)
		if problem != "" {
			why = append(why, problem)
			continue
		}
		calls = append(calls, at)
		a.Arguments = s.Blueprint.Calls[at].Values().JSON()
	}
	if len(why) == 0 && len(calls) < len(ready) {
		why = append(why, "More calls are needed that depend on no result that is still to come: make them at the same time.")
	}
	return calls, why
}

// match finds which of the calls that can be made now an action makes.
func match(s *roles.Scene, a *mission.Action, ready, taken []int) (at int, problem string) {
	later, best := false, []string(nil)
	for i := range s.Blueprint.Calls {
		c := &s.Blueprint.Calls[i]
		made := slices.Contains(taken, i) || slices.ContainsFunc(s.Made, func(m roles.Made) bool { return m.Call == i })
		if made || c.Tool.Name != a.Name {
			continue
		}
		wrong := disagreements(c, a.Arguments)
		switch {
		case len(wrong) == 0 && slices.Contains(ready, i):
			return i, ""
		case !slices.Contains(ready, i):
			later = true
		case best == nil || len(wrong) < len(best):
			best = wrong
		}
	}
	switch {
	case best != nil:
		return 0, fmt.Sprintf("%s: %s.", a.Name, strings.Join(best, "; "))
	case later:
		return 0, fmt.Sprintf("%s cannot be called yet: it needs what another call gives, or comes after it.", a.Name)
	}
	return 0, fmt.Sprintf("The request does not need %s now.", a.Name)
}

// disagreements lists the parameters in which arguments differ from a call.
func disagreements(c *blueprint.Call, arguments json.RawMessage) []string {
	want, err1 := schemas.Decode(c.Values().JSON())
	got, err2 := schemas.Decode(arguments)
	have, ok := got.(map[string]any)
	if err1 != nil || err2 != nil || !ok {
		return []string{"the arguments are no object"}
	}
	var out []string
	wanted := want.(map[string]any)
	for i := range c.Tool.Params {
		param := c.Tool.Params[i]
		x, expected := wanted[param.Name]
		y, given := have[param.Name]
		switch {
		case expected && !given:
			out = append(out, fmt.Sprintf("%q follows from what was said, but is left out", param.Name))
		case !expected && given && !isDefault(param.Default, y):
			out = append(out, fmt.Sprintf("nobody asked for %q", param.Name))
		case expected && given && !alike(x, y):
			out = append(out, fmt.Sprintf("the value of %q is not the one that was said, or that follows from what was said", param.Name))
		}
	}
	return out
}

// isDefault reports whether a decoded value means the same as a declared default.
func isDefault(declared, v any) bool {
	d, err := schemas.Decode(tools.EncodeValue(declared))
	return declared != nil && err == nil && alike(d, v)
}

// alike reports whether two decoded values mean the same: texts apart from letter
// case and blanks, numbers by value, times with or without seconds.
func alike(a, b any) bool {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		if !ok {
			return false
		}
		fold := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
		x, y := fold(a), fold(b)
		return x == y || len(x) >= 5 && (x+":00" == y || y+":00" == x) && strings.Contains(x, ":")
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, alike)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, x := range a {
			if y, ok := b[k]; !ok || !alike(x, y) {
				return false
			}
		}
		return true
	}
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && sameJSON(x, y)
}

// wanted lists the actions of a plan that agrees with the mission.
func wanted(s *roles.Scene) []mission.Action {
	if open := s.Open(); len(open) > 0 {
		args, _ := json.Marshal(map[string]any{"tool_name": s.Blueprint.Calls[0].Tool.Name, "missing_required_parameters": open})
		return []mission.Action{{Name: mission.AskTool, Arguments: args}}
	}
	ready := s.Ready()
	if len(ready) == 0 {
		kind := "tool"
		if s.Blueprint.Chat != nil {
			kind = "chat"
		}
		args, _ := json.Marshal(map[string]any{"answer_type": kind})
		return []mission.Action{{Name: mission.AnswerTool, Arguments: args}}
	}
	var out []mission.Action
	for _, i := range ready {
		c := &s.Blueprint.Calls[i]
		out = append(out, mission.Action{Name: c.Tool.Name, Arguments: c.Values().JSON()})
	}
	return out
}

// actionsIn lists the calls of a plan as a model writes it.
func actionsIn(text string) []mission.Action {
	var p mission.Plan
	if json.Unmarshal([]byte(text), &p) != nil {
		return nil
	}
	return slices.DeleteFunc(p.ActionList, func(a mission.Action) bool { return a.Name == mission.AskTool || a.Name == mission.AnswerTool })
}
