package openapi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// shape is what a schema says in all, with what it refers to and what it is
// made of.
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
	props     map[string][]*openapi3.SchemaRef
	required  []string
	items     *openapi3.SchemaRef
	values    *openapi3.SchemaRef // of an object that has any keys
	readOnly  bool
	writeOnly bool
	old       bool

	name string   // of the schema that was referred to
	refs []string // followed on the way
	lead []string // those of them that the schema is, and not only made of
	why  string   // it is not known
	loop string   // the reference that leads back here once too often
}

// maxMerge bounds schemas that are made of schemas.
const maxMerge = 32

// shaper flattens schemas.
type shaper struct {
	notes *remarks
	at    string   // operation
	stack []string // references that lead to where the shaper is
}

// shape is what all of the schemas say together.
func (s *shaper) shape(refs ...*openapi3.SchemaRef) *shape {
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

// add adds what a schema says to a shape. What comes later says it better, but
// for what a schema is made of. is reports whether the schema is all that the
// shape is.
func (s *shaper) add(out *shape, ref *openapi3.SchemaRef, depth int, is bool) {
	if ref == nil {
		return
	}
	if ref.Ref != "" {
		if slices.Contains(out.refs, ref.Ref) {
			return // made of the same twice, or of itself
		}
		if is && s.again(ref.Ref) {
			out.loop = ref.Ref
			return
		}
		out.refs = append(out.refs, ref.Ref)
		out.name = or(out.name, schemaName(ref.Ref))
		if is {
			out.lead = append(out.lead, ref.Ref)
		}
	}
	v := ref.Value
	if v == nil || depth > maxMerge {
		return
	}
	if why, ok := v.Extensions[unresolvedExtension].(string); ok {
		out.why = why
		return
	}
	for _, part := range v.AllOf {
		s.add(out, part, depth+1, is && len(v.AllOf) == 1)
	}
	out.own(v, s)
	for _, list := range []openapi3.SchemaRefs{v.OneOf, v.AnyOf} {
		s.alternatives(out, list, depth, is)
	}
}

// kindOf is the type that all values are of; empty when there is none.
func kindOf(values []any) string {
	for _, kind := range []string{"string", "integer", "number", "boolean"} {
		if !slices.ContainsFunc(values, func(v any) bool { return v != nil && !fits(kind, v) }) {
			return kind
		}
	}
	return ""
}

// again reports whether a reference leads to where the shaper is, more than once:
// what contains itself is written once more inside of itself.
func (s *shaper) again(ref string) bool {
	count := 0
	for _, r := range s.stack {
		if r == ref {
			count++
		}
	}
	return count >= 2
}

// own adds what a schema says itself.
func (out *shape) own(v *openapi3.Schema, s *shaper) {
	types := slices.Clone(v.Type.Slice())
	if slices.Contains(types, "null") {
		types, out.nullable = slices.DeleteFunc(types, func(t string) bool { return t == "null" }), true
	}
	if len(types) > 1 {
		s.notes.of("narrowed several types to the first", s.at)
	}
	if len(types) > 0 {
		out.kind = types[0]
	}
	out.nullable = out.nullable || v.Nullable
	out.about = or(or(v.Description, out.about), v.Title)
	out.format, out.pattern = or(v.Format, out.format), or(v.Pattern, out.pattern)
	if len(v.Enum) > 0 {
		out.enum = v.Enum
	}
	if v.Const != nil {
		out.enum = []any{v.Const}
	}
	for _, d := range []any{v.Default} {
		if d != nil {
			out.def = d
		}
	}
	for _, e := range []any{v.Extensions["x-example"], v.Example} {
		if e != nil {
			out.example = e
		}
	}
	out.bounds(v)
	out.unique = out.unique || v.UniqueItems
	out.readOnly, out.writeOnly, out.old = out.readOnly || v.ReadOnly, out.writeOnly || v.WriteOnly, out.old || v.Deprecated
	if v.Items != nil {
		out.items = v.Items
	}
	if v.AdditionalProperties.Schema != nil {
		out.values = v.AdditionalProperties.Schema
	}
	for _, name := range v.Required {
		if !slices.Contains(out.required, name) {
			out.required = append(out.required, name)
		}
	}
	for _, name := range keysOf(v) {
		if out.props == nil {
			out.props = map[string][]*openapi3.SchemaRef{}
		}
		if out.props[name] == nil {
			out.keys = append(out.keys, name)
		}
		out.props[name] = append(out.props[name], v.Properties[name])
	}
}

// bounds adds numbers that bound values.
func (out *shape) bounds(v *openapi3.Schema) {
	set := func(key string, n float64) {
		if out.numbers == nil {
			out.numbers = map[string]float64{}
		}
		out.numbers[key] = n
	}
	for _, bound := range []struct {
		key, exclusive string
		value          *float64
		out            openapi3.ExclusiveBound
	}{{"minimum", "exclusiveMinimum", v.Min, v.ExclusiveMin}, {"maximum", "exclusiveMaximum", v.Max, v.ExclusiveMax}} {
		switch {
		case bound.out.Value != nil:
			set(bound.exclusive, *bound.out.Value)
		case bound.value != nil && bound.out.IsTrue():
			set(bound.exclusive, *bound.value)
			continue
		}
		if bound.value != nil {
			set(bound.key, *bound.value)
		}
	}
	if v.MultipleOf != nil && *v.MultipleOf > 0 {
		set("multipleOf", *v.MultipleOf)
	}
	if v.MinLength > 0 {
		set("minLength", float64(v.MinLength))
	}
	if v.MinItems > 0 {
		set("minItems", float64(v.MinItems))
	}
	if v.MaxLength != nil {
		set("maxLength", float64(*v.MaxLength))
	}
	if v.MaxItems != nil {
		set("maxItems", float64(*v.MaxItems))
	}
}

// keysOf is the names of properties in the order of the description.
func keysOf(v *openapi3.Schema) []string {
	var out []string
	list, _ := v.Extensions[keysExtension].([]any)
	for _, item := range list {
		if name, ok := item.(string); ok && v.Properties[name] != nil {
			out = append(out, name)
		}
	}
	return out
}

// alternatives adds the first alternative that can be told, or all of them when
// they are values of one type.
func (s *shaper) alternatives(out *shape, list openapi3.SchemaRefs, depth int, is bool) {
	if len(list) == 0 || depth > maxMerge {
		return
	}
	var shapes []*shape
	var from []*openapi3.SchemaRef
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
		s.notes.of("narrowed alternatives (oneOf, anyOf) to the first object or value", or(shapes[best].name, s.at))
	}
	s.add(out, from[best], depth+1, is)
}

