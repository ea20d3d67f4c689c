package openapi

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools/imports"
)

// bundle makes one small, sound description of a large one: the operations
// that can become tools, with the schemas that they use, wherever these stand.
// What breaks the rules of OpenAPI is left out, with a note, so that one mistake does
// not keep the rest from being imported.
type bundle struct {
	source string
	root   *part
	reader *reader
	notes  *remarks
	v2     bool

	operations []operation
	secrets    map[string]bool // parameters that carry keys, by "in name"

	schemas *document.Node    // by the names that they get
	names   map[string]string // of schemas, by document and pointer
	taken   map[string]bool   // names that are given
	counts  map[string]int    // numbers behind names that are alike
	pending []pendingSchema
	values  int // written so far
	chain   int // depth of all schemas, one below the other
	err     error
}

// pendingSchema is a schema that something refers to.
type pendingSchema struct {
	name string
	part *part
	node *document.Node
	at   string
}

// operation is an operation of the bundled description.
type operation struct {
	path, method, at string
	node             *document.Node
	form, answers    string   // media types of the body and of the answer
	keys             []string // names of the properties of a form, in their order
	why              string   // it cannot be imported
}

func newOASBundle(ctx context.Context, source string, root *document.Node, o Options, notes *remarks) *bundle {
	b := &bundle{source: source, notes: notes, secrets: map[string]bool{}, schemas: document.Fields(), names: map[string]string{}, taken: map[string]bool{}, counts: map[string]int{}}
	b.reader, b.root = newOASReader(ctx, source, root, o)
	return b
}

// description is the bundled description.
func (b *bundle) description() (*document.Node, error) {
	root := b.root.root
	b.security(root)
	paths := document.Fields()
	list := root.Fields["paths"]
	if list == nil || list.Kind != document.Object {
		list = document.Fields()
	}
	for _, path := range list.Keys {
		if err := b.reader.ctx.Err(); err != nil {
			return nil, err
		}
		if strings.HasPrefix(path, "x-") {
			continue
		}
		item := document.Fields()
		b.pathItem(path, list.Fields[path], item)
		if len(item.Keys) > 0 {
			put(paths, path, item)
		}
	}
	if n := root.Fields["webhooks"]; n != nil && len(n.Keys) > 0 {
		b.notes.of("left out webhooks, which the other side calls", n.Keys[0])
		for _, name := range n.Keys[1:] {
			b.notes.of("left out webhooks, which the other side calls", name)
		}
	}
	for len(b.pending) > 0 && b.err == nil {
		p := b.pending[0]
		b.pending = b.pending[1:]
		s := copier{b: b, part: p.part}
		put(b.schemas, p.name, s.schema(p.node, p.at, 0))
		if b.chain += s.deepest + 1; b.chain > maxChain {
			b.err = &imports.Error{Source: b.source, Message: "the schemas refer to each other without end", Hint: "import a part of the description"}
		}
	}
	if b.err != nil {
		return nil, b.err
	}
	info := document.Fields(document.Field{Key: "title", Value: textNode("x")}, document.Field{Key: "version", Value: textNode("1")})
	if b.v2 {
		return document.Fields(document.Field{Key: "swagger", Value: textNode("2.0")}, document.Field{Key: "info", Value: info},
			document.Field{Key: "consumes", Value: textList([]string{"application/json"})},
			document.Field{Key: "paths", Value: paths}, document.Field{Key: "definitions", Value: b.schemas}), nil
	}
	return document.Fields(document.Field{Key: "openapi", Value: textNode("3.1.0")}, document.Field{Key: "info", Value: info},
		document.Field{Key: "paths", Value: paths},
		document.Field{Key: "components", Value: document.Fields(document.Field{Key: "schemas", Value: b.schemas})}), nil
}

// security notes which parameters carry keys.
func (b *bundle) security(root *document.Node) {
	schemes := field(root, "securityDefinitions")
	if !b.v2 {
		schemes = field(field(root, "components"), "securitySchemes")
	}
	if schemes == nil {
		return
	}
	for _, name := range schemes.Keys {
		if _, n, why := b.target(b.root, schemes.Fields[name]); why == "" && scalar(field(n, "type")) == "apiKey" {
			b.secrets[scalar(field(n, "in"))+" "+scalar(field(n, "name"))] = true
		}
	}
}

