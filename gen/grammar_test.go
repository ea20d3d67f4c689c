package gen

import (
	"fmt"
	"strconv"
	"strings"

	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
)

// The grammar of random API descriptions: what the rules of OpenAPI and Swagger allow,
// and what people and programs write instead.

// member and object are a JSON object whose keys may occur twice.
type member struct {
	key   string
	value any
}

type object []member

// written writes objects, lists and scalars as JSON.
func written(b *strings.Builder, v any) {
	switch v := v.(type) {
	case object:
		b.WriteString("{")
		for i, p := range v {
			if i > 0 {
				b.WriteString(",\n")
			}
			if p.key == "<<" { // in quotes it is no merge key
				b.WriteString(p.key)
			} else {
				b.Write(jsontext.Value(p.key))
			}
			b.WriteString(": ")
			written(b, p.value)
		}
		b.WriteString("}")
	case []any:
		b.WriteString("[")
		for i, item := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			written(b, item)
		}
		b.WriteString("]")
	case literal:
		b.WriteString(string(v))
	case anchored:
		b.WriteString("&" + v.name + " ")
		written(b, v.value)
	default:
		b.Write(jsontext.Value(v))
	}
}

// literal is a number as it is written, or an alias.
type literal string

// anchored is a value with an anchor of YAML.
type anchored struct {
	name  string
	value any
}

// described is a random description, in several files.
type described struct {
	main  string
	parts map[string]string // by name
}

// grammar draws a description.
type grammar struct {
	r       keyed.Rand
	v2      bool
	yaml    bool     // JSON is written in YAML, with merge keys
	nouns   []string // of this description
	schemas []string // the names of its schemas
	parts   map[string]any
}

func (g *grammar) pick(words ...string) string { return keyed.Pick(g.r, words) }

// usual picks one of the usual words, or rarely an odd one.
func (g *grammar) usual(words []string, odd ...string) string {
	if g.r.Chance(0.04) {
		return keyed.Pick(g.r, odd)
	}
	return keyed.Pick(g.r, words)
}

// some draws things, at least one.
func some[T any](g *grammar, most int, draw func(i int) T) (list []T) {
	for i := range 1 + g.r.IntN(most) {
		list = append(list, draw(i))
	}
	return list
}

var (
	allNouns = strings.Fields("pet order user team member invoice room café x status item con 2fa address data list very_long_noun_that_goes_on_and_on_and_on_and_on_and_on news equipment bus Person API ünit")
	numbers  = strings.Fields("0 1 -1 2 7 10 100 0.5 1e-300 1e300 -1e300 1e308 -1e308 9007199254740992 9007199254740993 9223372036854775807 -9223372036854775808 18446744073709551615 99999999999999999999 4294967296")
	counts   = strings.Fields("0 1 2 3 5 9 10 100 1000 65535 1048576 2147483647 9223372036854775807 -1 0.5")
	patterns = []string{"^[a-z]+$", "^[A-Z]{2}-[0-9]{4}$", "a{1000}", "(a{30}){30}", "((a{1000}){1000}){1000}", "[", "(?<=x)y", "^\\p{L}+$", "[^\\x00-\\x{10FFFF}]", "", ".*", "^(a|b|)*$", "[\\x{D800}-\\x{DFFF}]", "\\d{3,}", "^.{0,0}$", "^a{500}b{500}$"}
	formats  = strings.Fields("date date-time time email uuid uri int32 int64 float double byte binary password ipv4 hostname duration unknown")
	methods  = strings.Fields("get get get get get post post post put patch delete delete")
	noMethod = strings.Fields("head options trace GET x-extra parameters summary")
	places   = strings.Fields("query query query query query path header cookie")
	oddPlace = strings.Fields("body formData nowhere")
	kinds    = strings.Fields("string string string string integer integer number boolean array object")
	oddKinds = strings.Fields("null file int date unknown")
)

