package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
)

func (c *console) convertCommand() *cobra.Command {
	var (
		f      convertFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "convert FILE... --to FORMAT [flags]",
		Short: "Turn MMTB or native files into other formats",
		Long: `Turn files in the MMTB or the native format into other formats, without the run
that they come from. FILE may also be a run folder, or - for standard input.

A target is mmtb or a format of switchyard export. An MMTB file says what was
said and called, but not where values come from: of it can be made chats (openai,
trl, llamafactory, axolotl, hermes), bfcl, and mmtb itself, in which what stands
in one language only then stands in both, and keys that are not of the format
stay. Other formats leave such keys out and the report says which.

With --out FILE, ending in .jsonl, .json or .parquet, or - for standard output, a
target of one file is written there; else each format gets a folder of its own
below --out, as with switchyard export. Native entries are proved as there; MMTB
files do not say enough for that. Lines that cannot be read, entries that do not
hold, and for mmtb those that break a rule of the format are left out, counted and
named, and the exit code is 1. Nothing is written when no line can be read, when a
line is of another format, or when two entries have the same id.

` + exitCodes,
		Example: `  switchyard convert mmtb.jsonl --from mmtb --to openai
  switchyard convert theirs.jsonl --to mmtb --out ours.jsonl
  switchyard convert dataset --to mmtb --out - | head -n 1
  switchyard convert mmtb.jsonl --to trl,hermes --unit mission --out corpus`,
		Args: wantPaths("FILE", "switchyard convert mmtb.jsonl --to openai", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.from, "from", "", "`FORMAT` of the files: native or mmtb (default: what the first line looks like)")
	flags.StringSliceVar(&f.to, "to", nil, "`FORMAT` to write, or several with commas between them")
	flags.StringVar(&f.out, "out", "corpus", "write to the `FOLDER`, or to a file")
	f.exampleFlags(flags)
	flags.BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkOut(f.out, asJSON); err != nil {
			return err
		}
		f.given = cmd.Flags().Changed
		job, err := f.job(c, args)
		if err != nil {
			return err
		}
		if len(job.notes) > 0 {
			c.remark("note: %s", strings.Join(job.notes, "; "))
		}
		job.command = typedCommand(cmd, args)
		made, err := c.export(cmd.Context(), job)
		switch {
		case err != nil:
			return err
		case asJSON:
			err = c.printJSON(made)
		case f.out != "-":
			c.printExport(job, made)
		case made.LeftOut != nil:
			return made.LeftOut.failure()
		}
		if err == nil && made.LeftOut != nil {
			err = found()
		}
		return err
	}
	return cmd
}

// convertFlags are the flags as they are typed.
type convertFlags struct {
	exportFlags
	from string
	to   []string
}

// job checks the flags, and finds the format of the files.
func (f *convertFlags) job(c *console, args []string) (*exportJob, error) {
	mmtb, native := out.MMTB(), out.Native()
	if len(f.to) == 0 {
		return nil, misuse("the formats are "+strings.Join(targetNames(), ", "), "switchyard convert needs --to")
	}
	if f.from != "" && f.from != mmtb.Name() && f.from != native.Name() {
		return nil, misuse("write --from native or --from mmtb", "--from: files in the format %q cannot be read", f.from)
	}
	j := &exportJob{splits: []string{"train"}, read: datasets.DecodeEntry}
	if err := f.choose(j); err != nil {
		return nil, err
	}
	for _, arg := range args {
		name, err := sourceName(arg, f.from)
		if err != nil {
			return nil, err
		}
		if err := j.addSource(arg, name); err != nil {
			return nil, err
		}
	}
	from := f.from
	if from == "" {
		var err error
		if from, err = c.firstFormat(j.sources[0]); err != nil {
			return nil, err
		}
	}
	if err := f.targets(j, from); err != nil {
		return nil, err
	}
	var names []string
	for _, x := range j.exporters {
		names = append(names, x.Name())
	}
	if j.mmtb {
		names = append(names, mmtb.Name())
	}
	var err error
	if j.notes, err = f.heeded(names); err != nil {
		return nil, err
	}
	if from == mmtb.Name() {
		if f.thoughts {
			return nil, misuse("leave it out, or export the run itself", "--thoughts: an MMTB file has no thoughts")
		}
		r := &mmtbSource{whole: len(j.exporters) > 0, ignored: map[string]int{}}
		j.read, j.ignored = r.read, r.ignoredKeys
	} else {
		j.read, j.prover = readNative, proof.New()
	}
	if f.oneFile() {
		return j, f.mayWrite(j)
	}
	return j, j.free()
}

// targetNames lists what can be converted to.
func targetNames() []string { return append([]string{out.MMTB().Name()}, exporterNames()...) }

// targets finds the targets and refuses those for which the files do not say
// enough.
func (f *convertFlags) targets(j *exportJob, from string) error {
	var others []string
	for _, word := range f.to {
		switch strings.TrimSpace(word) {
		case out.MMTB().Name():
			j.mmtb = true
		case out.Native().Name():
			if from == out.Native().Name() {
				return misuse("the formats are "+strings.Join(targetNames(), ", "), "--to native: the files are native already")
			}
			return misuse("the run that made the file has native entries: entries.jsonl in its folder",
				"--to native: an MMTB file does not say where values come from, and every native entry does")
		default:
			others = append(others, word)
		}
	}
	var err error
	if j.exporters, err = lookupExporters("--to", others, targetNames()); err != nil || from != out.MMTB().Name() {
		return err
	}
	for _, x := range j.exporters {
		if lacks := out.MMTBLacks(x); lacks != "" {
			return misuse("export the run that made the file: switchyard export RUN --format "+x.Name(),
				"--to %s: an MMTB file does not say enough: %s", x.Name(), lacks)
		}
	}
	return nil
}

