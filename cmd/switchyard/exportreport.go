package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets/split"
	"switchyard/datasets/tokens"
	"switchyard/out/corpus"
)

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

// exportReport is what an export tells when it is done.
type exportReport struct {
	*exportRecord
	Leaks *split.Leaks `json:"leaks,omitempty"` // what the splits have in common; nil where there is one
	Gone  []string     `json:"gone,omitempty"`  // formats of the export before it that it has not
	Kept  []string     `json:"kept,omitempty"`  // what else the folder holds; folders end in a slash
}

// leftOut are the entries that were not written; nil where there are none, or
// nothing was to be exported.
func (r *exportReport) leftOut() *exportLeftOut {
	if r == nil || r.exportRecord == nil {
		return nil
	}
	return r.LeftOut
}

// printExport says what was written, and what became of what was there.
func (c *console) printExport(j *exportJob, r *exportReport) {
	if r.exportRecord != nil {
		c.printWritten(j, r.exportRecord)
	}
	if r.Leaks != nil {
		c.printf("\n")
		c.printPlan(r.Division, exportName)
		c.printLeaks(r.Leaks)
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
