package language

import (
	"strings"
	"unicode"

	"switchyard/mission"
)

// purposes counts requests of several calls that serve no one purpose. Two calls belong
// together if one depends on the other, or if they share something: the tool; the kind of
// thing that they are about (what their tools name or return, or an identifier that they
// take); a value of an argument that is a word or a day, other than the user's own name and
// addresses; or the words that say it. A request serves one purpose if all its calls hang
// together in this way, perhaps by way of others.
func (s *Sample) purposes(e *entry) {
	about, ids := map[string][]string{}, map[string]bool{}
	for _, kind := range e.Toolset.Entities {
		ids[kind.ID] = true
	}
	for _, t := range e.Toolset.Tools {
		about[t.Name] = e.about(&t)
	}
	own := setOf("|" + strings.Join([]string{e.Persona.Name, e.Persona.Phone, e.Persona.Email}, "|"))
	some := false
	for i := range e.Missions {
		m := &e.Missions[i]
		if len(m.Calls) < 2 {
			continue
		}
		has := make([]map[string]bool, len(m.Calls))
		for j := range m.Calls {
			has[j] = ties(&m.Calls[j], about[m.Calls[j].Tool], ids, own)
		}
		apart := !together(m.Calls, has)
		some = some || apart
		s.tell(stapled, apart)
	}
	if len(e.Missions) > 0 {
		s.tell(stapledEntries, some)
	}
}

// about lists the identifiers of the kinds of things that a tool is about: the one it is
// declared to act on, and the one with the longest name in the tool's own.
func (e *entry) about(t *tool) (ids []string) {
	if t.Thing != "" {
		ids = append(ids, t.Thing)
	}
	named, longest := "", 0
	for _, kind := range e.Toolset.Entities {
		for _, noun := range []string{kind.Name, kind.Plural} {
			noun = "_" + strings.ReplaceAll(strings.ToLower(noun), " ", "_") + "_"
			if len(noun) > max(longest, 2) && strings.Contains("_"+strings.ToLower(t.Name)+"_", noun) {
				named, longest = kind.ID, len(noun)
			}
		}
	}
	if named != "" {
		ids = append(ids, named)
	}
	return ids
}

// ties lists what a call may share with another.
func ties(c *call, about []string, ids, own map[string]bool) map[string]bool {
	has := map[string]bool{"tool " + c.Tool: true}
	for _, id := range about {
		has["thing "+id] = true
	}
	for _, v := range leaves(c.Arguments) {
		if len(v) > 2 && !own[v] && strings.ContainsFunc(v, unicode.IsLetter) || isDay(v) {
			has["value "+v] = true
		}
	}
	for _, src := range c.Sources {
		for name := range strings.SplitSeq(src.Pointer, "/") {
			if ids[name] {
				has["thing "+name] = true
			}
		}
		if len(src.Text) > 2 && !own[src.Text] && src.Kind != mission.FromDefault && strings.ContainsFunc(src.Text, unicode.IsLetter) {
			has["words "+strings.ToLower(src.Text)] = true
		}
	}
	return has
}

// isDay reports whether a value is a date, which has no letters and still ties.
func isDay(v string) bool { return len(v) >= 10 && v[4] == '-' && v[7] == '-' }

// together reports whether all calls are in one group.
func together(calls []call, has []map[string]bool) bool {
	reached, todo := make([]bool, len(calls)), []int{0}
	reached[0] = true
	for n := 1; len(todo) > 0; {
		j := todo[0]
		todo = todo[1:]
		for k := range calls {
			if reached[k] || !depend(calls, j, k) && !depend(calls, k, j) && !overlap(has[j], has[k]) {
				continue
			}
			reached[k], todo = true, append(todo, k)
			if n++; n == len(calls) {
				return true
			}
		}
	}
	return false
}

func depend(calls []call, j, k int) bool {
	for _, d := range calls[j].Dependencies {
		if d == k {
			return true
		}
	}
	return false
}

func overlap(a, b map[string]bool) bool {
	for tie := range a {
		if b[tie] {
			return true
		}
	}
	return false
}
