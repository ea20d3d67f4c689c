package judge

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/eval/reply"
)

// memo returns what compares arguments.
func (j *Judge) memo() *compare.Memo {
	if j.fair {
		return j.compare.Fair()
	}
	return j.compare.Memo()
}

// fairReply judges the closing reply by the rules of strict-2.
func (s *strictWalk) fairReply(at, node int, text string) (right int) {
	problems := s.judge.replies.Check(s.task.Entry, s.task.Mission, text)
	for _, p := range problems {
		fault := eval.Contradiction
		if p.Kind == reply.Untold {
			fault = eval.LostIdentifier
		}
		s.faults = append(s.faults, found(fault, at, -1, node, "%s", p.Detail))
	}
	if len(problems) > 0 {
		return 0
	}
	return 1
}

const (
	weekdays = `(?:mon|tues|wednes|thurs|fri|satur|sun)days?`
	dayParts = `(?:mornings?|afternoons?|evenings?|nights?|weekdays?|weekends?|days? of the week|` + weekdays + `)`
)

var (
	wishes = regexp.MustCompile(`(?i)\b(?:good|nice|lovely|pleasant|great|wonderful|happy|relaxing) (?:morning|afternoon|evening|night|day|week|weekend|` + weekdays + `)\b`)
	// Questions for a day that do not say "day": which part of a day, one of several, and a
	// proposal.
	dayAsked = regexp.MustCompile(`(?i)\b(?:which|what)(?: (?:of (?:the|these|those)|next|other|free|coming|exact|particular|summer|winter|weekday)){0,2} ` + dayParts + `\b` +
		`|\b(?:today|tonight|tomorrow|` + dayParts + `)\b[^.?!]{0,40}\bor\b[^.?!]{0,40}\b(?:today|tonight|tomorrow|another|other|later|next|after|` + dayParts + `)\b[^.!]*\?` +
		`|(?:^\s*(?:for|on)|\b(?:how about|what about|would|is|does|shall we say|suit))(?: (?:it|that|you|be|for|on|next|this|coming))* (?:tomorrow|` + weekdays + `)(?: (?:morning|afternoon|evening|night))?(?: (?:be|suit|work|do|fine|good|all right|alright|ok|okay|convenient|for|you|with|then))*\s*\?`)
)

// inDays takes greetings from what asks, and adds the word "day" to a question for a day in
// other words: "Which evening would suit you?" A question for a number of nights is none.
func inDays(text string) string {
	text = wishes.ReplaceAllString(text, "")
	for _, clause := range clauses.FindAllString(text, -1) {
		if (strings.ContainsAny(clause, "?？") || requesting.MatchString(clause)) && dayAsked.MatchString(clause) {
			return text + " day"
		}
	}
	return text
}

// nameAsked matches questions for a name that do not say "name": "What should it be called?",
// "What shall I call the new mod?", "Tell me what to call it."
var nameAsked = regexp.MustCompile(`(?i)(?:\b(?:what|how)(?:'s|'ll)? (?:should|shall|do|does|would|will|must|is|are|may|can|could|to)\b[^.?!;]*|` +
	`\b(?:tell|let|give|ask)\b[^.?!;]*\bwhat\b[^.?!;]*|\b(?:you|to|must) (?:know|decided?|settled?|say|learn|hear)\b[^.?!;]*\bwhat\b[^.?!;]*)` +
	`\b(?:called|call (?:it|them|this|that|(?:the|your|my|this|that|these|those) [\pL\pN -]{1,40}))(?:,? please)?\s*(?:[.,;?!]|$)`)

// surname matches words for a part of a name, as somebody asks who was told the other part.
var surname = regexp.MustCompile(`(?i)\b(?:surname|forename)\b`)

// withPlurals adds to stems that end in "y" those of their plurals: "cities" asks for a city.
func withPlurals(cues []map[string]bool) {
	for _, words := range cues {
		for _, w := range slices.Collect(maps.Keys(words)) {
			if rest, ok := strings.CutSuffix(w, "y"); ok {
				words[stem(rest+"ies")] = true
			}
		}
	}
}

// withCities lets a question for a city ask for an airport, which people know by its city, and one
// for a town ask for a city.
func withCities(cues []map[string]bool, missing []string) {
	if i := slices.Index(missing, "city"); i >= 0 {
		cues[i][stem("town")] = true
	}
	if i := slices.Index(missing, "airport"); i >= 0 {
		cues[i][stem("city")] = true
	}
}

// inDirections adds words for the two ends of a way to a question for them in other words:
// "From which place to which place should the trip go?"
func inDirections(text string) string {
	if fromAsked.MatchString(text) {
		text += " origin pickup"
	}
	if toAsked.MatchString(text) {
		text += " destination"
	}
	if upAsked.MatchString(text) {
		text += " pickup"
	}
	return text
}

var (
	fromAsked = regexp.MustCompile(`(?i)\bfrom (?:which|what|where)\b|\bwhere\b[^.?!]* from\b`)
	upAsked   = regexp.MustCompile(`(?i)\b(?:pick(?:ed)?|collect(?:ed)?) (?:(?:you|them|it|everyone) )?up\b`)
	toAsked   = regexp.MustCompile(`(?i)\bto (?:which|what|where)\b|\bwhere(?: is it)? to\b`)
)

// inNames adds the word "name" to a question for a name in other words.
func inNames(text string) string {
	if surname.MatchString(text) {
		return text + " name"
	}
	if !nameAsked.MatchString(strings.ReplaceAll(text, "’", "'")) || strings.Contains(strings.ToLower(text), "name") {
		return text
	}
	return text + " name"
}

// awaiting matches a clause that says what is needed to go on: "once you know the street, I'll
// book it".
var awaiting = regexp.MustCompile(`(?i)\b(?:once|as soon as|the moment|after|until|till|if|whenever)\b[^.?!;]*\b(?:you|you've|i|i've|we|we've)(?: have| can| could| do| are able to)?(?: (?:got|to|now|finally|then))? ` +
	`(?:know|have|find|found|tell|told|give|given|send|sent|say|said|decide|decided|choose|chosen|pick|picked|settle|settled|check|checked|look|looked|get|share|shared|let|learn|hear|heard|are sure|are certain)\b[^.?!;]*`)

// goingOn matches what is then done.
var goingOn = regexp.MustCompile(`(?i),? (?:then )?\b(?:i|we)(?:'ll| will| can| shall|'d| would)\b.*`)

// awaited returns the clauses of a text that say what is needed to go on.
func awaited(text string) string {
	clauses := awaiting.FindAllString(strings.ReplaceAll(text, "’", "'"), -1)
	for i := range clauses {
		clauses[i] = goingOn.ReplaceAllString(clauses[i], "")
	}
	return strings.Join(clauses, " ")
}
