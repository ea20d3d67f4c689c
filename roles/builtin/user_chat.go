package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Requests for missions without tools.

// chatRequest says a mission that needs no tool.
func (s *speaker) chatRequest() (string, bool) {
	chat := s.Blueprint.Chat
	switch {
	case chat.Opinion:
		return s.opinionRequest(), true
	case chat.Compare != nil && chat.Compare.Place > 0:
		return s.placeRequest()
	case chat.Compare != nil:
		return s.compareRequest(), true
	case chat.Options != nil:
		return s.optionsRequest(), true
	case chat.Restate:
		return s.restateRequest(), true
	case chat.Follow != nil:
		return s.followRequest()
	}
	for _, p := range keyed.Shuffled(s.r, chat.Topic.Ask) {
		if s.Blueprint.Relation == mission.Ellipsis && chat.Like != nil && !leavesOut(p, chat) {
			continue
		}
		text, ok := s.rendered(p, func(slot *tools.Slot) (string, bool) {
			switch {
			case slot.Name == "it" && chat.It != nil:
				words := s.shownWords(chat.It)
				s.phrases = append(s.phrases, words)
				return words, true
			case chat.Like == nil:
				return "", false
			}
			words, ok := s.topicSlot(p, slot)
			return words, ok && fitsLead(p, slot, words)
		})
		if ok {
			if text, ok = s.topicRequest(text); ok {
				return text, true
			}
		}
	}
	return "", false
}

// topicSlot returns the words for a slot of a question about a topic. What holds for everything is
// asked "for that day", but not "with the same cuisine".
func (s *speaker) topicSlot(p *tools.Phrase, slot *tools.Slot) (string, bool) {
	chat := s.Blueprint.Chat
	if a := chat.Like.Arg(slot.Name); a != nil && chat.Topic.Kind == mission.ChatFact && a.There && a.Origin == blueprint.Earlier {
		pointers := blueprint.Pointers(a.Param)
		if len(pointers) == 0 {
			return "", false
		}
		words := keyed.Pick(s.r, pointers)
		if noun := words[strings.LastIndexByte(words, ' ')+1:]; noun != "there" && strings.Contains(p.Text, noun) {
			return "", false // "what happens to my account, for that account"
		}
		s.phrases = append(s.phrases, words)
		return tools.Instead(words), true
	}
	return s.slot(slot, -1, chat.Like)
}

// fitsLead reports whether words that stand for a value with its preposition have the one that
// the phrase has before the slot: "a seat for Ada" is no seat "under that name".
func fitsLead(p *tools.Phrase, slot *tools.Slot, words string) bool {
	lead := leadAhead.FindStringSubmatch(p.Text[:max(0, strings.Index(p.Text, "{"+slot.Name))])
	own := leadFirst.FindStringSubmatch(strings.TrimLeft(tools.Marked(words), "\x01"))
	return lead == nil || own == nil || lead[1] == own[1]
}

var (
	leadAhead = regexp.MustCompile(`\b(` + leadWords + `) $`)
	leadFirst = regexp.MustCompile(`^(` + leadWords + `) `)
)

// topicRequest begins a question about a topic.
func (s *speaker) topicRequest(text string) (string, bool) {
	b := s.Blueprint
	switch {
	case b.Relation == mission.LongTerm && b.Chat.It == nil:
		return s.anchored(text)
	case b.Opening == blueprint.OpenAlso && !strings.Contains(text, ". "):
		if s.disappointed() && !s.unserved() {
			return "Then " + s.lower(text), true
		}
		if s.wentOn() {
			return "Also, " + s.lower(text), true
		}
		return "And " + s.lower(text), true
	case b.Relation != "" && b.Chat.Topic.Kind == mission.ChatFact && !s.disappointed() && s.Persona.Has(mission.Thanks) && s.r.Chance(0.5):
		return keyed.Pick(s.r, s.toned("thanks")) + " " + capital(text), true
	case b.Relation != "", s.tone() == mission.Direct:
		return capital(text), true
	}
	return s.opener() + capital(text), true
}

