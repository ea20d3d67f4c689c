package schemas

import (
	"encoding/json"
	"os"
	"testing"
)

func sampleEntry(tb testing.TB) []byte {
	tb.Helper()
	doc, err := os.ReadFile("testdata/entry.json")
	if err != nil {
		tb.Fatal(err)
	}
	return doc
}

func loaded(tb testing.TB) *Set {
	tb.Helper()
	s, err := Load()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// The benchmarks say what checking costs: the whole way from bytes, the check
// of a decoded entry, the same through the library alone, and decoding alone.
func BenchmarkEntryBytes(b *testing.B) {
	doc, s := compact(b, sampleEntry(b)), loaded(b)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if v := s.Validate(Entry, doc); v != nil {
			b.Fatal(v)
		}
	}
}

func BenchmarkEntryValue(b *testing.B) {
	doc, s := sampleEntry(b), loaded(b)
	v, err := Decode(doc)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if v := s.ValidateValue(Entry, v); v != nil {
			b.Fatal(v)
		}
	}
}

func BenchmarkEntryLibrary(b *testing.B) {
	doc, s := sampleEntry(b), loaded(b)
	v, err := Decode(doc)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r, err := s.schemas[Entry].full.Validate(value{v}); err != nil || !r.Valid() {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkEntryDecode(b *testing.B) {
	doc := compact(b, sampleEntry(b))
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if _, err := Decode(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func compact(tb testing.TB, doc []byte) []byte {
	tb.Helper()
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		tb.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
