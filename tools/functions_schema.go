package tools

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// schemaReader makes valid JSON Schema (draft-07) of what function lists call
// one. Order, names, descriptions, enums and defaults stay as they are; odd
// types get their proper names, and keywords that cannot mean anything are
// dropped.
type schemaReader struct{ d *functionDecoder }

// typeNames are what people write for the types of JSON Schema. An empty name
// allows anything.
var typeNames = map[string]string{
	"string": "string", "str": "string", "text": "string", "date": "string", "datetime": "string", "time": "string", "char": "string",
	"enum": "string", "file": "string", "url": "string", "uuid": "string", "email": "string", "varchar": "string", "binary": "string", "bytes": "string",
	"integer": "integer", "int": "integer", "long": "integer", "int32": "integer", "int64": "integer", "bigint": "integer", "short": "integer",
	"number": "number", "float": "number", "double": "number", "decimal": "number", "real": "number", "float64": "number", "float32": "number", "numeric": "number",
	"boolean": "boolean", "bool": "boolean",
	"array": "array", "list": "array", "tuple": "array", "set": "array", "sequence": "array", "vector": "array",
	"object": "object", "dict": "object", "map": "object", "dictionary": "object", "json": "object", "hash": "object", "struct": "object", "record": "object",
	"null": "null", "none": "null", "any": "", "mixed": "", "unknown": "", "": "",
}

func scalar(v any) *node { return &node{scalar: v} }

// set puts a field at its place, or at the end.
func (n *node) set(key string, value *node) {
	if _, has := n.fields[key]; !has {
		n.keys = append(n.keys, key)
	}
	n.fields[key] = value
}

// top reads the schema of all parameters of a function.
func (s schemaReader) top(n *node, what string) *node {
	if n == nil || n.kind == scalarNode && n.scalar == nil {
		n = &node{kind: objectNode, fields: map[string]*node{}}
	}
	if n.kind != objectNode {
		s.d.problem(n, "write {\"type\": \"object\", \"properties\": {…}}", "the parameters of %s must be an object", what)
		n = &node{kind: objectNode, fields: map[string]*node{}}
	}
	before := len(s.d.problems)
	out := s.schema(n, what)
	if t := out.fields["type"]; t != nil && t.scalar != "object" && len(s.d.problems) == before {
		s.d.problem(n.fields["type"], "write \"object\"", "the parameters of %s must be of the type object", what)
	}
	if out.fields["type"] == nil {
		out.keys = append([]string{"type"}, out.keys...)
		out.fields["type"] = scalar("object")
	}
	if out.fields["properties"] == nil {
		out.set("properties", &node{kind: objectNode, fields: map[string]*node{}})
	}
	return out
}

// keywordKinds says of which kind the value of a keyword must be to mean
// anything.
var keywordKinds = map[string]string{
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number",
	"minLength": "count", "maxLength": "count", "minItems": "count", "maxItems": "count", "minProperties": "count", "maxProperties": "count",
	"uniqueItems": "flag", "title": "text", "format": "text", "description": "text", "$comment": "text", "readOnly": "flag", "writeOnly": "flag",
	"items": "schema", "additionalItems": "schema", "contains": "schema", "not": "schema", "if": "schema", "then": "schema", "else": "schema",
	"additionalProperties": "schema", "propertyNames": "schema",
	"properties": "schemas", "definitions": "schemas", "$defs": "schemas",
	"allOf": "list", "anyOf": "list", "oneOf": "list",
	"enum": "enum", "required": "names", "type": "type", "pattern": "pattern", "multipleOf": "positive",
	// These either belong to the document and not to a part of it, or lead out
	// of it.
	"$schema": "", "$id": "", "id": "", "$ref": "", "$anchor": "", "patternProperties": "", "dependencies": "", "examples": "any",
}

