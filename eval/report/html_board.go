package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
	"switchyard/eval/tally"
	"switchyard/internal/prose"
	"switchyard/mission"
)

// boardView is a board as the page shows it.
type boardView struct {
	ID       string
	Title    string
	Note     string // how intervals were made
	Other    string // explains the marks of results over other missions
	Unknown  string // costs that are not known of any result, so that they have no column
	Results  []resultView
	Groups   []gridView // accuracy by something
	Pyramids []pyramidView
	Legend   []string // classes of the colours, the lowest share first
	Switches []matrixView
	Faults   faultsView
	More     []gridView // long ones, folded
}

// resultView is a row of the leaderboard.
type resultView struct {
	nameView
	About  string       // what was run
	Rates  []rateView   // the accuracy, and others
	Counts []amountView // missions scored, and unscored
	Spent  []amountView
}

// Overall is the accuracy.
func (r *resultView) Overall() rateView { return r.Rates[0] }

// nameView is the name of a result, with a mark if it is over other missions than most.
type nameView struct {
	Name string
	Mark string // what differs
}

func (b *Board) nameViewOf(r *Result) nameView { return nameView{plain(r.Name), b.Other[r]} }

// rateView is a share with its bar.
type rateView struct {
	Label string // head of the column, for narrow screens
	Text  string // percent
	Sort  string // from 0 to 1; empty when there is none
	Aside string // the interval
	Title string // all about it
	Bar   *barView
}

// barView is a bar 100 units wide, with its interval.
type barView struct {
	Wide    string
	Whisker string // path; empty without an interval
}

// amountView is a number in a sortable column.
type amountView struct{ Label, Text, Sort string }

func counted(label string, n int) amountView { return amountView{label, count(n), strconv.Itoa(n)} }

// gridView is a table of rates.
type gridView struct {
	Title, Note, Corner string
	Heads               []nameView
	Rows                []gridRow
}

type gridRow struct {
	nameView
	Size  string // missions
	Cells []rateView
}

// matrixView is the accuracy of a result by switch.
type matrixView struct {
	nameView
	Types []string
	Rows  []matrixRow
}

type matrixRow struct {
	Name  string
	Cells []heatView
}

// heatView is a share as a colour.
type heatView struct{ Class, Text, Size, Title string }

// faultsView is the table of all faults. Those that no result has are apart.
type faultsView struct {
	Heads  []nameView // results
	Groups []faultGroup
	Zeros  []gridRow
}

type faultGroup struct {
	gridRow
	Rows []gridRow
}

func boardViewOf(b *Board, n int) boardView {
	v := boardView{ID: "board-" + strconv.Itoa(n), Title: plain(b.line()), Note: drawn(b), Other: b.marked()}
	for i := 0; i <= shades; i++ {
		v.Legend = append(v.Legend, shade(i))
	}
	for _, r := range b.Results {
		f := r.Figures
		v.Results = append(v.Results, resultView{nameView: b.nameViewOf(r), About: about(r),
			Rates: []rateView{rateViewOf("Accuracy", f.Accuracy.Overall, "missions"), rateViewOf("Entries wholly right", f.Whole, "entries"),
				rateViewOf(OptimalRate, f.Optimal.Choice, "missions"), rateViewOf(Progress, f.Progress.Linked, "nodes")},
			Counts: []amountView{counted("Missions", f.Missions-f.Unscored), counted("Unscored", f.Unscored)}, Spent: spentOf(r)})
		if p := pyramidOf(r); p != nil {
			p.nameView = b.nameViewOf(r)
			v.Pyramids = append(v.Pyramids, *p)
		}
		if m := matrixOf(r); m != nil {
			m.nameView = b.nameViewOf(r)
			v.Switches = append(v.Switches, *m)
		}
	}
	for _, g := range []struct {
		title, note string
		cells       func(f *tally.Figures) []tally.Cell
	}{
		{"By type of mission", "Missions of several calls are told apart: serial (each call waits for the one before), parallel (none waits), mixed.",
			func(f *tally.Figures) []tally.Cell { return f.Accuracy.Action }},
		{"By number of missions of the entry", "", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Missions }},
		{"By position in the entry", "", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Position }},
		{"By relation to earlier missions", "None: the first mission of an entry.", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Relation }},
	} {
		v.Groups = appendGrid(v.Groups, b.across(g.title, g.note, g.cells))
	}
	v.More = appendGrid(v.More, b.down("Accuracy by domain", "Domain", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Domain }))
	v.More = appendGrid(v.More, b.down("Accuracy by toolset", "Toolset", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Toolset }))
	v.Faults = faultsOf(b)
	v.Unknown = v.dropUnknown()
	return v
}

func appendGrid(list []gridView, g gridView) []gridView {
	if len(g.Rows) == 0 || len(g.Heads) == 0 {
		return list
	}
	return append(list, g)
}

