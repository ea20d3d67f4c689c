package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveReferences proves that the words of a request that point at things, values and
// requests can mean only one of each.
func (v *view) proveReferences(m *missionView) {
	v.proveCompareReading(m)
	r := v.referring(m)
	v.proveThings(&r)
	v.proveCodes(m)
	if m.at == 0 && len(m.calls) < 2 || len(m.calls) == 0 {
		return
	}
	v.proveRequests(&r)
	v.proveRepair(&r)
	v.proveAgain(&r)
	v.proveValues(&r)
}

// referring is a request whose words point at something.
type referring struct {
	*missionView
	list    []span
	anchors []anchor
}

// anchor names an earlier request: by its number, as in "my second question" and "at the
// start", or by what it was about.
type anchor struct {
	n        int // its number
	about    int // the entity that it was about; -1 if it has a number
	question bool
	first    int // the place in list of its first word: of "as", if a value is meant
	text     string
	whole    bool // the request as a whole is meant, not only one of its values
}

// anchorNouns are what people call what they said before.
var anchorNouns = set("question request message inquiry")

func (v *view) referring(m *missionView) referring {
	r := referring{missionView: m, list: spans(m.request.fold)}
	for i := 0; i+2 < len(r.list); i++ {
		n, ok := ordinal(r.list[i+1].word)
		if r.list[i].word == "my" && ok && anchorNouns[r.list[i+2].word] {
			first := i
			if i >= 2 && r.list[i-1].word == "in" && r.list[i-2].word == "as" {
				first = i - 2
			}
			r.anchors = append(r.anchors, anchor{n, -1, r.list[i+2].word == "question", first, joinWords(wordsOf(r.list[first : i+3])), first == i})
		}
		if about, end := v.anchoredAt(r.list[i:]); end > 0 {
			r.anchors = append(r.anchors, anchor{1, about, false, i, joinWords(wordsOf(r.list[i : i+end])), false})
		}
	}
	return r
}

// firsts are words after "as" for the first request.
var firsts = [...][]string{{"at", "the", "start"}, {"at", "the", "beginning"}, {"in", "the", "beginning"}}

// anchoredAt reads "as at the start" and "as for the hotels earlier" at the front of the
// words.
func (v *view) anchoredAt(list []span) (about, end int) {
	if list[0].word != "as" {
		return -1, 0
	}
	for _, run := range firsts {
		if end = 1 + len(run); end <= len(list) && slices.Equal(wordsOf(list[1:end]), run) {
			return -1, end
		}
	}
	if len(list) < 5 || list[1].word != "for" || list[2].word != "the" {
		return -1, 0
	}
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		for _, noun := range [...]string{e.Name, e.Plural} {
			run := words(fold(noun))
			end = 3 + len(run)
			if len(run) > 0 && end < len(list) && slices.Equal(wordsOf(list[3:end]), run) && list[end].word == "earlier" {
				return i, end + 1
			}
		}
	}
	return -1, 0
}

// missionsNamed lists the missions before one that an anchor can mean.
func (v *view) missionsNamed(r *referring, a anchor) []int {
	if a.about < 0 {
		if a.n > r.at {
			return nil
		}
		return []int{a.n - 1}
	}
	var out []int
	for k := range r.at {
		if slices.ContainsFunc(v.missions[k].calls, func(c callView) bool {
			return c.tool != nil && v.kindOf(c.tool.Thing) == a.about || slices.ContainsFunc(c.leaves, func(l leaf) bool { return v.kindOf(top(l.pointer)) == a.about })
		}) {
			out = append(out, k)
		}
	}
	return out
}

// pointers are words before a noun that make it one that is known.
var pointers = set("that this")

// proveThings proves that "it", "that booking" and "the booking from earlier" mean one
// thing.
func (v *view) proveThings(r *referring) {
	for s := range r.sources() {
		if ch := s.Choice; ch != nil && ch.Order == mission.OrderOnly {
			if why := v.otherThing(r, s); why != "" {
				v.report(r.missionView, ReadingThing, "/request", "%s", why)
				return
			}
		}
	}
	if r.at == 0 {
		return
	}
	for i := range r.list {
		kind, n, far := v.pointedAt(r.list[i:])
		if kind < 0 || v.identified(r, i+n) || v.isResult(r, wordsOf(r.list[i:i+n])) {
			continue
		}
		if things := v.thingsMeant(r.missionView, kind, r.list[i].start, far); len(things) > 1 {
			v.report(r.missionView, ReadingThing, "/request", "%q can be %s or %s", joinWords(wordsOf(r.list[i:i+n])), things[0].id, things[1].id)
			return
		}
	}
}

