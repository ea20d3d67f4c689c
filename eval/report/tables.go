package report

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
	"switchyard/eval/tally"
	"switchyard/mission"
)

// table is a table before it is formatted. Its texts are not escaped.
type table struct {
	title string
	note  string // a sentence or two below the title
	head  []heading
	rows  [][]cell
}

// heading is the head of a column.
type heading struct {
	text string
	tex  string // in LaTeX, as it stands there; the text when empty
}

// labelled is a table with its LaTeX label.
type labelled struct {
	label string
	table
}

// tables returns the tables of a board, without the switch paths, which are too many to
// read.
func (b *Board) tables() []labelled {
	list := []labelled{
		{"overview", b.overview()}, {"missions", b.leaderboard()}, {"relations", b.relations()}, {"errors", b.errors()}, {"faults", b.faults()},
		{"counts", b.byKey("Accuracy by number of missions", "Missions in the entry", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Missions })},
		{"positions", b.byKey("Accuracy by position", "Position", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Position })},
		{"switches", b.byKey("Accuracy by switch", "Previous > current", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Switch })},
		{"domains", b.byKey("Accuracy by domain", "Domain", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Domain })},
		{"toolsets", b.byKey("Accuracy by toolset", "Toolset", func(f *tally.Figures) []tally.Cell { return f.Accuracy.Toolset })},
		{"cost", b.spent()}, {"runs", b.ran()},
	}
	for i := range list {
		note := b.markedBriefly()
		if i == 0 {
			note = b.marked()
		}
		list[i].note = strings.TrimSpace(list[i].note + " " + note)
	}
	return list
}

// across returns the tables that compare results; they may have no rows.
func (r *Report) across() []labelled {
	return []labelled{{"robustness", r.robustness()}, {"comparisons", r.compared()}}
}

// cell is what stands in a table.
type cell struct {
	text  string
	aside string // interval, and what was not scored
}

func heads(texts ...string) []heading {
	list := make([]heading, len(texts))
	for i, t := range texts {
		list[i] = heading{text: t}
	}
	return list
}

func texts(list ...string) []cell {
	cells := make([]cell, len(list))
	for i, t := range list {
		cells[i] = cell{text: t}
	}
	return cells
}

// rated is a rate as a cell.
func rated(r tally.Rate) cell {
	c := cell{text: percent(r.Share), aside: interval(r.Low, r.High)}
	if r.Unscored > 0 {
		c.aside = strings.TrimSpace(c.aside + " " + strconv.Itoa(r.Unscored) + " unscored")
	}
	return c
}

// find returns the rate of a key; the zero value if there is no such cell.
func find(cells []tally.Cell, key string) tally.Rate {
	if i := slices.IndexFunc(cells, func(c tally.Cell) bool { return c.Key == key }); i >= 0 {
		return cells[i].Rate
	}
	return tally.Rate{}
}

// column is a column of a table with a row for each result.
type column struct {
	heading
	rate func(f *tally.Figures) tally.Rate
}

// byResult makes a table with a row for each result, and a last row with the number of
// missions in each column if all results agree on it.
func (b *Board) byResult(title, note string, columns []column) table {
	t := table{title: title, note: note, head: heads("Result")}
	sizes := texts("missions")
	for _, c := range columns {
		t.head = append(t.head, c.heading)
		sizes = append(sizes, cell{text: b.size(c.rate)})
	}
	for _, r := range b.Results {
		row := texts(b.name(r))
		for _, c := range columns {
			row = append(row, rated(c.rate(r.Figures)))
		}
		t.rows = append(t.rows, row)
	}
	t.rows = append(t.rows, sizes)
	return t
}

// size returns the number of missions in a cell, if all results that are over the usual
// missions agree on it.
func (b *Board) size(rate func(f *tally.Figures) tally.Rate) string {
	size := -1
	for _, r := range b.Results {
		if b.Other[r] != "" {
			continue
		}
		x := rate(r.Figures)
		if n := x.Of + x.Unscored; size >= 0 && n != size {
			return ""
		} else {
			size = n
		}
	}
	return count(size)
}

