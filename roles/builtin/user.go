package builtin

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// User is the built-in user. It is safe for concurrent use.
type User struct {
	// Anywhere lets harvested words that go on ("and …") begin a conversation, so that they can
	// be tried in short ones.
	Anywhere bool
}

// awkward matches a pronoun where nobody would use one. A request that has no other words is
// drawn again.
var awkward = regexp.MustCompile(`\b(?i:at|in|on|to|near|from) it\b|\b(?::|namely) it\W`)

// Propose implements [roles.User].
func (u User) Propose(_ context.Context, scene *roles.Scene) (roles.Proposal, error) {
	s := newSpeaker(scene, mission.RoleUser)
	s.anywhere = u.Anywhere
	b := scene.Blueprint
	// A request that has to refer to something earlier needs a word that does so.
	leans := b.Relation == mission.Implicit && (b.Chat == nil || b.Way == mission.WayDemonstrative) ||
		b.Relation == mission.LongTerm && b.Chat != nil && b.Chat.Like != nil && b.Chat.Follow == nil
	var text string
	var ok bool
	wording := mission.Composed
	for range 12 {
		s.reset(mark{})
		clear(s.merged)
		clear(s.taken)
		s.severalSuch, s.clumsy, s.tail = false, false, ""
		if text, ok = s.harvested(); ok {
			wording = mission.Harvested
		} else if s.unharvested = true; b.Chat != nil {
			text, ok = s.chatRequest()
		} else {
			text, ok = s.request()
		}
		ok = ok && !(leans && len(s.phrases) == 0)
		if wording == mission.Harvested && !ok {
			s.unharvested, s.found, wording = true, nil, mission.Composed
			continue
		}
		if ok && (s.tooLong(text) || s.clumsy || wording == mission.Composed && s.formLike()) {
			ok = false
			continue
		}
		if ok && !(b.Chat == nil && strings.Contains(text, " it") && awkward.MatchString(text)) {
			break
		}
		ok = false
	}
	if !ok {
		return roles.Proposal{}, errNoWords
	}
	text = strings.ReplaceAll(text, ".\".", ".\"") // of a quotation
	text = s.typed(strings.ReplaceAll(text, " that that ", " that "))
	p := roles.Proposal{Text: text, Said: s.said, Referrals: s.referrals, Unasked: slices.Sorted(maps.Keys(s.merged)), Wording: wording, Found: s.found}
	if b.Relation != "" {
		p.Phrase = strings.TrimRight(text, ".?!")
		if len(s.phrases) > 0 && b.Opening == blueprint.OpenPlain {
			_, noun := leadOff(s.phrases[0])
			for _, words := range []string{noun, s.phrases[0]} {
				if strings.Contains(text, words) {
					p.Phrase = words
				}
			}
		}
	}
	return p, nil
}

// How many words a request has at most: as many as nobody would go beyond, and as many as people
// seldom do. Theirs mostly have 10 to 20 words, for several calls a few more.
const (
	mostWords     = 45
	fewWords      = 22
	fewForSeveral = 25
)

// tooLong reports whether nobody would type such a long request; at first also, whether few
// people would. Tools that only a description tells of may need more.
func (s *speaker) tooLong(text string) bool {
	most := mostWords
	switch {
	case s.attempt() >= persistent:
	case len(s.Blueprint.Calls) > 1:
		most = fewForSeveral
	default:
		most = fewWords
	}
	return len(text) > 3*most && strings.Count(text, " ") >= most && !slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool { return c.Tool.Described })
}

// formLike reports whether a request says more values than people string together. At first such
// calls are asked for only in words that somebody found for them.
func (s *speaker) formLike() bool {
	return s.attempt() < persistent && len(s.said) > 3 && !slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool { return c.Tool.Described })
}

// request says a mission that needs tools.
func (s *speaker) request() (string, bool) {
	switch s.Blueprint.Opening {
	case blueprint.OpenPlain:
		return s.plain()
	case blueprint.OpenAlso, blueprint.OpenReword:
		verbs, ok := s.verbs(s.units())
		if !ok {
			return "", false
		}
		return s.onward(verbs)
	}
	return s.change()
}

// onward says a request that continues an earlier one in its own words.
func (s *speaker) onward(verbs []string) (string, bool) {
	verb := s.join(verbs)
	frames := s.toned("reword")
	switch {
	case s.Blueprint.Opening != blueprint.OpenAlso:
	case s.Blueprint.Relation == mission.LongTerm:
		return s.anchored(s.frame(verb))
	case s.unserved():
		frames = s.toned("onward")
	case s.disappointed():
		frames = s.toned("instead")
	default:
		frames = s.toned("also")
	}
	return capital(pick(s.r, timely(frames, verb), "{do}", verb)), true
}

