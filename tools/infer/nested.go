package infer

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// labelled finds words for values that are codes or program names. The labels
// belong to the parameter of the tool, top.
func (in *inference) labelled(t *tools.Tool, p, top *tools.Param) {
	if p.Values == nil || p.Values.Kind != tools.ValuePick {
		return
	}
	var labels []tools.Label
	for _, v := range p.Values.Pick {
		s, ok := v.(string)
		if !ok {
			continue
		}
		if say := labelOf(p, in.hints[top], s, p.About+" "+top.About+" "+t.Description); say != s {
			labels = append(labels, tools.Label{Value: v, Say: []string{say}})
		}
	}
	if len(labels) > 0 {
		if t.Labels == nil {
			t.Labels = map[string][]tools.Label{}
		}
		t.Labels[top.Name] = append(t.Labels[top.Name], labels...)
	}
}

// labelOf is what people say for a value. Brands are spelled as their owners do, or
// as the source of the tool does.
func labelOf(p *tools.Param, h *paramHints, v, source string) string {
	name := ""
	if h != nil {
		name = strings.Join(h.words, " ")
	}
	if len(v) == 2 {
		for _, try := range []struct{ word, table string }{{"lang", "language"}, {"locale", "language"}, {"country", "country"}} {
			if strings.Contains(name, try.word) {
				if full := codeNames(try.table, v); full != "" {
					return full
				}
			}
		}
	}
	if full := map[string]string{"C": "Celsius", "F": "Fahrenheit", "K": "Kelvin"}[v]; full != "" && strings.Contains(name, "unit") {
		return full
	}
	words := naming.Words(v)
	if brand := naming.Brand(strings.Join(words, "")); brand != "" && v != strings.ToUpper(v) {
		return brand
	}
	switch {
	case v == "JSON":
		return "json"
	case inPascalCase(v) && hasProse(source, v):
		return v // "on OpenSky": the source takes it for a name
	case strings.Contains(v, "_") || hump.MatchString(v):
		for i, w := range words {
			words[i] = strings.ToLower(w)
			if full, ok := map[string]string{"asc": "ascending", "desc": "descending"}[words[i]]; ok {
				words[i] = full
			}
		}
		return naming.SpellAll(words)
	case strings.Contains(name, "reason"):
		return v
	case len(strings.Fields(v)) > 3 || strings.ContainsAny(v, "=("):
		return `"` + v + `"`
	}
	return v
}

var hump = regexp.MustCompile(`[a-z][A-Z]`)

// inPascalCase reports whether a value is written like a name of two words.
func inPascalCase(v string) bool {
	return hump.MatchString(v) && v[0] >= 'A' && v[0] <= 'Z' && !strings.ContainsAny(v, "_- ")
}

// hasProse reports whether a text has the word in a sentence, not only in a list of
// values.
func hasProse(text, word string) bool {
	re, err := regexp.Compile(`(?:[a-z]|[a-z],) ` + regexp.QuoteMeta(word) + `(?: [a-z]|[.]|$)`)
	return err == nil && re.MatchString(text)
}

var toInclude = regexp.MustCompile(`(?i)^whether to (?:include|return|show|retrieve|display|provide|get) (.+?)(?:[.,;(]|$| in the | when )`)

// flag finds words for a boolean. A boolean without words is never used.
func (in *inference) flag(t *tools.Tool, p *tools.Param, h *paramHints) {
	p.Noun = strings.Join(h.words, " ")
	words := ""
	if m := toInclude.FindStringSubmatch(p.About); m != nil && !strings.Contains(m[1], "only") {
		words = "with " + naming.PlainText(m[1])
	} else if slices.Contains([]string{"include", "with", "show"}, h.words[0]) && len(h.words) > 1 {
		words = "with the " + naming.SpellAll(h.words[1:])
	} else if p.Required {
		words = "with the option for " + naming.SpellAll(h.words)
	}
	words = strings.TrimSpace(naming.FixArticles(strings.ReplaceAll(words, "JSON ", "")))
	if words == "" || len(strings.Fields(words)) > 9 {
		return
	}
	if t.Labels == nil {
		t.Labels = map[string][]tools.Label{}
	}
	t.Labels[p.Name] = []tools.Label{{Value: true, Say: []string{words}}}
	p.AskFor = []string{"Should it be " + words + "?"}
}