// describeAPI draws a description from a seed.
func describeAPI(seed uint64) described {
	g := &grammar{r: keyed.New(seed, "description"), parts: map[string]any{}}
	g.v2 = g.r.Chance(0.3)
	g.nouns = some(g, 4, func(int) string { return keyed.Pick(g.r, allNouns) })
	g.schemas = some(g, 6, func(i int) string { return keyed.Pick(g.r, g.nouns) + g.pick("", "", "List", strconv.Itoa(i)) })
	root := object{{"info", object{{"title", g.pick("Shop", "", "../../x", "CON", "A B C D E F")}, {"version", "1"}}}}
	if g.v2 {
		root = append(root, member{"swagger", "2.0"})
	} else {
		root = append(root, member{"openapi", g.pick("3.0.3", "3.1.0")})
	}
	if g.yaml = g.r.Chance(0.3); g.yaml {
		common := object{{"responses", object{{"200", g.response()}}}, {"parameters", []any{g.parameter("page")}}}
		root = append(root, member{"x-common", anchored{"common", common}})
	}
	root = append(root, member{"paths", g.part(g.paths())})
	schemas := object{}
	for _, name := range g.schemas {
		schemas = append(schemas, member{name, g.schema(3)})
	}
	if g.v2 {
		root = append(root, member{"definitions", schemas})
	} else {
		root = append(root, member{"components", object{{"schemas", g.part(schemas)}, {"parameters", object{{"page", g.parameter("page")}}}, {"responses", g.part(object{{"ok", g.response()}})}}})
	}
	out := described{parts: map[string]string{}}
	if g.yaml {
		out.main = "# a description\n"
	}
	var b strings.Builder
	written(&b, root)
	out.main += b.String() + "\n"
	for name, part := range g.parts {
		b.Reset()
		written(&b, part)
		out.parts[name] = b.String()
	}
	return out
}

// part puts a value into a file of its own, sometimes, or refers to one that is not there.
func (g *grammar) part(v any) any {
	switch n := g.r.IntN(120); {
	case n == 0:
		return object{{"$ref", g.pick("gone.yaml", "../secret.yaml", "/etc/passwd", "part0.json#/nowhere", "http://localhost:1/x", "#", "#/paths", "", "#x", "%zz")}}
	case n < 6:
		name := fmt.Sprintf("part%d.json", len(g.parts))
		g.parts[name] = v
		return object{{"$ref", name}}
	}
	return v
}

func (g *grammar) paths() object {
	var out object
	for range 2 + g.r.IntN(8) {
		noun := keyed.Pick(g.r, g.nouns)
		path := "/" + g.pick(noun, noun+"s", noun+"s")
		for range g.r.IntN(3) {
			path += "/" + g.pick("{id}", "{name}", "{"+noun+"Id}", "{"+noun+"_id}", keyed.Pick(g.r, g.nouns)+"s", g.pick("search", "validate", "calculate", "cancel", "convert"), g.usual([]string{"{id}"}, "{a}{b}", ""))
		}
		var item object
		for range 1 + g.r.IntN(3) {
			item = append(item, member{g.usual(methods, noMethod...), g.part(g.operation(path, noun))})
		}
		out = append(out, member{g.usual([]string{path}, "/", "x-path"), g.part(item)})
	}
	return out
}

