package reading

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/tools/imports/internal/plain"
	"switchyard/tools/toolfile"
)

// The bounds of one schema. No agent reads more.
const (
	maxSchemaDepth  = 10
	maxSchemaValues = 10_000 // read or copied on the way
	maxReferences   = 50     // that are followed one inside the other
	maxAbout        = 2_000  // characters of a description
	maxNameLength   = 64     // of what models accept as the name of a function
)

// SchemaReader turns what function lists and tool servers call a schema into
// draft-07 schemas with one meaning: it resolves references, picks one of several
// alternatives, and gives odd types their proper names.
type SchemaReader struct {
	Root   *document.Node // what "#/…" leads into
	Odd    *Oddities
	values int
	way    []string // to the schema that is being read
}

// inside reads a schema within another one, to which a step leads.
func (r *SchemaReader) inside(step string, n *document.Node, depth int, refs []string) *document.Node {
	r.way = append(r.way, step)
	defer func() { r.way = r.way[:len(r.way)-1] }()
	return r.schema(n, depth+1, refs)
}

// Parameters reads the schema of all parameters of a function. The error says why
// the function cannot be used.
func (r *SchemaReader) Parameters(n *document.Node) (json.RawMessage, error) {
	out := document.Fields()
	if n != nil && n.Kind != document.Null {
		if n.Kind != document.Object {
			return nil, fmt.Errorf("its parameters are %s, not a schema", n.Kind)
		}
		if flat(n) {
			r.Odd.Add("parameters without a schema around them were given one")
			n = document.Fields(document.Field{Key: "type", Value: document.NewText("object")}, document.Field{Key: "properties", Value: n})
		}
		out = r.schema(n, 0, nil)
	}
	if t := out.Fields["type"]; t != nil && t.Value != "object" {
		return nil, fmt.Errorf("its parameters are of the type %s, not an object", Quoted(fmt.Sprint(t.Value)))
	}
	if r.values > maxSchemaValues {
		return nil, fmt.Errorf("its schema has more than %d values", maxSchemaValues)
	}
	out.Set("type", document.NewText("object"))
	if out.Fields["properties"] == nil {
		out.Set("properties", document.Fields())
	}
	return out.JSON(), nil
}

// Returns reads the schema of an answer; nil if it says nothing.
func (r *SchemaReader) Returns(n *document.Node) json.RawMessage {
	if n == nil || n.Kind != document.Object {
		return nil
	}
	out := r.schema(n, 0, nil)
	if r.values > maxSchemaValues {
		r.Odd.Add("the schema of an answer with more than %d values was left out", maxSchemaValues)
		return nil
	}
	if len(out.Keys) == 0 {
		return nil
	}
	return out.JSON()
}

// flat reports whether a schema is only names of parameters, as in {"city":
// {"type": "string"}}.
func flat(n *document.Node) bool {
	if len(n.Keys) == 0 {
		return false
	}
	for _, key := range n.Keys {
		f := n.Fields[key]
		if f.Kind != document.Object || key == "properties" || f.Fields["type"] == nil && f.Fields["description"] == nil {
			return false
		}
	}
	return true
}

// schema reads one schema. refs are the references that led to it.
func (r *SchemaReader) schema(n *document.Node, depth int, refs []string) *document.Node {
	out := document.Fields()
	if r.values++; r.values > maxSchemaValues {
		return out
	}
	switch {
	case n.Kind == document.Text: // "city": "string"
		r.named(n, out)
		return out
	case n.Kind != document.Object:
		if n.Kind != document.Bool {
			r.Odd.Add("a schema that is %s allows anything", n.Kind)
		}
		return out
	case depth > maxSchemaDepth:
		r.Odd.AddAt(Quoted(jsonptr.Join(r.way...)), "a schema is cut off %d levels deep", maxSchemaDepth)
		return out
	}
	n, refs = r.Resolved(n, refs)
	n, refs = r.Settled(n, depth, refs)
	for _, key := range n.Keys {
		r.keyword(key, n.Fields[key], n, out, depth, refs)
	}
	r.properties(n, out, depth, refs)
	fits(out, r.Odd)
	return out
}

// Resolved follows references inside the document, and merges the keys beside each
// reference.
func (r *SchemaReader) Resolved(n *document.Node, refs []string) (*document.Node, []string) {
	for n.Fields["$ref"] != nil {
		ref, _ := n.Fields["$ref"].Value.(string)
		beside := Without(n, "$ref")
		target := r.find(ref)
		switch {
		case target == nil && strings.HasPrefix(ref, "#"):
			r.Odd.Add("the reference %s leads nowhere; anything is allowed in its place", Quoted(ref))
		case target == nil:
			r.Odd.Add("the reference %s leads out of the source and was not followed; anything is allowed in its place", Quoted(ref))
		case slices.Contains(refs, ref), len(refs) > maxReferences:
			r.Odd.AddAt(Quoted(jsonptr.Join(r.way...)), "the reference %s leads back to itself and was cut", Quoted(ref))
		default:
			refs = append(slices.Clip(refs), ref)
			n = r.merged(target, beside)
			continue
		}
		n = beside
	}
	return n, refs
}

