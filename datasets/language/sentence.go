package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviations end in a full stop that ends no sentence.
var abbreviations = setOf("mr. mrs. ms. dr. st. no. prof. e.g. i.e. a.m. p.m. approx. vs. etc. nr.")

// sentences splits a text. A full stop ends a sentence if a new one begins behind it.
func sentences(text string) (list []string) {
	var here []string
	words := strings.Fields(text)
	for i, w := range words {
		here = append(here, w)
		if i == len(words)-1 || endsSentence(w, words[i+1]) {
			list = append(list, strings.Join(here, " "))
			here = nil
		}
	}
	return list
}

func endsSentence(word, next string) bool {
	word = strings.TrimRight(word, `"'”)*`)
	if word == "" || !strings.ContainsAny(word[len(word)-1:], ".!?") && !strings.HasSuffix(word, "…") || abbreviations[strings.ToLower(word)] {
		return false
	}
	next = strings.TrimLeft(next, `"'“(*`)
	first, _ := utf8.DecodeRuneInString(next)
	return !unicode.IsLower(first)
}

var (
	greets = pattern(`^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|dear [^.!?]{1,30})(?: (?:there|again|everybody|all|team|to you))?(?:, [a-z]+)?[,.!]*$`)
	// asks are words of a request.
	asks = pattern(`\?`, `\bplease\b`, `\bkindly\b`, `\b(?:can|could|would|will) you\b`, `\b(?:may|might|could|can) (?:i|we)\b`, `\b(?:i|we)(?:'ll| will|'d)? need\b`,
		`\b(?:i|we) (?:also |really |just )?want\b`,
		`\b(?:i|we)(?:'d| would| should) (?:also |really |just |rather |much )?(?:like|love|appreciate|prefer|be (?:grateful|glad|happy|thankful|obliged|very|much))\b`, `\bi (?:hereby|request|require|wonder|ask|demand)\b`,
		`\bi(?: was|'m| am|'ve been) (?:hoping|wondering|looking for|after)\b`, `\b(?:i|we) (?:have to|must|could use)\b`, `\b(?:let|tell|show|give|send|find|get) (?:me|us|the)\b`,
		`\bit would (?:help (?:me )?(?:to|if)|be)\b`, `\bmind if\b`, `\bbe so (?:kind|good)\b`, `\b(?:should|must|needs? to|has to|is to|are to) be\b`, `\bi'll (?:take|have) (?:the|that|it|one)\b`, `\bmay (?:now )?go\b`, `\band need\b`, `\bso (?:let|check|find|book|cancel|send)\b`)
	// states begin a sentence that only says something.
	states = pattern(`^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'd|we'll|my|our|it|it's|there|there's|there've|the|a|an|this|that|that's|these|those|he|she|he's|she's|they|they're|`+
		`half|some|somebody|someone|everybody|everyone|everything|nobody|nothing|things|today|yesterday|last|no|not|thanks|thank|cheers|take|sorry|many thanks|much|`+
		`just a quick|it would help me|quick question|another|one of|two of|all of|most of|people|winter|summer|spring|autumn|christmas|lately|recently|apparently|unfortunately|finally|once|every|as)\b`,
		`^(?:two|three|several|many) [a-z]+ (?:are|have|were|had)\b`, `^\p{Lu}[\p{L}'-]* \p{Lu}[\p{L}'-]* (?:here|speaking)[.!]$`)
	// mood is what only sounds like a request.
	mood = pattern(`^(?:quickly|urgently|as soon as possible|asap)?,? ?please[.!]$`, `\boff my (?:list|desk|mind|plate)\b`, `\bmake the most of\b`, `\bi need a hand[.!]$`, `^i (?:want|'d like) to compare\b`)
)

// around divides a request into what is said before it, what asks, and what is said
// behind it. Greetings are neither. A sentence with one of the values belongs to the
// request, and so does everything if no sentence asks.
func around(request string, values []string) (greeting string, before, behind []string) {
	list := sentences(request)
	if len(list) > 0 && greets.MatchString(list[0]) {
		greeting, list = list[0], list[1:]
	}
	// Without the values, as in MMTB files, a number is the best sign of one.
	says := func(s string) bool {
		if mood.MatchString(s) {
			return true
		}
		if !states.MatchString(s) || asks.MatchString(s) || strings.ContainsAny(s, "0123456789") {
			return false
		}
		for _, v := range values {
			if strings.Contains(s, v) {
				return false
			}
		}
		return true
	}
	first, last := 0, len(list)
	for first < last && says(list[first]) {
		first++
	}
	if first == last {
		return greeting, nil, nil
	}
	for says(list[last-1]) {
		last--
	}
	return greeting, list[:first], list[last:]
}
