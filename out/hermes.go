package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// hermes is the format of the Hermes models: turns of text in which tools,
// calls and answers are JSON between tags.
//
// A text that holds one of the tags could be taken for a call. In JSON the tag
// is broken by an escape, which says the same: \u003ctool_call>. In what people
// say there are no escapes, so such examples are skipped.
type hermes struct{}

func (hermes) Name() string  { return "hermes" }
func (hermes) About() string { return "chats with calls between tags, for models of the Hermes kind" }

func (f hermes) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+".jsonl", o, f.encode), nil
}

// shareExample is the shape that the formats after ShareGPT have in common.
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

// The parts of Hermes' texts. What stands between a pair of tags is JSON.
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
		// What calls made at once return is one turn.
		if last := len(line.Conversations) - 1; m.Role == corpus.Tool && last >= 0 && line.Conversations[last].From == from {
			line.Conversations[last].Value += "\n" + value
			continue
		}
		line.Conversations = append(line.Conversations, shareTurn{from, value})
	}
	return lineOf(&line)
}

// hermesSystem is the system prompt and the tools below it.
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

// withoutTags writes JSON so that no text in it holds a tag. Outside of strings
// JSON has no "<".
func withoutTags(doc []byte) string {
	if !hasTag(string(doc)) {
		return string(doc)
	}
	return strings.NewReplacer(tagOpens, `\u003ctool`, tagCloses, `\u003c/tool`).Replace(string(doc))
}

// ReadExample implements [ExampleReader]. Calls are numbered in their order,
// for the format has no ids; every turn of the assistant carries loss, for it
// does not say.
func (hermes) ReadExample(line []byte) (*corpus.Example, error) {
	var doc shareExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	var x corpus.Example
	var ids callIDs
	for i, t := range doc.Conversations {
		var err error
		switch t.From {
		case fromSystem:
			err = readHermesSystem(&x, t.Value)
		case fromHuman:
			x.Messages = append(x.Messages, corpus.Message{Role: corpus.User, Text: t.Value})
		case fromGPT:
			var m corpus.Message
			m, err = readHermesTurn(t.Value, &ids)
			x.Messages = append(x.Messages, m)
		case fromTool:
			var answers []json.RawMessage
			var rest string
			if rest, answers, err = between(t.Value, answerOpen, answerClose); err == nil && (rest != "" || len(answers) == 0) {
				err = errors.New("there is more or less than answers")
			}
			for _, doc := range answers {
				var a hermesAnswer
				err = errors.Join(err, json.Unmarshal(doc, &a))
				id, name, ok := ids.answered()
				if !ok || name != a.Name {
					err = errors.Join(err, fmt.Errorf("there is no call of %q to answer", a.Name))
				}
				x.Messages = append(x.Messages, corpus.Message{Role: corpus.Tool, Text: string(a.Content), CallID: id, Name: a.Name})
			}
		default:
			err = fmt.Errorf("no turn is from %q", t.From)
		}
		if err != nil {
			return nil, fmt.Errorf("/conversations/%d: %w", i, err)
		}
	}
	return &x, nil
}

func readHermesSystem(x *corpus.Example, text string) error {
	at := strings.Index(text, hermesTools)
	if at < 0 {
		x.System = text
		return nil
	}
	tools, ok := strings.CutSuffix(text[at+len(hermesTools):], hermesCalls)
	if !ok {
		return errors.New("the list of tools has no end")
	}
	x.System = strings.TrimSuffix(text[:at], "\n\n")
	var err error
	x.Tools, err = readTools(json.RawMessage(tools))
	return err
}

func readHermesTurn(value string, ids *callIDs) (corpus.Message, error) {
	m := corpus.Message{Role: corpus.Assistant, Train: true}
	said, calls, err := between(value, callOpen, callClose)
	if err != nil {
		return m, err
	}
	m.Thought, m.Text = unspoken(said)
	for _, doc := range calls {
		var c hermesCall
		if err := json.Unmarshal(doc, &c); err != nil {
			return m, err
		}
		m.Calls = append(m.Calls, ids.call(c.Name, c.Arguments))
	}
	return m, nil
}

// between takes the documents out of a text in which they stand last, each
// between tags.
func between(text, opens, closes string) (before string, docs []json.RawMessage, err error) {
	parts := strings.Split(text, opens)
	for _, part := range parts[1:] {
		doc, rest, ok := strings.Cut(part, closes)
		if !ok || strings.TrimSpace(rest) != "" {
			return "", nil, fmt.Errorf("%q is not closed by %q", strings.TrimSpace(opens), strings.TrimSpace(closes))
		}
		docs = append(docs, json.RawMessage(doc))
	}
	if len(docs) == 0 {
		return text, nil, nil
	}
	return strings.TrimSuffix(parts[0], "\n"), docs, nil
}

// callIDs gives ids to calls of formats that have none, and pairs them with
// their answers by their order.
type callIDs struct {
	made int
	open []corpus.Call
}

func (n *callIDs) call(name string, arguments json.RawMessage) corpus.Call {
	n.made++
	c := corpus.Call{ID: fmt.Sprintf("call_%d", n.made), Name: name, Arguments: arguments}
	n.open = append(n.open, c)
	return c
}

// answered is the call that the next answer is for.
func (n *callIDs) answered() (id, name string, ok bool) {
	if len(n.open) == 0 {
		return "", "", false
	}
	c := n.open[0]
	n.open = n.open[1:]
	return c.ID, c.Name, true
}

// plainTools are the definitions of tools without OpenAI's envelope.
func plainTools(tools []mission.Tool) []toolDefinition {
	list := make([]toolDefinition, 0, len(tools))
	for i := range tools {
		list = append(list, toolDefinition{tools[i].Name, tools[i].Description, tools[i].Parameters})
	}
	return list
}
