package tools

import (
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/mission"
)

// maxFields bounds what is told of one thing: nobody reads more aloud.
const maxFields = 10

// envelopes are the names under which answers hold what they are about.
var envelopes = []string{"data", "items", "results", "result", "records", "list", "content", "entries", "values", "response", "rows", "hits", "objects"}

// envelope tells whether a field of that name only holds what an answer is about.
func envelope(name string) bool { return slices.Contains(envelopes, name) }

// inner unwraps a schema of answers: the element of a list, and what stands in
// an envelope.
func inner(n *document.Node, noun string) *document.Node {
	for range 4 {
		switch {
		case n == nil || n.Kind != document.Object:
			return nil
		case n.Fields["items"] != nil && n.Fields["items"].Kind == document.Object:
			n = n.Fields["items"]
			continue
		}
		props := n.Fields["properties"]
		if props == nil || props.Kind != document.Object {
			return nil
		}
		wrapped := ""
		for _, name := range props.Keys {
			holds := typeIn(props.Fields[name], nil)
			if holds != "array" && holds != "object" {
				continue
			}
			word := strings.ToLower(strings.Join(Words(name), " "))
			if envelope(word) || (word == Plural(noun) || word == Plural(lastWord(noun))) && holds == "array" {
				wrapped = name
				break
			}
		}
		if wrapped == "" {
			return n
		}
		n = props.Fields[wrapped]
	}
	return n
}

// several tells whether answers of the schema hold a list of what they are about.
func several(n *document.Node, noun string) bool {
	for range 4 {
		if n == nil || n.Kind != document.Object {
			return false
		}
		if typeIn(n, nil) == "array" {
			return true
		}
		props := n.Fields["properties"]
		if props == nil || props.Kind != document.Object {
			return false
		}
		var within *document.Node
		for _, name := range props.Keys {
			word := strings.ToLower(strings.Join(Words(name), " "))
			if envelope(word) || word == Plural(noun) || word == Plural(lastWord(noun)) {
				within = props.Fields[name]
			}
		}
		n = within
	}
	return false
}

// answered gives an entity what the schemas of answers say of it, and says how
// it is told. Without such schemas it says nothing.
func (in *inference) answered(e *Entity, from []*Tool) (told []string) {
	best := fullest(e, from)
	if best == nil {
		return in.mapped(e, from)
	}
	props := best.Fields["properties"]
	var verdicts []string
	for _, name := range props.Keys {
		if len(e.Attributes) >= maxFields || e.Attribute(name) != nil || in.identifies(e, name) {
			continue
		}
		if plain, ok := strings.CutPrefix(name, "html_"); ok && props.Fields[plain] != nil {
			continue // said once is enough
		}
		a, tell := in.field(e, from[0], name, props.Fields[name])
		if a == nil {
			continue
		}
		e.Attributes = append(e.Attributes, a)
		switch {
		case tell != "":
			told = append(told, tell)
		case a.Values.Kind == ValueBool:
			noun := attributeNoun(slices.DeleteFunc(Words(name), func(w string) bool { return strings.EqualFold(w, "is") || strings.EqualFold(w, "has") }))
			verdicts = append(verdicts, escape(noun)+" {"+slotName(name)+"}")
		}
	}
	if checks := slices.Contains(checkVerbs, in.facts[from[0]].does); checks && len(verdicts) == 1 {
		verdicts[0] = "the answer is" + verdicts[0][strings.LastIndex(verdicts[0], " {"):]
	}
	if len(told) == 0 || slices.Contains(checkVerbs, in.facts[from[0]].does) {
		told = append(verdicts, told...)
	}
	return told
}

// checkVerbs ask whether something is so.
var checkVerbs = []string{"check", "verify", "validate", "determine", "detect", "confirm", "test"}

// fullest is the schema of an answer that says most of an entity, or nil.
func fullest(e *Entity, from []*Tool) (best *document.Node) {
	for _, t := range from {
		n := inner(t.answers, e.Noun)
		if n != nil && (best == nil || len(n.Fields["properties"].Keys) > len(best.Fields["properties"].Keys)) {
			best = n
		}
	}
	return best
}

// attributes gives an entity what there is to tell of it.
func (in *inference) attributes(e *Entity) (told []string) {
	if best := fullest(e, in.answering(e)); best != nil {
		in.unnamed(e, best.Fields["properties"])
	}
	return in.thing(e)
}

