package tools

import (
	"encoding/json"
	"strconv"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/internal/jsontext"
)

// node is one value of a toolset file, or of a schema that is made of it.
type node = document.Node

// decoded is the document as encoding/json would decode it with numbers as
// json.Number.
func decoded(n *node) any {
	switch n.Kind {
	case document.Object:
		out := make(map[string]any, len(n.Fields))
		for key, field := range n.Fields {
			out[key] = decoded(field)
		}
		return out
	case document.List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = decoded(item)
		}
		return out
	}
	switch v := n.Value.(type) {
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case float64:
		return json.Number(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return n.Value
}

func quote(s string) string { return string(jsontext.Value(s)) }

// pointed follows a JSON pointer as far as it leads.
func pointed(n *node, pointer string) *node {
	for _, step := range jsonptr.Split(pointer) {
		var next *node
		switch n.Kind {
		case document.Object:
			next = n.Fields[step]
		case document.List:
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.Items) {
				next = n.Items[i]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}
