package model

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestExtractJSON(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"as it is":               {`{"a": 1}`, `{"a": 1}`},
		"a list":                 {" [1, 2]\n", `[1, 2]`},
		"byte order mark":        {"\ufeff{\"a\":1}", `{"a":1}`},
		"fenced":                 {"```json\n{\"a\":1}\n```", `{"a":1}`},
		"fenced, no language":    {"```\n[1]\n```", `[1]`},
		"fenced, upper case":     {"``` JSON\r\n{\"a\":1}\r\n```", `{"a":1}`},
		"fenced, never closed":   {"Sure!\n```json\n{\"a\":1}", `{"a":1}`},
		"fenced, spaces":         {"Here:\n  ```json \n\n  {\"a\":1}\n  ```\nDone.", `{"a":1}`},
		"a fence in a string":    {"```json\n{\"a\":\"```\\n{}\\n```\"}\n```", "{\"a\":\"```\\n{}\\n```\"}"},
		"fence before prose":     {"From {\"old\":1} to:\n```json\n{\"new\":2}\n```", `{"new":2}`},
		"the second fence":       {"```python\nprint({})\n```\n```json\n{\"a\":1}\n```", `{"a":1}`},
		"in prose":               {`Here it is: {"a":{"b":[1]}}. Good?`, `{"a":{"b":[1]}}`},
		"braces in prose":        {`Use {name} and {{x}}: {"a":"}"} ok`, `{"a":"}"}`},
		"dots before":            {`{"a": ...} becomes {"a": 2}`, `{"a": 2}`},
		"thoughts":               {"<think>Maybe {\"a\":0}?</think>\n{\"a\":1}", `{"a":1}`},
		"thoughts, twice":        {"<think>x</think><think>y</think>{\"a\":1}", `{"a":1}`},
		"thoughts without begin": {"Maybe {\"a\":0}?</think>{\"a\":1}", `{"a":1}`},
		"thoughts in a string":   {`{"a":"<think>x</think>"}`, `{"a":"<think>x</think>"}`},
		"thoughts and a fence":   {"<think>\n```json\n{\"a\":0}\n```\n</think>\n```json\n{\"a\":1}\n```", `{"a":1}`},
		"no UTF-8":               {"{\"a\":\"\xff\"}", "{\"a\":\"\ufffd\"}"},
		"big number":             {`{"a":12345678901234567890.10}`, `{"a":12345678901234567890.10}`},
	} {
		if got, err := ExtractJSON(c.text); err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestExtractJSONSays(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "the answer is empty",
		"I cannot do that.":            `no JSON document in the answer, which begins with "I cannot do that."`,
		"42":                           "the JSON value 42; it must be an object",
		"<think>hm":                    "thoughts only",
		"{\n  \"a\": 1,\n  \"b\": }":   `line 3, column 8: invalid character '}' looking for beginning of value, after`,
		"Good:\n{\"é\": 1,}":           `line 2, column 9: invalid character '}'`,
		`{"a": [1, {"b": 2}, {"c":`:    "cut off at line 1, column 26",
		"```json\n{'a': 1}\n```":       `line 2, column 2: invalid character '\''`,
		"```json\n{\"a\": tru\n```":    "line 2, column 10",
		`{"a":1,,"b":{"x":1}} and so`:  "line 1, column 8: invalid character ','",
		`{"a":1 "list":[{"x":1},{"x":`: "line 1, column 8",
		`So: {a: {"b": 1}}`:            "no JSON document",
	} {
		got, err := ExtractJSON(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, error %v, want one with %q", text, got, err, want)
		}
	}
}

func TestStripThoughts(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " Hi! ": "Hi!", "<think>\nHm.\n</think>\n\nHi!": "Hi!", "<thinking>a</thinking>Hi!": "Hi!",
		"Hm.</think>Hi!": "Hi!", "<think>never ends": "", "Use <think> here": "Use <think> here",
	} {
		if got := StripThoughts(text); got != want {
			t.Errorf("StripThoughts(%q) = %q, want %q", text, got, want)
		}
	}
}

// A document comes out of any wrapping as it went in.
func TestExtractJSONProperty(t *testing.T) {
	value := rapid.Deferred(func() *rapid.Generator[any] { return jsonValue(3) })
	rapid.Check(t, func(t *rapid.T) {
		doc, err := json.Marshal(map[string]any{rapid.String().Draw(t, "name"): value.Draw(t, "value")})
		if err != nil {
			t.Fatal(err)
		}
		prose := rapid.StringMatching("[A-Za-z ,.!\n]{0,40}")
		before, after := prose.Draw(t, "before"), prose.Draw(t, "after")
		text := rapid.SampledFrom([]string{
			string(doc), before + string(doc) + after,
			before + "\n```json\n" + string(doc) + "\n```\n" + after,
			"<think>" + before + "{}</think>" + string(doc),
		}).Draw(t, "text")
		got, err := ExtractJSON(text)
		if err != nil || string(got) != string(doc) {
			t.Fatalf("%q: %s, %v", text, got, err)
		}
	})
}

func jsonValue(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int().AsAny(), rapid.String().AsAny(),
		rapid.SampledFrom([]any{"```", "</think>", "{", "\"}", "\\"}))
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf, rapid.SliceOfN(jsonValue(depth-1), 0, 3).AsAny(), rapid.MapOfN(rapid.String(), jsonValue(depth-1), 0, 3).AsAny())
}

// Hostile texts cost no more than time in proportion to their length.
func TestExtractJSONIsCheap(t *testing.T) {
	for _, piece := range []string{"{", "[", `{"`, `{"a":`, `{"a":[`, "```json\n{", `{"a" `, "{x} ", "<think>"} {
		began := time.Now()
		_, err := ExtractJSON("x" + strings.Repeat(piece, 1<<18/len(piece)))
		if d := time.Since(began); err == nil || d > 5*time.Second {
			t.Errorf("%q: %v after %v", piece, err, d)
		}
	}
}

func FuzzExtractJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":1}`, "```json\n{\"a\":1}\n```", "x {\"a\":1} y", "<think>a</think>[1]", "\ufeff{}", `{"a":`, "{'a':1}",
		"```\n[", `{"a":"` + "\xff" + `"}`, "a</think>{\"b\":2}", "{{{{", `"{}"`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := ExtractJSON(text)
		if (doc == nil) == (err == nil) {
			t.Fatalf("document %s and error %v", doc, err)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 500 {
				t.Errorf("error %v", err)
			}
			return
		}
		if !json.Valid(doc) || (doc[0] != '{' && doc[0] != '[') {
			t.Fatalf("%q is no document", doc)
		}
		if again, err := ExtractJSON(string(doc)); err != nil || string(again) != string(doc) {
			t.Errorf("%s became %s, %v", doc, again, err)
		}
	})
}
