package out

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

	// Of runs with models.
	Strategy string
	Models   []CardModel

	// The accounting is left out when nothing was planned. Accepted are the
	// entries that there are, planned or not.
	Planned  int
	Accepted int
	Rejected map[string]int // by reason
	Failed   map[string]int // by reason
	Skipped  map[string]int // examples that an export left out, by reason
	Inputs   []CardFile     // that the dataset was made of; Bytes is not told

	// Balance, counted in missions.
	Types     map[string]int
	Patterns  map[string]int
	Relations map[string]int
	Ways      map[string]int

	Fine     bool // coverage tells patterns apart
	Coverage []CardCoverage
	Files    []CardFile
	Rows     string   // what the lines of files are, in the plural; "entries" when empty
	Formats  []string // of an export: names of exporters
	// Within is the folder of the export where it is only a part of the dataset:
	// "export/".
	Within string
	// Configs are what the Hub offers to load; those of a run folder when nil.
	// The first is the default.
	Configs []CardConfig
	Proof   *CardProof     // of an export; nil when nobody noted it
	LeftOut map[string]int // of an export: entries that no format has, by the first check that they fail
	Figures []CardFigure
	Tokens  *CardTokens
	Sample  *mission.Entry // shown as a conversation
	Limits  []string       // sentences, added to those that hold for every dataset
}

// CardToolset is a toolset that the dataset was made with.
type CardToolset struct {
	Name, SHA256, Source string
	Licence              string // as its file states it; may be empty
}

// CardModel is a model that played a role.
type CardModel struct {
	Role, Model, Endpoint, Sampling string
	Prompts                         string // SHA-256 of the templates
}

// CardConfig is a set of files with one schema and one type.
type CardConfig struct {
	Name   string
	Splits []CardSplit
}

// CardSplit is the files of one split.
type CardSplit struct {
	Name  string // made to fit what the Hub allows, see [SplitName]
	Paths []string
}

// CardFigure is a picture in the folder figures, as an SVG and a PNG file for
// each of the schemes light and dark: "NAME-light.svg".
type CardFigure struct {
	Name, Title string
	Alt         string // what it shows
}

// CardTokens says how many tokens there are: of the entries as chats, or of the
// files of an export.
type CardTokens struct {
	By        string         // what counted them
	Estimated bool           // not all of them were counted
	Chats     int            // of all entries, each as a chat with its tools; may be 0
	Files     map[string]int // by file, shards together
}

// CardProof says how it is known that what an export holds is true.
type CardProof struct {
	Proved  int // entries that were proved, when they were made or when they were written
	Unknown int // entries of MMTB files, which do not say enough to be proved
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
	b.figures(d)
	b.making(d)
	b.accounting(d)
	b.balance(d)
	b.coverage(d)
	b.tokens(d)
	if d.Sample != nil {
		b.sample(d.Sample)
	}
	b.limits(d)
	b.licence(d)
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
	if d.Accepted > 0 || d.Planned > 0 {
		list("size_categories", []string{sizeCategory(d.Accepted)})
	}
	tags := append([]string{"synthetic", "tool-use", "function-calling", "multi-turn", "switchyard"}, d.Tags...)
	slices.Sort(tags)
	list("tags", slices.Compact(tags))
	b.configs(d)
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
	if d.Rows == "" {
		b.line("Every entry holds the tools, the dialogue, all calls with their observations, and the")
		b.line("correct paths through the calls: how many there are, and a list of them up to a cap.\n")
	} else {
		b.line("%s\n", d.Proof)
	}
	for _, f := range []struct {
		file, about string
	}{
		{Native().File(), "whole entries, one a line (JSON Schema: `entry.schema.json` of the program)"},
		{MMTB().File(), "the same entries in the format of the Multi-Mission Tool Bench"},
	} {
		if d.Configs == nil || d.holds(f.file) {
			b.line("- `%s`: %s.", f.file, f.about)
		}
	}
	for _, name := range d.Formats {
		if x, err := LookupExporter(name); err == nil {
			b.line("- `%s%s/`: %s.", d.Within, name, x.About())
		}
	}
	if slices.ContainsFunc(d.Files, func(f CardFile) bool { return strings.HasPrefix(f.Name, d.Within+LabelsFolder) }) {
		b.line("- `%s%s`: what each preference pair is about and what is wrong with its rejected side, line by line.", d.Within, LabelsFolder)
	}
	if len(d.Files) > 0 {
		rows := cmp.Or(d.Rows, "entries")
		if d.Within != "" {
			rows = "lines" // entries, and examples made of them
		}
		b.line("\n| file | %s | bytes | SHA-256 |\n|---|---:|---:|---|", rows)
		for _, f := range d.Files {
			lines := ""
			if f.Entries > 0 || rows == "entries" {
				lines = strconv.Itoa(f.Entries)
			}
			b.line("| %s | %s | %d | %s |", codeCell(f.Name), lines, f.Bytes, codeCell(f.SHA256))
		}
	}
}