// values adds alternatives that are nothing but values of one type.
func (s *shaper) values(out *shape, shapes []*shape) bool {
	var all []any
	for _, a := range shapes {
		if len(a.enum) == 0 || a.kind != shapes[0].kind {
			return false
		}
		all = append(all, a.enum...)
	}
	out.kind, out.enum = or(out.kind, shapes[0].kind), all
	return true
}

// schemaName is the name of a schema as the description has it.
func schemaName(ref string) string {
	name := ref[strings.LastIndexByte(ref, '/')+1:]
	name = strings.TrimPrefix(name, "s.")
	if i := strings.LastIndexByte(name, '.'); i >= 0 { // a package before it
		if tail := name[i+1:]; strings.Trim(tail, "0123456789") != "" {
			return tail
		}
		return name[:i]
	}
	return name
}

// fits reports whether a value is of a type, as JSON has it.
func fits(kind string, v any) bool {
	switch v := v.(type) {
	case string:
		return kind == "string" || kind == ""
	case bool:
		return kind == "boolean" || kind == ""
	case float64:
		return kind == "number" || kind == "" || kind == "integer" && v == float64(int64(v))
	case []any:
		return kind == "array" || kind == ""
	case map[string]any:
		return kind == "object" || kind == ""
	}
	return false
}

// fitted makes a value fit a type where that is only a matter of writing: a
// number for a text.
func fitted(kind string, v any) any {
	if fits(kind, v) {
		return v
	}
	switch w := v.(type) {
	case float64, bool:
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
