package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/eval/report"
	"switchyard/eval/tally"
	"switchyard/eval/trial"
	"switchyard/internal/shell"
)

func (c *console) scoreCommand() *cobra.Command {
	var (
		f             scoreFlags
		asJSON, quiet bool
	)
	cmd := &cobra.Command{
		Use:   "score RESULTS... [flags]",
		Short: "Judge predictions again, without asking the agent",
		Long: `Judge the predictions in folders that switchyard eval has written, in every version
of judging: mmtb-1 judges as the Multi-Mission Tool Bench does, strict-2 by meaning.
strict-1 is an earlier form of strict-2, for figures that have to be compared with old
ones. Sessions are judged by session-1. Verdicts and figures are written beside the
predictions. docs/scoring.md and docs/sessions.md explain the versions.

--judge asks a model about questions and replies that are worded differently from the
dataset, and keeps its opinions. A further version of judging, judged-1, is strict-1
with these opinions in place of the rules for texts. New opinions count only after the
model was asked about all these texts; until then, those of an earlier judge count.
--budget covers all its opinions on RESULTS, however often the command is run.

RESULTS may also be a result file of the Multi-Mission Tool Bench, whoever wrote it. A
folder is then made from the file. --write-mmtb writes such a file.

` + exitCodes,
		Example: `  switchyard score results/gpt-4o
  switchyard score results/* --json
  switchyard score gpt4o_en.jsonl --out results/gpt4o
  switchyard score results/gpt-4o --write-mmtb gpt-4o_en.jsonl`,
		Args: wantPaths("RESULTS", "switchyard score results/gpt-4o", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	addDatasetFlag(flags, &f.datasets)
	flags.StringVar(&f.out, "out", "", "`FOLDER` to make from a result file (default: results/ and the name of the file)")
	flags.StringVar(&f.mmtb, "write-mmtb", "", "write the predictions to the `FILE`, as the Multi-Mission Tool Bench keeps results")
	flags.BoolVar(&f.force, "force", false, "replace what exists at --out and --write-mmtb")
	flags.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed := addModelSettings(flags, "judge")
	flags.Lookup("judge").Usage = "ask the `MODEL` about texts (default: rules judge them)"
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 && (f.out != "" || f.mmtb != "") {
			return misuse("give one RESULTS at a time", "--out and --write-mmtb work with only one RESULTS")
		}
		judge, models, err := c.judgeModel(cmd.Context(), typed)
		if err != nil {
			return err
		}
		all, folder, err := c.score(cmd.Context(), &f, args, judge)
		if err = cmp.Or(err, models.Close()); err != nil {
			return evalFailure(folder, err)
		}
		return c.printScored(all, asJSON, quiet)
	}
	return cmd
}

type scoreFlags struct {
	datasets  []string
	out, mmtb string
	force     bool
}

// addDatasetFlag adds the flag that says where datasets are.
func addDatasetFlag(flags *pflag.FlagSet, paths *[]string) {
	flags.StringArrayVar(paths, "dataset", nil, "new `PATH` of a dataset that was moved; may be repeated")
}

// judgeModel opens the model that --judge names, if any. The judge of run.yaml does not
// count, because it judges candidates.
func (c *console) judgeModel(ctx context.Context, typed map[string]*settingFlag) (*trial.Model, *connect.Models, error) {
	cfg, err := c.settings(ctx, typed, "judge")
	if err != nil || cfg.Roles.Judge == nil || cfg.Origin("roles.judge.model").Kind == config.FromFile && typed["judge"].texts == nil {
		return nil, nil, err
	}
	return c.askedModel(ctx, cfg, "judge", cfg.Roles.Judge)
}

// score judges folders of results and result files. folder is the one that an error
// concerns.
func (c *console) score(ctx context.Context, f *scoreFlags, args []string, judge *trial.Model) (all []*trial.Scored, folder string, err error) {
	job := trial.ScoreConfig{Datasets: f.datasets, Judge: judge, Version: version}
	for _, arg := range args {
		if folder, err = c.resultFolder(ctx, f, arg); err != nil {
			return nil, folder, err
		}
		job.Folders = append(job.Folders, folder)
	}
	if f.mmtb != "" && exists(f.mmtb) && !f.force {
		return nil, folder, misuse("choose another name, or replace it with --force", "--write-mmtb %s: exists", f.mmtb)
	}
	if all, err = trial.Score(ctx, job); err == nil && f.mmtb != "" {
		err = trial.WriteMMTB(ctx, folder, f.mmtb, f.datasets...)
	}
	return all, folder, err
}

// resultFolder returns the folder of results for an argument: itself, or one made from a
// result file.
func (c *console) resultFolder(ctx context.Context, f *scoreFlags, arg string) (string, error) {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return "", err
	case info.IsDir() && f.out != "":
		return "", misuse("leave it out: verdicts are written beside the predictions", "--out is for result files, and %s is a folder", arg)
	case info.IsDir():
		return arg, nil
	}
	read := trial.ImportConfig{File: arg, Folder: f.out, Force: f.force, Version: version}
	if read.Folder == "" {
		read.Folder = read.DefaultFolder()
	}
	read.Command = "switchyard score " + shell.Quote(arg) + " --out " + shell.Quote(read.Folder)
	if err := c.usableFolder(read.Folder); err != nil {
		return "", err
	}
	return read.Folder, trial.ReadMMTB(ctx, read)
}

