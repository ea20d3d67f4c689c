package functions

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
	"switchyard/tools/imports/internal/reading"
)

// isAPI reports whether an object is an API of ToolAlpaca.
func isAPI(n *document.Node) bool {
	return n.Kind == document.Object && (n.Fields["Function_Description"] != nil || n.Fields["Function_Projection"] != nil ||
		n.Fields["Documentation"] != nil && n.Fields["Name"] != nil)
}

// api is an API of ToolAlpaca as it is being read.
type api struct {
	doc          *document.Node // its Documentation; nil when that cannot be read
	descriptions *document.Node // Function_Description
	projection   *document.Node // Function_Projection: function → path, method
}

// api makes a toolset of an API of ToolAlpaca. What its documentation does not
// tell comes from the text that it has for models.
func (f *file) api(n *document.Node, where string) {
	set := imports.Set{Source: place(where)}
	set.Title, _ = reading.Field(n, "Name").Value.(string)
	set.Domain, _ = reading.Field(n, "Category").Value.(string)
	about, _ := reading.Field(n, "Description").Value.(string)
	reader := reading.SchemaReader{Odd: &f.Odd}
	set.Title, set.Domain, set.About = reader.About(set.Title), reader.About(set.Domain), reader.About(about)
	if name := reading.Slug(plain.ASCII(set.Title)); name != "" {
		set.Name = reading.Stem(f.Source) + "/" + name
	}
	api := api{descriptions: reading.Field(n, "Function_Description"), projection: reading.Field(n, "Function_Projection")}
	if text, ok := reading.Field(n, "Documentation").Value.(string); ok && strings.TrimSpace(text) != "" {
		doc, err := f.Parse([]byte(text), 0, "")
		if err == nil && doc.Kind == document.Object {
			api.doc = doc
		} else {
			f.Note(set.Source, "the documentation of %s is not an OpenAPI document; its functions are read from their descriptions", reading.Quoted(set.Title))
		}
	}
	var found []imports.Tool
	for _, name := range api.functions() {
		if t := f.operation(&api, name, set.Source); t != nil {
			t.Source = pointer(where) + " " + t.Name
			found = append(found, *t)
		}
	}
	if len(found) == 0 {
		f.Skip(set.Source, "the API %s has no function that can be read", reading.Quoted(set.Title))
	}
	f.toolset(set, found, false)
}

// functions are the names of all functions, in the order of the file.
func (a *api) functions() []string {
	names := slices.Clone(a.projection.Keys)
	for _, name := range a.descriptions.Keys {
		if name != "components" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 || a.doc == nil {
		return names[:min(len(names), imports.MaxTools)]
	}
	a.operations(func(_, _ string, op *document.Node) bool {
		if id, ok := reading.Field(op, "operationId").Value.(string); ok && !slices.Contains(names, id) {
			names = append(names, id)
		}
		return len(names) < reading.MaxSkipped
	})
	return names
}

// methods are the keys of a path that are operations.
var methods = strings.Fields("get post put patch delete")

// operations calls a function with every operation, until it returns false.
func (a *api) operations(yield func(path, method string, op *document.Node) bool) {
	paths := reading.Field(a.doc, "paths")
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
func (a *api) find(name string) (item, op *document.Node) {
	if a.doc == nil {
		return nil, nil
	}
	paths := reading.Field(a.doc, "paths")
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
		if reading.Field(o, "operationId").Value == name {
			item, op = paths.Fields[path], o
		}
		return op == nil
	})
	return item, op
}

// operation reads one function.
func (f *file) operation(a *api, name, where string) *imports.Tool {
	at := where + " " + reading.Quoted(name)
	if item, op := a.find(name); op != nil {
		n := f.fromDocumentation(a, name, item, op)
		return f.Function(n, at, a.doc)
	}
	text, _ := reading.Field(a.descriptions, name).Value.(string)
	if strings.TrimSpace(text) == "" {
		f.Skip(at, "the function is described neither in the documentation nor in words")
		return nil
	}
	f.Odd.Add("functions that the documentation lacks were read from their descriptions")
	n := fromDescription(name, text)
	return f.Function(n, at, nil)
}

