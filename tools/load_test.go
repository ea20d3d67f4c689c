package tools

import (
	"errors"
	"strings"
	"testing"
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
		{"unknown slot", "tell me about {mark}", "tell me about {makr}", "slot {makr}, which is no parameter"},
		{"open bracket", "find books[ on {topic}]", "find books[ on {topic}", "this [ is never closed"},
		{"unsayable", `, say: ["on {}"]`, "", ""},
		{"no id", "id: mark", "id: number", `no attribute "number" to be its id`},
		{"bad range", "{int: 90-700}", "{int: 700-90}", "write a range, for example 1-9"},
		{"two kinds", "{int: 90-700}", "{int: 90-700, money: 1-2}", "exactly one kind, not 2"},
		{"no noun", "shortest {noun}", "shortest", `has no {noun}`},
		{"line without id", `line: ["**{mark}**, {pages|page|pages}"]`, `line: ["{pages|page|pages}"]`, "does not tell its id"},
		{"bad type", "type: string, required: true, enum", "type: text, required: true, enum", `has no type "text"`},
		{"bad pattern", `"[A-Z]{2}[0-9]{3}"`, `"[A-Z{2}"`, "write a regular expression"},
		{"tools missing", "tools:", "tool:", `did you mean "tools"?`},
		{"twice", "  get_book:", "  find_books:", "already defined at"},
		{"no values", "{type: string, required: true, enum: [history, art]", "{type: string, required: true", "has no values to draw from"},
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
