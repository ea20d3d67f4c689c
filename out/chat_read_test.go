package out

import (
	"encoding/json"
	"fmt"
	"slices"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// exampleReader is an [Exporter] whose lines can be read back.
type exampleReader interface {
	Exporter
	// ReadExample reads a line of the format. The example has what the format
	// can hold; ID, Entry and the missions that messages belong to are not
	// there.
	ReadExample(line []byte) (*corpus.Example, error)
}

// ReadExample implements [exampleReader]. What carries weight 0 carries no
// loss.
func (openAI) ReadExample(line []byte) (*corpus.Example, error) {
	var doc openAIExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	s := chatStyle{weight: true}
	return s.read(doc.Messages, doc.Tools)
}

// read reads messages and tools of any of the styles. Only how loss and
// thoughts are said depends on s; where s says nothing of loss, every turn of
// the assistant carries it.
func (s chatStyle) read(messages []chatMessage, tools json.RawMessage) (*corpus.Example, error) {
	var x corpus.Example
	for i := range messages {
		m := &messages[i]
		text := ""
		if m.Content != nil {
			text = *m.Content
		}
		if m.Role == systemRole && i == 0 {
			x.System = text
			continue
		}
		out := corpus.Message{Role: corpus.Role(m.Role), Text: text, Thought: m.Reasoning, CallID: m.CallID, Name: m.Name}
		switch out.Role {
		case corpus.User, corpus.Tool:
		case corpus.Assistant:
			out.Train = (m.Weight == nil || *m.Weight != 0) && (!s.training || m.Training != nil && *m.Training)
			if !s.reasoning {
				out.Thought, out.Text = unspoken(text)
			}
		default:
			return nil, fmt.Errorf("/messages/%d: no role is called %q", i, m.Role)
		}
		for j, c := range m.ToolCalls {
			arguments, err := unquoted(c.Function.Arguments)
			if err != nil {
				return nil, fmt.Errorf("/messages/%d/tool_calls/%d: %w", i, j, err)
			}
			out.Calls = append(out.Calls, corpus.Call{ID: c.ID, Name: c.Function.Name, Arguments: arguments})
		}
		x.Messages = append(x.Messages, out)
	}
	if err := nameAnswers(x.Messages); err != nil {
		return nil, err
	}
	var err error
	x.Tools, err = readTools(tools)
	return &x, err
}

// nameAnswers gives the answers of tools the names of the calls that they
// answer, and refuses ids that do not pair.
func nameAnswers(messages []corpus.Message) error {
	open := map[string]string{}
	for i := range messages {
		m := &messages[i]
		for _, c := range m.Calls {
			if _, twice := open[c.ID]; twice {
				return fmt.Errorf("/messages/%d: call %q is there twice", i, c.ID)
			}
			open[c.ID] = c.Name
		}
		if m.Role != corpus.Tool {
			continue
		}
		name, ok := open[m.CallID]
		if !ok {
			return fmt.Errorf("/messages/%d: there is no call %q to answer", i, m.CallID)
		}
		delete(open, m.CallID)
		m.Name = name
	}
	return nil
}

// readTools reads a list of tools, or a string that holds one.
func readTools(doc json.RawMessage) ([]mission.Tool, error) {
	if len(doc) == 0 {
		return nil, nil
	}
	doc, err := unquoted(doc)
	if err != nil {
		return nil, fmt.Errorf("/tools: %w", err)
	}
	var list []chatTool
	if err := json.Unmarshal(doc, &list); err != nil {
		return nil, fmt.Errorf("/tools: %w", err)
	}
	var tools []mission.Tool
	for i, t := range list {
		parameters, err := unquoted(t.Function.Parameters)
		if err != nil {
			return nil, fmt.Errorf("/tools/%d: %w", i, err)
		}
		tools = append(tools, mission.Tool{Name: t.Function.Name, Description: t.Function.Description, Parameters: parameters})
	}
	return tools, nil
}

// unquoted is the document, or the one that it holds if it is a string.
func unquoted(doc json.RawMessage) (json.RawMessage, error) {
	if len(doc) == 0 || doc[0] != '"' {
		return doc, nil
	}
	var text string
	if err := json.Unmarshal(doc, &text); err != nil {
		return nil, err
	}
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("not JSON: %.40q", text)
	}
	return json.RawMessage(text), nil
}

// ReadExample implements [exampleReader]. Every turn of the assistant carries
// loss, but for those of a prompt.
func (trl) ReadExample(line []byte) (*corpus.Example, error) {
	var doc struct {
		Messages   []chatMessage   `json:"messages"`
		Prompt     []chatMessage   `json:"prompt"`
		Completion []chatMessage   `json:"completion"`
		Tools      json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	x, err := trlStyle().read(slices.Concat(doc.Messages, doc.Prompt, doc.Completion), doc.Tools)
	if err != nil || doc.Completion == nil {
		return x, err
	}
	for i := range max(0, len(x.Messages)-len(doc.Completion)) {
		x.Messages[i].Train = false
	}
	return x, nil
}

// ReadExample implements [exampleReader].
func (axolotl) ReadExample(line []byte) (*corpus.Example, error) {
	var doc trlExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	return axolotlStyle().read(doc.Messages, doc.Tools)
}
