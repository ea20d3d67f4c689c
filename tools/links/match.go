package links

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// matcher compares what answers return with what parameters take.
type matcher struct {
	set    *tools.Toolset
	order  map[string]int // of the tools
	facts  map[*tools.Tool]*naming.Facts
	inputs map[*tools.Tool][]*takenParam
	told   map[string][]*toldField  // by the last word of each noun
	things map[string]bool          // nouns of what answers list
	topics map[string]bool          // nouns of what tools are about
	taken  map[string]bool          // nouns of what parameters take by id
	people []string                 // nouns of people whom answers tell
	brands map[*tools.Tool][]string // proper names in descriptions
}

// maxAlike bounds how many fields with one noun a parameter is compared with.
const maxAlike = 1000

func newMatcher(ts *tools.Toolset) *matcher {
	m := &matcher{set: ts, order: map[string]int{}, facts: map[*tools.Tool]*naming.Facts{}, inputs: map[*tools.Tool][]*takenParam{},
		told: map[string][]*toldField{}, things: map[string]bool{}, topics: map[string]bool{}, taken: map[string]bool{}, brands: map[*tools.Tool][]string{}}
	for i, t := range ts.Tools {
		m.order[t.Name], m.facts[t], m.brands[t] = i, t.Facts(), properNames(t.Description)
		for _, noun := range m.nouns(t) {
			m.topics[noun] = true
		}
		eachParam(t.Params, "", 0, func(path string, p *tools.Param) {
			if in := m.input(t, path, p); in != nil && len(m.inputs[t]) < maxTaken {
				m.inputs[t] = append(m.inputs[t], in)
				if in.form == ByID {
					m.taken[in.nouns[0]] = true
				}
			}
		})
	}
	for _, t := range ts.Tools {
		for _, f := range m.tells(t) {
			if m.repeats(f) {
				continue
			}
			for _, noun := range f.nouns {
				if key := naming.LastWord(noun); len(m.told[key]) < maxAlike {
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

// adjectives are words before nouns that do not change what the thing is.
var adjectives = strings.Fields("random new latest top popular trending nearby featured recent current related similar upcoming open active available public next favorite favourite my")

// nouns is what a tool is about, by its stated effect and by its name.
func (m *matcher) nouns(t *tools.Tool) []string {
	named := strings.ToLower(m.facts[t].Noun)
	if name := m.facts[t].Words; named == "result" && len(name) > 0 {
		named = naming.Singular(name[len(name)-1])
	}
	return kept(plainNoun(strings.ToLower(naming.Spoken(t.Thing))), plainNoun(named))
}

// plainNoun leaves out adjectives.
func plainNoun(noun string) string {
	words := strings.Fields(noun)
	for len(words) > 1 && slices.Contains(adjectives, words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// does reports whether a tool has an effect, by its statement or by its verb. A
// tool whose verb is an update counts as one even if its stated effect is to
// create, which replaces the thing.
func (m *matcher) does(t *tools.Tool, e tools.EffectKind, verbs []string) bool {
	verb, stated := m.facts[t].Verb, t.Effect != "" && t.Thing != ""
	if e == tools.Create && slices.Contains(naming.UpdateVerbs, verb) {
		return false
	}
	return stated && t.Effect == e || (!stated || e == tools.Delete || e == tools.Update) && slices.Contains(verbs, verb)
}

// tells is what the answer of a tool returns.
func (m *matcher) tells(t *tools.Tool) []*toldField {
	switch {
	case m.does(t, tools.Delete, naming.DeleteVerbs):
		return nil
	case t.Answers != nil:
		nouns := m.nouns(t)
		for _, in := range m.inputs[t] {
			if len(nouns) > 0 && slices.Contains(likeWords, naming.LastWord(nouns[0])) && in.form == ByID && in.param.Required {
				nouns = kept(append(nouns, in.nouns[0])...) // what is recommended for a film is a film
			}
		}
		return fields(t, nouns)
	}
	return m.surmised(t)
}

// properNames are the capitalized words of a text.
func properNames(about string) []string {
	var names []string
	for i, w := range strings.Fields(strings.ToValidUTF8(about[:min(len(about), 2000)], "")) {
		w = strings.TrimSuffix(strings.Trim(w, ".,;:()'\""), "'s")
		small := strings.ToLower(w)
		if i > 0 && w != small && len(w) > 2 && !slices.Contains(noNames, small) {
			names = append(names, small)
		}
	}
	return kept(names...)
}

// noNames are capitalized words that are not names of services.
var noNames = strings.Fields("id ids url urls uri api apis json xml csv html http https pdf sms utc iso gps sql uuid usd this the")

// repeats reports whether the field only repeats an argument.
func (m *matcher) repeats(f *toldField) bool {
	made := m.does(f.tool, tools.Create, naming.CreateVerbs)
	if f.own && (f.form == ByID || f.form == ByCode) && (f.listed || made && overlap(f.nouns, m.nouns(f.tool))) {
		return false
	}
	for _, in := range m.inputs[f.tool] {
		if f.form == ByID && in.form == ByName {
			continue // who knows a name is told the id
		}
		changes := made || m.does(f.tool, tools.Update, naming.UpdateVerbs)
		if (in.param.Required || changes || f.form == ByName || f.form == ByPlace) && overlap(in.nouns[:min(in.sure, len(in.nouns))], f.nouns) {
			return true
		}
	}
	return false
}

// overlap reports whether two lists have an item in common.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(n string) bool { return slices.Contains(b, n) })
}

// kept is the list without empty texts and repeats.
func kept(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Nouns of people, and the roles that they have: the assignee is a user.
var (
	personNouns = strings.Fields("user person member employee teammate")
	roleNouns   = strings.Fields("member friend assignee owner creator author reporter requester reviewer approver manager lead supervisor sender recipient follower watcher subscriber participant attendee collaborator organizer organiser host moderator uploader")
)

// candidate is a field that may have the value for a parameter.
type candidate struct {
	*toldField
	score float64
	noun  string // of what it identifies
	exact bool   // the parameter names just that
}

// The scores of pairs of nouns and forms. A lower score than the last one is not a
// link.
const (
	sameNoun      = 1.0
	laterNoun     = 0.95 // the noun that the parameter is less sure of
	widerNoun     = 0.85 // "parent folder" takes a folder, "subtask" is a task
	narrowerNoun  = 0.8  // "default label" is a label
	otherNoun     = 0.8  // "movie" and "film"
	sameRole      = 0.75 // "assignee" is a user
	byEffectOnly  = 0.9  // the source does not tell the answer
	byDescription = 0.75 // nor the effect, but the description does
	byElimination = 0.7  // nobody else can tell it
	byOtherIDs    = 0.75 // the id is called otherwise than the thing
	byTheirNames  = 0.85 // names may be written in several ways
	anIDKnown     = 0.85 // "coin", where other tools take coins by id
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
			case naming.Synonyms[w] == h, naming.Synonyms[h] == w:
				note(otherNoun, h)
			case slices.Contains(personNouns, w) && m.plays(h), slices.Contains(personNouns, h) && m.plays(w):
				note(sameRole, h)
			}
		}
	}
	return score, noun
}

// plays reports whether a noun is a role of a person, and it is clear which persons
// there are.
func (m *matcher) plays(noun string) bool {
	return slices.Contains(roleNouns, naming.LastWord(noun)) && !(m.topics[noun] && m.taken[noun]) && len(m.people) < 2
}

// fits scores how well the forms match; 0 for not at all.
func (m *matcher) fits(in *takenParam, f *toldField) float64 {
	named := in.form == ByName || in.form == ByPlace
	if f.typ != "" && (f.typ != in.typ || named && in.typ != "string") {
		return 0
	}
	switch {
	case f.virtual > 0 && (in.form == ByID && f.form == ByID || in.form == ByName && f.form == ByName):
		return f.virtual
	case f.virtual > 0 && in.form == ByPlace && f.form == ByName && in.param.Required && !slices.Contains(seekVerbs, m.facts[f.tool].Verb) && !slices.Contains(m.nouns(in.tool), in.nouns[0]):
		return anIDForAName
	case f.virtual > 0:
		return 0
	case in.form == f.form && in.form != ByPlace && in.form != ByName:
		return 1
	case in.form == ByName && f.form == ByName:
		return byTheirNames
	case (in.form == ByPlace || in.form == ByName) && (f.form == ByName || f.form == ByPlace):
		if slices.ContainsFunc(in.nouns, func(n string) bool { return m.things[n] }) {
			return byTheirNames
		}
	case in.form == ByPlace && f.form == ByID && f.own && m.takenByID(f):
		return anIDKnown
	case in.form == ByPlace && f.form == ByID && f.own && in.param.Required:
		return anIDForAName
	}
	return 0
}

// takenByID reports whether some tool identifies the thing of the field by its id.
func (m *matcher) takenByID(f *toldField) bool {
	return slices.ContainsFunc(f.nouns, func(n string) bool { return m.taken[n] })
}

// candidates finds the fields that may have the value for a parameter.
func (m *matcher) candidates(in *takenParam) []candidate {
	var keys []string
	for _, w := range in.nouns {
		keys = append(keys, naming.LastWord(w), "sub"+naming.LastWord(w), naming.Synonyms[w])
		for other, same := range naming.Synonyms {
			if same == w {
				keys = append(keys, naming.LastWord(other))
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

// match finds the fields that have the value for a parameter. An unclear case is
// returned as an ambiguity.
func (m *matcher) match(in *takenParam) ([]Link, *Ambiguity) {
	list := m.candidates(in)
	if len(list) == 0 {
		list = m.others(in)
	}
	list, service := m.alike(in, list)
	if service != "" {
		return nil, &Ambiguity{Tool: in.tool.Name, Param: in.path, Between: []string{in.nouns[0], service + " " + in.nouns[0]},
			Why: fmt.Sprintf("no tool says that it tells %s of %s", naming.Plural(in.nouns[0]), service)}
	}
	if why, between := m.doubt(in, list); why != "" {
		slices.Sort(between)
		return nil, &Ambiguity{Tool: in.tool.Name, Param: in.path, Between: slices.Compact(between), Why: why}
	}
	exact := slices.ContainsFunc(list, func(c candidate) bool { return c.exact })
	ids := slices.ContainsFunc(list, func(c candidate) bool { return c.form != ByID })
	known := slices.ContainsFunc(list, func(c candidate) bool { return c.form == ByID && m.takenByID(c.toldField) })
	var links []Link
	for _, c := range list {
		switch {
		case exact && c.own && strings.HasSuffix(c.noun, " "+in.nouns[0]) && !slices.Contains(in.nouns, c.noun):
			continue // an order item is no item while there are plain items
		case in.form == ByPlace && known && c.form != ByID:
			continue // known by its id, so its name is not meant
		case in.form == ByPlace && c.form == ByID && ids && !known:
			continue // known by its name, so its id is not meant
		case len(links) == maxTold*2:
			continue
		}
		links = append(links, Link{From: c.tool.Name, Field: c.field, To: in.tool.Name, Param: in.path, Of: c.noun, Kind: Parameter,
			Score: float64(int(c.score*100+0.5)) / 100, Why: m.why(in, c)})
	}
	sortLinks(links, m.order)
	return links, nil
}

// others finds the value for a parameter that matches no field by its noun: the id
// of the thing that its tool is about, under another name, or something that only
// one kind of tool can return.
func (m *matcher) others(in *takenParam) []candidate {
	if in.form != ByID && in.form != BySelf {
		return nil
	}
	var list []candidate
	for _, noun := range in.also {
		for _, f := range m.told[naming.LastWord(noun)] {
			if f.tool == in.tool || f.virtual < byEffectOnly || f.form != ByID || in.form == BySelf && !f.listed {
				continue // whoever makes a thing says its own number, or the like
			}
			if like, noun := m.likeness(in.also, f.nouns); like*byOtherIDs >= leastForALink {
				list = append(list, candidate{f, like * byOtherIDs, noun, true})
			}
		}
	}
	if len(list) == 0 && in.form == ByID {
		list = m.sources(in)
	}
	return list
}

// alike leaves out tools of another service, according to the descriptions: a
// product of one shop is not a product of another. If the descriptions name several
// services and no remaining tool belongs to the service of the parameter, it
// returns the name of that service, because the services cannot be told apart.
func (m *matcher) alike(in *takenParam, list []candidate) (left []candidate, service string) {
	mine := m.brands[in.tool]
	if len(mine) == 0 {
		return list, ""
	}
	list = slices.DeleteFunc(list, func(c candidate) bool {
		theirs := m.brands[c.tool]
		return c.virtual > 0 && len(theirs) > 0 && !overlap(mine, theirs)
	})
	if len(list) == 0 || slices.ContainsFunc(list, func(c candidate) bool { return c.virtual == 0 || overlap(mine, m.brands[c.tool]) }) ||
		!slices.ContainsFunc(m.set.Tools, func(t *tools.Tool) bool { return len(m.brands[t]) > 0 && !overlap(mine, m.brands[t]) }) {
		return list, ""
	}
	return nil, mine[len(mine)-1]
}

// doubt says why it is unclear what a parameter identifies, and what it may be.
func (m *matcher) doubt(in *takenParam, list []candidate) (why string, between []string) {
	if len(list) == 0 {
		// A part that somebody plays, with several kinds of people to play it.
		if role := naming.LastWord(in.nouns[0]); in.form == ByID && len(m.people) > 1 && slices.Contains(roleNouns, role) {
			return "several kinds of people could be " + naming.WithArticle(role), slices.Clone(m.people)
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
		return fmt.Sprintf("several things have %s of their own", naming.Plural(in.nouns[0])), parts
	case len(longer) > 1 && !slices.Contains(longer, ""):
		return fmt.Sprintf("there are several kinds of %s", in.nouns[0]), longer
	}
	return "", nil
}

// why explains a link in a few words.
func (m *matcher) why(in *takenParam, c candidate) string {
	form := map[Form]string{ByID: "id", ByCode: "code", ByName: "name", ByPlace: "name", BySelf: ""}[c.form]
	what := strings.TrimSpace(form + " of " + naming.WithArticle(c.noun))
	if c.form == BySelf {
		what = c.noun
	}
	switch {
	case c.virtual == byDescription:
		return "the description speaks of " + naming.WithArticle(c.noun)
	case c.virtual == byElimination:
		return "no other tool makes " + naming.WithArticle(c.noun) + " known"
	case c.virtual > 0:
		return "the effect makes " + naming.WithArticle(c.noun) + " known"
	case c.exact:
		return "both are the " + what
	}
	return fmt.Sprintf("the %s for %s", what, naming.WithArticle(in.nouns[0]))
}
