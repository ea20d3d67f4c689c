//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"switchyard/internal/race"
	"switchyard/internal/wholefile"
)

// duel is two commands that write to the same place, in a folder that holds what
// [arena] makes.
type duel struct {
	name          string
	first, second []string
	place         string // that both write to, as the second names it
	lock          string // the file of the lock that the first holds
	check         []string
	volatile      []string // names of files whose bytes differ in each run
}

func duels() []duel {
	words := strings.Fields
	inside := func(folder string) string { return folder + "/.switchyard.lock" }
	beside := func(name string) string { return "." + name + ".switchyard.lock" }
	generate := "generate --toolset travel/flight_inquiry --missions 1 --limit 40 --quiet --out "
	export := "export set --format openai,trl,hermes,xlam --out "
	eval := "eval set --agent forgetful --quiet --out "
	imports := "tools import functions functions.jsonl --out "
	return []duel{
		{"generate", words(generate + "d"), words(generate + "d"), "d", inside("d"), words("verify d"), nil},
		{"generate, replaced", words(generate + "a/d"), words(generate + "a/d --seed 7 --force"), "a/d", inside("a/d"), words("verify a/d"), nil},
		{"generate over a run", words(generate + "set --force"), words(generate + "set --seed 8 --force"), "set", inside("set"), words("verify set"), nil},
		{"export", words(export + "x"), words("export set --format parquet --out x"), "x", beside("x"), words("card x"), nil},
		{"export, replaced", words(export + "corpus --force"), words("export set --format parquet --out corpus --force"), "corpus", inside("corpus"), words("card corpus"), nil},
		{"export and card", words(export + "corpus --force"), words("card corpus"), "corpus", inside("corpus"), words("card corpus"), nil},
		{"card and export", words("card corpus"), words(export + "corpus --force"), "corpus", inside("corpus"), words("card corpus"), nil},
		{"convert to a file", words("convert set --to openai --out c.jsonl"), words("convert set --to mmtb --out c.jsonl --force"), "c.jsonl", beside("c.jsonl"), words("stats set"), nil},
		{"eval", words(eval + "e"), words(eval + "e"), "e", inside("e"), words("score e"), []string{"results.json"}},
		{"eval, replaced", words(eval + "results --force"), words("eval set --agent random --quiet --out results --force"), "results", inside("results"), words("score results"), []string{"results.json"}},
		{"score and eval", words("score results"), words("eval set --agent random --quiet --out results --force"), "results", inside("results"), words("score results"), []string{"results.json"}},
		{"split and merge", words("split set --out p"), words("merge set part --drop-duplicates --rename --out p"), "p", beside("p"), words("verify p"), nil},
		{"filter and sample", words("filter set true --out part --force"), words("sample set -n 5 --out part --force"), "part", inside("part"), words("verify part"), nil},
		{"import", words(imports + "f"), words(imports + "f --force"), "f", inside("f"), words("tools check f"), nil},
		{"import and refine", words(imports + "tools --force"), words("tools refine tools/functions.thing.yaml"), "tools", inside("tools"), words("tools check tools"), nil},
		{"report", words("report results --out r.html"), words("report results --out r.html"), "r.html", beside("r.html"), words("stats set"), nil},
	}
}

// arena makes a dataset, an export, a part, results and toolsets.
func arena(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	var lists strings.Builder
	for n := range 12 {
		fmt.Fprintf(&lists, `[{"name":"find_thing_%d","description":"Finds things.","parameters":{"type":"object","properties":{"kind":{"type":"string","description":"Kind of the thing."}},"required":["kind"]}},`+
			`{"name":"get_thing_%d","description":"Gets a thing.","parameters":{"type":"object","properties":{"thing_id":{"type":"string","description":"Identifier of the thing."}},"required":["thing_id"]}}]`+"\n", n, n)
	}
	if err := os.WriteFile("functions.jsonl", []byte(lists.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"generate --toolset travel/flight_inquiry --missions 1-2 --limit 16 --quiet --out set", "export set --format openai --out corpus",
		"filter set calls>0 --out part", "eval set --agent oracle --quiet --out results", "tools import functions functions.jsonl --out tools"} {
		must(t, 0, strings.Fields(line)...)
	}
	return dir
}

// copied is a copy of a folder, which is the current one from now on.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(to)
	return to
}

