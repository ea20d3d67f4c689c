package publicapis

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"switchyard/internal/knowledge"
	"switchyard/internal/nearest"
	"switchyard/tools"
)

// What is known of the kinds of APIs that lists hold stands in tables/*.txt, one
// statement a line. Empty lines and lines that begin with "#" say nothing.
//
//	category Weather: forecasts marine uv
//	subject cat: cat, cats, kitten* | breed | Siamese; Persian
//	subject animal:
//
// A category names the kinds of its APIs, the usual one first, and its subjects:
// the words for one, and the field that only things of that subject have, with
// its values. A subject without words is meant where no other is named; "{api}"
// is the name of the API.
//
//	kind tracks | song*, music
//	of track: title artist year
//	: artist | string Ana Torres; Finn Berg | Artist of the {thing}
//	searchTracks | list track | Search tracks[ on {api}] | artist! year? | + | find
//
// A kind says which words call for it, which fields its things have, and its
// tools: name; effect and thing ("-" for neither); what the tool does;
// parameters, with "!" behind required ones; what it answers, "+" for the fields
// of the thing; words that call for the tool. A field has a type with its values
// or bounds and, behind "=", its default. A field that stands before the first
// kind of a file is one of all kinds. Names with "@" stand for what depends on the
// place that the API is about.
//
//	country Spain | Spanish | | EUR | Spanish | region | Aragon; … | city | Madrid; …
//	city Berlin | VBB | Germany | district | Mitte; Pankow
//
// A country has an adjective, other words for it, a currency, a language, and its
// larger and smaller parts. A city has other words for it, its country and its
// parts.

//go:embed tables/*.txt
var embedded embed.FS

// known reads the embedded tables once.
var known = sync.OnceValues(func() (*tables, error) { return readTables(embedded) })

// readTables reads all tables below a folder. The error lists every line that is
// wrong, as file:line: message.
func readTables(files fs.FS) (*tables, error) {
	p := parser{tables: &tables{categories: map[string]*category{}, kinds: map[string]*kind{}, fields: map[string]field{}, places: map[string]*place{}}}
	names, err := fs.Glob(files, "tables/*.txt")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		p.read(path.Base(name), string(text))
	}
	for _, check := range p.checks {
		check()
	}
	p.nations()
	return p.tables, errors.Join(p.problems...)
}

// parser reads tables line by line.
type parser struct {
	tables   *tables
	at       string // file and line
	kind     *kind  // that the lines belong to; nil before the first one of a file
	category *category
	lines    map[string]string // where a name was told
	checks   []func()          // that wait until everything was read
	problems []error
}

func (p *parser) wrong(format string, args ...any) {
	p.problems = append(p.problems, fmt.Errorf("%s: %s", p.at, fmt.Sprintf(format, args...)))
}

// later calls a check when everything was read; what it finds wrong is wrong at
// the present line.
func (p *parser) later(check func()) {
	at := p.at
	p.checks = append(p.checks, func() { p.at = at; check() })
}

// once reports whether something is told for the first time, and notes if not.
func (p *parser) once(what string) bool {
	if p.lines == nil {
		p.lines = map[string]string{}
	}
	if first := p.lines[what]; first != "" {
		p.wrong("%s is already given at %s", what, first)
		return false
	}
	p.lines[what] = p.at
	return true
}

// read reads one table.
func (p *parser) read(file, text string) {
	p.kind, p.category = nil, nil
	number := 0
	for line := range strings.Lines(text) {
		number++
		p.at = fmt.Sprintf("%s:%d", file, number)
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "", "#":
		case "category":
			p.readCategory(rest)
		case "subject":
			p.readSubject(rest)
		case "kind":
			p.readKind(file, rest)
		case "of":
			p.readThing(rest)
		case ":":
			p.readField(rest)
		case "country":
			p.readCountry(rest)
		case "city":
			p.readCity(rest)
		default:
			p.readTemplate(line)
		}
	}
}

// columns splits a line at its bars. A line with too few or too many of them is
// wrong; it gets what it lacks, so that reading goes on.
func (p *parser) columns(line string, least, most int, form string) []string {
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	if n := len(parts); n < least || n > most {
		p.wrong("there are %d columns; write %s", n, form)
	}
	for len(parts) < most {
		parts = append(parts, "")
	}
	return parts
}

