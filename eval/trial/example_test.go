package trial_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"switchyard/eval"
	"switchyard/eval/trial"
	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// A small dataset is made, an agent that never asks acts in it, and its predictions
// are judged again.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "trial")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		log.Fatal(err)
	}
	dataset := filepath.Join(folder, "dataset")
	if _, err := gen.Run(ctx, gen.Config{Seed: 1, Missions: []int{1}, PerPath: 1, Toolsets: []*tools.Toolset{set}, Out: dataset}); err != nil {
		log.Fatal(err)
	}

	results := filepath.Join(folder, "results")
	made, err := trial.Evaluate(ctx, trial.Config{Dataset: dataset, Folder: results, Agent: "eager"})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range made.Figures[eval.Strict2].Accuracy.Action {
		if c.Of > 0 {
			fmt.Printf("%s: %d of %d\n", c.Key, c.Hits, c.Of)
		}
	}

	again, err := trial.Score(ctx, trial.ScoreConfig{Folders: []string{results}})
	if err != nil {
		log.Fatal(err)
	}
	whole := again[0].Figures[eval.Strict2].Whole
	fmt.Printf("whole entries: %d of %d\n", whole.Hits, whole.Of)

	// Output:
	// single: 1 of 1
	// serial: 1 of 1
	// clarify: 0 of 1
	// chat: 1 of 1
	// whole entries: 3 of 4
}