// String is the sentence about it.
func (p *CardProof) String() string {
	switch {
	case p == nil || p.Proved+p.Unknown == 0:
		return "Whether the conversations were proved was not noted."
	case p.Unknown == 0:
		return "Every conversation was proved before it was written in these formats."
	case p.Proved == 0:
		return "The conversations were converted from files of the Multi-Mission Tool Bench, which do not say\nwhere values come from, so they are not proved."
	}
	return fmt.Sprintf("%d of the entries were proved before they were written in these formats; %d come from files of the\nMulti-Mission Tool Bench, which do not say where values come from, and are not proved.", p.Proved, p.Unknown)
}

// holds tells whether a file of a name is offered to be loaded.
func (d *CardData) holds(file string) bool {
	for _, c := range d.Configs {
		for _, split := range c.Splits {
			if slices.ContainsFunc(split.Paths, func(p string) bool { return path.Base(p) == file }) {
				return true
			}
		}
	}
	return false
}

// figures shows each picture in the scheme of the page.
func (b *cardBuilder) figures(d CardData) {
	if len(d.Figures) == 0 {
		return
	}
	b.line("\n## At a glance")
	for _, f := range d.Figures {
		name, alt := attribute(f.Name), attribute(f.Alt)
		b.line("\n<picture>")
		b.line(`  <source media="(prefers-color-scheme: dark)" srcset="figures/%s-dark.svg">`, name)
		b.line(`  <img src="figures/%s-light.svg" width="800" alt="%s">`, name, alt)
		b.line("</picture>")
	}
}

func (b *cardBuilder) making(d CardData) {
	if d.Command == "" && d.Version == "" && d.Seed == "" && len(d.Toolsets)+len(d.Inputs) == 0 {
		return // nobody knows
	}
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
	if d.Strategy != "" {
		b.line("- strategy: %s", inline(d.Strategy))
	}
	switch {
	case len(d.Models) > 0:
		b.line("- the same settings give the same bytes from the stored answers of the models; asked again, models answer otherwise")
		b.line("\n| role | model | endpoint | sampling | prompts, SHA-256 |\n|---|---|---|---|---|")
		for _, m := range d.Models {
			b.line("| %s | %s | %s | %s | %s |", cell(m.Role), cell(m.Model), codeCell(m.Endpoint), codeCell(m.Sampling), codeCell(m.Prompts))
		}
	case d.Seed != "" || d.Command != "":
		b.line("- the same command, version, seed and toolsets give the same bytes")
	}
	if len(d.Inputs) > 0 {
		b.line("\nThis was made of:\n\n| file | entries | SHA-256 |\n|---|---:|---|")
		for _, f := range d.Inputs {
			b.line("| %s | %d | %s |", codeCell(f.Name), f.Entries, codeCell(f.SHA256))
		}
	}
	if len(d.Toolsets) > 0 {
		b.line("\n| toolset | source | SHA-256 |\n|---|---|---|")
		for _, t := range d.Toolsets {
			b.line("| %s | %s | %s |", cell(t.Name), cell(t.Source), codeCell(t.SHA256))
		}
	}
}

