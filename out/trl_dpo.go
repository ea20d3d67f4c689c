package out

import (
	"encoding/json"

	"switchyard/out/corpus"
)

// trlPreference is the format of TRL's DPOTrainer: a prompt and two continuations of any
// length.
type trlPreference struct{}

func (trlPreference) Name() string  { return "trl-dpo" }
func (trlPreference) About() string { return "preferences for the DPOTrainer of TRL" }

func (trlPreference) Choices() []Choice {
	return append(without(chatChoices, ChooseUnit), ChooseToolsText)
}
func (trlPreference) Lacks() string { return needsProof }

func (f trlPreference) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return pairLines(to, split+".jsonl", o, func(p *corpus.Pair) ([]byte, error) { return f.encode(p, o) }), nil
}

type trlPair struct {
	Prompt   []chatMessage   `json:"prompt"`
	Chosen   []chatMessage   `json:"chosen"`
	Rejected []chatMessage   `json:"rejected"`
	Tools    json.RawMessage `json:"tools"`
}

func (trlPreference) encode(p *corpus.Pair, o ExportOptions) ([]byte, error) {
	s := trlStyle()
	var line trlPair
	var err error
	if line.Prompt, err = s.messages(p.System, p.Context); err != nil {
		return nil, err
	}
	if line.Chosen, err = s.messages("", p.Chosen); err != nil {
		return nil, err
	}
	if line.Rejected, err = s.messages("", p.Rejected); err != nil {
		return nil, err
	}
	if line.Tools, err = s.toolsField(p.Tools, o); err != nil {
		return nil, err
	}
	return lineOf(&line)
}
