package out

import (
	"errors"
	"sync"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// openAIPreference is OpenAI's preference fine-tuning: an input, the preferred message
// and the other one.
type openAIPreference struct{}

func (openAIPreference) Name() string { return "openai-dpo" }
func (openAIPreference) About() string {
	return "preferences for fine-tuning by OpenAI and compatible services"
}

func (openAIPreference) Choices() []Choice { return without(chatChoices, ChooseUnit) }
func (openAIPreference) Lacks() string     { return needsProof }

func (f openAIPreference) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return pairLines(to, split+".jsonl", o, f.encode), nil
}

// PairLabel is a line of the labels of a file of pairs. It describes the pair in the
// same line of that file.
type PairLabel struct {
	ID       string `json:"id"`
	Entry    string `json:"entry"`   // its id
	Mission  int    `json:"mission"` // from 1
	Kind     string `json:"kind"`    // see [corpus.Why]
	Check    string `json:"check"`   // the check that the rejected side fails
	Detail   string `json:"detail"`  // what is wrong with that side
	Language string `json:"language"`
}

// pairer is shared by the formats of pairs, because it caches the schemas of toolsets.
var pairer = sync.OnceValue(corpus.NewPairer)

// pairLines writes a line for each preference pair, and a label that says what the
// pair is.
func pairLines(to Output, file string, o ExportOptions, encode func(p *corpus.Pair) ([]byte, error)) Sink {
	list := func(e *mission.Entry) ([]corpus.Pair, error) {
		if o.Pairs != nil {
			return o.Pairs(e)
		}
		pairs, err := pairer().Pairs(e, o.Options)
		var unproven *corpus.UnprovenError
		if errors.As(err, &unproven) {
			return nil, notProven
		}
		return pairs, err
	}
	prepare := func(p *corpus.Pair) (func() error, error) {
		line, err := encode(p)
		if err != nil {
			return nil, err
		}
		label, err := lineOf(&PairLabel{p.ID, p.Entry.ID, p.Mission + 1, string(p.Why), p.Check, p.Detail, p.Entry.Environment.Locale})
		if err != nil {
			return nil, err
		}
		write, err := o.oneLine(to, file, line)
		if err != nil {
			return nil, err
		}
		return func() error {
			if err := write(); err != nil {
				return err
			}
			return to.Label(file, string(p.Why), label)
		}, nil
	}
	return &partSink[corpus.Pair]{to: to, list: list, id: func(p *corpus.Pair) string { return p.ID }, prepare: prepare}
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
