package results

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"switchyard/eval"
	"switchyard/internal/jsontext"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
	"switchyard/schemas"
)

// mmtbResult is one line of a result file of the Multi-Mission Tool Bench, as its runner
// writes it and its analysis reads it (request_pipeline.py): a mission and what was
// predicted for it.
type mmtbResult struct {
	ID             string          `json:"id"`
	Index          int             `json:"idx"`
	Messages       json.RawMessage `json:"messages"`        // the conversation, with what was predicted
	MessagesLength int             `json:"messages_length"` // messages up to the request
	TaskID         int             `json:"task_id"`
	Type           []string        `json:"type"` // of all missions of the entry
	Tools          json.RawMessage `json:"tools"`
	Task           string          `json:"task"`
	AnswerList     json.RawMessage `json:"answer_list"`
	PredictResult  []mmtbStep      `json:"predict_result"`
	Label          string          `json:"predict_label"`      // "correct" or "error": of the steps, whatever the arguments
	Optimal        string          `json:"predict_is_optimal"` // "True" or "False"
	AnswerResult   []mmtbAnswer    `json:"answer_result"`      // what each step was taken for
	TurnType       json.RawMessage `json:"turn_type"`
	TurnSubtypes   json.RawMessage `json:"turn_subtypes"`
}

// mmtbStep is one step; content and calls are null if there are none.
type mmtbStep struct {
	Step    int        `json:"step"`
	Content *string    `json:"content"`
	Calls   []mmtbCall `json:"tool_calls"`
}

type mmtbCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function mmtbFunction `json:"function"`
}

// mmtbFunction has its arguments as a JSON string; some runners write an object.
type mmtbFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type mmtbAnswer struct {
	Step  int `json:"step"`
	Right struct {
		Actions     []mmtbFunction  `json:"action"`
		Observation json.RawMessage `json:"observation,omitempty"` // of texts
		UserInput   string          `json:"user_input,omitempty"`  // of questions
	} `json:"answer_function_list"`
}

// mmtbMessage is a message of a result.
type mmtbMessage struct {
	Role    string     `json:"role"`
	Content *string    `json:"content"`
	Calls   []mmtbCall `json:"tool_calls,omitempty"`
	CallID  string     `json:"tool_call_id,omitempty"`
}