func (g *grammar) operation(path, noun string) any {
	op := object{{"operationId", g.pick("get_"+noun, "list"+noun+"s", "create"+noun, "do", "x/y", "con", "", "update "+noun, "remove_"+noun, "find"+noun, "validate_"+noun, "calculate"+noun+"Price", "send_"+noun, "set"+noun+"Status")}}
	if g.yaml && g.r.Chance(0.3) {
		op = append(op, member{"<<", literal(g.usual([]string{"*common"}, "[*common]"))})
	}
	if g.r.Chance(0.5) {
		op = append(op, member{"summary", g.pick("Gets a "+noun+".", "Lists the "+noun+"s.", "Does it", "", "{[(", "Creates "+noun)})
	}
	if g.r.Chance(0.5) {
		op = append(op, member{"tags", []any{g.pick("a", "b", noun, "../x", "CON")}})
	}
	var parameters []any
	for _, part := range strings.Split(path, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		if g.r.Chance(0.8) {
			parameters = append(parameters, g.part(g.placed(name, "path")))
		}
	}
	for range g.r.IntN(4) {
		name := g.pick(noun+"_id", "limit", "q", "status", "name", keyed.Pick(g.r, g.nouns)+"_id", "from", "to", "date", g.usual([]string{"size"}, "a b", ""))
		if g.r.Chance(0.1) && !g.v2 {
			parameters = append(parameters, object{{"$ref", "#/components/parameters/page"}})
			continue
		}
		parameters = append(parameters, g.part(g.parameter(name)))
	}
	if len(parameters) > 0 || !g.yaml {
		op = append(op, member{"parameters", g.part(parameters)})
	}
	if !g.v2 && g.r.Chance(0.4) {
		op = append(op, member{"requestBody", g.part(object{{"required", g.r.Chance(0.5)}, {"content", g.part(object{{g.usual([]string{"application/json"}, "multipart/form-data", "image/png", "*/*"), g.part(object{{"schema", g.schema(3)}})}})}})})
	}
	responses := object{{g.usual([]string{"200"}, "201", "2XX", "404", "default"), g.part(g.response())}}
	if g.r.Chance(0.1) {
		responses[0].value = object{{"$ref", "#/components/responses/ok"}}
	}
	if g.r.Chance(0.1) {
		responses = append(responses, responses[0]) // twice
	}
	if g.yaml && g.r.Chance(0.3) {
		return op
	}
	return append(op, member{"responses", g.part(responses)})
}

func (g *grammar) parameter(name string) any { return g.placed(name, g.usual(places, oddPlace...)) }

func (g *grammar) placed(name, in string) any {
	p := object{{"name", name}, {"in", in}, {"required", g.r.Chance(0.5)}}
	if g.r.Chance(0.3) {
		p = append(p, member{"description", g.pick("The "+name+".", "One of: a, b, c", "Defaults to 'x'", "between 1 and 1e308", "")})
	}
	schema := g.schema(1 + g.r.IntN(2))
	if s, ok := schema.(object); ok && g.v2 && in != "body" {
		return append(p, s...)
	}
	return append(p, member{"schema", schema})
}

func (g *grammar) response() any {
	schema := g.schema(4)
	for range g.r.IntN(6) * g.r.IntN(2) { // wrappers
		schema = object{{"type", "object"}, {"properties", object{{g.pick("data", "items", "result", keyed.Pick(g.r, g.nouns)), schema}}}}
	}
	if g.v2 {
		return object{{"description", "ok"}, {"schema", schema}}
	}
	return object{{"description", "ok"}, {"content", object{{"application/json", object{{"schema", schema}}}}}}
}

// schema draws a schema with others in it, down to a depth.
func (g *grammar) schema(depth int) any {
	switch n := g.r.IntN(30); {
	case n < 5:
		return g.reference()
	case n == 5 && g.r.Chance(0.3):
		return keyed.Pick(g.r, []any{true, false, nil, "string", []any{}, object{}})
	case n < 8 && depth > 0:
		list := []any{}
		for range g.r.IntN(4) {
			list = append(list, g.schema(depth-1))
		}
		out := object{{g.pick("allOf", "oneOf", "anyOf"), list}}
		if g.r.Chance(0.3) {
			out = append(out, member{"nullable", true})
		}
		return out
	}
	kind := g.usual(kinds, oddKinds...)
	if depth > 1 && g.r.Chance(0.5) {
		kind = g.pick("object", "object", "array")
	}
	out := object{{"type", any(kind)}}
	if g.r.Chance(0.05) {
		out = object{{"type", []any{kind, "null"}}}
	}
	switch {
	case kind == "array" && g.r.Chance(0.9):
		out = append(out, member{"items", g.schema(depth - 1)})
	case kind == "object" && depth > 0:
		out = append(out, g.properties(depth)...)
	}
	return append(out, g.keywords(kind)...)
}

