package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/eval"
	"switchyard/eval/tally"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tallied is a tally of entries in which an agent is right with a chance.
func tallied(t testing.TB, agent string, chance float64, entries int) *tally.Tally {
	x := tally.New()
	for e := range entries {
		id := strconv.Itoa(e)
		random := keyed.New(1, "entry", id)
		missions := 1 + e%3
		facts := tally.Facts{Entry: id, Missions: missions, Toolset: keyed.Pick(random, []string{"rail", "fine_dining"}), Domain: "travel"}
		for m := range missions {
			kind := keyed.Pick(random, mission.Kinds())
			facts.Mission, facts.Type, facts.Pattern = m, kind.Type(), kind.Pattern()
			facts.Path = strings.TrimPrefix(facts.Path+">"+string(facts.Type), ">")
			if m > 0 {
				facts.Relation = keyed.Pick(random, mission.Relations()[:2])
			}
			v, cost := judged(agent, chance, id, m)
			if err := x.Add(facts, v, cost); err != nil {
				t.Fatal(err)
			}
			facts.Previous = facts.Type
		}
	}
	return x
}

func judged(agent string, chance float64, id string, m int) (*eval.Verdict, tally.Cost) {
	random := keyed.New(2, agent, id, keyed.Int(m))
	v, price, took := &eval.Verdict{Entry: id, Mission: m, Scored: !random.Chance(0.05), Of: 4}, 0.0015, int64(500+random.IntN(2000))
	cost := tally.Cost{Requests: 3, Usage: &model.Usage{Input: 1000 + random.IntN(500), Cached: 300, Output: 40}, LatencyMS: &took, Price: &price}
	switch {
	case !v.Scored:
		v.Of = 0
	case random.Chance(chance):
		v.Correct, v.Done, v.Optimal = true, 4, random.Chance(0.8)
	default:
		v.Done, v.Faults = random.IntN(4), []eval.Found{{Fault: keyed.Pick(random, eval.Faults()), Call: -1, Node: -1}}
	}
	return v, cost
}

// result makes a result of a tally. Paths that no mission is on are left out, for
// the sake of the golden files.
func result(t testing.TB, name string, run Run, x *tally.Tally) Result {
	f, err := x.Figures(context.Background(), tally.Options{Resamples: 100})
	if err != nil {
		t.Fatal(err)
	}
	f.Accuracy.Path = slices.DeleteFunc(f.Accuracy.Path, func(c tally.Cell) bool { return c.Of+c.Unscored == 0 })
	return Result{Name: name, Run: run, Figures: f}
}

// hostile is a name that tries everything.
const hostile = "=cmd|'/c x'!A1 & \"<b onload=x>\" \\input{x} $1_2^3 #4 %5 ~6 {7} `8` [9](http://x.example) *10*\r\n\x1b[31m\u202e@\xff\x00"

func sample(t testing.TB, entries int) *Report {
	a, b := tallied(t, "a", 0.8, entries), tallied(t, "b", 0.5, entries)
	run := Run{Model: "model-1", Protocol: "tools", History: eval.HistoryFull, Mode: "step", Dataset: "dataset", Version: eval.Strict1, Currency: "usd"}
	other, empty := run, run
	other.Model, other.Protocol = hostile, "react"
	empty.Version = eval.MMTB1
	c, err := tally.Compare(context.Background(), a, b, tally.Options{Resamples: 100})
	if err != nil {
		t.Fatal(err)
	}
	return &Report{
		Results: []Result{result(t, hostile, other, b), result(t, "model one", run, a),
			result(t, "nothing", empty, tally.New())},
		Comparisons: []Comparison{{A: "model one", B: hostile, Comparison: c}},
	}
}

func written(t testing.TB, write Writer, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	r := sample(t, 30)
	for _, f := range Formats() {
		if f.Name == "html" { // has tests of its own
			continue
		}
		file, got := filepath.Join("testdata", "report."+f.Name), written(t, f.Write, r)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: %s", f.Name, diff)
		}
	}
}

