package gen

import (
	"fmt"
	"slices"
	"strconv"

	"switchyard/internal/keyed"
)

// The tools of random toolsets.

// tool draws a tool: one that says everything, or one that is described by schemas.
func (g *setGrammar) tool(i int) object {
	noun := keyed.Pick(g.r, g.nouns)
	out := object{{"about", g.odd([]string{"Gives a " + noun + ".", "Lists all " + noun + "s.", "Creates a " + noun + ".", "Does it."}, append([]string{"Returns " + noun + " by id, between 1 and 1e308."}, oddWords[2:]...), nil)}}
	var e *drawn
	effect := "compute"
	if len(g.things) > 0 && g.r.Chance(0.85) {
		e = keyed.Pick(g.r, g.things)
		effect = g.pick("list", "list", "get", "get", "create", "update", "delete")
	}
	if g.r.Chance(0.2) {
		return g.describedTool(out, effect, e)
	}
	switch {
	case g.mistake():
		out = append(out, member{"effect", g.pick(effect+" nothing", "explode", "", "list")})
	case e != nil:
		out = append(out, member{"effect", effect + " " + e.key})
	default:
		out = append(out, member{"effect", effect})
	}
	params := g.params(effect, e)
	wording := g.pick("look after", "get", "make") + " the " + noun
	for _, p := range params {
		if g.r.Chance(0.3) {
			wording += "[ with " + slot(p.key) + "]"
		}
	}
	out = append(out, member{"params", params}, member{"do", []any{wording}})
	if e == nil || g.r.Chance(0.15) {
		out = append(out, member{"gives", g.gives(params)})
	}
	return append(out, g.rest(i, effect, e, params)...)
}

// gives are the fields of an answer. They may follow from the parameters.
func (g *setGrammar) gives(params object) object {
	known := &drawn{}
	for _, p := range params {
		if v := p.value.(object); v[0].value == "integer" || v[0].value == "number" {
			known.numbers = append(known.numbers, p.key)
		}
	}
	var gives object
	for k := range 1 + g.r.IntN(4) {
		name := "result" + strconv.Itoa(k)
		gives = append(gives, member{name, g.values(known)})
		if key := gives[k].value.(object)[0].key; key == "int" || key == "number" || key == "times" {
			known.numbers = append(known.numbers, name)
		}
	}
	if g.mistake() {
		gives = append(gives, member{"lost", object{{g.pick("copy", "of", "after"), "nothing"}, {"plus", "1-2"}}})
	}
	return gives
}

// params draws the parameters of a tool.
func (g *setGrammar) params(effect string, e *drawn) (params object) {
	add := func(name string, p object) {
		if !slices.ContainsFunc(params, func(m member) bool { return m.key == name }) {
			params = append(params, member{name, p})
		}
	}
	if e != nil && effect != "list" && effect != "create" {
		kind := "string"
		if v := e.attributes[0].value.(object); v[0].key == "int" {
			kind = "integer"
		}
		add(e.id, g.spoken(object{{"type", kind}, {"entity", e.key}, {"required", !g.r.Chance(0.1)}}))
	}
	for range g.r.IntN(4) {
		name, p := g.odd(plainNames, oddNames, nil), g.param(2)
		if e != nil && g.r.Chance(0.6) { // it narrows or sets an attribute
			a := keyed.Pick(g.r, e.attributes)
			name = a.key
			if v := a.value.(object); v[0].key == "int" || v[0].key == "pick" || v[0].key == "date" {
				p = append(object{{"type", map[string]string{"int": "integer"}[v[0].key]}, {"values", object{v[0]}}}, p[2:]...)
				if p[0].value == "" {
					p[0].value = "string"
				}
			}
		}
		if len(g.things) > 0 && g.r.Chance(0.2) {
			other := keyed.Pick(g.r, g.things)
			name, p = g.pick(other.id, "with_"+other.key), append(object{{"type", "string"}, {"entity", other.key}}, p[2:]...)
		}
		if e != nil && effect == "list" && g.r.Chance(0.2) && len(e.numbers) > 0 {
			p = append(object{{"type", "integer"}, {"values", object{{"int", g.odd(spans, oddSpans, nil)}}}, {g.pick("at_most", "at_least"), keyed.Pick(g.r, e.numbers)}}, p[2:]...)
		}
		add(name, p)
	}
	if len(params) > 1 && g.r.Chance(0.1) {
		params[0].value = append(params[0].value.(object), member{"differs", g.odd([]string{params[1].key}, []string{params[0].key}, []string{"nothing"})})
	}
	return params
}

