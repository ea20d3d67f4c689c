package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
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
		w := &writer{job: &job{read: datasets.DecodeEntry, splits: []string{"train"}},
			sinks: map[string][]formatSink{"train": {{"first", first}, {"second", second}}}}
		for _, id := range []string{"a", "b", "c"} {
			made, err := w.prepare([]byte(`{"format":"`+mission.FormatEntry+`","id":"`+id+`"}`), nil)
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

// Many entries that are left out are counted, and few are named.
func TestLeftOutIsCounted(t *testing.T) {
	var l LeftOut
	for i := range 1234 {
		l.Add(&datasets.Problem{Line: i + 1, Check: []string{"graph.type", "source.query"}[i%2]})
	}
	if l.Entries != 1234 || l.ByCheck["graph.type"] != 617 || l.ByCheck["source.query"] != 617 || len(l.First) != mostNamed || l.First[1].Line != 2 {
		t.Errorf("%+v", l)
	}
}

// finishedRun makes a folder that says that it is of a finished run: copies of an
// entry, whose claims nobody looks at because the run has proved them.
func finishedRun(t *testing.T, entries int) (folder string) {
	t.Helper()
	data, err := os.ReadFile("../../schemas/testdata/entry.json")
	if err != nil {
		t.Fatal(err)
	}
	var lines, one bytes.Buffer
	if err := json.Compact(&one, data); err != nil {
		t.Fatal(err)
	}
	for i := range entries {
		lines.Write(append(bytes.Replace(one.Bytes(), []byte(`"id":"`), fmt.Appendf(nil, `"id":"%d-`, i), 1), '\n'))
	}
	folder = t.TempDir()
	sum := sha256.Sum256(lines.Bytes())
	m := manifest.Manifest{Format: manifest.Format, Version: "test", State: manifest.Finished,
		Config:     manifest.Config{Missions: []int{4}, Toolsets: []manifest.Toolset{{Name: "travel", SHA256: strings.Repeat("0", 64), Source: "catalog/travel.yaml"}}},
		Accounting: manifest.Accounting{Planned: entries, Accepted: entries, Rejected: map[string]int{}, Failed: map[string]int{}},
		Coverage:   []manifest.Coverage{{Missions: 4, Paths: 256, Covered: 1, MSSS: 1. / 256}},
		Balance:    &manifest.Balance{Types: map[string]int{}, Patterns: map[string]int{}, Relations: map[string]int{}, Ways: map[string]int{}},
		Files:      []manifest.File{{Name: out.Native().File(), Entries: entries, Bytes: int64(lines.Len()), SHA256: hex.EncodeToString(sum[:])}}}
	if err := errors.Join(os.WriteFile(filepath.Join(folder, out.Native().File()), lines.Bytes(), 0o644), m.Write(folder)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// A file that was as it was made when the export began, and is another one in the
// end, has lines that nobody has proved.
func TestChangedMeanwhile(t *testing.T) {
	source := filepath.Join(finishedRun(t, 60), out.Native().File())
	to := filepath.Join(t.TempDir(), "corpus")
	j, err := newJob(Config{Formats: []string{"openai"}, Folder: to}, Formats())
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	j.files, j.prover = []string{source}, proof.New()
	j.read = func(line []byte) (*mission.Entry, error) {
		once.Do(func() {
			f, err := os.OpenFile(source, os.O_WRONLY|os.O_APPEND, 0)
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
	if _, err := j.run(t.Context()); !errors.Is(err, datasets.ErrChanged) || !strings.HasPrefix(err.Error(), source) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("it is exported")
	}
}

// Only what people have put into a folder is told to be kept.
func TestKept(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"openai/train.jsonl", "openai/notes.txt", "more/a/b.txt", ".switchyard.lock", ".x.partial-123/y", "openai/.z.partial"} {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if got := kept(folder, []string{"openai/train.jsonl"}); !slices.Equal(got, []string{"more/", "openai/notes.txt"}) {
		t.Errorf("%q", got)
	}
}
