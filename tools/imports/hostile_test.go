package imports_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/internal/importtest"
	"switchyard/tools/imports/internal/plain"
	"switchyard/tools/imports/mcp"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/imports/publicapis"
	"switchyard/tools/toolfile"
)

// importers are all importers of files. A new one adds a row.
var importers = []struct {
	name   string
	read   func(data []byte) (*imports.Report, error)
	source string // with a name in the place of %[1]s, and a description in that of %[2]s
	// plain says that the source is lines of text: there are no escapes, and the lines
	// of a damaged file that can be read are imported.
	plain bool
}{
	{name: "openapi.yaml", read: func(data []byte) (*imports.Report, error) {
		return openapi.Import(context.Background(), "x", data, openapi.Options{})
	}, source: "openapi: 3.0.0\ninfo: {title: \"%[1]s\"}\ntags: [{name: \"%[1]s\", description: \"%[2]s\"}]\npaths:\n  \"/%[1]s\": {get: {operationId: \"%[1]s\", tags: [\"%[1]s\"], summary: \"%[2]s\", parameters: [{name: \"%[1]s\", in: query, schema: {type: string, description: \"%[2]s\"}}]}}\n"},
	{name: "openapi.json", read: func(data []byte) (*imports.Report, error) {
		return openapi.Import(context.Background(), "x", data, openapi.Options{})
	}, source: `{"openapi": "3.0.0", "info": {"title": "%[1]s"}, "paths": {"/%[1]s": {"get": {"operationId": "%[1]s", "tags": ["%[1]s"], "summary": "%[2]s"}}}}`},
	{name: "mcp", read: func(data []byte) (*imports.Report, error) { return mcp.Import(context.Background(), "x", data) },
		source: `{"tools": [{"name": "%[1]s", "title": "%[2]s", "description": "%[2]s", "inputSchema": {"type": "object", "properties": {"%[1]s": {"type": "string", "description": "%[2]s"}}}}]}`},
	{name: "functions", read: func(data []byte) (*imports.Report, error) { return functions.Import("x", data) },
		source: `[{"name": "%[1]s", "description": "%[2]s", "parameters": {"type": "object", "properties": {"%[1]s": {"type": "string", "description": "%[2]s"}}}}]`},
	{name: "toolalpaca", read: func(data []byte) (*imports.Report, error) { return functions.Import("x", data) },
		source: `[{"Name": "%[1]s", "Description": "%[2]s", "Function_Description": {"%[1]s": "%[2]s", "components": ""}}]`},
	{name: "public-apis", plain: true,
		read:   func(data []byte) (*imports.Report, error) { return publicapis.Import("x", data, publicapis.Options{}) },
		source: "### %[1]s\n| API | Description | Auth | HTTPS | CORS |\n|---|---|---|---|---|\n| [%[1]s](https://%[1]s) | %[2]s | No | Yes | No |\n"},
}

