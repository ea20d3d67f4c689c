package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/sashabaranov/go-openai"
)

// Tool is a function that the model may call instead of answering in text.
// Name, description and parameters are sent as they are. OpenAI and most
// compatible endpoints accept only names of at most 64 letters, digits, "_"
// and "-". For tools with other names ("flights.search"), the caller must
// choose names that fit and map calls back to the tools.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // JSON Schema of the arguments; nil: it takes none
}

// Call is a tool call: one that the model makes, or an earlier one in the
// conversation.
type Call struct {
	// ID pairs the call with the message of role "tool" that answers it. If
	// the endpoint sends no ID, or repeats one within an answer, it is
	// "call_1", "call_2", … by position.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments is the JSON text that the model wrote; it may be invalid
	// JSON. If the endpoint sends an object instead of text, it is that
	// object's JSON; it is "" if the endpoint sent nothing. A call without
	// arguments is sent with "{}".
	Arguments string `json:"arguments"`
}

// offer returns tools as they are sent.
func offer(tools []Tool) []openai.Tool {
	var list []openai.Tool
	for _, t := range tools {
		if len(t.Parameters) == 0 {
			t.Parameters = json.RawMessage(`{"type":"object","properties":{}}`) // some endpoints refuse null
		}
		list = append(list, openai.Tool{Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: t.Parameters}})
	}
	return list
}

// offered returns tools in a form that does not depend on how their
// parameters were formatted.
func offered(tools []Tool) ([]Tool, error) {
	var list []Tool
	for _, t := range tools {
		if len(t.Parameters) > 0 {
			text, err := sorted(t.Parameters)
			if err != nil {
				return nil, fmt.Errorf("the parameters of the tool %q are not JSON: %w", t.Name, err)
			}
			t.Parameters = text
		}
		list = append(list, t)
	}
	return list, nil
}

// wireMessage is a message as it is sent.
type wireMessage struct {
	Role    string            `json:"role"`
	Content *string           `json:"content"` // null beside calls without a text
	Calls   []openai.ToolCall `json:"tool_calls,omitempty"`
	CallID  string            `json:"tool_call_id,omitempty"`
	Name    string            `json:"name,omitempty"`
}

// wired converts messages to the form in which they are sent. names says
// whether to include the names of answering tools.
func wired(messages []Message, names bool) []wireMessage {
	list := make([]wireMessage, len(messages))
	for i, m := range messages {
		w := wireMessage{Role: m.Role, CallID: m.CallID}
		if m.Text != "" || len(m.Calls) == 0 {
			w.Content = &m.Text
		}
		if names {
			w.Name = m.Name
		}
		for _, c := range m.Calls {
			if c.Arguments == "" {
				c.Arguments = "{}"
			}
			w.Calls = append(w.Calls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments}})
		}
		list[i] = w
	}
	return list
}

// named reports whether a message names the tool that answers.
func named(m Message) bool { return m.Name != "" }

// loose is a text that some endpoints send as another JSON type: arguments as
// an object, identifiers as numbers. Such a value is kept as its JSON text.
type loose string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *loose) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && (b[0] == '"' || b[0] == 'n') {
		return json.Unmarshal(b, (*string)(l)) // null leaves it empty
	}
	*l = loose(b)
	return nil
}

// function is a call without its identifier, which is all that the older
// function_call has.
type function struct {
	Name      string `json:"name"`
	Arguments loose  `json:"arguments"`
}

// toolCall is a call as endpoints send it.
type toolCall struct {
	ID       loose    `json:"id"`
	Function function `json:"function"`
}

// calls returns the calls of a message and makes their identifiers unique.
func calls(list []toolCall, old *function) []Call {
	if len(list) == 0 && old != nil && *old != (function{}) {
		list = []toolCall{{Function: *old}}
	}
	if len(list) == 0 {
		return nil
	}
	taken := map[string]bool{}
	for _, c := range list {
		taken[string(c.ID)] = true
	}
	seen := map[string]bool{"": true}
	out := make([]Call, len(list))
	for i, c := range list {
		id := string(c.ID)
		for n := i + 1; seen[id] || id != string(c.ID) && taken[id]; n++ {
			id = "call_" + strconv.Itoa(n)
		}
		seen[id] = true
		out[i] = Call{ID: id, Name: c.Function.Name, Arguments: string(c.Function.Arguments)}
	}
	return out
}

// noTools recognizes messages saying that the endpoint does not support tools
// at all, for this model or with its current settings. It does not match
// complaints about one tool or its parameters.
var noTools = regexp.MustCompile(`(?i)` +
	`(not|n't) (currently )?support (the )?(parameter |use of )?` + toolWord +
	`|endpoints? found that support ` + toolWord +
	`|` + toolWord + ` (is|are) ((currently )?not|un)[ -]?(supported|available|enabled|implemented|permitted|allowed)` +
	`|(unsupported|unrecogni[sz]ed|unknown|unexpected|extra) (request )?(parameter|argument|field|keyword argument|inputs?)s?( supplied)?[:.]? ?` + toolWord + `([ .,;:]|$)` +
	`|^(body\.)?` + toolWord + `: (extra inputs|additional propert|extra fields)` +
	`|tool choice requires --|tools? params? requires? --`)

// toolWord matches the ways in which endpoints name tools in general.
const toolWord = "['\"`]?(tools|tool[ _-]?choice|tool[ _-]?use|tool[ _-]?call(s|ing)?|functions?|function[ _-]?call(s|ing)?)['\"`]?"

// withoutTools is the hint for a model without tool calling.
const withoutTools = "this model, or the way it is served, has no tool calling: use --protocol react or --protocol hermes"

// refusesTools reports whether an endpoint takes no tools.
func (p problem) refusesTools() bool {
	switch p.param {
	case "tools", "tool_choice":
		return declined.MatchString(p.code + " " + p.message)
	}
	return noTools.MatchString(p.message)
}
