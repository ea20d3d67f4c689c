package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/gen/runfolder"
	"switchyard/internal/keyed"
	"switchyard/internal/race"
)

// interrupted is a run that was stopped half way, with its journal, and what it would
// have made.
type interrupted struct {
	config     Config
	half, want map[string][]byte
}

// stoppedOnce makes such a run, once for all tests.
var stoppedOnce = sync.OnceValues(func() (*interrupted, error) {
	sets, err := catalogue()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "switchyard-gen-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if race.Enabled {
		sets = sets[:6]
	}
	c := Config{Seed: 5, Toolsets: sets, Version: "test", Distractors: 2, Limit: sized(30, 30, 90), PerPath: 1, Out: filepath.Join(dir, "whole")}
	if _, err := Run(context.Background(), c); err != nil {
		return nil, err
	}
	r := &interrupted{config: c}
	if r.want, err = readFolder(c.Out); err != nil {
		return nil, err
	}
	c.Out = filepath.Join(dir, "half")
	ctx, cancel := context.WithCancel(context.Background())
	c.Progress = &stopAfter{n: c.Limit / 2, stop: cancel}
	_, err = Run(ctx, c)
	var stopped *InterruptedError
	if !errors.As(err, &stopped) || stopped.Done < c.Limit/2 || stopped.Done >= c.Limit {
		return nil, fmt.Errorf("stopped half way, it says: %w", err)
	}
	r.half, err = readFolder(c.Out)
	return r, err
})

