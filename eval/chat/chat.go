// Package chat makes a model an agent. An [Agent] uses the tool calling of its
// endpoint, or a [Protocol] that writes tools, calls and results as text, for
// endpoints without tool calling. [NamesOf] gives tools names that endpoints
// accept. Everything is safe for concurrent use if the model is.
package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
)

// Protocol is how tools are described to a model and how it calls them.
type Protocol string

// The protocols.
const (
	Tools  Protocol = "tools"  // the endpoint's tool calling
	ReAct  Protocol = "react"  // Thought, Action and Action Input as text (Yao et al., arXiv 2210.03629)
	Hermes Protocol = "hermes" // JSON between <tool_call> tags, as the Hermes models have it
)

// Protocols lists the protocols, the usual one first.
func Protocols() []Protocol { return []Protocol{Tools, ReAct, Hermes} }

// Read splits an answer into text and calls, for protocols that write calls as text. With
// [Tools], the whole answer is text.
func (p Protocol) Read(answer string) (text string, calls []eval.Called) {
	switch p {
	case ReAct:
		return readReAct(answer)
	case Hermes:
		return readHermes(answer)
	}
	return answer, nil
}

// Write is the inverse of Read: it writes a message of the assistant as text.
func (p Protocol) Write(m *corpus.Message) string {
	switch p {
	case ReAct:
		return reactStep(m)
	case Hermes:
		return hermesStep(m)
	}
	return m.Text
}

// Agent is a model. It implements [eval.Agent].
type Agent struct {
	// Model answers.
	Model model.Completer
	// Protocol is [Tools] when empty.
	Protocol Protocol
	// Spent, if not nil, is called with each answer or its error. An error from it
	// ends the run.
	Spent func(*model.Response, error) error
}

// SpentError is the error of [Agent.Spent]: the run ends in the middle of the
// mission.
type SpentError struct{ Err error }

// Error implements error.
func (e *SpentError) Error() string { return e.Err.Error() }

// Ends reports true: the whole run ends.
func (e *SpentError) Ends() bool { return true }

// Unwrap returns the error of [Agent.Spent].
func (e *SpentError) Unwrap() error { return e.Err }

// Act implements [eval.Agent].
func (a *Agent) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	names := NamesOf(s.Task.Entry.Toolset.Tools)
	r := &model.Request{Trace: fmt.Sprintf("eval/%s/%d", s.Task.Mark(), s.Step)}
	switch a.Protocol {
	case ReAct:
		r.Messages = a.textMessages(s, reactPrompt, reactResults)
	case Hermes:
		r.Messages = a.textMessages(s, hermesPrompt, hermesResults)
	default:
		r.Messages, r.Tools = toolMessages(s, names)
	}
	answer, err := a.Model.Complete(ctx, r)
	if a.Spent != nil {
		if spent := a.Spent(answer, err); spent != nil {
			return nil, &SpentError{spent}
		}
	}
	if err != nil {
		return nil, err
	}
	action := &eval.Action{Text: strings.TrimSpace(model.StripThoughts(answer.Text)), Usage: answer.Usage, Took: answer.Took, Stored: answer.Stored}
	action.Text, action.Calls = a.Protocol.Read(action.Text)
	for _, c := range answer.Calls { // there are none but in the protocol of the endpoint
		action.Calls = append(action.Calls, eval.Called{ID: c.ID, Name: names.Original(c.Name), Arguments: arguments(c.Arguments)})
	}
	identify(action.Calls, s)
	return action, nil
}

// identify gives calls a new id if they have none, or one that the conversation
// already contains.
func identify(calls []eval.Called, s *eval.Scene) {
	taken := map[string]bool{"": true}
	for i := range s.Messages {
		for _, c := range s.Messages[i].Calls {
			taken[c.ID] = true
		}
	}
	for i := range calls {
		if taken[calls[i].ID] {
			calls[i].ID = fmt.Sprintf("call_%d_%d_%d", s.Task.Mission+1, s.Step+1, i+1)
		}
		taken[calls[i].ID] = true
	}
}

// arguments converts what a model wrote to JSON: an object, or a string if it is
// not an object. Empty text means no arguments.
func arguments(text string) json.RawMessage {
	text = strings.TrimSpace(text)
	if text == "" {
		return json.RawMessage("{}")
	}
	if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a string can always be written
	return quoted
}

