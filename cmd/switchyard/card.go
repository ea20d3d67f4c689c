package main

import (
	"github.com/spf13/cobra"

	"switchyard/datasets/card"
)

func (c *console) cardCommand() *cobra.Command {
	var cfg card.Config
	cmd := &cobra.Command{
		Use:   "card FOLDER [flags]",
		Short: "Write the dataset card, with figures",
		Long: `Write the card of a dataset: README.md is the card as the Hugging Face Hub shows it,
and figures/ holds pictures of the dataset, as SVG and PNG, for light and for dark
pages. FOLDER is a run folder, a folder made by split, merge, filter or sample, or a
folder of exported files. Its other files are only read, and must not have changed
since they were written. The card also describes the export/ of a run folder.

The card says what can be loaded, how the dataset was made, how the plan was
fulfilled, what is covered, and what to be careful about. An export holds no entries,
so the card counts those of the files that the export was made from, if these files
have not changed. Use --from if the files were moved.

A README.md that switchyard did not write is replaced only with --force.

` + exitCodes,
		Example: `  switchyard card dataset
  switchyard card dataset --licence cc-by-4.0 --name "Travel missions"
  switchyard card corpus
  switchyard card corpus --from /data/runs/7`,
		Args: wantPaths("FOLDER", "switchyard card dataset", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(cmd, cfg.Workers); err != nil {
				return err
			}
			cfg.Folder = args[0]
			made, err := card.Write(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			c.printf("%s: the card of %s, with %s\n", printable(made.File), count(made.Entries, map[string]string{"entries": "entry", "sessions": "session"}[made.Unit], made.Unit), count(made.Figures, "figure", "figures"))
			if made.Missing != "" {
				c.printf("it has no figures and no counts, because %s; say with --from FOLDER where the entries are\n", printable(made.Missing))
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&cfg.Licence, "licence", "", "licence of the dataset: an `ID` as on the Hub (default: apache-2.0 if all toolsets are built in, otherwise unknown)")
	flags.StringVar(&cfg.Name, "name", "", "`NAME` of the dataset, as the title of the card")
	flags.StringVar(&cfg.From, "from", "", "the `FOLDER` that an export was made from, if it was moved")
	flags.IntVar(&cfg.Workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	flags.BoolVar(&cfg.Force, "force", false, "replace a README.md that switchyard did not write")
	addQuiet(flags)
	return cmd
}
