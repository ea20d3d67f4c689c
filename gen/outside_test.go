package gen

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/datasets/stats"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

var outsideEntries = flag.Int("outside-entries", 0, "how many entries TestSharedToolsets makes of the shared toolsets; 0 skips it")

// Toolsets of which only names, descriptions and parameters are known generate
// by inference alone.
func TestOutsideToolsets(t *testing.T) {
	fromFunctions(t, "testdata/functions.jsonl", 8, sized(70, 70, 340), shares{accepted: 0.95, distinct: 0.97, masked: 0.80, most: 0.02})
}

// The shared toolsets are test input that is not part of the project.
func TestSharedToolsets(t *testing.T) {
	const file = "../../shared/data/functions/toolsets.jsonl"
	if _, err := os.Stat(file); err != nil || *outsideEntries == 0 {
		t.Skip("needs the shared toolsets, and -outside-entries")
	}
	// Fewer entries repeat each other less, and more hangs on each of them.
	want := shares{accepted: 0.97, distinct: 0.99, masked: 0.90, most: 0.01}
	if *outsideEntries >= 3000 {
		want = shares{accepted: 0.98, distinct: 0.98, masked: 0.40, most: 0.01}
	}
	fromFunctions(t, file, 128, *outsideEntries, want)
}

// fromFunctions makes entries of function lists, and checks how they differ.
func fromFunctions(t *testing.T, file string, sets, entries int, want shares) {
	t.Helper()
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	loaded, _, err := toolfile.Load(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) != sets {
		t.Errorf("%d toolsets, want %d", len(loaded), sets)
	}
	c := Config{Seed: 2, Toolsets: loaded, Out: filepath.Join(t.TempDir(), "d"), Version: "test", Distractors: 2,
		PerPath: 1 + entries/340, Limit: entries} // there are 340 paths
	report := mustRun(t, c)
	if float64(report.Accepted) < want.accepted*float64(report.Planned) {
		t.Errorf("%d of %d accepted, want at least %.0f %%: %v", report.Accepted, report.Planned, 100*want.accepted, report.Rejected)
	}
	varied(t, filepath.Join(c.Out, "entries.jsonl"), want)
}

// The card names the licence of the built-in toolsets only if there are no others.
func TestLicence(t *testing.T) {
	outside := *allSets(t)[0]
	outside.Source, outside.Licence = "mine.yaml", "MIT"
	for want, sets := range map[string][]*tools.Toolset{"apache-2.0": allSets(t)[:1], "": {allSets(t)[1], &outside}} {
		c := Config{Toolsets: sets, Out: t.TempDir()}
		if _, err := c.complete(); err != nil {
			t.Fatal(err)
		}
		data := cardData(&c, &manifest.Manifest{Config: c.identity(), Balance: &manifest.Balance{}}, nil)
		if data.License != want {
			t.Errorf("the licence is %q, want %q", data.License, want)
		}
		if last := data.Toolsets[len(sets)-1]; want == "" && last.Licence != "MIT" || want != "" && last.Licence != "" {
			t.Errorf("the licence of the toolset is %q", last.Licence)
		}
	}
}

// shares are the least allowed shares of entries accepted, of requests that
// differ, and of requests that differ when values are masked; and the largest
// share of the most frequent masked request.
type shares struct{ accepted, distinct, masked, most float64 }

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
	if most > want.most {
		t.Errorf("the most frequent masked request, %q, is %.2f %%, want at most %.0f %%", r.Requests.Most[0].Text, 100*most, 100*want.most)
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
