package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// listing reports whether a tool finds things by something other than their id.
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
		case (slices.Contains(naming.CreateVerbs, f.Verb) || f.Verb == "generate" && in.entityFor(f.Noun) != nil) && f.Noun != "result" && !in.applies(t) && (own == nil || !naming.Related(in.hints[own].noun, f.Noun)):
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
			in.tell(e, in.worthTelling(e, in.detailed(e, told[e])))
			in.mark(e)
			in.holders(e)
		}
	}
}

// worthTelling leaves out the numbers of other things that cannot be looked up.
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

// carryOut applies the stated effect of a tool. It returns false if the tool lacks
// what the effect needs: a tool that looks up, changes or removes a thing must have
// a parameter that identifies it.
func (in *inference) carryOut(t *tools.Tool, own *tools.Param, told map[*tools.Entity][]string) bool {
	e := t.Entity
	if e == nil {
		e = in.called(t.Thing)
	}
	if moved := in.moved(t, e); moved != nil {
		t.Effect = tools.Update
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
		case own == nil && e != nil && t.Effect == tools.Update && !in.namesOne(t): // it replaces the old one
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
	for _, p := range t.Params { // what is copied has a number of its own
		if t.Effect == tools.Create && p.Entity == e && slices.Contains(copyingVerbs, in.facts[t].Does) {
			p.Match = tools.MatchNone
		}
	}
	return true
}

// moved is the required parameter for the thing that a tool puts into another place. A POST
// request that moves a thing answers with that thing, and makes none.
func (in *inference) moved(t *tools.Tool, e *tools.Entity) *tools.Param {
	if f := in.facts[t]; t.Effect != tools.Create || e == nil || !slices.Contains(movingVerbs, f.Verb) && !slices.Contains(movingVerbs, f.Does) {
		return nil
	}
	if i := slices.IndexFunc(t.Params, func(p *tools.Param) bool { return p.Required && p.Entity == e }); i >= 0 {
		return t.Params[i]
	}
	return nil
}

// applies reports whether a tool uses a thing that there is already: the branding that is
// applied is not made.
func (in *inference) applies(t *tools.Tool) bool {
	f := in.facts[t]
	return slices.Contains([]string{"apply", "assign", "use", "activate", "share"}, f.Verb) && slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
		return p.Required && in.hints[p].isID && naming.Related(in.hints[p].noun, f.Noun)
	})
}

// copyingVerbs are verbs of tools that make a thing like another one.
var copyingVerbs = strings.Fields("duplicate copy clone fork replicate instantiate")

// movingVerbs are verbs of tools that put something into another place.
var movingVerbs = strings.Fields("move reorder rearrange insert reposition sort place swap")

// namesOne reports whether the tool requires an identifier.
func (in *inference) namesOne(t *tools.Tool) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && (p.Entity != nil || in.hints[p].isID) })
}

// ownParam is the required parameter that identifies what the tool is about.
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

// report turns the answer of a tool into an entity with a reference, so that a user
// can refer to it later: "that forecast".
func (in *inference) report(t *tools.Tool, told map[*tools.Entity][]string) {
	noun := in.reportNoun(t)
	e := in.entity(noun, nil)
	e.Name = ""
	e.Attributes = e.Attributes[:1]
	var ways []string
	if t.Answers != nil {
		ways = in.answered(e, []*tools.Tool{t})
	}
	if len(e.Attributes) == 1 && (slices.Contains(silentVerbs, in.facts[t].Does) || in.movesMoney(t)) && in.facts[t].Verb != "login" {
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

// outcome is the answer of a tool about which nothing is known. A look-up tells
// something; any other tool says that all went well.
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

// silentVerbs are verbs of actions without a real answer.
var silentVerbs = strings.Fields(`log sign stop start restart sync reset refresh clear pause resume connect enable disable save move trigger report manage apply rate
	vote follow like review customize join add remove set unlink reorder attach detach`)

// movesMoney reports whether a tool moves money: no balance of long ago answers it.
func (in *inference) movesMoney(t *tools.Tool) bool {
	f := in.facts[t]
	return slices.Contains(strings.Fields("withdraw deposit transfer pay buy sell trade"), f.Verb) ||
		f.Verb == "process" && naming.HasWord(strings.Join(f.Words, " "), "payment,transaction,refund,transfer,withdrawal")
}

var verbNouns = map[string]string{"withdraw": "withdrawal", "deposit": "deposit", "transfer": "transfer", "pay": "payment", "buy": "purchase", "sell": "sale", "trade": "trade",
	"calculate": "calculation", "compute": "calculation", "convert": "conversion", "check": "check", "verify": "check",
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

// takeOver gives an entity the values that a tool creates or changes it with.
func (in *inference) takeOver(t *tools.Tool, told map[*tools.Entity][]string) {
	e := t.Entity
	if in.isGiven(e) {
		return
	}
	for _, p := range t.Params {
		if p.Entity != nil || p.Values == nil || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || sameWords(e, p) != nil || len(p.Say) == 0 {
			continue
		}
		if h := in.hints[p]; shapes(h) || len(h.words) > 1 && slices.Contains([]string{"insert", "before", "after"}, h.words[0]) {
			continue // a place among others is no attribute
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
		if len(values.Pick) > 0 && len(t.Labels[p.Name]) > 0 {
			continue // codes do not read well
		}
		told[e] = append(told[e], "\x00"+tell)
	}
}

// fresh gives new things a status that something new can have: no invoice is
// overdue when it is written.
func (in *inference) fresh() {
	const over = "cancelled canceled deleted removed overdue expired closed completed complete done paid delivered departed landed arrived shipped sold returned refunded failed rejected declined archived finished approved banned inactive"
	for _, t := range in.set.Tools {
		if t.Effect != tools.Create || t.Entity == nil || len(t.Sets) > 0 || in.isGiven(t.Entity) {
			continue
		}
		for _, a := range t.Entity.Attributes {
			name := a.Name
			words := naming.Words(strings.ToLower(name))
			if len(words) == 0 || !slices.Contains([]string{"status", "state"}, words[len(words)-1]) || a.Values == nil || a.Values.Kind != tools.ValuePick ||
				slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return sameWords(t.Entity, p) == a }) {
				continue
			}
			for _, v := range a.Values.Pick {
				text, ok := v.(string)
				if ok && !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), func(w string) bool { return slices.Contains(strings.Fields(over), w) }) {
					t.Sets = append(t.Sets, tools.Setting{Attribute: name, Value: text})
					break
				}
			}
		}
	}
}

// tell makes the lines and cards of an entity.
func (in *inference) tell(e *tools.Entity, told []string) {
	id := "**{" + tools.SlotName(e.ID) + "}**"
	var long []string
	for _, w := range in.chiefly(e, told) {
		long = append(long, strings.TrimPrefix(w, "\x00"))
	}
	short := in.chiefly(e, slices.DeleteFunc(slices.Clone(told), func(w string) bool { return strings.HasPrefix(w, "\x00") }))
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
	if len(short) == 0 && e.Name == "" {
		e.Lines = phrases(id)
	}
	if len(long) == 0 {
		e.Cards = phrases(naming.Capitalize(e.Noun) + " " + id + name + ".")
		e.Lines = phrases(id + name)
	}
}
