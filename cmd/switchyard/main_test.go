package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"switchyard/internal/race"
)

// atOnce is how many tests run at once: many of them wait for endpoints that take
// their time.
const atOnce = "6"

// exhaustive makes tests use the sizes of .ci/full. The usual ones prove the same on
// fewer entries and with fewer kills.
var exhaustive = flag.Bool("exhaustive", false, "use large sizes (minutes)")

// sized is how much of something a test makes, with -short, usually, and with -exhaustive.
func sized(short, usual, whole int) int {
	switch {
	case *exhaustive:
		return whole
	case testing.Short() || race.Enabled:
		return short
	}
	return usual
}

func TestMain(m *testing.M) {
	// The tests make much garbage and little that stays: collecting it less often saves
	// a tenth of the time, here and in the processes that they start.
	debug.SetGCPercent(400)
	if err := os.Setenv("GOGC", "400"); err != nil {
		panic(err)
	}
	if err := flag.Set("test.parallel", atOnce); err != nil { // -parallel has the last word
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"switchyard": main,
		"waiting":    waiting,
	})
}

// waiting drains for ever: it only ends by a second Ctrl-C.
func waiting() {
	ctx := interruptible()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("draining")
	select {}
}

func TestScript(t *testing.T) {
	endpoints := &endpoints{}
	folder, files := "testdata/script", []string(nil)
	if race.Enabled { // only what runs in several goroutines
		folder = ""
		for _, name := range []string{"generate_workers*", "mock_*", "stats_folder*", "store_*", "verify_several*"} {
			more, err := filepath.Glob("testdata/script/" + name)
			if err != nil || len(more) == 0 {
				t.Fatalf("%s: %v", name, err)
			}
			files = append(files, more...)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 folder,
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"replace": replace,
			"keep":    keep,
			"pack":    pack,
			"utf16":   utf16,
			"mock":    endpoints.start,
			"unmock":  endpoints.stop,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// exits runs a program and checks its exit code: exits CODE PROGRAM ARGS. What
// it prints on standard error has to keep the rules for errors.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
	stderr := ts.ReadFile("stderr")
	if trouble := wellTold(stderr); trouble != "" {
		ts.Fatalf("%s:\n%s", trouble, stderr)
	}
	if want == exitMisuse && stderr == "" {
		ts.Fatalf("nothing on standard error")
	}
}

// wellTold checks the lines "error: …", "hint: …" and "note: …".
func wellTold(stderr string) string {
	if stderr == "" {
		return ""
	}
	errors, only := 0, true // notes
	for line := range strings.Lines(stderr) {
		line = strings.TrimSuffix(line, "\n")
		kind, text, ok := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "  ") && errors == 1:
			continue // a detail
		case !ok || kind != "error" && kind != "hint" && kind != "note":
			return fmt.Sprintf("%q is neither an error nor a hint nor a note", line)
		case kind == "error":
			errors++
		}
		only = only && kind == "note"
		first, _ := utf8.DecodeRuneInString(text)
		switch {
		case unicode.IsUpper(first) && !strings.Contains(strings.Fields(text)[0], "/"):
			return fmt.Sprintf("%q does not begin in lower case", line)
		case strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..."):
			return fmt.Sprintf("%q ends with a full stop", line)
		case strings.ContainsFunc(text, unicode.IsControl):
			return fmt.Sprintf("%q holds control characters", line)
		}
	}
	if errors != 1 && !only {
		return fmt.Sprintf("there are %d errors, not one", errors)
	}
	return ""
}

// replace changes a line of a file: replace FILE LINE REGEXP TEXT.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: replace FILE LINE REGEXP TEXT")
	}
	number, err := strconv.Atoi(args[1])
	ts.Check(err)
	re, err := regexp.Compile(args[2])
	ts.Check(err)
	lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	if number < 1 || number > len(lines) || !re.MatchString(lines[number-1]) {
		ts.Fatalf("line %d of %s does not match %s", number, args[0], args[2])
	}
	lines[number-1] = re.ReplaceAllString(lines[number-1], args[3])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(lines, "")), 0o644))
}

// keep cuts a file: keep FILE BYTES; a negative number counts from the end.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: keep FILE BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	data := ts.ReadFile(args[0])
	if n < 0 {
		n += len(data)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(data[:n]), 0o644))
}

// pack compresses a file into two beside it, which end in .gz and .zst: pack FILE.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: pack FILE")
	}
	data := []byte(ts.ReadFile(args[0]))
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err := w.Write(data)
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), zipped.Bytes(), 0o644))
	encoder, err := zstd.NewWriter(nil)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".zst"), encoder.EncodeAll(data, nil), 0o644))
}

// utf16 encodes a file anew.
func utf16(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: utf16 FILE")
	}
	encoded := []byte{0xff, 0xfe}
	for _, b := range []byte(ts.ReadFile(args[0])) {
		encoded = append(encoded, b, 0)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), encoded, 0o644))
}

// run runs the command line as a function.
func run(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	code = Run(ctx, args, nil, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// must runs a command that exits with a code, and gives what it says.
func must(t *testing.T, want int, args ...string) string {
	t.Helper()
	code, stdout, stderr := run(t, t.Context(), args...)
	if code != want {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr)
	}
	return stdout + stderr
}

// soon waits until something holds.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("%s did not happen", what)
}

func entryLine(t *testing.T) []byte {
	t.Helper()
	if code, _, stderr := run(t, t.Context(), "generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "2", "--quiet", "--out", "set"); code != 0 {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(filepath.Join("set", "entries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return data[:bytes.IndexByte(data, '\n')+1]
}
