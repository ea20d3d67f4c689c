package document_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"switchyard/internal/document"
)

// written tells a node in one line: kind and text of scalars, places of all.
func written(n *document.Node) string {
	at := fmt.Sprintf("@%d:%d", n.Line, n.Column)
	switch n.Kind {
	case document.Object:
		var fields []string
		for _, key := range n.Keys {
			f := n.Fields[key]
			fields = append(fields, fmt.Sprintf("%s@%d:%d=%s", key, f.Key.Line, f.Key.Column, written(f)))
		}
		return "{" + strings.Join(fields, " ") + "}" + at
	case document.List:
		var items []string
		for _, item := range n.Items {
			if item.Key != (document.Place{}) {
				return "an item with a key"
			}
			items = append(items, written(item))
		}
		return "[" + strings.Join(items, " ") + "]" + at
	}
	return fmt.Sprintf("%s %q %T %v%s", n.Kind, n.Text, n.Value, n.Value, at)
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a":                       `a text "a" string a@1:1`,
		"'1'":                     `a text "1" string 1@1:1`,
		"0x10":                    `a whole number "0x10" int64 16@1:1`,
		"+2":                      `a whole number "+2" string +2@1:1`,
		"-2":                      `a whole number "-2" int64 -2@1:1`,
		"18446744073709551615":    `a whole number "18446744073709551615" float64 1.8446744073709552e+19@1:1`,
		"9223372036854775807":     `a whole number "9223372036854775807" int64 9223372036854775807@1:1`,
		"1.50":                    `a number "1.50" float64 1.5@1:1`,
		"true":                    `true or false "true" bool true@1:1`,
		"~":                       `nothing "" <nil> <nil>@1:1`,
		"\ufeffa: 1":              `{a@1:1=a whole number "1" int64 1@1:4}@1:1`,
		"b: x\na: y":              `{b@1:1=a text "x" string x@1:4 a@2:1=a text "y" string y@2:4}@1:1`,
		"a:\nb: {}":               `{a@1:1=nothing "" <nil> <nil>@1:1 b@2:1={}@2:4}@1:1`,
		"é: [x, {c: d}]":          `{é@1:1=[a text "x" string x@1:5 {c@1:9=a text "d" string d@1:12}@1:9]@1:4}@1:1`,
		`{"a": [1, null]}`:        `{a@1:2=[a whole number "1" int64 1@1:8 nothing "" <nil> <nil>@1:11]@1:7}@1:2`,
		"a: |\n  x\n  y\n":        `{a@1:1=a text "x\ny\n" string x` + "\ny\n" + `@1:4}@1:1`,
		"a: &p x\nb: *p\nc: [*p]": `{a@1:1=a text "x" string x@1:7 b@2:1=a text "x" string x@1:7 c@3:1=[a text "x" string x@1:7]@3:4}@1:1`,
		"a: &p\nb: *p\n":          `{a@1:1=nothing "" <nil> <nil>@1:1 b@2:1=nothing "" <nil> <nil>@2:1}@1:1`,
	} {
		n, err := document.Parse([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := written(n); got != want {
			t.Errorf("%q is\n%s, want\n%s", text, got, want)
		}
	}
}

// aliases is a document in which each line is nested in the next one.
func aliases(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d]\n", i, i, i-1)
	}
	return b.String()
}

// bomb is a document of a few lines that says the same billions of times.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	return b.String()
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "1:1: the document is empty"},
		{"a comment", "# a\n", "1:1: the document is empty"},
		{"not YAML", "version: 1\na: [1\n", "2:4: not YAML: sequence end token ']' not found"},
		{"a tab", "a:\n\tb: 1\n", "2:1: not YAML: found character '\\t' that cannot start any token"},
		{"two documents", "a: 1\n---\nb: 1\n", "2:1: the file holds more than one document; put each into a file of its own"},
		{"a key twice", "a: 1\nsecret: 2\nb: 2\nsecret: 3\n", "4:1: not YAML: this key is already defined at [2:1]"},
		{"an unknown version of YAML", "%YAML secret\n---\na: 1\n", "1:7: not YAML: unknown YAML version …"},
		{"an alias", "seed: *secret\n", "1:7: an alias that names no anchor above it"},
		{"an alias of itself", "a: &a [*a]\n", "1:8: an alias that names no anchor above it"},
		{"a tag", "a: !secret 3\n", "1:4: tags are not supported"},
		{"a merge key", "a: 1\n<<: {b: 1}\n", "2:1: merge keys (<<) are not supported"},
		{"not finite", "a: .inf\n", "1:4: not a finite number"},
		{"UTF-16", "\xff\xfev\x00", "1:1: the file is UTF-16; save it as UTF-8"},
		{"Latin-1", "a: caf\xe9\n", "1:1: the file is not UTF-8; save it as UTF-8"},
		{"deep", "a: " + strings.Repeat("[", 66) + strings.Repeat("]", 66), "1:68: nested more than 64 deep"},
		{"too deep for the parser", "a: 1\nb: " + strings.Repeat("[", 1_000_000), "2:68: nested more than 64 deep"},
		{"deep blocks", strings.Repeat("- ", 66) + "x", "1:131: nested more than 64 deep"},
		{"too deep blocks for the parser", strings.Repeat("- ", 4_000_000) + "x", "1:131: nested more than 64 deep"},
		{"too many brackets in a text", "a: '" + strings.Repeat("[", 10_001) + "'", "1:10005: nested more than 64 deep"},
		{"deep by aliases", aliases(70), "63:12: nested more than 64 deep"},
		{"blown up by aliases", bomb(), "7:10: the document has more than two million values"},
	} {
		n, err := document.Parse([]byte(test.text))
		if got := message(t, err); got != test.want || n != nil {
			t.Errorf("%s: %v, %q, want %q", test.name, n, got, test.want)
		}
	}
}

