package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// waysOf lists the ways in which words express a relation.
func waysOf(r mission.Relation) []mission.Way {
	switch r {
	case mission.Implicit:
		return []mission.Way{mission.WayOrdinalFront, mission.WayOrdinalBack, mission.WayInterrogative, mission.WayAbbreviation,
			mission.WayDescription, mission.WayPersonal, mission.WayDemonstrative}
	case mission.Ellipsis:
		return []mission.Way{mission.WayNoSubject, mission.WayNoAttribute, mission.WayNoModifier, mission.WayNoParts,
			mission.WayAddSubject, mission.WayAddModifier, mission.WayCorrection, mission.WayRewording, mission.WayMore,
			mission.WayDetail, mission.WayShorter, mission.WayExample, mission.WayGoOn, mission.WayNeighbour}
	case mission.LongTerm:
		return []mission.Way{mission.WayEarlierSubject}
	}
	return nil
}

// proveRelation proves that a mission really depends on the one that it refers to.
func (v *view) proveRelation(m *missionView) {
	ref := m.Reference
	if m.at == 0 {
		if m.Relation != "" || ref != nil {
			v.report(m, RelationFirst, "/relation", "the first mission has nothing to refer to")
		}
		return
	}
	switch {
	case !slices.Contains(mission.Relations(), m.Relation):
		v.report(m, RelationFirst, "/relation", "%q is no relation; later missions have one", m.Relation)
		return
	case ref == nil:
		v.report(m, RelationFirst, "/reference", "the words that refer are missing")
		return
	case ref.Mission < 0 || ref.Mission >= m.at:
		v.report(m, RelationFirst, "/reference/mission", "mission %d is not an earlier one", ref.Mission)
		return
	}
	if far := m.at - ref.Mission; (m.Relation == mission.LongTerm) != (far >= 2) {
		must := "to the last mission"
		if m.Relation == mission.LongTerm {
			must = "two or more missions back"
		}
		v.report(m, RelationDistance, "/reference/mission", "the relation %s must point %s; this is %d back", m.Relation, must, far)
		return
	}
	if ref.Phrase == "" || !m.request.holds(ref.Phrase) {
		v.report(m, RelationPhrase, "/reference/phrase", "the request does not say %q", ref.Phrase)
	}
	v.proveReferred(m, ref)
	v.proveWay(m, ref)
}

// proveReferred proves that the mission referred to has what is needed, and that neither
// the request nor, for long_term, the last mission has it.
func (v *view) proveReferred(m *missionView, ref *mission.Reference) {
	from := &v.missions[ref.Mission]
	switch {
	case ref.Text == "" || !from.says(ref.Text):
		v.report(m, RelationText, "/reference/text", "nobody says %q in mission %d", ref.Text, ref.Mission)
	case m.request.holds(ref.Text):
		v.report(m, RelationText, "/reference/text", "the request says %q itself, so it leans on nothing", ref.Text)
	}
	needed := neededFrom(m, ref.Mission)
	if len(m.calls) > 0 && len(needed) == 0 {
		v.report(m, RelationNeeded, "/reference", "no value of the calls comes from mission %d without being said in the request", ref.Mission)
	}
	if m.Relation != mission.LongTerm {
		return
	}
	last := &v.missions[m.at-1]
	for _, words := range append([]string{ref.Text}, needed...) {
		if last.says(words) {
			v.report(m, RelationRecent, "/reference", "the last mission says %q too, so nothing from mission %d is needed", words, ref.Mission)
			return
		}
	}
	for c := range m.calls {
		for _, w := range neededValues(m, c, ref.Mission) {
			if words := v.saidIn(last, w); words != "" {
				v.report(m, RelationRecent, "/reference", "the last mission says %q too, so nothing from mission %d is needed", words, ref.Mission)
				return
			}
		}
	}
}

// neededFrom lists the words of an earlier mission that the calls of m need and the
// request of m does not say.
func neededFrom(m *missionView, from int) []string {
	var list []string
	for src := range m.sources() {
		if takenFrom(m, src, from) {
			list = append(list, src.Text)
		}
	}
	return list
}

func takenFrom(m *missionView, src *mission.Source, from int) bool {
	earlier := src.Kind == mission.FromShown || src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier
	return earlier && src.Mission == from && src.Text != "" && !m.request.holds(src.Text)
}

// neededValues lists the texts that call c of m takes from words of an earlier mission
// and that the request of m does not say. It leaves out numbers, because the same
// number may be said about something else.
func neededValues(m *missionView, c, from int) []Want {
	var list []Want
	call := &m.calls[c]
	for s := range call.Sources {
		src := &call.Sources[s]
		if !takenFrom(m, src, from) || call.tool == nil {
			continue
		}
		for _, l := range call.leaves {
			if _, ok := l.value.(string); ok && l.pointer == src.Pointer {
				list = append(list, Want{Tool: call.tool.Tool, Pointer: l.pointer, Value: l.value})
			}
		}
	}
	return list
}

