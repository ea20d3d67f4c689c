//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// exitCode waits for a program and gives its exit code.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

// The first Ctrl-C leaves a folder from which the same command goes on, and
// the end is as if nothing had happened.
func TestInterruptedRunGoesOn(t *testing.T) {
	folder := t.TempDir()
	whole, stopped := filepath.Join(folder, "whole"), filepath.Join(folder, "stopped")
	args := []string{"generate", "--toolset", "travel/flight_inquiry", "--missions", "1-2", "--workers", "1", "--out"}
	if code, _, stderr := run(t, t.Context(), append(args, whole)...); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}

	var stderr bytes.Buffer
	cmd := exec.Command("switchyard", append(args, stopped)...)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	soon(t, "a first record in the journal", func() bool {
		info, err := os.Stat(filepath.Join(stopped, "journal.jsonl"))
		return err == nil && info.Size() > 0
	})
	interrupt(t, cmd)
	if code := exitCode(t, cmd); code != exitInterrupted {
		t.Fatalf("exit code %d, want %d: %s", code, exitInterrupted, &stderr)
	}
	for _, want := range []string{"stopping: finishing what is in flight", "error: stopped after ", "hint: " + stopped + " is intact; the same command continues from there"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q is not in:\n%s", want, &stderr)
		}
	}

	code, stdout, _ := run(t, t.Context(), append(args, stopped)...)
	if code != exitOK || !strings.Contains(stdout, "had been made before the run was stopped") {
		t.Fatalf("exit code %d:\n%s", code, stdout)
	}
	for _, name := range []string{"entries.jsonl", "mmtb.jsonl", "rejected.jsonl", "manifest.json", "README.md"} {
		a, err1 := os.ReadFile(filepath.Join(whole, name))
		b, err2 := os.ReadFile(filepath.Join(stopped, name))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs from that of a run that was not stopped (%v, %v)", name, err1, err2)
		}
	}
}

func TestSecondInterruptEndsAtOnce(t *testing.T) {
	cmd := exec.Command("waiting")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, want := range []string{"ready", "draining"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("got %q, want %q", lines.Text(), want)
		}
		interrupt(t, cmd)
	}
	if code := exitCode(t, cmd); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}
