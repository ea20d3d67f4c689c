package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/results"
)

// TestAccuracyOfAll: a run that goes on shows the accuracy of what was there before,
// too.
func TestAccuracyOfAll(t *testing.T) {
	dir := t.TempDir()
	data, out := filepath.Join(dir, "d"), filepath.Join(dir, "r")
	run := func(args ...string) {
		t.Helper()
		var stderr bytes.Buffer
		if code := Run(t.Context(), args, nil, strings.NewReader(""), &bytes.Buffer{}, &stderr); code != exitOK {
			t.Fatalf("%v: %s", args, stderr.String())
		}
	}
	run("generate", "--missions", "2", "--paths", "clarify>single,single>chat", "--per-path", "2", "--out", data, "--quiet")
	for mode, want := range map[string]string{results.StepMode: "75.0 % correct", results.SessionMode: "100.0 % correct"} {
		folder := out + mode
		run("eval", data, "--agent", "eager", "--mode", mode, "--out", folder, "--quiet")
		c := &console{live: true, stderr: &lockedWriter{w: &bytes.Buffer{}}}
		j := &evalJob{source: &evalSource{name: filepath.Join(data, "entries.jsonl")}, run: results.Run{Mode: mode}}
		if mode == results.SessionMode {
			var err error
			if j.stages, err = openStages(j.source.name); err != nil {
				t.Fatal(err)
			}
		}
		m, err := results.ReadManifest(folder)
		if err != nil {
			t.Fatal(err)
		}
		f, err := results.Open(folder, *m, false)
		if err != nil {
			t.Fatal(err)
		}
		strict, err := judge.New(eval.Strict1)
		if err != nil {
			t.Fatal(err)
		}
		p := c.evalProgress(j, nil)
		if err := c.judgeBefore(t.Context(), j, f, p, strict, nil); err != nil {
			t.Fatal(err)
		}
		if got := p.text(); got != want || p.scored != 8 {
			t.Errorf("%s: %s of %d, want %s", mode, got, p.scored, want)
		}
		p.start(2, 8)
		if p.bar.total != 10 || p.bar.before != 8 || !strings.HasSuffix(p.bar.text(), fmt.Sprintf("; %s", want)) {
			t.Errorf("%s: %s", mode, p.bar.text())
		}
		p.finish()
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
