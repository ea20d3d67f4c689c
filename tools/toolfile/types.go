package toolfile

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
)

// typeNames are the names that people write for the types of JSON Schema. The type
// "" allows anything.
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

// The bounds of the name of a type. No real one is longer or deeper.
const (
	maxTypeName  = 500
	maxTypeDepth = 6
)

// SchemaType reads a type as people write it in lists of functions: "str",
// "List[int]", "optional[float]", "enum[red, green]", "int | str", "string[]",
// "int, optional".
// It gives the keywords of JSON Schema (draft-07) with the same meaning: type,
// items and enum, or none if anything is allowed. ok is false for an unknown name.
func SchemaType(name string) (keywords *document.Node, ok bool) {
	if len(name) > maxTypeName {
		return nil, false
	}
	return namedType(name, 0)
}

func namedType(name string, depth int) (*document.Node, bool) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "typing.")
	if depth > maxTypeDepth {
		return nil, false
	}
	if proper, known := typeNames[strings.ToLower(name)]; known {
		return typeKeyword(proper), true
	}
	if base, more, found := strings.Cut(name, ", "); found && (strings.HasPrefix(more, "optional") || strings.HasPrefix(more, "default")) {
		return namedType(base, depth+1) // "int, optional"
	}
	if parts := splitType(name, '|'); len(parts) > 1 {
		return unionType(parts, depth)
	}
	if of, isList := strings.CutSuffix(name, "[]"); isList {
		return listType([]string{of}, depth)
	}
	base, args, bracketed := cutBrackets(name)
	if !bracketed {
		// "array of strings"
		if head, of, found := strings.Cut(name, " of "); found && typeNames[strings.ToLower(head)] == "array" {
			return listType([]string{strings.TrimSuffix(of, "s")}, depth)
		}
		return nil, false
	}
	switch lower := strings.ToLower(base); lower {
	case "optional", "nullable":
		return namedType(args, depth+1)
	case "union", "anyof", "oneof":
		return unionType(splitType(args, ','), depth)
	case "enum", "literal", "choice":
		return enumType(splitType(args, ','))
	default:
		proper, known := typeNames[lower]
		if known && proper == "array" {
			return listType(splitType(args, ','), depth)
		}
		return typeKeyword(proper), known
	}
}

func typeKeyword(proper string) *document.Node {
	if proper == "" {
		return document.Fields()
	}
	return document.Fields(document.Field{Key: "type", Value: document.NewText(proper)})
}

// listType is a list. Its items have a type if all arguments are the same type.
func listType(of []string, depth int) (*document.Node, bool) {
	out := typeKeyword("array")
	items, known := namedType(of[0], depth+1)
	for _, other := range of[1:] {
		if other != "..." && other != of[0] {
			known = false
		}
	}
	if known && len(items.Keys) > 0 {
		out.Set("items", items)
	}
	return out, true
}

// unionType is one of several types, or one of several words if no part is a type.
func unionType(parts []string, depth int) (*document.Node, bool) {
	types, keywords := &document.Node{Kind: document.List}, []*document.Node(nil)
	for _, part := range parts {
		k, known := namedType(part, depth+1)
		if !known {
			continue
		}
		keywords = append(keywords, k)
		if t := k.Fields["type"]; t != nil && t.Value != "null" {
			types.Items = append(types.Items, t)
		}
	}
	switch types = distinct(types); {
	case len(keywords) == 0:
		return enumType(parts)
	case len(keywords) < len(parts):
		return nil, false
	case types == nil:
		return document.Fields(), true
	case len(types.Items) == 1:
		return keywords[slices.IndexFunc(keywords, func(k *document.Node) bool { t := k.Fields["type"]; return t != nil && t.Value != "null" })], true
	case slices.ContainsFunc(types.Items, func(t *document.Node) bool { return t.Kind == document.List }):
		return nil, false
	}
	return document.Fields(document.Field{Key: "type", Value: types}), true
}

// enumType is one of several values. They are numbers if all are whole numbers,
// else texts.
func enumType(values []string) (*document.Node, bool) {
	words, numbers := &document.Node{Kind: document.List}, &document.Node{Kind: document.List}
	for _, value := range values {
		value = strings.Trim(value, "\"'`")
		if value == "" {
			continue
		}
		words.Items = append(words.Items, document.NewText(value))
		if i, err := strconv.ParseInt(value, 10, 64); err == nil {
			numbers.Items = append(numbers.Items, &document.Node{Kind: document.Whole, Value: i})
		}
	}
	proper := "string"
	if len(words.Items) == 0 {
		return nil, false
	}
	if len(numbers.Items) == len(words.Items) {
		words, proper = numbers, "integer"
	}
	return document.Fields(document.Field{Key: "type", Value: document.NewText(proper)}, document.Field{Key: "enum", Value: distinct(words)}), true
}

// splitType splits at a separator that stands outside of brackets.
func splitType(text string, at rune) []string {
	var parts []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case strings.ContainsRune("[(<{", r):
			depth++
		case strings.ContainsRune("])>}", r):
			depth--
		case r == at && depth == 0:
			parts = append(parts, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

// cutBrackets splits "list[str]" into "list" and "str", whatever the brackets.
func cutBrackets(name string) (base, args string, ok bool) {
	open := strings.IndexAny(name, "[(<{")
	if open < 1 {
		return "", "", false
	}
	closing := map[byte]string{'[': "]", '(': ")", '<': ">", '{': "}"}[name[open]]
	args, ok = strings.CutSuffix(name[open+1:], closing)
	return strings.TrimSpace(name[:open]), args, ok && strings.TrimSpace(args) != ""
}
