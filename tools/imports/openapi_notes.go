package imports

import (
	"fmt"
	"slices"
	"strings"
)

// oasNotes collects what there is to say of an import. What happens again and
// again is told once, with its number and its first cases.
type oasNotes struct {
	skipped []Note
	single  []Note
	kinds   []*oasKind
	byKind  map[string]*oasKind
}

// oasKind is a note of many places.
type oasKind struct {
	what  string
	names []string
	seen  map[string]bool
}

// oasNamed bounds the names that a note tells.
const oasNamed = 8

func (n *oasNotes) skip(where, what string) {
	n.skipped = append(n.skipped, Note{Where: where, What: oasOneLine(what, 300)})
}

func (n *oasNotes) add(where, format string, args ...any) {
	n.single = append(n.single, Note{Where: where, What: oasOneLine(fmt.Sprintf(format, args...), 300)})
}

// of notes something about a name, once for all names that it is true of.
func (n *oasNotes) of(what, name string) {
	k := n.byKind[what]
	if k == nil {
		if n.byKind == nil {
			n.byKind = map[string]*oasKind{}
		}
		k = &oasKind{what: what, seen: map[string]bool{}}
		n.byKind[what], n.kinds = k, append(n.kinds, k)
	}
	if name = oasOneLine(name, 200); !k.seen[name] {
		k.seen[name] = true
		if len(k.names) < oasNamed {
			k.names = append(k.names, name)
		}
	}
}

func (n *oasNotes) list() []Note {
	var out []Note
	for _, k := range n.kinds {
		text := k.what + ": " + strings.Join(k.names, ", ")
		if more := len(k.seen) - len(k.names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, Note{Where: "#", What: text})
	}
	return slices.Concat(out, n.single)
}
