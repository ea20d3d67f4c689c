package document_test

import (
	"reflect"
	"testing"

	"switchyard/internal/document"

	"pgregory.net/rapid"
)

const everything = `
empty: {}
none: []
nothing:
texts: [a, 'a', "1", "", +7]
lines: |
  one
  two
numbers: [0, -12, 9223372036854775807, 18446744073709551615, 0x10, 1.50, -1e300]
truths: [true, false]
named: &n {é: [ü, {x: y}]}
again: [*n, *n]
`

// A packed document says the same as the one it was made of, places included.
func TestPack(t *testing.T) {
	for _, text := range []string{"a", "1", "~", "[]", "{}", "a: b", everything} {
		want, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		got, err := document.Unpack(want.Pack())
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %s, want %s", text, written(got), written(want))
		}
	}
}

// What is broken is refused, whatever is wrong with it, or is another document.
func TestUnpackBroken(t *testing.T) {
	doc, err := document.Parse([]byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	data := doc.Pack()
	for n := range data {
		if _, err := document.Unpack(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes are taken for a document", n, len(data))
		}
	}
	if _, err := document.Unpack(append(data[:len(data):len(data)], 0)); err == nil {
		t.Error("one byte too many is not seen")
	}
	rapid.Check(t, func(t *rapid.T) {
		broken := append([]byte(nil), data...)
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			broken[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		if n, err := document.Unpack(broken); (n == nil) != (err != nil) {
			t.Errorf("a document %v and the error %v", n, err)
		}
	})
}
