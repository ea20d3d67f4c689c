package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// llamaFactory is LLaMA-Factory's ShareGPT: turns that alternate strictly. Calls
// made at once are one turn with a list, and their answers another. Every
// split is a folder, because it may be in several files.
type llamaFactory struct{}

func (llamaFactory) Name() string  { return "llamafactory" }
func (llamaFactory) About() string { return "chats for LLaMA-Factory, ShareGPT with dataset_info.json" }

func (f llamaFactory) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+"/"+split+".jsonl", o, f.encode), nil
}

// Finisher is an [Exporter] that has something to write about all splits
// together.
type Finisher interface {
	Exporter
	// Finish is called once for an output, when the sinks of all splits are
	// closed.
	Finish(to Output, splits []string) error
}

// Finish implements [Finisher]: dataset_info.json makes every split known as a
// dataset called switchyard_SPLIT.
func (llamaFactory) Finish(to Output, splits []string) error {
	return llamaInfo(to, splits, "switchyard_", llamaDataset{
		Formatting: "sharegpt",
		Columns:    map[string]string{"messages": "conversations", "system": "system", "tools": "tools"},
	})
}

type llamaDataset struct {
	File       string            `json:"file_name"` // a folder, all files of which are read
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
	file, err := to.Create("dataset_info.json")
	if err != nil {
		return err
	}
	_, err = file.Write(append(doc, '\n'))
	return errors.Join(err, file.Close())
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

// llamaTurns writes messages, alternating, from the side of the user first.
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
	// LLaMA-Factory cuts the thought off before it reads the JSON.
	text, err := spoken(m, string(doc))
	return shareTurn{fromCall, text}, err
}

// llamaTools is the list of tools, each with "properties", without which
// LLaMA-Factory fails.
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

// ReadExample implements [ExampleReader]. Calls are numbered in their order,
// for the format has no ids; every turn of the assistant carries loss, for it
// does not say.
func (llamaFactory) ReadExample(line []byte) (*corpus.Example, error) {
	var doc llamaExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	x := corpus.Example{System: doc.System}
	var err error
	if doc.Tools != "" {
		var list []toolDefinition
		if err := json.Unmarshal([]byte(doc.Tools), &list); err != nil {
			return nil, fmt.Errorf("/tools: %w", err)
		}
		for _, t := range list {
			x.Tools = append(x.Tools, mission.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
		}
	}
	x.Messages, err = readLlamaTurns(doc.Conversations)
	return &x, err
}

func readLlamaTurns(turns []shareTurn) ([]corpus.Message, error) {
	var messages []corpus.Message
	var ids callIDs
	for i, t := range turns {
		var said []corpus.Message
		var err error
		switch t.From {
		case fromHuman:
			said = []corpus.Message{{Role: corpus.User, Text: t.Value}}
		case fromGPT:
			m := corpus.Message{Role: corpus.Assistant, Train: true}
			m.Thought, m.Text = unspoken(t.Value)
			said = []corpus.Message{m}
		case fromCall:
			m := corpus.Message{Role: corpus.Assistant, Train: true}
			var list string
			m.Thought, list = unspoken(t.Value)
			m.Calls, err = readLlamaCalls(list, &ids)
			said = []corpus.Message{m}
		case fromObservation:
			said, err = readLlamaAnswers(t.Value, &ids)
		default:
			err = fmt.Errorf("no turn is from %q", t.From)
		}
		if err == nil && (i%2 == 0) == (said[0].Role == corpus.Assistant) {
			err = notAlternating
		}
		if err != nil {
			return nil, fmt.Errorf("/conversations/%d: %w", i, err)
		}
		messages = append(messages, said...)
	}
	return messages, nil
}

// readLlamaCalls reads a call, or a list of calls.
func readLlamaCalls(doc string, ids *callIDs) ([]corpus.Call, error) {
	if !strings.HasPrefix(doc, "[") {
		doc = "[" + doc + "]"
	}
	var list []hermesCall
	if err := json.Unmarshal([]byte(doc), &list); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("nothing is called")
	}
	var calls []corpus.Call
	for _, c := range list {
		calls = append(calls, ids.call(c.Name, c.Arguments))
	}
	return calls, nil
}

// readLlamaAnswers reads what the calls that are open returned: a list when
// there are several.
func readLlamaAnswers(text string, ids *callIDs) ([]corpus.Message, error) {
	texts := []json.RawMessage{json.RawMessage(text)}
	if len(ids.open) > 1 {
		if err := json.Unmarshal([]byte(text), &texts); err != nil {
			return nil, err
		}
	}
	if len(texts) != len(ids.open) {
		return nil, fmt.Errorf("%d answers to %d calls", len(texts), len(ids.open))
	}
	var answers []corpus.Message
	for _, text := range texts {
		id, name, _ := ids.answered()
		answers = append(answers, corpus.Message{Role: corpus.Tool, Text: string(text), CallID: id, Name: name})
	}
	return answers, nil
}
