package openapi

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/document"
)

// shape is all that a schema says, together with the schemas that it refers to and
// is made of.
type shape struct {
	kind      string // type; empty allows anything
	nullable  bool
	about     string
	format    string
	pattern   string
	enum      []any
	def       any
	example   any
	numbers   map[string]float64 // minimum, maximum and so on, by keyword
	unique    bool
	keys      []string // of properties, in their order
	props     map[string][]*document.Node
	required  []string
	items     *document.Node
	values    *document.Node // of an object that has any keys
	readOnly  bool
	writeOnly bool
	old       bool

	name string   // of the first schema that was referred to
	refs []string // the references that were followed
	lead []string // those that stand for the whole schema, and not for a part
	why  string   // why the schema is not known; empty if it is
	loop string   // a reference that leads back to the schema once too often
}

// maxMerge bounds how deep schemas are made of other schemas.
const maxMerge = 32

// shaper flattens schemas.
type shaper struct {
	notes   *remarks
	schemas map[string]*document.Node // by the names in references
	at      string                    // operation
	stack   []string                  // references that lead to where the shaper is
}

// shape is what the schemas say together.
func (s *shaper) shape(refs ...*document.Node) *shape {
	out := &shape{}
	for _, ref := range refs {
		s.add(out, ref, 0, len(refs) == 1)
	}
	if out.kind == "" {
		switch {
		case len(out.props) > 0 || out.values != nil:
			out.kind = "object"
		case out.items != nil:
			out.kind = "array"
		case len(out.enum) > 0:
			out.kind = kindOf(out.enum)
		}
	}
	return out
}

// add adds what a schema says to a shape. A later schema overrides an earlier one. is
// reports whether the schema stands for the whole shape.
func (s *shaper) add(out *shape, n *document.Node, depth int, is bool) {
	for n != nil && n.Fields["$ref"] != nil {
		ref := n.Fields["$ref"].Text
		if slices.Contains(out.refs, ref) {
			return // made of the same schema twice, or of itself
		}
		if is && s.again(ref) {
			out.loop = ref
			return
		}
		out.refs = append(out.refs, ref)
		out.name = cmp.Or(out.name, schemaName(ref))
		if is {
			out.lead = append(out.lead, ref)
		}
		n = s.schemas[ref]
	}
	if n == nil || depth > maxMerge {
		return
	}
	if why := n.Fields[unresolved]; why != nil {
		out.why = why.Text
		return
	}
	if all := n.Fields["allOf"]; all != nil {
		for _, part := range all.Items {
			s.add(out, part, depth+1, is && len(all.Items) == 1)
		}
	}
	out.own(n, s)
	for _, key := range []string{"oneOf", "anyOf"} {
		if list := n.Fields[key]; list != nil {
			s.alternatives(out, list.Items, depth, is)
		}
	}
}

// kindOf is the type of all values; empty if they have none in common.
func kindOf(values []any) string {
	for _, kind := range []string{"string", "integer", "number", "boolean"} {
		if !slices.ContainsFunc(values, func(v any) bool { return v != nil && !fits(kind, v) }) {
			return kind
		}
	}
	return ""
}

// again reports whether a reference led here twice already: a schema that contains
// itself is written once inside of itself.
func (s *shaper) again(ref string) bool {
	count := 0
	for _, r := range s.stack {
		if r == ref {
			count++
		}
	}
	return count >= 2
}

// own adds what a schema itself says.
func (out *shape) own(n *document.Node, s *shaper) {
	types := textsOf(n.Fields["type"])
	if slices.Contains(types, "null") {
		types, out.nullable = slices.DeleteFunc(types, func(t string) bool { return t == "null" }), true
	}
	if len(types) > 1 {
		s.notes.of("narrowed several types to the first", s.at)
	}
	if len(types) > 0 {
		out.kind = types[0]
	}
	flag := func(key string) bool { return isTrue(n.Fields[key]) }
	out.nullable, out.unique = out.nullable || flag("nullable"), out.unique || flag("uniqueItems")
	out.readOnly, out.writeOnly, out.old = out.readOnly || flag("readOnly"), out.writeOnly || flag("writeOnly"), out.old || flag("deprecated")
	out.about = cmp.Or(n.TextAt("description"), out.about, n.TextAt("title"))
	out.format, out.pattern = cmp.Or(n.TextAt("format"), out.format), cmp.Or(n.TextAt("pattern"), out.pattern)
	if enum, _ := value(n, "enum").([]any); len(enum) > 0 {
		out.enum = enum
	}
	if v := value(n, "const"); v != nil {
		out.enum = []any{v}
	}
	if v := value(n, "default"); v != nil {
		out.def = v
	}
	for _, key := range []string{"x-example", "example"} {
		if v := value(n, key); v != nil {
			out.example = v
		}
	}
	out.bounds(n)
	out.items = cmp.Or(n.Fields["items"], out.items)
	if values := n.Fields["additionalProperties"]; values != nil && values.Kind == document.Object {
		out.values = values
	}
	for _, name := range textsOf(n.Fields["required"]) {
		if !slices.Contains(out.required, name) {
			out.required = append(out.required, name)
		}
	}
	props := n.Fields["properties"]
	if props == nil {
		return
	}
	for _, name := range props.Keys {
		if out.props == nil {
			out.props = map[string][]*document.Node{}
		}
		if out.props[name] == nil {
			out.keys = append(out.keys, name)
		}
		out.props[name] = append(out.props[name], props.Fields[name])
	}
}

