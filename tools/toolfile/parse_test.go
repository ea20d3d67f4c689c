package toolfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"switchyard/tools"
)

const goodToolset = `toolset: test/library
entities:
  book:
    id: mark
    attributes:
      mark: {pattern: "[A-Z]{2}[0-9]{3}"}
      pages: {int: 90-700}
    compare:
      - {by: pages, least: ["shortest {noun}"]}
    line: ["**{mark}**, {pages|page|pages}"]
tools:
  find_books:
    about: Finds books by topic.
    effect: list book
    params:
      topic: {type: string, required: true, enum: [history, art], say: ["on {}"]}
    do: ["find books[ on {topic}]"]
  get_book:
    about: Tells about one book.
    effect: get book
    params:
      mark: {type: string, required: true}
    do: ["tell me about {mark}"]
`

func TestParse(t *testing.T) {
	ts, err := Parse("good.yaml", []byte(goodToolset))
	if err != nil {
		t.Fatal(err)
	}
	mark := ts.Tool("get_book").Param("mark")
	if mark.Entity != ts.Entity("book") {
		t.Error("the id of an entity is not recognised by its name")
	}
	if got, want := string(ts.Tool("find_books").Returns), `{"type":"object","properties":{"count":{"type":"integer"},"books":{"type":"array","items":{"type":"object","properties":{"mark":{"type":"string"},"pages":{"type":"integer"}},"required":["mark","pages"]}}},"required":["count","books"]}`; got != want {
		t.Errorf("the return schema is\n%s, want\n%s", got, want)
	}
	if len(ts.Hash) != 64 {
		t.Errorf("the hash is %q", ts.Hash)
	}
}

// Every mistake is reported with its position and what to do.
func TestParseProblems(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"unknown key", "effect: get book", "efect: get book", "20:12: tool \"get_book\" has no key \"efect\"; did you mean"},
		{"unknown effect", "effect: get book", "effect: take book", `has no effect "take"; the effects are list`},
		{"unknown entity", "effect: get book", "effect: get bok", `the toolset has no entity "bok"`},
		{"unknown slot", "tell me about {mark}", "tell me about {makr}", "slot {makr}, which is not a parameter"},
		{"open bracket", "find books[ on {topic}]", "find books[ on {topic}", "this [ is never closed"},
		{"unsayable", `, say: ["on {}"]`, "", ""},
		{"no id", "id: mark", "id: number", `no attribute "number" to be its id`},
		{"bad range", "{int: 90-700}", "{int: 700-90}", "write a range, for example 1-9"},
		{"two kinds", "{int: 90-700}", "{int: 90-700, money: 1-2}", "exactly one kind; 2 are given"},
		{"no noun", "shortest {noun}", "shortest", `has no {noun}`},
		{"line without id", `line: ["**{mark}**, {pages|page|pages}"]`, `line: ["{pages|page|pages}"]`, "does not name its id"},
		{"bad type", "type: string, required: true, enum", "type: text, required: true, enum", `has no type "text"`},
		{"bad pattern", `"[A-Z]{2}[0-9]{3}"`, `"[A-Z{2}"`, "write a regular expression"},
		{"tools missing", "tools:", "tool:", `did you mean "tools"?`},
		{"twice", "  get_book:", "  find_books:", "already defined at"},
		{"no values", "{type: string, required: true, enum: [history, art]", "{type: string, required: true", "has no values to draw from"},
		{"asked for by nobody", "do: [\"tell me about {mark}\"]", askedFor("pages", "**{mark}** has {pages|page|pages}."), `no request for tool "get_book" that is left says "pages"`},
		{"asked for earlier", "do: [\"tell me about {mark}\"]", askedFor("tell me", "**{mark}** has {pages|page|pages}.") + "\n      - {said: [about], tell: \"**{mark}**.\"}", `that is left says "about"`},
		{"asked without id", "do: [\"tell me about {mark}\"]", askedFor("about", "It has {pages|page|pages}."), `the answer "It has {pages|page|pages}." does not name it`},
		{"asked in half a sentence", "do: [\"tell me about {mark}\"]", askedFor("about", "This is **{mark}**:"), "does not end like a sentence"},
		{"asked well", "do: [\"tell me about {mark}\"]", askedFor("about", "**{mark}** has {pages|page|pages}."), ""},
		{"a mark of nothing", "    line:", marked("topic", "{noun} on {topic}"), `has no attribute "topic" to be told by`},
		{"a mark without noun", "    line:", marked("pages", "{pages} pages"), "must have {noun}"},
		{"a mark by something else", "    line:", marked("pages", "{noun} {mark}"), "no other slot"},
		{"a mark without words", "    line:", "    marks: [{by: pages}]\n    line:", `the mark "pages" has no words`},
		{"a good mark", "    line:", marked("pages", "{noun} with {pages} pages"), ""},
		{"a fact", "toolset: test/library", "toolset: test/library\n" + aFact, ""},
		{"a fact in two wordings", "toolset: test/library", "toolset: test/library\n" + strings.Replace(aFact, "[They", "[They may., They", 1), "a fact has one wording"},
		{"a fact with a choice", "toolset: test/library", "toolset: test/library\n" + strings.Replace(aFact, "may", "(may|can)", 1), "a fact has one wording"},
		{"a word of nothing", "toolset: test/library", "toolset: test/library\n" + strings.Replace(aFact, "kind: fact", "kind: fact, word: lent", 1), `asks for the word "lent" of nothing`},
		{"a kind of talk", "toolset: test/library", "toolset: test/library\n" + strings.Replace(aFact, "kind: fact", "kind: gossip", 1), `no kind "gossip"`},
		{"a tab", "\nentities:", "\n\tentities:", "2:"},
		{"an alias bomb", "toolset: test/library", "a: &a [x, x]\ntoolset: *b", "names no anchor"},
		{"a tag", "toolset: test/library", "toolset: !!binary x", "not supported"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(goodToolset, test.old) {
				t.Fatalf("the toolset does not hold %q", test.old)
			}
			_, err := Parse("bad.yaml", []byte(strings.Replace(goodToolset, test.old, test.new, 1)))
			if test.want == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			var problems Problems
			if !errors.As(err, &problems) {
				t.Fatalf("got %v", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			for _, p := range problems {
				if p.Line == 0 || strings.Contains(p.Message, "\n") {
					t.Errorf("%q has no position or more than one line", p)
				}
			}
		})
	}
}

