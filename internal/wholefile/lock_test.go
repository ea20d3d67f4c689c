package wholefile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"switchyard/internal/wholefile"
)

// me is how a lock names this process.
func me(t *testing.T) string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	return fmt.Sprintf("process %d on %s", os.Getpid(), host)
}

// A place has one writer, whatever it is: the second is told who the first is.
func TestHold(t *testing.T) {
	parent := t.TempDir()
	tree{"there/note": "!", "file": "!"}.write(t, parent)
	for _, name := range []string{"there", "file", "absent", "absent.jsonl"} {
		path := filepath.Join(parent, name)
		one, err := wholefile.Hold(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, second := range map[string]func(string) (*wholefile.Lock, error){"Hold": wholefile.Hold, "HoldFolder": wholefile.HoldFolder,
			"CreateFolder": func(path string) (*wholefile.Lock, error) {
				_, err := wholefile.CreateFolder(path)
				return nil, err
			}} {
			var busy *wholefile.BusyError
			if _, err := second(path); !errors.As(err, &busy) || busy.Path != path || busy.Holder != me(t) {
				t.Errorf("%s: a second %s: %v", name, what, err)
			}
		}
		if err := errors.Join(one.Release(), one.Release()); err != nil {
			t.Error(err)
		}
	}
	if got := treeOf(t, parent); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// Folders are made where they are wanted, and go again if nothing was put into them.
func TestHoldFolder(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "a", "b", "c")
	for _, wanted := range []bool{false, true} {
		lock, err := wholefile.HoldFolder(path)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := os.ReadDir(filepath.Dir(path)); err != nil || len(list) != 1 || list[0].Name() != "c" {
			t.Errorf("beside the folder: %v, %v", list, err)
		}
		if wanted {
			tree{"note": "!"}.write(t, path)
		}
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
		left, _ := os.ReadDir(parent)
		if got := treeOf(t, parent); len(left) > 0 != wanted || wanted && (len(got) != 1 || got["a/b/c/note"] != "!") {
			t.Errorf("%v", got)
		}
	}
	if _, err := wholefile.HoldFolder(filepath.Join(path, "note")); err == nil {
		t.Error("a file is a folder")
	}
	if _, err := wholefile.Hold(filepath.Join(path, "note", "x")); err == nil {
		t.Error("a file is a parent")
	}
}

// What a dead process left does not keep anybody out, whatever it says; and who holds a
// lock is told only if that can be printed.
func TestStaleLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is locked cannot be written there")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, ".switchyard.lock")
	tree{".switchyard.lock": "process 1 on a-host-with-a-name-that-is-longer-than-ours\n"}.write(t, folder)
	lock, err := wholefile.Hold(folder)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != me(t)+"\n" {
		t.Errorf("%q, %v", text, err)
	}
	for text, want := range map[string]string{"process 12 on b.c-d_1\n": "process 12 on b.c-d_1", "": "", "process 12 on x": "", "process x on y\n": "",
		"process 1 on \x1b[31m\n": "", "process 1 on \u202ex\n": "", "\x00\xff\n": ""} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var busy *wholefile.BusyError
		if _, err := wholefile.Hold(folder); !errors.As(err, &busy) || busy.Holder != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}

	// A link in the place of the lock is not followed.
	tree{"precious": "!"}.write(t, folder)
	if err := os.Symlink("precious", file); err != nil {
		t.Fatal(err)
	}
	if _, err := wholefile.Hold(folder); err == nil {
		t.Error("a link is a lock")
	}
	if got := treeOf(t, folder); got["precious"] != "!" {
		t.Errorf("%v", got)
	}
}

// TestHoldAtOnce has many take and release a place in all ways, while never two have it. The
// folder and its parent come and go.
func TestHoldAtOnce(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "a", "x")
	var (
		wg     sync.WaitGroup
		inside atomic.Int32
		took   atomic.Int32
	)
	ways := []func() (release func() error, err error){
		func() (func() error, error) {
			lock, err := wholefile.Hold(path)
			return lock.Release, err
		},
		func() (func() error, error) {
			lock, err := wholefile.HoldFolder(path)
			return lock.Release, err
		},
		func() (func() error, error) {
			f, err := wholefile.CreateFolder(path)
			if err != nil {
				return nil, err
			}
			return f.Discard, nil
		},
	}
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				release, err := ways[(i+n)%len(ways)]()
				if busy := (*wholefile.BusyError)(nil); errors.As(err, &busy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				took.Add(1)
				if inside.Add(1) != 1 {
					t.Error("two have it")
				}
				inside.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if took.Load() == 0 {
		t.Error("nobody ever had it")
	}
	if got := treeOf(t, parent); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

func TestForeign(t *testing.T) {
	folder := t.TempDir()
	check := func(want string, except ...string) {
		t.Helper()
		if got, err := wholefile.Foreign(folder, except...); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	check("")
	tree{".git/HEAD": "", ".gitignore": "", ".DS_Store": "", "lost+found/x": "", ".switchyard.lock": "", ".x.switchyard.lock": "", ".x.partial-1/a": "", ".a.partial": ""}.write(t, folder)
	check("")
	tree{"b": "", "c/x": ""}.write(t, folder)
	check("b")
	check("c", "b")
	check("", "b", "c")
	tree{".bashrc": ""}.write(t, folder)
	check(".bashrc", "b", "c")
	folder = filepath.Join(folder, "absent")
	check("")
	folder = filepath.Join(filepath.Dir(folder), "b")
	if _, err := wholefile.Foreign(folder); err == nil {
		t.Error("a file is a folder")
	}
}
