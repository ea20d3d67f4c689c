package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/tools/naming"
)

// arguments is the object that the parameters and the body of an operation become.
type arguments struct {
	list []argument
	many bool // the body is a list
}

type argument struct {
	name     string // in the object
	from     string // in the description
	in       string // path, query or body
	kind     string
	required bool
	schema   json.RawMessage
}

func (a *arguments) schema() json.RawMessage {
	var f, props fields
	required := []string{}
	for _, arg := range a.list {
		props.add(arg.name, arg.schema)
		if arg.required {
			required = append(required, arg.name)
		}
	}
	f.add("type", "object")
	f.add("properties", props.raw())
	f.add("required", required)
	return f.raw()
}

// named is the name of an argument in the object.
func (a *arguments) named(in, from string) string {
	for _, arg := range a.list {
		if arg.in == in && arg.from == from {
			return arg.name
		}
	}
	return ""
}

// Parameters that a person never says: keys, positions in long lists, and the format
// of the answer.
var (
	secretNames = strings.Fields("apikey xapikey accesstoken authtoken authorization oauthtoken appkey appid clientsecret subscriptionkey sessiontoken jwt bearertoken apitoken")
	pageNames   = strings.Fields("pagetoken nextpagetoken nexttoken cursor nextcursor startingafter endingbefore continuationtoken continuation aftercursor beforecursor scrollid pagecursor syncpagetoken")
	lookNames   = strings.Fields("pretty optpretty prettyprint optfields callback jsonp quotauser uploadtype uploadprotocol xgafv alt userip")
)

// unsaid says why a query parameter is left out; empty if it is not.
func unsaid(name string, s *shape, required, secret bool) string {
	word := strings.ToLower(strings.Join(naming.Words(name), ""))
	about := strings.ToLower(s.about)
	switch {
	case secret || slices.Contains(secretNames, word):
		return "left out keys and tokens"
	case required:
		return ""
	case slices.Contains(pageNames, word),
		word == "offset" && (s.kind == "string" || strings.Contains(about, "token")),
		(word == "after" || word == "before") && strings.Contains(about, "cursor"):
		return "left out tokens of pages"
	case slices.Contains(lookNames, word):
		return "left out parameters that only say how the answer is written"
	case s.old:
		return "left out deprecated parameters"
	}
	return ""
}

// arguments merges the parameters and the body of an operation. why says why that
// is impossible.
func (im *importer) arguments(o *operation) (args *arguments, why string) {
	args = &arguments{}
	w := im.writer(o)
	parameters := slices.Clone(o.parameters)
	slices.SortStableFunc(parameters, func(a, b parameter) int { return placeIn(o.path, a) - placeIn(o.path, b) })
	for _, p := range parameters {
		s := w.shape(p.schema)
		s.about, s.old = cmp.Or(p.about, s.about), s.old || p.deprecated
		if p.in == "query" {
			if what := unsaid(p.name, s, p.required, im.bundle.secrets["query "+p.name]); what != "" {
				im.notes.of(what, p.name)
				continue
			}
		}
		text, err := w.write(s, nil, 0)
		if err != nil {
			if p.required {
				return nil, "the parameter " + p.name + " is not known: " + cmp.Or(err.Error(), "it contains itself")
			}
			continue
		}
		args.add(im.notes, o.at, argument{from: p.name, in: p.in, kind: s.kind, required: p.required, schema: text})
	}
	for _, s := range segmentsOf(o.path) {
		if s.param && args.named("path", s.name) == "" {
			im.notes.of("added parameters that paths name but nothing describes", s.name)
			args.add(im.notes, o.at, argument{from: s.name, in: "path", kind: "string", required: true, schema: json.RawMessage(`{"type":"string"}`)})
		}
	}
	if o.body == nil {
		return args, ""
	}
	return args, im.body(o, w, args)
}

// placeIn orders parameters of the path by their place in it, before all others.
func placeIn(path string, p parameter) int {
	if i := strings.Index(path, "{"+p.name+"}"); p.in == "path" && i >= 0 {
		return i
	}
	return len(path) + 1
}

