package openapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

// describedAs is a description with these paths and schemas, in YAML flow.
func describedAs(paths, schemas string) []byte {
	return []byte("openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: " + paths + "\ncomponents: {schemas: " + schemas + "}\n")
}

// answeringPath is the path of an operation that answers a schema.
func answeringPath(schema string) string {
	return `{/a: {get: {responses: {"200": {description: ok, content: {application/json: {schema: ` + schema + `}}}}}}}`
}

func TestOpenAPIRefuses(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 9; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "x.yaml:1:1: the document is empty"},
		{"no description", "a: 1\n", `x.yaml:1:1: this is not an OpenAPI description: it has neither "openapi" nor "swagger"`},
		{"a list", "- a\n", "x.yaml:1:1: the description must be an object"},
		{"version 1", "\nswaggerVersion: '1.2'\n", "x.yaml:2:17: this version of OpenAPI is not supported"},
		{"version 4", "openapi: 4.0.0\n", "x.yaml:1:10: this version of OpenAPI is not supported"},
		{"not YAML", "openapi: 3.0.0\npaths: [\n", "x.yaml:2:8: not YAML: sequence end token ']' not found"},
		{"not JSON", "{\"openapi\": \"3.0.0\",\n \"paths\": ]", "x.yaml:2:11: not JSON: ']' stands where a value is expected"},
		{"a bomb", "openapi: 3.0.0\n" + bomb, "x.yaml:8:10: the document has more than two million values"},
		{"deep", "openapi: 3.0.0\npaths: " + strings.Repeat("[", 300_000), "x.yaml:2:72: nested more than 64 deep: /paths/0/0/0/…"},
		{"deep JSON on a line", `{"openapi":"3.0.0","paths":` + strings.Repeat("[", 300_000), "x.yaml:1:92: nested more than 64 deep: /paths/0/0/0/…"},
		{"100 MB", strings.Repeat("openapi: 3.0.0 # and so on\n", 100<<20/27), "x.yaml: the description has 99 MiB; at most 64 MiB are read"},
		{"much YAML", "openapi: 3.0.0\n" + strings.Repeat("# and so on, for a hundred characters or more, without a single value in it, line after line\n", 200_000), "x.yaml: the description has 17 MiB of YAML; at most 16 MiB are read"},
		{"many values", `{"openapi": "3.0.0", "x": [` + strings.Repeat("[],", 2_000_000) + "[]]}", "x.yaml: the description has more than two million values"},
		{"many lines", "openapi: 3.0.0\nx:\n" + strings.Repeat("- a\n", 600_001), "x.yaml: the description has more than 600,000 values, too many for YAML"},
		{"a crowd", "openapi: 3.0.0\nx:\n" + crowd(50_000), "x.yaml:61444:1: one mapping of YAML has too many keys"},
		{"a chain", chain(60_000), "x.yaml: the schemas refer to each other without end"},
		{"a flood", flood(), "x.yaml: the description and what it refers to have more than two million values"},
	} {
		start := time.Now()
		r, err := Import(t.Context(), "x.yaml", []byte(test.text), Options{})
		var e *imports.Error
		if !errors.As(err, &e) || r != nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", test.name, took)
		}
	}
}

// crowd is a mapping of many keys.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  # text\n  k%d:\n    - a: b\n", i)
	}
	return b.String()
}

// What is large and no crowd is read.
func TestOASCrowded(t *testing.T) {
	for name, text := range map[string]string{
		"a list of objects":  strings.Repeat("- a: 1\n  b: 2\n  c:\n    d: 3\n", 50_000),
		"a list in a key":    "x:\n" + strings.Repeat("- a: 1\n  b: 2\n", 50_000),
		"comments":           strings.Repeat("# a: 1\n\n  # b\n", 50_000),
		"many small objects": strings.Repeat("a:\n  b:\n    c: 1\n    d: 2\n", 10_000),
	} {
		if line := crowded([]byte(text)); line != 0 {
			t.Errorf("%s is a crowd at line %d", name, line)
		}
	}
}

// chain is schemas of which each contains the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}}},"components":{"schemas":{`)
	for i := range n {
		fmt.Fprintf(&b, "\"S%d\":{\"items\":{\"$ref\":\"#/components/schemas/S%d\"}},\n", i, i+1)
	}
	fmt.Fprintf(&b, `"S%d":{}}}}`, n)
	return b.String()
}

