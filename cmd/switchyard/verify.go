package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/out"
	"switchyard/proof"
)

func (c *console) verifyCommand() *cobra.Command {
	var (
		most    int
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "verify PATH... [flags]",
		Short: "Prove a dataset, line by line",
		Long: `Prove every claim of a dataset again, from its own bytes: schemas, the source of
every argument, dependencies, relations, paths, texts, and that nothing stands
twice. PATH is a run folder, a file in the native or the MMTB format, or - for
standard input. Of a run folder, the manifest is checked too, and that both
formats say the same; of MMTB files, the rules of the format. Of a folder that
split, merge, filter or sample made, every file is proved, origin.json is checked,
and of a split, that nothing leaks, and that the leak report says so.

Each problem is one line, FILE:LINE: CHECK: POINTER: MESSAGE, where POINTER is
the place in the line as a JSON pointer.

` + exitCodes,
		Example: `  switchyard verify dataset
  switchyard verify --max-problems 0 a/entries.jsonl b/entries.jsonl
  switchyard verify --json dataset/mmtb.jsonl`,
		Args: wantPaths("PATH", "switchyard verify dataset", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case most < 0:
				return misuse("0 prints all", "--max-problems cannot be negative")
			case cmd.Flags().Changed("workers") && workers < 1:
				return noWorkers(workers)
			}
			v := &verifier{c: c, workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), prover: proof.New(), mmtb: out.MMTB(), most: most, json: asJSON, byCheck: map[string]int{}}
			return v.run(cmd.Context(), args)
		},
	}
	cmd.Flags().IntVar(&most, "max-problems", 20, "print at most `N` problems and count the rest; 0 prints all")
	cmd.Flags().IntVar(&workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}

// checked counts what has been looked at in a file.
type checked struct {
	File     string `json:"file"`
	Format   string `json:"format"`
	Entries  int    `json:"entries"`
	Missions int    `json:"missions"`
	Calls    int    `json:"calls"`
	Sources  int    `json:"sources"`
	Problems int    `json:"problems"`
}

// Checks of ours, besides those of package proof.
const (
	checkRead       = "file.read"
	checkTorn       = "file.torn"
	checkEmpty      = "file.empty"
	checkMMTB       = "mmtb.rules"
	checkSame       = "mmtb.same"
	checkManifest   = "manifest.schema"
	checkState      = "manifest.state"
	checkAccounting = "manifest.accounting"
	checkCoverage   = "manifest.coverage"
	checkBalance    = "manifest.balance"
	checkFiles      = "manifest.files"
	checkRejection  = "rejection.schema"

	// Of what split, merge, filter and sample made.
	checkOrigin      = "origin.schema"
	checkOriginSums  = "origin.accounting"
	checkOriginFiles = "origin.files"
	checkOriginLeaks = "origin.leaks" // the leak report says something else than the sides
	checkLeaks       = "split.leaks"  // the sides have in common what they must not
)

// verifier proves what its paths hold, one after the other.
type verifier struct {
	c       *console
	workers int
	prover  *proof.Prover
	mmtb    out.Checker
	most    int
	json    bool

	files    []checked
	problems int
	listed   []datasets.Problem
	byCheck  map[string]int
	agreed   []string // manifests that the files agree with
}

func (v *verifier) run(ctx context.Context, paths []string) error {
	// What is not there is told before anything long begins.
	for _, path := range paths {
		if path == "-" {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return err
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			_, err = v.file(ctx, v.c.stdin, "standard input", &task{data: proof.NewDataset(nil)})
		case err != nil:
			return err
		case info.IsDir():
			err = v.folder(ctx, path)
		default:
			_, err = v.path(ctx, path, &task{data: proof.NewDataset(nil)})
		}
		if err != nil {
			return err
		}
	}
	return v.conclude()
}

// report takes a problem in.
func (v *verifier) report(f datasets.Problem) {
	v.problems++
	v.byCheck[f.Check]++
	if v.most > 0 && v.problems > v.most {
		return
	}
	if v.json {
		v.listed = append(v.listed, f)
		return
	}
	v.c.printf("%s\n", printable(f.String()))
	if f.Hint != "" {
		v.c.printf("  %s\n", paint{v.c.colour}.faint("hint: "+printable(f.Hint)))
	}
}

// conclude prints the end of the report.
func (v *verifier) conclude() error {
	more := 0
	if v.most > 0 {
		more = max(0, v.problems-v.most)
	}
	if v.json {
		report := struct {
			OK       bool               `json:"ok"`
			Files    []checked          `json:"files"`
			Problems int                `json:"problems"`
			ByCheck  map[string]int     `json:"by_check"`
			Listed   []datasets.Problem `json:"listed"`
			More     int                `json:"more"`
		}{v.problems == 0, v.files, v.problems, v.byCheck, append([]datasets.Problem{}, v.listed...), more}
		if err := v.c.printJSON(report); err != nil {
			return err
		}
	} else {
		v.summarise(more)
	}
	if v.problems > 0 {
		return found()
	}
	return nil
}

