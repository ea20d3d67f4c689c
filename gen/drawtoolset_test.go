package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/tools"
)

// The grammar of random toolsets in our own format: what the format allows, and what
// people write by mistake or to do harm.

// setGrammar draws a toolset.
type setGrammar struct {
	grammar
	careless bool // makes mistakes for which a toolset does not load
	things   []*drawn
	tools    []string
}

// drawn is an entity.
type drawn struct {
	key, id    string
	attributes object
	numbers    []string // attributes that can be computed with
	times      []string // attributes that something can be after
	picks      []string // attributes with few values
}

var (
	plainNames = strings.Fields("size price count date start end total owner kind place note rate level city status title unit name colour length")
	oddNames   = []string{"a b", "x.y", "filter[city]", "{x}", "count", "error", "noun", "it", "$ref", "ünit", "名前", "id", "results", "A", "_", "-", "a:b", "a|b", "\\", "items", "constructor", "1", "true", "null", "\u202ex", "n\u0301", strings.Repeat("long_", 60), "a/b", "~1", "%s", "<b>", "\"", "'"}
	oddWords   = []string{"", " ", "a", "1", "-1", "1e5", "true", "null", "2026-03-04", "08:00", "it", "the", "€5", "a, b and c", "x\ny", "x\ty", "\u202eabc", "é", "👩‍👩‍👧", "{x}", "[x]", "(a|b)", "\\", "**x**", "\"", "A1", "a1", "0x10", "__", "...", "?", "I", "an", strings.Repeat("word ", 400), strings.Repeat("x", 3000), "</script>", "%s", "\u0000", "\ufeff", "two", "tomorrow", "and", "cancelled"}
	spans      = strings.Fields("1-9 10-500 0-1 5-5 0.5-4 90-700 1-2")
	oddSpans   = strings.Fields("0-9007199254740992 -9007199254740992-9007199254740992 -9007199254740992--9007199254740991 0.000001-0.000002 0-1e-300 -5--1 0-0 -0-0 1e15-2e15 4503599627370497.5-4503599627370498 0.1-0.3 0.000000001-1e9 9007199254740992-9007199254740992")
	badSpans   = strings.Fields("9-1 0-1e300 NaN-1 1-NaN 0-Inf -Inf-Inf 0-99999999999999999999 a-b 1-2-3 - 1e999 9007199254740993-9007199254740994 0x1-0x9 1..9")
	dayRanges  = strings.Fields("+1..+30 -30..-1 0..0 +2..+8 -3..+3")
	oddDays    = strings.Fields("-40000..40000 40000..40000 -40000..-40000 0.5..0.9 1e-9..1e-8 0..40000")
	badDays    = strings.Fields("9..1 -99999..1 NaN..NaN x 1..2..3 ..")
	hours      = strings.Fields("08:00-18:00 06:00-19:30")
	oddHours   = strings.Fields("00:00-23:59 12:00-12:00 00:00-00:00 23:59-23:59")
	badHours   = strings.Fields("18:00-08:00 24:00-25:00 8-9 99:99-99:99 -1:00-2:00 x")
	odds       = strings.Fields("-30--1 -1000000-1000000 1000000-1000000 0-0 0.5-0.6")
	tables     = strings.Fields("airport currency country language latitude longitude city")
	people     = []string{"person", "email", "phone", "street", "city", "company", "moment", "past moment"}
)

// mistake reports whether to make a mistake here.
func (g *setGrammar) mistake() bool { return g.careless && g.r.Chance(0.02) }

// odd picks a usual word, rarely an odd one and, if mistakes are made, rarely a wrong one.
func (g *setGrammar) odd(usual, odd, wrong []string) string {
	switch {
	case len(wrong) > 0 && g.mistake():
		return keyed.Pick(g.r, wrong)
	case g.r.Chance(0.1):
		return keyed.Pick(g.r, odd)
	}
	return keyed.Pick(g.r, usual)
}

