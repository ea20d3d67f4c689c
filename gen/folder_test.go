package gen

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"switchyard/gen/runfolder"
	"switchyard/internal/wholefile"
)

// A run that is under way keeps others out of its folder, also those that would replace it.
func TestTwoRuns(t *testing.T) {
	dir := t.TempDir()
	c := small(t, filepath.Join(dir, "undisturbed"))
	c.Limit = 12
	mustRun(t, c)
	want := contents(t, c.Out)
	c.Out = filepath.Join(dir, "deep", "d")
	second := c
	c.Progress = &meanwhile{n: 1, do: func() {
		for _, force := range []bool{false, true} {
			second.Force = force
			var busy *wholefile.BusyError
			if _, err := Run(context.Background(), second); !errors.As(err, &busy) || busy.Path != c.Out || busy.Holder == "" {
				t.Errorf("a second run, force is %v: %v", force, err)
			}
		}
	}}
	mustRun(t, c)
	sameContents(t, want, contents(t, c.Out))
}

// Runs that begin together where no folder is yet: one makes it, and the others are told.
func TestRunsAtOnce(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "a", "b", "d"))
	c.Limit = 4
	const n = 6
	errs := make(chan error, n)
	for i := range n {
		c := c
		c.Force = i%2 == 1
		go func() {
			_, err := Run(context.Background(), c)
			errs <- err
		}()
	}
	made := 0
	for range n {
		err := <-errs
		if busy := (*wholefile.BusyError)(nil); err != nil && !errors.As(err, &busy) {
			t.Error(err)
		}
		if err == nil {
			made++
		}
	}
	if made == 0 {
		t.Error("none of them was made")
	}
	got := contents(t, c.Out)
	c.Out = filepath.Join(t.TempDir(), "alone")
	mustRun(t, c)
	sameContents(t, contents(t, c.Out), got)
}

// A folder that is not one of a run is refused unless it is as good as empty, whether or not
// something is to be replaced; and nothing in it changes.
func TestForeignFolders(t *testing.T) {
	const broken, other = `{"format":"switchyard-manif`, `{"manifest_version":3}`
	for _, test := range []struct {
		name        string
		there       map[string]string
		refused     string // the file that is named; empty if the folder is taken; "-" for another error
		replaceable bool
		forced      string // the same, with Force
	}{
		{name: "nothing", there: nil},
		{name: "what systems and version control put there", there: map[string]string{".git/HEAD": "", ".gitignore": "", ".DS_Store": "", "lost+found/x": "", ".switchyard.lock": "process 1 on x\n", ".d.partial-1/x": ""}},
		{name: "a file that a run writes", there: map[string]string{"entries.jsonl": "mine"}, refused: "entries.jsonl", replaceable: true},
		{name: "several", there: map[string]string{"journal.jsonl": "mine", "README.md": "mine"}, refused: "README.md", replaceable: true},
		{name: "a note", there: map[string]string{"notes.txt": "mine"}, refused: "notes.txt", forced: "notes.txt"},
		{name: "a folder", there: map[string]string{"sub/notes.txt": "mine"}, refused: "sub", forced: "sub"},
		{name: "a note beside a file that a run writes", there: map[string]string{"entries.jsonl": "mine", "notes.txt": "mine"}, refused: "notes.txt", forced: "notes.txt"},
		{name: "hidden", there: map[string]string{".bashrc": "mine"}, refused: ".bashrc", forced: ".bashrc"},
		{name: "results", there: map[string]string{"results.json": "{}"}, refused: "results.json", forced: "results.json"},
		{name: "a manifest of another program", there: map[string]string{"manifest.json": other}, refused: "-", forced: "manifest.json"},
		{name: "and its files", there: map[string]string{"manifest.json": other, "background.js": ""}, refused: "-", forced: "background.js"},
		{name: "a damaged manifest", there: map[string]string{"manifest.json": broken, "entries.jsonl": "", "notes.txt": "mine"}, refused: "-"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := small(t, filepath.Join(t.TempDir(), "d"))
			c.Limit = 1
			for name, text := range test.there {
				path := filepath.Join(c.Out, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			check := func(refused string, replaceable bool) {
				t.Helper()
				_, err := Run(context.Background(), c)
				foreign, is := errors.AsType[*runfolder.ForeignError](err)
				switch {
				case refused == "" && err != nil, refused == "-" && (err == nil || is):
					t.Fatal(err)
				case refused != "" && refused != "-" && (!is || foreign.File != refused || foreign.Replaceable != replaceable):
					t.Fatalf("%+v", err)
				case refused == "":
					return
				}
				for name, text := range test.there {
					if got, err := os.ReadFile(filepath.Join(c.Out, filepath.FromSlash(name))); err != nil || string(got) != text {
						t.Errorf("%s is %q, %v", name, got, err)
					}
				}
			}
			check(test.refused, test.replaceable)
			c.Force = true
			check(test.forced, false)
		})
	}
}
