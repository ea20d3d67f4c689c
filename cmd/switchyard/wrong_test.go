package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"switchyard/eval/trial"
	"switchyard/internal/jsontext"
	"switchyard/internal/race"
	"switchyard/tools/links"
)

// innerWords are what Go and the system say to programmers. They must not reach people.
var innerWords = regexp.MustCompile(`Go value|Go struct|json: (cannot unmarshal|un)|\b[fl]?statat\b|openat|mkdirat|context canceled|context deadline|invalid character|unexpected end|\bEOF\b|: : |dial tcp|connect: |no such file or directory|is a directory|strconv\.|%!|runtime error|<nil>`)

// readers are commands that read what somebody names; FILE stands for it. Each command
// of the program is there, except those that read nothing.
var readers = [][]string{
	{"verify", "FILE"},
	{"verify", "--json", "FILE"},
	{"stats", "FILE"},
	{"tree", "FILE", "--entry", "x"},
	{"export", "FILE", "--format", "openai", "--out", "OUT"},
	{"convert", "FILE", "--to", "openai", "--out", "OUT"},
	{"convert", "FILE", "--from", "mmtb", "--to", "mmtb", "--out", "OUT.jsonl"},
	{"card", "FILE"},
	{"split", "FILE", "--out", "OUT"},
	{"merge", "FILE", "FILE", "--out", "OUT"},
	{"filter", "FILE", "calls > 0", "--out", "OUT"},
	{"sample", "FILE", "-n", "1", "--out", "OUT"},
	{"eval", "FILE", "--agent", "oracle", "--out", "OUT"},
	{"eval", "FILE", "--agent", "oracle", "--mode", "session", "--out", "OUT"},
	{"score", "FILE", "--json"},
	{"report", "FILE", "--out", "OUT.md"},
	{"tools", "check", "FILE"},
	{"tools", "show", "FILE"},
	{"tools", "stats", "FILE"},
	{"tools", "diff", "FILE", "travel/flight_inquiry"},
	{"tools", "graph", "FILE"},
	{"tools", "refine", "FILE", "--out", "OUT"},
	{"harvest", "FILE", "--role", "user=m", "--base-url", "http://127.0.0.1:9/v1", "--no-store"},
	{"tools", "import", "openapi", "FILE", "--out", "OUT"},
	{"tools", "import", "functions", "FILE", "--out", "OUT"},
	{"tools", "import", "mcp", "FILE", "--out", "OUT"},
	{"tools", "import", "public-apis", "FILE", "--out", "OUT"},
	{"generate", "--toolset", "FILE", "--limit", "2", "--out", "OUT"},
	{"generate", "--config", "FILE", "--limit", "2", "--out", "OUT"},
	{"config", "show", "--prices", "FILE"},
	{"config", "show", "--config", "FILE"},
	{"store", "stats", "--store", "FILE"},
	{"store", "prune", "--store", "FILE", "--older", "1d"},
	{"flow", "list", "FILE"},
	{"flow", "show", "FILE"},
	{"flow", "check", "FILE"},
	{"flow", "generate", "FILE", "--limit", "2", "--out", "OUT"},
	{"flow", "eval", "FILE", "--agent", "follower", "--out", "OUT"},
	{"flow", "eval", "FILE", "--agent", "follower", "--mode", "session", "--out", "OUT"},
	{"flow", "eval", "FILE", "--agent", "follower", "--task", "plan", "--out", "OUT"},
	{"flow", "import", "FILE", "--out", "OUT"},
	{"flow", "export", "FILE", "--out", "OUT"},
	{"flow", "worfeval", "FILE", "FILE"},
	{"flow", "score", "FILE"},
	{"mock", "--dataset", "FILE", "--addr", "127.0.0.1:0"},
}

// withoutInput are the commands that read no file of the user's.
var withoutInput = []string{"version", "completion", "tools list", "help"}

