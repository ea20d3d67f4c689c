package trial

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	texttemplate "text/template"

	"switchyard/eval"
	"switchyard/flow"
	"switchyard/flow/follow"
	"switchyard/flow/session"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
)

// Row are the figures of a group of decisions or of sessions.
type Row struct {
	By         string           `json:"by"`  // "all", "domain", "scenario", "kind" or "oow"
	Key        string           `json:"key"` // of the group
	Knowledge  follow.Knowledge `json:"knowledge"`
	Controller string           `json:"controller,omitempty"` // of sessions
	N          int              `json:"n"`                    // decisions or sessions
	Right      int              `json:"right"`                // decisions; of sessions, those that succeeded
	Tools      follow.Counts    `json:"tools"`
	Tokens     int              `json:"tokens,omitempty"`
	// Of decisions: parameters, those at which the action belonged to the node, and replies.
	Params    follow.Counts        `json:"params,omitzero"`
	Nodes     int                  `json:"nodes,omitempty"`
	Replies   int                  `json:"replies,omitempty"`
	Responses float64              `json:"responses,omitempty"` // the sum of their scores by rules
	Judged    int                  `json:"judged,omitempty"`    // the sum of the judge's scores, each from 0 to 10
	Causes    map[follow.Cause]int `json:"causes,omitempty"`
	// Of sessions: goals, turns, calls that a controller refused, and changes that nobody wanted.
	Goals    follow.Counts `json:"goals,omitzero"`
	Progress float64       `json:"progress,omitempty"` // the sum of the shares of goals
	Turns    int           `json:"turns,omitempty"`
	Refused  int           `json:"refused,omitempty"`
	Needless int           `json:"needless,omitempty"`
}

// Share is the share of what was right.
func (r *Row) Share() float64 { return share(float64(r.Right), r.N) }

func share(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}

// Cell counts the decisions at a node at which the user leaves the workflow in some way. Of sessions
// that were lived through, it counts those that came to a node, and those that were not lost there.
type Cell struct {
	Workflow string `json:"workflow"`
	Node     string `json:"node"`
	OOW      string `json:"oow"` // empty if the user does not leave it
	N        int    `json:"n"`
	Right    int    `json:"right"`
}

// Report are the figures of an evaluation.
type Report struct {
	Format   string `json:"format"`
	Agent    string `json:"agent"`
	User     string `json:"user,omitempty"`  // the model that plays the users of sessions
	Judge    string `json:"judge,omitempty"` // the model that scores replies
	Mode     Mode   `json:"mode"`
	Dataset  string `json:"dataset"`
	Sessions int    `json:"sessions"`
	Rows     []Row  `json:"rows"`
	Cells    []Cell `json:"cells,omitempty"` // all forms and controllers together
}

// FormatFigures is the format of figures.json.
const FormatFigures = "switchyard-flow-figures/1"

// group is where a decision or a session counts.
type group struct {
	by, key string
	setting
}

// tally makes the figures.
type tally struct {
	rows  map[group]*Row
	order []group
	cells map[Cell]*Cell
	at    []Cell
}

func (t *tally) row(g group) *Row {
	if t.rows[g] == nil {
		t.rows[g] = &Row{By: g.by, Key: g.key, Knowledge: g.Knowledge, Controller: g.Controller, Causes: map[follow.Cause]int{}}
		t.order = append(t.order, g)
	}
	return t.rows[g]
}

// groups lists where something of a session counts, with the sub-type in which the user leaves.
func groups(s *session.Session, scenario, oow string, set setting) []group {
	domain, _, _ := strings.Cut(s.Toolset.Name, "/")
	kind := oow
	if oow != "none" {
		kind = string(flow.OOW(oow).Kind())
	}
	return []group{{"all", "all", set}, {"domain", domain, set}, {"scenario", scenario, set}, {"kind", kind, set}, {"oow", oow, set}}
}

