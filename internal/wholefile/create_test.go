package wholefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"switchyard/internal/wholefile"
)

func TestCreate(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	begin := func(text string) *wholefile.File {
		f, err := wholefile.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return f
	}
	if err := begin("nobody sees this").Discard(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	first := begin("one, and longer")
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("it is there before it is committed: %v", err)
	}
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	second := begin("two")
	if got, _ := os.ReadFile(path); string(got) != "one, and longer" {
		t.Errorf("%q", got)
	}
	if err := second.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "two" {
		t.Errorf("%q", got)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := wholefile.Create(filepath.Join(folder, "no", "b.txt")); err == nil {
		t.Error("a file in a folder that is not there")
	}
}
