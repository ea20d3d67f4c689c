package publicapis

import (
	"encoding/json"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
)

// maker is what the tools of one API are made with.
type maker struct {
	t       *tables
	k       *kind
	row     row
	subject subject
	place   place
	api     string // the name, where it can be said in a sentence; else empty
	hash    uint64
	snake   bool // names of tools are written_so; else writtenSo
	fields  bool // names of fields are writtenSo
	numbers bool // identifiers are numbers
}

// toolset makes the toolset of a row.
func (in *importer) toolset(r row) imports.Set {
	t := known()
	about, name := folded(r.about), folded(r.name)
	c := t.category(r.category)
	return in.made(r, t.kindOf(c, about, name), c.subjectOf(about, name))
}

// made makes the toolset of a row of which it is known what it is of and about.
func (in *importer) made(r row, k *kind, subject subject) imports.Set {
	t := known()
	h := fnv.New64a()
	h.Write([]byte(r.name + "\x00" + r.about))
	sum := h.Sum64()
	x := &maker{t: t, k: k, row: r, subject: subject, api: sayable(r.name), place: t.scope(r, k.local),
		hash: sum, snake: sum%5 == 1, fields: sum>>8%3 == 1, numbers: sum>>16%4 == 1}
	if x.subject.name == "{api}" {
		x.subject.name = x.api
	}
	if x.subject.name != "" && x.subject.name == x.place.adjective {
		x.place = place{language: x.place.language} // said once is enough
	}
	if strings.EqualFold(x.subject.name, x.api) {
		x.api = "" // "posts of Reddit on Reddit"
	}
	set := imports.Set{
		Title: r.name, Domain: r.category, About: r.about + ".", Source: in.where(r.line),
		Name: in.unused(slugOf(r.category, "apis") + "/" + slugOf(r.name, "api_"+strconv.Itoa(r.line))),
	}
	if r.host != "" {
		set.About += " " + r.url[:min(len(r.url), 300)]
	}
	for _, tool := range x.choose(in.perAPI, folded(r.about)) {
		made := x.tool(tool)
		made.Source = in.where(r.line)
		set.Tools = append(set.Tools, made)
	}
	return set
}

