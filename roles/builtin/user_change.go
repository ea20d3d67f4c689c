package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// Requests that say only what differs from an earlier one.

// change says only what differs from an earlier request.
func (s *speaker) change() (string, bool) {
	units := s.units()
	if len(units) == 0 || s.merged[0] {
		clear(s.merged)
		return "", false
	}
	lead, ok := s.changed(units[0])
	if !ok || len(units) == 1 {
		return lead, ok
	}
	verbs, ok := s.verbs(units[1:])
	if !ok {
		return "", false
	}
	return lead + " " + s.second(s.join(verbs)), true
}

// changed says the changed argument of a unit.
func (s *speaker) changed(unit []int) (string, bool) {
	i := unit[0]
	c := &s.Blueprint.Calls[i]
	s.group = unit
	defer func() { s.group = nil }()
	for k := range c.Args {
		a := &c.Args[k]
		switch {
		case s.Blueprint.Opening == blueprint.OpenAgain:
			if a.Origin == blueprint.Shown {
				words, ok := s.slot(&tools.Slot{Name: a.Param.Name}, i, c)
				frames := s.toned("again")
				if c.Tool.Effect.Changes() { // "what about it?" asks for no deed
					frames = slices.DeleteFunc(slices.Clone(frames), func(f string) bool { return !strings.Contains(strings.ToLower(f), "same for") })
				}
				return pick(s.r, frames, "{it}", words), ok
			}
		case a.Origin == blueprint.Asked:
			return s.changedLater(a)
		case a.Origin == blueprint.Said:
			return s.changedNow(i, c, a)
		}
	}
	return "", false
}

// changedLater asks for another value without saying which.
func (s *speaker) changedLater(a *blueprint.Arg) (string, bool) {
	if len(a.Param.Other) == 0 {
		return "", false
	}
	other := keyed.Pick(s.r, a.Param.Other)
	if text, ok := s.onceMore(other); ok {
		return text, true
	}
	frames := s.toned("other")
	if s.Blueprint.Relation == mission.LongTerm {
		frames = sentences["far other"]
	}
	text := pick(s.r, frames, "{x}", other)
	return s.comeBack(capital(text), text), true
}

// onceMore asks for what an earlier request was about once more, with a change. It fails if
// the request is the last one, or if its topic does not name it.
func (s *speaker) onceMore(change string) (string, bool) {
	b := s.Blueprint
	if b.Relation != mission.LongTerm {
		return "", false
	}
	topic, frames := s.onlyList(b.Target), "far list"
	if s.Past[b.Target].Calls[0].Tool.Effect == tools.Create {
		topic, frames = s.topic(b.Target), "far made"
	}
	if topic == "" {
		return "", false
	}
	return capital(pick(s.r, s.toned(frames), "{t}", topic, "{x}", change)), true
}

// onlyList names the things that the calls of mission k list: "bookings". It is empty if they
// do not all list the same, or if another mission listed such things, too.
func (s *speaker) onlyList(k int) string {
	e := s.Past[k].Calls[0].Tool.Entity
	for i, past := range s.Past {
		for _, c := range past.Calls {
			lists := c.Tool.Effect == tools.List && c.Tool.Entity == e
			if e == nil || i == k && !lists || i != k && lists {
				return ""
			}
		}
	}
	return e.Plural
}

// changedNow says another value, alone or with the words around it.
func (s *speaker) changedNow(i int, c *blueprint.Call, a *blueprint.Arg) (string, bool) {
	opening := s.Blueprint.Opening
	bare := false
	words, ok := s.fragment(i, c, a)
	if to, ok := strings.CutPrefix(words, "to "); ok && opening == blueprint.OpenCorrect {
		bare, words = true, to
	}
	if a.Param.Entity != nil {
		bare = true
		words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
	}
	if ok && a.Param.Entity == nil && bareWorks(a.Param) && s.Blueprint.Relation != mission.LongTerm && opening != blueprint.OpenMore && opening != blueprint.OpenAdd && s.r.Chance(0.5) {
		s.reset(mark{})
		bare = true
		words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
	}
	frames := s.changeFrames(c, words, bare)
	if !ok || len(frames) == 0 {
		return "", false
	}
	words = strings.TrimPrefix(words, "but ") // the frame says it where it is wanted
	if frames = withoutEcho(frames, words); len(frames) == 0 {
		frames = withoutEcho(s.opening("fragment"), words)
	}
	if len(frames) == 0 {
		return "", false
	}
	if !bare {
		if text, ok := s.onceMore(words); ok {
			return text, true
		}
	}
	text := pick(s.r, frames, "{x}", words)
	return s.comeBack(capital(text), text), true
}

// changeFrames lists the frames for the words of a changed value.
func (s *speaker) changeFrames(c *blueprint.Call, words string, bare bool) []string {
	frames := s.opening("fragment")
	if bare {
		frames = s.opening("bare")
	}
	listed := c.Tool.Effect == tools.List
	if s.Blueprint.Opening == blueprint.OpenAdd && !listed { // "only" is said of things
		frames = s.toned("reckon add")
	}
	switch clause, _, _ := strings.Cut(words, " "); {
	case len(frames) == 0:
		return nil
	case s.Blueprint.Relation == mission.LongTerm && bare:
		return sentences["far bare"]
	case s.Blueprint.Relation == mission.LongTerm:
		return sentences["far change"]
	case s.Blueprint.Opening == blueprint.OpenAdd && listed && len(clause) < len(words) && slices.Contains([]string{"that", "with", "which"}, clause):
		return sentences["only"]
	}
	return frames
}

// opening lists the sentences that begin as the blueprint says, by the user's tone.
func (s *speaker) opening(name string) []string {
	return s.toned(name + " " + string(s.Blueprint.Opening))
}

// withoutEcho leaves out frames with "only" or "just" if the words contain one of these:
// nobody says "Only meters only".
func withoutEcho(frames []string, words string) []string {
	if !narrows.MatchString(words) {
		return frames
	}
	return slices.DeleteFunc(slices.Clone(frames), narrows.MatchString)
}

var narrows = regexp.MustCompile(`(?i)\b(only|just)\b`)