// param draws a parameter, whose first two keys are its type and its values.
func (g *setGrammar) param(depth int) object {
	kind := g.pick("string", "string", "string", "integer", "number", "boolean", "array", "object")
	if depth == 0 && (kind == "array" || kind == "object") {
		kind = "string"
	}
	out := object{{"type", kind}}
	switch kind {
	case "string":
		out = append(out, keyed.Pick(g.r, []member{{"enum", g.words(4)}, {"values", g.values(&drawn{})}, {"values", object{{"pick", g.words(6)}}}}))
	case "integer":
		out = append(out, member{"values", object{{"int", g.odd(spans, oddSpans, badSpans)}}})
	case "number":
		out = append(out, member{"values", object{{g.pick("number", "money"), g.odd(spans, oddSpans, badSpans)}}})
	case "boolean":
		out = append(out, member{"about", "Whether."})
		out = append(out, member{"labels", object{{"true", []any{"with it"}}, {"false", []any{"without it"}}}})
	case "array":
		out = append(out, member{"items", g.param(depth - 1)})
		if g.r.Chance(0.3) {
			out = append(out, member{"count", g.odd([]string{"2-4"}, []string{"1-9", "9-9"}, []string{"0-3", "1-99", "x"})})
		}
	case "object":
		props := object{}
		for range 1 + g.r.IntN(3) {
			props = append(props, member{g.odd(plainNames, oddNames, nil), g.param(depth - 1)})
		}
		if g.r.Chance(0.1) { // far down
			for range 3 + g.r.IntN(20) {
				props = object{{"inner", object{{"type", "object"}, {"props", props}}}}
			}
		}
		out = append(out, member{"props", props})
	}
	if g.r.Chance(0.5) {
		out = append(out, member{"required", true})
	}
	if g.r.Chance(0.1) {
		out = append(out, member{"default", g.word()})
	}
	if g.r.Chance(0.05) && kind != "boolean" {
		out = append(out, member{"format", g.odd([]string{"date"}, formats, nil)})
	}
	if g.r.Chance(0.05) {
		out = append(out, member{"minimum", literal(keyed.Pick(g.r, numbers[:9]))}, member{"maximum", literal(keyed.Pick(g.r, numbers[:9]))})
	}
	return g.spoken(out)
}

// spoken adds the words for a parameter.
func (g *setGrammar) spoken(p object) object {
	p = append(p, member{"say", []any{g.odd([]string{"with {}", "for {}", "of size {}"}, []string{"{}", "in {:bare}", "at {|one|many}", "(from|since) {}"}, []string{"with {x}", "with", "[{}"})}})
	if g.r.Chance(0.7) {
		p = append(p, member{"ask", []any{g.odd([]string{"Which one?", "What should it be?"}, []string{"1?", "…?"}, []string{"which", ""})}})
	}
	if g.r.Chance(0.5) {
		p = append(p, member{"noun", g.odd([]string{"size", "colour", "number"}, oddWords[2:], nil)})
	}
	if g.r.Chance(0.2) {
		p = append(p, member{"there", []any{"there"}}, member{"other", []any{"at another place"}})
	}
	return p
}

