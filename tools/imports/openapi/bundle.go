package openapi

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools/imports"
)

// bundle collects what tools are made of: the operations, and copies of the schemas
// that they use, whichever document these are in. Parts that break the rules of
// OpenAPI are left out with a note, so that one mistake does not keep the rest from
// being imported.
type bundle struct {
	source string
	root   *part
	reader *reader
	notes  *remarks
	v2     bool // Swagger 2

	operations []operation
	secrets    map[string]bool // parameters that carry keys, by "in name"

	schemas map[string]*document.Node // copies by name; nil while they are pending
	names   map[string]string         // of schemas, by document and pointer
	counts  map[string]int            // the last number that was put behind a name
	pending []pendingSchema
	values  int // copied so far
	chain   int // sum of the depths of all schemas
	err     error
}

// pendingSchema is a schema that is referred to and not copied yet.
type pendingSchema struct {
	name string
	part *part
	node *document.Node
	at   string
}

// operation is what a tool is made of. Its schemas are copies.
type operation struct {
	path, method, at   string
	id, summary, about string
	tags               []string
	parameters         []parameter    // of the path and the query
	body               *document.Node // nil when there is none
	bodyRequired       bool
	answer             *document.Node // nil when the description has none
	why                string         // why it cannot be imported; empty if it can
}

// parameter is a parameter of the path or the query.
type parameter struct {
	name, in, about      string
	required, deprecated bool
	schema               *document.Node
}

func newBundle(ctx context.Context, source string, root *document.Node, o Options, notes *remarks) *bundle {
	b := &bundle{source: source, notes: notes, secrets: map[string]bool{}, schemas: map[string]*document.Node{}, names: map[string]string{}, counts: map[string]int{}}
	b.reader, b.root = newReader(ctx, source, root, o)
	return b
}

// collect reads the operations, then the schemas that they refer to.
func (b *bundle) collect() error {
	root := b.root.root
	b.security(root)
	if paths := root.Fields["paths"]; paths != nil {
		for _, path := range paths.Keys {
			if err := b.reader.ctx.Err(); err != nil {
				return err
			}
			if !strings.HasPrefix(path, "x-") {
				b.pathItem(path, paths.Fields[path])
			}
		}
	}
	if webhooks := root.Fields["webhooks"]; webhooks != nil {
		for _, name := range webhooks.Keys {
			b.notes.of("left out webhooks, which the other side calls", name)
		}
	}
	for len(b.pending) > 0 && b.err == nil {
		p := b.pending[0]
		b.pending = b.pending[1:]
		s := copier{b: b, part: p.part}
		b.schemas[p.name] = s.schema(p.node, p.at, 0)
		if b.chain += s.deepest + 1; b.chain > maxChain {
			b.err = &imports.Error{Source: b.source, Message: "the schemas refer to each other without end", Hint: "import a part of the description"}
		}
	}
	return b.err
}

// security finds the parameters that carry keys.
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

// Methods that do something, and methods that only ask about the connection.
var (
	methods      = []string{"get", "put", "post", "delete", "patch"}
	otherMethods = []string{"head", "options", "trace", "query"}
)

// pathItem reads the operations of a path.
func (b *bundle) pathItem(path string, n *document.Node) {
	at := pointerTo("paths", path)
	part, item, why := b.target(b.root, n)
	if why != "" || item.Kind != document.Object {
		b.notes.skip(at, cmp.Or(why, "the path is no object"))
		return
	}
	if n != item { // keys beside a reference count, too
		item = merged(item, n)
	}
	for _, method := range item.Keys {
		where := at + "/" + method
		switch op := item.Fields[method]; {
		case slices.Contains(otherMethods, method):
			b.notes.skip(where, strings.ToUpper(method)+" operations are not imported")
		case !slices.Contains(methods, method):
		case op.Kind != document.Object:
			b.notes.skip(where, "the operation is no object")
		case op.Fields["deprecated"] != nil && op.Fields["deprecated"].Value == true:
			b.notes.skip(where, "deprecated")
		case len(b.operations) >= imports.MaxTools:
			b.notes.skip(where, fmt.Sprintf("an import has at most %d tools", imports.MaxTools))
		default:
			b.operations = append(b.operations, b.operation(operation{path: path, method: strings.ToUpper(method), at: where}, part, item, op))
		}
	}
}

func merged(item, beside *document.Node) *document.Node {
	out := document.Fields()
	for _, from := range []*document.Node{item, beside} {
		for _, key := range from.Keys {
			if key != "$ref" {
				out.Set(key, from.Fields[key])
			}
		}
	}
	return out
}

func (b *bundle) operation(o operation, part *part, item, op *document.Node) operation {
	o.id, o.summary, o.about = b.text(op, "operationId"), b.text(op, "summary"), b.text(op, "description")
	if list := op.Fields["tags"]; list != nil {
		for _, tag := range list.Items {
			if s := scalar(tag); s != "" {
				b.count()
				o.tags = append(o.tags, s)
			}
		}
	}
	b.parameters(&o, part, item, op)
	if body := op.Fields["requestBody"]; body != nil && !b.v2 {
		b.body(&o, part, body)
	}
	o.answer = b.answer(&o, part, op)
	return o
}

