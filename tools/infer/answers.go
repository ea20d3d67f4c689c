package infer

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// maxFields bounds what is told about one thing.
const maxFields = 10

// inner unwraps the schema of an answer: the items of a list, and the content of an
// envelope. It is nil if there is no object inside.
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
		wrapped := wrapping(props, noun)
		if wrapped == nil {
			return n
		}
		n = wrapped
	}
	return nil // lists of lists
}

// wrapping is the field that holds what an answer is about, such as "droplets" beside "links" and
// "meta". It is nil if the answer itself is the thing.
func wrapping(props *document.Node, noun string) *document.Node {
	var only *document.Node
	several, plain := false, false
	for _, name := range props.Keys {
		f := props.Fields[name]
		holds := tools.TypeOf(f, nil)
		word := strings.ToLower(strings.Join(naming.Words(name), " "))
		switch {
		case naming.Paging(word):
		case holds != "array" && holds != "object":
			plain = true
		case naming.Envelope(word), holds == "array" && (word == naming.Plural(noun) || word == naming.Plural(naming.LastWord(noun))):
			return f
		default:
			several, only = several || only != nil, f
		}
	}
	if plain || several || only == nil || fieldsIn(only) == nil {
		return nil
	}
	return only
}

// fieldsIn are the fields of an object, or of the objects in a list; nil if there are none.
func fieldsIn(n *document.Node) *document.Node {
	if items := n.Fields["items"]; items != nil && items.Kind == document.Object {
		n = items
	}
	if props := n.Fields["properties"]; props != nil && props.Kind == document.Object && len(props.Keys) > 0 {
		return props
	}
	return nil
}

// several reports whether answers contain a list of the things that they are about.
func several(n *document.Node, noun string) bool {
	for range 4 {
		if n == nil || n.Kind != document.Object {
			return false
		}
		if tools.TypeOf(n, nil) == "array" {
			return true
		}
		props := n.Fields["properties"]
		if props == nil || props.Kind != document.Object {
			return false
		}
		n = wrapping(props, noun)
	}
	return false
}

// answered adds the attributes that the schemas of answers give to an entity, and
// returns how they are told. It returns nothing without such schemas.
func (in *inference) answered(e *tools.Entity, from []*tools.Tool) (told []string) {
	best := fullest(e, from)
	if best == nil {
		return in.mapped(e, from)
	}
	props := best.Fields["properties"]
	var verdicts []string
	for _, name := range props.Keys {
		if name == "" || len(e.Attributes) >= maxFields || e.Attribute(name) != nil || in.identifies(e, name) {
			continue
		}
		if toldElsewhere(name, props) {
			continue
		}
		a, tell := in.field(e, from[0], name, props.Fields[name])
		if a == nil {
			continue
		}
		e.Attributes = append(e.Attributes, a)
		switch {
		case tell != "":
			told = append(told, tell)
		case a.Values.Kind == tools.ValueBool:
			noun := attributeNoun(slices.DeleteFunc(naming.Words(name), func(w string) bool { return strings.EqualFold(w, "is") || strings.EqualFold(w, "has") }))
			verdicts = append(verdicts, tools.EscapeText(noun)+" {"+tools.SlotName(name)+"}")
		}
	}
	if checks := slices.Contains(checkVerbs, in.facts[from[0]].Does); checks && len(verdicts) == 1 {
		verdicts[0] = "the answer is" + verdicts[0][strings.LastIndex(verdicts[0], " {"):]
	}
	if len(told) == 0 || slices.Contains(checkVerbs, in.facts[from[0]].Does) {
		told = append(verdicts, told...)
	}
	return told
}

// toldElsewhere reports whether another field tells the same, so that the two could
// contradict each other: the day beside the moment, a kind beside a subkind, whether
// something is completed beside when and by whom.
func toldElsewhere(name string, props *document.Node) bool {
	has := func(other string) bool { return props.Fields[other] != nil }
	if plain, ok := strings.CutPrefix(name, "html_"); ok && has(plain) {
		return true
	}
	if base, ok := strings.CutSuffix(name, "_date"); ok && has(base+"_on") {
		return true
	}
	if base, ok := strings.CutSuffix(name, "_at"); ok && (has(base+"_on") || has(base) && tools.TypeOf(props.Fields[base], nil) == "boolean") {
		return true
	}
	if base, ok := strings.CutSuffix(name, "_by"); ok && has(base) && tools.TypeOf(props.Fields[base], nil) == "boolean" {
		return true
	}
	if strings.HasPrefix(name, "last_") && has("created_at") {
		return true // what is new has not failed yet
	}
	base, ok := strings.CutSuffix(name, "_subtype")
	return ok && (has(base+"_type") && base != "resource" || has("type"))
}

