package infer

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// param finds out how the values of a parameter are made and said.
func (in *inference) param(t *tools.Tool, p *tools.Param) {
	h := hintsOf(p, in.facts[t])
	if p.Thing != "" { // the source says that it names one
		h.isID, h.noun = true, naming.Spoken(p.Thing)
	}
	in.hints[p] = h
	if p.Default == nil && !p.Required {
		p.Default = defaultOf(p)
	}
	switch p.Type {
	case "boolean":
		in.flag(t, p, h)
		return
	case "object":
		in.fields(t, p, h)
		return
	case "array":
		in.elements(t, p, h)
		return
	}
	if in.christens(t, p, h) {
		return
	}
	spec := in.spec(t, p, h)
	p.Values = spec.values
	in.labelled(t, p, p)
	in.said(p, h, spec)
	bounds(p, h, spec)
	if spec.make == "thing" && !p.Required && p.Type == "string" {
		p.Say, p.There, p.Other = nil, nil, nil // nothing is known of it, so it is never given
	}
}

// bounds makes the words for the ends of a range: "with a price of at most 180".
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

// christens tells whether the parameter gives a thing its name, and makes the
// words for that.
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

func hintsOf(p *tools.Param, f *naming.Facts) *paramHints {
	h := &paramHints{}
	for _, w := range naming.Words(naming.InnerName(p.Name)) {
		h.words = append(h.words, strings.ToLower(w))
	}
	if len(h.words) == 0 {
		h.words = []string{"value"}
	}
	base := h.words
	last := base[len(base)-1]
	switch {
	case slices.Contains([]string{"id", "ids", "uuid", "guid", "gid", "uid", "identifier"}, last):
		h.isID, base = true, base[:len(base)-1]
	case last == "name" && len(base) > 1 && !slices.Contains([]string{"scientific", "full", "first", "last", "common", "given", "family"}, base[len(base)-2]):
		h.isName, base = true, base[:len(base)-1]
	case slices.Contains([]string{"tag", "number", "no", "code", "key", "slug"}, last) && len(base) > 1 && strings.Contains(strings.ToLower(p.About), "identifier"):
		h.isID, base = true, base[:len(base)-1]
	}
	if len(base) == 0 {
		h.noun = "item"
		if f != nil && f.Noun != "" {
			h.noun = f.Noun
		}
		return h
	}
	h.noun = naming.SpellAll(base)
	if p.Type == "array" || last == "ids" {
		words := strings.Fields(h.noun)
		words[len(words)-1] = naming.Singular(words[len(words)-1])
		h.noun = strings.Join(words, " ")
	}
	return h
}

// paramSpec is what a rule yields for a parameter.
type paramSpec struct {
	values *tools.Values
	make   string // the notation of rules, "listed", "id", or "thing" where nothing is known
	prep   string
	noun   string
	by     string // what tells how values are made, for counting: "enumeration", "format", "name", …
}

// spec finds how values of a scalar parameter are made: as they are listed, or
// written in the way that the schema or the description says, or as the name
// suggests, or like an example. The schema has the last word.
func (in *inference) spec(t *tools.Tool, p *tools.Param, h *paramHints) paramSpec {
	rule := in.rule(t, p, h)
	if rule != nil && rule.make == "crypto" && h.noun == "currency" {
		h.noun = "cryptocurrency"
	}
	var spec paramSpec
	switch {
	case len(p.Enum) > 0:
		spec = paramSpec{prep: "with", make: "listed", by: "enumeration", values: &tools.Values{Kind: tools.ValuePick, Pick: enumerated(p)}}
		if rule != nil {
			spec.prep, spec.noun = rule.prep, rule.noun
		}
	case p.Type == "string" && joined.MatchString(begins(p)):
		spec = in.several(t, p, h, rule)
	default:
		spec = in.single(t, p, h, rule)
	}
	if p.Type == "string" {
		if kept := constrained(p, spec.values); kept != spec.values {
			if kept.Kind != spec.values.Kind || spec.make == "thing" {
				spec.make, spec.by = "pattern", "pattern"
			}
			spec.values = kept
		}
	} else if len(p.Enum) == 0 && spec.make != "id" {
		spec.values = bounded(p, spec.values)
	}
	in.directed(h, &spec)
	return spec
}

// enumerated is the enumeration without what stands for everything, if more is
// left.
func enumerated(p *tools.Param) []any {
	list := slices.DeleteFunc(slices.Clone(p.Enum), func(v any) bool { s, ok := v.(string); return ok && (forAll(s) || s == "") })
	if len(list) == 0 {
		return p.Enum
	}
	return list
}

