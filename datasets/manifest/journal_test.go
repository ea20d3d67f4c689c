package manifest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/internal/intact"
)

// journalOf is a run of some lines in two files, with its journal.
func journalOf(t testing.TB, folder string, lines int) (m *manifest.Manifest, journal []byte) {
	t.Helper()
	m = &manifest.Manifest{Format: manifest.Format, Version: "test", State: manifest.Running, Config: manifest.Config{Seed: 7, Toolsets: []manifest.Toolset{{Name: "a", Source: "here"}}}}
	add := func(line string) { journal = append(append(journal, m.SealLine([]byte(line))...), '\n') }
	add(`{"format":"switchyard-journal/1","files":["a.jsonl","b.jsonl"]}`)
	var files [2]bytes.Buffer
	sums := [2]*intact.Hash{intact.NewHash(), intact.NewHash()}
	for i := range lines {
		for k := range files {
			if k == 1 && i%3 > 0 { // the second file has fewer lines
				continue
			}
			line := []byte(fmt.Sprintf("{\"line\":%d}\n", i))
			files[k].Write(line)
			sums[k].Write(line)
		}
		add(fmt.Sprintf(`{"id":"e%d","ends":[%d,%d],"sums":["%s","%s"]}`, i, sums[0].Bytes(), sums[1].Bytes(), sums[0].SoFar(), sums[1].SoFar()))
	}
	for name, text := range map[string][]byte{"a.jsonl": files[0].Bytes(), "b.jsonl": files[1].Bytes(), manifest.JournalName: journal} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return m, journal
}

// The files of an unfinished run are compared with its journal, each by itself.
func TestCheckUnfinished(t *testing.T) {
	for _, test := range []struct {
		name, file string
		spoil      func(text []byte) []byte
		want       []string // ends of what is said
	}{
		{"as they were", "a.jsonl", func(b []byte) []byte { return b }, nil},
		{"a byte", "a.jsonl", func(b []byte) []byte { b[bytes.Index(b, []byte("17"))] = 'x'; return b }, []string{"a.jsonl: line 18 is not as it was written"}},
		{"a byte in the other", "b.jsonl", func(b []byte) []byte { b[0] = 'x'; return b }, []string{"b.jsonl: line 1 is not as it was written"}},
		{"cut", "b.jsonl", func(b []byte) []byte { return b[:len(b)-20] }, []string{"b.jsonl: it ends after line 8"}},
		{"more", "a.jsonl", func(b []byte) []byte { return append(b, "{}\n{}"...) }, []string{"a.jsonl: what follows line 30 (5 bytes) is not recorded in journal.jsonl"}},
		{"a torn journal", manifest.JournalName, func(b []byte) []byte { return b[:len(b)-5] }, []string{"a.jsonl: what follows line 29 (12 bytes) is not recorded in journal.jsonl"}},
		{"a record", manifest.JournalName, func(b []byte) []byte { b[bytes.Index(b, []byte("e17"))+1] = '2'; return b }, []string{"journal.jsonl: line 19 is not as it was written"}},
		{"the first line", manifest.JournalName, func(b []byte) []byte { b[20]++; return b }, []string{"journal.jsonl: line 1 is not as it was written"}},
	} {
		folder := t.TempDir()
		m, _ := journalOf(t, folder, 30)
		path := filepath.Join(folder, test.file)
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, test.spoil(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		changes, err := m.CheckUnfinished(folder)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, c := range changes {
			said = append(said, c.Error())
		}
		if len(said) != len(test.want) {
			t.Errorf("%s: %q", test.name, said)
			continue
		}
		for i := range said {
			if said[i] != filepath.Join(folder, test.want[i]) {
				t.Errorf("%s: %q", test.name, said)
			}
		}
	}
	folder := t.TempDir()
	m, _ := journalOf(t, folder, 5)
	if err := os.Remove(filepath.Join(folder, "b.jsonl")); err != nil {
		t.Fatal(err)
	}
	if changes, err := m.CheckUnfinished(folder, "b.jsonl"); err != nil || len(changes) != 1 || changes[0].What() != "is missing" {
		t.Errorf("%v, %v", changes, err)
	}
	if changes, err := m.CheckUnfinished(folder, "README.md"); err != nil || len(changes) > 0 {
		t.Errorf("a file that is not listed: %v, %v", changes, err)
	}
	if changes, err := m.CheckUnfinished(t.TempDir()); err != nil || len(changes) > 0 {
		t.Errorf("without a journal: %v, %v", changes, err)
	}
}

// Toolsets may move, but the journal of another run is refused.
func TestJournalBelongsToItsRun(t *testing.T) {
	m, journal := journalOf(t, t.TempDir(), 3)
	lines := func() int {
		end, err := m.ReadJournal(bytes.NewReader(journal), func([]byte, int, int64) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return end.Lines
	}
	if m.Config.Toolsets[0].Source = "there"; lines() != 4 {
		t.Error("the toolset moved")
	}
	if m.Config.Seed++; lines() != 0 {
		t.Error("another seed")
	}
}

// FuzzJournal: whatever is on the disk, only lines that were written are taken, in their
// order, and every byte is accounted for.
func FuzzJournal(f *testing.F) {
	m, journal := journalOf(f, f.TempDir(), 4)
	f.Add(journal)
	f.Add(journal[:len(journal)-3])
	f.Add(append([]byte("x\n"), journal...))
	f.Add(bytes.Repeat([]byte{0}, 40))
	f.Add(bytes.Replace(journal, []byte("e2"), []byte("e9"), 1))
	written := strings.SplitAfter(string(journal), "\n")
	f.Fuzz(func(t *testing.T, text []byte) {
		var length int64
		end, err := m.ReadJournal(bytes.NewReader(text), func(line []byte, number int, at int64) error {
			known := false
			for _, w := range written {
				known = known || w == string(line)
			}
			if length += int64(len(line)); !known || length != at {
				t.Errorf("line %d: %q", number, line)
			}
			return nil
		})
		if err != nil || end.Length != length || end.Length+end.Rest != int64(len(text)) || end.Later > 0 && end.Rest == 0 {
			t.Errorf("%+v, %v", end, err)
		}
	})
}
