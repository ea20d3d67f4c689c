package document_test

import (
	"strings"
	"testing"

	"switchyard/internal/document"
)

// Both readers make the same of JSON.
func TestParseJSON(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `"a"`, `-2`, `1.50`, `true`, `[1, null, "b"]`,
		`{"a": {"b": [1, "x", {"c": false}]}, "é": 2, "d": "y"}`,
	} {
		want, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := document.ParseJSON([]byte(text), 1)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		// The YAML parser takes the first key for the place of an object.
		if a, b := withoutPlaces(got), withoutPlaces(want); a != b {
			t.Errorf("%s is\n%s, want\n%s", text, a, b)
		}
	}
	n, err := document.ParseJSON([]byte("{\"é\": [1,\n null, 18446744073709551615]}"), 7)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{é@7:2=[a whole number "1" int64 1@7:8 nothing "" <nil> <nil>@8:2 a number "18446744073709551615" float64 1.8446744073709552e+19@8:8]@7:7}@7:1`
	if got := written(n); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

func withoutPlaces(n *document.Node) string {
	for _, f := range n.Fields {
		f.Key = document.Place{}
		withoutPlaces(f)
	}
	for _, item := range n.Items {
		withoutPlaces(item)
	}
	n.Place = document.Place{}
	return written(n)
}

func TestParseJSONRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "3:1: the JSON ends too early"},
		{"cut off", "{\n \"a\": [1", "4:9: the JSON ends too early"},
		{"no JSON", "x", "3:1: not JSON: 'x' stands where a value is expected"},
		{"more", "{} {}", "3:4: there is more text after the end of the JSON value"},
		{"a key twice", `{"secret": 1, "b": 2, "secret": 3}`, "3:23: this key is already defined at [3:2]"},
		{"too large", "[1e999]", "3:2: the number is too large"},
		{"deep", strings.Repeat("[", 1_000_000), "3:66: nested more than 64 deep"},
	} {
		n, err := document.ParseJSON([]byte(test.text), 3)
		if got := message(t, err); got != test.want || n != nil {
			t.Errorf("%s: %v, %q, want %q", test.name, n, got, test.want)
		}
	}
}

func TestParseJSONIsBounded(t *testing.T) {
	many := "[" + strings.Repeat("1,", 2_000_001) + "1]"
	if _, err := document.ParseJSON([]byte(many), 1); err == nil || !strings.Contains(err.Error(), "more than two million values") {
		t.Errorf("two million and one values: %v", err)
	}
}

func TestJSON(t *testing.T) {
	for _, text := range []string{`{"b":[1,2.5,-3e+40,true,null,"<é\n>"],"a":{"":{}},"c":[]}`, `"x"`, `9223372036854775807`} {
		n, err := document.ParseJSON([]byte(text), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(n.JSON()); got != text {
			t.Errorf("%s becomes %s", text, got)
		}
	}
}
