package infer

import (
	"slices"

	"switchyard/tools"
	"switchyard/tools/naming"
)

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
			} else if p.Noun == q.Noun && p.Values != nil && p.Values.Kind != tools.ValueDate {
				in.endOf(p)
				in.endOf(q)
			}
		}
	}
}

// apartBy reports whether two names differ in nothing but a pair of words.
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

// endOf tells which of two ends with the same noun a question is about: nobody asks for "the
// language and the language".
func (in *inference) endOf(p *tools.Param) {
	end := map[string]string{"from": "source ", "to": "target ", "into": "target "}[in.hints[p].prep]
	if end == "" {
		return
	}
	p.Noun = end + p.Noun
	p.AskFor = []string{"Which " + p.Noun + " do you mean?", "Could you tell me the " + p.Noun + "?"}
}

// spans asks for one value of a forecast that has only one.
func (in *inference) spans() {
	for _, t := range in.set.Tools {
		for _, p := range t.Params {
			if t.Effect != tools.List && p.Type == "integer" && in.hints[p] != nil && naming.Spans(t.Name, p.Name) {
				p.Values = constrained(p, &tools.Values{Kind: tools.ValueInt, Min: 1, Max: 1})
			}
		}
	}
}
