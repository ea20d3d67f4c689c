package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"switchyard/datasets"
)

func (c *console) mergeCommand() *cobra.Command {
	var (
		flags deriveFlags
		cfg   datasets.MergeConfig
	)
	cmd := &cobra.Command{
		Use:   "merge PATH... --out FOLDER [flags]",
		Short: "Put several datasets into one",
		Long: `Put the entries of several datasets into one, in the order in which they are
given. PATH is a run folder or a file in the native format. In the result, ids are
unique and no two entries open with the same request. If the datasets share ids or
opening requests, nothing is written. With --rename, later entries get a new id if
theirs is taken ("X" becomes "X.2"). With --drop-duplicates, later entries with the
same opening request are left out.

The entries are written into FOLDER/entries.jsonl, or to standard output with
--out -. FOLDER/origin.json says which lines come from where, and what was renamed
and left out.

If FOLDER holds the result of the same command with the same settings, that result is
replaced. If it holds only other files, nothing is written. With --force, a result of
any split, merge, filter or sample is replaced, and other files stay.

` + exitCodes,
		Example: `  switchyard merge a b --out both
  switchyard merge a/entries.jsonl more.jsonl --rename --drop-duplicates --out all`,
		Args: wantPaths("PATH", "switchyard merge a b --out both", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(c, cmd); err != nil {
				return err
			}
			cfg.Paths, cfg.Target, cfg.Workers, cfg.Changed = args, flags.target, flags.workers, c.changed
			made, err := datasets.Merge(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			return flags.done(c, made.Origin, func() { c.printMerged(made) })
		},
	}
	cmd.Flags().BoolVar(&cfg.Rename, "rename", false, "give new ids to later entries whose ids are taken")
	cmd.Flags().BoolVar(&cfg.DropDuplicates, "drop-duplicates", false, "leave out later entries that open with the same request")
	flags.add(cmd, "print what was done as JSON")
	return cmd
}

// printMerged prints what was merged.
func (c *console) printMerged(made *datasets.MergeReport) {
	total := 0
	for i, p := range made.Details.Parts {
		total += p.Kept()
		text := fmt.Sprintf("%s: %s of %s", printable(p.Path), thousands(p.Kept()), count(made.Origin.Inputs[i].Entries, "entry", "entries"))
		if p.Renamed > 0 {
			text += fmt.Sprintf(", %s renamed", thousands(p.Renamed))
		}
		if p.Dropped > 0 {
			text += fmt.Sprintf(", %s left out as duplicates", thousands(p.Dropped))
		}
		c.printf("%s\n", text)
	}
	c.printf("%s merged\n", count(total, "entry", "entries"))
}