// methods are the methods that do something, and those that only tell of the
// connection.
var (
	methods      = []string{"get", "put", "post", "delete", "patch"}
	otherMethods = []string{"head", "options", "trace", "query"}
)

// pathItem takes over the operations of a path.
func (b *bundle) pathItem(path string, n *document.Node, out *document.Node) {
	at := pointerTo("paths", path)
	part, item, why := b.target(b.root, n)
	if why != "" || item.Kind != document.Object {
		b.notes.skip(at, or(why, "the path is no object"))
		return
	}
	if n != item { // what stands beside a reference is said of it, too
		item = merged(item, n)
	}
	for _, method := range item.Keys {
		where := at + "/" + method
		switch op := item.Fields[method]; {
		case slices.Contains(otherMethods, method):
			b.notes.skip(where, strings.ToUpper(method)+" asks for nothing that a tool could answer")
		case !slices.Contains(methods, method):
		case op.Kind != document.Object:
			b.notes.skip(where, "the operation is no object")
		case op.Fields["deprecated"] != nil && op.Fields["deprecated"].Value == true:
			b.notes.skip(where, "deprecated")
		case len(b.operations) >= imports.MaxTools:
			b.notes.skip(where, fmt.Sprintf("an import has at most %d tools", imports.MaxTools))
		default:
			o := operation{path: path, method: strings.ToUpper(method), at: where}
			o.node = b.operation(&o, part, item, op)
			b.operations = append(b.operations, o)
			put(out, method, o.node)
		}
	}
}

func merged(item, beside *document.Node) *document.Node {
	out := document.Fields()
	for _, from := range []*document.Node{item, beside} {
		for _, key := range from.Keys {
			if key != "$ref" {
				put(out, key, from.Fields[key])
			}
		}
	}
	return out
}

func (b *bundle) operation(o *operation, part *part, item, op *document.Node) *document.Node {
	out := document.Fields()
	for _, key := range []string{"operationId", "summary", "description"} {
		if s := scalar(op.Fields[key]); s != "" {
			put(out, key, b.text(s))
		}
	}
	tags := &document.Node{Kind: document.List}
	if list := op.Fields["tags"]; list != nil {
		for _, tag := range list.Items {
			if s := scalar(tag); s != "" {
				tags.Items = append(tags.Items, b.text(s))
			}
		}
	}
	put(out, "tags", tags)
	parameters := b.parameters(o, part, item, op)
	if !b.v2 {
		if body := op.Fields["requestBody"]; body != nil {
			b.body(o, part, body, out)
		}
	}
	put(out, "parameters", parameters)
	put(out, "responses", b.responses(o, part, op))
	return out
}

// parameters are those of the operation, then those of its path.
func (b *bundle) parameters(o *operation, part *part, item, op *document.Node) *document.Node {
	list := &document.Node{Kind: document.List}
	var form []*document.Node
	seen := map[string]bool{}
	for _, from := range []*document.Node{op.Fields["parameters"], item.Fields["parameters"]} {
		if from == nil {
			continue
		}
		for _, n := range from.Items {
			where, p, why := b.target(part, n)
			name, in := scalar(field(p, "name")), scalar(field(p, "in"))
			switch {
			case why != "":
				o.why = or(o.why, "a parameter cannot be read: "+why)
				continue
			case name == "" || in == "":
				o.why = or(o.why, "a parameter has no name or no place")
				continue
			case seen[in+" "+name]:
				continue
			}
			seen[in+" "+name] = true
			switch in {
			case "header", "cookie":
				b.notes.of("left out headers and cookies", name)
			case "body":
				b.oldBody(where, p, list)
			case "formData":
				form = append(form, p)
				o.keys = append(o.keys, name)
			case "path", "query":
				list.Items = append(list.Items, b.parameter(where, p, name, in, o.at))
			default:
				o.why = or(o.why, fmt.Sprintf("the parameter %s stands in %q, which is no place", name, oneLine(in, 40)))
			}
		}
	}
	if len(form) > 0 {
		b.oldForm(o, part, form, list)
	}
	return list
}

