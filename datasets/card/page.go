package card

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"switchyard/datasets"
	"switchyard/datasets/figures"
	"switchyard/datasets/manifest"
	"switchyard/internal/jsontext"
	"switchyard/internal/prose"
	"switchyard/mission"
	"switchyard/out"
)

// Data is what a dataset card says. Empty fields are left out of the card, or replaced as
// the comments say.
type Data struct {
	Name      string   // of the dataset, for people
	License   string   // identifier as the Hugging Face Hub knows it; "unknown" when empty
	Languages []string // ISO 639-1 codes; "en" when empty
	Tags      []string // in addition to those of every dataset

	Command  string // the command lines that make the dataset again
	Version  string // of the program
	Seed     string // in decimal
	Toolsets []Toolset
	Inputs   []manifest.File // that the dataset was made from; Bytes is not shown

	Strategy string // of runs with models
	Models   []manifest.Model

	// Planned is 0 if it is unknown. Accepted is the number of entries in any case.
	manifest.Accounting
	Skipped map[string]int // examples that an export left out, by "format: reason"
	LeftOut map[string]int // entries that an export left out, by the first check that they fail
	manifest.Balance
	Coverage []manifest.Coverage
	Fine     bool // coverage tells patterns apart

	Files   []manifest.File // of an exported file, the field Entries counts the lines
	Formats []string        // of an export: names of exporters
	// Examples is set if the dataset is an export, so that its lines are examples.
	Examples bool
	// Within is the folder of the export, "export/", if it is only a part of the
	// dataset.
	Within  string
	Configs []SubSet // what the Hub offers to load; the first is the default
	Proof   Proof    // of an export
	// Figures are in the folder figures, each as SVG and PNG for the schemes light
	// and dark: "NAME-light.svg".
	Figures []*figures.Figure
	Tokens  *Tokens
	Sample  *mission.Entry // shown as a conversation
	Limits  []string       // sentences, in addition to those of every dataset
	// Sessions is set if the dataset holds sessions instead of entries.
	Sessions *Sessions
}

// Toolset is a toolset that the dataset was made with.
type Toolset struct {
	manifest.Toolset
	Licence string // as its file states it; may be empty
}

// Tokens says how many tokens there are: of the entries as chats, or of the files
// of an export.
type Tokens struct {
	By        string         // the encoding
	Estimated bool           // not all of them were counted
	Chats     int            // of all entries, each as a chat with its tools; may be 0
	Files     map[string]int // by file, shards together
}

// About returns what to write before a number: "about " if it is an estimate.
func (t *Tokens) About() string {
	if t.Estimated {
		return "about "
	}
	return ""
}

// Proof says how many entries of an export are proven. The zero value means that it was
// not recorded.
type Proof struct {
	Proved  int // entries that were proved when they were made or exported
	Unknown int // entries of MMTB files, which do not say enough for a proof
}

// String returns a sentence for the card that says how many entries are proven.
func (p Proof) String() string {
	switch {
	case p.Proved+p.Unknown == 0:
		return "Whether the conversations were proved was not noted."
	case p.Unknown == 0:
		return "Every conversation was proved before it was written in these formats."
	case p.Proved == 0:
		return "The conversations were converted from files of the Multi-Mission Tool Bench, which do not say\nwhere values come from, so they are not proved."
	}
	return fmt.Sprintf("%d of the entries were proved before they were written in these formats; %d come from files of the\nMulti-Mission Tool Bench, which do not say where values come from, and are not proved.", p.Proved, p.Unknown)
}

//go:embed page.md.tmpl
var pageText string

var pageTemplate = template.Must(template.New("card").Funcs(template.FuncMap{
	"attribute": attribute, "cell": cell, "code": codeCell, "inline": inline, "oneLine": prose.OneLine,
	"fence": fence, "percent": percent, "conversation": Conversation, "session": SessionText, "sizeCategory": sizeCategory,
	"yaml": yamlString, "splitName": splitName,
	"trim": strings.TrimSpace,
}).Parse(pageText))

