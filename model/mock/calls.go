package mock

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// Hearer is a [Player] that bases its answer on the whole request and not only on
// its trace.
type Hearer interface {
	Player
	// Hear is called instead of Play, with the same requirements. It must not
	// change the request.
	Hear(ctx context.Context, q *Request) (*Answer, error)
}

// Request is the part of a request that a [Hearer] receives.
type Request struct {
	Trace    string // the user field
	Model    string
	Messages []Message
	// Tools are the tools that may be called, as far as they are described: names,
	// descriptions and parameters. There are none if tool_choice is "none".
	Tools []mission.Tool
	// MustCall reports that tool_choice demands a call.
	MustCall bool
}

// Message is one message of the prompt. Parts that are not text are left out.
type Message struct {
	Role   string // "system", "developer", "user", "assistant", "tool" or "function"
	Text   string
	Calls  []Call // of an assistant
	CallID string // of a tool: the call that it answers
	Name   string
}

// Call is a call of a tool as it is sent.
type Call struct {
	ID        string
	Name      string
	Arguments string // JSON text, as a rule
}

func (c Call) tokens() int { return tokens(c.Name) + tokens(c.Arguments) }

// wireCall is a call as the protocol shows it.
type wireCall struct {
	Index    *int         `json:"index,omitempty"` // in streams only
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

func wired(calls []Call) []wireCall {
	var out []wireCall
	for _, c := range calls {
		out = append(out, wireCall{ID: c.ID, Type: "function", Function: wireFunction{c.Name, c.Arguments}})
	}
	return out
}

// readCalls reads the calls of an assistant message; wrong is the path of the part
// that is invalid.
func (m *Message) readCalls(raw json.RawMessage) (wrong string) {
	var list []wireCall
	if !isNull(raw) && json.Unmarshal(raw, &list) != nil {
		return ".tool_calls"
	}
	for i, c := range list {
		at := fmt.Sprintf(".tool_calls[%d]", i)
		switch {
		case c.ID == "":
			return at + ".id"
		case c.Type != "function":
			return at + ".type"
		case c.Function.Name == "":
			return at + ".function.name"
		}
		m.Calls = append(m.Calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
	}
	return ""
}

// paired refuses, as OpenAI does, calls that are not answered immediately and
// answers without a call.
func paired(messages []Message) *apiError {
	var open []string // calls to be answered
	unanswered := func(i int) *apiError {
		return invalid(fmt.Sprintf("messages.[%d].role", i), "", "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "+
			"The following tool_call_ids did not have response messages: "+strings.Join(open, ", "))
	}
	for i, m := range messages {
		if m.Role == "tool" {
			at := slices.Index(open, m.CallID)
			if at < 0 {
				return invalid(fmt.Sprintf("messages.[%d].role", i), "", "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.")
			}
			open = slices.Delete(open, at, at+1)
			continue
		}
		if len(open) > 0 {
			return unanswered(i)
		}
		for _, c := range m.Calls {
			open = append(open, c.ID)
		}
	}
	if len(open) > 0 {
		return unanswered(len(messages))
	}
	return nil
}

// readTools reads the tools that may be called.
func (q *request) readTools(in *wire) *apiError {
	for i, raw := range in.Tools {
		at := fmt.Sprintf("tools[%d]", i)
		var t struct {
			Type     string `json:"type"`
			Function struct {
				Name        string          `json:"name"`
				Description string          `json:"description"`
				Parameters  json.RawMessage `json:"parameters"`
			} `json:"function"`
		}
		if json.Unmarshal(raw, &t) != nil || t.Type != "function" {
			return invalid(at, "invalid_value", "Invalid value for '"+at+"': expected a tool of type 'function'.")
		}
		f := t.Function
		if f.Name == "" {
			return missing(at + ".function.name")
		}
		if !isName(f.Name) {
			return invalid(at+".function.name", "invalid_value",
				"Invalid '"+at+".function.name': expected at most 64 letters, digits, '_' and '-'.")
		}
		if isNull(f.Parameters) {
			f.Parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		if !parse(f.Parameters).is('{') {
			return invalid(at+".function.parameters", "invalid_function_parameters",
				"Invalid schema for function '"+f.Name+"': a JSON Schema of an object is expected.")
		}
		q.Tools = append(q.Tools, mission.Tool{Name: f.Name, Description: f.Description, Parameters: f.Parameters})
	}
	return nil
}

// readChoice reads tool_choice: whether a call is allowed or required, and of
// which tool.
func (q *request) readChoice(in *wire) *apiError {
	var word string
	var one struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	switch {
	case isNull(in.ToolChoice):
		return nil
	case json.Unmarshal(in.ToolChoice, &word) == nil:
	case json.Unmarshal(in.ToolChoice, &one) == nil && one.Type == "function" && one.Function.Name != "":
		q.mustName = one.Function.Name
	}
	switch {
	case word == "auto":
		return nil
	case word == "none":
		q.Tools = nil
		return nil
	case word != "required" && q.mustName == "":
		return invalid("tool_choice", "invalid_value", "Invalid value for 'tool_choice': expected 'none', 'auto', 'required' or a function.")
	case len(q.Tools) == 0:
		return invalid("tool_choice", "invalid_value", "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.")
	case q.mustName != "" && !slices.ContainsFunc(q.Tools, q.named):
		return invalid("tool_choice", "invalid_value", "Invalid value for 'tool_choice': '"+q.mustName+"' is not among the 'tools'.")
	}
	q.MustCall = true
	return nil
}

func (q *request) named(t mission.Tool) bool { return t.Name == q.mustName }

// allows refuses an answer that does not fit the request. This happens if player
// and client are at different turns or use different protocols.
func (q *request) allows(a *Answer) *apiError {
	other := func(c mission.Action) bool { return q.mustName != "" && c.Name != q.mustName }
	switch {
	case len(a.Calls) > 0 && len(q.Tools) == 0:
		return invalid("tools", "unsupported_value", "This turn of the rehearsal calls tools, and the request has none that may be called.")
	case q.MustCall && len(a.Calls) == 0:
		return invalid("tool_choice", "unsupported_value", "Unsupported value for 'tool_choice': this turn of the rehearsal calls no tool; use 'auto'.")
	case slices.ContainsFunc(a.Calls, other):
		return invalid("tool_choice", "unsupported_value", "Unsupported value for 'tool_choice': this turn of the rehearsal calls another tool; use 'auto'.")
	}
	return nil
}

// anyCall calls the required tool, or else the first one, with arguments that fit
// its schema.
func (q *request) anyCall() (*Answer, error) {
	tool := q.Tools[max(0, slices.IndexFunc(q.Tools, q.named))]
	args, err := fit(tool.Parameters)
	return &Answer{Calls: []mission.Action{{Name: tool.Name, Arguments: json.RawMessage(args)}}}, err
}

// sent gives calls their identifiers, which are the same each time the request is
// repeated.
func (s *Server) sent(q *request, index int, calls []mission.Action) []Call {
	var out []Call
	for i, c := range calls {
		id := keyed.Hash(s.cfg.Seed^q.identity, "call", keyed.Int(index), keyed.Int(i))
		out = append(out, Call{fmt.Sprintf("call_%016x", id), c.Name, string(c.Arguments)})
	}
	return out
}

// limitedCalls truncates calls to a number of tokens: the last one that fits in
// part is cut, and later ones are dropped.
func limitedCalls(calls []Call, most int) (cut []Call, was bool) {
	for i, c := range calls {
		left := most - tokens(c.Name)
		if c.tokens() <= most {
			most -= c.tokens()
			continue
		}
		if left <= 0 {
			return calls[:i], true
		}
		c.Arguments = cutAt(c.Arguments, left*bytesPerToken)
		return append(slices.Clone(calls[:i]), c), true
	}
	return calls, false
}
