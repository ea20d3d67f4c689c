//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pipe makes a named pipe.
func pipe(t *testing.T, name string) string {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// silent opens a named pipe for reading and writing, so that nobody waits for the other
// end, and whoever reads waits for the first byte.
func silent(t *testing.T, name string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() }) // nothing was written
}

// ends runs a command, interrupts it, and returns its exit code. It has to end soon.
func ends(t *testing.T, stdin *os.File, args []string) (code int, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, told bytes.Buffer
	ended := make(chan int, 1)
	go func() { ended <- Run(ctx, args, os.Environ(), stdin, &out, &told) }()
	select {
	case code = <-ended:
		return code, told.String()
	case <-time.After(100 * time.Millisecond):
		cancel()
	}
	select {
	case code = <-ended:
		return code, told.String()
	case <-time.After(20 * time.Second):
		t.Fatalf("%q does not end", args)
		return 0, ""
	}
}

// Every command that waits for a file ends when it is interrupted: nobody writes into a
// named pipe, or nobody has written yet.
func TestWaitingForFilesEnds(t *testing.T) {
	dir := t.TempDir()
	// These read folders and databases, or a record that cannot be a named pipe.
	others := []string{"card FILE", "report FILE", "store stats", "store prune", "config show", "eval FILE --agent oracle --mode session", "flow eval FILE --agent follower --mode session"}
	for i, args := range append(slices.Clone(readers), []string{"export", "FILE", "--format", "openai", "--system", "FILE", "--out", "OUT"}) {
		for _, waits := range []string{"open", "read"} {
			args := slices.Clone(args)
			t.Run(strings.Join(args, " ")+" "+waits, func(t *testing.T) {
				t.Parallel()
				file := pipe(t, filepath.Join(dir, fmt.Sprintf("%d.%s.json", i, waits)))
				if waits == "read" {
					silent(t, file)
				} else {
					t.Cleanup(func() { silent(t, file) }) // lets go of whoever still opens it
				}
				line := strings.Join(args, " ")
				for i := range args {
					args[i] = strings.NewReplacer("FILE", file, "OUT", filepath.Join(t.TempDir(), "out")).Replace(args[i])
				}
				code, stderr := ends(t, nil, args)
				other := slices.ContainsFunc(others, func(o string) bool { return strings.HasPrefix(line, o) })
				if code != exitInterrupted && !(other && code != exitOK) || code == exitInterrupted && !strings.HasPrefix(stderr, "error: interrupted\n") && !strings.HasPrefix(stderr, "error: stopped\n") {
					t.Errorf("exit code %d: %s", code, stderr)
				}
			})
		}
	}
}

// So does a command that waits for standard input.
func TestWaitingForStandardInputEnds(t *testing.T) {
	for _, args := range [][]string{{"verify", "-"}, {"stats", "-"}, {"convert", "-", "--to", "mmtb", "--out", "-"}, {"filter", "-", "true", "--out", "-"}} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = errors.Join(r.Close(), w.Close()) }) // nothing was written
			if code, stderr := ends(t, r, args); code != exitInterrupted {
				t.Errorf("exit code %d: %s", code, stderr)
			}
		})
	}
}

// The first signal is enough, whether the program waits for somebody who writes or for
// what is written.
func TestFirstSignalEndsWaiting(t *testing.T) {
	for _, waits := range []string{"open", "read"} {
		t.Run(waits, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			first, second := pipe(t, filepath.Join(dir, "1")), pipe(t, filepath.Join(dir, "2"))
			if waits == "read" {
				silent(t, second)
			}
			cmd := exec.Command("switchyard", "verify", first, second)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			soon(t, "the program reads the first file", func() bool {
				f, err := os.OpenFile(first, os.O_WRONLY|syscall.O_NONBLOCK, 0)
				return err == nil && f.Close() == nil
			})
			began := time.Now()
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if code := exitCode(t, cmd); code != exitInterrupted || time.Since(began) > 10*time.Second {
				t.Errorf("exit code %d after %v: %s", code, time.Since(began), &stderr)
			}
		})
	}
}

// What comes through a named pipe is read like a file, once.
func TestNamedPipesAreRead(t *testing.T) {
	dir := t.TempDir()
	must(t, exitOK, "generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "3", "--quiet", "--format", "mmtb", "--out", filepath.Join(dir, "set"))
	for i, c := range []struct {
		args []string
		file string
	}{
		{[]string{"verify", "FILE"}, "entries.jsonl"},
		{[]string{"verify", "FILE"}, "mmtb.jsonl"},
		{[]string{"stats", "FILE"}, "entries.jsonl"},
		{[]string{"convert", "FILE", "--to", "openai", "--out", "-"}, "entries.jsonl"},
		{[]string{"convert", "FILE", "--to", "mmtb", "--out", "-"}, "mmtb.jsonl"},
		{[]string{"filter", "FILE", "true", "--out", "-"}, "entries.jsonl"},
	} {
		file := filepath.Join(dir, "set", c.file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		with := func(file string) string {
			args := slices.Clone(c.args)
			args[1] = file
			code, stdout, stderr := run(t, t.Context(), args...)
			if code != exitOK {
				t.Errorf("%q: exit code %d: %s", args, code, stderr)
			}
			return strings.ReplaceAll(stdout, file, "FILE")
		}
		name := pipe(t, filepath.Join(dir, fmt.Sprint("pipe", i)))
		wrote := make(chan error, 1)
		go func() { wrote <- os.WriteFile(name, text, 0) }()
		if got, want := with(name), with(file); got != want {
			t.Errorf("%q: %s\nwant %s", c.args, got, want)
		}
		if err := <-wrote; err != nil {
			t.Error(err)
		}
	}
}