// Every command that reads is among the readers.
func TestReadersAreAll(t *testing.T) {
	var missing []string
	var walk func(cmd *cobra.Command, path string)
	walk = func(cmd *cobra.Command, path string) {
		for _, sub := range cmd.Commands() {
			at := strings.TrimSpace(path + " " + sub.Name())
			if sub.HasSubCommands() {
				walk(sub, at)
				continue
			}
			is := func(args []string) bool { return strings.HasPrefix(strings.Join(args, " ")+" ", at+" ") }
			if !slices.ContainsFunc(readers, is) && !slices.Contains(withoutInput, at) {
				missing = append(missing, at)
			}
		}
	}
	walk(newConsole(nil, nil, nil, nil, &strings.Builder{}).rootCommand(), "")
	if len(missing) > 0 {
		t.Errorf("these commands are never given a wrong file: %q", missing)
	}
}

// wrongFiles are contents that no command can use, or not all of it.
func wrongFiles(line []byte) map[string][]byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(bytes.Repeat(line, 3)) // neither fails: it is in memory
	_ = w.Close()
	return map[string][]byte{
		"nothing":          {},
		"blank lines":      []byte("\n\n \n"),
		"a number":         []byte("7\n"),
		"a list":           []byte("[1, 2]\n"),
		"null":             []byte("null\n"),
		"an object":        []byte("{\"a\": 1}\n"),
		"a text":           []byte("hello world\n"),
		"a wrong kind":     []byte(`{"format":"switchyard-entry/1","id":5,"missions":"x","toolset":7,"openapi":3,"tools":"x","version":[],"models":{"a":"b"}}` + "\n"),
		"a cut line":       line[:len(line)/2],
		"a broken line":    append(bytes.Clone(line), "{\"form\n"...),
		"an empty list":    []byte("[]"),
		"a list of lists":  []byte("[[[]]]"),
		"yaml":             []byte("toolset: [a\n  b: }\n"),
		"deep":             bytes.Repeat([]byte("["), 20_000),
		"a png":            []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x01"),
		"half a surrogate": bytes.Replace(line, []byte(`"request":"`), []byte(`"request":"\ud800`), 1),
		"not utf-8":        bytes.Replace(line, []byte(`"request":"`), []byte("\"request\":\"\xff"), 1),
		"a cut gzip file":  packed.Bytes()[:packed.Len()-20],
		"damaged gzip":     append(bytes.Clone(packed.Bytes()[:packed.Len()/2]), bytes.Repeat([]byte("x"), 2000)...),
		"zeros":            make([]byte, 5000),
	}
}