// TestRobustness: an agent is set against itself in sessions, step less session
// whichever is better, and against nothing else.
func TestRobustness(t *testing.T) {
	run := Run{Agent: "model", Model: "m", Mode: stepMode, Dataset: "d", History: eval.HistoryFull}
	for _, chances := range [][2]float64{{0.9, 0.3}, {0.3, 0.9}} {
		step, lived := tallied(t, "a", chances[0], 60), tallied(t, "b", chances[1], 60)
		inSession, other, elsewhere := run, run, run
		inSession.Mode, other.Model, elsewhere.Dataset, elsewhere.Mode = sessionMode, "n", "e", sessionMode
		other.Mode = sessionMode
		worded := inSession
		worded.Protocol = "react"
		r := &Report{Results: []Result{result(t, "lived", inSession, lived), result(t, "stepped", run, step), result(t, "other", other, lived), result(t, "elsewhere", elsewhere, lived), result(t, "worded", worded, lived)}}
		for _, pair := range [][2]int{{0, 1}, {2, 1}, {3, 1}, {4, 1}} {
			x, y := &r.Results[pair[0]], &r.Results[pair[1]]
			a, b := Against(x, y)
			if c, d := Against(y, x); c != a || d != b {
				t.Errorf("%s and %s are in another order than %s and %s", a.Name, b.Name, c.Name, d.Name)
			}
			tallies := map[string]*tally.Tally{"lived": lived, "other": lived, "elsewhere": lived, "worded": lived, "stepped": step}
			c, err := tally.Compare(t.Context(), tallies[a.Name], tallies[b.Name], tally.Options{Resamples: 100})
			if err != nil {
				t.Fatal(err)
			}
			r.Comparisons = append(r.Comparisons, Comparison{A: a.Name, B: b.Name, Comparison: c})
		}
		list := r.Robustness()
		if len(list) != 1 || list[0].A != "stepped" || list[0].B != "lived" {
			t.Fatalf("%+v", list)
		}
		d := list[0].Overall
		if (*d.Share > 0) != (chances[0] > chances[1]) || d.Low == nil || *d.A-*d.B-*d.Share > 1e-9 {
			t.Errorf("%+v", d)
		}
		row := "| stepped | lived | all | " + count(d.Missions) + " | " + percent(d.A) + " | " + percent(d.B) + " | " + signed(d.Share) + " " + interval(d.Low, d.High) + " |"
		if md := written(t, Markdown, r); !strings.Contains(md, "\n## Robustness\n") || !strings.Contains(md, row) {
			t.Errorf("%s is not in\n%s", row, md)
		}
	}
}

