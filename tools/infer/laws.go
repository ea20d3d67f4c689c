package infer

import (
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// What names tell of the world: an end is after its start, more costs more, and people
// change what is theirs.

// laws are the rules that the names of parameters and attributes suggest.
func laws(ts *tools.Toolset) (rules []tools.Rule) {
	add := func(r mission.Rule) { rules = append(rules, tools.Rule{Rule: r}) }
	for _, e := range ts.Entities {
		for _, ends := range rangesOf(e.Attributes) {
			add(mission.Rule{Kind: mission.RuleAfter, Of: []string{e.Key}, At: ends[:1], Than: ends[1:]})
		}
		if owner := ownerOf(e); owner != "" && !ts.Staff {
			add(mission.Rule{Kind: mission.RuleOwner, Of: []string{e.Key}, At: []string{owner}})
		}
	}
	for _, t := range ts.Tools {
		if ts.Entity(t.Name) != nil {
			continue // it would not be clear which of them a rule is about
		}
		var params []*tools.Attribute
		for _, p := range t.Params {
			params = append(params, &tools.Attribute{Name: p.Name, Values: p.Values})
		}
		for _, ends := range rangesOf(params) {
			add(mission.Rule{Kind: mission.RuleAfter, Of: []string{t.Name}, At: ends[:1], Than: ends[1:]})
		}
		if r, ok := costs(t); ok {
			add(r)
		}
	}
	return rules
}

// timed has the kinds of values that are times.
var timed = []tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMoment}

// rangesOf lists the times among attributes that end and begin the same range, the end
// first.
func rangesOf(list []*tools.Attribute) (out [][]string) {
	for _, end := range list {
		for _, start := range list {
			if end.Values != nil && start.Values != nil && slices.Contains(timed, end.Values.Kind) && end.Values.Kind == start.Values.Kind &&
				naming.Ends(naming.Words(strings.ToLower(end.Name)), naming.Words(strings.ToLower(start.Name))) {
				out = append(out, []string{end.Name, start.Name})
			}
		}
	}
	return out
}

// owners name people who change what is theirs.
var owners = []string{"customer", "guest", "passenger", "patient", "tenant", "client", "member", "holder", "subscriber", "buyer", "traveller"}

// ownerOf is the attribute that says whose a thing is, or "".
func ownerOf(e *tools.Entity) string {
	for _, a := range e.Attributes {
		if a.Values == nil || a.Name == e.Name || a.Values.Kind != tools.ValuePerson && a.Values.Kind != tools.ValueEmail {
			continue
		}
		if slices.ContainsFunc(naming.Words(strings.ToLower(a.Name)), func(w string) bool { return slices.Contains(owners, w) }) {
			return a.Name
		}
	}
	return ""
}

// The last words of names of quantities, and of what grows with them.
var (
	amounts = []string{"quantity", "qty", "pieces", "copies", "units", "nights", "days", "hours", "guests", "people", "passengers", "adults", "seats", "tickets", "travellers", "persons"}
	prices  = []string{"total", "price", "cost", "fee", "fare", "charge", "subtotal"}
)

// costs is the rule that the price which a tool works out grows with the quantity that it
// is asked for, everything else being the same.
func costs(t *tools.Tool) (r mission.Rule, ok bool) {
	is := func(name string, words []string) bool {
		return slices.Contains(words, naming.LastWord(strings.ToLower(strings.Join(naming.Words(name), " "))))
	}
	number := func(v *tools.Values) bool {
		return v != nil && slices.Contains([]tools.ValueKind{tools.ValueInt, tools.ValueNumber, tools.ValueMoney}, v.Kind)
	}
	answer := t.Gives
	switch {
	case t.Effect == tools.Create && t.Entity != nil:
		answer = slices.Concat(t.Entity.Attributes, t.Gives)
	case t.Effect != tools.Compute:
		return r, false
	}
	r = mission.Rule{Kind: mission.RuleMonotone, Of: []string{t.Name}}
	for _, p := range t.Params {
		switch {
		case r.With == "" && p.Required && number(p.Values) && is(p.Name, amounts):
			r.With = p.Name
		case p.Required:
			r.Same = append(r.Same, p.Name)
		}
	}
	for _, a := range answer {
		if number(a.Values) && is(a.Name, prices) && t.Param(a.Name) == nil {
			r.At = append(r.At, a.Name)
		}
	}
	if r.With == "" || len(r.At) == 0 {
		return r, false
	}
	r.At = r.At[:1]
	return r, true
}

// The words of attributes of which people want little, and of those of which they want
// much.
var (
	littleWanted = []string{"price", "cost", "fee", "fare", "distance", "duration", "delay", "wait", "latency", "risk", "total"}
	muchWanted   = []string{"rating", "score", "stars", "discount", "popularity", "quality", "reward", "capacity"}
)

// wanted says what a superlative may be used for, by the name and values of the attribute.
func wanted(a *tools.Attribute, order mission.Order) mission.Wanted {
	words := naming.Words(strings.ToLower(a.Name))
	is := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	prefer := func(best mission.Order) mission.Wanted {
		if order == best {
			return mission.WantedChoose
		}
		return mission.WantedAvoid
	}
	switch {
	case is(muchWanted):
		return prefer(mission.OrderMax)
	case is(littleWanted):
		return prefer(mission.OrderMin)
	case a.Values != nil && (slices.Contains(timed, a.Values.Kind) || a.Values.Kind == tools.ValuePastMoment):
		return mission.WantedChoose // the first and the last
	}
	return mission.WantedNeutral
}
