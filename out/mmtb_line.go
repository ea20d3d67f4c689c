package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// NormalMMTB writes a line of a Multi-Mission Tool Bench file as ours are: what
// stands in one language only stands in both, env_info and task_ids have an item
// for each mission, turn_type has booleans, arguments are objects. Everything
// else stays as and where it is, also keys that are not of the format. A line of
// [MMTB] does not change. It fails where [DecodeMMTB] does.
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
		if err := normalArguments(root.get(key)); err != nil {
			return nil, within(key, err)
		}
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
	return root.append(nil), nil
}

func anyList[T any](list []T) []any {
	values := make([]any, len(list))
	for i, v := range list {
		values[i] = v
	}
	return values
}

// normalArguments makes objects of the arguments in an answer list.
func normalArguments(answers any) error {
	missions, _ := answers.([]any)
	for i, steps := range missions {
		list, _ := steps.([]any)
		for j, step := range list {
			s, _ := step.(*ordered)
			if s == nil {
				continue
			}
			action, _ := s.get("action").(*ordered)
			if action == nil {
				continue
			}
			text, isText := action.get("arguments").(string)
			if !isText {
				continue
			}
			arguments, err := readObject([]byte(text))
			if err != nil {
				return within(fmt.Sprint(i), within(fmt.Sprint(j), within("action", within("arguments", errors.New("are a text that holds no object")))))
			}
			action.set("arguments", arguments)
		}
	}
	return nil
}

// MMTBLacks says what an exporter has to know of an entry that a Multi-Mission
// Tool Bench file does not say; empty when it can write what [MMTBEntry.Entry]
// gives.
func MMTBLacks(x Exporter) string {
	if n, ok := x.(needy); ok {
		return n.needs()
	}
	return ""
}

// needy is an [Exporter] for which the words and calls of an entry are not
// enough.
type needy interface{ needs() string }

const (
	needsProof   = "pairs are made of entries that can be proved, for which the source of every value has to be known"
	needsSources = "it has to be known which values come from what a call returned"
	needsPurpose = "it has to be known what each call is for, in words"
)

func (openAIPreference) needs() string { return needsProof }
func (trlPreference) needs() string    { return needsProof }
func (llamaPreference) needs() string  { return needsProof }
func (xlam) needs() string             { return needsSources }
func (taskBench) needs() string        { return needsSources }
func (worfBench) needs() string        { return needsPurpose }
func (parquetFormat) needs() string {
	return "it holds whole native entries, with the source of every value"
}
func (rolePlay) needs() string { return "it has to be known what planner and checker thought" }
