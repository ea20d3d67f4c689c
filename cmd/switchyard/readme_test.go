package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
)

var update = flag.Bool("update", false, "rewrite the sample conversation in the README and golden files")

const readmePath = "../../README.md"

// readmeTools is the toolset that the README calls my-tools.yaml.
const readmeTools = "testdata/my-tools.yaml"

// readmeRun is the run.yaml of the README.
const readmeRun = `version: 1
missions: 1-2
limit: 6
roles: {user: gpt-4o, planner: gpt-4o}
prices: prices.yaml
store: answers.db
`

const readmePrices = `version: 1
date: 2026-11-01
currency: usd
models:
  gpt-4o: {input: 2.5, cached: 1.25, output: 10}
`

// Everything that the README shows is run: commands must succeed. Commands that
// ask models ask a mock endpoint.
func TestReadmeCommands(t *testing.T) {
	if race.Enabled {
		t.Skip("the commands are the same without it")
	}
	readme, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := os.ReadFile(readmeTools)
	if err != nil {
		t.Fatal(err)
	}
	petstore, err := os.ReadFile("testdata/petstore.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"my-tools.yaml": string(mine), "run.yaml": readmeRun, "prices.yaml": readmePrices, "petstore.yaml": string(petstore)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shell := &readmeShell{T: t, env: []string{"HOME=" + t.TempDir()}}
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		for _, line := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			command, ok := strings.CutPrefix(line, "$ ")
			if !ok {
				t.Errorf("the README shows %q, which is no command", line)
				continue
			}
			if shell.run(command) {
				ran++
			}
		}
	}
	if ran < 15 {
		t.Errorf("only %d commands were found in the README", ran)
	}
	if !testing.Short() {
		t.Run("standard split", func(t *testing.T) { standardSplit(t, "dataset") })
	}
}

// readmeShell runs commands as the README shows them.
type readmeShell struct {
	*testing.T
	env  []string
	mock string // address of the mock endpoint that runs in the background
}

// run runs a command, or tells that it is none of the program.
func (s *readmeShell) run(command string) bool {
	if command == "go test ./..." {
		return false // this is it
	}
	if assignment, ok := strings.CutPrefix(command, "export "); ok {
		s.env = append(s.env, assignment)
		return false
	}
	command = strings.Replace(command, "go run ./cmd/switchyard", "switchyard", 1)
	words := shellWords(command)
	if words[0] != "switchyard" {
		s.Errorf("the README shows %q, which this test cannot run", command)
		return false
	}
	words = words[1:]
	if last := len(words) - 1; words[last] == "&" {
		s.background(words[:last])
		return true
	}
	switch { // the largest datasets are cut
	case testing.Short() && len(words) == 1 && words[0] == "generate":
		words = append(words, "--limit", "100")
	case testing.Short() && slices.Contains(words, "1-4"):
		words[slices.Index(words, "1-4")] = "1"
	case !*exhaustive && slices.Contains(words, "1-4"):
		words[slices.Index(words, "1-4")] = "1-2" // as many entries as the standard split
	}
	env := s.env
	switch {
	case slices.Contains(words, "--base-url"):
		at := slices.Index(words, "--base-url") + 1
		words[at] = strings.Replace(words[at], "127.0.0.1:8080", s.mock, 1)
	case !slices.Contains(words, "--dry-run") && (slices.Contains(words, "--config") || slices.Contains(words, "--all-roles")):
		env = append(slices.Clone(env), "OPENAI_BASE_URL=http://"+s.endpoint(words)+"/v1")
	}
	var stdout, stderr bytes.Buffer
	if code := Run(s.Context(), words, env, strings.NewReader(""), &stdout, &stderr); code != 0 {
		s.Errorf("%s: exit status %d\n%s%s", command, code, stdout.Bytes(), stderr.Bytes())
	}
	return true
}

// quoted finds the words of a command, quotes included.
var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s"']+`)

// shellWords splits a command like a shell: words in quotes stay together.
func shellWords(command string) []string {
	words := quoted.FindAllString(command, -1)
	for i, w := range words {
		words[i] = strings.Trim(w, `"'`)
	}
	return words
}

// endpoint starts a mock endpoint for the plan of a command.
func (s *readmeShell) endpoint(words []string) string {
	mock := []string{"mock", "--addr", "127.0.0.1:0"}
	for _, flag := range []string{"--config", "--missions", "--limit", "--toolset", "--per-path"} {
		if at := slices.Index(words, flag); at >= 0 {
			mock = append(mock, flag, words[at+1])
		}
	}
	return s.serve(mock)
}

// background starts the mock endpoint that the README starts, at a free port.
func (s *readmeShell) background(words []string) {
	if words[0] != "mock" {
		s.Errorf("the README starts %q in the background", words)
		return
	}
	s.mock = s.serve(append(words, "--addr", "127.0.0.1:0"))
}

// serve runs a mock endpoint until the test ends, and returns its address.
func (s *readmeShell) serve(words []string) string {
	ctx, cancel := context.WithCancel(s.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := Run(ctx, words, s.env, strings.NewReader(""), io.Discard, in)
		in.Close()
		ended <- code
	}()
	s.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			s.Errorf("%v ends with %d", words, code)
		}
	})
	lines := bufio.NewScanner(out)
	lines.Scan()
	go func() { // nobody may wait to be read
		for lines.Scan() {
		}
	}()
	found := regexp.MustCompile(`listening on (\S+);`).FindStringSubmatch(lines.Text())
	if found == nil {
		s.Fatalf("%v says %q", words, lines.Text())
	}
	return found[1]
}

// The sample conversation is what the program really makes.
func TestReadmeSample(t *testing.T) {
	readme, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	marks := regexp.MustCompile(`(?s)<!-- sample: (.*?) -->\n(.*?)<!-- end of sample -->`)
	found := marks.FindSubmatchIndex(readme)
	if found == nil {
		t.Fatal("the README has no sample")
	}
	dir := filepath.Join(t.TempDir(), "d")
	args := append([]string{"generate", "--quiet", "--out", dir}, strings.Fields(string(readme[found[2]:found[3]]))...)
	var stdout, stderr bytes.Buffer
	if code := Run(context.Background(), args, nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, stderr.Bytes())
	}
	card, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(card), "## A sample conversation\n")
	sample, _, _ := strings.Cut(rest, "\n## Limits")
	sample = strings.TrimSpace(sample) + "\n"
	if got := string(readme[found[4]:found[5]]); got != sample {
		if *update {
			text := string(readme[:found[4]]) + sample + string(readme[found[5]:])
			if err := os.WriteFile(readmePath, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Error("the sample in the README is not what the program makes; go test ./cmd/switchyard -run TestReadmeSample -update rewrites it")
	}
}

// The run.yaml of the documentation names toolsets that there are, and plans
// something.
func TestExampleRun(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"generate", "--config", "../../docs/run.example.yaml", "--limit", "24", "--dry-run"}
	if code := Run(t.Context(), args, nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Errorf("exit status %d: %s", code, stderr.Bytes())
	}
}