// marked tells things by an attribute.
func marked(by, say string) string {
	return fmt.Sprintf("    marks: [{by: %s, say: [%q]}]\n    line:", by, say)
}

// What tells things is written and read back.
func TestMarks(t *testing.T) {
	ts, err := Parse("good.yaml", []byte(strings.Replace(goodToolset, "    line:", marked("pages", "{noun} with {pages:bare} pages"), 1)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("written.yaml", Write(ts))
	if err != nil {
		t.Fatal(err)
	}
	marks := again.Entity("book").Marks
	if len(marks) != 1 || marks[0].By != "pages" || len(marks[0].Say) != 1 || marks[0].Say[0].Text != "{noun} with {pages:bare} pages" {
		t.Errorf("read back as %+v", marks)
	}
}

// aFact is a chat topic with a fact.
const aFact = "chat: [{kind: fact, keywords: [dogs], ask: [Are dogs allowed?], answer: [They may come along.]}]"

// askedFor has one wording for those who say some words.
func askedFor(words, tell string) string {
	return fmt.Sprintf("do: [\"tell me about {mark}\"]\n    asked:\n      - {said: [%s], tell: %q}", words, tell)
}

func TestParseReportsAllAtOnce(t *testing.T) {
	bad := strings.NewReplacer("effect: get book", "effect: take book", "id: mark", "id: number", "90-700", "x").Replace(goodToolset)
	_, err := Parse("bad.yaml", []byte(bad))
	var problems Problems
	if !errors.As(err, &problems) || len(problems) < 3 {
		t.Errorf("got %v", err)
	}
	for i := 1; i < len(problems); i++ {
		if problems[i].Line < problems[i-1].Line {
			t.Error("problems are not in the order of their positions")
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(goodToolset))
	f.Add([]byte(`{"toolset":"a","tools":{"x":{"about":"y","effect":"compute","gives":{"z":{"int":"1-2"}},"do":["z"]}}}`))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("- [[[[[["))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := Parse("fuzz.yaml", data)
		var problems Problems
		if err != nil && !errors.As(err, &problems) {
			t.Errorf("the error has no positions: %v", err)
		}
	})
}

