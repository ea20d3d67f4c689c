package card_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"switchyard/datasets/card"
	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// Make a dataset of four entries, and write its card with figures.
func ExampleWrite() {
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
	if _, err := gen.Run(ctx, gen.Config{Seed: 1, Missions: []int{1}, PerPath: 1, Toolsets: []*tools.Toolset{flights}, Out: folder}); err != nil {
		log.Fatal(err)
	}
	report, err := card.Write(ctx, card.Config{Folder: folder, Name: "Questions about flights", Licence: "cc-by-4.0"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d entries, %d figures\n", filepath.Base(report.File), report.Entries, report.Figures)
	// Output:
	// README.md: 4 entries, 6 figures
}
