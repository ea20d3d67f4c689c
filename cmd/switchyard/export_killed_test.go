//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/export"
	"switchyard/internal/race"
)

// unfinished is a command that reads standard input, of which it has not yet got the end.
type unfinished struct {
	input *io.PipeWriter
	ended chan struct{}
	code  int
	told  string
}

// begin runs a command until it has begun to write: until files come up in a hidden folder
// in dir. By then it has checked what its own folder holds.
func begin(t *testing.T, dir string, line []byte, args ...string) *unfinished {
	t.Helper()
	r, w := io.Pipe()
	s := &unfinished{input: w, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		var stdout, stderr strings.Builder
		s.code = Run(context.Background(), args, nil, r, &stdout, &stderr)
		s.told = stderr.String()
		r.Close()
	}()
	if _, err := w.Write(line); err != nil {
		t.Fatal(err)
	}
	soon(t, "writing", func() bool {
		files, _ := filepath.Glob(filepath.Join(dir, ".*.partial-*", "*")) // the pattern is right
		return len(files) > 0
	})
	return s
}

// end gives it the end of its input.
func (s *unfinished) end() {
	s.input.Close()
	<-s.ended
}

// hidden lists the hidden folders in a folder.
func hidden(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, ".*.partial-*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// What comes while a command runs is not lost: the command is refused in the end. Another
// command is refused at once.
func TestMeanwhile(t *testing.T) {
	t.Chdir(t.TempDir())
	line := entryLine(t)
	note := func(name string) func() error {
		return func() error {
			_ = os.Mkdir(filepath.Dir(name), 0o755) // it may be there
			return os.WriteFile(name, []byte("mine"), 0o644)
		}
	}
	other := func(args ...string) func() error {
		return func() error {
			if code, _, stderr := run(t, t.Context(), args...); code != exitMisuse || stderr != busy(t, args[len(args)-1]) {
				t.Errorf("%v: exit code %d: %s", args, code, stderr)
			}
			return nil
		}
	}
	openai := map[string]string{"openai/train.jsonl": "", "export.json": ""}
	for _, c := range []struct {
		name  string
		args  []string
		there bool // the folder is there, and empty
		do    func() error
		want  string // empty where nothing is wrong
		holds map[string]string
	}{
		{name: "note", args: []string{"convert", "-", "--to", "openai"}, do: note("note/notes.txt"),
			want: "error: --out note: holds files, but no export (changed while the command ran)\n", holds: map[string]string{"notes.txt": "mine"}},
		{name: "note2", args: []string{"convert", "-", "--to", "openai"}, there: true, do: note("note2/notes.txt"),
			want: "error: --out note2: holds files, but no export (changed while the command ran)\n", holds: map[string]string{"notes.txt": "mine"}},
		{name: "export", args: []string{"convert", "-", "--to", "openai"}, do: other("export", "set", "--format", "trl", "--out", "export"), holds: openai},
		{name: "export2", args: []string{"convert", "-", "--to", "openai"}, there: true, do: other("export", "set", "--format", "trl", "--out", "export2"), holds: openai},
		{name: "forced", args: []string{"convert", "-", "--to", "openai"}, do: other("export", "set", "--format", "trl", "--force", "--out", "forced"), holds: openai},
		{name: "part", args: []string{"filter", "-", "true"}, do: other("sample", "set", "-n", "1", "--out", "part"),
			holds: map[string]string{"entries.jsonl": "", "origin.json": ""}},
		{name: "part2", args: []string{"filter", "-", "true"}, do: note("part2/entries.jsonl"),
			want: "error: part2: holds entries.jsonl, but no result of split, merge, filter or sample (changed while the command ran)\n", holds: map[string]string{"entries.jsonl": "mine"}},
		{name: "part3", args: []string{"filter", "-", "true", "--force"}, do: note("part3/entries.jsonl"),
			want: "error: part3: holds entries.jsonl, but no result of split, merge, filter or sample (changed while the command ran)\n", holds: map[string]string{"entries.jsonl": "mine"}},
		{name: "written.jsonl", args: []string{"convert", "-", "--to", "openai"}, do: other("convert", "set", "--to", "mmtb", "--force", "--out", "written.jsonl"), holds: map[string]string{"": ""}},
		{name: "file.jsonl", args: []string{"convert", "-", "--to", "openai"}, do: note("file.jsonl"),
			want: "error: --out file.jsonl: exists (changed while the command ran)\n", holds: map[string]string{"": "mine"}},
	} {
		dir := "."
		if c.there {
			dir = c.name
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		s := begin(t, dir, line, append(c.args, "--out", c.name)...)
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		s.end()
		told, _, _ := strings.Cut(s.told, "hint: ")
		if told != c.want || wellTold(s.told) != "" || s.code != map[bool]int{true: exitOK, false: exitMisuse}[c.want == ""] {
			t.Errorf("%s: exit code %d: %s", c.name, s.code, s.told)
		}
		files := 0
		_ = filepath.WalkDir(c.name, func(_ string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files++
			}
			return err
		})
		for name, text := range c.holds {
			if got, err := os.ReadFile(filepath.Join(c.name, name)); err != nil || text != "" && string(got) != text {
				t.Errorf("%s: %s: %q, %v", c.name, name, got, err)
			}
		}
		if files != len(c.holds) || len(hidden(t, ".")) > 0 {
			t.Errorf("%s: it holds %d files; hidden are %v", c.name, files, hidden(t, "."))
		}
	}
}

// Of exports to the same place at once one is there as a whole, and the others are
// told so.
func TestExportsAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	entryLine(t)
	const n = 6
	for _, dir := range []string{"absent", "empty"} {
		if dir == "empty" {
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		codes := make(chan int, n)
		for i := range n {
			go func() {
				format := []string{"openai", "trl", "hermes"}[i%3]
				var stdout, stderr strings.Builder
				codes <- Run(context.Background(), []string{"export", "set", "--format", format, "--out", dir}, nil, strings.NewReader(""), &stdout, &stderr)
			}()
		}
		won := 0
		for range n {
			if <-codes == exitOK {
				won++
			}
		}
		record, err := export.ReadRecord(dir)
		if err != nil || record == nil || won != 1 {
			t.Fatalf("%s: %d of them won: %v", dir, won, err)
		}
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 2 || !exists(filepath.Join(dir, record.Files[0].Name)) {
			t.Errorf("%s: %v", dir, list)
		}
	}
	if left := hidden(t, "."); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// What a killed command leaves goes with the next one. While it is alive, nobody else
// writes to the same place.
func TestKilledExport(t *testing.T) {
	if race.Enabled {
		t.Skip("the process that is killed is not this one")
	}
	t.Chdir(t.TempDir())
	line := entryLine(t)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"convert", "-", "--to", "openai", "--out", "corpus"},
		{"filter", "-", "true", "--out", "part"},
		{"convert", "-", "--to", "openai", "--out", "chats.jsonl"},
	} {
		cmd := exec.Command("switchyard", args...)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := stdin.Write(line); err != nil {
			t.Fatal(err)
		}
		soon(t, "writing", func() bool { return len(hidden(t, ".")) > 0 })
		for _, force := range []string{"--force=false", "--force"} {
			code, _, stderr := run(t, t.Context(), append(args, force)...)
			want := fmt.Sprintf("error: %s: another switchyard is writing there (process %d on %s)\n", args[len(args)-1], cmd.Process.Pid, host)
			if code != exitMisuse || !strings.HasPrefix(stderr, want) || wellTold(stderr) != "" || len(hidden(t, ".")) != 1 {
				t.Errorf("%v: exit code %d: %s", args, code, stderr)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		var stderr strings.Builder
		if code := Run(t.Context(), args, nil, bytes.NewReader(line), io.Discard, &stderr); code != exitOK {
			t.Errorf("%v: exit code %d: %s", args, code, stderr.String())
		}
		if left, err := filepath.Glob(".*"); err != nil || len(left) > 0 {
			t.Errorf("%v: %v is left", args, left)
		}
	}
}
