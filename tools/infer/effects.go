package infer

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// listing tells whether a tool finds things by something else than their id.
func (in *inference) listing(t *tools.Tool) bool {
	f := in.facts[t]
	if f.Noun == "result" || f.Noun == "" {
		return false
	}
	for _, p := range t.Params {
		h := in.hints[p]
		if p.Required && p.Type != "array" && p.Type != "object" && naming.Related(h.noun, f.Noun) && (h.isID || h.isName || p.Name == f.Noun) && !slices.Contains([]string{"search", "find"}, f.Verb) {
			return false
		}
	}
	switch {
	case t.Answers != nil && inner(t.Answers, f.Noun) != nil && !several(t.Answers, f.Noun):
		return false
	case slices.Contains(naming.MassNouns, naming.LastWord(f.Noun)):
		return false
	case slices.Contains(naming.ListVerbs, f.Verb):
		return true
	case slices.Contains(naming.GetVerbs, f.Verb):
		return f.Plural || strings.Contains(f.Text, "list of "+f.Noun) || strings.Contains(f.Text, "a list of")
	}
	return false
}

// entities finds the things that tools hand to each other: what one lists or
// makes, another takes by its id or its name.
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
				if settled[p] || !in.takes(p, e.Noun) || in.listing(t) && naming.Related(f.Noun, e.Noun) && !in.hints[p].isID {
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

// openNouns are nouns of things that have names of their own.
const openNouns = "artist album song track author player team product movie book game store dataset candidate user channel playlist card recipe character club band URL link"

// openNoun tells whether the noun is one of a thing, and not of a word or a
// place of which there is no list.
func (in *inference) openNoun(p *tools.Param, h *paramHints) bool {
	if p.Values == nil || len(p.Enum) > 0 || len(h.noun) < 4 {
		return false
	}
	return h.isID || slices.Contains(strings.Fields(openNouns), h.noun)
}

// mentions tells whether the tool answers with things of a noun: its
// description names them, and it does not take one itself.
func (in *inference) mentions(t *tools.Tool, noun string) bool {
	f := in.facts[t]
	if f.Includes == "" || !strings.Contains(f.Includes, strings.ToLower(noun)) || naming.Related(f.Noun, noun) || slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return naming.Related(in.hints[p].noun, noun) }) {
		return false
	}
	return naming.HasWord(f.Includes, strings.ToLower(noun))
}

// shared tells whether making the parameter an id leaves another value that a
// conversation can vary.
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

// takes tells whether the parameter takes the id or the name of a thing.
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

// entity adds an entity that is known by what the parameter takes, or by a
// reference of its own when there is none.
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

// pieces are nouns of which there is one piece, or several.
var pieces = []string{"advice", "information", "equipment", "furniture", "feedback", "luggage", "news"}

// people are nouns of those who have a first and a last name.
const people = "user member customer contact person employee author owner assignee patient student guest passenger driver attendee participant recipient manager agent candidate"

// usernames are names of accounts, as people choose them.
const usernames = "(maria|jonas|priya|omar|ines|tomas|wendy|carlo|lena|victor|amina|felix)[._](rossi|meyer|novak|hall|vega|stone|brandt|silva|berg|moore)[1-9][0-9]?"

// nameOfA makes names of things of the noun.
func nameOfA(noun string) *tools.Values {
	if slices.Contains(strings.Fields(people), naming.LastWord(strings.ToLower(noun))) {
		return &tools.Values{Kind: tools.ValuePerson}
	}
	return &tools.Values{Kind: tools.ValuePattern, Text: nameHeads + " " + nameTails}
}

// isThing tells whether things of that noun have names.
func (in *inference) isThing(noun string) bool {
	last := naming.LastWord(noun)
	return !slices.Contains(strings.Fields("score case statistic count indicator result definition schedule notification record price holiday order transaction payment trade message email delay alert update advice ranking rank headline rate report summary"), last)
}