// listOf splits a list, and leaves out what is empty.
func listOf(text, by string) []string {
	var out []string
	for part := range strings.SplitSeq(text, by) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func (p *parser) readCategory(rest string) {
	name, kinds, _ := strings.Cut(rest, ":")
	c := &category{kinds: strings.Fields(kinds)}
	if p.category = c; p.once("the category " + name) {
		p.tables.categories[strings.ToLower(name)] = c
	}
	if len(c.kinds) == 0 {
		p.wrong("the category %s has no kind; write category NAME: KIND …", name)
	}
	p.later(func() {
		for _, k := range c.kinds {
			if p.tables.kinds[k] == nil {
				p.wrong("there is no kind %q%s", k, p.near(k, p.tables.kinds))
			}
		}
	})
}

func (p *parser) near(name string, among map[string]*kind) string {
	var names []string
	for k := range among {
		names = append(names, k)
	}
	slices.Sort(names)
	if near := nearest.Name(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

func (p *parser) readSubject(rest string) {
	name, more, ok := strings.Cut(rest, ":")
	parts := p.columns(more, 1, 3, "subject NAME: WORDS | FIELD | VALUES")
	switch {
	case !ok:
		p.wrong("the subject has no colon; write subject NAME: WORDS | FIELD | VALUES")
	case p.category == nil:
		p.wrong("the subject %s stands before the first category", name)
	default:
		p.category.subjects = append(p.category.subjects, subject{name, listOf(parts[0], ","), parts[1], listOf(parts[2], ";")})
	}
}

func (p *parser) readKind(file, rest string) {
	parts := p.columns(rest, 2, 2, "kind KEY | WORDS")
	p.kind = &kind{key: parts[0], words: listOf(parts[1], ","), things: map[string][]string{}, fields: map[string]field{}}
	if p.once("the kind " + parts[0]) {
		p.tables.kinds[parts[0]] = p.kind
	}
	k := p.kind
	p.later(func() {
		if n := len(k.templates); n < leastTemplates {
			p.wrong("the kind %s has %d tools; it needs %d", parts[0], n, leastTemplates)
		}
	})
}

// ofKind names the kind that the lines belong to.
func (p *parser) ofKind() string {
	if p.kind == nil {
		return ""
	}
	return " of the kind " + p.kind.key
}

// leastTemplates is how many tools a kind has at least: as many as an API is
// given where nobody says how many.
const leastTemplates = 4

func (p *parser) readThing(rest string) {
	noun, fields, ok := strings.Cut(rest, ":")
	switch {
	case !ok || strings.TrimSpace(fields) == "":
		p.wrong("the thing has no fields; write of NOUN: FIELD …")
	case p.kind == nil:
		p.wrong("the thing %s stands before the first kind", noun)
	case p.once("the thing " + idKey(noun) + p.ofKind()):
		p.kind.things[noun] = strings.Fields(fields)
	}
}

// fieldKinds is the types of fields, with the notation of what stands behind
// them.
var fieldKinds = map[string]string{
	"string": "examples", "enum": "values", "list": "values", "int": "bounds", "number": "bounds",
	"bool": "", "date": "", "datetime": "", "url": "", "email": "",
}

var boundsForm = regexp.MustCompile(`^-?\d+(\.\d+)?(\.\.-?\d+(\.\d+)?)?$`)

// readField reads a field: "name | enum a;b =a | about", "name | int 1..9 =3 |
// about".
func (p *parser) readField(rest string) {
	parts := p.columns(rest, 3, 3, ": NAME | TYPE VALUES =DEFAULT | ABOUT")
	word, values, _ := strings.Cut(parts[1], " ")
	f := field{kind: word, about: parts[2]}
	values = " " + values
	if i := strings.LastIndex(values, " ="); i >= 0 {
		values, f.preset = values[:i], values[i+len(" ="):]
	}
	values = strings.TrimSpace(values)
	form, ok := fieldKinds[word]
	switch {
	case !ok:
		p.wrong("the field %s has the type %q; the types are string, enum, list, int, number, bool, date, datetime, url, email", parts[0], word)
	case form == "" && values != "":
		p.wrong("the field %s is a %s, which takes no values", parts[0], word)
	case form == "values" && values == "":
		p.wrong("the field %s is one of several values; say which", parts[0])
	case form == "bounds" && values != "" && !boundsForm.MatchString(values):
		p.wrong("the bounds %q of the field %s are not written as 1..9", values, parts[0])
	case form == "bounds":
		f.low, f.high, _ = strings.Cut(values, "..")
	default:
		f.values = listOf(values, ";")
	}
	if sorted := slices.Sorted(slices.Values(f.values)); len(slices.Compact(sorted)) < len(f.values) {
		p.wrong("the field %s has a value twice", parts[0])
	}
	if _, err := strconv.ParseFloat(f.preset, 64); form == "bounds" && f.preset != "" && err != nil || form == "values" && f.preset != "" && !slices.Contains(f.values, f.preset) {
		p.wrong("the default %q of the field %s is not one of its values", f.preset, parts[0])
	}
	if p.once("the field " + parts[0] + p.ofKind()) {
		if p.kind == nil {
			p.tables.fields[parts[0]] = f
		} else {
			p.kind.fields[parts[0]] = f
		}
	}
}

const templateForm = "NAME | EFFECT THING | ABOUT | PARAMETERS | ANSWERS | WORDS"

var templateName = regexp.MustCompile(`^([a-z]|\{Subject\})([A-Za-z0-9]|\{Subject\})*$`)

// readTemplate reads the line of a tool.
func (p *parser) readTemplate(line string) {
	parts := p.columns(line, 5, 6, templateForm)
	effect, thing, _ := strings.Cut(strings.TrimPrefix(parts[1], "-"), " ")
	tool := template{name: parts[0], effect: tools.EffectKind(effect), thing: thing, about: parts[2], answers: strings.Fields(parts[4]), words: listOf(parts[5], ",")}
	k := p.kind
	switch {
	case !templateName.MatchString(tool.name):
		p.wrong("%q is neither a statement nor the name of a tool", tool.name)
		return
	case k == nil:
		p.wrong("the tool %s stands before the first kind", tool.name)
		return
	case effect != "" && !slices.Contains([]tools.EffectKind{tools.List, tools.Get, tools.Create, tools.Update, tools.Delete, tools.Compute}, tool.effect):
		p.wrong("%q is no effect; the effects are list, get, create, update, delete, compute, and - for none", effect)
	}
	for _, param := range strings.Fields(parts[3]) {
		name, required := strings.CutSuffix(strings.TrimSuffix(param, "?"), "!")
		tool.params = append(tool.params, use{name, required})
		k.local = k.local || name == "@place" || name == "@country"
		k.spoken = k.spoken || name == "@language"
	}
	if p.once("the tool "+strings.ToLower(tool.name)+p.ofKind()) && p.once(fmt.Sprintf("the description %q%s", tool.about, p.ofKind())) {
		k.templates = append(k.templates, tool)
	}
	p.later(func() { p.checkTemplate(k, tool) })
}

// placeNames are the parameters that depend on the place or the subject of an API.
var placeNames = []string{"@place", "@country", "@currency", "@language", "@subject"}

// checkTemplate checks that everything that a tool takes and answers is known.
func (p *parser) checkTemplate(k *kind, tool template) {
	if tool.thing != "" && k.things[tool.thing] == nil {
		p.wrong("the tool %s handles a %q, of which there is no line: of %s: FIELD …", tool.name, tool.thing, tool.thing)
	}
	names := k.answer(tool)
	if len(names) == 0 {
		p.wrong("the tool %s answers nothing", tool.name)
	}
	for _, u := range tool.params {
		names = append(slices.Clip(names), u.name)
	}
	for _, name := range names {
		if _, ok := k.field(p.tables, name); !ok && !slices.Contains(placeNames, name) && k.thingOf(name) == "" {
			p.wrong("the tool %s names the field %q, of which there is no line", tool.name, name)
		}
	}
}

func (p *parser) readCountry(rest string) {
	c := p.columns(rest, 9, 9, "country NAME | ADJECTIVE | WORDS | CURRENCY | LANGUAGE | LARGER PART | LIST | SMALLER PART | LIST")
	p.addPlace(&place{name: c[0], adjective: c[1], currency: c[3], language: c[4], wideName: c[5], wide: listOf(c[6], ";"), nearName: c[7], near: listOf(c[8], ";")},
		append([]string{c[1]}, listOf(c[2], ",")...))
}

func (p *parser) readCity(rest string) {
	c := p.columns(rest, 5, 5, "city NAME | WORDS | COUNTRY | PART | LIST")
	parts := listOf(c[4], ";")
	city := &place{name: c[0], adjective: c[0], within: c[2], wideName: c[3], wide: parts, nearName: c[3], near: parts}
	if country := p.tables.places[c[2]]; country != nil {
		city.currency, city.language = country.currency, country.language
	}
	p.addPlace(city, listOf(c[1], ","))
}

// addPlace adds a place with its name and other words for it. The first place
// that has a word keeps it.
func (p *parser) addPlace(added *place, words []string) {
	if added.name == "" || len(added.wide) == 0 || len(added.near) == 0 {
		p.wrong("the place %q needs a name and parts", added.name)
	}
	p.once("the place " + added.name)
	p.tables.addPlace(added, words)
}

func (t *tables) addPlace(added *place, words []string) {
	for _, w := range append([]string{added.name}, words...) {
		if t.places[w] == nil {
			t.places[w] = added
		}
	}
}

// nations adds the countries that the tables do not have, with their names alone.
func (p *parser) nations() {
	countries := map[any][]string{}
	for _, name := range knowledge.Names("country") {
		code, _ := knowledge.Lookup("country", name)
		countries[code] = append(countries[code], name)
	}
	for _, nation := range knowledge.Names("nationality") {
		code, _ := knowledge.Lookup("nationality", nation)
		for _, name := range countries[code] {
			if p.tables.places[name] == nil && p.tables.places[nation] == nil {
				p.tables.addPlace(&place{name: name, adjective: nation}, []string{nation})
			}
		}
	}
}
