package language

import (
	"regexp"
	"strings"
	"unicode"
)

// pattern compiles alternatives that match whole words in any letter case. Texts have been
// through plain, so apostrophes are straight and blanks single.
func pattern(alternatives ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:` + strings.Join(alternatives, "|") + `)`)
}

// plain makes blanks single and apostrophes straight.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")
}

// formula announces that something earlier is meant. Words such as "earlier" alone do not:
// "an earlier flight".
var formula = pattern(
	`\bfrom earlier\b`,
	`\bfrom before(?:[.,;:?!)]|$| (?:again|and|are|as|at|be|can|for|has|have|in|instead|is|now|on|once|or|please|still|then|there|to|too|was|with)\b)`, // not "from before Friday"
	`\bmy (?:very )?(?:first|second|third|earlier|earliest|previous|original|initial) (?:request|question|query|message|point)\b`,
	`\b(?:thinking|going|coming|getting|turning|jumping|circling|looking) back (?:to|at) (?:what|the|that|those|my|our) [^.?!]{0,40}(?:earlier|before)\b`,
	`^(?:and |but |so |now |okay,? |right,? )?(?:(?:thinking|going|coming|getting|turning|jumping|circling|looking) )?back to [^.:,?!]{2,50}[:,]`,
	`\bonce (?:more|again) about\b`,
	`\bas for [^.,;:?!]{1,40}\b(?:earlier|before)(?:[.,;:?!]|$)`,
	`\b(?:asked|mentioned|listed|showed|shown|said|told|gave|given|named|discussed|talked about|found|sent|saw|seen|looked at)(?: (?:me|you|us|about|for|there))* (?:earlier|before)(?:[.,;:?!]|$)`,
	`\b(?:you|i|we) (?:asked|mentioned|listed|showed|named|found|gave|said|sent)(?: (?:me|you|us|about|for))* earlier\b`,
)

// sameThing is "the same" with the word before and the word behind it.
var sameThing = pattern(`\b(?:([a-z]+) )?(?:the|that|this|those|these) (?:very |exact )?same ([\p{L}][\p{L}'-]*)(?: (of|as))?`)

// notThings are the words behind "the same" that make it no thing.
var notThings = setOf("as for to in on at with but and or from by of is are was were please too if when where there here goes then " +
	"thing's also only just that than because until unless after before while")

// sames lists what is said to be the same: "the same city", "that same evening".
func findSames(text string) (found []string) {
	for _, m := range sameThing.FindAllStringSubmatch(text, -1) {
		before, noun, behind := strings.ToLower(m[1]), strings.ToLower(m[2]), m[3]
		idiom := before == "at" && noun == "time" && behind == ""
		if !idiom && !notThings[noun] {
			found = append(found, "the same "+noun)
		}
	}
	return found
}

// contrite are words of somebody who is sorry.
var contrite = pattern(
	`\bsilly me\b`, `\bhow (?:silly|stupid|forgetful|careless)\b`, `\bmy (?:mistake|bad|fault|apologies)\b`, `\bapologies\b`,
	`\bi (?:do )?apologi[sz]e\b`, `\bsorry(?:[,.:;!]| -|$| about| for| to (?:ask|bother|trouble|repeat)| i\b)`, `\bforgive me\b`, `\bpardon me\b`,
	`\bi(?:'d| had)? (?:completely |totally |quite |just |nearly )?(?:forgot|forgotten)(?:[,.:;!]|$| to (?:say|mention|add|tell|give|include|ask|put))`,
	`\bi should have (?:said|mentioned|told|added|given)\b`, `\bi (?:must|should) have been clearer\b`,
)

// particleFirst is a particle, what parts it from the answer, and the beginning of that.
var particleFirst = pattern(`^((?:oh|ah|aha|er|erm|um|uh|hm+|well|so|okay|ok|right|all right|alright|sure|fair enough|of course|yes|yeah|yep|no|certainly|` +
	`absolutely|definitely|indeed|fine|good|great|gladly|with pleasure|by all means|no problem|agreed|very well|i see|actually|wait|hang on|hold on|` +
	`good point|got it|understood|now)(?: (?:then|yes|no|right|sure|well|now|okay))?)(?:, then| then)?(?: ?[,:;.!…]+| [–—-]) *[^ ]`)

// consenting are the particles that grant a wish or agree. They fit "Could you tell me …?"
// and "Shall I …?", but not "Which …?".
var consenting = setOf("sure|fair enough|of course|yes|yeah|yep|certainly|absolutely|definitely|indeed|fine|gladly|with pleasure|by all means|no problem|agreed|very well|" +
	"oh sure|yes sure|well yes|okay sure|sure then|fine then")

// particleOf returns the particle in front of an answer, in lower case; empty if there is
// none. A particle that is the whole answer stands in front of nothing.
func particleOf(answer string) string {
	if m := particleFirst.FindStringSubmatch(answer); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

var (
	openWord = pattern(`\b(?:what|which|who|whom|whose|where|when|why|how)\b`)
	wish     = pattern(`^(?:(?:and|so|but|then|gladly|sure|okay|thank you|thanks|of course)[,.]? )*` +
		`(?:can|could|would|will|may|might|shall|should|do|does|did|is|are|was|were|have|has) (?:you|i|it|we|they|there|that|this|the|he|she)\b`)
)

// open reports whether a question asks for a value ("Which day?"), and not whether
// somebody would do or have something ("Could you tell me which day?").
func open(question string) bool {
	asked := ""
	for _, s := range sentences(question) {
		if strings.HasSuffix(s, "?") {
			asked = s
		}
	}
	return openWord.MatchString(asked) && !wish.MatchString(asked)
}

var (
	// putOff says that the person has to think or to look first, or would rather not say.
	// Whoever is not sure or has not decided says something about the value.
	putOff = pattern(`^(?:please )?(?:just )?let me (?:see|think|check|look)\b`, `^i(?:'d|'ll)?(?: (?:would|will|must|should))?(?: (?:have|need) to)? (?:think|look|see|check|find)(?:[.…!]|$| (?:about|for|up) | (?:that|it|which|first)\b)`, `^i(?:'d| would) (?:rather|prefer to) (?:leave|keep|not|think)\b`,
		`^(?:one|just a|just one|give me a|a) (?:moment|second|minute)(?:[,.!…]|$| please)`, `^(?:hm+|wait|hang on|hold on|er|erm|um)\b[.…!]*$`,
		`^(?:why )?do you (?:really )?need (?:that|it|this|to know)\b`, `^is (?:it|that) (?:really )?(?:needed|necessary)\b`, `^must i\b`, `^do i have to\b`,
		`^i don't (?:know (?:that|it) by heart|have (?:that|it) (?:to|at|on) hand)\b`, `^i(?:'m| am) (?:still )?thinking\b`, `^i can't (?:think|remember|recall)\b`)
	// leading is what may stand in front of it.
	leading = pattern(`^(?:(?:oh|ah|er|erm|um|uh|hm+|well|sorry|wait|hang on|hold on|okay|right|please|i'm afraid|i am afraid)[,.…!:;]* )+`)
)

// putsOff reports whether an answer only puts off: none of its sentences does anything
// else, and it says no number.
func putsOff(answer string) bool {
	list := sentences(answer)
	for _, s := range list {
		s = leading.ReplaceAllString(s, "")
		if !putOff.MatchString(s) || strings.ContainsAny(s, ":0123456789") {
			return false
		}
	}
	return len(list) > 0
}

// declines are words of an assistant that cannot do what it was asked for.
var declines = pattern(
	`\b(?:can't|cannot|can not|couldn't|unable|not able|won't be able)\b`, `\bbeyond (?:me|what|my)\b`, `\bmore than i can\b`, `\bneither can i\b`,
	`\b(?:is|are|it's|that's|am)(?: not|n't) (?:\w+ ){0,3}(?:something|anything|a thing|among|part of|possible|within)\b`,
	`\b(?:outside|out of|not within) (?:of )?(?:what|my)\b`, `\bi (?:know of|have|find|see|keep|offer|sell|get) no\b`, `\bi(?: do not|'ve no| don't)\b`,
	`\bthere(?:'s| is| are) no (?:\w+ ){0,4}(?:i|here|for that|function|tool|way)\b`, `\b(?:i'm|i am) afraid\b`, `\b(?:sorry|unfortunately|regrettably)\b`, `\bnot for me\b`,
	`\bno (?:tool|function) (?:of mine|that)\b`, `\bno (?:\w+ ){1,5}(?:that )?i (?:can|could)\b`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	split := strings.Fields(words)
	if strings.Contains(words, "|") {
		split = strings.Split(words, "|")
	}
	for _, w := range split {
		set[w] = true
	}
	return set
}

// wordsOf lists the words of a text, in lower case, without marks around them.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' && r != '_'
	})
}
