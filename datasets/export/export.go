// Package export writes the entries of datasets in the formats of other projects:
// training corpora and the files of benchmarks.
//
// [Run] exports run folders and native files. [Convert] also reads files of the
// Multi-Mission Tool Bench, and can write a single file. Both take a [Config] and return a
// [Report]; its [Record] is stored with the files as export.json. [Check] checks a
// configuration before any work. The formats are those of package out. Exporting is a
// package of its own, because it needs proofs, splits and token counts, which build on
// package out.
//
// Only proven entries are written: those of files that have not changed since a run made
// them, and those that are proved during the export. The same entries and configuration
// give the same bytes, with any number of workers. A folder gets the whole export or
// nothing of it. Memory holds only the positions of the entries and, with splits, the
// data of a [split.Planner]. Exports may run concurrently.
package export

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/tokens"
	"switchyard/internal/intact"
	"switchyard/internal/progress"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
	"switchyard/proof"
)

// Config says what to export. Sources, Formats and Folder are needed.
type Config struct {
	Sources []string // run folders, or files in the native format
	Formats []string // names of exporters of package out
	Folder  string   // to write to
	Force   bool     // replace the export that the folder holds

	Options out.ExportOptions // how examples are written; Count is ignored
	Split   *split.Options    // nil: all entries are in one split, "train"

	ShardSize   int  // lines of a file; 0 means no limit
	Zstd        bool // compress files of lines
	CountTokens bool // count the tokens of all lines, instead of estimating them
	Workers     int  // lines that are processed at once; 0 means one for each processor

	// Changed is told of a source that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*datasets.Change)

	Version string // of the program, for the record; "devel" when empty
	Command string // the command that makes the export again, for the record

	// Fault is told of each panic, which costs only the entry that was written: it is a
	// fault of this program. Workers call Fault concurrently. It may be nil.
	Fault func(error)
}

// ConvertConfig says what to convert. The formats of [Config.Formats] may include
// MMTB, and the sources may be files of MMTB or [datasets.Stdin]. There is one
// split: Split must be nil.
type ConvertConfig struct {
	Config
	From  string    // native or mmtb; if empty, the first line of the first source decides
	Stdin io.Reader // read where a source is [datasets.Stdin]
	// File is the only file to write, instead of a folder; Force replaces it.
	File string
	// To gets the only file, instead of File or a folder.
	To io.Writer
}

// Formats lists the names of the formats of exports.
func Formats() []string {
	var names []string
	for _, x := range out.Exporters() {
		names = append(names, x.Name())
	}
	return names
}

// Targets lists the names of the formats that can be converted to.
func Targets() []string { return append([]string{out.MMTB().Name()}, Formats()...) }

// Check returns what is wrong with a configuration, as [Run] would before it reads any
// source. It cleans up what killed exports left in the folder.
func Check(c Config) error {
	j, err := newJob(c, Formats())
	if err != nil {
		return err
	}
	if err := datasets.CheckTarget(j.Folder); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(j.Folder)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock, err := wholefile.Hold(j.Folder)
	if err != nil {
		return err
	}
	_, err = j.before()
	return errors.Join(err, lock.Release())
}

// Run exports native entries. Its errors are those of packages datasets and split,
// [*OptionError], [*UnknownFormatError], [*TwiceError], [*OccupiedError],
// [*DuplicateError], and a [*wholefile.BusyError] if another writer is in the folder. An
// entry that fails a proof is not an error: it is left out, and the report says so.
func Run(ctx context.Context, c Config) (*Report, error) {
	j, err := newJob(c, Formats())
	if err != nil {
		return nil, err
	}
	for _, path := range c.Sources {
		name, err := datasets.NativeFile(path)
		if err == nil {
			err = j.addSource(path, name)
		}
		if err != nil {
			return nil, err
		}
	}
	j.read, j.prover = datasets.DecodeEntry, proof.New()
	return j.run(ctx)
}

// job is an export whose configuration has been checked.
type job struct {
	Config
	files     []string // of the sources
	exporters []out.Exporter
	mmtb      bool // also write MMTB lines, in one split
	splits    []string
	tally     *tokens.Tally
	read      func(line []byte) (*mission.Entry, error)
	prover    *proof.Prover // nil for MMTB lines, which do not say enough for a proof
	lines     *mmtbLines    // the reader of MMTB; nil for native sources
	stdin     io.Reader
	first     *datasets.Source // whose format was looked up; nil once it is read
	file      string           // the only file to write; empty for a folder
	to        io.Writer        // where it goes instead; may be nil
}

// newJob checks a configuration. known lists the formats that it may name.
func newJob(c Config, known []string) (*job, error) {
	j := &job{Config: c, splits: []string{"train"}}
	if err := c.checkOptions(); err != nil {
		return nil, err
	}
	for _, name := range c.Formats {
		if name == out.MMTB().Name() && slices.Contains(known, name) {
			j.mmtb = true
			continue
		}
		x, err := out.LookupExporter(name)
		if err != nil {
			return nil, &UnknownFormatError{name, known}
		}
		if !slices.ContainsFunc(j.exporters, func(y out.Exporter) bool { return y.Name() == name }) {
			j.exporters = append(j.exporters, x)
		}
	}
	if c.Split != nil {
		if _, err := split.NewPlanner(*c.Split); err != nil {
			return nil, err
		}
		j.splits = nil
		for _, s := range c.Split.Shares {
			j.splits = append(j.splits, s.Name)
		}
	}
	counter := tokens.New()
	j.Options.Count, j.tally = counter.Count, counter.Tally(c.CountTokens)
	return j, nil
}

