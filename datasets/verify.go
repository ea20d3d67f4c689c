package datasets

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"switchyard/datasets/manifest"
	"switchyard/internal/input"
	"switchyard/internal/prose"
	"switchyard/out"
	"switchyard/proof"
)

// VerifyConfig says what to verify.
type VerifyConfig struct {
	// Paths are run folders, folders made by split, merge, filter or sample, files
	// in the native or the MMTB format, files of sessions, and [Stdin].
	Paths   []string
	Stdin   io.Reader // read where a path is [Stdin]
	Workers int       // lines that are proved at once; 0 means one for each processor
	// MaxProblems is how many problems are listed; the others are only counted.
	// 0 means all.
	MaxProblems int
	// Progress gets each problem that is listed, as soon as it is found. If it is
	// nil, the problems are kept in the report.
	Progress func(Problem)
	// Fault is told of each panic, which costs only the line that was proved: it is a
	// fault of this program. Workers call Fault concurrently. It may be nil.
	Fault func(error)
}

// VerifyReport is what [Verify] found.
type VerifyReport struct {
	OK       bool           `json:"ok"` // there is no problem
	Files    []Checked      `json:"files"`
	Problems int            `json:"problems"`
	ByCheck  map[string]int `json:"by_check"` // problems
	Listed   []Problem      `json:"listed"`   // the first ones; none if Progress got them
	More     int            `json:"more"`     // problems that are not listed
	Agreed   []string       `json:"-"`        // manifests and origins that say the same as the files
}

// Checked counts what was verified in a file.
type Checked struct {
	File     string `json:"file"`
	Format   string `json:"format"`
	Entries  int    `json:"entries"`
	Missions int    `json:"missions"`
	Calls    int    `json:"calls"`
	Sources  int    `json:"sources"` // of argument values; native entries only
	Problems int    `json:"problems"`
}

// Checks of this package, in addition to those of package proof.
const (
	checkRead       = "file.read"
	checkTorn       = "file.torn"
	checkEmpty      = "file.empty"
	checkChanged    = "file.changed" // not as it was written, says the manifest, the origin or the journal
	checkFault      = "fault"        // a panic of this program
	CheckMMTB       = "mmtb.rules"   // the rules of the MMTB format
	checkSame       = "mmtb.same"
	checkManifest   = "manifest.schema"
	checkState      = "manifest.state"
	checkAccounting = "manifest.accounting"
	checkCoverage   = "manifest.coverage"
	checkBalance    = "manifest.balance"
	checkFiles      = "manifest.files"
	checkRejection  = "rejection.schema"

	// For what split, merge, filter and sample made.
	checkOrigin      = "origin.schema"
	checkOriginSums  = "origin.accounting"
	checkOriginFiles = "origin.files"
	checkOriginLeaks = "origin.leaks" // the leak report differs from the sides
	checkLeaks       = "split.leaks"  // the sides have in common what they must not
)

