package describe

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Param describes a parameter in words: "date: string, required; day of
// departure".
func Param(p *tools.Param) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Name, p.Type)
	if p.Items != nil && p.Items.Type != "" {
		fmt.Fprintf(&b, " of %ss", p.Items.Type)
	}
	if p.Required {
		b.WriteString(", required")
	}
	if len(p.Enum) > 0 {
		b.WriteString(", one of")
		for i, v := range p.Enum {
			if i == 8 && len(p.Enum) > 9 {
				fmt.Fprintf(&b, " and %d more", len(p.Enum)-i)
				break
			}
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %v", v)
		}
	}
	if p.Default != nil {
		fmt.Fprintf(&b, ", by default %v", p.Default)
	}
	if p.About != "" {
		b.WriteString("; " + p.About)
	}
	return b.String()
}

// Returns lists the fields of an answer from its schema: "count, flights[]
// (flight_number, price)".
func Returns(schema json.RawMessage) string {
	n, err := document.ParseJSON(schema, 1)
	if err != nil {
		return ""
	}
	return strings.Join(fieldsOf(n), ", ")
}

// fieldsOf lists the properties of a schema, with those of the elements of lists.
func fieldsOf(schema *document.Node) []string {
	properties := schema.Fields["properties"]
	if properties == nil {
		return nil
	}
	var out []string
	for _, name := range properties.Keys {
		f := properties.Fields[name]
		kind, items := f.Fields["type"], f.Fields["items"]
		if kind != nil && kind.Value == "array" && items != nil {
			name += "[]"
			if inner := items.Fields["properties"]; inner != nil && len(inner.Keys) > 0 {
				name += " (" + strings.Join(inner.Keys, ", ") + ")"
			}
		}
		out = append(out, name)
	}
	return out
}