func (c *Config) checkOptions() error {
	o := &c.Options
	switch {
	case len(c.Formats) == 0:
		return &OptionError{"format", "no format is named", "name at least one"}
	case o.MaxTokens < 0:
		return &OptionError{"max-tokens", "cannot be negative", "0 means no limit"}
	case c.ShardSize < 0:
		return &OptionError{"shard-size", "cannot be negative", "0 means no limit"}
	case !slices.Contains([]corpus.Unit{"", corpus.PerEntry, corpus.PerMission}, o.Unit):
		return &OptionError{"unit", "there is no unit " + quoted(o.Unit), "units are entry and mission"}
	case !slices.Contains([]corpus.Loss{"", corpus.LossAll, corpus.LossMission, corpus.LossLast}, o.Loss):
		return &OptionError{"loss", quoted(o.Loss) + " is not a choice of turns", "choices are all, mission and last"}
	}
	return nil
}

// addSource adds a file to read. path is the name that the caller gave.
func (j *job) addSource(path, name string) error {
	if slices.Contains(j.files, name) {
		return &TwiceError{path}
	}
	j.files = append(j.files, name)
	return nil
}

// formats lists the names of what is written, MMTB last.
func (j *job) formats() []string {
	var names []string
	for _, x := range j.exporters {
		names = append(names, x.Name())
	}
	if j.mmtb {
		names = append(names, out.MMTB().Name())
	}
	return names
}

// run writes all formats in one pass over the entries.
func (j *job) run(ctx context.Context) (report *Report, err error) {
	folder, err := j.begin()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Discard()) }()
	plan, err := j.divide(ctx)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(j, plan, folder)
	if err != nil {
		return nil, err
	}
	if report, err = w.write(ctx); err != nil {
		return nil, err
	}
	if j.file != "" || j.to != nil {
		return report, j.takeOut(report.Record, folder)
	}
	if err := report.Record.Write(folder); err != nil {
		return nil, err
	}
	err = folder.Commit(RecordName, func() ([]string, error) {
		before, err := j.before()
		if before == nil {
			return nil, late(err)
		}
		report.Gone = slices.DeleteFunc(slices.Clone(before.Formats), func(name string) bool { return slices.Contains(report.Formats, name) })
		return before.Names(), nil
	})
	report.Kept = kept(j.Folder, report.Names())
	return report, err
}

// source is a file that is read.
func (j *job) source(name string) datasets.Source {
	if first := j.first; first != nil && first.Path == name {
		j.first = nil
		return *first
	}
	return datasets.Source{Path: name, Stdin: j.stdin, Workers: j.Workers}
}

// divide plans which entry goes to which split; nil if there is one split.
func (j *job) divide(ctx context.Context) (*split.Plan, error) {
	if j.Split == nil {
		return nil, nil
	}
	planner, err := split.NewPlanner(*j.Split)
	if err != nil {
		return nil, err
	}
	for _, name := range j.files {
		_, err := datasets.Each(ctx, j.source(name), lookAside, func(_ []byte, number int, e *split.Entry) error {
			if e == nil {
				return nil
			}
			if err := planner.Add(e); err != nil {
				return &datasets.LineError{File: name, Line: number, Err: &DuplicateError{err}}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	defer progress.Begin(ctx, progress.Part{Doing: "dividing", Noun: "entries"}).End()
	return planner.Plan()
}

// lookAside is [split.Look] without errors for lines that are not entries: those are left
// out later, when they would be written.
func lookAside(line []byte) (*split.Entry, error) {
	e, err := split.Look(line)
	if err != nil && datasets.FormatOf(line) == out.Native().Name() {
		return nil, nil
	}
	return e, err
}

// Exported returns the record of the export in a run folder if this version of the program
// made it from the run's entries with this configuration, and all its files are as they
// were written; otherwise nil. entries is the SHA-256 of the run's native file.
func Exported(c Config, entries string) *Record {
	r, err := ReadRecord(c.Folder)
	if err != nil || r == nil || r.Format != RecordFormat || r.Version != c.Version || r.Command != c.Command || len(r.Inputs) != 1 || r.Inputs[0].SHA256 != entries {
		return nil
	}
	for _, f := range r.Files {
		change, err := intact.Compare(filepath.Join(c.Folder, filepath.FromSlash(f.Name)), intact.Sums{Bytes: f.Bytes, Lines: f.Lines, SHA256: f.SHA256})
		if err != nil {
			return nil
		}
		if change != nil {
			if c.Changed != nil {
				c.Changed(change)
			}
			return nil
		}
	}
	return r
}
