package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"switchyard/tools"
)

func (c *console) toolsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "Look at toolsets and check them",
		Long: `Look at the built-in toolsets and at your own, and check your own.

A toolset is a YAML or JSON file: its tools, the things that they handle, and
how people speak of both.`,
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
		Long:    "List the built-in toolsets with the number of their tools, of the kinds of things\nthat they handle, and of the topics that people ask nearby.",
		Example: "  switchyard tools list\n  switchyard tools list --json",
		Args:    wantNothing,
		RunE: func(*cobra.Command, []string) error {
			sets, err := tools.CatalogAll()
			if err != nil {
				return err
			}
			if asJSON {
				return c.printJSON(listOf(sets))
			}
			return c.printToolsets(sets)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

type listedToolset struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Domain    string   `json:"domain"`
	Scenarios []string `json:"scenarios"`
	Tools     int      `json:"tools"`
	Entities  int      `json:"entities"`
	Topics    int      `json:"topics"`
	SHA256    string   `json:"sha256"`
}

func listOf(sets []*tools.Toolset) []listedToolset {
	list := make([]listedToolset, len(sets))
	for i, s := range sets {
		list[i] = listedToolset{s.Name, s.Title, s.Domain, append([]string{}, s.Scenarios...), len(s.Tools), len(s.Entities), len(s.Topics), s.Hash}
	}
	return list
}

func (c *console) printToolsets(sets []*tools.Toolset) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tTITLE\tTOOLS\tENTITIES\tTOPICS")
	total := 0
	for _, s := range sets {
		total += len(s.Tools)
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\n", printable(s.Name), printable(s.Title), len(s.Tools), len(s.Entities), len(s.Topics))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	c.printf("\n%s, %s\n", count(len(sets), "toolset", "toolsets"), count(total, "tool", "tools"))
	return nil
}

func (c *console) toolsCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE... [flags]",
		Short: "Check toolset files",
		Long: `Check toolset files, or all toolset files of folders. Everything that is wrong is
told at once, as FILE:LINE:COLUMN: MESSAGE, with what to do about it.

` + exitCodes,
		Example: `  switchyard tools check my-tools.yaml
  switchyard tools check --json toolsets/`,
		Args: wantPaths("FILE", "switchyard tools check my-tools.yaml", 0),
		RunE: func(_ *cobra.Command, args []string) error {
			var files []string
			for _, arg := range args {
				more, err := toolsetFiles(arg)
				if err != nil {
					return err
				}
				files = append(files, more...)
			}
			return c.checkToolsets(files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// checkedFile is what came of checking a toolset file.
type checkedFile struct {
	File     string           `json:"file"`
	Toolsets []listedToolset  `json:"toolsets"`
	Problems []toolsetProblem `json:"problems"`
}

type toolsetProblem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (c *console) checkToolsets(files []string, asJSON bool) error {
	checked := make([]checkedFile, len(files))
	problems, broken := 0, 0
	for i, file := range files {
		var err error
		if checked[i], err = checkToolset(file); err != nil {
			return err
		}
		problems += len(checked[i].Problems)
		if len(checked[i].Problems) > 0 {
			broken++
		}
	}
	if asJSON {
		report := struct {
			OK       bool          `json:"ok"`
			Problems int           `json:"problems"`
			Files    []checkedFile `json:"files"`
		}{problems == 0, problems, checked}
		if err := c.printJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range checked {
			c.printChecked(f)
		}
		if len(files) > 1 && broken > 0 {
			c.printf("\nchecked %s: %s in %d of them\n", count(len(files), "file", "files"), count(problems, "problem", "problems"), broken)
		} else if len(files) > 1 {
			c.printf("\nchecked %s: no problems\n", count(len(files), "file", "files"))
		}
	}
	if problems > 0 {
		return found()
	}
	return nil
}

// checkToolset checks one file. The error is not about what is in it.
func checkToolset(file string) (checkedFile, error) {
	checked := checkedFile{File: file, Toolsets: []listedToolset{}, Problems: []toolsetProblem{}}
	sets, err := loadToolsets(file)
	var problems tools.Problems
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			checked.Problems = append(checked.Problems, toolsetProblem{p.File, p.Line, p.Column, p.Message, p.Hint})
		}
	case err != nil:
		return checked, err
	}
	checked.Toolsets = append(checked.Toolsets, listOf(sets)...)
	return checked, nil
}

func (c *console) printChecked(f checkedFile) {
	p := paint{c.colour}
	for _, problem := range f.Problems {
		hint := problem.Hint
		problem := tools.Problem{File: problem.File, Line: problem.Line, Column: problem.Column, Message: problem.Message}
		c.printf("%s\n", printable(problem.String()))
		if hint != "" {
			c.printf("  %s\n", p.faint("hint: "+printable(hint)))
		}
	}
	for _, s := range f.Toolsets {
		c.printf("%s: %s: %s, %s, %s\n", printable(f.File), printable(s.Name), p.green("no problems"),
			count(s.Tools, "tool", "tools"), count(s.Entities, "entity", "entities"))
	}
}

func (c *console) toolsShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME|FILE [flags]",
		Short: "Show the tools of a toolset",
		Long: `Show what a toolset knows: for every tool its parameters, what it returns and
does, what must come before it, and some of the ways in which people ask for it.

NAME is a built-in toolset; FILE is one of your own.`,
		Example: `  switchyard tools show travel/flight_inquiry
  switchyard tools show --json my-tools.yaml`,
		Args: wantPaths("NAME or FILE", "switchyard tools show travel/flight_inquiry", 1),
		RunE: func(_ *cobra.Command, args []string) error {
			sets, err := toolsetsOf(args[0])
			if err != nil {
				return err
			}
			var shown []shownToolset
			for _, s := range sets {
				shown = append(shown, describeToolset(s))
			}
			switch {
			case asJSON && len(shown) == 1:
				return c.printJSON(shown[0])
			case asJSON:
				return c.printJSON(shown)
			}
			for i := range shown {
				if i > 0 {
					c.printf("\n%s\n\n", strings.Repeat("-", 72))
				}
				c.printToolset(&shown[i])
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
