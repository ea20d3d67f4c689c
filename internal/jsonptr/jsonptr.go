// Package jsonptr reads and writes JSON pointers (RFC 6901), such as
// "/missions/0/calls/1/arguments". A pointer is a string: "" is the whole
// document, and every step into it is a slash and the escaped name of a member
// or the index of an element.
package jsonptr

import (
	"strconv"
	"strings"
)

// Escape returns a name as one step of a pointer: "~" becomes "~0" and "/" "~1".
func Escape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Unescape returns the name that a step of a pointer stands for.
func Unescape(step string) string {
	if !strings.Contains(step, "~") {
		return step
	}
	return strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
}

// Join returns the pointer whose steps are these names.
func Join(names ...string) string {
	size := len(names)
	for _, name := range names {
		size += len(name)
	}
	var b strings.Builder
	b.Grow(size)
	for _, name := range names {
		b.WriteByte('/')
		b.WriteString(Escape(name))
	}
	return b.String()
}

// Split returns the names that are the steps of a pointer; none for the whole document.
// The first slash may be missing.
func Split(pointer string) []string {
	if pointer == "" {
		return nil
	}
	names := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, step := range names {
		names[i] = Unescape(step)
	}
	return names
}

// Under reports whether a pointer leads to the same value as another one, or to
// something inside that value.
func Under(pointer, other string) bool {
	return pointer == other || strings.HasPrefix(pointer, other+"/")
}

// Get returns what a pointer leads to in a document that encoding/json decoded into maps,
// slices and scalars, and whether it leads anywhere.
func Get(doc any, pointer string) (v any, found bool) {
	for _, name := range Split(pointer) {
		switch in := doc.(type) {
		case map[string]any:
			if doc, found = in[name]; !found {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil, false
			}
			doc = in[i]
		default:
			return nil, false
		}
	}
	return doc, true
}
