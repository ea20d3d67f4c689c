package main

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Run may be called by many goroutines at once: it shares nothing.
func TestRunAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if code, out, _ := run(t, t.Context(), "tools", "show", "travel/flight_inquiry"); code != exitOK || !strings.Contains(out, "search_flights") {
				t.Errorf("exit code %d: %s", code, out)
			}
			if code, _, stderr := run(t, t.Context(), "verify", "--nope"); code != exitMisuse || !strings.Contains(stderr, "--nope") {
				t.Errorf("exit code %d: %s", code, stderr)
			}
		})
	}
	wg.Wait()
}

// A cancelled context ends every command that could take long.
func TestCancelled(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "set")
	if code, _, stderr := run(t, t.Context(), "generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "5", "--out", folder); code != exitOK {
		t.Fatal(stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"generate", "--toolset", "travel", "--quiet", "--out", folder + "2"},
		{"verify", folder},
	} {
		if code, _, stderr := run(t, ctx, args...); code != exitInterrupted || wellTold(stderr) != "" {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}

// brokenWriter cannot be written to.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"tools", "list"}, {"tools", "list", "--json"}, {"--help"}} {
		var stderr strings.Builder
		code := Run(t.Context(), args, nil, strings.NewReader(""), brokenWriter{}, &stderr)
		if code != exitMisuse || !strings.HasPrefix(stderr.String(), "error: cannot write to standard output: the disk is full") {
			t.Errorf("%s: exit code %d: %s", args, code, &stderr)
		}
	}
}

func TestExplainPaths(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{fs.ErrPermission, "x/y: permission denied"},
		{syscall.EROFS, "x/y: the file system is read-only"},
		{syscall.ENOTDIR, "x/y: a part of the path is a file, not a folder"},
		{syscall.ENOSPC, "x/y: the disk is full"},
		{syscall.EIO, "x/y: cannot be written: input/output error"},
	} {
		f := explain(t.Context(), &fs.PathError{Op: "write", Path: "x/y", Err: test.err})
		if f.message != test.want || f.code != exitMisuse {
			t.Errorf("%v: %q, exit code %d", test.err, f.message, f.code)
		}
	}
}

func TestPrintable(t *testing.T) {
	if got, want := printable("a\nb\tc\x1b[31m\u202ed\u00e9"), "a b→c\ufffd[31m\ufffddé"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
