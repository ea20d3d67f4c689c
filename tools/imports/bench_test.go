package imports_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/mcp"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/imports/publicapis"
)

// Every importer over a real source, which is not part of the project, and over
// one of the same kind that is made here. Asana's description has 400 KB of YAML:
// at most two seconds and 100 MB for the whole command.
func BenchmarkImport(b *testing.B) {
	openAPI := func(name string) func([]byte) (*imports.Report, error) {
		return func(data []byte) (*imports.Report, error) {
			return openapi.Import(context.Background(), name, data, openapi.Options{})
		}
	}
	list := func(data []byte) (*imports.Report, error) {
		return publicapis.Import("list.md", data, publicapis.Options{})
	}
	functions := func(data []byte) (*imports.Report, error) { return functions.Import("functions.jsonl", data) }
	for _, c := range []struct {
		name string
		data []byte // nil for a file of the shared data
		file string
		read func([]byte) (*imports.Report, error)
	}{
		{"openapi/made", manyOperations(500), "", openAPI("made.yaml")},
		{"openapi/asana", nil, "openapi/asana.yaml", openAPI("asana.yaml")},
		{"openapi/petstorev2", nil, "openapi/petstorev2.json", openAPI("petstorev2.json")},
		{"openapi/petstorev3", nil, "openapi/petstorev3.json", openAPI("petstorev3.json")},
		{"mcp/made", manyTools(500), "", func(data []byte) (*imports.Report, error) { return mcp.Import(context.Background(), "made.json", data) }},
		{"functions/made", []byte(strings.ReplaceAll(string(manyTools(500)), "inputSchema", "parameters")), "", functions},
		{"functions/toolsets", nil, "functions/toolsets.jsonl", functions},
		{"functions/toolalpaca", nil, "functions/toolalpaca.json", functions},
		{"public-apis/made", manyRows(500), "", list},
		{"public-apis/list", nil, "public-apis.md", list},
	} {
		b.Run(c.name, func(b *testing.B) {
			data := c.data
			if data == nil {
				var err error
				if data, err = os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", filepath.FromSlash(c.file))); err != nil {
					b.Skip("the shared data is not here")
				}
			}
			made := 0
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := c.read(data)
				if err != nil {
					b.Fatal(err)
				}
				made = 0
				for _, s := range r.Sets {
					made += len(s.Tools)
				}
			}
			b.ReportMetric(float64(made), "tools/op")
		})
	}
}

// manyOperations is a description in YAML of n operations on things of ten kinds.
func manyOperations(n int) []byte {
	var b strings.Builder
	b.WriteString("openapi: 3.0.0\ninfo: {title: Big, version: '1'}\npaths:\n")
	for i := range n {
		kind := strings.Fields("pets shops users orders books songs films flights rooms cars")[i%10]
		fmt.Fprintf(&b, "  /%s/{id}/part%d:\n    get:\n      tags: [%s]\n      summary: Get part %d of what somebody asked for.\n      parameters:\n        - {name: id, in: path, required: true, schema: {type: integer}}\n        - {name: after, in: query, schema: {type: string, format: date}}\n      responses:\n        '200':\n          description: ok\n          content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}\n", kind, i, kind, i)
	}
	b.WriteString("components:\n  schemas:\n    Thing: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}, owner: {$ref: '#/components/schemas/Thing'}}}\n")
	return []byte(b.String())
}

// manyTools is the answer of a tool server with n tools.
func manyTools(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",\n{\"name\": \"get_%s_part_%d\", \"description\": \"Gets part %d of it.\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"string\"}, \"limit\": {\"type\": \"integer\"}}, \"required\": [\"id\"]}}",
			strings.Fields("pet shop user order book song film flight room car")[i%10], i, i)
	}
	return []byte(`{"tools": [` + b.String()[1:] + "]}")
}

// manyRows is a list of n APIs.
func manyRows(n int) []byte {
	var b strings.Builder
	for i := range n {
		if i%20 == 0 {
			fmt.Fprintf(&b, "### %s\nAPI | Description | Auth | HTTPS | CORS |\n|---|---|---|---|---|\n", strings.Fields("Animals Weather Finance Music Health")[i/20%5])
		}
		fmt.Fprintf(&b, "| [Api %d](https://a%d.example) | Data about thing %d in Spain | No | Yes | No |\n", i, i, i)
	}
	return []byte(b.String())
}
