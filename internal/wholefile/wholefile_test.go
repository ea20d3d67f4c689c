package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"switchyard/internal/wholefile"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	for _, text := range []string{"one", "another, longer one", ""} {
		if err := wholefile.Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := wholefile.Write(path, []byte("secret")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if err := wholefile.Write(filepath.Join(folder, "no", "b.txt"), nil); err == nil {
		t.Error("a file in a folder that is not there")
	}
	var at *fs.PathError
	if err := wholefile.Write(folder, []byte("x")); !errors.As(err, &at) || at.Path != folder {
		t.Errorf("a file in the place of a folder: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("what failed leaves %v", left)
	}
}
