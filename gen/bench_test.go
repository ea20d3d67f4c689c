package gen

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// BenchmarkRun is the standard split with all proofs and all files, by one
// worker. Compare its CPU time with that of BenchmarkMarshal on the same
// entries (docs/design.md, section 11), with -cpu 1: more processors lend their
// idle time to the collector, which counts as used.
func BenchmarkRun(b *testing.B) {
	sets := allSets(b)
	defer debug.SetGCPercent(debug.SetGCPercent(150)) // as the command has it
	cpu := measureCPU()
	for b.Loop() {
		dir := filepath.Join(b.TempDir(), "d")
		if _, err := Run(context.Background(), Config{Seed: 1, Toolsets: sets, Out: dir, Version: "bench", Workers: 1, Distractors: 2}); err != nil {
			b.Fatal(err)
		}
		os.RemoveAll(dir)
	}
	b.ReportMetric(cpu()/float64(b.N), "cpu-s/op")
}

// measureCPU returns a function that tells the seconds of CPU time spent since,
// garbage collection included.
func measureCPU() func() float64 {
	read := func() float64 {
		runtime.GC() // the figures are brought up to date by a collection
		samples := []metrics.Sample{{Name: "/cpu/classes/total:cpu-seconds"}, {Name: "/cpu/classes/idle:cpu-seconds"}}
		metrics.Read(samples)
		return samples[0].Value.Float64() - samples[1].Value.Float64()
	}
	start := read()
	return func() float64 { return read() - start }
}

// BenchmarkMarshal is the yardstick: encoding/json marshals the entries of the
// standard split.
func BenchmarkMarshal(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "d")
	if _, err := Run(context.Background(), Config{Seed: 1, Toolsets: allSets(b), Out: dir, Version: "bench", Distractors: 2}); err != nil {
		b.Fatal(err)
	}
	entries := entriesOf(b, dir)
	defer debug.SetGCPercent(debug.SetGCPercent(150))
	cpu := measureCPU()
	for b.Loop() {
		for _, e := range entries {
			if _, err := json.Marshal(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(cpu()/float64(b.N), "cpu-s/op")
}
