package out

import (
	"slices"
	"switchyard/out/corpus"
)

// axolotl is Axolotl's chat_template: every message says whether it carries loss.
// Arguments and parameters have different keys for every tool. They are written as
// JSON strings, which Axolotl reads, so that every row has the same columns.
type axolotl struct{}

func (axolotl) Name() string  { return "axolotl" }
func (axolotl) About() string { return "chats for Axolotl, type chat_template" }

func (axolotl) Choices() []Choice {
	return append(slices.Clone(chatChoices), ChooseLoss, ChooseToolsText)
}
func (axolotl) Lacks() string { return "" }

func (f axolotl) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return exampleLines(to, split+".jsonl", o, func(x *corpus.Example) ([]byte, error) { return f.encode(x, o) }), nil
}

func axolotlStyle() chatStyle {
	return chatStyle{textArguments: true, textSchemas: true, wholeRows: true, reasoning: true, training: true}
}

func (axolotl) encode(x *corpus.Example, o ExportOptions) ([]byte, error) {
	s := axolotlStyle()
	s.textSchemas = !o.ToolsText // the whole list is a string then
	list, err := s.messages(x.System, x.Messages)
	if err != nil {
		return nil, err
	}
	tools, err := s.toolsField(x.Tools, o)
	if err != nil {
		return nil, err
	}
	return lineOf(&trlExample{list, tools})
}