// process is a command that runs in a process.
type process struct {
	cmd    *exec.Cmd
	stderr *os.File
}

func launch(t *testing.T, args []string) *process {
	t.Helper()
	stderr, err := os.CreateTemp(t.TempDir(), "stderr")
	if err != nil {
		t.Fatal(err)
	}
	p := &process{exec.Command("switchyard", args...), stderr}
	p.cmd.Stderr = stderr
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// wait gives how the process ended.
func (p *process) wait(t *testing.T) (code int, stderr string) {
	t.Helper()
	defer p.stderr.Close()
	err := p.cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(p.stderr.Name())
	if err != nil {
		t.Fatal(err)
	}
	return p.cmd.ProcessState.ExitCode(), string(text)
}

// halt stops the process while it holds a lock, and reports whether it could.
func (p *process) halt(t *testing.T, lock string) bool {
	t.Helper()
	me := fmt.Sprintf("process %d on ", p.cmd.Process.Pid)
	holds := func() bool {
		text, err := os.ReadFile(lock)
		return err == nil && strings.HasPrefix(string(text), me)
	}
	for !holds() { // without a pause: some hold it for a few milliseconds
		if p.state(t) == 'Z' {
			return false
		}
	}
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return false // it has ended
	}
	for state := p.state(t); state != 'T'; state = p.state(t) {
		if state == 'Z' {
			return false
		}
		time.Sleep(time.Millisecond)
	}
	return holds()
}

// state is that of the process as ps has it: T is stopped, Z has ended.
func (p *process) state(t *testing.T) byte {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	i := strings.LastIndex(string(text), ") ")
	if err != nil || i < 0 {
		t.Skip("there is no /proc here")
	}
	return text[i+2]
}