// parameter takes over a parameter of the path or the query.
func (b *bundle) parameter(part *part, p *document.Node, name, in, at string) *document.Node {
	out := document.Fields(document.Field{Key: "name", Value: b.text(name)}, document.Field{Key: "in", Value: textNode(in)})
	put(out, "required", &document.Node{Kind: document.Bool, Value: in == "path" || isTrue(p.Fields["required"])})
	if s := scalar(p.Fields["description"]); s != "" {
		put(out, "description", b.text(s))
	}
	s := copier{b: b, part: part}
	if b.v2 {
		own := document.Fields()
		for _, key := range p.Keys {
			if !slices.Contains([]string{"name", "in", "required", "description", "schema"}, key) {
				put(own, key, p.Fields[key])
			}
		}
		schema := s.schema(own, at, 0)
		for _, key := range schema.Keys {
			put(out, key, schema.Fields[key])
		}
		return out
	}
	schema := p.Fields["schema"]
	if content := p.Fields["content"]; content != nil && len(content.Keys) > 0 {
		schema = field(content.Fields[content.Keys[0]], "schema")
	}
	put(out, "schema", s.withExample(schema, b.example(part, p), at))
	put(out, "x-deprecated", &document.Node{Kind: document.Bool, Value: isTrue(p.Fields["deprecated"])})
	return out
}

// example is an example that stands beside a schema.
func (b *bundle) example(part *part, n *document.Node) *document.Node {
	if e := field(n, "example"); e != nil {
		return e
	}
	list := field(n, "examples")
	if list == nil {
		return nil
	}
	for _, name := range list.Keys {
		if _, e, why := b.target(part, list.Fields[name]); why == "" && field(e, "value") != nil {
			return e.Fields["value"]
		}
	}
	return nil
}

// body takes over the body of a request.
func (b *bundle) body(o *operation, part *part, n, out *document.Node) {
	part, body, why := b.target(part, n)
	if why != "" {
		o.why = or(o.why, "the body cannot be read: "+why)
		return
	}
	content := field(body, "content")
	o.form = mediaType(content, true)
	if o.form == "" {
		if content != nil && len(content.Keys) > 0 {
			o.why = or(o.why, "the body is "+content.Keys[0]+", which no tool can be told")
		}
		return
	}
	media := content.Fields[o.form]
	s := copier{b: b, part: part}
	schema := s.withExample(field(media, "schema"), b.example(part, media), o.at+"/requestBody")
	put(out, "requestBody", document.Fields(
		document.Field{Key: "required", Value: &document.Node{Kind: document.Bool, Value: isTrue(field(body, "required"))}},
		document.Field{Key: "content", Value: jsonContent(schema)}))
}

func jsonContent(schema *document.Node) *document.Node {
	return document.Fields(document.Field{Key: "application/json", Value: document.Fields(document.Field{Key: "schema", Value: schema})})
}

// oldBody takes over the body of Swagger 2.
func (b *bundle) oldBody(part *part, p *document.Node, list *document.Node) {
	s := copier{b: b, part: part}
	list.Items = append(list.Items, document.Fields(document.Field{Key: "name", Value: b.text(scalar(p.Fields["name"]))},
		document.Field{Key: "in", Value: textNode("body")},
		document.Field{Key: "required", Value: &document.Node{Kind: document.Bool, Value: isTrue(p.Fields["required"])}},
		document.Field{Key: "schema", Value: s.schema(p.Fields["schema"], "#", 0)}))
}

// oldForm makes a body of the fields of a form in Swagger 2.
func (b *bundle) oldForm(o *operation, part *part, form []*document.Node, list *document.Node) {
	o.form = "application/x-www-form-urlencoded"
	props, required := document.Fields(), &document.Node{Kind: document.List}
	for _, p := range form {
		own := document.Fields()
		for _, key := range p.Keys {
			if !slices.Contains([]string{"name", "in", "required"}, key) {
				put(own, key, p.Fields[key])
			}
		}
		name := scalar(p.Fields["name"])
		put(props, name, own)
		if isTrue(p.Fields["required"]) {
			required.Items = append(required.Items, textNode(name))
		}
	}
	body := document.Fields(document.Field{Key: "type", Value: textNode("object")}, document.Field{Key: "properties", Value: props}, document.Field{Key: "required", Value: required})
	b.oldBody(part, document.Fields(document.Field{Key: "name", Value: textNode("body")},
		document.Field{Key: "required", Value: &document.Node{Kind: document.Bool, Value: len(required.Items) > 0}}, document.Field{Key: "schema", Value: body}), list)
}

