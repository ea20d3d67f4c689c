package functions

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
	"switchyard/tools/imports/internal/reading"
)

// brief tells what was imported: the sets with their tools.
func brief(r *imports.Report) string {
	var sets []string
	for _, s := range r.Sets {
		var names []string
		for _, tool := range s.Tools {
			names = append(names, tool.Name)
		}
		sets = append(sets, s.Name+"("+s.Source+"): "+strings.Join(names, " "))
	}
	return strings.Join(sets, "\n")
}

// Every kind of list is known by its shape.
func TestFunctionsKinds(t *testing.T) {
	const (
		a     = `{"name": "get_tide", "description": "Tides.", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}, "required": ["port"]}}`
		b     = `{"name": "list_ports", "description": "Ports.", "parameters": {"type": "object", "properties": {"sea": {"type": "string"}}}}`
		c     = `{"name": "list_ferries", "description": "Ferries.", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}}}`
		wrapA = `{"type": "function", "function": ` + a + `}`
		wrapB = `{"type": "function", "function": ` + b + `}`
	)
	for _, test := range []struct{ name, file, data, want string }{
		{"OpenAI", "t.json", "[" + wrapA + "," + wrapB + "]", "t/tide(t.json): get_tide list_ports"},
		{"OpenAI, bare", "t.json", "[" + a + "," + b + "]", "t/tide(t.json): get_tide list_ports"},
		{"a request", "t.json", `{"model": "m", "tools": [` + wrapA + `]}`, "t/tide(t.json#/tools): get_tide"},
		{"Anthropic", "t.json", strings.ReplaceAll("["+a+"]", "parameters", "input_schema"), "t/tide(t.json): get_tide"},
		{"one function", "t.json", a, "t/tide(t.json): get_tide"},
		{"lists", "t.json", "[[" + a + "],[" + b + "," + c + "]]", "t/tide(t.json#/0): get_tide\nt/port(t.json#/1): list_ports list_ferries"},
		{"a list a line", "t.jsonl", "[" + a + "]\n\n[" + b + "," + c + "]\n", "t/tide(t.jsonl:1): get_tide\nt/port(t.jsonl:3): list_ports list_ferries"},
		{"equal lists", "t.jsonl", "[" + a + "]\n[" + a + "]\n", "t/tide(t.jsonl:1): get_tide\nt/tide_2(t.jsonl:2): get_tide"},
		{"a function a line", "t.jsonl", a + "\n" + b + "\n" + a + "\n", "t/tide(t.jsonl): get_tide list_ports"},
		{"MMTB entries", "mmtb.jsonl", `{"id": "1", "english_tools": [` + wrapA + `,` + wrapB + `], "tools": []}` + "\n" + `{"id": "2", "english_tools": [` + wrapB + `]}` + "\n" + `{"id": "3", "english_tools": [` + wrapB + `,` + c + `]}`,
			"mmtb/tide(mmtb.jsonl:1#/english_tools): get_tide list_ports\nmmtb/port(mmtb.jsonl:3#/english_tools): list_ports list_ferries"},
		{"BFCL questions", "q.jsonl", `{"id": "simple_0", "question": [[]], "function": [` + a + `]}` + "\n" + `{"id": "simple_1", "question": [[]], "function": ` + b + `}`,
			"q/tide(q.jsonl:1#/function): get_tide\nq/port(q.jsonl:2#/function): list_ports"},
		{"xLAM", "x.json", `[{"id": 0, "query": "q", "tools": "[{\"name\": \"get_tide\", \"description\": \"Tides.\", \"parameters\": {\"port\": {\"type\": \"str, optional\", \"description\": \"Port\"}}}]", "answers": "[]"}]`,
			"x/tide(x.json#/0/tools): get_tide"},
	} {
		r, err := Import(test.file, []byte(test.data))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		importtest.Check(t, r)
		if got := brief(r); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
		if len(r.Skipped) > 0 {
			t.Errorf("%s: skipped %v", test.name, r.Skipped)
		}
	}
}

