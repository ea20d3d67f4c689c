package proof

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
)

// proveSources proves that every leaf of the arguments comes from where its
// source says.
func (v *view) proveSources(m *missionView) {
	for c := range m.calls {
		call := &m.calls[c]
		explained := make(map[string]bool, len(call.Sources))
		for s := range call.Sources {
			src := &call.Sources[s]
			value, ok := leafAt(call.leaves, src.Pointer)
			if !ok {
				v.report(m, SourceExtra, sourceAt(c, s)+"/pointer", "the arguments have no value at %q", src.Pointer)
				continue
			}
			if explained[src.Pointer] {
				v.report(m, SourceExtra, sourceAt(c, s)+"/pointer", "the value at %s has a source already", src.Pointer)
				continue
			}
			explained[src.Pointer] = true
			v.proveSource(m, c, s, value)
		}
		for _, l := range call.leaves {
			if !explained[l.pointer] {
				v.report(m, SourceMissing, fmt.Sprintf("/calls/%d/arguments%s", c, l.pointer), "nothing says where %s comes from", show(l.value))
			}
		}
	}
}

func sourceAt(c, s int) string { return fmt.Sprintf("/calls/%d/sources/%d", c, s) }

func leafAt(leaves []leaf, pointer string) (any, bool) {
	i := slices.IndexFunc(leaves, func(l leaf) bool { return l.pointer == pointer })
	if i < 0 {
		return nil, false
	}
	return leaves[i].value, true
}

// sourceChecks gives the check of each kind of source.
var sourceChecks = map[mission.SourceKind]Check{
	mission.FromQuery: SourceQuery, mission.FromReply: SourceReply, mission.FromEarlier: SourceEarlier,
	mission.FromObservation: SourceObservation, mission.FromShown: SourceShown,
	mission.FromClock: SourceClock, mission.FromKnowledge: SourceKnowledge, mission.FromDefault: SourceDefault,
}

// proveSource proves one source. A wrong source is one problem, reported under the check
// of its kind.
func (v *view) proveSource(m *missionView, c, s int, value any) {
	src := &m.calls[c].Sources[s]
	check, known := sourceChecks[src.Kind]
	if !known {
		v.report(m, SourceMissing, sourceAt(c, s), "%q is no kind of source", src.Kind)
		return
	}
	if why := cmp.Or(v.notFrom(m, c, src, value), v.partly(src, value)); why != "" {
		v.report(m, check, sourceAt(c, s), "%s", why)
		return
	}
	if src.Kind == mission.FromObservation || src.Kind == mission.FromShown {
		if why := v.notChosen(m, src); why != "" {
			v.report(m, SourceChoice, sourceAt(c, s)+"/choice", "%s", why)
			return
		}
		v.proveChoiceReading(m, c, s)
	}
}

// notFrom returns why a value of call c does not come from where its source says. Like
// all functions here whose names begin with "not", it returns "" if all is right.
func (v *view) notFrom(m *missionView, c int, src *mission.Source, value any) string {
	t := m.calls[c].tool
	switch src.Kind {
	case mission.FromObservation:
		return v.notObserved(m, c, src, value)
	case mission.FromShown:
		return v.notShown(m, src, value, t)
	case mission.FromClock:
		return cmp.Or(v.notSaid(m, src, src.Said), v.notClocked(src, value))
	case mission.FromKnowledge:
		why := v.notSaid(m, src, src.Said)
		if why == "" && !looksUp(src.Rule, src.Text, value) {
			why = fmt.Sprintf("the table %q does not give %s for %q", src.Rule, show(value), src.Text)
		}
		return why
	case mission.FromDefault:
		if t == nil || t.params.err != nil {
			return "" // reported by group 1
		}
		if !t.params.defaultsTo(src.Pointer, value) {
			return fmt.Sprintf("%s is not a default that %s declares", show(value), t.Name)
		}
		return ""
	}
	return cmp.Or(v.notSaid(m, src, src.Kind), notYielded(src, value, t))
}