// word is a value of a list, which is now and then odd or no text.
func (g *setGrammar) word() any {
	switch n := g.r.IntN(40); {
	case n == 0:
		return keyed.Pick(g.r, oddWords)
	case n == 1:
		return keyed.Pick(g.r, []any{literal("1"), literal("-1.5"), literal("1e300"), literal("9007199254740993"), true, false, nil, []any{"a"}, object{{"a", "b"}}})
	}
	return g.pick("red", "green", "blue", "small", "large", "oak", "pine", "north", "south", "open", "paid", "cancelled", "new_one", "a gold ring")
}

func (g *setGrammar) words(most int) []any {
	return some(&g.grammar, most, func(int) any { return g.word() })
}

// drawToolset draws a toolset from a seed, as the text of a file.
func drawToolset(seed uint64) string {
	g := &setGrammar{grammar: grammar{r: keyed.New(seed, "toolset"), schemas: []string{"gone"}}}
	g.careless = g.r.Chance(0.3)
	g.nouns = some(&g.grammar, 4, func(int) string { return keyed.Pick(g.r, allNouns) })
	root := object{{"toolset", g.odd([]string{"random/set"}, []string{"x", "a/b/c/d", "ü/é", strings.Repeat("n", 150)}, []string{"../../x", "", "a//b", "CON", "/etc/passwd", "a/\u0000"})}}
	g.drawThings()
	n := g.r.IntN(5)
	if g.r.Chance(0.05) {
		n = g.r.IntN(40)
	}
	for i := range 1 + n {
		g.tools = append(g.tools, g.odd([]string{"tool_" + strconv.Itoa(i)}, []string{"get " + strconv.Itoa(i), "ünit" + strconv.Itoa(i), strings.Repeat("t", 150) + strconv.Itoa(i), "a.b" + strconv.Itoa(i), "-" + strconv.Itoa(i)}, []string{"../x", "", "CON", "a/b"}))
	}
	list := object{}
	for i, name := range g.tools {
		list = append(list, member{name, g.tool(i)})
	}
	entities := object{}
	for _, e := range g.things {
		entities = append(entities, member{e.key, g.entity(e)})
	}
	root = append(root, member{"entities", entities}, member{"tools", list})
	if g.r.Chance(0.3) {
		root = append(root, member{"chat", g.chat()})
	}
	if g.r.Chance(0.1) {
		root = append(root, member{"scenes", []any{"I have some time.", keyed.Pick(g.r, oddNames[:3]) + "."}})
	}
	if !g.mistake() {
		root = once(root)
	}
	var b strings.Builder
	if g.r.Chance(0.2) {
		b.WriteString("# YAML in which JSON is written\n")
	}
	written(&b, root)
	return b.String()
}

// once leaves out keys that occur again.
func once(o object) (out object) {
	for _, m := range o {
		if inner, ok := m.value.(object); ok {
			m.value = once(inner)
		}
		if !slices.ContainsFunc(out, func(other member) bool { return other.key == m.key }) {
			out = append(out, m)
		}
	}
	return out
}

// drawThings draws up to six entities. The first of them refer to each other in a circle,
// of which some have chords.
func (g *setGrammar) drawThings() {
	n := g.r.IntN(7)
	circle := g.r.IntN(6)
	for i := range n {
		e := &drawn{key: keyed.Pick(g.r, g.nouns) + strconv.Itoa(i)}
		e.id = g.odd([]string{e.key + "_id", "code" + strconv.Itoa(i)}, oddNames, nil)
		g.things = append(g.things, e)
	}
	for i, e := range g.things {
		e.attributes = append(e.attributes, member{e.id, g.identifier()})
		if i < circle {
			e.attributes = append(e.attributes, member{"next_" + strconv.Itoa(i), g.reference(e, g.things[(i+1)%min(circle, n)])})
		}
		for range g.r.IntN(2) * g.r.IntN(3) {
			e.attributes = append(e.attributes, member{g.odd([]string{keyed.Pick(g.r, g.things).id}, []string{"parent", "other"}, nil), g.reference(e, keyed.Pick(g.r, g.things))})
		}
		for range g.r.IntN(6) {
			name := g.odd(plainNames, oddNames, nil)
			if !slices.ContainsFunc(e.attributes, func(m member) bool { return m.key == name }) {
				e.attributes = append(e.attributes, member{name, g.attribute(e, name)})
			}
		}
		e.attributes = once(e.attributes)
		if g.r.Chance(0.1) && !strings.Contains(fmt.Sprint(e.attributes), " "+e.id+"]") { // what identifies one comes last
			e.attributes = append(e.attributes[1:], e.attributes[0])
		}
	}
}

