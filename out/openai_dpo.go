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
			return nil, notProven
		}
		return pairs, err
	}
	return &chatSink[corpus.Pair]{to: to, file: file, o: o, list: list,
		id: func(p *corpus.Pair) string { return p.ID }, encode: encode}
}

// notProven is the reason for which the pairs of an entry are skipped.
const notProven = cannotSay("the entry is not proven")

type openAIPair struct {
	Input        openAIExample `json:"input"`
	Preferred    []chatMessage `json:"preferred_output"`
	NonPreferred []chatMessage `json:"non_preferred_output"`
}

func (openAIPreference) encode(p *corpus.Pair) ([]byte, error) {
	chosen, rejected := p.Chosen[:1], p.Rejected[:1] // there is room for one; see [corpus.Pair]
	s := chatStyle{names: safeNames(p.Tools), textArguments: true}
	input, err := openAI{}.example(p.System, p.Context, p.Tools, s)
	if err != nil {
		return nil, err
	}
	line := openAIPair{Input: *input}
	if line.Preferred, err = s.messages("", chosen); err != nil {
		return nil, err
	}
	if line.NonPreferred, err = s.messages("", rejected); err != nil {
		return nil, err
	}
	if input.Tools != nil {
		parallel := false
		for _, side := range [][]corpus.Message{p.Context, chosen, rejected} {
			x := corpus.Example{Messages: side}
			parallel = parallel || x.Parallel()
		}
		line.Input.Parallel = &parallel
	}
	return lineOf(&line)
}
