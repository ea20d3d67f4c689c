package export_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"switchyard/datasets/export"
	"switchyard/datasets/split"
	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// Make a dataset of eight entries, and export it in two formats and two splits.
func Example() {
	folder, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ctx := context.Background()
	flights, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		log.Fatal(err)
	}
	run := filepath.Join(folder, "dataset")
	if _, err := gen.Run(ctx, gen.Config{Seed: 1, Missions: []int{1}, PerPath: 2, Toolsets: []*tools.Toolset{flights}, Out: run}); err != nil {
		log.Fatal(err)
	}
	report, err := export.Run(ctx, export.Config{
		Sources: []string{run},
		Formats: []string{"openai", "trl"},
		Folder:  filepath.Join(folder, "corpus"),
		Split:   &split.Options{Seed: 1, By: split.ByRandom, Shares: []split.Share{{Name: "train", Share: 0.75}, {Name: "test", Share: 0.25}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Files {
		fmt.Println(f.Name, f.Lines)
	}
	// Output:
	// leaks.json 0
	// openai/test.jsonl 2
	// openai/train.jsonl 6
	// trl/test.jsonl 2
	// trl/train.jsonl 6
}
