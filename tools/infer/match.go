package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// shapes reports whether a parameter is about the form of an answer and not about
// its content.
func shapes(h *paramHints) bool {
	name := strings.Join(h.words, " ")
	return slices.ContainsFunc([]string{"limit", "page", "sort", "order by", "format", "unit", "offset", "count", "size", "max results", "max rows", "depth", "fields", "results", "cursor"},
		func(w string) bool { return strings.Contains(" "+name+" ", " "+w+" ") })
}

// reckons reports whether the answer is worked out of the parameter: in another format, it is
// another answer.
func reckons(e *tools.Entity, p *tools.Param) bool {
	return slices.ContainsFunc(e.Attributes, func(a *tools.Attribute) bool {
		return a.Values != nil && a.Values.Kind == tools.ValueColour && slices.Contains(a.Values.Terms, any(p.Name))
	})
}

// match decides how a parameter filters what a tool lists.
func (in *inference) match(t *tools.Tool, p *tools.Param) {
	if t.Entity == nil || p.Entity != nil {
		return
	}
	name := strings.Join(in.hints[p].words, " ")
	if p.Type == "boolean" || shapes(in.hints[p]) && !reckons(t.Entity, p) {
		p.Match = tools.MatchNone
	}
	in.atBounds(t, p)
	in.within(t, p, name)
	in.ofNested(t, p)
	if !in.isGiven(t.Entity) && t.Effect == tools.List && p.Match == tools.MatchEqual && p.Type == "string" && p.Values != nil && p.Values.Kind == tools.ValuePick && len(p.Enum) > 0 && sameWords(t.Entity, p) == nil && !in.isParam(t.Entity, p.Name) {
		values := *p.Values
		t.Entity.Attributes = append(t.Entity.Attributes, &tools.Attribute{Name: p.Name, Values: &values})
	}
	if a := sameWords(t.Entity, p); p.Attribute == "" && a != nil {
		p.Attribute = a.Name
	}
}

// sameWords is the attribute whose name has the same words as a parameter, or nil. An API may take a
// "StartTime" and answer with a "start_time".
func sameWords(e *tools.Entity, p *tools.Param) *tools.Attribute {
	if a := e.Attribute(p.Name); a != nil {
		return a
	}
	words := strings.Join(naming.Words(p.Name), " ")
	i := slices.IndexFunc(e.Attributes, func(a *tools.Attribute) bool {
		return a.Name != e.ID && a.Type() == p.Type && strings.EqualFold(strings.Join(naming.Words(a.Name), " "), words)
	})
	if i < 0 {
		return nil
	}
	return e.Attributes[i]
}

// atBounds decides which attribute the least and the greatest value filter:
// "max_price_per_hour" filters by "price_per_hour", or by "price". A range in one text holds
// two bounds, which lists cannot keep; it is said only where it must be.
func (in *inference) atBounds(t *tools.Tool, p *tools.Param) {
	words := in.hints[p].words
	if len(words) < 2 {
		return
	}
	var match tools.Match
	switch words[0] {
	case "max", "maximum":
		match = tools.MatchAtMost
	case "min", "minimum":
		match = tools.MatchAtLeast
	}
	switch {
	case match != "" && (p.Type == "integer" || p.Type == "number"):
		if a := measured(t.Entity, words[1:]); a != nil {
			p.Match, p.Attribute = match, a.Name
		}
	case words[len(words)-1] == "range" && p.Type == "string" && len(p.Enum) == 0 && !p.Required && t.Effect == tools.List && measured(t.Entity, words[:len(words)-1]) != nil:
		p.Say, p.There, p.Other = nil, nil, nil
	}
}

// measured is the number of a thing that the words name, or nil if there is none or several.
// One name may say more than the other: the unit, or for how long.
func measured(e *tools.Entity, words []string) *tools.Attribute {
	var fits []*tools.Attribute
	for _, a := range e.Attributes {
		if a.Values == nil || !slices.Contains([]tools.ValueKind{tools.ValueInt, tools.ValueNumber, tools.ValueMoney}, a.Values.Kind) {
			continue
		}
		names := naming.Words(strings.ToLower(a.Name))
		if slices.Equal(names, words) {
			return a
		}
		if n := min(len(names), len(words)); n > 0 && slices.Equal(names[:n], words[:n]) {
			fits = append(fits, a)
		}
	}
	if len(fits) != 1 {
		return nil
	}
	return fits[0]
}

