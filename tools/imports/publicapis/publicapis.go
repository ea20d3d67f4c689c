// Package publicapis makes toolsets of a list of APIs in Markdown, as the project
// public-apis keeps it: a table for each category, in which a row says in one line
// what an API is for.
//
// [Import] does it; [Options] chooses the categories and the number of tools for
// each API. The tools come from templates in tables that are embedded in the
// program. A row gives the same tools on every machine and in every list. Import
// keeps no state and is safe for concurrent use.
package publicapis

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"switchyard/internal/nearest"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
)

// Options chooses which rows of a list become toolsets, and how large these are.
type Options struct {
	Categories []string // headings of the list in any letter case; all when empty
	PerAPI     int      // tools for each API, 1 to [MaxPerAPI]; 0 means 4. Some templates have fewer
}

// MaxPerAPI is the most tools that one row of a list can become.
const MaxPerAPI = 8

// The bounds of a report: a hostile list has a million rows that are all wrong.
const (
	maxSkipped = 10_000
	maxRow     = 16 << 10 // bytes of a line
)

// Import makes toolsets of a list of APIs in Markdown: tables under headings of
// the third level, in which each row has the name, the address and one line on
// what the API is for. Source is the name of the list in reports.
//
// Only that line is known, so the tools are made from templates of the category,
// chosen and varied by the words of the line. Where it names a place or a subject,
// the tools and their schemas are about that place or subject. Every row becomes a
// toolset or a note under Skipped.
//
// The error is an [*imports.Error] when the list is too large or lacks a category
// that was asked for, and [imports.ErrNothing], with the report, when no row was
// imported.
func Import(source string, data []byte, o Options) (*imports.Report, error) {
	wrong := func(hint, format string, args ...any) (*imports.Report, error) {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	if o.PerAPI == 0 {
		o.PerAPI = 4
	}
	switch {
	case len(data) > imports.MaxBytes:
		return wrong("split the list", "the list has %d bytes, more than %d", len(data), imports.MaxBytes)
	case o.PerAPI < 1 || o.PerAPI > MaxPerAPI:
		return wrong(fmt.Sprintf("ask for 1 to %d", MaxPerAPI), "an API cannot have %d tools", o.PerAPI)
	}
	if err := plain.CheckKind(source, data, 1); err != nil {
		return nil, err
	}
	unread := (*imports.Error)(nil)
	_ = errors.As(plain.CheckUTF8(source, data, 1), &unread) // nil if all of it can be read
	text := strings.ToValidUTF8(string(data), "\uFFFD")
	wanted, err := wantedCategories(source, text, o.Categories)
	if err != nil {
		return nil, err
	}
	t, err := known()
	if err != nil {
		return nil, err
	}
	in := &importer{tables: t, source: source, perAPI: o.PerAPI, names: map[string]bool{}, told: map[string]int{}, report: &imports.Report{}}
	if unread != nil { // the rest of the list can still be read
		in.note(in.where(unread.Line), "the list is not UTF-8 from here on; what cannot be read is left out")
	}
	for scan := (listScan{text: text}); scan.next(); {
		if scan.category == "" || wanted == nil || wanted[scan.category] {
			in.row(&scan)
		}
	}
	return in.finish()
}

// wantedCategories finds the categories that were asked for; nil means all.
func wantedCategories(source, text string, asked []string) (map[string]bool, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	var names []string
	by := map[string]string{}
	for scan := (listScan{text: text}); scan.next(); {
		name := scan.category
		if _, ok := by[strings.ToLower(name)]; name != "" && !ok {
			by[strings.ToLower(name)] = name
			names = append(names, name)
		}
	}
	wanted := map[string]bool{}
	for _, a := range asked {
		name, ok := by[strings.ToLower(strings.TrimSpace(a))]
		if !ok {
			hint := "the categories are " + strings.Join(names[:min(len(names), 60)], ", ")
			if near := nearest.Name(a, names); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			} else if len(names) == 0 {
				hint = "a category is a heading of the third level with a table below it"
			}
			return nil, &imports.Error{Source: source, Message: fmt.Sprintf("the list has no category %q", a), Hint: hint}
		}
		wanted[name] = true
	}
	return wanted, nil
}

