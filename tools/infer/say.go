package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// natures are nouns of which things are, and that they do not have.
var natures = strings.Fields("kind type class breed variety genre")

// systems are values that name a system of units, and no unit.
var systems = strings.Fields("metric imperial standard us uk si customary")

// reword puts the words around a value as the tool needs them: a thing that is
// made is made "with" a text, and only asked about "for" one.
func (in *inference) reword(t *tools.Tool, p *tools.Param) {
	if p.Entity != nil && p.Required && len(p.Say) == 0 && p.Type != "array" { // stated, of a kind that is said otherwise
		p.Say = phrases("for {}")
	}
	h := in.hints[p]
	if p.Entity != nil && len(p.Say) > 0 {
		in.identified(t, p, h)
		return
	}
	if h == nil || len(p.Say) == 0 || p.Type == "object" || in.placing(t, p, h) || in.dueOn(t, p, h) || len(p.Say) != 1 {
		return
	}
	if !p.Required && (in.otherUnits(t, h) || t.Effect != tools.List && pages(h) || in.markup(t, h)) {
		p.Say, p.There, p.Other = nil, nil, nil // never given
		return
	}
	in.uncoded(p)
	if in.special(t, p, h, p.Say[0].Text) {
		return
	}
	say, whole := strings.CutSuffix(p.Say[0].Text, " {}")
	prep, noun, ok := strings.Cut(say, " the ")
	switch bare, article := strings.CutSuffix(say, " a"); {
	case ok && whole:
		in.prepositions(t, p, prep, noun)
	case !whole:
	case t.Effect == tools.Update && say == "called":
		resay(p, "with the name {}", "with", "name")
	case article && strings.IndexByte(bare, ' ') < 0: // "on a Saturday"
		p.Say = phrases(bare + " {:a}")
	case (t.Effect == tools.Update || t.Effect == tools.Create) && strings.HasPrefix(say, "at a") && strings.HasSuffix(say, " of"): // a price is given
		_, noun, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(say, " of"), "at "), " ")
		resay(p, "with"+strings.TrimPrefix(say, "at")+" {}", "with", noun)
	}
}

// otherUnits reports whether a parameter asks for units of a system although the answer is in
// units of its own.
func (in *inference) otherUnits(t *tools.Tool, h *paramHints) bool {
	last := h.words[len(h.words)-1]
	if last != "unit" && last != "units" || t.Entity == nil {
		return false
	}
	return slices.ContainsFunc(slices.Concat(t.Entity.Attributes, t.Gives), func(a *tools.Attribute) bool {
		words := naming.Words(strings.ToLower(a.Name))
		return len(words) > 0 && slices.Contains([]string{"celsius", "km", "kmh", "kb"}, words[len(words)-1])
	})
}

// placing finds the words for a place among others: "before_option" is said as "right before
// option 9180". Only who moves a thing says where, and on one side.
func (in *inference) placing(t *tools.Tool, p *tools.Param, h *paramHints) bool {
	words := h.words
	if words[0] == "insert" {
		words = words[1:]
	}
	if p.Type != "string" || p.Required || len(words) == 0 || words[0] != "before" && words[0] != "after" || len(words) == len(h.words) && len(words) == 1 || in.isTime(p) || h.isID {
		return false
	}
	noun := strings.TrimSpace(naming.SpellAll(words[1:]) + " ")
	if noun != "" {
		noun = " " + noun
	}
	p.Say, p.There, p.Other = nil, nil, nil
	if f := in.facts[t]; words[0] == "before" && (slices.Contains(movingVerbs, f.Verb) || slices.Contains(movingVerbs, f.Does)) {
		p.Say = phrases("right before" + tools.EscapeText(noun) + " {}")
	}
	return true
}

// dueOn finds the words for the days on which something that is made or changed is due or
// starts: "on 8 September" alone could be either.
func (in *inference) dueOn(t *tools.Tool, p *tools.Param, h *paramHints) bool {
	verb := map[string]string{"due": "due", "deadline": "due", "start": "starting", "starts": "starting"}[h.words[0]]
	if verb == "" || p.Values == nil || p.Values.Kind != tools.ValueDate || t.Effect != tools.Create && t.Effect != tools.Update || slices.ContainsFunc(h.words, func(w string) bool { return w == "time" }) {
		return false
	}
	for _, end := range []string{"_at", "_date"} {
		if base, ok := strings.CutSuffix(p.Name, end); ok && t.Param(base+"_on") != nil {
			p.Say, p.There, p.Other = nil, nil, nil // the day is said as "due_on"
			return true
		}
	}
	noun := map[string]string{"due": "due date", "starting": "start date"}[verb]
	p.Noun = noun
	p.Say = phrases(verb + " {}")
	p.There, p.Other = []string{verb + " on that day", verb + " on the same day"}, []string{verb + " on another day"}
	p.AskFor = []string{"What should the " + noun + " be?", "Could you tell me the " + noun + "?"}
	return true
}