// oneFile tells whether --out names a file or standard output.
func (f *convertFlags) oneFile() bool {
	return f.out == "-" || slices.Contains([]string{".jsonl", ".json", ".parquet"}, filepath.Ext(f.out))
}

// mayWrite checks whether one file may be written.
func (f *convertFlags) mayWrite(j *exportJob) error {
	switch {
	case len(j.exporters) > 1 || j.mmtb && len(j.exporters) > 0:
		return misuse("name a folder with --out", "--out %s: several formats do not go into one file", f.out)
	case f.shard > 0 || f.zstd:
		return misuse("name a folder with --out", "--out %s: --shard-size and --zstd need a folder", f.out)
	}
	j.file, j.folderOf.OneFile = f.out, true
	if f.out == "-" {
		j.folder = filepath.Join(os.TempDir(), "switchyard-convert")
		return nil
	}
	if err := wholefile.SweepFolder(f.out); err != nil {
		return err
	}
	target, err := os.Stat(f.out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range j.sources {
		if sameFile(name, f.out) {
			return misuse("choose another file with --out", "%s would be read and written at once", name)
		}
	}
	if target.IsDir() || !f.force {
		return thereAlready(f.out)
	}
	return nil
}

func thereAlready(file string) error {
	return misuse("choose another file with --out, or replace it with --force", "--out %s: is there already", file)
}

// sourceName is the file that a path means.
func sourceName(path, from string) (string, error) {
	if info, err := os.Stat(path); from != out.MMTB().Name() || err != nil || !info.IsDir() {
		return sourceFile(path)
	}
	name := filepath.Join(path, out.MMTB().File())
	if !exists(name) {
		return "", misuse("leave --from out to read its native entries", "%s: there is no %s in it", path, out.MMTB().File())
	}
	return name, nil
}

// firstFormat is the name of the format that a file begins with.
func (c *console) firstFormat(name string) (string, error) {
	source := c.source(name, 0)
	format, err := source.Format()
	c.stdin = source.Stdin
	return format, err
}

// brokenLine is why a line of MMTB cannot be read.
type brokenLine struct{ datasets.Problem }

func (b *brokenLine) Error() string {
	return out.Problem{Pointer: b.Pointer, Message: b.Message}.String()
}

// checkLimits is the check that a line of MMTB fails which keeps the rules of the
// format, but says what no entry can.
const checkLimits = "convert.limits"

// brokenMMTB says which check a line of MMTB fails for which there is an error.
func brokenMMTB(id string, line []byte, err error) error {
	p := out.ProblemOf(err)
	b := &brokenLine{datasets.Problem{Entry: id, Check: checkLimits, Pointer: p.Pointer, Message: inLine(p.Message)}}
	if len(out.CheckMMTB(line)) > 0 {
		b.Check = datasets.CheckMMTB
	}
	return b
}

func readNative(line []byte) (*mission.Entry, error) {
	e, err := datasets.DecodeEntry(line)
	if err != nil && datasets.FormatOf(line) == out.MMTB().Name() {
		return nil, &datasets.FormatError{Is: out.MMTB().Name(), Want: out.Native().Name()}
	}
	return e, err
}

// mmtbSource reads lines of MMTB files. It may be used by many goroutines at
// once.
type mmtbSource struct {
	whole bool // whole entries are wanted, and not only their ids

	mu      sync.Mutex
	ignored map[string]int // lines with a key that is not of the format
}

// mostKeys is how many keys that are not of the format are told apart.
const mostKeys = 100

func (r *mmtbSource) read(line []byte) (*mission.Entry, error) {
	read, err := out.DecodeMMTB(line)
	if err != nil {
		if e, _ := datasets.DecodeEntry(line); e != nil {
			return nil, &datasets.FormatError{Is: out.Native().Name(), Want: out.MMTB().Name()}
		}
		return nil, brokenMMTB("", line, err)
	}
	if !r.whole {
		return &mission.Entry{ID: read.ID}, nil
	}
	e, err := read.Entry()
	if err != nil {
		return nil, brokenMMTB(read.ID, line, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range read.Extra {
		if _, known := r.ignored[key]; known || len(r.ignored) < mostKeys {
			r.ignored[key]++
		}
	}
	return e, nil
}

// ignoredKeys counts the keys that are not of the format.
func (r *mmtbSource) ignoredKeys() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.ignored)
}

// takeOut puts the only file of an export where one file is wanted.
func (c *console) takeOut(j *exportJob, record *exportRecord, folder *out.Folder) error {
	// Labels of pairs stand beside them, and so only in folders.
	record.Files = slices.DeleteFunc(record.Files, func(f out.WrittenFile) bool { return strings.HasPrefix(f.Name, out.LabelsFolder) })
	name := "nothing" // where all examples are skipped, there is no file
	switch len(record.Files) {
	case 0:
		w, err := folder.Root().Create(name)
		if err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		record.Files = append(record.Files, out.WrittenFile{})
	case 1:
		name = record.Files[0].Name
	default:
		return misuse("name a folder with --out", "--out %s: %s does not go into one file", j.file, join(record.Formats))
	}
	record.Files[0].Name = filepath.Base(j.file)
	if j.file != "-" {
		j.folder = filepath.Dir(j.file)
		err := folder.CommitFile(name, j.force)
		if errors.Is(err, fs.ErrExist) {
			return meanwhile(thereAlready(j.file))
		}
		return err
	}
	f, err := datasets.OpenFile(folder.At(name))
	if err != nil {
		return err
	}
	_, err = io.Copy(c.stdout, f)
	return cmp.Or(err, f.Close())
}
