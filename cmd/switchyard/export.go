package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/corpus"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/split"
	"switchyard/tokens"
)

// exportRecord is that file.
type exportRecord struct {
	Format  string         `json:"format"` // "switchyard-export/1"
	Version string         `json:"version"`
	Inputs  []originInput  `json:"inputs"`
	Command string         `json:"command"`
	Formats []string       `json:"formats"`
	Splits  []string       `json:"splits"`
	Entries map[string]int `json:"entries"`            // by split
	Skipped map[string]int `json:"skipped"`            // examples, by "format: reason"
	Ignored map[string]int `json:"ignored,omitempty"`  // lines with keys that no format has a place for, by key
	Proof   *exportProof   `json:"proof,omitempty"`    // nil of versions that did not look
	LeftOut *exportLeftOut `json:"left_out,omitempty"` // nil when all entries are written
	// Pairs are preference pairs, by format and kind.
	Pairs  map[string]map[string]int `json:"pairs,omitempty"`
	Files  []out.WrittenFile         `json:"files"`
	Tokens *exportTokens             `json:"tokens,omitempty"` // nil where no file has lines
}

// exportTokens says how many tokens the files of lines have.
type exportTokens struct {
	By        string         `json:"by"`        // the encoding
	Estimated bool           `json:"estimated"` // not all lines were counted
	Files     map[string]int `json:"files"`     // by "format/file", shards together
}