// EncodeMMTB writes a prediction as a line of a result file of the Multi-Mission Tool
// Bench, without the newline. entry is the entry in that benchmark's format, or another
// line of a result file for the same mission. An unscored prediction gets a step without
// text and calls, which the benchmark's analysis can leave out.
func EncodeMMTB(t *eval.Task, p *eval.Prediction, entry []byte) ([]byte, error) {
	r, err := mmtbHead(t, entry)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(p.Steps, func(s eval.Step) bool { return len(s.Around) > 0 }); i >= 0 {
		// The bench knows no look-ups beside its paths: this is where they are left.
		p = &eval.Prediction{Entry: p.Entry, Mission: p.Mission, End: eval.Left, Steps: p.Steps[:i+1]}
	}
	r.ID, r.Index, r.Task = t.Entry.ID, t.Mission, t.Gold().Request
	r.MessagesLength, r.Label, r.Optimal, r.PredictResult, r.AnswerResult = len(t.Messages), "error", "False", []mmtbStep{}, []mmtbAnswer{}
	if p.End == eval.Closed {
		r.Label = "correct"
		if len(p.Steps) == t.Depth() {
			r.Optimal = "True"
		}
	}
	var messages []mmtbMessage
	for i := range t.Messages {
		messages = append(messages, mmtbMessageOf(&t.Messages[i]))
	}
	for i, s := range p.Steps {
		step := mmtbStepOf(i, s.Text, s.Calls)
		r.PredictResult = append(r.PredictResult, step)
		if len(s.Nodes) == 0 {
			continue
		}
		messages = append(messages, mmtbMessage{Role: "assistant", Content: step.Content, Calls: step.Calls})
		messages = append(messages, mmtbReplies(t, &s)...)
		r.AnswerResult = append(r.AnswerResult, mmtbAnswerOf(t, i, s.Nodes))
	}
	if p.End == eval.Unscored {
		r.PredictResult = append(r.PredictResult, mmtbStep{Step: len(p.Steps)})
	}
	if r.Messages, err = jsontext.Encode(messages); err != nil {
		return nil, err
	}
	text, err := jsontext.Line(r)
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// mmtbHead returns the part of a result that does not depend on the prediction.
func mmtbHead(t *eval.Task, entry []byte) (*mmtbResult, error) {
	if IsMMTB(entry) {
		r := new(mmtbResult)
		return r, schemas.Unmarshal(entry, r)
	}
	var line struct {
		Type    []string          `json:"type"`
		Tools   json.RawMessage   `json:"english_tools"`
		Answers []json.RawMessage `json:"english_answer_list"`
		TaskIDs []int             `json:"task_ids"`
		Turns   json.RawMessage   `json:"turn_type"`
		Sub     json.RawMessage   `json:"turn_subtypes"`
	}
	if err := schemas.Unmarshal(entry, &line); err != nil {
		return nil, err
	}
	if t.Mission >= len(line.Answers) || t.Mission >= len(line.TaskIDs) {
		return nil, fmt.Errorf("entry %s has no mission %d", t.Entry.ID, t.Mission+1)
	}
	return &mmtbResult{TaskID: line.TaskIDs[t.Mission], Type: line.Type, Tools: line.Tools, AnswerList: line.Answers[t.Mission],
		TurnType: line.Turns, TurnSubtypes: line.Sub}, nil
}

func mmtbStepOf(index int, text string, calls []eval.Called) mmtbStep {
	s := mmtbStep{Step: index}
	if text != "" {
		s.Content = &text
	}
	for _, c := range calls {
		s.Calls = append(s.Calls, mmtbCallOf(c.ID, c.Name, c.Arguments))
	}
	return s
}

func mmtbCallOf(id, name string, arguments json.RawMessage) mmtbCall {
	var text string
	if json.Unmarshal(arguments, &text) != nil {
		text = string(arguments)
	}
	quoted, _ := jsontext.Encode(text) // a string can always be written
	return mmtbCall{ID: id, Type: "function", Function: mmtbFunction{name, quoted}}
}

func mmtbMessageOf(m *corpus.Message) mmtbMessage {
	to := mmtbMessage{Role: string(m.Role), CallID: m.CallID}
	if m.Text != "" || len(m.Calls) == 0 {
		to.Content = &m.Text
	}
	for _, c := range m.Calls {
		to.Calls = append(to.Calls, mmtbCallOf(c.ID, c.Name, c.Arguments))
	}
	return to
}

// mmtbReplies returns the answers to a step.
func mmtbReplies(t *eval.Task, s *eval.Step) []mmtbMessage {
	first := &t.Nodes[s.Nodes[0]]
	switch first.Kind {
	case eval.Answer:
		return nil
	case eval.Ask:
		return []mmtbMessage{{Role: "user", Content: &first.Reply}}
	}
	var list []mmtbMessage
	for i, n := range s.Nodes {
		text := string(t.Nodes[n].Observation)
		list = append(list, mmtbMessage{Role: "tool", Content: &text, CallID: s.Calls[i].ID})
	}
	return list
}

func mmtbAnswerOf(t *eval.Task, index int, nodes []int) mmtbAnswer {
	a := mmtbAnswer{Step: index}
	for _, i := range nodes {
		n := &t.Nodes[i]
		f := mmtbFunction{Name: n.Tool, Arguments: n.Arguments}
		switch n.Kind {
		case eval.Ask:
			f.Name = mission.AskTool
			f.Arguments, _ = jsontext.Encode(map[string]any{"tool_name": n.Tool, "missing_required_parameters": n.Missing}) // texts
			a.Right.UserInput = n.Reply
		case eval.Answer:
			kind := "tool"
			if len(t.Nodes) == 1 {
				kind = "chat"
			}
			f.Name, f.Arguments = mission.AnswerTool, json.RawMessage(`{"answer_type":"`+kind+`"}`)
		}
		if n.Kind != eval.Call {
			a.Right.Observation, _ = jsontext.Encode(n.Text) // a text
		}
		a.Right.Actions = append(a.Right.Actions, f)
	}
	return a
}

// IsMMTB reports whether a line is from a result file of the Multi-Mission Tool Bench.
func IsMMTB(line []byte) bool {
	var head struct {
		Predicted json.RawMessage `json:"predict_result"`
		Answers   json.RawMessage `json:"answer_list"`
	}
	return json.Unmarshal(line, &head) == nil && head.Predicted != nil && head.Answers != nil
}

// DecodeMMTB reads a line of a result file of the Multi-Mission Tool Bench, written by
// switchyard or another program: the task, as far as the line describes it, and the
// prediction. Only the types of the entry's other missions are known.
func DecodeMMTB(line []byte, like eval.Likeness) (*eval.Task, *eval.Prediction, error) {
	var r mmtbResult
	if err := schemas.Unmarshal(line, &r); err != nil {
		return nil, nil, err
	}
	t, err := r.task()
	if err != nil {
		return nil, nil, err
	}
	p, err := eval.Walk(context.Background(), t, &replay{r.PredictResult}, like)
	if err != nil {
		return nil, nil, err
	}
	if p.End == eval.Unscored && p.Error == errOver.Error() { // the runner saw it leave its own tree
		p.End, p.Error = eval.Left, ""
	}
	return t, p, nil
}

// below adds the position of a part to an error within it.
func below(at string, err error) error {
	var kind *schemas.KindError
	if errors.As(err, &kind) {
		return &schemas.KindError{Pointer: at + kind.Pointer, Want: kind.Want, Have: kind.Have}
	}
	return fmt.Errorf("%s: %w", at, err)
}

// task makes the task of a result.
func (r *mmtbResult) task() (*eval.Task, error) {
	if r.Index < 0 || r.Index >= len(r.Type) {
		return nil, fmt.Errorf("/idx: there is no type %d", r.Index)
	}
	var all []mmtbMessage
	if err := schemas.Unmarshal(r.Messages, &all); err != nil {
		return nil, below("/messages", err)
	}
	for len(all) > 0 && all[0].Role == "system" { // with the time; some runners put one there
		all = all[1:]
	}
	before := all[:min(max(r.MessagesLength, 0), len(all))]
	if len(before) == 0 {
		return nil, errors.New("/messages_length: there is no message with the request")
	}
	// The mission is read as an entry of its own, at a made-up time, because results do
	// not contain the time.
	alone := map[string]any{"id": r.ID, "task": []string{r.Task}, "answer_list": []json.RawMessage{r.AnswerList}, "tools": r.Tools,
		"messages": []map[string]string{{"role": "user", "content": r.Task}, {"role": "assistant", "content": "."}},
		"env_info": []string{"1970-01-01 00:00:00 星期四"}, "task_ids": []int{0}, "type": r.Type[r.Index : r.Index+1], "turn_type": []bool{false}, "turn_subtypes": []any{nil}}
	text, err := jsontext.Encode(alone)
	if err != nil {
		return nil, err
	}
	m, err := out.DecodeMMTB(text)
	if err != nil {
		return nil, err
	}
	tasks, err := eval.MMTBTasks(m, eval.TaskOptions{})
	if err != nil {
		return nil, err
	}
	t := tasks[0]
	entry := *t.Entry
	entry.Environment = mission.Environment{}
	entry.Missions, err = r.missions(&t.Entry.Missions[0])
	if err != nil {
		return nil, err
	}
	t.Entry, t.Mission, t.Messages = &entry, r.Index, nil
	for _, m := range before {
		said := corpus.Message{Role: corpus.Role(m.Role), Mission: r.Index, CallID: m.CallID}
		if m.Content != nil {
			said.Text = *m.Content
		}
		for _, c := range m.Calls {
			said.Calls = append(said.Calls, c.call())
		}
		t.Messages = append(t.Messages, said)
	}
	return &t, nil
}

// missions places the mission among those of the entry.
func (r *mmtbResult) missions(at *mission.Mission) ([]mission.Mission, error) {
	var subtypes []*string
	if len(r.TurnSubtypes) > 0 {
		if err := schemas.Unmarshal(r.TurnSubtypes, &subtypes); err != nil {
			return nil, below("/turn_subtypes", err)
		}
	}
	list := make([]mission.Mission, len(r.Type))
	for i, word := range r.Type {
		kind, ok := out.MMTBType(word)
		if !ok {
			return nil, fmt.Errorf("/type/%d: %q is not a type", i, word)
		}
		list[i].Type = kind
	}
	kind := list[r.Index].Type
	list[r.Index] = *at
	list[r.Index].Type = kind
	if r.Index < len(subtypes) && subtypes[r.Index] != nil {
		list[r.Index].Relation, _ = out.MMTBRelation(*subtypes[r.Index])
	}
	return list, nil
}

func (c *mmtbCall) call() corpus.Call {
	return corpus.Call{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.arguments()}
}

// arguments returns the arguments as predictions keep them: an object, or the text that
// was given instead.
func (f *mmtbFunction) arguments() json.RawMessage {
	var text string
	if json.Unmarshal(f.Arguments, &text) != nil {
		return f.Arguments
	}
	if b := bytes.TrimSpace([]byte(text)); len(b) > 0 && b[0] == '{' && json.Valid(b) {
		return b
	}
	return f.Arguments
}

// replay is an agent that repeats a prediction.
type replay struct{ steps []mmtbStep }

// errOver says that the prediction has no more steps.
var errOver = errors.New("nothing more was predicted")

// Act implements [eval.Agent].
func (a *replay) Act(_ context.Context, s *eval.Scene) (*eval.Action, error) {
	if s.Step >= len(a.steps) {
		return nil, errOver
	}
	step := &a.steps[s.Step]
	if step.Content == nil && step.Calls == nil {
		return nil, errors.New("the model gave no answer")
	}
	action := new(eval.Action)
	if step.Content != nil {
		action.Text = *step.Content
	}
	for i := range step.Calls {
		c := step.Calls[i].call()
		action.Calls = append(action.Calls, eval.Called{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
	}
	return action, nil
}
