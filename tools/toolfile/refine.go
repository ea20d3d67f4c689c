package toolfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Refine writes into a toolset file what it does not say: effects, entities,
// values, wordings, topics, as they are inferred when the file is loaded. What
// stands there stays, comments and all, so that a second run changes nothing.
// It also tells what was added, as paths such as "tools.getPet.do".
//
// A file that is not written in blocks (JSON) is written anew.
func Refine(file string, data []byte) (text []byte, added []string, err error) {
	d, err := NewDraft(file, data)
	if err != nil {
		return nil, nil, err
	}
	return d.Refined()
}

// Draft is a toolset file under way: what stands in it, and what somebody
// proposes to add. What stands in the file counts first, then what was
// proposed, in its order, then what is inferred.
type Draft struct {
	file string
	data []byte
	doc  *document.Node // what stands in the file
	with *document.Node // the same with what was proposed
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

// Toolset is the toolset as it is loaded.
func (d *Draft) Toolset() *tools.Toolset { return d.set }

// With is the draft with a proposal: a document with some of the parts that a
// toolset file has, of which those count that nobody has said yet. An error of
// type [Problems] tells why it cannot be loaded so; its lines mean nothing. The
// draft itself stays as it is.
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

// Lacks reports whether the file itself says nothing at a path of keys ("tools",
// "getPet", "do") where something is proposed or inferred.
func (d *Draft) Lacks(path ...string) bool {
	have, whole := d.doc, written(d.set)
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

// Refined writes the file with all that is proposed and inferred, and tells what
// was added; see [Refine].
func (d *Draft) Refined() (text []byte, added []string, err error) {
	whole := written(d.set)
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

// place is what an object of a toolset is: it decides which of its parts may be
// given more keys. Schemas, entities and values that are stated are whole.
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

// inside is what the value behind a key is.
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

// change puts lines behind the first so many lines of the text, in the place of
// some of them.
type change struct {
	after, without int
	lines          []string
}

// object adds what is missing to an object, and to the objects in it.
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

// rewrite writes an object that stands in a line as blocks, with what is
// missing.
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

// merged is an object with what is missing.
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

// inBlocks reports whether an object is written in lines of its own.
func (r *refiner) inBlocks(n *document.Node) bool {
	return len(n.Keys) > 0 && n.Line > n.Key.Line && blank(r.lines[n.Line-1][:n.Column-1])
}

// end is the number of lines up to the end of an object that is written in
// blocks.
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

// indented writes an object with so many blanks in front of its lines.
func indented(n *document.Node, by int) []string {
	lines := strings.Split(strings.TrimSuffix(string(document.Encode(n)), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.Repeat(" ", by) + lines[i]
	}
	return lines
}

// text carries the changes out.
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
