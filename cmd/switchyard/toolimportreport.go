package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"switchyard/tools/imports"
)

// saveImported writes the toolsets of all sources and prints the result.
func (c *console) saveImported(ctx context.Context, sources []imports.Source, f *importFlags) error {
	result, err := imports.Save(ctx, sources, f.out, f.force)
	several, exists := (*imports.FolderError)(nil), (*imports.ExistsError)(nil)
	switch {
	case errors.As(err, &several):
		folder := strings.TrimSuffix(strings.TrimSuffix(f.out, ".yml"), ".yaml")
		return misuse("for example --out "+folder, "--out %s: the source gives %d toolsets, which need a folder", f.out, several.Sets)
	case errors.As(err, &exists):
		return misuse("choose another folder with --out, or replace the file with --force", "%s", exists)
	case err != nil:
		return err
	}
	for _, fault := range result.Faults {
		c.fault(fault)
	}
	err = c.show(f.asJSON, struct {
		*imports.Result
		Usage []jsonUse `json:"usage,omitempty"`
	}{result, f.models.usage()}, func() {
		c.printImported(result)
		if f.models != nil {
			c.printCost(f.models)
		}
	}, nil)
	if err != nil {
		return err
	}
	for _, s := range sources {
		switch {
		case len(s.Report.Sets) > 0 || f.asJSON:
		case !result.OK:
			return importFailure(s.Name, imports.ErrNothing)
		default:
			c.notice("%s: %s", printable(s.Name), imports.ErrNothing)
		}
	}
	if !result.OK {
		f := &failure{message: "no toolset was written, because of " + count(len(result.Problems), "problem", "problems"), code: exitFound, told: true}
		f.details = atMost(result.Problems, mostTold)
		return f
	}
	return nil
}

// How much is printed; --json prints everything.
const (
	mostNotes  = 12 // notes of a kind
	mostPlaces = 8  // places of notes that say the same
)

func (c *console) printImported(r *imports.Result) {
	if len(r.Toolsets) > 0 {
		c.table(func(w io.Writer) {
			fmt.Fprintln(w, "FILE\tTOOLSET\tTOOLS\tTOLD\tBY METHOD\tBY WORDS\tLINKS\tSCORES\tUNCLEAR")
			for _, s := range r.Toolsets {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%d\n", printable(s.File), printable(s.Name), s.Tools,
					s.Effects.Told, s.Effects.Method, s.Effects.Words, len(s.Links), scores(s.Links), len(s.Ambiguous))
			}
		})
		c.printf("\n")
	}
	c.printSums(r)
	c.printNotes("skipped", r.Skipped)
	c.printNotes("noted", r.Notes)
	if len(r.Problems) > 0 {
		c.printf("\nnot written, for these problems\n")
		for _, p := range r.Problems[:min(len(r.Problems), mostNotes)] {
			c.printf("  %s\n", printable(p))
		}
	}
}

// scores writes the range of the scores of links.
func scores(links []imports.Link) string {
	if len(links) == 0 {
		return "-"
	}
	by := func(a, b imports.Link) int { return cmp.Compare(a.Score, b.Score) }
	least, most := slices.MinFunc(links, by).Score, slices.MaxFunc(links, by).Score
	if least == most {
		return fmt.Sprintf("%.2f", least)
	}
	return fmt.Sprintf("%.2f-%.2f", least, most)
}

// printSums prints how certain effects and links are, over all toolsets.
func (c *console) printSums(r *imports.Result) {
	s := r.Sums()
	c.printf("%s, %s\n", count(len(r.Toolsets), "toolset", "toolsets"), count(s.Tools, "tool", "tools"))
	if s.Tools == 0 {
		return
	}
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "  effects\t%s told by the source, %s inferred from method and path, %s from words\n", thousands(s.Effects.Told), thousands(s.Effects.Method), thousands(s.Effects.Words))
		fmt.Fprintf(w, "  links\t%s between tools: %s scored %g or more, %s at least %g, %s less\n", thousands(s.Links), thousands(s.Sure), imports.SureScore, thousands(s.Fair), imports.FairScore, thousands(s.Links-s.Sure-s.Fair))
		fmt.Fprintf(w, "  unclear\t%s not linked: several things may be meant\n", count(s.Unclear, "parameter", "parameters"))
	})
}

// printNotes prints notes. Those that say the same about several places share a line.
func (c *console) printNotes(title string, notes []imports.SourceNote) {
	if len(notes) == 0 {
		return
	}
	groups := imports.GroupNotes(notes)
	c.printf("\n%s: %s\n", title, thousands(len(notes)))
	more := 0
	for i, g := range groups {
		text := strings.Join(g.Places[:min(len(g.Places), mostPlaces)], ", ")
		switch n := len(g.Places); {
		case i >= mostNotes:
			more += n
		case n == 1 && text == "":
			c.printf("  %s: %s\n", printable(g.Source), printable(g.What))
		case n == 1:
			c.printf("  %s:%s%s: %s\n", printable(g.Source), blank(text), printable(text), printable(g.What))
		default:
			if n > mostPlaces {
				text += fmt.Sprintf(" and %s more", thousands(n-mostPlaces))
			}
			c.printf("  %s: %s times: %s: %s\n", printable(g.Source), thousands(n), printable(g.What), printable(text))
		}
	}
	if more > 0 {
		c.printf("  and %s more\n", thousands(more))
	}
	if more > 0 || len(groups) < len(notes) {
		c.printf("  --json has them one by one\n")
	}
}

// blank separates a place that is not a line number.
func blank(place string) string {
	if place[0] >= '0' && place[0] <= '9' {
		return ""
	}
	return " "
}
