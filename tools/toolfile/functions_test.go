package toolfile

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"

	"switchyard/internal/race"
	"switchyard/tools"
	"switchyard/tools/naming"
)

func load(t *testing.T, path string) []*tools.Toolset {
	t.Helper()
	sets, _, err := Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

func TestLoadFolder(t *testing.T) {
	sets := load(t, "testdata/functions")
	var sources []string
	for _, ts := range sets {
		sources = append(sources, ts.Source)
		sound(t, ts)
		if !ts.Inferred || len(ts.Hash) != 64 {
			t.Errorf("%s: inferred %v, hash %q", ts.Name, ts.Inferred, ts.Hash)
		}
	}
	want := []string{"testdata/functions/library.json", "testdata/functions/one_a_line.jsonl",
		"testdata/functions/travel.jsonl:1", "testdata/functions/travel.jsonl:2"}
	if got := strings.Join(sources, " "); got != strings.Join(want, " ") {
		t.Errorf("sources are %s", got)
	}
	if n := len(sets[1].Tools); n != 3 {
		t.Errorf("one function a line gives %d tools, not 3", n)
	}
}

func TestParametersStayAsTheyAre(t *testing.T) {
	ts := load(t, "testdata/functions/library.json")[0]
	want := `{"type":"object","properties":{"topic":{"type":"string","description":"The topic of the book, such as 'history', 'gardening', 'astronomy'"},` +
		`"limit":{"type":"integer","description":"The number of books to return, default is 10"},` +
		`"sortBy":{"type":"string","enum":["mostRecent","title_asc"],"description":"Sorting method"}},"required":["topic"]}`
	if got := string(ts.Tool("searchBooks").Parameters); got != want {
		t.Errorf("parameters are\n%s\nnot\n%s", got, want)
	}
}

func TestParseFunctionsProblems(t *testing.T) {
	for _, c := range []struct {
		name, data, want string
		sets             int
	}{
		{"no JSON", `{"name": `, "f.json:1:10: the JSON ends too early", 0},
		{"no list", `{"a": 1}`, "f.json:1:1: this is not a list of functions", 0},
		{"no name", `[{"description": "x"}]`, `f.json:1:2: the function has no "name"`, 0},
		{"twice", `[{"name": "a"}, {"name": "a"}]`, `f.json:1:17: the function "a" occurs twice`, 1},
		{"type", "[{\"name\": \"a\",\n \"parameters\": {\"type\": \"object\", \"properties\": {\"x\": {\"type\": \"strin\"}}}}]", `f.json:2:64: "x" of function "a" has no type "strin"; did you mean "string"?`, 1},
		{"required", `[{"name": "a", "parameters": {"properties": {"city": {}}, "required": ["citty"]}}]`, `requires "citty", which it does not describe; did you mean "city"?`, 1},
		{"second line", "[{\"name\": \"a\"}]\n[{\"nam\": \"a\"}]", `f.json:2:2: the function has no "name"`, 1},
		{"other line", "[{\"name\": \"a\"}]\n{\"name\": \"b\"}", "f.json:2:1: this line does not hold the same kind of value as the first line", 1},
		{"broken line", "{\"name\": \"a\"}\n{\"name\" \"b\"}", "f.json:2:", 1},
		{"empty", ``, "f.json:1:1: the JSON ends too early", 0},
	} {
		sets, left, err := ParseFunctions("f.json", []byte(c.data))
		if ps := (Problems)(nil); errors.As(err, &ps) {
			left = ps
		}
		if tells := strings.Contains(left.Error(), c.want); !tells || len(sets) != c.sets {
			t.Errorf("%s: %d toolsets, and left out is %v, not %s", c.name, len(sets), left, c.want)
		}
	}
	_, _, err := ParseFunctions("f.json", []byte(`[{"name": ""}, {"description": "x"}, 3]`))
	var ps Problems
	if !errors.As(err, &ps) || len(ps) != 3 {
		t.Errorf("three things are wrong, but the error is %v", err)
	}
}

// Names of parameters are anything that query strings hold.
func TestOddNames(t *testing.T) {
	sets, _, err := ParseFunctions("f.json", []byte(`[{"name":"get_weather","description":"Get the weather forecast.","parameters":{"type":"object",
		"required":["filter[city]","user.email","$top","a:b|c"],"properties":{"filter[city]":{"type":"string"},"user.email":{"type":"string"},"$top":{"type":"integer"},"a:b|c":{"type":"string"}}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	tool := sets[0].Tools[0]
	for _, p := range tool.Params {
		for _, do := range tool.Do {
			if !do.Mentions(p.Name) {
				t.Errorf("%q leaves no place for %s", do.Text, p.Name)
			}
		}
	}
	if noun := tool.Params[0].Noun; noun != "city" {
		t.Errorf("filter[city] is called %q", noun)
	}
	sound(t, sets[0])
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.jsonl")
	f, err := os.Create(big)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(maxFile+1), f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(t.Context(), big); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("a file of more than 64 MiB: %v", err)
	}
	if err := os.Remove(big); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "contains no toolset") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestLoadOwnFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.json")
	own := `{"toolset": "x/y", "tools": {"ping": {"about": "Says pong.", "effect": "compute", "gives": {"word": {"pick": ["pong"]}}, "do": ["say pong"], "tell": ["It says {word}."]}}}`
	if err := os.WriteFile(path, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if sets := load(t, path); sets[0].Name != "x/y" || sets[0].Inferred {
		t.Errorf("a toolset in switchyard's own format is %q, inferred %v", sets[0].Name, sets[0].Inferred)
	}
}

// sound checks what must hold of every inferred toolset: schemas that compile,
// wordings whose slots can be filled, and no name of a program in any of them.
func sound(t *testing.T, ts *tools.Toolset) {
	t.Helper()
	for _, tool := range ts.Tools {
		for _, schema := range []json.RawMessage{tool.Parameters, tool.Returns} {
			if _, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(schema)); err != nil {
				t.Errorf("%s, %s: schema %s: %v", ts.Source, tool.Name, schema, err)
			}
		}
		if len(tool.Do) == 0 || len(tool.Tell) == 0 {
			t.Errorf("%s, %s: there is no wording", ts.Source, tool.Name)
		}
		var said []*tools.Phrase
		said = append(said, tool.Do...)
		said = append(said, tool.Where...)
		for _, a := range tool.Ask {
			said = append(said, a.Phrase)
		}
		for _, p := range said {
			for _, slot := range p.Slots() {
				if tool.Param(slot.Name) == nil {
					t.Errorf("%s, %s: %q has a slot for no parameter", ts.Source, tool.Name, p.Text)
				}
			}
		}
		for _, p := range tool.Tell {
			for _, slot := range p.Slots() {
				if !tells(tool, slot) {
					t.Errorf("%s, %s: %q tells what is not known", ts.Source, tool.Name, p.Text)
				}
			}
		}
	}
	for _, topic := range ts.Topics {
		for _, tool := range ts.Tools {
			for _, k := range topic.Keywords {
				if naming.Mentions(tool.Name+" "+tool.Description, k) {
					t.Errorf("%s: %s names the keyword %q", ts.Source, tool.Name, k)
				}
			}
		}
	}
}

// TestSharedFunctions reads a large collection of lists that people wrote,
// when it is there.
func TestSharedFunctions(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	const path = "../../../shared/data/functions/toolsets.jsonl"
	if _, err := os.Stat(path); err != nil {
		t.Skip("the shared data is not there")
	}
	sets := load(t, path)
	if len(sets) != 128 {
		t.Errorf("%d toolsets were read, not 128", len(sets))
	}
	names := map[string]bool{}
	for _, ts := range sets {
		if names[ts.Name] {
			t.Errorf("the name %s stands twice", ts.Name)
		}
		names[ts.Name] = true
		sound(t, ts)
	}
	again := load(t, path)
	for i := range sets {
		if a, b := digest(sets[i]), digest(again[i]); a != b {
			t.Fatalf("%s is inferred in two ways:\n%s\n%s", sets[i].Source, a, b)
		}
	}
}

// digest is what was inferred, for comparison.
func digest(ts *tools.Toolset) string {
	var b strings.Builder
	b.WriteString(ts.Name)
	for _, t := range ts.Tools {
		b.WriteString("\n" + t.Name + " " + string(t.Effect) + string(t.Returns))
		for _, p := range t.Do {
			b.WriteString("|" + p.Text)
		}
		for _, p := range t.Params {
			b.WriteString(" " + p.Noun + strings.Join(p.There, ",") + strings.Join(p.AskFor, ","))
		}
	}
	return b.String()
}

func FuzzParseFunctions(f *testing.F) {
	for _, path := range []string{"library.json", "travel.jsonl", "one_a_line.jsonl"} {
		data, err := os.ReadFile("testdata/functions/" + path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, seed := range []string{`[]`, `[{"name":"Ï","parameters":{"properties":{"(":{}}}}]`, `[{"name":"a","parameters":{"properties":{"f[x]":{},"a.b":{"type":"object","properties":{"c:d":{}}}}}}]`, `[{"name":"a"}]`, `[[{"name":"a_b"}],[{"name":"getX"}]]`, "{\"name\":\"a\"}\n", `[{"name":"{x}[y](z|","description":"Get the {a} [b] (c|d)."}]`,
		`[{"name":"get","description":"Get a x.","parameters":{"required":["x"],"properties":{"x":{"type":["null","integer"],"enum":[1,1,2]}}}}]`,
		`[{"name":"é","parameters":{"properties":{"":{"required":true},"a.b":{"type":"object","properties":{"c":{"type":"float"}}}}}}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sets, _, err := ParseFunctions("f.json", data)
		if err != nil {
			var ps Problems
			if !errors.As(err, &ps) || len(ps) == 0 {
				t.Fatalf("the error %v is of another type", err)
			}
			return
		}
		for _, ts := range sets {
			for _, tool := range ts.Tools {
				if !json.Valid(tool.Parameters) || !json.Valid(tool.Returns) {
					t.Fatalf("%s has no valid schema", tool.Name)
				}
				if len(tool.Do) == 0 {
					t.Fatalf("%q cannot be asked for", tool.Name)
				}
			}
		}
	})
}

func TestSchemaType(t *testing.T) {
	for name, want := range map[string]string{
		"string": `{"type":"string"}`, "Dict": `{"type":"object"}`, "any": `{}`, " float ": `{"type":"number"}`, "string[date]": `{"type":"string"}`,
		"list[str]": `{"type":"array","items":{"type":"string"}}`, "typing.List[List[int]]": `{"type":"array","items":{"type":"array","items":{"type":"integer"}}}`,
		"array<number>": `{"type":"array","items":{"type":"number"}}`, "int[]": `{"type":"array","items":{"type":"integer"}}`, "array of strings": `{"type":"array","items":{"type":"string"}}`,
		"tuple(int, int)": `{"type":"array","items":{"type":"integer"}}`, "tuple[int, str]": `{"type":"array"}`, "list[any]": `{"type":"array"}`, "dict[str, int]": `{"type":"object"}`,
		"optional[float]": `{"type":"number"}`, "str | None": `{"type":"string"}`, "int|str": `{"type":["integer","string"]}`, "Union[int, list[str]]": `{"type":["integer","array"]}`,
		"list[int|str]": `{"type":"array","items":{"type":["integer","string"]}}`, "red|green": `{"type":"string","enum":["red","green"]}`, "int, optional": `{"type":"integer"}`,
		"enum[red, 'green', red]": `{"type":"string","enum":["red","green"]}`, "enum(1, 2)": `{"type":"integer","enum":[1,2]}`, `Literal["a"]`: `{"type":"string","enum":["a"]}`,
	} {
		got, ok := SchemaType(name)
		if !ok || string(got.JSON()) != want {
			t.Errorf("%q is %s, %v, want %s", name, got.JSON(), ok, want)
		}
	}
	for _, name := range []string{"strin", "list[", "list]", "[int]", "enum[,]", "int|strin", "color[red]", strings.Repeat("list[", 99) + strings.Repeat("]", 99), strings.Repeat("x", 1000)} {
		if got, ok := SchemaType(name); ok && !strings.HasPrefix(name, "list[list") {
			t.Errorf("%q is %s", name, got.JSON())
		}
	}
}

// What the name of a type says of elements and values holds when a list is
// loaded, unless the schema says it itself.
func TestTypesOfParts(t *testing.T) {
	sets, _, err := ParseFunctions("f.json", []byte(`[{"name": "paint", "parameters": {"properties": {"colours": {"type": "list[str]"}, "coat": {"type": "enum[thin, thick]"},
		"walls": {"type": "list[str]", "items": {"type": "integer"}}, "either": {"type": ["int|str", "null"]}}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"colours":{"type":"array","items":{"type":"string"}},"coat":{"type":"string","enum":["thin","thick"]},` +
		`"walls":{"type":"array","items":{"type":"integer"}},"either":{"type":["integer","string","null"]}}}`
	if got := string(sets[0].Tools[0].Parameters); got != want {
		t.Errorf("parameters are\n%s, want\n%s", got, want)
	}
	sound(t, sets[0])
}
