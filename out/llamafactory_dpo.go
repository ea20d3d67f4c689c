package out

import "switchyard/out/corpus"

// llamaPreference is LLaMA-Factory's ShareGPT for preferences: an odd number of turns,
// and one turn for each side.
type llamaPreference struct{}

func (llamaPreference) Name() string { return "llamafactory-dpo" }
func (llamaPreference) About() string {
	return "preferences for LLaMA-Factory, ShareGPT with dataset_info.json"
}

func (llamaPreference) Choices() []Choice { return without(chatChoices, ChooseUnit, ChooseZstd) }
func (llamaPreference) Lacks() string     { return needsProof }

func (f llamaPreference) Export(to Output, split string, o ExportOptions) (Sink, error) {
	return pairLines(to, split+"/"+split+".jsonl", o, f.encode), nil
}

// Finish implements [Finisher]: dataset_info.json declares every split as a dataset
// called switchyard_dpo_SPLIT.
func (llamaPreference) Finish(to Output, splits []string) error {
	return llamaInfo(to, splits, "switchyard_dpo_", llamaDataset{
		Formatting: "sharegpt", Ranking: true,
		Columns: map[string]string{"messages": "conversations", "system": "system", "tools": "tools",
			"chosen": "chosen", "rejected": "rejected"},
	})
}

type llamaPair struct {
	Conversations []shareTurn `json:"conversations"`
	System        string      `json:"system"`
	Tools         string      `json:"tools"`
	Chosen        shareTurn   `json:"chosen"`
	Rejected      shareTurn   `json:"rejected"`
}

func (llamaPreference) encode(p *corpus.Pair) ([]byte, error) {
	line := llamaPair{System: p.System}
	var err error
	if line.Conversations, err = llamaTurns(p.Context); err != nil {
		return nil, err
	}
	if len(line.Conversations)%2 != 1 {
		return nil, notAlternating
	}
	// There is room for one message; see [corpus.Pair].
	if line.Chosen, err = llamaTurn(p.Chosen[:1]); err != nil {
		return nil, err
	}
	if line.Rejected, err = llamaTurn(p.Rejected[:1]); err != nil {
		return nil, err
	}
	if line.Tools, err = llamaTools(p.Tools); err != nil {
		return nil, err
	}
	return lineOf(&line)
}
