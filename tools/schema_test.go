package tools

import (
	"testing"

	"switchyard/schemas"
)

// The schema and the reader agree on the built-in toolsets.
func TestCatalogFitsSchema(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range CatalogNames() {
		data, err := catalogFiles.ReadFile("catalog/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := parseDocument(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, v := range set.ValidateValue(schemas.Toolset, doc.value()) {
			at := doc.at(v.Pointer)
			t.Errorf("%s:%d: %s: %s", name, at.line, v.Pointer, v.Message)
		}
	}
}
