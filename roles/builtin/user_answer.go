package builtin

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// Answer implements [roles.User].
func (User) Answer(_ context.Context, scene *roles.Scene, q mission.Question) (roles.Answer, error) {
	s := newSpeaker(scene, mission.RoleUser)
	c := &scene.Blueprint.Calls[0]
	vague := scene.Blueprint.Vague && len(scene.Answers) == 0
	if vague && len(q.Missing) == 1 {
		// Most people have what they are asked for before they turn to an assistant.
		if text := s.evasion(c, c.Arg(q.Missing[0]), q.Text); text != "" && !(searches.MatchString(text) && s.r.Chance(0.8)) {
			return roles.Answer{Text: s.typed(text)}, nil
		}
		vague = false // nobody would evade this question
	}
	give := q.Missing
	if vague {
		give = give[:1]
	}
	if !vague && len(give) == 1 {
		if text, ok := s.answerInWords(c, give[0], q.Text); ok {
			return roles.Answer{Text: s.typed(text), Said: s.said, Complete: true}, nil
		}
	}
	parts, fragments, ok := s.parts(c, give, q.Text, vague)
	if !ok {
		return roles.Answer{}, errNoWords
	}
	text := s.framed(c, q.Missing, parts, vague, fragments)
	if !vague {
		added, ok := s.volunteered(c)
		if !ok {
			return roles.Answer{}, errNoWords
		}
		text += added
	}
	return roles.Answer{Text: s.typed(text), Said: s.said, Complete: !vague}, nil
}

// parts are the words for the values that the user gives. fragments reports whether
// they have a preposition of their own, which must be that of the question.
func (s *speaker) parts(c *blueprint.Call, give []string, question string, vague bool) (parts []string, fragments, ok bool) {
	fragments = len(give) == 1 && !vague && len(s.Answers) == 0 && s.r.Chance(0.4)
	for _, name := range give {
		a := c.Arg(name)
		if a == nil {
			return nil, false, false
		}
		words, ok := "", false
		switch {
		case len(give) > 1 && ofKind(a.Param, tools.ValueInt, tools.ValueNumber): // "three and five": of what?
			words, ok = s.told(c, a, true)
			words = bareCount(words)
		case fragments && bareWorks(a.Param):
			m := s.mark()
			if words, ok = s.told(c, a, true); ok && !answers(words, question) {
				s.reset(m)
				ok = false
			}
		}
		if !ok {
			fragments = false
			if words, ok = s.told(c, a, false); !ok {
				return nil, false, false
			}
		}
		if e := a.Param.Entity; e != nil && !vague && s.r.Chance(0.7) {
			words = strings.TrimPrefix(words, e.Noun+" ") // its number alone
		}
		parts = append(parts, words)
	}
	return parts, fragments, true
}

// framed makes an answer from the words for values.
func (s *speaker) framed(c *blueprint.Call, missing, parts []string, vague, fragments bool) string {
	first := c.Arg(missing[0]).Param
	n := len(s.Questions)
	again := n > 0 && len(missing) == len(s.Questions[n-1].Missing) // nothing was given
	frames := s.toned("answer", string(s.length()))
	switch {
	case vague && telling(first, c.Arg(missing[1]).Param):
		frames = sentences["partial"]
	case vague && strings.HasSuffix(first.Noun, "s"):
		frames = sentences["partial named many"]
	case vague:
		frames = sentences["partial named"]
	case again && first.Entity != nil:
		frames = sentences["looked up thing"]
	case again && first.Items != nil:
		frames = []string{"{x}."}
	case again && searches.MatchString(s.Answers[len(s.Answers)-1].Text):
		frames = sentences["looked up"]
	case again:
		frames = sentences["again answer"]
	case fragments:
		frames = s.toned("fragment answer", string(s.length()))
	case len(missing) == 1 && first.Entity != nil && s.r.Chance(0.4):
		frames = sentences["answer thing"]
	case len(missing) == 1 && isWish(c.Tool, first) && s.r.Chance(0.4):
		frames = sentences["answer wish"]
	}
	if len(parts) == 1 && ofKind(first, tools.ValueText) && len(strings.Fields(parts[0])) > 3 {
		frames = []string{"{x}."} // dictated
	}
	if !vague && !s.wished(c, missing) {
		frames = slices.DeleteFunc(slices.Clone(frames), func(f string) bool { return strings.HasPrefix(f, "{x}, ") })
	}
	if len(frames) == 0 {
		frames = []string{"{x}."}
	}
	frame := keyed.Pick(s.r, frames)
	if again && len(frames) > 1 { // not the same words every time
		frame = varied(s.Scene, frames)
	}
	return capital(filled(frame, "{n}", the(first.Noun), "{x}", s.together(c, missing, parts)))
}

