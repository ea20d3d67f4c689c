package tools

import (
	"slices"
	"strings"
)

// shapes tells whether a parameter says how an answer looks, and not what it is
// about.
func shapes(h *paramHints) bool {
	name := strings.Join(h.words, " ")
	return slices.ContainsFunc([]string{"limit", "page", "sort", "order by", "format", "unit", "offset", "count", "size", "max results", "max rows", "depth", "fields", "results", "cursor"},
		func(w string) bool { return strings.Contains(" "+name+" ", " "+w+" ") })
}

// match decides how a parameter narrows what a tool lists.
func (in *inference) match(t *Tool, p *Param) {
	if t.Entity == nil || p.Entity != nil {
		return
	}
	name := strings.Join(in.hints[p].words, " ")
	if p.Type == "boolean" || shapes(in.hints[p]) {
		p.Match = MatchNone
	}
	if base, ok := strings.CutPrefix(name, "max "); ok && t.Entity.Attribute(base) != nil {
		p.Match, p.Attribute = MatchAtMost, base
	}
	if base, ok := strings.CutPrefix(name, "min "); ok && t.Entity.Attribute(base) != nil {
		p.Match, p.Attribute = MatchAtLeast, base
	}
	in.within(t, p, name)
	if !in.isGiven(t.Entity) && t.Effect == List && p.Match == MatchEqual && p.Type == "string" && p.Values != nil && p.Values.Kind == ValuePick && len(p.Enum) > 0 && t.Entity.Attribute(p.Name) == nil && !in.isParam(t.Entity, p.Name) {
		values := *p.Values
		t.Entity.Attributes = append(t.Entity.Attributes, &Attribute{Name: p.Name, Values: &values})
	}
	if p.Attribute == "" && t.Entity.Attribute(p.Name) != nil {
		p.Attribute = p.Name
	}
}

// within decides what the ends of a period and a radius narrow: a thing of the
// list lies between the days that were asked for, and is no farther away.
func (in *inference) within(t *Tool, p *Param, name string) {
	if t.Effect != List || p.Values == nil || p.Attribute != "" || t.Entity.Attribute(p.Name) != nil {
		return
	}
	first := strings.Fields(name + " ")
	match, exactly := MatchEqual, false
	switch {
	case p.Values.Kind == ValueInt && slices.Contains([]string{"radius", "max distance", "search radius", "distance", "max radius"}, name) && !strings.Contains(p.Noun, "metres") && !strings.Contains(p.Noun, "meter"):
		match = MatchAtMost
	case p.Values.Kind != ValueDate || len(first) == 0:
		return
	case name == "date" || name == "day" || strings.HasSuffix(name, "ing date") || strings.HasSuffix(name, "ure date") || name == "event date" || name == "match date":
		exactly = true
	case slices.Contains([]string{"start", "since", "from", "after", "begin"}, first[0]) || strings.HasSuffix(name, " from") || strings.HasSuffix(name, " after"):
		match = MatchAtLeast
	case slices.Contains([]string{"end", "until", "to", "before"}, first[0]) || strings.HasSuffix(name, " to") || strings.HasSuffix(name, " before"):
		match = MatchAtMost
	default:
		return
	}
	var fits []*Attribute
	for _, a := range t.Entity.Attributes {
		v := a.Values
		switch {
		case v == nil:
		case p.Values.Kind == ValueInt && strings.HasPrefix(strings.ToLower(a.Name), "distance") && (v.Kind == ValueNumber || v.Kind == ValueInt) && v.Min < p.Values.Min,
			v.Kind == ValueDate && v.Min < v.Max && (exactly && p.Values.Min < v.Max && p.Values.Max > v.Min || match == MatchAtLeast && p.Values.Max <= v.Max || match == MatchAtMost && p.Values.Min >= v.Min):
			fits = append(fits, a)
		}
	}
	if len(fits) == 1 {
		p.Attribute, p.Match = fits[0].Name, match
	}
}
