package main

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"switchyard/model/mock"
)

// juror is a judge that has one opinion.
type juror struct {
	answer string
	mu     sync.Mutex
	asked  []string
}

// Play implements [mock.Player].
func (j *juror) Play(_ context.Context, trace string) (*mock.Answer, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.asked = append(j.asked, trace)
	return &mock.Answer{Text: j.answer}, nil
}

// unsealed takes the seals from lines, so that they can be changed by hand.
func unsealed(text []byte) []byte {
	return regexp.MustCompile(`(?m),"seal":"[^"]*"\}$`).ReplaceAll(text, []byte("}"))
}

// TestJudgeModel judges a reply in other words by rules and by a model, whose
// opinion is asked once and kept.
func TestJudgeModel(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, 0, "generate", "--missions", "1", "--paths", "single", "--limit", "1", "--toolset", "travel/flight_inquiry", "--quiet")
	must(t, 0, "eval", "dataset", "--agent", "oracle", "--out", "r", "--quiet")
	name := filepath.Join("r", "predictions.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text = unsealed(text)
	at := strings.LastIndex(string(text), `{"text":"`)
	end := strings.LastIndex(string(text), `","nodes":`)
	if err := os.WriteFile(name, []byte(string(text[:at])+`{"text":"It costs 99,999 dollars`+string(text[end:])), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, 2, "report", "r", "--version", "judged-1")
	if got := must(t, 0, "score", "r"); !strings.Contains(got, "contradiction") || strings.Contains(got, "judged-1") {
		t.Fatal(got)
	}
	fair := &juror{answer: `{"weighing":"It is.","ok":true,"fault":"none","reason":"it says what was asked"}`}
	server := httptest.NewServer(mock.New(mock.Config{Player: fair}))
	defer server.Close()
	score := func(judge string) string {
		t.Helper()
		return strings.Join(strings.Fields(must(t, 0, "score", "r", "--judge", judge, "--base-url", server.URL+"/v1", "--no-store")), " ")
	}
	if got := score("fair"); !strings.Contains(got, "judged-1") || !strings.Contains(got, "correct 100.0 %") {
		t.Error(got)
	}
	if len(fair.asked) != 1 || !strings.HasPrefix(fair.asked[0], "opinion/1#1/") {
		t.Errorf("asked %q", fair.asked)
	}
	verdicts, err := os.ReadFile(filepath.Join("r", "verdicts.judged-1.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// Killed while a line was written: it is asked again, and nothing else is.
	opinions := filepath.Join("r", "opinions.fair.jsonl")
	text, _ = os.ReadFile(opinions)
	if err := os.WriteFile(opinions, append(text, `{"entry":"x`...), 0o644); err != nil {
		t.Fatal(err)
	}
	score("fair")
	if again, _ := os.ReadFile(filepath.Join("r", "verdicts.judged-1.jsonl")); string(again) != string(verdicts) || len(fair.asked) != 1 {
		t.Errorf("asked %d times, %s", len(fair.asked), again)
	}
	must(t, 0, "score", "r") // without the judge, its opinions count as they are
	if again, _ := os.ReadFile(filepath.Join("r", "verdicts.judged-1.jsonl")); string(again) != string(verdicts) {
		t.Errorf("%s", again)
	}
	// Verdicts are of the opinions that are there: what is told follows them.
	kept, _ := os.ReadFile(opinions)
	if err := os.WriteFile(opinions, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, 0, "report", "r", "--version", "judged-1")
	if again, _ := os.ReadFile(filepath.Join("r", "verdicts.judged-1.jsonl")); string(again) == string(verdicts) {
		t.Error("the verdicts are of opinions that are gone")
	}
	if err := os.WriteFile(opinions, kept, 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, 0, "report", "r", "--version", "judged-1")
	if again, _ := os.ReadFile(filepath.Join("r", "verdicts.judged-1.jsonl")); string(again) != string(verdicts) {
		t.Errorf("%s", again)
	}
	// Killed before the newline of a line was written: the next one has a line of
	// its own.
	if err := os.WriteFile(filepath.Join("r", "opinions.fresh.jsonl"), []byte(`{"entry":"x","mission":0,"step":0,"text":"t"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	score("fresh")
	if score("fresh"); len(fair.asked) != 2 {
		t.Errorf("asked %d times", len(fair.asked))
	}
	// What is wrong with predictions is told before anything is asked.
	predictions, _ := os.ReadFile(name)
	if err := os.WriteFile(name, append(predictions, "{}\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, 2, "score", "r", "--judge", "late", "--base-url", server.URL+"/v1", "--no-store")
	if len(fair.asked) != 2 {
		t.Errorf("asked %d times", len(fair.asked))
	}
	if err := os.WriteFile(name, predictions, 0o644); err != nil {
		t.Fatal(err)
	}
	// Another judge has opinions of its own; what cannot be read is left to rules.
	fair.answer = `{"weighing":"No.","ok":false,"fault":"contradiction","reason":"no such price"}`
	if got := score("strict"); !strings.Contains(got, "correct 0.0 %") {
		t.Error(got)
	}
	fair.answer = "no"
	if got := score("dumb"); !strings.Contains(got, "the judge gave no opinion on 1 of the texts") {
		t.Error(got)
	}
	if got := must(t, 0, "report", "r", "--version", "judged-1"); !strings.Contains(got, "judged-1") {
		t.Error(got)
	}
}

// TestJudgeBudget: the budget of a judge is for all its opinions of a folder, however
// often the command is given, with a store or without one, and also for answers that
// were no opinions.
func TestJudgeBudget(t *testing.T) {
	t.Chdir(t.TempDir())
	score := func(want int, more ...string) string {
		t.Helper()
		args := append([]string{"score", "r", "--in-flight", "1", "--prices", "prices.yaml"}, more...)
		code, stdout, stderr := run(t, t.Context(), args...)
		if code != want {
			t.Fatalf("%v: exit code %d, want %d: %s", args, code, want, stderr)
		}
		return stdout + stderr
	}
	for _, args := range [][]string{
		{"generate", "--missions", "1", "--paths", "single", "--limit", "8", "--toolset", "travel/flight_inquiry", "--quiet"},
		{"eval", "dataset", "--agent", "oracle", "--out", "r", "--quiet"},
	} {
		if code, _, stderr := run(t, t.Context(), args...); code != 0 {
			t.Fatal(stderr)
		}
	}
	name := filepath.Join("r", "predictions.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text = unsealed(text)
	texts := strings.Count(string(text), `{"text":"`)
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), `{"text":"`, `{"text":"Well. `)), 0o644); err != nil {
		t.Fatal(err)
	}
	// One in a hundred tokens is a currency unit: an answer costs a few of them.
	prices := "version: 1\ndate: 2026-11-01\ncurrency: usd\nmodels:\n  fair: {input: 10000, output: 10000}\n  dumb: {input: 10000, output: 10000}\n"
	if err := os.WriteFile("prices.yaml", []byte(prices), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, store := range [][]string{{"--no-store"}, {"--store", "answers.db"}} {
		for judge, answer := range map[string]string{"fair": `{"weighing":"It is.","ok":true,"fault":"none","reason":"it says what was asked"}`, "dumb": "no"} {
			if err := os.RemoveAll(filepath.Join("r", "opinions."+judge+".jsonl")); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll("answers.db"); err != nil {
				t.Fatal(err)
			}
			player := &juror{answer: answer}
			server := httptest.NewServer(mock.New(mock.Config{Player: player}))
			flags := append([]string{"--judge", judge, "--base-url", server.URL + "/v1"}, store...)
			got := score(exitFound, append(flags, "--budget", "15usd")...)
			if !strings.Contains(got, "the budget of 15usd is used up") || !strings.Contains(got, "with a larger --budget") {
				t.Fatal(got)
			}
			asked := len(player.asked)
			all := texts
			if judge == "dumb" {
				all = 2 * texts // it is asked again about each
			}
			if asked == 0 || asked >= all {
				t.Fatalf("%s %v: asked %d times about %d texts", judge, store, asked, texts)
			}
			for range 2 {
				score(exitFound, append(flags, "--budget", "15usd")...)
			}
			if len(player.asked) != asked {
				t.Errorf("%s %v: asked %d times after the budget was used up, and %d before", judge, store, len(player.asked)-asked, asked)
			}
			score(exitOK, append(flags, "--budget", "100000usd")...)
			if judge == "fair" {
				if len(player.asked) != texts {
					t.Errorf("%v: asked %d times about %d texts", store, len(player.asked), texts)
				}
				score(exitOK, append(flags, "--budget", "15usd")...) // there is nothing left to ask
			}
			server.Close()
		}
	}
}
