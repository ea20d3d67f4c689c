package main

import (
	"github.com/spf13/cobra"

	"switchyard/datasets"
)

func (c *console) treeCommand() *cobra.Command {
	var entry string
	options := datasets.DrawOptions{More: "--max 0 draws all"}
	cmd := &cobra.Command{
		Use:   "tree PATH --entry ID [flags]",
		Short: "Draw the decision trees of an entry",
		Long: `Draw, for every mission of an entry, the tree of all orders in which its calls
may be made: each way from the top to a leaf is one path. Calls on one line are
made at once. A star marks the optimal paths, which have the fewest steps.

PATH is a run folder, or a file in the native or the MMTB format. Calls and
missions are numbered from 1.

` + exitCodes,
		Example: `  switchyard tree dataset --entry s1.multi.chat-001
  switchyard tree dataset/mmtb.jsonl --entry s1.multi.chat-001 --mission 1 --max 0`,
		Args: wantPaths("PATH", "switchyard tree dataset --entry ID", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case options.Most < 0:
				return misuse("0 draws all paths", "--max cannot be negative")
			case options.Mission < 0 || cmd.Flags().Changed("mission") && options.Mission == 0:
				return misuse("the first mission is 1", "--mission must be at least 1")
			}
			e, err := datasets.Find(cmd.Context(), args[0], entry)
			if err != nil {
				return err
			}
			if n := len(e.Missions); options.Mission > n {
				return misuse("leave --mission out to draw all", "entry %s has %s, so there is no mission %d", e.ID, count(n, "mission", "missions"), options.Mission)
			}
			p := paint{c.colour}
			options.Clean, options.Bold, options.Faint, options.Star = printable, p.bold, p.faint, p.green
			return e.Draw(c.stdout, options)
		},
	}
	cmd.Flags().StringVar(&entry, "entry", "", "the entry's `ID`")
	cmd.Flags().IntVar(&options.Mission, "mission", 0, "draw only mission `N`")
	cmd.Flags().IntVar(&options.Most, "max", 100, "draw at most `N` paths a mission, optimal ones first; 0 for all")
	cmd.Flags().BoolVar(&options.ASCII, "ascii", false, "draw with ASCII characters only")
	return cmd
}