// fields prepares the fields of an object. The wording says all fields one after
// the other, so only plain ones are kept.
func (in *inference) fields(t *tools.Tool, p *tools.Param, h *paramHints, required bool) {
	p.Noun = h.noun
	if len(p.Props) == 0 {
		if !required {
			return // nobody knows what to put into it
		}
		name, values := "status", &tools.Values{Kind: tools.ValuePick, Pick: picks["status"]}
		if !strings.Contains(strings.ToLower(p.About+p.Name), "quer") {
			name, values = "title", &tools.Values{Kind: tools.ValuePick, Pick: picks["template"]}
		}
		p.Props = []*tools.Param{{Name: name, Type: "string", Required: true, Values: values, Noun: name, Made: true}}
		p.Say = phrases("with the " + name + " {" + tools.SlotName(p.Name) + "." + name + "}")
		return
	}
	var say []string
	var kept []*tools.Param
	named := slices.ContainsFunc(p.Props, func(q *tools.Param) bool { return strings.EqualFold(q.Name, "name") && q.Type == "string" })
	for _, q := range p.Props {
		if w := strings.ToLower(q.Name); named && !q.Required && (w == "id" || w == "gid" || w == "uuid") {
			continue // the name is enough
		}
		if plain, ok := strings.CutPrefix(q.Name, "html_"); ok && !q.Required && slices.ContainsFunc(p.Props, func(o *tools.Param) bool { return o.Name == plain }) {
			continue // the plain text is enough
		}
		own := *in.facts[t]
		own.Noun = h.noun // the id within a category is that of the category
		qh := hintsOf(q, &own)
		if !slices.Contains([]string{"string", "integer", "number"}, q.Type) || len(kept) == 3 && !q.Required {
			continue
		}
		in.hints[q] = qh
		s := in.spec(t, q, qh)
		if t.Thing != "" && len(qh.words) == 1 && qh.words[0] == "name" && q.Type == "string" && len(q.Enum) == 0 {
			// The name of a category is not that of the shop that the tool is about.
			s = paramSpec{make: "thing", prep: "with", noun: h.noun + " name", values: namesOf(h.noun)}
		}
		q.Values = s.values
		in.labelled(t, q, p)
		in.said(q, qh, s)
		if len(q.Say) == 0 {
			continue
		}
		noun := q.Noun
		if slices.Contains([]tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime}, q.Values.Kind) {
			say = append(say, strings.NewReplacer("{:bare}", "{"+tools.SlotName(p.Name)+"."+tools.SlotName(q.Name)+":bare}", "{}", "{"+tools.SlotName(p.Name)+"."+tools.SlotName(q.Name)+"}").Replace(q.Say[0].Text))
		} else {
			if qh.isID || qh.isName {
				noun = qh.noun + " " + map[bool]string{true: "ID", false: "name"}[qh.isID]
				q.Noun = noun
			}
			say = append(say, "the "+tools.EscapeText(noun)+" {"+tools.SlotName(p.Name)+"."+tools.SlotName(q.Name)+"}")
		}
		if !in.tellApart(p, q, kept, say) {
			say = say[:len(say)-1]
			continue
		}
		q.Required = true
		kept = append(kept, q)
	}
	if len(kept) == 1 && named && len(say) == 1 && strings.HasPrefix(say[0], "the "+tools.EscapeText(h.noun)+" name ") {
		kept[0].Noun = h.noun
		say[0] = strings.Replace(say[0], " name ", " ", 1) // "with the category Dogs"
	}
	if p.Props = kept; len(kept) > 0 {
		in.sayFields(t, p, h, kept, say)
	}
}

// tellApart calls two fields of one noun by their whole names: "the lowest age", "the highest
// age". q is the last one, and say are the words of both. It fails if they have no others.
func (in *inference) tellApart(p, q *tools.Param, kept []*tools.Param, say []string) bool {
	i := slices.IndexFunc(kept, func(o *tools.Param) bool { return o.Noun == q.Noun })
	if i < 0 || in.hints[q].isID || !strings.HasPrefix(say[len(say)-1], "the ") {
		return true
	}
	shared := q.Noun
	words := func(q *tools.Param) string {
		q.Noun = naming.SpellAll(in.hints[q].words)
		return "the " + tools.EscapeText(q.Noun) + " {" + tools.SlotName(p.Name) + "." + tools.SlotName(q.Name) + "}"
	}
	if say[len(say)-1] = words(q); q.Noun == shared {
		return q.Required
	}
	if strings.HasPrefix(say[i], "the ") {
		say[i] = words(kept[i])
	}
	return true
}