// pointedAt reads "that booking", "the same booking" and "the booking from earlier" at
// the front of the words.
func (v *view) pointedAt(list []span) (kind, n int, far bool) {
	start := 0
	switch w := list[0].word; {
	case pointers[w]:
		start = 1
	case w == "the" && len(list) > 1 && list[1].word == "same":
		start = 2
	case w == "the":
		start = 1
		far = true
	default:
		return -1, 0, false
	}
	best, most := -1, 0
	for i := range v.entry.Toolset.Entities {
		noun := words(fold(v.entry.Toolset.Entities[i].Name))
		end := start + len(noun)
		if len(noun) > most && end <= len(list) && slices.Equal(wordsOf(list[start:end]), noun) {
			best, most = i, len(noun)
		}
	}
	n = start + most
	if best < 0 || !far {
		return best, n, false
	}
	if n+1 < len(list) && list[n].word == "from" && backward[list[n+1].word] {
		return best, n + 2, true
	}
	return -1, 0, false
}

// identified reports whether an identifier follows: "that booking BK12".
func (v *view) identified(r *referring, i int) bool {
	return i < len(r.list) && !r.list[i-1].stop && hasDigit(r.list[i].word)
}

// isResult reports whether the words stand for the result of a call of the mission.
func (v *view) isResult(r *referring, list []string) bool {
	for s := range r.sources() {
		if s.Kind == mission.FromObservation && s.Choice != nil && hasRun(words(fold(s.Choice.Text)), list) {
			return true
		}
	}
	return false
}

// otherThing returns why the words for the only thing can mean another one.
func (v *view) otherThing(r *referring, src *mission.Source) string {
	said := words(fold(src.Choice.Text))
	place := find(r.request.fold, fold(src.Choice.Text), 0)
	if place < 0 {
		return "" // a reply says it
	}
	value, ok := v.taken(src)
	if !ok {
		return ""
	}
	kind := v.kindOf(lastStep(src.At))
	if src.At == "" {
		kind = v.kindOf(top(src.Pointer))
	}
	own := src.Kind == mission.FromObservation
	if kind < 0 || own && slices.Contains(said, "of") {
		return ""
	}
	var things []thing
	switch noun := v.nounIn(said); {
	case own:
		things = v.givenBy(r, src, kind)
	case noun >= 0:
		things = v.thingsMeant(r.missionView, noun, place, isFar(said))
	default:
		things = slices.DeleteFunc(v.thingsMeant(r.missionView, -1, place, false), func(t thing) bool { return v.beside(r, src, t, place) })
		if len(things) == 0 {
			things = v.thingsMeant(r.missionView, -1, 0, false)
		}
	}
	mine := thing{kind, spell(value)}
	for _, t := range things {
		if t != mine {
			return fmt.Sprintf("%q can be %s, not only %s", src.Choice.Text, t.id, mine.id)
		}
	}
	return ""
}

// beside reports whether the request names a thing for the very call that takes what
// "it" means: in "move booking BK1 to it", it is not the booking.
func (v *view) beside(r *referring, src *mission.Source, t thing, place int) bool {
	if !slices.Contains(v.thingsBefore(r.missionView, place), t) {
		return false
	}
	for c := range r.calls {
		if !slices.ContainsFunc(r.calls[c].leaves, func(l leaf) bool { return v.kindOf(top(l.pointer)) == t.kind && spell(l.value) == t.id }) {
			continue
		}
		for s := range r.calls[c].Sources {
			if &r.calls[c].Sources[s] == src {
				return true
			}
		}
	}
	return false
}

