package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"switchyard/internal/jsontext"
)

func TestDecodeErrors(t *testing.T) {
	tests := []struct{ doc, want string }{
		{``, "line 1, column 1: the document is empty"},
		{`{"a":1,}`, `line 1, column 8: '}' stands where a key in quotes is expected`},
		{"{\"é\":\n  tru}", `line 2, column 3: 't' stands where a value is expected`},
		{`{"a" 1}`, `line 1, column 6: '1' stands where a colon is expected`},
		{`{"a":1 "b":2}`, `line 1, column 8: '"' stands where a comma or } is expected`},
		{`[1 2]`, `line 1, column 4: '2' stands where a comma or ] is expected`},
		{`[1,`, `line 1, column 4: the document ends where a value is expected`},
		{`01`, `line 1, column 2: more text after the end of the document`},
		{`-`, `line 1, column 2: the document ends where a digit is expected`},
		{`1.`, `line 1, column 3: the document ends where a digit is expected`},
		{`1e+`, `line 1, column 4: the document ends where a digit is expected`},
		{`"a`, `line 1, column 3: the document ends inside a string`},
		{`"a\`, `line 1, column 4: the document ends inside a string`},
		{`"a\x"`, `line 1, column 3: an escape that JSON does not have`},
		{`"a\u12"`, `line 1, column 3: an escape that JSON does not have`},
		{"\"a\nb\"", `line 1, column 3: a control character inside a string has to be escaped`},
		{"\"a\xffb\"", `line 1, column 2: the string is not UTF-8`},
		{"\"\\n\xffb\"", `line 1, column 2: the string is not UTF-8`},
		{`["é\ud800"]`, `line 1, column 4: half of a surrogate pair, which is no character`},
		{`{"\ud800\u0041":1}`, `line 1, column 3: half of a surrogate pair, which is no character`},
		{`"\ud83d\ude00\ude00"`, `line 1, column 14: half of a surrogate pair, which is no character`},
		{`{"a":1,"a":1}`, `line 1, column 8: the key "a" occurs twice`},
		{`{"a":1,"\u0061":1}`, `line 1, column 8: the key "a" occurs twice`},
		{"\ufeff{}", `line 1, column 1: '\ufeff' stands where a value is expected`},
		{strings.Repeat("[", maxDepth+1), `line 1, column 10001: nested deeper than 10000 levels`},
	}
	for _, test := range tests {
		v, err := Decode([]byte(test.doc))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != "not JSON: "+test.want {
			t.Errorf("%.40q: got %v, %v; want %s", test.doc, v, err, test.want)
		}
	}
}

// decodeLikeStandard compares with encoding/json, which takes more: repeated
// keys and text that is not Unicode.
func decodeLikeStandard(t *testing.T, doc []byte) {
	t.Helper()
	got, err := Decode(doc)
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var want any
	wantErr := d.Decode(&want)
	if wantErr == nil && len(bytes.Trim(doc[d.InputOffset():], " \t\r\n")) > 0 {
		wantErr = errors.New("more text")
	}
	_, why := jsontext.NotText(doc)
	switch {
	case err == nil && wantErr != nil:
		t.Fatalf("%q is taken, but encoding/json says: %v", doc, wantErr)
	case err != nil && wantErr == nil:
		if why == "" && !strings.Contains(err.Error(), "occurs twice") {
			t.Fatalf("%q is refused, but encoding/json takes it: %v", doc, err)
		}
	case err == nil && why != "":
		t.Fatalf("%q is taken, but %s", doc, why)
	case err == nil && !reflect.DeepEqual(got, want):
		t.Fatalf("%q: got %#v, want %#v", doc, got, want)
	}
	if err != nil {
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Offset > len(doc) {
			t.Fatalf("%q: a strange error: %#v", doc, err)
		}
	}
}

var decodeSeeds = []string{
	`null`, ` true `, `[]`, `{}`, `{"a":[1,-0.5e+7,"x\u00e9\ud83d\ude00","\/\b\f\n\r\t\\\""],"b":{"":{}}}`,
	`"\ud83d\ude00\uD83D\uDE00"`, `"\ud800"`, `"\ud800\u0041"`, `"\ude00\ud83d"`, `-0`, `1e400`, `[1,[2,[3]]]`, `{"a":1,"a":2}`, "\"\x7f\u2028\"", `nul`, `[1,]`,
}

func TestDecodeLikeStandard(t *testing.T) {
	for _, seed := range append(decodeSeeds, string(sampleEntry(t)), goodManifest) {
		decodeLikeStandard(t, []byte(seed))
		// Every prefix, and every prefix with a wrong character, is a test too.
		for i := 0; i < len(seed) && i < 300; i++ {
			decodeLikeStandard(t, []byte(seed[:i]))
			decodeLikeStandard(t, []byte(seed[:i]+"}"+seed[i:]))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range decodeSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(decodeLikeStandard)
}

func FuzzLocate(f *testing.F) {
	f.Add([]byte(located), "/list/2/1")
	f.Add([]byte(`[1,`), "/1")
	f.Fuzz(func(t *testing.T, doc []byte, pointer string) {
		if line, column := Locate(doc, pointer); line < 1 || column < 1 || line > bytes.Count(doc, []byte("\n"))+1 {
			t.Fatalf("%d:%d", line, column)
		}
	})
}
