package builtin

import (
	"context"
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
	give := q.Missing
	vague := scene.Blueprint.Vague && len(scene.Answers) == 0
	if vague && len(q.Missing) > 1 {
		give = q.Missing[:1]
	} else if vague {
		return roles.Answer{Text: s.evasion(c.Arg(q.Missing[0]).Param)}, nil
	}
	var parts []string
	fragments := len(give) == 1 && !vague && s.r.Chance(0.4)
	for _, name := range give {
		a := c.Arg(name)
		if a == nil {
			return roles.Answer{}, ErrNoWords
		}
		words, ok := "", false
		switch {
		case len(give) > 1 && counts(a.Param): // "three and five": of what?
			words, ok = s.told(c, a, true)
			words = bareCount(words)
		case fragments && bareWorks(a.Param):
			words, ok = s.told(c, a, true)
		default:
			fragments = false
		}
		if !ok {
			fragments = false
			words, ok = s.told(c, a, false)
		}
		if !ok {
			return roles.Answer{}, ErrNoWords
		}
		parts = append(parts, words)
	}
	frames := answerFrames[s.tone()][s.length()]
	switch {
	case vague && telling(c.Arg(give[0]).Param, c.Arg(q.Missing[1]).Param):
		frames = partialFrames
	case vague:
		frames = nil
		for _, frame := range partialNamed {
			frames = append(frames, strings.ReplaceAll(frame, "{n}", the(c.Arg(give[0]).Param.Noun)))
		}
	case len(scene.Answers) > 0:
		frames = againAnswers[s.Persona.Patience]
		if c.Arg(give[0]).Param.Entity != nil && s.Persona.Patience != mission.Hasty {
			frames = lookedUp
		}
	case fragments:
		frames = fragmentAnswers[s.tone()][s.length()]
	}
	if text := c.Arg(give[0]).Param; len(give) == 1 && text.Values != nil && text.Values.Kind == tools.ValueText && len(strings.Fields(parts[0])) > 3 {
		frames = []string{"{x}."} // dictated
	}
	frame := keyed.Pick(s.r, frames)
	if len(scene.Answers) > 0 && len(frames) > 1 { // not the same words every time
		frame = frames[(int(keyed.Hash(0, s.Persona.Name)%97)+s.Index())%len(frames)]
	}
	text := capital(strings.ReplaceAll(frame, "{x}", list(parts, "and")))
	if !vague {
		for i := range c.Args {
			a := &c.Args[i]
			if !a.Volunteered {
				continue
			}
			words, ok := s.told(c, a, true)
			if !ok {
				return roles.Answer{}, ErrNoWords
			}
			text += " " + capital(strings.ReplaceAll(keyed.Pick(s.r, moreFrames[s.tone()]), "{y}", words))
		}
	}
	return roles.Answer{Text: sentences(text), Said: s.said, Complete: !vague}, nil
}

// telling tells whether values of the parameter show by themselves what they are:
// a day, a place or a person does, and a thing that is named with its noun; not
// beside another question for such a value.
func telling(p, other *tools.Param) bool {
	if p.Entity != nil {
		return p.Entity != other.Entity
	}
	if p.Values == nil || other.Values != nil && other.Values.Kind == p.Values.Kind {
		return false
	}
	switch p.Values.Kind {
	case tools.ValueKnown, tools.ValueCity, tools.ValueStreet, tools.ValuePerson, tools.ValueEmail,
		tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth:
		return true
	}
	return false
}

// counts tells whether a parameter is a number.
func counts(p *tools.Param) bool {
	return p.Values != nil && (p.Values.Kind == tools.ValueInt || p.Values.Kind == tools.ValueNumber)
}

// bareCount leaves out the preposition of words for a number: "4 people" of
// "for 4 people".
func bareCount(words string) string {
	for _, preposition := range []string{"of ", "for ", "with ", "to "} {
		if rest, ok := strings.CutPrefix(words, preposition); ok {
			return rest
		}
	}
	return words
}

// told gives the words for a withheld argument, alone or with its preposition.
func (s *speaker) told(c *blueprint.Call, a *blueprint.Arg, fragment bool) (string, bool) {
	m := s.mark()
	told := *a
	told.Origin = blueprint.Said
	bare := &blueprint.Call{Tool: c.Tool, Args: []blueprint.Arg{told}}
	words, ok := "", false
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

// sentences makes the first letter behind a full stop a capital.
func sentences(text string) string {
	for _, mark := range []string{". ", "! ", "? "} {
		parts := strings.Split(text, mark)
		for i := range parts {
			parts[i] = capital(parts[i])
		}
		text = strings.Join(parts, mark)
	}
	return text
}

// evasion is an answer that leaves the question open.
func (s *speaker) evasion(p *tools.Param) string {
	if len(p.Vague) > 0 {
		return keyed.Pick(s.r, p.Vague)
	}
	kind := tools.ValueText
	if p.Values != nil {
		kind = p.Values.Kind
	}
	if p.Entity != nil {
		return keyed.Pick(s.r, evasions["entity"])
	}
	switch kind {
	case tools.ValueDate, tools.ValueDateTime, tools.ValueTime, tools.ValueMonth:
		return keyed.Pick(s.r, evasions["time"])
	case tools.ValueKnown, tools.ValueCity, tools.ValueStreet:
		return keyed.Pick(s.r, evasions["place"])
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		return keyed.Pick(s.r, evasions["number"])
	}
	return keyed.Pick(s.r, evasions["any"])
}
