package reading

import (
	"slices"
	"strconv"

	"switchyard/internal/document"
)

func Without(n *document.Node, key string) *document.Node {
	out := document.Fields()
	for _, k := range n.Keys {
		if k != key {
			Put(out, k, n.Fields[k])
		}
	}
	return out
}

func Put(n *document.Node, key string, value *document.Node) {
	if _, has := n.Fields[key]; !has {
		n.Keys = append(n.Keys, key)
	}
	n.Fields[key] = value
}

func Drop(n *document.Node, key string) {
	if _, has := n.Fields[key]; has {
		delete(n.Fields, key)
		n.Keys = slices.DeleteFunc(slices.Clone(n.Keys), func(k string) bool { return k == key })
	}
}

func Text(s string) *document.Node {
	return &document.Node{Kind: document.Text, Text: s, Value: s}
}

// Quoted quotes what stands in a source for a report, cut to what fits a line.
func Quoted(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		s = string(runes[:60]) + "…"
	}
	return strconv.Quote(s)
}
