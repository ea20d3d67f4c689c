package toolfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
)

// hostile is a toolset of two tools; the second one is described by a schema, so that
// meaning is inferred for the whole toolset.
const hostile = `toolset: test/hostile
entities:
  book:
    id: shelf_mark
    attributes: {shelf_mark: {pattern: "[A-Z]{2}[0-9]{3}"}}
    line: ["{shelf_mark}"]
tools:
  get_book:
    about: Returns a book.
    effect: get book
    params: {shelf_mark: {type: string, required: true, say: ["for {}"]}, PARAM}
    do: ["WORDING"]
  find:
    about: Finds a book.
    parameters: {type: object, properties: {name: {type: string}}, required: [name]}
`

// Things may be named by values of any type, and wordings may be of any shape: what
// cannot be used is told with its place.
func TestHostile(t *testing.T) {
	nested := func(open, inside, shut string, n int) string {
		return "get " + strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
	}
	for name, c := range map[string]struct{ param, wording, want string }{
		"a boolean identifies":       {param: "x: {type: boolean, required: true, entity: book, say: ['with {}']}"},
		"a boolean is named like it": {param: "book: {type: object, required: true, say: ['with {}'], props: {shelf_mark: {type: boolean, required: true, say: ['{}']}}}"},
		"an object identifies":       {param: "x: {type: object, required: true, entity: book, say: ['with {}'], props: {a: {type: string, values: {pick: [b, c]}, say: ['{}']}}}"},
		"brackets in brackets":       {wording: nested("[ ", "{shelf_mark}", "]", 60)},
		"too many brackets":          {wording: nested("[ ", "{shelf_mark}", "]", 70), want: "brackets are nested more than 64 deep"},
		"very many brackets":         {wording: nested("(", "", "", 200_000), want: "brackets are nested more than 64 deep"},
		"long in many ways":          {wording: nested("", strings.Repeat("very ", 20_000)+strings.Repeat("(a|b)", 13), "", 1), want: "has more than 20000 forms, or too long ones"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer(", PARAM", strings.TrimRight(", "+c.param, ", "), "WORDING", strings.TrimSpace("get the book "+c.wording)).Replace(hostile)
			set, err := Parse("hostile.yaml", []byte(text))
			var problems Problems
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "":
				for _, tool := range set.Tools {
					if tool.Effect != tools.Compute && tool.Entity == nil {
						t.Errorf("the effect of %s is on nothing", tool.Name)
					}
				}
			case !errors.As(err, &problems) || !slices.ContainsFunc(problems, func(p Problem) bool { return p.Line == 12 && strings.Contains(p.Message, c.want) }) || len(err.Error()) > 2000:
				t.Errorf("%.300v", err)
			}
		})
	}
}
