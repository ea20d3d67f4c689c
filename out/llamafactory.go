package out

import (
	"bytes"
	"encoding/json"
	"fmt"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// llamaFactory is LLaMA-Factory's ShareGPT, in which turns alternate strictly. Calls
// made at once are one turn with a list, and their answers are another. Every split
// is a folder, because it may consist of several files.
type llamaFactory struct{}

func (llamaFactory) Name() string  { return "llamafactory" }
func (llamaFactory) About() string { return "chats for LLaMA-Factory, ShareGPT with dataset_info.json" }

func (llamaFactory) Choices() []Choice { return without(chatChoices, ChooseZstd) }
func (llamaFactory) Lacks() string     { return "" }

func (f llamaFactory) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+"/"+split+".jsonl", o, f.encode), nil
}

// Finisher is an [Exporter] that also writes something about all splits together.
type Finisher interface {
	Exporter
	// Finish is called once for each output, after the sinks of all splits are
	// closed.
	Finish(to Output, splits []string) error
}

// Finish implements [Finisher]: dataset_info.json declares every split as a dataset
// called switchyard_SPLIT.
func (llamaFactory) Finish(to Output, splits []string) error {
	return llamaInfo(to, splits, "switchyard_", llamaDataset{
		Formatting: "sharegpt",
		Columns:    map[string]string{"messages": "conversations", "system": "system", "tools": "tools"},
	})
}

type llamaDataset struct {
	File       string            `json:"file_name"` // a folder, of which every file is read
	Formatting string            `json:"formatting"`
	Ranking    bool              `json:"ranking,omitempty"`
	Columns    map[string]string `json:"columns"`
	Tags       map[string]string `json:"tags"`
}

// llamaInfo writes dataset_info.json.
func llamaInfo(to Output, splits []string, prefix string, d llamaDataset) (err error) {
	d.Tags = map[string]string{
		"role_tag": "from", "content_tag": "value", "system_tag": fromSystem,
		"user_tag": fromHuman, "observation_tag": fromObservation,
		"assistant_tag": fromGPT, "function_tag": fromCall,
	}
	info := map[string]llamaDataset{}
	for _, split := range splits {
		d.File = split
		info[prefix+split] = d
	}
	doc, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(to, "dataset_info.json", append(doc, '\n'))
}

const (
	fromObservation = "observation"
	fromCall        = "function_call"
)

const (
	textAndCalls   = cannotSay("a turn of the assistant both speaks and calls")
	notAlternating = cannotSay("the turns do not alternate")
)

type llamaExample struct {
	Conversations []shareTurn `json:"conversations"`
	System        string      `json:"system"`
	Tools         string      `json:"tools"` // JSON of a list of definitions
}

func (llamaFactory) encode(x *corpus.Example) ([]byte, error) {
	line := llamaExample{System: x.System}
	var err error
	if line.Conversations, err = llamaTurns(x.Messages); err != nil {
		return nil, err
	}
	if len(line.Conversations)%2 != 0 {
		return nil, notAlternating
	}
	if line.Tools, err = llamaTools(x.Tools); err != nil {
		return nil, err
	}
	return lineOf(&line)
}

// llamaTurns writes alternating messages; the first is on the side of the user.
func llamaTurns(messages []corpus.Message) ([]shareTurn, error) {
	var turns []shareTurn
	for i := 0; i < len(messages); i++ {
		m := &messages[i]
		answers := i + 1
		for m.Role == corpus.Tool && answers < len(messages) && messages[answers].Role == corpus.Tool {
			answers++
		}
		turn, err := llamaTurn(messages[i:answers])
		if err != nil {
			return nil, err
		}
		i = answers - 1
		if assistant := len(turns)%2 != 0; assistant != (m.Role == corpus.Assistant) {
			return nil, notAlternating
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// llamaTurn writes one message, or the answers to calls that were made at once.
func llamaTurn(messages []corpus.Message) (shareTurn, error) {
	m := &messages[0]
	switch {
	case m.Role == corpus.User:
		return shareTurn{fromHuman, m.Text}, nil
	case m.Role == corpus.Tool && len(messages) == 1:
		return shareTurn{fromObservation, m.Text}, nil
	case m.Role == corpus.Tool:
		var list []json.RawMessage
		for i := range messages {
			list = append(list, json.RawMessage(messages[i].Text))
		}
		doc, err := lineOf(&list)
		return shareTurn{fromObservation, string(doc)}, err
	case len(m.Calls) == 0:
		text, err := spoken(m, m.Text)
		return shareTurn{fromGPT, text}, err
	case m.Text != "":
		return shareTurn{}, textAndCalls
	}
	var list []hermesCall
	for _, c := range m.Calls {
		list = append(list, hermesCall{c.Name, c.Arguments})
	}
	doc, err := lineOf(&list)
	if len(list) == 1 && err == nil {
		doc, err = lineOf(&list[0])
	}
	if err != nil {
		return shareTurn{}, fmt.Errorf("the calls of %s: %w", m.Calls[0].ID, err)
	}
	// LLaMA-Factory removes the thought before it reads the JSON.
	text, err := spoken(m, string(doc))
	return shareTurn{fromCall, text}, err
}

// llamaTools is the list of tools. Each gets "properties", because LLaMA-Factory fails
// without it.
func llamaTools(tools []mission.Tool) (string, error) {
	if len(tools) == 0 {
		return "", nil
	}
	list := plainTools(tools)
	for i := range list {
		var schema struct {
			Properties json.RawMessage `json:"properties"`
		}
		if json.Unmarshal(list[i].Parameters, &schema) == nil && bytes.HasPrefix(schema.Properties, []byte("{")) {
			continue
		}
		parameters, err := mmtbParameters(list[i].Parameters)
		if err != nil {
			return "", fmt.Errorf("/toolset/tools/%d/parameters: %w", i, err)
		}
		list[i].Parameters = json.RawMessage(parameters)
	}
	doc, err := lineOf(&list)
	if err != nil {
		return "", fmt.Errorf("/toolset/tools%w", err)
	}
	return string(doc), nil
}
