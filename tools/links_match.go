package tools

import (
	"fmt"
	"slices"
	"strings"
)

// takenParam is a parameter that may take an identifier.
type takenParam struct {
	tool  *Tool
	param *Param
	path  string
	form  knownBy
	nouns []string // what it identifies, the surest first
	typ   string
}

// matcher compares what answers tell with what parameters take.
type matcher struct {
	set    *Toolset
	order  map[string]int // of the tools
	facts  map[*Tool]*toolFacts
	inputs map[*Tool][]*takenParam
	told   map[string][]*toldField // by the last word of each noun
	things map[string]bool         // nouns of what answers list
	topics map[string]bool         // nouns of what tools are about
	people []string                // nouns of people whom answers tell
}

// maxAlike bounds the fields of one noun that a parameter is compared with.
const maxAlike = 1000

func newMatcher(ts *Toolset) *matcher {
	m := &matcher{set: ts, order: map[string]int{}, facts: map[*Tool]*toolFacts{}, inputs: map[*Tool][]*takenParam{},
		told: map[string][]*toldField{}, things: map[string]bool{}, topics: map[string]bool{}}
	for i, t := range ts.Tools {
		m.order[t.Name], m.facts[t] = i, factsOf(t)
		for _, noun := range m.nouns(t) {
			m.topics[noun] = true
		}
		eachParam(t.Params, "", 0, func(path string, p *Param) {
			if in := m.input(t, path, p); in != nil && len(m.inputs[t]) < maxTold {
				m.inputs[t] = append(m.inputs[t], in)
			}
		})
		for _, f := range m.tells(t) {
			if m.repeats(f) {
				continue
			}
			for _, noun := range f.nouns {
				if key := lastWord(noun); len(m.told[key]) < maxAlike {
					m.told[key] = append(m.told[key], f)
				}
			}
			if f.own && f.listed {
				m.things[f.nouns[0]] = true
			}
			if slices.Contains(personNouns, f.nouns[0]) && f.own && !slices.Contains(m.people, f.nouns[0]) {
				m.people = append(m.people, f.nouns[0])
			}
		}
	}
	slices.Sort(m.people)
	return m
}

// adjectives stand before nouns and change nothing in what the thing is.
var adjectives = strings.Fields("random new latest top popular trending nearby featured recent current related similar upcoming open active available public next favorite favourite my")

// nouns is what a tool is about: what is stated of its effect, and what its name
// says.
func (m *matcher) nouns(t *Tool) []string {
	named := strings.ToLower(m.facts[t].noun)
	if name := m.facts[t].name; named == "result" && len(name) > 0 {
		named = singular(name[len(name)-1])
	}
	return kept(plainNoun(strings.ToLower(spoken(t.thing))), plainNoun(named))
}