// printScored prints the figures of some folders.
func (c *console) printScored(all []*trial.Scored, asJSON, quiet bool) error {
	for _, s := range all {
		for _, note := range s.Notes {
			if !quiet {
				c.notice("%s", printable(note))
			}
		}
	}
	switch {
	case asJSON && len(all) == 1:
		return c.printJSON(all[0])
	case asJSON:
		return c.printJSON(all)
	case quiet:
		return nil
	}
	for i, s := range all {
		if i > 0 {
			c.printf("\n")
		}
		c.printFigures(s)
	}
	return nil
}

// printFigures prints the main figures, each version in a column.
func (c *console) printFigures(s *trial.Scored) {
	first := s.Figures[s.Main()]
	c.printf("%s: %s, %s of %s", printable(s.Folder), printable(s.Manifest.Run.Name()), count(first.Missions, "mission", "missions"), count(first.Entries, "entry", "entries"))
	if first.Unscored > 0 {
		c.printf(", %s unscored", thousands(first.Unscored))
	}
	c.printf("\n\n")
	c.table(func(w io.Writer) {
		row := func(name string, pick func(*tally.Figures) tally.Rate) {
			fmt.Fprintf(w, "%s", printable(name))
			for _, v := range s.Versions() {
				fmt.Fprintf(w, "\t%s", rateText(pick(s.Figures[v])))
			}
			fmt.Fprintf(w, "\n")
		}
		fmt.Fprintf(w, "")
		for _, v := range s.Versions() {
			fmt.Fprintf(w, "\t%s", v)
		}
		fmt.Fprintf(w, "\n")
		row("correct", func(f *tally.Figures) tally.Rate { return f.Accuracy.Overall })
		for i := range first.Accuracy.Action {
			row("  "+first.Accuracy.Action[i].Key, func(f *tally.Figures) tally.Rate { return f.Accuracy.Action[i].Rate })
		}
		row("whole entries", func(f *tally.Figures) tally.Rate { return f.Whole })
		row(strings.ToLower(report.OptimalRate)+"*", func(f *tally.Figures) tally.Rate { return f.Optimal.Choice })
		row(strings.ToLower(report.Progress)+"*", func(f *tally.Figures) tally.Rate { return f.Progress.Linked })
	})
	c.printf("* %s\n", report.OfSome)
	c.printFaults(s)
	if n := first.Beside; n > 0 {
		c.printf("\n%s with look-ups that no path needs: not optimal, but not wrong\n", count(n, "mission", "missions"))
	}
	c.printSpent(s)
}

// printSpent prints the known costs of a model.
func (c *console) printSpent(s *trial.Scored) {
	spent := &s.Figures[s.Main()].Spent
	if spent.Input.Known == 0 {
		return
	}
	c.printf("\nspent: %s, %s tokens in, %s out", count(int(spent.Requests.Total), "request", "requests"), short(int(spent.Input.Total)), short(int(spent.Output.Total)))
	if l := &spent.LatencyMS; l.Known > 0 {
		c.printf("; %.1f s a mission, 95 %% within %.1f s", *l.Mean/1000, *l.P95/1000)
	}
	if s.Manifest.Price != nil && spent.Price.Known > 0 {
		c.printf("; %.2f %s", spent.Price.Total, printable(strings.ToUpper(s.Manifest.Price.Currency)))
	}
	c.printf("\n")
}

// rateText writes a share and its interval in percent.
func rateText(r tally.Rate) string {
	switch {
	case r.Share == nil:
		return "–"
	case r.Low == nil || r.High == nil:
		return fmt.Sprintf("%.1f %%", 100**r.Share)
	}
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", 100**r.Share, 100**r.Low, 100**r.High)
}

// printFaults prints the first faults, the most frequent first.
func (c *console) printFaults(s *trial.Scored) {
	list := slices.DeleteFunc(slices.Clone(s.Figures[s.Main()].Faults.Kinds), func(f tally.FaultCount) bool { return f.Count == 0 })
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b tally.FaultCount) int { return b.Count - a.Count })
	c.printf("\nfirst faults, as %s finds them:\n", s.Main())
	c.table(func(w io.Writer) {
		for _, f := range list {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%\n", printable(string(f.Fault)), thousands(f.Count), 100**f.Share)
		}
	})
}
