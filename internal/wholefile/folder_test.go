package wholefile_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/wholefile"
)

// tree is the files of a folder, by their names.
type tree map[string]string

func (files tree) write(t *testing.T, folder string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func treeOf(t *testing.T, folder string) tree {
	t.Helper()
	files := tree{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func create(t *testing.T, path string, files tree) *wholefile.Folder {
	t.Helper()
	f, err := wholefile.CreateFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	files.write(t, f.At(""))
	return f
}

// sweep cleans up a place, as the next writer does.
func sweep(path string) error {
	lock, err := wholefile.Hold(path)
	if err != nil {
		return err
	}
	return lock.Release()
}

func names(list ...string) func() ([]string, error) {
	return func() ([]string, error) { return list, nil }
}

var exported = tree{"a/one": "new", "a/two": "new", "b/c/one": "new", "record": "new"}

func TestFolder(t *testing.T) {
	for _, c := range []struct {
		name  string
		there tree     // nil where the folder is not there
		goes  []string // of it
		want  tree     // beside what is written
		way   string   // what stands in the way
	}{
		{name: "not there"},
		{name: "empty", there: tree{}},
		{name: "replaced", there: tree{"record": "old", "a/one": "old", "old/x/one": "old"}, goes: []string{"record", "a/one", "old/x/one", "old/lost"}},
		{name: "of somebody else", there: tree{"record": "old", "a/one": "old", "a/mine": "!", "mine/one": "!", "note": "!"}, goes: []string{"record", "a/one"},
			want: tree{"a/mine": "!", "mine/one": "!", "note": "!"}},
		{name: "outside", there: tree{"note": "!"}, goes: []string{"../beside", "/etc/none"}, want: tree{"note": "!"}},
		{name: "folder that was a file", there: tree{"b": "old"}, goes: []string{"b"}},
		{name: "not listed", there: tree{"a/two": "!"}, goes: []string{"a/one"}, way: "a/two"},
		{name: "record not listed", there: tree{"record": "!"}, way: "record"},
		{name: "folder in the place of a file", there: tree{"a/one/mine": "!"}, goes: []string{"a/one"}, way: "a/one"},
		{name: "file in the place of a folder", there: tree{"b": "!"}, way: "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			tree{"beside": "!"}.write(t, parent)
			path := filepath.Join(parent, "x")
			if c.there != nil {
				if err := os.Mkdir(path, 0o755); err != nil {
					t.Fatal(err)
				}
				c.there.write(t, path)
			}
			f := create(t, path, exported)
			err := f.Commit("record", names(c.goes...))
			var way *wholefile.InTheWayError
			want := maps.Clone(exported)
			maps.Copy(want, c.want)
			if c.way != "" {
				if want = c.there; !errors.As(err, &way) || way.Path != filepath.Join(path, filepath.FromSlash(c.way)) {
					t.Errorf("%v", err)
				}
			} else if err != nil {
				t.Error(err)
			}
			if err := f.Discard(); err != nil {
				t.Error(err)
			}
			if got := treeOf(t, path); !maps.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
			if left, _ := os.ReadDir(parent); len(left) != 2 {
				t.Errorf("beside it there is %v", left)
			}
			for _, name := range []string{"old", "old/x"} {
				if _, err := os.Stat(filepath.Join(path, name)); err == nil {
					t.Errorf("%s is left, and empty", name)
				}
			}
		})
	}
}

// What was there when a folder was begun is not what counts.
func TestFolderMeanwhile(t *testing.T) {
	refused := errors.New("refused")
	refuses := func() ([]string, error) { return nil, refused }
	path := filepath.Join(t.TempDir(), "deep", "er", "x")
	f := create(t, path, exported)
	tree{"note": "!"}.write(t, path)
	if err := f.Commit("record", refuses); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if err := f.Discard(); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, filepath.Dir(path)); !maps.Equal(got, tree{"x/note": "!"}) {
		t.Errorf("%v", got)
	}

	// A folder that somebody has made meanwhile, and in which another writer is.
	path = filepath.Join(t.TempDir(), "x")
	f = create(t, path, exported)
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	other, err := wholefile.Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	var busy *wholefile.BusyError
	if err := f.Commit("record", names()); !errors.As(err, &busy) || busy.Path != path {
		t.Errorf("%v", err)
	}
	if err := errors.Join(f.Discard(), other.Release()); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, filepath.Dir(path)); len(got) != 0 {
		t.Errorf("%v", got)
	}

	// What is given up leaves no folder behind, but for those that others use.
	parent := t.TempDir()
	f = create(t, filepath.Join(parent, "a", "b", "x"), exported)
	second := create(t, filepath.Join(parent, "a", "y"), exported)
	if err := errors.Join(f.Discard(), second.Commit("record", names()), f.Discard()); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadDir(filepath.Join(parent, "a")); len(got) != 1 {
		t.Errorf("%v is left", got)
	}
}

