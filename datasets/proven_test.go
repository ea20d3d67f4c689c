package datasets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/datasets/split"
	"switchyard/datasets/subset"
	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// spoil changes a file.
func spoil(t *testing.T, name string, change func(text []byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, change(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// harmless changes a text of an entry that no proof is about.
func harmless(text []byte) []byte {
	return bytes.Replace(text, []byte(`"background":"`), []byte(`"background":"Once, `), 1)
}

// What a folder says about a file is found, and compared with the file.
func TestStandingOf(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	base := t.TempDir()
	run := testRun(t)
	fresh := func(from string) string {
		to := filepath.Join(t.TempDir(), "set")
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return to
	}
	parts := filepath.Join(base, "parts")
	if _, err := Split(t.Context(), SplitConfig{Path: run, Target: Target{Folder: parts},
		Options: split.Options{By: split.ByRandom, Shares: []split.Share{{Name: "train", Share: 0.8}, {Name: "test", Share: 0.2}}}}); err != nil {
		t.Fatal(err)
	}
	zeros := func(text []byte) []byte { return make([]byte, len(text)) }
	for _, test := range []struct {
		name, from, file string
		spoiled          string
		how              func([]byte) []byte
		proven           bool
		want             string // what is said, or the error
	}{
		{name: "a run", from: run, file: "entries.jsonl", proven: true},
		{name: "the other format", from: run, file: "mmtb.jsonl"},
		{name: "a side", from: parts, file: "train/entries.jsonl", proven: true},
		{name: "a file that is not listed", from: run, file: "README.md"},
		{name: "an entry", from: run, file: "entries.jsonl", spoiled: "entries.jsonl", how: harmless, want: "entries.jsonl: lines 1–80 are not as they were written"},
		{name: "an entry of a side", from: parts, file: "test/entries.jsonl", spoiled: "test/entries.jsonl", how: harmless, want: "test/entries.jsonl: lines 1–"},
		{name: "the other side", from: parts, file: "train/entries.jsonl", spoiled: "test/entries.jsonl", how: harmless, proven: true},
		{name: "a line of the other format", from: run, file: "mmtb.jsonl", spoiled: "mmtb.jsonl", how: zeros, want: "mmtb.jsonl: lines 1–80 "},
		{name: "the manifest", from: run, file: "entries.jsonl", spoiled: manifest.Name, how: func(b []byte) []byte { return bytes.Replace(b, []byte(`"limit": 0`), []byte(`"limit": 1`), 1) },
			want: "manifest.json: it is not as it was written"},
		{name: "zeros for a manifest", from: run, file: "entries.jsonl", spoiled: manifest.Name, how: zeros, want: "manifest.json: not JSON"},
		{name: "the manifest of another program", from: run, file: "entries.jsonl", spoiled: manifest.Name, how: func([]byte) []byte { return []byte(`{"name": "a web page"}`) }},
		{name: "zeros for an origin", from: parts, file: "train/entries.jsonl", spoiled: OriginName, how: zeros, want: "origin.json: "},
		{name: "the origin", from: parts, file: "train/entries.jsonl", spoiled: OriginName, how: func(b []byte) []byte { return bytes.Replace(b, []byte("random"), []byte("randon"), 1) },
			want: "origin.json: it is not as it was written"},
		{name: "the origin of another program", from: parts, file: "train/entries.jsonl", spoiled: OriginName, how: func([]byte) []byte { return []byte(`{"url": "x"}`) }},
	} {
		folder := fresh(test.from)
		if test.spoiled != "" {
			spoil(t, filepath.Join(folder, test.spoiled), test.how)
		}
		standing, err := StandingOf(filepath.Join(folder, filepath.FromSlash(test.file)))
		said := ""
		switch {
		case err != nil:
			said = err.Error()
		case standing.Changed != nil:
			said = standing.Changed.Error()
		}
		if (standing.Proven != "") != test.proven || (said == "") != (test.want == "") || !strings.Contains(filepath.ToSlash(said), test.want) {
			t.Errorf("%s: proven %q, and it is said: %s", test.name, standing.Proven, said)
		}
	}
}

// What older versions wrote has neither blocks nor seals, and is read as before.
func TestOlderRecords(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "set")
	if err := os.CopyFS(folder, os.DirFS(testRun(t))); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Join(folder, manifest.Name), func(text []byte) []byte {
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil || m["seal"] == nil {
			t.Fatalf("%v: %s", err, text)
		}
		delete(m, "seal")
		for _, f := range m["files"].([]any) {
			delete(f.(map[string]any), "blocks")
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return text
	})
	name := filepath.Join(folder, "entries.jsonl")
	if standing, err := StandingOf(name); err != nil || standing.Proven == "" {
		t.Errorf("%+v, %v", standing, err)
	}
	spoil(t, name, harmless)
	if standing, err := StandingOf(name); err != nil || standing.Changed == nil || standing.Changed.What() != "it is not as it was written" {
		t.Errorf("%+v, %v", standing, err)
	}
}

// Every function that reads a dataset tells that it is not as it was written; it goes on if
// all entries hold, and names the line of one that does not.
func TestChangedIsTold(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	run := testRun(t)
	for name, spoils := range map[string]struct {
		how  func([]byte) []byte
		line int
	}{
		"true":  {how: harmless},
		"false": {func(text []byte) []byte { return bytes.Replace(text, []byte(`"weekday":"`), []byte(`"weekday":"X`), 1) }, 1},
	} {
		folder := filepath.Join(t.TempDir(), "set")
		if err := os.CopyFS(folder, os.DirFS(run)); err != nil {
			t.Fatal(err)
		}
		spoil(t, filepath.Join(folder, "entries.jsonl"), spoils.how)
		var told []*Change
		changed := func(c *Change) { told = append(told, c) }
		to := func(name string) Target { return Target{Folder: filepath.Join(t.TempDir(), name)} }
		for what, do := range map[string]func() error{
			"split": func() error {
				_, err := Split(t.Context(), SplitConfig{Path: folder, Target: to("split"), Changed: changed, Options: split.Options{By: split.ByRandom, Shares: []split.Share{{Name: "a", Share: 0.5}, {Name: "b", Share: 0.5}}}})
				return err
			},
			"filter": func() error {
				_, err := Filter(t.Context(), FilterConfig{Path: folder, Expression: "true", Target: to("filter"), Changed: changed})
				return err
			},
			"sample": func() error {
				_, err := Sample(t.Context(), SampleConfig{Path: folder, N: 5, Balance: subset.Path, Target: to("sample"), Changed: changed})
				return err
			},
			"merge": func() error {
				_, err := Merge(t.Context(), MergeConfig{Paths: []string{folder}, Target: to("merge"), Changed: changed})
				return err
			},
			"stats": func() error {
				_, err := Stats(t.Context(), StatsConfig{Paths: []string{folder}, Changed: changed})
				return err
			},
		} {
			told = nil
			err := do()
			if len(told) != 1 || told[0].Line() != 1 || told[0].File != filepath.Join(folder, "entries.jsonl") {
				t.Errorf("%s, %s: told is %v", what, name, told)
			}
			at := (*LineError)(nil)
			if spoils.line == 0 && err != nil || spoils.line > 0 && (!errors.As(err, &at) || at.Line != spoils.line) {
				t.Errorf("%s, %s: %v", what, name, err)
			}
		}
	}
}

// While a run is unfinished, its journal says what was written.
func TestUnfinishedRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "set")
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = gen.Run(ctx, gen.Config{Seed: 3, Toolsets: []*tools.Toolset{set}, Out: folder, PerPath: 1, Missions: []int{1, 2}, Progress: &stopping{n: 8, stop: cancel}})
	if err == nil {
		t.Fatal("a run that was stopped ends well")
	}
	problems := func() (said []string) {
		report, err := Verify(t.Context(), VerifyConfig{Paths: []string{folder}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range report.Listed {
			said = append(said, strings.TrimPrefix(p.String(), folder+string(filepath.Separator)))
		}
		return said
	}
	name := filepath.Join(folder, "entries.jsonl")
	if standing, err := StandingOf(name); err != nil || standing != (Standing{}) {
		t.Errorf("%+v, %v", standing, err)
	}
	if said := problems(); len(said) != 1 || !strings.Contains(said[0], "manifest.state") {
		t.Errorf("%q", said)
	}
	spoil(t, name, func(text []byte) []byte {
		at := bytes.IndexByte(text, '\n')
		return append(text[:at+1:at+1], harmless(text[at+1:])...)
	})
	if standing, err := StandingOf(name); err != nil || standing.Changed == nil || standing.Changed.Error() != name+": line 2 is not as it was written" {
		t.Errorf("%+v, %v", standing, err)
	}
	if said := problems(); len(said) != 2 || said[1] != "entries.jsonl:2: file.changed: line 2 is not as it was written" {
		t.Errorf("%q", said)
	}
	if _, err := Stats(t.Context(), StatsConfig{Paths: []string{folder}}); err != nil { // every entry holds
		t.Error(err)
	}
}

// stopping stops a run after some entries.
type stopping struct {
	n    int
	stop func()
}

func (s *stopping) Start(int, int) {}
func (s *stopping) Finish()        {}
func (s *stopping) Add(bool) {
	if s.n--; s.n == 0 {
		s.stop()
	}
}
