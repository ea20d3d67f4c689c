package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/eval/tally"
)

// A result over other missions is marked wherever it stands beside the rest, and every
// format says what differs.
func TestOtherMissions(t *testing.T) {
	run := Run{Agent: "oracle", Mode: stepMode, Dataset: "d", Version: eval.Strict1}
	all, few := tallied(t, "a", 0.8, 30), tallied(t, "a", 0.9, 12)
	session := run
	session.Mode = sessionMode
	r := &Report{Results: []Result{result(t, "all", run, all), result(t, "again", run, tallied(t, "b", 0.5, 30)), result(t, "few", run, few),
		result(t, "alone", session, few)}}
	const what = "24 missions of 12 entries instead of 60 of 30"
	for _, f := range Formats() {
		text := written(t, f.Write, r)
		if !strings.Contains(text, what) {
			t.Errorf("%s does not say %q", f.Name, what)
		}
		switch f.Name {
		case "json":
			var back Report
			if err := json.Unmarshal([]byte(text), &back); err != nil || back.Results[2].Other != what || back.Results[0].Other+back.Results[3].Other != "" {
				t.Errorf("%v: %+v", err, back.Results)
			}
		case "csv":
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			last := len(rows[0]) - 1
			for _, row := range rows[1:] {
				if (row[last] == what) != (row[0] == "few") || rows[0][last] != "other_missions" {
					t.Fatalf("%v", row)
				}
			}
		default:
			dagger := map[string]string{"md": "†", "latex": `\textdagger{}`}[f.Name]
			if regexp.MustCompile(`few [^ ]`).FindString(strings.ReplaceAll(text, "few "+dagger, "")) != "" || strings.Contains(text, "again "+dagger) || strings.Contains(text, "alone "+dagger) {
				t.Errorf("%s: marks are missing, or too many", f.Name)
			}
		}
	}
	page := htmlOf(t, r, nil)
	if !strings.Contains(page, what) || !strings.Contains(page, `<bdi>few</bdi><abbr title="`+what+`">†</abbr>`) || strings.Contains(page, "<bdi>again</bdi><abbr") {
		t.Error("the page does not mark what is over other missions")
	}
	checkPage(t, parsed(t, page))
	r.Results = slices.Delete(r.Results, 2, 3)
	for _, f := range append(Formats(), Format{"html", func(w io.Writer, r *Report) error { return HTML(w, r, nil) }}) {
		if text := written(t, f.Write, r); strings.Contains(text, "†") && f.Name != "html" || strings.Contains(text, "instead of") {
			t.Errorf("%s: a mark, though all are over the same missions", f.Name)
		}
	}
}

