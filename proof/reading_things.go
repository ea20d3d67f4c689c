package proof

import (
	"cmp"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
)

// What stands in a conversation, so that later words can refer to it.

// thing is something with an identifier that a mission named or showed.
type thing struct {
	kind int // index in Toolset.Entities
	id   string
}

// listing is a list that a mission showed.
type listing struct {
	mission, call int
	pointer       string
	items         []any
	kind          int // index in Toolset.Entities; -1 if it is unknown
}

// standing is what one mission named and showed.
type standing struct {
	things []thing
	lists  []listing
}

// standingIn returns what mission k named and showed. An error shows nothing.
func (v *view) standingIn(k int) *standing {
	if v.standing == nil {
		v.standing = make([]*standing, len(v.missions))
	}
	if v.standing[k] != nil {
		return v.standing[k]
	}
	s := &standing{}
	v.standing[k] = s
	m := &v.missions[k]
	for c := range m.calls {
		call := &m.calls[c]
		for _, l := range call.leaves {
			if kind := v.kindOf(top(l.pointer)); kind >= 0 {
				s.add(kind, l.value)
			}
		}
		if call.Status < 400 {
			v.collectThings(s, listing{mission: k, call: c}, call.observation)
		}
	}
	if m.Mission.Chat != nil {
		v.collectSettled(s, m)
	}
	return s
}

func (s *standing) add(kind int, id any) {
	t := thing{kind, spell(id)}
	if t.id != "" && !slices.Contains(s.things, t) {
		s.things = append(s.things, t)
	}
}

// collectThings adds the things and lists of an observation. at says where doc stands.
func (v *view) collectThings(s *standing, at listing, doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		for _, key := range sortedKeys(doc) {
			switch value := doc[key].(type) {
			case map[string]any, []any:
				below := at
				below.pointer += "/" + jsonptr.Escape(key)
				v.collectThings(s, below, value)
			case nil:
			default:
				if kind := v.kindOfField(key, value); kind >= 0 {
					s.add(kind, value)
				}
			}
		}
	case []any:
		if len(doc) > 0 {
			at.items, at.kind = doc, v.kindOfList(at.pointer, doc)
			if at.kind >= 0 {
				s.lists = append(s.lists, at)
			}
		}
		for _, item := range doc {
			v.collectThings(s, at, item)
		}
	}
}

// collectSettled adds what a chat mission was about: what won its comparison and what its
// reply names besides, or the things whose identifiers were said in it.
func (v *view) collectSettled(s *standing, m *missionView) {
	claim := m.Mission.Chat
	if claim.Compare != nil && claim.Kind != mission.ChatOpinion {
		for _, at := range slices.Concat([]int{claim.Compare.Winner}, claim.Compare.Items) {
			item := v.compared(m, claim.Compare, at)
			for i := range v.entry.Toolset.Entities {
				if id, ok := child(item, v.entry.Toolset.Entities[i].ID); ok && (at == claim.Compare.Winner || m.reply.holds(spell(id))) {
					s.add(i, id)
				}
			}
		}
		return
	}
	for k := range m.at {
		for _, t := range v.standingIn(k).things {
			if m.reply.holds(t.id) || m.request.holds(t.id) {
				s.add(t.kind, t.id)
			}
		}
	}
}

// kindOf returns the entity that a name of a value identifies; -1 if there is none.
func (v *view) kindOf(name string) int {
	return slices.IndexFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool {
		return e.ID == name || e.ID != "" && (strings.HasSuffix(name, "_"+e.ID) && len(e.ID) > 3 || name == e.ID+"s")
	})
}

// kindOfField returns the entity that a value identifies under a name: "practice" can hold
// what is called "practice_id" elsewhere.
func (v *view) kindOfField(name string, value any) int {
	if kind := v.kindOf(name); kind >= 0 {
		return kind
	}
	if s, ok := value.(string); !ok || !distinctive(s) || strings.Contains(s, " ") {
		return -1
	}
	return slices.IndexFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool {
		base, suffix, cut := strings.Cut(e.ID, "_")
		return cut && base == name && !strings.Contains(suffix, "_")
	})
}

// kindOfList returns the entity of which a list has one in each item: the one that gives
// the list its name, or else the first one whose identifiers all differ.
func (v *view) kindOfList(pointer string, items []any) int {
	best := -1
	name := alike(jsonptr.Unescape(pointer[strings.LastIndexByte(pointer, '/')+1:]))
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		seen := map[string]bool{}
		for _, item := range items {
			if id, ok := child(item, e.ID); ok {
				seen[spell(id)] = true
			}
		}
		switch {
		case len(seen) < len(items):
		case name == alike(e.Plural) || name == alike(e.Name):
			return i
		case best < 0:
			best = i
		}
	}
	return best
}

// nounIn finds the entity whose noun the words have; the longest noun counts. It
// returns -1 if there is none.
func (v *view) nounIn(list []string) int {
	best, most := -1, 0
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		for _, noun := range [...]string{e.Name, e.Plural} {
			if n := len(words(fold(noun))); n > most && hasRun(list, words(fold(noun))) {
				best, most = i, n
			}
		}
	}
	return best
}

// hasRun reports whether a list has the words in a row.
func hasRun(list, run []string) bool { return runAt(list, run) >= 0 }

func runAt(list, run []string) int {
	for i := 0; len(run) > 0 && i+len(run) <= len(list); i++ {
		if slices.Equal(list[i:i+len(run)], run) {
			return i
		}
	}
	return -1
}

