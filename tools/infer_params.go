package tools

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// param finds out how the values of a parameter are made and said.
func (in *inference) param(t *Tool, p *Param) {
	h := hintsOf(p, in.facts[t])
	if p.thing != "" { // the source says that it names one
		h.isID, h.noun = true, spoken(p.thing)
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
func bounds(p *Param, h *paramHints, s paramSpec) {
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
	noun := spellAll(h.words[1:])
	p.Noun = asked + " " + noun
	p.Say = phrases("with " + escape(withArticle(noun)) + " of " + end + " {}")
	p.AskFor = []string{"What should the " + p.Noun + " be?", "Could you tell me the " + p.Noun + "?"}
	p.There, p.Other = nil, nil
}

// formatted makes values by the format of a schema, where names say nothing.
func formatted(p *Param) *Values {
	if p.node == nil || p.node.Fields["format"] == nil || p.Type != "string" {
		return nil
	}
	switch p.node.Fields["format"].Value {
	case "date":
		return &Values{Kind: ValueDate, Min: 2, Max: 40}
	case "email":
		return &Values{Kind: ValueEmail}
	}
	return nil
}

// christens tells whether the parameter gives a thing its name, and makes the
// words for that.
func (in *inference) christens(t *Tool, p *Param, h *paramHints) bool {
	noun := spoken(t.thing)
	alone := len(h.words) == 1 && (h.words[0] == "name" || h.words[0] == "title")
	if t.thing == "" || t.Effect != Create && t.Effect != Update || !alone || p.Type != "string" || len(p.Enum) > 0 || !in.isThing(noun) {
		return false
	}
	word := h.words[0]
	p.Values = nameOfA(noun)
	p.Noun = word + " of the " + noun
	p.Say = phrases(map[string]string{"name": "called {}", "title": "with the title {}"}[word])
	p.AskFor = []string{"What " + word + " should the " + noun + " have?", "Could you tell me the " + word + " of the " + noun + "?"}
	return true
}

// bracketed finds the last name in brackets, as query strings write nested names.
var bracketed = regexp.MustCompile(`\[([^\[\]]+)\](?:\[\])?$`)

func hintsOf(p *Param, f *toolFacts) *paramHints {
	h := &paramHints{}
	name := p.Name
	if m := bracketed.FindStringSubmatch(name); m != nil { // "filter[city]" is about a city
		name = m[1]
	}
	for _, w := range Words(name) {
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
		if f != nil && f.noun != "" {
			h.noun = f.noun
		}
		return h
	}
	h.noun = spellAll(base)
	if p.Type == "array" || last == "ids" {
		words := strings.Fields(h.noun)
		words[len(words)-1] = singular(words[len(words)-1])
		h.noun = strings.Join(words, " ")
	}
	return h
}

// paramSpec is what a rule yields for a parameter.
type paramSpec struct {
	values *Values
	make   string
	prep   string
	noun   string
}

// spec finds the rule that fits a scalar parameter.
func (in *inference) spec(t *Tool, p *Param, h *paramHints) paramSpec {
	listed := stated(p)
	if len(p.Enum) > 0 {
		listed = slices.DeleteFunc(slices.Clone(p.Enum), func(v any) bool { s, ok := v.(string); return ok && (forAll(s) || s == "") })
		if len(listed) == 0 {
			listed = p.Enum
		}
	}
	if p.Type != "string" && len(p.Enum) == 0 {
		listed = nil
	}
	rule := in.rule(t, p, h)
	strict := rule != nil && regexp.MustCompile(`^(known|date|pattern|int|number|is|pair|crypto|stock|counts|time)`).MatchString(rule.make)
	spec := paramSpec{prep: "with"}
	if rule != nil && rule.make == "crypto" && h.noun == "currency" {
		h.noun = "cryptocurrency"
	}
	if rule != nil {
		spec.prep, spec.noun, spec.make = rule.prep, rule.noun, rule.make
	}
	switch {
	case len(p.Enum) > 0, len(listed) > 1 && !strict:
		spec.values, spec.make = &Values{Kind: ValuePick, Pick: listed}, "listed"
	case h.isID && rule == nil, h.isID && !strict:
		spec = paramSpec{prep: "for", make: "id", values: idValues(p, h.noun)}
	case rule != nil:
		spec.values = in.made(t, p, rule.make)
	}
	if v := formatted(p); v != nil && spec.values == nil {
		spec.values, spec.make = v, string(v.Kind)
	}
	if spec.values == nil {
		spec.make = "thing"
		spec.values = in.made(t, p, map[string]string{"integer": "int 5-80", "number": "number 1-40 1"}[p.Type])
		if spec.values == nil {
			spec.values = &Values{Kind: ValuePick, Pick: picks["thing"]}
		}
		if h.isName {
			spec.prep = "for"
		}
	}
	in.directed(h, &spec)
	return spec
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
		h.noun = spellAll(h.words[1:])
	}
}

func idValues(p *Param, noun string) *Values {
	if p.Type == "integer" || p.Type == "number" {
		return &Values{Kind: ValueInt, Min: 1001, Max: 9899}
	}
	return &Values{Kind: ValuePattern, Text: codeOf(noun) + "[1-9][0-9]{3}"}
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

// rule finds the first rule whose name and context fit.
func (in *inference) rule(t *Tool, p *Param, h *paramHints) *valueRule {
	name := strings.Join(h.words, " ")
	own := strings.ToLower(p.About) + " " + name
	all := own + " " + in.facts[t].text
	kind := "string"
	if p.Type == "integer" || p.Type == "number" {
		kind = "number"
	}
	// The whole name first, then its last words, so that a rule for "name"
	// does not hide one for "store name".
	for _, whole := range []bool{true, false} {
		if !whole && h.isID {
			return nil
		}
		for i := range valueRules {
			r := &valueRules[i]
			if r.kind != "" && r.kind != kind {
				continue
			}
			about, text := r.about, all
			if rest, ok := strings.CutPrefix(about, "own:"); ok {
				about, text = rest, own
			}
			if about != "" && !slices.ContainsFunc(strings.Split(about, "|"), func(w string) bool { return strings.Contains(text, w) }) {
				continue
			}
			fits := slices.ContainsFunc(strings.Split(r.names, ","), func(n string) bool {
				return name == n || !whole && (strings.HasSuffix(name, " "+n) || strings.HasSuffix(name, " "+n+"s"))
			})
			if fits {
				return r
			}
		}
	}
	return nil
}

var pastWords = []string{"histor", "past", "history", "published", "usage", "previous", "since", "statistic", "archive", "covid", "case", "transaction", "rate", "price", "trade", "news", "headline", "report", "performance", "update", "advice", "released"}

// made reads the notation of rules.
func (in *inference) made(t *Tool, p *Param, text string) *Values {
	kind, rest, _ := strings.Cut(text, " ")
	past := slices.ContainsFunc(pastWords, func(w string) bool {
		return strings.Contains(strings.ToLower(p.About)+" "+in.facts[t].text, w)
	}) && !strings.Contains(in.facts[t].text, "forecast")
	switch kind {
	case "":
		return nil
	case "counts", "countTexts":
		v := &Values{Kind: ValuePick}
		for _, n := range []int64{5, 8, 12, 15, 25, 30, 50} {
			if kind == "counts" {
				v.Pick = append(v.Pick, n)
			} else {
				v.Pick = append(v.Pick, itoa(int(n)))
			}
		}
		return v
	case "codes":
		return &Values{Kind: ValuePick, Pick: []any{int64(200), int64(201), int64(301), int64(404), int64(503)}}
	case "int", "number":
		fields := strings.Fields(rest)
		low, high, _ := span(fields[0])
		v := &Values{Kind: ValueInt, Min: low, Max: high}
		if kind == "number" {
			v.Kind, v.Digits = ValueNumber, 1
		}
		if len(fields) > 1 {
			n, _ := strconv.Atoi(fields[1])
			v.Step, v.Digits = float64(n), n
		}
		return in.bounded(p, v)
	case "pattern":
		return &Values{Kind: ValuePattern, Text: rest}
	case "known":
		return &Values{Kind: ValueKnown, Text: rest}
	case "is":
		return &Values{Kind: ValueKind(rest)}
	case "time":
		return &Values{Kind: ValueTime, Min: 7 * 60, Max: 21 * 60, Step: 15}
	case "datetime":
		return &Values{Kind: ValueDateTime, Min: 1, Max: 20, Step: 30, Clock: [2]int{8 * 60, 18 * 60}}
	case "month":
		return &Values{Kind: ValueMonth, Min: -6, Max: -1}
	case "date":
		v := &Values{Kind: ValueDate, Min: 2, Max: 40}
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
		v := &Values{Kind: ValuePick, Pick: list}
		return v
	}
	return nil
}

// bounded keeps a range within the limits that the schema declares.
func (in *inference) bounded(p *Param, v *Values) *Values {
	limit := func(key string) (float64, bool) {
		if p.node == nil || p.node.Fields[key] == nil {
			return 0, false
		}
		switch n := p.node.Fields[key].Value.(type) {
		case int64:
			return float64(n), true
		case float64:
			return n, true
		}
		return 0, false
	}
	if low, ok := limit("minimum"); ok && low > v.Min {
		if low >= v.Max { // a range as wide, in its proportion
			v.Max = low * max(2, v.Max/max(1, v.Min))
		}
		v.Min = low
	}
	if high, ok := limit("maximum"); ok && high < v.Max {
		v.Max = high
		v.Min = min(v.Min, high)
	}
	return v
}

// quotedKinds are texts that a person puts in quotes.
var quotedKinds = []string{"message", "text", "clinical", "code", "sql", "instructions", "subject", "comment", "feedback", "line", "note"}

// said makes the words around a value.
func (in *inference) said(p *Param, h *paramHints, s paramSpec) {
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
		many = Plural(noun)
	}
	var say string
	switch {
	case strings.HasSuffix(unit, "|"):
		say = prep + " " + withArticle(strings.TrimSuffix(unit, "|")) + " {}"
	case unit != "":
		say = prep + " {|" + unit + "}"
		p.Noun = "number of " + strings.SplitN(unit, "|", 2)[1]
	case h.bare:
		say = prep + " {}"
	default:
		say = prep + " the " + escape(many) + " {}"
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
	case p.Values != nil && slices.Contains([]ValueKind{ValueInt, ValueNumber}, p.Values.Kind) && !h.isID:
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

func (in *inference) saidTime(p *Param, prep, noun, made string) {
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
	default:
		p.Noun = map[string]string{"from": "first day", "until": "last day"}[prep]
		p.Say = phrases(prep + " {:bare}")
		p.AskFor = []string{capitalize(prep) + " which day?", "Could you tell me the " + p.Noun + "?"}
		p.Other = []string{prep + " another day"}
	}
}

// ranges ties the ends of ranges together: they differ, and the words "that
// day" would not tell which end is meant.
func (in *inference) ranges(t *Tool) {
	for _, p := range t.Params {
		for _, ends := range [][2]string{{"from", "to"}, {"base", "target"}, {"source", "target"}, {"start", "end"}, {"color1", "color2"}, {"sender", "recipient"}} {
			h := in.hints[p]
			if i := slices.Index(h.words, ends[1]); i >= 0 {
				name := slices.Clone(h.words)
				name[i] = ends[0]
				for _, q := range t.Params {
					if q != p && slices.Equal(in.hints[q].words, name) && q.Type == p.Type {
						p.Differs = q.Name
						if p.Values != nil && p.Values.Kind != ValueDate && q.Noun == p.Noun && !in.hints[p].bare && in.hints[p].prep == in.hints[q].prep {
							in.apart(q, "first", p, "second")
						}
					}
				}
			}
		}
	}
}

// apart tells two parameters of one noun from each other.
func (in *inference) apart(a *Param, first string, b *Param, second string) {
	for _, x := range []struct {
		p    *Param
		word string
	}{{a, first}, {b, second}} {
		x.p.Noun = x.word + " " + x.p.Noun
		x.p.Say = phrases("with the " + escape(x.p.Noun) + " {}")
		x.p.AskFor = []string{"Could you tell me the " + x.p.Noun + "?"}
		x.p.There, x.p.Other = nil, nil
	}
}
