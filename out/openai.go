package out

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// openAI is the format of OpenAI's chat fine-tuning. A line is an object with messages
// and tools; arguments are JSON strings; weight says which turns carry loss. Tool
// names that OpenAI does not allow are changed; see [safeNames].
type openAI struct{}

func (openAI) Name() string  { return "openai" }
func (openAI) About() string { return "chats for fine-tuning by OpenAI and compatible services" }

func (openAI) Choices() []Choice { return append(slices.Clone(chatChoices), ChooseLoss) }
func (openAI) Lacks() string     { return "" }

func (f openAI) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+".jsonl", o, f.encode), nil
}

// maxOpenAITools is how many tools a request or an example may have.
const maxOpenAITools = 128

const tooManyTools = cannotSay("more than 128 tools")

type openAIExample struct {
	Messages []chatMessage   `json:"messages"`
	Tools    json.RawMessage `json:"tools,omitempty"`
	// Parallel must be left out if there are no tools.
	Parallel *bool `json:"parallel_tool_calls,omitempty"`
}

func (f openAI) encode(x *corpus.Example) ([]byte, error) {
	names := safeNames(x.Tools)
	line, err := f.example(x.System, x.Messages, x.Tools, chatStyle{names: names, textArguments: true, weight: true})
	if err != nil {
		return nil, err
	}
	if line.Tools != nil {
		parallel := x.Parallel()
		line.Parallel = &parallel
	}
	return lineOf(line)
}

// example makes what a fine-tuning example and the input of a preference have in
// common.
func (openAI) example(system string, messages []corpus.Message, tools []mission.Tool, s chatStyle) (*openAIExample, error) {
	if len(tools) > maxOpenAITools {
		return nil, tooManyTools
	}
	var line openAIExample
	var err error
	if line.Messages, err = s.messages(system, messages); err != nil {
		return nil, err
	}
	if len(tools) > 0 {
		line.Tools, err = s.tools(tools)
	}
	return &line, err
}

// safeNames maps the names of tools to names that OpenAI allows: at most 64 letters,
// digits, underscores and dashes. Other characters become underscores, and longer
// names are cut. If the result is taken, it gets a suffix: _2, _3 and so on. Names
// that need no change are not in the map.
func safeNames(tools []mission.Tool) map[string]string {
	taken := map[string]bool{}
	var others []string
	for i := range tools {
		if name := tools[i].Name; safeName(name) == name {
			taken[name] = true
		} else {
			others = append(others, name)
		}
	}
	var names map[string]string
	for _, name := range others {
		if names[name] != "" {
			continue
		}
		safe := safeName(name)
		for n := 2; taken[safe]; n++ {
			number := fmt.Sprintf("_%d", n)
			safe = safeName(name)
			safe = safe[:min(len(safe), maxOpenAIName-len(number))] + number
		}
		taken[safe] = true
		if names == nil {
			names = map[string]string{}
		}
		names[name] = safe
	}
	return names
}

const maxOpenAIName = 64

// safeName returns the name without what OpenAI does not allow. Another tool may have
// that name.
func safeName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	if safe == "" {
		return "_"
	}
	return safe[:min(len(safe), maxOpenAIName)]
}
