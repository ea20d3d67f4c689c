package gen

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"switchyard/mission"
	"switchyard/out"
	"switchyard/tools"
)

func benchSets(b *testing.B) []*tools.Toolset {
	b.Helper()
	sets, err := tools.CatalogAll()
	if err != nil {
		b.Fatal(err)
	}
	return sets
}

// BenchmarkRun is the standard split with all proofs and all files. Compare
// its ns/op (one worker, so CPU time) with BenchmarkMarshal of the same entries.
func BenchmarkRun(b *testing.B) {
	sets := benchSets(b)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the command has it
	for b.Loop() {
		dir := filepath.Join(b.TempDir(), "d")
		if _, err := Run(context.Background(), Config{Seed: 1, Toolsets: sets, Out: dir, Version: "bench", Workers: 1, Distractors: 2}); err != nil {
			b.Fatal(err)
		}
		os.RemoveAll(dir)
	}
}

// BenchmarkMarshal is the yardstick: encoding/json marshals the entries of the
// standard split.
func BenchmarkMarshal(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "d")
	if _, err := Run(context.Background(), Config{Seed: 1, Toolsets: benchSets(b), Out: dir, Version: "bench", Distractors: 2}); err != nil {
		b.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, out.Native().File()))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var entries []*mission.Entry
	r := out.NewNativeReader(f, "entries")
	for {
		e, err := r.Read()
		if err != nil {
			break
		}
		entries = append(entries, e)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for b.Loop() {
		for _, e := range entries {
			if _, err := json.Marshal(e); err != nil {
				b.Fatal(err)
			}
		}
	}
}
