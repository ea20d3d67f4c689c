package openapi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

// spread is a description of which every part can be in a file of its own: PART stands
// for a reference, or for what it names.
var spread = []struct{ part, text string }{
	{"paths", `{'/pets/{petId}': ITEM}`},
	{"ITEM", `{parameters: [{$ref: 'id.yaml'}], put: OPERATION}`},
	{"OPERATION", `{operationId: changePet, summary: Changes a pet., parameters: PARAMETERS, requestBody: BODY, responses: RESPONSES}`},
	{"PARAMETERS", `[PARAMETER]`},
	{"PARAMETER", `{name: loud, in: query, required: true, schema: {$ref: 'main.yaml#/components/schemas/Flag'}}`},
	{"BODY", `{required: true, content: CONTENT}`},
	{"CONTENT", `{application/json: MEDIA}`},
	{"MEDIA", `{schema: {type: object, properties: {name: {type: string, description: the new name}}}}`},
	{"RESPONSES", `{'200': RESPONSE}`},
	{"RESPONSE", `{description: ok, content: {application/json: {schema: {type: object, properties: {age: {type: integer, description: in years}}}}}}`},
	{"SCHEMAS", `{Flag: {type: boolean, description: a flag}}`},
}

// spreadOver writes the description. The parts in files are in folders of their own, so
// that references are relative to them.
func spreadOver(t *testing.T, folder string, inFile func(part string) bool) []byte {
	t.Helper()
	write := func(name, text string) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// relative makes the references in a text of the part start at its folder.
	var fill func(text, up string) string
	fill = func(text, up string) string {
		text = strings.NewReplacer("'id.yaml'", "'"+up+"id.yaml'", "'main.yaml#", "'"+up+"main.yaml#").Replace(text)
		for _, p := range spread[1:] {
			if !strings.Contains(text, p.part) {
				continue
			}
			if inFile(p.part) {
				write("of/"+strings.ToLower(p.part)+"/part.yaml", fill(p.text, "../../"))
				text = strings.ReplaceAll(text, p.part, "{$ref: '"+up+"of/"+strings.ToLower(p.part)+"/part.yaml'}")
			} else {
				text = strings.ReplaceAll(text, p.part, fill(p.text, up))
			}
		}
		return text
	}
	write("id.yaml", "{name: petId, in: path, required: true, schema: {type: integer}}")
	paths := fill(spread[0].text, "")
	if inFile("paths") {
		write("of/paths/part.yaml", fill(spread[0].text, "../../"))
		paths = "{$ref: of/paths/part.yaml}"
	}
	main := "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: " + paths + "\ncomponents: {schemas: " + fill("SCHEMAS", "") + "}\n"
	write("main.yaml", main)
	return []byte(main)
}

// Whatever part of a description is in another file, the same comes of it.
func TestReferencesAnywhere(t *testing.T) {
	text := func(inFile func(string) bool) string {
		folder := t.TempDir()
		r, err := Import(t.Context(), "main.yaml", spreadOver(t, folder, inFile), Options{Folder: folder})
		if err != nil {
			t.Fatal(err, r)
		}
		return importtest.Text(t, r)
	}
	want := text(func(string) bool { return false })
	for _, part := range []string{"petId", "loud", "the new name", "in years", "a flag"} {
		if !strings.Contains(want, part) {
			t.Fatalf("%s is missing in\n%s", part, want)
		}
	}
	for _, p := range spread {
		if got := text(func(part string) bool { return part == p.part }); got != want {
			t.Errorf("%s in a file:\n%s\nwant\n%s", p.part, got, want)
		}
	}
	if got := text(func(string) bool { return true }); got != want {
		t.Errorf("all in files:\n%s\nwant\n%s", got, want)
	}
}

