package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"switchyard/datasets/tokens"
	"switchyard/internal/nearest"
	"switchyard/out"
	"switchyard/out/corpus"
)

// exampleFlags adds the flags that say how examples and files are written.
func (f *exportFlags) exampleFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.unit, "unit", string(corpus.PerEntry), "what becomes one example: `UNIT` entry or mission")
	flags.StringVar(&f.loss, "loss", string(corpus.LossAll), "turns of the assistant that carry loss: `TURNS` all, mission or last")
	flags.BoolVar(&f.thoughts, "thoughts", false, "write the planner's thoughts")
	flags.BoolVar(&f.apart, "apart", false, "make calls one after the other, even those that can be made at once")
	flags.BoolVar(&f.toolsText, "tools-text", false, "write lists of tools as JSON strings, where the format allows both")
	flags.StringVar(&f.system, "system", "", "`FILE` with a template of the system prompt; {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}} stand for values")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "leave out examples of more than `N` tokens (o200k); 0 for no limit")
	flags.BoolVar(&f.tokens, "tokens", false, "count the tokens of all lines for export.json and the card (default: an estimate)")
	flags.IntVar(&f.shard, "shard-size", 0, "at most `N` lines in a file; 0 for no limit")
	flags.BoolVar(&f.zstd, "zstd", false, "compress files of lines")
	flags.BoolVar(&f.force, "force", false, "replace the export that is there, and nothing else")
}

// choose checks those flags.
func (f *exportFlags) choose(j *exportJob) error {
	j.folder, j.folderOf, j.force = f.out, out.FolderOptions{ShardSize: f.shard, Zstd: f.zstd}, f.force
	if f.maxTokens < 0 || f.shard < 0 {
		return misuse("0 means no limit", "--max-tokens and --shard-size cannot be negative")
	}
	o := &j.options
	o.Thoughts, o.Apart, o.ToolsText, o.MaxTokens = f.thoughts, f.apart, f.toolsText, f.maxTokens
	counter := tokens.New()
	o.Count, j.tally = counter.Count, counter.Tally(f.tokens)
	switch o.Unit = corpus.Unit(f.unit); o.Unit {
	case corpus.PerEntry, corpus.PerMission:
	default:
		return misuse("write --unit entry or --unit mission", "--unit: there is no unit %q", f.unit)
	}
	switch o.Loss = corpus.Loss(f.loss); o.Loss {
	case corpus.LossAll, corpus.LossMission, corpus.LossLast:
	default:
		return misuse("write --loss all, --loss mission or --loss last", "--loss: %q is no choice of turns", f.loss)
	}
	if f.system != "" {
		text, err := readFile(f.system)
		if err != nil {
			return err
		}
		if o.System, err = corpus.ParseSystem(string(text)); err != nil {
			return misuse("fields are {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}}", "--system %s: %s", f.system, oneLine(err.Error()))
		}
	}
	return nil
}

// heeded refuses choices that make no difference to any of the formats, and gives
// notes about those that make one to some of them only.
func (f *exportFlags) heeded(formats []string) (notes []string, err error) {
	for _, c := range out.Choices() {
		if f.given == nil || !f.given(string(c)) {
			continue
		}
		ignores := slices.DeleteFunc(slices.Clone(formats), func(name string) bool { return out.Heeds(name, c) })
		switch len(ignores) {
		case 0:
		case len(formats):
			known := slices.DeleteFunc(targetNames(), func(name string) bool { return !out.Heeds(name, c) })
			return nil, misuse("leave it out; it matters to "+join(known), "--%s: makes no difference to %s", c, join(formats))
		default:
			notes = append(notes, fmt.Sprintf("--%s makes no difference to %s", c, join(ignores)))
		}
	}
	return notes, nil
}

// exporterNames lists the formats of exports.
func exporterNames() []string {
	var names []string
	for _, x := range out.Exporters() {
		names = append(names, x.Name())
	}
	return names
}

// lookupExporters finds exporters by their names, each once. flag is where the
// names were given, and known are the names that may stand there.
func lookupExporters(flag string, words, known []string) ([]out.Exporter, error) {
	var list []out.Exporter
	for _, word := range words {
		name := strings.TrimSpace(word)
		x, err := out.LookupExporter(name)
		if err != nil {
			hint := "the formats are " + strings.Join(known, ", ")
			if near := nearest.Name(name, known); near != "" {
				hint = fmt.Sprintf("did you mean %s?", near)
			}
			return nil, misuse(hint, "%s: no format is called %q", flag, name)
		}
		if !slices.ContainsFunc(list, func(y out.Exporter) bool { return y.Name() == x.Name() }) {
			list = append(list, x)
		}
	}
	return list, nil
}
