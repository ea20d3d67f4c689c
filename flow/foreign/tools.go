package foreign

import (
	"crypto/sha256"
	"errors"
	"regexp"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// parse reads YAML or JSON.
func parse(file string, data []byte, what string) (*document.Node, error) {
	doc, err := document.Parse(data)
	if err == nil {
		return doc, nil
	}
	line := 1
	if e := (*document.Error)(nil); errors.As(err, &e) {
		line = e.Line
	}
	return nil, toolfile.Problems{note(file, line, "it should be "+what, "%s", err.Error())}
}

// Tools reads a list of tools as FlowAgent has it: items with the keys "API", "API Desciption"
// (with this misspelling, or "API Description"), "Input parameters" and "Output parameters". It
// returns a toolset file. The error is of type [toolfile.Problems].
func Tools(file string, data []byte, name, title string) (*document.Node, *tools.Toolset, error) {
	doc, err := parse(file, data, "a list of tools, each with API, API Desciption, Input parameters and Output parameters")
	if err != nil {
		return nil, nil, err
	}
	if doc.Kind != document.List || len(doc.Items) == 0 {
		return nil, nil, toolfile.Problems{note(file, doc.Line, "", "a list of tools is expected")}
	}
	out, set, err := toolset(file, data, doc, name, title, true)
	if problems := (toolfile.Problems)(nil); errors.As(err, &problems) && out != nil {
		// Some tools have answers about things, of which inference knows more.
		if out, set, err2 := toolset(file, data, doc, name, title, false); err2 == nil {
			return out, set, nil
		}
	}
	return out, set, err
}

// toolset makes a toolset of the list. With plain, tools whose answers have only plain fields
// know no world: they answer what their schema says.
func toolset(file string, data []byte, doc *document.Node, name, title string, plain bool) (*document.Node, *tools.Toolset, error) {
	r := &reader{file: file}
	out, all := object(1), object(1)
	add(out, "toolset", text(1, name))
	add(out, "title", text(1, title))
	for _, item := range doc.Items {
		r.tool(all, item, plain)
	}
	add(out, "tools", all)
	if len(r.problems) > 0 {
		return nil, nil, r.problems
	}
	set, err := toolfile.Decode(file, sha256.Sum256(data), out, false)
	return out, set, err
}

// field finds a field by its key without blanks around it: some files have "type ".
func field(n *document.Node, keys ...string) *document.Node {
	if n == nil || n.Kind != document.Object {
		return nil
	}
	for _, want := range keys {
		for _, key := range n.Keys {
			if strings.EqualFold(strings.TrimSpace(key), want) {
				return n.Fields[key]
			}
		}
	}
	return nil
}

func fieldText(n *document.Node, keys ...string) string {
	if f := field(n, keys...); f != nil {
		return strings.TrimSpace(f.Text)
	}
	return ""
}

func (r *reader) tool(all, item *document.Node, plain bool) {
	name := fieldText(item, "API", "name")
	if why := tools.NameProblem(name); why != "" {
		r.problem(item.Line, "give it a key API with a name of letters, digits and _", "a tool has no usable name: %s", why)
		return
	}
	if all.Fields[name] != nil {
		r.problem(item.Line, "", "the tool %s is listed twice", name)
		return
	}
	t := object(item.Line)
	about := fieldText(item, "API Desciption", "API Description", "description")
	if about != "" && !strings.HasSuffix(about, ".") {
		about += "."
	}
	add(t, "about", text(item.Line, about))
	returns := field(item, "Output parameters", "response")
	if plain && flatOnly(returns) {
		add(t, "effect", text(item.Line, "compute"))
		add(t, "gives", gives(returns, item.Line))
	}
	add(t, "parameters", r.schema(field(item, "Input parameters", "parameters"), item.Line, true))
	add(t, "returns", r.schema(returns, item.Line, false))
	all.Set(name, t)
}

// flatOnly reports whether an answer has neither lists nor objects.
func flatOnly(fields *document.Node) bool {
	if fields == nil || fields.Kind != document.Object {
		return true
	}
	for _, f := range fields.Fields {
		if kind := strings.ToLower(fieldText(f, "type")); kind == "array" || kind == "object" {
			return false
		}
	}
	return true
}

// gives says how the fields of an answer are made: from the values or examples that their
// descriptions list, or else from their types.
func gives(fields *document.Node, line int) *document.Node {
	n := object(line)
	if fields == nil || fields.Kind != document.Object {
		return n
	}
	for _, name := range fields.Keys {
		f := fields.Fields[name]
		about := fieldText(f, "description")
		v := object(f.Line)
		values := enumOf(about)
		if len(values) == 0 {
			values = examplesOf(about)
		}
		kind := strings.ToLower(fieldText(f, "type"))
		switch {
		case len(values) > 0:
			add(v, "pick", list(f.Line, values))
		case strings.HasPrefix(kind, "int"):
			add(v, "int", text(f.Line, "1-99"))
		case kind == "number" || kind == "float":
			add(v, "number", text(f.Line, "1-99"))
		case strings.HasPrefix(kind, "bool"):
			add(v, "bool", &document.Node{Place: document.Place{Line: f.Line, Column: 1}, Kind: document.Real, Text: "0.5", Value: 0.5})
		default:
			add(v, "pattern", text(f.Line, "[A-Z]{2}[1-9][0-9]{3}"))
		}
		add(v, "about", text(f.Line, strings.Join(strings.Fields(about), " ")))
		n.Set(strings.TrimSpace(name), v)
	}
	return n
}

var (
	suchAs = regexp.MustCompile(`(?i)\bsuch as,? *"([^"]+)"`)
	forOne = regexp.MustCompile(`(?i)\b(?:for example|e\.g\.),? *"([^"]+)"`)
)

// examplesOf finds the examples in a description: those that it lists, such as "C1, D3, E7", or
// a single one.
func examplesOf(about string) (values []string) {
	if match := suchAs.FindStringSubmatch(about); match != nil {
		return commas(match[1])
	}
	if match := forOne.FindStringSubmatch(about); match != nil {
		return []string{match[1]}
	}
	return nil
}

// schema turns a list of fields into an object schema.
func (r *reader) schema(fields *document.Node, line int, required bool) *document.Node {
	n := object(line)
	add(n, "type", text(line, "object"))
	properties := object(line)
	var needed []string
	if fields != nil && fields.Kind == document.Object {
		for _, name := range fields.Keys {
			f := fields.Fields[name]
			p := object(f.Line)
			kind := fieldText(f, "type")
			if kind == "" {
				kind = "string"
			}
			about := fieldText(f, "description")
			add(p, "type", text(f.Line, strings.ToLower(kind)))
			add(p, "description", text(f.Line, strings.Join(strings.Fields(about), " ")))
			add(p, "enum", list(f.Line, enumOf(about)))
			for _, key := range []string{"enum", "items", "properties", "required", "format", "pattern", "minimum", "maximum", "default"} {
				if v := field(f, key); v != nil && v.Kind != document.Bool {
					add(p, key, v)
				}
			}
			properties.Set(strings.TrimSpace(name), p)
			if must := field(f, "required"); must != nil && must.Value == true {
				needed = append(needed, strings.TrimSpace(name))
			}
		}
	}
	add(n, "properties", properties)
	if required {
		add(n, "required", list(line, needed))
	}
	return n
}

var enumerated = regexp.MustCompile(`(?i)\benumerat\w*(?: type)?s?\W*\[([^\[\]]+)\]`)

// enumOf finds the values that a description lists: "Enumerated type, [true, false]".
func enumOf(about string) (values []string) {
	match := enumerated.FindStringSubmatch(about)
	if match == nil {
		return nil
	}
	for v := range strings.SplitSeq(match[1], ",") {
		if v = strings.Trim(strings.TrimSpace(v), `"'`); v != "" {
			values = append(values, v)
		}
	}
	return values
}
