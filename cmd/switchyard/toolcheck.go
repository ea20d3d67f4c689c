package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"switchyard/gen"
	"switchyard/internal/progress"
	"switchyard/tools"
	"switchyard/tools/describe"
	"switchyard/tools/toolfile"
)

func (c *console) toolsCheckCommand() *cobra.Command {
	var asJSON, noTrial, requests bool
	cmd := &cobra.Command{
		Use:   "check FILE... [flags]",
		Short: "Check toolset files and try the toolsets",
		Long: `Check toolset files, or all toolset files of folders. All problems are listed at
once, as FILE:LINE:COLUMN: MESSAGE, with what to do about each.

Then ten entries are made of each toolset without problems: one with each kind of
mission, and four with two missions. They are proved as verify does, and nothing is
written. The report says how many could be made, and what the toolset lacks for the
others. Few toolsets can do everything; it is a problem if no entry can be made, or
if one does not hold.

` + exitCodes,
		Example: `  switchyard tools check my-tools.yaml
  switchyard tools check my-tools.yaml --requests
  switchyard tools check --json toolsets/`,
		Args: wantPaths("FILE", "switchyard tools check my-tools.yaml", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := toolsetFiles(args)
			if err != nil {
				return err
			}
			checked, err := c.checkToolsets(cmd.Context(), files, noTrial)
			if err != nil {
				return err
			}
			return c.showChecked(files, checked, asJSON, requests)
		},
	}
	cmd.Flags().BoolVar(&noTrial, "no-trial", false, "only read the files; make no trial entries")
	cmd.Flags().BoolVar(&requests, "requests", false, "print the request with which each trial entry opens")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(cmd.Flags())
	return cmd
}

// checkedFile is a toolset file that was checked, and what its toolsets showed.
type checkedFile struct {
	describe.Checked
	Trials []gen.Tryout `json:"trials,omitempty"` // one for each toolset
}

// problems counts what is wrong.
func (f *checkedFile) problems() int {
	n := len(f.Problems)
	for _, t := range f.Trials {
		n += len(t.Problems)
	}
	return n
}

// checkToolsets checks files and tries their toolsets.
func (c *console) checkToolsets(ctx context.Context, files []string, noTrial bool) ([]checkedFile, error) {
	all := make([]checkedFile, len(files))
	var sets []*tools.Toolset
	counter := progress.Begin(ctx, progress.Part{Doing: "checking", Noun: "files", Total: int64(len(files))})
	defer counter.End()
	for i, file := range files {
		counter.Add(1)
		checked, err := describe.Check(ctx, file)
		if err != nil {
			return nil, err
		}
		all[i].Checked = checked
		sets = append(sets, checked.Sets...)
	}
	counter.End()
	if noTrial || len(sets) == 0 {
		return all, nil
	}
	trials, err := gen.TryOut(ctx, sets)
	if err != nil {
		return nil, err
	}
	for i := range all {
		n := len(all[i].Sets)
		all[i].Trials, trials = trials[:n], trials[n:]
		for _, t := range all[i].Trials {
			for _, err := range t.Faults {
				c.fault(err)
			}
		}
	}
	return all, nil
}

// showChecked prints what was found.
func (c *console) showChecked(names []string, files []checkedFile, asJSON, requests bool) error {
	problems, broken := 0, 0
	for i := range files {
		n := files[i].problems()
		if problems += n; n > 0 {
			broken++
		}
	}
	var problem error
	if problems > 0 {
		problem = found("switchyard tools check "+quotedWords(names)+" lists all", "%s in %s", count(problems, "problem", "problems"), count(broken, "file", "files"))
	}
	return c.show(asJSON, struct {
		OK       bool          `json:"ok"`
		Problems int           `json:"problems"`
		Files    []checkedFile `json:"files"`
	}{problems == 0, problems, files}, func() {
		for i := range files {
			c.printChecked(&files[i], requests)
		}
		switch {
		case len(files) > 1 && broken > 0:
			c.printf("\nchecked %s: %s in %d of them\n", count(len(files), "file", "files"), count(problems, "problem", "problems"), broken)
		case len(files) > 1:
			c.printf("\nchecked %s: no problems\n", count(len(files), "file", "files"))
		}
	}, problem)
}

func (c *console) printChecked(f *checkedFile, requests bool) {
	p := paint{c.colour}
	for _, problem := range f.Problems {
		at := toolfile.Problem{File: problem.File, Line: problem.Line, Column: problem.Column, Message: problem.Message}
		c.printf("%s\n", printable(at.String()))
		if problem.Hint != "" {
			c.printf("  %s\n", p.faint("hint: "+printable(problem.Hint)))
		}
	}
	for i, s := range f.Toolsets {
		var trial gen.Tryout
		if i < len(f.Trials) {
			trial = f.Trials[i]
		}
		verdict := p.green("no problems")
		if n := len(trial.Problems); n > 0 {
			verdict = p.red(count(n, "problem", "problems"))
		}
		c.printf("%s: %s: %s, %s, %s\n", printable(f.File), printable(s.Name), verdict,
			count(s.Tools, "tool", "tools"), count(s.Entities, "entity", "entities"))
		if i < len(f.Trials) {
			c.printTrial(&trial, requests)
		}
	}
}

// mostLacks is how many things are printed that a toolset cannot do, or that are wrong
// with it; --json prints everything.
const mostLacks = 6

// printTrial prints what the trial entries of a toolset showed.
func (c *console) printTrial(t *gen.Tryout, requests bool) {
	list := func(lines []string, format string) {
		for _, line := range lines[:min(len(lines), mostLacks)] {
			c.printf(format, printable(line))
		}
		if n := len(lines) - mostLacks; n > 0 {
			c.printf("    and %s more; --json has them all\n", thousands(n))
		}
	}
	c.printf("  %d of %s made and verified\n", t.Made, count(t.Entries, "trial entry", "trial entries"))
	list(t.Problems, "    problem: %s\n")
	var lacks []string
	for _, l := range t.Lacking {
		lacks = append(lacks, fmt.Sprint("no ", l))
	}
	list(lacks, "    %s\n")
	if requests {
		for _, r := range t.Requests {
			c.printf("    %s\n", printable(fmt.Sprintf("%q", r)))
		}
	}
}
