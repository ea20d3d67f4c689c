package tools

import (
	"testing"

	"switchyard/internal/document"
	"switchyard/internal/race"
	"switchyard/schemas"
)

// The schema and the reader agree on the built-in toolsets.
func TestCatalogFitsSchema(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range CatalogNames() {
		data, err := catalogFiles.ReadFile("catalog/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := document.Parse(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, v := range set.ValidateValue(schemas.Toolset, doc.Plain()) {
			at := pointed(doc, v.Pointer)
			t.Errorf("%s:%d: %s: %s", name, at.Line, v.Pointer, v.Message)
		}
	}
}
