package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
)

// How people type: each keeps to capital letters or does without them.

// smallLetters is how many of those who write as they speak type small letters.
const smallLetters = 0.2

// typed is a text as the user types it.
func (s *speaker) typed(text string) string {
	small := slices.Contains([]mission.Tone{mission.Colloquial, mission.Direct}, s.Persona.Tone) && keyed.New(0, "letters", s.Persona.Name).Chance(smallLetters)
	if !small {
		return alone.ReplaceAllStringFunc(capitals(text), func(m string) string { return strings.Replace(m, "i", "I", 1) })
	}
	if !strings.ContainsAny(strings.TrimSuffix(text, "."), ".?!") {
		text = strings.TrimSuffix(text, ".")
	}
	var out strings.Builder
	for at := 0; at < len(text); {
		end := len(text)
		if m := sentenceEnd.FindStringIndex(text[at:]); m != nil {
			end = at + m[1]
		}
		out.WriteString(s.small(text[at:end]))
		at = end
	}
	return out.String()
}

// small begins a sentence with a small letter, unless with a name.
func (s *speaker) small(sentence string) string {
	named := func(words string) bool {
		return words != "" && capital(words) == words && strings.HasPrefix(sentence, words)
	}
	if proper.MatchString(sentence) || slices.ContainsFunc(s.said, func(x roles.Saying) bool { return named(x.Text) }) ||
		slices.ContainsFunc(s.referrals, func(x roles.Referral) bool { return named(x.Text) }) {
		return sentence
	}
	if rest, ok := strings.CutPrefix(sentence, "OK"); ok {
		return "ok" + rest
	}
	return lower(sentence)
}

var (
	// alone matches the word for oneself in small letters.
	alone = regexp.MustCompile(`(?:^|[ (])i(?:[ ,.?!]|'(?:m|d|ve|ll)\b)`)
	// sentenceEnd matches the end of a sentence and the blank behind it.
	sentenceEnd = regexp.MustCompile(`[.?!] `)
	// proper matches words that keep their capital: days, months, languages.
	proper = regexp.MustCompile(`^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May [0-9]|June|July|August|September|October|November|December|[A-Z][a-z]+(?:ish|man|ese|ian) )`)
)
