package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// NormalMMTB rewrites a line of a Multi-Mission Tool Bench file as [MMTB] writes it:
//   - what only one language has is copied to the other;
//   - env_info and task_ids have an item for each mission, turn_type has booleans;
//   - steps have their numbers, arguments are objects, tools are functions with
//     parameters;
//   - what is missing and follows from the steps is added.
//
// Everything else stays as it is, including unknown keys and whatever breaks other
// rules of [CheckMMTB]. A line that [MMTB] wrote does not change. NormalMMTB
// fails if [DecodeMMTB] does.
func NormalMMTB(line []byte) ([]byte, error) {
	e, err := DecodeMMTB(line)
	if err != nil {
		return nil, err
	}
	tree, err := readOrdered(line)
	if err != nil {
		return nil, err
	}
	root := tree.(*ordered)
	for _, key := range []string{"english_answer_list", "answer_list"} {
		if err := normalSteps(root.get(key)); err != nil {
			return nil, within(key, err)
		}
	}
	for _, key := range []string{"english_tools", "tools"} {
		normalTools(root.get(key))
	}
	if root.get("english_tools") == nil && root.get("tools") == nil {
		root.set("tools", []any{})
	}
	for _, key := range []string{"task", "answer_list", "messages", "tools"} {
		english, plain := root.get("english_"+key), root.get(key)
		switch {
		case english == nil && plain != nil:
			root.set("english_"+key, plain)
		case plain == nil && english != nil:
			root.set(key, english)
		}
	}
	if _, one := root.get("env_info").(string); one {
		root.set("env_info", anyList(e.EnvInfo))
	}
	if e.TaskIDs == nil {
		root.set("task_ids", slices.Repeat([]any{json.Number("0")}, len(e.Text().Tasks)))
	}
	if e.TurnTypes != nil {
		root.set("turn_type", anyList(e.TurnTypes))
	}
	normalTypes(root)
	return root.append(nil), nil
}

// normalTypes adds missing lists of types, which follow from the steps as in
// [MMTBEntry.Entry].
func normalTypes(root *ordered) {
	answers, _ := root.get("answer_list").([]any)
	types, turns, subtypes := make([]any, len(answers)), make([]any, len(answers)), make([]any, len(answers))
	given, _ := root.get("turn_subtypes").([]any)
	for i, steps := range answers {
		types[i], turns[i] = normalType(steps), i < len(given) && given[i] != nil
	}
	if root.get("type") == nil {
		root.set("type", types)
	}
	if root.get("turn_type") == nil {
		root.set("turn_type", turns)
	}
	if turns, _ := root.get("turn_type").([]any); given == nil && !slices.Contains(turns, any(true)) {
		root.set("turn_subtypes", subtypes)
	}
}

func normalType(steps any) string {
	list, _ := steps.([]any)
	calls, asks := 0, false
	for _, step := range list {
		switch stepTool(step) {
		case mission.AskTool:
			asks = true
		case mission.AnswerTool:
		default:
			calls++
		}
	}
	switch {
	case asks:
		return mmtbTypes[mission.Clarify]
	case calls == 0:
		return mmtbTypes[mission.Chat]
	case calls == 1:
		return mmtbTypes[mission.Single]
	}
	return mmtbTypes[mission.Multi]
}

// stepTool returns the name of the tool that a step calls.
func stepTool(step any) string {
	if s, _ := step.(*ordered); s != nil {
		if action, _ := s.get("action").(*ordered); action != nil {
			name, _ := action.get("name").(string)
			return name
		}
	}
	return ""
}

// normalTools adds OpenAI's envelope to functions, and missing parameters.
func normalTools(tools any) {
	list, _ := tools.([]any)
	for i, tool := range list {
		f, _ := tool.(*ordered)
		if f == nil {
			continue
		}
		if wrapped, is := f.get("function").(*ordered); is {
			if f.get("type") == nil {
				f.set("type", "function")
			}
			f = wrapped
		} else if f.get("name") != nil {
			list[i] = &ordered{[]member{{"type", "function"}, {"function", f}}}
		}
		if f.get("parameters") == nil && f.get("name") != nil {
			f.set("parameters", &ordered{[]member{{"type", "object"}, {"properties", new(ordered)}}})
		}
	}
}

func anyList[T any](list []T) []any {
	values := make([]any, len(list))
	for i, v := range list {
		values[i] = v
	}
	return values
}

// normalSteps numbers the steps of an answer list, turns their arguments into objects,
// and adds what may be left out.
func normalSteps(answers any) error {
	missions, _ := answers.([]any)
	for i, steps := range missions {
		list, _ := steps.([]any)
		for j, step := range list {
			s, _ := step.(*ordered)
			if s == nil {
				continue
			}
			s.set("idx", json.Number(strconv.Itoa(j)))
			if s.get("dependency_list") == nil {
				s.set("dependency_list", []any{})
			}
			action, _ := s.get("action").(*ordered)
			if action == nil {
				continue
			}
			arguments, err := normalArguments(action.get("arguments"))
			if err != nil {
				return within(fmt.Sprint(i), within(fmt.Sprint(j), within("action", within("arguments", err))))
			}
			if o, is := arguments.(*ordered); is && stepTool(s) == mission.AnswerTool && o.get("answer_type") == nil {
				o.set("answer_type", map[bool]string{true: "chat", false: "tool"}[len(list) == 1])
			}
			action.set("arguments", arguments)
		}
	}
	return nil
}

func normalArguments(arguments any) (any, error) {
	text, isText := arguments.(string)
	switch {
	case arguments == nil || isText && strings.TrimSpace(text) == "":
		return new(ordered), nil
	case !isText:
		return arguments, nil
	}
	object, err := readObject([]byte(text))
	if err != nil {
		return nil, errors.New("must be an object, or a string that holds a JSON object")
	}
	return object, nil
}

// What formats lack, see [Exporter.Lacks].
const (
	needsProof   = "preference pairs need proven entries, and for a proof the source of every value must be known"
	needsSources = "this format needs to know which values come from the result of another call"
	needsPurpose = "this format needs the purpose of each call, in words"
)