// reference is the identifier of a thing, or leads nowhere.
func (g *setGrammar) reference(e, to *drawn) object {
	if g.mistake() {
		return object{{"copy", g.pick("nothing", "", "a.b", "tool_0", "nothing.id")}}
	}
	out := object{{"copy", to.id}}
	if g.r.Chance(0.1) {
		out = append(out, member{"by", keyed.Pick(g.r, e.attributes).key})
	}
	if g.r.Chance(0.1) {
		out = append(out, member{"unique", true})
	}
	return out
}

// identifier is how identifiers are made: mostly many, sometimes very few.
func (g *setGrammar) identifier() object {
	switch n := g.r.IntN(20); {
	case n < 12:
		return object{{"pattern", g.odd([]string{"[A-Z]{2}[0-9]{4}", "ID[1-9][0-9]{3}"}, patterns, nil)}}
	case n < 15:
		return object{{"int", g.odd([]string{"1000-9999"}, []string{"1-3", "5-5", "0-9007199254740992", "-3--1"}, badSpans)}}
	case n < 17:
		return object{{"pick", g.words(4)}}
	case n == 17:
		return object{{"is", keyed.Pick(g.r, people)}}
	case n == 18:
		return object{{"known", keyed.Pick(g.r, tables[:4])}}
	}
	return g.values(&drawn{})
}

// attribute draws the values of an attribute, and notes what can follow from it.
func (g *setGrammar) attribute(e *drawn, name string) object {
	v := g.values(e)
	defer func() { // others can follow from it
		switch v[0].key {
		case "int", "number", "money", "times", "sum":
			e.numbers = append(e.numbers, name)
		case "date", "time", "datetime", "after":
			e.times = append(e.times, name)
		case "pick", "bool":
			e.picks = append(e.picks, name)
		}
	}()
	if g.r.Chance(0.15) {
		v = append(v, member{"unique", true})
	}
	if g.r.Chance(0.15) {
		v = append(v, member{"detail", true})
	}
	if g.r.Chance(0.2) {
		v = append(v, member{"about", g.odd([]string{"What it is."}, oddWords[1:], nil)})
	}
	if len(e.picks) > 0 && v[0].key != "times" && v[0].key != "sum" && v[0].key != "of" && g.r.Chance(0.2) {
		first := keyed.Pick(g.r, e.picks)
		by := []any{first}
		if g.r.Chance(0.5) {
			by = append(by, e.attributes[0].key)
		}
		v = append(v, member{"by", by})
		if key := v[0].key; (key == "int" || key == "money" || key == "number" || key == "pick") && g.r.Chance(0.5) {
			cases := object{}
			for _, m := range e.attributes {
				if pick, ok := m.value.(object); ok && m.key == first && pick[0].key == "pick" {
					list := pick[0].value.([]any)
					for _, when := range list[:min(1, len(list))] {
						if text, ok := when.(string); ok && key == "pick" {
							cases = append(cases, member{text, g.words(3)})
						} else if ok {
							cases = append(cases, member{text, g.odd(spans, oddSpans, badSpans)})
						}
					}
				}
			}
			if len(cases) > 0 {
				v = append(v, member{"cases", cases})
			}
		}
	} else if g.mistake() {
		v = append(v, member{"by", []any{"nothing"}})
	}
	return v
}

