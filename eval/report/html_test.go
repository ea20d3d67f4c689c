package report

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/eval"
	"switchyard/eval/tally"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// inert is text that tries to be more. It has a word that no line can hold.
const inert = `</style></script></title><script>window.hacked=1</script><img src=x onerror=window.hacked=2><svg/onload=window.hacked=3>` +
	`"onmouseover="window.hacked=4" '` + "`" + `javascript:window.hacked=5 [a](javascript:window.hacked=6) http://evil.example/a.png <!-- ]]> {{.}} \` +
	"\u202eevil\u2066\u200b\x00\x1b[31m\u2028 &lt;b&gt; &#x3c;i&#x3e; 中文 עברית " +
	"longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong"

// quoted is a text as JSON.
func quoted(t testing.TB, s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// talked is an entry of two missions in which everything says a text. The first
// mission calls a tool. In the second, a question comes first, then two calls that
// wait for it and one that waits for both.
func talked(t testing.TB, text string) *mission.Entry {
	say := func(s string) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"text":%s,"n":[1,{"deep":%s}]}`, quoted(t, s), quoted(t, s)))
	}
	call := func(tool string, deps ...int) mission.Call {
		return mission.Call{Tool: tool, Arguments: say("want " + text), Observation: say("seen " + text), Status: 200, Dependencies: deps}
	}
	a, b := "a "+text, "b "+text
	first := mission.Mission{Type: mission.Single, Request: "first " + text, Calls: []mission.Call{call(a)}, Reply: "first reply " + text}
	second := mission.Mission{Type: mission.Clarify, Relation: mission.Implicit, Request: "second " + text, Reply: "second reply " + text,
		Questions: []mission.Question{{Tool: a, Missing: []string{"text " + text}, Text: "question " + text, Reply: "told " + text, Complete: true}},
		Calls:     []mission.Call{call(a), call(a), call(b, 0, 1)}}
	for _, m := range []*mission.Mission{&first, &second} {
		turns := []mission.Turn{{Role: mission.RoleUser, Text: m.Request}}
		for _, q := range m.Questions {
			turns = append(turns, mission.Turn{Role: mission.RoleAI, Text: q.Text}, mission.Turn{Role: mission.RoleUser, Text: q.Reply})
		}
		for i := range m.Calls {
			turns = append(turns, mission.Turn{Role: mission.RoleTool, Calls: []int{i}})
		}
		m.Dialogue = append(turns, mission.Turn{Role: mission.RoleAI, Text: m.Reply})
	}
	offered := func(name string) mission.Tool {
		return mission.Tool{Name: name, Description: text, Parameters: json.RawMessage(`{"type":"object"}`)}
	}
	return &mission.Entry{ID: "entry " + text, SwitchPath: []mission.Type{mission.Single, mission.Clarify},
		Environment: mission.Environment{Now: "2026-03-02 09:00:00", Weekday: "Monday", Locale: "en"},
		Toolset:     mission.Toolset{Name: "set " + text, Domain: "domain " + text, Tools: []mission.Tool{offered(a), offered(b)}},
		Missions:    []mission.Mission{first, second}}
}