// String tells the tokens of each format.
func (t *exportTokens) String() string {
	formats, about := map[string]int{}, ""
	for file, n := range t.Files {
		name, _, _ := strings.Cut(file, "/")
		formats[name] += n
	}
	if t.Estimated {
		about = "about "
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(formats)) {
		n := formats[name]
		if t.Estimated {
			n = tokens.Rounded(n)
		}
		list = append(list, name+" "+thousands(n))
	}
	return fmt.Sprintf("tokens (%s): %s%s", t.By, about, strings.Join(list, ", "))
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
is replaced with --force; what the folder holds besides stays.

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
		job, err := f.job(args)
		if err != nil {
			return err
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
		if err == nil && made.LeftOut != nil {
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
		words = append(words, shellWord(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "json" || f.Name == "force":
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, shellWord(strings.Trim(f.Value.String(), "[]")))
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
}

// exportJob is an export that is well defined.
type exportJob struct {
	sources   []string // files
	command   string   // that makes it again
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
	j := &exportJob{read: decodeEntry, prover: proof.New()}
	if len(f.formats) == 0 {
		return nil, misuse("the formats are "+strings.Join(exporterNames(), ", "), "switchyard export needs --format")
	}
	var err error
	if j.exporters, err = lookupExporters("--format", f.formats, exporterNames()); err != nil {
		return nil, err
	}
	if err := f.choose(j); err != nil {
		return nil, err
	}
	j.splits = []string{"train"}
	if f.split != "" {
		shares, err := split.ParseShares(f.split)
		if err != nil {
			return nil, derivedFailure(fmt.Errorf("--split: %w", err))
		}
		j.divide, j.splits = &split.Options{Seed: f.seed, By: split.By(f.by), Shares: shares}, nil
		if _, err := split.NewPlanner(*j.divide); err != nil {
			return nil, derivedFailure(err)
		}
		for _, s := range shares {
			j.splits = append(j.splits, s.Name)
		}
	}
	for _, arg := range args {
		name, err := nativeName(arg, false)
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

// exportReport is what an export tells when it is done.
type exportReport struct {
	*exportRecord
	Gone []string `json:"gone,omitempty"` // formats of the export before it that it has not
	Kept []string `json:"kept,omitempty"` // what else the folder holds; folders end in a slash
}

// leftOut are the entries that were not written; nil where there are none, or
// nothing was to be exported.
func (r *exportReport) leftOut() *exportLeftOut {
	if r == nil || r.exportRecord == nil {
		return nil
	}
	return r.LeftOut
}

// export writes all formats in one pass over the entries.
func (c *console) export(ctx context.Context, j *exportJob) (report *exportReport, err error) {
	side, err := c.sides(ctx, j)
	if err != nil {
		return nil, err
	}
	folder, err := out.NewFolder(j.folder, j.folderOf)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Discard()) }()
	record, err := c.exportTo(ctx, j, side, folder)
	if err != nil {
		return nil, err
	}
	report = &exportReport{exportRecord: record}
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

// sides says which entry goes to which split; an entry that goes to none has a
// near duplicate on another one.
func (c *console) sides(ctx context.Context, j *exportJob) (func(id string) (string, bool), error) {
	if j.divide == nil {
		return func(string) (string, bool) { return j.splits[0], true }, nil
	}
	planner, err := split.NewPlanner(*j.divide)
	if err != nil {
		return nil, derivedFailure(err)
	}
	for _, name := range j.sources {
		_, err := eachEntry(ctx, c, name, runtime.GOMAXPROCS(0), split.Look, func(_ []byte, number int, e *split.Entry) error {
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
		return nil, derivedFailure(err)
	}
	return plan.Side, nil
}

// nearElsewhere is why an entry is in no split.
const nearElsewhere = "a near duplicate is in another split"

// preparer makes of lines what is to be written. It is used by many goroutines
// at once: the workers decode, prove and encode, so that only writing waits for
// its turn.
type preparer struct {
	side   func(id string) (string, bool)
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
	id, split string // split is empty where the entry is in none
	writes    []func() error
	leftOut   *finding // why nothing of it is written; nil when it is
}

// prepare fails for lines that are no entries, and for what is no fault of an
// entry.
func (p preparer) prepare(line []byte) (made preparedEntry, err error) {
	e, err := p.proven(line, &made)
	if err != nil || made.leftOut != nil {
		return made, err
	}
	made.id = e.ID
	made.split, _ = p.side(e.ID)
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
		return p.read(line)
	}
	e, problems := p.prover.Bytes(line)
	if len(problems) == 0 {
		return e, nil
	}
	if _, err := p.read(line); err != nil {
		return nil, err // it is no entry at all
	}
	made.leftOut = leaveOut(e, &problems[0])
	return e, nil
}

func (c *console) exportTo(ctx context.Context, j *exportJob, side func(string) (string, bool), folder *out.Folder) (*exportRecord, error) {
	record := &exportRecord{Format: formatExport, Version: version, Command: j.command, Splits: j.splits, Entries: map[string]int{}}
	record.Proof = &exportProof{}
	sinks := map[string][]formatSink{}
	for _, name := range j.splits {
		for _, x := range j.exporters {
			sink, err := x.Export(j.tally.Output(x.Name(), folder.Sub(x.Name())), name, j.options)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.Name(), err)
			}
			sinks[name] = append(sinks[name], formatSink{x.Name(), sink})
		}
		record.Entries[name] = 0
	}
	for _, x := range j.exporters {
		record.Formats = append(record.Formats, x.Name())
	}
	p := preparer{side: side, sinks: sinks, read: j.read}
	if j.mmtb {
		p.lines = newMMTBLines(folder.Sub(out.MMTB().Name()))
		record.Formats = append(record.Formats, out.MMTB().Name())
	}
	ids := entryIDs{}
	for _, name := range j.sources {
		if err := c.exportFile(ctx, j, name, p, ids, folder, record); err != nil {
			return nil, err
		}
	}
	for _, name := range j.splits {
		for _, sink := range sinks[name] {
			if err := sink.Close(); err != nil {
				return nil, err
			}
		}
	}
	for _, x := range j.exporters {
		if f, ok := x.(out.Finisher); ok {
			if err := f.Finish(folder.Sub(x.Name()), j.splits); err != nil {
				return nil, err
			}
		}
	}
	if err := folder.Flush(); err != nil {
		return nil, err
	}
	record.Skipped, record.Pairs, record.Files = folder.Skipped(), folder.Labels(), folder.Files()
	if j.ignored != nil {
		record.Ignored = j.ignored()
	}
	if files, estimated := j.tally.Files(); len(files) > 0 {
		record.Tokens = &exportTokens{By: tokens.Encoding, Estimated: estimated, Files: files}
	}
	return record, nil
}

// exportFile writes the entries of one file, those that are proven.
func (c *console) exportFile(ctx context.Context, j *exportJob, name string, p preparer, ids entryIDs, folder *out.Folder, record *exportRecord) error {
	made, written := "", &record.Proof.Unknown
	if j.prover != nil {
		var err error
		if made, err = asMade(name); err != nil {
			return err
		}
		if written = &record.Proof.Recorded; made == "" {
			p.prover, written = j.prover, &record.Proof.Proved
		}
	}
	input, err := eachEntry(ctx, c, name, runtime.GOMAXPROCS(0), p.prepare, func(_ []byte, number int, made preparedEntry) error {
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
		record.Entries[made.split]++
		*written++
		for _, write := range made.writes {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && made != "" && input.SHA256 != made {
		err = changed(name)
	}
	record.Inputs = append(record.Inputs, input)
	return err
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

// printExport says what was written, and what became of what was there.
func (c *console) printExport(j *exportJob, r *exportReport) {
	if r.exportRecord != nil {
		c.printWritten(j, r.exportRecord)
	}
	if len(r.Gone) > 0 {
		c.printf("gone: %s, of the export that was there before\n", strings.Join(r.Gone, ", "))
	}
	if len(r.Kept) > 0 {
		c.printf("kept, though not of the export: %s\n", printable(strings.Join(r.Kept, ", ")))
	}
}

func (c *console) printWritten(j *exportJob, r *exportRecord) {
	c.table(func(w io.Writer) {
		for _, f := range r.Files {
			lines := ""
			if f.Lines > 0 {
				lines = count(f.Lines, "line", "lines")
			}
			fmt.Fprintf(w, "%s\t%s\t%s bytes\n", printable(filepath.Join(j.folder, filepath.FromSlash(f.Name))), lines, thousands(int(f.Bytes)))
		}
	})
	sum := 0
	for _, n := range r.Entries {
		sum += n
	}
	c.printf("\n%s", count(sum, "entry", "entries"))
	if len(j.splits) > 1 {
		for i, name := range j.splits {
			c.printf("%s%s %s", map[bool]string{true: ": ", false: ", "}[i == 0], thousands(r.Entries[name]), name)
		}
	}
	c.printf("\n")
	if r.Tokens != nil {
		c.printf("%s\n", r.Tokens)
	}
	for _, format := range slices.Sorted(maps.Keys(r.Pairs)) {
		var kinds []string
		for _, why := range corpus.Whys() {
			if n := r.Pairs[format][string(why)]; n > 0 {
				kinds = append(kinds, string(why)+" "+thousands(n))
			}
		}
		c.printf("pairs of %s: %s\n", format, strings.Join(kinds, ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(r.Ignored)) {
		c.printf("left out: the key %q of %s\n", key, count(r.Ignored[key], "line", "lines"))
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Skipped)) {
		c.printf("not written: %s of %s\n", count(r.Skipped[reason], "example", "examples"), printable(reason))
	}
	if r.LeftOut != nil {
		c.printLeftOut(r.LeftOut)
	}
}
