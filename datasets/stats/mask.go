package stats

import (
	"slices"
	"strings"
	"switchyard/internal/knowledge"
	"unicode"
	"unicode/utf8"
)

// blank stands for a value in a masked request.
const blank = "_"

// Mask replaces every value in a text by "_", so that only the wording is left. Letter
// case is kept. Values are the words that sources quote (mission.Quoted lists them) and,
// because the values of chats have no sources, numbers, days, months, and names in the
// tables of package knowledge.
func Mask(request string, values []string) string {
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, v := range values {
		if v != "" {
			request = strings.ReplaceAll(request, v, blank)
		}
	}
	fields := strings.Fields(request)
	for i, field := range fields {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
		if word == "" || word == blank {
			continue
		}
		if strings.ContainsFunc(word, unicode.IsDigit) || timeWords[strings.ToLower(strings.TrimSuffix(word, "'s"))] || named(word) {
			fields[i] = strings.Replace(field, word, blank, 1)
		}
	}
	// Several words, such as "19 July" or "twenty-one", are one value.
	out := fields[:0]
	for _, f := range fields {
		if len(out) > 0 && strings.HasPrefix(f, blank) && out[len(out)-1] == blank {
			out[len(out)-1] = f
			continue
		}
		out = append(out, f)
	}
	return strings.Join(out, " ")
}

// named reports whether a word is the name of a value, with a capital: a city, a country,
// a currency, a language.
func named(word string) bool {
	if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
		return false
	}
	for _, table := range []string{"airport", "latitude", "country", "currency", "language"} {
		if _, ok := knowledge.Lookup(table, word); ok {
			return true
		}
	}
	return false
}

var timeWords = setOf("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
	"september october november december today tomorrow yesterday noon one two three four five six seven eight nine ten eleven twelve " +
	"twenty thirty forty fifty sixty seventy eighty ninety hundred thousand")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		if w != "may" { // mostly a verb
			set[w] = true
		}
	}
	return set
}
