package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"switchyard/tools"
	"switchyard/tools/describe"
)

func (c *console) toolsStatsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats NAME|FILE... [flags]",
		Short: "Count what toolsets hold",
		Long: `Count what toolsets hold: tools by effect, parameters by type, how many parameters
are required and how many take what another tool returns, things that the tools
handle, and chat topics (related requests that need no tool).

` + exitCodes,
		Example: `  switchyard tools stats travel
  switchyard tools stats tools --json`,
		Args: wantPaths("NAME or FILE", "switchyard tools stats travel", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			var sets []*tools.Toolset
			for _, arg := range args {
				more, err := c.toolsetsOf(cmd.Context(), arg)
				if err != nil {
					return err
				}
				sets = append(sets, more...)
			}
			counted := describe.Count(sets)
			return c.show(asJSON, counted, func() { c.printToolStats(&counted) }, nil)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *console) printToolStats(s *describe.Counts) {
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "toolsets\t%s, of %s the meaning is inferred\n", thousands(s.Toolsets), thousands(s.Inferred))
		fmt.Fprintf(w, "tools\t%s\n", thousands(s.Tools))
		fmt.Fprintf(w, "entities\t%s\n", thousands(s.Entities))
		fmt.Fprintf(w, "topics\t%s\n", thousands(s.Topics))
		fmt.Fprintf(w, "parameters\t%s, %s of them required\n", thousands(s.Parameters), thousands(s.Required))
		fmt.Fprintf(w, "links\t%s parameters of %s take what another tool returns\n", thousands(s.Linked), count(s.Chains, "tool", "tools"))
	})
	for _, list := range []struct {
		title string
		by    map[string]int
	}{{"effects, in tools", s.Effects}, {"types, in parameters", s.Types}, {"domains, in toolsets", s.Domains}} {
		c.printf("\n%s\n", list.title)
		c.table(func(w io.Writer) {
			for _, name := range mostFirst(list.by) {
				fmt.Fprintf(w, "  %s\t%s\n", printable(name), thousands(list.by[name]))
			}
		})
	}
}
