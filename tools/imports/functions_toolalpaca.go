package imports

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
)

// isAPI tells whether an object is an API of ToolAlpaca.
func isAPI(n *document.Node) bool {
	return n.Kind == document.Object && (n.Fields["Function_Description"] != nil || n.Fields["Function_Projection"] != nil ||
		n.Fields["Documentation"] != nil && n.Fields["Name"] != nil)
}

// alpacaAPI is an API of ToolAlpaca as it is being read.
type alpacaAPI struct {
	doc          *document.Node // its Documentation; nil when that cannot be read
	descriptions *document.Node // Function_Description
	projection   *document.Node // Function_Projection: function → path, method
}

// api makes a toolset of an API of ToolAlpaca. What its documentation does not
// tell comes from the text that it has for models.
func (f *functionFile) api(n *document.Node, where string) {
	set := Set{Source: place(where)}
	set.Title, _ = fieldIn(n, "Name").Value.(string)
	set.Domain, _ = fieldIn(n, "Category").Value.(string)
	about, _ := fieldIn(n, "Description").Value.(string)
	reader := schemaReader{odd: &f.odd}
	set.Title, set.Domain, set.About = reader.about(set.Title), reader.about(set.Domain), reader.about(about)
	if name := slug(ascii(set.Title)); name != "" {
		set.Name = stem(f.source) + "/" + name
	}
	api := alpacaAPI{descriptions: fieldIn(n, "Function_Description"), projection: fieldIn(n, "Function_Projection")}
	if text, ok := fieldIn(n, "Documentation").Value.(string); ok && strings.TrimSpace(text) != "" {
		doc, err := parsed(f.source, []byte(text), 1, "")
		if err == nil && doc.Kind == document.Object {
			api.doc = doc
		} else {
			f.note(set.Source, "the documentation of %s is no OpenAPI document; its functions are read from their descriptions", shown(set.Title))
		}
	}
	var found []Tool
	for _, name := range api.functions() {
		if t := f.operation(&api, name, set.Source); t != nil {
			t.Source = pointer(where) + " " + t.Name
			found = append(found, *t)
		}
	}
	if len(found) == 0 {
		f.skip(set.Source, "the API %s has no function that can be read", shown(set.Title))
	}
	f.toolset(set, found, false)
}

