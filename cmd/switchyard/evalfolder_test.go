package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"switchyard/internal/wholefile"
	"switchyard/model/mock"
)

// evalFiles are the files of a folder, by name.
func evalFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(text)
	}
	return files
}

// sameFiles tells the files that differ.
func sameFiles(t *testing.T, what string, was, is map[string]string) {
	t.Helper()
	for name := range was {
		if is[name] != was[name] {
			t.Errorf("%s: %s is another: %s", what, name, is[name])
		}
	}
	for name := range is {
		if _, ok := was[name]; !ok {
			t.Errorf("%s: there is %s", what, name)
		}
	}
}

// slow is a player that takes its time.
type slow struct{ asked, goOn chan struct{} }

// Play implements [mock.Player].
func (s *slow) Play(ctx context.Context, _ string) (*mock.Answer, error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	select {
	case <-s.goOn:
	case <-ctx.Done():
	}
	return &mock.Answer{Text: "No."}, nil
}

// busy is what a command says when this process writes to a place.
func busy(t *testing.T, path string) string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("error: %s: another switchyard is writing there (process %d on %s)\nhint: wait until it has ended, or choose another folder or file\n", path, os.Getpid(), host)
}

// TestTwoEvals refuses a second evaluation into a folder while one is under way.
func TestTwoEvals(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, stderr := run(t, t.Context(), "generate", "--missions", "1", "--limit", "2", "--toolset", "travel/flight_inquiry", "--quiet"); code != 0 {
		t.Fatal(stderr)
	}
	s := &slow{make(chan struct{}, 1), make(chan struct{})}
	server := httptest.NewServer(mock.New(mock.Config{Player: s}))
	defer server.Close()
	args := []string{"eval", "dataset", "--model", "m", "--base-url", server.URL + "/v1", "--no-store", "--out", "r", "--quiet"}
	type ended struct {
		code   int
		stderr string
	}
	first := make(chan ended)
	go func() {
		var stdout, stderr strings.Builder
		code := Run(t.Context(), args, nil, strings.NewReader(""), &stdout, &stderr)
		first <- ended{code, stderr.String()}
	}()
	<-s.asked
	for _, more := range [][]string{nil, {"--force"}} {
		code, _, stderr := run(t, t.Context(), append(args, more...)...)
		if code != exitMisuse || wellTold(stderr) != "" || stderr != busy(t, "r") {
			t.Errorf("%v: exit code %d: %s", more, code, stderr)
		}
	}
	close(s.goOn)
	if got := <-first; got.code != 0 {
		t.Errorf("the first one: exit code %d: %s", got.code, got.stderr)
	}
	if code, _, stderr := run(t, t.Context(), args...); code != 0 {
		t.Errorf("afterwards: exit code %d: %s", code, stderr)
	}
	lock, err := wholefile.Hold("r")
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(t, t.Context(), "score", "r")
	if want := busy(t, "r"); code != exitMisuse || stderr != want {
		t.Errorf("score: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, t.Context(), "report", "r"); code != 0 { // it only reads
		t.Errorf("report: exit code %d: %s", code, stderr)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

// TestRefusedKey leaves results, and the opinions of another judge, as they are when
// the endpoint takes the key for a bad one.
func TestRefusedKey(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, 0, "generate", "--missions", "1", "--limit", "2", "--toolset", "travel/flight_inquiry", "--quiet")
	player := mock.New(mock.Config{Player: &juror{answer: `{"weighing":"It is.","ok":true,"fault":"none","reason":"it says so"}`}})
	var refuses atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuses.Load() {
			http.Error(w, `{"error":{"message":"no such key"}}`, http.StatusUnauthorized)
			return
		}
		player.ServeHTTP(w, r)
	}))
	defer server.Close()
	endpoint := []string{"--base-url", server.URL + "/v1", "--no-store"}
	again := append([]string{"eval", "dataset", "--model", "m", "--out", "r", "--quiet"}, endpoint...)
	judge := func(want int, name string) string {
		t.Helper()
		return must(t, want, append([]string{"score", "r", "--judge", name}, endpoint...)...)
	}
	must(t, 0, again...)
	judge(0, "a/b")
	before := evalFiles(t, "r")
	if before["opinions.a%2Fb.jsonl"] == "" {
		t.Fatalf("no opinions: %v", before)
	}
	refuses.Store(true)
	must(t, 2, append(again, "--force")...)
	sameFiles(t, "eval --force", before, evalFiles(t, "r"))
	judge(2, "other")
	sameFiles(t, "another judge", before, evalFiles(t, "r"))
	if got := must(t, 0, "score", "r"); !strings.Contains(got, "judged-1") {
		t.Error(got)
	}
	refuses.Store(false)
	judge(0, "other")
	after := evalFiles(t, "r")
	if after["opinions.other.jsonl"] == "" || after["opinions.a%2Fb.jsonl"] != before["opinions.a%2Fb.jsonl"] || !strings.Contains(after["results.json"], `"judge": "other"`) {
		t.Errorf("%v", after)
	}
	must(t, 0, append(again, "--force")...)
	if forced := evalFiles(t, "r"); forced["opinions.other.jsonl"] != "" || strings.Contains(forced["results.json"], "other") {
		t.Errorf("what was judged is still there: %v", forced)
	}
}

// TestLimitAsks: of entries beyond the limit nothing is asked.
func TestLimitAsks(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, stderr := run(t, t.Context(), "generate", "--missions", "1", "--limit", "6", "--toolset", "travel/flight_inquiry", "--quiet"); code != 0 {
		t.Fatal(stderr)
	}
	player := &juror{answer: "No."}
	server := httptest.NewServer(mock.New(mock.Config{Player: player}))
	defer server.Close()
	args := []string{"eval", "dataset", "--model", "m", "--base-url", server.URL + "/v1", "--no-store", "--out", "r", "--quiet"}
	for _, limit := range []int{2, 5} {
		if code, _, stderr := run(t, t.Context(), append(args, "--limit", strconv.Itoa(limit))...); code != 0 {
			t.Fatal(stderr)
		}
		entries := map[string]bool{}
		for _, trace := range player.asked {
			entry, _, _ := strings.Cut(trace, "#")
			entries[entry] = true
		}
		if len(entries) != limit || len(player.asked) != limit {
			t.Errorf("--limit %d: asked %q", limit, player.asked)
		}
	}
}
