package toolfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Refine adds to a toolset file what the file does not say: the effects, entities,
// values, wordings and topics that are inferred when it is loaded. Existing lines
// and comments stay as they are, so a second run changes nothing. added lists the
// paths of what was added, such as "tools.getPet.do".
//
// A JSON file to which something is added is rewritten as YAML.
func Refine(file string, data []byte) (text []byte, added []string, err error) {
	d, err := NewDraft(file, data)
	if err != nil {
		return nil, nil, err
	}
	return d.Refined()
}

// Draft is a toolset file with proposed additions. What the file says overrides the
// proposals, an earlier proposal overrides a later one, and all of them override what
// is inferred.
type Draft struct {
	file string
	data []byte
	doc  *document.Node // the file
	with *document.Node // the file with the proposals
	set  *tools.Toolset
}

// NewDraft reads a toolset in the format of [Parse]. The error is of type
// [Problems].
func NewDraft(file string, data []byte) (*Draft, error) {
	set, err := Parse(file, data)
	if err != nil {
		return nil, err
	}
	doc, err := document.Parse(data)
	if err != nil {
		return nil, Problems{noDocument(file, err, "")}
	}
	return &Draft{file: file, data: data, doc: doc, with: doc, set: set}, nil
}

// Toolset is the toolset that the draft describes.
func (d *Draft) Toolset() *tools.Toolset { return d.set }

// With returns the draft with a proposal, which is a document with some of the
// parts of a toolset file. Parts that the draft already has are ignored. An error
// of type [Problems] says why the result does not load; its line numbers mean
// nothing. The draft itself does not change.
func (d *Draft) With(proposal *document.Node) (*Draft, error) {
	var r refiner
	more := *d
	more.with = r.merged(d.with, proposal, wholeToolset, "")
	if len(r.added) == 0 {
		return d, nil
	}
	var err error
	if more.set, err = Parse(d.file, document.Encode(more.with)); err != nil {
		return nil, err
	}
	return &more, nil
}

// Lacks reports whether the file lacks the part at a path of keys ("tools", "getPet",
// "do"), although a proposal or inference supplies it.
func (d *Draft) Lacks(path ...string) bool {
	have, whole := d.doc, Document(d.set)
	for _, key := range path {
		if whole = whole.Fields[key]; whole == nil {
			return false
		}
		if have != nil {
			have = have.Fields[key]
		}
	}
	return have == nil
}

// Refined writes the file with everything that is proposed and inferred, and lists
// what was added; see [Refine].
func (d *Draft) Refined() (text []byte, added []string, err error) {
	whole := Document(d.set)
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(d.data, []byte("\ufeff"))), []byte("{")) {
		inner := refiner{}
		if inner.merged(d.doc, whole, wholeToolset, ""); len(inner.added) == 0 {
			return d.data, nil, nil
		}
		return Write(d.set), inner.added, nil
	}
	r := refiner{lines: strings.Split(strings.TrimRight(string(d.data), "\n"), "\n")}
	r.object(d.doc, whole, wholeToolset, "")
	if len(r.added) == 0 {
		return d.data, nil, nil
	}
	return r.text(), r.added, nil
}

// place is the kind of an object in a toolset file. It decides which of its parts
// may get more keys. Schemas, entities and values are never extended.
type place int

const (
	wholeToolset place = iota
	theTools
	theEntities
	oneTool
	theParams
	oneParam
	closed
)

// inside is the kind of the value of a key.
func (p place) inside(key string) place {
	switch {
	case p == wholeToolset && key == "tools":
		return theTools
	case p == wholeToolset && key == "entities":
		return theEntities
	case p == theTools:
		return oneTool
	case p == oneTool && key == "params", p == oneParam && key == "props":
		return theParams
	case p == theParams, p == oneParam && key == "items":
		return oneParam
	}
	return closed
}

// refiner collects changes of a text.
type refiner struct {
	lines   []string
	changes []change
	added   []string
}

// change inserts lines after a line of the text, in place of some of the lines that
// follow.
type change struct {
	after, without int
	lines          []string
}

