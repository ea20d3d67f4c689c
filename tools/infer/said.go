package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// bounds makes the words for a parameter that is the end of a range: "with a price
// of at most 180".
func bounds(p *tools.Param, h *paramHints, s paramSpec) {
	end, asked := "", ""
	switch h.words[0] {
	case "max", "maximum":
		end, asked = "at most", "highest"
	case "min", "minimum":
		end, asked = "at least", "lowest"
	}
	if end == "" || len(h.words) < 2 || p.Type != "integer" && p.Type != "number" || strings.Contains(s.noun, "|") || shapes(h) || len(p.Enum) > 0 {
		return
	}
	noun := naming.SpellAll(h.words[1:])
	p.Noun = asked + " " + noun
	p.Say = phrases("with " + tools.EscapeText(naming.WithArticle(noun)) + " of " + end + " {}")
	p.AskFor = []string{"What should the " + p.Noun + " be?", "Could you tell me the " + p.Noun + "?"}
	p.There, p.Other = nil, nil
}

// christens reports whether the parameter names a thing that is created or changed,
// and makes the words for it.
func (in *inference) christens(t *tools.Tool, p *tools.Param, h *paramHints) bool {
	noun := naming.Spoken(t.Thing)
	alone := len(h.words) == 1 && (h.words[0] == "name" || h.words[0] == "title")
	if t.Thing == "" || t.Effect != tools.Create && t.Effect != tools.Update || !alone || p.Type != "string" || len(p.Enum) > 0 || !in.isThing(noun) {
		return false
	}
	word := h.words[0]
	if listed := slices.Concat(examplesOf(p), stated(p)); len(listed) > 2 {
		p.Values = &tools.Values{Kind: tools.ValuePick, Pick: listed}
	} else {
		p.Values = namesOf(noun)
	}
	p.Values = constrained(p, p.Values)
	p.Noun = word + " of the " + noun
	p.Say = phrases(map[string]string{"name": "called {}", "title": "with the title {}"}[word])
	p.AskFor = []string{"What " + word + " should the " + noun + " have?", "Could you tell me the " + word + " of the " + noun + "?"}
	return true
}

// quotedKinds are the kinds of texts that a person quotes.
var quotedKinds = []string{"message", "text", "clinical", "code", "sql", "instructions", "subject", "comment", "feedback", "line", "note"}

// said makes the words around a value.
func (in *inference) said(p *tools.Param, h *paramHints, s paramSpec) {
	noun := h.noun
	unit := ""
	switch {
	case s.noun == "-":
		h.bare = true
	case strings.HasSuffix(s.noun, "|"):
		noun, unit = strings.TrimSuffix(s.noun, " of|"), s.noun
	case strings.Contains(s.noun, "|"):
		unit = s.noun
	case s.noun != "":
		noun = s.noun
		h.isName, h.isID = false, false
	}
	// "With the cleared cleared" would mean nothing.
	if p.Values != nil && slices.ContainsFunc(p.Values.Pick, func(v any) bool { s, ok := v.(string); return ok && strings.EqualFold(s, noun) }) {
		noun = "status"
	}
	h.prep = s.prep
	p.Noun = noun
	switch {
	case h.isID:
		p.Noun = "ID of the " + noun
	case h.isName:
		p.Noun = "name of the " + noun
	}
	prep := strings.TrimSpace(s.prep)
	if strings.Contains(s.make, "date") || s.make == "time" || s.make == "month" {
		in.saidTime(p, prep, noun, s.make)
		return
	}
	several := p.Type == "array"
	many := noun
	if several {
		many = naming.Plural(noun)
	}
	var say string
	switch {
	case strings.HasSuffix(unit, "|"):
		say = prep + " " + naming.WithArticle(strings.TrimSuffix(unit, "|")) + " {}"
	case unit != "":
		say = prep + " {|" + unit + "}"
		p.Noun = "number of " + strings.SplitN(unit, "|", 2)[1]
	case h.bare:
		say = prep + " {}"
	default:
		say = prep + " the " + tools.EscapeText(many) + " {}"
	}
	p.Say = phrases(say)
	if s.make == "reason" {
		p.Say = phrases("because {}")
	}
	p.AskFor = []string{"Which " + noun + " do you mean?", "Could you tell me the " + p.Noun + "?"}
	switch {
	case several:
		p.AskFor = []string{"Which " + many + " do you have in mind?", "Could you tell me the " + many + "?"}
	case unit != "" && !strings.HasSuffix(unit, "|"):
		p.AskFor = []string{"How many " + strings.SplitN(unit, "|", 2)[1] + " should it be?", "Could you tell me the " + p.Noun + "?"}
	case p.Values != nil && slices.Contains([]tools.ValueKind{tools.ValueInt, tools.ValueNumber}, p.Values.Kind) && !h.isID:
		p.AskFor = []string{"What should the " + noun + " be?", "Could you tell me the " + noun + "?"}
	case slices.Contains(quotedKinds, s.make):
		p.AskFor = []string{"What should the " + noun + " be, word for word?", "Could you give me the " + noun + "?"}
	case h.isID:
		p.AskFor = []string{"Which " + noun + " do you mean? I need its ID.", "Could you give me the " + p.Noun + "?"}
	}
	if several || unit != "" || len(strings.Fields(prep)) == 0 {
		return
	}
	// "in the genre {}" is referred to as "in the same genre".
	if fixed := strings.Fields(prep); len(fixed) > 2 && fixed[1] == "the" {
		p.There = []string{fixed[0] + " the same " + strings.Join(fixed[2:], " "), fixed[0] + " that " + strings.Join(fixed[2:], " ")}
		p.Other = []string{fixed[0] + " another " + strings.Join(fixed[2:], " ")}
		return
	}
	if len(strings.Fields(prep)) > 1 {
		return
	}
	p.There = []string{prep + " that " + noun, prep + " the same " + noun}
	p.Other = []string{prep + " another " + noun}
}

func (in *inference) saidTime(p *tools.Param, prep, noun, made string) {
	p.Noun = noun
	switch {
	case made == "time", made == "datetime":
		p.Say = phrases("{}")
		p.AskFor = []string{"At what time?", "What time do you have in mind?"}
		p.There, p.Other = []string{"at the same time"}, []string{"at another time"}
	case made == "month":
		p.Say = phrases("for {}")
		p.AskFor = []string{"For which month?", "Which month do you mean?"}
		p.There, p.Other = []string{"for that month", "for the same month"}, []string{"for another month"}
	case prep == "":
		p.Say = phrases("{}", "for {:bare}")
		p.AskFor = []string{"For which day?", "Which day do you mean?"}
		p.There, p.Other = []string{"on that day", "on the same day"}, []string{"on another day"}
	case prep == "with":
		p.Say = phrases("with {:bare} as the " + tools.EscapeText(noun))
		p.AskFor = []string{"What should the " + noun + " be?", "Could you tell me the " + noun + "?"}
	case prep != "from" && prep != "until":
		p.Say = phrases(tools.EscapeText(prep) + " {:bare}")
		p.AskFor = []string{naming.Capitalize(prep) + " which day?", "Could you tell me the " + noun + "?"}
	default:
		p.Noun = map[string]string{"from": "first day", "until": "last day"}[prep]
		p.Say = phrases(prep + " {:bare}")
		p.AskFor = []string{naming.Capitalize(prep) + " which day?", "Could you tell me the " + p.Noun + "?"}
		p.Other = []string{prep + " another day"}
	}
}