// span is a word of a folded text with its place.
type span struct {
	word       string
	start, end int
	stop       bool // punctuation follows
}

// spans splits a folded text into words with their places.
func spans(s string) []span {
	list := make([]span, 0, strings.Count(s, " ")+1)
	for at := 0; at < len(s); {
		if s[at] == ' ' {
			at++
			continue
		}
		end := len(s)
		if i := strings.IndexByte(s[at:], ' '); i >= 0 {
			end = at + i
		}
		if w := words(s[at:end]); len(w) == 1 {
			start := at + strings.Index(s[at:end], w[0])
			list = append(list, span{w[0], start, start + len(w[0]), start+len(w[0]) < end})
		}
		at = end
	}
	return list
}

func wordsOf(list []span) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].word
	}
	return out
}

// backward are words that point behind the last mission.
var backward = set("earlier before previous previously ago")

// isFar reports whether words point at any earlier mission.
func isFar(list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return backward[w] })
}

// saidBefore returns where the request of m first says something of call c by itself; -1
// if it says nothing.
func saidBefore(m *missionView, c int) int {
	first := -1
	for s := range m.calls[c].Sources {
		src := &m.calls[c].Sources[s]
		if src.Mission != m.at || src.Kind != mission.FromQuery && src.Said != mission.FromQuery {
			continue
		}
		if at := find(m.request.fold, fold(src.Text), 0); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// thingsBefore lists the things that the request of m names before a place.
func (v *view) thingsBefore(m *missionView, place int) []thing {
	s := &standing{}
	for c := range m.calls {
		call := &m.calls[c]
		for i := range call.Sources {
			src := &call.Sources[i]
			kind := v.kindOf(top(src.Pointer))
			if kind < 0 || src.Kind != mission.FromQuery || src.Mission != m.at {
				continue
			}
			if at := find(m.request.fold, fold(src.Text), 0); at >= 0 && at < place {
				value, _ := leafAt(call.leaves, src.Pointer)
				s.add(kind, value)
			}
		}
	}
	return s.things
}

// thingsMeant lists the things that words at a place of the request can mean: those that
// the request itself names before, else those of the last mission, else those of all
// missions before. What the last mission only told of beside something else can be confused
// with what was spoken of before. Words such as "earlier" mean all missions. A negative kind
// means any.
func (v *view) thingsMeant(m *missionView, kind, place int, far bool) []thing {
	fit := func(list []thing) []thing {
		var out []thing
		for _, t := range list {
			if (kind < 0 || t.kind == kind) && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
		return out
	}
	var all []thing
	if !far {
		if own := fit(v.thingsBefore(m, place)); len(own) > 0 {
			return own
		}
		if m.at > 0 {
			if last := fit(v.standingIn(m.at - 1).things); len(last) > 0 {
				if kind >= 0 && !slices.ContainsFunc(last, func(t thing) bool { return v.isAbout(m.at-1, t) }) {
					return fit(append(last, v.spokenOf(m.at-1)...))
				}
				return last
			}
		}
	}
	for k := range m.at {
		all = append(all, v.standingIn(k).things...)
	}
	return fit(all)
}

// isAbout reports whether mission k is about a thing, or tells of its kind: the flight of a
// booking that was looked up only stands beside it.
func (v *view) isAbout(k int, t thing) bool {
	m := &v.missions[k]
	return len(m.calls) == 0 || slices.ContainsFunc(m.calls, func(c callView) bool {
		return c.tool == nil || c.tool.Thing == "" || v.kindOf(c.tool.Thing) == t.kind || slices.ContainsFunc(c.leaves, func(l leaf) bool { return v.kindOf(top(l.pointer)) == t.kind })
	})
}

// spokenOf lists the things that the calls of the missions before k took.
func (v *view) spokenOf(k int) []thing {
	s := &standing{}
	for i := range k {
		for c := range v.missions[i].calls {
			for _, l := range v.missions[i].calls[c].leaves {
				if kind := v.kindOf(top(l.pointer)); kind >= 0 {
					s.add(kind, l.value)
				}
			}
		}
	}
	return s.things
}

// listsMeant lists the lists that words at a place of the request can mean, in the same
// order of preference as thingsMeant. Lists of this mission's calls count from where the
// request has asked for them.
func (v *view) listsMeant(m *missionView, kind, place int, far, own bool) []listing {
	fit := func(list []listing) []listing {
		return slices.DeleteFunc(slices.Clone(list), func(l listing) bool { return kind >= 0 && l.kind != kind })
	}
	if !far {
		here := slices.DeleteFunc(fit(v.standingIn(m.at).lists), func(l listing) bool {
			at := saidBefore(m, l.call)
			return !own && (at < 0 || at > place)
		})
		if len(here) > 0 {
			return here
		}
		if m.at > 0 {
			if last := fit(v.standingIn(m.at - 1).lists); len(last) > 0 {
				return last
			}
		}
	}
	var all []listing
	for k := range m.at {
		all = append(all, fit(v.standingIn(k).lists)...)
	}
	return all
}

// idIn returns the identifier of an item of a list.
func (v *view) idIn(l *listing, at int) string {
	if l.kind < 0 || at < 0 || at >= len(l.items) {
		return ""
	}
	id, _ := child(l.items[at], v.entry.Toolset.Entities[l.kind].ID)
	return cmp.Or(spell(id), "?")
}

func joinWords(list []string) string { return strings.Join(list, " ") }
