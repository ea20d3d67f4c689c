package gen_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// Four entries of one mission, one for each action type, with nothing but the
// built-in engine.
func ExampleRun() {
	folder, err := os.MkdirTemp("", "example-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		log.Fatal(err)
	}
	report, err := gen.Run(context.Background(), gen.Config{
		Toolsets: []*tools.Toolset{set},
		Missions: []int{1},
		PerPath:  1,
		Out:      filepath.Join(folder, "dataset"),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("planned %d, accepted %d, rejected %d, failed %d\n", report.Planned, report.Accepted, len(report.Rejected), len(report.Failed))
	for _, f := range report.Files {
		fmt.Println(f.Name, f.Entries)
	}
	// Output:
	// planned 4, accepted 4, rejected 0, failed 0
	// entries.jsonl 4
	// mmtb.jsonl 4
	// rejected.jsonl 0
}
