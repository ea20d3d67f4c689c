package reading

import (
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/document"
	"switchyard/tools/imports/internal/plain"
)

// fits drops keywords that contradict the rest of a schema, so that a value can fit
// it.
func fits(s *document.Node, odd *Oddities) {
	bounds := map[string]float64{}
	for _, key := range slices.Concat(numberKeywords, countKeywords) {
		if n := s.Fields[key]; n != nil && (n.Kind == document.Whole || n.Kind == document.Real) {
			bounds[key] = numeric(n)
		}
	}
	kind := ""
	if t := s.Fields["type"]; t != nil {
		kind = t.Text
	}
	if unmet := plain.Unmet(kind, bounds); len(unmet) > 0 {
		odd.Add("bounds that no value can meet were left out: %s", strings.Join(unmet, ", "))
		for _, key := range unmet {
			s.Delete(key)
		}
	}
	t := s.Fields["type"]
	if t == nil {
		return
	}
	name, _ := t.Value.(string)
	if enum := s.Fields["enum"]; enum != nil {
		if of := typeOf(enum.Items[0]); slices.ContainsFunc(enum.Items, func(i *document.Node) bool { return typeOf(i) != name && (name != "number" || typeOf(i) != "integer") }) {
			odd.Add("the type %s was replaced by %s, the type of its values", name, of)
			s.Set("type", document.NewText(of))
			enum.Items = slices.DeleteFunc(slices.Clone(enum.Items), func(i *document.Node) bool { return typeOf(i) != of })
			name = of
		}
	}
	if d := s.Fields["default"]; d != nil && typeOf(d) != name && (name != "number" || typeOf(d) != "integer") {
		s.Delete("default")
	}
}

func numeric(n *document.Node) float64 {
	switch v := n.Value.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func typeOf(n *document.Node) string {
	switch n.Value.(type) {
	case int64:
		return "integer"
	case float64:
		return "number"
	case bool:
		return "boolean"
	}
	return "string"
}

// unclean reports whether a value is a text that nobody could say.
func unclean(n *document.Node) bool {
	text, ok := n.Value.(string)
	return ok && (len(text) > 500 || text != "" && strings.ContainsFunc(text, plain.Moves) || strings.ContainsRune(text, unicode.ReplacementChar))
}