// drawn describes how the intervals of a board were computed; empty if not all in the
// same way.
func drawn(b *Board) string {
	how := b.Results[0].Figures.Bootstrap
	for _, r := range b.Results {
		if r.Figures.Bootstrap != how {
			return ""
		}
	}
	if how.Resamples == 0 {
		return ""
	}
	return fmt.Sprintf("Intervals of %s %%: entries are drawn %s times, all missions of one together%s.", fixed(100*how.Level, 0), count(how.Resamples), noSpread)
}

// about describes the agent, as far as the name does not say it already.
func about(r *Result) string {
	var parts []string
	for _, s := range []string{r.Run.Agent, r.Run.Model, r.Run.Protocol} {
		if s != "" && s != r.Name {
			parts = append(parts, plain(s))
		}
	}
	if r.Run.History != "" {
		parts = append(parts, plain(string(r.Run.History))+" history")
	}
	return strings.Join(parts, " · ")
}

// rateViewOf shows a rate below the head of its column; what is the noun of the things it
// counts.
func rateViewOf(label string, r tally.Rate, what string) rateView {
	v := rateView{Label: label, Text: percent(r.Share), Aside: interval(r.Low, r.High), Title: told(r, what)}
	if r.Share != nil {
		v.Sort = strconv.FormatFloat(*r.Share, 'f', 6, 64)
		v.Bar = &barView{Wide: number(100 * within01(*r.Share))}
		if r.Low != nil && r.High != nil {
			low, high := 100*within01(*r.Low), 100*within01(*r.High)
			v.Bar.Whisker = fmt.Sprintf("M%s 3v8m0-4H%sm0-4v8", number(low), number(high))
		}
	}
	return v
}

func within01(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(1, max(0, share))
}

// told puts a rate into words.
func told(r tally.Rate, what string) string {
	s := "nothing is known"
	if r.Share != nil {
		s = fmt.Sprintf("%s %%: %s of %s %s", percent(r.Share), count(r.Hits), count(r.Of), what)
		if i := interval(r.Low, r.High); i != "" {
			s += fmt.Sprintf(", interval %s over %s", i, prose.Count(r.Entries, "entry", "entries"))
		}
	}
	if r.Unscored > 0 {
		s += fmt.Sprintf("; %s unscored", count(r.Unscored))
	}
	return s
}