// report makes the figures of what was predicted.
func (r *runner) report() *Report {
	t := &tally{rows: map[group]*Row{}, cells: map[Cell]*Cell{}}
	for _, j := range r.jobs() {
		p := r.kept[j.key()]
		if p == nil {
			continue
		}
		if j.decision != nil {
			t.decision(j.decision, p)
		} else {
			t.lived(j.session, p)
		}
	}
	report := &Report{Format: FormatFigures, Agent: r.Name, User: r.UserName, Mode: r.Mode, Dataset: r.Path, Sessions: len(r.sessions)}
	if r.Judge != nil && r.Mode == Turns {
		report.Judge = r.Judge.Name
	}
	rank := map[string]int{"all": 0, "domain": 1, "scenario": 2, "kind": 3, "oow": 4}
	slices.SortStableFunc(t.order, func(a, b group) int { return rank[a.by] - rank[b.by] })
	for _, g := range t.order {
		report.Rows = append(report.Rows, *t.rows[g])
	}
	for _, at := range t.at {
		report.Cells = append(report.Cells, *t.cells[at])
	}
	return report
}

// decision counts a decision.
func (t *tally) decision(d *follow.Decision, p *prediction) {
	v := follow.Judge(d, &eval.Action{Text: p.Text, Calls: p.Calls})
	ex := &d.Session.Exchanges[d.Exchange]
	oow := ex.OOW
	for _, g := range groups(d.Session, d.Workflow().Name, oowName(oow), p.setting) {
		row := t.row(g)
		row.N++
		row.Tokens += p.Tokens
		row.Tools.Add(v.Tools)
		row.Params.Add(v.Params)
		if v.Right {
			row.Right++
		} else {
			row.Causes[v.Cause]++
		}
		if v.Node {
			row.Nodes++
		}
		if v.Response >= 0 {
			row.Replies++
			row.Responses += v.Response
			if p.Score != nil {
				row.Judged += *p.Score
			}
		}
	}
	t.cell(Cell{Workflow: d.Workflow().Name, Node: d.Node(), OOW: oow}, v.Right)
}

// cell counts what was right or wrong at a place.
func (t *tally) cell(at Cell, right bool) {
	if t.cells[at] == nil {
		c := at
		t.cells[at] = &c
		t.at = append(t.at, at)
	}
	c := t.cells[at]
	c.N++
	if right {
		c.Right++
	}
}

// passed counts the nodes to which a session came, up to where it was lost.
func (t *tally) passed(s *session.Session, lost *follow.Lost) {
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		if ex.Mission != nil {
			continue
		}
		w := &s.Workflows[s.Runs[ex.Run].Workflow]
		seen := map[string]bool{}
		for _, a := range ex.Acts {
			if a.Passed || seen[a.Node] {
				continue
			}
			seen[a.Node] = true
			here := lost != nil && lost.Exchange == i && lost.Node == a.Node
			if t.cell(Cell{Workflow: w.Name, Node: a.Node}, !here); here {
				return
			}
		}
	}
}

func oowName(oow string) string {
	if oow == "" {
		return "none"
	}
	return oow
}

// lived counts a session.
func (t *tally) lived(s *session.Session, p *prediction) {
	o := p.Outcome
	t.passed(s, o.Lost)
	scenario, oow := s.Workflows[0].Name, "none"
	if len(s.Workflows) > 1 {
		scenario = s.Toolset.Name
	}
	for _, run := range s.Runs {
		if run.OOW != "" {
			oow = run.OOW
		}
	}
	for _, g := range groups(s, scenario, oow, p.setting) {
		row := t.row(g)
		row.N++
		row.Tokens += p.Tokens
		row.Tools.Add(o.Tools)
		row.Goals.Add(o.Goals)
		row.Progress += o.Progress()
		row.Turns += o.Turns
		row.Refused += o.Refused
		row.Needless += o.Needless
		if o.Success {
			row.Right++
		}
	}
}

//go:embed report.html.tmpl
var pageText string

//go:embed report.md.tmpl
var markdownText string

