package gen

import (
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Offer returns a toolset as entries hold it: what the agent is offered, and what the
// verifier needs.
func Offer(set *tools.Toolset) mission.Toolset {
	out := mission.Toolset{Name: set.Name, Domain: set.Domain, Facts: set.Facts()}
	for _, t := range set.Tools {
		out.Tools = append(out.Tools, offerTool(t))
	}
	for _, e := range set.Entities {
		out.Entities = append(out.Entities, mission.Entity{Name: e.Noun, Plural: e.Plural, ID: e.ID, Comparisons: e.Comparisons})
	}
	for i := range set.Rules {
		if r, ok := offerRule(set, &set.Rules[i]); ok {
			out.Rules = append(out.Rules, r)
		}
	}
	for _, t := range set.Tools {
		if r := news(t); len(r.At) > 0 {
			out.Rules = append(out.Rules, r)
		}
	}
	return out
}

// news is the rule that every update without a fixed effect keeps: it gives a thing values
// that it does not have already.
func news(t *tools.Tool) mission.Rule {
	r := mission.Rule{Kind: mission.RuleExcludes, Of: []string{t.Name}}
	if t.Effect != tools.Update || len(t.Sets) > 0 || t.Entity == nil {
		return r
	}
	for _, p := range t.Params {
		if p.Entity != t.Entity && p.Type != "array" && t.Entity.Attribute(p.Target()) != nil {
			r.At, r.Than = append(r.At, p.Name), append(r.Than, p.Target())
		}
	}
	return r
}

// offerRule returns a rule as entries hold it: with the identifying attributes of
// entities for their keys. It fails if two entities are identified by the same name, so
// that the verifier could not tell their things apart.
func offerRule(set *tools.Toolset, r *tools.Rule) (mission.Rule, bool) {
	out, clear := r.Rule, true
	idOf := func(name string) string {
		e := set.Entity(name)
		if e == nil {
			return name
		}
		clear = clear && !slices.ContainsFunc(set.Entities, func(o *tools.Entity) bool { return o != e && o.ID == e.ID })
		return e.ID
	}
	out.In = idOf(out.In)
	if r.Kind != mission.RuleExcludes && set.Tool(r.Of[0]) == nil {
		out.Of = []string{idOf(r.Of[0])}
	}
	raw := func(values []any) (out []json.RawMessage) {
		for _, v := range values {
			out = append(out, tools.EncodeValue(v))
		}
		return out
	}
	out.Among = raw(r.Among)
	for name, values := range r.When {
		if out.When == nil {
			out.When = map[string][]json.RawMessage{}
		}
		out.When[name] = raw(values)
	}
	return out, clear
}

func offerTool(t *tools.Tool) mission.Tool {
	out := mission.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters, Returns: t.Returns, After: t.After, Scenario: t.Scenario,
		Effect: mission.Effect(t.Effect)}
	if t.Entity != nil {
		out.Thing = t.Entity.ID
	}
	for param, labels := range t.Labels {
		if out.Labels == nil {
			out.Labels = map[string]map[string][]string{}
		}
		values := map[string][]string{}
		for _, l := range labels {
			values[string(tools.EncodeValue(l.Value))] = l.Say
		}
		out.Labels[param] = values
	}
	return out
}

// foreignTo reports whether a tool serves none of the topics that people bring up
// around a toolset.
func foreignTo(set *tools.Toolset, t *tools.Tool) bool {
	text := naming.Folded(t.Name + " " + t.Description)
	return !slices.ContainsFunc(set.Topics, func(topic *tools.Topic) bool { return slices.ContainsFunc(topic.Keywords, text.Mentions) })
}

// distract adds a tool of another toolset, unless there is one of the same name. Its place
// is drawn, because a place of its own would show that it is foreign.
func distract(r keyed.Rand, to mission.Toolset, t *tools.Tool) (mission.Toolset, bool) {
	if slices.ContainsFunc(to.Tools, func(have mission.Tool) bool { return strings.EqualFold(have.Name, t.Name) }) {
		return to, false
	}
	d := offerTool(t)
	d.After, d.Labels, d.Scenario, d.Effect, d.Thing, d.Distractor = nil, nil, "", "", "", true
	to.Tools = slices.Insert(slices.Clip(to.Tools), r.IntN(len(to.Tools)+1), d)
	return to, true
}
