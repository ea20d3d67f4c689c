package publicapis

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/tools"
)

// What is known of the kinds of APIs that lists hold stands in tables of lines,
// which are read once:
//
//	category Weather: forecasts marine uv
//	subject cat: cat, cats, kitten | breed | Siamese; Persian
//	subject animal:
//
// A category names the kinds that its APIs may be of, the usual one first, and
// its subjects: the words that speak of one, and the field that only things of
// that subject have, with its values. A subject without words is meant where
// none is named; "{api}" is the name of the API. Fields are told once for all kinds, or
// once more within a kind:
//
//	: price | number 0..5000 | Price of {a thing}
//
// A kind says by which words an API is of it, what things it has with which
// fields, and its tools: name; effect and thing; what it does; parameters, "!"
// behind required ones; what it answers, "+" for the fields of the thing and
// more; words that call for it.
//
//	kind tracks | song*, music
//	of track: title artist year
//	searchTracks | list track | Search tracks[ on {api}] | artist! year? | + |
type kind struct {
	key    string
	words  []string
	things map[string][]string // fields of things by their nouns
	fields map[string]field
	tools  []template
	local  bool // its tools take a place
	spoken bool // its tools take a language, which a place stands for
}

// template is the template of a tool.
type template struct {
	name    string // in camel case; {Subject} stands for the subject
	effect  tools.EffectKind
	thing   string // noun, with {subject}
	about   string
	params  []use
	answers []string
	words   []string
}

// use is a field as a parameter.
type use struct {
	name     string
	required bool
}

// field is a field of parameters and answers.
type field struct {
	kind   string // "string", "enum", "int", "number", "bool", "date", "datetime", "url", "email", "list"
	values []string
	low    string
	high   string
	preset string // default
	about  string
}

// subject is what the APIs of a category may be about.
type subject struct {
	name   string
	words  []string
	field  string // that only things of the subject have; empty for none
	values []string
}

// category is what is known of a heading.
type category struct {
	kinds    []string
	subjects []subject
}

// tables is everything that is known.
type tables struct {
	categories map[string]*category // by name in small letters
	kinds      map[string]*kind
	fields     map[string]field
	places     []*place
	placeWords map[string]*place
}

var known = sync.OnceValue(func() *tables {
	t := &tables{categories: map[string]*category{}, kinds: map[string]*kind{}, fields: map[string]field{}, placeWords: map[string]*place{}}
	for _, text := range []string{apiFieldLines, apiCategoryLines, apiNatureLines, apiCultureLines, apiPlayLines, apiMoneyLines, apiTravelLines, apiSocietyLines, apiPublicLines, apiWorkLines, apiTechLines, apiScienceLines, apiSecurityLines, apiLanguageLines} {
		t.read(text)
	}
	t.readPlaces()
	return t
})

// read takes in one table. A line that cannot be read is a mistake in the
// program, which a test finds.
func (t *tables) read(text string) {
	var k *kind
	var c *category
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "", "//":
		case "category":
			name, kinds, _ := strings.Cut(rest, ":")
			c = &category{kinds: strings.Fields(kinds)}
			t.categories[strings.ToLower(name)] = c
		case "subject":
			name, more, _ := strings.Cut(rest, ":")
			parts := columns(more, 3)
			c.subjects = append(c.subjects, subject{name, list(parts[0], ","), parts[1], list(parts[2], ";")})
		case "kind":
			parts := columns(rest, 2)
			k = &kind{key: parts[0], words: list(parts[1], ","), things: map[string][]string{}, fields: map[string]field{}}
			t.kinds[k.key] = k
		case "of":
			noun, fields, _ := strings.Cut(rest, ":")
			k.things[noun] = strings.Fields(fields)
		case ":":
			parts := columns(rest, 3)
			to := t.fields
			if k != nil {
				to = k.fields
			}
			to[parts[0]] = fieldOf(parts[1], parts[2])
		default:
			k.add(columns(line, 6))
		}
	}
}

// add takes in the line of a tool.
func (k *kind) add(parts []string) {
	effect, thing, _ := strings.Cut(parts[1], " ")
	if effect == "-" {
		effect = ""
	}
	tool := template{name: parts[0], effect: tools.EffectKind(effect), thing: thing, about: parts[2], words: list(parts[5], ",")}
	for _, p := range strings.Fields(parts[3]) {
		name, required := strings.CutSuffix(strings.TrimSuffix(p, "?"), "!")
		tool.params = append(tool.params, use{name, required})
		k.local = k.local || name == "@place" || name == "@country"
		k.spoken = k.spoken || name == "@language"
	}
	tool.answers = strings.Fields(parts[4])
	k.tools = append(k.tools, tool)
}

// answer lists the fields that a tool answers: those of its thing when the
// template tells none.
func (k *kind) answer(tool template) []string {
	if len(tool.answers) == 0 {
		return k.things[tool.thing]
	}
	if i := slices.Index(tool.answers, "+"); i >= 0 {
		return slices.Concat(tool.answers[:i], k.things[tool.thing], tool.answers[i+1:])
	}
	return tool.answers
}

