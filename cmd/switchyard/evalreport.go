package main

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"switchyard/eval"
	"switchyard/eval/trial"
	"switchyard/internal/wholefile"
)

func (c *console) reportCommand() *cobra.Command {
	var (
		f      reportFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "report RESULTS... [flags]",
		Short: "Make tables and a page of results",
		Long: `Make a report of folders that switchyard eval has written: a leaderboard, accuracies by
every property of missions with 95 % intervals, faults, costs, and comparisons of the
results. --out report.html is one page that needs no network. For each result it has a
heat map of the accuracy on every switch path, and the conversations of missions that
failed. Other formats are md, csv, json and latex, chosen by --format or the ending of
--out. The title of the page has today's date, or that of SOURCE_DATE_EPOCH, which makes
the page the same on every day.

` + exitCodes,
		Example: `  switchyard report results/* --out report.html
  switchyard report results/gpt-4o results/qwen3 --format md
  switchyard report results/* --version mmtb-1 --format latex --out table.tex`,
		Args: wantPaths("RESULTS", "switchyard report results/gpt-4o --out report.html", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.out, "out", "-", "write to the `FILE`; - is standard output")
	flags.StringVar(&f.format, "format", "", "`FORMAT` html, md, csv, json or latex (default: by the ending of --out; md on standard output)")
	flags.StringVar(&f.version, "version", string(eval.Strict2), "`VERSION` of judging: strict-2, strict-1, mmtb-1, or judged-1 if a judge was asked")
	flags.IntVar(&f.failures, "failures", 40, "show at most `N` failed missions of each result on the page")
	addDatasetFlag(flags, &f.datasets)
	flags.BoolVar(&asJSON, "json", false, "the same as --format json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if asJSON && f.format != "" && f.format != "json" {
			return misuse("leave one of them out", "--json and --format %s exclude each other", f.format)
		}
		if asJSON {
			f.format = "json"
		}
		return c.makeReport(cmd.Context(), args, &f)
	}
	return cmd
}

type reportFlags struct {
	datasets             []string
	out, format, version string
	failures             int
}

// today is the date in UTC, or the one that SOURCE_DATE_EPOCH gives in seconds since 1970
// (reproducible-builds.org).
func (c *console) today() string {
	now := time.Now()
	if epoch, err := strconv.ParseInt(c.getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(epoch, 0)
	}
	return now.UTC().Format(time.DateOnly)
}

// endings maps file name extensions to formats of a report.
var endings = map[string]string{".html": "html", ".htm": "html", ".md": "md", ".csv": "csv", ".json": "json", ".tex": "latex"}

func (c *console) makeReport(ctx context.Context, folders []string, f *reportFlags) (err error) {
	ending := strings.ToLower(filepath.Ext(f.out))
	format := cmp.Or(f.format, endings[ending])
	if format == "" && f.out == "-" {
		format = "md"
	}
	v := eval.Version(f.version)
	switch {
	case format == "":
		return misuse("the endings are "+join(slices.Sorted(maps.Keys(endings)))+"; any other needs --format", "--out %s: the ending names no format", printable(f.out))
	case !slices.Contains(trial.Formats(), format):
		return misuse(didYouMean(format, trial.Formats()), "--format: there is no format %q", format)
	case !slices.Contains(append(eval.Versions(), eval.Judged1), v):
		return misuse("write --version strict-2, strict-1, mmtb-1 or judged-1", "--version: no version is called %q", f.version)
	case f.failures < 0:
		return misuse("0 shows none", "--failures cannot be negative")
	}
	job := trial.ReportConfig{Folders: folders, Datasets: f.datasets, Version: v, Program: version, Date: c.today()}
	if format == "html" { // only the page shows them
		job.Failures = f.failures
	}
	if f.out != "-" {
		var lock *wholefile.Lock
		if lock, err = wholefile.Hold(f.out); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, lock.Release()) }()
	}
	r, err := trial.Report(ctx, job)
	if err != nil {
		return evalFailure("", err)
	}
	for _, note := range r.Notes {
		c.notice("%s", printable(note))
	}
	var text bytes.Buffer
	if err := r.Write(&text, format); err != nil {
		return err
	}
	if f.out == "-" {
		return c.printDocument(format, text.Bytes())
	}
	if err := wholefile.Write(f.out, text.Bytes()); err != nil {
		return err
	}
	c.printf("%s: %s\n", printable(f.out), count(len(r.Report.Results), "result", "results"))
	return nil
}
