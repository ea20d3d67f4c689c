package openapi

import (
	"context"
	"errors"
	"io/fs"
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

// sharedDescriptions is a folder of descriptions that other people wrote. It is
// not part of the project. What they show is also shown by those in testdata.
const sharedDescriptions = "../../../../shared/data/openapi"

// description reads a description. A test of one that is not there, or that is
// long while the race detector looks for nothing, is skipped.
func description(t testing.TB, file string) []byte {
	t.Helper()
	shared := strings.HasPrefix(file, sharedDescriptions)
	if shared && race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	data, err := os.ReadFile(file)
	if shared && errors.Is(err, fs.ErrNotExist) {
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

// TestOpenAPITitles: the title of a toolset names every tag of its tools, unless
// there are too many to be named.
func TestOpenAPITitles(t *testing.T) {
	for _, file := range []string{
		"testdata/library.yaml", "testdata/old.yaml", "testdata/new.yaml",
		sharedDescriptions + "/asana.yaml", sharedDescriptions + "/burgershop.openapi.yaml",
		sharedDescriptions + "/petstorev2.json", sharedDescriptions + "/petstorev3.json",
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := description(t, file)
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
			for _, s := range imported(t, file, data, Options{Folder: "testdata/parts"}).Sets {
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
		})
	}
}