// body adds the properties of the body to the arguments, or the whole body if it
// has none.
func (im *importer) body(o *operation, w *writer, args *arguments) (why string) {
	s := w.shape(o.body)
	if s.format == "binary" {
		return "it uploads a file"
	}
	if inner := im.unwrapped(w, s); inner != nil {
		s = inner
	}
	if s.why != "" || s.loop != "" {
		return "the body is not known: " + cmp.Or(s.why, "it contains itself")
	}
	if s.kind != "object" || len(s.keys) == 0 {
		return im.whole(o, w, args, s)
	}
	w.stack = append(w.stack, s.lead...)
	values, _ := s.example.(map[string]any)
	for _, name := range s.keys {
		p := w.shape(s.props[name]...)
		needed := slices.Contains(s.required, name)
		if p.format == "binary" || p.items != nil && w.shape(p.items).format == "binary" {
			return "it uploads a file"
		}
		if w.hidden(p, name, needed) || p.loop != "" {
			continue
		}
		text, err := w.write(p, values[name], 0)
		switch {
		case err != nil && needed:
			return "the property " + name + " of the body is not known: " + cmp.Or(err.Error(), "it contains itself")
		case err != nil:
			continue
		}
		args.add(im.notes, o.at, argument{from: name, in: "body", kind: p.kind, required: needed, schema: text})
	}
	return ""
}

// unwrapped looks into a body that is only an envelope: {data: {…}}.
func (im *importer) unwrapped(w *writer, s *shape) *shape {
	if s.kind != "object" || len(s.keys) != 1 || !slices.Contains(envelopes, strings.ToLower(s.keys[0])) {
		return nil
	}
	inner := w.shape(s.props[s.keys[0]]...)
	if inner.kind != "object" || len(inner.keys) == 0 {
		return nil
	}
	if values, ok := s.example.(map[string]any); ok && inner.example == nil {
		inner.example = values[s.keys[0]]
	}
	im.notes.of("unwrapped bodies that are only an envelope", s.keys[0])
	return inner
}

// whole makes one argument from a body without properties: a list or a text.
func (im *importer) whole(o *operation, w *writer, args *arguments, s *shape) (why string) {
	args.many = s.kind == "array"
	name := "body"
	if args.many {
		if noun := wordsOf(w.shape(s.items).name); len(noun) > 0 {
			noun[len(noun)-1] = naming.Plural(singular(noun[len(noun)-1]))
			name = strings.Join(noun, "_")
		}
		if w.shape(s.items).format == "binary" {
			return "it uploads a file"
		}
	}
	if s.kind == "object" && s.values == nil && !o.bodyRequired {
		return "" // any object, and it may be left out
	}
	text, err := w.write(s, nil, 0)
	if err != nil {
		return "the body is not known: " + cmp.Or(err.Error(), "it contains itself")
	}
	args.add(im.notes, o.at, argument{from: name, in: "body", kind: s.kind, required: o.bodyRequired, schema: text})
	return ""
}

// add adds an argument. The same name in two places is one argument if the types
// are equal; otherwise the later one is renamed.
func (a *arguments) add(notes *remarks, at string, arg argument) {
	arg.name = argumentName(arg.from)
	if arg.name != arg.from {
		notes.of("renamed parameters", arg.from+" to "+arg.name)
	}
	same := func(name string) int {
		return slices.IndexFunc(a.list, func(o argument) bool { return o.name == name })
	}
	i := same(arg.name)
	if i >= 0 && a.list[i].kind == arg.kind && a.list[i].in != arg.in && a.list[i].from == arg.from {
		a.list[i].required = a.list[i].required || arg.required
		notes.of("merged parameters that occur in two places", arg.from)
		return
	}
	if i >= 0 {
		base := arg.in + "_" + arg.name
		arg.name = base[:min(len(base), 60)]
		for n := 2; same(arg.name) >= 0; n++ {
			arg.name = fmt.Sprintf("%s_%d", base[:min(len(base), 56)], n)
		}
		notes.add(at, "the parameter %s of the %s is called %s, because the name is taken", oneLine(arg.from, 60), arg.in, arg.name)
	}
	a.list = append(a.list, arg)
}

// argumentName changes the name of a parameter to one that models accept.
func argumentName(name string) string {
	if safe := safeName(name, 64); safe != "" {
		return safe
	}
	return "value"
}