// find looks up a reference such as "#/$defs/name".
func (r *SchemaReader) find(ref string) *document.Node {
	pointer, ok := strings.CutPrefix(ref, "#/")
	if !ok || r.Root == nil {
		return nil
	}
	n := r.Root
	for _, step := range jsonptr.Split(pointer) {
		if n = n.Fields[step]; n == nil {
			return nil
		}
	}
	if n.Kind != document.Object {
		return nil
	}
	return n
}

// Settled picks one of several alternatives, and merges the parts of "allOf". It
// returns refs with the references that it followed.
func (r *SchemaReader) Settled(n *document.Node, depth int, refs []string) (*document.Node, []string) {
	if depth > maxSchemaDepth {
		return n, refs
	}
	before := refs
	take := func(part, beside *document.Node) *document.Node {
		part, inner := r.Resolved(part, before)
		part, inner = r.Settled(part, depth+1, inner)
		refs = append(slices.Clip(refs), inner[len(before):]...)
		return r.merged(part, beside)
	}
	if all := n.Fields["allOf"]; all != nil {
		n = Without(n, "allOf")
		for _, part := range all.Items {
			if part.Kind == document.Object && r.values <= maxSchemaValues {
				n = take(part, n)
			}
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		choice := n.Fields[key]
		if choice == nil {
			continue
		}
		n = Without(n, key)
		if values := constants(choice); values != nil {
			n.Set("enum", values)
			continue
		}
		var real []*document.Node
		for _, part := range choice.Items {
			if part.Kind == document.Object && (part.Fields["type"] == nil || part.Fields["type"].Value != "null") {
				real = append(real, part)
			}
		}
		if len(real) == 0 {
			continue
		}
		if len(real) > 1 {
			r.Odd.Add("only the first of several forms of a value is used")
		}
		n = take(real[0], n)
	}
	return n, refs
}

// constants are the values of a choice between constants; nil for any other choice.
func constants(choice *document.Node) *document.Node {
	out := &document.Node{Kind: document.List}
	for _, part := range choice.Items {
		if part.Kind != document.Object || part.Fields["const"] == nil {
			return nil
		}
		out.Items = append(out.Items, part.Fields["const"])
	}
	if len(out.Items) == 0 {
		return nil
	}
	return out
}

// numberKeywords, countKeywords are keywords by the kind of their value.
var (
	numberKeywords = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
	countKeywords  = []string{"minLength", "maxLength", "minItems", "maxItems"}
)

// keyword copies a keyword that is valid and means something to whoever draws
// values.
func (r *SchemaReader) keyword(key string, v, n, out *document.Node, depth int, refs []string) {
	switch {
	case key == "type":
		r.named(v, out)
	case key == "description", key == "title", key == "format":
		if v.Kind == document.Text {
			if text := r.About(v.Value.(string)); text != "" {
				out.Set(key, document.NewText(text))
			}
		}
	case slices.Contains(numberKeywords, key):
		r.number(key, v, n, out)
	case slices.Contains(countKeywords, key):
		if i, ok := v.Value.(int64); ok && i >= 0 {
			out.Set(key, v)
		}
	case key == "pattern":
		text, _ := v.Value.(string)
		if _, err := regexp.Compile(text); err == nil && text != "" {
			out.Set(key, v)
		} else {
			r.Odd.Add("a pattern that is not a regular expression was left out")
		}
	case key == "enum":
		if list := r.enum(v); list != nil {
			out.Set(key, list)
		}
	case key == "const":
		if list := r.enum(&document.Node{Kind: document.List, Items: []*document.Node{v}}); list != nil {
			out.Set("enum", list)
		}
	case key == "default", key == "example":
		if v.Kind.Scalar() && v.Kind != document.Null && !unclean(v) {
			out.Set(key, v)
		}
	case key == "examples":
		if v.Kind == document.List && len(v.Items) <= 20 && !slices.ContainsFunc(v.Items, func(i *document.Node) bool { return !i.Kind.Scalar() || unclean(i) }) {
			out.Set(key, v)
		}
	case key == "uniqueItems":
		if v.Kind == document.Bool {
			out.Set(key, v)
		}
	case key == "items", key == "prefixItems":
		if v.Kind == document.List && len(v.Items) > 0 {
			r.Odd.Add("the first of several schemas for the items of a list is used for all")
			v = v.Items[0]
		}
		if v.Kind == document.Object || v.Kind == document.Text {
			out.Set("items", r.inside("items", v, depth, refs))
		}
	}
}

func (r *SchemaReader) number(key string, v, n, out *document.Node) {
	if v.Kind == document.Bool { // as draft 4 had it
		if base := n.Fields[strings.ToLower(key[len("exclusive"):len("exclusive")+1])+key[len("exclusive")+1:]]; v.Value == true && base != nil && base.Kind != document.Bool {
			v = base
		}
	}
	if (v.Kind == document.Whole || v.Kind == document.Real) && (key != "multipleOf" || numeric(v) > 0) {
		out.Set(key, v)
	}
}

// named reads the type of a schema.
func (r *SchemaReader) named(v, out *document.Node) {
	if v.Kind == document.List {
		var types []*document.Node
		for _, item := range v.Items {
			one := document.Fields()
			r.named(item, one)
			if t := one.Fields["type"]; t != nil && t.Kind.Scalar() && t.Value != "null" && !slices.ContainsFunc(types, func(o *document.Node) bool { return o.Value == t.Value }) {
				types = append(types, t)
			}
		}
		switch {
		case len(types) > 1:
			r.Odd.Add("only the first of several types of a value is used")
			fallthrough
		case len(types) == 1:
			out.Set("type", types[0])
		}
		return
	}
	name, ok := v.Value.(string)
	keywords, known := toolfile.SchemaType(name)
	if !ok || !known {
		r.Odd.Add("the type %s is not known; taken as string", Quoted(v.Text))
		keywords = document.Fields(document.Field{Key: "type", Value: document.NewText("string")})
	}
	proper := keywords.Fields["type"]
	if proper != nil && proper.Kind == document.List {
		proper = proper.Items[0]
		r.Odd.Add("only the first of the types %s is used", Quoted(name))
	} else if known && (proper == nil || proper.Value != name) {
		to := "anything"
		if proper != nil {
			to, _ = proper.Value.(string)
			if items := keywords.Fields["items"]; items != nil && items.Fields["type"] != nil {
				to += fmt.Sprintf(" of %v", items.Fields["type"].Value)
			}
		}
		if keywords.Fields["enum"] != nil {
			to += " with its values"
		}
		r.Odd.Add("the type %s was taken as %s", Quoted(name), to)
	}
	for _, key := range keywords.Keys {
		value := keywords.Fields[key]
		if key == "type" {
			value = document.NewText(proper.Value.(string))
		}
		if out.Fields[key] == nil {
			out.Set(key, value)
		}
	}
}

// enum keeps the values that a person can say, without repeats.
func (r *SchemaReader) enum(v *document.Node) *document.Node {
	if r.values += len(v.Items); r.values > maxSchemaValues {
		return nil
	}
	out := &document.Node{Kind: document.List}
	seen := map[any]bool{}
	for _, item := range v.Items {
		if item.Kind == document.Null || !item.Kind.Scalar() || unclean(item) || seen[item.Value] {
			continue
		}
		seen[item.Value] = true
		out.Items = append(out.Items, item)
	}
	if len(out.Items) == 0 {
		return nil
	}
	return out
}

// properties reads the fields of an object, and which of them are required.
func (r *SchemaReader) properties(n, out *document.Node, depth int, refs []string) {
	props := n.Fields["properties"]
	if props == nil {
		return
	}
	if props.Kind != document.Object {
		r.Odd.Add("properties that are %s were left out", props.Kind)
		return
	}
	fields, required := document.Fields(), &document.Node{Kind: document.List}
	must := map[string]bool{}
	if list := n.Fields["required"]; list != nil {
		for _, item := range list.Items {
			if name, ok := item.Value.(string); ok {
				must[name] = true
			}
		}
	}
	for _, name := range props.Keys {
		p := props.Fields[name]
		if name == "" || len(name) > 200 || strings.ContainsFunc(name, plain.Moves) || strings.ContainsAny(name, "<>") || !strings.ContainsFunc(name, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
			r.Odd.Add("a parameter without a usable name was left out")
			continue
		}
		fields.Set(name, r.inside(name, p, depth, refs))
		if p.Kind == document.Object && p.Fields["required"] != nil && p.Fields["required"].Value == true {
			must[name] = true
		}
		if must[name] {
			delete(must, name)
			required.Items = append(required.Items, document.NewText(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(must)) {
		r.Odd.Add("%s is required and described nowhere; it was left out", Quoted(name))
	}
	out.Set("properties", fields)
	if len(required.Items) > 0 {
		out.Set("required", required)
	}
	if out.Fields["type"] == nil {
		out.Set("type", document.NewText("object"))
	}
}

// merged is a with the fields of b. The properties and the required names of both
// are joined.
func (r *SchemaReader) merged(a, b *document.Node) *document.Node {
	out := document.Fields()
	if r.values += 1 + len(a.Keys) + len(b.Keys); r.values > maxSchemaValues {
		return out
	}
	for _, key := range a.Keys {
		out.Set(key, a.Fields[key])
	}
	for _, key := range b.Keys {
		was, value := out.Fields[key], b.Fields[key]
		switch {
		case was != nil && key == "properties" && was.Kind == document.Object && value.Kind == document.Object:
			value = r.merged(was, value)
		case was != nil && key == "required" && was.Kind == document.List && value.Kind == document.List:
			r.values += len(was.Items) + len(value.Items)
			value = &document.Node{Kind: document.List, Items: slices.Concat(was.Items, value.Items)}
		}
		out.Set(key, value)
	}
	return out
}
