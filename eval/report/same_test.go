package report

import (
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/eval/tally"
)

// readTable is a table that was read out of a text.
type readTable struct {
	title string
	rows  [][]string
}

// markdownTables reads the tables of a Markdown text whose names need no escape.
func markdownTables(s string) (list []readTable) {
	title, head := "", false
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			title, head = strings.TrimLeft(line, "# "), false
		case !strings.HasPrefix(line, "|"):
		case strings.HasPrefix(line, "| :--"):
			list, head = append(list, readTable{title: title}), true
		case head:
			var row []string
			for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
				row = append(row, strings.TrimSpace(strings.NewReplacer("&lt;", "<", "&gt;", ">", `\_`, "_").Replace(cell)))
			}
			t := &list[len(list)-1]
			t.rows = append(t.rows, row)
		}
	}
	return list
}

// latexTables reads the tables of a LaTeX text, the same way.
func latexTables(s string) (list []readTable) {
	unescape := strings.NewReplacer(`\textendash{}`, "–", `\textless{}`, "<", `{[}`, "[", `{]}`, "]", `\_`, "_", `{\tiny `, "", `\textgreater{}`, ">")
	body := false
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, `\caption{`):
			title, _, _ := strings.Cut(strings.TrimPrefix(line, `\caption{`), ".")
			list, body = append(list, readTable{title: title}), false
		case line == `\midrule`:
			body = true
		case body && strings.HasSuffix(line, `\\`):
			var row []string
			aside := strings.Contains(line, `{\tiny `)
			for cell := range strings.SplitSeq(strings.TrimSuffix(line, `\\`), "&") {
				cell = strings.TrimSpace(cell)
				if strings.HasPrefix(cell, `{\tiny `) {
					cell = strings.TrimSuffix(cell, "}")
				}
				row = append(row, unescape.Replace(cell))
			}
			t := &list[len(list)-1]
			if !aside {
				t.rows = append(t.rows, row)
				continue
			}
			last := t.rows[len(t.rows)-1]
			for i := range last {
				last[i] = strings.TrimSpace(last[i] + " " + row[i])
			}
		}
	}
	return list
}

// TestSameNumbers: every format tells the same. Markdown and LaTeX have the same tables;
// each accuracy in them is the one that CSV and JSON have.
func TestSameNumbers(t *testing.T) {
	r := sample(t, 30)
	const other = "model two"
	r.Results[0].Name, r.Comparisons[0].B = other, other
	r.Results[0].Run.Model, r.Results[0].Run.Mode, r.Results[1].Run.Model = "model-2", "step", "model-1"
	lived := r.Results[1]
	lived.Name, lived.Run.Mode = "model one lived", sessionMode
	r.Results = append(r.Results, lived)
	r.Comparisons = append(r.Comparisons, Comparison{A: "model one", B: lived.Name, Comparison: r.Comparisons[0].Comparison})

	md, tex := markdownTables(written(t, Markdown, r)), latexTables(written(t, LaTeX, r))
	if diff := cmp.Diff(md, tex, cmp.AllowUnexported(readTable{})); diff != "" {
		t.Errorf("Markdown and LaTeX: %s", diff)
	}
	titles := map[string]int{}
	for _, x := range md {
		titles[x.title]++
	}
	for _, title := range []string{"Accuracy by position", "Accuracy by switch", "Accuracy by domain", "Cost", "Comparisons", "Robustness"} {
		if titles[title] == 0 {
			t.Errorf("there is no table %s", title)
		}
	}

	rows, err := csv.NewReader(strings.NewReader(written(t, CSV, r))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	inCSV := map[[4]string]string{} // of result, against, figure and key
	for _, row := range rows[1:] {
		inCSV[[4]string{row[0], row[1], row[9], row[10]}] = row[11]
	}
	var back Report
	if err := json.Unmarshal([]byte(written(t, JSON, r)), &back); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, x := range back.Results {
		a := &x.Figures.Accuracy
		for figure, cells := range map[string][]tally.Cell{"action": a.Action, "mission_count": a.Missions, "position": a.Position, "relation": a.Relation,
			"switch": a.Switch, "toolset": a.Toolset, "domain": a.Domain} {
			for _, c := range cells {
				if got := inCSV[[4]string{x.Name, "", "accuracy." + figure, c.Key}]; got != decimal(c.Share) {
					t.Errorf("%s, %s %s: %s in CSV, %s in JSON", x.Name, figure, c.Key, got, decimal(c.Share))
				}
				if c.Share == nil || x.Run.Mode != stepMode || x.Run.Version != eval.Strict1 {
					continue
				}
				title := map[string]string{"mission_count": "Accuracy by number of missions", "position": "Accuracy by position", "switch": "Accuracy by switch",
					"toolset": "Accuracy by toolset", "domain": "Accuracy by domain"}[figure]
				if title == "" {
					continue
				}
				checked++
				want := rated(c.Rate)
				if got := cellAt(md, title, c.Key, map[string]int{"model one": 2, other: 3}[x.Name]); got != strings.TrimSpace(want.text+" "+want.aside) {
					t.Errorf("%s, %s %s: %s in Markdown, %s in JSON", x.Name, figure, c.Key, got, want.text)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d numbers", checked)
	}
	for _, c := range back.Comparisons {
		if got := inCSV[[4]string{c.A, c.B, "difference", c.Overall.Key}]; got != decimal(c.Overall.Share) {
			t.Errorf("%s in CSV, %s in JSON", got, decimal(c.Overall.Share))
		}
		row := regexp.MustCompile(regexp.QuoteMeta("| " + c.A + " | " + c.B + " | all | " + count(c.Overall.Missions) + " | " + percent(c.Overall.A) + " | " + percent(c.Overall.B) + " | " + signed(c.Overall.Share)))
		if !row.MatchString(written(t, Markdown, r)) {
			t.Errorf("%s is not in Markdown", row)
		}
	}
}

// cellAt is a cell of the first table of a title.
func cellAt(tables []readTable, title, key string, column int) string {
	for _, x := range tables {
		if x.title != title {
			continue
		}
		for _, row := range x.rows {
			if row[0] == key {
				return row[column]
			}
		}
		return ""
	}
	return ""
}