// fieldOf reads the notation of a field: "enum a;b =a", "string x;y",
// "int 1..9 =3".
func fieldOf(kind, about string) field {
	word, rest, _ := strings.Cut(kind, " ")
	f := field{kind: word, about: about}
	if i := strings.LastIndex(" "+rest, " ="); i >= 0 {
		f.preset = rest[i+1:]
		rest = strings.TrimSpace(rest[:max(0, i-1)])
		if i == 0 {
			rest = ""
		}
	}
	switch word {
	case "int", "number":
		f.low, f.high, _ = strings.Cut(rest, "..")
	default:
		f.values = list(rest, ";")
	}
	return f
}

// columns splits a line at its bars into that many parts.
func columns(line string, n int) []string {
	parts := strings.SplitN(line, "|", n)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	for len(parts) < n {
		parts = append(parts, "")
	}
	return parts
}

func list(text, by string) []string {
	var out []string
	for _, w := range strings.Split(text, by) {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// folded is a text prepared for looking for words in it: small letters, one
// blank around every word.
func folded(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	}) {
		b.WriteString(w)
		b.WriteByte(' ')
	}
	return b.String()
}

// says tells whether the prepared text has the word: "song*" is any word that
// begins so.
func says(text, word string) bool {
	if start, ok := strings.CutSuffix(word, "*"); ok {
		return strings.Contains(text, " "+start)
	}
	return strings.Contains(text, " "+word+" ")
}

// count tells how many of the words a prepared text has.
func count(text string, words []string) int {
	n := 0
	for _, w := range words {
		if says(text, w) {
			n++
		}
	}
	return n
}

// kindOf chooses the kind that an API of the category is of.
func (t *tables) kindOf(c *category, about, name string) *kind {
	// The usual kind is known by words that many APIs use, so any word of
	// another counts for more.
	best := t.kinds[c.kinds[0]]
	most := 2*min(2, count(about, best.words)) + min(1, count(name, best.words))
	for _, key := range c.kinds[1:] {
		k := t.kinds[key]
		if n := 3*count(about, k.words) + 2*count(name, k.words); n > most || n == most && n > 0 && best == t.kinds[c.kinds[0]] {
			best, most = k, n
		}
	}
	return best
}

// subjectOf finds what an API is about.
func (c *category) subjectOf(about, name string) subject {
	var otherwise subject
	for _, text := range []string{about, name} {
		for _, s := range c.subjects {
			if len(s.words) == 0 {
				otherwise = s
			} else if count(text, s.words) > 0 {
				return s
			}
		}
	}
	return otherwise
}

// category finds what is known of a heading. One that nobody knows has the
// general kinds.
func (t *tables) category(name string) *category {
	if c := t.categories[strings.ToLower(name)]; c != nil {
		return c
	}
	return t.categories["other"]
}

// check tells what is wrong with the tables.
func (t *tables) check() (problems []string) {
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for name, c := range t.categories {
		for _, k := range c.kinds {
			if t.kinds[k] == nil {
				wrong("category %s: no kind %q", name, k)
			}
		}
		if len(c.kinds) == 0 {
			wrong("category %s has no kind", name)
		}
	}
	twice := func(where string, fields map[string]field) {
		for name, f := range fields {
			if sorted := slices.Sorted(slices.Values(f.values)); len(slices.Compact(sorted)) < len(f.values) {
				wrong("%s: the field %q has a value twice", where, name)
			}
		}
	}
	twice("all kinds", t.fields)
	for _, k := range t.kinds {
		twice("kind "+k.key, k.fields)
		if len(k.tools) < 4 {
			wrong("kind %s has %d tools", k.key, len(k.tools))
		}
		seen := map[string]bool{}
		for thing := range k.things {
			if seen["\x00"+idKey(thing)] {
				wrong("kind %s: two things have the identifier %q", k.key, idKey(thing))
			}
			seen["\x00"+idKey(thing)] = true
		}
		for _, tool := range k.tools {
			if seen[strings.ToLower(tool.name)] || seen[tool.about] {
				wrong("kind %s: %s: another tool has the name or the description", k.key, tool.name)
			}
			seen[strings.ToLower(tool.name)], seen[tool.about] = true, true
			if tool.thing != "" && k.things[tool.thing] == nil {
				wrong("kind %s: %s: no thing %q", k.key, tool.name, tool.thing)
			}
			var fields []string
			for _, p := range tool.params {
				fields = append(fields, p.name)
			}
			for _, f := range slices.Concat(fields, k.answer(tool)) {
				if _, known := k.field(t, f); !known && !strings.HasPrefix(f, "@") && k.thingOf(f) == "" {
					wrong("kind %s: %s: no field %q", k.key, tool.name, f)
				}
			}
			if len(k.answer(tool)) == 0 {
				wrong("kind %s: %s answers nothing", k.key, tool.name)
			}
		}
	}
	return problems
}

func (k *kind) field(t *tables, name string) (field, bool) {
	if f, ok := k.fields[name]; ok {
		return f, true
	}
	f, ok := t.fields[name]
	return f, ok
}

// thingOf is the thing that a field identifies: "pet_id" a pet.
func (k *kind) thingOf(field string) string {
	noun, ok := strings.CutSuffix(field, "_id")
	if !ok {
		return ""
	}
	for thing := range k.things {
		if idKey(thing) == noun {
			return thing
		}
	}
	return ""
}

// idKey is how names of identifiers call a thing: "{subject} picture" is
// picture.
func idKey(thing string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("{subject}", "", "{adj}", "").Replace(thing)), "_")
}