// failuresIn are failures of a result in every form: arguments that are wrong, a
// tree that was left with a call and with nothing, a reply that lacks something.
func failuresIn(t testing.TB, result, text string) []Failure {
	tasks, err := eval.Tasks(talked(t, text), eval.TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	task := &tasks[1]
	called := func(tool, arguments string) eval.Called {
		return eval.Called{ID: text, Name: tool, Arguments: json.RawMessage(arguments)}
	}
	right := string(task.Nodes[1].Arguments)
	wrong := fmt.Sprintf(`{"text":%s,"extra":%s,"n":[1]}`, quoted(t, "given "+text), quoted(t, text))
	asks := eval.Step{Text: "question " + text, Nodes: []int{0}}
	failure := func(end eval.End, done int, faults []eval.Found, steps ...eval.Step) Failure {
		p := &eval.Prediction{Entry: task.Entry.ID, Mission: 1, End: end, Steps: append([]eval.Step{asks}, steps...)}
		return Failure{Result: result, Task: task, Prediction: p,
			Verdict: &eval.Verdict{Entry: p.Entry, Mission: 1, Scored: true, Done: done, Of: len(task.Nodes), Faults: faults}}
	}
	at := func(fault eval.Fault, step, call, node int) eval.Found {
		return eval.Found{Fault: fault, Step: step, Call: call, Node: node, Detail: "detail " + text}
	}
	value, name := at(eval.WrongValue, 1, 0, 1), at(eval.InventedName, 1, 0, 1)
	value.Pointer, value.Given, value.Want = "/text", quoted(t, "given "+text), quoted(t, "want "+text)
	name.Pointer, name.Given = "/extra", quoted(t, text)
	calls := eval.Step{Calls: []eval.Called{called("a "+text, wrong), called("a "+text, right)}, Nodes: []int{1, 2}}
	return []Failure{
		failure(eval.Closed, 1, []eval.Found{value, name, at(eval.LostIdentifier, 3, -1, 4)}, calls,
			eval.Step{Calls: []eval.Called{called("b "+text, right)}, Nodes: []int{3}}, eval.Step{Text: "given reply " + text, Nodes: []int{4}}),
		failure(eval.Left, 1, []eval.Found{at(eval.WrongTool, 1, 0, 1)}, eval.Step{Text: text, Calls: []eval.Called{called("b "+text, `"no `+`object"`)}}),
		failure(eval.Left, 1, []eval.Found{at(eval.StoppedEarly, 1, -1, -1)}, eval.Step{}),
	}
}

// livedIn is a failure in a session: the agent asks, is told, calls something
// that is answered, and replies.
func livedIn(t testing.TB, result, text string) Failure {
	f := failuresIn(t, result, text)[0]
	p, v := *f.Prediction, *f.Verdict
	p.Steps = []eval.Step{{Text: "own question " + text}, {Calls: []eval.Called{{ID: "x", Name: "a " + text, Arguments: quoted(t, text)}}}, {Text: "own reply " + text}}
	v.Faults = []eval.Found{{Fault: eval.StoppedEarly, Step: 2, Call: -1, Node: -1, Detail: "not done " + text}}
	f.Prediction, f.Verdict = &p, &v
	f.Lived = []corpus.Message{
		{Role: corpus.User, Mission: 0, Text: "first " + text},
		{Role: corpus.Assistant, Mission: 0, Text: "own first reply " + text},
		{Role: corpus.User, Mission: 1, Text: "second " + text},
		{Role: corpus.Assistant, Mission: 1, Text: p.Steps[0].Text},
		{Role: corpus.User, Mission: 1, Text: "told here " + text},
		{Role: corpus.Assistant, Mission: 1, Calls: []corpus.Call{{ID: "x", Name: "a " + text, Arguments: quoted(t, text)}}},
		{Role: corpus.Tool, Mission: 1, CallID: "x", Name: "a " + text, Text: string(quoted(t, "seen here "+text))},
		{Role: corpus.Assistant, Mission: 1, Text: p.Steps[2].Text},
	}
	return f
}

// In a session the agent's own conversation is shown, and no step is said to be
// in a tree or not.
func TestLived(t *testing.T) {
	r, _ := pageWith(t, "x")
	f := livedIn(t, "result x", "x")
	page := htmlOf(t, r, []Failure{f})
	parsed(t, page)
	page = page[strings.Index(page, "<details class=\"failure\""):]
	for _, want := range []string{"What the dataset does", "own first reply x", "own question x", "told here x", "seen here x", "own reply x", "not done x"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, not := range []string{"The tree", "not in the tree", "taken for node", "not reached", "was due", "Nothing was left", "first reply x</p>\n<h3>"} {
		if strings.Contains(page, not) {
			t.Errorf("the page says %q", not)
		}
	}
	if strings.Index(page, "own question x") > strings.Index(page, "told here x") || strings.Index(page, "told here x") > strings.Index(page, "seen here x") {
		t.Error("the conversation is out of order")
	}
	f.Prediction.End = eval.Left
	if page = htmlOf(t, r, []Failure{f}); !strings.Contains(page, "It was given up here: no closing reply after 3 steps.") || !strings.Contains(page, "did not come to it") {
		t.Error("a session that was given up does not say so")
	}
	f.Lived = f.Lived[3:] // whatever is handed in
	f.Lived[0].Role = corpus.Tool
	parsed(t, htmlOf(t, r, []Failure{f}))
}

// pageWith is a report of two results with failures, and everything in it says a
// text.
func pageWith(t testing.TB, text string) (*Report, []Failure) {
	r := sample(t, 30)
	old, name := r.Results[0].Name, "result "+text
	r.Results[0].Name = name
	for i := range r.Results {
		x := &r.Results[i]
		if x.Run.Version == eval.Strict1 {
			x.Run.Dataset, x.Run.Model, x.Run.Protocol = "dataset "+text, "model "+text, "protocol "+text
		}
		for k := range x.Figures.Accuracy.Domain {
			x.Figures.Accuracy.Domain[k].Key = "domain " + text
		}
	}
	for i := range r.Comparisons {
		if r.Comparisons[i].B == old {
			r.Comparisons[i].B = name
		}
	}
	return r, append(failuresIn(t, name, text), livedIn(t, name, text))
}

func each(list []Failure) iter.Seq2[Failure, error] {
	return func(yield func(Failure, error) bool) {
		for _, f := range list {
			if !yield(f, nil) {
				return
			}
		}
	}
}

func htmlOf(t testing.TB, r *Report, failures []Failure) string {
	t.Helper()
	return written(t, func(w io.Writer, r *Report) error { return HTML(w, r, each(failures)) }, r)
}

// element is an element of a page with its attributes, and the text right inside.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// parsed reads a page, which has to be well-formed: every element but the void
// ones ends where it should. The style and the script are ours, and left out.
func parsed(t fatal, page string) []element {
	t.Helper()
	for _, name := range []string{"style.css", "script.js"} {
		if strings.Count(page, asset(name)) != 1 {
			t.Fatalf("%s is not in the page as it is", name)
		}
		page = strings.Replace(page, asset(name), "", 1)
	}
	page, ok := strings.CutPrefix(page, "<!doctype html>\n")
	if !ok {
		t.Fatalf("no doctype")
	}
	in := xml.NewDecoder(strings.NewReader(page))
	in.Strict, in.AutoClose, in.Entity = false, []string{"meta", "link"}, map[string]string{}
	var list []element
	var open []int
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			e := element{name: x.Name.Local, attrs: map[string]string{}}
			for _, a := range x.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open, list = append(open, len(list)), append(list, e)
		case xml.EndElement:
			if len(open) == 0 || list[open[len(open)-1]].name != x.Name.Local {
				t.Fatalf("</%s> ends nothing", x.Name.Local)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(x)
			}
		case xml.Comment, xml.Directive, xml.ProcInst:
			t.Fatalf("%T: %v", x, x)
		}
	}
	if len(open) > 0 {
		t.Fatalf("<%s> does not end", list[open[0]].name)
	}
	return list
}

