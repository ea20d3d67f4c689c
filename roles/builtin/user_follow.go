package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// comeBack prefixes a long-term request with what it comes back to.
func (s *speaker) comeBack(near, far string) string {
	if s.Blueprint.Relation != mission.LongTerm {
		return near
	}
	for _, word := range []string{"And ", "Okay, ", "So, ", "Right, so "} {
		far = strings.TrimPrefix(far, word)
	}
	leads := comeBacks
	topic := s.topic(s.Blueprint.Target)
	switch {
	case s.Blueprint.Opening == blueprint.OpenAlso, s.Blueprint.Opening == blueprint.OpenThen, s.Blueprint.Chat != nil && s.Blueprint.Chat.Like != nil:
		leads = alsoLeads
	case topic != "" && s.r.Chance(0.6):
		leads = topicLeads
	}
	lead := strings.NewReplacer("{n}", s.nth(s.Blueprint.Target), "{x}", topic).Replace(keyed.Pick(s.r, leads))
	named := slices.ContainsFunc(s.said, func(x roles.Saying) bool {
		return capital(x.Text) == x.Text && strings.HasPrefix(far, x.Text)
	})
	if named {
		return lead + " " + capital(far)
	}
	return lead + " " + lower(far)
}

// nth names mission k by its place: "first question", "second request".
func (s *speaker) nth(k int) string {
	if strings.HasSuffix(s.Past[k].Request, "?") {
		return ordinalWord(k+1) + " question"
	}
	return ordinalWord(k+1) + " request"
}

// anchored makes a request that takes up values of a mission long past say
// which one: "on the same day as in my first request".
func (s *speaker) anchored(text string) string {
	for _, words := range s.phrases {
		if i := strings.Index(text, words); i >= 0 && slices.Contains(strings.Fields(words), "same") {
			end := i + len(words)
			if !ends.MatchString(text[end:]) {
				break // "as in my first request on Friday" would speak of another day
			}
			text = capital(text)
			return text[:end] + " as in my " + s.nth(s.Blueprint.Target) + text[end:]
		}
	}
	return s.comeBack(text, text)
}

// ends matches what follows words after which a clause is over.
var ends = regexp.MustCompile(`^([,.;:?!]|$| (and|then|or|but|please|if)\b)`)

// topic names what mission k was about, if no other mission was about such a
// thing.
func (s *speaker) topic(k int) string {
	var topic string
	for i, past := range s.Past {
		for _, c := range past.Calls {
			e := c.Tool.Entity
			if e == nil {
				continue
			}
			words := e.Noun
			if c.Tool.Effect == tools.List {
				words = e.Plural
			}
			switch {
			case i == k && topic == "":
				topic = words
			case topic != "" && i != k && (words == topic || e.Noun == topic || e.Plural == topic):
				return ""
			}
		}
		if i < k && topic == "" {
			for _, c := range past.Calls {
				for _, d := range s.Past[k].Calls {
					if c.Tool.Entity != nil && c.Tool.Entity == d.Tool.Entity {
						return ""
					}
				}
			}
		}
	}
	return topic
}

// then falls back on what a tool can do.
func (s *speaker) then() (string, bool) {
	units := s.units()
	verbs, ok := s.verbs(units)
	if !ok {
		return "", false
	}
	choice := thenFrames[s.tone()]
	if s.Blueprint.Relation == mission.LongTerm {
		choice = frames[s.tone()][s.length()]
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, choice), "{do}", s.join(verbs))
	if s.Blueprint.Relation == mission.LongTerm {
		return s.anchored(text), true
	}
	return capital(text), true
}

// change says only what differs from an earlier request.
func (s *speaker) change() (string, bool) {
	units := s.units()
	if len(units) == 0 || s.merged[0] {
		clear(s.merged)
		return "", false
	}
	lead, ok := s.changed(units[0])
	if !ok {
		return "", false
	}
	if len(units) == 1 {
		return lead, true
	}
	verbs, ok := s.verbs(units[1:])
	if !ok {
		return "", false
	}
	return lead + " " + keyed.Pick(s.r, secondSentence[s.tone()](s.join(verbs), s.ordered())), true
}

