package toolfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/nearest"
)

// schemaReader makes valid JSON Schema (draft-07) of what function lists call a
// schema. Order, names, descriptions, enums and defaults stay as they are. Odd
// names of types become proper ones, and keywords with a meaningless value are
// dropped.
type schemaReader struct{ d *functionDecoder }

// top reads the schema of all parameters of a function. It is nil when the schema
// does not describe parameters; the function then cannot be called.
func (s schemaReader) top(n *document.Node, what string) *document.Node {
	if n == nil || n.Kind.Scalar() && n.Value == nil {
		n = document.Fields()
	}
	if n.Kind != document.Object {
		s.d.problem(n, "write {\"type\": \"object\", \"properties\": {…}}", "the parameters of %s must be an object", what)
		return nil
	}
	out := s.schema(n, what)
	if t := out.Fields["type"]; t != nil && t.Value != "object" {
		s.d.problem(n.Fields["type"], "write \"object\"", "the parameters of %s must be of the type object", what)
		return nil
	}
	if out.Fields["type"] == nil {
		out.Keys = append([]string{"type"}, out.Keys...)
		out.Fields["type"] = document.NewText("object")
	}
	if out.Fields["properties"] == nil {
		out.Set("properties", document.Fields())
	}
	return out
}

// keywordKinds are the kinds of values that keywords need. A keyword of the kind ""
// is dropped.
var keywordKinds = map[string]string{
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number",
	"minLength": "count", "maxLength": "count", "minItems": "count", "maxItems": "count", "minProperties": "count", "maxProperties": "count",
	"uniqueItems": "flag", "title": "text", "format": "text", "description": "text", "$comment": "text", "readOnly": "flag", "writeOnly": "flag",
	"items": "schema", "additionalItems": "schema", "contains": "schema", "not": "schema", "if": "schema", "then": "schema", "else": "schema",
	"additionalProperties": "schema", "propertyNames": "schema",
	"properties": "schemas", "definitions": "schemas", "$defs": "schemas",
	"allOf": "list", "anyOf": "list", "oneOf": "list",
	"enum": "enum", "required": "names", "type": "type", "pattern": "pattern", "multipleOf": "positive",
	// These belong to a whole document, or lead out of it.
	"$schema": "", "$id": "", "id": "", "$ref": "", "$anchor": "", "patternProperties": "", "dependencies": "", "examples": "any",
}

func (s schemaReader) schema(n *document.Node, what string) *document.Node {
	out := &document.Node{Place: n.Place, Kind: document.Object, Fields: map[string]*document.Node{}}
	if _, isBool := n.Value.(bool); n.Kind.Scalar() && isBool {
		return out
	}
	if n.Kind != document.Object {
		s.d.problem(n, "write, for example, {\"type\": \"string\"}", "the schema of %s must be an object", what)
		return out
	}
	for _, key := range n.Keys {
		field := n.Fields[key]
		kind, known := keywordKinds[key]
		if key == "id" && field.Kind == document.Object {
			known = false
		}
		if !known {
			out.Set(key, field)
			continue
		}
		if v := s.keyword(kind, key, field, what); v != nil {
			out.Set(key, v)
		}
	}
	s.inType(n, out)
	exclusive(n, out)
	s.requiredInside(n, out)
	s.checkRequired(out, what)
	return out
}

// keyword reads the value of a keyword; nil drops the keyword.
func (s schemaReader) keyword(kind, key string, n *document.Node, what string) *document.Node {
	switch kind {
	case "any":
		return n
	case "number", "positive", "count":
		f, ok := n.Plain().(int64)
		g, isFloat := n.Value.(float64)
		if !ok && !isFloat || kind == "count" && (isFloat || f < 0) || kind == "positive" && !(f > 0 || g > 0) {
			return nil
		}
		return n
	case "flag":
		if _, ok := n.Value.(bool); ok {
			return n
		}
	case "text":
		if _, ok := n.Value.(string); ok {
			return n
		}
	case "pattern":
		text, ok := n.Value.(string)
		if _, err := regexp.Compile(text); ok && err == nil {
			return n
		}
	case "schema":
		return s.subschema(key, n, what)
	case "schemas":
		if n.Kind != document.Object {
			s.d.problem(n, "write {\"name\": {\"type\": \"string\"}, …}", "%q of %s must be an object", key, what)
			return nil
		}
		out := &document.Node{Kind: document.Object, Fields: map[string]*document.Node{}}
		for _, name := range n.Keys {
			out.Set(name, s.schema(n.Fields[name], fmt.Sprintf("%q of %s", name, what)))
		}
		return out
	case "list":
		if n.Kind != document.List || len(n.Items) == 0 {
			return nil
		}
		out := &document.Node{Kind: document.List}
		for _, item := range n.Items {
			out.Items = append(out.Items, s.schema(item, what))
		}
		return out
	case "enum":
		return distinct(n)
	case "names":
		return s.names(n, what)
	case "type":
		return s.typeOf(n, what)
	}
	return nil
}

