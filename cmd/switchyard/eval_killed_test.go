//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/results"
	"switchyard/eval/trial"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/model/mock"
)

// witness is an endpoint that notes which missions it is asked about.
type witness struct {
	mock.Hearer
	mu    sync.Mutex
	asked map[string]int // by mission
}

// Hear implements [mock.Hearer].
func (w *witness) Hear(ctx context.Context, q *mock.Request) (*mock.Answer, error) {
	if rest, ok := strings.CutPrefix(q.Trace, "eval/"); ok {
		w.mu.Lock()
		w.asked[rest[:strings.LastIndexByte(rest, '/')]]++
		w.mu.Unlock()
	}
	return w.Hearer.Hear(ctx, q)
}

// forget gives what was asked since the last time.
func (w *witness) forget() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.asked
	w.asked = map[string]int{}
	return asked
}

// predicted are the missions that a folder has predictions of, as requests name them.
func predicted(t *testing.T, folder string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, results.PredictionsName))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	missions, lines := map[string]bool{}, map[string]int{}
	for i, e := range linesIn[mission.Entry](t, "dataset", "entries.jsonl") {
		lines[e.ID] = i + 1
	}
	for p, err := range results.NewReader[eval.Prediction](bytes.NewReader(whole), folder).All() {
		if err != nil {
			t.Fatal(err)
		}
		missions[fmt.Sprintf("%d#%d", lines[p.Entry], p.Mission+1)] = true
	}
	return missions
}

// An evaluation that is killed again and again asks for no prediction twice that it
// had, and ends like one that is not killed.
func TestKilledEvalGoesOn(t *testing.T) {
	if race.Enabled {
		t.Skip("the process that is killed is not this one")
	}
	t.Chdir(t.TempDir())
	must := func(args ...string) {
		t.Helper()
		if code, _, stderr := run(t, t.Context(), args...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	must("generate", "--missions", "3", "--per-path", "1", "--limit", "24", "--toolset", "travel/flight_inquiry", "--quiet")
	must("eval", "dataset", "--agent", "forgetful", "--out", "whole", "--quiet")
	agent, err := agents.New("forgetful", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := trial.NewActor(t.Context(), "dataset", agent, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{Hearer: a, asked: map[string]int{}}
	server := httptest.NewServer(mock.New(mock.Config{Player: w, Latency: 20 * time.Millisecond}))
	defer server.Close()
	args := []string{"eval", "dataset", "--model", "m", "--base-url", server.URL + "/v1", "--no-store", "--in-flight", "4", "--workers", "4", "--out", "killed", "--quiet"}
	kills := 0
	for had := map[string]bool{}; kills < 8 && len(had) < 40; kills++ { // a busy machine kills late
		cmd := exec.Command("switchyard", args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		want := len(had) + 6
		soon(t, "a few more predictions", func() bool { return len(predicted(t, "killed")) >= want })
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		for mark := range w.forget() {
			if had[mark] {
				t.Errorf("mission %s is asked about, though there is a prediction", mark)
			}
		}
		had = predicted(t, "killed")
	}
	code, _, stderr := run(t, t.Context(), args[:len(args)-1]...) // not quiet
	if code != exitOK || !strings.Contains(stderr, " of 72 missions from an evaluation that was stopped; the others are made now\n") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, name := range []string{results.VerdictsName(eval.Strict2), results.VerdictsName(eval.Strict1), results.VerdictsName(eval.MMTB1)} {
		got, err := os.ReadFile(filepath.Join("killed", name))
		want, err2 := os.ReadFile(filepath.Join("whole", name))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: not as without being killed", name)
		}
	}
}
