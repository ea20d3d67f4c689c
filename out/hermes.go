package out

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// hermes is the format of the Hermes models: turns of text in which tools,
// calls and answers are JSON between tags.
//
// A text that contains one of the tags could be taken for a call. In JSON, an escape
// prevents this and means the same: \u003ctool_call>. What people say has no escapes,
// so such examples are skipped.
type hermes struct{}

func (hermes) Name() string  { return "hermes" }
func (hermes) About() string { return "chats with calls between tags, for Hermes-style models" }

func (hermes) Choices() []Choice { return chatChoices }
func (hermes) Lacks() string     { return "" }

func (f hermes) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+".jsonl", o, f.encode), nil
}

// shareExample is the shape that the formats derived from ShareGPT have in common.
type shareExample struct {
	Conversations []shareTurn `json:"conversations"`
}

type shareTurn struct {
	From  string `json:"from"`
	Value string `json:"value"`
}

const (
	fromSystem = "system"
	fromHuman  = "human"
	fromGPT    = "gpt"
	fromTool   = "tool"
)

// The parts of Hermes' texts. Between a pair of tags is JSON.
const (
	hermesTools = "You can call functions. Between <tools> and </tools> is the list of their signatures. " +
		"Call them with the values that you know, and do not guess any.\n<tools>\n"
	hermesCalls = "\n</tools>\nFor each call, write a JSON object with the name of the function and its arguments between tags:\n" +
		"<tool_call>\n{\"name\": <name>, \"arguments\": <arguments>}\n</tool_call>"
	callOpen, callClose     = "<tool_call>\n", "\n</tool_call>"
	answerOpen, answerClose = "<tool_response>\n", "\n</tool_response>"
)

const tagInText = cannotSay("a text holds one of the format's tags")

type hermesCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type hermesAnswer struct {
	Name    string          `json:"name"`
	Content json.RawMessage `json:"content"`
}

func (hermes) encode(x *corpus.Example) ([]byte, error) {
	var line shareExample
	system, err := hermesSystem(x)
	if err != nil {
		return nil, err
	}
	if system != "" {
		line.Conversations = append(line.Conversations, shareTurn{fromSystem, system})
	}
	for i := range x.Messages {
		m := &x.Messages[i]
		from, value, err := hermesTurn(m)
		if err != nil {
			return nil, err
		}
		// The answers to calls made at once are one turn.
		if last := len(line.Conversations) - 1; m.Role == corpus.Tool && last >= 0 && line.Conversations[last].From == from {
			line.Conversations[last].Value += "\n" + value
			continue
		}
		line.Conversations = append(line.Conversations, shareTurn{from, value})
	}
	return lineOf(&line)
}

// hermesSystem is the system prompt, followed by the tools.
func hermesSystem(x *corpus.Example) (string, error) {
	if hasTag(x.System) {
		return "", tagInText
	}
	if len(x.Tools) == 0 {
		return x.System, nil
	}
	tools, err := chatStyle{}.tools(x.Tools)
	if err != nil {
		return "", err
	}
	text := hermesTools + withoutTags(tools) + hermesCalls
	if x.System != "" {
		text = x.System + "\n\n" + text
	}
	return text, nil
}

func hermesTurn(m *corpus.Message) (from, value string, err error) {
	if m.Role == corpus.Tool {
		answer, err := lineOf(&hermesAnswer{m.Name, json.RawMessage(m.Text)})
		if err != nil {
			return "", "", fmt.Errorf("the answer to %s: %w", m.CallID, err)
		}
		return fromTool, answerOpen + withoutTags(answer) + answerClose, nil
	}
	if hasTag(m.Text) || hasTag(m.Thought) {
		return "", "", tagInText
	}
	if m.Role == corpus.User {
		return fromHuman, m.Text, nil
	}
	parts := make([]string, 0, 1+len(m.Calls))
	said, err := spoken(m, m.Text)
	if err != nil {
		return "", "", err
	}
	if said != "" {
		parts = append(parts, said)
	}
	for _, c := range m.Calls {
		call, err := lineOf(&hermesCall{c.Name, c.Arguments})
		if err != nil {
			return "", "", fmt.Errorf("call %s: %w", c.ID, err)
		}
		parts = append(parts, callOpen+withoutTags(call)+callClose)
	}
	return fromGPT, strings.Join(parts, "\n"), nil
}

// The beginnings of all tags, opening and closing.
const (
	tagOpens  = "<tool"
	tagCloses = "</tool"
)

func hasTag(text string) bool {
	return strings.Contains(text, tagOpens) || strings.Contains(text, tagCloses)
}

// withoutTags escapes JSON so that no text in it contains a tag. JSON has no "<"
// outside of strings.
func withoutTags(doc []byte) string {
	if !hasTag(string(doc)) {
		return string(doc)
	}
	return strings.NewReplacer(tagOpens, `\u003ctool`, tagCloses, `\u003c/tool`).Replace(string(doc))
}

// plainTools are the definitions of tools without OpenAI's envelope.
func plainTools(tools []mission.Tool) []toolDefinition {
	list := make([]toolDefinition, 0, len(tools))
	for i := range tools {
		list = append(list, toolDefinition{tools[i].Name, tools[i].Description, tools[i].Parameters})
	}
	return list
}