// Links are written through, and the folder itself stays the same one.
func TestFolderLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	parent := t.TempDir()
	real := filepath.Join(parent, "real")
	tree{"x/note": "!", "file": "!"}.write(t, real)
	for name, to := range map[string]string{"x": "x", "file": "file"} {
		if err := os.Symlink(filepath.Join(real, to), filepath.Join(parent, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := create(t, filepath.Join(parent, "x"), exported).Commit("record", names()); err != nil {
		t.Fatal(err)
	}
	if err := create(t, filepath.Join(parent, "file"), tree{"a/one": "new"}).CommitFile("a/one", true); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, real); got["x/a/one"] != "new" || got["x/note"] != "!" || got["file"] != "new" || len(got) != 6 {
		t.Errorf("%v", got)
	}
	for _, name := range []string{"x", "file"} {
		if info, err := os.Lstat(filepath.Join(parent, name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	t.Chdir(filepath.Join(real, "x"))
	if err := create(t, ".", tree{"record": "again"}).Commit("record", names("record", "a/one", "a/two", "b/c/one")); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, "."); !maps.Equal(got, tree{"note": "!", "record": "again"}) {
		t.Errorf("%v", got)
	}
}

func TestCommitFile(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "x.jsonl")
	if err := create(t, path, tree{"a/one": "one", "a/two": "two"}).CommitFile("a/one", false); err != nil {
		t.Fatal(err)
	}
	late := create(t, path, tree{"a/one": "late"})
	if err := late.CommitFile("a/one", false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if err := late.Discard(); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, parent); !maps.Equal(got, tree{"x.jsonl": "one"}) {
		t.Errorf("%v", got)
	}
	if err := create(t, path, tree{"b": "two"}).CommitFile("b", true); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, parent); !maps.Equal(got, tree{"x.jsonl": "two"}) {
		t.Errorf("%v", got)
	}
	// What claims the place goes when there is nothing to put into it.
	other := create(t, filepath.Join(parent, "y.jsonl"), tree{"a": ""})
	if err := other.CommitFile("b", false); err == nil {
		t.Error("a file that is not there is committed")
	}
	if err := other.Discard(); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, parent); !maps.Equal(got, tree{"x.jsonl": "two"}) {
		t.Errorf("%v", got)
	}
}

// A commit that breaks off has removed files that have successors: these stay where
// they are, and are put in their places as soon as that can be done.
func TestBrokenCommit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	tree{"a/one": "old", "record": "old", "gone/other": "kept"}.write(t, path)
	f := create(t, path, exported)
	// A folder that holds something does not go like a file.
	if err := f.Commit("record", names("record", "a/one", "gone")); err == nil {
		t.Fatal("nothing is wrong")
	}
	if err := f.Discard(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(path, "gone", "other"), filepath.Join(path, "other")); err != nil {
		t.Fatal(err)
	}
	if err := sweep(path); err != nil {
		t.Fatal(err)
	}
	want := maps.Clone(exported)
	want["other"] = "kept"
	if got := treeOf(t, path); !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// What others have left is theirs to sweep.
func TestSweepOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	left := filepath.Join(path, ".x.partial-123")
	tree{"a": ""}.write(t, left)
	if err := os.Chown(left, os.Geteuid()+1, -1); err != nil {
		t.Skip("only root can give a folder away")
	}
	if err := sweep(path); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, left); !maps.Equal(got, tree{"a": ""}) {
		t.Errorf("%v", got)
	}
}

// Errors name the place that a file takes.
func TestTold(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "x")
	f := create(t, path, tree{"a/one": ""})
	defer f.Discard()
	_, err := os.Open(f.At("a/two"))
	var at *fs.PathError
	if !errors.As(f.Told(err), &at) || at.Path != filepath.Join(path, "a", "two") || !errors.Is(at, fs.ErrNotExist) {
		t.Errorf("%v", f.Told(err))
	}
	if _, err := os.Open(filepath.Join(parent, "y")); f.Told(err) != err {
		t.Errorf("%v", f.Told(err))
	}
	tree{"file": ""}.write(t, parent)
	_, err = wholefile.CreateFolder(filepath.Join(parent, "file", "x"))
	if err == nil || strings.Contains(err.Error(), "partial") {
		t.Errorf("%v", err)
	}
	if err := wholefile.Write(filepath.Join(parent, "no", "x"), nil); err == nil || strings.Contains(err.Error(), "partial") {
		t.Errorf("%v", err)
	}
}