// unnamed takes the name that was made up from things that have none, as their
// schema shows.
func (in *inference) unnamed(e *Entity, props *document.Node) {
	if e.Name != "name" || in.isGiven(e) {
		return
	}
	for _, key := range props.Keys {
		if strings.EqualFold(key, "name") {
			return
		}
	}
	for _, t := range in.set.Tools { // who makes one gives it a name
		if p := t.Param("name"); p != nil && p.Entity == nil && (t.thing != "" && in.called(t.thing) == e || related(in.facts[t].noun, e.Noun)) {
			return
		}
	}
	e.Name = ""
	e.Attributes = slices.DeleteFunc(e.Attributes, func(a *Attribute) bool { return a.Name == "name" })
}

// mapped reads an answer that is a table of numbers by what they count: "a map
// of status codes to quantities". What it counts by is found among the values
// that tools of the set take.
func (in *inference) mapped(e *Entity, from []*Tool) (told []string) {
	for _, t := range from {
		n := t.answers
		if n == nil || n.Kind != document.Object || n.Fields["properties"] != nil || n.Fields["additionalProperties"] == nil {
			continue
		}
		if kind := typeIn(n.Fields["additionalProperties"], nil); kind != "integer" && kind != "number" {
			continue
		}
		text := strings.ToLower(t.Description)
		for _, other := range in.set.Tools {
			for _, p := range other.Params {
				if len(p.Enum) < 2 || p.Type != "string" || !hasWord(text, strings.Join(in.hints[p].words, " ")) {
					continue
				}
				for _, v := range p.Enum {
					if s, ok := v.(string); ok && len(e.Attributes) < maxFields && e.Attribute(s) == nil && s != "" {
						e.Attributes = append(e.Attributes, &Attribute{Name: s, Values: &Values{Kind: ValueInt, Min: 2, Max: 60}})
						told = append(told, "{"+slotName(s)+"} "+escape(spellAll(Words(s))))
					}
				}
				return told
			}
		}
		a, s := attributeFrom("entries")
		e.Attributes = append(e.Attributes, a)
		return []string{s.tell}
	}
	return nil
}

// identifies tells whether a field of an answer is the identifier of the entity
// under another name: "id" of a pet that parameters call petId.
func (in *inference) identifies(e *Entity, name string) bool {
	words := strings.ToLower(strings.Join(Words(name), " "))
	return slices.Contains([]string{"id", "uuid", "guid", "gid", "uid", e.Noun + " id", "code", e.Noun + " code"}, words) &&
		words != strings.ToLower(strings.Join(Words(e.ID), " ")) || strings.EqualFold(words, strings.Join(Words(e.ID), " "))
}

// field makes an attribute of a field of an answer, and says how it is told.
// What is no plain value is left out.
func (in *inference) field(e *Entity, t *Tool, name string, n *document.Node) (a *Attribute, tell string) {
	p := paramOf(name, n)
	if p.Type == "object" {
		return in.nested(e, name, n)
	}
	a = &Attribute{Name: name, About: p.About}
	for _, other := range in.set.Entities {
		if other != e && other.ID == name && other.Attribute(name).Type() == p.Type {
			a.Values = &Values{Kind: ValueCopy, Text: name}
			return a, other.Noun + " {" + slotName(name) + "}"
		}
	}
	h := hintsOf(p, nil)
	noun := attributeNoun(Words(name))
	if p.Type == "integer" {
		noun = strings.TrimPrefix(noun, "number of ")
	}
	switch p.Type {
	case "boolean":
		a.Values = &Values{Kind: ValueBool, Share: 0.5}
		return a, ""
	case "string", "integer", "number":
	default:
		return nil, ""
	}
	slot := "{" + slotName(name) + "}"
	if p.Type == "integer" && (strings.HasSuffix(noun, "timestamp") || noun == "epoch") {
		a.Values = in.spec(t, p, h).values
		return a, "" // nobody reads it so
	}
	if strings.EqualFold(noun, "name") || strings.EqualFold(noun, "title") || noun == e.Noun+" name" {
		if e.Name == "" && p.Type == "string" && in.isThing(e.Noun) && (!strings.EqualFold(noun, "title") || !slices.Contains(jobs, lastWord(e.Noun))) {
			e.Name = name
			a.Values = namesOf(e.Noun)
			return a, ""
		}
	}
	in.hints[p] = h
	a.Values = in.spec(t, p, h).values
	if known, s := attributeFrom(noun); s.name != "" && known.Type() == p.Type && len(p.Enum) == 0 {
		a.Values = known.Values
		in.compare(e, name, s.least, s.most)
		return a, strings.ReplaceAll(s.tell, "{"+s.name, "{"+slotName(name))
	}
	switch {
	case p.Type == "number" && a.Values.Kind == ValueInt:
		a.Values.Kind, a.Values.Digits = ValueNumber, 1
	case p.Type == "integer" && a.Values.Kind == ValueNumber:
		a.Values.Kind, a.Values.Digits = ValueInt, 0
	}
	if a.Type() != p.Type {
		return nil, ""
	}
	switch a.Values.Kind {
	case ValueInt, ValueNumber, ValueMoney:
		if h.isID {
			break
		}
		if many := noun; p.Type == "integer" && singular(lastWord(many)) != lastWord(many) {
			in.compare(e, name, []string{"{noun} with the fewest " + many}, []string{"{noun} with the most " + many})
			head := many[:len(many)-len(lastWord(many))]
			return a, "{" + slotName(name) + "|" + escape(head+singular(lastWord(many))) + "|" + escape(many) + "}"
		}
		in.compare(e, name, []string{"{noun} with the lowest " + noun}, []string{"{noun} with the highest " + noun})
	case ValueDate, ValueDateTime:
		noun, slot = dated(noun, name)
		if done := strings.TrimSuffix(strings.TrimSuffix(noun, " at"), " on"); strings.HasSuffix(done, "ed") || done == "born" {
			in.compare(e, name, []string{"{noun} " + done + " first"}, []string{"{noun} " + done + " last"})
		} else {
			if as := map[string]string{"departs": "departure", "arrives": "arrival", "starts": "start", "ends": "end", "opens": "opening", "closes": "closing", "due": "due date"}[done]; as != "" {
				noun = as
			}
			in.compare(e, name, []string{"{noun} with the earliest " + noun}, []string{"{noun} with the latest " + noun})
		}
	case ValuePick:
		if len(p.Enum) == 0 && len(stated(p)) == 0 {
			return nil, "" // nothing is known of it, so anything said would be made up
		}
	}
	return a, escape(noun) + " " + slot
}

