package builtin

import (
	"context"
	"fmt"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Chat implements [roles.AI].
func (AI) Chat(_ context.Context, s *roles.Scene) (string, error) {
	r := s.Rand(mission.RoleAI)
	chat := s.Blueprint.Chat
	if chat.Compare != nil {
		return compared(r, s, chat), nil
	}
	if chat.Restate {
		ids := s.Identifiers(s.Blueprint.Target)
		for i := range ids {
			ids[i] = "**" + ids[i] + "**"
		}
		return keyed.Pick(r, []string{"Here you go: ", "Of course: ", "Certainly: "}) + list(ids, "and") + ".", nil
	}
	answers := []*tools.Phrase(nil)
	if chat.Follow != nil {
		answers = chat.Follow.Answer
	} else if chat.Topic != nil {
		answers = chat.Topic.Answer
	}
	for _, p := range keyed.Shuffled(r, answers) {
		text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, r.IntN)
		if ok {
			return text, nil
		}
	}
	return "", ErrNoWords
}

// compared tells which of several listed things wins.
func compared(r keyed.Rand, s *roles.Scene, chat *blueprint.Chat) string {
	claim, e := chat.Compare, chat.Entity
	list, _ := s.Past[claim.Mission].Calls[claim.Call].Answer.Body.At(claim.List)
	rows := list.([]any)
	a := e.Attribute(claim.By)
	about := func(i int) (id, value string) {
		row, _ := rows[i].(tools.Object)
		key, _ := row.Get(e.ID)
		v, _ := row.Get(claim.By)
		return fmt.Sprint(key), withNoun(e, claim.By, v, a.Told())
	}
	winner, best := about(claim.Winner)
	if len(claim.Items) > 2 {
		frames := allAnswers
		if bareNumber(best) {
			best = measured(claim.By, best)
		}
		text := keyed.Pick(r, frames)
		return strings.NewReplacer("{n}", ordinalWord(claim.Winner+1), "{w}", winner, "{x}", best).Replace(text)
	}
	other := claim.Items[0]
	if other == claim.Winner {
		other = claim.Items[1]
	}
	loser, worse := about(other)
	frames := pairAnswers
	if bareNumber(best) {
		best, worse = measured(claim.By, best), measured(claim.By, worse)
	}
	text := keyed.Pick(r, frames)
	return strings.NewReplacer("{n}", ordinalWord(claim.Winner+1), "{w}", winner, "{l}", loser, "{x}", best, "{y}", worse).Replace(text)
}

// measured tells a number with what its attribute says about it: "12 km",
// "rating 4.5".
func measured(attribute, n string) string {
	words := naming.Words(strings.ToLower(attribute))
	last := len(words) - 1
	switch unit := units[words[last]]; {
	case unit == "%":
		return n + unit
	case words[0] == "times": // "times_sent"
		return n + " times"
	case unit != "":
		return n + " " + unit
	}
	return strings.Join(words, " ") + " " + n
}

// bareNumber tells whether a value is nothing but digits, so that nobody would
// know what is counted.
func bareNumber(s string) bool {
	return strings.Trim(s, "0123456789.") == ""
}

// withNoun tells a value with the noun that the entity's lines give it.
func withNoun(e *tools.Entity, attribute string, v any, values *tools.Values) string {
	words := tell(v, values, true)
	for _, line := range e.Lines {
		for _, part := range line.Parts {
			if part.Slot != nil && part.Slot.Name == attribute && part.Slot.Many != "" {
				return number(words, v, part.Slot)
			}
		}
	}
	return words
}
