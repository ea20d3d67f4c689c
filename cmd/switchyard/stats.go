package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/stats"
	"switchyard/internal/sketch"
	"switchyard/mission"
)

func (c *console) statsCommand() *cobra.Command {
	var asJSON, talk bool
	cfg := datasets.StatsConfig{Stdin: c.stdin}
	cmd := &cobra.Command{
		Use:   "stats PATH... [flags]",
		Short: "Count what a dataset holds",
		Long: `Count what a dataset holds: missions by action type, pattern and relation, how the
relations are realised, entries by domain and toolset, calls by scenario and
tool, tools that are never called, how long requests are and how much they
differ, and the shape of the graphs. PATH is a run folder or a file in the native
format, or - for standard input.

Requests are compared as they are, and with their values masked. The dataset is read
once, and the memory needed does not grow with it: beyond a few hundred thousand
different requests, their number is an estimate and marked as one.

With --language, count instead how users talk and how they are answered: the habits
that give a program away, each with its goal. A missed goal is marked and does not
change the exit code. PATH may also be an MMTB file. Only English is understood.

` + exitCodes,
		Example: `  switchyard stats dataset
  switchyard stats --language dataset
  switchyard stats --json a/entries.jsonl b/entries.jsonl`,
		Args: wantPaths("PATH", "switchyard stats dataset", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(cmd, cfg.Workers); err != nil {
				return err
			}
			cfg.Paths, cfg.Changed = args, c.changed
			if talk {
				report, err := datasets.Language(cmd.Context(), cfg)
				if err != nil {
					return err
				}
				return c.show(asJSON, report, func() { c.printLanguage(report) }, nil)
			}
			report, err := datasets.Stats(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			return c.show(asJSON, report, func() { c.printStats(report) }, nil)
		},
	}
	cmd.Flags().IntVar(&cfg.Workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&talk, "language", false, "count how users talk, with goals")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the figures as JSON")
	return cmd
}

// printStats prints the figures for people.
func (c *console) printStats(r *stats.Report) {
	c.printf("%s, %s, %s\n", count(r.Entries, "entry", "entries"), count(r.Missions, "mission", "missions"), count(r.Calls, "call", "calls"))
	if r.Entries == 0 {
		return
	}
	c.title("missions")
	c.balance("types", names(mission.Types()), r.Types)
	c.balance("patterns", names(mission.Patterns()), r.Patterns)
	c.balance("relations", names(mission.Relations()), r.Relations)
	c.title("how they refer")
	c.shares(r.Ways)
	c.title("why chats need no tool")
	c.shares(r.Chats)
	c.title("entries by toolset")
	c.shares(r.Toolsets)
	if len(r.Scenarios) > 0 {
		c.title("calls by scenario")
		c.shares(r.Scenarios)
	}
	c.title("calls by tool, most and least")
	c.extremes(r.Tools, 10)
	if len(r.Unused) == 0 {
		c.printf("  every tool is called\n")
	} else {
		c.printf("  never called: %s\n", printable(strings.Join(r.Unused, ", ")))
	}
	c.title("requests")
	c.table(func(w io.Writer) {
		for _, s := range []struct {
			name string
			sketch.Share
		}{{"distinct", r.Requests.Distinct}, {"distinct after values are masked", r.Requests.Masked}, {"distinct-1 (words)", r.Requests.Distinct1}, {"distinct-2 (pairs of words)", r.Requests.Distinct2}} {
			about := ""
			if s.Estimated {
				about = "about "
			}
			fmt.Fprintf(w, "  %s\t%s%.1f %%\t%s of %s\n", s.name, about, 100*s.Share.Share, thousands(s.Different), thousands(s.Of))
		}
	})
	c.title("most frequent requests, values masked")
	c.table(func(w io.Writer) {
		for _, f := range r.Requests.Most {
			fmt.Fprintf(w, "  %s\t%.2f %%\t%s\n", thousands(f.Count), 100*f.Share, printable(f.Text))
		}
	})
	c.title("words in a request")
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "  tone\trequests\tmean\t10 %\tmedian\t90 %\tmost")
		for _, l := range r.Lengths {
			fmt.Fprintf(w, "  %s\t%s\t%.1f\t%d\t%d\t%d\t%d\n", printable(l.Tone), thousands(l.Count), l.Mean, l.P10, l.Median, l.P90, l.Most)
		}
	})
	c.title("graphs, in missions")
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "  calls\t%s\n", byNumber(r.PerCalls))
		fmt.Fprintf(w, "  depth\t%s\n", byNumber(r.Depths))
		fmt.Fprintf(w, "  width\t%s\n", byNumber(r.Widths))
		var paths []string
		for _, b := range r.Paths {
			paths = append(paths, fmt.Sprintf("%s: %s", b.Paths, thousands(b.Count)))
		}
		fmt.Fprintf(w, "  paths\t%s\n", strings.Join(paths, ", "))
	})
	c.title("answers of tools")
	c.shares(r.Statuses)
}

// byNumber writes "1: 640, 2: 480".
func byNumber(counts map[int]int) string {
	var parts []string
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d: %s", n, thousands(counts[n])))
	}
	return strings.Join(parts, ", ")
}

// mostFirst lists the keys by descending count.
func mostFirst(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// total adds up counts.
func total(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// shares prints counts with their shares, in descending order.
func (c *console) shares(counts map[string]int) {
	all := max(1, total(counts))
	c.table(func(w io.Writer) {
		for _, key := range mostFirst(counts) {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%\n", printable(key), thousands(counts[key]), 100*float64(counts[key])/float64(all))
		}
	})
}

// extremes prints the largest and the smallest counts, without zeros.
func (c *console) extremes(counts map[string]int, each int) {
	keys := slices.DeleteFunc(mostFirst(counts), func(key string) bool { return counts[key] == 0 })
	c.table(func(w io.Writer) {
		for i, key := range keys {
			switch {
			case len(keys) <= 2*each, i < each, i >= len(keys)-each:
				fmt.Fprintf(w, "  %s\t%s\n", printable(key), thousands(counts[key]))
			case i == each:
				fmt.Fprintf(w, "  …\t\n")
			}
		}
	})
}
