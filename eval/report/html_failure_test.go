package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out/corpus"
)

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
	for _, want := range []string{"What the dataset does", "1 of 5 outcomes", "own first reply x", "own question x", "told here x", "seen here x", "own reply x", "not done x"} {
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

func each(list []Failure) iter.Seq2[Failure, error] {
	return func(yield func(Failure, error) bool) {
		for _, f := range list {
			if !yield(f, nil) {
				return
			}
		}
	}
}

func TestHostileFailures(t *testing.T) {
	part := func(t testing.TB, text string) string {
		var b strings.Builder
		for i, f := range failuresIn(t, "x", text) {
			if err := pages.ExecuteTemplate(&b, "failure", failureOf(&f, 0, i+1, "d")); err != nil {
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
	for i, want := range []string{"done wrong late late wrong", "done due due open open", "done due due open open"} {
		if got := strings.Join(statesOf(&failures[i]), " "); got != want {
			t.Errorf("failure %d: %s, want %s", i, got, want)
		}
	}
	// What was right after the first error is told apart, and what a verdict refuses was not
	// done.
	late, refused := failures[0], failures[0]
	v := *late.Verdict
	v.Faults = v.Faults[:2]
	late.Verdict = &v
	p := *refused.Prediction
	p.Steps, p.End = p.Steps[:2], eval.Left
	refused.Prediction, refused.Verdict = &p, &eval.Verdict{Scored: true, Done: 1, Of: 5, Faults: []eval.Found{{Fault: eval.WrongTool, Step: 1, Call: 0, Node: 3}}}
	for _, c := range []struct {
		failure Failure
		want    string
	}{{late, "done wrong late late late"}, {refused, "done due due open open"}} {
		if got := strings.Join(statesOf(&c.failure), " "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	tree := treeOf(&failures[0])
	// The question, then two calls at once, a call that waits for both, the reply.
	// The last call and the reply wait for the question, too, but not directly.
	if len(tree.Edges) != 5 || tree.Nodes[1].X != tree.Nodes[2].X || tree.Nodes[1].Y == tree.Nodes[2].Y || tree.Nodes[4].After != "1, 2, 3, 4" {
		t.Errorf("%+v", tree)
	}
}
