package infer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// single finds out how one value is made.
func (in *inference) single(t *tools.Tool, p *tools.Param, h *paramHints, rule *valueRule) paramSpec {
	listed, examples := stated(p), examplesOf(p)
	if len(examples) > 1 || len(examples) == 1 && len(listed) == 0 {
		listed = examples
	}
	if p.Type != "string" {
		listed = numeric(p, listed)
	}
	strict := rule != nil && rule.strict(len(listed))
	isID := h.isID
	if !isID && in.takesID(p, h, rule) {
		isID, strict = true, strict && !strings.HasPrefix(rule.make, "is ")
	}
	spec := paramSpec{prep: "with"}
	if rule != nil {
		spec.prep, spec.noun = rule.prep, rule.noun
	}
	take := func(make, by string) {
		if agrees(rule, make) {
			make = rule.make
		} else {
			spec.prep, spec.noun = "with", ""
			h.timed(make, &spec)
		}
		make = h.ends(make)
		if v := in.made(t, p, make); v != nil {
			spec.values, spec.make, spec.by = v, make, by
		}
	}
	if format := formatOf(p); format != "" {
		take(format, "format")
	}
	described := describedAs(p)
	if last := h.words[len(h.words)-1]; last == "format" || last == "pattern" || isID && ofTime(described) {
		described = "" // the value is a format, and not written in that format
	}
	if spec.values == nil && len(listed) > 1 && (!strict || len(examples) > 1) && (described == "" || len(listed) > 2 && !ofTime(described)) {
		spec.values, spec.make, spec.by = &tools.Values{Kind: tools.ValuePick, Pick: listed}, "listed", "description"
		if len(examples) > 1 {
			spec.by = "examples"
		}
	}
	if spec.values == nil && described != "" && (!strict || agrees(rule, described)) {
		take(described, "description")
	}
	if spec.values == nil && isID && !strict {
		spec = paramSpec{prep: "for", make: "id", values: idValues(p, h.noun), by: "identifier"}
		if !h.isID {
			spec.prep, spec.noun = "with", naming.Singular(h.noun)+" ID"
		}
		if len(examples) > 0 {
			if v := in.like(t, p, h, examples[0]); v != nil && v.Kind == tools.ValuePattern {
				spec.values = v
			}
		}
	}
	if spec.values == nil && !strict {
		if same := in.elsewhere(t, p); same != nil {
			spec.values, spec.make, spec.by = &tools.Values{Kind: tools.ValuePick, Pick: same}, "listed", "enumeration"
		}
	}
	if spec.values == nil && rule != nil {
		if v := in.made(t, p, rule.make); v != nil {
			spec.values, spec.make, spec.by = v, rule.make, "name"
		}
	}
	if spec.values == nil && len(listed) > 0 {
		spec.values, spec.make, spec.by = in.like(t, p, h, listed[0]), "listed", "example"
		if spec.values != nil && ofTime(string(spec.values.Kind)) {
			spec.make = string(spec.values.Kind)
			h.timed(spec.make, &spec)
		}
	}
	if spec.values == nil {
		in.general(t, p, h, &spec)
	}
	return spec
}

// elsewhere is the enumeration of a parameter with the same name and type in
// another tool for the same thing.
func (in *inference) elsewhere(t *tools.Tool, p *tools.Param) []any {
	for _, other := range in.set.Tools {
		if other == t || in.facts[other] == nil || t.Thing != other.Thing || t.Thing == "" && !naming.Related(in.facts[t].Noun, in.facts[other].Noun) {
			continue
		}
		if q := other.Param(p.Name); q != nil && q != p && q.Type == p.Type && len(q.Enum) > 1 {
			return enumerated(q)
		}
	}
	return nil
}

// numeric keeps the values that are numbers of the type of the parameter, and
// converts texts to numbers.
func numeric(p *tools.Param, listed []any) []any {
	var out []any
	for _, v := range listed {
		if s, ok := v.(string); ok {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				continue
			}
			v = document.Number(f)
		}
		if _, whole := v.(int64); !whole && p.Type == "integer" || slices.Contains(out, v) {
			continue
		}
		out = append(out, v)
	}
	return out
}

// like makes values like an example.
func (in *inference) like(t *tools.Tool, p *tools.Param, h *paramHints, example any) *tools.Values {
	text, ok := example.(string)
	if !ok {
		return ofSize(p, example)
	}
	if make := likeExample(p, h, text); make != "" {
		return in.made(t, p, make)
	}
	return &tools.Values{Kind: tools.ValuePick, Pick: []any{text}}
}

// several finds out how a text with several values is made.
func (in *inference) several(t *tools.Tool, p *tools.Param, h *paramHints, rule *valueRule) paramSpec {
	one := *p
	one.About = joined.ReplaceAllString(begins(p), "")
	var spec paramSpec
	switch {
	case idList.MatchString(begins(p)):
		ih := *h
		ih.isID = true
		if m := idList.FindStringSubmatch(begins(p)); len(ih.words) > 0 {
			ih.noun = naming.Singular(strings.ToLower(m[1]))
		}
		spec = paramSpec{prep: "with", make: "id", by: "description", values: idValues(&one, ih.noun)}
	default:
		spec = in.single(t, &one, h, rule)
	}
	if v := severalOf(spec.values); v != nil {
		spec.values = v
		spec.by = "description"
	}
	return spec
}

var idList = regexp.MustCompile(`(?i)\b(\w+?)s? (?:identifiers|ids|gids)\b`)
