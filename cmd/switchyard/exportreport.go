package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/datasets/tokens"
	"switchyard/out/corpus"
)

// printExport prints what was written into a folder, and what happened to older files.
func (c *console) printExport(folder string, r *export.Report) {
	if r.Record != nil {
		c.printWritten(folder, r.Record)
	}
	if r.Leaks != nil {
		c.printf("\n")
		c.printPlan(r.Division, export.RecordName)
		c.printLeaks(r.Leaks)
	}
	if len(r.Gone) > 0 {
		c.printf("gone: %s, of the export that was there before\n", printable(strings.Join(r.Gone, ", ")))
	}
	if len(r.Kept) > 0 {
		c.printf("kept, though not part of the export: %s\n", printable(strings.Join(r.Kept, ", ")))
	}
}

func (c *console) printWritten(folder string, r *export.Record) {
	c.table(func(w io.Writer) {
		for _, f := range r.Files {
			lines := ""
			if f.Lines > 0 {
				lines = count(f.Lines, "line", "lines")
			}
			fmt.Fprintf(w, "%s\t%s\t%s bytes\n", printable(filepath.Join(folder, filepath.FromSlash(f.Name))), lines, thousands(int(f.Bytes)))
		}
	})
	sum := 0
	var splits []string
	for _, name := range r.Splits {
		sum += r.Entries[name]
		splits = append(splits, thousands(r.Entries[name])+" "+name)
	}
	c.printf("\n%s", count(sum, "entry", "entries"))
	if len(splits) > 1 {
		c.printf(": %s", printable(strings.Join(splits, ", ")))
	}
	c.printf("\n")
	if r.Tokens != nil {
		c.printf("%s\n", tokensText(r.Tokens))
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
		p, f := paint{c.colour}, leftOutFailure(r.LeftOut)
		c.printf("%s\n", p.red(f.message))
		for _, line := range f.details {
			c.printf("  %s\n", printable(line))
		}
		c.printf("  %s\n", p.faint("hint: "+printable(f.hint)))
	}
}

// tokensText says how many tokens each format has.
func tokensText(t *export.Tokens) string {
	formats, about := map[string]int{}, ""
	for file, n := range t.Files {
		name, _, _ := strings.Cut(file, "/")
		formats[name] += n
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(formats)) {
		n := formats[name]
		if t.Estimated {
			n, about = tokens.Rounded(n), "about "
		}
		list = append(list, name+" "+thousands(n))
	}
	return fmt.Sprintf("tokens (%s): %s%s", t.By, about, strings.Join(list, ", "))
}

// mostTold is the most problems that are printed.
const mostTold = 5

// atMost cuts a list of lines, and says how many more there are.
func atMost(lines []string, most int) []string {
	if more := len(lines) - most; more > 0 {
		return append(slices.Clone(lines[:most]), fmt.Sprintf("… and %s more", thousands(more)))
	}
	return lines
}

// leftOutFailure says which entries were left out, and why.
func leftOutFailure(l *export.LeftOut) *failure {
	f := &failure{code: exitFound, hint: hintFor(&l.First[0])}
	var checks []string
	for _, check := range slices.Sorted(maps.Keys(l.ByCheck)) {
		checks = append(checks, check+" "+thousands(l.ByCheck[check]))
	}
	f.message = fmt.Sprintf("%s left out: %s", count(l.Entries, "entry is", "entries are"), strings.Join(checks, ", "))
	for _, p := range l.First {
		f.details = append(f.details, p.String())
	}
	if more := l.Entries - len(l.First); more > 0 {
		f.details = append(f.details, fmt.Sprintf("… and %s more", thousands(more)))
	}
	if i := slices.IndexFunc(l.First, func(p datasets.Problem) bool { return p.Check != export.CheckLimits }); i > 0 {
		f.hint = hintFor(&l.First[i])
	}
	return f
}

// hintFor returns the hint for a line that is left out.
func hintFor(p *datasets.Problem) string {
	if p.Check == export.CheckLimits {
		return "docs/formats.md says what an entry can hold; the other lines can be used"
	}
	return verifyHint(p.File)
}