// sayFields puts the words for the fields of an object together.
func (in *inference) sayFields(t *tools.Tool, p *tools.Param, h *paramHints, kept []*tools.Param, say []string) {
	place := kept[0].Values.Kind == tools.ValueNumber && strings.Contains(strings.ToLower(kept[0].Name), "lat")
	switch {
	case place:
		prep := "at"
		switch {
		case strings.Contains(strings.ToLower(p.Name), "end"), strings.Contains(strings.ToLower(p.Name), "dest"):
			prep = "to"
		case strings.Contains(strings.ToLower(p.Name), "start"), strings.Contains(strings.ToLower(p.Name), "orig"):
			prep = "from"
		}
		for i := range say {
			say[i] = strings.TrimPrefix(say[i], "the ")
		}
		p.Say = phrases(prep + " " + joinWords(say))
	case slices.ContainsFunc(kept, func(q *tools.Param) bool { return q.Values.Kind == tools.ValueDate }):
		p.Say = phrases(strings.Join(say, " "))
	case !in.mistakable(t, p, h.noun, kept):
		p.Say = phrases("with " + joinWords(say))
	default: // the name of a status is not that of the project: "with the status (title Delays, colour red)"
		noun := tools.EscapeText(h.noun)
		if slices.Contains(strings.Fields("external internal additional extra optional advanced"), noun) {
			noun += " data"
		}
		if rest, ok := strings.CutPrefix(say[0], "the "+noun+" "); len(say) == 1 && ok {
			say[0] = rest
		}
		if len(say) == 1 {
			p.Say = phrases("with the " + noun + " " + strings.TrimPrefix(say[0], "the "))
			break
		}
		for i := range say {
			say[i] = strings.TrimPrefix(say[i], "the ")
		}
		p.Say = phrases("with the " + noun + " (" + strings.Join(say, ", ") + ")")
	}
}

// mistakable reports whether the fields of an object could be taken for parameters of the
// tool, or for those of another object.
func (in *inference) mistakable(t *tools.Tool, p *tools.Param, noun string, kept []*tools.Param) bool {
	if slices.Contains(wrappers, naming.LastWord(noun)) {
		return false
	}
	return slices.ContainsFunc(kept, func(q *tools.Param) bool {
		own := naming.LastWord(in.nounOf(q))
		return slices.Contains(commonNouns, own) || slices.ContainsFunc(t.Params, func(o *tools.Param) bool {
			return o != p && (o.Name == q.Name || slices.ContainsFunc(o.Props, func(inner *tools.Param) bool { return inner.Name == q.Name }))
		})
	}) && !slices.ContainsFunc(kept, func(q *tools.Param) bool { return ofTime(string(q.Values.Kind)) })
}

// commonNouns are what many things have.
var commonNouns = strings.Fields("title name text status type description note notes color colour data id ID kind value label comment")

// wrappers are nouns of objects that only hold what a request gives.
var wrappers = strings.Fields("data body request payload input inputs params parameters object details info information attributes properties options settings filters filter query item value")

// namedFirst is the field with the name of a thing, and the fields beside it.
func namedFirst(props []*tools.Param) (name *tools.Param, rest []*tools.Param) {
	for _, q := range props {
		if name == nil && q.Name == "name" && q.Type == "string" && q.Values != nil && !slices.Contains([]tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime}, q.Values.Kind) {
			name = q
		} else {
			rest = append(rest, q)
		}
	}
	return name, rest
}

func joinWords(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// elements prepares the elements of an array.
func (in *inference) elements(t *tools.Tool, p *tools.Param, h *paramHints) {
	p.Noun = naming.Plural(h.noun)
	items := p.Items
	switch items.Type {
	case "object":
		in.fields(t, items, h, p.Required)
		if len(items.Props) == 0 {
			return
		}
		var parts []string
		for _, q := range items.Props {
			parts = append(parts, "the "+tools.EscapeText(q.Noun)+" {"+tools.SlotName(q.Name)+"}")
		}
		p.SayItem = phrases(joinWords(parts))
		p.Say = phrases("with {}")
		if name, rest := namedFirst(items.Props); name != nil && len(rest) > 0 { // "with the options Stage (color red) and Budget (color blue)"
			parts = nil
			for _, q := range rest {
				parts = append(parts, tools.EscapeText(q.Noun)+" {"+tools.SlotName(q.Name)+"}")
			}
			p.SayItem = phrases("{" + tools.SlotName(name.Name) + "} (" + strings.Join(parts, ", ") + ")")
			p.Say = phrases("with the " + tools.EscapeText(naming.Plural(h.noun)) + " {}")
		}
		if q := items.Props[0]; len(items.Props) == 1 && q.Noun == h.noun {
			p.SayItem = phrases("{" + tools.SlotName(q.Name) + "}")
			p.Say = phrases("with the " + tools.EscapeText(naming.Plural(h.noun)) + " {}")
		}
		return
	case "array", "boolean":
		return
	}
	if items.About == "" || len(stated(items)) == 0 {
		items.About = p.About + " " + items.About
	}
	ih := *h
	in.hints[items] = &ih
	s := in.spec(t, items, &ih)
	if p.Default == nil && s.values.Kind == tools.ValuePick && len(s.values.Pick) < 3 {
		p.Count = [2]int{len(s.values.Pick), len(s.values.Pick)}
	}
	items.Values = s.values
	in.labelled(t, items, p)
	switch s.make {
	case "listed", "thing":
		s.noun = ""
	}
	in.said(p, h, s)
	if p.Values = nil; len(p.Say) > 0 && !p.Required && s.make == "thing" {
		p.Say = nil // nothing is known about it, so it is never used
	}
}
