package publicapis

import (
	"cmp"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/jsontext"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/naming"
)

// maker makes the tools of one API.
type maker struct {
	tables  *tables
	k       *kind
	row     row
	subject subject
	place   place
	api     string // the name, where a sentence can hold it; else empty
	hash    uint64
	snake   bool // names of tools are written_so; else writtenSo
	fields  bool // names of fields are writtenSo
	numbers bool // identifiers are numbers
}

// newMaker makes the maker of a row, of which the kind and the subject are known.
func newMaker(t *tables, r row, k *kind, subject subject) *maker {
	h := fnv.New64a()
	h.Write([]byte(r.name + "\x00" + r.about))
	sum := h.Sum64()
	x := &maker{tables: t, k: k, row: r, subject: subject, api: sayable(r.name), place: t.scope(r, k.local),
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
	return x
}

// gives reports whether a tool gives identifiers of its thing.
func (t *template) gives() bool { return t.effect == tools.List || t.effect == tools.Create }

// takesOne reports whether a tool takes the identifier of its thing.
func (t *template) takesOne() bool {
	return t.effect == tools.Get || t.effect == tools.Update || t.effect == tools.Delete
}

// choose picks the tools of an API: the first of its kind; the first that gives
// things and the first that takes one, so that one call leads to another; those
// that the words of the row call for; and others by chance. No tool takes an
// identifier that none of the chosen gives.
func (x *maker) choose(n int) []template {
	all, about := x.k.templates, folded(x.row.about)
	gives := slices.IndexFunc(all, func(t template) bool { return t.gives() })
	takes := slices.IndexFunc(all, func(t template) bool {
		needs := x.k.needs(t)
		return gives >= 0 && len(needs) == 1 && needs[0] == all[gives].thing
	})
	rank := func(i int) int {
		switch {
		case i == 0:
			return 0
		case i == gives:
			return 1
		case i == takes:
			return 2
		case count(about, all[i].words) > 0:
			return 10 + i
		}
		return 100 + int((x.hash>>(i*3%40)+uint64(i)*7)%31)
	}
	waiting := make([]int, len(all))
	for i := range waiting {
		waiting[i] = i
	}
	slices.SortStableFunc(waiting, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	var chosen []int
	given := map[string]bool{}
	for len(chosen) < n {
		next := slices.IndexFunc(waiting, func(i int) bool {
			return !slices.ContainsFunc(x.k.needs(all[i]), func(thing string) bool { return !given[thing] })
		})
		if next < 0 {
			break
		}
		i := waiting[next]
		chosen, waiting = append(chosen, i), slices.Delete(waiting, next, next+1)
		if all[i].gives() {
			given[all[i].thing] = true
		}
	}
	slices.Sort(chosen)
	out := make([]template, len(chosen))
	for i, c := range chosen {
		out[i] = all[c]
	}
	return out
}

// needs lists the things whose identifiers a tool takes.
func (k *kind) needs(t template) []string {
	var out []string
	if t.takesOne() {
		out = append(out, t.thing)
	}
	for _, p := range t.params {
		if thing := k.thingOf(p.name); thing != "" && p.required {
			out = append(out, thing)
		}
	}
	return out
}

// tool makes a tool of a template.
func (x *maker) tool(t template) imports.Tool {
	out := imports.Tool{Name: x.toolName(t.name), Effect: t.effect, Thing: x.fill(t.thing), Basis: imports.ByWords}
	object, placed := x.takes(t, &out)
	// A list can be narrowed to a part of the place or the subject that the API is
	// about, unless it is the list of one thing that is named.
	whole := t.effect == tools.List && len(out.Names) == 0
	if whole && !placed && x.place.name != "" && !x.k.spoken {
		if name, f := x.param("@country"); name != "" {
			object.add(name, x.schema(f, t), false)
		}
	}
	if whole && x.ofSubject(t) {
		object.add(x.fieldName(x.subject.field), x.schema(x.special(), t), false)
	}
	out.Parameters = jsontext.Value(object)
	out.Returns = jsontext.Value(x.returns(t))
	out.About = x.about(t, placed || !whole)
	return out
}

// ofSubject reports whether a tool handles things that only the subject has.
func (x *maker) ofSubject(t template) bool {
	return x.subject.field != "" && strings.Contains(t.thing, "{subject}")
}

// takes makes the parameters of a tool, and notes which of them name a thing.
// placed reports whether one of them is a place.
func (x *maker) takes(t template, out *imports.Tool) (object *schema, placed bool) {
	object = newObject()
	params := t.params
	if id := (use{idKey(t.thing) + "_id", true}); t.takesOne() && !slices.Contains(params, id) {
		params = append([]use{id}, params...)
	}
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
		if f.kind == "enum" && p.required && t.effect != tools.List && mentions(t.about, p.name) {
			f.kind, f.preset = "string", ""
		}
		object.add(name, x.schema(f, t), p.required)
	}
	return object, placed
}

// returns makes the schema of what a tool answers.
func (x *maker) returns(t template) *schema {
	answer := newObject()
	if t.thing != "" {
		answer.add(x.fieldName(idKey(t.thing)+"_id"), x.schema(x.identifier(t.thing), t), true)
	}
	for _, name := range x.k.answer(t) {
		if thing := x.k.thingOf(name); thing != "" {
			answer.add(x.fieldName(name), x.schema(x.identifier(thing), t), false)
		} else if field, f := x.param(name); field != "" {
			f.preset = ""
			answer.add(field, x.schema(f, t), false)
		}
	}
	if x.ofSubject(t) {
		answer.add(x.fieldName(x.subject.field), x.schema(x.special(), t), false)
	}
	if x.place.name != "" && t.thing != "" {
		if name, f := x.param("@country"); name != "" && len(f.values) > 0 {
			f.preset = ""
			answer.add(name, x.schema(f, t), false)
		}
	}
	if t.effect != tools.List {
		return answer
	}
	list := newObject()
	list.add("total", &schema{Type: "integer", Minimum: "0", Description: "How many there are"}, false)
	list.add(x.fieldName(strings.ReplaceAll(naming.Plural(idKey(t.thing)), " ", "_")), &schema{Type: "array", Items: answer}, true)
	return list
}

// mentions reports whether the description of a tool speaks of a parameter: "the
// health of a service". Such a value is told at these words when it is one of a
// few examples, and behind them when it is one of an enumeration: "the health
// of the service storage", "the health of a service with the service storage".
func mentions(about, param string) bool {
	noun := strings.ReplaceAll(strings.TrimSuffix(param, "_name"), "_", " ")
	about += " "
	return slices.ContainsFunc([]string{" a ", " an ", " the "}, func(article string) bool {
		return strings.Contains(about, article+noun+" ")
	})
}

// about describes a tool: one sentence on what it does, and what the list says
// about the API, so that no constraint is lost.
func (x *maker) about(t template, inBrackets bool) string {
	about := t.about
	if x.place.adjective != "" && !inBrackets && !strings.Contains(about, "{adj}") {
		about = listsWhat.ReplaceAllString(about, "$0{adj} ")
	}
	s := x.fill(about)
	if x.place.name != "" && (x.place.adjective == "" || !strings.Contains(about, "{adj}")) {
		s += " (" + x.place.name + " only)"
	}
	return fixArticle(s) + ". From " + x.row.name + ": " + x.row.about + "."
}

// listsWhat matches what stands before the noun of what a tool lists.
var listsWhat = regexp.MustCompile(`^(Search|List|Find|Suggest) (the |popular |recent |past )?`)
