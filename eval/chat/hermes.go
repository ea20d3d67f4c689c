package chat

import (
	"encoding/json"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out/corpus"
)

const (
	hermesOpen  = "<tool_call>"
	hermesClose = "</tool_call>"
)

func hermesPrompt(system string, tools []mission.Tool) string {
	return strings.TrimSpace(system + "\n\nYou can call functions. Their signatures are between <tools> and </tools>:\n<tools>\n" +
		signatures(tools) + "\n</tools>\nTo call functions, write a JSON object with name and arguments between tags for each call. " +
		"Put calls that do not need each other's results into one answer:\n<tool_call>\n{\"name\": <name>, \"arguments\": <object>}\n</tool_call>\n" +
		"The results come back between <tool_response> and </tool_response>. An answer without such tags goes to the user.")
}

func hermesStep(m *corpus.Message) string {
	parts := []string{m.Text}
	for _, c := range m.Calls {
		line, err := json.Marshal(struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}{c.Name, c.Arguments})
		if err == nil {
			parts = append(parts, hermesOpen+"\n"+string(line)+"\n"+hermesClose)
		}
	}
	return joined(parts)
}

func hermesResults(list []corpus.Message) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, "<tool_response>\n"+m.Text+"\n</tool_response>")
	}
	return strings.Join(parts, "\n")
}

// readHermes splits an answer into text and calls. If the text between tags is not
// a call, it becomes a call without a name, which matches no tool.
func readHermes(answer string) (text string, calls []eval.Called) {
	var parts []string
	for {
		before, after, found := strings.Cut(answer, hermesOpen)
		parts = append(parts, before)
		if !found {
			return joined(parts), calls
		}
		inside, rest, _ := strings.Cut(after, hermesClose) // cut off, it ends with the answer
		calls = append(calls, readCall(inside))
		answer = rest
	}
}

// readCall reads {"name": …, "arguments": …}; some models write parameters
// instead.
func readCall(text string) eval.Called {
	text = strings.TrimSpace(text)
	var c struct {
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
	}
	if json.Unmarshal([]byte(text), &c) != nil {
		return eval.Called{Arguments: arguments(text)}
	}
	if c.Arguments == nil {
		c.Arguments = c.Parameters
	}
	return eval.Called{Name: c.Name, Arguments: arguments(plain(c.Arguments))}
}
