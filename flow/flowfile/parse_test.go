package flowfile_test

import (
	"errors"
	"strings"
	"testing"

	"switchyard/flow/flowfile"
	"switchyard/flow/flowtest"
	"switchyard/tools/catalog"
	"switchyard/tools/toolfile"
)

// A file is written and read back as it was.
func TestWrite(t *testing.T) {
	w := flowtest.Workflow(t)
	text := flowfile.Write(w)
	again, err := flowfile.Parse("again.flow.yaml", text, w.Set)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if a, b := string(flowfile.Document(w).JSON()), string(flowfile.Document(again).JSON()); a != b {
		t.Errorf("written\n%s\nread\n%s", a, b)
	}
	if string(flowfile.Write(again)) != string(text) {
		t.Error("the second text differs from the first")
	}
}

// Everything that is wrong with a file is said in one line, with its place and what to do.
func TestWrong(t *testing.T) {
	set := flowtest.Set(t)
	for _, test := range []struct {
		old, now string // what is replaced in the file
		at       string // line and column
		want     string
	}{
		{"workflow: borrowing", "workflow: Borrowing!", "1:11", `"Borrowing!" cannot be the name of a workflow; names have small letters`},
		{"title: Borrow a book\n", "", "1:1", `a workflow needs "title"`},
		{"title: Borrow", "titel: Borrow", "2:1", `a workflow has no key "titel"; did you mean "title"?`},
		{"about: Readers find a book and borrow it, if it is free.", "about: 7", "5:8", `"about" of a workflow must be one line of text`},
		{"scenario: Loans", "scenario: Lending", "3:11", `the toolset library/loans has no scenario "Lending"; its scenarios are Loans`},
		{"open: [I'd like to borrow a book., \"Do you have books on {topic}?\"]\n", "", "1:1", `a workflow needs "open"`},
		{"books on {topic}?", "books on {subject}?", "6:7", `there is no slot "subject"`},
		{"books on {topic}?", "books on {topic?", "6:36", `never closed`},
		{"topic: search_books.topic", "topic: topic", "8:10", `slot topic must name a parameter of a tool; write origin`},
		{"topic: search_books.topic", "topic: search_book.topic", "8:10", `there is no tool "search_book"; did you mean "search_books"?`},
		{"topic: search_books.topic", "topic: search_books.topics", "8:10", `there is no parameter of search_books "topics"; did you mean "topic"?`},
		{"optional: true", "optional: perhaps", "9:53", `"optional" of slot max_pages must be true or false`},
		{"from: search}", "from: serch}", "10:38", `there is no node "serch"; did you mean "search"?`},
		{"from: search}", "from: offer}", "10:3", `node offer calls no tool, so there is no result of it`},
		{"from: search}", "from: borrow}", "10:3", `slot mark is picked from what node borrow returns, which is no list`},
		{", from: search}", "}", "10:3", `nobody knows the code of a book by heart, as slot mark needs it; say in "from"`},
		{"  reader: {of", "  end: {of", "11:3", `"end" is a word of the forms that workflows have`},
		{"ask: topic, next", "ask: topics, next", "13:24", `there is no slot "topics"; did you mean "topic"?`},
		{"ask: topic, next: search", "ask: topic, next: find", "13:37", `there is no node "find"`},
		{"ask: topic, next: search", "ask: topic", "13:3", `node topic_of_book asks for something and leads nowhere; say in "next"`},
		{`ask: topic, next: search, says: ["I'm reading about {topic}."]`, "next: search", "13:3", `node topic_of_book does nothing; give it "ask", "tell" or "call"`},
		{"I'm reading about {topic}.", "I'm {reader}.", "13:51", `an answer says {reader}, which the node does not ask for: I'm {reader}.; leave it out, or add it to "ask"`},
		{"I'm reading about {topic}.", "No idea.", "13:51", `an answer says nothing that was asked for: No idea.; give it the slots that it says`},
		{"done: {tell: the loan, shows: borrow}", `done: {tell: the loan, shows: borrow, says: ["{reader}."]}`, "46:41", `node done has "says", but asks for nothing; put it beside "user" of an edge`},
		{"name: {ask: reader,", `name: {ask: reader, say: ["[{search.count} of them. ]Who are you?"],`, "", ""},
		{"name: {ask: reader,", `name: {ask: reader, say: ["[{search.pages}. ]Who are you?"],`, "33:28", `there is no field of search_books "pages"; there are books, count`},
		{"name: {ask: reader,", `name: {ask: reader, say: ["[{offer.count}. ]Who are you?"],`, "33:28", `node offer calls no tool, so there is no offer.count`},
		{"name: {ask: reader,", `name: {ask: reader, say: ["{search.count} of them. Who are you?"],`, "33:28", `{search.count} is told only right after the call`},
		{"call: search_books", "call: find_books", "15:11", `there is no tool "find_books"`},
		{"call: search_books", "call: search_books\n    tell: the books", "14:3", `node search calls a tool and speaks to the user; make two nodes of it`},
		{"if: not books", "if: not book", "17:10", `search_books does not return book; it returns books, count`},
		{"if: not books", "if: books == 3", "17:10", `the condition on books can't be right: it is an array, and is compared with 3`},
		{"if: not books", "if: not books or count", "17:14", `column 11 of the condition: write an edge for each side of "or"`},
		{"if: not books", "if: count > many", "17:14", `column 9 of the condition: expected a value: a text in double quotes, a number`},
		{"      - {to: offer}\n", "", "14:3", `node search has no edge for the case that books is not empty; add an edge`},
		{"      - {to: offer}\n", "      - {if: books, to: offer}\n      - {to: nothing}\n", "19:10", `the edge from search to nothing is never taken; the other conditions leave no case for it`},
		{"- {to: offer}", "- {if: count > 0, to: offer}", "14:3", `has no edge for the case`},
		{"- {to: offer}", "- {to: offer}\n      - {to: nothing}", "19:10", `node search has 2 edges without a condition`},
		{`says: ["Then {topic}."]`, `says: ["Then another."]`, "24:43", `a wording does not say {topic}, which its edge gives`},
		{`says: ["Then {topic}."]`, `says: ["Then {topic}, {reader}."]`, "24:43", `a wording says {reader}, which its edge does not give`},
		{`says: ["Then {topic}."], `, ``, "24:10", `an edge of node nothing does not say how users say that the user wants another topic`},
		{`user: picks another book, says`, `user: gives up, says`, "45:10", `node taken has two edges for a user who gives up`},
		{`{user: picks a book, says: ["{mark}, please."], gives: mark, to: name}`, `{to: name}`, "31:10", `node offer tells something and goes on without the user`},
		{"- {if: refused, to: taken}", `- {if: due > "2026-06-01", to: taken}`, "34:3", `borrow_book may be refused, and node borrow has no edge for that`},
		{"name: {ask: reader, next: borrow}", "name: {tell: hello, say: [Hello.], next: [{user: goes on, says: [Go on.], to: borrow}]}", "34:3", `on some way to node borrow nobody has said reader, which borrow_book needs`},
		{"done: {tell: the loan, shows: borrow}", "done: {tell: the loan, shows: search}", "", ""},
		{"done: {tell: the loan, shows: borrow}", "done: {tell: the loan}", "46:3", `node done tells something, but has no words for it`},
		{"done: {tell: the loan, shows: borrow}", "done: {call: get_loan, with: {loan_code: borrow.loan}, next: goodbye}", "46:3", `node done takes loan_code from loan, which borrow_book does not return`},
		{"done: {tell: the loan, shows: borrow}", "done: {call: get_loan, with: {loan_cod: borrow.loan_code}, next: goodbye}", "46:33", `there is no parameter of get_loan "loan_cod"; did you mean "loan_code"?`},
		{"done: {tell: the loan, shows: borrow}", "done: {call: get_loan, next: goodbye}", "46:3", `node done calls get_loan without loan_code, which is required`},
		{"done: {tell: the loan, shows: borrow}", "done: {call: list_fees, with: {weeks: 3}, next: done}", "46:3", `no way leads from node done to an end`},
		{"goodbye: {tell: goodbye", "lost: {tell: nothing, say: [Hm.]}\n  goodbye: {tell: goodbye", "47:3", `node lost can't be reached`},
		{"needs: [search_books]", "needs: [get_loan]", "34:3", `on some way to node borrow, borrow_book is called before get_loan`},
		{"borrow_book: {needs", "renew_loan: {needs", "49:3", `"before" names renew_loan, which the workflow does not call`},
		{"answers: [open]", "answers: [films]", "50:11", `"answers" lists "films", which the toolset refuses; list it in "outside"`},
		{"outside: [films]", "outside: [music]", "51:11", `there is no topic in the chat of the toolset "music"`},
		{"- {if: not books, to: nothing}\n      - {to: offer}", "- {to: offer}", "", "search_books may find nothing, and node search has no edge for that; add {if: not books, to: …}"},
		{"nodes:\n", "nodes: []\nx:\n", "12:8", `"nodes" must be an object with at least one node`},
		{"  topic_of_book: {", "  topic_of_book: {ask: topic, ", "13:31", `this key is already defined at [13:19]; a workflow is YAML or JSON; see docs/workflows.md`},
	} {
		text := strings.Replace(flowtest.File, test.old, test.now, 1)
		if text == flowtest.File {
			t.Errorf("%q is not in the file", test.old)
			continue
		}
		_, err := flowfile.Parse("w.flow.yaml", []byte(text), set)
		if test.want == "" {
			if err != nil {
				t.Errorf("%q: %v", test.now, err)
			}
			continue
		}
		var problems toolfile.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%q: %v", test.now, err)
			continue
		}
		if all := err.Error(); !strings.Contains(all, "w.flow.yaml:"+test.at) || !strings.Contains(all, test.want) {
			t.Errorf("%q:\n got %s\nwant %s: %s", test.now, all, test.at, test.want)
		}
	}
}

