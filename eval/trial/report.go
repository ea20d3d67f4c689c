package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/report"
	"switchyard/eval/results"
	"switchyard/eval/session"
	"switchyard/eval/tally"
	"switchyard/internal/prose"
	"switchyard/internal/shell"
)

// ReportConfig says which results are reported.
type ReportConfig struct {
	Folders  []string     // of results
	Datasets []string     // where the datasets are now, for those that were moved
	Version  eval.Version // the way of judging; empty for eval.Strict2. Sessions are judged by eval.Session1
	Failures int          // at most this many failed missions of each result
	Program  string       // version of the program, for sessions and the title of the page
	Date     string       // for the title of the page
	Toolsets Toolsets     // of sessions
}

// Reported is a report with the failures for its page.
type Reported struct {
	Report *report.Report
	// Failures are some failed missions of each result, with what was said in
	// them, for [report.HTML].
	Failures []report.Failure
	// Notes are for the user.
	Notes []string
}

// Report makes a report of folders of results. Folders without up-to-date verdicts in
// this version are judged first.
func Report(ctx context.Context, c ReportConfig) (*Reported, error) {
	if c.Version == "" {
		c.Version = eval.Strict2
	}
	s := &sources{datasets: c.Datasets, toolsets: c.Toolsets, version: c.Program}
	to := &Reported{Report: &report.Report{Format: report.FormatReport, Date: c.Date, Program: c.Program}}
	var all []*reported
	names := newNames(c.Folders)
	for _, folder := range c.Folders {
		one, err := s.report(ctx, folder, &c)
		if err != nil {
			return nil, err
		}
		m := one.manifest
		one.result = report.Result{Name: names.result(m, folder), Figures: one.figures, Run: report.Run{Agent: m.Run.Agent, Model: withoutWay(m.Run.Model),
			Protocol: m.Run.Protocol, History: eval.History(m.Run.History), Mode: m.Run.Mode, Dataset: names.dataset(m), SHA256: m.Run.SHA256, Version: one.version}}
		if m.Price != nil {
			one.result.Run.Currency = m.Price.Currency
		}
		for _, f := range one.failures {
			f.Result = one.result.Name
			to.Failures = append(to.Failures, f.Failure)
		}
		to.Notes = append(to.Notes, one.notes...)
		to.Report.Results = append(to.Report.Results, one.result)
		all = append(all, one)
	}
	return to, compareAll(ctx, to.Report, all)
}

// Write writes the report in one of [Formats].
func (r *Reported) Write(w io.Writer, format string) error {
	if format == "html" {
		return report.HTML(w, r.Report, func(yield func(report.Failure, error) bool) {
			for _, f := range r.Failures {
				if !yield(f, nil) {
					return
				}
			}
		})
	}
	for _, f := range report.Formats() {
		if f.Name == format {
			return f.Write(w, r.Report)
		}
	}
	return fmt.Errorf("no format is called %q", format)
}

// Formats lists the formats that [Reported.Write] knows.
func Formats() []string {
	names := []string{"html"}
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// reported is a folder of results while a report is made.
type reported struct {
	manifest *results.Manifest
	version  eval.Version
	figures  *tally.Figures
	tally    *tally.Tally
	failures []failure // some of them
	result   report.Result
	notes    []string
}

// report reads the verdicts of a folder, and judges it first if necessary.
func (s *sources) report(ctx context.Context, folder string, c *ReportConfig) (*reported, error) {
	m, err := readResults(folder)
	if err != nil {
		return nil, err
	}
	one := &reported{manifest: m, version: c.Version, tally: tally.New()}
	if m.Run.Mode == results.SessionMode {
		one.version = eval.Session1
	}
	if one.version == eval.Judged1 && m.Judge == "" {
		return nil, trouble(NoJudge, folder, "%s: no judge was asked about these results", folder)
	}
	file, err := s.verdicts(ctx, folder, one)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	verdicts := results.NewReader[eval.Verdict](file, file.Name())
	chosen := &failures{most: c.Failures, byFault: map[eval.Fault][]failure{}}
	again := "switchyard score " + shell.Quote(folder) + " writes them again"
	err = s.predictions(ctx, folder, m, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		verdict, err := verdicts.Next()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return hinted(err, again)
		case err != nil || verdict.Entry != p.Entry || verdict.Mission != p.Mission:
			return trouble(StaleVerdicts, folder, "%s: the verdicts do not match the predictions", file.Name())
		}
		chosen.add(report.Failure{Task: t, Prediction: p, Verdict: verdict})
		if err := one.tally.Add(tally.FactsOf(t), verdict, costAt(m.Price, p)); err != nil {
			return hinted(verdicts.Wrong(err), again)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if one.failures = chosen.list(); one.version == eval.Session1 && len(one.failures) > 0 {
		if err := s.relive(ctx, folder, one); err != nil {
			return nil, err
		}
	}
	one.figures, err = one.tally.Figures(ctx, tally.Options{})
	return one, err
}

// verdicts opens the verdicts of a folder. If they are missing, belong to other
// predictions or are not as they were written, the folder is judged first.
func (s *sources) verdicts(ctx context.Context, folder string, one *reported) (*os.File, error) {
	name := filepath.Join(folder, results.VerdictsName(one.version))
	digest, err := judgedDigest(ctx, folder, one.manifest)
	if err != nil {
		return nil, err
	}
	same, err := s.asWritten(name, one)
	if err != nil {
		return nil, err
	}
	if !same || one.manifest.Judged != digest {
		if _, err := s.judged(ctx, folder, nil); err != nil {
			return nil, err
		}
	}
	return os.Open(name)
}

// asWritten reports whether verdicts are there and as they were written. If they have
// changed, a note says so.
func (s *sources) asWritten(name string, one *reported) (bool, error) {
	_, sum, err := manifest.Digest(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if was := one.manifest.Verdicts[one.version]; err == nil && was != "" && was != sum {
		one.notes = append(one.notes, name+": it is not as it was written; the predictions are judged again")
		return false, nil
	}
	return true, err
}

// relive replays the sessions of failures to get what was said in them. If that is
// impossible, no failures are shown.
func (s *sources) relive(ctx context.Context, folder string, one *reported) error {
	src, err := s.of(ctx, folder, one.manifest)
	if err != nil {
		return err
	}
	stages, err := s.stages(ctx, src.name)
	if err != nil {
		one.failures, one.notes = nil, append(one.notes, fmt.Sprintf("%s: its sessions cannot be shown: %s", folder, prose.Error(err)))
		return nil
	}
	for i := range one.failures {
		f := &one.failures[i]
		out, err := stages.run(ctx, f.Task, session.Replay(f.whole.done), src.options)
		if err != nil {
			return err
		}
		if f.Task.Mission >= len(out.Messages) {
			return fmt.Errorf("%s: the session of %s, when played again, ends before mission %d", folder, f.Prediction.Entry, f.Task.Mission+1)
		}
		f.Lived = out.Messages[f.Task.Mission]
	}
	return nil
}

// mostPairs is how many results are compared with each other. If there are more, all are
// compared with the best one, and agents in step mode with themselves in session mode.
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
			a, b := all[i], all[k]
			among := len(all) <= mostPairs || i == best || k == best || report.Robust(&a.result, &b.result)
			if a.manifest.Run.SHA256 != b.manifest.Run.SHA256 || !among {
				continue
			}
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

// share returns the accuracy, or -1 if there is none.
func share(f *tally.Figures) float64 {
	if f.Accuracy.Overall.Share == nil {
		return -1
	}
	return *f.Accuracy.Overall.Share
}
