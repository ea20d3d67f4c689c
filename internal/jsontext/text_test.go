package jsontext

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func TestNotText(t *testing.T) {
	for document, want := range map[string]string{
		`{"a": "\\ud800 é \ud83d\ude00 \n"}`: "",
		`"\ud800"`:                           LoneSurrogate,
		`{"\udc00": 1}`:                      LoneSurrogate,
		`"\uD83D\uD83D\uDE00"`:               LoneSurrogate,
		`"\ud83d\\ude00"`:                    LoneSurrogate,
		`"\ud83d`:                            LoneSurrogate,
		"\"a\xff\"":                          NotUTF8,
		"\"\xed\xa0\x80\"":                   NotUTF8, // a surrogate as UTF-8 would have it
		`"` + "\ufffd" + `"`:                 "",
		``:                                   "",
		`"\`:                                 "",
	} {
		offset, why := NotText([]byte(document))
		if why != want {
			t.Errorf("%s: %q, want %q", document, why, want)
		}
		if why == LoneSurrogate && !strings.HasPrefix(strings.ToLower(document[offset:]), `\ud`) {
			t.Errorf("%s: it is not at %d", document, offset)
		}
	}
}

// What encoding/json replaces is exactly what NotText finds: a document without U+FFFD
// that has one after it was read.
func FuzzNotText(f *testing.F) {
	for _, seed := range []string{`"\ud800"`, `{"a\\":"\ud83d\ude00"}`, `["\\\ud800"]`, "\"\xff\"", `"\uDC00\uD800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if !json.Valid(document) || bytes.Contains(document, []byte("\ufffd")) || bytes.Contains(bytes.ToLower(document), []byte(`\ufffd`)) {
			return
		}
		var v any
		if json.Unmarshal(document, &v) != nil {
			return
		}
		_, why := NotText(document)
		if has := strings.Contains(string(Value(v)), "\ufffd"); has != (why != "") && !strings.Contains(string(document), ":") { // equal keys may hide one
			t.Fatalf("%q: it has U+FFFD: %v, but %q", document, has, why)
		}
	})
}

func TestVisible(t *testing.T) {
	var all strings.Builder
	for r := rune(1); r < 0x2100; r++ {
		all.WriteRune(r)
	}
	document := Value([]string{all.String(), "\U0001F600"})
	shown := Visible(document)
	var before, after any
	if json.Unmarshal(document, &before) != nil || json.Unmarshal(shown, &after) != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("%s means something else", shown)
	}
	for _, r := range string(shown) {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' {
			t.Errorf("%U is still there", r)
		}
	}
	if got := string(Visible([]byte("\"\u0085\u202e\u061c\""))); got != `"\u0085\u202e\u061c"` {
		t.Error(got)
	}
	if plain := []byte(`{"a":"é<"}`); string(Visible(plain)) != string(plain) {
		t.Error("what is harmless was changed")
	}
}