func TestOurs(t *testing.T) {
	for name, want := range map[string]bool{
		".entries.jsonl.partial": true, ".x.partial-123": true, ".x.partial-": false, ".x.partial-1.old": false,
		".x.partial-notes": false, "x.partial": false, ".partial": false, ".gitignore": false, "": false,
		".switchyard.lock": true, ".x.switchyard.lock": true, "x.switchyard.lock": false, "switchyard.lock": false, ".lock": false,
	} {
		if got := wholefile.Ours(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// What dead processes leave goes, and nothing else.
func TestSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not tried there")
	}
	parent := t.TempDir()
	path := filepath.Join(parent, "x")
	left := tree{".x.partial-1/a/one": "dead", "x/.x.partial-2/a/one": "dead"}
	stays := tree{".x.partial-notes/a": "!", ".y.partial-1/a": "!", ".x.partial-3": "a file", "x/.y.partial-2/a": "!", ".x.partial-4.old/a": "!"}
	left.write(t, parent)
	stays.write(t, parent)
	tree{".x.switchyard.lock": "", "x/.switchyard.lock": "process 1 on nowhere\n"}.write(t, parent)
	if err := sweep(path); err != nil {
		t.Fatal(err)
	}
	if got := treeOf(t, parent); !maps.Equal(got, stays) {
		t.Errorf("%v", got)
	}

	// What a running process writes stays, also if somebody makes the folder meanwhile.
	path = filepath.Join(parent, "z")
	alive := create(t, path, tree{"a/one": "alive"})
	var busy *wholefile.BusyError
	if err := sweep(path); !errors.As(err, &busy) {
		t.Errorf("%v", err)
	}
	if err := errors.Join(os.Mkdir(path, 0o755), sweep(path), alive.Commit("record", names())); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, path); !maps.Equal(got, tree{"a/one": "alive"}) {
		t.Errorf("%v", got)
	}
}

// Killed at any instant of a commit, a folder is brought to the end that it would
// have had; until then, no record speaks of it.
func TestKilledCommit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not tried there")
	}
	there := tree{"record": "old", "a/one": "old", "old/one": "old", "old/two": "old", "note": "!"}
	listed := []string{"record", "a/one", "old/one", "old/two"}
	want := maps.Clone(exported)
	want["note"] = "!"
	plan, err := json.Marshal(map[string]any{"record": "record", "gone": listed[2:], "over": listed[:2]})
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; ; at++ {
		parent := t.TempDir()
		path := filepath.Join(parent, "x")
		partial := filepath.Join(path, ".x.partial-1")
		there.write(t, path)
		exported.write(t, partial)
		tree{".commit": string(plan)}.write(t, partial)
		steps := []func() error{}
		for _, name := range []string{"record", "old/one", "old/two"} {
			steps = append(steps, func() error { return os.Remove(filepath.Join(path, name)) })
		}
		for _, name := range slices.Sorted(maps.Keys(exported)) { // the record is the last
			steps = append(steps, func() error {
				return errors.Join(os.MkdirAll(filepath.Join(path, filepath.Dir(name)), 0o755), os.Rename(filepath.Join(partial, name), filepath.Join(path, name)))
			})
		}
		if at > len(steps) {
			break
		}
		for _, step := range steps[:at] {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(filepath.Join(path, "record")); (err == nil) != (at == 0 || at == len(steps)) {
			t.Errorf("after %d steps: %v", at, err)
		}
		if err := sweep(path); err != nil {
			t.Errorf("after %d steps: %v", at, err)
		}
		if got := treeOf(t, path); !maps.Equal(got, want) {
			t.Errorf("after %d steps: %v", at, got)
		}
	}
}

// What somebody has put in the way since stays, and until it has gone there is no
// record.
func TestKilledCommitInTheWay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not tried there")
	}
	path := filepath.Join(t.TempDir(), "x")
	tree{"record": "old", "b/c/one": "!", ".x.partial-1/.commit": `{"record":"record","gone":[],"over":["record"]}`}.write(t, path)
	exported.write(t, filepath.Join(path, ".x.partial-1"))
	var way *wholefile.InTheWayError
	if err := sweep(path); !errors.As(err, &way) || way.Path != filepath.Join(path, "b", "c", "one") {
		t.Errorf("%v", err)
	}
	if got := treeOf(t, path); got["b/c/one"] != "!" || got["record"] != "" || got[".x.partial-1/record"] != "new" {
		t.Errorf("%v", got)
	}
	if err := os.Remove(way.Path); err != nil {
		t.Fatal(err)
	}
	if err := sweep(path); err != nil {
		t.Error(err)
	}
	if got := treeOf(t, path); !maps.Equal(got, exported) {
		t.Errorf("%v", got)
	}
}
