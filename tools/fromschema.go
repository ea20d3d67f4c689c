package tools

import (
	"slices"

	"switchyard/internal/document"
)

// ParamsOf reads the parameters from an object schema without references and
// alternatives.
func ParamsOf(schema *document.Node) []*Param {
	props := schema.Fields["properties"]
	if props == nil {
		return nil
	}
	var out []*Param
	for _, name := range props.Keys {
		p := ParamOf(name, props.Fields[name])
		if list := schema.Fields["required"]; list != nil {
			p.Required = slices.ContainsFunc(list.Items, func(item *document.Node) bool { return item.Value == name })
		}
		out = append(out, p)
	}
	return out
}

// ParamOf reads one parameter from its schema. Required is left to the caller.
func ParamOf(name string, n *document.Node) *Param {
	p := &Param{Name: name, Count: [2]int{2, 3}, Schema: n}
	if about := n.Fields["description"]; about != nil {
		p.About, _ = about.Value.(string)
	}
	if enum := n.Fields["enum"]; enum != nil {
		for _, item := range enum.Items {
			if v := PlainOf(item); v != nil {
				p.Enum = append(p.Enum, v)
			}
		}
	}
	if v := n.Fields["const"]; v != nil && v.Kind.Scalar() && v.Value != nil && len(p.Enum) == 0 {
		p.Enum = []any{PlainOf(v)}
	}
	if v := n.Fields["default"]; v != nil {
		p.Default = PlainOf(v)
	}
	p.Count = countOf(n)
	p.Type = TypeOf(n, p.Enum)
	if items := n.Fields["items"]; items != nil && items.Kind == document.Object {
		p.Items = ParamOf(name, items)
	} else if items != nil && len(items.Items) > 0 {
		p.Items = ParamOf(name, items.Items[0])
	}
	if p.Type == "array" && p.Items == nil {
		p.Items = &Param{Name: name, Type: "string", Count: [2]int{2, 3}, Schema: &document.Node{Kind: document.Object}}
	}
	p.Props = ParamsOf(n)
	return p
}

// countOf is how many elements an array is given: two or three, as far as the
// schema allows, and as many as it wants where that can still be said.
func countOf(n *document.Node) [2]int {
	count := [2]int{2, 3}
	read := func(key string) (int, bool) {
		if n.Fields[key] == nil {
			return 0, false
		}
		i, ok := n.Fields[key].Plain().(int64)
		return int(min(i, 9)), ok && i > 0
	}
	if least, ok := read("minItems"); ok {
		count = [2]int{max(count[0], least), max(count[1], least)}
	}
	if most, ok := read("maxItems"); ok {
		count = [2]int{min(count[0], most), min(count[1], most)}
	}
	return count
}

// TypeOf is the JSON type of a schema's values: the first that it allows, or a
// guess if it names none.
func TypeOf(n *document.Node, enum []any) string {
	if t := n.Fields["type"]; t != nil {
		if s, ok := t.Value.(string); ok && s != "null" {
			return s
		}
		for _, item := range t.Items {
			if s, ok := item.Value.(string); ok && s != "null" {
				return s
			}
		}
	}
	switch {
	case n.Fields["properties"] != nil:
		return "object"
	case n.Fields["items"] != nil:
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
		case Object:
			return "object"
		case []any:
			return "array"
		}
	}
	return "string"
}
