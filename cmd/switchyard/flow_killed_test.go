//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"switchyard/internal/race"
)

// A run of sessions that is killed again and again ends with the same bytes.
func TestKilledFlow(t *testing.T) {
	switch {
	case race.Enabled:
		t.Skip("the process that is killed is not this one")
	case testing.Short():
		t.Skip("takes long")
	}
	t.Chdir(t.TempDir())
	args, times := []string{"flow", "generate", "travel/driving_service", "--cross", "2", "--quiet", "--out"}, 3
	if *exhaustive {
		args, times = []string{"flow", "generate", "--quiet", "--out"}, 25
	}
	if code, _, stderr := run(t, t.Context(), append(args, "whole")...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	whole, err := os.Stat(filepath.Join("whole", "sessions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(filepath.Join("killed", "sessions.jsonl"))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for range times {
		cmd := exec.Command("switchyard", append(args, "killed")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		want := min(size()+whole.Size()/int64(times+1), whole.Size())
		soon(t, "a few more sessions", func() bool { return size() >= want })
		time.Sleep(time.Duration(size()%7) * time.Millisecond) // in the middle of something
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
	}
	if code, _, stderr := run(t, t.Context(), append(args, "killed")...); code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, name := range []string{"sessions.jsonl", "rejected.jsonl", "manifest.json"} {
		got, err1 := os.ReadFile(filepath.Join("killed", name))
		want, err2 := os.ReadFile(filepath.Join("whole", name))
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: not as without being killed", name)
		}
	}
}
