package grammar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrongArticle finds an "a" or "an" that does not fit the next word.
func wrongArticle(s string) *Fault {
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
			return &Fault{Article, s[i:j] + " " + word, "must be \"" + articleFor(vowel) + " " + word + "\""}
		}
	}
	return nil
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
