package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/report"
	"switchyard/eval/results"
	"switchyard/eval/session"
	"switchyard/eval/tally"
	"switchyard/internal/shell"
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
everything that is known of a mission with 95 % intervals, faults, costs, and how the
results compare. --out report.html is one page that needs no network, with a heat map of
the switching space for each result and the conversations of missions that failed.
Other formats are md, csv, json and latex, chosen by --format or the ending of --out.

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
	flags.StringVar(&f.version, "version", string(eval.Strict1), "way of judging: `VERSION` strict-1, mmtb-1, or judged-1 where a judge was asked")
	flags.IntVar(&f.failures, "failures", 40, "failed missions of each result on the page: at most `N`")
	f.datasets.addFlag(flags)
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
	datasets             datasetFinder
	out, format, version string
	failures             int
}

// endings are the formats of a report by the ending of the file.
var endings = map[string]string{".html": "html", ".htm": "html", ".md": "md", ".csv": "csv", ".json": "json", ".tex": "latex"}

// reportFormats lists the formats of reports.
func reportFormats() []string {
	names := []string{"html"}
	for _, f := range report.Formats() {
		if f.Name != names[0] {
			names = append(names, f.Name)
		}
	}
	return names
}

func (c *console) makeReport(ctx context.Context, folders []string, f *reportFlags) error {
	ending := strings.ToLower(filepath.Ext(f.out))
	format := cmp.Or(f.format, endings[ending])
	if format == "" && f.out == "-" {
		format = "md"
	}
	version := eval.Version(f.version)
	switch {
	case format == "":
		return misuse("give --format "+strings.Join(reportFormats(), ", --format ")+", or such an ending", "--out %s: the ending says no format", printable(f.out))
	case !slices.Contains(reportFormats(), format):
		return misuse(didYouMean(format, reportFormats()), "--format: there is no format %q", format)
	case !slices.Contains(append(eval.Versions(), eval.Judged1), version):
		return misuse("write --version strict-1, mmtb-1 or judged-1", "--version: there is no way of judging %q", f.version)
	case f.failures < 0:
		return misuse("0 shows none", "--failures cannot be negative")
	}
	f.format = format
	r := &report.Report{Format: report.FormatReport}
	var (
		all   []*reported
		names datasetNames
	)
	for _, folder := range folders {
		one, err := c.reported(ctx, folder, version, f)
		if err != nil {
			return err
		}
		m := one.manifest
		currency := ""
		if m.Price != nil {
			currency = m.Price.Currency
		}
		one.result = report.Result{Name: uniqueName(resultName(m), folder, r.Results), Figures: one.figures, Run: report.Run{Agent: m.Run.Agent, Model: m.Run.Model,
			Protocol: m.Run.Protocol, History: eval.History(m.Run.History), Mode: m.Run.Mode, Dataset: names.of(&m.Run), Version: one.version, Currency: currency}}
		r.Results = append(r.Results, one.result)
		all = append(all, one)
	}
	if err := compareAll(ctx, r, all); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := writeReport(&text, r, format, all); err != nil {
		return err
	}
	if f.out == "-" {
		c.printf("%s", text.String())
		return nil
	}
	if err := wholefile.Write(f.out, text.Bytes()); err != nil {
		return err
	}
	c.printf("%s: %s\n", printable(f.out), count(len(r.Results), "result", "results"))
	return nil
}

func writeReport(w io.Writer, r *report.Report, format string, all []*reported) error {
	if format == "html" {
		return report.HTML(w, r, failuresOf(all))
	}
	for _, f := range report.Formats() {
		if f.Name == format {
			return f.Write(w, r)
		}
	}
	return fmt.Errorf("no format is called %q", format)
}

// resultName is what results are called.
func resultName(m *results.Manifest) string {
	if m.Run.Mode == results.SessionMode {
		return m.Run.Name() + ", session"
	}
	return m.Run.Name()
}

// uniqueName is the name of a result, with its folder where two have the same.
func uniqueName(name, folder string, before []report.Result) string {
	same := func(r report.Result) bool { return r.Name == name }
	if !slices.ContainsFunc(before, same) {
		return name
	}
	name = fmt.Sprintf("%s (%s)", name, folder)
	for n := 2; slices.ContainsFunc(before, same); n++ {
		name = fmt.Sprintf("%s (%s, %d)", name, folder, n)
	}
	return name
}

// reported is a folder of results as a report needs it.
type reported struct {
	manifest *results.Manifest
	version  eval.Version
	figures  *tally.Figures
	tally    *tally.Tally
	failures []report.Failure // some of them
	result   report.Result
}