// An error about depth has the way to the place, and shows what can be shown.
func TestWay(t *testing.T) {
	deep := strings.Repeat(`{"b": [`, 33) + strings.Repeat("]}", 33)
	for name, parse := range map[string]func(string) (*document.Node, error){
		"YAML": func(s string) (*document.Node, error) { return document.Parse([]byte(s)) },
		"JSON": func(s string) (*document.Node, error) { return document.ParseJSON([]byte(s), 1) },
	} {
		for text, want := range map[string]string{
			`{"a/é": ` + deep + "}":                                "/a~1é/b/0/b/…",
			`{"x\u0007\u202e": ` + deep + "}":                      "/x__/b/0/b/…",
			`{"` + strings.Repeat("long", 20) + `": ` + deep + "}": "/" + strings.Repeat("long", 10) + "/b/0/b/…",
			`{"a": {"b": 1`:                                        "",
			`{"a": {"b": ` + strings.Repeat("[", 20_000):           "/a/b/0/0/…", // the parser of YAML would recurse too deep
		} {
			_, err := parse(text)
			var e *document.Error
			if !errors.As(err, &e) || e.Way() != want {
				t.Errorf("%s: %.40s: %v, want the way %q", name, text, err, want)
			}
		}
	}
}

// If the last value counts, each key that occurs again is told, with both places.
func TestLastWins(t *testing.T) {
	const text = "{\"a\": 1, \"b\": {\"a\": 2},\n \"a\": [3],\n \"b\": 4, \"a\": 5}"
	for name, parse := range map[string]func(document.Option) (*document.Node, error){
		"YAML": func(o document.Option) (*document.Node, error) { return document.Parse([]byte(text), o) },
		"JSON": func(o document.Option) (*document.Node, error) { return document.ParseJSON([]byte(text), 1, o) },
	} {
		var told []string
		n, err := parse(document.LastWins(func(key string, at, before document.Place) {
			told = append(told, fmt.Sprintf("%s %d:%d %d:%d", key, at.Line, at.Column, before.Line, before.Column))
		}))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := string(n.JSON()); got != `{"a":5,"b":4}` {
			t.Errorf("%s: %s", name, got)
		}
		if got, want := strings.Join(told, ", "), "a 2:2 1:2, b 3:2 1:10, a 3:10 2:2"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Merge keys do what YAML 1.1 says, wherever they stand, and nothing multiplies by them
// without end.
func TestMergeKeys(t *testing.T) {
	const base = "p: &p {x: 1, y: {z: 2}}\nq: &q {x: 3, w: 4}\n"
	for text, want := range map[string]string{
		"<<: *p":                         `{"x":1,"y":{"z":2}}`,
		"{<<: *p, x: 5}":                 `{"x":5,"y":{"z":2}}`,
		"x: 5, <<: *p":                   `{"x":5,"y":{"z":2}}`,
		"\n  x: 5\n  <<: *p\n  y: 6":     `{"x":5,"y":6}`,
		"\n  <<: *p\n  v: 0":             `{"x":1,"y":{"z":2},"v":0}`,
		"\n  <<: [*p, *q]\n":             `{"x":1,"y":{"z":2},"w":4}`,
		"\n  <<:\n  - *q\n  - *p\n":      `{"x":3,"w":4,"y":{"z":2}}`,
		"<<: [], a: 1":                   `{"a":1}`,
		"<<: {a: 1}":                     `{"a":1}`,
		"<<: {<<: *p, a: 1}, a: 2":       `{"x":1,"y":{"z":2},"a":2}`,
		"\n  <<: *p\n  <<: *q\n":         `{"x":1,"y":{"z":2},"w":4}`,
		"a: {<<: *q}, b: [{<<: *q}]":     `{"a":{"x":3,"w":4},"b":[{"x":3,"w":4}]}`,
		"'<<': *p":                       `{"<<":{"x":1,"y":{"z":2}}}`,
		"<<: *p, x: 5, x: 6":             `{"x":6,"y":{"z":2}}`,
		"<<: a":                          "3:5: a merge key (<<) takes an object or a list of objects, not a text",
		"<<: ":                           "3:5: a merge key (<<) takes an object or a list of objects, not nothing",
		"<<: [*p, 1]":                    "3:5: a merge key (<<) takes an object or a list of objects, not a list with a whole number",
		"<<: *r":                         "3:9: an alias that names no anchor above it",
		"<<: " + strings.Repeat("[", 70): "3:73: nested more than 64 deep",
	} {
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "\n") {
			text = "{" + text + "}"
			text = strings.Replace(text, strings.Repeat("[", 70), strings.Repeat("[", 70)+strings.Repeat("]", 70), 1)
		}
		twice := 0
		n, err := document.Parse([]byte(base+"o: "+text), document.MergeKeys(), document.LastWins(func(string, document.Place, document.Place) { twice++ }))
		got := ""
		if err != nil {
			got = message(t, err)
		} else {
			got = string(n.Fields["o"].JSON())
		}
		if got != want || (twice > 0) != strings.Contains(text, "x: 6") {
			t.Errorf("%q: %s, want %s; %d keys twice", text, got, want, twice)
		}
	}
	n, err := document.Parse([]byte(base+"o:\n  <<: *q\n"), document.MergeKeys())
	if err != nil || n.Fields["o"].Fields["w"].Place != (document.Place{Line: 2, Column: 17}) || n.Fields["o"].Line != 4 {
		t.Error(n, err)
	}
	// Bombs: each object holds twice the values of the last one, or thousands hold the same ones.
	many := "a0: &a0 {x: 1}\n"
	for i := 1; i < 20; i++ {
		many += fmt.Sprintf("a%d: &a%d {<<: [", i, i)
		for range 10 {
			many += fmt.Sprintf("*a%d, {y: *a%d}, ", i-1, i-1)
		}
		many += fmt.Sprintf("], k%d: *a%d}\n", i, i-1)
	}
	wide := "base: &base {x: [" + strings.Repeat("1,\n ", 1000) + "1]}\nall:\n" + strings.Repeat("- <<: *base\n", 2000)
	for name, text := range map[string]string{"many": many, "wide": wide} {
		if _, err := document.Parse([]byte(text), document.MergeKeys()); err == nil || err.Error() != "the document has more than two million values" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// message is an error as users see it.
func message(t testing.TB, err error) string {
	t.Helper()
	var e *document.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	text := fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Whatever comes is read, or refused with a position inside it; what is read
// has positions, too.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1\nb: [x, {c: 2.5}]\n", `{"a": [1, null, "b"]}`, "? [a]\n: 1\n", "a: &a [*a]\n", "a: &p x\nb: *p\n", "<<: {a: 1}\n", "a: &a {b: 1}\nc:\n  <<: [*a, {d: *a}]\n  b: 2\n", "a: !!int 3\n",
		"0s:\n--- ", "a: |\n  b\n  c\n", "- [[[[[[", "\ufeffa: 1\n", "a: .inf\nb: 0x10\nc: +3\n", "%YAML 1.2\n---\na\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
		inside := func(p document.Place) bool { return p.Line >= 1 && p.Line <= lines && p.Column >= 1 }
		n, err := document.Parse([]byte(text), document.MergeKeys())
		if err != nil {
			var e *document.Error
			if !errors.As(err, &e) || n != nil || !inside(e.Place) || e.Message == "" || strings.ContainsAny(e.Message+e.Hint, "\r\n") {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		var walk func(n *document.Node)
		walk = func(n *document.Node) {
			if !inside(n.Place) || n.Kind == "" || len(n.Keys) != len(n.Fields) {
				t.Fatalf("%q: %#v", text, n)
			}
			for _, key := range n.Keys {
				if !inside(n.Fields[key].Key) {
					t.Fatalf("%q: %s has no position", text, key)
				}
				walk(n.Fields[key])
			}
			for _, item := range n.Items {
				walk(item)
			}
		}
		walk(n)
	})
}
