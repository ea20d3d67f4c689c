package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/eval/tally"
)

// CSV writes every figure of a report on a line of its own, for a result or for a
// comparison of two. Shares are from 0 to 1; missing values are empty.
//
// The figures are named as in [tally.Figures], with the key of a cell in another column:
// "accuracy.action" and "single". For costs, the key is one of known, total, mean, median
// and p95; known counts the missions whose cost is known. Robustness is the difference
// between step and session mode of an agent.
// The last column says what differs if a result is over other missions than those that it
// is ranked with. Text that a spreadsheet would read as a formula is prefixed with '.
func CSV(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return err
	}
	out := csvWriter{Writer: csv.NewWriter(w)}
	out.Write([]string{"result", "against", "agent", "model", "protocol", "history", "mode", "dataset", "version",
		"figure", "key", "value", "low", "high", "hits", "of", "unscored", "entries", "currency", "other_missions"})
	out.others = r.others()
	runs := map[string]*Result{}
	for i := range r.Results {
		x := &r.Results[i]
		runs[x.Name] = x
		out.start(x, "")
		out.figures(x.Figures)
	}
	for _, c := range r.Comparisons {
		out.start(runs[c.A], c.B)
		difference := func(figure string, d *tally.Difference) {
			out.row(figure, d.Key, decimal(d.Share), decimal(d.Low), decimal(d.High), "", strconv.Itoa(d.Missions), "", strconv.Itoa(d.Entries))
		}
		if a, b := runs[c.A], runs[c.B]; a.Run.robust(&b.Run) {
			for _, d := range c.all() {
				difference("robustness", &d)
			}
		}
		for _, d := range c.all() {
			of, entries := strconv.Itoa(d.Missions), strconv.Itoa(d.Entries)
			difference("difference", &d)
			out.row("won_a", d.Key, strconv.Itoa(d.WonA), "", "", "", of, "", entries)
			out.row("won_b", d.Key, strconv.Itoa(d.WonB), "", "", "", of, "", entries)
			out.row("mcnemar_p", d.Key, strconv.FormatFloat(d.P, 'g', 4, 64), "", "", "", of, "", entries)
		}
	}
	out.Flush()
	return out.Error()
}

// csvWriter writes lines with common first columns. Flush reports its errors.
type csvWriter struct {
	*csv.Writer
	run      []string
	currency string
	other    string            // of the result
	others   map[string]string // by result: how its missions differ
}

func (c *csvWriter) start(r *Result, against string) {
	c.run, c.currency, c.other = nil, csvText(strings.ToUpper(r.Run.Currency)), csvText(c.others[r.Name])
	if against != "" {
		c.other = "" // a comparison is over the missions of both
	}
	for _, s := range []string{r.Name, against, r.Run.Agent, r.Run.Model, r.Run.Protocol, string(r.Run.History), r.Run.Mode, r.Run.Dataset,
		string(r.Run.Version)} {
		c.run = append(c.run, csvText(s))
	}
}

func (c *csvWriter) row(figure, key string, numbers ...string) {
	currency := ""
	if figure == spentPrice {
		currency = c.currency
	}
	c.Write(append(append(append(c.run[:len(c.run):len(c.run)], figure, csvText(key)), numbers...), currency, c.other))
}

// spentPrice is the only figure with a currency.
const spentPrice = "spent.price"

func (c *csvWriter) rate(figure, key string, r tally.Rate) {
	c.row(figure, key, decimal(r.Share), decimal(r.Low), decimal(r.High), strconv.Itoa(r.Hits), strconv.Itoa(r.Of), strconv.Itoa(r.Unscored),
		strconv.Itoa(r.Entries))
}

func (c *csvWriter) figures(f *tally.Figures) {
	a := &f.Accuracy
	c.rate("accuracy.overall", "", a.Overall)
	for _, group := range []struct {
		name  string
		cells []tally.Cell
	}{{"action", a.Action}, {"mission_count", a.Missions}, {"position", a.Position}, {"relation", a.Relation}, {"switch", a.Switch},
		{"toolset", a.Toolset}, {"domain", a.Domain}, {"path", a.Path}} {
		for _, x := range group.cells {
			c.rate("accuracy."+group.name, x.Key, x.Rate)
		}
	}
	for _, x := range []struct {
		name string
		tally.Rate
	}{{"optimal.choice", f.Optimal.Choice}, {"optimal.parallel", f.Optimal.Parallel}, {"optimal.mixed", f.Optimal.Mixed}, {"optimal.all", f.Optimal.All},
		{"progress.linked", f.Progress.Linked}, {"progress.serial", f.Progress.Serial}, {"progress.mixed", f.Progress.Mixed}, {"progress.all", f.Progress.All},
		{"entries_correct", f.Whole}} {
		c.rate(x.name, "", x.Rate)
	}
	wrong := strconv.Itoa(f.Faults.Missions)
	for _, g := range f.Faults.Groups {
		c.row("faults.groups", string(g.Group), decimal(g.Share), "", "", strconv.Itoa(g.Count), wrong, "", "")
	}
	for _, k := range f.Faults.Kinds {
		c.row("faults.kinds", string(k.Fault), decimal(k.Share), "", "", strconv.Itoa(k.Count), wrong, "", "")
	}
	c.spent(&f.Spent)
}

func (c *csvWriter) spent(s *tally.Spent) {
	for _, x := range []struct {
		name string
		tally.Amount
	}{{"input_tokens", s.Input}, {"cached_tokens", s.Cached}, {"output_tokens", s.Output}, {"requests", s.Requests},
		{"latency_ms", s.LatencyMS}, {"price", s.Price}} {
		name := "spent." + x.name
		known := float64(x.Known)
		for _, v := range []struct {
			key   string
			value *float64
		}{{"known", &known}, {"total", &x.Total}, {"mean", x.Mean}, {"median", x.Median}, {"p95", x.P95}} {
			if x.Known > 0 || v.key == "known" {
				c.row(name, v.key, decimal(v.value), "", "", "", "", "", "")
			}
		}
	}
}

// decimal formats a number with at most six decimals.
func decimal(v *float64) string {
	if v == nil {
		return ""
	}
	rounded := math.Round(*v*1e6) / 1e6
	if rounded == 0 {
		rounded = 0 // not -0
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// csvText protects text from being read as a formula by a spreadsheet.
func csvText(s string) string {
	s = plain(s)
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + s
	}
	return s
}
