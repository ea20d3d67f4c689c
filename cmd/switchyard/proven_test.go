package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/datasets"
	"switchyard/datasets/tokens"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// prepares is a sink that writes ids, and fails with an error for one of them.
type prepares struct {
	broken  string
	err     error
	written []string
}

func (s *prepares) Prepare(e *mission.Entry) (func() error, error) {
	if e.ID == s.broken {
		return nil, s.err
	}
	return func() error {
		s.written = append(s.written, e.ID)
		return nil
	}, nil
}

func (*prepares) Close() error { return nil }

// An entry that one format cannot write is in none, whichever comes first; other
// errors are no fault of the entry.
func TestBrokenEntryIsLeftOut(t *testing.T) {
	full := errors.New("the disk is full")
	for _, test := range []struct {
		name    string
		err     error
		leftOut *datasets.Problem
	}{
		{"broken", &out.EntryError{Entry: "b", Err: errors.New("/missions/0/calls/0: there is no tool \"w\"")},
			&datasets.Problem{Entry: "b", Check: "export.second", Message: `/missions/0/calls/0: there is no tool "w"`}},
		{"full", full, nil},
	} {
		first, second := &prepares{}, &prepares{broken: "b", err: test.err}
		p := preparer{read: datasets.DecodeEntry, splits: []string{"train"},
			sinks: map[string][]formatSink{"train": {{"first", first}, {"second", second}}}}
		for _, id := range []string{"a", "b", "c"} {
			made, err := p.prepare([]byte(`{"format":"` + mission.FormatEntry + `","id":"` + id + `"}`))
			if id != "b" {
				test := test.name
				if err != nil || made.leftOut != nil || len(made.writes) != 2 {
					t.Fatalf("%s: %v, %v", test, err, made.leftOut)
				}
				for _, write := range made.writes {
					if err := write(); err != nil {
						t.Fatal(err)
					}
				}
				continue
			}
			if !reflect.DeepEqual(made.leftOut, test.leftOut) || (test.leftOut == nil) != errors.Is(err, full) || test.leftOut != nil && err != nil {
				t.Errorf("%s: left out because of %v, %v", test.name, made.leftOut, err)
			}
		}
		for _, s := range []*prepares{first, second} {
			if !slices.Equal(s.written, []string{"a", "c"}) {
				t.Errorf("%s: written are %v", test.name, s.written)
			}
		}
	}
}

// Many entries that are left out are counted, and few are told one by one.
func TestLeftOutIsTold(t *testing.T) {
	var l exportLeftOut
	for i := range 1234 {
		l.add(&datasets.Problem{File: "a b.jsonl", Line: i + 1, Check: []string{"graph.type", "source.query"}[i%2], Pointer: "/missions/0", Message: "is wrong"})
	}
	if got, want := l.String(), "1,234 entries are left out: graph.type 617, source.query 617"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	lines := l.lines()
	if len(lines) != mostLeftOut+1 || lines[1] != "a b.jsonl:2: source.query: /missions/0: is wrong" || lines[mostLeftOut] != "… and 1,229 more" {
		t.Errorf("the lines are\n%s", strings.Join(lines, "\n"))
	}
	if want := "switchyard verify 'a b.jsonl' says all that is wrong"; l.hint() != want {
		t.Errorf("%q, want %q", l.hint(), want)
	}
}

// exportOf is an export of a run of some entries, and what it runs on.
func exportOf(t *testing.T, entries string) (*console, *exportJob) {
	t.Helper()
	t.Chdir(t.TempDir())
	if code, _, stderr := run(t, t.Context(), "generate", "--toolset", "travel/flight_inquiry", "--limit", entries, "--quiet", "--out", "set"); code != 0 {
		t.Fatal(stderr)
	}
	x, err := out.LookupExporter("openai")
	if err != nil {
		t.Fatal(err)
	}
	return newConsole(nil, nil, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}), &exportJob{sources: []string{filepath.Join("set", "entries.jsonl")},
		exporters: []out.Exporter{x}, folder: "corpus", splits: []string{"train"}, read: datasets.DecodeEntry, prover: proof.New(), tally: tokens.New().Tally(false)}
}

// A file that was as it was made when the export began, and is another one in the
// end, has lines that nobody has proved.
func TestChangedMeanwhile(t *testing.T) {
	c, j := exportOf(t, "60")
	var once sync.Once
	j.read = func(line []byte) (*mission.Entry, error) {
		once.Do(func() {
			f, err := os.OpenFile(j.sources[0], os.O_WRONLY|os.O_APPEND, 0)
			if err == nil {
				_, err = f.Write(append(bytes.Replace(line, []byte(`"id":"`), []byte(`"id":"more-`), 1), '\n'))
				err = errors.Join(err, f.Close())
			}
			if err != nil {
				t.Error(err)
			}
		})
		return datasets.DecodeEntry(line)
	}
	if _, err := c.export(t.Context(), j); err == nil || !strings.HasPrefix(err.Error(), j.sources[0]) {
		t.Errorf("the error is %v", err)
	}
	if exists(j.folder) {
		t.Error("it is exported")
	}
}

// Only what people have put into a folder is told to be kept.
func TestKept(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"openai/train.jsonl", "openai/notes.txt", "more/a/b.txt", ".lock", ".x.partial-123/y", "openai/.z.partial"} {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if got := kept(folder, []string{"openai/train.jsonl"}); !slices.Equal(got, []string{"more/", "openai/notes.txt"}) {
		t.Errorf("%q", got)
	}
}
