package naming

import (
	"strings"
	"unicode"
)

// Words splits a name in snake_case, camelCase or with blanks and dots into
// its words; abbreviations stay together: "getUserIDs" gives get, User, IDs.
func Words(name string) []string {
	if snake(name) { // most are
		words := make([]string, 0, strings.Count(name, "_")+1)
		for name != "" {
			i := strings.IndexAny(name, "_ ")
			switch {
			case i < 0:
				return append(words, name)
			case i > 0:
				words = append(words, name[:i])
			}
			name = name[i+1:]
		}
		return words
	}
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			before := runes[i-1]
			ends := unicode.IsLower(before) || unicode.IsDigit(before)
			// The last capital of a run starts a word: "HTTPServer", but a
			// plural s does not: "IDs".
			starts := unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1]) &&
				!(runes[i+1] == 's' && (i+2 == len(runes) || !unicode.IsLower(runes[i+2])))
			if ends || starts {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}

// snake reports whether a name has nothing but small letters, digits, underscores and
// blanks.
func snake(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != ' ' {
			return false
		}
	}
	return true
}

var irregularPlurals = map[string]string{
	"person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
	"mouse": "mice", "datum": "data", "medium": "media", "analysis": "analyses", "criterion": "criteria",
	"series": "series", "means": "means", "species": "species", "news": "news", "data": "data", "weather": "weather",
	"information": "information", "info": "info", "equipment": "equipment", "staff": "staff", "luggage": "luggage",
	"furniture": "furniture", "feedback": "feedback", "advice": "advice", "money": "money", "traffic": "traffic",
	"media": "media", "metadata": "metadata", "statistics": "statistics", "details": "details", "leaf": "leaves",
	"shelf": "shelves", "life": "lives", "half": "halves", "knife": "knives", "hero": "heroes", "potato": "potatoes",
	"tomato": "tomatoes", "quiz": "quizzes", "bus": "buses", "status": "statuses", "gas": "gases",
}

// Plural gives the plural of an English noun phrase: its last word changes.
func Plural(noun string) string {
	head, last := "", noun
	if i := strings.LastIndexAny(noun, " _-"); i >= 0 {
		head, last = noun[:i+1], noun[i+1:]
	}
	lower := strings.ToLower(last)
	if p, ok := irregularPlurals[lower]; ok {
		return head + p
	}
	switch {
	case last == "":
		return noun
	case endsIn(lower, "s", "x", "z", "ch", "sh"):
		return noun + "es"
	case strings.HasSuffix(lower, "y") && len(lower) > 1 && !strings.ContainsRune("aeiou", rune(lower[len(lower)-2])):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

func endsIn(s string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// Mentions reports whether a word of text begins with the keyword, letter case
// aside. Names in snake_case and camelCase are read word by word.
func Mentions(text, keyword string) bool { return Folded(text).Mentions(keyword) }

// FoldedText is a text prepared for many look-ups of keywords.
type FoldedText string

// Folded prepares a text.
func Folded(text string) FoldedText {
	return FoldedText(" " + strings.ToLower(strings.Join(Words(text), " ")))
}

// Mentions reports whether a word of the text begins with the keyword.
func (f FoldedText) Mentions(keyword string) bool {
	return strings.Contains(string(f), " "+strings.ToLower(keyword))
}