// toolMessages returns the conversation for endpoints with tool calling. Calls are
// renumbered, because Mistral accepts only ids of nine letters and digits.
// Arguments that are not an object are left out, because vLLM would refuse the
// whole request.
func toolMessages(s *eval.Scene, names Names) ([]model.Message, []model.Tool) {
	var messages []model.Message
	ids := map[string]string{}
	if s.Task.System != "" {
		messages = append(messages, model.Message{Role: "system", Text: s.Task.System})
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		to := model.Message{Role: string(m.Role), Text: m.Text}
		if m.Role == corpus.Tool {
			to.CallID, to.Name = ids[m.CallID], names.Safe(m.Name)
		}
		for _, c := range m.Calls {
			ids[c.ID] = fmt.Sprintf("call%05d", len(ids)+1)
			to.Calls = append(to.Calls, model.Call{ID: ids[c.ID], Name: names.Safe(c.Name), Arguments: object(c.Arguments)})
		}
		messages = append(messages, to)
	}
	var tools []model.Tool
	for _, t := range s.Task.Entry.Toolset.Tools {
		tools = append(tools, model.Tool{Name: names.Safe(t.Name), Description: t.Description, Parameters: t.Parameters})
	}
	return messages, tools
}

// object returns arguments as endpoints accept them.
func object(arguments json.RawMessage) string {
	if len(arguments) > 0 && arguments[0] == '{' {
		return string(arguments)
	}
	return "{}"
}

// plain is the inverse of [arguments].
func plain(arguments json.RawMessage) string {
	var text string
	if json.Unmarshal(arguments, &text) == nil {
		return text
	}
	return string(arguments)
}

// Names gives tools names that endpoints accept, and maps them back.
type Names struct{ to, from map[string]string }

// OpenAI and compatible endpoints accept only these names of tools.
var (
	fitting = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	unfit   = regexp.MustCompile(`[^A-Za-z0-9_-]+`)
)

// NamesOf returns the names for tools that are offered together. Acceptable names
// stay as they are.
func NamesOf(tools []mission.Tool) Names {
	n := Names{map[string]string{}, map[string]string{}}
	for _, t := range tools {
		if fitting.MatchString(t.Name) {
			n.from[t.Name] = t.Name
		}
	}
	for _, t := range tools {
		if fitting.MatchString(t.Name) {
			continue
		}
		base := strings.Trim(unfit.ReplaceAllString(t.Name, "_"), "_")
		base = base[:min(len(base), 56)]
		if base == "" {
			base = "tool"
		}
		name := base
		for i := 2; n.from[name] != ""; i++ {
			name = fmt.Sprintf("%s_%d", base, i)
		}
		n.to[t.Name], n.from[name] = name, t.Name
	}
	return n
}

// Safe returns the name under which a tool is offered.
func (n Names) Safe(name string) string {
	if safe, ok := n.to[name]; ok {
		return safe
	}
	return name
}

// Original returns the original name of the tool that is offered under a safe name.
// It returns unknown names unchanged.
func (n Names) Original(name string) string {
	if original, ok := n.from[name]; ok {
		return original
	}
	return name
}

// textMessages returns the conversation for a model that knows the tools only from
// its prompt. Results are messages of the user, because many chat templates have
// no other role for them.
func (a *Agent) textMessages(s *eval.Scene, prompt func(system string, tools []mission.Tool) string, results func([]corpus.Message) string) []model.Message {
	messages := []model.Message{{Role: "system", Text: prompt(s.Task.System, s.Task.Entry.Toolset.Tools)}}
	for i := 0; i < len(s.Messages); {
		m := &s.Messages[i]
		switch m.Role {
		case corpus.Tool:
			end := i
			for end < len(s.Messages) && s.Messages[end].Role == corpus.Tool {
				end++
			}
			messages = append(messages, model.Message{Role: "user", Text: results(s.Messages[i:end])})
			i = end
			continue
		case corpus.Assistant:
			messages = append(messages, model.Message{Role: "assistant", Text: a.Protocol.Write(m)})
		default:
			messages = append(messages, model.Message{Role: string(m.Role), Text: m.Text})
		}
		i++
	}
	return messages
}

// signatures lists tools for prompts, one per line.
func signatures(tools []mission.Tool) string {
	var b strings.Builder
	for _, t := range tools {
		line, err := json.Marshal(struct {
			Type     string `json:"type"`
			Function any    `json:"function"`
		}{"function", struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		}{t.Name, t.Description, t.Parameters}})
		if err != nil {
			continue // parameters that are no JSON were refused when the entry was read
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// document returns the JSON value at the beginning of a text, and the rest of the
// text.
func document(text string) (value json.RawMessage, rest string, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	if d.Decode(&value) != nil {
		return nil, text, false
	}
	return value, text[d.InputOffset():], true
}

// joined joins the texts between calls.
func joined(parts []string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, "\n")
}