// choose picks the tools that an API gets: the first of its kind, the first that
// gives things and the first that takes one, so that there is something to go on
// from, then those that its words call for, and others by chance. None takes the
// identifier of a thing that no other gives.
func (x *maker) choose(n int, about string) []template {
	order := make([]int, len(x.k.tools))
	for i := range order {
		order[i] = i
	}
	gives := slices.IndexFunc(x.k.tools, func(tool template) bool { return tool.effect == tools.List || tool.effect == tools.Create })
	takes := slices.IndexFunc(x.k.tools, func(tool template) bool {
		needs := x.k.needs(tool)
		return gives >= 0 && len(needs) == 1 && needs[0] == x.k.tools[gives].thing
	})
	rank := func(i int) int {
		switch {
		case i == 0:
			return 0
		case i == gives:
			return 1
		case i == takes:
			return 2
		case count(about, x.k.tools[i].words) > 0:
			return 10 + i
		}
		return 100 + int((x.hash>>(i*3%40)+uint64(i)*7)%31)
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	var chosen []int
	given := map[string]bool{}
	for again := true; again && len(chosen) < n; {
		again = false
		for _, i := range order {
			tool := x.k.tools[i]
			if slices.Contains(chosen, i) || slices.ContainsFunc(x.k.needs(tool), func(thing string) bool { return !given[thing] }) {
				continue
			}
			chosen, again = append(chosen, i), true
			if tool.effect == tools.List || tool.effect == tools.Create {
				given[tool.thing] = true
			}
			break
		}
	}
	slices.Sort(chosen)
	out := make([]template, len(chosen))
	for i, c := range chosen {
		out[i] = x.k.tools[c]
	}
	return out
}

// needs lists the things whose identifiers a tool takes.
func (k *kind) needs(tool template) []string {
	var out []string
	if tool.effect == tools.Get || tool.effect == tools.Update || tool.effect == tools.Delete {
		out = append(out, tool.thing)
	}
	for _, p := range tool.params {
		if thing := k.thingOf(p.name); thing != "" && p.required {
			out = append(out, thing)
		}
	}
	return out
}

// tool makes a tool of a template.
func (x *maker) tool(a template) imports.Tool {
	out := imports.Tool{Name: x.toolName(a.name), Effect: a.effect, Thing: x.fill(a.thing), Basis: imports.ByWords}
	params := a.params
	if a.effect == tools.Get || a.effect == tools.Update || a.effect == tools.Delete {
		if id := (use{idKey(a.thing) + "_id", true}); !slices.Contains(params, id) {
			params = append([]use{id}, params...)
		}
	}
	var object, answer schemaObject
	placed := false
	for _, p := range params {
		name, f := x.param(p.name)
		if thing := x.k.thingOf(p.name); thing != "" {
			if out.Names == nil {
				out.Names = map[string]string{}
			}
			name, f = x.fieldName(p.name), x.identifier(thing)
			out.Names[name] = x.fill(thing)
		}
		if name == "" {
			continue
		}
		placed = placed || strings.HasPrefix(p.name, "@")
		if f.kind == "enum" && p.required && a.effect != tools.List && mentions(a.about, p.name) {
			f.kind, f.preset = "string", ""
		}
		object.add(name, x.schema(f, a), p.required)
	}
	// What is only of one place or subject can be narrowed by its parts, unless
	// it is that of a thing which is named.
	whole := a.effect == tools.List && len(out.Names) == 0
	if whole {
		if !placed && x.place.name != "" && !x.k.spoken {
			if name, f := x.param("@country"); name != "" && !object.has(name) {
				object.add(name, x.schema(f, a), false)
			}
		}
		if x.subject.field != "" && strings.Contains(a.thing, "{subject}") && !object.has(x.fieldName(x.subject.field)) {
			object.add(x.fieldName(x.subject.field), x.schema(x.special(), a), false)
		}
	}
	if a.thing != "" {
		answer.add(x.fieldName(idKey(a.thing)+"_id"), x.schema(x.identifier(a.thing), a), true)
	}
	for _, name := range x.k.answer(a) {
		if thing := x.k.thingOf(name); thing != "" {
			answer.add(x.fieldName(name), x.schema(x.identifier(thing), a), false)
		} else if field, f := x.param(name); field != "" {
			f.preset = ""
			answer.add(field, x.schema(f, a), false)
		}
	}
	if x.subject.field != "" && strings.Contains(a.thing, "{subject}") {
		answer.add(x.fieldName(x.subject.field), x.schema(x.special(), a), false)
	}
	if x.place.name != "" && a.thing != "" {
		if name, f := x.param("@country"); name != "" && len(f.values) > 0 {
			f.preset = ""
			answer.add(name, x.schema(f, a), false)
		}
	}
	out.Parameters = json.RawMessage(object.text())
	out.Returns = json.RawMessage(answer.text())
	if a.effect == tools.List {
		many := x.fieldName(strings.ReplaceAll(tools.Plural(idKey(a.thing)), " ", "_"))
		out.Returns = json.RawMessage(`{"type":"object","properties":{"total":{"type":"integer","minimum":0,"description":"How many there are"},` + quoted(many) + `:{"type":"array","items":` + answer.text() + `}},"required":[` + quoted(many) + `]}`)
	}
	out.About = x.about(a, placed || !whole)
	return out
}

// mentions tells whether the description of a tool speaks of a parameter: "the
// health of a service". Such a value is told at these words when it is one of a
// few examples, and behind them when it is one of an enumeration: "the health
// of the service storage", "the health of a service with the service storage".
func mentions(about, param string) bool {
	noun := strings.ReplaceAll(strings.TrimSuffix(param, "_name"), "_", " ")
	about += " "
	for _, article := range []string{" a ", " an ", " the "} {
		if strings.Contains(about, article+noun+" ") {
			return true
		}
	}
	return false
}

// about describes a tool: one sentence on what it does, and what the list says
// of the API, so that no constraint is lost.
func (x *maker) about(a template, inBrackets bool) string {
	about := a.about
	if x.place.adjective != "" && !inBrackets && !strings.Contains(about, "{adj}") {
		about = listsWhat.ReplaceAllString(about, "$0{adj} ")
	}
	s := x.fill(about)
	if x.place.name != "" && (x.place.adjective == "" || !strings.Contains(about, "{adj}")) {
		s += " (" + x.place.name + " only)"
	}
	return fixArticle(s) + ". From " + x.row.name + ": " + x.row.about + "."
}

// listsWhat is what stands before the noun of what a tool lists.
var listsWhat = regexp.MustCompile(`^(Search|List|Find|Suggest) (the |popular |recent |past )?`)

var group = regexp.MustCompile(`\[([^\[\]]*)\]`)

// fill puts words at the places that are left for them. A group with an empty
// place vanishes.
func (x *maker) fill(text string) string {
	words := map[string]string{"{api}": x.api, "{subject}": x.subject.name, "{adj}": x.place.adjective, "{place}": x.place.name}
	text = group.ReplaceAllStringFunc(text, func(g string) string {
		for slot, word := range words {
			if word == "" && strings.Contains(g, slot) {
				return ""
			}
		}
		return g[1 : len(g)-1]
	})
	for slot, word := range words {
		text = strings.ReplaceAll(text, slot, word)
	}
	return strings.Join(strings.Fields(text), " ")
}

var wrongArticle = regexp.MustCompile(`\b([Aa])n? ([A-Za-z][\w-]*)`)

// fixArticle makes "a" and "an" fit the words that were put in.
func fixArticle(s string) string {
	return wrongArticle.ReplaceAllStringFunc(s, func(m string) string {
		a, noun, _ := strings.Cut(m, " ")
		l := strings.ToLower(noun)
		vowel := strings.ContainsRune("aeiou", rune(l[0]))
		switch {
		case strings.HasPrefix(l, "uni"), strings.HasPrefix(l, "eu"), strings.HasPrefix(l, "us"), strings.HasPrefix(l, "uk"), strings.HasPrefix(l, "url"), strings.HasPrefix(l, "uv"), strings.HasPrefix(l, "one"):
			vowel = false
		case noun == strings.ToUpper(noun) && len(noun) > 1 && len(noun) < 5:
			vowel = strings.ContainsRune("AEFHILMNORSX", rune(noun[0]))
		case strings.HasPrefix(l, "hour"):
			vowel = true
		}
		if vowel {
			return a[:1] + "n " + noun
		}
		return a[:1] + " " + noun
	})
}

// toolName writes a name as this API does.
func (x *maker) toolName(name string) string {
	subject := ""
	for _, w := range strings.FieldsFunc(plain.ASCII(x.subject.name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		subject += strings.ToUpper(w[:1]) + w[1:]
	}
	name = strings.ReplaceAll(name, "{Subject}", subject)
	if x.snake {
		var parts []string
		for _, w := range tools.Words(name) {
			parts = append(parts, strings.ToLower(w))
		}
		name = strings.Join(parts, "_")
	}
	return name[:min(len(name), 64)]
}

// fieldName writes the name of a parameter or an answer as this API does.
func (x *maker) fieldName(name string) string {
	if !x.fields {
		return name
	}
	head, rest, _ := strings.Cut(name, "_")
	for _, w := range strings.Split(rest, "_") {
		if w != "" {
			head += strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return head
}

// sayable is the name of an API as people say it, and empty when it would read
// oddly in a sentence.
func sayable(name string) string {
	name = strings.TrimSpace(strings.SplitN(name, "(", 2)[0])
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 3 || len(name) > 24 {
		return ""
	}
	for _, r := range name {
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) && r < 128 || r == ' ' || r == '-' || r == '.') {
			return ""
		}
	}
	for _, w := range strings.Fields(folded(name)) {
		if slices.Contains(unsayable, w) {
			return ""
		}
	}
	if strings.Contains(strings.ToLower(name), "api") || !unicode.IsUpper([]rune(name)[0]) || strings.HasSuffix(name, ".") || strings.Contains(name, ". ") {
		return ""
	}
	return name
}

// unsayable are words of names that would give away that somebody speaks of a
// program, or that are no name.
var unsayable = strings.Fields(`api apis function functions endpoint endpoints parameter parameters data database open simple free random generator service
	tool tools mock mocker fake checker agent mcp json graphql test user users and of for from in as the by or search convert translate weather city news numbers words
	football holidays phone screenshot synonyms country mexico humor images quotes url short link email validation facts dogs cats jokes music information world time
	image images transport exchange rates analysis sentiment calendar detection language code text names address domain health covid planner planners`)

// slugOf makes a part of the name of a toolset.
func slugOf(s, otherwise string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(plain.ASCII(s)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
		if b.Len() >= 48 {
			break
		}
	}
	if out := strings.Trim(b.String(), "_"); out != "" {
		return out
	}
	return otherwise
}
