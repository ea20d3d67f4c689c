package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchyard/model"
	"switchyard/model/store"
)

// storeOf makes a store with 1,200 answers of one model and 30 of another, of
// which ten are failures.
func storeOf(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "r.db")
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(i int, name string, status int) {
		about := model.About{Endpoint: "https://host/v1", Model: name, Trace: "t"}
		if err := s.Put(t.Context(), model.Key{byte(i), byte(i >> 8)}, about, &model.Raw{Status: status, Body: bytes.Repeat([]byte("word "), 200)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 1200 {
		put(i, "big", 200)
	}
	for i := 1200; i < 1230; i++ {
		put(i, "red\x1b[31m", []int{200, 200, 429}[i%3])
	}
	return file
}

func TestStoreStatsAndPrune(t *testing.T) {
	file := storeOf(t)
	today := time.Now().UTC().Format("2006-01-02")
	for _, step := range []struct {
		args string
		want []string // parts of standard output
	}{
		{"stats", []string{"answers  1,230, of them 10 failures\n", "size     1.2 MiB of answers in ", "stored   " + today,
			"ENDPOINT         MODEL     ANSWERS  FAILURES  SIZE\n", "https://host/v1  big       1,200    0         1.1 MiB\n", "https://host/v1  red\ufffd[31m  30       10        29.3 KiB\n"}},
		{"stats --json", []string{`"exists": true`, `"answers": 1230`, `"failures": 10`, `"bytes": 1230000`, `"oldest": "` + today, `"model": "big"`}},
		{"prune --older-than 1h", []string{"removed 0 answers, 0 B; "}},
		{"prune --model small --dry-run", []string{"would remove 0 answers, 0 B; nothing is removed\n"}},
		{"prune --endpoint https://host/v1 --dry-run", []string{"would remove 1,230 answers, 1.2 MiB; nothing is removed\n"}},
		{"prune --model big --endpoint https://host/v1 --json", []string{`"dry_run": false`, `"answers": 1200`, `"bytes": 1200000`, `"freed_bytes": `}},
		{"prune --model big", []string{"removed 0 answers, 0 B; "}},
		{"prune --all", []string{"removed 30 answers, 29.3 KiB; "}},
		{"stats", []string{"answers  0, of them 0 failures\n", "size     0 B of answers in "}},
	} {
		args := append([]string{"store"}, strings.Fields(step.args)...)
		code, stdout, stderr := run(t, t.Context(), append(args, "--store", file)...)
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit code %d, %s", step.args, code, stderr)
		}
		for _, want := range step.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: %q is not in\n%s", step.args, want, stdout)
			}
		}
		if strings.Contains(step.args, "--json") && !json.Valid([]byte(stdout)) {
			t.Errorf("%s: no JSON:\n%s", step.args, stdout)
		}
		if strings.Contains(stdout, "\x1b") {
			t.Errorf("%s: control characters in\n%q", step.args, stdout)
		}
	}
}

func TestStoreInterrupted(t *testing.T) {
	file := storeOf(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"stats"}, {"prune", "--all"}} {
		code, stdout, stderr := run(t, ctx, append(append([]string{"store"}, args...), "--store", file)...)
		if code != exitInterrupted || stdout != "" || stderr != "error: interrupted\n" {
			t.Errorf("%s: exit code %d, %s%s", args, code, stdout, stderr)
		}
	}
}

func TestCacheFolder(t *testing.T) {
	for _, test := range []struct{ system, env, want string }{
		{"linux", "HOME=/h XDG_CACHE_HOME=/x", "/x"},
		{"linux", "HOME=/h XDG_CACHE_HOME=x", "/h/.cache"},
		{"linux", "HOME=/h", "/h/.cache"},
		{"linux", "", ""},
		{"freebsd", "HOME=/h", "/h/.cache"},
		{"darwin", "HOME=/h", "/h/Library/Caches"},
		{"darwin", "HOME=/h XDG_CACHE_HOME=/x", "/x"},
		{"windows", "HOME=/h LocalAppData=/l", "/l"},
		{"windows", "HOME=/h", ""},
	} {
		c := newConsole(nil, strings.Fields(test.env), nil, nil, nil)
		if got := c.cacheFolder(test.system); got != test.want {
			t.Errorf("%s with %s: %q, want %q", test.system, test.env, got, test.want)
		}
	}
}

func TestAge(t *testing.T) {
	for s, want := range map[string]time.Duration{"36h": 36 * time.Hour, "1d": 24 * time.Hour, "30d": 720 * time.Hour, "4w": 28 * 24 * time.Hour, "5228w": 5228 * 7 * 24 * time.Hour} {
		if got, err := ageOf(s); got != want || err != nil {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "h", "0h", "-1h", "+1h", "1.5h", "1 d", "1m", "1hh", "h1", "5229w", "70000h", "1_0d"} {
		if got, err := ageOf(s); err == nil {
			t.Errorf("%s is %v", fmt.Sprintf("%q", s), got)
		}
	}
}