func TestFunctionsOddTypes(t *testing.T) {
	r, err := Import("b.json", []byte(`[{"name": "math.sum", "description": "Adds.", "parameters": {"type": "dict", "properties": {
		"n": {"type": "float", "default": 1.5}, "m": {"type": "float"}, "any": {"type": "any"}, "pair": {"type": "tuple", "items": {"type": "float"}}, "i": {"type": "int"},
		"s": {"type": "str"}, "mode": {"type": "enum[up, down]"}, "either": {"type": "int|str"}, "colour": {"type": "red|green"}, "names": {"type": "list[str]"},
		"maybe": {"type": "Optional[float]"}, "plain": "bool", "two": {"type": ["null", "string"]}, "deep": {"type": "array", "items": {"type": "dict", "properties": {"x": {"type": "float", "required": true}}}}
	}, "required": ["n", "pair"]}, "response": {"type": "dict", "properties": {"sum": {"type": "float"}}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	tool := r.Sets[0].Tools[0]
	want := `{"type":"object","properties":{"n":{"type":"number","default":1.5},"m":{"type":"number"},"any":{},"pair":{"type":"array","items":{"type":"number"}},"i":{"type":"integer"},` +
		`"s":{"type":"string"},"mode":{"type":"string","enum":["up","down"]},"either":{"type":"integer"},"colour":{"type":"string","enum":["red","green"]},"names":{"type":"array","items":{"type":"string"}},` +
		`"maybe":{"type":"number"},"plain":{"type":"boolean"},"two":{"type":"string"},"deep":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}}},"required":["n","pair"]}`
	if diff := cmp.Diff(want, string(tool.Parameters)); diff != "" || tool.Name != "math_sum" {
		t.Errorf("%s: %s", tool.Name, diff)
	}
	if got := string(tool.Returns); got != `{"type":"object","properties":{"sum":{"type":"number"}}}` {
		t.Errorf("returns are %s", got)
	}
	var notes []string
	for _, n := range r.Notes {
		notes = append(notes, n.What)
	}
	said := strings.Join(notes, "\n")
	for _, want := range []string{`the type "dict" was taken as object (3 times)`, `the type "float" was taken as number (5 times)`, `the type "any" was taken as anything`,
		`the type "tuple" was taken as array`, `the type "enum[up, down]" was taken as string with its values`, `only the first of the types "int|str" is used`,
		`the type "list[str]" was taken as array of string`, `the type "Optional[float]" was taken as number`, `"math.sum" was named "math_sum"`} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing is said of %s in\n%s", want, said)
		}
	}
}

func TestFunctionsToolAlpaca(t *testing.T) {
	data, err := os.ReadFile("testdata/apis.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Import("apis.json", data)
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	if want := "apis/biblioteca_24(apis.json#/0): searchBooks lend giveBack\napis/broken(apis.json#/1): ping"; brief(r) != want {
		t.Errorf("got\n%s\nwant\n%s", brief(r), want)
	}
	var got []string
	for _, tool := range r.Sets[0].Tools {
		got = append(got, tool.About+" "+string(tool.Parameters)+" "+string(tool.Returns))
	}
	if diff := cmp.Diff([]string{
		`Searches the books. {"type":"object","properties":{"subject":{"type":"string","enum":["history","art"],"description":"The subject of the book"}}} {"type":"array","items":{"type":"object","properties":{"bookId":{"type":"integer"},"title":{"type":"string"}}}}`,
		`Lends a book. {"type":"object","properties":{"bookId":{"type":"integer"},"until":{"type":"string","format":"date"}},"required":["bookId","until"]} `,
		`Gives a book back. {"type":"object","properties":{"bookId":{"type":"integer","description":"The book."},"state":{"type":"string","enum":["good","worn"],"description":"How it looks."},"notes":{"type":"array","items":{"type":"object"},"description":"Some notes."}},"required":["bookId"]} `,
	}, got); diff != "" {
		t.Error(diff)
	}
	if s := r.Sets[0]; s.Title != "Bíblioteca 24" || s.Domain != "Books" || s.About != "Books of a library" {
		t.Errorf("the set is %+v", s)
	}
	said := fmt.Sprint(r.Skipped, r.Notes)
	for _, want := range []string{`"nothing" the function is described neither`, "headers and cookies were left out", `documentation of "Broken" is not an OpenAPI document`, "asked for once"} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing is said of %s in\n%s", want, said)
		}
	}
}

func TestFunctionsRefuses(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "f.json:1:1: the JSON ends too early"},
		{"no JSON", "[\n{\"name\" 1}]", "f.json:2:"},
		{"nothing in it", `{"a": 1}`, "nothing could be imported"},
		{"a number", `7`, "nothing could be imported"},
		{"deep", strings.Repeat("[", 60) + strings.Repeat("]", 60), "nothing could be imported"},
		{"too deep", strings.Repeat("[", 100) + strings.Repeat("]", 100), "nested more than 64 deep"},
		{"too many", "[" + strings.Repeat("[],", reading.MaxValues) + "1]", "more than 1000000 values"},
	} {
		_, err := Import("f.json", []byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s", c.name, err, c.want)
		}
	}
	if _, err := Import("f.json", make([]byte, imports.MaxBytes+1)); err == nil || !strings.Contains(err.Error(), "at most 64 MiB") {
		t.Errorf("a file that is too large: %v", err)
	}
	r, err := Import("f.jsonl", []byte(`{"name": "a", "description": "b"}`+"\n{\"name\": \n3\n"))
	if err != nil || len(r.Sets) != 1 || len(r.Skipped) != 2 || r.Skipped[0].Where != "f.jsonl:2" {
		t.Errorf("a torn line: %+v, %v", r, err)
	}
}

// Very many rows (a million with -exhaustive) and references that multiply are read
// in bounded time, and every row is accounted for.
func TestFunctionsBounds(t *testing.T) {
	if race.Enabled {
		t.Skip("much data, in one goroutine")
	}
	start := time.Now()
	rows := 20_000
	if *importtest.Exhaustive {
		rows = 1_000_000
	}
	r, err := Import("rows.jsonl", []byte(strings.Repeat("{\"nom\": 1}\n", rows)))
	if !errors.Is(err, imports.ErrNothing) || len(r.Skipped) != reading.MaxSkipped+1 || !strings.Contains(r.Skipped[reading.MaxSkipped].What, fmt.Sprint(rows-reading.MaxSkipped)) {
		t.Errorf("%d rows: %v, %d lines", rows, err, len(r.Skipped))
	}
	var many strings.Builder
	for i := range imports.MaxTools + 50 {
		fmt.Fprintf(&many, "{\"name\": \"get_thing_%d\", \"description\": \"Gets it.\"}\n", i)
	}
	if r, err = Import("many.jsonl", []byte(many.String())); err != nil || !strings.Contains(fmt.Sprint(r.Skipped), "50 functions were left out: one import has at most 20000") {
		t.Errorf("too many functions: %v, %v", err, r.Skipped)
	}
	var bomb strings.Builder
	bomb.WriteString(`[{"name": "bomb", "parameters": {"type": "object", "properties": {"x": {"$ref": "#/definitions/d0"}}, "definitions": {`)
	for i := range 60 {
		fmt.Fprintf(&bomb, "\"d%d\": {\"allOf\": [{\"$ref\": \"#/definitions/d%d\"}, {\"$ref\": \"#/definitions/d%d\"}], \"properties\": {\"a\": {\"$ref\": \"#/definitions/d%d\"}, \"b\": {\"$ref\": \"#/definitions/d%d\"}}},\n", i, i+1, i+1, i+1, i+1)
	}
	bomb.WriteString(`"d60": {"type": "string"}}}}]`)
	if r, err = Import("bomb.json", []byte(bomb.String())); !errors.Is(err, imports.ErrNothing) || !strings.Contains(fmt.Sprint(r.Skipped), "more than 10000 values") {
		t.Errorf("references that multiply: %v, %v", err, r)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestFunctionsShared(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, c := range []struct {
		name        string
		sets, tools int
	}{{"toolsets.jsonl", 128, 625}, {"toolalpaca.json", 10, 54}} {
		data, err := os.ReadFile(filepath.Join("../../../../shared/data/functions", c.name))
		if err != nil {
			t.Skip(err)
		}
		r, err := Import(c.name, data)
		if err != nil {
			t.Fatal(err)
		}
		importtest.Check(t, r)
		n := 0
		for _, s := range r.Sets {
			n += len(s.Tools)
		}
		if len(r.Sets) != c.sets || n != c.tools || len(r.Skipped) > 0 {
			t.Errorf("%s: %d sets of %d tools; skipped %v", c.name, len(r.Sets), n, r.Skipped)
		}
	}
}

func FuzzFunctions(f *testing.F) {
	data, err := os.ReadFile("testdata/apis.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`[{"type": "function", "function": {"name": "a.b", "description": "x", "parameters": {"type": "dict", "properties": {"n": {"type": "list[int|str]", "enum": [1, 2.5]}}, "required": ["n"]}}}]`))
	f.Add([]byte("{\"id\": 1, \"english_tools\": [{\"name\": \"x\"}]}\n{\"name\": \"y\", \"description\": \"z\"}\n"))
	f.Add([]byte(`[{"name": "bomb", "parameters": {"properties": {"x": {"$ref": "#/definitions/d"}}, "definitions": {"d": {"oneOf": [{"$ref": "#/definitions/d"}, {"const": 3}]}}}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Import("f.json", data)
		var e *imports.Error
		switch {
		case err == nil:
			importtest.Check(t, r)
		case errors.Is(err, imports.ErrNothing):
		case !errors.As(err, &e) || strings.ContainsAny(err.Error(), "\r\n"):
			t.Fatalf("%q: %v", data, err)
		}
	})
}
