package main

import (
	"strings"

	"github.com/spf13/cobra"

	"switchyard/tools/describe"
)

func (c *console) toolsDiffCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [flags]",
		Short: "Compare toolsets",
		Long: `Show how two toolsets, or files or folders of them, differ for an agent that is
offered them: tools that were added or removed, and changed descriptions,
parameters, answers and effects. Wordings are not compared.

` + exitCodes,
		Example: `  switchyard tools diff petstore-v2.yaml petstore-v3.yaml
  switchyard tools diff old-tools new-tools --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misuse("for example: switchyard tools diff old.yaml new.yaml", "%s takes two toolsets, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			before, err := c.toolsetsOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			after, err := c.toolsetsOf(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			changes := describe.Diff(before, after)
			var problem error
			if len(changes) > 0 {
				problem = found("switchyard tools diff "+quotedWords(args)+" lists them", "%s", count(len(changes), "difference", "differences"))
			}
			return c.show(asJSON, struct {
				Same    bool              `json:"same"`
				Changes []describe.Change `json:"changes"`
			}{len(changes) == 0, changes}, func() { c.printDiff(changes) }, problem)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(cmd.Flags())
	return cmd
}

func (c *console) printDiff(changes []describe.Change) {
	if len(changes) == 0 {
		c.printf("no difference\n")
		return
	}
	p := paint{c.colour}
	for _, change := range changes {
		name := printable(change.Toolset) + " " + printable(change.Tool)
		switch change.Kind {
		case describe.Added:
			c.printf("%s\n", p.green("+ "+name))
		case describe.Removed:
			c.printf("%s\n", p.red("- "+name))
		default:
			c.printf("~ %s: %s\n", name, printable(strings.Join(change.What, "; ")))
		}
	}
}