// checkVerbs are verbs of tools that answer yes or no.
var checkVerbs = []string{"check", "verify", "validate", "determine", "detect", "confirm", "test"}

// fullest is the schema of the answer that says most about an entity, or nil.
func fullest(e *tools.Entity, from []*tools.Tool) (best *document.Node) {
	for _, t := range from {
		n := inner(t.Answers, e.Noun)
		if n != nil && (best == nil || len(n.Fields["properties"].Keys) > len(best.Fields["properties"].Keys)) {
			best = n
		}
	}
	return best
}

// attributes adds the attributes that can be told about an entity, and returns how
// they are told.
func (in *inference) attributes(e *tools.Entity) (told []string) {
	if best := fullest(e, in.answering(e)); best != nil {
		in.unnamed(e, best.Fields["properties"])
	}
	return in.thing(e)
}

// unnamed removes the invented name of things that have none according to their
// schema. A name that identifies them is not invented.
func (in *inference) unnamed(e *tools.Entity, props *document.Node) {
	if e.Name != "name" || e.ID == e.Name || in.isGiven(e) {
		return
	}
	for _, key := range props.Keys {
		if strings.EqualFold(key, "name") {
			return
		}
	}
	for _, t := range in.set.Tools { // tools that create one give it a name
		if p := t.Param("name"); p != nil && p.Entity == nil && (t.Thing != "" && in.called(t.Thing) == e || naming.Related(in.facts[t].Noun, e.Noun)) {
			return
		}
	}
	e.Name = ""
	e.Attributes = slices.DeleteFunc(e.Attributes, func(a *tools.Attribute) bool { return a.Name == "name" })
}