// wrongFolders are folders whose records are wrong.
func wrongFolders(t *testing.T, dir string, line []byte) []string {
	t.Helper()
	var folders []string
	for _, record := range []string{"manifest.json", "origin.json", "export.json", "results.json", "journal.jsonl", "leaks.json", "predictions.jsonl", "entries.jsonl"} {
		for i, content := range []string{"", "7", "[]", "{", `{"files": 3, "state": 1, "format": [], "run": {"agent": 9}}`, `{"state": "finished"}`} {
			folder := filepath.Join(dir, fmt.Sprintf("%s %d", record, i))
			for name, text := range map[string]string{"entries.jsonl": string(line), record: content} {
				if err := os.MkdirAll(folder, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			folders = append(folders, folder)
		}
	}
	return folders
}

// brief bounds the time of a command that otherwise ends only when it is interrupted.
func brief(ctx context.Context, args []string) (context.Context, context.CancelFunc) {
	if args[0] == "mock" {
		return context.WithTimeout(ctx, 200*time.Millisecond)
	}
	return ctx, func() {}
}

// tried runs a command on a path and checks what it says.
func tried(t *testing.T, ctx context.Context, path string, args []string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.NewReplacer("FILE", path, "OUT", out).Replace(args[i])
	}
	ctx, cancel := brief(ctx, args)
	defer cancel()
	code, stdout, stderr := run(t, ctx, args...)
	text := strings.ReplaceAll(stdout+stderr, path, "FILE")
	if inner := innerWords.FindString(text); inner != "" {
		t.Errorf("%q is said by %q:\n%s", inner, args, text)
	}
	if told := wellTold(stderr); code != exitOK && told != "" {
		t.Errorf("%q: %s", args, told)
	}
	if strings.Count(stderr, "no such file or folder") > 1 {
		t.Errorf("%q says it twice:\n%s", args, stderr)
	}
}

// No command answers a wrong file with the inner words of Go, whatever the file.
func TestWrongInputs(t *testing.T) {
	if race.Enabled {
		t.Skip("what is refused does not depend on goroutines")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	line := entryLine(t)
	var paths []string
	for name, content := range wrongFiles(line) {
		for _, ending := range []string{".jsonl", ".json", ".yaml"} {
			path := filepath.Join(dir, name+ending)
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
	}
	file := filepath.Join(dir, "a text.jsonl")
	paths = append(paths, filepath.Join(dir, "nowhere"), filepath.Join(file, "below"), filepath.Join(dir, strings.Repeat("long", 100)), "\x00")
	paths = append(paths, wrongFolders(t, dir, line)...)
	slices.Sort(paths)
	count := 0
	for i, args := range readers {
		for k, path := range paths {
			// Usually each command gets a part of them, and another part than its neighbours.
			if every := sized(24, 12, 1); (i+k)%every != 0 {
				continue
			}
			count++
			tried(t, t.Context(), path, args)
		}
	}
	if count < 100 {
		t.Errorf("only %d were tried", count)
	}
	// What is written to: a file is in the way.
	for _, args := range readers {
		if slices.Contains(args, "OUT") {
			args = slices.Clone(args)
			args[slices.Index(args, "OUT")] = filepath.Join(file, "below")
			tried(t, t.Context(), filepath.Join(dir, "set"), args)
		}
	}
}

// Neither does a command that is interrupted, or an address where nothing or something else
// answers.
func TestWrongAddresses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	entryLine(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range readers {
		tried(t, ctx, "set", args)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dead := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	odd := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/cut"):
			w.Header().Set("Content-Length", "5000")
			_, _ = w.Write([]byte("{"))
		case strings.HasPrefix(r.URL.Path, "/closed"):
			panic(http.ErrAbortHandler)
		case strings.HasPrefix(r.URL.Path, "/kind"):
			_, _ = w.Write([]byte(`{"choices": 7, "openapi": "3.0.0", "paths": 5}`))
		default:
			_, _ = w.Write([]byte("<html>Welcome</html>"))
		}
	}))
	defer odd.Close()
	for _, base := range []string{dead, odd.URL, odd.URL + "/cut", odd.URL + "/closed", odd.URL + "/kind"} {
		for _, kind := range []string{"openapi", "functions", "mcp", "public-apis"} {
			tried(t, t.Context(), base+"/x.json", []string{"tools", "import", kind, "FILE", "--out", "OUT"})
		}
		tried(t, t.Context(), base, []string{"tools", "import", "mcp", "--url", "FILE", "--out", "OUT"})
		tried(t, t.Context(), base, []string{"eval", "set", "--model", "m", "--base-url", "FILE", "--limit", "1", "--no-store", "--out", "OUT", "--config", noRetries(t, dir)})
	}
	tried(t, t.Context(), "no-such-program", []string{"tools", "import", "mcp", "--command", "FILE", "--out", "OUT"})
}

