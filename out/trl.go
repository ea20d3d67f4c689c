package out

import (
	"encoding/json"
	"slices"

	"switchyard/out/corpus"
)

// trl is the format of TRL's SFTTrainer: messages and tools or, if only the end carries
// loss, a prompt, its completion and tools. Arguments are objects. Tools are a string
// if [ExportOptions.ToolsText] is set.
type trl struct{}

func (trl) Name() string  { return "trl" }
func (trl) About() string { return "chats for the SFTTrainer of TRL" }

func (trl) Choices() []Choice { return append(slices.Clone(chatChoices), ChooseLoss, ChooseToolsText) }
func (trl) Lacks() string     { return "" }

func (f trl) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+".jsonl", o, func(x *corpus.Example) ([]byte, error) { return f.encode(x, o) }), nil
}

type trlExample struct {
	Messages []chatMessage   `json:"messages"`
	Tools    json.RawMessage `json:"tools"`
}

// trlCompletion has loss on the completion only.
type trlCompletion struct {
	Prompt     []chatMessage   `json:"prompt"`
	Completion []chatMessage   `json:"completion"`
	Tools      json.RawMessage `json:"tools"`
}

// trlStyle has the same keys in every message: loaders would fill missing ones with
// null, which chat templates would print.
func trlStyle() chatStyle { return chatStyle{wholeRows: true} }

func (trl) encode(x *corpus.Example, o ExportOptions) ([]byte, error) {
	s := trlStyle()
	list, err := s.messages(x.System, x.Messages)
	if err != nil {
		return nil, err
	}
	tools, err := s.toolsField(x.Tools, o)
	if err != nil {
		return nil, err
	}
	// The shape of rows depends on the options only, so that all rows are alike.
	if o.Loss != corpus.LossLast && o.Loss != corpus.LossMission && o.Unit != corpus.PerMission {
		return lineOf(&trlExample{list, tools})
	}
	first := len(list) - len(x.Messages)
	for i := range x.Messages {
		if x.Messages[i].Train {
			first += i
			break
		}
	}
	return lineOf(&trlCompletion{list[:first], list[first:], tools})
}