func (s schemaReader) subschema(key string, n *document.Node, what string) *document.Node {
	if n.Kind == document.List && key == "items" {
		out := &document.Node{Kind: document.List}
		for _, item := range n.Items {
			out.Items = append(out.Items, s.schema(item, "the items of "+what))
		}
		return out
	}
	if _, ok := n.Value.(bool); ok && n.Kind.Scalar() {
		return n
	}
	if n.Kind != document.Object {
		return nil
	}
	return s.schema(n, key+" of "+what)
}

// distinct keeps the first of equal values, because an enum may not repeat one. It
// is nil for an empty list.
func distinct(n *document.Node) *document.Node {
	out := &document.Node{Place: n.Place, Kind: document.List}
	seen := map[string]bool{}
	for _, item := range n.Items {
		if key := string(item.JSON()); !seen[key] {
			seen[key] = true
			out.Items = append(out.Items, item)
		}
	}
	if len(out.Items) == 0 {
		return nil
	}
	return out
}

func (s schemaReader) names(n *document.Node, what string) *document.Node {
	if _, flag := n.Value.(bool); n.Kind.Scalar() && (flag || n.Value == nil) {
		return nil // "required": true of a property, see requiredInside
	}
	wrong := n
	if n.Kind == document.List {
		i := slices.IndexFunc(n.Items, func(item *document.Node) bool { _, text := item.Value.(string); return !text })
		if i < 0 {
			return cmp.Or(distinct(n), &document.Node{Kind: document.List})
		}
		wrong = n.Items[i]
	}
	s.d.problem(wrong, "write [\"name\", …]", "\"required\" of %s must be a list of names", what)
	return nil
}

func (s schemaReader) typeOf(n *document.Node, what string) *document.Node {
	if n.Kind == document.List {
		out := &document.Node{Kind: document.List}
		for _, item := range n.Items {
			t := s.typeOf(item, what)
			switch {
			case t == nil:
				return nil
			case t.Kind == document.List:
				out.Items = append(out.Items, t.Items...)
			default:
				out.Items = append(out.Items, t)
			}
		}
		return distinct(out)
	}
	name, ok := n.Value.(string)
	keywords, known := SchemaType(name)
	if !ok || !known {
		hint := "the types are string, integer, number, boolean, array, object"
		if near := nearest.Name(strings.ToLower(name), []string{"string", "integer", "number", "boolean", "array", "object"}); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		s.d.problem(n, hint, "%s has no type %q", what, name)
		return nil
	}
	return keywords.Fields["type"]
}

// inType adds the keywords that the name of a type implies: the items of
// "list[str]", the values of "enum[red, green]".
func (s schemaReader) inType(n, out *document.Node) {
	t := n.Fields["type"]
	if t == nil || !t.Kind.Scalar() {
		return
	}
	name, _ := t.Value.(string)
	keywords, known := SchemaType(name)
	if !known {
		return
	}
	for _, key := range keywords.Keys {
		if _, said := out.Fields[key]; !said && key != "type" {
			out.Set(key, keywords.Fields[key])
		}
	}
}

// exclusive converts bounds that an older draft excludes with a flag ("minimum": 0,
// "exclusiveMinimum": true) to draft-07.
func exclusive(n, out *document.Node) {
	for flag, bound := range map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"} {
		if f := n.Fields[flag]; f == nil || f.Value != true || out.Fields[bound] == nil {
			continue
		}
		out.Set(flag, out.Fields[bound])
		out.Delete(bound)
	}
}

// requiredInside moves "required": true of a property into the list of the object,
// as draft-07 has it.
func (s schemaReader) requiredInside(n, out *document.Node) {
	props := n.Fields["properties"]
	if props == nil || props.Kind != document.Object {
		return
	}
	for _, name := range props.Keys {
		inside := props.Fields[name]
		if inside.Kind != document.Object || inside.Fields["required"] == nil || inside.Fields["required"].Value != true {
			continue
		}
		list := out.Fields["required"]
		if list == nil {
			list = &document.Node{Kind: document.List}
			out.Set("required", list)
		}
		if !slices.ContainsFunc(list.Items, func(item *document.Node) bool { return item.Value == name }) {
			list.Items = append(list.Items, document.NewText(name))
		}
	}
}

// checkRequired reports and removes required names that no property describes.
func (s schemaReader) checkRequired(out *document.Node, what string) {
	list, props := out.Fields["required"], out.Fields["properties"]
	if list == nil {
		return
	}
	out.Set("required", &document.Node{Kind: document.List, Items: slices.DeleteFunc(slices.Clone(list.Items), func(item *document.Node) bool {
		name, _ := item.Value.(string)
		if props != nil && props.Fields[name] != nil {
			return false
		}
		hint := "describe it under \"properties\", or do not require it"
		if props != nil {
			if near := nearest.Name(name, props.Keys); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
		}
		s.d.problem(item, hint, "%s requires %q, which it does not describe", what, name)
		return true
	})})
}
