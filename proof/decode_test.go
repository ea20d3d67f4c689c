package proof

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// decodeSlowly is what decode has to do.
func decodeSlowly(doc []byte) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, false
	}
	_, err := d.Token()
	return v, err == io.EOF
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", " ", "{}", "[]", "[1,2]", `{"a":{"b":[1.50,-0,2e+3,"x\u00e9\n"]},"a":true}`, "nul", "null ", "01", "-", "1.", "1e",
		`"a`, "\"\x01\"", `"\x"`, "\"\xff\"", `{"a"}`, `{"a":}`, `{,}`, "[1,]", "[1 2]", "{\"a\":1,}", "true false", `"é"`, "\ufeff1", comedies} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, err := decode(doc)
		want, ok := decodeSlowly(doc)
		if (err == nil) != ok {
			t.Fatalf("%q: error %v, but encoding/json takes it: %v", doc, err, ok)
		}
		if diff := cmp.Diff(want, got); ok && diff != "" {
			t.Errorf("%q: %s", doc, diff)
		}
	})
}
