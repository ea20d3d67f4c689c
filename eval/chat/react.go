package chat

import (
	"encoding/json"
	"regexp"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out/corpus"
)

func reactPrompt(system string, tools []mission.Tool) string {
	return strings.TrimSpace(system + "\n\nYou can use these tools:\n" + signatures(tools) +
		"\n\nTo use tools, answer in this form. Repeat the last two lines for each further use that does not need the result of another one:\n" +
		"Thought: <why>\nAction: <name of the tool>\nAction Input: <its arguments as a JSON object>\n" +
		"Then stop. The results come back as Observation lines. To speak to the user, answer in this form:\n" +
		"Thought: <why>\nAnswer: <what the user reads>")
}

func reactStep(m *corpus.Message) string {
	if len(m.Calls) == 0 {
		return "Answer: " + m.Text
	}
	var parts []string
	if m.Text != "" {
		parts = append(parts, "Thought: "+m.Text)
	}
	for _, c := range m.Calls {
		parts = append(parts, "Action: "+c.Name, "Action Input: "+plain(c.Arguments))
	}
	return strings.Join(parts, "\n")
}

func reactResults(list []corpus.Message) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, "Observation: "+m.Text)
	}
	return strings.Join(parts, "\n")
}

// The marks at the beginning of lines. Some models print them in bold.
var (
	reactAction = regexp.MustCompile(`(?m)^[ \t]*\**Action\**:\**[ \t]*`)
	reactInput  = regexp.MustCompile(`(?m)^[ \t]*\**Action[ _]Input\**:\**[ \t]*`)
	reactMade   = regexp.MustCompile(`(?m)^[ \t]*\**Observation\**:`)
	reactAnswer = regexp.MustCompile(`(?m)^[ \t]*\**(Final )?(Answer|Response)\**:\**[ \t]*`)
	reactThink  = regexp.MustCompile(`(?m)^[ \t]*\**Thought\**:\**[ \t]*`)
	fence       = regexp.MustCompile("^```[a-z]*\\s*")
)

// readReAct splits an answer into text and calls. A made-up observation and
// everything behind it are ignored.
func readReAct(answer string) (text string, calls []eval.Called) {
	if made := reactMade.FindStringIndex(answer); made != nil {
		answer = answer[:made[0]]
	}
	if at := reactAction.FindAllStringIndex(answer, -1); at != nil {
		for i, mark := range at {
			end := len(answer)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			calls = append(calls, readAction(answer[mark[1]:end]))
		}
		return thought(answer[:at[0][0]]), calls
	}
	if at := reactAnswer.FindStringIndex(answer); at != nil {
		return strings.TrimSpace(answer[at[1]:]), nil
	}
	return thought(answer), nil
}

// thought removes the mark of thoughts from a text.
func thought(text string) string {
	return strings.TrimSpace(reactThink.ReplaceAllString(text, ""))
}

// readAction reads the name and the input of one call.
func readAction(text string) eval.Called {
	name, input := text, ""
	if at := reactInput.FindStringIndex(text); at != nil {
		name, input = text[:at[0]], strings.TrimSpace(text[at[1]:])
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), "\n")
	name = strings.Trim(strings.TrimSpace(name), "`*\"")
	input = fence.ReplaceAllString(input, "")
	if value, _, ok := document(input); ok {
		var text string
		if json.Unmarshal(value, &text) == nil {
			return eval.Called{Name: name, Arguments: arguments(text)}
		}
		return eval.Called{Name: name, Arguments: arguments(string(value))}
	}
	return eval.Called{Name: name, Arguments: arguments(input)}
}
