package infer

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// entities finds the things that tools pass on to each other: one tool lists or
// creates a thing, and another takes its id or its name.
func (in *inference) entities() {
	in.stated()
	settled := in.linked()
	in.found()
	for _, t := range in.set.Tools {
		f := in.facts[t]
		if f.Head == "" || !slices.Contains(naming.GetVerbs, f.Verb) || naming.Related(f.Noun, f.Head) && f.Plural {
			continue
		}
		wanted := slices.ContainsFunc(in.set.Tools, func(o *tools.Tool) bool {
			return slices.ContainsFunc(o.Params, func(p *tools.Param) bool { return o != t && in.hints[p].isID && in.takes(p, f.Head) })
		})
		own := slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return naming.Related(in.hints[p].noun, f.Head) })
		if wanted && !own {
			f.Noun, f.Plural = f.Head, true
		}
	}
	for _, t := range in.set.Tools {
		f := in.facts[t]
		if !in.listing(t) && !slices.Contains(naming.CreateVerbs, f.Verb) {
			continue
		}
		if e := in.entityFor(f.Noun); e != nil {
			continue
		}
		var id *tools.Param
		for _, other := range in.set.Tools {
			for _, p := range other.Params {
				if other != t && in.takes(p, f.Noun) && (id == nil || !id.Required && p.Required) {
					id = p
				}
			}
		}
		if id != nil {
			in.entity(f.Noun, id)
		}
	}
	defer func() {
		for _, e := range in.set.Entities {
			if !in.isGiven(e) {
				in.boundIDs(e)
			}
		}
	}()
	// What descriptions say that a tool tells can be taken up by others, too.
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			h := in.hints[p]
			if !p.Required || p.Type != "string" || p.Entity != nil || !(h.isID || h.isName || len(h.words) == 1) || !in.openNoun(p, h) {
				continue
			}
			if slices.ContainsFunc(in.set.Tools, func(o *tools.Tool) bool { return in.mentions(o, h.noun) }) && in.entityFor(h.noun) == nil && in.shared(p) {
				in.entity(h.noun, p)
			}
		}
	}
	for _, t := range in.set.Tools {
		f := in.facts[t]
		for _, p := range t.Params {
			for _, e := range in.set.Entities {
				if settled[p] || !in.takes(p, e.Noun) || (in.listing(t) || making(f)) && naming.Related(f.Noun, e.Noun) && !in.hints[p].isID {
					continue
				}
				switch attributeType := e.Attribute(e.ID).Type(); {
				case p.Type == attributeType:
					p.Entity, p.Differs = e, ""
					p.Say, p.There, p.Other = phrases("for {}"), nil, nil // an id brings its noun along
				case p.Type == "array" && p.Items != nil && p.Items.Type == attributeType && in.hints[p].isID:
					p.Items.Entity = e
				}
			}
		}
	}
}

// making reports whether a tool makes what its name says: the address that a short one is made
// of is no short one.
func making(f *naming.Facts) bool {
	return slices.Contains(naming.CreateVerbs, f.Verb) || f.Verb == "generate" || f.Verb == "shorten"
}

// openNouns are nouns of things that have names of their own.
const openNouns = "artist album song track author player team product movie book game store dataset candidate user channel playlist card recipe character club band URL link"

// openNoun reports whether the noun is one of a thing, and not of a word or a
// place of which there is no list.
func (in *inference) openNoun(p *tools.Param, h *paramHints) bool {
	if p.Values == nil || len(p.Enum) > 0 || len(h.noun) < 4 {
		return false
	}
	return h.isID || slices.Contains(strings.Fields(openNouns), h.noun)
}

// mentions reports whether the tool answers with things of a noun: its
// description names them, and it does not take one itself.
func (in *inference) mentions(t *tools.Tool, noun string) bool {
	f := in.facts[t]
	if f.Includes == "" || !strings.Contains(f.Includes, strings.ToLower(noun)) || naming.Related(f.Noun, noun) || slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return naming.Related(in.hints[p].noun, noun) }) {
		return false
	}
	return naming.HasWord(f.Includes, strings.ToLower(noun))
}

