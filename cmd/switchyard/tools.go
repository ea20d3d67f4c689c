package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"switchyard/internal/progress"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/describe"
	"switchyard/tools/toolfile"
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

func (c *console) toolsCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE... [flags]",
		Short: "Check toolset files",
		Long: `Check toolset files, or all toolset files of folders. All problems are listed at
once, as FILE:LINE:COLUMN: MESSAGE, with what to do about each.

` + exitCodes,
		Example: `  switchyard tools check my-tools.yaml
  switchyard tools check --json toolsets/`,
		Args: wantPaths("FILE", "switchyard tools check my-tools.yaml", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := toolsetFiles(args)
			if err != nil {
				return err
			}
			return c.checkToolsets(cmd.Context(), files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(cmd.Flags())
	return cmd
}

func (c *console) checkToolsets(ctx context.Context, files []string, asJSON bool) error {
	checked := make([]describe.Checked, len(files))
	problems, broken := 0, 0
	counter := progress.Begin(ctx, progress.Part{Doing: "checking", Noun: "files", Total: int64(len(files))})
	defer counter.End()
	for i, file := range files {
		counter.Add(1)
		var err error
		if checked[i], err = describe.Check(file); err != nil {
			return err
		}
		problems += len(checked[i].Problems)
		if len(checked[i].Problems) > 0 {
			broken++
		}
	}
	counter.End()
	var problem error
	if problems > 0 {
		problem = found("switchyard tools check "+quotedWords(files)+" lists all", "%s in %s", count(problems, "problem", "problems"), count(broken, "file", "files"))
	}
	return c.show(asJSON, struct {
		OK       bool               `json:"ok"`
		Problems int                `json:"problems"`
		Files    []describe.Checked `json:"files"`
	}{problems == 0, problems, checked}, func() {
		for _, f := range checked {
			c.printChecked(f)
		}
		switch {
		case len(files) > 1 && broken > 0:
			c.printf("\nchecked %s: %s in %d of them\n", count(len(files), "file", "files"), count(problems, "problem", "problems"), broken)
		case len(files) > 1:
			c.printf("\nchecked %s: no problems\n", count(len(files), "file", "files"))
		}
	}, problem)
}

func (c *console) printChecked(f describe.Checked) {
	p := paint{c.colour}
	for _, problem := range f.Problems {
		at := toolfile.Problem{File: problem.File, Line: problem.Line, Column: problem.Column, Message: problem.Message}
		c.printf("%s\n", printable(at.String()))
		if problem.Hint != "" {
			c.printf("  %s\n", p.faint("hint: "+printable(problem.Hint)))
		}
	}
	for _, s := range f.Toolsets {
		c.printf("%s: %s: %s, %s, %s\n", printable(f.File), printable(s.Name), p.green("no problems"),
			count(s.Tools, "tool", "tools"), count(s.Entities, "entity", "entities"))
	}
}