// notClocked returns why words do not yield a value at the current time.
func (v *view) notClocked(src *mission.Source, value any) string {
	if v.clock.clocked(src.Rule, foldedWords(src.Text), value) {
		return ""
	}
	if s, ok := v.clock.readClockWords(src.Rule, foldedWords(src.Text)); ok {
		return fmt.Sprintf("%q is %s by the rule %q at %s, not %s", src.Text, s, src.Rule, v.entry.Environment.Now, show(value))
	}
	return fmt.Sprintf("%q does not yield %s by the rule %q at %s", src.Text, show(value), src.Rule, v.entry.Environment.Now)
}

// notSaid returns why the text of a source does not stand where its kind demands.
func (v *view) notSaid(m *missionView, src *mission.Source, kind mission.SourceKind) string {
	if src.Text == "" {
		return "the source quotes no words"
	}
	switch kind {
	case mission.FromQuery, mission.FromReply:
		if src.Mission != m.at {
			return fmt.Sprintf("what is said in this mission cannot come from mission %d", src.Mission)
		}
		if kind == mission.FromQuery {
			if !m.request.holds(src.Text) {
				return fmt.Sprintf("the request does not say %q", src.Text)
			}
			return ""
		}
		if !anyHolds(m.replies, src.Text) {
			return fmt.Sprintf("no reply says %q", src.Text)
		}
		return ""
	case mission.FromEarlier:
		if src.Mission < 0 || src.Mission >= m.at {
			return fmt.Sprintf("mission %d is not an earlier one", src.Mission)
		}
		if from := &v.missions[src.Mission]; !from.request.holds(src.Text) && !anyHolds(from.replies, src.Text) {
			return fmt.Sprintf("the user does not say %q in mission %d", src.Text, src.Mission)
		}
		return ""
	}
	return fmt.Sprintf("%q does not tell where the words were said", kind)
}

func anyHolds(list []text, words string) bool {
	return slices.ContainsFunc(list, func(t text) bool { return t.holds(words) })
}

func notYielded(src *mission.Source, value any, t *tool) string {
	if yields(src.Rule, src.Text, value, t, src.Pointer) {
		return ""
	}
	if src.Rule == "" {
		return fmt.Sprintf("%q is not %s", src.Text, show(value))
	}
	return fmt.Sprintf("%q does not yield %s by the rule %q", src.Text, show(value), src.Rule)
}

// notObserved returns why a value does not come from the observation of an earlier call
// of this mission.
func (v *view) notObserved(m *missionView, c int, src *mission.Source, value any) string {
	if src.Mission != m.at {
		return fmt.Sprintf("the source must be an observation of this mission, but it names mission %d", src.Mission)
	}
	if src.Call < 0 || src.Call >= c {
		return fmt.Sprintf("call %d is not an earlier call than %d", src.Call, c)
	}
	return differs(m, src, value)
}

func differs(m *missionView, src *mission.Source, value any) string {
	found, ok := resolve(m.calls[src.Call].observation, src.At)
	switch {
	case !ok:
		return fmt.Sprintf("the observation of call %d has nothing at %q", src.Call, src.At)
	case !equal(found, value):
		return fmt.Sprintf("the observation of call %d has %s at %s, not %s", src.Call, show(found), src.At, show(value))
	}
	return ""
}

// notShown returns why the closing reply of an earlier mission did not show a value.
func (v *view) notShown(m *missionView, src *mission.Source, value any, t *tool) string {
	if src.Mission < 0 || src.Mission >= m.at {
		return fmt.Sprintf("mission %d is not an earlier one", src.Mission)
	}
	from := &v.missions[src.Mission]
	switch {
	case src.Text == "":
		return "the source quotes no words"
	case !from.reply.holds(src.Text):
		return fmt.Sprintf("the closing reply of mission %d does not say %q", src.Mission, src.Text)
	case src.At == "" && from.Chat != nil:
		return cmp.Or(v.notSettled(from, value), notYielded(src, value, t))
	case src.Call < 0 || src.Call >= len(from.calls):
		return fmt.Sprintf("mission %d has no call %d", src.Mission, src.Call)
	}
	return cmp.Or(differs(from, src, value), notYielded(src, value, t))
}

