package generate_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"switchyard/flow/find"
	"switchyard/flow/generate"
	"switchyard/flow/session"
)

// BenchmarkRun makes the standard split of all built-in workflows, with all proofs, on one worker.
// BenchmarkMarshal encodes the same sessions with encoding/json. The ratio of the two is what
// making them costs.
func BenchmarkRun(b *testing.B) {
	c := standard(b)
	sessions := 0
	for b.Loop() {
		c.Force = true
		r := run(b, c)
		if r.Accepted != r.Planned {
			b.Fatalf("%+v", r.Accounting)
		}
		sessions += r.Accepted
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(sessions), "µs/session")
}

func BenchmarkMarshal(b *testing.B) {
	c := standard(b)
	run(b, c)
	var all []*session.Session
	for _, line := range linesOf(b, filepath.Join(c.Out, generate.Name)) {
		s := &session.Session{}
		if err := json.Unmarshal(line, s); err != nil {
			b.Fatal(err)
		}
		all = append(all, s)
	}
	for b.Loop() {
		for _, s := range all {
			if _, err := json.Marshal(s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(all)), "µs/session")
}

func standard(b *testing.B) generate.Config {
	b.Helper()
	all, err := find.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	return generate.Config{Seed: 1, Workflows: all, PerEdge: 1, PerPair: 1, Cross: 12, Workers: 1, Out: filepath.Join(b.TempDir(), "d")}
}
