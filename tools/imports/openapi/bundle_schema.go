package openapi

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
)

// maxInline bounds how deep a schema is nested without references.
const maxInline = 24

// unresolved is the keyword of a copy that says why the schema is not known.
const unresolved = "x-unresolved"

// copier copies schemas of one document. It keeps the keywords that mean something
// here and have a value of the right kind, and refers to other schemas by their names
// in the bundle.
type copier struct {
	b       *bundle
	part    *part
	deepest int
}

// keywords are the keywords that are kept, with the kind of their value.
var keywords = map[string]string{
	"type": "type", "title": "text", "description": "text", "format": "text", "pattern": "text",
	"enum": "list", "examples": "examples", "default": "any", "example": "any", "const": "any", "x-example": "any",
	"minimum": "number", "maximum": "number", "multipleOf": "number", "exclusiveMinimum": "bound", "exclusiveMaximum": "bound",
	"minLength": "count", "maxLength": "count", "minItems": "count", "maxItems": "count",
	"nullable": "flag", "readOnly": "flag", "writeOnly": "flag", "deprecated": "flag", "uniqueItems": "flag",
	"properties": "schemas", "items": "schema", "additionalProperties": "schema", "prefixItems": "first",
	"allOf": "alternatives", "anyOf": "alternatives", "oneOf": "alternatives", "required": "names",
}

func (s *copier) schema(n *document.Node, at string, depth int) *document.Node {
	out := document.Fields()
	s.b.count()
	if s.deepest = max(s.deepest, depth); s.b.err != nil {
		return out
	}
	switch {
	case n == nil || n.Kind == document.Bool || n.Kind == document.Null:
		return out
	case n.Kind != document.Object:
		s.b.notes.of("left out schemas that are not objects", at)
		return out
	case depth > maxInline:
		s.b.notes.of("cut schemas that are nested too deep", at)
		return out
	}
	if ref := refOf(n); ref != "" {
		out = s.reference(ref, false)
		if !slices.ContainsFunc(n.Keys, func(key string) bool { return keywords[key] != "" }) || out.Fields["$ref"] == nil {
			return out
		}
		// Keywords beside a reference count, too.
		all := &document.Node{Kind: document.List, Items: []*document.Node{out}}
		out = document.Fields(document.Field{Key: "allOf", Value: all})
	}
	for _, key := range n.Keys {
		kind, as := keywords[key], key
		if s.b.v2 && key == "x-nullable" {
			kind, as = "flag", "nullable"
		}
		if kind == "" || key == "allOf" && out.Fields["allOf"] != nil {
			continue
		}
		v := s.keyword(kind, key, n.Fields[key], at+"/"+jsonptr.Escape(key), depth)
		switch {
		case v == nil:
			s.b.notes.of("left out keywords whose values are of the wrong kind", at+"/"+jsonptr.Escape(key))
		case kind == "first":
			out.Set("items", v)
		case kind == "examples":
			out.Set("example", v)
		default:
			out.Set(as, v)
		}
	}
	// Only schemas may be references, but people also refer to properties.
	if ref := refOf(n.Fields["properties"]); ref != "" {
		all := &document.Node{Kind: document.List, Items: []*document.Node{s.reference(ref, true)}}
		if own := out.Fields["allOf"]; own != nil {
			all.Items = append(all.Items, own.Items...)
		}
		out.Set("allOf", all)
	}
	if scalar(out.Fields["type"]) == "file" {
		out.Set("type", document.NewText("string"))
		out.Set("format", document.NewText("binary"))
	}
	if s.b.v2 {
		s.narrow(out, at)
	}
	return out
}

// narrow keeps the first of the alternatives that people write in Swagger 2, which
// has none.
func (s *copier) narrow(out *document.Node, at string) {
	for _, key := range []string{"anyOf", "oneOf"} {
		list := out.Fields[key]
		if list == nil {
			continue
		}
		delete(out.Fields, key)
		out.Keys = slices.DeleteFunc(out.Keys, func(k string) bool { return k == key })
		if len(list.Items) > 0 && out.Fields["allOf"] == nil {
			out.Set("allOf", &document.Node{Kind: document.List, Items: list.Items[:1]})
			s.b.notes.of("kept only the first alternative, because Swagger 2 has no alternatives", at)
		}
	}
}

// keyword reads the value of one keyword; nil leaves it out.
func (s *copier) keyword(kind, key string, n *document.Node, at string, depth int) *document.Node {
	switch kind {
	case "text":
		if t := scalar(n); n.Kind.Scalar() && n.Kind != document.Null {
			s.b.count()
			return document.NewText(t)
		}
	case "type":
		return s.types(n)
	case "number":
		if n.Kind == document.Whole || n.Kind == document.Real {
			return n
		}
	case "bound":
		if n.Kind == document.Whole || n.Kind == document.Real || n.Kind == document.Bool {
			return n
		}
	case "count":
		if v, ok := n.Value.(int64); ok && v >= 0 {
			return n
		}
	case "flag":
		if n.Kind == document.Bool {
			return n
		}
	case "any":
		s.size(n)
		return n
	case "list":
		if n.Kind == document.List {
			s.size(n)
			return n
		}
	case "examples":
		return s.examples(n)
	case "names":
		if n.Kind == document.List && !slices.ContainsFunc(n.Items, func(i *document.Node) bool { return i.Kind != document.Text }) {
			return n
		}
	case "schemas":
		return s.properties(n, at, depth)
	case "schema":
		return s.subschema(n, key, at, depth)
	case "first":
		if n.Kind == document.List && len(n.Items) > 0 {
			return s.schema(n.Items[0], at+"/0", depth+1)
		}
	case "alternatives":
		if n.Kind == document.List {
			out := &document.Node{Kind: document.List}
			for i, item := range n.Items {
				out.Items = append(out.Items, s.schema(item, at+"/"+strconv.Itoa(i), depth+1))
			}
			return out
		}
	}
	return nil
}

