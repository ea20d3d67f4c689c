package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/mission"
)

// jsonReport is the report of a run for programs.
type jsonReport struct {
	OK        bool                `json:"ok"`
	Out       string              `json:"out"`
	Planned   int                 `json:"planned"`
	Accepted  int                 `json:"accepted"`
	Rejected  map[string]int      `json:"rejected"`
	Failed    map[string]int      `json:"failed"`
	Resumed   int                 `json:"resumed"`
	Unchanged bool                `json:"unchanged"`
	Coverage  []manifest.Coverage `json:"coverage"`
	Balance   manifest.Balance    `json:"balance"`
	Files     []manifest.File     `json:"files"`
	Usage     []jsonUse           `json:"usage,omitempty"`
}

func reportOf(r *gen.Report, prices *config.Prices) jsonReport {
	return jsonReport{r.Accepted == r.Planned, r.Out, r.Planned, r.Accepted, r.Rejected, r.Failed, r.Resumed, r.Unchanged, r.Coverage, r.Balance, r.Files, usesOf(r.Usage, prices)}
}

// printReport prints the report of a run for people; exports says that the run will
// be exported next.
func (c *console) printReport(r *gen.Report, prices *config.Prices, exports bool) {
	if r.Unchanged {
		what := map[bool]string{false: "nothing was changed", true: "only its export is made"}[exports]
		c.printf("%s holds this run already, finished; %s\n\n", printable(r.Out), what)
	}
	if r.Resumed > 0 {
		c.printf("%s had been made before the run was stopped\n\n", count(r.Resumed, "entry", "entries"))
	}
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "planned\t%s\n", thousands(r.Planned))
		fmt.Fprintf(w, "accepted\t%s\n", thousands(r.Accepted))
		reasons(w, "rejected", r.Rejected)
		reasons(w, "failed", r.Failed)
	})
	c.title("coverage")
	c.table(func(w io.Writer) {
		for _, cov := range r.Coverage {
			fmt.Fprintf(w, "  MSSS_%d\t%.1f %%\t%s of %s switch paths\n", cov.Missions, 100*cov.MSSS, thousands(cov.Covered), thousands(cov.Paths))
		}
	})
	c.title("balance, in missions")
	c.balance("types", names(mission.Types()), r.Balance.Types)
	c.balance("patterns", names(mission.Patterns()), r.Balance.Patterns)
	c.balance("relations", names(mission.Relations()), r.Balance.Relations)
	if len(r.Usage) > 0 {
		c.title("models")
		c.printUsage(r.Usage, prices, false)
	}
	c.title("files")
	c.table(func(w io.Writer) {
		for _, f := range r.Files {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", printable(filepath.Join(r.Out, f.Name)), count(f.Entries, "line", "lines"), size(f.Bytes))
		}
	})
	if r.Accepted != r.Planned {
		c.printf("\nthe reasons stand in %s\n", printable(filepath.Join(r.Out, "rejected.jsonl")))
	}
	if len(r.Failed) > 0 {
		c.printf("--force makes the run again, with what failed; stored answers are not paid for twice\n")
	}
}

func names[T ~string](list []T) []string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = string(w)
	}
	return words
}

// table aligns columns that are separated by tabs.
func (c *console) table(rows func(io.Writer)) {
	if c.quiet {
		return
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	rows(w)
	_ = w.Flush() // errors of standard output stick and are reported at the end
}

func reasons(w io.Writer, what string, by map[string]int) {
	fmt.Fprintf(w, "%s\t%s\n", what, thousands(total(by)))
	for _, reason := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "  %s\t%s\n", printable(reason), thousands(by[reason]))
	}
}

// balance prints one line: "types  single 256 (25.0 %), multi …".
func (c *console) balance(group string, known []string, counts map[string]int) {
	all := total(counts)
	if all == 0 {
		return
	}
	var parts []string
	for _, name := range known {
		parts = append(parts, fmt.Sprintf("%s %s (%.1f %%)", name, thousands(counts[name]), 100*float64(counts[name])/float64(all)))
	}
	c.printf("  %-10s  %s\n", group, join(parts))
}

// size writes a number of bytes for people.
func size(n int64) string {
	const unit = 1024
	switch {
	case n < unit:
		return fmt.Sprintf("%d B", n)
	case n < unit*unit:
		return fmt.Sprintf("%.1f KiB", float64(n)/unit)
	case n < unit*unit*unit:
		return fmt.Sprintf("%.1f MiB", float64(n)/(unit*unit))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(unit*unit*unit))
}
