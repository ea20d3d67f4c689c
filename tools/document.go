package tools

import (
	"strconv"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
)

// pointed follows a JSON pointer as far as it leads.
func pointed(n *document.Node, pointer string) *document.Node {
	for _, step := range jsonptr.Split(pointer) {
		var next *document.Node
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
