package gen

import (
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// offer returns a toolset as entries hold it: what the agent is offered, and what the
// verifier needs.
func offer(set *tools.Toolset) mission.Toolset {
	out := mission.Toolset{Name: set.Name, Domain: set.Domain}
	for _, t := range set.Tools {
		out.Tools = append(out.Tools, offerTool(t))
	}
	for _, e := range set.Entities {
		out.Entities = append(out.Entities, mission.Entity{Name: e.Noun, Plural: e.Plural, ID: e.ID, Comparisons: e.Comparisons})
	}
	return out
}

func offerTool(t *tools.Tool) mission.Tool {
	out := mission.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters, Returns: t.Returns, After: t.After, Scenario: t.Scenario}
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
	d.After, d.Labels, d.Scenario, d.Distractor = nil, nil, "", true
	to.Tools = slices.Insert(slices.Clip(to.Tools), r.IntN(len(to.Tools)+1), d)
	return to, true
}
