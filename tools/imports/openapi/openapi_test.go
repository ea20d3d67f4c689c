package openapi

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/internal/document"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

var updateOpenAPI = flag.Bool("update-openapi", false, "rewrite what is expected of the descriptions under testdata")

// Every description under testdata becomes the toolsets and the report
// beside it.
func TestOpenAPIGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := imported(t, filepath.Base(file), data, Options{Folder: "testdata/parts"})
			got := importtest.Text(t, r)
			want := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *updateOpenAPI {
				if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(text), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// findTool finds a tool of a report.
func findTool(r *imports.Report, name string) *imports.Tool {
	for _, s := range r.Sets {
		for i := range s.Tools {
			if s.Tools[i].Name == name {
				return &s.Tools[i]
			}
		}
	}
	return nil
}

// TestOpenAPIOperations: every operation of a description is imported once, or
// listed as skipped.
func TestOpenAPIOperations(t *testing.T) {
	for file, skipped := range map[string]int{
		"testdata/library.yaml": 3, "testdata/old.yaml": 1,
		sharedDescriptions + "/petstorev2.json": 2, sharedDescriptions + "/petstorev3.json": 1,
		sharedDescriptions + "/burgershop.openapi.yaml": 0, sharedDescriptions + "/asana.yaml": 1,
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := description(t, file)
			root, err := document.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, path := range root.Fields["paths"].Keys {
				for _, method := range root.Fields["paths"].Fields[path].Keys {
					if slices.Contains([]string{"get", "put", "post", "delete", "patch", "head", "options"}, method) {
						want[pointerTo("paths", path, method)] = true
					}
				}
			}
			r := imported(t, file, data, Options{Folder: "testdata/parts"})
			for _, s := range r.Sets {
				if n := len(s.Tools); n > mostTools || n < 2 {
					t.Errorf("%s has %d tools", s.Name, n)
				}
				for _, tool := range s.Tools {
					if !want[tool.Source] {
						t.Errorf("%s is imported twice, or is no operation", tool.Source)
					}
					delete(want, tool.Source)
				}
			}
			for _, n := range r.Skipped {
				delete(want, n.Where)
			}
			if len(want) > 0 || len(r.Skipped) != skipped {
				t.Errorf("%v are neither imported nor skipped; skipped: %v", want, r.Skipped)
			}
		})
	}
}

// What really differs between the two versions of the pet store, and nothing
// else, differs between the toolsets.
func TestOpenAPIVersionsAlike(t *testing.T) {
	v2 := imported(t, "petstore.json", description(t, sharedDescriptions+"/petstorev2.json"), Options{Prefix: "petstore"})
	v3 := imported(t, "petstore.json", description(t, sharedDescriptions+"/petstorev3.json"), Options{Prefix: "petstore"})
	var sets [2][]string
	for i, r := range []*imports.Report{v2, v3} {
		for _, s := range r.Sets {
			sets[i] = append(sets[i], s.Name+": "+s.Title+": "+s.About)
		}
	}
	if diff := cmp.Diff(sets[0], sets[1]); diff != "" {
		t.Error(diff)
	}
	differences := map[string][]string{}
	seen := map[string]bool{}
	for _, r := range []*imports.Report{v2, v3} {
		for _, s := range r.Sets {
			for _, tool := range s.Tools {
				if !seen[tool.Name] {
					seen[tool.Name] = true
					if d := differing(t, findTool(v2, tool.Name), findTool(v3, tool.Name)); len(d) > 0 {
						differences[tool.Name] = d
					}
				}
			}
		}
	}
	// In version 3, findByTags is no longer deprecated, lists of users are only
	// created one way, a status is one and not several, more examples and
	// descriptions are given, more answers are told, and login takes no more
	// required parameters.
	want := map[string][]string{
		"addPet":                    {"returns only in one"},
		"createUser":                {"returns only in one"},
		"createUsersWithArrayInput": {"only in one"},
		"createUsersWithListInput":  {"returns only in one", "users: required"},
		"deleteOrder":               {"about", "orderId: minimum"},
		"findPetsByStatus":          {"status: default", "status: enum", "status: items", "status: required", "status: type"},
		"findPetsByTags":            {"only in one"},
		"getOrderById":              {"about", "orderId: maximum", "orderId: minimum"},
		"loginUser":                 {"password: required", "username: required"},
		"placeOrder":                {"about"},
		"updatePet":                 {"about", "returns only in one"},
		"updateUser":                {"about"},
	}
	if diff := cmp.Diff(want, differences); diff != "" {
		t.Error(diff)
	}
}

// differing names what is different between two tools, descriptions and
// examples of parameters aside.
func differing(t *testing.T, a, b *imports.Tool) []string {
	if a == nil || b == nil {
		return []string{"only in one"}
	}
	var out []string
	if a.About != b.About {
		out = append(out, "about")
	}
	if a.Effect != b.Effect || a.Thing != b.Thing {
		out = append(out, "effect")
	}
	if (a.Returns == nil) != (b.Returns == nil) {
		out = append(out, "returns only in one")
	}
	type schema struct {
		Properties map[string]map[string]any
		Required   []string
	}
	var p, q schema
	if err := json.Unmarshal(a.Parameters, &p); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Parameters, &q); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range []schema{p, q} {
		for name := range s.Properties {
			names[name] = true
		}
	}
	for name := range names {
		keys := map[string]bool{}
		for _, s := range []schema{p, q} {
			for key := range s.Properties[name] {
				keys[key] = true
			}
		}
		for key := range keys {
			if key != "description" && key != "examples" && !sameSchema(p.Properties[name][key], q.Properties[name][key]) {
				out = append(out, name+": "+key)
			}
		}
		if slices.Contains(p.Required, name) != slices.Contains(q.Required, name) {
			out = append(out, name+": required")
		}
	}
	slices.Sort(out)
	return out
}

// sameSchema compares parts of schemas without descriptions and examples.
func sameSchema(a, b any) bool {
	return cmp.Equal(a, b, cmp.FilterPath(func(p cmp.Path) bool {
		i, ok := p.Last().(cmp.MapIndex)
		return ok && (i.Key().String() == "description" || i.Key().String() == "examples")
	}, cmp.Ignore()))
}