// functions are the names of all functions, in the order of the file.
func (a *alpacaAPI) functions() []string {
	names := slices.Clone(a.projection.Keys)
	for _, name := range a.descriptions.Keys {
		if name != "components" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 || a.doc == nil {
		return names[:min(len(names), MaxTools)]
	}
	a.operations(func(_, _ string, op *document.Node) bool {
		if id, ok := fieldIn(op, "operationId").Value.(string); ok && !slices.Contains(names, id) {
			names = append(names, id)
		}
		return len(names) < maxSkippedLines
	})
	return names
}

// methods are the keys of a path that are operations.
var methods = strings.Fields("get post put patch delete")

// operations calls a function with every operation, until it returns false.
func (a *alpacaAPI) operations(yield func(path, method string, op *document.Node) bool) {
	paths := fieldIn(a.doc, "paths")
	for _, path := range paths.Keys {
		for _, method := range paths.Fields[path].Keys {
			op := paths.Fields[path].Fields[method]
			if slices.Contains(methods, strings.ToLower(method)) && op.Kind == document.Object && !yield(path, method, op) {
				return
			}
		}
	}
}

// find gives the operation behind a function, and the path that it belongs to.
func (a *alpacaAPI) find(name string) (item, op *document.Node) {
	if a.doc == nil {
		return nil, nil
	}
	paths := fieldIn(a.doc, "paths")
	if to := a.projection.Fields[name]; to != nil && len(to.Items) == 2 {
		path, _ := to.Items[0].Value.(string)
		method, _ := to.Items[1].Value.(string)
		if item = paths.Fields[path]; item != nil {
			if op = item.Fields[strings.ToLower(method)]; op != nil && op.Kind == document.Object {
				return item, op
			}
		}
	}
	item, op = nil, nil
	a.operations(func(path, _ string, o *document.Node) bool {
		if fieldIn(o, "operationId").Value == name {
			item, op = paths.Fields[path], o
		}
		return op == nil
	})
	return item, op
}

// operation reads one function.
func (f *functionFile) operation(a *alpacaAPI, name, where string) *Tool {
	at := where + " " + shown(name)
	if item, op := a.find(name); op != nil {
		n := f.fromDocumentation(a, name, item, op)
		return f.function(n, at, a.doc)
	}
	text, _ := fieldIn(a.descriptions, name).Value.(string)
	if strings.TrimSpace(text) == "" {
		f.skip(at, "the function is described neither in the documentation nor in words")
		return nil
	}
	f.odd.add("functions that the documentation lacks were read from their descriptions")
	n := fromDescription(name, text)
	return f.function(n, at, nil)
}

// fromDocumentation writes an operation as a function.
func (f *functionFile) fromDocumentation(a *alpacaAPI, name string, item, op *document.Node) *document.Node {
	reader := schemaReader{root: a.doc, odd: &f.odd}
	props, required := document.Fields(), &document.Node{Kind: document.List}
	add := func(name string, schema *document.Node, must bool) {
		if was := props.Fields[name]; was != nil {
			if fieldIn(was, "type").Value == fieldIn(schema, "type").Value {
				f.odd.add("fields of a body that are also parameters of the path or the query are asked for once")
				return
			}
			f.odd.add("fields of a body that are named like another parameter were named body_…")
			name = "body_" + name
		}
		putIn(props, name, schema)
		if must {
			required.Items = append(required.Items, newText(name))
		}
	}
	for _, p := range slices.Concat(fieldIn(item, "parameters").Items, fieldIn(op, "parameters").Items) {
		if p.Kind != document.Object {
			continue
		}
		p, _ = reader.resolved(p, nil)
		name, _ := fieldIn(p, "name").Value.(string)
		switch in := fieldIn(p, "in").Value; {
		case in == "header" || in == "cookie":
			f.odd.add("parameters in headers and cookies were left out")
		case in == "body":
			reader.body(fieldIn(p, "schema"), add)
		case name != "" && props.Fields[name] == nil:
			add(name, withAbout(parameterSchema(p), fieldIn(p, "description")), fieldIn(p, "required").Value == true)
		}
	}
	if body := op.Fields["requestBody"]; body != nil && body.Kind == document.Object {
		body, _ = reader.resolved(body, nil)
		reader.body(contentSchema(body), add)
	}
	about := cmp.Or(fieldIn(op, "description").Text, fieldIn(op, "summary").Text)
	return document.Fields(
		document.Field{Key: "name", Value: newText(name)},
		document.Field{Key: "description", Value: newText(about)},
		document.Field{Key: "parameters", Value: document.Fields(
			document.Field{Key: "type", Value: newText("object")},
			document.Field{Key: "properties", Value: props},
			document.Field{Key: "required", Value: required},
		)},
		document.Field{Key: "returns", Value: reader.answer(op)},
	)
}

// body adds the fields of a body, or the body as one parameter when it is no
// object.
func (r *schemaReader) body(schema *document.Node, add func(name string, schema *document.Node, must bool)) {
	if schema.Kind != document.Object {
		return
	}
	whole, refs := r.resolved(schema, nil)
	whole, _ = r.settled(whole, 0, refs)
	props := whole.Fields["properties"]
	if props == nil || props.Kind != document.Object || len(props.Keys) == 0 {
		add("body", schema, true)
		return
	}
	for _, name := range props.Keys {
		add(name, props.Fields[name], slices.ContainsFunc(fieldIn(whole, "required").Items, func(i *document.Node) bool { return i.Value == name }))
	}
}

// answer is the schema of the first answer that tells of success; nil when
// there is none.
func (r *schemaReader) answer(op *document.Node) *document.Node {
	responses := fieldIn(op, "responses")
	for _, code := range slices.Sorted(slices.Values(responses.Keys)) {
		if response := responses.Fields[code]; strings.HasPrefix(code, "2") && response.Kind == document.Object {
			response, _ = r.resolved(response, nil)
			if schema := contentSchema(response); schema.Kind == document.Object {
				return schema
			}
		}
	}
	return nil
}

// contentSchema is the schema of a body or an answer: the JSON one if there are
// several.
func contentSchema(n *document.Node) *document.Node {
	content := fieldIn(n, "content")
	for _, kind := range content.Keys {
		if strings.Contains(kind, "json") {
			return fieldIn(content.Fields[kind], "schema")
		}
	}
	if len(content.Keys) > 0 {
		return fieldIn(content.Fields[content.Keys[0]], "schema")
	}
	return fieldIn(n, "schema")
}

// parameterSchema is the schema of a parameter; those of Swagger 2 are one.
func parameterSchema(p *document.Node) *document.Node {
	if schema := cmp.Or(p.Fields["schema"], contentSchema(p)); schema.Kind == document.Object {
		return schema
	}
	out := document.Fields()
	for _, key := range []string{"type", "items", "enum", "format", "default", "minimum", "maximum", "pattern", "example"} {
		if v := p.Fields[key]; v != nil {
			putIn(out, key, v)
		}
	}
	return out
}

func withAbout(schema, about *document.Node) *document.Node {
	if about.Kind != document.Text || schema.Fields["description"] != nil {
		return schema
	}
	out := without(schema, "description")
	putIn(out, "description", about)
	return out
}

// fromDescription writes a function of which only the text for models is known:
//
//	Retrieve something.
//	Parameters: {"size": "Required. string. One of: [small, large]. The size."}
//	Output: …
func fromDescription(name, text string) *document.Node {
	about, rest, _ := strings.Cut(text, "\nParameters:")
	list, _, _ := strings.Cut(rest, "\nOutput:")
	props, required := document.Fields(), &document.Node{Kind: document.List}
	if n, err := document.ParseJSON([]byte(strings.TrimSpace(list)), 1); err == nil && len(list) < 100_000 {
		for _, key := range n.Keys {
			said, _ := n.Fields[key].Value.(string)
			schema, must := describedParameter(said)
			putIn(props, key, schema)
			if must {
				required.Items = append(required.Items, newText(key))
			}
		}
	}
	return document.Fields(
		document.Field{Key: "name", Value: newText(name)},
		document.Field{Key: "description", Value: newText(strings.TrimSpace(about))},
		document.Field{Key: "parameters", Value: document.Fields(
			document.Field{Key: "type", Value: newText("object")},
			document.Field{Key: "properties", Value: props},
			document.Field{Key: "required", Value: required},
		)},
	)
}

var (
	saidFirst = regexp.MustCompile(`^\s*(Required|Optional)\.\s*`)
	saidOneOf = regexp.MustCompile(`One of:? \[([^\]]*)\]\.?\s*`)
)

// describedParameter reads "Required. string. One of: [a, b]. What it is."
func describedParameter(text string) (schema *document.Node, required bool) {
	if m := saidFirst.FindStringSubmatch(text); m != nil {
		required = m[1] == "Required"
		text = text[len(m[0]):]
	}
	schema = document.Fields()
	kind, rest := text, ""
	depth := 0
	for i, c := range text {
		if strings.ContainsRune("[{(", c) {
			depth++
		} else if strings.ContainsRune("]})", c) {
			depth--
		} else if c == '.' && depth == 0 {
			kind, rest = text[:i], strings.TrimSpace(text[i+1:])
			break
		}
	}
	if strings.ContainsAny(kind, " ") && !strings.ContainsAny(kind, "[{") {
		kind, rest = "string", text // no type, but words
	}
	putIn(schema, "type", newText(kind))
	if m := saidOneOf.FindStringSubmatch(rest); m != nil {
		values := &document.Node{Kind: document.List}
		for _, v := range strings.Split(m[1], ",") {
			if v = strings.TrimSpace(v); v != "" {
				values.Items = append(values.Items, newText(v))
			}
		}
		putIn(schema, "enum", values)
		rest = strings.Replace(rest, m[0], "", 1)
	}
	if rest != "" {
		putIn(schema, "description", newText(rest))
	}
	return schema, required
}
