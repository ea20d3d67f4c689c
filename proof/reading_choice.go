package proof

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveChoiceReading proves that the words of a choice can mean only the thing that the
// source takes, whichever list and attribute a reader thinks of.
func (v *view) proveChoiceReading(m *missionView, c, s int) {
	if check, why := v.otherReading(m, &m.calls[c].Sources[s]); why != "" {
		v.report(m, check, sourceAt(c, s)+"/choice", "%s", why)
	}
}

// otherReading returns why the words of a choice can mean another item.
func (v *view) otherReading(m *missionView, src *mission.Source) (Check, string) {
	ch := src.Choice
	if ch == nil || ch.Order == mission.OrderOnly || src.Mission >= len(v.missions) {
		return "", ""
	}
	r, ok := v.chosen(m, src)
	if !ok {
		return "", ""
	}
	why, meant := v.otherList(r)
	switch {
	case why != "":
		return ReadingList, why
	case !meant:
		return "", "" // the words mean another list, with the same item
	}
	if why := v.bestOfMore(r); why != "" {
		return ReadingList, why
	}
	return ReadingBest, v.otherOrder(r)
}

// chosenItem is an item of a list that words choose.
type chosenItem struct {
	m       *missionView
	src     *mission.Source
	list    listing
	at      int // place of the item in the list
	noun    int // the entity that the words name; -1 for "one"
	said    []string
	content []string // said without the noun and what is usual around it
	place   int      // of the words in the request; far behind if a reply says them
	far     bool
}

func (v *view) chosen(m *missionView, src *mission.Source) (r chosenItem, ok bool) {
	ch := src.Choice
	from := &v.missions[src.Mission]
	if src.Call >= len(from.calls) {
		return r, false
	}
	found, _ := resolve(from.calls[src.Call].observation, ch.List)
	items, _ := found.([]any)
	at, rest, ok := itemOf(ch.List, src.At)
	if !ok || at >= len(items) {
		return r, false
	}
	r = chosenItem{m: m, src: src, at: at, said: words(fold(ch.Text)),
		list: listing{src.Mission, src.Call, ch.List, items, v.kindOf(top(rest))}}
	if r.list.kind < 0 {
		r.list.kind = v.kindOfList(ch.List, items)
	}
	r.place = find(m.request.fold, fold(ch.Text), 0)
	if r.place < 0 {
		r.place = len(m.request.fold)
	} else {
		r.said = v.around(m.request.fold, r.place, len(fold(ch.Text)), ch)
	}
	r.noun = v.nounIn(r.said)
	r.far = isFar(r.said)
	drop := r.said
	if r.noun >= 0 {
		e := &v.entry.Toolset.Entities[r.noun]
		for _, noun := range [...]string{e.Name, e.Plural} {
			if run := words(fold(noun)); hasRun(drop, run) {
				i := runAt(drop, run)
				drop = slices.Concat(drop[:i], drop[i+len(run):])
			}
		}
	}
	for _, w := range drop {
		if !v.fillsIn(m, w) || w == "available" || w == "possible" {
			r.content = append(r.content, w)
		}
	}
	return r, true
}

// trailing are the words that may follow a noun and say where its things stand.
var trailing = [...][]string{{"from", "earlier"}, {"from", "before"}, {"on", "the", "list"}, {"on", "your", "list"}, {"of", "the", "list"},
	{"in", "the", "list"}, {"you", "listed"}, {"you", "found"}, {"you", "showed", "me"}, {"on", "that", "list"}, {"listed"}}

// around returns the words at a place of a request, with the noun before or behind them
// and what says where its things stand: a source may quote only "earliest".
func (v *view) around(said string, place, length int, ch *mission.Choice) []string {
	list := spans(said)
	first := slices.IndexFunc(list, func(s span) bool { return s.end > place })
	last := first
	for last >= 0 && last < len(list) && list[last].start < place+length {
		last++
	}
	if first < 0 {
		return nil
	}
	first, last = v.wholeForm(list, first, last, ch)
	own := wordsOf(list[first:last])
	if v.nounIn(own) < 0 && !slices.Contains(own, "one") && !slices.Contains(own, "ones") {
		first, last = v.withNoun(list, first, last)
	}
	for again := true; again && last > 0 && !list[last-1].stop; {
		again = false
		for _, run := range trailing {
			if end := last + len(run); end <= len(list) && slices.Equal(wordsOf(list[last:end]), run) {
				last, again = end, true
				break
			}
		}
	}
	return append(wordsOf(list[first:last]), v.trailingBoth(list, last)...)
}

