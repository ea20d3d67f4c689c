//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"switchyard/model"
)

func TestBadPaths(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "file"), nil)
	if err := syscall.Mkfifo(filepath.Join(folder, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		folder:                                syscall.EISDIR,
		filepath.Join(folder, "file", "r.db"): syscall.ENOTDIR,
		"/dev/null/r.db":                      syscall.ENOTDIR,
		filepath.Join(folder, "\x00"):         syscall.EINVAL,
		"/proc/none/r.db":                     fs.ErrNotExist,
	} {
		if _, err := Open(t.Context(), path); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", path, err, want)
		}
	}
	for _, path := range []string{filepath.Join(folder, "fifo"), "/dev/null"} {
		var known *Error
		if _, err := Open(t.Context(), path); !errors.As(err, &known) {
			t.Errorf("%q: %v", path, err)
		}
	}
	// An empty file is as good as none.
	opened(t, filepath.Join(folder, "file"))
}

// TestNotWritable: whoever may only read is told so.
func TestNotWritable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "r.db")
	s := opened(t, file)
	fill(t, s, 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	var known *Error
	s, err := Open(t.Context(), file)
	if err == nil {
		defer s.Close()
		err = s.Put(t.Context(), keyOf(2), model.About{}, &model.Raw{})
	}
	if !errors.As(err, &known) || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a file that may only be read: %v", err)
	}
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	if _, err := Open(t.Context(), filepath.Join(folder, "new.db")); !errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), ".switchyard") {
		t.Errorf("a folder that may only be read: %v", err)
	}
}
