package proof

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"switchyard/mission"
)

// proveQuestions proves that the questions are necessary and complete.
func (v *view) proveQuestions(m *missionView) {
	if len(m.Questions) == 0 || len(m.calls) != 1 {
		return // reported by group 3 where it should not be so
	}
	call := &m.calls[0]
	if call.tool == nil || call.tool.params.err != nil {
		return // reported by group 1
	}
	needed, sources := repliedTo(m)
	v.proveRequired(m, call)
	v.proveUnsaid(m, sources)
	// Optional parameters that the user gives without being asked were not missing.
	needed = slices.DeleteFunc(needed, func(g given) bool {
		asked := slices.ContainsFunc(m.Questions, func(q mission.Question) bool { return slices.Contains(q.Missing, g.name) })
		return !asked && !call.tool.params.required[g.name]
	})
	v.proveAsked(m, needed)
}

// given is a parameter whose values come from replies, with the words that say them.
type given struct {
	name  string
	words []string
}

// repliedTo collects what the call of a mission takes from replies.
func repliedTo(m *missionView) (list []given, sources []*mission.Source) {
	for s := range m.calls[0].Sources {
		src := &m.calls[0].Sources[s]
		replied := src.Kind == mission.FromReply ||
			(src.Kind == mission.FromClock || src.Kind == mission.FromKnowledge) && src.Said == mission.FromReply
		if !replied {
			continue
		}
		sources = append(sources, src)
		name := top(src.Pointer)
		i := slices.IndexFunc(list, func(g given) bool { return g.name == name })
		if i < 0 {
			list = append(list, given{name: name})
			i = len(list) - 1
		}
		list[i].words = append(list[i].words, src.Text)
	}
	return list, sources
}

func (v *view) proveRequired(m *missionView, call *callView) {
	for q := range m.Questions {
		question := &m.Questions[q]
		at := fmt.Sprintf("/questions/%d", q)
		if question.Tool != call.Tool {
			v.report(m, ClarifyRequired, at+"/tool", "the question is about %s, but %s is called", question.Tool, call.Tool)
			continue
		}
		for i, name := range question.Missing {
			if !call.tool.params.required[name] {
				v.report(m, ClarifyRequired, fmt.Sprintf("%s/missing/%d", at, i), "%s does not require %q", call.Tool, name)
			}
		}
	}
}

// proveUnsaid proves that nobody had said before what was asked for: neither the words of
// the reply nor the value as a text.
func (v *view) proveUnsaid(m *missionView, sources []*mission.Source) {
	for _, src := range sources {
		said := []string{src.Text}
		if value, ok := leafAt(m.calls[0].leaves, src.Pointer); ok {
			if s, isText := value.(string); isText && utf8.RuneCountInString(s) > 2 {
				said = append(said, s)
			}
		}
		for _, words := range said {
			if where := v.saidBefore(m, words); where != "" {
				v.report(m, ClarifySaid, "/questions", "%q is asked for, but %s says %q already", top(src.Pointer), where, words)
				break
			}
		}
	}
}

// saidBefore returns where words were said before the first question of a mission.
func (v *view) saidBefore(m *missionView, words string) string {
	if m.request.holds(words) {
		return "the request"
	}
	for i := range m.at {
		if v.missions[i].says(words) {
			return fmt.Sprintf("mission %d", i)
		}
	}
	return ""
}

// says reports whether user or assistant say the words in this mission.
func (m *missionView) says(words string) bool {
	return m.request.holds(words) || m.reply.holds(words) || anyHolds(m.asked, words) || anyHolds(m.replies, words)
}

// proveAsked proves that each question asks for everything that is still missing, and
// that the last reply completes it.
func (v *view) proveAsked(m *missionView, needed []given) {
	for q := range m.Questions {
		question := &m.Questions[q]
		at := fmt.Sprintf("/questions/%d", q)
		open := openAfter(needed, m.replies[:q])
		if !sameSet(question.Missing, open) {
			v.report(m, ClarifyOrder, at+"/missing", "the question asks for %s; what is missing is %s", nameList(question.Missing), nameList(open))
			return
		}
		left := openAfter(needed, m.replies[:q+1])
		last := q == len(m.Questions)-1
		switch {
		case question.Complete != last:
			v.report(m, ClarifyOrder, at+"/complete", "must be %v: the last reply is complete, and no other", last)
			return
		case !question.Complete && len(left) == 0:
			v.report(m, ClarifyVague, at+"/reply", "the reply gives all that was asked, but is said to be incomplete")
			return
		case question.Complete && len(left) > 0:
			v.report(m, ClarifyOrder, at+"/reply", "after the last reply %s is still missing", nameList(left))
			return
		}
	}
}

