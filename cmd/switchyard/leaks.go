package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/split"
)

// leaksName is the file of the leak report.
const leaksName = "leaks.json"

// side is the file of a side of a dataset.
type side struct{ name, file string }

// leaksOf reads the files of sides to see what they have in common.
func (c *console) leaksOf(ctx context.Context, sides []side, workers int) (*split.Leaks, error) {
	var names []string
	for _, s := range sides {
		names = append(names, s.name)
	}
	checker, err := split.NewChecker(names...)
	if err != nil {
		return nil, err
	}
	for i, s := range sides {
		if _, err := datasets.Each(ctx, c.source(s.file, workers), split.Look, func(_ []byte, _ int, e *split.Entry) error {
			checker.Add(i, e)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return checker.Leaks(), nil
}

// mostLeft is how many entries that are on no side are told one by one.
const mostLeft = 5

// printPlan tells how a dataset was divided; listed is the file that names all
// entries that are on no side.
func (c *console) printPlan(p *split.Plan, listed string) {
	what := map[split.By]string{split.ByRandom: "at random", split.ByToolset: "by toolset", split.ByTool: "by tool", split.ByPath: "by switch path"}[p.By]
	c.printf("%s divided %s, in %s; the largest has %s\n\n", count(p.Entries, "entry", "entries"), what, count(p.Groups, "group", "groups"), thousands(p.Largest))
	c.table(func(w io.Writer) {
		for _, side := range p.Sides {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%%s\n", side.Name, thousands(side.Entries), 100*side.Share, offBy(side))
		}
		if n := len(p.LeftOut); n > 0 {
			fmt.Fprintf(w, "  left out\t%s\t%.1f %%\tnear duplicates of entries on other sides, listed in %s\n", thousands(n), 100*float64(n)/float64(p.Entries), listed)
		}
	})
	for i, l := range p.LeftOut {
		if i == mostLeft {
			c.printf("    … and %s more\n", thousands(len(p.LeftOut)-i))
			break
		}
		c.printf("    %s\n", printable(l.String()))
	}
}

// printLeaks tells what sides have in common.
func (c *console) printLeaks(leaks *split.Leaks) {
	p := paint{c.colour}
	c.printf("\n%s\n", p.bold("on two sides"))
	c.table(func(w io.Writer) {
		for _, kind := range leaks.Kinds() {
			text := fmt.Sprintf("%s of %s", thousands(kind.On), thousands(kind.Of))
			if kind.Never && kind.On > 0 {
				text = p.red(text)
			}
			fmt.Fprintf(w, "  %s\t%s\n", kind.Name, text)
		}
	})
	for _, leak := range append(append([]string{}, leaks.Requests.Examples...), leaks.Near.Examples...) {
		c.printf("  %s\n", printable(leak))
	}
}

// offBy says by how much the share of a side is not what was wanted.
func offBy(s split.Side) string {
	if s.Wanted == 0 || s.Missing == 0 {
		return ""
	}
	n, word := s.Missing, "fewer"
	if n < 0 {
		n, word = -n, "more"
	}
	percent := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", 100*s.Wanted), "0"), ".")
	return fmt.Sprintf("\t%s %s than %s %%", count(n, "entry", "entries"), word, percent)
}