// Render writes the dataset card, a README.md with the front matter that the Hugging Face
// Hub reads. The same data gives the same bytes. The card is written to w only when it is
// complete.
func Render(w io.Writer, d *Data) error {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, page{d}); err != nil {
		return fmt.Errorf("dataset card: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// page gives the template what it needs in addition to the data.
type page struct{ *Data }

// AllTags lists all tags in alphabetical order.
func (p page) AllTags() []string {
	if p.Sessions != nil {
		return slices.Sorted(slices.Values(append([]string{"synthetic", "tool-use", "function-calling", "multi-turn", "workflows", "switchyard"}, p.Tags...)))
	}
	tags := append([]string{"synthetic", "tool-use", "function-calling", "multi-turn", "switchyard"}, p.Tags...)
	slices.Sort(tags)
	return slices.Compact(tags)
}

// content is a file or folder and what it holds.
type content struct{ Path, About string }

// Contents describes the files and folders.
func (p page) Contents() (list []content) {
	for _, c := range []content{
		{out.Native().File(), "whole entries, one a line (JSON Schema: `entry.schema.json` of the program)"},
		{out.MMTB().File(), "the same entries in the format of the Multi-Mission Tool Bench"},
		{datasets.SessionsFile, "whole sessions, one a line (JSON Schema: `session.schema.json` of the program)"},
	} {
		if p.Holds(c.Path) {
			list = append(list, c)
		}
	}
	for _, name := range p.Formats {
		if x, err := out.LookupExporter(name); err == nil {
			list = append(list, content{p.Within + name + "/", x.About()})
		}
	}
	if labels := p.Within + out.LabelsFolder; slices.ContainsFunc(p.Files, func(f manifest.File) bool { return strings.HasPrefix(f.Name, labels) }) {
		list = append(list, content{labels, "what each preference pair is about and what is wrong with its rejected side, line by line"})
	}
	return list
}

// Holds reports whether a config has a file of that name.
func (p page) Holds(file string) bool {
	for _, c := range p.Configs {
		for _, split := range c.Splits {
			if slices.ContainsFunc(split.Paths, func(p string) bool { return path.Base(p) == file }) {
				return true
			}
		}
	}
	return false
}

// Rows returns what the lines of the files are.
func (p page) Rows() string {
	switch {
	case p.Within != "":
		return "lines" // entries, and examples made of them
	case p.Examples:
		return "examples"
	}
	return p.Unit()
}

// Unit is what the dataset consists of.
func (d *Data) Unit() string {
	if d.Sessions != nil {
		return "sessions"
	}
	return "entries"
}

// share says how many missions of a group have a property.
type share struct {
	Group, Name  string
	Missions, Of int
}

// Shares lists the balance: first the known names in their order, then the others by name.
func (p page) Shares() (list []share) {
	add := func(group string, counts map[string]int, known []string) {
		total := 0
		for _, n := range counts {
			total += n
		}
		if total == 0 {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
		for _, name := range known {
			list = append(list, share{group, name, counts[name], total})
		}
	}
	add("type", p.Types, names(mission.Types()))
	add("pattern", p.Patterns, names(mission.Patterns()))
	add("relation", p.Relations, names(mission.Relations()))
	add("way", p.Ways, nil)
	return list
}

func names[T ~string](list []T) []string {
	s := make([]string, len(list))
	for i, v := range list {
		s[i] = string(v)
	}
	return s
}

// TokensAnEntry returns the rounded mean; 0 if there are no entries.
func (p page) TokensAnEntry() int {
	return (p.Tokens.Chats + p.Accepted/2) / max(1, p.Accepted) * min(1, p.Accepted)
}

// StatedLicences lists the toolsets whose files state a licence.
func (p page) StatedLicences() []Toolset {
	return slices.DeleteFunc(slices.Clone(p.Toolsets), func(t Toolset) bool { return t.Licence == "" })
}

// sizeCategory returns the Hub's name for a number of entries.
func sizeCategory(entries int) string {
	limit := 1000
	for _, name := range []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"} {
		if entries < limit {
			return name
		}
		limit *= 10
	}
	return "n>1B"
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, of))) }

// yamlString writes a string in double quotes, which mean the same in YAML and JSON.
// U+0085 is escaped, because it ends a line only in YAML.
func yamlString(s string) string {
	return strings.ReplaceAll(string(jsontext.Value(strings.ToValidUTF8(s, "\ufffd"))), "\u0085", `\u0085`)
}

var (
	escapeHTML     = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	escapeMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "~", `\~`)
	escapeCode     = strings.NewReplacer("`", "'", "|", "\\|") // only a backtick ends code
)

// valid replaces bytes that are not part of a character.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// inline makes a text safe for the middle of a line.
func inline(s string) string {
	return escapeMarkdown.Replace(escapeHTML.Replace(valid(prose.OneLine(s))))
}

// cell makes a text safe for a cell of a table.
func cell(s string) string { return strings.ReplaceAll(inline(s), "|", "\\|") }

// codeCell makes a text safe for a cell of a table, as code.
func codeCell(s string) string {
	if s = prose.OneLine(s); s == "" {
		return ""
	}
	return "`" + escapeCode.Replace(valid(s)) + "`"
}

// attribute makes a text safe between double quotes in HTML.
func attribute(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, prose.OneLine(s))
	return strings.ReplaceAll(escapeHTML.Replace(valid(s)), `"`, "&quot;")
}

// fence puts a text between code fences that it does not contain.
func fence(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

// compact removes the blanks from a JSON document.
func compact(doc json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil {
		return "(not JSON)"
	}
	return b.String()
}
