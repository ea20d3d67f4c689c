package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	"switchyard/internal/progress"
	"switchyard/internal/progress/bars"
)

// openTerminal gives the two ends of a pseudo-terminal.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	control := func(request uintptr, value *uint32) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Skip(errno)
		}
	}
	var number, unlock uint32
	control(syscall.TIOCGPTN, &number)
	control(syscall.TIOCSPTLCK, &unlock)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	return screen, terminal
}

// resize gives a terminal a number of columns.
func resize(t *testing.T, terminal *os.File, columns uint16) {
	t.Helper()
	size := [4]uint16{24, columns}
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, terminal.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size))); errno != 0 {
		t.Fatal(errno)
	}
}

// shown runs the command line on a terminal and gives what was printed.
func shown(t *testing.T, env []string, args ...string) (code int, text string) {
	t.Helper()
	return shownAt(t, 80, env, args...)
}

func shownAt(t *testing.T, columns uint16, env []string, args ...string) (code int, text string) {
	t.Helper()
	screen, terminal := openTerminal(t)
	resize(t, terminal, columns)
	read := make(chan string)
	go func() {
		data, _ := io.ReadAll(screen) // ends with an error when the terminal is closed
		read <- string(data)
	}()
	code = Run(t.Context(), args, env, strings.NewReader(""), terminal, terminal)
	terminal.Close()
	return code, <-read
}

