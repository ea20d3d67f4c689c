// Package publicapis makes toolsets of a list of APIs in Markdown, as the project
// public-apis keeps it: a table for each category, in which a row says in one line
// what an API is for.
//
// [Import] is the whole of it; [Options] says which categories and how many tools
// an API. The tools come from templates in tables that are embedded in the
// program. A row gives the same tools on every machine and in every list. Import
// keeps no state and is safe for concurrent use.
package publicapis

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/nearest"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
)

// Options says which rows of a list of public APIs become toolsets,
// and how large these are.
type Options struct {
	Categories []string // headings of the list, whatever their letter case; all when empty
	PerAPI     int      // tools an API, 1 to [MaxPerAPI]; 0 means 4. A template that has fewer gives fewer
}

// MaxPerAPI is the most tools that one row of a list can become.
const MaxPerAPI = 8

// The bounds of what is told of a list: a hostile one has a million rows that
// are all wrong.
const (
	maxSkipped = 10_000
	maxRow     = 16 << 10 // bytes of a line
)

// Import makes toolsets of a list of APIs in Markdown: tables under
// headings of the third level, of which a row tells the name, the address and
// one line on what the API is for. Source is the name of the list in reports.
//
// The one line is all that is known, so the tools are written from templates of
// the category, chosen and varied by its words; where it tells of a place or a
// subject, the tools are about that place or subject, and so are their schemas.
// Every row becomes a toolset or a note under Skipped. Errors are an [*imports.Error]:
// a list that is too large, or a category that it does not have; or [imports.ErrNothing].
func Import(source string, data []byte, o Options) (*imports.Report, error) {
	if len(data) > imports.MaxBytes {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf("the list has %d bytes, more than %d", len(data), imports.MaxBytes), Hint: "split the list"}
	}
	if o.PerAPI == 0 {
		o.PerAPI = 4
	}
	if o.PerAPI < 1 || o.PerAPI > MaxPerAPI {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf("%d tools an API are not possible", o.PerAPI), Hint: fmt.Sprintf("ask for 1 to %d", MaxPerAPI)}
	}
	unread := plain.CheckUTF8(source, data, 1)
	if bad := (*imports.Error)(nil); errors.As(unread, &bad) && strings.HasSuffix(bad.Message, "UTF-16") {
		return nil, bad
	}
	text := strings.ToValidUTF8(string(data), "\uFFFD")
	wanted, err := wantedCategories(source, text, o.Categories)
	if err != nil {
		return nil, err
	}
	in := &importer{source: source, perAPI: o.PerAPI, names: map[string]bool{}, told: map[string]int{}, report: &imports.Report{}}
	if bad := (*imports.Error)(nil); errors.As(unread, &bad) { // the rest of the list is as good as ever
		in.report.Notes = append(in.report.Notes, imports.Notef(in.where(bad.Line), "the list is not UTF-8 from here on; what cannot be read is left out"))
	}
	scan := listScan{text: text}
	for scan.next() {
		if scan.category == "" || wanted == nil || wanted[scan.category] {
			in.row(&scan)
		}
	}
	in.finish()
	if len(in.report.Sets)+len(in.report.Skipped) == 0 {
		in.report.Skipped = append(in.report.Skipped, imports.Notef(source, "there is no row of a table under a heading of the third level: | [Name](https://…) | What it is for | …"))
	}
	if len(in.report.Sets) == 0 {
		return in.report, fmt.Errorf("%s: %w", source, imports.ErrNothing)
	}
	return in.report, nil
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
	source string
	perAPI int
	tools  int
	names  map[string]bool // of toolsets
	told   map[string]int  // what is said of APIs, and on which line first
	report *imports.Report
	more   int // rows that are skipped beyond what is told one by one
	last   int // line of the last of them
	reason string
	odd    int // rows of which something is noted, beyond what is told one by one
}

func (in *importer) where(line int) string { return fmt.Sprintf("%s:%d", in.source, line) }

// skip notes that a row is not imported. What is beyond the bound is told in
// one line.
func (in *importer) skip(line int, reason string) {
	if len(in.report.Skipped) < maxSkipped {
		in.report.Skipped = append(in.report.Skipped, imports.Notef(in.where(line), "%s", reason))
		return
	}
	if in.more++; in.reason == "" {
		in.reason = reason
	}
	in.last = line
}

func (in *importer) finish() {
	if in.odd > 0 {
		in.report.Notes = append(in.report.Notes, imports.Notef(in.source, "%d rows more have more cells than the table has columns", in.odd))
	}
	if in.more > 0 {
		in.report.Skipped = append(in.report.Skipped, imports.Notef(in.where(in.last), "the last of %d rows more that are skipped (%s, for example)", in.more, in.reason))
	}
}

// row imports one row of the list, or notes why not.
func (in *importer) row(scan *listScan) {
	switch {
	case in.tools+in.perAPI > imports.MaxTools:
		in.skip(scan.line, fmt.Sprintf("the import has its %d tools", imports.MaxTools))
		return
	case scan.category == "":
		in.skip(scan.line, "the table is not under a heading of the third level: no category")
		return
	}
	r, err := scan.row()
	if err != nil {
		in.skip(scan.line, err.Error())
		return
	}
	if r.extra != "" {
		if len(in.report.Notes) < maxSkipped {
			in.report.Notes = append(in.report.Notes, imports.Notef(in.where(r.line), "%s", r.extra))
		} else {
			in.odd++
		}
	}
	key := strings.ToLower(r.name + ": " + r.about)
	if first, ok := in.told[key]; ok {
		// Tools of two APIs that are told in the same words are told apart by
		// where they are served.
		r.about += ", served by " + r.host
		key = strings.ToLower(r.name + ": " + r.about)
		if _, again := in.told[key]; again || r.host == "" {
			in.skip(r.line, fmt.Sprintf("told in the same words as line %d", first))
			return
		}
	}
	in.told[key] = r.line
	set := in.toolset(r)
	in.tools += len(set.Tools)
	in.report.Sets = append(in.report.Sets, set)
}

// Why a row is not imported.
var (
	errTooLong = fmt.Errorf("the row has more than %d bytes", maxRow)
	errNoCells = errors.New("the row has no cell beside the name")
	errNoName  = errors.New("the row has no name")
	errNoAbout = errors.New("the row does not say what the API is for")
	errHidden  = errors.New("the row is in a block of code or a comment")
)

// unused makes a name that no other toolset of the import has.
func (in *importer) unused(name string) string {
	out := name
	for n := 2; in.names[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	in.names[out] = true
	return out
}

// hostOf is the host of an address, without what stands before its name.
func hostOf(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#: "); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimPrefix(strings.ToLower(rest), "www.")
	keep := func(r rune) bool { return r == '.' || r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
	if strings.ContainsFunc(rest, func(r rune) bool { return !keep(r) }) {
		return ""
	}
	return rest[:min(len(rest), 60)]
}

// yesNo are the words of the columns on HTTPS and CORS.
var yesNo = []string{"yes", "no", "unknown"}

// authWords are the words of the column on authorization.
var authWords = []string{"no", "yes", "apikey", "api key", "oauth", "oauth2", "user-agent", "x-mashape-key", "token", "basic", "bearer", "unknown", ""}

// isAuth tells whether the cell is one of the column on authorization.
func isAuth(cell string) bool {
	return slices.Contains(authWords, strings.ToLower(strings.Trim(cell, "` ")))
}

func isYesNo(cell string) bool {
	return slices.Contains(yesNo, strings.ToLower(strings.Trim(cell, "` ")))
}
