package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/jsontext"
	"switchyard/tools/naming"
)

// objectWriter writes a JSON object with its keys in the order given.
type objectWriter struct{ b strings.Builder }

func (w *objectWriter) field(key string, value any) {
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	} else {
		w.b.WriteByte(',')
	}
	w.b.Write(jsontext.Value(key))
	w.b.WriteByte(':')
	if raw, ok := value.(json.RawMessage); ok {
		w.b.Write(raw)
		return
	}
	w.b.Write(jsontext.Value(value))
}

func (w *objectWriter) raw() json.RawMessage {
	if w.b.Len() == 0 {
		return json.RawMessage("{}")
	}
	return json.RawMessage(w.b.String() + "}")
}

// ParameterSchema is the JSON Schema (draft-07) of the arguments.
func (t *Tool) ParameterSchema() json.RawMessage { return objectSchema(t.Params, true) }

func objectSchema(params []*Param, top bool) json.RawMessage {
	var w, props objectWriter
	required := []string{}
	for _, p := range params {
		props.field(p.Name, p.jsonSchema())
		if p.Required {
			required = append(required, p.Name)
		}
	}
	w.field("type", "object")
	w.field("properties", props.raw())
	if top || len(required) > 0 {
		w.field("required", required)
	}
	return w.raw()
}

func (p *Param) jsonSchema() json.RawMessage {
	if p.Type == "object" && p.Schema == nil {
		return objectSchema(p.Props, false)
	}
	var w objectWriter
	w.field("type", p.Type)
	if p.About != "" {
		w.field("description", p.About)
	}
	if p.Schema != nil {
		for _, key := range []string{"format", "pattern", "minimum", "maximum"} {
			if f := p.Schema.Fields[key]; f != nil {
				w.field(key, f.JSON())
			}
		}
	}
	if len(p.Enum) > 0 {
		w.field("enum", p.Enum)
	}
	if p.Default != nil {
		w.field("default", p.Default)
	}
	if p.Items != nil {
		w.field("items", p.Items.jsonSchema())
	}
	if p.Type == "object" {
		var props objectWriter
		var required []string
		for _, q := range p.Props {
			props.field(q.Name, q.jsonSchema())
			if q.Required {
				required = append(required, q.Name)
			}
		}
		w.field("properties", props.raw())
		if len(required) > 0 {
			w.field("required", required)
		}
	}
	return w.raw()
}

// returns is the JSON Schema of the observation, which follows from the effect.
func (t *Tool) returns() json.RawMessage {
	var attributes []*Attribute
	if t.Entity != nil && t.Effect != Delete {
		for _, a := range t.Entity.Attributes {
			if t.Shows(a) {
				attributes = append(attributes, a)
			}
		}
	}
	switch {
	case t.Effect == List && t.Entity != nil:
		var w, props, list objectWriter
		list.field("type", "array")
		list.field("items", attributeSchema(attributes))
		props.field("count", json.RawMessage(`{"type":"integer"}`))
		props.field(t.ListKey(), list.raw())
		w.field("type", "object")
		w.field("properties", props.raw())
		w.field("required", []string{"count", t.ListKey()})
		return w.raw()
	case t.Effect == Delete && t.Entity != nil:
		attributes = append(attributes, t.Entity.Attribute(t.Entity.ID), &Attribute{Name: "status", Values: &Values{Kind: ValuePick, Pick: []any{""}}})
	}
	return attributeSchema(slices.Concat(attributes, t.Gives))
}

// Shows reports whether observations of the tool hold the attribute of its entity.
func (t *Tool) Shows(a *Attribute) bool {
	if len(t.Fields) > 0 {
		return a.Name == t.Entity.ID || slices.Contains(t.Fields, a.Name)
	}
	return t.Effect != List || !a.Detail
}

// ListKey is the name of the list in the observation of a List tool.
func (t *Tool) ListKey() string {
	return strings.ToLower(strings.Join(naming.Words(t.Entity.Plural), "_"))
}

func attributeSchema(attributes []*Attribute) json.RawMessage {
	var w, props objectWriter
	names := []string{}
	for _, a := range attributes {
		if a == nil {
			continue
		}
		var s objectWriter
		s.field("type", a.Type())
		if a.About != "" {
			s.field("description", a.About)
		}
		props.field(a.Name, s.raw())
		names = append(names, a.Name)
	}
	w.field("type", "object")
	w.field("properties", props.raw())
	w.field("required", names)
	return w.raw()
}

