package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// The words that return to a mission further back.

// comeBack returns near, or for a long-term request far, prefixed with what it returns
// to.
func (s *speaker) comeBack(near, far string) string {
	if s.Blueprint.Relation != mission.LongTerm {
		return near
	}
	for _, word := range []string{"And ", "Okay, ", "So, ", "Right, so "} {
		far = strings.TrimPrefix(far, word)
	}
	leads := "back"
	topic := s.topic(s.Blueprint.Target)
	if topic != "" && s.ofOneKind(s.Blueprint.Target) && s.r.Chance(0.6) {
		leads = "topic"
		if s.acted(s.Blueprint.Target) {
			leads = "topic done"
		}
	}
	lead := pick(s.r, sentences[leads], "{n}", s.nth(s.Blueprint.Target), "{x}", topic)
	return lead + " " + s.lower(capital(far))
}

// lower has a request go on behind other words: it begins with a small letter, unless with a name.
func (s *speaker) lower(text string) string {
	if slices.ContainsFunc(s.said, func(x roles.Saying) bool { return capital(x.Text) == x.Text && strings.HasPrefix(text, x.Text) }) {
		return text
	}
	return lower(text)
}

// nth names mission k by its place: "first question", "second request". It is a question
// only if it is in the same place among the questions.
func (s *speaker) nth(k int) string {
	if !slices.ContainsFunc(s.Past[:k+1], func(p *blueprint.Past) bool { return !strings.HasSuffix(p.Request, "?") }) {
		return ordinalWord(k+1) + " question"
	}
	return ordinalWord(k+1) + " request"
}

// anchored adds to a request with a value of a mission further back which mission it means,
// if there are several such values: "in the same city as for the hotels earlier". It fails
// if the words for the value leave no place for that, if there are several of them, or if
// the mission has no name.
func (s *speaker) anchored(text string) (string, bool) {
	if !s.severalSuch {
		return capital(text), true
	}
	topic := s.topic(s.Blueprint.Target)
	if topic == "" || len(s.phrases) != 1 { // behind one value, the anchor would leave the others open
		return "", false
	}
	if !s.ofOneKind(s.Blueprint.Target) {
		return "", false // the topic may be none of the call that has the value
	}
	words := s.phrases[0]
	i := strings.Index(text, words)
	if i < 0 || !slices.Contains(strings.Fields(words), "same") {
		return "", false
	}
	text = capital(text)
	end := i + len(words)
	if !ends.MatchString(text[end:]) {
		return "", false // "as for the hotels earlier on Friday" would speak of another day
	}
	return text[:end] + " " + pick(s.r, sentences["anchor"], "{x}", topic) + text[end:], true
}

// ends matches the beginning of what can follow a clause.
var ends = regexp.MustCompile(`^([,.;:?!]|$| (and|then|or|but|please|if)\b)`)

// topic names what mission k was about. It is empty if another mission was about such a
// thing, or named one, too.
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
			case topic != "" && i != k && (words == topic || e.Noun == topic || e.Plural == topic || namesA(topic, c)):
				return ""
			}
		}
		if i < k && topic == "" {
			for _, c := range past.Calls {
				if c.Tool.Entity != nil && slices.ContainsFunc(s.Past[k].Calls, func(d blueprint.PastCall) bool { return d.Tool.Entity == c.Tool.Entity }) {
					return ""
				}
			}
		}
	}
	return topic
}

// ofOneKind reports whether all calls of mission k were about things of one kind.
func (s *speaker) ofOneKind(k int) bool {
	calls := s.Past[k].Calls
	return !slices.ContainsFunc(calls, func(c blueprint.PastCall) bool { return c.Tool.Entity != calls[0].Tool.Entity })
}

// acted reports whether mission k was more than a question: nobody asked about the e-mail
// that forwarding made.
func (s *speaker) acted(k int) bool {
	return slices.ContainsFunc(s.Past[k].Calls, func(c blueprint.PastCall) bool { return c.Tool.Effect.Changes() })
}

// namesA reports whether a call takes a thing of the kind.
func namesA(noun string, c blueprint.PastCall) bool {
	return slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
		e := a.Param.Entity
		return e != nil && (e.Noun == noun || e.Plural == noun)
	})
}