// tidy reports files below the current folder that only a command under way has.
func tidy(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != "." && wholefile.Ours(d.Name()) {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// below reads the files of the current folder, but for some.
func below(t *testing.T, except []string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains(except, d.Name()) {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestKeptOut holds what a command would write to, for every command that writes: it says so
// and changes nothing.
func TestKeptOut(t *testing.T) {
	arena(t)
	must(t, 0, strings.Fields("score results --write-mmtb theirs.jsonl --quiet")...)
	must(t, 0, strings.Fields("flow generate flight_booking --limit 3 --out sessions --quiet")...)
	must(t, 0, strings.Fields("flow export flight_booking --as flowchart --out charts")...)
	all := map[string][]string{ // by the place
		"set/export": strings.Fields("generate --toolset travel/flight_inquiry --missions 1-2 --limit 16 --quiet --out set --format openai"),
		"one.yaml":   strings.Fields("tools import functions one.jsonl --out one.yaml"),
		"refined":    strings.Fields("tools refine tools --out refined"),
		"m.jsonl":    strings.Fields("score results --write-mmtb m.jsonl"),
		"theirs":     strings.Fields("score theirs.jsonl --out theirs"),
		"w":          strings.Fields("convert set --to openai,trl --out w"),
		"set":        strings.Fields("card set"),
		"made":       strings.Fields("flow generate flight_booking --limit 3 --out made --quiet"),
		"followed":   strings.Fields("flow eval sessions --agent follower --out followed --quiet"),
		"flows":      strings.Fields("flow export flight_booking --out flows"),
		"brought":    strings.Fields("flow import charts/travel.flight_inquiry.flight_booking.mmd --toolset travel/flight_inquiry --out brought"),
		"words":      strings.Fields("harvest travel/flight_inquiry --role user=m --base-url http://127.0.0.1:9/v1 --no-store --out words"),
	}
	if err := os.WriteFile("one.jsonl", []byte(`{"name":"find_thing","description":"Finds things.","parameters":{"type":"object","properties":{}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	before := below(t, nil)
	check := func(place string, args []string) {
		t.Helper()
		lock, err := wholefile.Hold(place)
		if err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := run(t, t.Context(), args...); code != exitMisuse || stderr != busy(t, place) {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
		sameFiles(t, strings.Join(args, " "), before, below(t, nil))
	}
	for place, args := range all {
		check(place, args)
	}
	must(t, 0, strings.Fields("export set --format openai --out set/export")...)
	before = below(t, nil)
	check("set/export", strings.Fields("generate --toolset travel/flight_inquiry --missions 1 --limit 4 --quiet --out set --force"))
	for _, d := range duels() {
		check(d.place, d.first)
		check(d.place, d.second)
	}
	tidy(t)

	// Every command that has --out is among them.
	var tried []string
	for _, d := range duels() {
		tried = append(tried, strings.Join(d.first, " ")+" ", strings.Join(d.second, " ")+" ")
	}
	for _, args := range all {
		tried = append(tried, strings.Join(args, " ")+" ")
	}
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "switchyard ")
		if strings.HasPrefix(name, "tools import ") {
			name = "tools import functions" // which all importers share
		}
		if name != "config show" && cmd.Flags().Lookup("out") != nil && !slices.ContainsFunc(tried, func(line string) bool { return strings.HasPrefix(line, name+" ") }) {
			t.Errorf("%s writes, and is not tried", name)
		}
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	look(newConsole(nil, nil, nil, io.Discard, io.Discard).rootCommand())
}

// TestTwoWriters starts a second command while a first one writes to the same place: the
// second says so, and the first ends as if it had been alone.
func TestTwoWriters(t *testing.T) {
	if race.Enabled {
		t.Skip("it starts processes")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	dir := arena(t)
	all := duels()
	for _, d := range all[:sized(1, 2, len(all))] {
		t.Run(d.name, func(t *testing.T) {
			var first *process
			for try := 0; ; try++ {
				copied(t, dir)
				if first = launch(t, d.first); first.halt(t, d.lock) {
					break
				}
				_ = first.cmd.Process.Signal(syscall.SIGCONT) // it may have ended
				if code, stderr := first.wait(t); code != 0 || try == 20 {
					t.Fatalf("no lock is seen: exit code %d: %s", code, stderr)
				}
			}
			code, stderr := launch(t, d.second).wait(t)
			want := fmt.Sprintf("error: %s: another switchyard is writing there (process %d on %s)\nhint: wait until it has ended, or choose another folder or file\n", d.place, first.cmd.Process.Pid, host)
			if code != exitMisuse || stderr != want {
				t.Errorf("the second: exit code %d: %s", code, stderr)
			}
			if err := first.cmd.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			if code, stderr := first.wait(t); code != 0 {
				t.Errorf("the first: exit code %d: %s", code, stderr)
			}
			tidy(t)
			got := below(t, d.volatile)
			must(t, 0, d.check...)
			if *exhaustive {
				copied(t, dir)
				must(t, 0, d.first...)
				sameFiles(t, "not as if it had been alone", below(t, d.volatile), got)
			}
		})
	}
}

// TestTwoAtOnce starts two commands together: what they leave is what one of them makes
// alone, or both make one after the other.
func TestTwoAtOnce(t *testing.T) {
	if race.Enabled || !*exhaustive {
		t.Skip("takes long")
	}
	dir := arena(t)
	for _, d := range duels() {
		t.Run(d.name, func(t *testing.T) {
			var possible []map[string]string
			for _, order := range [][][]string{{d.first}, {d.second}, {d.first, d.second}, {d.second, d.first}} {
				copied(t, dir)
				for _, args := range order {
					_, _, _ = run(t, t.Context(), args...)
				}
				possible = append(possible, below(t, d.volatile))
			}
			const rounds = 5
			busy := 0
			for round := range rounds {
				copied(t, dir)
				two := []*process{launch(t, d.first), launch(t, d.second)}
				ended := 0
				for _, p := range two {
					code, stderr := p.wait(t)
					switch {
					case code == 0:
						ended++
					case code != exitMisuse || wellTold(stderr) != "":
						t.Errorf("round %d: %v: exit code %d: %s", round, p.cmd.Args, code, stderr)
					case strings.Contains(stderr, "another switchyard is writing there (process "):
						busy++
					}
				}
				got := below(t, d.volatile)
				if ended == 0 || !slices.ContainsFunc(possible, func(files map[string]string) bool { return maps.Equal(files, got) }) {
					t.Errorf("round %d: %d ended well, and nothing leaves %v", round, ended, slices.Sorted(maps.Keys(got)))
				}
				tidy(t)
				must(t, 0, d.check...)
			}
			t.Logf("%d of %d were refused because the other one was writing", busy, rounds)
		})
	}
}