// effects decides what every tool does to which things.
func (in *inference) effects() {
	told := map[*tools.Entity][]string{}
	for _, e := range in.set.Entities {
		if !in.isGiven(e) {
			told[e] = in.attributes(e)
		}
	}
	for _, t := range in.set.Tools {
		f := in.facts[t]
		own := in.ownParam(t)
		switch {
		case t.Effect != "" && in.carryOut(t, own, told):
		case in.listing(t):
			t.Effect, t.Entity = tools.List, in.entityFor(f.Noun)
			if t.Entity == nil {
				t.Entity = in.entity(f.Noun, nil)
				told[t.Entity] = in.attributes(t.Entity)
			}
		case slices.Contains(naming.DeleteVerbs, f.Verb) && own != nil:
			t.Effect, t.Entity = tools.Delete, own.Entity
			t.Sets = []tools.Setting{{Attribute: "status", Value: map[bool]string{true: "cancelled", false: "deleted"}[f.Verb == "cancel"]}}
		case slices.Contains(naming.UpdateVerbs, f.Verb) && own != nil:
			t.Effect, t.Entity = tools.Update, own.Entity
			in.takeOver(t, told)
		case (slices.Contains(naming.CreateVerbs, f.Verb) || f.Verb == "generate" && in.entityFor(f.Noun) != nil) && f.Noun != "result" && (own == nil || !naming.Related(in.hints[own].noun, f.Noun)):
			t.Effect, t.Entity = tools.Create, in.entityFor(f.Noun)
			if t.Entity == nil {
				t.Entity = in.entity(f.Noun, nil)
				told[t.Entity] = in.attributes(t.Entity)
			}
			in.takeOver(t, told)
		case own != nil && naming.LooksUp(f.Does) && naming.LooksUp(f.Verb) && naming.Related(f.Noun, own.Entity.Noun): // "get product details"
			t.Effect, t.Entity = tools.Get, own.Entity
		case own != nil:
			t.Effect, t.Entity, t.Fields = tools.Get, own.Entity, []string{own.Entity.ID}
		default:
			in.report(t, told)
		}
		for _, p := range t.Params {
			in.match(t, p)
		}
	}
	for _, e := range in.set.Entities {
		if !in.isGiven(e) {
			in.tell(e, in.worthTelling(e, told[e]))
		}
	}
}

// worthTelling leaves out the numbers of other things, unless they can be looked
// up.
func (in *inference) worthTelling(e *tools.Entity, told []string) []string {
	return slices.DeleteFunc(told, func(text string) bool {
		return slices.ContainsFunc(e.Attributes, func(a *tools.Attribute) bool {
			words := naming.Words(a.Name)
			if a.Name == e.ID || len(words) < 2 || !slices.Contains([]string{"id", "gid", "uid"}, strings.ToLower(words[len(words)-1])) || a.Type() != "integer" {
				return false
			}
			known := slices.ContainsFunc(in.set.Entities, func(o *tools.Entity) bool { return o.ID == a.Name })
			return !known && strings.Contains(text, "{"+tools.SlotName(a.Name))
		})
	})
}

// isGiven tells whether an entity is stated, and so not to be changed.
func (in *inference) isGiven(e *tools.Entity) bool { return slices.Contains(in.given, e) }

// stated makes entities of the things that the source of the tools says that
// parameters identify.
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
			p.Differs, p.Say, p.There, p.Other = "", phrases("for {}"), nil, nil // an id brings its noun along
		}
	}
}

// found makes entities of what tools are said to list and to make.
func (in *inference) found() {
	for _, t := range in.set.Tools {
		if t.Thing != "" && t.Entity == nil && (t.Effect == tools.List || t.Effect == tools.Create) && in.called(t.Thing) == nil {
			in.entity(naming.Spoken(t.Thing), nil)
		}
	}
}

// called is the entity of exactly that noun.
func (in *inference) called(noun string) *tools.Entity {
	for _, e := range in.set.Entities {
		if e.Noun == noun || e.Key == noun {
			return e
		}
	}
	return nil
}

// carryOut gives a tool the effect that its source states. It is false when
// the tool does not take what the effect needs: a thing that is looked up,
// changed or removed must be named.
func (in *inference) carryOut(t *tools.Tool, own *tools.Param, told map[*tools.Entity][]string) bool {
	e := t.Entity
	if e == nil {
		e = in.called(t.Thing)
	}
	switch t.Effect {
	case tools.List, tools.Create:
		if e == nil {
			return false
		}
	case tools.Get, tools.Update, tools.Delete:
		for _, p := range t.Params {
			if e != nil && p.Required && p.Entity == e {
				own = p
			}
		}
		switch {
		case own == nil && e != nil && t.Effect == tools.Update && !in.namesOne(t): // it is put in the place of what was there
			t.Effect = tools.Create
		case own == nil || e != nil && own.Entity != e:
			t.Effect, t.Entity = "", nil
			return false
		default:
			e = own.Entity
		}
	default:
		return false
	}
	t.Entity = e
	switch t.Effect {
	case tools.Delete:
		if e.Attribute("status") != nil || !in.isGiven(e) {
			t.Sets = []tools.Setting{{Attribute: "status", Value: map[bool]string{true: "cancelled", false: "deleted"}[in.facts[t].Verb == "cancel"]}}
		}
	case tools.Create, tools.Update:
		in.takeOver(t, told)
	}
	return true
}