// rulesToolset has what a toolset may say of its business and of speech.
const rulesToolset = `toolset: test/shop
scenarios: [Orders, Returns]
users: staff
entities:
  order:
    id: order_number
    attributes:
      order_number: {pattern: "ON[1-9][0-9]{3}"}
      item_code: {copy: item_code}
      status: {pick: [open, shipped]}
    card: ["**{order_number}**, item {item_code}, is {status}."]
  item:
    id: item_code
    attributes:
      item_code: {pattern: "IT[0-9]{3}"}
      signed: {bool: 0.5}
    card: ["**{item_code}** {signed|is signed|is not signed}."]
tools:
  place_order:
    about: Orders an item.
    scenario: Orders
    effect: create order
    params:
      item_code: {type: string, required: true}
      gift: {type: boolean, default: false, labels: {true: [as a gift]}}
    do: ["order {item_code}[ {gift}]"]
    ask:
      - colloquial fragment: One {item_code}, please.
      - formal: Would you order {item_code}?
    next: [Shall I show you the order?]
  cancel_order:
    about: Cancels an order that is open.
    scenario: Returns
    effect: delete order
    undoes: [place_order]
    only_if: {status: [open]}
    refused: ["Order {order_number} is {status}."]
    params:
      order_number: {type: string, required: true, ask: [Which one?], vague: [The last one.]}
    do: ["cancel {order_number}"]
`

func TestRules(t *testing.T) {
	ts, err := Parse("rules.yaml", []byte(rulesToolset))
	if err != nil {
		t.Fatal(err)
	}
	place, cancel := ts.Tool("place_order"), ts.Tool("cancel_order")
	if !ts.Staff || place.Scenario != "Orders" || len(place.Next) != 1 || cancel.Undoes[0] != "place_order" {
		t.Errorf("something was not read: %+v %+v", place, cancel)
	}
	if place.Ask[0].Form != "fragment" || place.Ask[1].Form != "question" {
		t.Errorf("the forms are %s and %s", place.Ask[0].Form, place.Ask[1].Form)
	}
	if c := cancel.OnlyIf[0]; c.Param != "order_number" || c.Attribute != "status" || c.Values[0] != "open" {
		t.Errorf("the condition is %+v", c)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"unknown scenario", "scenario: Returns", "scenario: Refunds", `the scenario "Refunds", which the toolset does not have; the scenarios are Orders, Returns`},
		{"unknown users", "users: staff", "users: robots", "not \"robots\""},
		{"unknown tone", "colloquial fragment:", "rude fragment:", `has the key "rude fragment", which is not a tone`},
		{"unknown form", "colloquial fragment:", "colloquial verse:", `has the key "colloquial verse", which is not a tone, or a tone and a form`},
		{"a question that is none", "colloquial fragment:", "colloquial question:", "is not in the form question"},
		{"an imperative that asks", "formal:", "formal imperative:", "is not in the form imperative"},
		{"unknown attribute", "only_if: {status: [open]}", "only_if: {state: [open]}", `names "state", which is not an attribute of anything`},
		{"no values", "only_if: {status: [open]}", "only_if: {status: []}", `has no values for "status"`},
		{"a refusal that tells too much", "Order {order_number} is {status}.", "Order {order_number} costs {price}.", "has a slot {price}, which is neither a parameter nor under"},
		{"undoing nothing", "undoes: [place_order]", "undoes: [buy]", `undoes "buy", which is not another tool`},
		{"a dropped identifier", "card: [\"**{order_number}**, item {item_code}, is {status}.\"]", "card: [\"**{order_number}** is {status}.\"]", `returns "item_code", which is an identifier`},
		{"a request without an end", "One {item_code}, please.", "One {item_code}", "does not end like a sentence"},
		{"a verb phrase with an end", "cancel {order_number}\"", "cancel {order_number}.\"", "ends with a mark"},
		{"a blank left over", "order {item_code}[ {gift}]", "order {item_code} [{gift}] , now", `which has " ,"`},
		{"an optional slot outside a group", "order {item_code}[ {gift}]", "order {item_code} {gift}", "cannot do without {gift}, which is optional"},
		{"an offer without an end", "Shall I show you the order?", "Shall I show you the order", "does not end like a sentence"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(rulesToolset, test.old) {
				t.Fatalf("the toolset does not hold %q", test.old)
			}
			_, err := Parse("bad.yaml", []byte(strings.Replace(rulesToolset, test.old, test.new, 1)))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestExpansions(t *testing.T) {
	p, err := tools.ParsePhrase("(find|show) flights[ from {origin}][ (on|for) {date}]")
	if err != nil {
		t.Fatal(err)
	}
	ways, ok := expand(p.Parts)
	if !ok || len(ways) != 2*2*3 {
		t.Errorf("%d ways: %q", len(ways), ways)
	}
	if p, err = tools.ParsePhrase(strings.Repeat("(a|b|c)", 12)); err != nil {
		t.Fatal(err)
	}
	if _, ok := expand(p.Parts); ok {
		t.Error("half a million ways are listed")
	}
}