// plainNoun leaves out adjectives.
func plainNoun(noun string) string {
	words := strings.Fields(noun)
	for len(words) > 1 && slices.Contains(adjectives, words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// does tells whether a tool has an effect, as is stated or as its verb says.
func (m *matcher) does(t *Tool, e EffectKind, verbs []string) bool {
	stated := t.Effect != "" && t.thing != ""
	return stated && t.Effect == e || (!stated || e == Delete) && slices.Contains(verbs, m.facts[t].verb)
}

// tells is what the answer of a tool tells. Where the source says nothing of
// it, whoever lists or makes things tells their ids.
func (m *matcher) tells(t *Tool) []*toldField {
	nouns := m.nouns(t)
	switch {
	case m.does(t, Delete, deleteVerbs):
		return nil
	case t.answers != nil:
		return fields(t, nouns)
	case !m.does(t, List, listVerbs) && !m.does(t, Create, createVerbs):
		return nil
	}
	f := &toldField{tool: t, form: byID, nouns: nouns, own: true, virtual: true, listed: m.does(t, List, listVerbs)}
	if t.Entity != nil {
		f.field = "/" + pointerStep(t.Entity.ID)
		if t.Effect == List {
			f.field = "/" + pointerStep(t.ListKey()) + "/*" + f.field
		}
	}
	return []*toldField{f}
}

// repeats tells whether the field only repeats what an argument named.
func (m *matcher) repeats(f *toldField) bool {
	made := m.does(f.tool, Create, createVerbs)
	if f.own && (f.form == byID || f.form == byCode) && (f.listed || made) {
		return false
	}
	for _, in := range m.inputs[f.tool] {
		changes := made || m.does(f.tool, Update, updateVerbs)
		if (in.param.Required || changes || f.form == byName || f.form == byPlace) &&
			slices.ContainsFunc(in.nouns, func(n string) bool { return slices.Contains(f.nouns, n) }) {
			return true
		}
	}
	return false
}

// input reads what a parameter takes; nil where it takes no identifier.
func (m *matcher) input(t *Tool, path string, p *Param) *takenParam {
	values := p
	if p.Type == "array" && p.Items != nil {
		values = p.Items
	}
	if !slices.Contains([]string{"string", "integer", "number"}, values.Type) || len(p.Enum) > 0 || len(values.Enum) > 0 {
		return nil
	}
	about := p.About
	if about == "" {
		about = values.About
	}
	in := &takenParam{tool: t, param: p, path: path, typ: values.Type}
	form, noun, _ := namingOf(p.Name)
	saidForm, said := describedForm(about)
	in.form = form
	if noun == "parent" {
		noun = strings.Join(m.nouns(t)[:min(1, len(m.nouns(t)))], "")
	}
	switch form {
	case unknown:
		return nil
	case byID, byCode:
		in.nouns = kept(noun, said)
		if noun == "" && said == "" {
			in.nouns = m.nouns(t)
		}
	case bySelf:
		in.nouns = []string{noun}
	case byName:
		if noun == "" {
			return nil
		}
		in.nouns = []string{noun}
	case byPlace:
		if in.nouns = []string{noun}; said != "" {
			in.form, in.nouns = saidForm, kept(said, noun)
		}
	}
	if p.thing != "" {
		if in.form == byPlace || in.form == byName {
			in.form = byID
		}
		in.nouns = kept(append([]string{strings.ToLower(spoken(p.thing))}, in.nouns...)...)
	}
	named := in.form == byPlace || in.form == byName
	if named && (values.Type != "string" || m.does(t, List, listVerbs) && slices.ContainsFunc(in.nouns, func(n string) bool { return slices.Contains(m.nouns(t), n) })) {
		return nil // it narrows what is listed
	}
	return in
}

// kept is the list without what is empty or stands twice.
func kept(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Nouns of people, and the parts that they play: the assignee is a user.
var (
	personNouns = strings.Fields("user person member employee teammate")
	roleNouns   = strings.Fields("assignee owner creator author reporter requester reviewer approver manager lead supervisor sender recipient follower watcher participant attendee collaborator organizer organiser host moderator uploader")
)

// candidate is a field that may tell what a parameter takes.
type candidate struct {
	*toldField
	score float64
	noun  string // of what it identifies
	exact bool   // the parameter names just that
}

// The scores of how nouns and forms go together. What is below the last is no
// link.
const (
	sameNoun      = 1.0
	laterNoun     = 0.95 // the noun that the parameter is less sure of
	widerNoun     = 0.85 // "parent folder" takes a folder, "subtask" is a task
	narrowerNoun  = 0.8  // "default label" is a label
	otherNoun     = 0.8  // "movie" and "film"
	sameRole      = 0.75 // "assignee" is a user
	byEffectOnly  = 0.9  // the source does not tell the answer
	byTheirNames  = 0.85 // names may be written in several ways
	anIDForAName  = 0.65 // "coin" may take the id of a coin
	leastForALink = 0.6
)

// likeness compares nouns.
func (m *matcher) likeness(want, have []string) (score float64, noun string) {
	note := func(s float64, n string) {
		if s > score {
			score, noun = s, n
		}
	}
	for i, w := range want {
		for _, h := range have {
			switch {
			case w == h && i == 0:
				note(sameNoun, h)
			case w == h:
				note(laterNoun, h)
			case strings.HasSuffix(w, " "+h), "sub"+w == h:
				note(widerNoun, h)
			case strings.HasSuffix(h, " "+w):
				note(narrowerNoun, h)
			case synonyms[w] == h, synonyms[h] == w:
				note(otherNoun, h)
			case slices.Contains(personNouns, w) && m.plays(h), slices.Contains(personNouns, h) && m.plays(w):
				note(sameRole, h)
			}
		}
	}
	return score, noun
}

// plays tells whether a noun is the part that some person plays, when there is
// no doubt which people there are.
func (m *matcher) plays(noun string) bool {
	return slices.Contains(roleNouns, lastWord(noun)) && !m.topics[noun] && len(m.people) == 1
}

// fits tells how well the forms go together, 0 for not at all.
func (m *matcher) fits(in *takenParam, f *toldField) float64 {
	if f.typ != "" && f.typ != in.typ {
		return 0
	}
	switch {
	case f.virtual && in.form == byID:
		return byEffectOnly
	case f.virtual:
		return 0
	case in.form == f.form && in.form != byPlace && in.form != byName:
		return 1
	case in.form == byName && f.form == byName:
		return byTheirNames
	case (in.form == byPlace || in.form == byName) && (f.form == byName || f.form == byPlace):
		if slices.ContainsFunc(in.nouns, func(n string) bool { return m.things[n] }) {
			return byTheirNames
		}
	case in.form == byPlace && f.form == byID && f.own && in.param.Required:
		return anIDForAName
	}
	return 0
}

// candidates finds the fields that may tell what a parameter takes.
func (m *matcher) candidates(in *takenParam) []candidate {
	var keys []string
	for _, w := range in.nouns {
		keys = append(keys, lastWord(w), "sub"+lastWord(w), synonyms[w])
		for other, same := range synonyms {
			if same == w {
				keys = append(keys, lastWord(other))
			}
		}
		if slices.Contains(personNouns, w) {
			keys = append(keys, roleNouns...)
		}
		if m.plays(w) {
			keys = append(keys, m.people...)
		}
	}
	keys = kept(keys...)
	slices.Sort(keys)
	var list []candidate
	seen := map[*toldField]bool{}
	for _, key := range keys {
		for _, f := range m.told[key] {
			if f.tool == in.tool || seen[f] {
				continue
			}
			seen[f] = true
			like, noun := m.likeness(in.nouns, f.nouns)
			if score := like * m.fits(in, f); score >= leastForALink {
				list = append(list, candidate{f, score, noun, like >= laterNoun})
			}
		}
	}
	return list
}

// match finds what tells the value of a parameter. What may be meant in several
// ways comes as an ambiguity instead.
func (m *matcher) match(in *takenParam) ([]Link, *Ambiguity) {
	list := m.candidates(in)
	if why, between := m.doubt(in, list); why != "" {
		slices.Sort(between)
		return nil, &Ambiguity{Tool: in.tool.Name, Param: in.path, Between: slices.Compact(between), Why: why}
	}
	exact := slices.ContainsFunc(list, func(c candidate) bool { return c.exact })
	ids := slices.ContainsFunc(list, func(c candidate) bool { return c.form != byID })
	var links []Link
	for _, c := range list {
		switch {
		case exact && c.own && strings.HasSuffix(c.noun, " "+in.nouns[0]):
			continue // an order item is no item while there are plain items
		case in.form == byPlace && c.form == byID && ids:
			continue // known by its name, so its id is not meant
		case len(links) == maxTold*8:
			continue
		}
		links = append(links, Link{From: c.tool.Name, Field: c.field, To: in.tool.Name, Param: in.path, Of: c.noun, Kind: ParameterLink,
			Score: float64(int(c.score*100+0.5)) / 100, Why: m.why(in, c)})
	}
	sortLinks(links, m.order)
	return links, nil
}

// doubt says why it is not sure what a parameter identifies, and between what.
func (m *matcher) doubt(in *takenParam, list []candidate) (why string, between []string) {
	if len(list) == 0 {
		// A part that somebody plays, with several kinds of people to play it.
		if role := lastWord(in.nouns[0]); in.form == byID && len(m.people) > 1 && slices.Contains(roleNouns, role) {
			return "several kinds of people could be " + withArticle(role), slices.Clone(m.people)
		}
		return "", nil
	}
	var longer, parts []string
	for _, c := range list {
		if c.exact && c.own && slices.Contains(weakNouns, in.nouns[0]) && len(c.nouns) > 1 && !slices.Contains(parts, c.nouns[len(c.nouns)-1]) {
			parts = append(parts, c.nouns[len(c.nouns)-1])
		}
		if c.exact {
			longer = append(longer, "")
		} else if c.own && c.noun != in.nouns[0] && !slices.Contains(longer, c.noun) && strings.HasSuffix(c.noun, " "+in.nouns[0]) {
			longer = append(longer, c.noun)
		}
	}
	switch {
	case len(parts) > 1:
		return fmt.Sprintf("several things have %s of their own", Plural(in.nouns[0])), parts
	case len(longer) > 1 && !slices.Contains(longer, ""):
		return fmt.Sprintf("there are several kinds of %s", in.nouns[0]), longer
	}
	return "", nil
}

// why says in a few words what a link rests on.
func (m *matcher) why(in *takenParam, c candidate) string {
	form := map[knownBy]string{byID: "id", byCode: "code", byName: "name", byPlace: "name", bySelf: ""}[c.form]
	what := strings.TrimSpace(form + " of " + withArticle(c.noun))
	if c.form == bySelf {
		what = c.noun
	}
	switch {
	case c.virtual:
		return "the effect makes " + withArticle(c.noun) + " known"
	case c.exact:
		return "both are the " + what
	}
	return fmt.Sprintf("the %s for %s", what, withArticle(in.nouns[0]))
}
