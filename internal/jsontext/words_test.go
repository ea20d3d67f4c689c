package jsontext

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	type entry struct {
		ID   string
		Size uint8
		List []struct{ Share float64 }
	}
	for document, want := range map[string]string{
		``:                           "the document ends too early",
		`{"ID"`:                      "the document ends too early",
		`hello`:                      "'h' stands where a value is expected",
		`[1,]`:                       "']' stands where a value is expected",
		`{ID: 1}`:                    "'I' stands where a key in quotes is expected",
		`{"ID" 1}`:                   "'1' stands where a colon is expected",
		`{"ID":"x" "b":1}`:           "'\"' stands where a comma or } is expected",
		`[1 2]`:                      "'2' stands where a comma or ] is expected",
		`{} {}`:                      "more text after the end of the document",
		"\"a\nb\"":                   "a control character inside a string has to be escaped",
		`"\x"`:                       "an escape that JSON does not have",
		`"\u12g4"`:                   "an escape that JSON does not have",
		`tru.`:                       "'.' stands where true is expected",
		`-x`:                         "'x' stands where a digit is expected",
		`1.x`:                        "'x' stands where a digit is expected",
		`1ex`:                        "'x' stands where a digit is expected",
		strings.Repeat("[", 20_000):  "nested too deeply",
		`[]`:                         "must be an object, is an array",
		`7`:                          "must be an object, is a number",
		`{"ID": true}`:               "/ID: must be a string, is true or false",
		`{"Size": 300}`:              "/Size: must be a whole number from 0, is 300",
		`{"List": [{"Share": "x"}]}`: "/List/Share: must be a number, is a string",
	} {
		err := json.Unmarshal([]byte(document), new(entry))
		if got := Words(err); got != want {
			t.Errorf("%.30q: %v: %q, want %q", document, err, got, want)
		}
	}
	if got := Words(errors.New("another")); got != "" {
		t.Error(got)
	}
}