// fatal is what ends a test of either kind.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// known lists the attributes that pages have; none of them runs anything.
var known = strings.Fields(`lang charset http-equiv content name rel href class width height aria-hidden focusable id patternUnits patternTransform d
	aria-label aria-labelledby role tabindex scope data-sort title viewBox x y rx data-result data-kind data-fault dir open hidden value aria-current aria-live`)

var elements = strings.Fields(`html head meta link title style body a svg defs pattern rect path header h1 h2 h3 h4 h5 nav ul ol li main section p div table
	thead tbody tr th td bdi small span figure figcaption text g i details summary form label select option output strong em code pre dl dt dd footer script`)

// checkPage fails when a page could fetch or run anything, or leads nowhere.
func checkPage(t fatal, list []element) {
	t.Helper()
	ids, scripts := map[string]int{}, 0
	for _, e := range list {
		ids[e.attrs["id"]]++
		if !slices.Contains(elements, e.name) {
			t.Fatalf("an element <%s>", e.name)
		}
		if e.name == "script" || e.name == "style" {
			scripts++
		}
		for name, value := range e.attrs {
			if !slices.Contains(known, name) {
				t.Fatalf("<%s> has %s=%q", e.name, name, value)
			}
		}
	}
	if scripts != 2 {
		t.Fatalf("%d scripts and styles", scripts)
	}
	for _, e := range list {
		href, links := e.attrs["href"]
		to, inside := strings.CutPrefix(href, "#")
		if links && href != "data:," && (!inside || ids[to] == 0) {
			t.Fatalf("<%s href=%q> leads nowhere", e.name, href)
		}
		if by, ok := e.attrs["aria-labelledby"]; ok && ids[by] == 0 {
			t.Fatalf("nothing is called %q", by)
		}
	}
	for id, n := range ids {
		if id != "" && n > 1 {
			t.Fatalf("%d elements are called %q", n, id)
		}
	}
}

