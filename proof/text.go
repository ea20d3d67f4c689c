package proof

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"switchyard/internal/grammar"
	"switchyard/mission"
)

// proveTexts proves that what user and assistant say reads as people write.
func (v *view) proveTexts(m *missionView) {
	v.proveText(m, "/request", m.request, grammar.Speech{By: grammar.User})
	for q := range m.Questions {
		v.proveText(m, fmt.Sprintf("/questions/%d/text", q), m.asked[q], grammar.Speech{By: grammar.Assistant})
		v.proveText(m, fmt.Sprintf("/questions/%d/reply", q), m.replies[q], grammar.Speech{By: grammar.User, Question: m.Questions[q].Text})
	}
	v.proveText(m, "/reply", m.reply, grammar.Speech{By: grammar.Assistant})
}

func (v *view) proveText(m *missionView, at string, t text, said grammar.Speech) {
	if why := v.leaks(t); why != "" {
		v.report(m, TextLeak, at, "%s", why)
	}
	said.Nouns = v.nouns
	for _, f := range grammar.Check(t.raw, said) {
		v.report(m, textChecks[f.Kind], at, "%s", f)
	}
}

// textChecks are the checks that the kinds of faults belong to.
var textChecks = [...]Check{
	grammar.Residue: TextResidue, grammar.Article: TextArticle, grammar.Number: TextNumber, grammar.Sentence: TextSentence,
	grammar.Preposition: TextPreposition, grammar.Glued: TextGlued, grammar.Particle: TextParticle, grammar.Repeated: TextRepeated,
	grammar.Dangling: TextDangling,
}

// insiders are words that users must never see. Letter case matters: a "trip planner" is
// no role.
var insiders = set("Planner Checker JSON null undefined NaN")

// leaks returns why a text reveals what is behind the scenes.
func (v *view) leaks(t text) string {
	s := t.raw
	for i := 0; i < len(s); {
		if !isLetter(s[i]) && s[i] != '_' {
			i++
			continue
		}
		j, code := i, false
		for j < len(s) && (isLetter(s[j]) || isDigit(s[j]) || s[j] == '_' || s[j] == '.') {
			code = code || s[j] == '_' || s[j] == '.' || (j > i && 'A' <= s[j] && s[j] <= 'Z')
			j++
		}
		w := strings.Trim(s[i:j], ".")
		if insiders[w] && !(i > 0 && s[i-1] >= utf8.RuneSelf) && !v.isName(w) {
			return fmt.Sprintf("%q is not a word for the user", w)
		}
		if code && v.isInternal(strings.Trim(w, "_")) {
			return fmt.Sprintf("%q is a name from the tools", strings.Trim(w, "_"))
		}
		i = j
	}
	return ""
}

// isName reports whether a word occurs in what tools answered, such as in the name of a
// thing.
func (v *view) isName(w string) bool {
	for i := range v.entry.Missions {
		for c := range v.entry.Missions[i].Calls {
			if strings.Contains(string(v.entry.Missions[i].Calls[c].Observation), w) {
				return true
			}
		}
	}
	return false
}

func (v *view) isInternal(w string) bool {
	if w == mission.AskTool || w == mission.AnswerTool {
		return true
	}
	if !isCode(w) {
		return false
	}
	for name, t := range v.tools {
		if w == name || t.params.codes[w] || (t.returns != nil && t.returns.codes[w]) {
			return true
		}
	}
	return false
}

// nounsOf lists the names of entities that differ in number.
func nounsOf(entities []mission.Entity) []grammar.Noun {
	var list []grammar.Noun
	for _, e := range entities {
		if e.Name != e.Plural {
			list = append(list, grammar.Noun{One: e.Name, Many: e.Plural})
		}
	}
	return list
}

// naming are words before a number that names something rather than counting it.
var naming = set(`number no # room gate terminal platform phase option item section seat version page line bus zone of which this that the each
	every any day level`)

// bareNoun drops punctuation after a word and returns whether there was any.
func bareNoun(w string) (noun string, stop bool) {
	noun = strings.TrimRight(w, ".,;:!?)*\"'")
	return noun, noun != w
}