// saidIn returns words of a mission that say a value in any form.
func (v *view) saidIn(m *missionView, w Want) string {
	texts := append([]text{m.request, m.reply}, m.replies...)
	for _, t := range append(texts, m.asked...) {
		if r := Read(v.entry.Environment, t.raw, []Want{w})[0]; r != nil {
			return r.Text
		}
	}
	return ""
}

var pronouns = set("it its it's they them their theirs themselves he him his she her hers itself both it'll they're he's she's they'll")

var demonstratives = set("this that these those there then here such same that's")

var interrogatives = set("which what who whose where when how why whom what's which's who's where's when's how's")

// proveWay proves that the way belongs to the relation and fits the words or the choice.
func (v *view) proveWay(m *missionView, ref *mission.Reference) {
	if !slices.Contains(waysOf(m.Relation), ref.Way) {
		v.report(m, RelationWay, "/reference/way", "%q is no way of %s", ref.Way, m.Relation)
		return
	}
	list := words(fold(ref.Phrase))
	any := func(set map[string]bool) bool {
		return slices.ContainsFunc(list, func(w string) bool { return set[w] || set[bare(w)] })
	}
	why := ""
	switch ref.Way {
	case mission.WayOrdinalFront, mission.WayOrdinalBack:
		order := mission.OrderFront
		if ref.Way == mission.WayOrdinalBack {
			order = mission.OrderBack
		}
		p, _, ok := positionIn(list)
		if !ok || p.order != order {
			why = fmt.Sprintf("%q does not count from the %s", ref.Phrase, order)
		} else if len(m.calls) > 0 && !chooses(m, order) {
			why = fmt.Sprintf("no item is chosen by its place from the %s", order)
		}
	case mission.WayDescription:
		if len(m.calls) > 0 && !chooses(m, mission.OrderMin, mission.OrderMax, mission.OrderIs) {
			why = "no item is chosen by what it is like"
		}
	case mission.WayNoAttribute:
		if len(m.calls) > 0 && !v.repeats(m, ref.Mission) {
			why = fmt.Sprintf("%q asks for the same as mission %d, and nothing of that is done first", ref.Phrase, ref.Mission)
		}
	case mission.WayPersonal:
		if !any(pronouns) {
			why = fmt.Sprintf("%q has no pronoun", ref.Phrase)
		}
	case mission.WayDemonstrative:
		if !any(demonstratives) {
			why = fmt.Sprintf("%q points at nothing", ref.Phrase)
		}
	case mission.WayInterrogative:
		if !any(interrogatives) {
			why = fmt.Sprintf("%q has no question word", ref.Phrase)
		}
	case mission.WayAbbreviation:
		if !abbreviates(list, ref.Text) && !v.abbreviatesName(list, ref) {
			why = fmt.Sprintf("%q is not short for %q", ref.Phrase, ref.Text)
		}
	}
	if why != "" {
		v.report(m, RelationWay, "/reference/way", "%s", why)
	}
}

// repeats reports whether a call that comes after no other calls a tool that was called in
// an earlier mission.
func (v *view) repeats(m *missionView, from int) bool {
	return slices.ContainsFunc(m.calls, func(c callView) bool {
		return len(c.Dependencies) == 0 && slices.ContainsFunc(v.missions[from].calls, func(past callView) bool { return past.Tool == c.Tool })
	})
}

// chooses reports whether some source chooses in one of the orders.
func chooses(m *missionView, orders ...mission.Order) bool {
	for src := range m.sources() {
		if src.Choice != nil && slices.Contains(orders, src.Choice.Order) {
			return true
		}
	}
	return false
}

// abbreviatesName reports whether the words are short for another text of the thing that
// the reference means, such as the name of the thing with that code.
func (v *view) abbreviatesName(list []string, ref *mission.Reference) bool {
	from := &v.missions[ref.Mission]
	for c := range from.calls {
		if named(from.calls[c].observation, alike(ref.Text), list) {
			return true
		}
	}
	return false
}

func named(doc any, text string, list []string) bool {
	switch doc := doc.(type) {
	case []any:
		return slices.ContainsFunc(doc, func(item any) bool { return named(item, text, list) })
	case map[string]any:
		this, short := false, false
		for _, value := range doc {
			switch value := value.(type) {
			case string:
				this = this || alike(value) == text
				short = short || abbreviates(list, value)
			case []any, map[string]any:
				if named(value, text, list) {
					return true
				}
			}
		}
		return this && short
	}
	return false
}

// abbreviates reports whether one of the words is a word of the whole, the beginning of
// one, or the initials of the whole.
func abbreviates(list []string, whole string) bool {
	parts := plainWords(whole)
	for _, w := range list {
		w = strings.Trim(bare(w), ".")
		if len(w) >= 2 && w == initials(parts) {
			return true
		}
		for _, part := range parts {
			if !filler[w] && len(w) >= 3 && strings.HasPrefix(part, w) {
				return true
			}
		}
	}
	return false
}
