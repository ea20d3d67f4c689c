package builtin

import (
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// chatRequest says a mission that no tool serves.
func (s *speaker) chatRequest() (string, bool) {
	chat := s.Blueprint.Chat
	switch {
	case chat.Compare != nil:
		return s.compareRequest(), true
	case chat.Restate:
		return s.restateRequest(), true
	case chat.Follow != nil:
		for _, p := range keyed.Shuffled(s.r, chat.Follow.Ask) {
			text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, s.r.IntN)
			if !ok || s.Blueprint.Relation == mission.LongTerm && len(strings.Fields(text)) < 5 {
				continue // "plates?" means something right after the topic only
			}
			if chat.Follow.Phrase != "" && s.Blueprint.Relation != mission.LongTerm {
				s.phrases = append(s.phrases, chat.Follow.Phrase)
			}
			return s.comeBack(text, text), true
		}
		return "", false
	}
	for _, p := range keyed.Shuffled(s.r, chat.Topic.Ask) {
		if s.Blueprint.Relation == mission.Ellipsis && chat.Like != nil && !leavesOut(p, chat) {
			continue
		}
		m := s.mark()
		text, ok := p.Render(func(slot *tools.Slot) (string, bool) {
			if slot.Name == "it" && chat.It != nil {
				words := s.shownWords(chat.It)
				s.phrases = append(s.phrases, words)
				return words, true
			}
			if chat.Like == nil {
				return "", false
			}
			before := s.mark()
			words, ok := s.slot(slot, -1, chat.Like)
			if !ok {
				s.reset(before)
			}
			return words, ok
		}, s.r.IntN)
		if !ok {
			s.reset(m)
			continue
		}
		s.prune(m, text)
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case s.Blueprint.Opening == blueprint.OpenAlso && s.Blueprint.Relation != mission.LongTerm && strings.Contains(text, ". "):
			return capital(text), true
		case s.Blueprint.Opening == blueprint.OpenAlso:
			return s.comeBack("And "+lower(text), text), true
		case s.Blueprint.Relation == mission.LongTerm && s.Blueprint.Way == mission.WayEarlierSubject && chat.It == nil:
			return s.anchored(text), true
		case s.Blueprint.Relation != "" || s.tone() == mission.Direct:
			return capital(text), true
		}
		return s.opener() + capital(text), true
	}
	return "", false
}

// leavesOut tells whether a wording has a place for what the question takes over
// from the mission that it leans on, and leaves unsaid.
func leavesOut(p *tools.Phrase, chat *blueprint.Chat) bool {
	return slices.ContainsFunc(chat.Like.Args, func(a blueprint.Arg) bool {
		return a.Origin == blueprint.Earlier && !a.There && p.Mentions(a.Param.Name) &&
			slices.ContainsFunc(a.Sources, func(s mission.Source) bool { return s.Text == chat.Text })
	})
}

// restateRequest asks for what was shown once more, only shorter.
func (s *speaker) restateRequest() string {
	noun := idNoun(s.Set, s.Blueprint.Chat.Entity)
	frames := restateOne[s.tone()]
	if len(s.Identifiers(s.Blueprint.Target)) > 1 {
		frames, noun = restateMany[s.tone()], tools.Plural(noun)
	}
	text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{x}", noun)
	return s.comeBack(text, text)
}

// idNoun is what people call the identifier of an entity.
func idNoun(set *tools.Toolset, e *tools.Entity) string {
	for _, t := range set.Tools {
		for _, p := range t.Params {
			if p.Entity == e && p.Noun != "" && p.Type != "array" {
				return p.Noun
			}
		}
	}
	return strings.ToLower(strings.Join(tools.Words(e.ID), " "))
}

// compareRequest asks which of several listed things is best in some way.
func (s *speaker) compareRequest() string {
	claim, e := s.Blueprint.Chat.Compare, s.Blueprint.Chat.Entity
	words := s.comparison(e, &mission.Choice{By: claim.By, Order: claim.Order}, "one")
	if len(claim.Items) == 2 {
		words = comparative(words)
	}
	words = predicate(words)
	if s.Blueprint.Opening == blueprint.OpenAlso {
		frames := otherPairFrames
		if len(claim.Items) > 2 {
			frames = otherAllFrames
		}
		text := strings.ReplaceAll(keyed.Pick(s.r, frames), "{p}", words)
		return s.comeBack(text, text)
	}
	far := s.Blueprint.Relation == mission.LongTerm
	if len(claim.Items) > 2 {
		frames := allFrames[s.tone()]
		if far {
			frames = farFrames
		}
		text := strings.NewReplacer("{p}", words, "{x}", e.Plural).Replace(keyed.Pick(s.r, frames))
		s.phrases = append(s.phrases, strings.TrimRight(text, ".?!"))
		return text
	}
	first, second := ordinalWord(claim.Items[0]+1), ordinalWord(claim.Items[1]+1)
	later, noun := "", "one"
	if far {
		later, noun = " from earlier", e.Noun
	}
	text := keyed.Pick(s.r, pairFrames[s.tone()])
	text = strings.NewReplacer("{a}", first, "{b}", second, "{n}", noun, "{l}", later, "{p}", words).Replace(text)
	s.phrases = append(s.phrases, "the "+first)
	return text
}