// fromDocumentation writes an operation as a function.
func (f *file) fromDocumentation(a *api, name string, item, op *document.Node) *document.Node {
	reader := reading.SchemaReader{Root: a.doc, Odd: &f.Odd}
	props, required := document.Fields(), &document.Node{Kind: document.List}
	add := func(name string, schema *document.Node, must bool) {
		if was := props.Fields[name]; was != nil {
			if reading.Field(was, "type").Value == reading.Field(schema, "type").Value {
				f.Odd.Add("fields of a body that are also parameters of the path or the query are asked for once")
				return
			}
			f.Odd.Add("fields of a body that are named like another parameter were named body_…")
			name = "body_" + name
		}
		props.Set(name, schema)
		if must {
			required.Items = append(required.Items, document.NewText(name))
		}
	}
	for _, p := range slices.Concat(reading.Field(item, "parameters").Items, reading.Field(op, "parameters").Items) {
		if p.Kind != document.Object {
			continue
		}
		p, _ = reader.Resolved(p, nil)
		name, _ := reading.Field(p, "name").Value.(string)
		switch in := reading.Field(p, "in").Value; {
		case in == "header" || in == "cookie":
			f.Odd.Add("parameters in headers and cookies were left out")
		case in == "body":
			bodyOf(&reader, reading.Field(p, "schema"), add)
		case name != "" && props.Fields[name] == nil:
			add(name, withAbout(parameterSchema(p), reading.Field(p, "description")), reading.Field(p, "required").Value == true)
		}
	}
	if body := op.Fields["requestBody"]; body != nil && body.Kind == document.Object {
		body, _ = reader.Resolved(body, nil)
		bodyOf(&reader, contentSchema(body), add)
	}
	about := cmp.Or(reading.Field(op, "description").Text, reading.Field(op, "summary").Text)
	return asFunction(name, about, props, required, answerOf(&reader, op))
}

// asFunction writes a function; returns may be nil.
func asFunction(name, about string, props, required, returns *document.Node) *document.Node {
	return document.Fields(
		document.Field{Key: "name", Value: document.NewText(name)},
		document.Field{Key: "description", Value: document.NewText(about)},
		document.Field{Key: "parameters", Value: document.Fields(
			document.Field{Key: "type", Value: document.NewText("object")},
			document.Field{Key: "properties", Value: props},
			document.Field{Key: "required", Value: required},
		)},
		document.Field{Key: "returns", Value: returns},
	)
}

// bodyOf adds the fields of a body, or the body as one parameter if it has no
// fields.
func bodyOf(r *reading.SchemaReader, schema *document.Node, add func(name string, schema *document.Node, must bool)) {
	if schema.Kind != document.Object {
		return
	}
	whole, refs := r.Resolved(schema, nil)
	whole, _ = r.Settled(whole, 0, refs)
	props := whole.Fields["properties"]
	if props == nil || props.Kind != document.Object || len(props.Keys) == 0 {
		add("body", schema, true)
		return
	}
	for _, name := range props.Keys {
		add(name, props.Fields[name], slices.ContainsFunc(reading.Field(whole, "required").Items, func(i *document.Node) bool { return i.Value == name }))
	}
}

// answerOf is the schema of the first answer that reports success; nil if there is
// none.
func answerOf(r *reading.SchemaReader, op *document.Node) *document.Node {
	responses := reading.Field(op, "responses")
	for _, code := range slices.Sorted(slices.Values(responses.Keys)) {
		if response := responses.Fields[code]; strings.HasPrefix(code, "2") && response.Kind == document.Object {
			response, _ = r.Resolved(response, nil)
			if schema := contentSchema(response); schema.Kind == document.Object {
				return schema
			}
		}
	}
	return nil
}

// contentSchema is the schema of a body or an answer, preferably that of JSON.
func contentSchema(n *document.Node) *document.Node {
	content := reading.Field(n, "content")
	for _, kind := range content.Keys {
		if strings.Contains(kind, "json") {
			return reading.Field(content.Fields[kind], "schema")
		}
	}
	if len(content.Keys) > 0 {
		return reading.Field(content.Fields[content.Keys[0]], "schema")
	}
	return reading.Field(n, "schema")
}

// parameterSchema is the schema of a parameter. In Swagger 2, the parameter itself
// is a schema.
func parameterSchema(p *document.Node) *document.Node {
	if schema := cmp.Or(p.Fields["schema"], contentSchema(p)); schema.Kind == document.Object {
		return schema
	}
	out := document.Fields()
	for _, key := range []string{"type", "items", "enum", "format", "default", "minimum", "maximum", "pattern", "example"} {
		if v := p.Fields[key]; v != nil {
			out.Set(key, v)
		}
	}
	return out
}

func withAbout(schema, about *document.Node) *document.Node {
	if about.Kind != document.Text || schema.Fields["description"] != nil {
		return schema
	}
	out := reading.Without(schema, "description")
	out.Set("description", about)
	return out
}

// fromDescription makes a function from the text that describes it to models:
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
			props.Set(key, schema)
			if must {
				required.Items = append(required.Items, document.NewText(key))
			}
		}
	}
	return asFunction(name, strings.TrimSpace(about), props, required, nil)
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
	schema.Set("type", document.NewText(kind))
	if m := saidOneOf.FindStringSubmatch(rest); m != nil {
		values := &document.Node{Kind: document.List}
		for _, v := range strings.Split(m[1], ",") {
			if v = strings.TrimSpace(v); v != "" {
				values.Items = append(values.Items, document.NewText(v))
			}
		}
		schema.Set("enum", values)
		rest = strings.Replace(rest, m[0], "", 1)
	}
	if rest != "" {
		schema.Set("description", document.NewText(rest))
	}
	return schema, required
}