// wholeForm extends words to the longest form for the choice that they are part of: to
// "with the earliest pickup time", if only "earliest" is quoted.
func (v *view) wholeForm(list []span, first, last int, ch *mission.Choice) (int, int) {
	from, to := first, last
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		for _, c := range e.Comparisons {
			if c.By != ch.By || c.Order != ch.Order {
				continue
			}
			for _, say := range c.Say {
				for _, noun := range [...]string{e.Name, e.Plural, "one", "ones", ""} {
					form := words(fold(strings.ReplaceAll(say, "{noun}", noun)))
					for at := max(0, last-len(form)); at <= first && at+len(form) <= len(list); at++ {
						if len(form) > to-from && at+len(form) >= last && slices.Equal(wordsOf(list[at:at+len(form)]), form) {
							from, to = at, at+len(form)
						}
					}
				}
			}
		}
	}
	return from, to
}

// withNoun extends words by the noun of a thing that stands right behind or before them.
func (v *view) withNoun(list []span, first, last int) (int, int) {
	for n := 3; n > 0; n-- {
		if end := last + n; end <= len(list) && !list[last-1].stop && v.isNounOrOne(wordsOf(list[last:end])) {
			return first, end
		}
		if first >= n && !list[first-1].stop && v.isNounOrOne(wordsOf(list[first-n:first])) {
			return first - n, last
		}
	}
	return first, last
}

// isNounOrOne reports whether the words are exactly the noun of a thing, or "one".
func (v *view) isNounOrOne(list []string) bool {
	return len(list) == 1 && (list[0] == "one" || list[0] == "ones") || slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool {
		return slices.Equal(list, words(fold(e.Name))) || slices.Equal(list, words(fold(e.Plural)))
	})
}

// otherList returns why the words can choose from another list, and whether they can mean
// the list that the source takes the item from.
func (v *view) otherList(r chosenItem) (why string, meant bool) {
	own := r.src.Kind == mission.FromObservation
	mine := v.idIn(&r.list, r.at)
	lists := v.listsMeant(r.m, r.noun, r.place, r.far, own)
	if r.noun >= 0 && r.noun != r.list.kind {
		return "", true
	}
	for i := range lists {
		l := &lists[i]
		if l.mission == r.list.mission && l.call == r.list.call && l.pointer == r.list.pointer {
			meant = true
			continue
		}
		if own && v.narrowed(r, l) {
			continue
		}
		for _, picked := range v.picks(r, l) {
			same := l.kind == r.list.kind && slices.ContainsFunc(picked, func(at int) bool { return v.idIn(l, at) == mine })
			if len(picked) > 0 && !same {
				return fmt.Sprintf("%q can also be %s of the list of mission %d, call %d", r.src.Choice.Text, cmp.Or(v.idIn(l, picked[0]), "one"), l.mission, l.call), true
			}
		}
	}
	return "", meant || len(lists) == 0
}

// narrowed reports whether the words behind a choice say which of two lists of the
// mission is meant: "the cheapest flight to Porto".
func (v *view) narrowed(r chosenItem, other *listing) bool {
	end := r.place + len(fold(r.src.Choice.Text))
	mine := afterIn(r.m, &r.list, end)
	theirs := afterIn(r.m, other, end)
	return mine >= 0 && (theirs < 0 || mine < theirs)
}

