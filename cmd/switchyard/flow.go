package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/forms"
)

func (c *console) flowCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "flow",
		Short: "Look at workflows and check them",
		Long: `Look at workflows: what an assistant has to do for one scenario, in which order and
under which conditions. There is one for each scenario of the built-in toolsets, and
you can write your own (docs/workflows.md).`,
		Example: `  switchyard flow list
  switchyard flow show flight_booking
  switchyard flow show flight_booking --as flowchart
  switchyard flow check my.flow.yaml`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelp,
	}
	cmd.AddCommand(c.flowListCommand(), c.flowShowCommand(), c.flowCheckCommand(), c.flowGenerateCommand(), c.flowEvalCommand(), c.flowImportCommand(), c.flowExportCommand(), c.flowWorfEvalCommand(), c.flowScoreCommand())
	return cmd
}

// flowsOf loads the workflows that words on the command line mean, or all built-in ones.
func flowsOf(ctx context.Context, words []string) (all []*flow.Workflow, err error) {
	if len(words) == 0 {
		return find.Builtin()
	}
	for _, word := range words {
		more, err := find.Workflows(ctx, word)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// listedFlow is a workflow in a list.
type listedFlow struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Toolset  string `json:"toolset"`
	Scenario string `json:"scenario,omitempty"`
	Nodes    int    `json:"nodes"`
	Edges    int    `json:"edges"`
	Ways     int    `json:"ways"` // from the start to an end, with one loop at most
}

func listFlows(all []*flow.Workflow) ([]listedFlow, error) {
	list := make([]listedFlow, len(all))
	for i, w := range all {
		space, err := flow.SpaceOf(w)
		if err != nil {
			return nil, err
		}
		list[i] = listedFlow{w.Name, w.Title, w.Set.Name, w.Scenario, len(w.Nodes), len(space.Edges), len(space.Ways)}
	}
	return list, nil
}

func (c *console) flowListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [NAME|PATH]... [flags]",
		Short: "List workflows",
		Long: `List the built-in workflows, or those that words mean: the name of a workflow, of a
toolset or of a domain, a file, or a folder. For each, the list counts its nodes, its
edges, and the ways from its start to an end that go back at most once.

` + exitCodes,
		Example: "  switchyard flow list\n  switchyard flow list travel\n  switchyard flow list --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := flowsOf(cmd.Context(), args)
			if err != nil {
				return err
			}
			list, err := listFlows(all)
			if err != nil {
				return err
			}
			return c.show(asJSON, list, func() { c.printFlows(list) }, nil)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *console) printFlows(list []listedFlow) {
	nodes, edges, ways := 0, 0, 0
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "NAME\tTITLE\tTOOLSET\tNODES\tEDGES\tWAYS")
		for _, f := range list {
			nodes, edges, ways = nodes+f.Nodes, edges+f.Edges, ways+f.Ways
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\n", printable(f.Name), printable(f.Title), printable(f.Toolset), f.Nodes, f.Edges, f.Ways)
		}
	})
	c.printf("\n%s, %s, %s, %s\n", count(len(list), "workflow", "workflows"), count(nodes, "node", "nodes"), count(edges, "edge", "edges"), count(ways, "way", "ways"))
}

func (c *console) flowShowCommand() *cobra.Command {
	as := string(forms.Text)
	cmd := &cobra.Command{
		Use:   "show NAME|PATH [flags]",
		Short: "Show a workflow as prose, code, flowchart or PDL",
		Long: `Show a workflow in one of the forms in which agents are given it:

  text       numbered prose
  code       Python, one function for each step
  flowchart  a flowchart for Mermaid
  pdl        the procedure description language of FlowAgent
  yaml       a workflow file, with what users say

` + exitCodes,
		Example: `  switchyard flow show flight_booking
  switchyard flow show flight_booking --as flowchart
  switchyard flow show my.flow.yaml --as pdl`,
		Args: wantPaths("NAME or PATH", "switchyard flow show flight_booking", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			form, err := formOf(as)
			if err != nil {
				return err
			}
			all, err := find.Workflows(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			for i, w := range all {
				c.rule(i)
				if err := c.printDocument(string(form), []byte(forms.Write(w, form))); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&as, "as", as, "the `FORM`: "+strings.Join(formNames(), ", "))
	return cmd
}

func formNames() []string {
	var all []string
	for _, f := range forms.All() {
		all = append(all, string(f))
	}
	return all
}

// formOf reads the name of a form.
func formOf(name string) (forms.Form, error) {
	for _, f := range forms.All() {
		if string(f) == name {
			return f, nil
		}
	}
	return "", misuse("the forms are "+strings.Join(formNames(), ", "), "there is no form %q", name)
}
