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
	spot
	at string // its document and the pointer
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
	b.reader, b.root = newReader(ctx, source, root, o, notes)
	return b
}

// collect reads the operations, then the schemas that they refer to.
func (b *bundle) collect() error {
	root := b.whole()
	b.security(root)
	paths, why := b.object(root.at("paths"))
	if why != "" {
		b.notes.skip("#/paths", why)
	}
	for _, path := range paths.keys {
		if err := b.reader.ctx.Err(); err != nil {
			return err
		}
		if !strings.HasPrefix(path, "x-") {
			b.pathItem(path, paths.fields[path])
		}
	}
	if webhooks := root.at("webhooks").node; webhooks != nil {
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
func (b *bundle) security(root spot) {
	from := root.at("securityDefinitions")
	if !b.v2 {
		components, _ := b.target(root.at("components"))
		from = components.at("securitySchemes")
	}
	schemes, why := b.object(from)
	if why != "" {
		b.notes.add("#", "the security schemes cannot be read: %s", why)
	}
	for _, name := range schemes.keys {
		if s, why := b.target(schemes.fields[name]); why == "" && scalar(s.at("type").node) == "apiKey" {
			b.secrets[scalar(s.at("in").node)+" "+scalar(s.at("name").node)] = true
		}
	}
}

// Methods that do something, and methods that only ask about the connection.
var (
	methods      = []string{"get", "put", "post", "delete", "patch"}
	otherMethods = []string{"head", "options", "trace", "query"}
)

// whole is the description itself.
func (b *bundle) whole() spot { return spot{b.root, b.root.root} }

// info is what the description says about itself.
func (b *bundle) info() *document.Node {
	info, _ := b.target(b.whole().at("info"))
	return info.node
}

// object is the fields of an object in their order. References to it were followed,
// so each field can be in another document.
type object struct {
	kind   document.Kind // of what it really is; empty if there is nothing
	keys   []string
	fields map[string]spot
}

// at is the field of a key; its node is nil where there is none.
func (o *object) at(key string) spot { return o.fields[key] }

// object follows the references of an object. Fields beside a reference count more
// than those of what it names. why says why a reference leads nowhere.
func (b *bundle) object(s spot) (o object, why string) {
	var way hops
	levels := []spot{s}
	for ref := refOf(s.node); ref != ""; ref = refOf(s.node) {
		if s, _, why = b.reader.follow(s.part, ref, &way); why != "" {
			return object{}, why
		}
		levels = append(levels, s)
	}
	o.fields = map[string]spot{}
	for _, level := range slices.Backward(levels) {
		if level.node == nil {
			continue
		}
		for _, key := range level.node.Keys {
			if key == "$ref" && refOf(level.node) != "" {
				continue
			}
			if _, known := o.fields[key]; !known {
				o.keys = append(o.keys, key)
			}
			o.fields[key] = level.at(key)
		}
	}
	if s.node != nil {
		o.kind = s.node.Kind
	}
	return o, ""
}

// pathItem reads the operations of a path.
func (b *bundle) pathItem(path string, from spot) {
	at := pointerTo("paths", path)
	item, why := b.object(from)
	if why != "" || item.kind != document.Object {
		b.notes.skip(at, cmp.Or(why, "the path is no object"))
		return
	}
	for _, method := range item.keys {
		where := at + "/" + method
		if slices.Contains(otherMethods, method) {
			b.notes.skip(where, strings.ToUpper(method)+" operations are not imported")
		}
		if !slices.Contains(methods, method) {
			continue
		}
		switch op, why := b.object(item.at(method)); {
		case why != "" || op.kind != document.Object:
			b.notes.skip(where, cmp.Or(why, "the operation is no object"))
		case op.at("deprecated").node != nil && op.at("deprecated").node.Value == true:
			b.notes.skip(where, "deprecated")
		case len(b.operations) >= imports.MaxTools:
			b.notes.skip(where, fmt.Sprintf("an import has at most %d tools", imports.MaxTools))
		default:
			b.operations = append(b.operations, b.operation(operation{path: path, method: strings.ToUpper(method), at: where}, &item, &op))
		}
	}
}

func (b *bundle) operation(o operation, item, op *object) operation {
	o.id, o.summary, o.about = b.text(op.at("operationId")), b.text(op.at("summary")), b.text(op.at("description"))
	if list := op.at("tags").node; list != nil {
		for _, tag := range list.Items {
			if s := scalar(tag); s != "" {
				b.count()
				o.tags = append(o.tags, s)
			}
		}
	}
	b.parameters(&o, op.at("parameters"), item.at("parameters"))
	if body := op.at("requestBody"); body.node != nil && !b.v2 {
		b.body(&o, body)
	}
	o.answer = b.answer(&o, op.at("responses"))
	return o
}

// parameters reads those of the operation, then those of its path.
func (b *bundle) parameters(o *operation, own, shared spot) {
	form := []spot{}
	seen := map[string]bool{}
	for _, from := range []spot{own, shared} {
		list, why := b.target(from)
		if why != "" {
			o.why = cmp.Or(o.why, "the parameters cannot be read: "+why)
			continue
		}
		for _, n := range list.node.Items {
			p, why := b.target(spot{list.part, n})
			name, in := scalar(p.at("name").node), scalar(p.at("in").node)
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
				b.oldBody(o, p.at("schema"), isTrue(p.at("required").node))
			case "formData":
				form = append(form, p)
			case "path", "query":
				o.parameters = append(o.parameters, b.parameter(p, name, in, o.at))
			default:
				o.why = cmp.Or(o.why, fmt.Sprintf("the parameter %s is in %q; the places are path, query, header, cookie, body and formData", name, oneLine(in, 40)))
			}
		}
	}
	if len(form) > 0 {
		b.oldForm(o, form)
	}
}

// oldKeywords are the keywords that a parameter of Swagger 2 has in place of a schema.
var oldKeywords = strings.Fields("type format pattern enum default items minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems x-example")

func (b *bundle) parameter(s spot, name, in, at string) parameter {
	b.count()
	p := parameter{name: name, in: in, about: b.text(s.at("description")), required: in == "path" || isTrue(s.at("required").node)}
	c := copier{b: b, part: s.part}
	if b.v2 {
		own := document.Fields()
		for _, key := range s.node.Keys {
			if slices.Contains(oldKeywords, key) {
				own.Set(key, s.node.Fields[key])
			}
		}
		p.schema = c.schema(own, at, 0)
		return p
	}
	schema := s.at("schema")
	if content, _ := b.object(s.at("content")); len(content.keys) > 0 {
		media, _ := b.target(content.at(content.keys[0]))
		schema = media.at("schema")
	}
	p.schema, p.deprecated = b.withExample(schema, b.example(s), at), isTrue(s.at("deprecated").node)
	return p
}

// example is the example that stands beside a schema; nil when there is none.
func (b *bundle) example(s spot) *document.Node {
	if e := s.at("example").node; e != nil {
		return e
	}
	list, _ := b.object(s.at("examples"))
	for _, name := range list.keys {
		if e, why := b.target(list.at(name)); why == "" && e.at("value").node != nil {
			return e.at("value").node
		}
	}
	return nil
}

// body reads the body of a request.
func (b *bundle) body(o *operation, s spot) {
	unread := func(why string) { o.why = cmp.Or(o.why, "the body cannot be read: "+why) }
	body, why := b.target(s)
	if why != "" {
		unread(why)
		return
	}
	content, why := b.object(body.at("content"))
	kind := mediaType(content.keys, true)
	if why != "" {
		unread(why)
		return
	}
	if kind == "" {
		if len(content.keys) > 0 {
			o.why = cmp.Or(o.why, "a tool call cannot send a body of the type "+content.keys[0])
		}
		return
	}
	media, why := b.target(content.at(kind))
	if why != "" {
		unread(why)
		return
	}
	o.body = b.withExample(media.at("schema"), b.example(media), o.at+"/requestBody")
	o.bodyRequired = isTrue(body.at("required").node)
}

// oldBody reads a body of Swagger 2.
func (b *bundle) oldBody(o *operation, schema spot, required bool) {
	if o.body != nil {
		o.why = cmp.Or(o.why, "it has more than one body")
	}
	s := copier{b: b, part: schema.part}
	o.body, o.bodyRequired = s.schema(schema.node, "#", 0), required
}

// oldForm makes a body of the fields of a form in Swagger 2.
func (b *bundle) oldForm(o *operation, form []spot) {
	props, required := document.Fields(), &document.Node{Kind: document.List}
	for _, p := range form {
		own := document.Fields()
		for _, key := range p.node.Keys {
			if !slices.Contains([]string{"name", "in", "required"}, key) {
				own.Set(key, p.node.Fields[key])
			}
		}
		name := scalar(p.at("name").node)
		props.Set(name, own)
		if isTrue(p.at("required").node) {
			required.Items = append(required.Items, document.NewText(name))
		}
	}
	whole := document.Fields(document.Field{Key: "type", Value: document.NewText("object")},
		document.Field{Key: "properties", Value: props}, document.Field{Key: "required", Value: required})
	b.oldBody(o, spot{form[0].part, whole}, len(required.Items) > 0)
}

// answer reads the schema of the answer to a call that succeeds; nil when there is
// none.
func (b *bundle) answer(o *operation, s spot) *document.Node {
	unread := func(why string) { b.notes.add(o.at, "the answer cannot be read: %s", why) }
	list, why := b.object(s)
	if why != "" {
		unread(why)
	}
	codes := slices.DeleteFunc(slices.Clone(list.keys), func(c string) bool { return !strings.HasPrefix(c, "2") })
	slices.Sort(codes)
	if len(codes) == 0 && list.at("default").node != nil {
		codes = []string{"default"}
	}
	for _, code := range codes {
		response, why := b.target(list.at(code))
		if why != "" {
			unread(why)
			continue
		}
		at := o.at + "/responses/" + code
		if b.v2 {
			if schema := response.at("schema"); schema.node != nil {
				c := copier{b: b, part: schema.part}
				return c.schema(schema.node, at, 0)
			}
			continue
		}
		content, _ := b.object(response.at("content"))
		media, why := b.target(content.at(mediaType(content.keys, false)))
		if why != "" {
			unread(why)
			continue
		}
		if schema := media.at("schema"); schema.node != nil {
			return b.withExample(schema, b.example(media), at)
		}
	}
	return nil
}

// mediaType picks the kind of content of a body or an answer: JSON, or else the kind
// that is most like JSON. It is empty when no kind can be used.
func mediaType(kinds []string, request bool) string {
	best, least := "", 9
	for _, name := range kinds {
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

// target follows the references of a value to what they name, which is an empty
// object if there is no value. why says why a reference leads nowhere.
func (b *bundle) target(s spot) (to spot, why string) {
	var way hops
	for ref := refOf(s.node); ref != ""; ref = refOf(s.node) {
		if s, _, why = b.reader.follow(s.part, ref, &way); why != "" {
			return spot{}, why
		}
	}
	if s.node == nil {
		s.node = document.Fields()
	}
	return s, ""
}

// text is a text of an operation or a parameter, counted.
func (b *bundle) text(s spot) string {
	text := scalar(s.node)
	if text != "" {
		b.count()
	}
	return text
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
