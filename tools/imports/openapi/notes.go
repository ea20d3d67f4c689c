package openapi

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/tools/imports"
)

// remarks collects the notes of an import. A note about many places is reported
// once, with the number of places and the first of them.
type remarks struct {
	skipped []imports.Note
	single  []imports.Note
	kinds   []*remark
	byKind  map[string]*remark
}

// remark is a note about many places.
type remark struct {
	what  string
	names []string
	seen  map[string]bool
}

// mostNamed bounds the names in one note.
const mostNamed = 8

func (n *remarks) skip(where, what string) {
	n.skipped = append(n.skipped, imports.Note{Where: where, What: oneLine(what, 300)})
}

func (n *remarks) add(where, format string, args ...any) {
	n.single = append(n.single, imports.Note{Where: where, What: oneLine(fmt.Sprintf(format, args...), 300)})
}

// of adds a name to the note with this text.
func (n *remarks) of(what, name string) {
	k := n.byKind[what]
	if k == nil {
		if n.byKind == nil {
			n.byKind = map[string]*remark{}
		}
		k = &remark{what: what, seen: map[string]bool{}}
		n.byKind[what], n.kinds = k, append(n.kinds, k)
	}
	if name = oneLine(name, 200); !k.seen[name] {
		k.seen[name] = true
		if len(k.names) < mostNamed {
			k.names = append(k.names, name)
		}
	}
}

func (n *remarks) list() []imports.Note {
	var out []imports.Note
	for _, k := range n.kinds {
		text := k.what + ": " + strings.Join(k.names, ", ")
		if more := len(k.seen) - len(k.names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, imports.Note{Where: "#", What: text})
	}
	return slices.Concat(out, n.single)
}