func (v *verifier) summarise(more int) {
	p := paint{v.c.colour}
	if more > 0 {
		v.c.printf("… and %s; --max-problems 0 prints all\n", count(more, "more problem", "more problems"))
	}
	if v.problems > 0 {
		v.c.printf("\n")
	}
	for _, f := range v.files {
		text := fmt.Sprintf("%s: %s, %s, %s", printable(f.File), count(f.Entries, "entry", "entries"),
			count(f.Missions, "mission", "missions"), count(f.Calls, "call", "calls"))
		if f.Format == out.Native().Name() {
			text += ", " + count(f.Sources, "source", "sources")
		}
		if f.Problems == 0 {
			text += ": " + p.green("all checks hold")
		} else {
			text += ": " + p.red(count(f.Problems, "problem", "problems"))
		}
		v.c.printf("%s\n", text)
	}
	for _, manifest := range v.agreed {
		v.c.printf("%s: %s\n", printable(manifest), p.green("agrees with the files"))
	}
	if v.problems == 0 {
		return
	}
	checks := slices.SortedFunc(maps.Keys(v.byCheck), func(a, b string) int {
		return cmp.Or(v.byCheck[b]-v.byCheck[a], strings.Compare(a, b))
	})
	var parts []string
	for _, check := range checks {
		parts = append(parts, fmt.Sprintf("%s %s", check, thousands(v.byCheck[check])))
	}
	v.c.printf("%s: %s\n", p.red(count(v.problems, "problem", "problems")), strings.Join(parts, ", "))
}

// task is what is to be done with a file.
type task struct {
	format string         // found out by the first line when empty
	data   *proof.Dataset // of native files
	tally  *claims        // what the manifest has to agree with; nil without one
	twins  *twins         // the same entries in the other format; nil without one
}

// verdict is what came of one line.
type verdict struct {
	line   int
	entry  *subject
	counts checked
	found  []datasets.Problem
}

// path proves a file.
func (v *verifier) path(ctx context.Context, name string, t *task) (checked, error) {
	f, err := datasets.OpenFile(name)
	if err != nil {
		return checked{}, err
	}
	defer f.Close()
	return v.file(ctx, f, name, t)
}

// file proves what a reader gives; name is that of the file.
func (v *verifier) file(ctx context.Context, r io.Reader, name string, t *task) (checked, error) {
	lines := out.NewLines(r, name)
	before := v.problems
	sum := checked{File: name}
	next := func() ([]byte, int, error) {
		line, err := lines.Next()
		if err == nil && t.format == "" {
			t.format = datasets.FormatOf(line)
		}
		return line, lines.Line(), err
	}
	ids := make(map[string]bool) // of MMTB files; those of native ones are in t.data
	err := inOrder(ctx, v.workers, next, func(line []byte, number int) verdict {
		return v.judge(line, number, name, t)
	}, func(got verdict) {
		sum.Entries++
		sum.Missions += got.counts.Missions
		sum.Calls += got.counts.Calls
		sum.Sources += got.counts.Sources
		for _, f := range got.found {
			v.report(f)
		}
		v.across(got, name, t, ids)
	})
	var (
		line *out.LineError
		torn *out.TornError
	)
	switch {
	case errors.As(err, &line) && len(line.Problems) > 0:
		v.report(datasets.Problem{File: name, Line: line.Line, Check: checkRead, Message: line.Problems[0].Message, Hint: line.Hint})
	case errors.As(err, &torn):
		v.report(datasets.Problem{File: name, Line: torn.Line, Check: checkTorn, Message: "the last line was not written to its end",
			Hint: "give the command that made the file again: it repairs the line and goes on"})
	case err != nil:
		return sum, err
	case sum.Entries == 0:
		v.report(datasets.Problem{File: name, Check: checkEmpty, Message: "there is no entry in the file"})
	}
	sum.Format = cmp.Or(t.format, out.Native().Name())
	sum.Problems = v.problems - before
	v.files = append(v.files, sum)
	return sum, nil
}

// judge proves one line. It runs in many goroutines at once.
func (v *verifier) judge(line []byte, number int, file string, t *task) verdict {
	got := verdict{line: number}
	if t.format == out.MMTB().Name() {
		v.judgeMMTB(&got, line, file, t)
	} else {
		v.judgeNative(&got, line, file, t)
	}
	return got
}