// directed gives values that something comes from or goes to the words for it:
// "from_wallet" is said as "from the wallet", "convert_to" as "to".
func (in *inference) directed(h *paramHints, s *paramSpec) {
	first, last := h.words[0], h.words[len(h.words)-1]
	from := slices.Contains([]string{"from", "start", "source", "origin", "sender"}, first)
	to := slices.Contains([]string{"to", "end", "target", "destination", "recipient"}, first)
	switch {
	case last == "to" && len(h.words) > 1 && s.prep == "with":
		s.prep, s.noun, h.noun = "to", "-", "target"
	case !from && !to || s.make == "listed" && len(h.words) == 1 || strings.HasPrefix(s.make, "int"):
	case s.prep == "in" && first == "origin":
		s.prep = "from"
	case s.prep == "at" && from, s.prep == "with" && from && first == "from":
		s.prep = "from"
	case s.prep == "at" && to, s.prep == "with" && to && first == "to", s.prep == "in" && first == "destination", s.prep == "for" && to && strings.Contains(s.make, "email"):
		s.prep = "to"
	}
	if (first == "from" || first == "to") && len(h.words) > 1 && (s.noun == "" || s.noun == "-") {
		h.noun = naming.SpellAll(h.words[1:])
	}
}

func idValues(p *tools.Param, noun string) *tools.Values {
	if p.Type == "integer" || p.Type == "number" {
		return &tools.Values{Kind: tools.ValueInt, Min: 1001, Max: 9899}
	}
	return &tools.Values{Kind: tools.ValuePattern, Text: codeOf(noun) + "[1-9][0-9]{3}"}
}

// takesID tells whether the parameter takes the id of what it names though
// its name is not that of an id: the description says so, or other parameters
// of the toolset do. Beside "project_gid", "project" takes one too.
func (in *inference) takesID(p *tools.Param, h *paramHints, rule *valueRule) bool {
	if p.Type != "string" || rule != nil && rule.make == "is email" {
		return false
	}
	if idDescribed.MatchString(p.About[:min(len(p.About), 200)]) {
		return true
	}
	named := rule != nil && (rule.make == "project" || rule.make == "is company" || rule.make == "is person")
	if h.isName || strings.Contains(strings.ToLower(p.About), "name") || rule != nil && rule.strict(0) && !named {
		return false
	}
	ids := map[string]bool{}
	for _, t := range in.set.Tools {
		for _, q := range t.Params {
			words := naming.Words(strings.ToLower(q.Name))
			if last := len(words) - 1; last > 0 && slices.Contains(naming.IDWords, words[last]) && q.Type == "string" {
				if ids[words[last]+" "+q.Name] = true; slices.Equal(words[:last], h.words) {
					return true
				}
			}
		}
	}
	// Where everything goes by ids, projects do too.
	return named && rule.make != "is person" && len(ids) > 1
}

// codeOf makes the letters that ids of a thing begin with: "store" gives ST.
func codeOf(noun string) string {
	words := strings.FieldsFunc(strings.ToUpper(noun), func(r rune) bool { return r < 'A' || r > 'Z' })
	switch {
	case len(words) == 0:
		return "ID"
	case len(words) > 1:
		return words[0][:1] + words[len(words)-1][:1]
	case len(words[0]) == 1:
		return words[0] + "X"
	}
	rest := strings.Map(func(r rune) rune {
		if strings.ContainsRune("AEIOU", r) {
			return -1
		}
		return r
	}, words[0][1:])
	if rest == "" {
		rest = words[0][1:]
	}
	return words[0][:1] + rest[:1]
}

// doneWords begin names of days on which something was done.
var doneWords = strings.Fields("created modified completed updated published posted released joined registered closed uploaded received last born founded issued")

var pastWords = []string{"histor", "past", "history", "published", "usage", "previous", "since", "statistic", "archive", "covid", "case", "transaction", "rate", "price", "trade", "news", "headline", "report", "performance", "update", "advice", "released"}