// across makes a table with a row for each result and a column for each key.
func (b *Board) across(title, note string, cells func(f *tally.Figures) []tally.Cell) gridView {
	g := gridView{Title: title, Note: note, Corner: "Result"}
	keys := b.keys(cells)
	for _, key := range keys {
		g.Heads = append(g.Heads, nameView{Name: named(key)})
	}
	for _, r := range b.Results {
		row := gridRow{nameView: b.nameViewOf(r)}
		for _, key := range keys {
			row.Cells = append(row.Cells, rateViewOf(named(key), find(cells(r.Figures), key), "missions"))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// down makes a table with a row for each key and a column for each result.
func (b *Board) down(title, corner string, cells func(f *tally.Figures) []tally.Cell) gridView {
	g := gridView{Title: title, Corner: corner}
	for _, r := range b.Results {
		g.Heads = append(g.Heads, b.nameViewOf(r))
	}
	for _, key := range b.keys(cells) {
		rate := func(f *tally.Figures) tally.Rate { return find(cells(f), key) }
		row := gridRow{nameView: nameView{Name: named(key)}, Size: b.size(rate)}
		for _, r := range b.Results {
			row.Cells = append(row.Cells, rateViewOf(plain(r.Name), rate(r.Figures), "missions"))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// keys lists the keys for which some result has a mission.
func (b *Board) keys(cells func(f *tally.Figures) []tally.Cell) []string {
	var keys []string
	seen := map[string]bool{}
	for _, r := range b.Results {
		for _, c := range cells(r.Figures) {
			if c.Of+c.Unscored > 0 && !seen[c.Key] {
				seen[c.Key] = true
				keys = append(keys, c.Key)
			}
		}
	}
	return keys
}

// named returns a key in words.
func named(key string) string {
	if s := plain(words(key)); s != "" {
		return s
	}
	return none
}

// spentOf returns the average costs of a mission.
func spentOf(r *Result) []amountView {
	s := &r.Figures.Spent
	amount := func(label, text string, v *float64) amountView {
		if v == nil {
			return amountView{Label: label, Text: none}
		}
		return amountView{label, text, strconv.FormatFloat(*v, 'f', -1, 64)}
	}
	var total *float64
	if s.Price.Known > 0 {
		total = &s.Price.Total
	}
	return []amountView{amount("Input tokens", mean(s.Input, 0), s.Input.Mean), amount("Output tokens", mean(s.Output, 0), s.Output.Mean),
		amount("Requests", mean(s.Requests, 2), s.Requests.Mean), amount("Seconds", seconds(s.LatencyMS.Mean), s.LatencyMS.Mean),
		amount("95 % within", seconds(s.LatencyMS.P95), s.LatencyMS.P95), amount("Price", r.price(), total)}
}

// dropUnknown removes the costs that are not known of any result, and lists them.
func (v *boardView) dropUnknown() string {
	var unknown []string
	for i := len(v.Results[0].Spent) - 1; i >= 0; i-- {
		if slices.ContainsFunc(v.Results, func(r resultView) bool { return r.Spent[i].Sort != "" }) {
			continue
		}
		unknown = append(unknown, strings.ToLower(v.Results[0].Spent[i].Label))
		for k := range v.Results {
			v.Results[k].Spent = slices.Delete(v.Results[k].Spent, i, i+1)
		}
	}
	slices.Reverse(unknown)
	return prose.Join(unknown)
}

// matrixOf returns the accuracy by the types of the previous and the current mission; nil
// if no mission follows another.
func matrixOf(r *Result) *matrixView {
	v, any := &matrixView{}, false
	for _, t := range mission.Types() {
		v.Types = append(v.Types, string(t))
	}
	for _, last := range v.Types {
		row := matrixRow{Name: last}
		for _, t := range v.Types {
			rate := find(r.Figures.Accuracy.Switch, last+">"+t)
			any = any || rate.Of+rate.Unscored > 0
			h := heatView{Class: heat(rate.Share), Text: percent(rate.Share), Title: last + " › " + t + ": " + told(rate, "missions")}
			if rate.Of > 0 {
				h.Size = count(rate.Of)
			}
			row.Cells = append(row.Cells, h)
		}
		v.Rows = append(v.Rows, row)
	}
	if !any {
		return nil
	}
	return v
}

// faultsOf returns all faults with a column for each result.
func faultsOf(b *Board) faultsView {
	var v faultsView
	row := func(name string, tally func(f *tally.Faults) (n int, share *float64)) (row gridRow, any bool) {
		row.Name = name
		for _, r := range b.Results {
			n, share := tally(&r.Figures.Faults)
			c := rateView{Label: plain(r.Name), Text: count(n), Sort: strconv.Itoa(n)}
			if share != nil && n > 0 {
				c.Aside = percent(share) + " %"
				c.Title = fmt.Sprintf("%s of %s wrong missions", count(n), count(r.Figures.Faults.Missions))
				c.Bar = &barView{Wide: number(100 * within01(*share))}
			}
			row.Cells = append(row.Cells, c)
			any = any || n > 0
		}
		return row, any
	}
	for _, r := range b.Results {
		v.Heads = append(v.Heads, b.nameViewOf(r))
	}
	for _, group := range []eval.FaultGroup{eval.ToolFaults, eval.ParameterFaults, eval.TextFaults} {
		head, _ := row(titled(string(group))+" errors", func(f *tally.Faults) (int, *float64) {
			x := groupCount(f, group)
			return x.Count, x.Share
		})
		g := faultGroup{gridRow: head}
		for _, fault := range eval.Faults() {
			if fault.Group() != group {
				continue
			}
			x, met := row(words(string(fault)), func(f *tally.Faults) (int, *float64) {
				i := slices.IndexFunc(f.Kinds, func(k tally.FaultCount) bool { return k.Fault == fault })
				if i < 0 {
					return 0, nil
				}
				return f.Kinds[i].Count, f.Kinds[i].Share
			})
			if met {
				g.Rows = append(g.Rows, x)
			} else {
				v.Zeros = append(v.Zeros, x)
			}
		}
		if len(g.Rows) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	return v
}

// comparisonView compares two results.
type comparisonView struct {
	A, B  string
	Open  bool // when there are few
	Rows  []differenceView
	Zeros []differenceView // both are right about the same missions of a type
}

type differenceView struct {
	Kind, Missions, A, B, Share, Interval, WonA, WonB, P string
	Bar                                                  *differenceBar
}

// differenceBar is a difference on a scale from -100 to 100 points, drawn 200
// units wide.
type differenceBar struct{ X, Wide, Whisker string }

func comparisons(all []Comparison) []comparisonView {
	var list []comparisonView
	for _, c := range all {
		v := comparisonView{A: plain(c.A), B: plain(c.B), Open: len(all) <= 2}
		for _, d := range c.known() {
			from, to := 100*min(0, *d.Share), 100*max(0, *d.Share)
			bar := &differenceBar{X: number(100 + from), Wide: number(to - from)}
			if d.Low != nil && d.High != nil {
				bar.Whisker = fmt.Sprintf("M%s 3v8m0-4H%sm0-4v8", number(100+100**d.Low), number(100+100**d.High))
			}
			row := differenceView{named(d.Key), count(d.Missions), percent(d.A), percent(d.B), signed(d.Share), interval(d.Low, d.High),
				count(d.WonA), count(d.WonB), probability(d.P), bar}
			if d.WonA+d.WonB > 0 || len(v.Rows) == 0 { // the first is that of all missions
				v.Rows = append(v.Rows, row)
			} else {
				v.Zeros = append(v.Zeros, row)
			}
		}
		list = append(list, v)
	}
	return list
}
