package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"switchyard/internal/jsonptr"
	"switchyard/schemas"
)

// The runner of the Multi-Mission Tool Bench reads parameter schemas in its own way:
// the root needs "properties", and the schema of every parameter needs a "type" that
// is one of seven names. Most schemas are like that and are only compacted. The
// others are rewritten; all keys stay in their order.

var mmtbKinds = []string{"string", "integer", "boolean", "float", "number", "array", "object"}

// otherKinds are names that toolsets use for some of these types.
var otherKinds = map[string]string{
	"int": "integer", "double": "number", "bool": "boolean", "str": "string", "dict": "object", "list": "array", "tuple": "array",
}

func mmtbParameters(doc []byte) (encoded, error) {
	if len(doc) == 0 {
		return nil, errors.New("is not set")
	}
	decoded, err := schemas.Decode(doc)
	if err != nil {
		return nil, err
	}
	if _, ok := decoded.(map[string]any); !ok {
		return nil, errors.New("is not a JSON object")
	}
	readable := true
	checkParameters(decoded, "", func(string, string) { readable = false })
	if readable {
		return appendRaw(nil, doc)
	}
	tree, err := readOrdered(doc)
	if err != nil {
		return nil, err
	}
	root := tree.(*ordered)
	root.set("type", "object")
	if _, ok := root.get("properties").(*ordered); !ok {
		root.set("properties", new(ordered))
	}
	readableProperties(root)
	return root.append(nil), nil
}

// checkParameters reports where the runner could not read a parameter schema.
func checkParameters(schema any, pointer string, report func(pointer, message string)) {
	root, ok := schema.(map[string]any)
	if !ok {
		report(pointer, "must be an object")
		return
	}
	if root["type"] != "object" {
		report(pointer, `the type must be "object"`)
	}
	if _, ok := root["properties"].(map[string]any); !ok {
		report(pointer, `"properties" is missing`)
		return
	}
	checkProperties(root, pointer, report)
}

func checkProperties(schema map[string]any, pointer string, report func(pointer, message string)) {
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		checkProperty(property, pointer+"/properties/"+jsonptr.Escape(name), report)
	}
	if items, ok := schema["items"]; ok {
		checkProperty(items, pointer+"/items", report)
	}
}

func checkProperty(schema any, pointer string, report func(pointer, message string)) {
	s, ok := schema.(map[string]any)
	if !ok {
		report(pointer, "must be an object")
		return
	}
	if kind, _ := s["type"].(string); !slices.Contains(mmtbKinds, kind) {
		report(pointer, "the type must be one of string, integer, boolean, float, number, array, object")
	}
	checkProperties(s, pointer, report)
}

// readableProperties rewrites the schemas below an object schema.
func readableProperties(s *ordered) {
	if properties, ok := s.get("properties").(*ordered); ok {
		for i := range properties.members {
			properties.members[i].value = readableProperty(properties.members[i].value)
		}
	} else if s.get("properties") != nil {
		s.set("properties", new(ordered))
	}
	switch items := s.get("items").(type) {
	case nil:
	case []any: // a schema for each place; the runner knows only one for all
		var first any
		if len(items) > 0 {
			first = items[0]
		}
		s.set("items", readableProperty(first))
	default:
		s.set("items", readableProperty(items))
	}
}

func readableProperty(v any) any {
	s, ok := v.(*ordered)
	if !ok {
		s = new(ordered) // true or nonsense, so any value is allowed
	}
	if kind, _ := s.get("type").(string); !slices.Contains(mmtbKinds, kind) {
		s.set("type", kindOf(s))
	}
	readableProperties(s)
	return s
}

// kindOf finds the one type that describes a schema best.
func kindOf(s *ordered) string {
	names, _ := s.get("type").([]any)
	names = append(slices.Clone(names), s.get("type"))
	for _, v := range names {
		name, _ := v.(string)
		if slices.Contains(mmtbKinds, name) {
			return name
		}
		if other, ok := otherKinds[name]; ok {
			return other
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		branches, _ := s.get(key).([]any)
		for _, branch := range branches {
			b, ok := branch.(*ordered)
			if !ok || b.get("type") == "null" {
				continue
			}
			for _, inner := range []string{"properties", "items", "enum"} {
				if s.get(inner) == nil && b.get(inner) != nil {
					s.set(inner, b.get(inner))
				}
			}
			return kindOf(b)
		}
	}
	switch {
	case s.get("properties") != nil:
		return "object"
	case s.get("items") != nil:
		return "array"
	}
	values, _ := s.get("enum").([]any)
	for _, v := range append(slices.Clone(values), s.get("const"), s.get("default")) {
		switch v.(type) {
		case json.Number:
			return "number"
		case bool:
			return "boolean"
		case []any:
			return "array"
		case *ordered:
			return "object"
		case string:
			return "string"
		}
	}
	return "string"
}

// ordered is a JSON object whose keys keep their order.
type ordered struct{ members []member }

type member struct {
	key   string
	value any
}

func (o *ordered) get(key string) any {
	for _, m := range o.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

func (o *ordered) set(key string, value any) {
	for i := range o.members {
		if o.members[i].key == key {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{key, value})
}

func (o *ordered) append(dst []byte) []byte {
	dst = append(dst, '{')
	for i, m := range o.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendDecoded(dst, m.key), ':')
		dst = appendDecoded(dst, m.value)
	}
	return append(dst, '}')
}

// appendDecoded appends a value from readOrdered, which is always valid.
func appendDecoded(dst []byte, v any) []byte {
	switch v := v.(type) {
	case *ordered:
		return v.append(dst)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendDecoded(dst, item)
		}
		return append(dst, ']')
	case json.Number:
		return append(dst, v...)
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case string:
		if quoted, err := appendString(dst, v); err == nil {
			return quoted
		}
	}
	return append(dst, "null"...)
}

// readOrdered decodes a document with objects as *ordered.
func readOrdered(doc []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	return orderedValue(d)
}

func orderedValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		o := new(ordered)
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := orderedValue(d)
			if err != nil {
				return nil, err
			}
			o.members = append(o.members, member{key.(string), v})
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := orderedValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}