// made reads the notation of rules.
func (in *inference) made(t *tools.Tool, p *tools.Param, text string) *tools.Values {
	kind, rest, _ := strings.Cut(text, " ")
	past := slices.ContainsFunc(pastWords, func(w string) bool {
		return strings.Contains(strings.ToLower(p.About)+" "+in.facts[t].Text, w)
	}) && !strings.Contains(in.facts[t].Text, "forecast")
	if words := naming.Words(strings.ToLower(p.Name)); len(words) > 0 && slices.Contains(doneWords, words[0]) {
		past = true
	}
	switch kind {
	case "":
		return nil
	case "counts", "countTexts":
		v := &tools.Values{Kind: tools.ValuePick}
		for _, n := range []int64{5, 8, 12, 15, 25, 30, 50} {
			if kind == "counts" {
				v.Pick = append(v.Pick, n)
			} else {
				v.Pick = append(v.Pick, strconv.Itoa(int(n)))
			}
		}
		return v
	case "ports":
		return &tools.Values{Kind: tools.ValuePick, Pick: []any{int64(80), int64(443), int64(8080), int64(5432), int64(22)}}
	case "codes":
		return &tools.Values{Kind: tools.ValuePick, Pick: []any{int64(200), int64(201), int64(301), int64(404), int64(503)}}
	case "int", "number":
		fields := strings.Fields(rest)
		low, high, _ := tools.Span(fields[0])
		v := &tools.Values{Kind: tools.ValueInt, Min: low, Max: high}
		if kind == "number" {
			v.Kind, v.Digits = tools.ValueNumber, 1
		}
		if len(fields) > 1 {
			n, _ := strconv.Atoi(fields[1])
			v.Step, v.Digits = float64(n), n
		}
		return v
	case "pattern":
		return &tools.Values{Kind: tools.ValuePattern, Text: rest}
	case "known":
		v := &tools.Values{Kind: tools.ValueKnown, Text: rest}
		if rest == "language" {
			v.Pick = picks["commonLanguage"]
		}
		return v
	case "is":
		return &tools.Values{Kind: tools.ValueKind(rest)}
	case "time":
		return &tools.Values{Kind: tools.ValueTime, Min: 7 * 60, Max: 21 * 60, Step: 15}
	case "moment":
		if past {
			return &tools.Values{Kind: tools.ValuePastMoment}
		}
		return &tools.Values{Kind: tools.ValueMoment}
	case "about":
		return textsAbout(in.facts[t].Noun, rest)
	case "names":
		return namesOf(rest)
	case "datetime":
		return &tools.Values{Kind: tools.ValueDateTime, Min: 1, Max: 20, Step: 30, Clock: [2]int{8 * 60, 18 * 60}}
	case "month":
		return &tools.Values{Kind: tools.ValueMonth, Min: -6, Max: -1}
	case "date":
		v := &tools.Values{Kind: tools.ValueDate, Min: 2, Max: 40}
		switch {
		case rest == "future":
		case rest == "start" && past:
			v.Min, v.Max = -75, -32
		case rest == "start":
			v.Min, v.Max = 2, 20
		case rest == "end" && past:
			v.Min, v.Max = -30, -2
		case rest == "end":
			v.Min, v.Max = 22, 45
		case rest == "past", past:
			v.Min, v.Max = -60, -2
		}
		return v
	}
	if list := picks[kind]; list != nil {
		if p.Type == "integer" || p.Type == "number" {
			return nil
		}
		return &tools.Values{Kind: tools.ValuePick, Pick: list}
	}
	return nil
}

// quotedKinds are texts that a person puts in quotes.
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
	// "With the cleared cleared" would say nothing.
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
	// "in the genre {}" takes up the value as "in the same genre".
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

// apartNames are words of two names that are different things, and no range.
var apartNames = [][2]string{{"base", "target"}, {"source", "target"}, {"color1", "color2"}, {"sender", "recipient"}, {"source", "destination"}, {"origin", "destination"}}

// ranges ties the ends of ranges together: they differ, and the words "that
// day" would not tell which end is meant.
func (in *inference) ranges(t *tools.Tool) {
	in.places(t.Params)
	for _, p := range t.Params {
		words := in.hints[p].words
		for _, q := range t.Params {
			others := in.hints[q].words
			if q == p || q.Type != p.Type || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || !naming.Ends(words, others) && !apartBy(words, others) {
				continue
			}
			p.Differs = q.Name
			if p.Values != nil && p.Values.Kind != tools.ValueDate && q.Noun == p.Noun && !in.hints[p].bare && in.hints[p].prep == in.hints[q].prep {
				in.apart(q, "first", p, "second")
			}
		}
	}
}

// apartBy tells whether two names differ in nothing but a pair of words.
func apartBy(words, others []string) bool {
	return len(words) == len(others) && slices.ContainsFunc(apartNames, func(ends [2]string) bool {
		i := slices.Index(words, ends[1])
		return i >= 0 && others[i] == ends[0] && slices.Equal(words[:i], others[:i]) && slices.Equal(words[i+1:], others[i+1:])
	})
}

// places keeps countries to those of the cities that are named beside them.
func (in *inference) places(params []*tools.Param) {
	city := slices.ContainsFunc(params, func(p *tools.Param) bool { return p.Values != nil && p.Values.Kind == tools.ValueCity })
	for _, p := range params {
		in.places(p.Props)
		if p.Items != nil {
			in.places(p.Items.Props)
		}
		v := p.Values
		if !city || v == nil || len(p.Enum) > 0 || p.Schema != nil && p.Schema.Fields["examples"] != nil {
			continue
		}
		if v.Kind == tools.ValueKnown && v.Text == "country" && len(v.Pick) == 0 {
			p.Values = &tools.Values{Kind: tools.ValueKnown, Text: v.Text, Pick: picks["cityCountry"]}
		}
		if v.Kind == tools.ValuePick && slices.Equal(v.Pick, picks["countryName"]) {
			p.Values = &tools.Values{Kind: tools.ValuePick, Pick: picks["cityCountry"]}
		}
	}
}

// apart tells two parameters of one noun from each other.
func (in *inference) apart(a *tools.Param, first string, b *tools.Param, second string) {
	for _, x := range []struct {
		p    *tools.Param
		word string
	}{{a, first}, {b, second}} {
		x.p.Noun = x.word + " " + x.p.Noun
		x.p.Say = phrases("with the " + tools.EscapeText(x.p.Noun) + " {}")
		x.p.AskFor = []string{"Could you tell me the " + x.p.Noun + "?"}
		x.p.There, x.p.Other = nil, nil
	}
}
