package out

import (
	"errors"

	"switchyard/corpus"
	"switchyard/mission"
)

// openAIPreference is OpenAI's preference fine-tuning: an input, the message
// that is preferred and the one that is not.
type openAIPreference struct{}

func (openAIPreference) Name() string  { return "openai-dpo" }
func (openAIPreference) About() string { return "preferences for fine-tuning by OpenAI and its like" }

func (f openAIPreference) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return pairLines(to, split+".jsonl", o, f.encode), nil
}

// pairLines writes a line for each preference pair.
func pairLines(to Output, file string, o ExportOptions, encode func(p *corpus.Pair) ([]byte, error)) Sink {
	pairer := corpus.NewPairer()
	list := func(e *mission.Entry, o corpus.Options) ([]corpus.Pair, error) {
		pairs, err := pairer.Pairs(e, o)
		var unproven *corpus.UnprovenError
		if errors.As(err, &unproven) {
			to.Skip(e.ID, notProven)
			return nil, nil
		}
		return pairs, err
	}
	return &chatSink[corpus.Pair]{to: to, file: file, o: o, list: list,
		id: func(p *corpus.Pair) string { return p.ID }, encode: encode}
}

// The reasons for which pairs are skipped.
const (
	notProven   = "the entry is not proven"
	longerSides = cannotSay("a side of the pair has more than one message")
)

type openAIPair struct {
	Input        openAIExample `json:"input"`
	Preferred    []chatMessage `json:"preferred_output"`
	NonPreferred []chatMessage `json:"non_preferred_output"`
}

func (openAIPreference) encode(p *corpus.Pair) ([]byte, error) {
	if len(p.Chosen) != 1 || len(p.Rejected) != 1 {
		return nil, longerSides
	}
	s := chatStyle{names: safeNames(p.Tools), textArguments: true}
	input, err := openAI{}.example(p.System, p.Context, p.Tools, s)
	if err != nil {
		return nil, err
	}
	line := openAIPair{Input: *input}
	if line.Preferred, err = s.messages("", p.Chosen); err != nil {
		return nil, err
	}
	if line.NonPreferred, err = s.messages("", p.Rejected); err != nil {
		return nil, err
	}
	if input.Tools != nil {
		parallel := false
		for _, side := range [][]corpus.Message{p.Context, p.Chosen, p.Rejected} {
			x := corpus.Example{Messages: side}
			parallel = parallel || x.Parallel()
		}
		line.Input.Parallel = &parallel
	}
	return lineOf(&line)
}
