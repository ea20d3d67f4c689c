package proof

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveNothingSilent proves that every value which the calls take from an earlier mission
// is said, referred to or kept by an ellipsis, and that it is plain what an ellipsis keeps.
func (v *view) proveNothingSilent(m *missionView) {
	if m.at == 0 {
		return
	}
	var open []string
	for c := range m.calls {
		if why := v.dropped(m, c); why != "" {
			v.report(m, ReadingSilence, fmt.Sprintf("/calls/%d/arguments", c), "%s", why)
		}
		silent := v.silentIn(m, c)
		base, why := v.variedBy(m, c)
		switch {
		case len(silent) == 0 && (m.Relation != mission.Ellipsis || why == ""):
		case base == nil:
			for _, name := range silent {
				value, _ := child(m.calls[c].arguments, name)
				if key := name + show(value); !slices.Contains(open, key) {
					open = append(open, key)
				}
			}
		case why != "":
			v.report(m, ReadingSilence, fmt.Sprintf("/calls/%d/arguments", c), "%s", why)
		default:
			if why := cmp.Or(v.unclearChange(m, c, silent), unclearRewording(m, c, silent), v.unclearAddition(m, base)); why != "" {
				v.report(m, ReadingSilence, fmt.Sprintf("/calls/%d/arguments", c), "%s", why)
			}
		}
	}
	if n := v.pointers(m); n < len(open) {
		v.report(m, ReadingSilence, "/request", "%d values of earlier missions are needed (%s), and only %d words stand for such", len(open), strings.Join(open, ", "), n)
	}
}

// dropped returns why a list leaves open whether something that an earlier one was narrowed
// by still holds: it has some of the same values and no others, and the request does not
// say that the rest is given up.
func (v *view) dropped(m *missionView, c int) string {
	call := &m.calls[c]
	if call.tool == nil || call.tool.Effect != mission.EffectList || m.at == 0 {
		return ""
	}
	for k := range m.at {
		for p := range v.missions[k].calls {
			past := &v.missions[k].calls[p]
			if name := wider(call.arguments, past.arguments); past.Tool == call.Tool && name != "" && !lifts.MatchString(m.request.fold) {
				return fmt.Sprintf("mission %d asked for the same with %s, and nothing says that it is dropped", k, name)
			}
		}
	}
	return ""
}

// wider returns an argument that one of two calls has beside those of the other, which has
// some, all of them with the same values.
func wider(now, past any) string {
	args, _ := now.(map[string]any)
	before, _ := past.(map[string]any)
	if len(args) == 0 || len(args) >= len(before) {
		return ""
	}
	for name, value := range args {
		if was, ok := before[name]; !ok || !equal(was, value) {
			return ""
		}
	}
	more := slices.DeleteFunc(sortedKeys(before), func(name string) bool { _, ok := args[name]; return ok })
	return more[0]
}

// lifts matches words that say that a list is no longer narrowed.
var lifts = regexp.MustCompile(`\b(all|any|every|everything|everyone|whatever|whichever|regardless|no matter|without|not only|not just|altogether|in total|overall)\b`)

// silentIn lists the parameters of a call whose values come from earlier missions without
// words that choose or say them.
func (v *view) silentIn(m *missionView, c int) (names []string) {
	call := &m.calls[c]
	for s := range call.Sources {
		src := &call.Sources[s]
		earlier := src.Kind == mission.FromShown || src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier
		name := top(src.Pointer)
		if earlier && src.Choice == nil && !m.request.holds(src.Text) && !slices.Contains(names, name) && !v.chosenBeside(m, src) && !v.unchosen(m, src) {
			names = append(names, name)
		}
	}
	return names
}

// chosenBeside reports whether another source of the mission chooses what a source takes.
func (v *view) chosenBeside(m *missionView, src *mission.Source) bool {
	for other := range m.sources() {
		if other.Choice != nil && other.Kind == src.Kind && other.Mission == src.Mission && other.Call == src.Call && src.Kind == mission.FromShown {
			return true
		}
	}
	return false
}