// responses takes over the answer that says that all went well.
func (b *bundle) responses(o *operation, part *part, op *document.Node) *document.Node {
	out := document.Fields()
	list := op.Fields["responses"]
	if list == nil {
		return out
	}
	codes := slices.Clone(list.Keys)
	codes = slices.DeleteFunc(codes, func(c string) bool { return !strings.HasPrefix(c, "2") })
	slices.Sort(codes)
	if len(codes) == 0 && list.Fields["default"] != nil {
		codes = []string{"default"}
	}
	for _, code := range codes {
		where, response, why := b.target(part, list.Fields[code])
		if why != "" {
			b.notes.add(o.at, "the answer cannot be read: %s", why)
			continue
		}
		s := copier{b: b, part: where}
		at := o.at + "/responses/" + code
		description := document.Field{Key: "description", Value: textNode("ok")}
		if schema := field(response, "schema"); b.v2 && schema != nil {
			put(out, "200", document.Fields(description, document.Field{Key: "schema", Value: s.schema(schema, at, 0)}))
			return out
		}
		content := field(response, "content")
		if o.answers = mediaType(content, false); o.answers == "" || field(content.Fields[o.answers], "schema") == nil {
			continue
		}
		media := content.Fields[o.answers]
		schema := s.withExample(media.Fields["schema"], b.example(where, media), at)
		put(out, "200", document.Fields(description, document.Field{Key: "content", Value: jsonContent(schema)}))
		return out
	}
	return out
}

// mediaType picks the kind of content of a body or an answer: JSON first, then what
// can be written like it.
func mediaType(content *document.Node, request bool) string {
	if content == nil {
		return ""
	}
	best, least := "", 9
	for _, name := range content.Keys {
		kind, _, _ := strings.Cut(strings.ToLower(name), ";")
		rank := 9
		switch kind = strings.TrimSpace(kind); {
		case kind == "application/json":
			rank = 0
		case strings.HasSuffix(kind, "+json"), strings.HasSuffix(kind, "/json"):
			rank = 1
		case kind == "*/*", kind == "application/*":
			rank = 2
		case !request:
		case kind == "application/x-www-form-urlencoded":
			rank = 3
		case kind == "multipart/form-data":
			rank = 4
		case strings.HasSuffix(kind, "/xml"), strings.HasSuffix(kind, "+xml"), kind == "text/plain":
			rank = 5
		}
		if rank < least {
			best, least = name, rank
		}
	}
	return best
}

// target follows the references of a value to what they name.
func (b *bundle) target(part *part, n *document.Node) (*part, *document.Node, string) {
	for range 32 {
		ref := field(n, "$ref")
		if ref == nil {
			if n == nil {
				return part, document.Fields(), ""
			}
			return part, n, ""
		}
		var why string
		if part, n, _, why = b.reader.follow(part, scalar(ref)); why != "" {
			return part, nil, why
		}
	}
	return part, nil, "the reference leads to itself"
}

// text counts what is written.
func (b *bundle) text(s string) *document.Node {
	b.count()
	return textNode(s)
}

func (b *bundle) count() {
	if b.values++; b.values > maxValues && b.err == nil {
		b.err = &imports.Error{Source: b.source, Message: "the description has more than two million values with what it refers to", Hint: "import a part of it"}
	}
}

func textNode(s string) *document.Node {
	return &document.Node{Kind: document.Text, Text: s, Value: s}
}

// put sets a field of an object.
func put(n *document.Node, key string, value *document.Node) {
	if n.Fields[key] == nil {
		n.Keys = append(n.Keys, key)
	}
	n.Fields[key] = value
}

// field is the value behind a key, nil where there is none.
func field(n *document.Node, key string) *document.Node {
	if n == nil {
		return nil
	}
	return n.Fields[key]
}

// scalar is a scalar as it is written.
func scalar(n *document.Node) string {
	if n == nil || !n.Kind.Scalar() {
		return ""
	}
	if s, ok := n.Value.(string); ok {
		return s
	}
	return n.Text
}

func isTrue(n *document.Node) bool { return n != nil && (n.Value == true || n.Value == "true") }

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
