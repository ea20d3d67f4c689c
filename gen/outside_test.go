package gen

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"switchyard/datasets/stats"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
)

var outsideEntries = flag.Int("outside-entries", 600, "how many entries TestOutsideToolsets makes")

// Toolsets of which only names, descriptions and parameters are known generate
// by inference alone. The file is test input that is not part of the project.
func TestOutsideToolsets(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	const file = "../../shared/data/functions/toolsets.jsonl"
	if _, err := os.Stat(file); err != nil {
		t.Skip("the shared toolsets are not here")
	}
	sets, err := tools.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 128 {
		t.Errorf("%d toolsets, want 128", len(sets))
	}
	c := Config{Seed: 2, Toolsets: sets, Out: filepath.Join(t.TempDir(), "d"), Version: "test", Distractors: 2,
		PerPath: 1 + *outsideEntries/340, Limit: *outsideEntries} // there are 340 paths
	// Fewer entries repeat each other less, and more hangs on each of them.
	want := shares{accepted: 0.97, distinct: 0.99, masked: 0.90}
	if c.Limit >= 3000 {
		want = shares{accepted: 0.98, distinct: 0.98, masked: 0.40}
	}
	report := mustRun(t, c)
	if float64(report.Accepted) < want.accepted*float64(report.Planned) {
		t.Errorf("%d of %d accepted, want at least %.0f %%: %v", report.Accepted, report.Planned, 100*want.accepted, report.Rejected)
	}
	varied(t, filepath.Join(c.Out, "entries.jsonl"), want)
}

// shares are the least ones allowed: of entries accepted, of requests that
// differ, and of those that do when values are masked.
type shares struct{ accepted, distinct, masked float64 }

// varied checks how much the requests of a dataset differ, and that every type,
// pattern and relation occurs in it.
func varied(t *testing.T, file string, want shares) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counter := stats.New()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		sample, err := stats.Look(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		counter.Add(sample)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	r := counter.Report()
	most := 0.0
	if len(r.Requests.Most) > 0 {
		most = r.Requests.Most[0].Share
	}
	t.Logf("%d entries: distinct %.1f %%, after masking %.1f %%, most frequent %.2f %%", r.Entries, 100*r.Requests.Distinct.Share, 100*r.Requests.Masked.Share, 100*most)
	if r.Requests.Distinct.Share < want.distinct {
		t.Errorf("%.1f %% of the requests are distinct, want at least %.0f %%", 100*r.Requests.Distinct.Share, 100*want.distinct)
	}
	if r.Requests.Masked.Share < want.masked {
		t.Errorf("%.1f %% of the masked requests are distinct, want at least %.0f %%", 100*r.Requests.Masked.Share, 100*want.masked)
	}
	if most > 0.01 {
		t.Errorf("the most frequent masked request, %q, is %.2f %%, want at most 1 %%", r.Requests.Most[0].Text, 100*most)
	}
	for _, want := range []mission.Type{mission.Single, mission.Multi, mission.Clarify, mission.Chat} {
		if r.Types[string(want)] == 0 {
			t.Errorf("no mission is of the type %s", want)
		}
	}
	for _, want := range []mission.Pattern{mission.Serial, mission.Parallel, mission.Mixed} {
		if r.Patterns[string(want)] == 0 {
			t.Errorf("no mission has the pattern %s", want)
		}
	}
	for _, want := range []mission.Relation{mission.Implicit, mission.Ellipsis, mission.LongTerm} {
		if r.Relations[string(want)] == 0 {
			t.Errorf("no mission has the relation %s", want)
		}
	}
}
