package openapi

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
)

// maxInline bounds how deep a schema is nested without references.
const maxInline = 24

// The library keeps extensions; these carry what its types have no place for.
const (
	keysExtension       = "x-keys"       // names of properties, in their order
	unresolvedExtension = "x-unresolved" // why the schema is not known
)

// copier takes over schemas of one document: keywords that mean something,
// of the kind that they must be, and references by the names of the bundle.
type copier struct {
	b       *bundle
	part    *part
	deepest int
}

// keywords says of which kind the values of keywords are. Others are left
// out.
var keywords = map[string]string{
	"type": "type", "title": "text", "description": "text", "format": "text", "pattern": "text",
	"enum": "list", "examples": "examples", "default": "any", "example": "any", "const": "any", "x-example": "any",
	"minimum": "number", "maximum": "number", "multipleOf": "number", "exclusiveMinimum": "bound", "exclusiveMaximum": "bound",
	"minLength": "count", "maxLength": "count", "minItems": "count", "maxItems": "count",
	"nullable": "flag", "x-nullable": "flag", "readOnly": "flag", "writeOnly": "flag", "deprecated": "flag", "uniqueItems": "flag",
	"properties": "schemas", "items": "schema", "additionalProperties": "schema", "prefixItems": "first",
	"allOf": "alternatives", "anyOf": "alternatives", "oneOf": "alternatives", "required": "names",
}

// newerKeywords are those that the types of Swagger 2 do not have; it has one
// number for a bound that is excluded.
var newerKeywords = []string{"anyOf", "oneOf", "nullable", "examples", "const", "prefixItems"}

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
		s.b.notes.of("left out schemas that are no objects", at)
		return out
	case depth > maxInline:
		s.b.notes.of("cut schemas that are nested too deep", at)
		return out
	}
	if ref := n.Fields["$ref"]; ref != nil && ref.Kind == document.Text {
		out = s.reference(ref.Text)
		if !slices.ContainsFunc(n.Keys, func(key string) bool { return keywords[key] != "" }) || out.Fields["$ref"] == nil {
			return out
		}
		// What stands beside a reference is said of it, too.
		all := &document.Node{Kind: document.List, Items: []*document.Node{out}}
		out = document.Fields(document.Field{Key: "allOf", Value: all})
	}
	for _, key := range n.Keys {
		kind := keywords[key]
		if kind == "" || key == "allOf" && out.Fields["allOf"] != nil {
			continue
		}
		v := s.keyword(kind, key, n.Fields[key], at+"/"+jsonptr.Escape(key), depth)
		switch {
		case v == nil:
			s.b.notes.of("left out keywords that are not of the kind they must be", at+"/"+jsonptr.Escape(key))
		case kind == "first":
			put(out, "items", v)
		case kind == "examples":
			put(out, "example", v)
		default:
			put(out, key, v)
		}
		if kind == "schemas" && v != nil {
			put(out, keysExtension, textList(v.Keys))
		}
	}
	if scalar(out.Fields["type"]) == "file" {
		put(out, "type", textNode("string"))
		put(out, "format", textNode("binary"))
	}
	if s.b.v2 {
		s.old(out, at)
	}
	return out
}

// old rewrites what only newer versions have, but people write in Swagger 2
// too.
func (s *copier) old(out *document.Node, at string) {
	for _, key := range slices.Clone(out.Keys) {
		n := out.Fields[key]
		number := n.Kind == document.Whole || n.Kind == document.Real
		switch {
		case (key == "exclusiveMinimum" || key == "exclusiveMaximum") && number:
			put(out, strings.ToLower(key[9:]), n)
			n = &document.Node{Kind: document.Bool, Value: true}
			out.Fields[key] = n
		case key == "nullable":
			put(out, "x-nullable", n)
		case key == "const":
			put(out, "enum", &document.Node{Kind: document.List, Items: []*document.Node{n}})
		case (key == "anyOf" || key == "oneOf") && len(n.Items) > 0 && out.Fields["allOf"] == nil:
			put(out, "allOf", &document.Node{Kind: document.List, Items: n.Items[:1]})
			s.b.notes.of("narrowed alternatives, which Swagger 2 does not have, to the first", at)
		}
	}
	for _, key := range newerKeywords {
		if out.Fields[key] != nil {
			delete(out.Fields, key)
			out.Keys = slices.DeleteFunc(out.Keys, func(k string) bool { return k == key })
		}
	}
}