// followRequest asks a follow-up of a topic.
func (s *speaker) followRequest() (string, bool) {
	follow := s.Blueprint.Chat.Follow
	far := s.Blueprint.Relation == mission.LongTerm
	for _, p := range keyed.Shuffled(s.r, follow.Ask) {
		text, ok := p.Render(noSlot, s.r.IntN)
		if !ok || far && len(strings.Fields(text)) < 5 {
			continue // "plates?" means something right after the topic only
		}
		if follow.Phrase != "" && !far {
			s.phrases = append(s.phrases, follow.Phrase)
		}
		return s.comeBack(text, text), true
	}
	return "", false
}

// noSlot fills in wordings that need no words.
func noSlot(*tools.Slot) (string, bool) { return "", false }

// leavesOut reports whether a wording has a slot for a value that the question takes
// over unsaid from the mission to which it refers.
func leavesOut(p *tools.Phrase, chat *blueprint.Chat) bool {
	return slices.ContainsFunc(chat.Like.Args, func(a blueprint.Arg) bool {
		return a.Origin == blueprint.Earlier && !a.There && p.Mentions(a.Param.Name) &&
			slices.ContainsFunc(a.Sources, func(s mission.Source) bool { return s.Text == chat.Text })
	})
}

// restateRequest asks for what was shown once more, only shorter.
func (s *speaker) restateRequest() string {
	e := s.Blueprint.Chat.Entity
	noun := idNoun(s.Set, e)
	frames := "restate one"
	k := s.Blueprint.Target
	several := len(s.Identifiers(k)) > 1
	if several {
		frames, noun = "restate many", naming.Plural(noun)
	}
	others := slices.ContainsFunc(indices(s.Past), func(j int) bool { return j != k && s.has(j, e, several) })
	if s.Blueprint.Relation == mission.LongTerm && !others {
		if !blueprint.Holds(strings.ToLower(noun), strings.ToLower(e.Noun)) {
			noun += " of the " + e.Plural
		}
		return pick(s.r, s.toned(frames), "{x}", noun) // which tells what it is about
	}
	text := pick(s.r, s.toned(frames), "{x}", noun)
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
	return strings.ToLower(strings.Join(naming.Words(e.ID), " "))
}

// compareRequest asks which of several listed things is best in some way.
func (s *speaker) compareRequest() string {
	claim, e := s.Blueprint.Chat.Compare, s.Blueprint.Chat.Entity
	words := s.comparison(s.Blueprint.Chat.Forms, "one")
	pair := len(claim.Items) == 2
	if pair {
		words = comparative(words)
	}
	words = predicate(words)
	far := s.Blueprint.Relation == mission.LongTerm
	nearby := far && s.nearby(e, true)
	switch {
	case s.Blueprint.Opening == blueprint.OpenAlso:
		frames := "other all"
		if pair {
			frames = "other pair"
		}
		text := pick(s.r, sentences[frames], "{p}", words)
		return s.comeBack(text, text)
	case !pair:
		frames := s.toned("all")
		switch {
		case nearby:
			frames = sentences["far all"]
		case far:
			frames = sentences["all named"]
		}
		text := pick(s.r, frames, "{p}", words, "{x}", e.Plural)
		s.phrases = append(s.phrases, strings.TrimRight(text, ".?!"))
		return text
	}
	first, second := ordinalWord(claim.Items[0]+1), ordinalWord(claim.Items[1]+1)
	later, noun := "", "one"
	if far {
		noun = e.Noun
	}
	if nearby {
		later = " from earlier"
	}
	s.phrases = append(s.phrases, "the "+first)
	return pick(s.r, s.toned("pair"), "{a}", first, "{b}", second, "{n}", noun, "{l}", later, "{p}", words)
}