// object adds what is missing to an object and to the objects in it.
func (r *refiner) object(have, whole *document.Node, p place, path string) {
	fresh := document.Fields()
	for _, key := range whole.Keys {
		value, at := whole.Fields[key], strings.TrimPrefix(path+"."+key, ".")
		field := have.Fields[key]
		switch {
		case field == nil:
			fresh.Set(key, value)
			r.added = append(r.added, at)
		case p.inside(key) == closed || field.Kind != document.Object:
		case r.inBlocks(field):
			r.object(field, value, p.inside(key), at)
		default:
			r.rewrite(field, value, p.inside(key), at)
		}
	}
	if len(fresh.Keys) > 0 {
		r.changes = append(r.changes, change{after: r.end(have), lines: indented(fresh, have.Column-1)})
	}
}

// rewrite writes an object that stands on one line as a block, together with what
// is missing.
func (r *refiner) rewrite(have, whole *document.Node, p place, path string) {
	inner := refiner{lines: r.lines}
	merged := inner.merged(have, whole, p, path)
	if len(inner.added) == 0 {
		return
	}
	r.added = append(r.added, inner.added...)
	head := r.lines[have.Key.Line-1][:have.Key.Column-1]
	name := r.lines[have.Key.Line-1][have.Key.Column-1:]
	name = name[:strings.Index(name, ":")+1]
	last := have.Key.Line
	for last < len(r.lines) && (indent(r.lines[last]) > have.Key.Column-1 || blank(r.lines[last])) {
		last++
	}
	for blank(r.lines[last-1]) {
		last--
	}
	r.changes = append(r.changes, change{after: have.Key.Line - 1, without: last - have.Key.Line + 1,
		lines: append([]string{head + name}, indented(merged, have.Key.Column+1)...)})
}

// merged is the object together with what is missing.
func (r *refiner) merged(have, whole *document.Node, p place, path string) *document.Node {
	out := document.Fields()
	for _, key := range have.Keys {
		out.Set(key, have.Fields[key])
	}
	for _, key := range whole.Keys {
		at := strings.TrimPrefix(path+"."+key, ".")
		switch field := have.Fields[key]; {
		case field == nil:
			out.Set(key, whole.Fields[key])
			r.added = append(r.added, at)
		case p.inside(key) != closed && field.Kind == document.Object:
			out.Set(key, r.merged(field, whole.Fields[key], p.inside(key), at))
		}
	}
	return out
}

// inBlocks reports whether an object has lines of its own.
func (r *refiner) inBlocks(n *document.Node) bool {
	return len(n.Keys) > 0 && n.Line > n.Key.Line && blank(r.lines[n.Line-1][:n.Column-1])
}

// end is the number of the last line of an object that has lines of its own.
func (r *refiner) end(n *document.Node) int {
	last := n.Line
	for i := n.Line; i < len(r.lines); i++ {
		switch line := r.lines[i]; {
		case blank(line) || strings.HasPrefix(strings.TrimSpace(line), "#"):
		case indent(line) < n.Column-1:
			return last
		default:
			last = i + 1
		}
	}
	return last
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// indented writes an object with blanks in front of its lines.
func indented(n *document.Node, by int) []string {
	lines := strings.Split(strings.TrimSuffix(string(document.Encode(n)), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.Repeat(" ", by) + lines[i]
	}
	return lines
}

// text applies the changes.
func (r *refiner) text() []byte {
	slices.SortStableFunc(r.changes, func(a, b change) int { return a.after - b.after })
	var out bytes.Buffer
	at := 0
	for _, c := range r.changes {
		for ; at < c.after; at++ {
			fmt.Fprintln(&out, r.lines[at])
		}
		for _, line := range c.lines {
			fmt.Fprintln(&out, line)
		}
		at = max(at, c.after+c.without)
	}
	for ; at < len(r.lines); at++ {
		fmt.Fprintln(&out, r.lines[at])
	}
	return out.Bytes()
}
