package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/mission"
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
		if code != exitMisuse || !strings.HasPrefix(stderr.String(), "error: cannot write to standard output: no space left") {
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
		{syscall.EIO, "x/y: cannot write it: input/output error"},
	} {
		f := explain(t.Context(), &fs.PathError{Op: "write", Path: "x/y", Err: test.err})
		if f.message != test.want || f.code != exitMisuse {
			t.Errorf("%v: %q, exit code %d", test.err, f.message, f.code)
		}
	}
}

func TestInOrder(t *testing.T) {
	const lines = 500
	for _, workers := range []int{1, 3, 16} {
		at := 0
		buf := make([]byte, 1) // reused, as files do
		next := func() ([]byte, int, error) {
			if at == lines {
				return nil, at, io.EOF
			}
			at++
			buf[0] = byte(at)
			return buf, at, nil
		}
		var got []int
		err := inOrder(t.Context(), workers, next, func(line []byte, number int) int {
			if line[0] != byte(number) {
				t.Errorf("line %d holds %d", number, line[0])
			}
			return number
		}, func(n int) { got = append(got, n) })
		if err != nil || len(got) != lines || !slices.IsSorted(got) {
			t.Errorf("%d workers: %d lines, %v", workers, len(got), err)
		}
	}
}

func TestInOrderEnds(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	next := func() ([]byte, int, error) {
		if n++; n > 5 {
			return nil, n, broken
		}
		return nil, n, nil
	}
	taken := 0
	err := inOrder(t.Context(), 2, next, func([]byte, int) int { return 0 }, func(int) { taken++ })
	if !errors.Is(err, broken) || taken != 5 {
		t.Errorf("%d taken, %v", taken, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	endless := func() ([]byte, int, error) { return nil, 1, nil }
	err = inOrder(ctx, 2, endless, func([]byte, int) int { return 0 }, func(int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 545835: "545,835", -1234: "-1,234", 12345678: "12,345,678"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	if got, want := printable("a\nb\tc\x1b[31m\u202ed\u00e9"), "a b→c\ufffd[31m\ufffddé"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A tree has one leaf for each path, and a prefix stands only once.
func TestTreeOfAllPaths(t *testing.T) {
	for _, depends := range [][][]int{{{}}, {{}, {}}, {{}, {0}, {0, 1}}, {{}, {}, {1}, {0, 2}}, {{}, {}, {}, {}, {}}} {
		graph, err := mission.NewGraph(depends)
		if err != nil {
			t.Fatal(err)
		}
		tools := make([]string, len(depends))
		for i := range tools {
			tools[i] = "t"
		}
		var b bytes.Buffer
		drawing{lines: boxLines(true)}.draw(&b, graph, tools)
		root := new(branch)
		paths, optimal := 0, 0
		for p := range graph.Paths() {
			root.add(p, len(p) == graph.Depth())
			paths++
			if len(p) == graph.Depth() {
				optimal++
			}
		}
		leaves, stars := leavesOf(root)
		if diff := cmp.Diff([]int{paths, optimal}, []int{leaves, stars}); diff != "" {
			t.Errorf("%v: leaves and optimal ones differ from the paths (-want +got):\n%s", depends, diff)
		}
		if got := strings.Count(b.String(), " *\n"); got != optimal {
			t.Errorf("%v: %d stars for %d optimal paths:\n%s", depends, got, optimal, &b)
		}
	}
}

func leavesOf(b *branch) (leaves, optimal int) {
	if b.leaf {
		leaves++
	}
	if b.optimal {
		optimal++
	}
	for _, c := range b.children {
		l, o := leavesOf(c)
		leaves, optimal = leaves+l, optimal+o
	}
	return leaves, optimal
}