func (g *grammar) reference() any {
	to := "#/components/schemas/"
	if g.v2 {
		to = "#/definitions/"
	}
	to += keyed.Pick(g.r, g.schemas)
	if g.r.Chance(0.1) {
		to = g.pick("#/nowhere", "gone.yaml#/x", "#/paths/~1a", "part0.json", "#")
	}
	return object{{"$ref", to}}
}

func (g *grammar) properties(depth int) object {
	var props object
	required := []any{}
	for range g.r.IntN(5) {
		noun := keyed.Pick(g.r, g.nouns)
		name := g.pick("id", "name", noun+"_id", noun+"Id", noun, "status", "created_at", "price", "count", "data", "items", g.usual([]string{"size"}, "a b", "", "$ref"), "owner", "url")
		props = append(props, member{name, g.schema(depth - 1)})
		if g.r.Chance(0.3) {
			required = append(required, name)
		}
	}
	if g.r.Chance(0.1) {
		required = append(required, "nothing")
	}
	if g.r.Chance(0.05) { // people refer to properties, too
		props = append(props, member{"$ref", g.pick("#/components/schemas/", "#/definitions/") + keyed.Pick(g.r, g.schemas) + "/properties"})
	}
	out := object{{"properties", props}, {"required", required}}
	if g.r.Chance(0.2) {
		out = append(out, member{"additionalProperties", keyed.Pick(g.r, []any{true, false, g.schema(0)})})
	}
	return out
}

// keywords draws keywords that a type may have, and some that it may not.
func (g *grammar) keywords(kind string) (out object) {
	add := func(share float64, key string, value func() any) {
		if g.r.Chance(share) {
			out = append(out, member{key, value()})
		}
	}
	number := func() any { return literal(keyed.Pick(g.r, numbers)) }
	count := func() any { return literal(keyed.Pick(g.r, counts)) }
	value := func() any {
		return keyed.Pick(g.r, []any{"a", "b", "", nil, literal("1"), literal("1e300"), true, []any{}, object{}, "a very long value that nobody would say, or would they?", "é", "null", "\u202e"})
	}
	switch kind {
	case "integer", "number":
		add(0.3, "minimum", number)
		add(0.3, "maximum", number)
		add(0.1, "multipleOf", number)
		add(0.1, "exclusiveMinimum", func() any { return keyed.Pick(g.r, []any{true, number()}) })
		add(0.1, "exclusiveMaximum", func() any { return keyed.Pick(g.r, []any{true, number()}) })
		add(0.2, "format", func() any { return g.pick("int32", "int64", "float", "double") })
	case "string":
		add(0.2, "minLength", count)
		add(0.2, "maxLength", count)
		add(0.2, "pattern", func() any { return keyed.Pick(g.r, patterns) })
		add(0.3, "format", func() any { return keyed.Pick(g.r, formats) })
	case "array":
		add(0.3, "minItems", count)
		add(0.3, "maxItems", count)
		add(0.2, "uniqueItems", func() any { return true })
	}
	add(0.15, "enum", func() any {
		list := []any{}
		for range g.r.IntN(5) {
			list = append(list, value())
		}
		return list
	})
	add(0.1, "default", value)
	add(0.1, "example", value)
	add(0.05, "const", value)
	add(0.05, "nullable", func() any { return true })
	add(0.05, "readOnly", func() any { return true })
	add(0.05, "writeOnly", func() any { return true })
	add(0.03, "minimum", value) // of the wrong kind
	add(0.03, "type", value)    // twice
	return out
}