// changed says the changed argument of a unit.
func (s *speaker) changed(unit []int) (string, bool) {
	i := unit[0]
	c := &s.Blueprint.Calls[i]
	s.group = unit
	defer func() { s.group = nil }()
	if s.Blueprint.Opening == blueprint.OpenAgain {
		for k := range c.Args {
			if a := &c.Args[k]; a.Origin == blueprint.Shown {
				words, ok := s.slot(&tools.Slot{Name: a.Param.Name}, i, c)
				return strings.ReplaceAll(keyed.Pick(s.r, againFrames[s.tone()]), "{it}", words), ok
			}
		}
		return "", false
	}
	for k := range c.Args {
		a := &c.Args[k]
		switch a.Origin {
		case blueprint.Asked:
			if len(a.Param.Other) == 0 {
				return "", false
			}
			other := keyed.Pick(s.r, a.Param.Other)
			frames := otherFrames[s.tone()]
			if s.Blueprint.Relation == mission.LongTerm {
				frames = farOther
			}
			text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", other)
			return s.comeBack(capital(text), text), true
		case blueprint.Said:
			bare := false
			words, ok := s.fragment(i, c, a)
			if to, ok := strings.CutPrefix(words, "to "); ok && s.Blueprint.Opening == blueprint.OpenCorrect {
				bare, words = true, to
			}
			if a.Param.Entity != nil {
				bare = true
				words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
			}
			if ok && a.Param.Entity == nil && bareWorks(a.Param) && s.Blueprint.Opening != blueprint.OpenMore && s.Blueprint.Opening != blueprint.OpenAdd && s.r.Chance(0.5) {
				s.reset(mark{})
				bare = true
				words, ok = s.slot(&tools.Slot{Name: a.Param.Name, Bare: true}, i, c)
			}
			frames := fragmentFrames[s.Blueprint.Opening][s.tone()]
			if bare {
				frames = bareFrames[s.Blueprint.Opening][s.tone()]
			}
			if !ok || len(frames) == 0 {
				return "", false
			}
			switch {
			case s.Blueprint.Relation == mission.LongTerm && bare:
				frames = farBare
			case s.Blueprint.Relation == mission.LongTerm:
				frames = farChange
			case s.Blueprint.Opening == blueprint.OpenAdd && (strings.HasPrefix(words, "that ") || strings.HasPrefix(words, "with ") || strings.HasPrefix(words, "which ")):
				frames = addedOnly
			}
			words = strings.TrimPrefix(words, "but ") // the frame says it where it is wanted
			if frames = withoutEcho(frames, words); len(frames) == 0 {
				frames = withoutEcho(fragmentFrames[s.Blueprint.Opening][s.tone()], words)
			}
			if len(frames) == 0 {
				return "", false
			}
			text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", words)
			return s.comeBack(capital(text), text), true
		}
	}
	return "", false
}

// withoutEcho leaves out frames that narrow what the words narrow by themselves:
// "Only meters only".
func withoutEcho(frames []string, words string) []string {
	if !narrows.MatchString(words) {
		return frames
	}
	return slices.DeleteFunc(slices.Clone(frames), narrows.MatchString)
}

var narrows = regexp.MustCompile(`(?i)\b(only|just)\b`)

// bareWorks tells whether a value of the parameter can stand without words
// around it: "What about Porto?", "Make that Friday".
func bareWorks(p *tools.Param) bool {
	if p.Values == nil {
		return false
	}
	switch p.Values.Kind {
	case tools.ValueKnown, tools.ValueDate, tools.ValueDateTime, tools.ValuePerson, tools.ValueCity:
		return true
	}
	return false
}