// An operation that cannot be read is named, with the reason; the others are imported.
func TestReferencesThatLeadNowhere(t *testing.T) {
	folder := t.TempDir()
	inner := filepath.Join(folder, "inner")
	for name, text := range map[string]string{
		"secret.yaml": "{summary: secret}", "inner/list.yaml": "{operationId: listPets, summary: Lists pets.}", "inner/round.yaml": "{$ref: round2.yaml}", "inner/round2.yaml": "{$ref: round.yaml}",
		"inner/a b.yaml": "{$ref: 'c d e.yaml'}", "inner/c d e.yaml": "{$ref: 'a b.yaml'}", "inner/dir/x.yaml": "{}", "inner/bad.yaml": "{[", "inner/text.yaml": "a text",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link.yaml": filepath.Join(folder, "secret.yaml"), "up.yaml": "../secret.yaml", "loop.yaml": "loop.yaml", "good.yaml": "list.yaml"} {
		if err := os.Symlink(to, filepath.Join(inner, link)); err != nil {
			t.Fatal(err)
		}
	}
	const outside = "it is not in the folder of the description"
	for _, test := range []struct{ ref, want string }{
		{"list.yaml", ""},
		{"./list.yaml", ""},
		{"dir/../list.yaml", ""},
		{"good.yaml", ""}, // a link within the folder
		{"gone.yaml", "gone.yaml cannot be read: there is no such file"},
		{"dir/gone.yaml", "dir/gone.yaml cannot be read: there is no such file"},
		{"dir", "dir cannot be read: it is not a regular file"},
		{"../secret.yaml", "../secret.yaml cannot be read: " + outside},
		{"dir/../../secret.yaml", "../secret.yaml cannot be read: " + outside},
		{filepath.ToSlash(filepath.Join(folder, "secret.yaml")), "cannot be read: "},
		{"link.yaml", "link.yaml cannot be read: " + outside},
		{"up.yaml", "up.yaml cannot be read: " + outside},
		{"loop.yaml", "loop.yaml cannot be read: "},
		{"list.yaml#/nothing", "the reference list.yaml#/nothing names nothing"},
		{"bad.yaml", "bad.yaml:1:"},
		{"text.yaml", "the operation is no object"},
		{"round.yaml", "the reference round2.yaml leads to itself: round.yaml → round2.yaml → round.yaml → round2.yaml"},
		{"a b.yaml", "the reference c d e.yaml leads to itself: a b.yaml → c d e.yaml → a b.yaml → c d e.yaml"},
		{"file:///etc/passwd", "references are to files, http or https"},
		{"http://localhost:1/list.yaml", "is not followed; allow remote references"},
	} {
		text := fmt.Sprintf("openapi: 3.0.0\npaths:\n  /pets:\n    get: {$ref: '%s'}\n    post: {operationId: addPet, summary: Adds a pet.}\n", test.ref)
		r, err := Import(t.Context(), "main.yaml", []byte(text), Options{Folder: inner})
		if err != nil {
			t.Errorf("%s: %v", test.ref, err)
			continue
		}
		if said := importtest.Text(t, r); strings.Contains(said, "secret\n") || strings.Contains(said, "statat") || !strings.Contains(said, "addPet") {
			t.Errorf("%s:\n%s", test.ref, said)
		}
		switch {
		case test.want == "" && (len(r.Skipped) > 0 || len(r.Sets[0].Tools) != 2):
			t.Errorf("%s: %+v", test.ref, r)
		case test.want != "" && (len(r.Skipped) != 1 || r.Skipped[0].Where != "#/paths/~1pets/get" || !strings.Contains(r.Skipped[0].What, test.want)):
			t.Errorf("%s: %+v, want %s", test.ref, r.Skipped, test.want)
		}
	}
}

// A chain of references ends, and the way that it takes is told.
func TestReferencesInAChain(t *testing.T) {
	text := "openapi: 3.0.0\npaths:\n  /pets:\n    get: {$ref: '#/x0'}\n"
	for i := range 70 {
		text += fmt.Sprintf("x%d: {$ref: '#/x%d'}\n", i, i+1)
	}
	r, err := Import(t.Context(), "x.yaml", []byte(text+"x70: {}\n"), Options{})
	want := "the reference #/x64 is one of more than 64 that lead to each other: #/x0 → #/x1 → #/x2 → #/x3 → … → #/x64"
	if !errors.Is(err, imports.ErrNothing) || len(r.Skipped) != 1 || r.Skipped[0].What != want {
		t.Errorf("%v: %+v, want %s", err, r, want)
	}
	// References within pointers multiply, and do not take for ever.
	text = "openapi: 3.0.0\npaths:\n  /pets:\n    get: {$ref: '#/x0/a/b/c'}\n"
	for i := range 70 {
		text += fmt.Sprintf("x%d: {$ref: '#/x%d/a/b/c'}\n", i, i+1)
	}
	if r, err = Import(t.Context(), "x.yaml", []byte(text+"x70: {a: {b: {c: {a: {b: {c: {}}}}}}}\n"), Options{}); !errors.Is(err, imports.ErrNothing) || len(r.Skipped) != 1 {
		t.Errorf("%v: %+v", err, r)
	}
}