// flood is a large parameter that a thousand operations refer to.
func flood() string {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.0","components":{"parameters":{"p":{"name":"p","in":"query","schema":{"default":[`)
	b.WriteString(strings.Repeat("0,\n", 3000))
	b.WriteString(`1]}}}},"paths":{`)
	for i := range 1000 {
		fmt.Fprintf(&b, "\"/p%d\":{\"get\":{\"parameters\":[{\"$ref\":\"#/components/parameters/p\"}]}},\n", i)
	}
	b.WriteString(`"/q":{}}}`)
	return b.String()
}

// What refers to itself, is nested without end or grows with every reference
// ends at a depth, and that is said.
func TestOpenAPILoops(t *testing.T) {
	doubling := "{S20: {type: string}"
	for i := range 20 {
		doubling += fmt.Sprintf(", S%d: {type: object, properties: {a: {$ref: '#/components/schemas/S%d'}, b: {$ref: '#/components/schemas/S%d'}, c: {$ref: '#/components/schemas/S%d'}, d: {$ref: '#/components/schemas/S%d'}}}", i, i+1, i+1, i+1, i+1)
	}
	double := "{S21: {properties: {x: {type: string}}}"
	for i := range 21 {
		double += fmt.Sprintf(", S%d: {properties: {a: {properties: {$ref: '#/components/schemas/S%d/properties'}}, b: {properties: {$ref: '#/components/schemas/S%d/properties'}}}}", i, i+1, i+1)
	}
	for _, test := range []struct{ name, schemas, note string }{
		{"a reference to itself", "{S0: {$ref: '#/components/schemas/S0'}}", "leads to itself"},
		{"a loop", "{S0: {$ref: '#/components/schemas/S1'}, S1: {$ref: '#/components/schemas/S0'}}", "leads to itself"},
		{"a loop with words", "{S0: {$ref: '#/components/schemas/S1', description: a}, S1: {$ref: '#/components/schemas/S0', description: b}}", ""},
		{"made of itself", "{S0: {allOf: [{$ref: '#/components/schemas/S0'}], properties: {a: {type: string}}}}", ""},
		{"one of itself", "{S0: {oneOf: [{$ref: '#/components/schemas/S0'}, {type: string}]}}", "narrowed alternatives"},
		{"contains itself", "{S0: {type: object, properties: {a: {$ref: '#/components/schemas/S0'}, b: {type: string}}}}", "contain themselves: S0"},
		{"list of itself", "{S0: {type: array, items: {$ref: '#/components/schemas/S0'}}}", "contain themselves: S0"},
		{"map of itself", "{S0: {type: object, additionalProperties: {$ref: '#/components/schemas/S0'}}}", "contain themselves: S0"},
		{"doubling", doubling + "}", "cut schemas at a depth"},
		{"properties that double", double + "}", "cut schemas at a depth"},
		{"properties of itself", "{S0: {properties: {a: {properties: {$ref: '#/components/schemas/S0/properties'}}, b: {properties: {$ref: '#/components/schemas/S0/properties'}}, c: {type: string}}}}", "contain themselves: S0"},
		{"properties that are themselves", "{S0: {properties: {$ref: '#/components/schemas/S0/properties'}}}", "leads to itself"},
		{"inside of itself", "{S0: {type: object, properties: {a: {allOf: [{$ref: '#/components/schemas/S0'}, {properties: {b: {type: string}}}]}}}}", "cut schemas at a depth"},
	} {
		start := time.Now()
		r := imported(t, "x.yaml", describedAs(answeringPath("{$ref: '#/components/schemas/S0'}"), test.schemas), Options{})
		if text := importtest.Text(t, r); !strings.Contains(text, test.note) || len(text) > 200_000 {
			t.Errorf("%s: %d bytes, no note %q:\n%.2000s", test.name, len(text), test.note, text)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", test.name, took)
		}
	}
}