// parameters reads those of the operation, then those of its path.
func (b *bundle) parameters(o *operation, part *part, item, op *document.Node) {
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
				o.why = cmp.Or(o.why, "a parameter cannot be read: "+why)
				continue
			case name == "" || in == "":
				o.why = cmp.Or(o.why, "a parameter has no name or no place")
				continue
			case seen[in+" "+name]:
				continue
			}
			seen[in+" "+name] = true
			switch in {
			case "header", "cookie":
				b.notes.of("left out headers and cookies", name)
			case "body":
				b.oldBody(o, where, p.Fields["schema"], isTrue(p.Fields["required"]))
			case "formData":
				form = append(form, p)
			case "path", "query":
				o.parameters = append(o.parameters, b.parameter(where, p, name, in, o.at))
			default:
				o.why = cmp.Or(o.why, fmt.Sprintf("the parameter %s is in %q; the places are path, query, header, cookie, body and formData", name, oneLine(in, 40)))
			}
		}
	}
	if len(form) > 0 {
		b.oldForm(o, part, form)
	}
}

// oldKeywords are the keywords that a parameter of Swagger 2 has in place of a schema.
var oldKeywords = strings.Fields("type format pattern enum default items minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems x-example")

func (b *bundle) parameter(part *part, n *document.Node, name, in, at string) parameter {
	b.count()
	p := parameter{name: name, in: in, about: b.text(n, "description"), required: in == "path" || isTrue(n.Fields["required"])}
	s := copier{b: b, part: part}
	if b.v2 {
		own := document.Fields()
		for _, key := range n.Keys {
			if slices.Contains(oldKeywords, key) {
				own.Set(key, n.Fields[key])
			}
		}
		p.schema = s.schema(own, at, 0)
		return p
	}
	schema := n.Fields["schema"]
	if content := n.Fields["content"]; content != nil && len(content.Keys) > 0 {
		schema = field(content.Fields[content.Keys[0]], "schema")
	}
	p.schema, p.deprecated = s.withExample(schema, b.example(part, n), at), isTrue(n.Fields["deprecated"])
	return p
}

// example is the example that stands beside a schema; nil when there is none.
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

// body reads the body of a request.
func (b *bundle) body(o *operation, part *part, n *document.Node) {
	part, body, why := b.target(part, n)
	if why != "" {
		o.why = cmp.Or(o.why, "the body cannot be read: "+why)
		return
	}
	content := field(body, "content")
	kind := mediaType(content, true)
	if kind == "" {
		if content != nil && len(content.Keys) > 0 {
			o.why = cmp.Or(o.why, "a tool call cannot send a body of the type "+content.Keys[0])
		}
		return
	}
	media := content.Fields[kind]
	s := copier{b: b, part: part}
	o.body = s.withExample(field(media, "schema"), b.example(part, media), o.at+"/requestBody")
	o.bodyRequired = isTrue(field(body, "required"))
}

// oldBody reads a body of Swagger 2.
func (b *bundle) oldBody(o *operation, part *part, schema *document.Node, required bool) {
	if o.body != nil {
		o.why = cmp.Or(o.why, "it has more than one body")
	}
	s := copier{b: b, part: part}
	o.body, o.bodyRequired = s.schema(schema, "#", 0), required
}

// oldForm makes a body of the fields of a form in Swagger 2.
func (b *bundle) oldForm(o *operation, part *part, form []*document.Node) {
	props, required := document.Fields(), &document.Node{Kind: document.List}
	for _, p := range form {
		own := document.Fields()
		for _, key := range p.Keys {
			if !slices.Contains([]string{"name", "in", "required"}, key) {
				own.Set(key, p.Fields[key])
			}
		}
		name := scalar(p.Fields["name"])
		props.Set(name, own)
		if isTrue(p.Fields["required"]) {
			required.Items = append(required.Items, document.NewText(name))
		}
	}
	b.oldBody(o, part, document.Fields(document.Field{Key: "type", Value: document.NewText("object")},
		document.Field{Key: "properties", Value: props}, document.Field{Key: "required", Value: required}), len(required.Items) > 0)
}

// answer reads the schema of the answer to a call that succeeds; nil when there is
// none.
func (b *bundle) answer(o *operation, part *part, op *document.Node) *document.Node {
	list := op.Fields["responses"]
	if list == nil {
		return nil
	}
	codes := slices.DeleteFunc(slices.Clone(list.Keys), func(c string) bool { return !strings.HasPrefix(c, "2") })
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
		if b.v2 {
			if schema := field(response, "schema"); schema != nil {
				return s.schema(schema, at, 0)
			}
			continue
		}
		content := field(response, "content")
		media := field(content, mediaType(content, false))
		if schema := field(media, "schema"); schema != nil {
			return s.withExample(schema, b.example(where, media), at)
		}
	}
	return nil
}

// mediaType picks the kind of content of a body or an answer: JSON, or else the kind
// that is most like JSON. It is empty when no kind can be used.
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

// text is a text of an operation or a parameter, counted.
func (b *bundle) text(n *document.Node, key string) string {
	s := scalar(n.Fields[key])
	if s != "" {
		b.count()
	}
	return s
}

// count counts a value, and stops the import when there are too many.
func (b *bundle) count() {
	if b.values++; b.values > maxValues && b.err == nil {
		b.err = &imports.Error{Source: b.source, Message: "the description and what it refers to have more than two million values", Hint: "import a part of it"}
	}
}

// field is the value behind a key, nil where there is none.
func field(n *document.Node, key string) *document.Node {
	if n == nil {
		return nil
	}
	return n.Fields[key]
}

// scalar is the text of a scalar, as it is written; empty for other values.
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