// together says several values as one answer. A text says what it is, because it could belong
// to the value before it.
func (s *speaker) together(c *blueprint.Call, names, parts []string) string {
	joined, comma := slices.Clone(parts), false
	for i, words := range joined {
		if p := c.Arg(names[i]).Param; i > 0 && ofKind(p, tools.ValueText) && len(strings.Fields(words)) > 2 {
			joined[i], comma = p.Noun+": "+words, true
		}
	}
	if comma || len(parts) == 2 && !strings.Contains(parts[0]+parts[1], ",") && s.r.Chance(0.8) {
		return strings.Join(joined, ", ")
	}
	return list(parts, "and")
}

// wished reports whether what is asked for is a wish, which some say with "please", or the
// number of a thing. Names and what is the case are only told.
func (s *speaker) wished(c *blueprint.Call, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !Wish(c.Tool, c.Arg(name).Param) })
}

// Wish reports whether the value of a parameter is something that people ask for, or the number of
// a thing, and no name, reason or other fact.
func Wish(t *tools.Tool, p *tools.Param) bool {
	return p.Entity != nil || !isPerson(p) && !isFact(p) && !isReason(p) && !diagnosed(t, p) && !ofKind(p, tools.ValueText, tools.ValueStreet) &&
		(t.Effect != tools.Compute || len(p.Enum) > 0)
}

// varied picks words that differ from mission to mission.
func varied(s *roles.Scene, words []string) string {
	return words[(int(keyed.Hash(0, s.Persona.Name)%97)+s.Index())%len(words)]
}

// volunteered says the values that nobody asked for.
func (s *speaker) volunteered(c *blueprint.Call) (added string, ok bool) {
	for i := range c.Args {
		a := &c.Args[i]
		if !a.Volunteered {
			continue
		}
		words, ok := s.told(c, a, true)
		if !ok {
			return "", false
		}
		added += " " + capital(pick(s.r, s.toned("more"), "{y}", words))
	}
	return added, true
}

// telling reports whether values of the parameter show by themselves what they are.
// Days, places, people and things that are named with their noun do, unless the other
// parameter has such a value, too.
func telling(p, other *tools.Param) bool {
	if p.Entity != nil {
		return p.Entity != other.Entity
	}
	if p.Values == nil || ofKind(other, p.Values.Kind) {
		return false
	}
	return ofKind(p, tools.ValueKnown, tools.ValueCity, tools.ValueStreet, tools.ValuePerson, tools.ValueEmail,
		tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth)
}

// bareCount drops the preposition of words for a number: "for 4 people" becomes "4
// people".
func bareCount(words string) string {
	for _, preposition := range []string{"of ", "for ", "with ", "to "} {
		if rest, ok := strings.CutPrefix(words, preposition); ok {
			return rest
		}
	}
	return words
}

// told returns the words for a withheld argument, alone or as a fragment with its
// preposition.
func (s *speaker) told(c *blueprint.Call, a *blueprint.Arg, fragment bool) (words string, ok bool) {
	m := s.mark()
	told := *a
	told.Origin = blueprint.Said
	bare := &blueprint.Call{Tool: c.Tool, Args: []blueprint.Arg{told}}
	if fragment {
		words, ok = s.fragment(0, bare, &bare.Args[0])
	} else {
		words, ok = s.value(&tools.Slot{Bare: true}, 0, bare, &bare.Args[0])
	}
	if !ok {
		s.reset(m)
	}
	return words, ok
}

// answers reports whether words with a preposition fit a question: "on 3 May" answers "On
// which day?" and "When?", but not "For which day?" or "Which day?".
func answers(words, question string) bool {
	at, _, _ := strings.Cut(strings.ToLower(words), " ")
	asked := wanted.FindStringSubmatch(strings.ToLower(question))
	switch {
	case !prepositions[at] && !strings.HasSuffix(at, "ing") && !strings.HasSuffix(at, "ed"):
		return true
	case asked == nil:
		return false
	case prepositions[asked[1]]:
		return at == asked[1]
	}
	return asked[2] == "when" || asked[2] == "where" || strings.HasSuffix(strings.ToLower(question), " "+at+"?")
}

// wanted captures the word before a question word, and the question word.
var wanted = regexp.MustCompile(`(?:^|[^a-z])(?:([a-z]+) )?(when|where|which|what|whose|whom|who|how)\b`)

var prepositions = set("on in at for to from with by of under until as since free within over via through namely if because born that after before")
