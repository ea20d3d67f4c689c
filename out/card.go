package out

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/mission"
)

// CardData is what the dataset card tells. Zero values are left out of the
// card, or replaced as their comments say.
type CardData struct {
	Name      string   // of the dataset, for people
	License   string   // identifier as the Hugging Face Hub knows it; "unknown" when empty
	Languages []string // ISO 639-1 codes; "en" when empty
	Tags      []string // besides those that every dataset gets

	Command  string // the command line that makes the dataset again
	Version  string // of the program
	Seed     string // in decimal
	Toolsets []CardToolset

	Planned  int
	Accepted int
	Rejected map[string]int // by reason
	Failed   map[string]int // by reason

	// Balance, counted in missions.
	Types     map[string]int
	Patterns  map[string]int
	Relations map[string]int
	Ways      map[string]int

	Fine     bool // coverage tells patterns apart
	Coverage []CardCoverage
	Files    []CardFile
	Sample   *mission.Entry // shown as a conversation
	Limits   []string       // sentences, added to those that hold for every dataset
}

// CardToolset is a toolset that the dataset was made with.
type CardToolset struct {
	Name, SHA256, Source string
}

// CardCoverage says how many switch paths of a length occur.
type CardCoverage struct {
	Missions, Paths, Covered int
}

// CardFile is a file of the dataset.
type CardFile struct {
	Name    string
	Entries int
	Bytes   int64
	SHA256  string
}

// Card writes the dataset card, a README.md with the front matter that the
// Hugging Face Hub reads. The same data gives the same bytes. Nothing is
// written when the error is not that of w.
func Card(w io.Writer, d CardData) error {
	var b cardBuilder
	b.frontMatter(d)
	b.intro(d)
	b.making(d)
	b.accounting(d)
	b.balance(d)
	b.coverage(d)
	if d.Sample != nil {
		b.sample(d.Sample)
	}
	b.limits(d)
	_, err := w.Write(b.Bytes())
	return err
}

type cardBuilder struct{ bytes.Buffer }

func (b *cardBuilder) line(format string, args ...any) {
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

// yamlString writes a string in double quotes, which YAML reads as JSON does.
func yamlString(s string) string {
	quoted, err := appendString(nil, strings.ToValidUTF8(s, "\ufffd"))
	if err != nil {
		return `""` // never: the text is UTF-8
	}
	return string(quoted)
}

func (b *cardBuilder) frontMatter(d CardData) {
	list := func(key string, values []string) {
		b.line("%s:", key)
		for _, v := range values {
			b.line("- %s", yamlString(v))
		}
	}
	b.line("---")
	b.line("pretty_name: %s", yamlString(cmp.Or(d.Name, "switchyard dataset")))
	b.line("license: %s", yamlString(cmp.Or(d.License, "unknown")))
	languages := d.Languages
	if len(languages) == 0 {
		languages = []string{"en"}
	}
	list("language", languages)
	list("task_categories", []string{"text-generation"})
	list("size_categories", []string{sizeCategory(d.Accepted)})
	tags := append([]string{"synthetic", "tool-use", "function-calling", "multi-turn", "switchyard"}, d.Tags...)
	slices.Sort(tags)
	list("tags", slices.Compact(tags))
	b.line("configs:")
	for i, f := range []Format{Native(), MMTB()} {
		b.line("- config_name: %s", f.Name())
		if i == 0 {
			b.line("  default: true")
		}
		b.line("  data_files:")
		b.line("  - split: train")
		b.line("    path: %s", yamlString(f.File()))
	}
	b.line("---")
}

// sizeCategory is one of the names that the Hub knows.
func sizeCategory(entries int) string {
	names := []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"}
	limit := 1000
	for _, name := range names {
		if entries < limit {
			return name
		}
		limit *= 10
	}
	return "n>1B"
}

func (b *cardBuilder) intro(d CardData) {
	b.line("\n# %s\n", inline(cmp.Or(d.Name, "switchyard dataset")))
	b.line("Conversations in which a user hands an agent one to four related missions, and the agent")
	b.line("has to call a tool once, call several tools, ask for what is missing, or just answer.")
	b.line("Every entry holds the tools, the dialogue, all calls with their observations, and the")
	b.line("correct paths through the calls: how many there are, and a list of them up to a cap.\n")
	b.line("- `%s`: whole entries, one a line (JSON Schema: `entry.schema.json` of the program).", Native().File())
	b.line("- `%s`: the same entries in the format of the Multi-Mission Tool Bench.", MMTB().File())
	if len(d.Files) > 0 {
		b.line("\n| file | entries | bytes | SHA-256 |\n|---|---:|---:|---|")
		for _, f := range d.Files {
			b.line("| `%s` | %d | %d | `%s` |", cell(f.Name), f.Entries, f.Bytes, cell(f.SHA256))
		}
	}
}

func (b *cardBuilder) making(d CardData) {
	b.line("\n## How it was made\n")
	if d.Command != "" {
		fence := fenceFor(d.Command)
		b.line("%ssh\n%s\n%s\n", fence, strings.TrimRight(d.Command, "\n"), fence)
	}
	if d.Version != "" {
		b.line("- version: %s", inline(d.Version))
	}
	if d.Seed != "" {
		b.line("- seed: %s", inline(d.Seed))
	}
	b.line("- the same command, version, seed and toolsets give the same bytes")
	if len(d.Toolsets) > 0 {
		b.line("\n| toolset | source | SHA-256 |\n|---|---|---|")
		for _, t := range d.Toolsets {
			b.line("| %s | %s | `%s` |", cell(t.Name), cell(t.Source), cell(t.SHA256))
		}
	}
}

func (b *cardBuilder) accounting(d CardData) {
	b.line("\n## Accounting\n")
	b.line("Nothing is dropped in silence: planned = accepted + rejected + failed.\n")
	b.line("| | entries |\n|---|---:|")
	b.line("| planned | %d |", d.Planned)
	b.line("| accepted | %d |", d.Accepted)
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{{"rejected", d.Rejected}, {"failed", d.Failed}} {
		for _, reason := range slices.Sorted(maps.Keys(group.counts)) {
			b.line("| %s: %s | %d |", group.name, cell(reason), group.counts[reason])
		}
	}
}

func (b *cardBuilder) balance(d CardData) {
	if len(d.Types)+len(d.Patterns)+len(d.Relations)+len(d.Ways) == 0 {
		return
	}
	b.line("\n## Balance\n")
	b.line("Counted in missions; a share is of its group.\n")
	b.line("| | missions | share |\n|---|---:|---:|")
	b.counts("type", d.Types, names(mission.Types()))
	b.counts("pattern", d.Patterns, names(mission.Patterns()))
	b.counts("relation", d.Relations, names(mission.Relations()))
	b.counts("way", d.Ways, nil)
}

func names[T ~string](list []T) []string {
	s := make([]string, len(list))
	for i, v := range list {
		s[i] = string(v)
	}
	return s
}

// counts writes the known names in their order, then the others by name.
func (b *cardBuilder) counts(group string, counts map[string]int, known []string) {
	total := 0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return
	}
	order := slices.Clone(known)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if !slices.Contains(known, name) {
			order = append(order, name)
		}
	}
	for _, name := range order {
		b.line("| %s: %s | %d | %.1f %% |", group, cell(name), counts[name], 100*float64(counts[name])/float64(total))
	}
}

