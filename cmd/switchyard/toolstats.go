package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"switchyard/tools"
)

func (c *console) toolsStatsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats NAME|FILE... [flags]",
		Short: "Count what toolsets hold",
		Long: `Count what toolsets hold: tools by effect, parameters by type, how many parameters
are required and how many take what another tool returns, things that the tools
handle, and topics that people ask nearby.`,
		Example: `  switchyard tools stats travel
  switchyard tools stats tools --json`,
		Args: wantPaths("NAME or FILE", "switchyard tools stats travel", 0),
		RunE: func(_ *cobra.Command, args []string) error {
			var sets []*tools.Toolset
			for _, arg := range args {
				more, err := toolsetsOf(arg)
				if err != nil {
					return err
				}
				sets = append(sets, more...)
			}
			counted := countToolsets(sets)
			if asJSON {
				return c.printJSON(counted)
			}
			c.printToolStats(&counted)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// toolStats is what toolsets hold.
type toolStats struct {
	Toolsets   int            `json:"toolsets"`
	Inferred   int            `json:"inferred_toolsets"` // of which meaning is inferred
	Domains    map[string]int `json:"domains"`           // toolsets
	Tools      int            `json:"tools"`
	Effects    map[string]int `json:"effects"` // tools
	Entities   int            `json:"entities"`
	Topics     int            `json:"topics"`
	Parameters int            `json:"parameters"`
	Types      map[string]int `json:"types"` // parameters
	Required   int            `json:"required"`
	Linked     int            `json:"linked"` // parameters that take what another tool returns
	Chains     int            `json:"chains"` // tools with such a parameter
}

func countToolsets(sets []*tools.Toolset) toolStats {
	s := toolStats{Toolsets: len(sets), Domains: map[string]int{}, Effects: map[string]int{}, Types: map[string]int{}}
	for _, set := range sets {
		if set.Inferred {
			s.Inferred++
		}
		if set.Domain != "" {
			s.Domains[set.Domain]++
		}
		s.Tools += len(set.Tools)
		s.Entities += len(set.Entities)
		s.Topics += len(set.Topics)
		for i, shown := range describeToolset(set).Offered {
			t := set.Tools[i]
			s.Effects[string(t.Effect)]++
			s.Linked += len(shown.Takes)
			s.Chains += min(1, len(shown.Takes))
			for _, p := range t.Params {
				s.Parameters++
				s.Types[p.Type]++
				if p.Required {
					s.Required++
				}
			}
		}
	}
	return s
}

func (c *console) printToolStats(s *toolStats) {
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
		names := slices.SortedFunc(maps.Keys(list.by), func(a, b string) int {
			if d := list.by[b] - list.by[a]; d != 0 {
				return d
			}
			if a < b {
				return -1
			}
			return 1
		})
		c.table(func(w io.Writer) {
			for _, name := range names {
				fmt.Fprintf(w, "  %s\t%s\n", printable(name), thousands(list.by[name]))
			}
		})
	}
}
