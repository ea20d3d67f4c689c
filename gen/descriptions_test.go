package gen

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"switchyard/datasets"
	"switchyard/internal/caught"
	"switchyard/internal/keyed"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/toolfile"
)

var (
	descriptionSeed  = flag.Uint64("description", 0, "the seed of the only description that TestDescriptions makes; 0 makes many")
	descriptionsTime = flag.Duration("descriptions-for", 450*time.Second, "how long TestDescriptions makes descriptions with -exhaustive")
)

// Whatever an API description says, it is imported and its toolsets are loaded, without a
// panic and in reasonable time and memory. 20 entries are made of every third one, and
// proved again from their bytes. With -exhaustive, as many descriptions as fit into the time
// are made, other ones each day, and whole runs of all of them.
func TestDescriptions(t *testing.T) {
	first, n, until := uint64(16), 300, time.Now().Add(time.Hour)
	switch {
	case *descriptionSeed != 0:
		oneDescription(t, *descriptionSeed, true)
		return
	case *exhaustive:
		first, n, until = uint64(time.Now().Unix()/86400), 1<<30, time.Now().Add(*descriptionsTime)
		t.Logf("descriptions of the seed %d", first)
	case testing.Short() || race.Enabled:
		n = 24
	}
	made, sets, entries := 0, 0, 0
	for ; made < n && time.Now().Before(until) && !t.Failed(); made++ {
		s, e := oneDescription(t, keyed.Hash(first, keyed.Int(made)), *exhaustive || made%3 == 0)
		sets, entries = sets+s, entries+e
	}
	if t.Logf("%d descriptions gave %d toolsets and %d entries", made, sets, entries); entries < made {
		t.Error("too little comes of the descriptions to show anything")
	}
}

// oneDescription makes a description, its toolsets and, if wanted, entries of these.
func oneDescription(t *testing.T, seed uint64, generate bool) (sets, entries int) {
	t.Helper()
	folder := t.TempDir()
	d := describeAPI(seed)
	stop := watch(t)
	defer func() {
		stop()
		if t.Failed() {
			t.Logf("go test ./gen -run TestDescriptions -description %d\n%s\n%v", seed, d.main, d.parts)
		}
	}()
	faulty := func(err error) {
		if fault, ok := errors.AsType[*caught.Error](err); ok {
			t.Errorf("%v\n%s", fault, fault.Stack)
			return
		}
		t.Error(err)
	}
	for name, text := range d.parts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var loaded []*tools.Toolset
	err := caught.Do(func() string { return "loading" }, func() (err error) {
		loaded, err = importedSets(t, d.main, folder)
		return err
	})
	if err != nil {
		faulty(err)
	}
	if len(loaded) == 0 || !generate {
		return len(loaded), 0
	}
	c := Config{Seed: seed, Toolsets: loaded, Out: filepath.Join(folder, "run"), Missions: []int{1, 2}, PerPath: 1, Limit: 20, Version: "test", Fault: faulty}
	if *exhaustive {
		return len(loaded), wholeRun(t, c)
	}
	prover := proof.New()
	_, err = c.sample(t.Context(), c.Limit, 4, func(made product) {
		if made.entry == nil {
			return
		}
		entries++
		var again mission.Entry
		if err := json.Unmarshal(made.lines[0], &again); err != nil {
			t.Error(err)
		} else if wrong := prover.Entry(&again); len(wrong) > 0 {
			t.Errorf("%s: %v", again.ID, wrong)
		}
	})
	if err != nil {
		t.Error(err)
	}
	return len(loaded), entries
}

// importedSets imports a description and loads its toolsets; there may be none.
func importedSets(t *testing.T, description, folder string) (loaded []*tools.Toolset, err error) {
	report, err := openapi.Import(t.Context(), "main.json", []byte(description), openapi.Options{Folder: folder})
	if report != nil && errors.Is(err, imports.ErrNothing) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	for i := range report.Sets {
		text, err := report.Sets[i].YAML()
		if err != nil {
			return nil, err
		}
		set, err := toolfile.Parse(report.Sets[i].File(), text)
		if err != nil {
			return nil, err
		}
		if len(set.Tools) != len(report.Sets[i].Tools) {
			t.Errorf("%d tools of %d are left", len(set.Tools), len(report.Sets[i].Tools))
		}
		for _, e := range set.Entities {
			if e.Attribute(e.ID) == nil {
				t.Errorf("%s has no attribute %q, which identifies it", e.Noun, e.ID)
			}
		}
		loaded = append(loaded, set)
	}
	return loaded, nil
}

// wholeRun makes a run and verifies its folder.
func wholeRun(t *testing.T, c Config) (entries int) {
	t.Helper()
	run, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if run.Accepted == 0 {
		return 0 // every entry was rejected, and an empty file proves nothing
	}
	checked, err := datasets.Verify(t.Context(), datasets.VerifyConfig{Paths: []string{c.Out}})
	if err != nil {
		t.Fatal(err)
	}
	if !checked.OK && run.Accepted > 0 { // a file without entries is a problem
		t.Errorf("%+v", checked.Listed)
	}
	return run.Accepted
}