// namesOne tells whether the tool needs the identifier of something.
func (in *inference) namesOne(t *tools.Tool) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && (p.Entity != nil || in.hints[p].isID) })
}

// ownParam is the required parameter that says what the tool is about.
func (in *inference) ownParam(t *tools.Tool) *tools.Param {
	var found *tools.Param
	for _, p := range t.Params {
		if p.Entity == nil || !p.Required {
			continue
		}
		if naming.Related(p.Entity.Noun, in.facts[t].Noun) {
			return p
		}
		if found == nil {
			found = p
		}
	}
	return found
}

// report makes the answer of a tool a thing of its own, with a reference, so
// that it can be taken up later: "that forecast".
func (in *inference) report(t *tools.Tool, told map[*tools.Entity][]string) {
	noun := in.reportNoun(t)
	e := in.entity(noun, nil)
	e.Name = ""
	e.Attributes = e.Attributes[:1]
	var ways []string
	if t.Answers != nil {
		ways = in.answered(e, []*tools.Tool{t})
	}
	if len(e.Attributes) == 1 && slices.Contains(silentVerbs, in.facts[t].Does) && in.facts[t].Verb != "login" {
		a, s := attributeFrom("note")
		e.Attributes, ways = append(e.Attributes, a), []string{s.tell}
	}
	if len(e.Attributes) == 1 {
		list, told := in.outcome(t)
		e.Attributes, ways = append(e.Attributes, list...), told
	}
	for _, other := range in.set.Entities {
		if other != e && in.mentions(t, other.Noun) && len(e.Attributes) < 6 {
			e.Attributes = append(e.Attributes, &tools.Attribute{Name: other.ID, Values: &tools.Values{Kind: tools.ValueCopy, Text: other.ID}})
			ways = append(ways, other.Noun+" {"+tools.SlotName(other.ID)+"}")
		}
	}
	t.Effect, t.Entity = tools.Get, e
	told[e] = ways
}

// outcome is what a tool answers of which nothing is known: what was looked up
// says something, what was done went well.
func (in *inference) outcome(t *tools.Tool) ([]*tools.Attribute, []string) {
	list, told := in.answer(t)
	if len(list) < 2 || !strings.HasPrefix(list[0].Name, "note") {
		return list, told
	}
	if naming.LooksUp(in.facts[t].Does) {
		return list[1:], told[1:]
	}
	return list[:1], told[:1]
}

// silentVerbs are of what is done without an answer to speak of.
var silentVerbs = strings.Fields(`log sign stop start restart sync reset refresh clear pause resume connect enable disable save move trigger report manage apply rate
	vote follow like review customize join add remove set unlink reorder attach detach`)

var verbNouns = map[string]string{"calculate": "calculation", "compute": "calculation", "convert": "conversion", "check": "check", "verify": "check",
	"validate": "check", "translate": "translation", "estimate": "estimate", "analyze": "analysis", "predict": "prediction", "compare": "comparison",
	"send": "delivery", "plan": "plan", "compile": "build", "execute": "run", "run": "run", "debug": "check", "determine": "check", "detect": "check",
	"classify": "analysis", "categorize": "analysis", "extract": "analysis", "summarize": "summary", "authenticate": "login", "login": "login",
	"process": "transaction", "generate": "result", "download": "download", "stream": "stream", "parse": "analysis", "geocode": "lookup"}

func (in *inference) reportNoun(t *tools.Tool) string {
	f := in.facts[t]
	if noun, ok := verbNouns[f.Verb]; ok {
		return noun
	}
	if f.Does == "log" && len(f.Words) > 0 && (f.Words[0] == "logout" || slices.Contains(f.Words, "out")) {
		return "session"
	}
	last := naming.LastWord(f.Noun)
	short := strings.TrimSpace(f.Noun)
	switch {
	case last == "result", last == "item":
		return "report"
	case slices.Contains(strings.Fields("forecast calendar definition route report summary quote plan trip weather rating playlist roster scorecard timetable"), last) && last != "weather":
		return short
	case strings.HasSuffix(last, "s") || slices.Contains(naming.MassNouns, last) || f.Plural:
		return strings.TrimSuffix(short, " info") + " report"
	}
	return short + " report"
}