func TestTerminal(t *testing.T) {
	const red, bold = "\x1b[31m", "\x1b[1m"
	file := filepath.Join(t.TempDir(), "entries.jsonl")
	if err := os.WriteFile(file, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	generate := []string{"generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "70", "--out"}
	tests := []struct {
		name     string
		env      []string
		args     []string
		want     []string
		unwanted []string
	}{
		{"colours", []string{"TERM=xterm"}, []string{"verify", file}, []string{red}, nil},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=1"}, []string{"verify", file}, nil, []string{"\x1b"}},
		{"dumb terminal", []string{"TERM=dumb"}, []string{"verify", file}, nil, []string{"\x1b"}},
		{"progress", []string{"TERM=xterm"}, append(generate, t.TempDir()+"/a"), []string{"\r0% [", "] 0 of 70 entries", bold}, nil},
		{"progress when quiet", []string{"TERM=xterm"}, append(generate, t.TempDir()+"/b", "--quiet"), nil, []string{"entries", "70", "\r"}},
		{"progress without colours", []string{"TERM=xterm", "NO_COLOR=1"}, append(generate, t.TempDir()+"/c"), []string{"] 0 of 70 entries"}, []string{"\x1b"}},
		{"no progress on a dumb terminal", []string{"TERM=dumb"}, append(generate, t.TempDir()+"/d"), []string{"accepted  70"}, []string{"of 70 entries", "\x1b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, text := shown(t, test.env, test.args...)
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}
			for _, unwanted := range test.unwanted {
				if strings.Contains(text, unwanted) {
					t.Errorf("%q is in %q", unwanted, text)
				}
			}
		})
	}
}

// screenAfter returns the lines that a terminal shows after some output.
func screenAfter(text string, columns int) []string {
	lines, at := [][]rune{{}}, 0
	for _, r := range regexp.MustCompile("\x1b\\[[0-9;]*[a-zA-Z]").ReplaceAllString(text, "") {
		switch r {
		case '\r':
			at = 0
			continue
		case '\n':
			lines = append(lines, nil)
			continue
		}
		if at == columns {
			lines, at = append(lines, nil), 0
		}
		last := &lines[len(lines)-1]
		for len(*last) <= at {
			*last = append(*last, ' ')
		}
		(*last)[at] = r
		at++
	}
	var out []string
	for _, l := range lines {
		out = append(out, strings.TrimRight(string(l), " "))
	}
	return out
}

// rated is the part that every line of progress has.
var rated = regexp.MustCompile(`\([0-9]+ \pL+/(s|min|hr)\) \[`)

// Every command that may take long shows its progress, in no more columns than the
// terminal has, and leaves nothing of it behind.
func TestProgressFits(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("api.json"), []byte(`{"openapi":"3.0.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets","summary":"List pets","responses":{"200":{"description":"ok"}}}}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, 0, "generate", "--toolset", "travel", "--missions", "1", "--limit", "6", "--quiet", "--out", at("d"))
	for i, columns := range []int{40, 80, 200} {
		n := fmt.Sprint(columns)
		commands := [][]string{
			{"generate", "--toolset", "travel", "--missions", "1", "--limit", "6", "--out", at("g" + n)},
			{"verify", at("d")},
			{"stats", at("d")},
			{"export", at("d"), "--format", "openai", "--out", at("x" + n)},
			{"convert", at("d/mmtb.jsonl"), "--to", "openai", "--out", at("c" + n)},
			{"card", at("d"), "--force"},
			{"split", at("d"), "--out", at("s" + n)},
			{"merge", at("d"), "--out", at("m" + n)},
			{"filter", at("d"), "true", "--out", at("f" + n)},
			{"sample", at("d"), "-n", "2", "--out", at("p" + n)},
			{"eval", at("d"), "--agent", "oracle", "--out", at("e" + n)},
			{"score", at("e" + n)},
			{"report", at("e" + n), "--out", at("r" + n + ".html")},
			{"tools", "import", "openapi", at("api.json"), "--out", at("t" + n)},
			{"tools", "check", at("t" + n)},
			{"tools", "refine", at("t" + n), "--trial", "2"},
		}
		if i > 0 && !*exhaustive { // they all draw in the same way
			commands = commands[:2]
		}
		for _, args := range commands {
			_, text := shownAt(t, uint16(columns), []string{"TERM=xterm", "HOME=" + dir}, args...)
			bars := 0
			for _, part := range strings.Split(text, "\r") {
				if rated.MatchString(part) {
					if bars++; utf8.RuneCountInString(part) >= columns {
						t.Errorf("%s: on %d columns: %q", args, columns, part)
					}
				}
			}
			screen := screenAfter(text, columns)
			if left := slices.IndexFunc(screen, rated.MatchString); bars == 0 || left >= 0 || screen[len(screen)-1] != "" {
				t.Errorf("%s: on %d columns: %d lines of progress, and this is left: %q", args, columns, bars, screen)
			}
		}
	}
	if _, stdout, stderr := run(t, t.Context(), "verify", at("d")); strings.Contains(stdout+stderr, "\r") {
		t.Errorf("progress in a pipe: %q", stderr)
	}
}

// A line of progress follows the width of the terminal, and other lines stand above it.
func TestProgressFollows(t *testing.T) {
	// On a busy machine a line may be drawn between the note and the change of width,
	// and what is then too wide is not cleared.
	var problem string
	for range 3 {
		if problem = followed(t); problem == "" {
			return
		}
	}
	t.Error(problem)
}

func followed(t *testing.T) string {
	screen, file := openTerminal(t)
	resize(t, file, 100)
	read := make(chan string)
	go func() {
		data, _ := io.ReadAll(screen)
		read <- string(data)
	}()
	on := bars.NewTerminal(file)
	watcher := bars.On(on)
	outer := progress.Watch(watcher, progress.Part{Doing: "proving", Noun: "entries", Total: 1000, Beside: func() []string { return []string{"12 calls", "äöü"} }})
	inner := progress.Watch(watcher, progress.Part{Doing: "reading", Noun: "entries"})
	outer.Add(500)
	time.Sleep(200 * time.Millisecond)
	fmt.Fprintln(on, "note: something")
	resize(t, file, 30)
	time.Sleep(200 * time.Millisecond)
	outer.End()
	inner.End()
	inner.End()
	file.Close()
	before, after, noted := strings.Cut(<-read, "note: something")
	if !noted || !strings.Contains(before, "] proving 500 of 1,000 entries, 12 calls, ???\r") || strings.Contains(before, "reading") {
		return fmt.Sprintf("%q", before)
	}
	shown := 0
	for _, part := range strings.Split(after, "\r") {
		if shown += len(rated.FindAllString(part, 1)); len(part) >= 30 {
			return fmt.Sprintf("too wide: %q", part)
		}
	}
	if left := screenAfter(before+"note: something"+after, 100); shown == 0 || len(left) != 2 || left[0] != "note: something" || left[1] != "" {
		return fmt.Sprintf("%d lines of progress, and this is left: %q", shown, left)
	}
	return ""
}
