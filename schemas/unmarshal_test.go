package schemas_test

import (
	"testing"

	"switchyard/schemas"
)

func TestUnmarshal(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`{"name":"a","list":[{"n":1},{"n":2}]}`, ""},
		{`{"name":7}`, "/name: must be a string, is a number"},
		{`{"extra":{"a":[1,{"b":2}]},"name":[1]}`, "/name: must be a string, is an array"},
		{`{"list":{}}`, "/list: must be an array, is an object"},
		{`{"list":[{"n":1},{"n":"2"}]}`, "/list/1/n: must be a whole number, is a string"},
		{`{"list":[{"n":1},{"x":[1,2],"n":1.5}]}`, "/list/1/n: must be a whole number, is 1.5"},
		{`{"list":[{"n":1},[]]}`, "/list/1: must be an object, is an array"},
		{`{"list":[{"ok":"yes"}]}`, "/list/0/ok: must be true or false, is a string"},
		{`{"a/b":{"c":true}}`, "/a~1b/c: must be a string, is true or false"},
		{`[]`, "must be an object, is an array"},
		{`"x"`, "must be an object, is a string"},
		{`{"name":`, "not JSON: line 1, column 9: the document ends where a value is expected"},
	} {
		var into struct {
			Name string `json:"name"`
			List []struct {
				N  int   `json:"n"`
				OK *bool `json:"ok"`
			} `json:"list"`
			Map map[string]string `json:"a/b"`
		}
		got := ""
		if err := schemas.Unmarshal([]byte(tt.doc), &into); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.doc, got, tt.want)
		}
	}
}
