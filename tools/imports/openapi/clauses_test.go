package openapi

import (
	"strings"
	"testing"

	"switchyard/tools/imports"
)

// What is asked of the importer, clause by clause: the parameters that come of an
// operation, its answer, its effect, and what is said of it.
func TestOpenAPIClauses(t *testing.T) {
	const pets = `responses: {"200": {description: ok, content: {application/json: {schema: %s}}}}`
	answers := func(schema string) string { return strings.Replace(pets, "%s", schema, 1) }
	for _, c := range []struct {
		name, path, method, operation string
		params                        string // a part of the parameters
		returns                       string // the answer; "-" for none
		effect                        string
		note                          string // a part of notes and skips
	}{
		{"path, query and JSON body become one object, required ones kept", "/pets/{petId}", "put",
			`{summary: Update a pet, parameters: [{name: petId, in: path, required: true, schema: {type: integer}}, {name: notify, in: query, schema: {type: boolean}}], requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer}}}}}}, responses: {}}`,
			`{"type":"object","properties":{"petId":{"type":"integer"},"notify":{"type":"boolean"},"name":{"type":"string"},"age":{"type":"integer"}},"required":["petId","name"]}`, "-", "update pet", ""},
		{"form bodies", "/pets", "post",
			`{summary: Create a pet, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {}}`,
			`"properties":{"name":{"type":"string"}}`, "-", "create pet", ""},
		{"clashes of names are solved", "/pets/{id}/toys", "post",
			`{summary: Create a toy, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}, responses: {}}`,
			`"properties":{"id":{"type":"integer"},"body_id":{"type":"string"}},"required":["id"]`, "-", "create toy", "is called body_id, because the name is taken"},
		{"keys, tokens of pages, headers and cookies are left out", "/pets", "get",
			`{summary: List pets, security: [{k: []}], parameters: [{name: api_key, in: query, schema: {type: string}}, {name: X-Trace, in: header, schema: {type: string}}, {name: session, in: cookie, schema: {type: string}}, {name: page_token, in: query, schema: {type: string}}, {name: kind, in: query, schema: {type: string}}], responses: {}}`,
			`{"type":"object","properties":{"kind":{"type":"string"}}`, "-", "list pet", "page_token"},
		{"allOf is merged", "/pets/{petId}", "get",
			`{summary: Get a pet, parameters: [{name: petId, in: path, required: true, schema: {type: integer}}], ` + answers(`{allOf: [{type: object, properties: {id: {type: integer}}}, {type: object, required: [name], properties: {name: {type: string}}}]}`) + `}`,
			"", `{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["name"]}`, "get pet", ""},
		{"oneOf is narrowed, and that is said", "/pets/{petId}", "get",
			`{summary: Get a pet, parameters: [{name: petId, in: path, required: true, schema: {oneOf: [{type: integer}, {type: object, properties: {a: {type: string}}}]}}], responses: {}}`,
			`"petId":{"type":"integer"}`, "-", "get pet", "narrowed alternatives"},
		{"anyOf of texts and null is a text", "/pets", "get",
			`{summary: List pets, parameters: [{name: kind, in: query, schema: {anyOf: [{type: string, enum: [cat, dog]}, {type: "null"}]}}], responses: {}}`,
			`"kind":{"type":"string","enum":["cat","dog"]}`, "-", "list pet", ""},
		{"nullable", "/pets/{petId}", "get",
			`{summary: Get a pet, parameters: [{name: petId, in: path, required: true, schema: {type: integer}}], ` + answers(`{type: object, properties: {name: {type: string, nullable: true}}}`) + `}`,
			"", `"name":{"type":["string","null"]}`, "get pet", ""},
		{"what contains itself is cut, and that is said", "/nodes/{nodeId}", "get",
			`{summary: Get a node, parameters: [{name: nodeId, in: path, required: true, schema: {type: integer}}], ` + answers(`{$ref: "#/components/schemas/Node"}`) + `}`,
			"", `"name":{"type":"string"}`, "get node", "contain themselves: Node"},
		{"formats, examples and defaults are kept", "/pets", "get",
			`{summary: List pets, parameters: [{name: born, in: query, example: "2020-01-02", schema: {type: string, format: date}}, {name: limit, in: query, schema: {type: integer, default: 7, minimum: 1, maximum: 50}}], responses: {}}`,
			`"born":{"type":"string","format":"date","examples":["2020-01-02"]},"limit":{"type":"integer","default":7,"minimum":1,"maximum":50}`, "-", "list pet", ""},
		{"an answer in an envelope", "/pets", "get",
			`{summary: List pets, ` + answers(`{type: object, properties: {data: {type: array, items: {type: object, properties: {id: {type: integer}}}}, next: {type: string}}}`) + `}`,
			"", `"data":{"type":"array"`, "list pet", ""},
		{"results", "/pets", "get", `{summary: List pets, ` + answers(`{type: object, properties: {results: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}`) + `}`, "", `"results":`, "list pet", ""},
		{"items", "/pets", "get", `{summary: List pets, ` + answers(`{type: object, properties: {items: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}`) + `}`, "", `"items":`, "list pet", ""},
		{"DELETE", "/pets/{petId}", "delete", `{summary: Delete a pet, parameters: [{name: petId, in: path, required: true, schema: {type: integer}}], responses: {}}`, "", "-", "delete pet", ""},
		{"PATCH", "/pets/{petId}", "patch", `{summary: Change a pet, parameters: [{name: petId, in: path, required: true, schema: {type: integer}}], requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {}}`, "", "-", "update pet", ""},
		{"what cannot be imported is told", "/pets/{petId}/picture", "post",
			`{summary: Upload, requestBody: {required: true, content: {image/png: {schema: {type: string, format: binary}}}}, responses: {}}`, "-", "-", "", "image/png"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "openapi: 3.0.3\ninfo: {title: Shop, version: '1', license: {name: MIT}}\npaths: {" + `"` + c.path + `": {` + c.method + ": " + c.operation +
				"}}\ncomponents: {schemas: {Node: {type: object, properties: {name: {type: string}, next: {$ref: \"#/components/schemas/Node\"}}}}, securitySchemes: {k: {type: apiKey, in: query, name: api_key}}}\n"
			r, _ := Import(t.Context(), "x.yaml", []byte(text), Options{})
			if r == nil {
				t.Fatal("no report")
			}
			said := ""
			for _, n := range append(append([]imports.Note(nil), r.Skipped...), r.Notes...) {
				said += n.Where + ": " + n.What + "\n"
			}
			if !strings.Contains(said, c.note) {
				t.Errorf("nothing is said of %q:\n%s", c.note, said)
			}
			if c.params == "-" {
				if len(r.Sets) > 0 {
					t.Errorf("it was imported: %+v", r.Sets)
				}
				return
			}
			if len(r.Sets) != 1 || len(r.Sets[0].Tools) != 1 {
				t.Fatalf("%+v\n%s", r.Sets, said)
			}
			checkReport(t, r)
			set, tool := r.Sets[0], r.Sets[0].Tools[0]
			if !strings.Contains(string(tool.Parameters), c.params) {
				t.Errorf("the parameters are\n%s, without\n%s", tool.Parameters, c.params)
			}
			if c.returns == "-" && tool.Returns != nil || c.returns != "-" && !strings.Contains(string(tool.Returns), c.returns) {
				t.Errorf("the answer is\n%s, want\n%s", tool.Returns, c.returns)
			}
			if got := strings.TrimSpace(string(tool.Effect) + " " + tool.Thing); got != c.effect {
				t.Errorf("the effect is %q, want %q", got, c.effect)
			}
			if tool.Source != pointerTo("paths", c.path, c.method) || set.Licence != "MIT" || set.Source != "x.yaml" {
				t.Errorf("it comes from %s of %s, licence %s", tool.Source, set.Source, set.Licence)
			}
			if (tool.Basis == imports.ByMethod) != (tool.Effect != "") {
				t.Errorf("the basis of the effect %q is %q", tool.Effect, tool.Basis)
			}
		})
	}
}
