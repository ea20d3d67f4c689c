package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/datasets/tokens"
	"switchyard/internal/jsontext"
	"switchyard/internal/shell"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

// exportRecord is that file.
type exportRecord struct {
	Format  string           `json:"format"` // "switchyard-export/1"
	Version string           `json:"version"`
	Inputs  []datasets.Input `json:"inputs"`
	Command string           `json:"command"`
	Formats []string         `json:"formats"`
	Splits  []string         `json:"splits"`
	Entries map[string]int   `json:"entries"`            // by split
	Skipped map[string]int   `json:"skipped"`            // examples, by "format: reason"
	Ignored map[string]int   `json:"ignored,omitempty"`  // lines with keys that no format has a place for, by key
	Proof   *exportProof     `json:"proof,omitempty"`    // nil of versions that did not look
	LeftOut *exportLeftOut   `json:"left_out,omitempty"` // nil when all entries are written
	// Division says how the entries were divided, and names those that are in no
	// split; nil where there is one split.
	Division *split.Plan `json:"division,omitempty"`
	// Pairs are preference pairs, by format and kind.
	Pairs  map[string]map[string]int `json:"pairs,omitempty"`
	Files  []out.WrittenFile         `json:"files"`
	Tokens *exportTokens             `json:"tokens,omitempty"` // nil where no file has lines
}

const formatExport = "switchyard-export/1"

