package imports

import (
	"context"
	"testing"
)

// Asana's description, 400 KB of YAML: at most two seconds and 100 MB.
func BenchmarkOpenAPIAsana(b *testing.B) {
	data := sharedDescription(b, "asana.yaml")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := OpenAPI(context.Background(), "asana.yaml", data, OpenAPIOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
