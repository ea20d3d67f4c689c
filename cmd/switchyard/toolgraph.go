package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/tools/links"
)

func (c *console) toolsGraphCommand() *cobra.Command {
	var format string
	var names []string
	for _, f := range links.Formats() {
		names = append(names, string(f))
	}
	cmd := &cobra.Command{
		Use:   "graph NAME|FILE [flags]",
		Short: "Draw which tools lead to which",
		Long: `Draw which tools of a toolset lead to which: because one returns an identifier
that another takes, or because the toolset declares their order. Inferred links say
how sure they are, from 0 to 1. A parameter that could mean several things is listed
separately and has no link.

NAME is a built-in toolset; FILE is one of your own. Fields are JSON pointers into
the answer of a tool, with * for any element of a list.

` + exitCodes,
		Example: `  switchyard tools graph travel/flight_inquiry
  switchyard tools graph my-tools.yaml --format dot | dot -Tsvg > my-tools.svg`,
		Args: wantPaths("NAME or FILE", "switchyard tools graph travel/flight_inquiry", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(names, format) {
				return misuse("the formats are "+strings.Join(names, ", "), "--format cannot be %q", format)
			}
			sets, err := c.toolsetsOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if format != string(links.Text) && len(sets) > 1 {
				return misuse(fmt.Sprintf("name one of them, for example %s, or draw them as text", sets[0].Name),
					"%s holds %d toolsets, and %s draws one", args[0], len(sets), format)
			}
			for i, set := range sets {
				c.rule(i)
				if err := links.Draw(c.stdout, links.Format(format), set); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", names[0], "draw as `FORMAT`: "+strings.Join(names, ", "))
	return cmd
}
