// Package export writes the entries of datasets in the formats of others: training
// corpora and the files of benchmarks.
//
// [Run] exports run folders and native files, [Convert] also reads files of the
// Multi-Mission Tool Bench and can write a single file. Both take a [Config] and
// return a [Report]; the [Record] in it is stored beside the files as export.json.
// [Check] says before any work whether a configuration can be exported. The formats
// themselves are those of package out. This package stands above it, because an
// export needs the proofs of entries, the plan of splits and the counting of tokens,
// which are made with formats of package out.
//
// Only proven entries are written: those of files that are as a run left them, and
// those that are proved on the way. The same entries and the same configuration
// give the same bytes, whatever the number of workers. A folder holds the whole
// export or nothing of it. Memory does not grow with the number of entries but for
// their positions, and with splits the words of their requests. Exports may run
// concurrently.
package export

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/tokens"
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

	Options out.ExportOptions // how examples are written; Count is not used
	Split   *split.Options    // nil: all entries are in one split, "train"

	ShardSize   int  // lines of a file; 0 means no limit
	Zstd        bool // compress files of lines
	CountTokens bool // of all lines, which otherwise are estimated
	Workers     int  // lines that are worked on simultaneously; 0 means one for each processor

	Version string // of the program, for the record; "devel" when empty
	Command string // that makes the export again, for the record
}

// ConvertConfig says what to convert. The formats of [Config.Formats] may include
// MMTB, and the sources may be files of MMTB or [datasets.Stdin]. There is one
// split: Split must be nil.
type ConvertConfig struct {
	Config
	From  string    // native or mmtb; empty for what the first line of the first source looks like
	Stdin io.Reader // what [datasets.Stdin] stands for
	// File is the only file to write, instead of a folder; Force replaces it.
	File string
	// To is where the only file is written instead of File and a folder.
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

// Check reports what is wrong with a configuration, as [Run] does before it reads
// any source. It tidies up the folder after exports that were killed.
func Check(c Config) error {
	j, err := newJob(c, Formats())
	if err != nil {
		return err
	}
	return j.free()
}

// Run exports native entries. Besides those of package datasets its errors are
// [*OptionError], [*UnknownFormatError], [*TwiceError], [*OccupiedError],
// [*DuplicateError] and those of package split. An entry that
// does not hold is no error: it is left out, and the report says so.
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
	if err := j.free(); err != nil {
		return nil, err
	}
	return j.run(ctx)
}

// job is an export that is well defined.
type job struct {
	Config
	files     []string // of the sources
	exporters []out.Exporter
	mmtb      bool // lines of MMTB are written too, of one split
	splits    []string
	tally     *tokens.Tally
	read      func(line []byte) (*mission.Entry, error)
	prover    *proof.Prover // nil for lines of MMTB, which do not say enough
	lines     *mmtbLines    // the reader of MMTB; nil for native sources
	stdin     io.Reader
	file      string    // the only file to write; empty for a folder
	to        io.Writer // where it goes instead; may be nil
}

// newJob checks a configuration. Known are the formats that it may name.
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
		return &OptionError{"loss", quoted(o.Loss) + " is no choice of turns", "choices are all, mission and last"}
	}
	return nil
}

// addSource notes a file that is to be read, once. path is how it was named.
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
	plan, err := j.divide(ctx)
	if err != nil {
		return nil, err
	}
	folder, err := out.NewFolder(j.Folder, out.FolderOptions{ShardSize: j.ShardSize, Zstd: j.Zstd, Outputs: len(j.exporters) * len(j.splits), OneFile: j.file != "" || j.to != nil})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Discard()) }()
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
	if err := writeRecord(folder, report.Record); err != nil {
		return nil, err
	}
	err = folder.Commit(RecordName, func() ([]string, error) {
		before, err := j.before()
		if before == nil {
			return nil, late(err)
		}
		report.Gone = slices.DeleteFunc(slices.Clone(before.Formats), func(name string) bool { return slices.Contains(report.Formats, name) })
		return before.names(), nil
	})
	report.Kept = kept(j.Folder, report.names())
	return report, err
}

// source is a file that is read.
func (j *job) source(name string) datasets.Source {
	return datasets.Source{Path: name, Stdin: j.stdin, Workers: j.Workers}
}

// divide decides which entry goes to which split; nil when there is one.
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
	return planner.Plan()
}

// lookAside is [split.Look], but passes over lines that are no entries: they are left
// out when they are to be written.
func lookAside(line []byte) (*split.Entry, error) {
	e, err := split.Look(line)
	if err != nil && datasets.FormatOf(line) == out.Native().Name() {
		return nil, nil
	}
	return e, err
}

// Exported returns the record of the export that a run folder holds of its entries,
// if it was made by this program with this configuration and is whole; otherwise
// nil. entries is the SHA-256 of the run's native file.
func Exported(c Config, entries string) *Record {
	r, err := ReadRecord(c.Folder)
	if err != nil || r == nil || r.Format != RecordFormat || r.Version != c.Version || r.Command != c.Command || len(r.Inputs) != 1 || r.Inputs[0].SHA256 != entries {
		return nil
	}
	for _, f := range r.Files {
		if size, err := sizeOf(filepath.Join(c.Folder, filepath.FromSlash(f.Name))); err != nil || size != f.Bytes {
			return nil
		}
	}
	return r
}