// ofNested decides that a name filters by the thing of that name inside the listed ones: the
// portfolios of an owner have that "owner_name".
func (in *inference) ofNested(t *tools.Tool, p *tools.Param) {
	if in.isGiven(t.Entity) || p.Attribute != "" || p.Match != tools.MatchEqual || p.Type != "string" || p.Values == nil || !slices.Contains([]tools.ValueKind{tools.ValuePerson, tools.ValueCompany, tools.ValuePick, tools.ValueCity}, p.Values.Kind) {
		return
	}
	for _, end := range []string{"_name", "_full_name", "_title", "_label"} {
		if a := t.Entity.Attribute(p.Name + end); a != nil && a.Type() == p.Type {
			values := *p.Values
			p.Attribute, a.Values = a.Name, &values
			return
		}
	}
}

// within decides what the ends of a period and a radius filter: things lie between
// the days and within the distance that were asked for.
func (in *inference) within(t *tools.Tool, p *tools.Param, name string) {
	if t.Effect != tools.List || p.Values == nil || p.Attribute != "" || sameWords(t.Entity, p) != nil {
		return
	}
	first := strings.Fields(name + " ")
	match, exactly := tools.MatchEqual, false
	switch {
	case p.Values.Kind == tools.ValueInt && slices.Contains([]string{"radius", "max distance", "search radius", "distance", "max radius"}, name) && !strings.Contains(p.Noun, "metres") && !strings.Contains(p.Noun, "meter"):
		match = tools.MatchAtMost
	case p.Values.Kind != tools.ValueDate || len(first) == 0:
		return
	case name == "date" || name == "day" || strings.HasSuffix(name, "ing date") || strings.HasSuffix(name, "ure date") || name == "event date" || name == "match date":
		exactly = true
	case slices.Contains([]string{"start", "since", "from", "after", "begin"}, first[0]) || strings.HasSuffix(name, " from") || strings.HasSuffix(name, " after"):
		match = tools.MatchAtLeast
	case slices.Contains([]string{"end", "until", "to", "before"}, first[0]) || strings.HasSuffix(name, " to") || strings.HasSuffix(name, " before"):
		match = tools.MatchAtMost
	default:
		return
	}
	var fits []*tools.Attribute
	for _, a := range t.Entity.Attributes {
		v := a.Values
		switch {
		case v == nil:
		case p.Values.Kind == tools.ValueInt && strings.HasPrefix(strings.ToLower(a.Name), "distance") && (v.Kind == tools.ValueNumber || v.Kind == tools.ValueInt) && v.Min < p.Values.Min,
			v.Kind == tools.ValueDate && v.Min < v.Max && (exactly && p.Values.Min < v.Max && p.Values.Max > v.Min || match == tools.MatchAtLeast && p.Values.Max <= v.Max || match == tools.MatchAtMost && p.Values.Min >= v.Min):
			fits = append(fits, a)
		}
	}
	if len(fits) == 1 {
		p.Attribute, p.Match = fits[0].Name, match
	}
}

// holders marks the parameters that say in what a thing is: every tool that does anything with it
// needs them, to find it. A thing stays where it is.
func (in *inference) holders(e *tools.Entity) {
	var own []*tools.Tool
	one := false // some tool names one of them
	for _, t := range in.set.Tools {
		if t.Entity == e {
			own = append(own, t)
			one = one || slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && p.Entity == e })
		}
	}
	if len(own) < 2 || !one {
		return
	}
	for _, p := range own[0].Params {
		if p.Entity == nil || p.Entity == e || !p.Required || p.Type == "array" {
			continue
		}
		var same []*tools.Param
		for _, t := range own {
			if q := t.Param(p.Name); q != nil && q.Required && q.Entity == p.Entity {
				same = append(same, q)
			}
		}
		if len(same) < len(own) {
			continue
		}
		for _, q := range same {
			q.Holder = true
			if a := sameWords(e, q); a != nil && q.Attribute == "" {
				q.Attribute = a.Name
			}
		}
	}
}
