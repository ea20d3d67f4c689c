package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// spoilCalls injects one fault into an answer with tool calls and reports whether
// it applies. The faults of a planner work as in a plan; the list of faults
// describes the others.
func spoilCalls(f Fault, a *Answer, r keyed.Rand) (*Answer, bool) {
	now := *a
	now.Calls = slices.Clone(a.Calls)
	last := &now.Calls[len(now.Calls)-1]
	switch f {
	case Garbage:
		one := &now.Calls[r.IntN(len(now.Calls))]
		one.Arguments = brokenArguments(string(one.Arguments), r)
	case Prose:
		if a.Text != "" {
			return nil, false
		}
		now.Text = keyed.Pick(r, []string{"Sure! Let me look that up for you.", "I'll take care of that right away.", "Let me think {step by step} and call the tool."})
	case Truncate:
		if len(last.Arguments) < 2 {
			return nil, false
		}
		size := max(1, len(last.Arguments)*(33+r.IntN(57))/100)
		last.Arguments = json.RawMessage(cutAt(string(last.Arguments), size))
	case EarlyAnswer:
		now.Calls = nil
		now.Text = keyed.Pick(r, []string{"All done! Is there anything else I can help you with?", "I have taken care of everything.", "I'm afraid I cannot do that."})
	default:
		return spoilSteps(f, &now, r)
	}
	return &now, true
}

// brokenArguments returns arguments that are not JSON: in the notation of Python,
// in a fence, without their end, or nonsense.
func brokenArguments(text string, r keyed.Rand) json.RawMessage {
	broken := []string{python.Replace(text), "```json\n" + text + "\n```", strings.TrimSuffix(text, "}"), "}} <|im_end|> ,,: ipsum \ufffd"}
	broken = slices.DeleteFunc(broken, func(s string) bool { return json.Valid([]byte(s)) || s == text })
	return json.RawMessage(keyed.Pick(r, broken))
}

// spoilSteps injects a planner's fault into calls as if they were the list of a
// plan.
func spoilSteps(f Fault, a *Answer, r keyed.Rand) (*Answer, bool) {
	list := array()
	for _, c := range a.Calls {
		args := parse(c.Arguments)
		if args == nil {
			args = &node{kind: 'n', text: string(c.Arguments)} // stays as it is
		}
		list.items = append(list.items, object([]string{"name", "arguments"}, str(c.Name), args))
	}
	doc := object([]string{"Action_List"}, list)
	if _, ok := spoilPlan(f, a, doc, r); !ok {
		return nil, false
	}
	a.Calls = nil
	for _, action := range list.items {
		a.Calls = append(a.Calls, mission.Action{Name: action.get("name").text, Arguments: json.RawMessage(action.get("arguments").String())})
	}
	return a, true
}