// jobs have titles that are no names: "Carpenter".
var jobs = []string{"job", "position", "vacancy", "employee"}

// dated is how a day is told: "created on 3 May", but "date 3 May".
func dated(noun, name string) (string, string) {
	base := strings.TrimSuffix(strings.TrimSuffix(noun, " at"), " on")
	if base != noun || strings.HasSuffix(base, "ed") {
		return base, "{" + slotName(name) + "}"
	}
	return noun, "{" + slotName(name) + ":bare}"
}

// nested makes an attribute of the name of a thing that an answer holds: the
// owner of a project, with a number and a name, is told by the name.
func (in *inference) nested(e *Entity, name string, n *document.Node) (*Attribute, string) {
	props := n.Fields["properties"]
	if props == nil || props.Kind != document.Object {
		return nil, ""
	}
	for _, key := range []string{"name", "full_name", "title", "label", "login"} {
		at := name + "_" + key
		if f := props.Fields[key]; f == nil || typeIn(f, nil) != "string" || e.Attribute(at) != nil || in.isParam(e, at) {
			continue
		}
		noun := attributeNoun(Words(name))
		return &Attribute{Name: at, Values: namesOf(noun), Detail: true}, "\x00" + escape(noun) + " {" + slotName(at) + "}"
	}
	return nil, ""
}

// attributeNoun is how an attribute is called: "num_likes" is the number of
// likes.
func attributeNoun(words []string) string {
	counts := len(words) > 1 && slices.Contains([]string{"num", "nb"}, strings.ToLower(words[0]))
	for i, w := range words {
		words[i] = spell(w)
	}
	if counts {
		words = append([]string{"number", "of"}, words[1:]...)
	}
	if len(words) > 1 && words[len(words)-1] == "count" {
		words = append([]string{"number", "of"}, words[:len(words)-1]...)
		words[len(words)-1] = Plural(singular(words[len(words)-1]))
	}
	return strings.Join(words, " ")
}

func (in *inference) compare(e *Entity, by string, least, most []string) {
	if len(least) > 0 {
		e.Comparisons = append(e.Comparisons, mission.Comparison{By: by, Order: mission.OrderMin, Say: least})
	}
	if len(most) > 0 {
		e.Comparisons = append(e.Comparisons, mission.Comparison{By: by, Order: mission.OrderMax, Say: most})
	}
}

// answering lists the tools whose answers tell an entity.
func (in *inference) answering(e *Entity) []*Tool {
	var out []*Tool
	for _, t := range in.set.Tools {
		if t.answers == nil || t.Effect == Delete {
			continue
		}
		if t.thing != "" && in.called(t.thing) == e || t.thing == "" && related(in.facts[t].noun, e.Noun) {
			out = append(out, t)
		}
	}
	return out
}
