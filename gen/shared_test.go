package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// exhaustive makes tests use the sizes of .ci/full. The usual ones prove the
// same of fewer entries.
var exhaustive = flag.Bool("exhaustive", false, "use large sizes")

// sized is a number of entries, by how thorough the tests are to be.
func sized(short, usual, most int) int {
	switch {
	case *exhaustive:
		return most
	case testing.Short() || race.Enabled:
		return short
	}
	return usual
}

// catalogue is the built-in toolsets, loaded once.
var catalogue = sync.OnceValues(catalog.All)

func allSets(t testing.TB) []*tools.Toolset {
	t.Helper()
	sets, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// small is a run that takes a moment.
func small(t testing.TB, out string) Config {
	t.Helper()
	sets := allSets(t)
	if race.Enabled { // starting takes long, and many are started
		sets = sets[:6]
	}
	return Config{Seed: 5, Toolsets: sets, Out: out, Version: "test", Distractors: 2, Limit: sized(20, 60, 90), PerPath: 1}
}

func mustRun(t testing.TB, c Config) *Report {
	t.Helper()
	report, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// contents reads a run folder.
func contents(t testing.TB, folder string) map[string][]byte {
	t.Helper()
	files, err := readFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readFolder(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if files[f.Name()], err = os.ReadFile(filepath.Join(folder, f.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// entriesOf reads the entries of a run.
func entriesOf(t testing.TB, folder string) []*mission.Entry {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, out.Native().File()))
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, data)
}

func decoded(t testing.TB, data []byte) []*mission.Entry {
	t.Helper()
	var list []*mission.Entry
	for line := range bytes.Lines(data) {
		e := &mission.Entry{}
		if err := json.Unmarshal(line, e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// standard is a run of the built-in engine over all of the plan, made once.
var standard = sync.OnceValues(func() ([]byte, error) {
	sets, err := catalogue()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "switchyard-gen-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	c := Config{Seed: 5, Toolsets: sets, Out: filepath.Join(folder, "d"), Version: "test", Distractors: 2, Limit: sized(140, 140, 400), PerPath: 2}
	if _, err := Run(context.Background(), c); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(c.Out, out.Native().File()))
})

// standardEntries are the entries of the standard run, to be changed at will.
func standardEntries(t testing.TB) []*mission.Entry {
	t.Helper()
	data, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, data)
}
