package proof

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/mission"
)

// wrongArticle finds an "a" or "an" that does not fit the next word.
func wrongArticle(t text) string {
	s := t.raw
	for i := 0; i < len(s); i++ {
		if (s[i] != 'a' && s[i] != 'A') || !atWordStart(s, i) {
			continue
		}
		j := i + 1
		an := j < len(s) && s[j] == 'n'
		if an {
			j++
		}
		if j+1 >= len(s) || s[j] != ' ' {
			continue
		}
		word := nextWord(s[j+1:])
		if word == "" || (!an && notAfterArticle[word]) {
			continue
		}
		vowel, sure := vowelSound(word)
		if sure && vowel != an {
			return fmt.Sprintf("%q must be %q", s[i:j]+" "+word, articleFor(vowel)+" "+word)
		}
	}
	return ""
}

func articleFor(vowel bool) string {
	if vowel {
		return "an"
	}
	return "a"
}

func atWordStart(s string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return !isWord(r) && !strings.ContainsRune("'’-./&@", r)
}

// nextWord returns the word at the start of s, without markup and quotes before it.
func nextWord(s string) string {
	s = strings.TrimLeft(s, "*_\"'“‘`")
	end := strings.IndexFunc(s, func(r rune) bool { return !isWord(r) && r != ',' && r != '\'' && r != '’' && r != '.' })
	if end >= 0 {
		s = s[:end]
	}
	return strings.TrimRight(s, ",.'’_")
}

// notAfterArticle are words before which a lone "a" is a letter or a name.
var notAfterArticle = set("or and is of as in at if are on")

// silentH are the beginnings of words whose h is silent.
var silentH = []string{"hour", "honest", "honor", "honour", "heir"}

// softVowel are the beginnings of words that begin with the sound of "you" or "won".
var softVowel = []string{"uni", "use", "usu", "usa", "eu", "ewe", "one", "once", "ubiq", "util", "utop", "ura", "ufo", "uk", "unanim", "uran", "uter"}

// hardUni are the exceptions among them, which begin with a vowel sound.
var hardUni = []string{"unin", "unim", "uniden", "oner", "unill"}

// spelledOut are acronyms that are read letter by letter and whose first letter is a
// consonant whose name begins with a vowel sound.
var spelledOut = set("MRI FBI SMS HTML NBA LCD HIV FM RV MP HR HDMI HTTP NDA NGO NHS RSVP SUV SOS SSD MBA LP XML XL SPF MVP RFID LLC")

// vowelSound returns whether a word begins with a vowel sound, and whether that is sure.
func vowelSound(word string) (vowel, sure bool) {
	first, _ := utf8.DecodeRuneInString(word)
	low := strings.ToLower(word)
	switch {
	case unicode.IsDigit(first):
		return numberSound(low)
	case first >= utf8.RuneSelf:
		vowel = strings.ContainsRune("éèêëáàâäíîïóôöåæøÉÈÊËÁÀÂÄÍÎÏÓÔÖÅÆØ", first)
		return vowel, vowel
	}
	if acronym, code := shape(word); acronym {
		letter := strings.IndexByte("AEFHILMNORSX", word[0]) >= 0
		switch {
		case code || len(word) == 1: // "an A4 sheet", "an F"
			return letter, true
		case spelledOut[strings.TrimRight(word, "s")]:
			return true, true
		case word[0] == 'U':
			return false, false // a UFO, an UNESCO site
		case strings.IndexByte("FHLMNRSX", word[0]) >= 0:
			return false, false // a NATO country, an NBA game
		}
		return letter, true
	}
	if hasPrefixOf(low, silentH) {
		return true, true
	}
	if hasPrefixOf(low, softVowel) && !hasPrefixOf(low, hardUni) {
		return false, true
	}
	return strings.IndexByte("aeiou", low[0]) >= 0, isLetter(low[0]) && low != "herb" && low != "herbal"
}

// shape reports whether a word is in capitals (or a letter with digits), and
// whether it has digits.
func shape(word string) (acronym, code bool) {
	for i := range len(word) {
		c := word[i]
		switch {
		case isDigit(c):
			code = true
		case 'A' <= c && c <= 'Z', c == '.', c == 's' && i == len(word)-1 && i > 1:
		default:
			return false, false
		}
	}
	if len(word) > 1 && isLetter(word[1]) {
		return true, false // "LH400" may be read letter by letter or not
	}
	return true, code
}

func hasPrefixOf(word string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(word, p) })
}

// numberSound is vowelSound for a number. 8, 11 and 18 begin with a vowel sound, also in
// thousands and millions. 1,800 can be read in two ways.
func numberSound(w string) (vowel, sure bool) {
	w = strings.ReplaceAll(w, ",", "")
	if w[0] == '8' {
		return true, true
	}
	if !strings.HasPrefix(w, "11") && !strings.HasPrefix(w, "18") {
		return false, true
	}
	n := 0
	for n < len(w) && isDigit(w[n]) {
		n++
	}
	return n%3 == 2, n != 4
}

