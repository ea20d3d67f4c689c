package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/world"
)

// tool is the tools played by a model. In the blueprint strategy the simulated
// world keeps the records: its answers are the truth, and the model may only reword
// longer texts. So what was listed can be looked up, whoever answers. In the free
// strategy the model may answer anything.
type tool struct {
	*seat
	records roles.Tool
}

// Observe implements [roles.Tool].
func (t *tool) Observe(ctx context.Context, s *roles.Scene, calls []int) ([]world.Answer, error) {
	records, err := t.records.Observe(ctx, s, calls)
	if err != nil {
		return nil, err
	}
	s.Records = records
	defer func() { s.Records = nil }()
	v := t.view(s)
	v.Tools, v.Observed, v.Recorded = toolList(called(s, calls)), observed(s, true), s.Wish == nil
	if v.Calls = callsWith(s, calls, nil); v.Recorded {
		v.Calls = callsWith(s, calls, records)
	}
	answers := make([]world.Answer, len(records))
	_, err = answer(ctx, t.seat, s, TaskObserve, v, func(said *Observations) error {
		if len(said.Observations) != len(records) {
			return fmt.Errorf("there are %d observations for %d calls", len(said.Observations), len(records))
		}
		var wrong []string
		for i, o := range said.Observations {
			body, err := schemas.Decode(o.Body)
			if err != nil {
				return err
			}
			answers[i].Status = o.Status
			if !v.Recorded {
				answers[i].Body, _ = tools.ObjectOf(body).(tools.Object)
				continue
			}
			name := v.Calls[i].Name
			if o.Status != records[i].Status {
				wrong = append(wrong, fmt.Sprintf("The status of %s is %d in the records, not %d.", name, records[i].Status, o.Status))
				continue
			}
			told, problem := retold(records[i].Body, body, "")
			if problem != "" {
				wrong = append(wrong, fmt.Sprintf("%s: %s.", name, problem))
				continue
			}
			answers[i].Body = told.(tools.Object)
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if v.Recorded {
		for _, a := range answers {
			amend(s, a.Body)
		}
	}
	return answers, nil
}

// callsWith shows calls, with their answers unless these are nil.
func callsWith(s *roles.Scene, calls []int, answers []world.Answer) []callView {
	out := make([]callView, len(calls))
	for i, call := range calls {
		c := &s.Blueprint.Calls[call]
		out[i] = callView{Name: c.Tool.Name, Arguments: string(c.Values().JSON())}
		if answers != nil {
			out[i].Status, out[i].Record = answers[i].Status, string(answers[i].Body.JSON())
		}
	}
	return out
}

// retold compares the answer of a model with a record. Everything must be the same
// except the order of fields and prose, which may be reworded. It returns the record
// in the words of the model, or what is wrong.
func retold(record, said any, at string) (any, string) {
	where := at
	if where == "" {
		where = "the body"
	}
	switch record := record.(type) {
	case tools.Object:
		fields, ok := said.(map[string]any)
		if !ok {
			return nil, where + " is no object"
		}
		out := make(tools.Object, 0, len(record))
		for _, f := range record {
			v, ok := fields[f.Name]
			if !ok {
				return nil, fmt.Sprintf("%s/%s is missing", at, f.Name)
			}
			told, problem := retold(f.Value, v, at+jsonptr.Join(f.Name))
			if problem != "" {
				return nil, problem
			}
			out = append(out, tools.Field{Name: f.Name, Value: told})
		}
		if len(fields) > len(record) {
			return nil, where + " has fields that the records do not have"
		}
		return out, ""
	case []any:
		list, ok := said.([]any)
		if !ok || len(list) != len(record) {
			return nil, fmt.Sprintf("%s has not the %d items of the records", where, len(record))
		}
		out := make([]any, len(record))
		for i := range record {
			told, problem := retold(record[i], list[i], fmt.Sprintf("%s/%d", at, i))
			if problem != "" {
				return nil, problem
			}
			out[i] = told
		}
		return out, ""
	case string:
		text, ok := said.(string)
		switch {
		case ok && text == record:
			return record, ""
		case ok && prose(record) && prose(text):
			return text, ""
		}
		return nil, fmt.Sprintf("%s is not what the records hold", where)
	}
	if text, err := json.Marshal(said); err != nil || !sameScalar(string(tools.EncodeValue(record)), string(text)) {
		return nil, fmt.Sprintf("%s is not what the records hold", where)
	}
	return record, ""
}

// sameScalar compares numbers, booleans and null as JSON; 3 and 3.0 are the same.
func sameScalar(a, b string) bool {
	if a == b {
		return true
	}
	var x, y *float64 // null is no zero
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x != nil && y != nil && *x == *y
}

// prose reports whether a text is a sentence without facts to keep: several words
// and no figures.
func prose(s string) bool {
	return len(strings.Fields(s)) >= 5 && !strings.ContainsAny(s, "0123456789@/_") && strings.ContainsAny(s, ".!?。！？")
}

// amend writes the words of the model into the records, so that later answers use
// them too.
func amend(s *roles.Scene, v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			amend(s, item)
		}
	case tools.Object:
		for _, e := range s.Set.Entities {
			id, ok := v.Get(e.ID)
			if !ok {
				continue
			}
			for _, f := range v {
				if text, ok := f.Value.(string); ok && prose(text) {
					s.World.Amend(e, id, f.Name, text)
				}
			}
		}
		for _, f := range v {
			amend(s, f.Value)
		}
	}
}