func TestBoards(t *testing.T) {
	at := func(name, dataset, mode string, v eval.Version, share float64) Result {
		f := &tally.Figures{}
		if share >= 0 {
			f.Accuracy.Overall.Share = &share
		}
		return Result{Name: name, Run: Run{Dataset: dataset, Mode: mode, Version: v}, Figures: f}
	}
	r := &Report{Results: []Result{
		at("low", "d", "step", eval.Strict1, 0.2), at("unknown", "d", "step", eval.Strict1, -1), at("other way", "d", "step", eval.MMTB1, 0.9),
		at("high", "d", "step", eval.Strict1, 0.8), at("a tie", "d", "step", eval.Strict1, 0.2), at("other mode", "d", "session", eval.Strict1, 0.9),
		at("other data", "e", "step", eval.Strict1, 0.9), at("nil", "d", "step", eval.Strict1, 0),
	}}
	var got [][]string
	for _, b := range r.Boards() {
		var names []string
		for _, x := range b.Results {
			names = append(names, x.Name)
		}
		got = append(got, names)
	}
	want := [][]string{{"high", "a tie", "low", "nil", "unknown"}, {"other way"}, {"other mode"}, {"other data"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNotWhole(t *testing.T) {
	f, c := &tally.Figures{}, &tally.Comparison{}
	for _, x := range []struct {
		report Report
		want   string
	}{
		{Report{Results: []Result{{Name: "a", Figures: f}, {Name: "a", Figures: f}}}, `two results are called "a"`},
		{Report{Results: []Result{{Name: "a"}}}, `the result "a" has no figures`},
		{Report{Results: []Result{{Name: "a", Figures: f}}, Comparisons: []Comparison{{A: "a", B: "b", Comparison: c}}},
			`a comparison names "b", which is not a result`},
		{Report{Results: []Result{{Name: "a", Figures: f}}, Comparisons: []Comparison{{A: "a", B: "a"}}},
			`the comparison of "a" and "a" has no figures`},
	} {
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := format.Write(&b, &x.report); err == nil || err.Error() != x.want || b.Len() > 0 {
				t.Errorf("%s: %v after %d bytes, want %s", format.Name, err, b.Len(), x.want)
			}
		}
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	r := sample(t, 30)
	for _, f := range Formats() {
		if err := f.Write(full{}, r); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	// A report without results is written, too.
	for _, f := range Formats() {
		if written(t, f.Write, &Report{}) == "" {
			t.Errorf("%s: nothing is written of an empty report", f.Name)
		}
	}
}

// anyText draws texts that mean something to some format.
func anyText() *rapid.Generator[string] {
	part := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"|", "\\", "&", "_", "\n", "\r", "\t", "=", "+", "-", "@", "\"", "'", ",", ";",
		"{", "}", "[", "](", "![", "<", ">", "$", "#", "%", "^", "~", "`", "*", "://", "www.", "\u202e", "\u200b", "\u2028", "\x00", "\xff", "−", "–", "＝"}))
	return rapid.Map(rapid.SliceOfN(part, 0, 6), func(parts []string) string { return strings.Join(parts, "") })
}

func TestHostileNames(t *testing.T) {
	r := sample(t, 2)
	rapid.Check(t, func(rt *rapid.T) {
		name := anyText().Draw(rt, "name")
		if name == "model one" || name == "nothing" {
			return
		}
		x := *r
		x.Results = slices.Clone(r.Results)
		x.Results[0].Name, x.Results[0].Run.Dataset = name, name
		x.Comparisons = []Comparison{{A: "model one", B: name, Comparison: r.Comparisons[0].Comparison}}
		checkMarkdown(rt, written(t, Markdown, &x))
		checkCSV(rt, written(t, CSV, &x))
		checkLaTeX(rt, written(t, LaTeX, &x))
		var back Report
		if err := json.Unmarshal([]byte(written(t, JSON, &x)), &back); err != nil || back.Results[0].Name != strings.ToValidUTF8(name, "\uFFFD") && validRuns(name) {
			rt.Fatalf("JSON: %v, %q of %q", err, back.Results[0].Name, name)
		}
	})
}

// validRuns reports whether a text has no two bytes in a row that are no UTF-8: of
// those, JSON makes one mark each.
func validRuns(s string) bool { return len([]rune(s)) == len([]rune(strings.ToValidUTF8(s, "\uFFFD"))) }

// What is escaped.
var (
	markdownEscaped = regexp.MustCompile("\\\\[\\\\`*_|~$#\\[\\]:.@]|&(lt|gt|amp);")
	latexEscaped    = regexp.MustCompile(`\\text[a-z]+\{\}|\\[{}$&#%_]|\{\[\}|\{\]\}|\{''\}|\{\}`)
)

// Every row of a table has as many columns as its head, and no line is anything
// but a heading, a table or a sentence of ours.
func checkMarkdown(t *rapid.T, s string) {
	columns := 0
	for line := range strings.Lines(s) {
		bare := markdownEscaped.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
		switch {
		case strings.ContainsAny(bare, "\r\x00\x1b\u202e\u2028"):
			t.Fatalf("control characters in %q", line)
		case !strings.HasPrefix(line, "|"):
			columns = 0
			continue
		case columns == 0:
			columns = strings.Count(bare, "|")
		}
		if strings.Count(bare, "|") != columns || strings.ContainsAny(bare, "<>`*_$") {
			t.Fatalf("%d columns wanted: %q", columns, line)
		}
	}
}

func checkCSV(t *rapid.T, s string) {
	rows, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil { // it wants every row to have as many fields as the first
		t.Fatal(err)
	}
	number := regexp.MustCompile(`^-?[0-9.]+(e-[0-9]+)?$`)
	for _, row := range rows {
		for i, field := range row {
			if field != "" && strings.ContainsAny(field[:1], "=+-@\t\r") && !(i >= 11 && number.MatchString(field)) {
				t.Fatalf("a formula: %q", field)
			}
			if strings.ContainsAny(field, "\r\n\x00\x1b\u202e") {
				t.Fatalf("control characters: %q", field)
			}
		}
	}
}

func checkLaTeX(t *rapid.T, s string) {
	depth := 0
	for _, r := range latexEscaped.ReplaceAllString(s, "") {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			t.Fatalf("a brace too many: %s", s)
		}
	}
	if depth != 0 {
		t.Fatalf("%d braces are open: %s", depth, s)
	}
	columns := -1
	for line := range strings.Lines(s) {
		bare := strings.TrimSuffix(latexEscaped.ReplaceAllString(line, ""), "\n")
		switch {
		case strings.HasPrefix(line, `\begin{tabular}`):
			columns = len(strings.TrimSuffix(strings.TrimPrefix(bare, `\begin{tabular}{`), "}")) - 1
		case strings.HasSuffix(bare, `\\`) && strings.Count(bare, "&") != columns:
			t.Fatalf("%d columns wanted: %q", columns+1, line)
		case strings.HasPrefix(line, `\caption{`) && strings.ContainsAny(strings.TrimPrefix(bare, `\caption{`), `\$&#%_^~<>|"`):
			t.Fatalf("not escaped: %q", line)
		}
	}
}