// keyword reads the value of one keyword; nil leaves it out.
func (s *copier) keyword(kind, key string, n *document.Node, at string, depth int) *document.Node {
	switch kind {
	case "text":
		if t := scalar(n); n.Kind.Scalar() && n.Kind != document.Null {
			return s.b.text(t)
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

// typeNames is the types that there are, and what people write for them.
var typeNames = map[string]string{"string": "string", "integer": "integer", "number": "number", "boolean": "boolean", "array": "array", "object": "object", "null": "null",
	"file": "file", "int": "integer", "long": "integer", "int32": "integer", "int64": "integer", "float": "number", "double": "number", "decimal": "number",
	"bool": "boolean", "str": "string", "text": "string", "date": "string", "datetime": "string", "date-time": "string", "list": "array", "dict": "object", "map": "object"}

// types reads a type, or a list of them. Swagger 2 has one.
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
		return textNode(known[0])
	case s.b.v2:
		return textNode(known[slices.IndexFunc(known, func(k string) bool { return k != "null" })])
	}
	return textList(known)
}

// examples is the first of them: a list, or an object by name.
func (s *copier) examples(n *document.Node) *document.Node {
	if n.Kind == document.List && len(n.Items) > 0 {
		s.size(n.Items[0])
		return n.Items[0]
	}
	if n.Kind == document.Object {
		return s.b.example(s.part, document.Fields(document.Field{Key: "examples", Value: n}))
	}
	return nil
}

// size counts the values of what is taken over as it is.
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
		put(out, name, s.schema(n.Fields[name], at+"/"+jsonptr.Escape(name), depth+1))
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

// withExample is a schema with an example that stands beside it.
func (s *copier) withExample(n, example *document.Node, at string) *document.Node {
	schema := s.schema(n, at, 0)
	if example == nil || field(n, "example") != nil || field(n, "examples") != nil {
		return schema
	}
	s.size(example)
	return document.Fields(document.Field{Key: "allOf", Value: &document.Node{Kind: document.List, Items: []*document.Node{schema}}},
		document.Field{Key: "example", Value: example})
}

// reference is a reference to a schema of the bundle. What cannot be found is
// a schema that says why.
func (s *copier) reference(ref string) *document.Node {
	unresolved := func(why string) *document.Node {
		s.b.notes.of("references that could not be followed", why)
		return document.Fields(document.Field{Key: unresolvedExtension, Value: textNode(why)})
	}
	part, seen := s.part, map[string]bool{}
	for {
		to, n, pointer, why := s.b.reader.follow(part, ref)
		if why != "" {
			return unresolved(why)
		}
		id := to.at + "#" + pointer
		if seen[id] {
			return unresolved("the reference " + ref + " leads to itself")
		}
		seen[id] = true
		next := n.Fields["$ref"]
		if next != nil && next.Kind == document.Text && len(n.Keys) == 1 {
			part, ref = to, next.Text
			continue
		}
		name := s.b.names[id]
		if name == "" {
			name = s.b.name(to, pointer)
			s.b.names[id] = name
			s.b.pending = append(s.b.pending, pendingSchema{name, to, n, id})
		}
		folder := "#/components/schemas/"
		if s.b.v2 {
			folder = "#/definitions/"
		}
		return document.Fields(document.Field{Key: "$ref", Value: textNode(folder + name)})
	}
}

// name is a new name for a schema, after where it stands.
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
	for i := 2; b.taken[out]; i++ {
		out = name + "." + strconv.Itoa(b.next(name, i))
	}
	b.taken[out] = true
	return out
}

// next keeps a million schemas of one name from being counted again and again.
func (b *bundle) next(name string, least int) int {
	b.counts[name] = max(b.counts[name]+1, least)
	return b.counts[name]
}

func textList(items []string) *document.Node {
	out := &document.Node{Kind: document.List}
	for _, item := range items {
		out.Items = append(out.Items, textNode(item))
	}
	return out
}

// oasJSON writes a tree as JSON.
func oasJSON(out []byte, n *document.Node) []byte {
	switch {
	case n == nil:
		return append(out, "null"...)
	case n.Kind == document.Object:
		out = append(out, '{')
		for i, key := range n.Keys {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(quoted(out, key), ':')
			out = oasJSON(out, n.Fields[key])
		}
		return append(out, '}')
	case n.Kind == document.List:
		out = append(out, '[')
		for i, item := range n.Items {
			if i > 0 {
				out = append(out, ',')
			}
			out = oasJSON(out, item)
		}
		return append(out, ']')
	}
	if s, ok := n.Value.(string); ok {
		return quoted(out, s)
	}
	data, err := json.Marshal(n.Value)
	if err != nil {
		return append(out, "null"...) // a scalar that is no JSON, such as infinity, is never read
	}
	return append(out, data...)
}

func quoted(out []byte, s string) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		return append(out, `""`...) // a text can always be written
	}
	return append(out, data...)
}