func (s schemaReader) schema(n *node, what string) *node {
	out := &node{kind: objectNode, fields: map[string]*node{}, line: n.line, column: n.column}
	if _, isBool := n.scalar.(bool); n.kind == scalarNode && isBool {
		return out
	}
	if n.kind != objectNode {
		s.d.problem(n, "write, for example, {\"type\": \"string\"}", "the schema of %s must be an object", what)
		return out
	}
	for _, key := range n.keys {
		field := n.fields[key]
		kind, known := keywordKinds[key]
		if key == "id" && field.kind == objectNode {
			known = false
		}
		if !known {
			out.set(key, field)
			continue
		}
		if v := s.keyword(kind, key, field, what); v != nil {
			out.set(key, v)
		}
	}
	s.requiredInside(n, out)
	s.checkRequired(out, what)
	return out
}

// keyword reads the value of one keyword; nil drops it.
func (s schemaReader) keyword(kind, key string, n *node, what string) *node {
	switch kind {
	case "any":
		return n
	case "number", "positive", "count":
		f, ok := plain(n.value()).(int64)
		g, isFloat := n.scalar.(float64)
		if !ok && !isFloat || kind == "count" && (isFloat || f < 0) || kind == "positive" && !(f > 0 || g > 0) {
			return nil
		}
		return n
	case "flag":
		if _, ok := n.scalar.(bool); ok {
			return n
		}
	case "text":
		if _, ok := n.scalar.(string); ok {
			return n
		}
	case "pattern":
		text, ok := n.scalar.(string)
		if _, err := regexp.Compile(text); ok && err == nil {
			return n
		}
	case "schema":
		return s.subschema(key, n, what)
	case "schemas":
		if n.kind != objectNode {
			s.d.problem(n, "write {\"name\": {\"type\": \"string\"}, …}", "%q of %s must be an object", key, what)
			return nil
		}
		out := &node{kind: objectNode, fields: map[string]*node{}}
		for _, name := range n.keys {
			out.set(name, s.schema(n.fields[name], fmt.Sprintf("%q of %s", name, what)))
		}
		return out
	case "list":
		if n.kind != arrayNode || len(n.items) == 0 {
			return nil
		}
		out := &node{kind: arrayNode}
		for _, item := range n.items {
			out.items = append(out.items, s.schema(item, what))
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

func (s schemaReader) subschema(key string, n *node, what string) *node {
	if n.kind == arrayNode && key == "items" {
		out := &node{kind: arrayNode}
		for _, item := range n.items {
			out.items = append(out.items, s.schema(item, "the items of "+what))
		}
		return out
	}
	if b, ok := n.scalar.(bool); ok && n.kind == scalarNode {
		return scalar(b)
	}
	if n.kind != objectNode {
		return nil
	}
	return s.schema(n, key+" of "+what)
}

// distinct keeps the first of equal values; an enum may not repeat one.
func distinct(n *node) *node {
	out := &node{kind: arrayNode, line: n.line, column: n.column}
	seen := map[string]bool{}
	for _, item := range n.items {
		if key := string(item.raw()); !seen[key] {
			seen[key] = true
			out.items = append(out.items, item)
		}
	}
	if len(out.items) == 0 {
		return nil
	}
	return out
}

func (s schemaReader) names(n *node, what string) *node {
	switch {
	case n.kind == scalarNode:
		if _, ok := n.scalar.(bool); !ok && n.scalar != nil {
			s.d.problem(n, "write [\"name\", …]", "\"required\" of %s must be a list of names", what)
		}
		return nil
	case n.kind == objectNode:
		s.d.problem(n, "write [\"name\", …]", "\"required\" of %s must be a list of names", what)
		return nil
	}
	for _, item := range n.items {
		if _, ok := item.scalar.(string); !ok || item.kind != scalarNode {
			s.d.problem(item, "write [\"name\", …]", "\"required\" of %s must be a list of names", what)
			return nil
		}
	}
	out := distinct(n)
	if out == nil {
		return &node{kind: arrayNode}
	}
	return out
}

func (s schemaReader) typeOf(n *node, what string) *node {
	if n.kind == arrayNode {
		out := &node{kind: arrayNode}
		for _, item := range n.items {
			t := s.typeOf(item, what)
			if t == nil {
				return nil
			}
			out.items = append(out.items, t)
		}
		return distinct(out)
	}
	name, ok := n.scalar.(string)
	proper, known := typeNames[strings.ToLower(strings.TrimSpace(name))]
	if base, _, found := strings.Cut(name, "["); found && !known { // "list[str]"
		proper, known = typeNames[strings.ToLower(strings.TrimSpace(base))]
	}
	if !ok || !known {
		hint := "the types are string, integer, number, boolean, array, object"
		if near := nearest(strings.ToLower(name), []string{"string", "integer", "number", "boolean", "array", "object"}); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		s.d.problem(n, hint, "%s has no type %q", what, name)
		return nil
	}
	if proper == "" {
		return nil
	}
	return scalar(proper)
}

// requiredInside moves "required": true of a property to where draft-07 has it.
func (s schemaReader) requiredInside(n, out *node) {
	props := n.fields["properties"]
	if props == nil || props.kind != objectNode {
		return
	}
	for _, name := range props.keys {
		inside := props.fields[name]
		if inside.kind != objectNode || inside.fields["required"] == nil || inside.fields["required"].scalar != true {
			continue
		}
		list := out.fields["required"]
		if list == nil {
			list = &node{kind: arrayNode}
			out.set("required", list)
		}
		if !slices.ContainsFunc(list.items, func(item *node) bool { return item.scalar == name }) {
			list.items = append(list.items, scalar(name))
		}
	}
}

// checkRequired reports names that are required and described nowhere.
func (s schemaReader) checkRequired(out *node, what string) {
	list, props := out.fields["required"], out.fields["properties"]
	if list == nil {
		return
	}
	for _, item := range list.items {
		name, _ := item.scalar.(string)
		if props != nil && props.fields[name] != nil {
			continue
		}
		hint := "describe it under \"properties\", or do not require it"
		if props != nil {
			if near := nearest(name, props.keys); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
		}
		s.d.problem(item, hint, "%s requires %q, which it does not describe", what, name)
	}
}

// paramsOf reads the parameters from a schema that was put in order.
func paramsOf(schema *node) []*Param {
	props := schema.fields["properties"]
	if props == nil {
		return nil
	}
	var out []*Param
	for _, name := range props.keys {
		p := paramOf(name, props.fields[name])
		if list := schema.fields["required"]; list != nil {
			p.Required = slices.ContainsFunc(list.items, func(item *node) bool { return item.scalar == name })
		}
		out = append(out, p)
	}
	return out
}

func paramOf(name string, n *node) *Param {
	p := &Param{Name: name, Count: [2]int{2, 3}, node: n}
	if about := n.fields["description"]; about != nil {
		p.About, _ = about.scalar.(string)
	}
	if enum := n.fields["enum"]; enum != nil {
		for _, item := range enum.items {
			if v := plain(item.value()); v != nil {
				p.Enum = append(p.Enum, v)
			}
		}
	}
	if v := n.fields["default"]; v != nil {
		p.Default = plain(v.value())
	}
	p.Type = typeIn(n, p.Enum)
	if items := n.fields["items"]; items != nil && items.kind == objectNode {
		p.Items = paramOf(name, items)
	} else if items != nil && len(items.items) > 0 {
		p.Items = paramOf(name, items.items[0])
	}
	if p.Type == "array" && p.Items == nil {
		p.Items = &Param{Name: name, Type: "string", Count: [2]int{2, 3}}
	}
	p.Props = paramsOf(n)
	return p
}

// typeIn is the type that values get where a schema leaves a choice.
func typeIn(n *node, enum []any) string {
	if t := n.fields["type"]; t != nil {
		if s, ok := t.scalar.(string); ok && s != "null" {
			return s
		}
		for _, item := range t.items {
			if s, ok := item.scalar.(string); ok && s != "null" {
				return s
			}
		}
	}
	switch {
	case n.fields["properties"] != nil:
		return "object"
	case n.fields["items"] != nil:
		return "array"
	}
	if len(enum) > 0 {
		switch enum[0].(type) {
		case int64:
			return "integer"
		case float64:
			return "number"
		case bool:
			return "boolean"
		}
	}
	return "string"
}
