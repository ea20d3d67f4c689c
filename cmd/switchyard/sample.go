package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/subset"
)

func (c *console) sampleCommand() *cobra.Command {
	var (
		flags   deriveFlags
		cfg     datasets.SampleConfig
		balance string
	)
	cmd := &cobra.Command{
		Use:   "sample PATH -n N --out FOLDER [flags]",
		Short: "Draw a balanced sample of a dataset",
		Long: `Draw N entries of a dataset. All switch paths, action types, toolsets or relations
occur equally often in the sample, as far as the dataset allows. With --balance none,
every entry has the same chance. Types and relations are counted in missions. The same
entries and the same seed give the same sample, in whatever order the entries are.

PATH is a run folder or a file in the native format. The lines are written as they
are, in their order, into FOLDER/entries.jsonl, or to standard output with --out -;
FOLDER/origin.json says where they come from.

If FOLDER holds the result of the same command with the same settings, that result is
replaced. If it holds only other files, nothing is written. With --force, a result of
any split, merge, filter or sample is replaced, and other files stay.

` + exitCodes,
		Example: `  switchyard sample dataset -n 500 --balance path --out small
  switchyard sample dataset -n 20 --balance none --seed 7 --out - | less`,
		Args: wantPaths("PATH", "switchyard sample dataset -n 500 --out small", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case !cmd.Flags().Changed("n"):
				return misuse("for example -n 500", "%s needs -n N, the number of entries", cmd.CommandPath())
			case cfg.N < 1:
				return misuse("for example -n 500", "-n must be at least 1, is %d", cfg.N)
			}
			if err := flags.check(c, cmd); err != nil {
				return err
			}
			cfg.Balance = subset.Balance(balance)
			if known := subset.Balances(); !slices.Contains(known, cfg.Balance) {
				return misuse(didYouMean(balance, names(known)), "--balance: no balance is called %q", balance)
			}
			cfg.Path, cfg.Target, cfg.Workers, cfg.Changed = args[0], flags.target, flags.workers, c.changed
			made, err := datasets.Sample(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			return flags.done(c, made.Origin, func() { c.printSample(made.Sample, cfg.Balance) })
		},
	}
	cmd.Flags().IntVarP(&cfg.N, "n", "n", 0, "draw `N` entries")
	cmd.Flags().StringVar(&balance, "balance", string(subset.Path), "make each `WHAT` equally frequent: path, type, toolset, relation or none")
	cmd.Flags().Uint64Var(&cfg.Seed, "seed", 1, "draw with seed `N`")
	flags.add(cmd, "print what was done as JSON")
	return cmd
}

// printSample prints what a sample holds.
func (c *console) printSample(s *subset.Sample, balance subset.Balance) {
	if balance == subset.None {
		c.printf("%s of %s drawn\n", thousands(s.Entries), count(s.Had["entries"], "entry", "entries"))
		return
	}
	least, most := s.Spread()
	often := count(least, "time", "times")
	if least < most {
		often = fmt.Sprintf("%s to %s times", thousands(least), thousands(most))
	}
	nouns := map[subset.Balance]string{subset.Path: "switch paths", subset.Type: "types", subset.Toolset: "toolsets", subset.Relation: "relations"}
	c.printf("%s drawn; %s %s, each %s\n", count(s.Entries, "entry", "entries"), thousands(len(s.Counts)), nouns[balance], often)
	if len(s.Counts) > 30 {
		return
	}
	c.table(func(w io.Writer) {
		for _, name := range slices.Sorted(maps.Keys(s.Counts)) {
			fmt.Fprintf(w, "  %s\t%s\tof %s\n", printable(name), thousands(s.Counts[name]), thousands(s.Had[name]))
		}
	})
}
