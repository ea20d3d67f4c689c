package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/model/mock"
)

// asking lists a call of every command that asks models, but for where they are, in a
// folder that has what they need.
func asking(t *testing.T) [][]string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, 0, "generate", "--missions", "1", "--paths", "single", "--limit", "1", "--toolset", "travel/flight_inquiry", "--quiet", "--out", at("dataset"))
	must(t, 0, "eval", at("dataset"), "--agent", "oracle", "--out", at("results"), "--quiet")
	change := func(name, old, new string) {
		t.Helper()
		text, err := os.ReadFile(at(name))
		text = unsealed(text)
		if i := strings.LastIndex(string(text), old); err != nil || i < 0 {
			t.Fatalf("%s: %v", name, err)
		} else {
			text = []byte(string(text[:i]) + new + string(text[i+len(old):]))
		}
		if err := os.WriteFile(at(name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change("results/predictions.jsonl", `{"text":"`, `{"text":"It costs 99,999 dollars. `)
	for name, text := range map[string]string{
		"pet.yaml": "toolset: shop/pet\ntools:\n  getPet:\n    about: Returns a pet.\n    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}\n",
		"list.md":  "### Weather\nAPI | Description | Auth | HTTPS | CORS\n|:---|:---|:---|:---|:---|\n| [AEMET](https://aemet.es) | Weather data from Spain | No | Yes | Yes |\n",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return [][]string{
		{"generate", "--all-roles", "m", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "2", "--out", at("made")},
		{"generate", "--judge", "m", "--role", "user=m", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "2", "--out", at("judged")},
		{"eval", at("dataset"), "--model", "m", "--out", at("evaluated")},
		{"score", at("results"), "--judge", "m"},
		{"tools", "refine", at("pet.yaml"), "--role", "refiner=m"},
		{"tools", "import", "public-apis", at("list.md"), "--role", "author=m", "--out", at("tools")},
	}
}

// A dead address is told soon by every command that asks models, with what to do.
func TestDeadPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + "/v1"
	l.Close()
	for _, args := range asking(t) {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			for _, more := range [][]string{{"--store", filepath.Join(t.TempDir(), "r.db")}, {"--no-store"}}[:sized(1, 1, 2)] {
				code, _, stderr := run(t, t.Context(), append(append(args, "--base-url", url), more...)...)
				if code != exitFound || wellTold(stderr) != "" || !strings.Contains(stderr, "error: m at "+url+": no connection: connection refused: nothing listens there\nhint: is the endpoint running?") {
					t.Errorf("%s: exit code %d: %s", args, code, stderr)
				}
			}
			if took := time.Since(began); took > 30*time.Second { // two on an idle machine, instead of minutes; see package model
				t.Errorf("%s: it took %v", args, took)
			}
		})
	}
}

// An endpoint that accepts requests and never answers is told of, and waited for.
func TestSilentPort(t *testing.T) {
	t.Parallel()
	never := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-never:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(never) })
	file := filepath.Join(t.TempDir(), "run.yaml")
	if err := os.WriteFile(file, []byte("version: 1\nattempts: {retries: 0}\nroles: {user: {model: m, timeout: 3s}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, quiet := range []bool{false, true} {
		t.Run(map[bool]string{true: "quiet", false: "usual"}[quiet], func(t *testing.T) {
			t.Parallel()
			args := []string{"generate", "--config", file, "--base-url", server.URL, "--no-store", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "1", "--out", filepath.Join(t.TempDir(), "made")}
			if quiet {
				args = append(args, "--quiet")
			}
			_, _, stderr := run(t, t.Context(), args...)
			if told := strings.Contains(stderr, "note: "+server.URL+": nothing has come from there yet, not even its list of models; "); told == quiet || wellTold(stderr) != "" {
				t.Errorf("%s", stderr)
			}
		})
	}
}

// A mock with other faults is asked, though the store has the answers of the first one;
// one that is like the first is not.
func TestMockWithOtherFaults(t *testing.T) {
	if race.Enabled {
		t.Skip("what is asked is the same without it")
	}
	t.Parallel()
	faults := func(text string, seed uint64) mock.Config {
		f, err := mock.ParseFaults(text)
		if err != nil {
			t.Fatal(err)
		}
		return mock.Config{Faults: f, Seed: seed}
	}
	r := rehearseRun(t, mock.Config{}, "--missions", "1", "--limit", "2", "--toolset", "travel/flight_inquiry")
	for i, step := range []struct {
		mock  mock.Config
		asked bool
	}{
		{mock.Config{}, true},
		{mock.Config{Seed: 9}, false}, // there are no faults that could differ
		{faults("prose:40%", 1), true},
		{faults("prose:40%", 1), false},
		{faults("prose:40%", 2), true},
		{faults("prose:41%", 1), true},
		{mock.Config{Manner: "agent forgetful"}, true},
		{mock.Config{}, false},
	} {
		r.replace(t, step.mock)
		r.generate(t.Context(), "d"+string(rune('a'+i)), "--all-roles", "m").must(t, exitOK)
		if n := r.Stats().Requests; (n > 0) != step.asked {
			t.Errorf("%v: %d requests", step.mock, n)
		}
	}
}