// uncoded calls a value by what people say for it: a country, not a country
// code.
func (in *inference) uncoded(p *tools.Param) {
	noun, ok := strings.CutSuffix(p.Noun, " code")
	if !ok || p.Values == nil || p.Values.Kind != tools.ValueKnown {
		return
	}
	plain := func(list []string) []string {
		out := slices.Clone(list)
		for i := range out {
			out[i] = strings.ReplaceAll(out[i], p.Noun, noun)
		}
		return out
	}
	p.There, p.Other, p.AskFor = plain(p.There), plain(p.Other), plain(p.AskFor)
	p.Noun = noun
}

// special finds the words for what is said in a way of its own.
func (in *inference) special(t *tools.Tool, p *tools.Param, h *paramHints, say string) bool {
	first, alone := h.words[0], len(h.words) == 1
	switch {
	case h.isID && (first == "before" || first == "after") && t.Entity != nil: // "before_id"
		p.Noun = "ID of the " + t.Entity.Noun
		resay(p, first+" the "+tools.EscapeText(t.Entity.Noun)+" {}", first, t.Entity.Noun)
	case in.isTime(p) && p.Values.Kind == tools.ValueDate && strings.HasPrefix(say, "with "):
		p.Say, p.There, p.Other = phrases("{}", "for {:bare}"), []string{"on that day", "on the same day"}, []string{"on another day"}
		p.AskFor = []string{"For which day?", "Which day do you mean?"}
	case alone && (first == "from" || first == "to") && p.Type == "string" && (strings.Contains(say, " the "+first+" ") || say == first+" {}" && p.Noun == first):
		sayEnd(p, first, in.facts[t].Text)
	case say == "because {}":
		p.There, p.Other = []string{"for the same reason", "for that reason"}, []string{"for another reason"}
	case t.Entity != nil && (t.Effect == tools.Create || t.Effect == tools.Update) && alone && (first == "name" || first == "title") && p.Type == "string":
		p.Noun = first + " of the " + t.Entity.Noun
		p.AskFor = []string{"What " + first + " should the " + t.Entity.Noun + " have?", "Could you tell me the " + p.Noun + "?"}
		if t.Effect != tools.Create || first != "name" || say != "with the name {}" {
			return false
		}
		p.Say, p.There, p.Other = phrases("called {}"), []string{"with the same name", "with that name"}, []string{"with another name"}
	default:
		return false
	}
	return true
}

// prepositions puts the preposition before a noun that the tool and the noun
// need.
func (in *inference) prepositions(t *tools.Tool, p *tools.Param, prep, noun string) {
	h := in.hints[p]
	last := strings.ToLower(naming.LastWord(noun))
	f := in.facts[t]
	hands := t.Effect == tools.Update || !shortens(t, last) && (slices.Contains(givingVerbs, f.Does) || t.Effect == tools.Create && slices.Contains(naming.UpdateVerbs, f.Does))
	switch {
	case prep == "for a": // "for a vegan diet"
		resay(p, "for {:a} "+noun, "for", noun)
	case (last == "units" || last == "unit") && prep == "in" && p.Values != nil && len(p.Values.Pick) > 0:
		if slices.ContainsFunc(p.Values.Pick, func(v any) bool { s, _ := v.(string); return slices.Contains(systems, strings.ToLower(s)) }) {
			resay(p, "in {} units", "in", "units")
		} else {
			resay(p, "in {}", "in", "unit")
		}
	case prep == "with" && p.Type == "integer" && !h.isID && naming.Singular(last) != last && strings.IndexByte(noun, ' ') < 0:
		resay(p, "with {|"+naming.Singular(noun)+"|"+noun+"}", "with", "number of "+noun)
		p.AskFor = []string{"How many " + noun + " should it be?", "Could you tell me the number of " + noun + "?"}
	case prep == "with" && t.Effect == tools.List && slices.Contains(natures, noun) && !joining.MatchString(strings.TrimPrefix(f.About, "for ")):
		resay(p, "of the "+noun+" {}", "of", noun)
	case prep == "for" && hands && h.isID && t.Entity != nil && naming.Related(h.noun, t.Entity.Noun):
		resay(p, "with the ID {}", "with", "ID")
	case prep == "for" && last == "address" && slices.Contains([]string{"withdraw", "send", "transfer", "ship", "deliver"}, f.Does):
		resay(p, "to the "+noun+" {}", "to", noun)
	case (prep == "for" && hands || prep == "with") && !h.isID:
		if own := strings.Join(h.words, " "); slices.Contains(longerNames, own) {
			noun = own
		} else if n := len(h.words); n > 1 && (last == "link" || last == "links") && hands {
			noun = naming.SpellAll(h.words[:n-1]) + " " + last
			p.AskFor = []string{"Could you give me the " + noun + "?"}
		} else if strings.HasPrefix(own, "phone") {
			noun = "phone number"
		} else if prep == "with" {
			return
		}
		p.Noun = noun
		resay(p, "with the "+noun+" {}", "with", noun)
	}
}