// unchosen reports whether group 2 misses the words that choose what a source takes.
func (v *view) unchosen(m *missionView, src *mission.Source) bool {
	return src.Kind == mission.FromShown && src.Mission >= 0 && src.Mission < m.at && src.Call >= 0 && src.Call < len(v.missions[src.Mission].calls) && v.notChosen(m, src) != ""
}

// ellipses matches the words that show that a request varies another one and keeps the
// rest of it.
var ellipses = regexp.MustCompile(`\b(same|again|repeat|once more|instead|make (that|it)|meant|mean|correct|correction|rephrase|differently|another way|other way round|really after|second thoughts|on reflection|changed my mind|change of plan|change that|` +
	`what about|how about|should have said|should add|only|just|in that case|then|too|now|rather|like that|more|others?)\b|^((hmm?|okay|ok|oh|so|actually|wait|sorry|no|well)[,.] )*(and|but|or)\b`)

// variedBy returns the call of the mission referred to that a call varies. It returns why
// that is wrong if the call leaves out a part of it. What no tool could do is not done again
// with a change, so a chat is never varied: words have to stand for what was said in it.
func (v *view) variedBy(m *missionView, c int) (base *callView, why string) {
	ref := m.Reference
	if ref == nil || ref.Mission < 0 || ref.Mission >= m.at || m.Relation == mission.Implicit || ref.Way == mission.WayNeighbour {
		return nil, ""
	}
	from := &v.missions[ref.Mission]
	if !slices.ContainsFunc(from.calls, func(past callView) bool { return past.Tool == m.calls[c].Tool }) || !ellipses.MatchString(m.request.fold) {
		return nil, ""
	}
	for k := range from.calls {
		past := &from.calls[k]
		if past.Tool != m.calls[c].Tool {
			continue
		}
		left := v.leftOut(m, c, past)
		if left == "" {
			return past, ""
		}
		base, why = past, fmt.Sprintf("the request that is varied says %s, and nothing says that it is dropped or another", left)
	}
	return base, why
}

// leftOut returns a parameter of an earlier call that a call neither keeps nor replaces by a
// value that this mission says.
func (v *view) leftOut(m *missionView, c int, past *callView) string {
	call := &m.calls[c]
	for _, l := range past.leaves {
		name := top(l.pointer)
		before, _ := child(past.arguments, name)
		now, ok := child(call.arguments, name)
		if ok && (equal(before, now) || sameWords(call, past, l.pointer)) || byDefault(past, l.pointer) {
			continue
		}
		replaced := slices.ContainsFunc(call.Sources, func(src mission.Source) bool {
			return top(src.Pointer) == name && (src.Choice != nil || src.Mission == m.at && src.Said != mission.FromEarlier)
		})
		if !ok || !replaced {
			return name
		}
	}
	return ""
}

// sameWords reports whether the values of two calls come from the same words.
func sameWords(a, b *callView, pointer string) bool {
	return slices.ContainsFunc(a.Sources, func(x mission.Source) bool {
		return x.Pointer == pointer && x.Text != "" && slices.ContainsFunc(b.Sources, func(y mission.Source) bool { return y.Pointer == pointer && y.Text == x.Text })
	})
}

// byDefault reports whether nobody said a value of a call.
func byDefault(c *callView, pointer string) bool {
	return slices.ContainsFunc(c.Sources, func(src mission.Source) bool { return src.Pointer == pointer && src.Kind == mission.FromDefault })
}

// unclearChange returns why it is not plain which part of a request a new value replaces: a
// kept part is of the same kind, and the value stands without a preposition.
func (v *view) unclearChange(m *missionView, c int, silent []string) string {
	call := &m.calls[c]
	for s := range call.Sources {
		src := &call.Sources[s]
		if src.Mission != m.at || src.Choice != nil || src.Kind != mission.FromQuery && src.Said != mission.FromQuery || guided(m.request.fold, fold(src.Text)) {
			continue
		}
		for k := range call.Sources {
			kept := &call.Sources[k]
			if slices.Contains(silent, top(kept.Pointer)) && top(kept.Pointer) != top(src.Pointer) && kindOf(src) != "" && kindOf(kept) == kindOf(src) {
				return fmt.Sprintf("%q could replace %s as well as %s", src.Text, top(kept.Pointer), top(src.Pointer))
			}
		}
	}
	return ""
}

