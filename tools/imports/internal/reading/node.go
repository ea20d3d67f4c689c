package reading

import (
	"strconv"

	"switchyard/internal/document"
)

// Without is an object without one of its keys.
func Without(n *document.Node, key string) *document.Node {
	out := document.Fields()
	for _, k := range n.Keys {
		if k != key {
			out.Set(k, n.Fields[k])
		}
	}
	return out
}

// Quoted quotes a text from a source for a report, shortened to fit on a line.
func Quoted(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		s = string(runes[:60]) + "…"
	}
	return strconv.Quote(s)
}
