package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/walk"
	"switchyard/internal/progress"
	"switchyard/tools/toolfile"
)

func (c *console) flowCheckCommand() *cobra.Command {
	var asJSON, noTrial bool
	cmd := &cobra.Command{
		Use:   "check FILE... [flags]",
		Short: "Check workflow files and walk their ways",
		Long: `Check workflow files, or all workflow files of folders. All problems are listed at
once, as FILE:LINE:COLUMN: MESSAGE, with what to do about each: names that mean
nothing, steps that are never reached or never end, cases that are forgotten or meant
twice, arguments that nobody has said, calls that come too early.

Then every way from the start to an end that goes back at most once is walked in the
simulated world. It is a problem if an edge never happens. Ways for which no world was
found are counted; --ways lists them.

` + exitCodes,
		Example: `  switchyard flow check my.flow.yaml
  switchyard flow check --json flows/`,
		Args: wantPaths("FILE", "switchyard flow check my.flow.yaml", 0),
	}
	ways := cmd.Flags().Bool("ways", false, "list the ways for which no world was found")
	cmd.Flags().BoolVar(&noTrial, "no-trial", false, "only read the files; walk no ways")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		checked, err := checkFlows(cmd.Context(), args, noTrial)
		if err != nil {
			return err
		}
		return c.showCheckedFlows(args, checked, asJSON, *ways)
	}
	return cmd
}

// checkedFlow is a workflow file that was checked.
type checkedFlow struct {
	File     string             `json:"file"`
	Workflow string             `json:"workflow,omitempty"`
	Problems []toolfile.Problem `json:"problems"`
	Edges    int                `json:"edges"`
	Ways     int                `json:"ways"`
	Missing  []string           `json:"unwalked"` // ways for which no world was found
}

// checkFlows checks files.
func checkFlows(ctx context.Context, words []string, noTrial bool) ([]checkedFlow, error) {
	var files []string
	for _, word := range words {
		more, err := find.Files(word)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	counter := progress.Begin(ctx, progress.Part{Doing: "checking", Noun: "files", Total: int64(len(files))})
	defer counter.End()
	var all []checkedFlow
	for _, file := range files {
		checked, err := checkFlow(ctx, file, noTrial)
		if err != nil {
			return nil, err
		}
		all = append(all, checked)
		counter.Add(1)
	}
	return all, nil
}

func checkFlow(ctx context.Context, file string, noTrial bool) (checkedFlow, error) {
	checked := checkedFlow{File: file, Problems: []toolfile.Problem{}, Missing: []string{}}
	w, err := find.Load(ctx, file)
	if problems := (toolfile.Problems)(nil); errors.As(err, &problems) {
		checked.Problems = problems
		return checked, nil
	} else if err != nil {
		return checked, err
	}
	checked.Workflow = w.Name
	if noTrial {
		return checked, nil
	}
	report, err := walk.Try(ctx, w, 1)
	if many := (*flow.TooManyError)(nil); errors.As(err, &many) {
		checked.Problems = append(checked.Problems, toolfile.Problem{File: file, Line: 1, Column: 1, Message: err.Error(), Hint: "split it into two workflows"})
		return checked, nil
	} else if err != nil {
		return checked, err
	}
	checked.Edges, checked.Ways = len(report.Space.Edges), len(report.Space.Ways)
	for _, p := range report.Problems() {
		checked.Problems = append(checked.Problems, toolfile.Problem{File: file, Line: p.At.Line, Column: p.At.Column, Message: p.Message, Hint: p.Hint})
	}
	for _, way := range report.Ways {
		checked.Missing = append(checked.Missing, way.Text(w))
	}
	return checked, nil
}

func (c *console) showCheckedFlows(names []string, files []checkedFlow, asJSON, ways bool) error {
	problems, broken := 0, 0
	for _, f := range files {
		if problems += len(f.Problems); len(f.Problems) > 0 {
			broken++
		}
	}
	var problem error
	if problems > 0 {
		problem = found("switchyard flow check "+quotedWords(names)+" lists all", "%s in %s", count(problems, "problem", "problems"), count(broken, "file", "files"))
	}
	return c.show(asJSON, struct {
		OK       bool          `json:"ok"`
		Problems int           `json:"problems"`
		Files    []checkedFlow `json:"files"`
	}{problems == 0, problems, files}, func() {
		for i := range files {
			c.printCheckedFlow(&files[i], ways)
		}
		if len(files) > 1 {
			c.printf("\nchecked %s: %s\n", count(len(files), "file", "files"), count(problems, "problem", "problems"))
		}
	}, problem)
}

func (c *console) printCheckedFlow(f *checkedFlow, ways bool) {
	p := paint{c.colour}
	for _, problem := range f.Problems {
		hint := problem.Hint
		problem.Hint = ""
		c.printf("%s\n", printable(problem.String()))
		if hint != "" {
			c.printf("  %s\n", p.faint("hint: "+printable(hint)))
		}
	}
	if f.Workflow == "" {
		return
	}
	verdict := p.green("no problems")
	if n := len(f.Problems); n > 0 {
		verdict = p.red(count(n, "problem", "problems"))
	}
	c.printf("%s: %s: %s", printable(f.File), printable(f.Workflow), verdict)
	if f.Ways > 0 {
		c.printf(", %s, %d of %s walked", count(f.Edges, "edge", "edges"), f.Ways-len(f.Missing), count(f.Ways, "way", "ways"))
	}
	c.printf("\n")
	if ways {
		for _, way := range f.Missing {
			c.printf("  not walked: %s\n", printable(way))
		}
	}
}