// openAfter lists the parameters that replies have not given.
func openAfter(needed []given, replies []text) []string {
	var open []string
	for _, g := range needed {
		for _, words := range g.words {
			if !anyHolds(replies, words) {
				open = append(open, g.name)
				break
			}
		}
	}
	return open
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func nameList(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// proveChat proves that a chat mission needs no tool.
func (v *view) proveChat(m *missionView) {
	claim := m.Mission.Chat
	if claim == nil || m.Type != mission.Chat {
		return // reported by group 3
	}
	form, known := chatForms[claim.Kind]
	switch {
	case !known:
		v.report(m, ChatClaim, "/chat/kind", "%q is no reason to need no tool", claim.Kind)
	case form.keywords != (len(claim.Keywords) > 0):
		v.report(m, ChatClaim, "/chat/keywords", "words that a tool would have to name if it served the request: %s", missingOrExtra(form.keywords))
	case form.compare != (claim.Compare != nil):
		v.report(m, ChatClaim, "/chat/compare", "what is compared: %s", missingOrExtra(form.compare))
	case form.options != (claim.Options != nil):
		v.report(m, ChatClaim, "/chat/options", "what is chosen from: %s", missingOrExtra(form.options))
	case claim.Compare != nil && (claim.Kind == mission.ChatPlace) != (claim.Compare.Place > 0):
		v.report(m, ChatClaim, "/chat/compare/place", "the place of the item: %s", missingOrExtra(claim.Kind == mission.ChatPlace))
	case claim.Instead != nil && (claim.Kind != mission.ChatOpinion || claim.Instead.Place > 0):
		v.report(m, ChatClaim, "/chat/instead", "only an opinion has what speaks for another item")
	default:
		if why := form.wrong(v, m, claim); why != "" {
			v.report(m, form.check, form.at, "%s", why)
		}
		if form.keywords {
			v.proveUncovered(m, claim.Keywords)
		}
	}
}

// chatForm is what a kind of chat claims, and how that is proved.
type chatForm struct {
	keywords, compare, options bool // what the claim has
	check                      Check
	at                         string
	wrong                      func(v *view, m *missionView, claim *mission.ChatClaim) string
}

var chatForms = map[mission.ChatKind]chatForm{
	mission.ChatCompare: {compare: true, check: ChatCompare, at: "/chat/compare", wrong: func(v *view, m *missionView, claim *mission.ChatClaim) string {
		return v.notCompared(m, claim.Compare)
	}},
	mission.ChatFact:      {keywords: true, check: ChatFact, at: "/reply", wrong: (*view).notDeclared},
	mission.ChatKnowledge: {keywords: true, wrong: (*view).nothingWrong},
	mission.ChatNearMiss:  {keywords: true, wrong: (*view).nothingWrong},
	mission.ChatOpinion:   {compare: true, check: ChatOpinion, at: "/chat", wrong: (*view).notReasoned},
	mission.ChatOptions:   {options: true, check: ChatOptions, at: "/reply", wrong: (*view).notAllOptions},
	mission.ChatPlace:     {compare: true, check: ChatPlace, at: "/chat/compare", wrong: (*view).notPlaced},
	mission.ChatRestate: {check: ChatRestate, at: "/reply", wrong: func(v *view, m *missionView, _ *mission.ChatClaim) string {
		return v.notRestated(m)
	}},
}

func missingOrExtra(needed bool) string {
	if needed {
		return "missing"
	}
	return "not for this kind"
}

func (v *view) nothingWrong(*missionView, *mission.ChatClaim) string { return "" }

// notRestated returns why the reply does not restate what the referenced mission showed.
// It must keep every identifier of one kind from that mission's observations.
func (v *view) notRestated(m *missionView) string {
	if m.Reference == nil || m.Reference.Mission < 0 || m.Reference.Mission >= m.at {
		return "there is no earlier mission to restate"
	}
	from := &v.missions[m.Reference.Mission]
	if len(from.calls) == 0 {
		return fmt.Sprintf("mission %d showed nothing that could be restated", m.Reference.Mission)
	}
	why := fmt.Sprintf("mission %d showed no identifier", m.Reference.Mission)
	for i := range v.entry.Toolset.Entities {
		ids := v.identifiersOf(from, v.entry.Toolset.Entities[i].ID)
		lost := slices.IndexFunc(ids, func(id any) bool { return !m.reply.holds(spell(id)) })
		switch {
		case len(ids) == 0:
		case lost < 0:
			return ""
		default:
			why = "the reply does not restate " + spell(ids[lost])
		}
	}
	return why
}

// identifiersOf returns the different values of an identifying attribute in what a
// mission observed.
func (v *view) identifiersOf(m *missionView, key string) (ids []any) {
	for c := range m.calls {
		if m.calls[c].Status < 400 {
			ids = collect(m.calls[c].observation, func(k string) bool { return k == key }, ids)
		}
	}
	return ids
}

// proveUncovered proves that no tool has a keyword in its name or description. It cannot
// prove that the keywords fit the request: "reheat" is right for "Can I warm up rice?".
func (v *view) proveUncovered(m *missionView, keywords []string) {
	tools := v.entry.Toolset.Tools
	for k, keyword := range keywords {
		list := plainWords(keyword)
		if len(list) == 0 {
			v.report(m, ChatClaim, fmt.Sprintf("/chat/keywords/%d", k), "%q is not a word", keyword)
			return
		}
		for i := range tools {
			if hasPrefixes(v.kit.saidIn(&tools[i]), list) {
				v.report(m, ChatCovered, fmt.Sprintf("/chat/keywords/%d", k), "%s speaks of %q, so it may serve the request", tools[i].Name, keyword)
				return
			}
		}
	}
}

// hasPrefixes reports whether said has consecutive words that begin with the wanted ones.
func hasPrefixes(said, want []string) bool {
	for i := 0; i+len(want) <= len(said); i++ {
		all := true
		for j, w := range want {
			all = all && strings.HasPrefix(said[i+j], w)
		}
		if all {
			return true
		}
	}
	return false
}

// notCompared returns why a comparison is wrong.
func (v *view) notCompared(m *missionView, c *mission.CompareClaim) string {
	if c.Mission < 0 || c.Mission >= m.at {
		return fmt.Sprintf("mission %d is not an earlier one", c.Mission)
	}
	from := &v.missions[c.Mission]
	if c.Call < 0 || c.Call >= len(from.calls) {
		return fmt.Sprintf("mission %d has no call %d", c.Mission, c.Call)
	}
	found, _ := resolve(from.calls[c.Call].observation, c.List)
	items, ok := found.([]any)
	if !ok {
		return fmt.Sprintf("the observation has no list at %q", c.List)
	}
	var compared []any
	for k, i := range c.Items {
		if i < 0 || i >= len(items) || slices.Contains(c.Items[:k], i) {
			return fmt.Sprintf("%v are not different items of a list of %d", c.Items, len(items))
		}
		compared = append(compared, items[i])
	}
	if len(compared) < 2 {
		return "a comparison needs two items"
	}
	winner := slices.Index(c.Items, c.Winner)
	if winner < 0 {
		return fmt.Sprintf("the winner %d is none of those compared", c.Winner)
	}
	if c.Order != mission.OrderMin && c.Order != mission.OrderMax {
		return fmt.Sprintf("%q is no way to compare", c.Order)
	}
	if why := notExtreme(compared, winner, c.By, c.Order); why != "" {
		return fmt.Sprintf("item %d does not win by the %s %s: %s", c.Winner, c.Order, c.By, showAll(compared, c.By))
	}
	for _, i := range c.Items {
		if !v.shows(from.reply, items[i]) {
			return fmt.Sprintf("the closing reply of mission %d does not show item %d", c.Mission, i)
		}
	}
	value, _ := attribute(items[c.Winner], c.By)
	if !v.shows(m.reply, items[c.Winner]) && !newScan(m.Reply).has(value) && !m.reply.holds(spell(value)) {
		return fmt.Sprintf("the reply names neither item %d nor its %s", c.Winner, c.By)
	}
	return ""
}

func showAll(items []any, by string) string {
	values := make([]string, len(items))
	for i := range items {
		v, _ := attribute(items[i], by)
		values[i] = show(v)
	}
	return strings.Join(values, ", ")
}

// shows reports whether a text names an item: by an identifier, a name or a
// title.
func (v *view) shows(t text, item any) bool {
	fields, ok := item.(map[string]any)
	if !ok {
		return t.holds(spell(item))
	}
	for i := range v.entry.Toolset.Entities {
		if id, ok := fields[v.entry.Toolset.Entities[i].ID]; ok && t.holds(spell(id)) {
			return true
		}
	}
	for _, key := range []string{"name", "title"} {
		if name, ok := fields[key].(string); ok && t.holds(name) {
			return true
		}
	}
	return false
}