// sayEnd puts words around one of two ends that are called "from" and "to".
func sayEnd(p *tools.Param, word, text string) {
	noun := map[string]string{"from": "source", "to": "target"}[word]
	if strings.Contains(text, "currenc") {
		noun += " currency"
	}
	p.Noun = noun
	resay(p, word+" {}", word, noun)
	p.AskFor = []string{"Which " + noun + " do you mean?", "Could you tell me the " + noun + "?"}
}

// longerNames are said in full where somebody hands over more than one of them.
var longerNames = []string{"first name", "last name", "given name", "family name", "middle name", "full name"}

// givingVerbs are said of what somebody hands over.
var givingVerbs = strings.Fields("submit publish post send create add upload register store save insert report attach")

// pages reports whether a parameter leafs through a list. Of one thing there is
// nothing to leaf through.
func pages(h *paramHints) bool {
	return slices.Contains([]string{"limit", "offset", "page", "page size", "per page", "cursor"}, strings.Join(h.words, " "))
}

// markup reports whether a parameter says in HTML what another one says plainly.
func (in *inference) markup(t *tools.Tool, h *paramHints) bool {
	return h.words[0] == "html" && len(h.words) > 1 && slices.ContainsFunc(t.Params, func(q *tools.Param) bool {
		return strings.Join(in.hints[q].words, " ") == strings.Join(h.words[1:], " ")
	})
}

// shortens reports whether a tool makes a short address for a long one.
func shortens(t *tools.Tool, noun string) bool {
	return slices.Contains([]string{"link", "url"}, noun) && t.Entity != nil && slices.Contains([]string{"URL", "link", "url"}, naming.LastWord(t.Entity.Noun))
}

// resay gives a parameter other words, and the ways to take its value up that go
// with them.
func resay(p *tools.Param, say, prep, noun string) {
	p.Say = phrases(say)
	if len(p.There) > 0 {
		p.There = []string{prep + " that " + noun, prep + " the same " + noun}
		p.Other = []string{prep + " another " + noun}
	}
	if noun == "units" {
		p.There, p.Other = []string{"in the same units"}, []string{"in other units"}
	}
}

// makers are people of whom things are.
var makers = strings.Fields("author artist composer singer band poet director")

// identified puts the words around what identifies a thing.
func (in *inference) identified(t *tools.Tool, p *tools.Param, h *paramHints) {
	e := p.Entity
	if prep := map[string]string{"add": "to", "insert": "into", "remove": "from", "unlink": "from"}[in.facts[t].Does]; prep != "" && t.Effect == tools.Update && p.Say[0].Text == "for {}" && e == t.Entity && in.ownParam(t) == p {
		p.Say = phrases(prep + " {}")
	}
	if t.Entity != e && slices.Contains(makers, naming.LastWord(strings.ToLower(e.Noun))) && p.Say[0].Text == "for {}" {
		p.Say = phrases("by {}")
	}
	last := h.words[len(h.words)-1]
	if (last == "username" || last == "name" || last == "login") && p.Noun == "ID of the "+e.Noun {
		p.Noun = e.Noun + " name"
		p.AskFor = []string{"Which " + e.Noun + " do you mean? I need the name.", "Could you give me the " + p.Noun + "?"}
	}
}