// tame checks what was made of a hostile source: it loads, and nothing of it leads
// out of a folder, runs, or moves the cursor of a terminal.
func tame(t *testing.T, r *imports.Report) {
	t.Helper()
	for i := range r.Sets {
		s := &r.Sets[i]
		if file := s.File(); strings.ContainsAny(file, "/\\\x00:") || strings.HasPrefix(file, ".") || len(file) > 255 {
			t.Errorf("the file of a toolset is %q", file)
		}
		text, err := s.YAML()
		if err != nil {
			t.Fatal(err)
		}
		if at := strings.IndexFunc(string(text), func(c rune) bool { return plain.Moves(c) && c != '\n' }); at >= 0 {
			t.Errorf("a toolset holds %q", text[at:min(len(text), at+20)])
		}
		if lower := strings.ToLower(string(text)); strings.Contains(lower, "<script") || strings.Contains(lower, "onerror") {
			t.Errorf("a toolset holds a script:\n%s", text)
		}
		if _, err := toolfile.Parse(s.File(), text); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	for _, n := range append(append([]imports.Note(nil), r.Skipped...), r.Notes...) {
		if strings.ContainsFunc(n.Where+n.What, unicode.IsControl) {
			t.Errorf("the note %q is not one line", n)
		}
	}
}

// checkHostile imports a source that somebody made to do harm.
func checkHostile(t *testing.T, read func([]byte) (*imports.Report, error), data []byte) (*imports.Report, error) {
	t.Helper()
	start := time.Now()
	r, err := read(data)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	var bad *imports.Error
	switch {
	case errors.As(err, &bad):
		if strings.ContainsFunc(bad.Message+bad.Hint, unicode.IsControl) || bad.Message == "" || len(bad.Message) > 600 {
			t.Errorf("the error %q is not one line", bad)
		}
	case err != nil && !errors.Is(err, imports.ErrNothing):
		t.Errorf("%T: %v", err, err)
	}
	if r != nil {
		tame(t, r)
	}
	return r, err
}

func TestHostileWords(t *testing.T) {
	for _, im := range importers {
		for i, words := range [][2]string{
			{"../../../etc/passwd", "<script>alert(1)</script>Does it."},
			{`..\\..\\windows`, `<img src=x onerror=alert(1)>Does it.`},
			{"/absolute", `\u001b[2J\u001b]0;title\u0007Does it.`},
			{"a\u202eb", "Does \u202eit\u2066."},
			{`con\u0000trol`, `Does\u0000 it.`},
			{"...", "."},
			{"<SCRIPT>x", "<ScRiPt src=x>Does it."},
			{strings.Repeat("long", 2000), strings.Repeat("long ", 20_000)},
			{"ünïcödé", "Does it, ünïcödé."},
			{"${HOME} {{.}} %s %n", "Does {{.}} it with $(id) and %n {a} [b]."},
			{"", ""},
		} {
			if im.plain {
				for j := range words {
					words[j] = strings.NewReplacer(`\u001b`, "\x1b", `\u0007`, "\a", `\u0000`, "\x00").Replace(words[j])
				}
			}
			t.Run(fmt.Sprintf("%s/%d", im.name, i), func(t *testing.T) {
				if _, err := checkHostile(t, im.read, fmt.Appendf(nil, im.source, words[0], words[1])); err != nil && i < 4 {
					t.Error(err)
				}
			})
		}
	}
}

// What is torn, empty or in another encoding is told with its place.
func TestHostileBytes(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, im := range importers {
		whole := fmt.Sprintf(im.source, "get_pet", "Gets a pet café.")
		wide := []byte{0xff, 0xfe}
		for _, c := range whole {
			wide = append(wide, byte(c), byte(c>>8))
		}
		for _, test := range []struct {
			name, want string
			data       []byte
		}{
			{"empty", "", nil},
			{"blank", "", []byte(" \n\n ")},
			{"a mark of UTF-8", "", []byte("\xef\xbb\xbf")},
			{"UTF-16", "x:1:1: the file is UTF-16", wide},
			{"Latin 1", "the file is not UTF-8", []byte(strings.ReplaceAll(whole, "é", "\xe9"))},
			{"NUL", "", []byte(strings.ReplaceAll(whole, "pet", "p\x00t"))},
			{"torn", "x:", []byte(whole[:len(whole)*2/3])},
			{"twice", "", []byte(whole + whole)},
			{"random", "", []byte(strings.Repeat("\x00\x01\xfe\xff|-#[{\"", 20_000))},
			{"deep", "", []byte(strings.Repeat("[", 500_000))},
			{"deep objects", "", []byte(strings.Repeat(`{"a":`, 200_000))},
			{"deeper within", "", []byte(strings.Replace(whole, "Gets a pet", strings.Repeat("[", 100_000), 1))},
		} {
			t.Run(im.name+"/"+test.name, func(t *testing.T) {
				_, err := checkHostile(t, im.read, test.data)
				if len(strings.TrimSpace(string(test.data))) < 4 && err == nil {
					t.Error("nothing was imported, and no error told")
				}
				if im.plain && test.name != "UTF-16" {
					return
				}
				if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
					t.Errorf("the error is %v, want %q (if the format is lines of text, set plain in importers)", err, test.want)
				}
			})
		}
	}
}

