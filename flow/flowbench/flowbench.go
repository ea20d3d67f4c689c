// Package flowbench reads and scores the files of FlowBench.
//
// A turn-level file has one [Turn] a line, a session-level file one [Session]. [Turns] and
// [Sessions] read them, [Actions] reads a list of calls, and [Score] scores the predictions that
// stand in turns.
//
// Source: FlowBench (Xiao et al.), sections 4.3 and 5.1; the keys are those that its code reads.
package flowbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"switchyard/flow/follow"
	"switchyard/internal/input"
	"switchyard/out"
	"switchyard/schemas"
)

// Turn is a line of a turn-level file. The prediction of an agent is added as "predict".
type Turn struct {
	ID       string            `json:"id"` // "<session>_agent_turn<k>"
	Messages []Message         `json:"messages"`
	APIs     []json.RawMessage `json:"apis"`
	Thought  Thought           `json:"gt_thought"`
	Response string            `json:"gt_response"`
	Predict  string            `json:"predict,omitempty"`
}

// Message is one message; the first is the system prompt.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Thought is the action that is due; both are empty where the agent speaks.
type Thought struct {
	Action string          `json:"Action,omitempty"`
	Input  json.RawMessage `json:"Action Input,omitempty"`
}

// Session is a line of a session-level file, with the keys that the simulator of FlowBench reads.
type Session struct {
	ID        string            `json:"id"`
	APIs      []json.RawMessage `json:"apis"`
	Functions struct {
		With   []json.RawMessage `json:"functions_with_response"`
		Prompt string            `json:"function_prompt"`
	} `json:"function_agent"`
	Datetime  string `json:"datetime"`
	Assistant struct {
		Prompt string `json:"assistant_prompt"`
	} `json:"assistant_agent"`
	Prompt string `json:"assistant_prompt"`
	User   struct {
		First string `json:"first_turn_hint"`
		Every string `json:"every_turn_hint"`
	} `json:"user_agent"`
	Target  string `json:"user_target"`
	Actions string `json:"gt_actions_string"` // as [Actions] reads it
}

// Call is a call of an API.
type Call struct {
	Name  string
	Input json.RawMessage // an object
}

// String writes a call as FlowBench has it.
func (c Call) String() string { return fmt.Sprintf("Action: %s\nAction Input: %s", c.Name, c.Input) }

// Actions reads a list of calls, with an empty line between them.
func Actions(text string) (all []Call, err error) {
	for i, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		name, args, ok := strings.Cut(strings.TrimPrefix(block, "Action: "), "\nAction Input: ")
		if !ok || !strings.HasPrefix(block, "Action: ") || !json.Valid([]byte(args)) {
			return nil, fmt.Errorf("action %d is not %q and %q with JSON", i+1, "Action: NAME", "Action Input: {…}")
		}
		all = append(all, Call{strings.TrimSpace(name), json.RawMessage(args)})
	}
	return all, nil
}

// LineError says what is wrong with a line.
type LineError struct {
	File string
	Line int
	What string
}

// Error implements error.
func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What) }

// Turns reads a turn-level file. The error is a [*LineError], or one of the file system.
func Turns(ctx context.Context, path string) (all []Turn, err error) {
	err = each(ctx, path, func(line []byte) string {
		var t Turn
		switch err := schemas.Unmarshal(line, &t); {
		case err != nil:
			return "it is no turn of FlowBench: " + err.Error()
		case t.ID == "" || len(t.Messages) == 0:
			return "it is no turn of FlowBench: it needs id and messages"
		case t.Thought.Action == "" && t.Response == "":
			return "nothing is due: it has neither an Action in gt_thought nor a gt_response"
		case t.Thought.Action != "" && !json.Valid(t.Thought.Input):
			return "the Action in gt_thought has no Action Input"
		}
		all = append(all, t)
		return ""
	})
	return all, err
}

// Sessions reads a session-level file. The error is a [*LineError], or one of the file system.
func Sessions(ctx context.Context, path string) (all []Session, err error) {
	err = each(ctx, path, func(line []byte) string {
		var s Session
		if err := schemas.Unmarshal(line, &s); err != nil {
			return "it is no session of FlowBench: " + err.Error()
		}
		if s.Target == "" || s.Prompt == "" && s.Assistant.Prompt == "" {
			return "it is no session of FlowBench: it needs user_target and assistant_prompt"
		}
		if s.Actions != "" {
			if _, err := Actions(s.Actions); err != nil {
				return "gt_actions_string: " + err.Error()
			}
		}
		all = append(all, s)
		return ""
	})
	return all, err
}

func each(ctx context.Context, path string, take func(line []byte) (wrong string)) error {
	f, err := input.Open(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := out.NewLines(f, path)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if wrong := take(line); wrong != "" {
			return &LineError{path, lines.Line(), strings.Join(strings.Fields(wrong), " ")}
		}
	}
}

// Figures are what FlowBench measures at the level of turns.
type Figures struct {
	Turns     int           `json:"turns"`
	Missing   int           `json:"missing"` // turns without a prediction; they count as nothing done
	Tools     follow.Counts `json:"tools"`   // calls with the right name and all parameters
	Params    follow.Counts `json:"params"`  // parameters that have a value
	Responses int           `json:"responses"`
	Answered  int           `json:"answered"` // of them, predicted as responses
}

// Score scores the predictions in turns: a predicted action is right if its name is and all
// parameters with a value are.
func Score(turns []Turn) (f Figures) {
	for i := range turns {
		t := &turns[i]
		f.Turns++
		if t.Predict == "" {
			f.Missing++
		}
		made, said := predicted(t.Predict)
		if made != nil {
			f.Tools.Made++
		}
		if t.Thought.Action == "" {
			f.Responses++
			if made == nil && said {
				f.Answered++
			}
			continue
		}
		f.Tools.Gold++
		want, have := objectOf(t.Thought.Input), map[string]any{}
		if made != nil {
			have = objectOf(made.Input)
		}
		right := made != nil && made.Name == t.Thought.Action
		f.Params.Made += filled(have)
		for name, v := range want {
			if follow.Empty(v) {
				continue
			}
			f.Params.Gold++
			if made != nil && made.Name == t.Thought.Action && follow.SameParam(v, have[name]) {
				f.Params.Right++
			} else {
				right = false
			}
		}
		if right {
			f.Tools.Right++
		}
	}
	return f
}

var (
	actionPart   = regexp.MustCompile(`(?m)^\s*Action:\s*(\S+)\s*$`)
	inputPart    = regexp.MustCompile(`(?s)Action Input:\s*(\{.*)`)
	responsePart = regexp.MustCompile(`(?m)^\s*Response:\s*\S`)
)

// predicted reads a prediction: a call, or that something is said.
func predicted(text string) (made *Call, said bool) {
	name := actionPart.FindStringSubmatch(text)
	if name == nil {
		return nil, responsePart.MatchString(text)
	}
	made = &Call{Name: name[1], Input: json.RawMessage("{}")}
	if args := inputPart.FindStringSubmatch(text); args != nil {
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(args[1])).Decode(&raw) == nil {
			made.Input = raw
		}
	}
	return made, false
}

func objectOf(raw json.RawMessage) map[string]any {
	o := map[string]any{}
	if json.Unmarshal(raw, &o) != nil {
		return nil
	}
	return o
}

func filled(o map[string]any) (n int) {
	for _, v := range o {
		if !follow.Empty(v) {
			n++
		}
	}
	return n
}