// shape is what a page is made of, without its texts.
func shape(list []element) []string {
	var names []string
	for _, e := range list {
		name := e.name
		for _, a := range known {
			if _, ok := e.attrs[a]; ok {
				name += " " + a
			}
		}
		names = append(names, name)
	}
	return names
}

func TestHTML(t *testing.T) {
	r, failures := pageWith(t, "plain")
	page := htmlOf(t, r, failures)
	list := parsed(t, page)
	checkPage(t, list)
	for _, bad := range []string{"http:", "https:", "src=", "@import", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	var headings []string
	for _, e := range list {
		if strings.HasPrefix(e.name, "h") && len(e.name) == 2 && e.text != "" {
			headings = append(headings, strings.TrimSpace(e.text))
		}
	}
	for _, want := range []string{"Scores", "Leaderboard", "Accuracy and what it cost", "By type of mission", "By number of missions of the entry",
		"By position in the entry", "By relation to earlier missions", "Accuracy in the switching space", "Accuracy by switch", "Errors",
		"Accuracy by toolset", "Comparisons", "Failed missions", "What is wrong", "The tree", "The conversation", "Closing reply"} {
		if !slices.Contains(headings, want) {
			t.Errorf("no part is called %q", want)
		}
	}
	for _, want := range []string{"first plain", "second plain", "question plain", "told plain", "given reply plain", "second reply plain", "detail plain",
		"wrong missions are shown, " + count(r.Results[0].Figures.Faults.Missions-len(failures)) + " are left out", "Wrong value", "Invented name", "left out</em>",
		"not expected</em>", "Step 2 left the tree here: it calls b plain.", "it neither says nor calls anything", "Nothing was left to do."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "The agent did not come to it."); n != 2 {
		t.Errorf("%d missions have no reply, want the 2 that left the tree", n)
	}
	if again := htmlOf(t, r, failures); again != page {
		t.Error("the same report gives another page")
	}
}

// The policy allows the style and the script of the page, and nothing else.
func TestPolicy(t *testing.T) {
	list := parsed(t, htmlOf(t, &Report{}, nil))
	i := slices.IndexFunc(list, func(e element) bool { return e.attrs["http-equiv"] == "Content-Security-Policy" })
	if i < 0 {
		t.Fatal("there is no policy")
	}
	want := "default-src 'none'; img-src data:; style-src " + digest(asset("style.css")) + "; script-src " + digest(asset("script.js")) +
		"; base-uri 'none'; form-action 'none'"
	if got := list[i].attrs["content"]; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// "abc", by the standard that defines SHA-256.
	sum := []byte("\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad")
	if got, want := digest("abc"), "'sha256-"+base64.StdEncoding.EncodeToString(sum)+"'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Whatever is said, the page is made of the same elements.
func TestHostileText(t *testing.T) {
	r, failures := pageWith(t, "plain")
	want := shape(parsed(t, htmlOf(t, r, failures)))
	for _, text := range []string{inert, "<!--", `" x="`, "</details></div>", "\u202e\xff\x00"} {
		r, failures := pageWith(t, text)
		page := htmlOf(t, r, failures)
		list := parsed(t, page)
		checkPage(t, list)
		if diff := cmp.Diff(want, shape(list)); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
		if strings.ContainsAny(page, "\u202e\u2066\u200b\x00\x1b\u2028") {
			t.Errorf("%q: something that shows nothing is in the page", text)
		}
	}
}

func TestHostileFailures(t *testing.T) {
	part := func(t testing.TB, text string) string {
		var b strings.Builder
		for i, f := range failuresIn(t, "x", text) {
			if err := pages.ExecuteTemplate(&b, "failure", failureOf(&f, 0, i+1)); err != nil {
				t.Fatal(err)
			}
		}
		return "<!doctype html>\n<div>" + asset("style.css") + asset("script.js") + b.String() + "</div>"
	}
	want := shape(parsed(t, part(t, "plain")))
	rapid.Check(t, func(rt *rapid.T) {
		text := "x" + anyText().Draw(rt, "text") // what is empty is left out
		if diff := cmp.Diff(want, shape(parsed(rt, part(t, text)))); diff != "" {
			rt.Fatalf("%q: %s", text, diff)
		}
	})
}

func TestFailuresNotWhole(t *testing.T) {
	r, failures := pageWith(t, "plain")
	broken := errors.New("broken")
	other, none, right := failures[0], failures[0], failures[0]
	other.Result, none.Task, right.Verdict = "other", nil, &eval.Verdict{Scored: true, Correct: true}
	for _, c := range []struct {
		failures iter.Seq2[Failure, error]
		want     string
	}{
		{func(yield func(Failure, error) bool) { yield(Failure{}, broken) }, "broken"},
		{each([]Failure{failures[0], other}), `a failure belongs to "other", which is not a result`},
		{each([]Failure{none}), `a failure of "result plain" has no fault, or lacks its task or its prediction`},
		{each([]Failure{right}), `a failure of "result plain" has no fault, or lacks its task or its prediction`},
	} {
		var b strings.Builder
		if err := HTML(&b, r, c.failures); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("%v after %d bytes, want %s", err, b.Len(), c.want)
		}
	}
	if err := HTML(full{}, r, nil); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}

func TestArguments(t *testing.T) {
	found := func(fault eval.Fault, pointer string) eval.Found { return eval.Found{Fault: fault, Pointer: pointer} }
	for _, c := range []struct {
		want, given string
		faults      []eval.Found
		rows        string
	}{
		{`{"a":1,"b":"x"}`, `{"b":"x","a":1}`, nil, `a 1 1 ; b "x" "x" ; `},
		{`{"a":1,"b":"x"}`, `{"a":2}`, []eval.Found{found(eval.WrongValue, "/a"), found(eval.MissingRequired, "/b")},
			`a 1 2 wrong; b "x"  wrong; `},
		{`{"a":"2026-01-01"}`, `{"a":"tomorrow","c":null}`, []eval.Found{found(eval.InventedName, "/c")},
			`a "2026-01-01" "tomorrow" accepted; c  null wrong; `},
		// A fault of a list is one of what differs in it, and of nothing else.
		{`{"a":[1,{"b/~":2}],"ab":3}`, `{"a":[1,{"b/~":3}],"ab":3}`, []eval.Found{found(eval.WrongValue, "/a")}, `a › 0 1 1 ; a › 1 › b/~ 2 3 wrong; ab 3 3 ; `},
		// A value in the place of a list is told at the list.
		{`{"a":[1,2]}`, `{"a":7}`, []eval.Found{found(eval.WrongType, "/a")}, `a › 0 1  wrong; a › 1 2  wrong; a  7 wrong; `},
		// The fault may lie deeper than what was given.
		{`{"a":[1]}`, `{"a":7}`, []eval.Found{found(eval.WrongValue, "/a/0")}, `a › 0 1  wrong; a  7 wrong; `},
		{`{"a":1}`, `"no object"`, []eval.Found{found(eval.WrongType, "")}, `a 1  wrong; (all)  "no object" wrong; `},
		{`{}`, `{}`, nil, `(all) {} {} ; `},
		{`{"a":1}`, `{broken`, []eval.Found{found(eval.WrongType, "")}, `a 1  wrong; (all)  {broken wrong; `},
	} {
		rows, left := argumentsOf(json.RawMessage(c.want), json.RawMessage(c.given), c.faults)
		got := ""
		for _, r := range rows {
			got += r.Name + " " + r.Want + " " + r.Given + " " + r.Class + "; "
		}
		if got != c.rows || left != 0 {
			t.Errorf("%s against %s: %s, want %s", c.want, c.given, got, c.rows)
		}
	}
	// Of many, the wrong ones are shown.
	var wide []string
	for i := range 200 {
		wide = append(wide, strconv.Quote(fmt.Sprint("k", i))+":1")
	}
	rows, left := argumentsOf(json.RawMessage("{"+strings.Join(wide, ",")+"}"), json.RawMessage("{"+strings.Join(wide[:199], ",")+`,"k199":2}`),
		[]eval.Found{found(eval.WrongValue, "/k199")})
	if len(rows) != mostArguments || left != 200-mostArguments || rows[0].Name != "k199" || rows[0].Class != "wrong" {
		t.Errorf("%d rows and %d left out, the first is %+v", len(rows), left, rows[0])
	}
}

func TestTree(t *testing.T) {
	failures := failuresIn(t, "x", "plain")
	for i, want := range []string{"done wrong done done wrong", "done due due open open", "done due due open open"} {
		if got := strings.Join(statesOf(&failures[i]), " "); got != want {
			t.Errorf("failure %d: %s, want %s", i, got, want)
		}
	}
	tree := treeOf(&failures[0])
	// The question, then two calls at once, a call that waits for both, the reply.
	// The last call and the reply wait for the question, too, but not directly.
	if len(tree.Edges) != 5 || tree.Nodes[1].X != tree.Nodes[2].X || tree.Nodes[1].Y == tree.Nodes[2].Y || tree.Nodes[4].After != "1, 2, 3, 4" {
		t.Errorf("%+v", tree)
	}
}

func TestHeat(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		share *float64
		want  string
	}{{nil, "hx"}, {p(0), "h0"}, {p(0.001), "h1"}, {p(0.44), "h4"}, {p(0.46), "h5"}, {p(0.999), "h9"}, {p(1), "h10"}} {
		if got := heat(c.share); got != c.want {
			t.Errorf("%s: %s, want %s", percent(c.share), got, c.want)
		}
	}
}