func (v *verifier) judgeNative(got *verdict, line []byte, file string, t *task) {
	e, problems := v.prover.Bytes(line)
	id := ""
	if e != nil {
		id = e.ID
		got.entry = &subject{entry: e}
		got.counts.Missions = len(e.Missions)
		for i := range e.Missions {
			got.counts.Calls += len(e.Missions[i].Calls)
			for j := range e.Missions[i].Calls {
				got.counts.Sources += len(e.Missions[i].Calls[j].Sources)
			}
		}
		if t.twins != nil {
			got.entry.twin = twinOf(v.mmtb.Encode(e))
		}
	}
	for _, p := range problems {
		got.found = append(got.found, datasets.Problem{File: file, Line: got.line, Entry: id, Check: string(p.Check), Pointer: p.Pointer, Message: inLine(p.Message)})
	}
	if len(problems) > 0 && problems[0].Check == proof.SchemaEntry {
		got.found[0].Hint = nativeHint(line)
	}
}

// inLine leaves the line out of "line 1, column 7" in a message about a file
// with one document a line: the number of the real line stands before it.
func inLine(message string) string {
	return strings.Replace(message, "not JSON: line 1, column", "not JSON: column", 1)
}

// nativeHint guesses why a line is no entry.
func nativeHint(line []byte) string {
	_, err := out.NewNativeReader(strings.NewReader(string(line)+"\n"), "").Read()
	var l *out.LineError
	if errors.As(err, &l) && l.Hint != "" {
		return l.Hint
	}
	if !json.Valid(line) {
		return "a dataset file holds one JSON document a line"
	}
	return ""
}

func (v *verifier) judgeMMTB(got *verdict, line []byte, file string, t *task) {
	id := datasets.IDOf(line)
	for _, p := range v.mmtb.Check(line) {
		got.found = append(got.found, datasets.Problem{File: file, Line: got.line, Entry: id, Check: checkMMTB, Pointer: p.Pointer, Message: inLine(p.Message)})
	}
	got.entry = &subject{id: id}
	if t.twins != nil {
		got.entry.twin = twinOf(line, nil)
	}
	e, err := out.DecodeMMTB(line)
	if err != nil {
		return
	}
	for _, m := range treeOfMMTB(file, e).missions {
		got.counts.Missions++
		got.counts.Calls += len(m.tools)
	}
}

// across proves what concerns more than one entry. It sees them in order.
func (v *verifier) across(got verdict, file string, t *task, ids map[string]bool) {
	s := got.entry
	if s == nil {
		s = new(subject) // it has a place in the order, and nothing else
	}
	if t.twins != nil {
		for _, f := range t.twins.add(s, got.line, file) {
			v.report(f)
		}
	}
	switch {
	case s.entry != nil:
		for _, p := range t.data.Add(s.entry) {
			v.report(datasets.Problem{File: file, Line: got.line, Entry: s.entry.ID, Check: string(p.Check), Pointer: p.Pointer, Message: p.Message})
		}
		if t.tally != nil {
			t.tally.add(s.entry)
		}
	case s.id != "" && ids[s.id]:
		v.report(datasets.Problem{File: file, Line: got.line, Entry: s.id, Check: string(proof.DatasetID), Pointer: "/id",
			Message: fmt.Sprintf("another entry is called %q", s.id)})
	case s.id != "":
		ids[s.id] = true
	}
}

// folder proves a run folder, or one that was derived from one.
func (v *verifier) folder(ctx context.Context, folder string) error {
	manifest := filepath.Join(folder, manifestName)
	native := filepath.Join(folder, out.Native().File())
	if !exists(manifest) {
		if at, only := derivedFolder(folder); at != "" {
			return v.derived(ctx, at, only)
		}
	}
	if !exists(native) && !exists(manifest) {
		return &datasets.NoRunError{Folder: folder}
	}
	run := v.readRun(folder)
	t := &task{format: out.Native().Name(), data: proof.NewDataset(run.want), tally: run.tally, twins: &twins{source: native}}
	sum := checked{}
	if exists(native) {
		var err error
		if sum, err = v.path(ctx, native, t); err != nil {
			return err
		}
	} else {
		v.report(datasets.Problem{File: native, Check: checkRead, Message: "the file is missing"})
	}
	for _, p := range t.data.Finish() {
		v.report(datasets.Problem{File: native, Check: string(p.Check), Message: p.Message})
	}
	if other := filepath.Join(folder, v.mmtb.File()); exists(other) {
		t.twins.compare = true
		got, err := v.path(ctx, other, &task{format: v.mmtb.Name(), twins: t.twins})
		if err != nil {
			return err
		}
		if got.Entries < len(t.twins.digests) {
			v.report(datasets.Problem{File: other, Check: checkSame, Message: fmt.Sprintf("%s are missing that stand in %s",
				count(len(t.twins.digests)-got.Entries, "entry", "entries"), native)})
		}
	}
	v.agree(run, sum)
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