// shared reports whether a conversation can still vary another value when the
// parameter becomes an id.
func (in *inference) shared(p *tools.Param) bool {
	for _, t := range in.set.Tools {
		for _, q := range t.Params {
			if q != p && in.hints[q].noun != in.hints[p].noun && q.Required && len(q.Say) > 0 && q.Type != "array" && q.Type != "object" {
				return true
			}
		}
	}
	return false
}

// takes reports whether the parameter takes the id or the name of a thing.
func (in *inference) takes(p *tools.Param, noun string) bool {
	h := in.hints[p]
	if h == nil || !naming.Related(h.noun, noun) || len(p.Enum) > 0 || p.Type == "object" || p.Type == "boolean" {
		return false
	}
	if h.isID {
		return true
	}
	if !slices.Contains(strings.Fields(openNouns), naming.LastWord(h.noun)) {
		return false
	}
	return p.Type == "string" && (h.isName || strings.EqualFold(strings.Join(h.words, " "), naming.LastWord(noun)) || strings.EqualFold(strings.Join(h.words, " "), noun)) &&
		p.Values != nil && p.Values.Kind != tools.ValueKnown && p.Values.Kind != tools.ValueDate
}

func (in *inference) entityFor(noun string) *tools.Entity {
	for _, e := range in.set.Entities {
		if naming.Related(e.Noun, noun) {
			return e
		}
	}
	return nil
}

// entity adds an entity. It is identified by the value of the parameter id, or by a
// reference of its own if id is nil.
func (in *inference) entity(noun string, id *tools.Param) *tools.Entity {
	noun = strings.TrimSpace(noun)
	e := &tools.Entity{Noun: noun, Plural: naming.Plural(noun)}
	e.Key = strings.ToLower(strings.ReplaceAll(noun, " ", "_"))
	if slices.Contains(pieces, naming.LastWord(strings.ToLower(noun))) { // "3 advice"
		e.Noun, e.Plural = "piece of "+noun, "pieces of "+noun
	}
	for n := 2; in.set.Entity(e.Key) != nil; n++ {
		e.Key = strings.TrimRight(e.Key, "0123456789") + strconv.Itoa(n)
	}
	a := &tools.Attribute{Name: strings.ToLower(strings.ReplaceAll(noun, " ", "_")) + "_id", Values: &tools.Values{Kind: tools.ValuePattern, Text: codeOf(noun) + "[1-9][0-9]{3}"}}
	named := true
	if id != nil && id.Type == "array" { // "coin_ids" takes several, and each is a coin's id
		if id.Items != nil && id.Items.Values != nil {
			values := *id.Items.Values
			a.Values = &values
		}
	} else if id != nil && id.Values != nil {
		values := *id.Values
		a.Name, a.Values = id.Name, &values
		if h := in.hints[id]; !h.isID {
			named = false
			if values.Kind == tools.ValuePick {
				values.Kind, values.Text = tools.ValuePattern, nameHeads+" "+nameTails
			}
		}
	}
	if words := naming.Words(a.Name); len(words) > 0 && slices.Contains([]string{"username", "login", "nickname", "handle"}, strings.ToLower(words[len(words)-1])) ||
		strings.HasSuffix(strings.ToLower(a.Name), "user_name") {
		a.Values = &tools.Values{Kind: tools.ValuePattern, Text: usernames}
	}
	taken := func() bool {
		return slices.ContainsFunc(in.set.Entities, func(o *tools.Entity) bool { return o.ID == a.Name })
	}
	for _, end := range []string{"_reference", "_number", "_code"} { // people are told these names
		if base, ok := strings.CutSuffix(a.Name, "_id"); ok && taken() {
			if a.Name = base + end; taken() {
				a.Name = base + "_id"
			}
		}
	}
	for taken() {
		a.Name += "_ref"
	}
	e.ID = a.Name
	e.Attributes = append(e.Attributes, a)
	in.set.Entities = append(in.set.Entities, e)
	if named && id != nil || named && in.isThing(noun) {
		e.Name = "name"
		e.Attributes = append(e.Attributes, &tools.Attribute{Name: "name", Values: namesOf(noun)})
	}
	return e
}