// notSettled returns why a value is not the result of a chat mission: what won its
// comparison, what was compared with the others, or the only identifier that it restated.
func (v *view) notSettled(from *missionView, value any) string {
	switch claim := from.Chat; {
	case claim.Compare != nil && claim.Kind != mission.ChatOpinion:
		item, _ := v.compared(from, claim.Compare, claim.Compare.Winner).(map[string]any)
		for i := range v.entry.Toolset.Entities {
			if id, ok := item[v.entry.Toolset.Entities[i].ID]; ok && equal(id, value) {
				return ""
			}
		}
		return fmt.Sprintf("%s did not win the comparison of mission %d", show(value), from.at)
	case claim.Kind == mission.ChatRestate && from.Reference != nil && from.Reference.Mission >= 0 && from.Reference.Mission < from.at:
		origin := &v.missions[from.Reference.Mission]
		for i := range v.entry.Toolset.Entities {
			ids := v.identifiersOf(origin, v.entry.Toolset.Entities[i].ID)
			if len(ids) == 1 && equal(ids[0], value) && from.reply.holds(spell(value)) {
				return ""
			}
		}
		return fmt.Sprintf("%s is not the only identifier that mission %d restates", show(value), from.at)
	}
	return fmt.Sprintf("mission %d made no call and settled nothing", from.at)
}

// compared returns an item of the list that a comparison is about, or nil.
func (v *view) compared(m *missionView, c *mission.CompareClaim, item int) any {
	if c.Mission < 0 || c.Mission >= m.at || c.Call < 0 || c.Call >= len(v.missions[c.Mission].calls) {
		return nil
	}
	found, _ := resolve(v.missions[c.Mission].calls[c.Call].observation, c.List)
	items, _ := found.([]any)
	if item < 0 || item >= len(items) {
		return nil
	}
	return items[item]
}

// spot is an item of a list in an observation.
type spot struct {
	list string // pointer of the list
	at   int
	rest string // pointer from the item to the value
}

// spotIn finds the first list with more than one item on the way to a value.
func spotIn(doc any, pointer string) (s spot, ok bool) {
	list, _ := steps(pointer)
	at := ""
	for i, step := range list {
		if items, is := doc.([]any); is && len(items) > 1 {
			n, _ := index(step)
			return spot{at, n, jsonptr.Join(list[i+1:]...)}, true
		}
		doc, _ = child(doc, step)
		at += "/" + jsonptr.Escape(step)
	}
	return s, false
}

// itemOf splits a pointer into the index of an item of a list and the rest.
func itemOf(list, pointer string) (at int, rest string, ok bool) {
	tail, ok := strings.CutPrefix(pointer, list+"/")
	if !ok {
		return 0, "", false
	}
	step, more, has := strings.Cut(tail, "/")
	at, ok = index(step)
	if has {
		rest = "/" + more
	}
	return at, rest, ok
}

// notChosen returns why the item that a source points into is not the one that its words
// choose.
func (v *view) notChosen(m *missionView, src *mission.Source) string {
	if src.At == "" && v.missions[src.Mission].Chat != nil {
		switch ch := src.Choice; {
		case ch == nil:
			return ""
		case ch.Order != mission.OrderOnly:
			return fmt.Sprintf("a chat mission settles only one thing, so there is nothing to choose by %q", ch.Order)
		case !m.request.holds(ch.Text):
			return fmt.Sprintf("the request does not say %q", ch.Text)
		}
		return ""
	}
	doc := v.missions[src.Mission].calls[src.Call].observation
	if src.Choice == nil {
		return v.notImplied(m, src, doc)
	}
	ch := src.Choice
	said := ch.Text != "" && (m.request.holds(ch.Text) || anyHolds(m.replies, ch.Text))
	if !said {
		return fmt.Sprintf("the request does not say %q", ch.Text)
	}
	if ch.Order == mission.OrderOnly {
		return notOnly(doc, src)
	}
	found, ok := resolve(doc, ch.List)
	items, isList := found.([]any)
	if !ok || !isList {
		return fmt.Sprintf("the observation has no list at %q", ch.List)
	}
	at, _, ok := itemOf(ch.List, src.At)
	if !ok || at >= len(items) {
		return fmt.Sprintf("%s does not lead into an item of %q", src.At, ch.List)
	}
	switch ch.Order {
	case mission.OrderMin, mission.OrderMax:
		return cmp.Or(notExtreme(items, at, ch.By, ch.Order), v.notSuperlative(m, ch))
	case mission.OrderFront, mission.OrderBack:
		return v.notNth(m, ch, at, len(items))
	case mission.OrderIs:
		return v.notDescribed(ch, items, at)
	}
	return fmt.Sprintf("%q is no way to choose", ch.Order)
}

