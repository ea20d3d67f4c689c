package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/describe"
)

func (c *console) toolsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "Look at toolsets and check them",
		Long: `Look at the built-in toolsets and at your own, and check your own.

A toolset is a YAML or JSON file. It lists tools and the things that they handle,
and says how people speak of both.`,
		Example: `  switchyard tools list
  switchyard tools show travel/flight_inquiry
  switchyard tools check my-tools.yaml`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelp,
	}
	cmd.AddCommand(c.toolsListCommand(), c.toolsShowCommand(), c.toolsCheckCommand(), c.toolsStatsCommand(), c.toolsDiffCommand(), c.toolsImportCommand(), c.toolsRefineCommand(), c.toolsGraphCommand())
	return cmd
}

func (c *console) toolsListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list [flags]",
		Short:   "List the built-in toolsets",
		Long:    "List the built-in toolsets. For each, the list counts its tools, the kinds of\nthings that they handle, and the chat topics: related requests that need no tool.\n\n" + fewExitCodes,
		Example: "  switchyard tools list\n  switchyard tools list --json",
		Args:    wantNothing,
		RunE: func(*cobra.Command, []string) error {
			sets, err := catalog.All()
			if err != nil {
				return err
			}
			return c.show(asJSON, describe.List(sets), func() { c.printToolsets(sets) }, nil)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *console) printToolsets(sets []*tools.Toolset) {
	total := 0
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "NAME\tTITLE\tTOOLS\tENTITIES\tTOPICS")
		for _, s := range sets {
			total += len(s.Tools)
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\n", printable(s.Name), printable(s.Title), len(s.Tools), len(s.Entities), len(s.Topics))
		}
	})
	c.printf("\n%s, %s\n", count(len(sets), "toolset", "toolsets"), count(total, "tool", "tools"))
}