func interruptedRun(t *testing.T) *interrupted {
	t.Helper()
	r, err := stoppedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type stopAfter struct {
	n    int
	stop func()
}

func (s *stopAfter) Start(int, int) {}
func (s *stopAfter) Finish()        {}
func (s *stopAfter) Add(bool) {
	if s.n--; s.n == 0 {
		s.stop()
	}
}

// resume continues the run from a copy of what was left, after spoiling it. It returns what
// was told of repairs.
func (r *interrupted) resume(t *testing.T, spoil func(files map[string][]byte)) (folder string, repairs []string, err error) {
	t.Helper()
	files := map[string][]byte{}
	for name, data := range r.half {
		files[name] = bytes.Clone(data)
	}
	spoil(files)
	c := r.config
	c.Out = t.TempDir()
	c.Repaired = func(r runfolder.Repair) {
		repairs = append(repairs, strings.TrimPrefix(r.String(), c.Out+string(filepath.Separator)))
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(c.Out, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err = Run(context.Background(), c)
	if err != nil {
		sameContents(t, files, contents(t, c.Out)) // a run that is refused has not been touched
	}
	return c.Out, repairs, err
}

// line is where the n-th line of a text begins.
func line(text []byte, n int) int {
	at := 0
	for range n - 1 {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	return at
}

// What a crash leaves is mended, and told; the run ends with the same bytes.
func TestRepair(t *testing.T) {
	r := interruptedRun(t)
	random := keyed.New(1, "repair")
	done := bytes.Count(r.half["entries.jsonl"], []byte("\n"))
	for _, test := range []struct {
		name  string
		spoil func(files map[string][]byte)
		want  []string // beginnings of what is told
	}{
		{"as it was left", func(map[string][]byte) {}, nil},
		{"the journal's last line is torn", func(f map[string][]byte) {
			f[manifest.JournalName] = f[manifest.JournalName][:len(f[manifest.JournalName])-7]
		},
			[]string{fmt.Sprintf("journal.jsonl: what follows line %d (", done), fmt.Sprintf("entries.jsonl: what follows line %d (", done-1), fmt.Sprintf("mmtb.jsonl: what follows line %d (", done-1)}},
		{"the entries are behind the journal", func(f map[string][]byte) {
			f["entries.jsonl"] = f["entries.jsonl"][:len(f["entries.jsonl"])-1000]
		}, []string{fmt.Sprintf("entries.jsonl: it ends after line %d: 1 entry that was recorded is made again", done-1)}},
		{"the entries are ahead of the journal", func(f map[string][]byte) {
			f["entries.jsonl"] = append(f["entries.jsonl"], `{"format":"switch`...)
		}, []string{fmt.Sprintf("entries.jsonl: what follows line %d (17 bytes) is not recorded in journal.jsonl and is cut off", done)}},
		{"one file is gone", func(f map[string][]byte) { delete(f, "mmtb.jsonl") },
			[]string{fmt.Sprintf("mmtb.jsonl: it is empty: %d entries that were recorded are made again", done)}},
		{"the journal is gone", func(f map[string][]byte) { delete(f, manifest.JournalName) },
			[]string{"entries.jsonl: what follows line 0 (", "mmtb.jsonl: what follows line 0 ("}},
		{"rubbish in the journal", func(f map[string][]byte) {
			f[manifest.JournalName] = append(f[manifest.JournalName], "\x00\x00}\n"...)
		}, []string{fmt.Sprintf("journal.jsonl: what follows line %d (4 bytes) is not a whole record and is cut off", done+1)}},
		{"a record is damaged", func(f map[string][]byte) { f[manifest.JournalName][line(f[manifest.JournalName], 5)+20] ^= 1 },
			[]string{"journal.jsonl: line 5 is not as it was written: the entries recorded from there on are made again"}},
		{"the first line of the journal is damaged", func(f map[string][]byte) { f[manifest.JournalName][20] ^= 1 },
			[]string{"journal.jsonl: line 1 is not as it was written: the entries recorded from there on are made again"}},
		{"zeros in the journal", func(f map[string][]byte) { clear(f[manifest.JournalName][1000:3000]) }, []string{"journal.jsonl: line "}},
		{"cut anywhere", func(f map[string][]byte) {
			for _, name := range []string{"entries.jsonl", "mmtb.jsonl", manifest.JournalName} {
				f[name] = f[name][:random.IntN(len(f[name]))]
			}
		}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if race.Enabled && test.name != "cut anywhere" {
				t.Skip("what is mended is the same without it")
			}
			folder, repairs, err := r.resume(t, test.spoil)
			if err != nil {
				t.Fatal(err)
			}
			sameContents(t, r.want, contents(t, folder))
			for i, want := range test.want {
				if i >= len(repairs) || !strings.HasPrefix(repairs[i], want) {
					t.Errorf("told is %q, want %q", repairs, test.want)
					break
				}
			}
			if test.name != "cut anywhere" && len(repairs) != len(test.want) {
				t.Errorf("told is %q, want %q", repairs, test.want)
			}
		})
	}
}

// What no crash does is refused, with the name of the file and the line, and nothing is
// written on top of it.
func TestDamage(t *testing.T) {
	r := interruptedRun(t)
	for _, test := range []struct {
		name, want string
		spoil      func(files map[string][]byte)
	}{
		{"an entry", "entries.jsonl: line 3 is not as it was written", func(f map[string][]byte) { f["entries.jsonl"][line(f["entries.jsonl"], 3)+100] ^= 1 }},
		{"an entry that still is one", "entries.jsonl: line 1 is not as it was written", func(f map[string][]byte) {
			at := bytes.Index(f["entries.jsonl"], []byte(`"weekday":"`)) + len(`"weekday":"`)
			f["entries.jsonl"][at] = 'X'
		}},
		{"zeros in an entry", "entries.jsonl: line 2 ", func(f map[string][]byte) {
			at := line(f["entries.jsonl"], 2)
			clear(f["entries.jsonl"][at : at+200])
		}},
		{"a line of the other file", "mmtb.jsonl: line 4 is not as it was written", func(f map[string][]byte) { f["mmtb.jsonl"][line(f["mmtb.jsonl"], 4)] = '[' }},
		{"two files swapped", "entries.jsonl: line", func(f map[string][]byte) {
			f["entries.jsonl"], f["mmtb.jsonl"] = f["mmtb.jsonl"], f["entries.jsonl"]
		}},
		{"the journal swapped with a file", "journal.jsonl: it is not the journal of this run", func(f map[string][]byte) {
			f["entries.jsonl"], f[manifest.JournalName] = f[manifest.JournalName], f["entries.jsonl"]
		}},
		{"a record is gone", "journal.jsonl: it records s5.", func(f map[string][]byte) {
			j := f[manifest.JournalName]
			f[manifest.JournalName] = append(j[:line(j, 5):line(j, 5)], j[line(j, 6):]...)
		}},
		{"the manifest", "manifest.json: it is not as it was written", func(f map[string][]byte) {
			f[manifest.Name] = bytes.Replace(f[manifest.Name], []byte(`"limit": `), []byte(`"limit": 1`), 1)
		}},
		{"zeros in the manifest", "manifest.json: not JSON", func(f map[string][]byte) { clear(f[manifest.Name]) }},
		{"the manifest swapped with a file", "manifest.json: ", func(f map[string][]byte) {
			f["entries.jsonl"], f[manifest.Name] = f[manifest.Name], f["entries.jsonl"]
		}},
	} {
		_, repairs, err := r.resume(t, test.spoil)
		var damaged *runfolder.DamagedError
		if !errors.As(err, &damaged) || !strings.HasPrefix(damaged.File+": "+damaged.What, test.want) || len(repairs) > 0 {
			t.Errorf("%s: %v; told is %q", test.name, err, repairs)
		}
	}
}

// The journal of another run is not taken for that of this one, though its entries have the
// same ids.
func TestJournalOfAnotherRun(t *testing.T) {
	r := interruptedRun(t)
	c := r.config
	c.Seed++
	c.Out = filepath.Join(t.TempDir(), "other")
	ctx, cancel := context.WithCancel(context.Background())
	c.Progress = &stopAfter{n: 8, stop: cancel}
	if _, err := Run(ctx, c); err == nil {
		t.Fatal("a run that was stopped ends well")
	}
	other := contents(t, c.Out)
	_, _, err := r.resume(t, func(f map[string][]byte) {
		own := f[manifest.Name]
		clear(f)
		maps.Copy(f, other)
		f[manifest.Name] = own
	})
	if damaged := (*runfolder.DamagedError)(nil); !errors.As(err, &damaged) || damaged.File != manifest.JournalName {
		t.Errorf("got %v", err)
	}
}

// A damaged journal of a run with models is not mended: what it recorded was paid for.
func TestPaidJournal(t *testing.T) {
	r := interruptedRun(t)
	for _, test := range []struct {
		name, want string
		spoil      func(journal []byte) []byte
	}{
		{"a record", "line 4 is not as it was written", func(j []byte) []byte { j[line(j, 4)+30] ^= 1; return j }},
		{"zeros all over", "it is not the journal of this run", func(j []byte) []byte { clear(j); return j }},
		{"the torn end of a crash", "", func(j []byte) []byte { return j[:len(j)-9] }},
	} {
		c := r.config
		c.Out, c.Models = t.TempDir(), []manifest.Model{{Role: "user", Model: "m"}}
		if _, err := c.complete(); err != nil {
			t.Fatal(err)
		}
		for name, data := range r.half {
			if name == manifest.JournalName {
				data = test.spoil(bytes.Clone(data))
			}
			if err := os.WriteFile(filepath.Join(c.Out, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		m, err := manifest.Read(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		records := 0
		opening := runfolder.Opening{Folder: c.Out, Manifest: m, Names: []string{"entries.jsonl", "mmtb.jsonl", manifest.Rejected}, Paid: true, Repaired: c.Repaired}
		j, err := runfolder.OpenJournal(opening, func([]byte, manifest.Mark) error { records++; return nil })
		if err == nil {
			err = errors.Join(j.Close())
		}
		var damaged *runfolder.DamagedError
		switch {
		case test.want == "" && (err != nil || records == 0):
			t.Errorf("%s: %d records, %v", test.name, records, err)
		case test.want != "" && (!errors.As(err, &damaged) || damaged.File != manifest.JournalName || damaged.What != test.want):
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// The sums of a finished run are those of what was written: a byte that changes on the
// disk while the run goes on does not become the truth.
func TestChangedMeanwhile(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit = 30
	name := filepath.Join(c.Out, "entries.jsonl")
	c.Progress = &meanwhile{n: 20, do: func() {
		data, err := os.ReadFile(name)
		if err != nil || len(data) < 200 {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt([]byte{data[150] ^ 1}, 150); err != nil {
			t.Fatal(err)
		}
	}}
	mustRun(t, c)
	c.Progress = nil
	_, err := Run(context.Background(), c)
	if damaged := (*runfolder.DamagedError)(nil); !errors.As(err, &damaged) || damaged.File != "entries.jsonl" || damaged.What != "lines 1–30 are not as they were written" {
		t.Errorf("got %v", err)
	}
}

// meanwhile does something after n entries.
type meanwhile struct {
	n  int
	do func()
}

func (m *meanwhile) Start(int, int) {}
func (m *meanwhile) Finish()        {}
func (m *meanwhile) Add(bool) {
	if m.n--; m.n == 0 {
		m.do()
	}
}
