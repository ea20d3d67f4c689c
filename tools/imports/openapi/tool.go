package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/naming"
)

// importer makes tools from the operations of a description.
type importer struct {
	bundle *bundle
	notes  *remarks

	tools  []tool
	names  map[string]bool
	things map[string]bool // that paths name
	texts  map[string]string
	size   int // bytes of all schemas
}

// mostSegments bounds the words of a path that decide in which toolset a tool is.
const mostSegments = 32

// tool is a tool together with what decides its toolset.
type tool struct {
	imports.Tool
	path  []string // words of the path, without parameters
	tag   string
	place int // among all
}

func newImporter(b *bundle, notes *remarks) *importer {
	im := &importer{bundle: b, notes: notes, names: map[string]bool{}, things: map[string]bool{}, texts: map[string]string{}}
	for _, o := range b.operations {
		path := segmentsOf(o.path)
		for i, s := range path {
			if !s.param {
				continue
			}
			if noun, ok := thingAt(path, i); ok {
				im.things[noun] = true
			}
		}
	}
	return im
}

// operation makes a tool from an operation, or reports why it cannot.
func (im *importer) operation(o *operation) {
	if o.why != "" {
		im.notes.skip(o.at, o.why)
		return
	}
	args, why := im.arguments(o)
	if why != "" {
		im.notes.skip(o.at, why)
		return
	}
	t := tool{Tool: imports.Tool{Source: o.at, Parameters: args.schema()}}
	var answers *shape
	t.Returns, answers = im.answer(o)
	if im.size += len(t.Parameters) + len(t.Returns); im.size > maxReport {
		im.notes.skip(o.at, "the schemas of the tools before this one have reached the size limit; import a part of the description")
		return
	}
	t.Name = im.name(o)
	call := call{method: o.method, path: o.path, id: o.id, summary: o.summary, answer: im.answerOf(answers), many: args.many}
	t.Effect, t.Thing = call.effect()
	switch t.Effect {
	case tools.Compute:
		t.Effect = "" // a toolset would have to say what is computed; it is inferred
	case "":
		im.notes.add(t.Name, "%s %s does not say what it does to which thing, so its effect will be inferred", o.method, o.path)
	default:
		t.Basis = imports.ByMethod
	}
	if t.About = aboutTool(o.summary, o.about); t.About == "" {
		t.About = described(o, t.Effect, t.Thing)
		im.notes.of("described by their names, because nothing else describes them", t.Name)
	}
	t.Names = im.identifiers(o, args, t.Effect, t.Thing)
	if len(o.tags) > 0 {
		t.tag = o.tags[0]
	}
	for _, s := range segmentsOf(o.path) {
		if !s.param && len(t.path) < mostSegments {
			t.path = append(t.path, s.name)
		}
	}
	t.place = len(im.tools)
	im.tools = append(im.tools, t)
}

// name is the name of the operation, changed to one that models accept.
func (im *importer) name(o *operation) string {
	wanted := o.id
	if wanted == "" {
		wanted = madeName(o)
		im.notes.of("named by method and path, because they have no operationId", wanted)
	}
	name := safeName(wanted, 64)
	if name == "" {
		name = safeName(madeName(o), 64)
	}
	name = tools.Unreserved(name)
	base := name
	for n := 2; im.names[name]; n++ {
		end := fmt.Sprintf("_%d", n)
		name = base[:min(len(base), 64-len(end))] + end
	}
	if im.names[name] = true; name != o.id && o.id != "" {
		im.notes.of("renamed operations", o.id+" to "+name)
	}
	return name
}

// madeName names an operation that has no operationId: get_pets_by_petId.
func madeName(o *operation) string {
	words := []string{strings.ToLower(o.method)}
	path := segmentsOf(o.path)
	for i, s := range path {
		switch {
		case !s.param:
			words = append(words, s.name)
		case i == len(path)-1:
			words = append(words, "by", s.name)
		}
	}
	return strings.Join(words, "_")
}

// safeName makes a name of letters, digits, underscores and hyphens.
func safeName(name string, most int) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		case b.Len() == 0 && r == '_':
			b.WriteByte('_')
		}
		if b.Len() >= most {
			break
		}
	}
	return strings.TrimRight(b.String(), "_-")
}

// described describes an operation by its effect, or by its name.
func described(o *operation, effect tools.EffectKind, thing string) string {
	article := "a "
	if thing != "" && strings.ContainsRune("aeiou", rune(thing[0])) {
		article = "an "
	}
	path := append([]segment{{}}, segmentsOf(o.path)...) // "/" has no words
	verb := wordsOf(path[len(path)-1].name)
	switch {
	case o.id != "" || thing == "":
	case effect == tools.List:
		return "List " + naming.Plural(thing) + "."
	case !path[len(path)-1].param && len(verb) == 1 && verbOf(verb[0]) != "":
		return strings.ToUpper(verb[0][:1]) + verb[0][1:] + " " + article + thing + "."
	default:
		return strings.ToUpper(string(effect[:1])) + string(effect[1:]) + " " + article + thing + "."
	}
	text := oneLine(strings.Join(wordsOf(cmp.Or(o.id, madeName(o))), " "), 200)
	if text == "" {
		text = strings.ToLower(o.method)
	}
	r, n := utf8.DecodeRuneInString(text)
	return ended(string(unicode.ToUpper(r)) + text[n:])
}