func TestPyramid(t *testing.T) {
	half, most := 0.5, 0.8
	f := &tally.Figures{}
	f.Accuracy.Path = []tally.Cell{{Key: "single", Rate: tally.Rate{Hits: 4, Of: 5, Share: &most}}, {Key: "chat>multi", Rate: tally.Rate{Hits: 1, Of: 2, Share: &half}},
		{Key: "chat>chat", Rate: tally.Rate{Unscored: 1}}, {Key: "multi>multi>multi>multi"}, {Key: "single>single>single>single>single", Rate: tally.Rate{Of: 3}}}
	p := pyramidOf(&Result{Name: "x", Figures: f})
	if len(p.Cells) != 4+16 || p.Cells[0].Class != "h8" || p.Cells[1].Class != "hx" || p.Cells[4+13].Class != "h5" || p.Cells[4+15].Class != "hx" {
		t.Errorf("%d cells: %+v", len(p.Cells), p.Cells)
	}
	for i, want := range map[int]string{4 + 13: "chat › multi: 50.0 %: 1 of 2 missions", 4 + 15: "chat › chat: nothing is known; 1 unscored"} {
		if p.Cells[i].Title != want {
			t.Errorf("%q, want %q", p.Cells[i].Title, want)
		}
	}
	if p.Note != "Not drawn: 3 missions on paths of more than 4." {
		t.Error(p.Note)
	}
	// A path stands below the one that it goes on from, also in the last row.
	deep := 0.1
	f.Accuracy.Path = append(f.Accuracy.Path, tally.Cell{Key: "chat>chat>chat>chat", Rate: tally.Rate{Of: 10, Hits: 1, Share: &deep}})
	p = pyramidOf(&Result{Name: "x", Figures: f})
	if len(p.Cells) != 340 || p.Cells[339].Class != "h1" || p.Cells[339].X != p.Cells[83].X || p.Cells[339].Wide != p.Cells[83].Wide {
		t.Errorf("%d cells, the last are %+v and %+v", len(p.Cells), p.Cells[83], p.Cells[339])
	}
	if pyramidOf(&Result{Figures: &tally.Figures{}}) != nil {
		t.Error("a pyramid of nothing")
	}
}