// takeOver gives an entity the values that a tool makes or changes it with.
func (in *inference) takeOver(t *tools.Tool, told map[*tools.Entity][]string) {
	e := t.Entity
	if in.isGiven(e) {
		return
	}
	for _, p := range t.Params {
		if p.Entity != nil || p.Values == nil || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || e.Attribute(p.Name) != nil || len(p.Say) == 0 {
			continue
		}
		if shapes(in.hints[p]) {
			continue
		}
		if len(e.Attributes) > 7 || in.isParam(e, p.Name) || e.Attribute(p.Name+"_name") != nil || slices.Contains([]tools.ValueKind{tools.ValueAfter, tools.ValueKnown}, p.Values.Kind) {
			continue
		}
		values := *p.Values
		e.Attributes = append(e.Attributes, &tools.Attribute{Name: p.Name, Values: &values, Detail: true})
		if h := in.hints[p]; h.isID && naming.Related(h.noun, e.Noun) {
			continue // one number is enough to tell it by
		}
		tell := tools.EscapeText(attributeNoun(naming.Words(p.Name))) + " {" + tools.SlotName(p.Name) + ":bare}"
		if len(values.Pick) > 0 && len(labelFor(t, p)) > 0 {
			continue // told in the way of programs it would not read well
		}
		told[e] = append(told[e], "\x00"+tell)
	}
}

// fresh gives what is made the first status that something new can have: no
// invoice is overdue when it is written.
func (in *inference) fresh() {
	const over = "cancelled canceled deleted removed overdue expired closed completed complete done paid delivered departed landed arrived shipped sold returned refunded failed rejected declined archived finished approved banned inactive"
	for _, t := range in.set.Tools {
		if t.Effect != tools.Create || t.Entity == nil || len(t.Sets) > 0 || in.isGiven(t.Entity) {
			continue
		}
		for _, name := range []string{"status", "state"} {
			a := t.Entity.Attribute(name)
			if a == nil || a.Values == nil || a.Values.Kind != tools.ValuePick || t.Param(name) != nil {
				continue
			}
			for _, v := range a.Values.Pick {
				text, ok := v.(string)
				if ok && !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), func(w string) bool { return slices.Contains(strings.Fields(over), w) }) {
					t.Sets = []tools.Setting{{Attribute: name, Value: text}}
					break
				}
			}
		}
	}
}

// sameMoney leaves the dollars out of amounts that stand beside a currency.
func (in *inference) sameMoney() {
	for _, e := range in.set.Entities {
		stated := slices.ContainsFunc(e.Attributes, func(a *tools.Attribute) bool {
			return a.Values != nil && a.Values.Kind == tools.ValueKnown && a.Values.Text == "currency"
		})
		if !stated || in.isGiven(e) {
			continue
		}
		for _, a := range e.Attributes {
			if a.Values != nil && a.Values.Kind == tools.ValueMoney && a.Values.Unit != "" {
				values := *a.Values
				values.Kind, values.Unit, values.Digits = tools.ValueNumber, "", 2
				a.Values = &values
				slot := "{" + tools.SlotName(a.Name) + "}"
				named := strings.NewReplacer(", "+slot, ", "+attributeNoun(naming.Words(a.Name))+" "+slot, ": "+slot, ": "+attributeNoun(naming.Words(a.Name))+" "+slot)
				e.Lines, e.Cards = reworded(e.Lines, named), reworded(e.Cards, named)
			}
		}
	}
}

func reworded(list []*tools.Phrase, r *strings.Replacer) []*tools.Phrase {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = r.Replace(p.Text)
	}
	return phrases(texts...)
}

func labelFor(t *tools.Tool, p *tools.Param) []tools.Label { return t.Labels[p.Name] }

// tell makes the lines and cards of an entity.
func (in *inference) tell(e *tools.Entity, told []string) {
	id := "**{" + tools.SlotName(e.ID) + "}**"
	var short, long []string
	for _, w := range told {
		rest, detail := strings.CutPrefix(w, "\x00")
		long = append(long, rest)
		if !detail {
			short = append(short, rest)
		}
	}
	name := ""
	if e.Name != "" {
		name = " *{" + tools.SlotName(e.Name) + "}*,"
	}
	e.Lines = phrases(strings.TrimRight(id+":"+name+" "+strings.Join(short, ", "), ", "), strings.TrimRight(id+","+name+" "+strings.Join(short, ", "), ", "))
	if name != "" {
		name = ", " + strings.Trim(name, " ,")
	}
	e.Cards = phrases(naming.Capitalize(e.Noun)+" "+id+name+": "+strings.Join(long, ", ")+".",
		"The "+e.Noun+" is "+id+name+": "+strings.Join(long, ", ")+".")
	if naming.Singular(naming.LastWord(e.Noun)) != naming.LastWord(e.Noun) { // "the settings is"
		e.Cards = e.Cards[:1]
	}
	if len(long) == 0 {
		e.Cards = phrases(naming.Capitalize(e.Noun) + " " + id + name + ".")
		e.Lines = phrases(id)
	}
}