func lastStep(pointer string) string {
	list, _ := steps(pointer)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// taken returns the value that a source takes.
func (v *view) taken(src *mission.Source) (any, bool) {
	from := &v.missions[src.Mission]
	if src.At == "" {
		kind := v.kindOf(top(src.Pointer))
		for _, t := range v.standingIn(src.Mission).things {
			if t.kind == kind {
				return t.id, true
			}
		}
		return nil, false
	}
	if src.Call >= len(from.calls) {
		return nil, false
	}
	return resolve(from.calls[src.Call].observation, src.At)
}

// givenBy lists the things of a kind that the request names or that single results of the
// mission's calls give: "the reservation" that was just made, "its restaurant".
func (v *view) givenBy(r *referring, src *mission.Source, kind int) []thing {
	s := &standing{}
	for c := range r.calls {
		call := &r.calls[c]
		if id, ok := child(call.observation, v.entry.Toolset.Entities[kind].ID); ok && call.Status < 400 && !v.mayFollow(r, src, c) {
			s.add(kind, id)
		}
	}
	return s.things
}

// mayFollow reports whether call c is one that takes the thing, so that its result says
// nothing about what the words mean.
func (v *view) mayFollow(r *referring, src *mission.Source, c int) bool {
	if c == src.Call {
		return false
	}
	for s := range r.calls[c].Sources {
		if other := &r.calls[c].Sources[s]; other.Kind == mission.FromObservation && other.Mission == src.Mission {
			return true
		}
	}
	return false
}

// proveRequests proves that "my second question" means one request, or that all that it
// can mean have the values that the calls take.
func (v *view) proveRequests(r *referring) {
	for _, a := range r.anchors {
		if r.Reference == nil {
			return // reported by group 5
		}
		gold := -1
		for src := range r.sources() {
			if (src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier || src.Kind == mission.FromShown) && src.Mission < r.at {
				gold = r.Reference.Mission
			}
		}
		if gold < 0 {
			continue
		}
		for _, k := range v.requestsMeant(r, a) {
			if k != gold && !v.servesToo(r, gold, k, a) {
				v.report(r.missionView, ReadingRequest, "/request", "%q can be the one of mission %d, not only of mission %d", a.text, k, gold)
				return
			}
		}
		if name := v.forgets(r, a, gold); name != "" {
			v.report(r.missionView, ReadingRequest, "/request", "%q takes up all of mission %d, and the call leaves out its %s", a.text, gold, name)
			return
		}
	}
}

// amends are the ways of requests that change the one before them.
var amends = map[mission.Way]bool{mission.WayCorrection: true, mission.WayRewording: true, mission.WayAddSubject: true, mission.WayAddModifier: true}

// requestsMeant lists the missions that the number of a request can mean: counting all
// messages, only questions, only those that correct nothing, or a correction of it.
func (v *view) requestsMeant(r *referring, a anchor) []int {
	var out []int
	put := func(k int) {
		if k >= 0 && k < r.at && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	for _, k := range v.missionsNamed(r, a) {
		put(k)
	}
	asked, own := 0, 0
	if a.about >= 0 {
		asked, own = r.at, r.at // nothing is counted
	}
	for k := range r.at {
		m := &v.missions[k]
		if strings.HasSuffix(m.request.fold, "?") {
			if asked++; asked == a.n && a.question {
				put(k)
			}
		}
		if m.Reference == nil || !amends[m.Reference.Way] {
			if own++; own == a.n {
				put(k)
			}
		}
	}
	for k := range r.at {
		if ref := v.missions[k].Reference; ref != nil && amends[ref.Way] && slices.Contains(out, ref.Mission) {
			put(k)
		}
	}
	return out
}

// forgets returns a parameter that a call does not have although the request takes up a
// mission as a whole that has it: "going back to my first question: what restaurants are in
// the same city", where the first question was for some within 6 km.
func (v *view) forgets(r *referring, a anchor, gold int) string {
	if !a.whole || !slices.Contains(v.missionsNamed(r, a), gold) {
		return ""
	}
	for c := range r.calls {
		call := &r.calls[c]
		takes := slices.ContainsFunc(call.Sources, func(s mission.Source) bool {
			return s.Mission == gold && (s.Kind == mission.FromEarlier || s.Said == mission.FromEarlier)
		})
		if !takes || call.tool == nil || call.tool.params == nil || call.tool.params.err != nil {
			continue
		}
		for p := range v.missions[gold].calls {
			past := &v.missions[gold].calls[p]
			for _, l := range past.leaves {
				name := top(l.pointer)
				_, has := child(call.arguments, name)
				if _, takes := call.tool.params.parameter("/" + name); takes && !has && !byDefault(past, l.pointer) {
					return name
				}
			}
		}
	}
	return ""
}

// servesToo reports whether a mission has what the calls take from another one, so that
// it does not matter which of them is meant, or has nothing of the kind.
func (v *view) servesToo(r *referring, gold, k int, a anchor) bool {
	other := &v.missions[k]
	same := false
	for c := range r.calls {
		call := &r.calls[c]
		for s := range call.Sources {
			src := &call.Sources[s]
			if !(src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier) {
				continue
			}
			value, _ := leafAt(call.leaves, src.Pointer)
			found, equals := false, false
			for d := range other.calls {
				for _, l := range other.calls[d].leaves {
					if top(l.pointer) == top(src.Pointer) {
						found = true
						equals = equals || equal(l.value, value)
					}
				}
			}
			if found && !equals || !found && a.whole && r.repeats(call, other) {
				return false
			}
			same = same || equals
		}
	}
	if a.whole && same {
		return !v.asksMore(r, gold, other)
	}
	return true
}

// repeats reports whether the other mission calls the same tool.
func (r *referring) repeats(call *callView, other *missionView) bool {
	return slices.ContainsFunc(other.calls, func(c callView) bool { return c.Tool == call.Tool })
}

// asksMore reports whether another mission calls a tool of this one with an argument that
// neither this mission nor the one referred to has.
func (v *view) asksMore(r *referring, gold int, other *missionView) bool {
	has := func(m *missionView, tool, name string) bool {
		return slices.ContainsFunc(m.calls, func(c callView) bool {
			_, ok := child(c.arguments, name)
			return c.Tool == tool && ok
		})
	}
	for d := range other.calls {
		c := &other.calls[d]
		if !r.repeats(c, r.missionView) {
			continue
		}
		for _, l := range c.leaves {
			if name := top(l.pointer); !has(r.missionView, c.Tool, name) && !has(&v.missions[gold], c.Tool, name) {
				return true
			}
		}
	}
	return false
}
