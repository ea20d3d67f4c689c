package schemas

import (
	"encoding/json"
	"strings"
	"testing"

	"switchyard/internal/jsonptr"
)

const located = `{
  "name": "é",	"list": [1, {"a": 2},
    [ "x" , "y" ]],
  "a/b": {"~": true, "": null},
  "last": {}
}`

func TestLocate(t *testing.T) {
	tests := []struct {
		pointer      string
		line, column int
	}{
		{"", 1, 1},
		{"/name", 2, 3},
		{"/list", 2, 16},
		{"/list/0", 2, 25},
		{"/list/1", 2, 28},
		{"/list/1/a", 2, 29},
		{"/list/2", 3, 5},
		{"/list/2/1", 3, 13},
		{"/a~1b", 4, 3},
		{"/a~1b/~0", 4, 11},
		{"/a~1b/", 4, 22},
		{"/last", 5, 3},
		{"/last/gone", 5, 3},   // the nearest place around it
		{"/list/9", 2, 16},     //
		{"/list/x", 2, 16},     //
		{"/gone/deeper", 1, 1}, //
		{"/name/deeper", 2, 3}, //
		{"no pointer at all", 1, 1},
	}
	for _, test := range tests {
		line, column := Locate([]byte(located), test.pointer)
		if line != test.line || column != test.column {
			t.Errorf("%q: got %d:%d, want %d:%d", test.pointer, line, column, test.line, test.column)
		}
	}
	if line, column := Locate([]byte("{\"a\": [1,\n oops"), "/a/1"); line != 2 || column != 2 {
		t.Errorf("in a broken document: %d:%d", line, column)
	}
	if line, column := Locate(nil, "/a"); line != 1 || column != 1 {
		t.Errorf("in an empty document: %d:%d", line, column)
	}
}

// Every place of a document is found where it is: what stands there decodes to
// the value that the pointer means.
func TestLocateFindsEveryPlace(t *testing.T) {
	doc := sampleEntry(t)
	root, err := Decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(doc), "\n")
	found := 0
	var walk func(v any, pointer, key string)
	walk = func(v any, pointer, key string) {
		if found++; found > 400 { // enough, and quadratic
			return
		}
		line, column := Locate(doc, pointer)
		rest := strings.Join(lines[line-1:], "")
		rest = string([]rune(rest)[column-1:])
		d := json.NewDecoder(strings.NewReader(rest))
		token, err := d.Token()
		if err != nil {
			t.Fatalf("%s: %v", pointer, err)
		}
		if key != "" && token != key {
			t.Errorf("%s: %q stands there", pointer, token)
		}
		switch v := v.(type) {
		case map[string]any:
			for k, child := range v {
				walk(child, pointer+"/"+jsonptr.Escape(k), k)
			}
		case []any:
			for i, child := range v {
				walk(child, pointer+"/"+string(rune('0'+i%10)), "")
				if i == 9 {
					break
				}
			}
		}
	}
	walk(root, "", "")
}
