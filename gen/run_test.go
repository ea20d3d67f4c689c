package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/datasets/manifest"
	"switchyard/gen/runfolder"
	"switchyard/internal/keyed"
	"switchyard/internal/race"
	"switchyard/out"
	"switchyard/tools/catalog"
)

func sameContents(t testing.TB, want, got map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s differs: %d and %d bytes", name, len(want[name]), len(got[name]))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is left over", name)
		}
	}
}

func TestWorkersMakeNoDifference(t *testing.T) {
	dir := t.TempDir()
	var first map[string][]byte
	for _, workers := range []int{1, 3, 8} {
		c := small(t, filepath.Join(dir, fmt.Sprint(workers)))
		c.Workers = workers
		mustRun(t, c)
		files := contents(t, c.Out)
		if first == nil {
			first = files
			continue
		}
		sameContents(t, first, files)
	}
	c := small(t, filepath.Join(dir, "other"))
	c.Seed = 6
	mustRun(t, c)
	if bytes.Equal(first["entries.jsonl"], contents(t, c.Out)["entries.jsonl"]) {
		t.Error("another seed gives the same entries")
	}
}

func TestFinishedRunIsLeftAlone(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	mustRun(t, c)
	before := contents(t, c.Out)
	report := mustRun(t, c)
	if !report.Unchanged || report.Accepted+sum(report.Rejected) != report.Planned {
		t.Errorf("second run: %+v", report)
	}
	sameContents(t, before, contents(t, c.Out))
	if err := os.Truncate(filepath.Join(c.Out, "mmtb.jsonl"), 10); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), c)
	var damaged *runfolder.DamagedError
	if !errors.As(err, &damaged) || damaged.File != "mmtb.jsonl" {
		t.Errorf("a finished run with a cut file: %v", err)
	}
}

func sum(m map[string]int) int {
	n := 0
	for _, v := range m {
		n += v
	}
	return n
}

func TestAnotherConfigurationIsRefused(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit = 4
	mustRun(t, c)
	before := contents(t, c.Out)
	other := c
	other.Seed, other.Limit, other.Toolsets = 9, 5, c.Toolsets[:1]
	_, err := Run(context.Background(), other)
	var different *runfolder.DifferentError
	if !errors.As(err, &different) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"seed: 5 there, 9 now", "limit: 4 there, 5 now", "toolsets: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
	sameContents(t, before, contents(t, c.Out))
	other.Force = true
	mustRun(t, other)
}

// A run writes the formats that are wanted.
func TestFormats(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "ds"))
	c.Limit = 6
	mustRun(t, c)
	usual := contents(t, c.Out)

	other := c
	other.Formats = []out.Format{out.Native()}
	var different *runfolder.DifferentError
	if _, err := Run(context.Background(), other); !errors.As(err, &different) || len(different.Differences) != 1 ||
		different.Differences[0] != "formats: native, mmtb there, native now" {
		t.Fatalf("%v", err)
	}
	other.Force = true
	mustRun(t, other)
	alone := contents(t, c.Out)
	if alone["mmtb.jsonl"] != nil || !bytes.Equal(alone["entries.jsonl"], usual["entries.jsonl"]) || bytes.Contains(alone["README.md"], []byte("path: \"mmtb")) {
		t.Error("mmtb.jsonl stands there or is spoken of, or other entries were made")
	}

	// The native format is always there, and comes first.
	other.Formats = []out.Format{out.MMTB()}
	mustRun(t, other)
	sameContents(t, usual, contents(t, c.Out))
}

// A run of which nothing came is no run that somebody could miss.
func TestBarrenRunIsReplaced(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit = 4
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(stopped, c); err == nil {
		t.Fatal("a run that was stopped ends well")
	}
	if m, err := manifest.Read(c.Out); err != nil || m.State != "running" {
		t.Fatalf("%+v, %v", m, err)
	}
	other := c
	other.Seed = 9
	mustRun(t, other)
	m, err := manifest.Read(c.Out)
	if err != nil || m.Config.Seed != 9 {
		t.Fatalf("%+v, %v", m, err)
	}
}

