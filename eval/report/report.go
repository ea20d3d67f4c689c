// Package report writes figures for people and for programs: as an HTML page, and as
// Markdown, LaTeX, CSV and JSON. A [Report] holds the figures of several results and
// their comparisons. [HTML], [Markdown], [LaTeX], [CSV] and [JSON] write it, and
// [Formats] lists all of these but HTML. The output depends only on the report. Names and
// texts in it may hold anything: they are escaped.
package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/eval/tally"
)

// FormatReport names the format of [Report] in JSON.
const FormatReport = "switchyard-report/1"

// Report is the figures of several results and their comparisons.
type Report struct {
	Format string `json:"format"` // FormatReport
	// Date is when the report is made ("2026-03-02"), and Program the version of
	// switchyard that makes it. Only the page shows them, so that the other formats depend
	// on nothing but the results.
	Date        string       `json:"-"`
	Program     string       `json:"-"`
	Results     []Result     `json:"results"`
	Comparisons []Comparison `json:"comparisons"`
}

// Result is the figures of one run of one agent, judged in one way.
type Result struct {
	Name    string         `json:"name"` // unique in the report
	Run     Run            `json:"run"`
	Figures *tally.Figures `json:"figures"`
	// Other says what differs if the result is over other missions than those that it is
	// ranked with (see [Board]); empty otherwise. [JSON] sets it.
	Other string `json:"other_missions,omitempty"`
}

// Run describes a run. Empty fields do not apply or are unknown.
type Run struct {
	Agent    string       `json:"agent,omitempty"`    // the name of a reference agent, or "model"
	Model    string       `json:"model,omitempty"`    // as its endpoint calls it
	Protocol string       `json:"protocol,omitempty"` // tools, react, hermes
	History  eval.History `json:"history,omitempty"`
	Mode     string       `json:"mode,omitempty"`    // step, session
	Dataset  string       `json:"dataset,omitempty"` // its name, without the way to it
	SHA256   string       `json:"dataset_sha256,omitempty"`
	Version  eval.Version `json:"version,omitempty"`  // the way of judging
	Currency string       `json:"currency,omitempty"` // of prices
}

// price is what all missions of a result cost, as far as it is known.
func (r *Result) price() string {
	p := &r.Figures.Spent.Price
	if p.Known == 0 {
		return none
	}
	text := strings.TrimSpace(money(p.Total) + " " + strings.ToUpper(plain(r.Run.Currency)))
	if p.Known < r.Figures.Missions {
		text += " for " + count(p.Known) + " missions"
	}
	return text
}

// The modes that [Report.Robustness] compares.
const (
	stepMode    = "step"
	sessionMode = "session"
)

// robust reports whether b is the same agent on the same dataset as r, in session mode
// instead of step mode.
func (r *Run) robust(b *Run) bool {
	return r.Mode == stepMode && b.Mode == sessionMode && r.Dataset == b.Dataset && r.Agent == b.Agent && r.Model == b.Model &&
		r.Protocol == b.Protocol && r.History == b.History
}

// Robustness returns the comparisons of an agent in step mode, which is A, with itself in
// session mode, which is B.
func (r *Report) Robustness() []Comparison {
	runs := map[string]*Run{}
	for i := range r.Results {
		runs[r.Results[i].Name] = &r.Results[i].Run
	}
	list := []Comparison{}
	for _, c := range r.Comparisons {
		if a, b := runs[c.A], runs[c.B]; a != nil && b != nil && a.robust(b) {
			list = append(list, c)
		}
	}
	return list
}

// Against orders two results for a comparison: an agent in step mode comes before itself
// in session mode; otherwise the more accurate one is first.
func Against(x, y *Result) (a, b *Result) {
	switch {
	case x.Run.robust(&y.Run):
		return x, y
	case y.Run.robust(&x.Run), worth(y) > worth(x):
		return y, x
	}
	return x, y
}

// Robust reports whether two results are of the same agent in both modes.
func Robust(x, y *Result) bool { return x.Run.robust(&y.Run) || y.Run.robust(&x.Run) }

// Comparison compares two results of the report. A and B are their names.
type Comparison struct {
	A string `json:"a"`
	B string `json:"b"`
	*tally.Comparison
}

// all lists the differences: the overall one, then those by kind of mission.
func (c *Comparison) all() []tally.Difference {
	return append([]tally.Difference{c.Overall}, c.Action...)
}

// known lists the differences over some missions. The key of the overall one is "all".
func (c *Comparison) known() []tally.Difference {
	list := c.all()
	list[0].Key = "all"
	return slices.DeleteFunc(list, func(d tally.Difference) bool { return d.Missions == 0 })
}

// Writer writes a report in one format. Besides errors of w, it reports an inconsistent
// report: two results with the same name, a result without figures, or a comparison of an
// unknown result.
type Writer func(w io.Writer, r *Report) error

// Format is an output format of reports.
type Format struct {
	Name  string
	Write Writer
}

// Formats lists the formats.
func Formats() []Format {
	return []Format{{"md", Markdown}, {"csv", CSV}, {"json", JSON}, {"latex", LaTeX}}
}

// check returns an error if the report is inconsistent.
func (r *Report) check() error {
	seen := map[string]bool{}
	for i := range r.Results {
		switch x := &r.Results[i]; {
		case seen[x.Name]:
			return fmt.Errorf("two results are called %q", x.Name)
		case x.Figures == nil:
			return fmt.Errorf("the result %q has no figures", x.Name)
		default:
			seen[x.Name] = true
		}
	}
	for _, c := range r.Comparisons {
		for _, name := range []string{c.A, c.B} {
			if !seen[name] {
				return fmt.Errorf("a comparison names %q, which is not a result", name)
			}
		}
		if c.Comparison == nil {
			return fmt.Errorf("the comparison of %q and %q has no figures", c.A, c.B)
		}
	}
	return nil
}

// SumMark comes before the sum that tells apart two datasets with the same name.
const SumMark = " (SHA-256 "

// Board is a group of results that are ranked: same dataset, mode and way of judging. If
// not all are over the same missions, those that differ from most are in Other.
type Board struct {
	Dataset string
	Mode    string
	Version eval.Version
	Results []*Result          // the most accurate first
	Other   map[*Result]string // what differs
}

// Boards groups the results of a report into boards, ordered by the first result of each.
func (r *Report) Boards() []Board {
	var boards []Board
	for i := range r.Results {
		x := &r.Results[i]
		at := slices.IndexFunc(boards, func(b Board) bool {
			return b.Dataset == x.Run.Dataset && b.Mode == x.Run.Mode && b.Version == x.Run.Version
		})
		if at < 0 {
			at = len(boards)
			boards = append(boards, Board{Dataset: x.Run.Dataset, Mode: x.Run.Mode, Version: x.Run.Version})
		}
		boards[at].Results = append(boards[at].Results, x)
	}
	for _, b := range boards {
		slices.SortStableFunc(b.Results, func(x, y *Result) int {
			return cmp.Or(cmp.Compare(worth(y), worth(x)), strings.Compare(x.Name, y.Name))
		})
	}
	for i := range boards {
		boards[i].Other = others(boards[i].Results)
	}
	return boards
}

// worth is the accuracy of a result; results without one rank last.
func worth(r *Result) float64 {
	if s := r.Figures.Accuracy.Overall.Share; s != nil {
		return *s
	}
	return math.Inf(-1)
}
