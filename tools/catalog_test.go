package tools

import "testing"

func TestCatalogLoads(t *testing.T) {
	for _, name := range CatalogNames() {
		ts, err := Catalog(name)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if ts.Name != name {
			t.Errorf("catalog/%s.yaml calls itself %q", name, ts.Name)
		}
	}
}

func BenchmarkCatalog(b *testing.B) {
	for b.Loop() {
		if _, err := CatalogAll(); err != nil {
			b.Fatal(err)
		}
	}
}