func (c *console) exportCommand() *cobra.Command {
	var (
		f      exportFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "export PATH... --format FORMAT [flags]",
		Short: "Write a dataset in the formats of others",
		Long: `Write a dataset as training corpora and benchmark files. PATH is a run folder or a
file in the native format. Each format gets a folder of its own below --out, and
export.json says what is there. Nothing is there before it is whole. Another export
is replaced with --force; what the folder holds besides stays. With --split,
leaks.json says what the splits have in common, as that of switchyard split does,
and export.json names the entries that are in none, for a near duplicate is in
another. A flag that makes no difference to any of the formats is refused.

Only proven entries are written. Those of a run folder, or of what split, merge,
filter and sample made of one, count as proven as long as the file is as it was
made; all others are proved as switchyard verify does it. An entry that does not
hold is left out of all formats and named, and the exit code is 1.

` + formatList() + `
docs/formats.md leads to an example of each, and to what the options mean there.

` + exitCodes,
		Example: `  switchyard export dataset --format openai,trl-dpo --out corpus
  switchyard export dataset --format trl --split train=0.9,test=0.1 --by toolset --loss last
  switchyard export dataset --format llamafactory --unit mission --thoughts --max-tokens 8192`,
		Args: wantPaths("PATH", "switchyard export dataset --format openai", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.formats, "format", nil, "`FORMAT` to write, or several with commas between them")
	flags.StringVar(&f.out, "out", "corpus", "write to the `FOLDER`")
	flags.StringVar(&f.split, "split", "", "`SHARES` of splits, such as train=0.9,test=0.1 (default: all in train)")
	flags.StringVar(&f.by, "by", "random", "what never stands in two splits: `WHAT` is toolset, tool, path or random (near duplicates alone)")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` from which the splits follow")
	f.exampleFlags(flags)
	flags.BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.given = cmd.Flags().Changed
		job, err := f.job(args)
		if err != nil {
			return err
		}
		if len(job.notes) > 0 {
			c.remark("note: %s", strings.Join(job.notes, "; "))
		}
		job.command = typedCommand(cmd, args)
		made, err := c.export(cmd.Context(), job)
		if err != nil {
			return err
		}
		if asJSON {
			err = c.printJSON(made)
		} else {
			c.printExport(job, made)
		}
		if err == nil && (made.LeftOut != nil || made.Leaks != nil && !made.Leaks.Clean()) {
			err = found()
		}
		return err
	}
	return cmd
}

// typedCommand writes a command as it was typed, for people who want to give it
// again; what only changes the report is left out.
func typedCommand(cmd *cobra.Command, args []string) string {
	words := strings.Fields(cmd.CommandPath())
	for _, arg := range args {
		words = append(words, shell.Quote(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "json" || f.Name == "force":
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, shell.Quote(strings.Trim(f.Value.String(), "[]")))
		}
	})
	return strings.Join(words, " ")
}

// formatList tells the formats in columns.
func formatList() string {
	var b strings.Builder
	wide := 0
	for _, x := range out.Exporters() {
		wide = max(wide, len(x.Name()))
	}
	for _, x := range out.Exporters() {
		fmt.Fprintf(&b, "  %-*s  %s\n", wide, x.Name(), x.About())
	}
	return b.String()
}

// exportFlags are the flags as they are typed.
type exportFlags struct {
	formats                            []string
	out, split, by, unit, loss, system string
	seed                               uint64
	maxTokens, shard                   int
	thoughts, apart, toolsText         bool
	zstd, force, tokens                bool
	given                              func(flag string) bool // nil where nothing was typed
}

// exportJob is an export that is well defined.
type exportJob struct {
	sources   []string // files
	command   string   // that makes it again
	notes     []string // about choices that some formats do not heed
	exporters []out.Exporter
	options   out.ExportOptions
	folder    string
	folderOf  out.FolderOptions
	file      string // the one file that is written instead of the folder; "-" is standard output
	force     bool   // an export that the folder holds may go
	tally     *tokens.Tally
	splits    []string       // names of the splits
	divide    *split.Options // nil where there is one split
	read      func(line []byte) (*mission.Entry, error)
	prover    *proof.Prover         // nil for lines of MMTB, which do not say enough
	mmtb      bool                  // lines of MMTB are written too, of one split
	ignored   func() map[string]int // keys of lines that no format has a place for; may be nil
}

// job checks the flags.
func (f *exportFlags) job(args []string) (*exportJob, error) {
	j := &exportJob{read: datasets.DecodeEntry, prover: proof.New()}
	if len(f.formats) == 0 {
		return nil, misuse("the formats are "+strings.Join(exporterNames(), ", "), "switchyard export needs --format")
	}
	for _, name := range f.formats {
		switch strings.TrimSpace(name) {
		case out.MMTB().Name():
			return nil, misuse(fmt.Sprintf("switchyard convert %s --to mmtb", shell.Quote(args[0])), "--format: mmtb is what switchyard convert writes")
		case out.Native().Name():
			return nil, misuse("they are in entries.jsonl; switchyard filter, sample and split make parts of them", "--format: the entries are native already")
		}
	}
	var err error
	if j.exporters, err = lookupExporters("--format", f.formats, exporterNames()); err != nil {
		return nil, err
	}
	if err := f.choose(j); err != nil {
		return nil, err
	}
	var names []string
	for _, x := range j.exporters {
		names = append(names, x.Name())
	}
	if j.notes, err = f.heeded(names); err != nil {
		return nil, err
	}
	for _, flag := range []string{"by", "seed"} {
		if f.split == "" && f.given(flag) {
			return nil, misuse("add shares, for example --split train=0.9,test=0.1", "--%s: makes no difference without --split", flag)
		}
	}
	j.splits = []string{"train"}
	if f.split != "" {
		shares, err := split.ParseShares(f.split)
		if err != nil {
			return nil, fmt.Errorf("--split: %w", err)
		}
		j.divide, j.splits = &split.Options{Seed: f.seed, By: split.By(f.by), Shares: shares}, nil
		if _, err := split.NewPlanner(*j.divide); err != nil {
			return nil, fmt.Errorf("--by: %w", err)
		}
		for _, s := range shares {
			j.splits = append(j.splits, s.Name)
		}
	}
	for _, arg := range args {
		name, err := datasets.NativeFile(arg)
		if err != nil {
			return nil, err
		}
		if err := j.addSource(arg, name); err != nil {
			return nil, err
		}
	}
	return j, j.free()
}

// addSource notes a file that is to be read, once.
func (j *exportJob) addSource(arg, name string) error {
	if slices.Contains(j.sources, name) {
		return misuse("name each file once", "%s is given twice", arg)
	}
	j.sources = append(j.sources, name)
	return nil
}

// export writes all formats in one pass over the entries.
func (c *console) export(ctx context.Context, j *exportJob) (report *exportReport, err error) {
	defer lessGarbage()()
	plan, err := c.divide(ctx, j)
	if err != nil {
		return nil, err
	}
	j.folderOf.Outputs = len(j.exporters) * len(j.splits)
	folder, err := out.NewFolder(j.folder, j.folderOf)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Discard()) }()
	record, leaks, err := c.exportTo(ctx, j, plan, folder)
	if err != nil {
		return nil, err
	}
	report = &exportReport{exportRecord: record, Leaks: leaks}
	if j.file != "" {
		return report, c.takeOut(j, record, folder)
	}
	if err := writeRecord(folder, record); err != nil {
		return nil, err
	}
	err = folder.Commit(exportName, func() ([]string, error) {
		before, err := j.before()
		if before == nil {
			return nil, meanwhile(err)
		}
		report.Gone = gone(before.Formats, record.Formats)
		return before.names(), nil
	})
	report.Kept = kept(j.folder, record.names())
	return report, err
}

// exportMemory is what an export may have before garbage is collected more often
// than elsewhere. What is in use at once stays well below it, whatever the number of
// entries, formats and splits; each entry makes many times its own size in garbage.
const exportMemory = 224 << 20

// lessGarbage sets that limit until the function that it returns is called. A limit
// that is set already, as by GOMEMLIMIT, stays.
func lessGarbage() (restore func()) {
	before := debug.SetMemoryLimit(-1)
	if before != math.MaxInt64 {
		return func() {}
	}
	debug.SetMemoryLimit(exportMemory)
	return func() { debug.SetMemoryLimit(before) }
}

// divide says which entry goes to which split; an entry that goes to none has a
// near duplicate on another one. The plan is nil where there is one split.
func (c *console) divide(ctx context.Context, j *exportJob) (*split.Plan, error) {
	if j.divide == nil {
		return nil, nil
	}
	planner, err := split.NewPlanner(*j.divide)
	if err != nil {
		return nil, err
	}
	for _, name := range j.sources {
		_, err := datasets.Each(ctx, c.source(name, 0), lookAside, func(_ []byte, number int, e *split.Entry) error {
			if e == nil {
				return nil
			}
			if err := planner.Add(e); err != nil {
				return located(name, number, "give each entry an id of its own: switchyard merge does", err)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	plan, err := planner.Plan()
	if err != nil {
		return nil, err
	}
	return plan, nil
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

// nearElsewhere is why an entry is in no split.
const nearElsewhere = "a near duplicate is in another split"

// preparer makes of lines what is to be written. It is used by many goroutines
// at once: the workers decode, prove and encode, so that only writing waits for
// its turn.
type preparer struct {
	plan   *split.Plan // nil where there is one split
	splits []string
	sinks  map[string][]formatSink // by split
	read   func(line []byte) (*mission.Entry, error)
	prover *proof.Prover // nil where entries are proven, or cannot be proved
	lines  *mmtbLines    // nil where none are written
}

// formatSink is the sink of a split of a format.
type formatSink struct {
	format string
	out.Sink
}

// preparedEntry is what the formats write of an entry.
type preparedEntry struct {
	id, split string       // split is empty where the entry is in none
	look      *split.Entry // what may leak of it; nil where there is one split
	writes    []func() error
	leftOut   *datasets.Problem // why nothing of it is written; nil when it is
	unread    error             // why the line is no entry, which is left out too
}

// prepare fails for lines of another format, and for what is no fault of an entry.
func (p preparer) prepare(line []byte) (made preparedEntry, err error) {
	e, err := p.proven(line, &made)
	if err != nil || made.leftOut != nil {
		return made, err
	}
	made.id = e.ID
	made.split = p.splits[0]
	if p.plan != nil {
		made.split, _ = p.plan.Side(e.ID)
		if made.look, err = split.Look(line); err != nil {
			return made, err
		}
	}
	if p.lines != nil {
		write, err := p.lines.prepare(line, e)
		if err := made.take(p.lines.mmtb.Name(), write, err); err != nil || made.leftOut != nil {
			return made, err
		}
	}
	for _, sink := range p.sinks[made.split] {
		write, err := sink.Prepare(e)
		if err := made.take(sink.format, write, err); err != nil || made.leftOut != nil {
			return made, err
		}
	}
	return made, nil
}

// take takes in what a format makes of the entry. One that is broken is left out
// of all formats.
func (made *preparedEntry) take(format string, write func() error, err error) error {
	if err == nil {
		made.writes = append(made.writes, write)
		return nil
	}
	if made.leftOut = cannotWrite(format, err); made.leftOut != nil {
		return nil
	}
	return err
}

// proven reads an entry and proves it, where that is to be done.
func (p preparer) proven(line []byte, made *preparedEntry) (*mission.Entry, error) {
	if p.prover == nil {
		e, err := p.read(line)
		if broken := (*brokenLine)(nil); errors.As(err, &broken) {
			left := broken.Problem
			made.leftOut, made.unread = &left, err
			return nil, nil
		}
		return e, err
	}
	e, problems := p.prover.Bytes(line)
	if len(problems) == 0 {
		return e, nil
	}
	if _, err := p.read(line); err != nil {
		if datasets.FormatOf(line) != out.Native().Name() {
			return nil, err
		}
		made.unread = err
	}
	made.leftOut = leaveOut(e, &problems[0])
	return e, nil
}

func (c *console) exportTo(ctx context.Context, j *exportJob, plan *split.Plan, folder *out.Folder) (*exportRecord, *split.Leaks, error) {
	record := &exportRecord{Format: formatExport, Version: version, Command: j.command, Splits: j.splits, Entries: map[string]int{}}
	record.Proof = &exportProof{}
	sinks := map[string][]formatSink{}
	for _, name := range j.splits {
		for _, x := range j.exporters {
			sink, err := x.Export(j.tally.Output(x.Name(), folder.Sub(x.Name())), name, j.options)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", x.Name(), err)
			}
			sinks[name] = append(sinks[name], formatSink{x.Name(), sink})
		}
		record.Entries[name] = 0
	}
	for _, x := range j.exporters {
		record.Formats = append(record.Formats, x.Name())
	}
	p := preparer{plan: plan, splits: j.splits, sinks: sinks, read: j.read}
	if j.mmtb {
		p.lines = newMMTBLines(folder.Sub(out.MMTB().Name()))
		record.Formats = append(record.Formats, out.MMTB().Name())
	}
	checker, err := split.NewChecker(j.splits...)
	if err != nil {
		return nil, nil, err
	}
	ids := entryIDs{}
	for _, name := range j.sources {
		if err := c.exportFile(ctx, j, name, p, ids, checker, folder, record); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range j.splits {
		for _, sink := range sinks[name] {
			if err := sink.Close(); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, x := range j.exporters {
		if f, ok := x.(out.Finisher); ok {
			if err := f.Finish(folder.Sub(x.Name()), j.splits); err != nil {
				return nil, nil, err
			}
		}
	}
	if err := folder.Flush(); err != nil {
		return nil, nil, err
	}
	var leaks *split.Leaks
	if plan != nil {
		leaks, record.Division = checker.Leaks(), plan
		text, err := jsontext.Indent(leaks)
		if err == nil {
			err = writeSmall(folder, datasets.LeaksName, text)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	record.Skipped, record.Pairs, record.Files = folder.Skipped(), folder.Labels(), folder.Files()
	if j.ignored != nil {
		record.Ignored = j.ignored()
	}
	if files, estimated := j.tally.Files(); len(files) > 0 {
		record.Tokens = &exportTokens{By: tokens.Encoding, Estimated: estimated, Files: files}
	}
	return record, leaks, nil
}

// exportFile writes the entries of one file, those that are proven.
func (c *console) exportFile(ctx context.Context, j *exportJob, name string, p preparer, ids entryIDs, checker *split.Checker, folder *out.Folder, record *exportRecord) error {
	made, written := "", &record.Proof.Unknown
	if j.prover != nil {
		var err error
		if made, err = datasets.AsMade(name); err != nil {
			return err
		}
		if written = &record.Proof.Recorded; made == "" {
			p.prover, written = j.prover, &record.Proof.Proved
		}
	}
	read := false     // a line that is an entry
	var noEntry error // of the first line, as long as there is none that is an entry
	input, err := datasets.Each(ctx, c.source(name, 0), p.prepare, func(line []byte, number int, made preparedEntry) error {
		switch {
		case made.unread == nil:
			noEntry, read = nil, true
		case noEntry == nil && !read:
			noEntry = &datasets.LineError{File: shownName(name), Line: number, Err: made.unread}
		}
		if made.leftOut != nil {
			if record.LeftOut == nil {
				record.LeftOut = &exportLeftOut{}
			}
			made.leftOut.File, made.leftOut.Line = shownName(name), number
			record.LeftOut.add(made.leftOut)
			return nil
		}
		if err := ids.add(j, made.id, lineOf{int32(len(record.Inputs)), int32(number)}); err != nil {
			return err
		}
		if made.split == "" {
			folder.Root().Skip(made.id, nearElsewhere)
			return nil
		}
		if made.look != nil {
			checker.Add(slices.Index(j.splits, made.split), made.look)
		}
		record.Entries[made.split]++
		*written++
		for _, write := range made.writes {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = noEntry
	}
	if err == nil && made != "" && input.SHA256 != made {
		err = &datasets.ChangedError{File: name}
	}
	record.Inputs = append(record.Inputs, input)
	return err
}

// lineOf is a line of one of the sources.
type lineOf struct{ input, line int32 }

func idDigest(id string) [16]byte {
	sum := sha256.Sum256([]byte(id))
	return [16]byte(sum[:16])
}

// entryIDs says where the entry of an identifier stands.
type entryIDs map[[16]byte]lineOf

// add fails when two entries have the same identifier.
func (ids entryIDs) add(j *exportJob, id string, at lineOf) error {
	if first, twice := ids[idDigest(id)]; twice && id != "" {
		return located(shownName(j.sources[at.input]), int(at.line), "give each entry an id of its own: of native files, switchyard merge --rename does",
			fmt.Errorf("the entry of %s:%d is called %q too", shownName(j.sources[first.input]), first.line, id))
	}
	ids[idDigest(id)] = at
	return nil
}

// writeRecord puts the record among the files.
func writeRecord(folder *out.Folder, record *exportRecord) error {
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	return writeSmall(folder, exportName, append(text, '\n'))
}

// writeSmall writes a file of a folder at once.
func writeSmall(folder *out.Folder, name string, data []byte) error {
	w, err := folder.Root().Create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}