// typeNames are the names that people write for types, with the types.
var typeNames = map[string]string{"string": "string", "integer": "integer", "number": "number", "boolean": "boolean", "array": "array", "object": "object", "null": "null",
	"file": "file", "int": "integer", "long": "integer", "int32": "integer", "int64": "integer", "float": "number", "double": "number", "decimal": "number",
	"bool": "boolean", "str": "string", "text": "string", "date": "string", "datetime": "string", "date-time": "string", "list": "array", "dict": "object", "map": "object"}

// types reads a type, or a list of types. Swagger 2 has one only.
func (s *copier) types(n *document.Node) *document.Node {
	list := n.Items
	if n.Kind == document.Text {
		list = []*document.Node{n}
	}
	var known []string
	for _, item := range list {
		name := typeNames[strings.ToLower(scalar(item))]
		if name != "" && !slices.Contains(known, name) {
			known = append(known, name)
		}
		if name != "" && name != scalar(item) {
			s.b.notes.of("read odd types as those of JSON Schema", scalar(item))
		}
	}
	switch {
	case len(known) == 0:
		return nil
	case len(known) == 1:
		return document.NewText(known[0])
	case s.b.v2:
		return document.NewText(known[slices.IndexFunc(known, func(k string) bool { return k != "null" })])
	}
	out := &document.Node{Kind: document.List}
	for _, name := range known {
		out.Items = append(out.Items, document.NewText(name))
	}
	return out
}

// examples is the first of a list of examples, or of an object of examples by name.
func (s *copier) examples(n *document.Node) *document.Node {
	if n.Kind == document.List && len(n.Items) > 0 {
		s.size(n.Items[0])
		return n.Items[0]
	}
	if n.Kind == document.Object {
		return s.b.example(spot{s.part, document.Fields(document.Field{Key: "examples", Value: n})})
	}
	return nil
}

// size counts the values of something that is kept as it is.
func (s *copier) size(n *document.Node) {
	s.b.count()
	for _, f := range n.Fields {
		s.size(f)
	}
	for _, i := range n.Items {
		s.size(i)
	}
}

func (s *copier) properties(n *document.Node, at string, depth int) *document.Node {
	if n.Kind != document.Object {
		return nil
	}
	out := document.Fields()
	for _, name := range n.Keys {
		if name == "$ref" && refOf(n) != "" {
			continue // see schema
		}
		out.Set(name, s.schema(n.Fields[name], at+"/"+jsonptr.Escape(name), depth+1))
	}
	return out
}

func (s *copier) subschema(n *document.Node, key, at string, depth int) *document.Node {
	switch {
	case n.Kind == document.Object:
		return s.schema(n, at, depth+1)
	case n.Kind == document.Bool && key == "additionalProperties":
		return n
	case n.Kind == document.Bool:
		return document.Fields()
	case n.Kind == document.List && len(n.Items) > 0:
		return s.schema(n.Items[0], at+"/0", depth+1)
	}
	return nil
}

// withExample copies a schema together with an example that stands beside it.
func (b *bundle) withExample(from spot, example *document.Node, at string) *document.Node {
	s := copier{b: b, part: from.part}
	schema := s.schema(from.node, at, 0)
	if example == nil || from.at("example").node != nil || from.at("examples").node != nil {
		return schema
	}
	s.size(example)
	return document.Fields(document.Field{Key: "allOf", Value: &document.Node{Kind: document.List, Items: []*document.Node{schema}}},
		document.Field{Key: "example", Value: example})
}

// reference copies a reference to a schema, or to the properties of one as to a schema
// with these properties. The copy of a reference that leads nowhere says why.
func (s *copier) reference(ref string, properties bool) *document.Node {
	fail := func(why string) *document.Node {
		s.b.notes.of("references that could not be followed", why)
		return document.Fields(document.Field{Key: unresolved, Value: document.NewText(why)})
	}
	part, way := s.part, hops{}
	for {
		to, pointer, why := s.b.reader.follow(part, ref, &way)
		if why != "" {
			return fail(why)
		}
		if next := refOf(to.node); next != "" && len(to.node.Keys) == 1 {
			part, ref = to.part, next
			continue
		}
		id := to.part.at + "#" + pointer
		at := id
		if properties {
			id += " (properties)"
			to.node = document.Fields(document.Field{Key: "properties", Value: to.node})
			pointer = strings.TrimSuffix(pointer, "/properties")
			at = to.part.at + "#" + pointer
		}
		name := s.b.names[id]
		if name == "" {
			name = s.b.name(to.part, pointer)
			s.b.names[id] = name
			s.b.pending = append(s.b.pending, pendingSchema{name, to, at})
		}
		return document.Fields(document.Field{Key: "$ref", Value: document.NewText(name)})
	}
}

// name makes a new name for a schema from its place. It begins with "s.", so that
// it is never empty.
func (b *bundle) name(part *part, pointer string) string {
	last := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if pointer == "" {
		last = strings.TrimSuffix(path.Base(part.at), path.Ext(part.at))
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, last)
	name = "s." + name[:min(len(name), 80)]
	out := name
	taken := func() bool { _, taken := b.schemas[out]; return taken }
	for i := 2; taken(); i++ {
		// Counting on from the last number keeps a million schemas of one name fast.
		b.counts[name] = max(b.counts[name]+1, i)
		out = name + "." + strconv.Itoa(b.counts[name])
	}
	b.schemas[out] = nil
	return out
}