// Of keys that occur twice, the last counts, in every document of a description; the note
// has the place.
func TestKeysThatOccurTwice(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "part.yaml"), []byte("summary: One.\nsummary: Two.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	paths := "paths:\n  /pets:\n    get: {$ref: part.yaml}\n    post: {summary: Adds one.}\n    post:\n      summary: Adds a pet.\n"
	inJSON := "{\"openapi\": \"3.0.0\",\n\"paths\": {\"/pets\": {\"get\": {\"$ref\": \"part.yaml\"},\n\"post\": {},\n\"post\": {\"summary\": \"Adds a pet.\"}}}}"
	for source, test := range map[string]struct{ text, note string }{
		"x.yaml":    {"openapi: 3.0.0\n" + paths, "x.yaml:6 (post), part.yaml:2 (summary)"},
		"x.json":    {inJSON, "x.json:4 (post), part.yaml:2 (summary)"},
		"long.json": {strings.Replace(inJSON, "3.0.0", "3.0.0"+strings.Repeat(" ", 1<<16), 1), "long.json:4 (post), part.yaml:2 (summary)"},
	} {
		r, err := Import(t.Context(), source, []byte(test.text), Options{Folder: folder})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		said := importtest.Text(t, r)
		for _, want := range []string{"about: Two.", "about: Adds a pet.", "used the last value of keys that occur twice in an object: " + test.note} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in\n%s", source, want, said)
			}
		}
	}
}

// Merge keys of YAML are followed, as if everything stood where it is used.
func TestMergeKeys(t *testing.T) {
	const common = `openapi: 3.0.0
x-common: &common
  tags: [pets]
  parameters: &page
  - {name: page, in: query, schema: {type: integer, description: the page}}
  responses: &answers
    '200': {description: ok, content: {application/json: {schema: &pet {type: object, properties: {name: {type: string}, age: {type: integer}}}}}}
`
	text := func(paths string) string {
		r, err := Import(t.Context(), "x.yaml", []byte(common+"paths:\n"+paths), Options{})
		if err != nil {
			t.Fatal(err)
		}
		importtest.Check(t, r)
		return importtest.Text(t, r)
	}
	merged := text(`  /pets:
    get: {<<: *common, operationId: listPets, summary: Lists pets.}
    post:
      <<: *common
      summary: Adds a pet.
      operationId: addPet
      parameters: []
      requestBody: {content: {application/json: {schema: {<<: *pet, required: [name]}}}}
      responses:
        <<: [*answers, {'200': {description: other}, '404': {description: no}}]
`)
	written := text(`  /pets:
    get: {tags: [pets], parameters: *page, responses: *answers, operationId: listPets, summary: Lists pets.}
    post:
      tags: [pets]
      summary: Adds a pet.
      operationId: addPet
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, age: {type: integer}}, required: [name]}}}}
      responses: *answers
`)
	if merged != written || !strings.Contains(merged, "the page") {
		t.Errorf("%s\nwant\n%s", merged, written)
	}
}

// A reference that stands for the properties of a schema gives it those of another one.
func TestReferencesToProperties(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a pet.yaml"), []byte("properties: {$ref: '#/all'}\nall: {name: {type: string, description: the name}, age: {type: integer}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := func(properties string) string {
		body := `{/pets: {post: {operationId: addPet, summary: Adds a pet., requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], ` + properties + `}}}}}}}`
		r, err := Import(t.Context(), "x.yaml", describedAs(body, "{Pet: {properties: {name: {type: string, description: the name}, age: {type: integer}}}, Tag: {allOf: [{properties: {tag: {type: string}}}]}}"), Options{Folder: folder})
		if err != nil {
			t.Fatal(err)
		}
		importtest.Check(t, r)
		return importtest.Text(t, r)
	}
	const name, age = "name: {type: string, description: the name}", "age: {type: integer}"
	for refers, want := range map[string]string{
		"properties: {$ref: '#/components/schemas/Pet/properties'}":                                              "properties: {" + name + ", " + age + "}",
		"properties: {$ref: 'a pet.yaml#/all'}":                                                                  "properties: {" + name + ", " + age + "}",
		"properties: {$ref: 'a pet.yaml#/properties'}":                                                           "properties: {" + name + ", " + age + "}",
		"properties: {$ref: '#/components/schemas/Pet/properties', size: {type: number}}":                        "properties: {" + name + ", " + age + ", size: {type: number}}",
		"properties: {$ref: '#/components/schemas/Pet/properties'}, allOf: [{$ref: '#/components/schemas/Tag'}]": "allOf: [{properties: {" + name + ", " + age + "}}, {$ref: '#/components/schemas/Tag'}]",
		"properties: {$ref: {type: string, description: a parameter of this name}, " + name + "}":                "properties: {$ref: {type: string, description: a parameter of this name}, " + name + "}",
	} {
		if got, want := text(refers), text(want); got != want || !strings.Contains(got, "the name") {
			t.Errorf("%s gives\n%s\nwant\n%s", refers, got, want)
		}
	}
}