// units are common nouns that are counted, with their plurals.
var units = map[string]string{
	"day": "days", "night": "nights", "hour": "hours", "minute": "minutes", "week": "weeks", "month": "months", "year": "years",
	"person": "people", "guest": "guests", "ticket": "tickets", "seat": "seats", "room": "rooms", "item": "items", "result": "results",
	"option": "options", "passenger": "passengers", "adult": "adults", "child": "children", "euro": "euros", "dollar": "dollars",
	"mile": "miles", "kilometre": "kilometres", "kilometer": "kilometers", "page": "pages", "copy": "copies", "bag": "bags", "stop": "stops",
	"match": "matches", "second": "seconds", "degree": "degrees", "bed": "beds", "bedroom": "bedrooms", "point": "points", "review": "reviews",
}

// singulars are the nouns of units by their plurals.
var singulars = func() map[string]string {
	m := make(map[string]string, len(units))
	for singular, plural := range units {
		m[plural] = singular
	}
	return m
}()

// afterSingular are words that cannot follow a noun that qualifies another noun: "two
// night in Porto" is wrong, "a two night stay" is not.
var afterSingular = set(`in for at from to on with and or that which is are of left available per please ago later each starting until but by were was
	have matching`)

// wrongNumber finds a noun that does not agree with the number before it.
func (v *view) wrongNumber(t text) string {
	list := strings.Fields(t.fold)
	for i := 0; i+1 < len(list); i++ {
		one, ok := howMany(list, i)
		if !ok {
			continue
		}
		if why := v.disagrees(list, i, one); why != "" {
			return why
		}
	}
	return ""
}

// howMany returns whether the number at a place is one. ok is false if there is none, or
// if it does not count anything ("July 1", "room 2").
func howMany(list []string, i int) (one, ok bool) {
	w := strings.TrimLeft(list[i], "(*\"'")
	if i > 0 {
		before := strings.TrimRight(list[i-1], ".")
		if months[before] != 0 || naming[before] || isNumberWord(before) {
			return false, false
		}
	}
	if n, isWord := ones[w]; isWord {
		return n == 1, true
	}
	if len(w) > 4 || !allDigits(w) {
		return false, false
	}
	return w == "1", true
}

var naming = set(`number no # room gate terminal platform phase option item section seat version page line bus zone of which this that the each
	every any day level`)

// noun is what a kind of thing is called, word by word.
type noun struct{ one, many []string }

// nounsOf lists the names of entities that differ in number.
func nounsOf(entities []mission.Entity) []noun {
	var list []noun
	for _, e := range entities {
		if e.Name != e.Plural {
			list = append(list, noun{strings.Fields(fold(e.Name)), strings.Fields(fold(e.Plural))})
		}
	}
	return list
}

func (v *view) disagrees(list []string, i int, one bool) string {
	for _, noun := range v.nouns {
		if why := nounAt(list, i, one, noun.one, noun.many); why != "" {
			return why
		}
	}
	noun, _ := bareNoun(list[i+1])
	if plural, ok := units[noun]; ok && !one {
		return nounAt(list, i, one, []string{noun}, []string{plural})
	}
	if singular, ok := singulars[noun]; ok && one {
		return nounAt(list, i, one, []string{singular}, []string{noun})
	}
	return ""
}

// bareNoun drops punctuation after a word and returns whether there was any.
func bareNoun(w string) (noun string, stop bool) {
	noun = strings.TrimRight(w, ".,;:!?)*\"'")
	return noun, noun != w
}

func nounAt(list []string, i int, one bool, singular, plural []string) string {
	if one {
		if matchNoun(list[i+1:], plural) {
			return fmt.Sprintf("%q must be %q", list[i]+" "+strings.Join(plural, " "), list[i]+" "+strings.Join(singular, " "))
		}
		return ""
	}
	if !matchNoun(list[i+1:], singular) {
		return ""
	}
	end := i + len(singular)
	next := ""
	if _, stop := bareNoun(list[end]); !stop && end+1 < len(list) {
		next, _ = bareNoun(list[end+1])
	}
	if next != "" && !afterSingular[next] {
		return ""
	}
	return fmt.Sprintf("%q must be %q", list[i]+" "+strings.Join(singular, " "), list[i]+" "+strings.Join(plural, " "))
}

func matchNoun(list, noun []string) bool {
	if len(list) < len(noun) {
		return false
	}
	for k, w := range noun {
		have := list[k]
		if k == len(noun)-1 {
			have, _ = bareNoun(have)
		}
		if have != w {
			return false
		}
	}
	return true
}