// mapped reads an answer that maps keys to numbers: "a map of status codes to
// quantities". The keys are the values that a tool of the set accepts.
func (in *inference) mapped(e *tools.Entity, from []*tools.Tool) (told []string) {
	for _, t := range from {
		n := t.Answers
		if n == nil || n.Kind != document.Object || n.Fields["properties"] != nil || n.Fields["additionalProperties"] == nil {
			continue
		}
		if kind := tools.TypeOf(n.Fields["additionalProperties"], nil); kind != "integer" && kind != "number" {
			continue
		}
		text := strings.ToLower(t.Description)
		for _, other := range in.set.Tools {
			for _, p := range other.Params {
				if len(p.Enum) < 2 || p.Type != "string" || !naming.HasWord(text, strings.Join(in.hints[p].words, " ")) {
					continue
				}
				for _, v := range p.Enum {
					if s, ok := v.(string); ok && len(e.Attributes) < maxFields && e.Attribute(s) == nil && s != "" {
						e.Attributes = append(e.Attributes, &tools.Attribute{Name: s, Values: &tools.Values{Kind: tools.ValueInt, Min: 2, Max: 60}})
						told = append(told, "{"+tools.SlotName(s)+"} "+tools.EscapeText(naming.SpellAll(naming.Words(s))))
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

// identifies reports whether a field of an answer is the identifier of the entity
// under another name: "id" of a pet that parameters call petId.
func (in *inference) identifies(e *tools.Entity, name string) bool {
	words := strings.ToLower(strings.Join(naming.Words(name), " "))
	return slices.Contains([]string{"id", "uuid", "guid", "gid", "uid", e.Noun + " id", "code", e.Noun + " code"}, words) &&
		words != strings.ToLower(strings.Join(naming.Words(e.ID), " ")) || strings.EqualFold(words, strings.Join(naming.Words(e.ID), " "))
}

// field makes an attribute of a field of an answer, and returns how it is told.
// Fields without a plain value are left out.
func (in *inference) field(e *tools.Entity, t *tools.Tool, name string, n *document.Node) (a *tools.Attribute, tell string) {
	p := tools.ParamOf(name, n)
	if p.Type == "object" {
		return in.nested(e, name, n)
	}
	a = &tools.Attribute{Name: name, About: p.About}
	for _, other := range in.set.Entities {
		switch {
		case other == e || other.ID != name:
		case other.Attribute(name).Type() == p.Type:
			a.Values = &tools.Values{Kind: tools.ValueCopy, Text: name}
			return a, other.Noun + " {" + tools.SlotName(name) + "}"
		default:
			return nil, "" // it would be mistaken for the identifier
		}
	}
	h := hintsOf(p, nil)
	noun := attributeNoun(naming.Words(name))
	if p.Type == "integer" {
		noun = strings.TrimPrefix(noun, "number of ")
	}
	switch p.Type {
	case "boolean":
		a.Values = &tools.Values{Kind: tools.ValueBool, Share: 0.5}
		return a, ""
	case "string", "integer", "number":
	default:
		return nil, ""
	}
	slot := "{" + tools.SlotName(name) + "}"
	if p.Type == "integer" && (strings.HasSuffix(noun, "timestamp") || noun == "epoch" || slices.ContainsFunc(naming.Words(name), func(w string) bool { return slices.Contains(written, strings.ToLower(w)) })) {
		a.Values = &tools.Values{Kind: tools.ValueInt, Min: 1_740_000_000, Max: 1_790_000_000, Code: true}
		return a, "" // nobody reads seconds since 1970
	}
	if strings.EqualFold(noun, "name") || strings.EqualFold(noun, "title") || noun == e.Noun+" name" {
		if e.Name == "" && p.Type == "string" && in.isThing(e.Noun) && (!strings.EqualFold(noun, "title") || !slices.Contains(jobs, naming.LastWord(e.Noun))) {
			e.Name = name
			a.Values = namesOf(e.Noun)
			return a, ""
		}
	}
	in.hints[p] = h
	a.Values = in.spec(t, p, h).values
	if known, s := attributeFrom(noun); s.name != "" && known.Type() == p.Type && len(p.Enum) == 0 {
		a.Values = known.Values
		describe(a, known.About)
		compare(e, a, s.least, s.most)
		return a, strings.ReplaceAll(s.tell, "{"+s.name, "{"+tools.SlotName(name))
	}
	if asTyped(a, p, noun); a.Type() != p.Type {
		return nil, ""
	}
	switch a.Values.Kind {
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		if h.isID {
			break
		}
		if many := noun; p.Type == "integer" && naming.Singular(naming.LastWord(many)) != naming.LastWord(many) {
			compare(e, a, []string{"{noun} with the fewest " + many}, []string{"{noun} with the most " + many})
			head := many[:len(many)-len(naming.LastWord(many))]
			return a, "{" + tools.SlotName(name) + "|" + tools.EscapeText(head+naming.Singular(naming.LastWord(many))) + "|" + tools.EscapeText(many) + "}"
		}
		compare(e, a, []string{"{noun} with the lowest " + noun}, []string{"{noun} with the highest " + noun})
	case tools.ValueDate, tools.ValueDateTime, tools.ValueMoment, tools.ValuePastMoment:
		noun, slot = dated(noun, name)
		noun = compareTimes(e, a, noun)
	case tools.ValuePick:
		if len(p.Enum) == 0 && len(stated(p)) == 0 {
			return nil, "" // nothing is known about it, so the value would be invented
		}
	}
	return a, tools.EscapeText(noun) + " " + slot
}

// describe adds to the description of an attribute what replies say about its values.
func describe(a *tools.Attribute, about string) {
	if a.About = strings.TrimSpace(a.About); a.About != "" && about != "" && !strings.HasSuffix(a.About, ".") {
		a.About += "."
	}
	a.About = strings.TrimSpace(a.About + " " + about)
}

// events are the nouns for times: "the earliest departure".
var events = map[string]string{"departs": "departure", "arrives": "arrival", "starts": "start", "ends": "end", "opens": "opening", "closes": "closing", "due": "due date"}

// compareTimes adds the words for the first and the last by a time, and returns the
// noun of the time.
func compareTimes(e *tools.Entity, a *tools.Attribute, noun string) string {
	done := strings.TrimSuffix(strings.TrimSuffix(noun, " at"), " on")
	if strings.HasSuffix(done, "ed") || done == "born" {
		compare(e, a, []string{"{noun} " + done + " first"}, []string{"{noun} " + done + " last"})
		return noun
	}
	noun = cmp.Or(events[done], noun)
	compare(e, a, []string{"{noun} with the earliest " + noun}, []string{"{noun} with the latest " + noun})
	return noun
}

// asTyped makes the numbers of an attribute whole or not, as its field is.
func asTyped(a *tools.Attribute, p *tools.Param, noun string) {
	switch {
	case p.Type == "number" && counts(noun) && p.Schema.Fields["format"] == nil:
		a.Values = &tools.Values{Kind: tools.ValueMoney, Min: 1, Max: 60, Step: 1} // a whole number
	case p.Type == "number" && a.Values.Kind == tools.ValueInt:
		a.Values.Kind, a.Values.Digits = tools.ValueNumber, 1
	case p.Type == "integer" && a.Values.Kind == tools.ValueNumber:
		a.Values.Kind, a.Values.Digits = tools.ValueInt, 0
	}
}

// counts reports whether a number is how many there are.
func counts(noun string) bool {
	return strings.HasPrefix(noun, "number of ") || noun == "count" || strings.HasSuffix(noun, " count")
}

// jobs are nouns of things whose title is not a name: "Carpenter".
var jobs = []string{"job", "position", "vacancy", "employee"}

// dated returns the words for a day: "created on 3 May", but "date 3 May".
func dated(noun, name string) (string, string) {
	if rest, ok := strings.CutPrefix(noun, "date "); ok && strings.HasSuffix(rest, "ed") { // "date created"
		noun = rest
	}
	base := strings.TrimSuffix(strings.TrimSuffix(noun, " at"), " on")
	if base != noun || strings.HasSuffix(base, "ed") {
		return base, "{" + tools.SlotName(name) + "}"
	}
	return noun, "{" + tools.SlotName(name) + ":bare}"
}

// nested makes an attribute of a thing inside an answer: the owner of a project is
// told by name.
func (in *inference) nested(e *tools.Entity, name string, n *document.Node) (*tools.Attribute, string) {
	props := n.Fields["properties"]
	if props == nil || props.Kind != document.Object {
		return nil, ""
	}
	for _, key := range []string{"name", "full_name", "title", "label", "login"} {
		at := name + "_" + key
		if f := props.Fields[key]; f == nil || tools.TypeOf(f, nil) != "string" || e.Attribute(at) != nil || in.isParam(e, at) {
			continue
		}
		noun := attributeNoun(naming.Words(name))
		if key == "title" && naming.LastWord(noun) == "status" {
			continue
		}
		if naming.LastWord(noun) == "by" { // "created by"
			return &tools.Attribute{Name: at, Values: &tools.Values{Kind: tools.ValuePerson}, Detail: true}, "\x00" + tools.EscapeText(noun) + " {" + tools.SlotName(at) + "}"
		}
		return &tools.Attribute{Name: at, Values: namesOf(noun), Detail: true}, "\x00" + tools.EscapeText(noun) + " {" + tools.SlotName(at) + "}"
	}
	return nil, ""
}

// attributeNoun is the noun of an attribute: "num_likes" is the number of likes.
func attributeNoun(words []string) string {
	counts := len(words) > 1 && slices.Contains([]string{"num", "nb"}, strings.ToLower(words[0]))
	for i, w := range words {
		words[i] = naming.Spell(w)
	}
	if counts {
		words = append([]string{"number", "of"}, words[1:]...)
	}
	if len(words) > 1 && words[len(words)-1] == "count" {
		words = append([]string{"number", "of"}, words[:len(words)-1]...)
		words[len(words)-1] = naming.Plural(naming.Singular(words[len(words)-1]))
	}
	return strings.Join(words, " ")
}

// compare adds the words for the things with the least and the most of an
// attribute.
func compare(e *tools.Entity, a *tools.Attribute, least, most []string) {
	if len(least) > 0 {
		e.Comparisons = append(e.Comparisons, mission.Comparison{By: a.Name, Order: mission.OrderMin, Say: least, Wanted: wanted(a, mission.OrderMin)})
	}
	if len(most) > 0 {
		e.Comparisons = append(e.Comparisons, mission.Comparison{By: a.Name, Order: mission.OrderMax, Say: most, Wanted: wanted(a, mission.OrderMax)})
	}
}

// answering lists the tools whose answers are about an entity.
func (in *inference) answering(e *tools.Entity) []*tools.Tool {
	var out []*tools.Tool
	for _, t := range in.set.Tools {
		if t.Answers == nil || t.Effect == tools.Delete {
			continue
		}
		if t.Thing != "" && in.called(t.Thing) == e || t.Thing == "" && naming.Related(in.facts[t].Noun, e.Noun) {
			out = append(out, t)
		}
	}
	return out
}