// importer is one import of a list.
type importer struct {
	tables *tables
	source string
	perAPI int
	tools  int
	names  map[string]bool // of toolsets
	told   map[string]int  // the line on which a name and a description stood first
	report *imports.Report

	more   int    // rows that were skipped beyond the bound
	last   int    // line of the last of them
	reason string // of the first of them
	odd    int    // rows with a note beyond the bound
}

func (in *importer) where(line int) string { return fmt.Sprintf("%s:%d", in.source, line) }

func (in *importer) note(where, format string, args ...any) {
	in.report.Notes = append(in.report.Notes, imports.Notef(where, format, args...))
}

// skip notes why a row is not imported. Rows beyond the bound are counted.
func (in *importer) skip(line int, format string, args ...any) {
	note := imports.Notef(in.where(line), format, args...)
	if len(in.report.Skipped) < maxSkipped {
		in.report.Skipped = append(in.report.Skipped, note)
		return
	}
	if in.more++; in.reason == "" {
		in.reason = note.What
	}
	in.last = line
}

func (in *importer) finish() (*imports.Report, error) {
	r := in.report
	if in.odd > 0 {
		in.note(in.source, "%d more rows have more cells than the table has columns", in.odd)
	}
	if in.more > 0 {
		r.Skipped = append(r.Skipped, imports.Notef(in.where(in.last), "%d more rows were skipped, the last of them here; the first of them because: %s", in.more, in.reason))
	}
	if len(r.Sets)+len(r.Skipped) == 0 {
		r.Skipped = append(r.Skipped, imports.Notef(in.source, "no table under a heading of the third level has a row such as | [Name](https://…) | What it is for | …"))
	}
	if len(r.Sets) == 0 {
		return r, fmt.Errorf("%s: %w", in.source, imports.ErrNothing)
	}
	return r, nil
}

// row imports one row of the list, or notes why not.
func (in *importer) row(scan *listScan) {
	switch {
	case in.tools+in.perAPI > imports.MaxTools:
		in.skip(scan.line, "the import has reached its limit of %d tools", imports.MaxTools)
		return
	case scan.category == "":
		in.skip(scan.line, "the table is not under a heading of the third level, so it has no category")
		return
	}
	r, err := scan.row()
	if err != nil {
		in.skip(scan.line, "%s", err)
		return
	}
	if r.extra && len(in.report.Notes) < maxSkipped {
		in.note(in.where(r.line), "the row has more cells than the table has columns; they are left out")
	} else if r.extra {
		in.odd++
	}
	key := strings.ToLower(r.name + ": " + r.about)
	if first, ok := in.told[key]; ok {
		// The hosts tell two APIs apart that are described in the same words.
		r.about += ", served by " + r.host
		key = strings.ToLower(r.name + ": " + r.about)
		if _, again := in.told[key]; again || r.host == "" {
			in.skip(r.line, "described in the same words as line %d", first)
			return
		}
	}
	in.told[key] = r.line
	about, name := folded(r.about), folded(r.name)
	c := in.tables.category(r.category)
	set := in.toolset(newMaker(in.tables, r, in.tables.kindOf(c, about, name), c.subjectOf(about, name)))
	in.tools += len(set.Tools)
	in.report.Sets = append(in.report.Sets, set)
}

// toolset makes the toolset of a row.
func (in *importer) toolset(x *maker) imports.Set {
	r := x.row
	set := imports.Set{
		Title: r.name, Domain: r.category, About: r.about + ".", Source: in.where(r.line),
		Name: in.unused(slugOf(r.category, "apis") + "/" + slugOf(r.name, "api_"+strconv.Itoa(r.line))),
	}
	if r.host != "" {
		set.About += " " + r.url[:min(len(r.url), 300)]
	}
	for _, t := range x.choose(in.perAPI) {
		made := x.tool(t)
		made.Source = set.Source
		set.Tools = append(set.Tools, made)
	}
	return set
}

// unused makes a name that no other toolset of the import has.
func (in *importer) unused(name string) string {
	out := name
	for n := 2; in.names[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	in.names[out] = true
	return out
}
