package tools

import (
	"strconv"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
)

// node is one value of a toolset file, or of a schema that is made of it.
type node = document.Node

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