// unclearRewording returns why it is not plain that a request in other words keeps a value:
// it could do without, so nobody misses it.
func unclearRewording(m *missionView, c int, silent []string) string {
	t := m.calls[c].tool
	if m.Reference.Way != mission.WayRewording || t == nil {
		return ""
	}
	for _, name := range silent {
		if !t.params.required[name] {
			return fmt.Sprintf("the request is said in other words and without %s, which can be left out", name)
		}
	}
	return ""
}

// manyFilters is how many optional parts a request has at least if it is not plain whether
// another one comes on top of them or stands for one of them.
const manyFilters = 2

// unclearAddition returns why it is not plain to what a wish is added.
func (v *view) unclearAddition(m *missionView, base *callView) string {
	if way := m.Reference.Way; way != mission.WayAddSubject && way != mission.WayAddModifier || base.tool == nil || base.tool.params.err != nil {
		return ""
	}
	if before := v.missions[m.Reference.Mission].Reference; before != nil && amends[before.Way] {
		return "a wish is added to a request that was itself a change of another one"
	}
	var filters []string
	for _, l := range base.leaves {
		if name := top(l.pointer); !base.tool.params.required[name] && !byDefault(base, l.pointer) && !slices.Contains(filters, name) {
			filters = append(filters, name)
		}
	}
	if len(filters) >= manyFilters {
		return "a wish is added to a request that had several already: " + strings.Join(filters, ", ")
	}
	return ""
}

// kindOf returns of what kind the words of a source are, where words of one kind can be
// taken for each other.
func kindOf(src *mission.Source) string {
	switch {
	case src.Kind == mission.FromKnowledge:
		return src.Rule
	case src.Kind == mission.FromClock && src.Rule != mission.RuleThisMonth && src.Rule != mission.RuleNextMonth && src.Rule != mission.RuleLastMonth:
		return "day"
	case src.Rule == mission.RuleDate, src.Rule == mission.RuleTime, src.Rule == mission.RuleMoney:
		return map[string]string{mission.RuleDate: "day", mission.RuleTime: "time", mission.RuleMoney: "money"}[src.Rule]
	}
	return ""
}

// guides are words before a value that say which part of a request it is.
var guides = set(`from to until till since on by at after before starting through for in of with within via between and under over than least most
	minimum maximum up onto into near around no not as effective due payable charged paid returning leaving departing arriving dated ending`)

// guided reports whether a word before a value says which part of a request it is.
func guided(request, value string) bool {
	before, _, ok := strings.Cut(request, value)
	list := plainWords(before)
	first := plainWords(value)
	return !ok || len(first) > 0 && guides[first[0]] || len(list) > 0 && guides[list[len(list)-1]] && !strings.HasSuffix(strings.TrimSpace(before), ",")
}

// pointers counts the words of a request that stand for something of an earlier mission,
// apart from those that choose a thing.
func (v *view) pointers(m *missionView) int {
	said := m.request.fold
	for _, a := range v.referring(m).anchors {
		said = strings.Replace(said, a.text, " ", 1)
	}
	for src := range m.sources() {
		if src.Choice != nil {
			said = strings.Replace(said, fold(src.Choice.Text), " ", 1)
		}
	}
	n := 0
	list := plainWords(said)
	for i, w := range list {
		switch {
		case w == "that" && i+1 < len(list) && (list[i+1] == "you" || list[i+1] == "the" || list[i+1] == "i" && !(i+2 < len(list) && list[i+2] == "just")):
		case pointsBack[w], pronouns[w], w == "the" && i+1 < len(list) && v.isNoun(list[i+1]):
			n++
		}
	}
	return n
}

var pointsBack = set("same that there this those these one ones earlier before above")
