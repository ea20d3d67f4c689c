package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/split"
)

func (c *console) splitCommand() *cobra.Command {
	var (
		flags      deriveFlags
		cfg        datasets.SplitConfig
		by, shares string
	)
	cmd := &cobra.Command{
		Use:   "split PATH --out FOLDER [flags]",
		Short: "Divide a dataset into sides such as train and test, without leaks",
		Long: `Divide a dataset into sides. With --by toolset, tool or path, no toolset, tool or
switch path is on two sides; with --by random, entries are divided at random. Requests
that are near duplicates, with their values masked, are never on two sides. With --by
random, near duplicates stay together. Otherwise only the side that has most of them
keeps its own; those on other sides are left out and listed. If the shares cannot be
met, the report says by how much. The same entries and seed give the same sides,
whatever the order of the entries.

PATH is a run folder or a file in the native format. Each side is written into
FOLDER/SIDE/entries.jsonl, with the lines as they are, in their order.
FOLDER/origin.json says where they come from. FOLDER/leaks.json says what the sides
have in common. For that, the written files are searched separately: if the search
finds an id, a request or a near duplicate on two sides after all, the exit code is 1.

If FOLDER holds the result of the same command with the same settings, that result is
replaced. If it holds only other files, nothing is written. With --force, a result of
any split, merge, filter or sample is replaced, and other files stay.

` + exitCodes,
		Example: `  switchyard split dataset --out parts
  switchyard split dataset --by toolset --shares train=0.8,validation=0.1,test=0.1 --out parts
  switchyard split dataset --test-toolsets travel/flight_inquiry,finance/stocks --out parts`,
		Args: wantPaths("PATH", "switchyard split dataset --out parts", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(c, cmd); err != nil {
				return err
			}
			cfg.By = split.By(by)
			if len(cfg.Test) > 0 {
				if cmd.Flags().Changed("shares") {
					return misuse("leave one of them out", "--shares and --test-toolsets exclude each other")
				}
				if cmd.Flags().Changed("by") && cfg.By != split.ByToolset {
					return misuse("leave --by out", "--test-toolsets divides by toolset, not by %s", by)
				}
				cfg.By, cfg.Shares = split.ByToolset, nil
			} else {
				var err error
				if cfg.Shares, err = split.ParseShares(shares); err != nil {
					return fmt.Errorf("--shares: %w", err)
				}
				cfg.Test = nil
			}
			cfg.Path, cfg.Target, cfg.Workers, cfg.Changed = args[0], flags.target, flags.workers, c.changed
			made, err := datasets.Split(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			err = flags.done(c, struct {
				OK     bool             `json:"ok"`
				Origin *datasets.Origin `json:"origin"`
				Leaks  *split.Leaks     `json:"leaks"`
			}{made.Leaks.Clean(), made.Origin, made.Leaks}, func() {
				c.printPlan(made.Plan, datasets.OriginName)
				c.printLeaks(made.Leaks)
			})
			return cmp.Or(err, leaked(made.Leaks, filepath.Join(flags.target.Folder, datasets.LeaksName)))
		},
	}
	cmd.Flags().StringVar(&by, "by", string(split.ByRandom), "keep each `WHAT` on one side: toolset, tool or path; random keeps only near duplicates together")
	cmd.Flags().StringVar(&shares, "shares", "train=0.9,test=0.1", "the sides and their `SHARES` of the entries")
	cmd.Flags().StringSliceVar(&cfg.Test, "test-toolsets", nil, "put the toolsets `NAMES` on the side test, and all others on train")
	cmd.Flags().Uint64Var(&cfg.Seed, "seed", 1, "divide with seed `N`")
	flags.add(cmd, "print what was done, and the leak report, as JSON")
	return cmd
}

// leaked is the failure of a division whose sides have in common what they must not; nil if
// they do not. file lists it.
func leaked(leaks *split.Leaks, file string) error {
	if leaks == nil || leaks.Clean() {
		return nil
	}
	var kinds []string
	for _, k := range leaks.Kinds() {
		if k.Never && k.On > 0 {
			kinds = append(kinds, count(k.On, k.One, k.Name))
		}
	}
	return found(file+" lists them", "on two sides: %s", join(kinds))
}

// mostLeft is the most entries on no side that are listed.
const mostLeft = 5

// printPlan prints how a dataset was divided; listed is the file with all entries
// that are on no side.
func (c *console) printPlan(p *split.Plan, listed string) {
	what := map[split.By]string{split.ByRandom: "at random", split.ByToolset: "by toolset", split.ByTool: "by tool", split.ByPath: "by switch path"}[p.By]
	c.printf("%s divided %s, in %s; the largest has %s\n\n", count(p.Entries, "entry", "entries"), what, count(p.Groups, "group", "groups"), thousands(p.Largest))
	c.table(func(w io.Writer) {
		for _, side := range p.Sides {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%%s\n", printable(side.Name), thousands(side.Entries), 100*side.Share, offBy(side))
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

// printLeaks prints what sides have in common.
func (c *console) printLeaks(leaks *split.Leaks) {
	p := paint{c.colour}
	c.title("on two sides")
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

// offBy writes how far the share of a side is from the requested one.
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
