package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/internal/document"
)

// maxBytes is the maximum size of a file, far above what anybody writes.
const maxBytes = 4 << 20

// document parses a file. If it is invalid, document reports why and returns nil.
func (d *decoder) document(data []byte) *document.Node {
	if len(data) > maxBytes {
		d.at(document.Place{Line: 1, Column: 1}, "", "the file is larger than %d MiB", maxBytes>>20)
		return nil
	}
	n, err := document.Parse(data)
	if e := (*document.Error)(nil); errors.As(err, &e) {
		d.at(e.Place, e.Hint, "%s", e.Message)
	}
	return n
}

// short shortens a word for a message: a long one could be a key in the wrong
// place.
func short(s string) string {
	const most, kept = 32, 6
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:kept]) + "…"
}

// decoder reads a file and collects its problems.
type decoder struct {
	file     string
	problems Problems
}

func (d *decoder) at(p document.Place, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: p.Line, Column: p.Column, Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (d *decoder) problem(n *document.Node, hint, format string, args ...any) {
	d.at(n.Place, hint, format, args...)
}

// unknown reports a key that does not belong in an object.
func (d *decoder) unknown(key string, at document.Place, what string, known []string) {
	if slices.Contains(keyWords(), strings.ToLower(key)) {
		d.at(at, "put it into the environment and write key_env: NAME, or into a file and write key_file: PATH",
			"%s: an API key must not be in the file", what)
		return
	}
	d.at(at, didYouMean(key, known, "the keys are "+strings.Join(known, ", ")), "%s has no key %q", what, short(key))
}

// is checks the kind of a value and reports whether it is right.
func (d *decoder) is(n *document.Node, name string, kinds ...document.Kind) bool {
	if slices.Contains(kinds, n.Kind) {
		return true
	}
	if n.Kind == document.Null {
		d.problem(n, "leave the key out, or write its value after it", "%s has no value", name)
		return false
	}
	hint := ""
	if slices.Contains(kinds, document.Text) && n.Kind != document.Object && n.Kind != document.List {
		hint = "put it in quotes"
	}
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	d.problem(n, hint, "%s must be %s, is %s", name, strings.Join(words, " or "), n.Kind)
	return false
}

// version checks that an object says version: 1.
func (d *decoder) version(n *document.Node, what string) {
	v := n.Fields["version"]
	switch {
	case v == nil:
		d.problem(n, "begin it with the line version: 1", "%s has no version", what)
	case !d.is(v, "version", document.Whole):
	case v.Text != "1":
		d.problem(v, "this switchyard reads version: 1", "version %s of %s is not known", short(v.Text), what)
	}
}
