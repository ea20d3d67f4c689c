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
