package datasets_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"switchyard/datasets"
	"switchyard/datasets/subset"
	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// makeRun writes a small run into a temporary folder.
func makeRun() (folder string, remove func()) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		panic(err)
	}
	folder = filepath.Join(dir, "run")
	cfg := gen.Config{Seed: 1, Missions: []int{1}, PerPath: 3, Toolsets: []*tools.Toolset{set}, Out: folder, Version: "example"}
	if _, err := gen.Run(context.Background(), cfg); err != nil {
		panic(err)
	}
	return folder, func() { os.RemoveAll(dir) }
}

func ExampleVerify() {
	run, remove := makeRun()
	defer remove()
	report, err := datasets.Verify(context.Background(), datasets.VerifyConfig{
		Paths:    []string{run},
		Progress: func(p datasets.Problem) { fmt.Println(p) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.OK, len(report.Files), "files")
	for _, f := range report.Files {
		fmt.Println(filepath.Base(f.File), f.Entries, "entries")
	}
	// Output:
	// true 2 files
	// entries.jsonl 12 entries
	// mmtb.jsonl 12 entries
}

func ExampleSample() {
	run, remove := makeRun()
	defer remove()
	made, err := datasets.Sample(context.Background(), datasets.SampleConfig{
		Path: run, N: 8, Balance: subset.Type,
		Target: datasets.Target{Folder: filepath.Join(filepath.Dir(run), "sample")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.Origin.Inputs[0].Entries, "entries,", made.Sample.Entries, "drawn:", made.Sample.Counts)
	// Output:
	// 12 entries, 8 drawn: map[chat:2 clarify:2 multi:2 single:2]
}
