package out

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// The formats openai, trl and axolotl have OpenAI's messages in common. A chatStyle
// says how they differ.

type chatStyle struct {
	names         map[string]string // of tools, where they are changed
	textArguments bool              // arguments are JSON strings, not objects
	textSchemas   bool              // the parameters of tools are JSON strings, too
	wholeRows     bool              // every message has a content, and every answer of a tool a name
	reasoning     bool              // thoughts have a field of their own
	weight        bool              // messages of the assistant have the weight 0 if they carry no loss
	training      bool              // every message says whether it carries loss
}

// chatMessage has the keys of all styles. Keys without a value are left out, never
// null.
type chatMessage struct {
	Role      string     `json:"role"`
	Content   *string    `json:"content,omitempty"`
	Reasoning string     `json:"reasoning_content,omitempty"`
	ToolCalls []chatCall `json:"tool_calls,omitempty"`
	CallID    string     `json:"tool_call_id,omitempty"`
	Name      string     `json:"name,omitempty"`
	Weight    *int       `json:"weight,omitempty"`
	Training  *bool      `json:"training,omitempty"`
}

type chatCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function chatFunction `json:"function"`
}

type chatFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // an object, or a string that holds one
}

type chatTool struct {
	Type     string         `json:"type"`
	Function toolDefinition `json:"function"`
}

type toolDefinition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // a JSON Schema, or a string that holds one
}

const systemRole = "system"

// messages writes the system prompt and the messages.
func (s chatStyle) messages(system string, messages []corpus.Message) ([]chatMessage, error) {
	list := make([]chatMessage, 0, len(messages)+1)
	if system != "" {
		list = append(list, s.loss(chatMessage{Role: systemRole, Content: &system}, false))
	}
	for i := range messages {
		m := &messages[i]
		out := chatMessage{Role: string(m.Role), CallID: m.CallID}
		text := m.Text
		if s.reasoning {
			out.Reasoning = m.Thought
		} else {
			var err error
			if text, err = spoken(m, m.Text); err != nil {
				return nil, err
			}
		}
		if s.wholeRows || text != "" || len(m.Calls) == 0 {
			out.Content = &text
		}
		if s.wholeRows {
			out.Name = s.name(m.Name)
		}
		for _, c := range m.Calls {
			call := chatCall{ID: c.ID, Type: "function", Function: chatFunction{s.name(c.Name), c.Arguments}}
			if s.textArguments {
				var err error
				if call.Function.Arguments, err = appendString(nil, string(c.Arguments)); err != nil {
					return nil, fmt.Errorf("the arguments of %s: %w", c.ID, err)
				}
			}
			out.ToolCalls = append(out.ToolCalls, call)
		}
		list = append(list, s.loss(out, m.Train))
	}
	return list, nil
}

func (s chatStyle) name(name string) string { return cmp.Or(s.names[name], name) }

// loss notes whether the message carries loss, in the way of the style.
func (s chatStyle) loss(m chatMessage, train bool) chatMessage {
	if s.training {
		m.Training = &train
	}
	if s.weight && !train && m.Role == string(corpus.Assistant) {
		m.Weight = new(int)
	}
	return m
}

// tools writes a list of tools.
func (s chatStyle) tools(tools []mission.Tool) (json.RawMessage, error) {
	list := make([]chatTool, 0, len(tools))
	for i := range tools {
		t := &tools[i]
		function := toolDefinition{s.name(t.Name), t.Description, t.Parameters}
		if s.textSchemas && len(t.Parameters) > 0 {
			compact, err := appendRaw(nil, t.Parameters)
			if err == nil {
				function.Parameters, err = appendString(nil, string(compact))
			}
			if err != nil {
				return nil, fmt.Errorf("the parameters of %s: %w", t.Name, err)
			}
		}
		list = append(list, chatTool{"function", function})
	}
	doc, err := lineOf(&list)
	if err != nil {
		return nil, fmt.Errorf("/toolset/tools%w", err)
	}
	return doc, nil
}

// toolsField writes tools as a list, or as a string with a list if o says so.
func (s chatStyle) toolsField(tools []mission.Tool, o ExportOptions) (json.RawMessage, error) {
	list, err := s.tools(tools)
	if err != nil || !o.ToolsText {
		return list, err
	}
	return appendString(nil, string(list))
}

// Thoughts come before what is said, between tags, as reasoning models write them.
// LLaMA-Factory and the chat templates of Qwen read them from there.
const (
	thinkOpen  = "<think>\n"
	thinkClose = "\n</think>"
	thinkSpace = "\n\n" // before what is said
)

const thinkInText = cannotSay("a turn of the assistant holds the tags of thoughts")

// spoken returns the thought of a message, if it has one, and then text. It fails with
// a cannotSay if the two could not be separated again.
func spoken(m *corpus.Message, text string) (string, error) {
	if m.Role != corpus.Assistant {
		return text, nil
	}
	whole := text
	if m.Thought != "" {
		whole = thinkOpen + m.Thought + thinkClose
		if text != "" {
			whole += thinkSpace + text
		}
	}
	if thought, rest := unspoken(whole); thought != m.Thought || rest != text {
		return "", thinkInText
	}
	return whole, nil
}

// unspoken separates what [spoken] has joined.
func unspoken(whole string) (thought, text string) {
	inner, ok := strings.CutPrefix(whole, thinkOpen)
	if !ok {
		return "", whole
	}
	thought, text, ok = strings.Cut(inner, thinkClose)
	if !ok {
		return "", whole
	}
	return thought, strings.TrimPrefix(text, thinkSpace)
}