// value is the plain value of a keyword; nil when there is none.
func value(n *document.Node, key string) any {
	if field := n.Fields[key]; field != nil {
		return field.Plain()
	}
	return nil
}

// textsOf are the texts of a list; one text alone is a list of one.
func textsOf(n *document.Node) []string {
	switch {
	case n == nil:
		return nil
	case n.Kind == document.Text:
		return []string{n.Text}
	}
	var out []string
	for _, item := range n.Items {
		out = append(out, item.Text)
	}
	return out
}

// bounds adds the numbers that bound values. A bound that is excluded is either a
// number of its own, or a flag beside the bound.
func (out *shape) bounds(n *document.Node) {
	for _, key := range boundKeys {
		var f float64
		switch v := value(n, key).(type) {
		case int64:
			f = float64(v)
		case float64:
			f = v
		default:
			continue
		}
		if f <= 0 && slices.Contains([]string{"multipleOf", "minLength", "minItems"}, key) {
			continue
		}
		if exclusive := "exclusive" + strings.ToUpper(key[:1]) + key[1:]; value(n, exclusive) == true {
			key = exclusive
		}
		if out.numbers == nil {
			out.numbers = map[string]float64{}
		}
		out.numbers[key] = f
	}
}

// alternatives adds the first alternative that can be described, or all of them if
// they are values of one type.
func (s *shaper) alternatives(out *shape, list []*document.Node, depth int, is bool) {
	if len(list) == 0 || depth > maxMerge {
		return
	}
	var shapes []*shape
	var from []*document.Node
	for _, ref := range list[:min(len(list), 64)] {
		alone := &shape{refs: slices.Clone(out.refs)}
		s.add(alone, ref, depth+1, is)
		if alone.kind == "" && alone.nullable && len(alone.enum) == 0 && len(alone.props) == 0 || len(alone.enum) == 1 && alone.enum[0] == nil {
			out.nullable = true // "or null"
			continue
		}
		shapes, from = append(shapes, alone), append(from, ref)
	}
	if len(shapes) == 0 {
		return
	}
	if len(shapes) > 1 && s.values(out, shapes) {
		return
	}
	best := slices.IndexFunc(shapes, func(a *shape) bool {
		return a.why == "" && a.loop == "" && a.kind != "array" && (a.kind != "" || len(a.props) > 0 || len(a.required) > 0)
	})
	best = max(best, 0)
	if len(shapes) > 1 {
		s.notes.of("narrowed alternatives (oneOf, anyOf) to the first object or value", cmp.Or(shapes[best].name, s.at))
	}
	s.add(out, from[best], depth+1, is)
}

// values adds alternatives that are only values of one type, and reports whether
// they are.
func (s *shaper) values(out *shape, shapes []*shape) bool {
	var all []any
	for _, a := range shapes {
		if len(a.enum) == 0 || a.kind != shapes[0].kind {
			return false
		}
		all = append(all, a.enum...)
	}
	out.kind, out.enum = cmp.Or(out.kind, shapes[0].kind), all
	return true
}

// schemaName is the name of a schema as the description has it.
func schemaName(ref string) string {
	name := strings.TrimPrefix(ref, "s.")
	if i := strings.LastIndexByte(name, '.'); i >= 0 { // a package before it
		if tail := name[i+1:]; strings.Trim(tail, "0123456789") != "" {
			return tail
		}
		return name[:i]
	}
	return name
}

// fits reports whether a JSON value has a type.
func fits(kind string, v any) bool {
	switch v := v.(type) {
	case string:
		return kind == "string" || kind == ""
	case bool:
		return kind == "boolean" || kind == ""
	case int64:
		return kind == "number" || kind == "" || kind == "integer"
	case float64:
		return kind == "number" || kind == "" || kind == "integer" && v == float64(int64(v))
	case []any:
		return kind == "array" || kind == ""
	case map[string]any:
		return kind == "object" || kind == ""
	}
	return false
}

// fitted converts a value to a type if only the notation differs, such as a number
// for a text; otherwise it is nil.
func fitted(kind string, v any) any {
	if fits(kind, v) {
		return v
	}
	switch w := v.(type) {
	case int64, float64, bool:
		if kind == "string" {
			data, err := json.Marshal(w)
			if err == nil {
				return string(data)
			}
		}
	case string:
		var out any
		if kind != "string" && kind != "array" && kind != "object" && json.Unmarshal([]byte(strings.TrimSpace(w)), &out) == nil && fits(kind, out) {
			return out
		}
	}
	return nil
}
