package infer

import (
	"slices"
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
		in.fields(t, p, h, p.Required)
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
		p.Say, p.There, p.Other = nil, nil, nil // nothing is known about it, so it is never used
	}
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

// paramSpec is how the values of a parameter are made and said.
type paramSpec struct {
	values *tools.Values
	make   string // the notation of rules, "listed", "id", or "thing" where nothing is known
	prep   string
	noun   string
	by     string // where this comes from, for statistics: "enumeration", "format", "name", …
}

// spec finds out how values of a scalar parameter are made: from its enumeration,
// its format, its description, its name, or an example. The bounds of the schema
// always apply.
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

// enumerated is the enumeration without the values that mean "everything", unless
// there are no others.
func enumerated(p *tools.Param) []any {
	list := slices.DeleteFunc(slices.Clone(p.Enum), func(v any) bool { s, ok := v.(string); return ok && (forAll(s) || s == "") })
	if len(list) == 0 {
		return p.Enum
	}
	return list
}

// directed finds the words for values that something comes from or goes to:
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

// takesID reports whether the parameter takes an id although its name does not say
// so: the description says so, or other parameters of the toolset do. Beside
// "project_gid", "project" takes an id as well.
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
			if q.Name == p.Name && q.Type == p.Type && len(q.Enum) == 0 && idDescribed.MatchString(q.About[:min(len(q.About), 200)]) {
				return true // one name takes one kind of value
			}
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
