package forms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/flowfile"
	"switchyard/flow/flowtest"
	"switchyard/flow/forms"
	"switchyard/tools/toolfile"
)

// readable are the forms that can be read back.
func readable() []forms.Form {
	return slices.DeleteFunc(forms.All(), func(f forms.Form) bool { return f == forms.Text })
}

// same fails if a workflow is not read back from a form as it was.
func same(t interface{ Fatalf(string, ...any) }, w *flow.Workflow, form forms.Form) {
	text := forms.Write(w, form)
	got, err := forms.Read("again", []byte(text), form, w.Set)
	if err != nil {
		t.Fatalf("%s: %v\n%s", form, err, text)
	}
	if a, b := string(flowfile.Graph(w).JSON()), string(flowfile.Graph(got).JSON()); a != b {
		t.Fatalf("%s:\n%s\nis read as\n%s\nfrom\n%s", form, a, b, text)
	}
	if again := forms.Write(got, form); form != forms.YAML && again != text {
		t.Fatalf("%s is written differently the second time:\n%s\n%s", form, text, again)
	}
}

// Every built-in workflow is read back from every form as it was.
func TestBuiltin(t *testing.T) {
	all, err := find.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range append(all, flowtest.Workflow(t)) {
		for _, form := range readable() {
			same(t, w, form)
		}
		prose := forms.Write(w, forms.Text)
		for i, n := range w.Nodes {
			if !strings.Contains(prose, "("+n.ID+")") {
				t.Errorf("%s: node %d is missing in prose", w.Name, i)
			}
		}
	}
	var prose forms.ProseError
	if _, err := forms.Read("x", nil, forms.Text, nil); !errors.As(err, &prose) {
		t.Errorf("prose: %v", err)
	}
}

// Whatever is told and wanted, it is read back.
func TestAnyWords(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := flowtest.Workflow(t)
		line := rapid.StringMatching(`[A-Za-z"'#<>&;:{}()%|\\/.,=\x60äÄ漢-]{1,12}( [A-Za-z"'#<>&;:{}()%|\\/.,=\x60-]{1,12}){0,4}`)
		plain := rapid.StringMatching(`[a-z'#<>&;:{}()%|\\/.,=\x60ä-]{1,12}( [a-z'#<>&;:(){}%|\\/.,=-]{1,12}){0,3}`)
		w.Title, w.About = line.Draw(rt, "title"), line.Draw(rt, "about")
		for _, s := range w.Slots {
			s.About = line.Draw(rt, "slot")
		}
		users := map[string]bool{}
		for _, n := range w.Nodes {
			if n.Tell != "" {
				n.Tell = line.Draw(rt, "tell")
			}
			for _, e := range n.Wishes() {
				if e.User = plain.Draw(rt, "user"); users[n.ID+strings.ToLower(e.User)] || e.User == "answers" {
					e.User += " again"
				}
				users[n.ID+strings.ToLower(e.User)] = true
			}
		}
		for _, form := range readable() {
			if form != forms.YAML { // its words are checked when it is read
				same(rt, w, form)
			}
		}
	})
}

// Arguments and conditions of all kinds are read back.
func TestArguments(t *testing.T) {
	set := flowtest.Set(t)
	for _, change := range [][2]string{
		{"call: search_books\n", "call: search_books\n    with: {max_pages: 300}\n"},
		{"call: search_books\n", "call: search_books\n    with: {max_pages: null}\n"},
		{"call: search_books\n", "call: search_books\n    with: {topic: {value: \"history, \\\"new\\\"\"}}\n"},
		{"done: {tell: the loan, shows: borrow}", "done: {call: get_loan, with: {loan_code: borrow.loan_code}, next: told}\n  told: {tell: the loan, shows: [borrow, done]}"},
		{"if: not books", `if: "count in [0, 1]"`},
		{"if: not books", `if: count >= 2 and books`},
		{"- {if: refused, to: taken}", `- {if: refused, forgets: [mark, reader], to: taken}`},
		{"next: borrow}", `next: [{if: topic_of_book, to: borrow}]}`},
		{"{ask: topic, next: search}", `{ask: topic, next: [{user: does not know, says: ["No idea."], to: goodbye}, {if: topic == "history", to: search}, {to: goodbye}]}`},
	} {
		text := strings.Replace(flowtest.File, change[0], change[1], 1)
		w, err := flowfile.Parse("w.flow.yaml", []byte(text), set)
		if err != nil {
			if !strings.Contains(change[1], "topic_of_book,") && !strings.Contains(change[1], "forgets") {
				t.Errorf("%s: %v", change[1], err)
			}
			continue
		}
		for _, form := range readable() {
			same(t, w, form)
		}
	}
}