// As many missions may still be others.
func TestOthers(t *testing.T) {
	of := func(set string, missions int) *Result {
		return &Result{Name: set, Figures: &tally.Figures{Set: set, Missions: missions, Entries: 1}}
	}
	for _, c := range []struct {
		results []*Result
		want    string // those that are marked
	}{
		{[]*Result{of("a", 5)}, ""},
		{[]*Result{of("a", 5), of("a", 5)}, ""},
		{[]*Result{of("a", 5), of("b", 9)}, "a: 5 missions of 1 entry instead of 9 of 1;"},
		{[]*Result{of("a", 5), of("b", 5)}, "b: 5 other missions of 1 entry instead of 5 of 1;"},
		{[]*Result{of("b", 9), of("a", 5), of("a", 5), of("c", 1000)}, "b: 9 missions of 1 entry instead of 5 of 1;c: 1,000 missions of 1 entry instead of 5 of 1;"},
	} {
		b, got := Board{Results: c.results, Other: others(c.results)}, ""
		for _, r := range c.results {
			if what := b.Other[r]; what != "" {
				got += r.Name + ": " + what + ";"
			}
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The title says what the scores are of, when and by what they were made.
func TestTitle(t *testing.T) {
	run := func(dataset string, v eval.Version) Result { return Result{Run: Run{Dataset: dataset, Version: v}} }
	for _, c := range []struct {
		report Report
		title  string
	}{
		{Report{}, "Scores"},
		{Report{Date: "2026-03-02", Program: "1.2.3", Results: []Result{run("d", eval.Strict1), run("d", eval.Strict1)}},
			"Scores on d, judged by strict-1, made on 2026-03-02, by switchyard 1.2.3"},
		{Report{Results: []Result{run("d", eval.Strict1), run("e", eval.Session1)}}, "Scores on d and e, judged by strict-1 and session-1"},
		{Report{Results: []Result{run("a", ""), run("b", ""), run("c", ""), run("d", "")}}, "Scores on a, b and 2 more datasets"},
	} {
		if got := c.report.title(); got != c.title {
			t.Errorf("%q, want %q", got, c.title)
		}
	}
	r, _ := pageWith(t, "x")
	r.Date, r.Program = "2026-03-02", "1.2.3"
	list := parsed(t, htmlOf(t, r, nil))
	title := list[slices.IndexFunc(list, func(e element) bool { return e.name == "title" })].text
	if want := "Scores on dataset x and dataset, judged by strict-1 and mmtb-1, made on 2026-03-02, by switchyard 1.2.3"; title != want {
		t.Errorf("%q, want %q", title, want)
	}
}

// Rows of zeros are folded, and can be opened; others are not.
func TestZeros(t *testing.T) {
	f, share := &tally.Figures{}, 1.0
	f.Faults.Missions = 2
	for _, fault := range eval.Faults() {
		f.Faults.Kinds = append(f.Faults.Kinds, tally.FaultCount{Fault: fault, Group: fault.Group()})
	}
	right := Board{Results: []*Result{{Name: "right", Figures: f}}}
	if v := faultsOf(&right); len(v.Groups) != 0 || len(v.Zeros) != len(eval.Faults()) {
		t.Errorf("%d groups and %d zeros", len(v.Groups), len(v.Zeros))
	}
	wrong := *f
	wrong.Faults.Kinds = slices.Clone(f.Faults.Kinds)
	wrong.Faults.Kinds[1].Count, wrong.Faults.Kinds[1].Share = 2, &share
	both := Board{Results: []*Result{right.Results[0], {Name: "wrong", Figures: &wrong}}}
	if v := faultsOf(&both); len(v.Groups) != 1 || len(v.Groups[0].Rows) != 1 || v.Groups[0].Rows[0].Name != "invented tool" || len(v.Zeros) != len(eval.Faults())-1 {
		t.Errorf("%+v", v)
	}
	page := htmlOf(t, &Report{Results: []Result{*both.Results[0], *both.Results[1]}}, nil)
	open, folded, ok := strings.Cut(page[strings.Index(page, "<h3>Errors</h3>"):], `<details class="zeros"><summary>14 errors that no result has</summary>`)
	if !ok || !strings.Contains(open, "invented tool") || strings.Contains(open, "wrong tool") || !strings.Contains(folded, "wrong tool") {
		t.Error("the page does not fold what no result has")
	}
	half := 0.5
	same := func(key string, won int) tally.Difference {
		d := tally.Difference{Key: key, Missions: 4, A: &half, B: &half, Share: new(float64), WonA: won, WonB: won}
		return d
	}
	c := comparisons([]Comparison{{A: "a", B: "b", Comparison: &tally.Comparison{Overall: same("", 0), Action: []tally.Difference{same("chat", 0), same("single", 1)}}}})
	if len(c[0].Rows) != 2 || c[0].Rows[1].Kind != "single" || len(c[0].Zeros) != 1 || c[0].Zeros[0].Kind != "chat" {
		t.Errorf("%+v", c)
	}
}

// Costs that are not known of any result have no columns.
func TestUnknownCosts(t *testing.T) {
	requests := 2.0
	f := &tally.Figures{}
	f.Spent.Requests.Mean = &requests
	v := boardViewOf(&Board{Results: []*Result{{Name: "a", Figures: f}, {Name: "b", Figures: &tally.Figures{}}}}, 1)
	if len(v.Results[0].Spent) != 1 || v.Results[1].Spent[0].Text != none || v.Unknown != "input tokens, output tokens, seconds, 95 % within and price" {
		t.Errorf("%+v: %s", v.Results, v.Unknown)
	}
}

// A failure says how to see its entry, so that it can be pasted into a shell.
func TestCommand(t *testing.T) {
	task := failuresIn(t, "x", "y")[0].Task
	e := *task.Entry
	other := *task
	other.Entry = &e
	for _, c := range []struct{ id, dataset, want string }{
		{"s1.chat-001", "d", "switchyard tree d --entry s1.chat-001 --mission 2"},
		{"s1.chat-001", "d" + SumMark + "0123…)", "switchyard tree d --entry s1.chat-001 --mission 2"},
		{"a b'$(c)", "my data", `switchyard tree 'my data' --entry 'a b'\''$(c)' --mission 2`},
		{"x", "", "switchyard tree DATASET --entry x --mission 2"},
	} {
		e.ID = c.id
		if got := command(&other, c.dataset); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