// Verify proves every claim of a dataset again, from its bytes alone. For a run folder, it
// also compares the manifest with the files, and the two formats with each other. For a
// derived folder, it compares origin.json with the files, and the sides of a split with its
// leak report. The report says what is wrong with the dataset; the error is for what cannot
// be read at all, such as a path that does not exist.
func Verify(ctx context.Context, cfg VerifyConfig) (*VerifyReport, error) {
	// Report a missing path before anything long begins.
	for _, path := range cfg.Paths {
		if path == Stdin {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	}
	v := &verifier{cfg: cfg, prover: proof.New(), mmtb: out.MMTB(), report: &VerifyReport{ByCheck: map[string]int{}, Listed: []Problem{}}}
	for _, path := range cfg.Paths {
		if err := v.path(ctx, path); err != nil {
			return nil, err
		}
	}
	v.report.OK = v.report.Problems == 0
	return v.report, nil
}

// verifier proves what its paths hold, one after the other.
type verifier struct {
	cfg    VerifyConfig
	prover *proof.Prover
	mmtb   out.Checker
	report *VerifyReport
}

// path proves a folder or a file.
func (v *verifier) path(ctx context.Context, path string) error {
	if path != Stdin {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.IsDir() {
			return v.folder(ctx, path)
		}
		standing, err := StandingOf(path)
		if err != nil {
			v.found(Problem{File: path, Check: checkRead, Message: "nobody knows what was written: " + prose.Error(err)})
		} else if standing.Changed != nil {
			v.found(*changed(standing.Changed))
		}
	}
	_, err := v.file(ctx, path, &task{data: proof.NewDataset(nil)})
	return err
}

// folder proves a run folder, or a derived one.
func (v *verifier) folder(ctx context.Context, folder string) error {
	if exists(filepath.Join(folder, manifest.Name)) && exists(input.Named(filepath.Join(folder, SessionsFile))) {
		return v.sessions(ctx, folder)
	}
	run := v.newRun(folder)
	native := input.Named(filepath.Join(folder, out.Native().File()))
	if !exists(run.path) {
		if at, only := derivedFolder(folder); at != "" {
			return v.derived(ctx, at, only)
		}
		if !exists(native) {
			return about(folder, ErrNoRun)
		}
	}
	v.readRun(ctx, run)
	t := &task{format: out.Native().Name(), data: proof.NewDataset(run.want), claims: run.claims, twins: &twins{source: native}}
	counted := Checked{}
	if exists(native) {
		var err error
		if counted, err = v.file(ctx, native, t); err != nil {
			return err
		}
	} else {
		v.found(Problem{File: native, Check: checkRead, Message: "the file is missing"})
	}
	for _, p := range t.data.Finish() {
		v.found(Problem{File: native, Check: string(p.Check), Message: p.Message})
	}
	if other := input.Named(filepath.Join(folder, v.mmtb.File())); exists(other) {
		t.twins.compare = true
		got, err := v.file(ctx, other, &task{format: v.mmtb.Name(), twins: t.twins})
		if err != nil {
			return err
		}
		if missing := len(t.twins.digests) - got.Entries; missing > 0 {
			v.found(Problem{File: other, Check: checkSame, Message: prose.Count(missing, "entry of "+native+" is", "entries of "+native+" are") + " missing"})
		}
	}
	v.agreeRun(run, counted.Entries)
	return nil
}

// found takes a problem into the report.
func (v *verifier) found(p Problem) {
	r := v.report
	r.Problems++
	r.ByCheck[p.Check]++
	switch {
	case v.cfg.MaxProblems > 0 && r.Problems > v.cfg.MaxProblems:
		r.More++
	case v.cfg.Progress != nil:
		v.cfg.Progress(p)
	default:
		r.Listed = append(r.Listed, p)
	}
}

// task says how to prove a file.
type task struct {
	format string         // if empty, the first line that is JSON decides
	data   *proof.Dataset // of native files
	claims *claims        // counts to compare with the manifest; nil without one
	flows  *passedFlows   // counts of sessions to compare with the manifest
	twins  *twins         // the same entries in the other format; nil without one
}

// file proves a file.
func (v *verifier) file(ctx context.Context, path string, t *task) (Checked, error) {
	source := Source{Path: path, Stdin: v.cfg.Stdin}
	var err error
	if t.format == "" {
		if t.format, err = source.Format(ctx); err != nil {
			return Checked{}, err
		}
	}
	f, err := source.open(ctx)
	if err != nil {
		return Checked{}, err
	}
	defer f.Close()
	counter := source.counter(ctx, "proving", f)
	defer counter.End()
	name := Shown(path)
	lines := out.NewLines(f, name)
	before := v.report.Problems
	sum := Checked{File: name}
	ids := make(map[string]bool) // of MMTB files; t.data has those of native ones
	err = inOrder(ctx, v.cfg.Workers, func() ([]byte, int, error) {
		line, err := lines.Next()
		return line, lines.Line(), err
	}, func(line []byte, number int) verdict {
		counter.Read(len(line) + len("\n"))
		return v.judge(line, Problem{File: name, Line: number}, t)
	}, func(got verdict) {
		counter.Add(1)
		sum.Entries++
		sum.Missions += got.counts.Missions
		sum.Calls += got.counts.Calls
		sum.Sources += got.counts.Sources
		for _, p := range got.found {
			v.found(p)
		}
		v.across(got, t, ids)
	})
	var (
		line *out.LineError
		torn *out.TornError
	)
	switch {
	case errors.As(err, &line) && len(line.Problems) > 0:
		v.found(Problem{File: name, Line: line.Line, Check: checkRead, Message: line.Problems[0].Message, Hint: line.Hint})
	case errors.As(err, &torn):
		v.found(Problem{File: name, Line: torn.Line, Check: checkTorn, Message: "the last line was not written to its end",
			Hint: "run the command that made the file again: it repairs the line and continues"})
	case err != nil:
		return sum, err
	case sum.Entries == 0:
		v.found(Problem{File: name, Check: checkEmpty, Message: ErrEmpty.Error()})
	}
	sum.Format = t.format
	sum.Problems = v.report.Problems - before
	v.report.Files = append(v.report.Files, sum)
	return sum, nil
}