// What is nested without end, or in a circle, ends with an error or a note that names the
// way there. Of keys that occur twice the last counts, which is noted with its place.
func TestHostileDepth(t *testing.T) {
	nested := func(n int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat("}}", n)
	}
	const circle = `{"$ref":"#/%[1]s/A"}`
	const defs = `{"A":{"properties":{"b":{"$ref":"#/%[1]s/B"}}},"B":{"properties":{"a":{"$ref":"#/%[1]s/A"}}}}`
	openapi3 := `{"openapi":"3.0.0","paths":{"/pets":{"post":{"summary":"Adds a pet.","summary":"Adds one.","requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"pet":SCHEMA}}}}}}}},"components":{"schemas":DEFS}}`
	mcpList := `{"tools":[{"name":"add_pet","description":"Adds a pet.","description":"Adds one.","inputSchema":{"type":"object","properties":{"pet":SCHEMA},"$defs":DEFS}}]}`
	for _, test := range []struct {
		name, source, at string // what references begin with
		of               int    // the importer
	}{
		{"openapi.json", openapi3, "components/schemas", 1},
		{"openapi.yaml", "# YAML\n" + openapi3, "components/schemas", 0},
		{"mcp", mcpList, "$defs", 2},
		{"functions", strings.NewReplacer("inputSchema", "parameters", `{"tools":`, "", "]}", "]").Replace(mcpList), "$defs", 3},
		{"toolalpaca", `[{"Name":"Pets","Description":"Pets.","Function_Description":{"add_pet":"Adds one."},"Documentation":DOCUMENT}]`, "components/schemas", 4},
	} {
		for _, c := range []struct{ schema, want, deep string }{
			{nested(10_000), "deep", "x:"},
			{nested(1_000), "nested more than 64 deep: /", "/…"},
			{nested(20), "", "cut"},
			{fmt.Sprintf(circle, test.at), "", "cut"},
			{`{"allOf":[` + fmt.Sprintf(circle, test.at) + `,{"oneOf":[` + fmt.Sprintf(circle, test.at) + `]}]}`, "", ""},
		} {
			fill := strings.NewReplacer("SCHEMA", c.schema, "DEFS", fmt.Sprintf(defs, test.at))
			source := fill.Replace(test.source)
			if strings.Contains(source, "DOCUMENT") {
				document, err := json.Marshal(fill.Replace(strings.Replace(openapi3, `"post":{`, `"post":{"operationId":"add_pet",`, 1)))
				if err != nil {
					t.Fatal(err)
				}
				source = strings.Replace(source, "DOCUMENT", string(document), 1)
			}
			r, err := checkHostile(t, importers[test.of].read, []byte(source))
			said := ""
			if err != nil {
				said = err.Error()
			}
			if r != nil {
				said += importtest.Text(t, r)
			}
			want := []string{c.want, c.deep, "used the last value of keys that occur twice in an object: x"}
			if c.want != "" && test.name != "toolalpaca" { // which has another description
				want = want[:2]
			} else if c.want != "" {
				want = []string{"is not an OpenAPI document"}
			}
			for _, w := range want {
				if !strings.Contains(said, w) {
					t.Errorf("%s: no %q in\n%s", test.name, w, said[:min(len(said), 1500)])
				}
			}
		}
	}
}

// Very many functions or tools are too many, and do not fill the memory: a million
// with -exhaustive.
func TestHostileMany(t *testing.T) {
	if race.Enabled {
		t.Skip("much data, in one goroutine")
	}
	many := imports.MaxTools + 10_000
	if *importtest.Exhaustive {
		many = 1_000_000
	}
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, "{\"name\":\"f%d\",\"description\":\"D\"}\n", i)
	}
	lines := []byte(b.String())
	b.Reset()
	r, most := (*imports.Report)(nil), int64(0)
	func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		defer debug.SetGCPercent(debug.SetGCPercent(20))
		err := error(nil)
		if r, err = functions.Import("x.jsonl", lines); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		most = (int64(after.HeapSys) - int64(before.HeapSys)) >> 20 // nothing if tests before took more
	}()
	if t.Logf("%d MiB", most); most > 600 {
		t.Errorf("it took %d MiB", most)
	}
	made := 0
	for _, s := range r.Sets {
		made += len(s.Tools)
	}
	if last := r.Skipped[len(r.Skipped)-1].What; made != imports.MaxTools || !strings.HasPrefix(last, fmt.Sprintf("%d functions were left out", many-imports.MaxTools)) {
		t.Errorf("%d tools; %s", made, last)
	}
	whole := []byte(`{"tools":[` + strings.Repeat("{},", 1_000_000) + "{}]}")
	for name, read := range map[string]func([]byte) (*imports.Report, error){
		"functions": func(data []byte) (*imports.Report, error) { return functions.Import("x", data) },
		"mcp":       func(data []byte) (*imports.Report, error) { return mcp.Import(context.Background(), "x", data) },
	} {
		if _, err := read(whole); err == nil || !strings.Contains(err.Error(), "x:1: the document has more than 1000000 values") && !strings.Contains(err.Error(), "x:1:1: the document has more than 1000000 values") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