// noRetries is a run.yaml with which nothing is tried twice.
func noRetries(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "run.yaml")
	if err := os.WriteFile(name, []byte("version: 1\nattempts: {retries: 0}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// A key that is given where a file or a name is meant is not repeated.
func TestKeysAreNotRepeated(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, key := range []string{"sk-proj-abcdEFGHijklMNOPqrst", "sk-test-123456789012", "hf_abcdefghijklmnopqrstuvwxyz123456", "AIzaSyA1234567890abcdefghijklmnop",
		"f3a9c01b77e24d5f8a6b9c0d1e2f3a4b", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x1y2"} {
		commands := slices.Clone(readers)
		for _, more := range []string{"--prices", "--config", "--key-file", "--prompts", "--store"} {
			commands = append(commands, []string{"generate", "--role", "user=m", more, "FILE", "--dry-run"}, []string{"config", "show", more + "=FILE"})
		}
		commands = append(commands, []string{"eval", "set", "--agent", "oracle", "--system", "FILE"}, []string{"config", "show", "--json", "--key-file", "FILE"})
		for i, text := range []string{"key_file: FILE", "providers: {a: {base_url: 'http://127.0.0.1:9/v1', key_file: FILE}}", "prices: FILE"} {
			name := filepath.Join(dir, fmt.Sprintf("run%d.yaml", i))
			if i == 0 {
				text = "providers: {a: {base_url: 'http://127.0.0.1:9/v1', key_env: FILE}}"
			}
			if err := os.WriteFile(name, []byte("version: 1\n"+strings.ReplaceAll(text, "FILE", key)+"\nroles: {user: {model: m}}\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			commands = append(commands, []string{"config", "show", "--config", name}, []string{"config", "show", "--json", "--config", name}, []string{"generate", "--config", name})
		}
		for _, args := range commands {
			args = slices.Clone(args)
			for i := range args {
				args[i] = strings.NewReplacer("FILE", key, "OUT", "out").Replace(args[i])
			}
			if _, err := os.Stat(key); err == nil { // store makes it
				if err := os.RemoveAll(key); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // nothing is made
			if _, stdout, stderr := run(t, ctx, args...); strings.Contains(stdout+stderr, key) {
				t.Errorf("%q repeats it:\n%s%s", args, stdout, stderr)
			}
		}
	}
	for _, name := range []string{"my-long-prices-file-of-november-2026.yaml", "prices2026", "sk-learn.json", "results/gpt-4o-2024-11-20-run-12", "0123456789012345678901234567890123"} {
		if _, _, stderr := run(t, t.Context(), "config", "show", "--prices", name); !strings.Contains(stderr, name) {
			t.Errorf("%s is not named: %s", name, stderr)
		}
	}
}

// An unreadable file says what it is, and nothing else is told of it.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ content, want string }{
		"a.png":     {"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x01", "the file is a PNG image"},
		"a.zip":     {"PK\x03\x04\x14\x00\x08\x08\x08\x00", "the file is a zip archive"},
		"a.parquet": {"PAR1\x15\x04\x15\x10\x15\x0e\x4c", "the file is a Parquet file"},
		"a.html":    {"<!DOCTYPE html>\n<html>", "the file is an HTML page"},
		"a.utf16":   {"\xff\xfe{\x00}\x00", "the file is UTF-16"},
		"a.bz2":     {"BZh91AY&SY\x01\xff\xfe\x03", "the file is compressed with bzip2"},
		"a.lfs":     {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "the file is a pointer of Git LFS"},
	} {
		path := filepath.Join(dir, name)
		for _, file := range []string{path, path + ".json"} {
			if err := os.WriteFile(file, []byte(c.content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range readers {
			args = slices.Clone(args)
			switch {
			case slices.Contains([]string{"card", "report", "store"}, args[0]): // they read folders and databases
				continue
			case args[0] == "tools" || args[0] == "harvest" || slices.Contains(args, "--toolset"):
				path = filepath.Join(dir, name) + ".json"
			default:
				path = filepath.Join(dir, name)
			}
			for i := range args {
				args[i] = strings.NewReplacer("FILE", path, "OUT", filepath.Join(t.TempDir(), "out")).Replace(args[i])
			}
			if args[0] == "merge" {
				args = slices.Delete(args, 2, 3)
			}
			code, stdout, stderr := run(t, t.Context(), args...)
			if slices.Contains(args, "--mode") { // sessions need a run folder
				continue
			}
			if code == exitOK || !strings.Contains(stdout+stderr, c.want) || strings.Contains(stdout+stderr, "torn") {
				t.Errorf("%q: exit code %d:\n%s%s", args, code, stdout, stderr)
			}
		}
	}
	if _, _, stderr := run(t, t.Context(), "stats", dir); !strings.Contains(stderr, "not a run folder") {
		t.Error(stderr)
	}
}

// hostile is what a terminal or an editor would obey.
const hostile = "\x1b[2J\x07\u0085\u009b31m\u202e\u2066\u200f\u061c\u2028"

// obeyedIn finds a character that a terminal would obey.
func obeyedIn(text string) string {
	for _, r := range text {
		if r != '\n' && r != '\t' && obeyed(r) {
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// Whatever texts files hold, nothing that a terminal would obey is printed, neither for
// people nor as JSON.
func TestHostileText(t *testing.T) {
	if race.Enabled {
		t.Skip("what is printed does not depend on goroutines")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	line := entryLine(t)
	escaped := jsontext.Value(hostile)
	within := string(escaped[1 : len(escaped)-1])
	spoilt := regexp.MustCompile(`"(id|name|domain|request|tool|about|now|text|reply|description|scenario)":"`).ReplaceAllString(string(line), `"$1":"`+within)
	write := func(name, text string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	list := write("list.json", `[{"name": "get_`+within+`", "description": "`+within+`", "parameters": {"type": "object", "properties": {"p`+within+`": {"type": "string", "description": "`+within+`"}}}},
		{"name": "get_tide", "description": "Tides`+within+`", "parameters": {"type": "object", "properties": {"port": {"type": "string", "description": "`+within+`", "enum": ["`+within+`"]}}, "required": ["port"]}}]`)
	api := write("api.json", `{"openapi": "3.0.3", "info": {"title": "T`+within+`", "version": "1"}, "paths": {"/a`+within+`": {"get": {"operationId": "x`+within+`", "tags": ["`+within+`"], "summary": "`+within+`", "responses": {}}}, "/b": {"get": {"summary": "Get `+within+`", "responses": {"200": {"description": "`+within+`"}}}}}}`)
	config := write("run.yaml", "version: 1\nprompts: \""+within+"\"\ntoolsets: [\"a"+within+"\"]\n")
	files := []string{write("spoilt.jsonl", spoilt), list, api, config, write("set"+hostile+"/entries.jsonl", string(line)), write("text"+hostile+".jsonl", "x"+hostile)}
	must(t, exitOK, "eval", "set", "--agent", "oracle", "--out", "res", "--quiet")
	manifest, err := os.ReadFile("res/results.json")
	if err != nil {
		t.Fatal(err)
	}
	write("res/results.json", strings.Replace(string(manifest), `"agent": "oracle"`, `"agent": "model", "model": "m`+within+`"`, 1))
	files = append(files, "res")
	commands := slices.Clone(readers)
	for _, args := range readers {
		if !slices.Contains(args, "--json") && !slices.Contains([]string{"config show --prices", "tools graph FILE"}, strings.Join(args[:min(3, len(args))], " ")) {
			commands = append(commands, append(slices.Clone(args), "--json"))
		}
	}
	for _, format := range trial.Formats() {
		commands = append(commands, []string{"report", "FILE", "--out", "-", "--format", format})
	}
	for _, format := range links.Formats() {
		commands = append(commands, []string{"tools", "graph", "FILE", "--format", string(format)})
	}
	for _, args := range commands {
		for _, file := range files {
			args := slices.Clone(args)
			for i := range args {
				args[i] = strings.NewReplacer("FILE", file, "OUT", filepath.Join(t.TempDir(), "out")).Replace(args[i])
			}
			if file == "res" && !slices.Contains([]string{"score", "report"}, args[0]) || args[0] == "card" && strings.HasPrefix(file, "set") && args[len(args)-1] == "--json" {
				continue
			}
			ctx, cancel := brief(t.Context(), args)
			_, stdout, stderr := run(t, ctx, args...)
			cancel()
			if r := obeyedIn(stdout + stderr); r != "" {
				t.Errorf("%q prints %s:\n%q", args, r, stdout+stderr)
			}
		}
	}
}
