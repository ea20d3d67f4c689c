package openapi

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/document"
	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

// sharedDescriptions are descriptions of the world outside, which are not part
// of the project.
const sharedDescriptions = "../../../../shared/data/openapi"

func sharedDescription(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedDescriptions, name))
	if os.IsNotExist(err) {
		t.Skip("the shared data is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// imported imports a description, and checks what holds for all of them.
func imported(t testing.TB, source string, data []byte, o Options) *imports.Report {
	t.Helper()
	r, err := Import(context.Background(), source, data, o)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	checkReport(t, r)
	return r
}

// checkReport checks what holds for all descriptions: the names of tools differ
// across toolsets, too, and every tool is described in one line.
func checkReport(t testing.TB, r *imports.Report) {
	t.Helper()
	importtest.Check(t, r)
	names := map[string]bool{}
	for _, s := range r.Sets {
		for _, tool := range s.Tools {
			if names[tool.Name] {
				t.Errorf("two tools are called %s", tool.Name)
			}
			names[tool.Name] = true
			if tool.About == "" || strings.ContainsAny(tool.About, "\n\r\x1b") {
				t.Errorf("%s is described as %q", tool.Name, tool.About)
			}
		}
	}
}

// The name of a toolset says all that it holds: every tag of its tools is in its
// title, unless these are too many to be named.
func TestOpenAPISharedNames(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, file := range []string{"asana.yaml", "burgershop.openapi.yaml", "petstorev2.json", "petstorev3.json"} {
		data := sharedDescription(t, file)
		root, err := document.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		tag := map[string]string{}
		for path, item := range root.Fields["paths"].Fields {
			for method, op := range item.Fields {
				if tags := field(op, "tags"); tags != nil && len(tags.Items) > 0 {
					tag[pointerTo("paths", path, method)] = tags.Items[0].Text
				}
			}
		}
		for _, s := range imported(t, file, data, Options{}).Sets {
			if strings.HasSuffix(s.Title, "and more") || s.Title == "Other" {
				continue
			}
			title := topicsOf(s.Title)
			for _, tool := range s.Tools {
				for _, w := range topicsOf(tag[tool.Source]) {
					if !slices.Contains(title, w) {
						t.Errorf("%s (%s) holds %s of the tag %s", s.Name, s.Title, tool.Name, tag[tool.Source])
					}
				}
			}
		}
	}
}