// What is wrong with a form is said in one line, with its place.
func TestWrong(t *testing.T) {
	w := flowtest.Workflow(t)
	for _, test := range []struct {
		form     forms.Form
		old, now string
		want     string
	}{
		{forms.Code, `    return search()`, `    return find()`, `there is no node "find"`},
		{forms.Code, `    ask("topic")`, `    ask(topic)`, `topic is no text; write it in double quotes`},
		{forms.Code, `    ask("topic")`, `    demand("topic")`, `this line cannot be read: demand("topic"); a step asks, tells, calls`},
		{forms.Code, `search_books(topic=slots.topic`, `search_books(topic=slots topic`, `is no argument of search_books; an argument is a slot`},
		{forms.Code, `results.search = `, `results.found = `, `the result of search is kept as found; write results.search = …`},
		{forms.Code, `def search():`, `def topic_of_book():`, `the function topic_of_book is given twice`},
		{forms.Code, `slot("topic", "search_books.topic")`, `slot("topic")`, `slot(…) needs 2 texts`},
		{forms.Code, `workflow("borrowing"`, `flow("borrowing"`, `this line cannot be read`},
		{forms.Code, "        return nothing()\n", "", `the condition in search leads nowhere; end it with return next_step()`},
		{forms.Code, `if not results.search.books:`, `if results.search.books > :`, `column`},
		{forms.Code, `"""Borrow a book`, `"""`, `a workflow needs "title"`},
		{forms.Flowchart, "flowchart TD", "sequenceDiagram", `this is no flowchart: sequenceDiagram; begin with flowchart TD`},
		{forms.Flowchart, `topic_of_book --> search`, `topic_of_book ==> search`, `this line cannot be read: topic_of_book ==> search; nodes are written name["…"]`},
		{forms.Flowchart, `topic_of_book --> search`, `topics --> search`, `an edge leads from topics, which is no node`},
		{forms.Flowchart, `-->|"if not books"|`, `-->|"no books"|`, `the edge to nothing cannot be read: no books; an edge says "the user …"`},
		{forms.Flowchart, `"Call search_books(`, `"Search books(`, `node search does something that cannot be read: Search books(`},
		{forms.Flowchart, `start(["Start"]) --> topic_of_book`, `start(["Start"]) --> beginning`, `the start leads to beginning, which is no node`},
		{forms.Flowchart, `%% slot topic: (search_books.topic)`, `%% slot topic: search_books.topic`, `the slot topic names no parameter of a tool`},
		{forms.Flowchart, `offer["`, `search["`, `the node search is given twice`},
		{forms.PDL, `goto search`, `go search`, `this line cannot be read: go search; a step has API_…`},
		{forms.PDL, `precondition: [search_books]`, `precondition: [find_books]`, `borrow_book has the precondition find_books, which is no API of this file`},
		{forms.PDL, `ANSWER_topic_of_book()`, `ANSWER_topics()`, `ANSWER_topics is described nowhere; list it under ANSWERs`},
		{forms.PDL, `PDL: |`, `Steps: |`, `this is no PDL: it has no key PDL; the keys are Name`},
		{forms.PDL, `(search_books.topic)`, ``, `the slot topic names no parameter of a tool; end its desc with (tool.parameter)`},
		{forms.PDL, `Name: Borrow`, `Name: [Borrow`, `not YAML`},
		{forms.PDL, "  topic_of_book:\n", "  goto search\n  topic_of_book:\n", `this line belongs to no step`},
	} {
		text := forms.Write(w, test.form)
		wrong := strings.Replace(text, test.old, test.now, 1)
		if wrong == text {
			t.Errorf("%s: %q is not in it:\n%s", test.form, test.old, text)
			continue
		}
		_, err := forms.Read("w.txt", []byte(wrong), test.form, w.Set)
		var problems toolfile.Problems
		if !errors.As(err, &problems) || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "w.txt:") {
			t.Errorf("%s, %q: %v, want %s", test.form, test.now, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	w := flowtest.Workflow(f)
	for i, form := range forms.All() {
		f.Add(i, forms.Write(w, form))
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		form := forms.All()[((i%5)+5)%5]
		if form == forms.Text {
			return
		}
		got, err := forms.Read("w.txt", []byte(text), form, w.Set)
		if err != nil {
			var problems toolfile.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		same(t, got, form)
	})
}