// reported reads the verdicts of a folder; where they are not there, it is judged
// first.
func (c *console) reported(ctx context.Context, folder string, v eval.Version, f *reportFlags) (*reported, error) {
	m, err := readResults(folder)
	if err != nil {
		return nil, err
	}
	sessions := m.Run.Mode == results.SessionMode
	if sessions {
		v = eval.Session1
	}
	if v == eval.Judged1 && m.Judge == "" {
		return nil, misuse("switchyard score "+folder+" --judge MODEL asks one", "%s: no model was asked about its texts", folder)
	}
	name := filepath.Join(folder, results.VerdictsName(v))
	digest, err := judgedDigest(folder, m)
	if err != nil {
		return nil, err
	}
	if !exists(name) || m.Judged != digest {
		if _, err := c.score(ctx, folder, &f.datasets); err != nil {
			return nil, err
		}
	}
	file, err := datasets.OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	verdicts := results.NewReader[eval.Verdict](file, name)
	one := &reported{manifest: m, version: v, tally: tally.New()}
	shown := &shownFailures{most: f.failures, byFault: map[eval.Fault][]drawnFailure{}}
	again := "switchyard score " + shell.Quote(folder) + " writes them again"
	err = c.eachPrediction(ctx, folder, m, &f.datasets, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		verdict, err := verdicts.Next()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return hinted(err, again)
		case err != nil || verdict.Entry != p.Entry || verdict.Mission != p.Mission:
			return misuse(again, "%s: the verdicts are not those of the predictions", name)
		}
		shown.add(report.Failure{Task: t, Prediction: p, Verdict: verdict})
		if err := one.tally.Add(tally.FactsOf(t), verdict, costAt(m.Price, p)); err != nil {
			return hinted(verdicts.Wrong(err), again)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	drawn := shown.list()
	if sessions && f.format == "html" {
		if drawn, err = c.lived(ctx, folder, m, &f.datasets, drawn); err != nil {
			return nil, err
		}
	}
	for i := range drawn {
		one.failures = append(one.failures, drawn[i].Failure)
	}
	one.figures, err = one.tally.Figures(ctx, tally.Options{})
	return one, err
}

// shownFailures chooses which failures are shown: of every fault some, spread over
// the dataset, and always the same ones.
type shownFailures struct {
	most    int
	number  int // of missions so far
	byFault map[eval.Fault][]drawnFailure
	entry   *entryDone // under way
}

type drawnFailure struct {
	report.Failure
	number int
	lot    uint64 // those with the lowest are shown
	whole  *entryDone
}

// entryDone is what was done in the missions of an entry.
type entryDone struct {
	id   string
	done []eval.Prediction
}

// add takes a mission in.
func (s *shownFailures) add(f report.Failure) {
	s.number++
	if s.entry == nil || s.entry.id != f.Prediction.Entry {
		s.entry = &entryDone{id: f.Prediction.Entry}
	}
	s.entry.done = append(s.entry.done, *f.Prediction)
	if !f.Verdict.Scored || f.Verdict.Correct || len(f.Verdict.Faults) == 0 || s.most == 0 {
		return
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(f.Task.ID())) // never fails
	d := drawnFailure{f, s.number, h.Sum64(), s.entry}
	fault := f.Verdict.Faults[0].Fault
	list := s.byFault[fault]
	at, _ := slices.BinarySearchFunc(list, d.lot, func(x drawnFailure, lot uint64) int { return cmp.Compare(x.lot, lot) })
	if list = slices.Insert(list, at, d); len(list) > s.most {
		list = list[:s.most]
	}
	s.byFault[fault] = list
}

// list takes of each fault one after the other, and puts them into the order of
// the dataset.
func (s *shownFailures) list() []drawnFailure {
	var drawn []drawnFailure
	for round := 0; round < s.most; round++ {
		for _, fault := range eval.Faults() {
			if list := s.byFault[fault]; round < len(list) && len(drawn) < s.most {
				drawn = append(drawn, list[round])
			}
		}
	}
	slices.SortFunc(drawn, func(a, b drawnFailure) int { return a.number - b.number })
	return drawn
}

// lived plays the sessions of failures again, for what was said in them. Where
// that cannot be, there is nothing to show.
func (c *console) lived(ctx context.Context, folder string, m *results.Manifest, d *datasetFinder, drawn []drawnFailure) ([]drawnFailure, error) {
	if len(drawn) == 0 {
		return nil, nil
	}
	source, err := d.of(folder, m)
	if err != nil {
		return nil, err
	}
	stages, err := openStages(source.name)
	if err != nil {
		c.remark("note: %s: its sessions cannot be shown: %s", folder, err)
		return nil, nil
	}
	for i := range drawn {
		one := &drawn[i]
		out, err := stages.run(ctx, one.Task.Entry, session.Replay(one.whole.done), source.options)
		if err != nil {
			return nil, err
		}
		if one.Task.Mission >= len(out.Messages) {
			return nil, fmt.Errorf("%s: played again, the session of %s ends before mission %d", folder, one.Prediction.Entry, one.Task.Mission+1)
		}
		one.Lived = out.Messages[one.Task.Mission]
	}
	return drawn, nil
}

// failuresOf gives the failures of all results.
func failuresOf(all []*reported) iter.Seq2[report.Failure, error] {
	return func(yield func(report.Failure, error) bool) {
		for _, one := range all {
			for _, f := range one.failures {
				f.Result = one.result.Name
				if !yield(f, nil) {
					return
				}
			}
		}
	}
}

// mostPairs is how many results are compared each with each; of more, all are
// compared with the best one, and agents with themselves in sessions.
const mostPairs = 6

// compareAll compares results of the same dataset.
func compareAll(ctx context.Context, r *report.Report, all []*reported) error {
	best := 0
	for i := range all {
		if share(all[i].figures) > share(all[best].figures) {
			best = i
		}
	}
	for i := range all {
		for k := i + 1; k < len(all); k++ {
			robust := report.Robust(&all[i].result, &all[k].result)
			if all[i].manifest.Run.SHA256 != all[k].manifest.Run.SHA256 || len(all) > mostPairs && i != best && k != best && !robust {
				continue
			}
			a, b := all[i], all[k]
			if first, _ := report.Against(&a.result, &b.result); first == &b.result {
				a, b = b, a
			}
			compared, err := tally.Compare(ctx, a.tally, b.tally, tally.Options{})
			if err != nil {
				return err
			}
			r.Comparisons = append(r.Comparisons, report.Comparison{A: a.result.Name, B: b.result.Name, Comparison: compared})
		}
	}
	return nil
}

// share is the accuracy; less than any where there is none.
func share(f *tally.Figures) float64 {
	if f.Accuracy.Overall.Share == nil {
		return -1
	}
	return *f.Accuracy.Overall.Share
}
