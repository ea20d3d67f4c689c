//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/internal/wholefile"
	"switchyard/model/mock"
)

// tree is what a folder holds: the contents of the files by their names, with slashes.
type tree map[string][]byte

func readTree(t testing.TB, folder string) tree {
	t.Helper()
	files := tree{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || wholefile.Ours(d.Name()) {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err == nil {
			files[filepath.ToSlash(name)], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

func (f tree) write(t testing.TB, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	for name, text := range f {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// differs lists the files that are not the same in both, apart from some.
func (f tree) differs(other tree, except ...string) (names []string) {
	for name := range f {
		if text, ok := other[name]; !slices.Contains(except, name) && (!ok || !bytes.Equal(f[name], text)) {
			names = append(names, name)
		}
	}
	for name := range other {
		if _, ok := f[name]; !ok && !slices.Contains(except, name) {
			names = append(names, name)
		}
	}
	return names
}

// A damage is one of the things that happen to files. It changes some of the files, and
// returns their names.
type damage func(r *rand.Rand, f tree, name string, all []string) []string

var damages = map[string]damage{
	"a byte is changed": func(r *rand.Rand, f tree, name string, _ []string) []string {
		text := bytes.Clone(f[name])
		if len(text) > 0 {
			text[r.IntN(len(text))] ^= byte(1 + r.IntN(255))
		}
		f[name] = text
		return []string{name}
	},
	"a page is zero": func(r *rand.Rand, f tree, name string, _ []string) []string {
		const page = 4096
		text := bytes.Clone(f[name])
		at := page * r.IntN(1+len(text)/page)
		clear(text[at:min(at+page, len(text))])
		f[name] = text
		return []string{name}
	},
	"the end is cut off": func(r *rand.Rand, f tree, name string, _ []string) []string {
		text := f[name]
		at := r.IntN(1 + len(text))
		// Nothing says how many predictions an unfinished evaluation had: if some are
		// missing as a whole, they are asked for.
		for at < len(text) && (at == 0 || text[at-1] == '\n') {
			at++
		}
		f[name] = bytes.Clone(text[:at])
		return []string{name}
	},
	"something is appended": func(r *rand.Rand, f tree, name string, _ []string) []string {
		junk := []string{"junk", "{}\n", "\x00\x00\x00\x00", "not JSON\n", `{"entry":"x"` + "\n"}[r.IntN(5)]
		if text := f[name]; r.IntN(2) == 0 && len(text) > 100 { // something that was written, once more
			junk = string(text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:])
		}
		f[name] = append(bytes.Clone(f[name]), junk...)
		return []string{name}
	},
	"two files are swapped": func(r *rand.Rand, f tree, name string, all []string) []string {
		other := all[r.IntN(len(all))]
		f[name], f[other] = f[other], f[name]
		return []string{name, other}
	},
}

// spoil damages one of the named files.
func (f tree) spoil(r *rand.Rand, names []string) (how string, spoiled tree, hit []string) {
	kinds := slices.Sorted(maps.Keys(damages))
	for {
		how, spoiled = kinds[r.IntN(len(kinds))], maps.Clone(f)
		hit = damages[how](r, spoiled, names[r.IntN(len(names))], names)
		if len(spoiled.differs(f)) > 0 { // it made a difference
			return how, spoiled, hit
		}
	}
}

// A reader is a command that reads some of the files of a folder.
type reader struct {
	args  []string // FOLDER and OUT stand for paths
	files []string // that it reads; empty for all
	makes bool     // it writes the folder: what it mends has the same bytes in the end
}

// damaged has readers read a folder with random damage. Each must name a file that was hit,
// or mend it, with a note that names it.
type damaged struct {
	t     *testing.T
	r     *rand.Rand
	whole tree // what the folder holds when nothing happens
	fresh []string
	// dir has the folders that are read and written.
	dir string
	env []string
	n   int
}

// try damages a folder in a number of ways, for one of the readers each.
func (d *damaged) try(state tree, folder string, readers []reader, times int) {
	d.t.Helper()
	for range times {
		reads := readers[d.r.IntN(len(readers))]
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(state)), func(name string) bool {
			return len(reads.files) > 0 && !slices.Contains(reads.files, name)
		})
		if len(names) == 0 {
			continue
		}
		how, spoiled, hit := state.spoil(d.r, names)
		spoiled.write(d.t, folder)
		d.n++
		made := filepath.Join(d.dir, fmt.Sprintf("made%d", d.n))
		var args []string
		for _, word := range reads.args {
			args = append(args, strings.NewReplacer("FOLDER", folder, "OUT", made).Replace(word))
		}
		code, told := d.run(args)
		what := fmt.Sprintf("%s of %s, %q: exit code %d: %s", how, strings.Join(hit, " and "), reads.args, code, told[:min(len(told), 400)])
		if !slices.ContainsFunc(hit, func(name string) bool { return strings.Contains(told, name) }) {
			d.t.Errorf("not found: %s", what)
		}
		if strings.Contains(told, "panic") || strings.Contains(told, "goroutine") {
			d.t.Errorf("it panics: %s", what)
		}
		if !reads.makes {
			continue
		}
		if code == exitOK {
			if names := d.whole.differs(readTree(d.t, folder), d.fresh...); len(names) > 0 {
				d.t.Errorf("%q differ after %s", names, what)
			}
		} else if names := spoiled.differs(readTree(d.t, folder), d.fresh...); len(names) > 0 {
			d.t.Errorf("%q were touched, though it is refused: %s", names, what)
		}
	}
}

// run runs a command, and returns what it says.
func (d *damaged) run(args []string) (code int, told string) {
	var stdout, stderr strings.Builder
	code = Run(d.t.Context(), args, d.env, strings.NewReader(""), &stdout, &stderr)
	return code, stderr.String() + stdout.String()
}

// must runs a command that has to work.
func (d *damaged) must(args ...string) {
	d.t.Helper()
	if code, told := d.run(args); code != exitOK {
		d.t.Fatalf("%q: exit code %d: %s", args, code, told)
	}
}

// kill starts the program and kills it after a random part of the time that it needs. It
// reports whether the program was faster.
func (d *damaged) kill(span time.Duration, args ...string) (finished bool) {
	d.t.Helper()
	cmd := exec.Command("switchyard", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	ctx, cancel := context.WithTimeout(d.t.Context(), time.Duration(float64(span)*(0.1+0.8*d.r.Float64())))
	defer cancel()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		_ = cmd.Process.Kill()
		<-ended
		return cmd.ProcessState.ExitCode() == exitOK
	case err := <-ended:
		if err != nil {
			d.t.Fatalf("%q: %v: %s", args, err, &stderr)
		}
		return true
	}
}

// timed runs the program to its end, and returns the time that it needs.
func (d *damaged) timed(args ...string) time.Duration {
	d.t.Helper()
	start := time.Now()
	if out, err := exec.Command("switchyard", args...).CombinedOutput(); err != nil {
		d.t.Fatalf("%q: %v: %s", args, err, out)
	}
	return time.Since(start)
}

// newDamaged seeds the test. A failure prints the seed.
func newDamaged(t *testing.T) *damaged {
	t.Helper()
	if race.Enabled {
		t.Skip("the process that is killed is not this one")
	}
	seed := uint64(7)
	if *exhaustive {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	return &damaged{t: t, r: rand.New(rand.NewPCG(seed, 1)), dir: t.TempDir()}
}

func kills() int       { return sized(1, 1, 8) }
func corruptions() int { return sized(1, 3, 20) }

// small makes a small run.
func smallRun(folder string, more ...string) []string {
	return append([]string{"generate", "--toolset", "travel/flight_inquiry", "--missions", "1-2", "--per-path", "2", "--out", folder}, more...)
}

var runFiles = []string{"entries.jsonl", "mmtb.jsonl", "rejected.jsonl", "manifest.json"}

// Generation that is killed, with damage to what it left.
func TestDamagedRun(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	whole, folder := filepath.Join(d.dir, "whole"), filepath.Join(d.dir, "set")
	args := func(folder string) []string {
		return []string{"generate", "--toolset", "travel/flight_inquiry", "--missions", "1-3", "--limit", fmt.Sprint(sized(150, 150, 200)), "--out", folder}
	}
	span := d.timed(args(whole)...)
	d.whole, d.fresh = readTree(t, whole), []string{"README.md"} // which has the folder's name
	readers := []reader{
		{args: args("FOLDER"), makes: true},
		{args: args("FOLDER"), makes: true},
		{args: []string{"verify", "FOLDER"}, files: runFiles},
		{args: []string{"stats", "FOLDER"}, files: []string{"entries.jsonl", "manifest.json"}},
	}
	for range kills() {
		killed := filepath.Join(d.dir, "killed")
		for d.kill(span, args(killed)...) || !exists(filepath.Join(killed, "journal.jsonl")) {
			if err := os.RemoveAll(killed); err != nil {
				t.Fatal(err)
			}
		}
		state := readTree(t, killed)
		delete(state, "README.md") // written anew until the run is finished
		d.try(state, folder, readers, corruptions())
	}
	d.must(args(filepath.Join(d.dir, "killed"))...)
	if names := d.whole.differs(readTree(t, filepath.Join(d.dir, "killed")), d.fresh...); len(names) > 0 {
		t.Errorf("%q differ after kills", names)
	}
}

// A run with models that is stopped, with damage to what it left. Nothing is paid twice.
func TestDamagedModelRun(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	cfg := mock.Config{Latency: time.Millisecond}
	r := rehearseRun(t, cfg, "--missions", "1-2", "--per-path", "1", "--toolset", "travel/flight_inquiry")
	const inFlight = 4
	more := []string{"--all-roles", "m", "--in-flight", fmt.Sprint(inFlight)}
	whole := r.generate(t.Context(), "whole", append(more, "--store", filepath.Join(r.dir, "whole.db"))...).must(t, exitOK)
	turns := len(r.seen(t))
	d.whole, d.fresh, d.env = readTree(t, whole.folder), []string{"README.md", "usage.json"}, r.env()
	r.replace(t, cfg) // it has answered nothing yet
	var states []tree
	for i := range kills() {
		var stderr bytes.Buffer
		cmd := r.start(t, &stderr, "stopped", more...)
		after := r.arrivals() + 1 + d.r.IntN(1+turns*7/10/kills())
		soon(t, "some requests", func() bool { return r.arrivals() >= after })
		if i%2 == 1 { // what is under way is recorded
			interrupt(t, cmd)
		} else {
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		states = append(states, readTree(t, filepath.Join(r.dir, "stopped")))
	}
	last := r.generate(t.Context(), "stopped", more...).must(t, exitOK)
	if names := d.whole.differs(readTree(t, last.folder), d.fresh...); len(names) > 0 {
		t.Errorf("%q differ after kills", names)
	}
	paid := len(r.seen(t))
	if saw := r.Stats(); saw.Repeated > 3*inFlight*kills() {
		t.Errorf("of %d turns, %d were answered again", turns, saw.Repeated)
	}
	for _, state := range states {
		d.try(state, filepath.Join(r.dir, "spoiled"), []reader{{args: r.args("spoiled", more...), makes: true}}, corruptions())
	}
	if now := len(r.seen(t)); now > paid {
		t.Errorf("%d requests were made again, though the answers are stored", now-paid)
	}
}

// Every command that reads a finished run, with damage to it.
func TestDamagedDataset(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	set, folder := filepath.Join(d.dir, "whole"), filepath.Join(d.dir, "set")
	d.must(smallRun(set)...)
	d.whole, d.fresh = readTree(t, set), []string{"README.md", "manifest.json"}
	delete(d.whole, "README.md") // nobody reads it
	native := []string{"entries.jsonl", "manifest.json"}
	d.try(d.whole, folder, []reader{
		{args: smallRun("FOLDER"), files: runFiles},
		{args: []string{"verify", "FOLDER"}, files: runFiles},
		{args: []string{"card", "FOLDER"}, files: runFiles},
		{args: []string{"export", "FOLDER", "--format", "openai,trl-dpo", "--out", "OUT"}, files: native},
		{args: []string{"convert", "FOLDER", "--to", "hermes", "--out", "OUT"}, files: native},
		{args: []string{"convert", "FOLDER/mmtb.jsonl", "--to", "openai", "--out", "OUT"}, files: []string{"mmtb.jsonl", "manifest.json"}},
		{args: []string{"split", "FOLDER", "--out", "OUT"}, files: native},
		{args: []string{"filter", "FOLDER", "calls > 0", "--out", "OUT"}, files: native},
		{args: []string{"sample", "FOLDER", "-n", "5", "--out", "OUT"}, files: native},
		{args: []string{"merge", "FOLDER", "--out", "OUT"}, files: native},
		{args: []string{"stats", "FOLDER"}, files: native},
		{args: []string{"eval", "FOLDER", "--agent", "oracle", "--out", "OUT"}, files: native},
		{args: []string{"eval", "FOLDER/mmtb.jsonl", "--agent", "oracle", "--out", "OUT"}, files: []string{"mmtb.jsonl"}},
	}, kills()*corruptions()*2)
}

// Commands whose output appears only when it is complete: kills leave nothing of it, and
// damage to what they wrote is found.
func TestDamagedOutput(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args    []string // SET and OUT stand for paths
		readers []reader
		fresh   []string
	}{
		"split": {args: []string{"split", "SET", "--out", "OUT", "--shares", "train=0.5,test=0.5"}, readers: []reader{
			{args: []string{"verify", "FOLDER"}},
			{args: []string{"card", "FOLDER"}},
			{args: []string{"stats", "FOLDER/train"}, files: []string{"train/entries.jsonl", "origin.json"}},
			{args: []string{"export", "FOLDER/test", "--format", "openai", "--out", "OUT"}, files: []string{"test/entries.jsonl", "origin.json"}},
			{args: []string{"merge", "FOLDER/train", "FOLDER/test", "--out", "OUT"}, files: []string{"test/entries.jsonl", "train/entries.jsonl", "origin.json"}},
		}},
		"export": {args: []string{"export", "SET", "--format", "openai,trl-dpo,parquet,llamafactory", "--out", "OUT"}, readers: []reader{{args: []string{"card", "FOLDER"}}}},
		"card": {args: []string{"card", "SET", "--name", "Small"}, fresh: []string{"manifest.json"}, readers: []reader{
			{args: []string{"card", "FOLDER", "--name", "Small"}, files: runFiles},
		}},
		"import": {args: []string{"tools", "import", "functions", "SET/../functions.json", "--out", "OUT"}, readers: []reader{
			{args: []string{"tools", "import", "functions", "DIR/functions.json", "--out", "FOLDER"}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDamaged(t)
			set, whole, killed := filepath.Join(d.dir, "set"), filepath.Join(d.dir, "whole"), filepath.Join(d.dir, "killed")
			if err := os.WriteFile(filepath.Join(d.dir, "functions.json"), []byte(functionList), 0o644); err != nil {
				t.Fatal(err)
			}
			if name != "import" {
				d.must(smallRun(set)...)
			}
			for i, r := range c.readers {
				for k, word := range r.args {
					c.readers[i].args[k] = strings.ReplaceAll(word, "DIR", d.dir)
				}
			}
			args := func(to string) (list []string) {
				for _, word := range c.args {
					list = append(list, strings.NewReplacer("SET/..", d.dir, "SET", set, "OUT", to).Replace(word))
				}
				return list
			}
			span := d.timed(args(whole)...)
			if name == "card" {
				whole, killed = set, set
			}
			d.whole = readTree(t, whole)
			for range kills() {
				d.kill(span, args(killed)...)
				if name != "card" {
					if left := readTree(t, killed); name != "import" && len(left) > 0 && len(d.whole.differs(left, "export.json", "origin.json")) > 0 {
						t.Errorf("the killed command left %v", slices.Sorted(maps.Keys(left)))
					}
					if err := os.RemoveAll(killed); err != nil {
						t.Fatal(err)
					}
				}
				d.try(d.whole, filepath.Join(d.dir, "read"), c.readers, corruptions())
			}
			d.must(args(killed)...)
			if names := d.whole.differs(readTree(t, killed), "export.json", "origin.json"); len(names) > 0 {
				t.Errorf("%q differ after kills", names)
			}
		})
	}
}

// functionList is a list of functions for an import.
const functionList = `[
 {"name": "get_book", "description": "Gets a book by its id.", "parameters": {"type": "object", "properties": {"book_id": {"type": "string", "description": "The id of the book"}}, "required": ["book_id"]}},
 {"name": "search_books", "description": "Searches books by title.", "parameters": {"type": "object", "properties": {"title": {"type": "string", "description": "A part of the title"}}, "required": ["title"]}}
]`

// An evaluation that is killed, with damage to what it left.
func TestDamagedResults(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	set, whole, folder := filepath.Join(d.dir, "set"), filepath.Join(d.dir, "whole"), filepath.Join(d.dir, "results")
	d.must(smallRun(set)...)
	args := func(folder string) []string { return []string{"eval", set, "--agent", "random", "--out", folder} }
	span := d.timed(args(whole)...)
	d.whole, d.fresh = readTree(t, whole), []string{"results.json"}
	read := []string{"predictions.jsonl", "results.json"}
	again := reader{args: args("FOLDER"), files: read, makes: true}
	for range kills() {
		killed := filepath.Join(d.dir, "killed")
		for tries := 0; tries < 50 && (d.kill(span, args(killed)...) || !exists(filepath.Join(killed, "predictions.jsonl"))); tries++ {
			if err := os.RemoveAll(killed); err != nil {
				t.Fatal(err)
			}
		}
		if state := readTree(t, killed); len(state["predictions.jsonl"]) > 0 {
			d.try(state, folder, []reader{again}, corruptions())
		}
		d.try(d.whole, folder, []reader{again,
			{args: []string{"score", "FOLDER"}, files: read},
			{args: []string{"report", "FOLDER", "--format", "json"}, files: append(read, "verdicts.strict-2.jsonl")},
		}, corruptions())
	}
	d.must(args(filepath.Join(d.dir, "killed"))...)
	if names := d.whole.differs(readTree(t, filepath.Join(d.dir, "killed")), d.fresh...); len(names) > 0 {
		t.Errorf("%q differ after kills", names)
	}
}