// byKey makes a table with a row for each key and a column for each result.
func (b *Board) byKey(title, what string, cells func(f *tally.Figures) []tally.Cell) table {
	t := table{title: title, head: heads(what, "Missions")}
	for _, r := range b.Results {
		t.head = append(t.head, heading{text: b.name(r)})
	}
	for _, key := range b.keys(cells) {
		name := key
		if name == "" {
			name = none
		}
		rate := func(f *tally.Figures) tally.Rate { return find(cells(f), key) }
		row := texts(name, b.size(rate))
		for _, r := range b.Results {
			row = append(row, rated(rate(r.Figures)))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// The names of two rates, and a note on what they count, as the Multi-Mission Tool Bench
// defines them. Both ignore some missions, so that even an agent with the best rates may
// be wrong in all of those.
const (
	OptimalRate = "Optimal path rate"
	Progress    = "Accomplished progress"
	OfSome      = "The optimal path rate is only over missions in which calls can be made at once, the accomplished progress only over the nodes of those in which a call waits for another; other missions are in neither."
)

// leaderboard has the layout of table 2 of the Multi-Mission Tool Bench, preceded by the
// overall accuracy.
func (b *Board) leaderboard() table {
	action := func(k mission.Kind, text, tex string) column {
		return column{heading{text, tex}, func(f *tally.Figures) tally.Rate { return find(f.Accuracy.Action, string(k)) }}
	}
	t := b.byResult("Accuracy by type of mission",
		"Percent of missions, with 95 % intervals. P: parallel calls, S: serial ones, S+P: both. "+OfSome,
		[]column{
			{heading{text: "All"}, func(f *tally.Figures) tally.Rate { return f.Accuracy.Overall }},
			action(mission.KindSingle, "Single", `$A_{\mathrm{single}}$`),
			action(mission.KindChat, "Chat", `$A_{\mathrm{chat}}$`),
			action(mission.KindClarify, "Clarify", `$A_{\mathrm{clarify}}$`),
			action(mission.KindParallel, "Multi P", `$A_{\mathrm{multi}}^{P}$`),
			action(mission.KindSerial, "Multi S", `$A_{\mathrm{multi}}^{S}$`),
			action(mission.KindMixed, "Multi S+P", `$A_{\mathrm{multi}}^{S+P}$`),
			{heading{text: OptimalRate, tex: "Optimal"}, func(f *tally.Figures) tally.Rate { return f.Optimal.Choice }},
			{heading{text: Progress, tex: "Progress"}, func(f *tally.Figures) tally.Rate { return f.Progress.Linked }},
		})
	t.rows[len(t.rows)-1][len(t.head)-1].text = "" // nodes, not missions
	return t
}

// relations has the layout of table 3 of the Multi-Mission Tool Bench.
func (b *Board) relations() table {
	var columns []column
	for _, r := range mission.Relations() {
		columns = append(columns, column{heading{text: titled(string(r))},
			func(f *tally.Figures) tally.Rate { return find(f.Accuracy.Relation, string(r)) }})
	}
	return b.byResult("Accuracy by relation to earlier missions", "Percent of missions, with 95 % intervals. First missions are in none.", columns)
}

// errors has the layout of table 4 of the Multi-Mission Tool Bench, plus the columns that
// it leaves out.
func (b *Board) errors() table {
	t := table{title: "Errors", note: "Percent of the wrong missions. Of each, the first error counts.",
		head: heads("Result", "Wrong missions", "Tool")}
	for _, f := range eval.Faults() {
		if f.Group() == eval.ParameterFaults {
			t.head = append(t.head, heading{text: titled(string(f))})
		}
	}
	t.head = append(t.head, heading{text: "Text"})
	for _, r := range b.Results {
		f := &r.Figures.Faults
		row := texts(b.name(r), count(f.Missions), percent(groupCount(f, eval.ToolFaults).Share))
		for _, k := range f.Kinds {
			if k.Group == eval.ParameterFaults {
				row = append(row, cell{text: percent(k.Share)})
			}
		}
		t.rows = append(t.rows, append(row, cell{text: percent(groupCount(f, eval.TextFaults).Share)}))
	}
	return t
}

// groupCount returns the count of a group of faults.
func groupCount(f *tally.Faults, group eval.FaultGroup) tally.GroupCount {
	if i := slices.IndexFunc(f.Groups, func(g tally.GroupCount) bool { return g.Group == group }); i >= 0 {
		return f.Groups[i]
	}
	return tally.GroupCount{}
}

// titled is a key as a heading.
func titled(key string) string {
	s := words(key)
	return strings.ToUpper(s[:1]) + s[1:]
}

// noSpread says what intervals are where drawing entries again shows no spread.
const noSpread = "; where all entries agree, as at 0 and 100 %, Wilson's of that many entries"

// overview is the first table: accuracies, and how much was scored.
func (b *Board) overview() table {
	t := table{title: "Leaderboard", note: "Percent, with 95 % intervals: entries are drawn again, all missions of one together" + noSpread + ". " +
		OfSome + " Missions that could not be scored are in no share.",
		head: heads("Result", "Accuracy", "Entries wholly correct", OptimalRate, Progress, "Missions scored", "Unscored")}
	for _, r := range b.Results {
		f := r.Figures
		overall := rated(f.Accuracy.Overall)
		overall.aside = interval(f.Accuracy.Overall.Low, f.Accuracy.Overall.High) // the last column has the rest
		optimal, progress := f.Optimal.Choice, f.Progress.Linked
		optimal.Unscored, progress.Unscored = 0, 0
		t.rows = append(t.rows, append(texts(b.name(r)), overall, rated(f.Whole), rated(optimal), rated(progress),
			cell{text: count(f.Missions - f.Unscored)}, cell{text: count(f.Unscored)}))
	}
	return t
}

// faults counts every kind of fault.
func (b *Board) faults() table {
	t := table{title: "Every error", note: "Wrong missions by their first error: how many, and percent of the wrong ones.", head: heads("Error", "About")}
	for _, r := range b.Results {
		t.head = append(t.head, heading{text: b.name(r)})
	}
	for i, fault := range eval.Faults() {
		row := texts(words(string(fault)), string(fault.Group()))
		for _, r := range b.Results {
			c := cell{text: none}
			if kinds := r.Figures.Faults.Kinds; i < len(kinds) {
				c.text = count(kinds[i].Count)
				if kinds[i].Share != nil {
					c.text += " (" + percent(kinds[i].Share) + ")"
				}
			}
			row = append(row, c)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// spent lists the costs.
func (b *Board) spent() table {
	t := table{title: "Cost", note: "A mission on average, scored or not; the price is of all missions.",
		head: heads("Result", "Input tokens", "of them cached", "Output tokens", "Requests", "Seconds", "Median", "95 % within", "Price")}
	for _, r := range b.Results {
		s := &r.Figures.Spent
		t.rows = append(t.rows, texts(b.name(r), mean(s.Input, 0), mean(s.Cached, 0), mean(s.Output, 0), mean(s.Requests, 2),
			seconds(s.LatencyMS.Mean), seconds(s.LatencyMS.Median), seconds(s.LatencyMS.P95), r.price()))
	}
	return t
}

// ran describes the agents.
func (b *Board) ran() table {
	t := table{title: "What was run", head: heads("Result", "Agent", "Model", "Protocol", "History")}
	for _, r := range b.Results {
		row := texts(b.name(r), r.Run.Agent, r.Run.Model, r.Run.Protocol, string(r.Run.History))
		for i := range row {
			if row[i].text == "" {
				row[i].text = none
			}
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// robustness compares agents in step and session mode. It has no rows if no agent was run
// in both.
func (r *Report) robustness() table {
	t := table{title: "Robustness", note: robustNote,
		head: heads("Step by step", "In sessions", "Type", "Missions", "Accuracy step by step", "in sessions", "Step − session")}
	for _, c := range r.Robustness() {
		for _, d := range c.known() {
			t.rows = append(t.rows, differenceRow(&c, &d))
		}
	}
	return t
}

// robustNote explains robustness.
const robustNote = "What an agent loses once it lives with its own history: its accuracy step by step less that in sessions, " +
	"over the missions that both scored, in percentage points, with 95 % intervals."

// compared lists the comparisons. It has no rows if nothing is compared.
func (r *Report) compared() table {
	t := table{title: "Comparisons", note: "Over the missions that both scored, in percent and percentage points. " +
		"The interval knows that the missions of an entry hang together, and is the figure to trust; " +
		"McNemar's p (exact, two-sided) does not, and is rather too small.",
		head: heads("A", "B", "Type", "Missions", "Accuracy of A", "of B", "A − B", "only A right", "only B right", "p")}
	for _, c := range r.Comparisons {
		for _, d := range c.known() {
			t.rows = append(t.rows, append(differenceRow(&c, &d), texts(count(d.WonA), count(d.WonB), probability(d.P))...))
		}
	}
	return t
}

// differenceRow is the row of a difference, up to the interval.
func differenceRow(c *Comparison, d *tally.Difference) []cell {
	return append(texts(c.A, c.B, d.Key, count(d.Missions), percent(d.A), percent(d.B)), cell{text: signed(d.Share), aside: interval(d.Low, d.High)})
}
