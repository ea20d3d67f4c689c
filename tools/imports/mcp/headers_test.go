package mcp

import (
	"strings"
	"testing"
)

// A header is read, or refused without showing its value.
func TestHeaders(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"TOKEN": " open-sesame\n", "TEAM": "shelf", "TORN": "open\nsesame"}[name]
	}
	for _, c := range []struct {
		given string
		want  string // the name and the value, or a part of the error
	}{
		{"Authorization: Bearer ${TOKEN}", "Authorization=Bearer open-sesame"},
		{"x-team:${TEAM}/${TEAM}", "X-Team=shelf/shelf"},
		{"X-Team: a: b", "X-Team=a: b"},
		{"X-Empty:", "X-Empty="},
		{"Authorization: open-sesame", "holds a key, which must not be in a command"},
		{"X-Api-Key: open-sesame", "holds a key, which must not be in a command"},
		{"X-Team: ${NOBODY}", "needs the variable NOBODY, which is not set"},
		{"X-Team: ${open-sesame", "holds a ${ without its }"},
		{"X-Team: ${TORN}", "holds a line break"},
		{"open-sesame", "number 1 is not written as"},
		{"open sesame: x", "number 1 is not written as"},
	} {
		got, err := Headers([]string{c.given}, env)
		switch {
		case err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "sesame")):
			t.Errorf("%s: %v, want %s", c.given, err, c.want)
		case err == nil:
			name, value, _ := strings.Cut(c.want, "=")
			if len(got) != 1 || got.Get(name) != value || got.Values(name) == nil {
				t.Errorf("%s: %v, want %s", c.given, got, c.want)
			}
		}
	}
}