func TestPlayersDiffer(t *testing.T) {
	a := []manifest.Model{{Role: "user", Model: "m", Endpoint: "http://a"}, {Role: "planner", Model: "m", Endpoint: "http://a", Sampling: "{}", Prompts: "1"}, {Role: "ai", Model: "m", Endpoint: "http://a"}}
	b := []manifest.Model{{Role: "user", Model: "m", Endpoint: "http://b"}, {Role: "planner", Model: "n", Endpoint: "http://b", Sampling: "{t: 1}", Prompts: "2"}, {Role: "judge", Model: "m"}}
	want := []string{"user, planner: at http://a there, at http://b now", "planner: m there, n now", "planner: sampling {} there, {t: 1} now",
		"planner: other prompts now", "ai: m there, builtin now", "judge: builtin there, m now"}
	got := playersDiffer(a, b)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := playersDiffer(a, a); len(got) > 0 {
		t.Errorf("alike, but %q", got)
	}
}

func TestFileInPlaceOfFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), small(t, path)); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("got %v", err)
	}
}

// The command in the README is read back by a shell as it was, whatever files
// and toolsets are called.
func TestCommandInTheReadme(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit, c.Command = 1, []string{"switchyard", "generate"}
	for _, name := range []string{"`touch pwned`.yaml", "$(touch pwned)/x.yaml", "two\nlines.yaml", `a "b" 'c' \d.yaml`, "", "~/x", "*?[a]", "a;b|c&d>e<f", "-x", "$HOME!"} {
		c.Command = append(c.Command, "--toolset", name)
	}
	mustRun(t, c)
	readme := string(contents(t, c.Out)["README.md"])
	want := commandLine(c.Command)
	if !strings.Contains(readme, "\n"+want+"\n") {
		t.Fatalf("the README does not give the command on lines of its own: %s", want)
	}
	cmd := exec.Command(sh, "-c", `switchyard() { for word; do printf '%s\0' "$word"; done; }; `+want)
	cmd.Dir = t.TempDir()
	said, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(said), "\x00"), "\x00"); !slices.Equal(got, c.Command[1:]) {
		t.Errorf("a shell reads %q, want %q", got, c.Command[1:])
	}
	if list, _ := os.ReadDir(cmd.Dir); len(list) > 0 {
		t.Errorf("the command made %v", list)
	}
}

// victim is the environment variable that makes the test binary run a dataset
// instead of the tests, so that it can be killed.
const victim = "SWITCHYARD_TEST_VICTIM"

func TestMain(m *testing.M) {
	// The tests make much garbage and little that stays: collecting it less often saves
	// a tenth of the time.
	debug.SetGCPercent(400)
	out := os.Getenv(victim)
	if out == "" {
		os.Exit(m.Run())
	}
	sets, err := catalog.All()
	limit := 200
	if race.Enabled && err == nil { // starting takes long, and many are started
		sets, limit = sets[:4], 100
	}
	if err == nil {
		_, err = Run(context.Background(), Config{Seed: 5, Toolsets: sets, Out: out, Version: "test", Distractors: 2, Limit: limit})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Killed at random moments and started again until it is finished, a run
// ends with the bytes of an undisturbed one.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	dir := t.TempDir()
	run := func(out string, after time.Duration) (finished bool) {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		defer cancel()
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), victim+"="+out)
		text, err := cmd.CombinedOutput()
		if err != nil && ctx.Err() == nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return err == nil
	}
	whole, killed := filepath.Join(dir, "whole"), filepath.Join(dir, "killed")
	start := time.Now()
	run(whole, time.Hour)
	span := time.Since(start)
	r := keyed.New(uint64(time.Now().UnixNano()), "kill")
	kills := 0
	for range sized(8, 8, 25) {
		// Mostly short lives, so that all of them fall into the run.
		if run(killed, time.Duration(float64(span)*(0.02+r.Float64()*0.12))) {
			break
		}
		kills++
	}
	for !run(killed, time.Hour) {
	}
	t.Logf("killed %d times", kills)
	sameContents(t, contents(t, whole), contents(t, killed))
}

// A full disk stops the run with the system's own message, and nothing that
// was done is lost.
func TestFullDisk(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("what runs at the same time is what TestKill runs, and it starts processes")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs a shell to limit the size of files")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "d")
	cmd := exec.Command("sh", "-c", `ulimit -f 1000 && exec "$0"`, os.Args[0])
	cmd.Env = append(os.Environ(), victim+"="+out)
	text, err := cmd.CombinedOutput()
	if err == nil {
		t.Skip("the limit on the size of files is not kept here")
	}
	if !strings.Contains(string(text), "file too large") || !strings.Contains(string(text), "entries.jsonl") {
		t.Errorf("the message is %q", text)
	}
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victim+"="+out)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	cmd = exec.Command(os.Args[0])
	whole := filepath.Join(dir, "whole")
	cmd.Env = append(os.Environ(), victim+"="+whole)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	sameContents(t, contents(t, whole), contents(t, out))
}