// pieces are nouns that are counted in pieces.
var pieces = []string{"advice", "information", "equipment", "furniture", "feedback", "luggage", "news"}

// people are nouns for persons, who have a first and a last name.
const people = "user member customer contact person employee author owner assignee patient student guest passenger driver attendee participant recipient manager agent candidate player actor artist singer poet director coach teacher doctor"

// usernames are account names as people choose them.
const usernames = "(maria|jonas|priya|omar|ines|tomas|wendy|carlo|lena|victor|amina|felix)[._](rossi|meyer|novak|hall|vega|stone|brandt|silva|berg|moore)[1-9][0-9]?"

// nameOfA makes names of things of the noun.
func nameOfA(noun string) *tools.Values {
	if slices.Contains(strings.Fields(people), naming.LastWord(strings.ToLower(noun))) {
		return &tools.Values{Kind: tools.ValuePerson}
	}
	return &tools.Values{Kind: tools.ValuePattern, Text: nameHeads + " " + nameTails}
}

// isThing reports whether things with this noun have names.
func (in *inference) isThing(noun string) bool {
	last := naming.LastWord(noun)
	return !slices.Contains(strings.Fields("score case statistic count indicator result definition schedule notification record price holiday order transaction payment trade message email delay alert update advice ranking rank headline rate report summary"), last)
}

// isGiven reports whether an entity is stated and must not be changed.
func (in *inference) isGiven(e *tools.Entity) bool { return slices.Contains(in.given, e) }

// stated adds the entities that parameters identify according to the source of the
// tools.
func (in *inference) stated() {
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			if p.Thing == "" || p.Entity != nil || p.Values == nil || !slices.Contains([]string{"string", "integer", "number"}, p.Type) {
				continue
			}
			if p.Entity = in.called(p.Thing); p.Entity == nil {
				p.Entity = in.entity(naming.Spoken(p.Thing), p)
			}
			if p.Entity.Attribute(p.Entity.ID).Type() != p.Type {
				p.Entity = nil
				continue
			}
			in.identify(p)
		}
	}
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			in.sameID(t, p)
		}
	}
}

// identify says a parameter as what identifies its entity. An id brings its noun along.
func (in *inference) identify(p *tools.Param) {
	p.Differs, p.Say, p.There, p.Other = "", phrases("for {}"), nil, nil
}

// sameID finds out whether a required parameter takes the id of a thing that another
// parameter identifies under a longer name: "workspace" beside "workspace_gid". Who has said
// for which workspace need not say it again.
func (in *inference) sameID(t *tools.Tool, p *tools.Param) {
	h := in.hints[p]
	if p.Entity != nil || !p.Required || p.Type != "string" || len(p.Enum) > 0 || p.Values == nil || h.isID || h.isName || !strings.EqualFold(strings.Join(h.words, " "), h.noun) {
		return
	}
	e := in.called(h.noun)
	if e == nil || in.isGiven(e) || e.Attribute(e.ID).Type() != p.Type || !in.takesID(p, h, in.rule(t, p, h)) {
		return
	}
	values := *e.Attribute(e.ID).Values
	p.Entity, p.Values = e, &values
	in.identify(p)
}

// found adds the entities that tools list or create according to their source.
func (in *inference) found() {
	for _, t := range in.set.Tools {
		if t.Thing != "" && t.Entity == nil && (t.Effect == tools.List || t.Effect == tools.Create) && in.called(t.Thing) == nil {
			in.entity(naming.Spoken(t.Thing), nil)
		}
	}
}

// called is the entity with exactly that noun.
func (in *inference) called(noun string) *tools.Entity {
	for _, e := range in.set.Entities {
		if e.Noun == noun || e.Key == noun {
			return e
		}
	}
	return nil
}
