package publicapis

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/jsontext"
)

// schema is a JSON Schema, with its keywords in the order in which they are
// written.
type schema struct {
	Type        string      `json:"type"`
	Items       *schema     `json:"items,omitempty"`
	MinItems    int         `json:"minItems,omitempty"`
	UniqueItems bool        `json:"uniqueItems,omitempty"`
	Format      string      `json:"format,omitempty"`
	Enum        []string    `json:"enum,omitempty"`
	Examples    []string    `json:"examples,omitempty"`
	Minimum     json.Number `json:"minimum,omitempty"`
	Maximum     json.Number `json:"maximum,omitempty"`
	Properties  *properties `json:"properties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Description string      `json:"description,omitempty"`
	Default     any         `json:"default,omitempty"`
}

// properties are the fields of an object, in their order.
type properties []property

type property struct {
	name   string
	schema *schema
}

// MarshalJSON implements [json.Marshaler].
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(jsontext.Value(f.name))
		b.WriteByte(':')
		b.Write(jsontext.Value(f.schema))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func newObject() *schema { return &schema{Type: "object", Properties: &properties{}} }

func (s *schema) has(name string) bool {
	return slices.ContainsFunc(*s.Properties, func(f property) bool { return f.name == name })
}

// add adds a field to an object, unless it has one of that name.
func (s *schema) add(name string, f *schema, required bool) {
	if s.has(name) {
		return
	}
	*s.Properties = append(*s.Properties, property{name, f})
	if required {
		s.Required = append(s.Required, name)
	}
}

// param finds a field by its name in a template; its name is empty when there is
// none. Names with "@" stand for what depends on the place or the subject that the
// API is about.
func (x *maker) param(name string) (string, field) {
	whole, one := "", ""
	switch name {
	case "@place":
		if len(x.place.near) > 0 {
			return x.fieldName(x.place.nearName), field{kind: "enum", values: x.place.near, about: partOf(x.place.nearName, x.place.name)}
		}
		if x.place.name != "" {
			return x.param("@country")
		}
		name = "city"
	case "@country":
		if len(x.place.wide) > 0 {
			return x.fieldName(x.place.wideName), field{kind: "enum", values: x.place.wide, about: partOf(x.place.wideName, x.place.name)}
		}
		name, whole, one = "country", "Country", x.place.name
	case "@language":
		name, whole, one = "language", "Language", x.place.language
	case "@currency":
		name = "base_currency"
		f, _ := x.k.field(x.tables, name)
		if x.place.currency != "" {
			f.preset = x.place.currency
		}
		return x.fieldName(name), f
	case "@subject":
		if x.subject.field == "" {
			return "", field{}
		}
		return x.fieldName(x.subject.field), x.special()
	}
	if one != "" {
		return name, field{kind: "enum", values: []string{one}, about: whole + ", always " + one, preset: one}
	}
	f, ok := x.k.field(x.tables, name)
	if !ok {
		return "", field{}
	}
	return x.fieldName(name), f
}

func partOf(what, place string) string { return capital(what) + " of " + place }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// special is the field that only things of the subject have.
func (x *maker) special() field {
	what := strings.ReplaceAll(x.subject.field, "_", " ")
	return field{kind: "enum", values: x.subject.values, about: capital(what) + " (" + x.subject.name + ")"}
}

// identifier is the field by which a thing is known.
func (x *maker) identifier(thing string) field {
	f := field{kind: "string", about: "Identifier of the " + x.fill(thing)}
	if x.numbers {
		f.kind, f.low = "int", "1"
	}
	return f
}

// schemaTypes are the types of JSON Schema for the types of fields. The others are
// strings.
var schemaTypes = map[string]string{"int": "integer", "number": "number", "bool": "boolean", "list": "array"}

// formats are those of texts.
var formats = map[string]string{"date": "date", "datetime": "date-time", "url": "uri", "email": "email"}

// schema writes the schema of a field of a tool.
func (x *maker) schema(f field, a template) *schema {
	thing := x.fill(a.thing)
	if thing == "" {
		thing = "result"
	}
	s := &schema{Type: schemaTypes[f.kind], Format: formats[f.kind], Minimum: json.Number(f.low), Maximum: json.Number(f.high),
		Description: fixArticle(strings.ReplaceAll(x.fill(f.about), "{thing}", thing))}
	switch f.kind {
	case "list":
		s.Items, s.MinItems, s.UniqueItems = &schema{Type: "string", Enum: f.values}, 1, true
	case "date":
		s.Description += ", in the format YYYY-MM-DD"
	case "enum":
		s.Enum = f.values
	case "string":
		if len(f.values) > 0 {
			s.Examples = f.values[:min(len(f.values), 3)]
			s.Description += ", such as '" + strings.Join(f.values, "', '") + "'"
		}
	}
	switch {
	case f.preset == "":
	case f.kind == "int", f.kind == "number", f.kind == "bool":
		s.Default = json.RawMessage(f.preset)
	default:
		s.Default = f.preset
	}
	if s.Type == "" {
		s.Type = "string"
	}
	return s
}