// Complete computes what the other fields determine: the types of copied values,
// and the JSON Schemas of the tools. It clamps ranges, so that values of any toolset can
// be drawn, and drops [Param.Schema], which is no longer needed.
func (ts *Toolset) Complete() {
	for _, e := range ts.Entities {
		if v := e.Attribute(e.ID).Values; v != nil {
			v.Code = true
		}
		for _, a := range e.Attributes {
			a.complete(ts)
		}
	}
	for _, t := range ts.Tools {
		for _, a := range t.Gives {
			a.complete(ts)
		}
		if !t.Described {
			t.Parameters = t.ParameterSchema()
			t.sayCurrency()
		}
		t.Returns = t.returns()
		for _, p := range t.Params {
			p.complete()
		}
	}
}

// sayCurrency adds the currency of the amounts that the tool shows to its description,
// if nothing there names it: an agent reads the description, and answers only hold
// numbers. A tool that shows several currencies is left alone.
func (t *Tool) sayCurrency() {
	shown := t.Gives
	if t.Entity != nil && t.Effect != Delete {
		shown = slices.DeleteFunc(slices.Clone(t.Entity.Attributes), func(a *Attribute) bool { return !t.Shows(a) })
		shown = append(shown, t.Gives...)
	}
	unit := ""
	for _, a := range shown {
		switch v := a.Told(); {
		case v == nil || v.Unit == "" || v.Unit == unit:
		case unit != "":
			return
		default:
			unit = v.Unit
		}
	}
	symbol, name := Currency(unit)
	if unit == "" || strings.Contains(t.Description, name) || strings.Contains(t.Description, unit) || symbol != "" && strings.Contains(t.Description, symbol) {
		return
	}
	t.Description = strings.TrimSpace(t.Description + " Amounts are in " + name + ".")
}

// Currency returns the sign and the plural name of a currency (ISO 4217). A currency
// without a sign is called by its code.
func Currency(unit string) (symbol, name string) {
	switch unit {
	case "EUR":
		return "€", "euros"
	case "USD":
		return "$", "dollars"
	case "GBP":
		return "£", "pounds"
	}
	return "", unit
}

func (a *Attribute) complete(ts *Toolset) {
	a.resolved = ts.origin(a, 0)
	if a.Values != nil {
		a.Values.clamp()
	}
}

// complete clamps ranges, and lets go of the document that the parameter was read from.
func (p *Param) complete() {
	p.Schema = nil
	if p.Values != nil {
		p.Values.clamp()
	}
	for _, q := range p.Props {
		q.complete()
	}
	if p.Items != nil {
		p.Items.complete()
	}
}

// origin finds the type of a value that is copied or taken from another thing.
func (ts *Toolset) origin(a *Attribute, depth int) any {
	if a.Values == nil || a.Values.Kind != ValueCopy && a.Values.Kind != ValueOf || depth > 4 {
		return nil
	}
	base, attribute, dotted := strings.Cut(a.Values.Text, ".")
	if dotted {
		for _, e := range ts.Entities {
			if other := e.Attribute(attribute); e.ID == base && other != nil && other != a {
				if other.Values != nil && a.Values.Unit == "" {
					a.Values.Unit = other.Values.Unit
				}
				a.from = other
				if from := ts.origin(other, depth+1); from != nil {
					return from
				}
				return other.Type()
			}
		}
		return nil
	}
	for _, e := range ts.Entities {
		if e.ID == base && e.Attribute(base) != a {
			a.from = e.Attribute(base)
			return e.Attribute(base).Type()
		}
	}
	for _, t := range ts.Tools {
		if p := t.Param(base); p != nil {
			return p.Type
		}
	}
	return nil
}

// Type is the JSON Schema type of the attribute's values. A value copied from
// an unknown place may be of any type.
func (a *Attribute) Type() any {
	if a.Values == nil {
		return "string"
	}
	switch a.Values.Kind {
	case ValueInt:
		return "integer"
	case ValueNumber, ValueMoney, ValueTimes, ValueSum:
		return "number"
	case ValueColour:
		if len(a.Values.Terms) > 0 && a.Values.Terms[0] == "contrast" {
			return "number"
		}
	case ValueBool:
		return "boolean"
	case ValuePick:
		types := []string{}
		for _, v := range a.Values.Pick {
			kind := "string"
			switch v.(type) {
			case int64:
				kind = "integer"
			case float64:
				kind = "number"
			case bool:
				kind = "boolean"
			}
			if !slices.Contains(types, kind) {
				types = append(types, kind)
			}
		}
		if slices.Contains(types, "number") {
			types = slices.DeleteFunc(types, func(s string) bool { return s == "integer" })
		}
		if len(types) == 1 {
			return types[0]
		}
		return types
	case ValueCopy, ValueOf:
		if a.resolved != nil {
			return a.resolved
		}
		return []string{"string", "number", "boolean", "array", "object", "null"}
	}
	return "string"
}