func (b *cardBuilder) accounting(d CardData) {
	if d.Planned == 0 && d.Accepted == 0 && len(d.Skipped)+len(d.LeftOut) == 0 {
		return // nothing is known
	}
	b.line("\n## Accounting\n")
	if d.Planned == 0 {
		if d.Accepted > 0 {
			b.line("What was planned is not known; there are %d entries.", d.Accepted)
		}
	} else {
		b.line("Nothing is dropped in silence: planned = accepted + rejected + failed.\n")
		b.line("| | entries |\n|---|---:|")
		b.line("| planned | %d |", d.Planned)
		b.line("| accepted | %d |", d.Accepted)
		b.reasons("rejected: ", d.Rejected)
		b.reasons("failed: ", d.Failed)
	}
	if len(d.LeftOut) > 0 {
		b.line("\nEntries that are in no format, because they do not hold or cannot be written:\n\n| first check that fails | entries |\n|---|---:|")
		b.reasons("", d.LeftOut)
	}
	if len(d.Skipped) > 0 {
		b.line("\nWhat the formats left out:\n\n| format: reason | examples |\n|---|---:|")
		b.reasons("", d.Skipped)
	}
}

func (b *cardBuilder) reasons(group string, counts map[string]int) {
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		b.line("| %s%s | %d |", group, cell(reason), counts[reason])
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

func (b *cardBuilder) tokens(d CardData) {
	t := d.Tokens
	if t == nil || t.Chats == 0 && len(t.Files) == 0 {
		return
	}
	b.line("\n## Tokens\n")
	about := ""
	if t.Estimated {
		about = "about "
	}
	if t.Chats > 0 {
		each := ""
		if d.Accepted > 0 {
			each = fmt.Sprintf(", %s%d an entry", about, (t.Chats+d.Accepted/2)/d.Accepted)
		}
		b.line("The entries as chats, tools included, in the encoding %s: %s%d tokens%s.", inline(t.By), about, t.Chats, each)
	} else {
		b.line("All text of the lines, in the encoding %s.", inline(t.By))
	}
	if t.Estimated {
		b.line("These are estimates: only some of the lines were counted.")
	}
	if len(t.Files) == 0 {
		return
	}
	b.line("\n| file | tokens |\n|---|---:|")
	for _, file := range slices.Sorted(maps.Keys(t.Files)) {
		b.line("| %s | %s%d |", codeCell(file), about, t.Files[file])
	}
}

func (b *cardBuilder) sample(e *mission.Entry) {
	b.line("\n## A sample conversation\n")
	b.WriteString(Conversation(e, 3))
}

func (b *cardBuilder) limits(d CardData) {
	b.line("\n## Limits\n")
	limits := []string{
		"The conversations are synthetic. Names, identifiers, prices and observations are invented by a simulation of the tools; they say nothing about real services or people.",
		"An agent that follows another path than a listed one may still serve the user; what is enumerated is every path that the declared dependencies allow.",
	}
	if d.Configs == nil || d.holds(MMTB().File()) {
		limits = append(limits, "Arguments, observations and schemas are free-form JSON whose keys differ from line to line, and some lists of `"+MMTB().File()+"` mix strings and objects: read the files line by line with a JSON reader where a table loader stumbles over that.")
	}
	if len(d.Models) > 0 {
		limits = append(limits, "Models played some of the roles. What they said was proved as everything else is, but their habits of speech are in it.")
	}
	for _, s := range append(limits, d.Limits...) {
		b.line("- %s", strings.Join(strings.Fields(s), " "))
	}
}

func (b *cardBuilder) licence(d CardData) {
	stated := slices.DeleteFunc(slices.Clone(d.Toolsets), func(t CardToolset) bool { return t.Licence == "" })
	if d.License == "" && len(stated) == 0 {
		return
	}
	b.line("\n## Licence\n")
	b.line("The dataset: %s.", inline(cmp.Or(d.License, "unknown")))
	if len(stated) == 0 {
		return
	}
	b.line("\nToolsets whose files state the licence of what they come from:\n\n| toolset | licence |\n|---|---|")
	for _, t := range stated {
		b.line("| %s | %s |", cell(t.Name), cell(t.Licence))
	}
}

// inline makes a text safe for the middle of a line.
func inline(s string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "~", `\~`).Replace(escapeHTML(strings.Join(strings.Fields(s), " ")))
}

// attribute makes a text safe between double quotes in HTML.
func attribute(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
	return strings.ReplaceAll(escapeHTML(s), `"`, "&quot;")
}

// codeCell is a cell of a table in a fixed font. Nothing can end its code but a
// backtick, so there is none in it.
func codeCell(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return ""
	}
	return "`" + strings.NewReplacer("`", "'", "|", "\\|").Replace(strings.ToValidUTF8(s, "\ufffd")) + "`"
}

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