// values draws how values are made. The entity has the attributes before.
func (g *setGrammar) values(e *drawn) object {
	span := func() string { return g.odd(spans, oddSpans, badSpans) }
	if n := g.r.IntN(12); n == 0 && len(e.numbers) > 0 {
		terms := []any{keyed.Pick(g.r, e.numbers), literal(g.pick("2", "0.1", "-1", "0", "1000000"))}
		for range g.r.IntN(2) * g.r.IntN(30) {
			terms = append(terms, keyed.Pick(g.r, e.numbers))
		}
		if g.mistake() {
			terms = append(terms, "nothing")
		}
		return object{{g.pick("times", "sum"), terms}}
	} else if n < 2 && len(e.times) > 0 {
		return object{{"after", g.odd([]string{keyed.Pick(g.r, e.times)}, e.times, []string{"nothing", ""})}, {"plus", g.odd([]string{"30-90", "1-3"}, odds, badSpans)}}
	}
	switch g.r.IntN(13) {
	case 0, 1, 2:
		if g.mistake() {
			return object{{"pick", []any{}}}
		}
		return object{{"pick", g.words(5)}}
	case 3:
		out := object{{"int", span()}}
		if g.r.Chance(0.2) {
			out = append(out, member{"step", literal(g.pick("5", "1000", "0.5", "0.000000001", "3"))})
		}
		return out
	case 4:
		out := object{{"number", span()}}
		if g.r.Chance(0.3) {
			out = append(out, member{"digits", literal(g.pick("0", "2", "9"))})
		}
		return out
	case 5:
		out := object{{"money", span()}}
		if g.r.Chance(0.7) {
			out = append(out, member{"unit", g.odd([]string{"EUR", "USD"}, []string{"XXX", "€", "", "JPY"}[:2], nil)})
		}
		return out
	case 6:
		return object{{"bool", literal(g.pick("0", "1", "0.3"))}}
	case 7:
		out := object{{"date", g.odd(dayRanges, oddDays, badDays)}}
		if g.r.Chance(0.3) {
			out = append(out, member{"workdays", true})
		}
		return out
	case 8:
		out := object{{"time", g.odd(hours, oddHours, badHours)}}
		if g.r.Chance(0.3) {
			out = append(out, member{"step", literal(g.pick("1", "5", "0.001", "100000", "7"))})
		}
		return out
	case 9:
		return object{{"datetime", g.odd(dayRanges, oddDays, badDays)}, {"between", g.odd(hours, oddHours, badHours)}}
	case 10:
		return object{{"month", g.odd(dayRanges, oddDays, badDays)}}
	case 11:
		if g.r.Chance(0.3) {
			return object{{"known", g.odd(tables[:4], tables, []string{"nothing"})}}
		}
		return object{{"is", keyed.Pick(g.r, people)}}
	}
	return object{{"pattern", g.odd([]string{"[A-Z]{2}[0-9]{4}"}, patterns, nil)}}
}

// slot is a slot of a wording.
func slot(name string) string { return "{" + tools.SlotName(name) + "}" }

// entity writes an entity.
func (g *setGrammar) entity(e *drawn) object {
	out := object{{"id", e.id}, {"attributes", e.attributes}}
	if g.mistake() {
		out[0].value = "nothing"
	}
	said := "**" + slot(e.id) + "**"
	for _, m := range e.attributes {
		if v := m.value.(object); m.key != e.id && (v[0].key == "copy" || g.r.Chance(0.6)) {
			said += ", " + slot(m.key)
		}
	}
	if g.r.Chance(0.9) {
		out = append(out, member{"line", []any{said}})
	}
	if g.r.Chance(0.9) {
		out = append(out, member{"card", []any{"It is " + said + "."}})
	}
	if g.r.Chance(0.2) {
		out = append(out, member{"noun", g.odd([]string{"thing"}, oddWords[2:], nil)}, member{"plural", g.odd([]string{"things"}, oddWords[2:], nil)})
	}
	if g.r.Chance(0.1) {
		out = append(out, member{"own", true})
	}
	if g.r.Chance(0.3) {
		out = append(out, member{"name", keyed.Pick(g.r, e.attributes).key})
	}
	var compare []any
	for _, name := range append(slices.Clone(e.numbers), e.times...) {
		compare = append(compare, object{{"by", name}, {"least", []any{"least {noun}"}}, {"most", []any{"{noun} with the most"}}})
	}
	if compare != nil {
		out = append(out, member{"compare", compare})
	}
	return out
}

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
		p = append(p, member{"ask", []any{g.odd([]string{"Which one?", "What should it be?"}, []string{"1?", "…?"}, []string{"which", ""})}}, member{"vague", []any{"I don't mind."}})
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