func TestTexts(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	for _, c := range []struct{ got, want string }{
		{plain(" a\t b\r\nc\u2028d \x1b[31m \u202ee\u200bf \x00 g\xff"), "a b c d [31m ef g\uFFFD"},
		{plain("\x00 \u200b a"), "a"},
		{percent(p(0.6328)), "63.3"}, {percent(p(1)), "100.0"}, {percent(nil), "–"},
		{signed(p(0.0312)), "+3.1"}, {signed(p(-0.0312)), "-3.1"}, {signed(p(0)), "0.0"}, {signed(p(-0.0001)), "0.0"}, {signed(p(0.0001)), "0.0"},
		{interval(p(0), p(0.5)), "[0.0, 50.0]"}, {interval(nil, p(1)), ""},
		{count(0), "0"}, {count(999), "999"}, {count(1000), "1,000"}, {count(1234567), "1,234,567"}, {money(0.00123), "0.0012"}, {money(12.345), "12.35"},
		{probability(1), "1"}, {probability(0.04123), "0.041"}, {probability(0), "< 0.0001"},
		{decimal(p(0.1 + 0.2)), "0.3"}, {decimal(p(-0.0000001)), "0"}, {decimal(nil), ""}, {decimal(p(12345.5)), "12345.5"},
		{csvText("=1"), "'=1"}, {csvText("\t=1"), "'=1"}, {csvText("a=1"), "a=1"}, {csvText("＝1"), "'＝1"}, {csvText(""), ""},
		{latexText(`a_b & 5% \x`), `a\_b \& 5\% \textbackslash{}x`}, {latexText("[a] {b}"), `{[}a{]} \{b\}`}, {latexText("a-b --- –"), `a-b -{}-{}- \textendash{}`},
		{markdownText("a|b_c <i> [x](http://y)"), `a\|b\_c &lt;i&gt; [x\](http:\//y)`},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