func (b *cardBuilder) coverage(d CardData) {
	if len(d.Coverage) == 0 {
		return
	}
	b.line("\n## Coverage\n")
	kinds := "the four action types"
	if d.Fine {
		kinds = "the four action types, multi missions told apart by pattern"
	}
	b.line("A switch path is the sequence of the missions' types (%s).\n", kinds)
	b.line("| missions | switch paths | covered | share |\n|---:|---:|---:|---:|")
	for _, c := range d.Coverage {
		share := 0.0
		if c.Paths > 0 {
			share = 100 * float64(c.Covered) / float64(c.Paths)
		}
		b.line("| %d | %d | %d | %.1f %% |", c.Missions, c.Paths, c.Covered, share)
	}
}

func (b *cardBuilder) sample(e *mission.Entry) {
	b.line("\n## A sample conversation\n")
	b.WriteString(Conversation(e, 3))
}

func (b *cardBuilder) limits(d CardData) {
	b.line("\n## Limits\n")
	for _, s := range append([]string{
		"The conversations are synthetic. Names, identifiers, prices and observations are invented by a simulation of the tools; they say nothing about real services or people.",
		"An agent that follows another path than a listed one may still serve the user; what is enumerated is every path that the declared dependencies allow.",
		"Arguments, observations and schemas are free-form JSON whose keys differ from line to line, and some lists of `" + MMTB().File() + "` mix strings and objects: read the files line by line with a JSON reader where a table loader stumbles over that.",
	}, d.Limits...) {
		b.line("- %s", strings.Join(strings.Fields(s), " "))
	}
}

// inline makes a text safe for the middle of a line.
func inline(s string) string { return escapeHTML(strings.Join(strings.Fields(s), " ")) }

// cell makes a text safe for a cell of a table.
func cell(s string) string { return strings.ReplaceAll(inline(s), "|", "\\|") }

func escapeHTML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(strings.ToValidUTF8(s, "\ufffd"))
}

// cut shortens a long text.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + " …"
}

// oneLine is a JSON document without blanks.
func oneLine(doc json.RawMessage) string {
	compact, err := appendRaw(nil, doc)
	if err != nil {
		return "(not JSON)"
	}
	return string(compact)
}

// fenceFor gives a code fence that the text does not hold.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
