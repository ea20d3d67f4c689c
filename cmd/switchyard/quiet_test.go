package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/split"
	"switchyard/model/mock"
)

// With --quiet, a command that exits with 1 says in one error what failed, and nothing
// else. Without it, what it says about the same is not an error but its report.
func TestQuiet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	must(t, 0, "generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "4", "--quiet", "--out", at("d"))
	text, err := os.ReadFile(at("d/entries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := write("wrong.jsonl", strings.Replace(string(text), `"request":"`, `"request":"Book {flight}. `, 1))
	good := write("good.yaml", "toolset: shop/pet\ntools:\n  getPet:\n    about: Returns a pet.\n    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}\n")
	other := write("other.yaml", "toolset: shop/pet\ntools:\n  getDog:\n    about: Returns a dog.\n    parameters: {type: object, properties: {dogId: {type: integer}}, required: [dogId]}\n")
	broken := write("broken.yaml", "toolset: shop/pet\ntools: 7\n")
	nothing := write("nothing.json", `{"openapi":"3.0.0","info":{"title":"Pets","version":"1"},"paths":{}}`)
	endpoint := httptest.NewServer(mock.New(mock.Config{}))
	t.Cleanup(endpoint.Close)
	failing := httptest.NewServer(mock.New(mock.Config{Faults: mock.Faults{mock.Status500: 1}}))
	t.Cleanup(failing.Close)
	run1 := write("run.yaml", "version: 1\nattempts: {retries: 0}\n")
	for _, test := range []struct {
		args   []string
		report bool // it prints a report where it is not quiet
	}{
		{[]string{"verify", wrong}, true},
		{[]string{"export", wrong, "--format", "openai", "--force", "--out", at("x")}, true},
		{[]string{"convert", wrong, "--to", "openai", "--force", "--out", at("c")}, true},
		{[]string{"tools", "check", broken}, true},
		{[]string{"tools", "diff", good, other}, true},
		{[]string{"tools", "import", "openapi", nothing, "--out", at("t")}, false},
		{[]string{"tools", "refine", good, "--out", at("poor"), "--role", "refiner=m", "--base-url", endpoint.URL, "--no-store", "--trial", "0"}, true},
		{[]string{"filter", at("d"), "false", "--out", at("f")}, false},
		{[]string{"merge", at("d"), at("d/entries.jsonl"), "--out", at("m")}, false},
		{[]string{"generate", "--config", run1, "--role", "user=m", "--base-url", failing.URL, "--no-store", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "2", "--out", at("g")}, true},
		{[]string{"eval", at("d"), "--config", run1, "--model", "m", "--base-url", failing.URL, "--no-store", "--out", at("e")}, false},
	} {
		code, stdout, stderr := run(t, t.Context(), append(test.args, "--quiet")...)
		if code != exitFound || stdout != "" || !strings.HasPrefix(stderr, "error: ") || strings.Count(stderr, "error: ") != 1 || wellTold(stderr) != "" || strings.Contains(stderr, "note: ") {
			t.Errorf("%s --quiet: exit code %d, %q on standard output: %s", test.args, code, stdout, stderr)
		}
		if !test.report {
			continue
		}
		if code, stdout, stderr := run(t, t.Context(), test.args...); code != exitFound || stdout == "" || strings.Contains(stderr, "error: ") {
			t.Errorf("%s: exit code %d, %q on standard output: %s", test.args, code, stdout, stderr)
		}
	}
}

// What is told of leaks is what sides must never share.
func TestLeaked(t *testing.T) {
	leaks := &split.Leaks{}
	if err := leaked(nil, "f"); err != nil {
		t.Error(err)
	}
	leaks.Toolsets.On = 3
	if err := leaked(leaks, "f"); err != nil {
		t.Error(err)
	}
	leaks.IDs.On, leaks.Near.On = 1, 2
	if err := leaked(leaks, "f"); err == nil || err.Error() != "on two sides: 1 id and 2 near duplicates" {
		t.Error(err)
	}
}