// write writes the figures and both reports.
func (r *Report) write(c *Config, sessions []*session.Session) error {
	text, err := jsontext.Indent(r)
	if err != nil {
		return err
	}
	if err := wholefile.Write(filepath.Join(c.Out, FiguresName), append(text, '\n')); err != nil {
		return err
	}
	html, err := template.New(PageName).Funcs(functions).Parse(pageText)
	if err != nil {
		return err
	}
	markdown, err := texttemplate.New(TextName).Funcs(texttemplate.FuncMap(functions)).Parse(markdownText)
	if err != nil {
		return err
	}
	var page, plain bytes.Buffer
	if err := cmp.Or(html.Execute(&page, r.page(sessions)), markdown.Execute(&plain, r.page(sessions))); err != nil {
		return err
	}
	return cmp.Or(wholefile.Write(filepath.Join(c.Out, PageName), page.Bytes()), wholefile.Write(filepath.Join(c.Out, TextName), plain.Bytes()))
}

// functions are those of the templates.
var functions = template.FuncMap{
	"percent":  func(x float64) string { return fmt.Sprintf("%.1f", 100*x) },
	"rate":     func(c follow.Counts, what int) string { return rate(c, what) },
	"mean":     func(x float64, n int) string { return fmt.Sprintf("%.3f", share(x, n)) },
	"per":      func(x, n int) string { return fmt.Sprintf("%.1f", share(float64(x), n)) },
	"ratio":    func(x, n int) float64 { return share(float64(x), n) },
	"ratio100": func(x, n int) float64 { return 100 * share(float64(x), n) },
	"cause":    func(r Row, c follow.Cause) int { return r.Causes[c] },
}

func rate(c follow.Counts, what int) string {
	p, r, f := c.Rates()
	return fmt.Sprintf("%.3f", [3]float64{p, r, f}[what])
}

// heatRow is a line of the heat map: a node with its cells by sub-type.
type heatRow struct {
	Workflow, Node string
	Cells          []*Cell
}

// page is what the templates see.
type page struct {
	*Report
	Causes []follow.Cause
	OOWs   []string
	Heat   []heatRow
	Charts []chart
	Groups []string
}

// chart is a flowchart with what was lost at each node.
type chart struct {
	Title, Text string
	Drawing     template.HTML
}

// page collects what the templates need, with flowcharts of the workflows of some sessions.
func (r *Report) page(sessions []*session.Session) *page {
	p := &page{Report: r, Causes: follow.Causes(), OOWs: []string{""}, Groups: []string{"domain", "scenario", "kind", "oow"}}
	for _, o := range flow.AllOOW() {
		p.OOWs = append(p.OOWs, string(o))
	}
	lost := map[string]map[string][2]int{} // by workflow and node: all, wrong
	rows := map[[2]string]*heatRow{}
	var order [][2]string
	for i := range r.Cells {
		c := &r.Cells[i]
		key := [2]string{c.Workflow, c.Node}
		if rows[key] == nil {
			rows[key] = &heatRow{c.Workflow, c.Node, make([]*Cell, len(p.OOWs))}
			order = append(order, key)
		}
		rows[key].Cells[slices.Index(p.OOWs, c.OOW)] = c
		if lost[c.Workflow] == nil {
			lost[c.Workflow] = map[string][2]int{}
		}
		n := lost[c.Workflow][c.Node]
		lost[c.Workflow][c.Node] = [2]int{n[0] + c.N, n[1] + c.N - c.Right}
	}
	for _, key := range order {
		if r.Mode == Sessions {
			break // there is one column
		}
		p.Heat = append(p.Heat, *rows[key])
	}
	seen := map[string]bool{}
	for _, s := range sessions {
		for i := range s.Workflows {
			w := &s.Workflows[i]
			if seen[w.Name] || lost[w.Name] == nil {
				continue
			}
			seen[w.Name] = true
			p.Charts = append(p.Charts, chart{w.Title, follow.Chart(w, &s.Toolset, paint(lost[w.Name])), draw(w, lost[w.Name])})
		}
	}
	return p
}

// paint are the lines that colour the nodes of a flowchart by the share of what was lost there.
func paint(lost map[string][2]int) (lines []string) {
	for _, node := range slices.Sorted(maps.Keys(lost)) {
		n := lost[node]
		if n[1] == 0 {
			continue
		}
		wrong := float64(n[1]) / float64(n[0])
		lines = append(lines, fmt.Sprintf("style %s fill:#%02x%02x%02x", node, 255, int(235-150*wrong), int(225-160*wrong)),
			fmt.Sprintf("%%%% %s: %d of %d lost", node, n[1], n[0]))
	}
	return lines
}
