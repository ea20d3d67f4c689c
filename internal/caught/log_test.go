package caught

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of many panics the first is reported and the first stacks are kept.
func TestLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "faults.log")
	l := Log{File: file, Program: "test 1"}
	l.Add(errors.New("no panic"))
	if first, n, kept := l.Noted(); first != nil || n != 0 || kept {
		t.Errorf("%v, %d, %v", first, n, kept)
	}
	for i := range mostStacks + 5 {
		l.Add(Do(func() string { return strings.Repeat("x", i+1) }, func() error { panic("oh") }))
	}
	first, n, kept := l.Noted()
	text, err := os.ReadFile(file)
	if first.Work != "x" || n != mostStacks+5 || !kept || err != nil || strings.Count(string(text), "test 1: x") != mostStacks {
		t.Errorf("%v, %d, %v, %v: %s", first, n, kept, err, text)
	}
	for _, file := range []string{"", filepath.Join(file, "below a file")} {
		l := Log{File: file}
		l.Add(first)
		if _, n, kept := l.Noted(); n != 1 || kept {
			t.Errorf("%q: %d, %v", file, n, kept)
		}
	}
}