// notImplied returns why a source needs a choice but has none. It needs none if all items
// have the same value, if another source chooses the item, or if every item is taken.
func (v *view) notImplied(m *missionView, src *mission.Source, doc any) string {
	here, ok := spotIn(doc, src.At)
	if !ok {
		return ""
	}
	found, _ := resolve(doc, here.list)
	items := found.([]any)
	mine, _ := resolve(items[here.at], here.rest)
	same := true
	for _, item := range items {
		other, ok := resolve(item, here.rest)
		same = same && ok && equal(other, mine)
	}
	if same {
		return ""
	}
	taken, chosen := itemsTaken(m, src, here.list)
	if chosen[here.at] || len(taken) == len(items) {
		return "" // the source with the choice is proved separately
	}
	// A mission may take the same item as an earlier one: "and for two nights?" is about
	// the same room.
	for k := m.at - 1; k >= 0 && k >= src.Mission; k-- {
		if before, _ := itemsTaken(&v.missions[k], src, here.list); before[here.at] && (len(before) == 1 || maps.Equal(before, taken)) {
			return ""
		}
	}
	return fmt.Sprintf("item %d of the %d at %q is taken, and nothing says why that one", here.at, len(items), here.list)
}

// itemsTaken returns which items of a list the calls of a mission take, and which of them
// by a choice. The list is one in the observation that src points into.
func itemsTaken(m *missionView, src *mission.Source, list string) (taken, chosen map[int]bool) {
	taken, chosen = make(map[int]bool), make(map[int]bool)
	for other := range m.sources() {
		if other.Mission != src.Mission || other.Call != src.Call || (other.Kind != mission.FromShown && other.Kind != mission.FromObservation) {
			continue
		}
		if at, _, ok := itemOf(list, other.At); ok {
			taken[at] = true
			chosen[at] = chosen[at] || other.Choice != nil
		}
	}
	return taken, chosen
}

// notOnly returns why there is not exactly one thing to refer to.
func notOnly(doc any, src *mission.Source) string {
	if list := src.Choice.List; list != "" {
		found, _ := resolve(doc, list)
		if items, ok := found.([]any); !ok || len(items) != 1 {
			return fmt.Sprintf("there is no list with exactly one item at %q", list)
		}
		if _, _, ok := itemOf(list, src.At); !ok {
			return fmt.Sprintf("%s does not lead into an item of %q", src.At, list)
		}
	}
	if here, ok := spotIn(doc, src.At); ok {
		found, _ := resolve(doc, here.list)
		return fmt.Sprintf("there are %d things at %q, not only one", len(found.([]any)), here.list)
	}
	return ""
}

// attribute returns an attribute of an item, given its name or its JSON pointer.
func attribute(item any, by string) (any, bool) {
	if strings.HasPrefix(by, "/") {
		return resolve(item, by)
	}
	return child(item, by)
}

// notExtreme returns why an item is not the only one with the least or greatest value.
func notExtreme(items []any, at int, by string, order mission.Order) string {
	mine, ok := attribute(items[at], by)
	if !ok {
		return fmt.Sprintf("item %d has no %q", at, by)
	}
	for i, item := range items {
		if i == at {
			continue
		}
		other, ok := attribute(item, by)
		if !ok {
			return fmt.Sprintf("item %d has no %q to compare", i, by)
		}
		c, ok := compare(mine, other)
		if !ok {
			return fmt.Sprintf("%s and %s do not compare", show(mine), show(other))
		}
		if order == mission.OrderMax {
			c = -c
		}
		if c >= 0 {
			return fmt.Sprintf("item %d is not the only one with the %s %s (%s): item %d has %s", at, order, by, show(mine), i, show(other))
		}
	}
	if _, isNum := mine.(json.Number); !isNum && !isString(mine) {
		return fmt.Sprintf("%s is neither a number nor a text, so it has no order", show(mine))
	}
	return ""
}
