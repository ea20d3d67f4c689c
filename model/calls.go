package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/sashabaranov/go-openai"
)

// Tool is a function that the model may call in the place of an answer in text.
// Name, description and parameters are sent as they are. OpenAI, and most who
// follow it, take only names of letters, digits, "_" and "-", at most 64 of
// them; who offers tools of other names ("flights.search") has to give them
// fitting ones, and to tell the calls apart by those.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // JSON Schema of the arguments; nil: it takes none
}

// Call is a call of a tool, made by the model or shown to it as made before.
type Call struct {
	// ID pairs the call with the message of role "tool" that answers it. Where
	// the endpoint gave none, or the same one twice in an answer, it is
	// "call_1", "call_2", … by the call's place in the answer.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments is the JSON text that the model wrote, which may be no JSON.
	// Endpoints that send the document itself and not its text give that; "" if
	// there was nothing. A call without arguments is sent with "{}".
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

// offered returns tools in a form that does not depend on how their parameters
// were written.
func offered(tools []Tool) ([]Tool, error) {
	var list []Tool
	for _, t := range tools {
		if len(t.Parameters) > 0 {
			text, err := sorted(t.Parameters)
			if err != nil {
				return nil, fmt.Errorf("the parameters of the tool %q are no JSON: %w", t.Name, err)
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

// wired returns messages as they are sent, the names of answering tools only if
// they are wanted.
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

// loose is a text that some endpoints send as something else: arguments as an
// object, identifiers as numbers. Those are kept as their JSON text.
type loose string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *loose) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && (b[0] == '"' || b[0] == 'n') {
		return json.Unmarshal(b, (*string)(l)) // null leaves it empty
	}
	*l = loose(b)
	return nil
}

// function is a call without its identifier: all that the older function_call
// has.
type function struct {
	Name      string `json:"name"`
	Arguments loose  `json:"arguments"`
}

// toolCall is a call as it comes.
type toolCall struct {
	ID       loose    `json:"id"`
	Function function `json:"function"`
}

// calls returns the calls of a message, each with an identifier of its own.
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

// noTools finds in the words of an endpoint that it takes no tools at all, for
// this model or as it was started. What is wrong with one of the tools, or with
// its parameters, is something else.
var noTools = regexp.MustCompile(`(?i)` +
	`(not|n't) (currently )?support (the )?(parameter |use of )?` + toolWord +
	`|endpoints? found that support ` + toolWord +
	`|` + toolWord + ` (is|are) ((currently )?not|un)[ -]?(supported|available|enabled|implemented|permitted|allowed)` +
	`|(unsupported|unrecogni[sz]ed|unknown|unexpected|extra) (request )?(parameter|argument|field|keyword argument|inputs?)s?( supplied)?[:.]? ?` + toolWord + `([ .,;:]|$)` +
	`|^(body\.)?` + toolWord + `: (extra inputs|additional propert|extra fields)` +
	`|tool choice requires --|tools? params? requires? --`)

// toolWord is how endpoints speak of tools in general.
const toolWord = "['\"`]?(tools|tool[ _-]?choice|tool[ _-]?use|tool[ _-]?call(s|ing)?|functions?|function[ _-]?call(s|ing)?)['\"`]?"

// withoutTools is what to do about a model that takes no tools.
const withoutTools = "this model, or the way it is served, has no tool calling: use a protocol that does without, --protocol react or --protocol hermes"

// refusesTools reports whether an endpoint takes no tools.
func (p problem) refusesTools() bool {
	switch p.param {
	case "tools", "tool_choice":
		return declined.MatchString(p.code + " " + p.message)
	}
	return noTools.MatchString(p.message)
}