// A call needs no edge for a refusal if something that was found out leaves no reason for one: here
// a result that tells the attribute of the thing. A change of something else keeps it.
func TestFoundOut(t *testing.T) {
	set := flowtest.Set(t)
	text := strings.NewReplacer("name: {ask: reader, next: borrow}", `name: {ask: reader, next: check}
  check:
    call: check_book
    next:
      - {if: status == "free", to: borrow}
      - {to: taken}`,
		"      - {if: refused, to: taken}\n", "", "gives: mark, to: borrow}", "gives: mark, to: check}",
		"    shows: borrow\n    say: [Another", "    shows: check\n    say: [Another").Replace(flowtest.File)
	if _, err := flowfile.Parse("w.flow.yaml", []byte(text), set); err != nil {
		t.Error(err)
	}
	for _, other := range []string{`{if: status != "lost", to: borrow}`, `{if: shelf < 9, to: borrow}`} {
		wrong := strings.Replace(text, `{if: status == "free", to: borrow}`, other, 1)
		if _, err := flowfile.Parse("w.flow.yaml", []byte(wrong), set); err == nil || !strings.Contains(err.Error(), "borrow_book may be refused") {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// Parts of an object can be what another slot is.
func TestSame(t *testing.T) {
	set := flowtest.Set(t)
	for same, want := range map[string]string{
		"{topic: topic}": `"same" of slot reader must name its properties; write same: {property: slot} for a parameter that is an object`,
	} {
		text := strings.Replace(flowtest.File, "reader: {of: borrow_book.reader, ", "reader: {of: borrow_book.reader, same: "+same+", ", 1)
		if _, err := flowfile.Parse("w.flow.yaml", []byte(text), set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", same, err)
		}
	}
	moving, err := catalog.Toolset("logistics/moving_service")
	if err != nil {
		t.Fatal(err)
	}
	file, err := catalog.WorkflowFile("logistics/moving_service.moving_service_appointment")
	if err != nil {
		t.Fatal(err)
	}
	for same, want := range map[string]string{
		"{town: city}":   `there is no property of from_address "town"; there are street, city, floor`,
		"{city: place}":  `there is no slot "place"`,
		"[city]":         `"same" of slot from_address must name its properties`,
		"{floor: items}": `slot items is of type array, but floor of from_address of type integer`,
		"{city: city}":   "",
	} {
		text := strings.Replace(string(file), "same: {city: city}", "same: "+same, 1)
		_, err := flowfile.Parse("w.flow.yaml", []byte(text), moving)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", same, err)
		}
	}
}

// A circle without a word of the user would go round for ever.
func TestCircles(t *testing.T) {
	set := flowtest.Set(t)
	text := strings.Replace(flowtest.File, "- {if: refused, to: taken}", "- {if: refused, to: name}", 1)
	text = strings.Replace(text, "  taken:", "  taken_away:", 1)
	_, err := flowfile.Parse("w.flow.yaml", []byte(text), set)
	if err == nil || !strings.Contains(err.Error(), "go round without the user") {
		t.Errorf("%v", err)
	}
	text = strings.Replace(text, "- {if: refused, to: name}", "- {if: refused, forgets: reader, to: name}", 1)
	if _, err = flowfile.Parse("w.flow.yaml", []byte(text), set); err == nil || strings.Contains(err.Error(), "go round") {
		t.Errorf("with a slot that is forgotten: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(flowtest.File)
	f.Add(strings.Replace(flowtest.File, "not books", `count in [1, 2] and not refused and books`, 1))
	set := flowtest.Set(f)
	f.Fuzz(func(t *testing.T, text string) {
		w, err := flowfile.Parse("w.flow.yaml", []byte(text), set)
		if err != nil {
			var problems toolfile.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		written := flowfile.Write(w)
		again, err := flowfile.Parse("again.flow.yaml", written, set)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if string(flowfile.Write(again)) != string(written) {
			t.Fatalf("the second text differs:\n%s\n%s", written, flowfile.Write(again))
		}
	})
}
