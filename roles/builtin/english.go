package builtin

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/gen/blueprint"
)

// English grammar.

// list joins words: "a, b and c".
func list(words []string, conjunction string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	comma, last := ", ", " "
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, ", ") }) {
		comma, last = "; ", "; " // "the contract, in duplicate; and the letter, in one copy"
	}
	return strings.Join(words[:len(words)-1], comma) + last + conjunction + " " + words[len(words)-1]
}

// spaced joins the words of a text with single spaces.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// capital makes the first letter a capital, but not that of an address or a code.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); strings.Contains(first, "@") || strings.Contains(first, "://") || strings.ContainsAny(first, "0123456789") {
		return s
	}
	for i, r := range s {
		if r >= 'a' && r <= 'z' {
			return s[:i] + strings.ToUpper(string(r)) + s[i+1:]
		}
		if r != '*' && r != '"' && r != '\'' && r != '“' {
			break
		}
	}
	return s
}

// lower makes the first letter small, unless the word is "I" or a name.
func lower(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first == "I" || strings.HasPrefix(first, "I'") || len(first) > 1 && strings.ToUpper(first) == first {
		return s
	}
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// runOn puts a text behind an opening, which may be empty. After a comma it begins with a
// small letter; where that could be a name, a full stop takes the place of the comma.
func runOn(opening, text string) string {
	first, _, _ := strings.Cut(text, " ")
	greeting, comma := strings.CutSuffix(opening, ", ")
	switch plain := strings.ToLower(strings.TrimRight(first, ",.:")); {
	case !comma:
		if len(opening) > 2 && text != "" && 'a' <= text[0] && text[0] <= 'z' { // "okay, any doctors there?"
			if before, stop := strings.CutSuffix(opening, ". "); stop {
				return before + ", " + text
			}
		}
		return opening + text
	case opensRequest[plain]:
		return opening + lower(text)
	case lower(text) == text || strings.Contains(text, " here."):
		return opening + text
	}
	return greeting + ". " + text
}

var opensRequest = set(`actually add arrange ask book buy can cancel change check compare could do find give go have help how is list look make
	may move my need now order pay please put register report request reserve send set show tell the there this update want we what what's when where
	which who will would my our we we're we've half someone something`)

// capitals makes the first letter of every sentence a capital.
func capitals(text string) string {
	for _, mark := range []string{". ", "! ", "? "} {
		parts := strings.Split(text, mark)
		for i := range parts {
			parts[i] = capital(parts[i])
		}
		text = strings.Join(parts, mark)
	}
	return text
}

// article puts "a" or "an" before a noun.
func article(noun string) string {
	starts := func(with ...string) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(strings.ToLower(noun), w) })
	}
	number, _, _ := strings.Cut(noun, " ")
	switch {
	case starts("8"), len(number) == 2 && starts("11", "18"), // eight, eleven, eighteen, eighty
		starts("hour", "honest", "heir", "honour", "honor"):
		return "an " + noun
	case !starts("unin", "unim") && starts("uni", "use", "usa", "euro", "one", "once", "user", "uti", "ubi", "uri", "uro", "ure", "ura"):
		return "a " + noun
	case starts("a", "e", "i", "o", "u"):
		return "an " + noun
	}
	return "a " + noun
}

// the puts "the" before a noun that has no article.
func the(noun string) string {
	if strings.HasPrefix(noun, "the ") || strings.HasPrefix(noun, "your ") {
		return noun
	}
	return "the " + noun
}

// numberWord writes a small number out.
func numberWord(n int) string {
	if n >= 0 && n < len(blueprint.NumberWords) {
		return blueprint.NumberWords[n]
	}
	return strconv.Itoa(n)
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

var ordinalWords = []string{"zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// ordinalWord writes a small ordinal number out.
func ordinalWord(n int) string {
	if n < len(ordinalWords) {
		return ordinalWords[n]
	}
	return ordinal(n)
}

// predicate makes "is the cheapest" of "cheapest one", "has the most seats" of
// "one with the most seats" and "leaves first" of "one that leaves first".
func predicate(phrase string) string {
	if words, ok := strings.CutPrefix(phrase, "one with "); ok {
		return "has " + words
	}
	if strings.HasPrefix(phrase, "one whose ") {
		return "is the " + phrase
	}
	if words, ok := strings.CutPrefix(phrase, "one that "); ok {
		return words
	}
	if words, ok := strings.CutPrefix(phrase, "one "); ok {
		return "is " + words
	}
	if words, ok := strings.CutSuffix(phrase, " one"); ok {
		return "is the " + words
	}
	return "is the " + phrase
}

// comparative turns the superlatives of a phrase into comparatives, for two
// things: "cheapest" into "cheaper", "one with the most seats" into "one with
// more seats".
func comparative(phrase string) string {
	words := strings.Fields(phrase)
	for i, w := range words {
		first, rest, hyphen := strings.Cut(w, "-")
		switch {
		case irregular[w] != "":
			words[i] = irregular[w]
		case hyphen && irregular[first] != "": // "best-rated"
			words[i] = irregular[first] + "-" + rest
		case strings.HasSuffix(w, "est") && len(w) > 5 && !unchanging[w]:
			words[i] = strings.TrimSuffix(w, "st") + "r"
		}
		if i > 0 && words[i] != w && words[i-1] == "the" && slices.Contains([]string{"more", "less", "fewer"}, words[i]) {
			words[i-1] = "" // "with the most seats": "with more seats"
		}
	}
	return spaced(strings.Join(words, " "))
}

var irregular = map[string]string{"most": "more", "least": "less", "fewest": "fewer", "best": "better", "worst": "worse", "farthest": "farther",
	"furthest": "further", "last": "later"}

// unchanging are words that end like superlatives but are not.
var unchanging = map[string]bool{"interest": true, "request": true, "honest": true, "forest": true, "harvest": true, "modest": true, "guest": true}

// indices lists the places of a list.
func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}