// afterIn returns the first place at or after which the request says something of the
// call that made a list, if that follows closely enough to belong to a noun; -1 if there
// is none, as for lists of other missions.
func afterIn(m *missionView, l *listing, from int) int {
	const near = 48
	first := -1
	if l.mission != m.at {
		return first
	}
	for s := range m.calls[l.call].Sources {
		src := &m.calls[l.call].Sources[s]
		if src.Mission != m.at || src.Kind != mission.FromQuery && src.Said != mission.FromQuery {
			continue
		}
		if at := find(m.request.fold, fold(src.Text), min(from, len(m.request.fold))); at >= 0 && at-from < near && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// picks lists the items of another list that the words of a choice would choose, for each
// reading.
func (v *view) picks(r chosenItem, l *listing) [][]int {
	ch := r.src.Choice
	n := len(l.items)
	var out [][]int
	switch ch.Order {
	case mission.OrderFront, mission.OrderBack:
		switch {
		case ch.N > n:
		case ch.Order == mission.OrderFront:
			out = append(out, []int{ch.N - 1})
		default:
			out = append(out, []int{n - ch.N})
		}
		if sup, ok := endOf(r.said); ok && ch.N == 1 {
			for _, means := range meaningsOf(v.comparables(l), sup, "") {
				out = append(out, v.winners(l, allOf(l.items), means))
			}
		}
	case mission.OrderMin, mission.OrderMax:
		for _, means := range v.meanings(l, r.content, ch.By, ch.Order) {
			out = append(out, v.winners(l, allOf(l.items), means))
		}
	case mission.OrderIs:
		told := v.toldOf(r)
		for i, item := range l.items {
			if told.fits(item) {
				out = append(out, []int{i})
			}
		}
	}
	return out
}

func allOf(items []any) []int {
	at := make([]int, len(items))
	for i := range at {
		at[i] = i
	}
	return at
}

// otherOrder returns why the words can choose another item of the same list.
func (v *view) otherOrder(r chosenItem) string {
	ch := r.src.Choice
	all := allOf(r.list.items)
	switch ch.Order {
	case mission.OrderMin, mission.OrderMax:
		if why := v.madeUnseen(r); why != "" {
			return why
		}
		return v.anotherBy(r, all, v.meanings(&r.list, r.content, ch.By, ch.Order))
	case mission.OrderFront, mission.OrderBack:
		if why := cmp.Or(v.mentionedOtherwise(r), v.countedOtherwise(r)); why != "" {
			return why
		}
		if sup, ok := endOf(r.said); ok && ch.N == 1 {
			return v.anotherBy(r, all, meaningsOf(v.comparables(&r.list), sup, ""))
		}
		return v.anotherInTime(r)
	case mission.OrderIs:
		told := v.toldOf(r)
		for i, item := range r.list.items {
			if i != r.at && told.fits(item) {
				return fmt.Sprintf("%q fits items %d and %d", ch.Text, r.at, i)
			}
		}
	}
	return ""
}

// onList are words that make an ordinal one of a list.
var onList = set("list listed lists number no. option top bottom mentioned showed shown")

// endOf returns what the end of a list can mean besides: "the first one" can be the
// earliest one, unless words such as "on the list" say otherwise.
func endOf(said []string) (superlative, bool) {
	for i, w := range said {
		if onList[w] {
			return superlative{}, false
		}
		if w == "first" || w == "last" {
			if i+1 < len(said) {
				if n, took := below100(said[i+1:]); took == 1 && n > 1 { // "the first two"
					return superlative{}, false
				}
			}
			for _, w := range said[i:] {
				if onList[w] {
					return superlative{}, false
				}
			}
			return superlatives[w], true
		}
	}
	return superlative{}, false
}

// anotherBy returns the reading by which the words choose another item than the source.
func (v *view) anotherBy(r chosenItem, among []int, list []meaning) string {
	for _, means := range list {
		best := v.winners(&r.list, among, means)
		if len(best) > 0 && !slices.Contains(best, r.at) {
			return fmt.Sprintf("%q is item %d %s, not item %d", r.src.Choice.Text, best[0], means, r.at)
		}
	}
	return ""
}

// String tells how a reading compares.
func (means meaning) String() string {
	order := "least"
	if means.max {
		order = "greatest"
	}
	switch {
	case means.made:
		return "in the order in which they were made"
	case len(means.by) == 0:
		return "by the place in the list"
	}
	return fmt.Sprintf("by the %s %q", order, means.by)
}

// mentionedOtherwise returns why counting the items in the order in which the reply
// mentions them leads to another one.
func (v *view) mentionedOtherwise(r chosenItem) string {
	marked := slices.ContainsFunc(r.said, func(w string) bool { return onList[w] })
	if marked || r.list.mission == r.m.at || len(v.standingIn(r.list.mission).lists) > 1 {
		return ""
	}
	reply := &v.missions[r.list.mission].reply
	type spot struct{ item, at int }
	var seen []spot
	for i := range r.list.items {
		if at := find(reply.fold, fold(v.idIn(&r.list, i)), 0); at >= 0 {
			seen = append(seen, spot{i, at})
		}
	}
	if len(seen) < len(r.list.items) {
		return ""
	}
	slices.SortFunc(seen, func(a, b spot) int { return a.at - b.at })
	n := r.src.Choice.N
	if r.src.Choice.Order == mission.OrderBack {
		n = len(seen) - n + 1
	}
	if n >= 1 && n <= len(seen) && seen[n-1].item != r.at {
		return fmt.Sprintf("%q is item %d as the reply mentions them, not item %d", r.src.Choice.Text, seen[n-1].item, r.at)
	}
	return ""
}

// proveCompareReading proves that a chat that compares has the same winner by every
// reading of its words.
func (v *view) proveCompareReading(m *missionView) {
	claim := m.Mission.Chat
	if claim == nil || claim.Compare == nil || len(m.calls) > 0 {
		return
	}
	c := claim.Compare
	list, _ := v.compared(m, c, 0).(map[string]any)
	if list == nil || c.Mission >= m.at {
		return
	}
	found, _ := resolve(v.missions[c.Mission].calls[c.Call].observation, c.List)
	items, _ := found.([]any)
	l := listing{c.Mission, c.Call, c.List, items, v.kindOfList(c.List, items)}
	for _, i := range c.Items {
		if i < 0 || i >= len(items) {
			return
		}
	}
	if lists := v.listsMeant(m, l.kind, 0, true, false); isFar(words(m.request.fold)) && l.kind >= 0 && len(lists) > 1 && len(v.referring(m).anchors) == 0 {
		v.report(m, ReadingList, "/chat/compare/list", "%q can mean a list of mission %d or of mission %d", m.Request, lists[0].mission, lists[1].mission)
		return
	}
	if claim.Kind != mission.ChatCompare {
		return // no words say by what
	}
	content := v.comparing(m, c)
	for _, means := range v.meanings(&l, content, c.By, c.Order)[1:] { // chat.compare proves the declared one
		if best := v.winners(&l, c.Items, means); len(best) > 0 && !slices.Contains(best, c.Winner) {
			v.report(m, ReadingBest, "/chat/compare/winner", "%q is item %d %s, not item %d", m.Request, best[0], means, c.Winner)
			return
		}
	}
}

// comparing returns the words of a request that say by what it compares: the longest
// superlative that names no attribute, if none of the words that the toolset has for
// this comparison names one.
func (v *view) comparing(m *missionView, c *mission.CompareClaim) []string {
	said := words(m.request.fold)
	var generic, named []string
	for i := range said {
		for n := 3; n > 0; n-- {
			if i+n > len(said) || n <= len(generic) {
				continue
			}
			ordinal := n == 1 && (said[i] == "first" || said[i] == "last")
			since := i > 0 && said[i] == "earlier" && (said[i-1] == "from" || said[i-1] == "listed")
			if _, ok := superlatives[joinWords(said[i:i+n])]; ok && !ordinal && !since {
				generic = said[i : i+n]
			}
		}
	}
	for i := range v.entry.Toolset.Entities {
		for _, cmp := range v.entry.Toolset.Entities[i].Comparisons {
			if cmp.By != c.By {
				continue
			}
			for _, say := range cmp.Say {
				for _, w := range words(fold(say)) {
					_, sup := superlatives[w]
					if !sup && !v.fills(w) && !degree[w] && w != "{noun}" && slices.Contains(said, w) && !slices.Contains(generic, w) {
						named = append(named, w)
					}
				}
			}
		}
	}
	if len(named) > 0 {
		return named
	}
	return generic
}

// degree are words that only make comparisons.
var degree = set("most least more less with that is")