// References out of the description.
func TestOpenAPIReferences(t *testing.T) {
	var hits atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		switch r.URL.Path {
		case "/pet.json":
			_, _ = w.Write([]byte(`{"Pet": {"type": "object", "properties": {"home": {"$ref": "home.json"}}}}`))
		case "/home.json":
			_, _ = w.Write([]byte(`{"type": "string", "description": "where it lives"}`))
		case "/slow":
			<-r.Context().Done()
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte("a: 1\n"), 1<<16)); err != nil {
					return
				}
			}
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	folder := t.TempDir()
	inner := filepath.Join(folder, "inner")
	for name, text := range map[string]string{"secret.yaml": "secret: {type: string, description: secret}\n", "inner/pet.yaml": "Pet: {type: object, properties: {name: {type: string, description: a name}}}\n"} {
		if err := os.MkdirAll(inner, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(folder, "secret.yaml"), filepath.Join(inner, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	quick := &http.Client{Timeout: time.Second}
	for _, test := range []struct {
		name, source, ref string
		o                 Options
		want              string
		hits              bool
	}{
		{"a file, no folder", "x.yaml", "pet.yaml#/Pet", Options{}, "the reference to the file pet.yaml is not followed; say in which folder such files are", false},
		{"a file", "x.yaml", "./pet.yaml#/Pet", Options{Folder: inner}, "description: a name", false},
		{"a file of an address", "https://example.com/x.yaml", "pet.yaml#/Pet", Options{Folder: inner}, "https://example.com/pet.yaml is not followed", false},
		{"above the folder", "x.yaml", "../secret.yaml#/secret", Options{Folder: inner}, "../secret.yaml cannot be read", false},
		{"an absolute path", "x.yaml", "/etc/passwd", Options{Folder: inner}, "cannot be read", false},
		{"a link that leads out", "x.yaml", "link.yaml#/secret", Options{Folder: inner}, "link.yaml cannot be read", false},
		{"the folder itself", "x.yaml", ".#/secret", Options{Folder: inner}, "it is not a regular file", false},
		{"a file as an address", "x.yaml", "file:///etc/passwd", Options{Folder: inner, Remote: true}, "references are to files, http or https", false},
		{"remote, refused", "x.yaml", server.URL + "/pet.json#/Pet", Options{Folder: inner}, "is not followed; allow remote references, or bundle the description first", false},
		{"remote", "x.yaml", server.URL + "/pet.json#/Pet", Options{Remote: true}, "where it lives", true},
		{"relative to an address", server.URL + "/x.yaml", "pet.json#/Pet", Options{Remote: true}, "where it lives", true},
		{"not there", "x.yaml", server.URL + "/gone#/Pet", Options{Remote: true}, "the server answers 404 Not Found", true},
		{"slow", "x.yaml", server.URL + "/slow#/Pet", Options{Remote: true, Client: quick}, "cannot be read", true},
		{"endless", "x.yaml", server.URL + "/endless#/Pet", Options{Remote: true}, "it has more than 64 MiB", true},
		{"no pointer", "x.yaml", "#Pet", Options{}, "is not written as a pointer", false},
		{"no address", "x.yaml", "http://[::1#/Pet", Options{Remote: true}, "is not an address", false},
	} {
		hits.Store(0)
		r := imported(t, test.source, describedAs(answeringPath("{type: object, properties: {pet: {$ref: '"+test.ref+"'}}}"), "{}"), test.o)
		text := importtest.Text(t, r)
		if !strings.Contains(text, test.want) || strings.Contains(text, "secret\n") || (hits.Load() > 0) != test.hits {
			t.Errorf("%s: %d requests\n%s", test.name, hits.Load(), text)
		}
	}
	// What a call needs and cannot be known keeps it out.
	body := `{/a: {post: {requestBody: {content: {application/json: {schema: {required: [pet], properties: {pet: {$ref: 'pet.yaml'}}}}}}}}}`
	r, err := Import(t.Context(), "x.yaml", describedAs(body, "{}"), Options{})
	if !errors.Is(err, imports.ErrNothing) || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].What, "is not followed") {
		t.Error(err, r)
	}
}

func TestOpenAPIStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Import(ctx, "x.yaml", describedAs(answeringPath("{}"), "{}"), Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Names and descriptions come from anybody: nothing of them leads out of a
// folder, runs or moves the cursor.
func TestOpenAPIHostileWords(t *testing.T) {
	text := "openapi: 3.0.0\ninfo: {title: '../../etc/<script>alert(1)</script>', version: '1', license: {name: \"a\\nb\"}}\ntags: [{name: ../../tag, description: \"<img src=x onerror=alert(1)>\\e[31mred\"}]\npaths:\n"
	for i, name := range []string{"../../etc/passwd", "a b\\nc", "\\u202e\\u0000", strings.Repeat("long", 40), strings.Repeat("long", 40), "", "ünïcödé"} {
		text += fmt.Sprintf("  \"/../%d/{a/b}\": {get: {operationId: \"%s\", tags: [../../tag], description: \"<script>alert(1)</script>\\n\\tWords\", parameters: [{name: \"../\\n%d\", in: query, schema: {type: string, description: '<b onclick=x>y</b>'}}]}}\n", i, name, i)
	}
	r := imported(t, "../../x.yaml", []byte(text), Options{})
	if len(r.Sets) != 1 || r.Sets[0].Name != "etc/tag" || r.Sets[0].File() != "etc.tag.yaml" {
		t.Errorf("%+v", r.Sets)
	}
	good := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	for _, tool := range r.Sets[0].Tools {
		if !good.MatchString(tool.Name) || tool.About != "Words." {
			t.Errorf("%q: %q", tool.Name, tool.About)
		}
	}
	if out := importtest.Text(t, r); strings.ContainsAny(out, "\x1b\x00\u202e") || strings.Contains(out, "onerror") || strings.Contains(out, "onclick") {
		t.Error(out)
	}
}

// A megabyte on one line is read as fast as on many.
func TestOpenAPIOneLine(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.0","paths":{`)
	for i := range 3000 {
		fmt.Fprintf(&b, `"/a%d/b":{"get":{"tags":["t%d"],"summary":"%s","parameters":[{"name":"q","in":"query","schema":{"type":"string"}}]}},`, i, i/10, strings.Repeat("word ", 60))
	}
	b.WriteString(`"/z":{}}}`)
	start := time.Now()
	r, err := Import(t.Context(), "x.json", []byte(b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); len(r.Sets) < 3000/mostTools || took > 10*time.Second {
		t.Errorf("%d toolsets in %v", len(r.Sets), took)
	}
	if _, err := Import(t.Context(), "x.json", []byte("{\n"+b.String()[1:]+"}"), Options{}); err == nil || !strings.HasPrefix(err.Error(), "x.json:2:") {
		t.Error(err)
	}
}

// Paths that each begin with the one before do not take longer for every word.
func TestOpenAPIDeepPaths(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.0","paths":{`)
	n := 300
	if *importtest.Exhaustive {
		n = 2000
	}
	for i := range n {
		fmt.Fprintf(&b, "%q:{\"get\":{\"tags\":[\"t\"]}},\n", strings.Repeat("/a", i+1))
	}
	b.WriteString(`"/z":{}}}`)
	start := time.Now()
	r, err := Import(t.Context(), "x.json", []byte(b.String()), Options{})
	if err != nil || len(r.Sets) < n/mostTools {
		t.Fatal(len(r.Sets), err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// Whatever comes is imported, every operation of it, or refused with an error.
func FuzzOpenAPI(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[{"name":"a","in":"path","schema":{"type":["string",1],"enum":[[]]}}],"responses":{"default":{}}}}}}`))
	f.Add([]byte("openapi: 3.0.0\npaths: {'00': {get: {parameters: [{name: '000', in: query, schema: {type: A}}]}}}"))
	f.Add([]byte(`{"swagger":"2.0","paths":{"/a":{"post":{"parameters":[{"name":"b","in":"body","schema":{"$ref":"#/definitions/A"}},{"name":"f","in":"formData","type":"array"}]}}},"definitions":{"A":{"allOf":[{"$ref":"#/definitions/A"}]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		r, err := Import(context.Background(), "x.yaml", data, Options{})
		var e *imports.Error
		switch {
		case errors.As(err, &e) && strings.ContainsAny(e.Message, "\n\x1b"):
			t.Fatalf("%q", e.Message)
		case errors.As(err, &e), errors.Is(err, imports.ErrNothing):
			return
		case err != nil:
			t.Fatalf("%T: %v", err, err)
		}
		checkReport(t, r)
	})
}