// Every text can be read on what is behind it, in both schemes.
func TestContrast(t *testing.T) {
	style := asset("style.css")
	light, dark, ok := strings.Cut(style, "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	dark, _, _ = strings.Cut(dark, "\n}\n")
	for scheme, text := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+):#([0-9a-f]{6});`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		pairs := [][2]string{{"page", "accent"}} // of the mission in the path
		for _, ink := range []string{"ink", "muted", "link", "bad", "good"} {
			for _, behind := range []string{"page", "panel", "bad-panel", "note-panel"} {
				pairs = append(pairs, [2]string{ink, behind})
			}
		}
		for i := range shades + 1 {
			pairs = append(pairs, [2]string{"t" + strconv.Itoa(i), shade(i)})
			if i > 0 && (colours[shade(i)] > colours[shade(i-1)]) != (scheme == "dark") {
				t.Errorf("%s: the colours do not go one way at %d", scheme, i)
			}
		}
		for _, p := range pairs {
			a, known := colours[p[0]]
			b, known2 := colours[p[1]]
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); !known || !known2 || ratio < 4.5 {
				t.Errorf("%s: %s on %s has %.2f to 1", scheme, p[0], p[1], ratio)
			}
		}
	}
}

// luminance is that of WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		x := float64(v) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}

func TestShown(t *testing.T) {
	long := strings.Repeat("ä", longest+7)
	for _, c := range []struct{ got, want string }{
		{shown("a\r\nb\tc"), "a\nb\tc"}, {shown("a\u202eb\x00\u2028\ufeff"), "a⟨U+202E⟩b⟨U+0000⟩⟨U+2028⟩⟨U+FEFF⟩"}, {shown("क\u200dष \xff"), "क\u200dष \uFFFD"},
		{shown(long), long[:2*longest] + " … (14 more bytes)"}, {shown(long[:2*longest]), long[:2*longest]},
		{clipped("abc", 3), "abc"}, {clipped("abcd", 3), "ab…"}, {clipped(" a\nb ", 9), "a b"},
		{pretty(json.RawMessage(`{"a":[1]}`)), "{\n  \"a\": [\n    1\n  ]\n}"}, {pretty(json.RawMessage("{x")), "{x"},
		{argumentName("/a~1b/~01/0"), "a/b › ~1 › 0"}, {number(1.25), "1.2"}, {number(3), "3"}, {number(0.04), "0"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
