package proof

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveRepartee proves that what is said in a clarify mission fits what was said just
// before: a question that the user asks back is answered before the assistant asks again,
// and the user says yes only to what can be answered by yes or no.
func (v *view) proveRepartee(m *missionView) {
	if m.Type != mission.Clarify {
		return
	}
	for q := range m.Questions {
		at := fmt.Sprintf("/questions/%d", q)
		if words := affirmed.FindString(m.replies[q].fold); words != "" && !forgot.MatchString(m.replies[q].fold) && asksWhich(m.asked[q].raw) {
			v.report(m, ReadingAnswer, at+"/reply", "%q is no answer to %q", words, m.asked[q].raw)
			return
		}
		if q == 0 {
			continue
		}
		for _, s := range sentencesOf(m.replies[q-1].fold) {
			if strings.HasSuffix(s, "?") && doubtsNeed.MatchString(s) && !answersDoubt(s, m.asked[q].fold) {
				v.report(m, ReadingAnswer, at+"/text", "the user asks %q, and is not answered", s)
				return
			}
		}
	}
}

var (
	// affirmed matches a reply that begins by saying yes or no.
	affirmed = regexp.MustCompile(`^(of course|sure|certainly|yes|yeah|yep|no|gladly|naturally|absolutely|by all means)( please)?[,:;.!]`)
	// forgot matches the words of somebody who should have said it before: "of course, how
	// silly of me".
	forgot = regexp.MustCompile(`\b(silly|forgot|forgotten|should have|sorry|apologies|my fault|stupid)\b`)
	// doubtsNeed matches questions whether and why something has to be known.
	doubtsNeed = regexp.MustCompile(`\b(need|needed|matter|matters|necessary|required|important|know|why|what for|without|ask)\b`)
	// asksWhy matches those that want a reason.
	asksWhy = regexp.MustCompile(`\b(why|what for|how come)\b|\bwhat\b.* for\?`)
	// needs and reasons match what answers them.
	needs   = regexp.MustCompile(`\b(?:yes|no)[,.:;]|\b(i'm afraid so|i'm afraid not|because|without|need|needs|needed|necessary|required|must|otherwise|depends|can't|cannot)\b`)
	reasons = regexp.MustCompile(`\b(because|without|otherwise|depends|so that|can't|cannot|in order to|only then)\b`)
	// whichQuestion matches the beginning of a question that yes does not answer.
	whichQuestion = regexp.MustCompile(`^(?:and |so |then )?(?:(?:at|by|for|from|in|into|of|on|to|under|until|with|through|about|since|roughly|between) )?(which|what|what's|who|who's|whose|whom|when|where|how)\b`)
)

// answersDoubt reports whether the assistant answers a question about a need before it asks
// again.
func answersDoubt(doubt, text string) bool {
	fits := needs
	if asksWhy.MatchString(doubt) {
		fits = reasons
	}
	return !isEnglish(text) || slices.ContainsFunc(sentencesOf(text), func(s string) bool { return !strings.HasSuffix(s, "?") && fits.MatchString(s) })
}

// asksWhich reports whether a text asks only questions that begin with such as which or how.
func asksWhich(raw string) bool {
	which := false
	for _, s := range sentencesOf(fold(raw)) {
		if !strings.HasSuffix(s, "?") {
			continue
		}
		if !whichQuestion.MatchString(s) {
			return false
		}
		which = true
	}
	return which
}

// sentencesOf splits a text into sentences.
func sentencesOf(s string) []string {
	return slices.Collect(func(yield func(string) bool) { eachSentence(s, yield) })
}

func isEnglish(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return 'a' <= r && r <= 'z' })
}