// answer is the schema of the answer to a call that succeeds; nil if there is none.
func (im *importer) answer(o *operation) (json.RawMessage, *shape) {
	if o.answer == nil {
		return nil, nil
	}
	w := im.writer(o)
	w.answer = true
	shape := w.shape(o.answer)
	if shape.format == "binary" || shape.kind == "" && len(shape.enum) == 0 {
		return nil, nil // a file, or anything
	}
	text, err := w.write(shape, nil, 0)
	if err != nil {
		return nil, nil // noted when the reference was followed
	}
	return text, shape
}

func (im *importer) writer(o *operation) *writer {
	return &writer{shaper: shaper{notes: im.notes, schemas: im.bundle.schemas, at: o.at}, texts: im.texts, left: maxSchemas}
}

// envelopes are names of fields that contain the actual answer, beside pages and
// counts.
var envelopes = []string{"data", "items", "results", "result", "records", "list", "content", "entries", "values", "value", "response", "rows", "hits", "objects", "payload", "body"}

// answerOf says whether a call answers one thing or several. It looks into envelopes.
func (im *importer) answerOf(whole *shape) answer {
	if whole == nil {
		return answerUnknown
	}
	s := shaper{notes: &remarks{}, schemas: im.bundle.schemas}
	for range 3 {
		switch whole.kind {
		case "array":
			return answerMany
		case "object":
		default:
			return answerScalar
		}
		var inside *shape
		for _, name := range whole.keys {
			p := s.shape(whole.props[name]...)
			known := slices.Contains(envelopes, strings.ToLower(name))
			if known && (p.kind == "array" || p.kind == "object") || p.kind == "array" && len(whole.keys) <= 4 && onlyList(&s, whole, name) {
				inside = p
				break
			}
		}
		if inside == nil {
			return answerOne
		}
		whole = inside
	}
	return answerOne
}

// onlyList reports whether an object is only a list with its counts and pages:
// {pets: […], total: 3}.
func onlyList(s *shaper, whole *shape, list string) bool {
	for _, name := range whole.keys {
		words := wordsOf(name)
		page := slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains([]string{"page", "pages", "paging", "pagination", "total", "count", "cursor", "next", "previous", "prev", "links", "meta", "metadata", "offset", "limit", "size", "more", "token", "kind", "etag", "object", "status", "success"}, w)
		})
		if name != list && !page {
			return false
		}
	}
	return true
}

// identifiers finds the arguments that identify a thing, with its noun.
func (im *importer) identifiers(o *operation, args *arguments, effect tools.EffectKind, thing string) map[string]string {
	out := map[string]string{}
	path := segmentsOf(o.path)
	for i, s := range path {
		if !s.param {
			continue
		}
		if noun, ok := thingAt(path, i); ok {
			if name := args.named("path", s.name); name != "" {
				out[name] = noun
			}
		}
	}
	for _, a := range args.list {
		if a.in == "path" || !slices.Contains([]string{"string", "integer", "number"}, a.kind) {
			continue
		}
		noun, ok := identifierOf(a.name)
		switch {
		case ok && im.things[noun]:
			out[a.name] = noun
		case ok && noun == "" && effect == tools.Update && thing != "" && !slices.ContainsFunc(path, func(s segment) bool { return s.param }):
			out[a.name] = thing
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// prefixOf is the beginning of the names of the toolsets.
func prefixOf(wanted string, info *document.Node, source string) string {
	title := plainText(scalar(field(info, "title")))
	noise := []string{"swagger", "openapi", "api", "apis", "rest", "restful", "the", "v1", "v2", "v3", "specification", "spec", "service", "public"}
	var words []string
	for _, w := range wordsOf(strings.ReplaceAll(title, "OpenAPI", "openapi")) {
		if w = safeName(w, 40); w != "" && !slices.Contains(noise, w) && strings.Trim(w, "0123456789") != "" {
			words = append(words, w)
		}
	}
	base := source[strings.LastIndexAny(source, `/\`)+1:]
	base, _, _ = strings.Cut(base, ".")
	for _, name := range []string{wanted, strings.Join(words[:min(len(words), 4)], "_"), base, "api"} {
		if slug := slugOf(name); slug != "" {
			return slug
		}
	}
	return "api"
}

// slugOf is a name in small letters for a toolset.
func slugOf(name string) string {
	return strings.ToLower(safeName(strings.Join(wordsOf(name), "_"), 48))
}