// plain says a complete request, which may contain words that refer.
func (s *speaker) plain() (string, bool) {
	units := s.units()
	text, ok := "", false
	if len(units) == 1 && len(units[0]) == 1 && s.r.Chance(0.6) {
		text, ok = s.whole(units[0][0])
	}
	if !ok {
		if text, ok = s.clauses(units); !ok {
			return "", false
		}
	}
	opener := s.opener()
	if opener != "" { // "Got it. So I need …"
		text = capital(strings.TrimPrefix(text, "So "))
	}
	text = runOn(opener, s.introduced(text))
	return text + s.closing(text), true
}

// introduced replaces the user's own name by "me", and gives the name in a sentence of
// its own.
func (s *speaker) introduced(text string) string {
	name := s.Persona.Name
	if strings.Count(text, name) != 1 || !s.r.Chance(0.6) {
		return text
	}
	intro := pick(s.r, s.toned("introduction"), "{name}", name) + " "
	for _, words := range [][2]string{{" for ", " for me"}, {" in the name of ", " in my name"}} {
		if strings.Contains(text, words[0]+name) && !strings.Contains(text, words[1]) {
			return intro + strings.Replace(text, words[0]+name, words[1], 1)
		}
	}
	return text
}

// hurried matches words of somebody who wants something at once or has little time, to whom
// nobody says what leisurely matches.
var (
	hurried   = regexp.MustCompile(`(?i)\b(at once|straight away|right away|quick(ly)?|urgent(ly)?|priority|express|now|immediately|prompt(ly)?|asap|soon as|today|keep it short|minutes?|meetings?|calls|connection|hectic|busy|busiest|rush|hurry|on time|go home)\b`)
	leisurely = regexp.MustCompile(`(?i)\b(no (rush|hurry)|your time)\b`)
)

// closing is what some people add after a request, which may open with the goal.
func (s *speaker) closing(text string) string {
	share := 0.0
	switch {
	case s.Index() > 0: // only once in an entry
	case s.Persona.Length == mission.Chatty:
		share = 0.3
	case s.Persona.Patience == mission.Hasty:
		share = 0.1
	case s.Persona.Length == mission.Plain:
		share = 0.05
	}
	if share == 0 || !s.r.Chance(share) {
		return ""
	}
	fit := slices.DeleteFunc(slices.Clone(s.toned("closing", string(s.Persona.Patience))), func(f string) bool {
		return leisurely.MatchString(f) && hurried.MatchString(text)
	})
	words := keyed.Pick(s.r, fit)
	if strings.HasSuffix(text, "please.") && strings.Contains(words, "please") {
		return ""
	}
	return " " + words
}

// opener is what stands in front of a request: a salutation, and what brings the user where that
// is a reason for the request.
func (s *speaker) opener() string {
	out := s.salutation()
	if s.Index() == 0 && s.Persona.Has(mission.Explains) && s.occasion() {
		return runOn(out, s.Persona.Goal) + " "
	}
	return out
}

// salutation is the first thing that the user says: a greeting, later thanks. Harvested words
// bring their own reasons.
func (s *speaker) salutation() string {
	if s.Index() > 0 {
		openers, often := "neutral", 0.25
		if s.Persona.Has(mission.Thanks) {
			often = 0.45
			if !s.disappointed() && s.Past[s.Index()-1].Chat == nil {
				openers = "later"
			}
		}
		if !s.r.Chance(often) {
			return ""
		}
		return keyed.Pick(s.r, s.toned(openers)) + " "
	}
	var out string
	if s.Persona.Has(mission.Greets) {
		day := "Good morning."
		switch hour := s.Now.Hour(); {
		case hour >= 18:
			day = "Good evening."
		case hour >= 12:
			day = "Good afternoon."
		}
		fit := slices.DeleteFunc(slices.Clone(s.toned("greeting")), func(g string) bool {
			return g == "Good day." && day == "Good evening."
		})
		out = pick(s.r, fit, "{day}", day) + " "
		if s.Blueprint.Chat != nil { // whose words begin with a capital
			out = strings.Replace(out, ", ", ". ", 1)
		}
	}
	return out
}

// occasion reports whether what brings the user is a reason for this request. Talk has none.
func (s *speaker) occasion() bool {
	if s.Blueprint.Chat != nil {
		return false
	}
	names := make([]string, len(s.Blueprint.Calls))
	for i, c := range s.Blueprint.Calls {
		names[i] = c.Tool.Name
	}
	return s.Set.Brings(s.Persona.Goal, names)
}

// unserved reports whether the last mission asked for something that no tool does.
func (s *speaker) unserved() bool {
	chat := s.Past[s.Index()-1].Chat
	return chat != nil && chat.Topic != nil && chat.Topic.Refuses()
}

// disappointed reports whether the last mission brought nothing: a refusal,
// nothing found, or a request that no tool serves.
func (s *speaker) disappointed() bool {
	last := s.Past[s.Index()-1]
	if last.Chat != nil {
		return s.unserved()
	}
	return slices.ContainsFunc(last.Calls, func(c blueprint.PastCall) bool {
		count, _ := c.Answer.Body.Get("count")
		return c.Answer.Status >= 300 || c.Tool.Effect == tools.List && count == int64(0)
	})
}