// rest draws the other keys of a tool.
func (g *setGrammar) rest(i int, effect string, e *drawn, params object) (out object) {
	out = append(out, member{"tell", []any{g.odd([]string{"Here it is.", "This is what I found:"}, []string{"…:", "Done."}, []string{"{nothing}", "no end"})}})
	if effect == "list" {
		out = append(out, member{"empty", []any{"There is nothing."}})
	}
	if g.r.Chance(0.4) {
		out = append(out, member{"ask", []any{object{{g.odd([]string{"polite question", "direct question"}, []string{"colloquial question"}, []string{"rude", ""}), "Could you do it?"}}}})
	}
	if e != nil && g.r.Chance(0.2) && len(e.picks) > 0 {
		out = append(out, member{"sets", object{{g.odd([]string{keyed.Pick(g.r, e.picks)}, e.picks, []string{"nothing"}), g.word()}}})
	}
	if e != nil && len(e.picks) > 0 && effect != "list" && effect != "create" && g.r.Chance(0.3) {
		out = append(out, member{"only_if", object{{keyed.Pick(g.r, e.picks), g.words(3)}}}, member{"refused", []any{"That is not possible."}})
	}
	for _, key := range []string{"after", "undoes"} {
		if len(g.tools) > 1 && g.r.Chance(0.15) {
			if other := g.odd([]string{keyed.Pick(g.r, g.tools)}, g.tools, []string{"nothing"}); other != g.tools[i] || g.mistake() {
				out = append(out, member{key, []any{other}})
			}
		}
	}
	if e != nil && effect != "delete" && g.r.Chance(0.1) {
		out = append(out, member{"fields", []any{e.id}})
	}
	return out
}

// describedTool draws a tool with schemas, from which the rest is inferred.
func (g *setGrammar) describedTool(out object, effect string, e *drawn) object {
	out = append(out, member{"parameters", consistent(append(object{{"type", "object"}}, g.properties(2)...))})
	if returns, ok := g.schema(4).(object); ok && g.r.Chance(0.6) {
		out = append(out, member{"returns", consistent(returns)})
	}
	if e != nil && g.r.Chance(0.5) {
		out = append(out, member{"effect", effect + " " + g.pick(e.key, e.key, "thing", "nothing at all")})
	}
	if g.r.Chance(0.1) {
		out = append(out, member{"do", []any{"see to it"}})
	}
	if g.r.Chance(0.3) {
		out = append(out, member{"tell", []any{"Done."}})
	}
	return out
}

// consistent leaves only those properties required that a schema describes.
func consistent(schema object) object {
	var names object
	for i, m := range schema {
		switch v := m.value.(type) {
		case object:
			if m.key == "properties" {
				names = v
			}
			schema[i].value = consistent(v)
		case []any:
			if m.key == "required" {
				v = slices.DeleteFunc(v, func(name any) bool { return !slices.ContainsFunc(names, func(m member) bool { return m.key == name }) })
			}
			for k := range v {
				if inner, ok := v[k].(object); ok {
					v[k] = consistent(inner)
				}
			}
			schema[i].value = v
		}
	}
	return schema
}

// chat draws topics.
func (g *setGrammar) chat() []any {
	return some(&g.grammar, 4, func(i int) any {
		t := object{{"kind", g.odd([]string{"knowledge", "near_miss"}, []string{"knowledge"}, []string{"gossip"})}, {"keywords", []any{fmt.Sprintf("zebra%d", i)}},
			{"ask", []any{fmt.Sprintf("What is zebra %d?", i)}}, {"answer", []any{g.odd([]string{"An animal."}, []string{"…."}, []string{""})}}}
		switch g.r.IntN(4) {
		case 0:
			t = append(t, member{"like", g.odd(g.tools, g.tools, []string{"nothing"})})
		case 1:
			if len(g.things) > 0 {
				t = append(t, member{"about", g.odd([]string{keyed.Pick(g.r, g.things).key}, []string{g.things[0].key}, []string{"nothing"})})
				t[2].value = []any{fmt.Sprintf("Is {it} a zebra %d?", i)}
			}
		case 2:
			t = append(t, member{"subject", "zebra"}, member{"follow", []any{object{{"way", g.odd([]string{"personal", "no_subject", "detail", "shorter", "neighbour"}, []string{"example", "go_on"}, []string{"nowhere"})}, {"phrase", "it"}, {"ask", []any{"Can it run?"}}, {"answer", []any{"Yes."}}}}})
		}
		return t
	})
}
