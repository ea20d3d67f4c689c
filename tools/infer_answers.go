package tools

import (
	"slices"
	"strings"

	"switchyard/document"
	"switchyard/mission"
)

// maxFields bounds what is told of one thing: nobody reads more aloud.
const maxFields = 10

// envelopes are the names under which answers hold what they are about.
var envelopes = []string{"data", "items", "results", "result", "records", "list", "content", "entries", "values", "response", "rows", "hits", "objects"}

// inner unwraps a schema of answers: the element of a list, and what stands in
// an envelope.
func inner(n *node, noun string) *node {
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
			if slices.Contains(envelopes, word) || (word == Plural(noun) || word == Plural(lastWord(noun))) && holds == "array" {
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
func several(n *node, noun string) bool {
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
		var within *node
		for _, name := range props.Keys {
			word := strings.ToLower(strings.Join(Words(name), " "))
			if slices.Contains(envelopes, word) || word == Plural(noun) || word == Plural(lastWord(noun)) {
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
	var best *node
	for _, t := range from {
		n := inner(t.answers, e.Noun)
		if n == nil || best != nil && len(n.Fields["properties"].Keys) <= len(best.Fields["properties"].Keys) {
			continue
		}
		best = n
	}
	if best == nil || len(from) == 0 {
		return nil
	}
	props := best.Fields["properties"]
	for _, name := range props.Keys {
		if len(e.Attributes) >= maxFields || e.Attribute(name) != nil || in.identifies(e, name) {
			continue
		}
		a, tell := in.field(e, from[0], name, props.Fields[name])
		if a == nil {
			continue
		}
		e.Attributes = append(e.Attributes, a)
		if tell != "" {
			told = append(told, tell)
		}
	}
	return told
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
func (in *inference) field(e *Entity, t *Tool, name string, n *node) (a *Attribute, tell string) {
	p := paramOf(name, n)
	a = &Attribute{Name: name, About: p.About}
	for _, other := range in.set.Entities {
		if other != e && other.ID == name && other.Attribute(name).Type() == p.Type {
			a.Values = &Values{Kind: ValueCopy, Text: name}
			return a, other.Noun + " {" + slotName(name) + "}"
		}
	}
	h := hintsOf(p, nil)
	noun := attributeNoun(Words(name))
	switch p.Type {
	case "boolean":
		a.Values = &Values{Kind: ValueBool, Share: 0.5}
		return a, ""
	case "string", "integer", "number":
	default:
		return nil, ""
	}
	slot := "{" + slotName(name) + "}"
	if strings.EqualFold(noun, "name") || strings.EqualFold(noun, "title") || noun == e.Noun+" name" {
		if e.Name == "" && p.Type == "string" && in.isThing(e.Noun) {
			e.Name = name
			a.Values = nameOfA(e.Noun)
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
		if !h.isID {
			in.compare(e, name, []string{"{noun} with the lowest " + noun}, []string{"{noun} with the highest " + noun})
		}
	case ValueDate, ValueDateTime:
		if done := strings.TrimSuffix(strings.TrimSuffix(noun, " at"), " on"); strings.HasSuffix(done, "ed") || done == "born" {
			in.compare(e, name, []string{"{noun} " + done + " first"}, []string{"{noun} " + done + " last"})
		} else {
			in.compare(e, name, []string{"{noun} with the earliest " + noun}, []string{"{noun} with the latest " + noun})
		}
	case ValuePick:
		if len(p.Enum) == 0 && len(stated(p)) == 0 {
			return nil, "" // nothing is known of it, so anything said would be made up
		}
	}
	return a, escape(noun) + " " + slot
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
