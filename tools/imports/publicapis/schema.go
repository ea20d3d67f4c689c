package publicapis

import (
	"encoding/json"
	"strings"
)

// schemaObject writes the schema of an object, its fields in the order in
// which they are added.
type schemaObject struct {
	names    []string
	fields   []string
	required []string
}

func (s *schemaObject) has(name string) bool {
	for _, n := range s.names {
		if n == name {
			return true
		}
	}
	return false
}

// add adds a field, unless there is one of that name.
func (s *schemaObject) add(name, schema string, required bool) {
	if s.has(name) {
		return
	}
	s.names, s.fields = append(s.names, name), append(s.fields, schema)
	if required {
		s.required = append(s.required, quoted(name))
	}
}

func (s *schemaObject) text() string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i, name := range s.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoted(name) + ":" + s.fields[i])
	}
	b.WriteByte('}')
	if len(s.required) > 0 {
		b.WriteString(`,"required":[` + strings.Join(s.required, ",") + `]`)
	}
	b.WriteByte('}')
	return b.String()
}

// quoted is a text as JSON.
func quoted(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		return `""` // a text can always be written
	}
	return string(out)
}

// param finds a field by its name in a template. Names with "@" stand for what
// depends on the place that the API is about.
func (x *maker) param(name string) (string, field) {
	switch name {
	case "@place":
		if len(x.place.near) > 0 {
			return x.fieldName(x.place.nearName), field{kind: "enum", values: x.place.near, about: partOf(x.place.nearName, x.place.name)}
		}
		if x.place.name != "" {
			return x.param("@country")
		}
		f, _ := x.k.field(x.t, "city")
		return "city", f
	case "@country":
		switch {
		case len(x.place.wide) > 0:
			return x.fieldName(x.place.wideName), field{kind: "enum", values: x.place.wide, about: partOf(x.place.wideName, x.place.name)}
		case x.place.name != "":
			return "country", field{kind: "enum", values: []string{x.place.name}, about: "Country, always " + x.place.name, preset: x.place.name}
		}
		f, _ := x.k.field(x.t, "country")
		return "country", f
	case "@currency":
		f, _ := x.k.field(x.t, "base_currency")
		if x.place.currency != "" {
			f.preset = x.place.currency
		}
		return x.fieldName("base_currency"), f
	case "@language":
		f, _ := x.k.field(x.t, "language")
		if x.place.language != "" {
			f = field{kind: "enum", values: []string{x.place.language}, preset: x.place.language, about: "Language, always " + x.place.language}
		}
		return "language", f
	case "@subject":
		if x.subject.field == "" {
			return "", field{}
		}
		return x.fieldName(x.subject.field), x.special()
	}
	f, ok := x.k.field(x.t, name)
	if !ok {
		return "", field{}
	}
	return x.fieldName(name), f
}

func partOf(what, place string) string {
	return strings.ToUpper(what[:1]) + what[1:] + " of " + place
}

// special is the field that only things of the subject have.
func (x *maker) special() field {
	what := strings.ReplaceAll(x.subject.field, "_", " ")
	return field{kind: "enum", values: x.subject.values, about: strings.ToUpper(what[:1]) + what[1:] + " (" + x.subject.name + ")"}
}

// identifier is the field by which a thing is known.
func (x *maker) identifier(thing string) field {
	noun := x.fill(thing)
	if x.numbers {
		return field{kind: "int", low: "1", about: "Identifier of the " + noun}
	}
	return field{kind: "string", about: "Identifier of the " + noun}
}

// schema writes the schema of a field.
func (x *maker) schema(f field, a template) string {
	thing := x.fill(a.thing)
	if thing == "" {
		thing = "result"
	}
	about := fixArticle(strings.ReplaceAll(x.fill(f.about), "{thing}", thing))
	var b strings.Builder
	b.WriteString(`{"type":`)
	switch f.kind {
	case "int":
		b.WriteString(`"integer"`)
	case "number":
		b.WriteString(`"number"`)
	case "bool":
		b.WriteString(`"boolean"`)
	case "list":
		b.WriteString(`"array","items":{"type":"string","enum":` + texts(f.values) + `},"minItems":1,"uniqueItems":true`)
	default:
		b.WriteString(`"string"`)
	}
	switch f.kind {
	case "date":
		b.WriteString(`,"format":"date"`)
		about += ", in the format YYYY-MM-DD"
	case "datetime":
		b.WriteString(`,"format":"date-time"`)
	case "url":
		b.WriteString(`,"format":"uri"`)
	case "email":
		b.WriteString(`,"format":"email"`)
	case "enum":
		b.WriteString(`,"enum":` + texts(f.values))
	case "string":
		if len(f.values) > 0 {
			b.WriteString(`,"examples":` + texts(f.values[:min(len(f.values), 3)]))
			about += ", such as '" + strings.Join(f.values, "', '") + "'"
		}
	}
	if f.low != "" {
		b.WriteString(`,"minimum":` + f.low)
	}
	if f.high != "" {
		b.WriteString(`,"maximum":` + f.high)
	}
	if about != "" {
		b.WriteString(`,"description":` + quoted(about))
	}
	switch {
	case f.preset == "":
	case f.kind == "int" || f.kind == "number" || f.kind == "bool":
		b.WriteString(`,"default":` + f.preset)
	default:
		b.WriteString(`,"default":` + quoted(f.preset))
	}
	b.WriteByte('}')
	return b.String()
}

func texts(list []string) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = quoted(v)
	}
	return "[" + strings.Join(parts, ",") + "]"
}
