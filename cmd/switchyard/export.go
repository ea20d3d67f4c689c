package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/datasets/export"
	"switchyard/datasets/split"
	"switchyard/flow/corpora"
	"switchyard/flow/follow"
	"switchyard/internal/shell"
	"switchyard/out"
	"switchyard/out/corpus"
)

func (c *console) exportCommand() *cobra.Command {
	var (
		f          exportFlags
		shares, by string
		knowledge  string
		seed       uint64
	)
	cmd := &cobra.Command{
		Use:   "export PATH... --format FORMAT [flags]",
		Short: "Write training corpora and benchmark files",
		Long: `Write a dataset as training corpora and benchmark files. PATH is a run folder or a
file in the native format, or one of sessions (see below). Each format gets a folder of its own below --out, and
export.json lists what is there. The export appears only when it is complete. An
earlier export is replaced with --force; other files in the folder stay. With
--split, leaks.json says what the splits have in common, as with switchyard split,
and export.json names the entries that were left out because a split already holds a
near duplicate of them. A flag that affects none of the formats is refused.

Only proven entries are written. The entries of a run folder, or of a folder made by
split, merge, filter or sample, count as proven while the file is unchanged; all
others are proved as by switchyard verify. An entry that fails is left out of all
formats and named, and the exit code is 1.

` + formatList() + `
docs/formats.md shows an example of each and explains the options.

Sessions are written as ` + strings.Join(corpora.Formats(), ", ") + `;
the system messages hold the workflows (--knowledge). docs/workflows.md explains it.

` + exitCodes,
		Example: `  switchyard export dataset --format openai,trl-dpo --out corpus
  switchyard export dataset --format trl --split train=0.9,test=0.1 --by toolset --loss last
  switchyard export dataset --format llamafactory --unit mission --thoughts --max-tokens 8192`,
		Args: wantPaths("PATH", "switchyard export dataset --format openai", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.cfg.Formats, "format", nil, "`FORMAT` to write, several separated by commas, or all")
	flags.StringVar(&f.out, "out", "corpus", "write to the `FOLDER`")
	flags.StringVar(&shares, "split", "", "`SHARES` of splits, such as train=0.9,test=0.1 (default: all in train)")
	flags.StringVar(&by, "by", "random", "keep each `WHAT` in one split: toolset, tool or path; random keeps only near duplicates together")
	flags.Uint64Var(&seed, "seed", 1, "`NUMBER` that seeds the division")
	flags.StringVar(&knowledge, "knowledge", string(follow.Knowledges()[0]), "the `FORM` of workflows in system messages, for sessions: "+joined(follow.Knowledges()))
	f.exampleFlags(flags)
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	addQuiet(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if done, err := c.exportIfSessions(cmd, args, &f, knowledge); done {
			return err
		}
		if slices.Equal(f.cfg.Formats, []string{"all"}) {
			f.cfg.Formats = export.Formats()
		}
		if len(f.cfg.Formats) == 0 {
			return misuse("the formats are "+strings.Join(export.Formats(), ", "), "switchyard export needs --format")
		}
		if err := c.settle(&f, cmd, args); err != nil {
			return err
		}
		for _, flag := range []string{"by", "seed"} {
			if shares == "" && flags.Changed(flag) {
				return misuse("add shares, for example --split train=0.9,test=0.1", "--%s: makes no difference without --split", flag)
			}
		}
		if err := f.splits(shares, by, seed); err != nil {
			return err
		}
		c.note(&f)
		f.cfg.Folder, f.cfg.Changed = f.out, c.changed
		f.cfg.Fault = c.fault
		made, err := export.Run(cmd.Context(), f.cfg)
		return c.exported(&f, f.out, made, formatFailure("--format", err))
	}
	return cmd
}

// splits takes the flags of splits; no shares mean that there are none.
func (f *exportFlags) splits(shares, by string, seed uint64) error {
	if shares == "" {
		return nil
	}
	list, err := split.ParseShares(shares)
	if err != nil {
		return fmt.Errorf("--split: %w", err)
	}
	f.cfg.Split = &split.Options{Seed: seed, By: split.By(by), Shares: list}
	if _, err := split.NewPlanner(*f.cfg.Split); err != nil {
		return fmt.Errorf("--by: %w", err)
	}
	return nil
}

func (c *console) convertCommand() *cobra.Command {
	var (
		f    exportFlags
		from string
	)
	cmd := &cobra.Command{
		Use:   "convert FILE... --to FORMAT [flags]",
		Short: "Turn MMTB or native files into other formats",
		Long: `Turn files in the MMTB or the native format into other formats, without the run
that they come from. FILE may also be a run folder, or - for standard input.

A target is mmtb or a format of switchyard export. An MMTB file says what was
said and called, but not where values come from. It can be converted to
` + join(fromMMTB()) + `, and to mmtb itself.
When convert writes mmtb, a text that exists in only one language is copied,
untranslated, to the fields of the other. Keys that are not part of the MMTB format
stay in mmtb. Other formats leave them out, and the report lists them.

A single format that fits into one file is written to --out FILE if the name ends in
.jsonl, .json or .parquet, and to standard output with --out -. Otherwise each format
gets a folder of its own below --out, as with switchyard export.

Native entries are proved first; MMTB files do not say enough for that. The exit code
is 1 if anything is left out: lines that cannot be read, entries that fail their proof
and, for mmtb, entries that break a rule of the format. The report counts and names
them. Nothing is written when no line can be read, when a line is in another format,
or when two entries have the same id.

` + exitCodes,
		Example: `  switchyard convert mmtb.jsonl --from mmtb --to openai
  switchyard convert theirs.jsonl --to mmtb --out ours.jsonl
  switchyard convert dataset --to mmtb --out - | head -n 1
  switchyard convert mmtb.jsonl --to trl,hermes --unit mission --out corpus`,
		Args: wantPaths("FILE", "switchyard convert mmtb.jsonl --to openai", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&from, "from", "", "`FORMAT` of the files: native or mmtb (default: what the first line looks like)")
	flags.StringSliceVar(&f.cfg.Formats, "to", nil, "`FORMAT` to write, or several separated by commas")
	flags.StringVar(&f.out, "out", "corpus", "write to the `FOLDER`, or to a file")
	f.exampleFlags(flags)
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	addQuiet(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkOut(f.out, f.json); err != nil {
			return err
		}
		if len(f.cfg.Formats) == 0 {
			return misuse("the formats are "+strings.Join(export.Targets(), ", "), "switchyard convert needs --to")
		}
		if err := c.settle(&f, cmd, args); err != nil {
			return err
		}
		cfg := export.ConvertConfig{From: from, Stdin: c.stdin}
		folder := f.out
		switch {
		case f.out == "-":
			cfg.To = c.stdout
		case slices.Contains([]string{".jsonl", ".json", ".parquet"}, filepath.Ext(f.out)):
			cfg.File, folder = f.out, filepath.Dir(f.out)
		default:
			f.cfg.Folder = f.out
		}
		c.note(&f)
		f.cfg.Changed = c.changed
		cfg.Config = f.cfg
		cfg.Fault = c.fault
		made, err := export.Convert(cmd.Context(), cfg)
		return c.exported(&f, folder, made, formatFailure("--to", err))
	}
	return cmd
}

// exportFlags are the flags of both commands.
type exportFlags struct {
	cfg               export.Config
	out, system, note string
	unit, loss        string
	json              bool
}

// exampleFlags adds the flags that say how examples and files are written.
func (f *exportFlags) exampleFlags(flags *pflag.FlagSet) {
	o := &f.cfg.Options
	flags.StringVar(&f.unit, "unit", string(corpus.PerEntry), "what becomes one example: `UNIT` entry or mission")
	flags.StringVar(&f.loss, "loss", string(corpus.LossAll), "turns of the assistant that carry loss: `TURNS` all, mission or last")
	flags.BoolVar(&o.Thoughts, "thoughts", false, "write the planner's thoughts")
	flags.BoolVar(&o.Apart, "apart", false, "make calls one after the other, even those that can be made at once")
	flags.BoolVar(&o.ToolsText, "tools-text", false, "write lists of tools as JSON strings, where the format allows both")
	flags.StringVar(&f.system, "system", "", "`FILE` with a template of the system prompt; {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}} stand for values")
	flags.IntVar(&o.MaxTokens, "max-tokens", 0, "leave out examples of more than `N` tokens (o200k); 0 for no limit")
	flags.BoolVar(&f.cfg.CountTokens, "tokens", false, "count the tokens of all lines for export.json and the card (default: an estimate)")
	flags.IntVar(&f.cfg.ShardSize, "shard-size", 0, "at most `N` lines in a file; 0 for no limit")
	flags.BoolVar(&f.cfg.Zstd, "zstd", false, "compress JSON Lines files")
	flags.BoolVar(&f.cfg.Force, "force", false, "replace the export that is there, and nothing else")
}

// settle completes the configuration.
func (c *console) settle(f *exportFlags, cmd *cobra.Command, args []string) error {
	if err := c.notEverything(f.out); err != nil {
		return err
	}
	f.cfg.Sources, f.cfg.Version, f.cfg.Command = args, version, typedCommand(cmd, args)
	for i, name := range f.cfg.Formats {
		f.cfg.Formats[i] = strings.TrimSpace(name)
	}
	o := &f.cfg.Options
	o.Unit, o.Loss = corpus.Unit(f.unit), corpus.Loss(f.loss)
	var err error
	if _, o.System, err = systemPrompt(cmd.Context(), f.system); err != nil {
		return err
	}
	return f.checkChoices(cmd.Flags().Changed)
}

// systemPrompt reads the file that --system names; nothing if it is empty.
func systemPrompt(ctx context.Context, file string) (string, *template.Template, error) {
	if file == "" {
		return "", nil, nil
	}
	text, err := readFile(ctx)(file)
	if err != nil {
		return "", nil, err
	}
	parsed, err := corpus.ParseSystem(string(text))
	if err != nil {
		return "", nil, misuse("fields are {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}}", "--system %s: %s", file, oneLine(err.Error()))
	}
	return string(text), parsed, nil
}

// checkChoices refuses flags that affect none of the formats, and notes those that
// affect only some.
func (f *exportFlags) checkChoices(given func(flag string) bool) error {
	formats := slices.DeleteFunc(slices.Clone(f.cfg.Formats), func(name string) bool { return !slices.Contains(export.Targets(), name) })
	var notes []string
	for _, choice := range out.Choices() {
		without := slices.DeleteFunc(slices.Clone(formats), func(name string) bool { return out.Heeds(name, choice) })
		if !given(string(choice)) || len(without) == 0 {
			continue
		}
		if len(without) == len(formats) {
			affected := slices.DeleteFunc(export.Targets(), func(name string) bool { return !out.Heeds(name, choice) })
			return misuse("leave it out; it matters to "+join(affected), "--%s: makes no difference to %s", choice, join(formats))
		}
		notes = append(notes, fmt.Sprintf("--%s makes no difference to %s", choice, join(without)))
	}
	f.note = strings.Join(notes, "; ")
	return nil
}

// note prints which formats some flags do not affect.
func (c *console) note(f *exportFlags) {
	if f.note != "" {
		c.notice("%s", f.note)
	}
}

// exported prints the report of an export into a folder.
func (c *console) exported(f *exportFlags, folder string, made *export.Report, err error) error {
	switch {
	case err != nil:
		return err
	case f.json:
		err = c.printJSON(made)
	case f.out != "-":
		c.printExport(folder, made)
	case made.LeftOut != nil:
		return leftOutFailure(made.LeftOut)
	}
	if err == nil && made.LeftOut != nil {
		f := leftOutFailure(made.LeftOut)
		f.told = true
		return f
	}
	return cmp.Or(err, leaked(made.Leaks, filepath.Join(folder, "leaks.json")))
}

// typedCommand writes a command as it was typed, for people who want to repeat it;
// flags that only change the report are left out.
func typedCommand(cmd *cobra.Command, args []string) string {
	words := strings.Fields(cmd.CommandPath())
	for _, arg := range args {
		words = append(words, shell.Quote(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "json" || f.Name == "force" || f.Name == "quiet":
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, shell.Quote(strings.Trim(f.Value.String(), "[]")))
		}
	})
	return strings.Join(words, " ")
}

// formatList lists the formats in columns.
// fromMMTB lists the formats for which a file of the Multi-Mission Tool Bench says
// enough.
func fromMMTB() []string {
	var names []string
	for _, x := range out.Exporters() {
		if x.Lacks() == "" {
			names = append(names, x.Name())
		}
	}
	return names
}

func formatList() string {
	var b strings.Builder
	wide := 0
	for _, name := range export.Formats() {
		wide = max(wide, len(name))
	}
	for _, x := range out.Exporters() {
		fmt.Fprintf(&b, "  %-*s  %s\n", wide, x.Name(), x.About())
	}
	return b.String()
}
