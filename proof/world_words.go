package proof

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"switchyard/internal/knowledge"
)

// vocabulary is a set of words by their stems.
type vocabulary map[string]bool

// say adds the words of a text.
func (v vocabulary) say(s string) {
	eachWord(s, func(w string) bool {
		v[stem(w)] = true
		return true
	})
}

// known reports whether one of the vocabularies has a word.
func known(word string, in ...vocabulary) bool {
	for _, v := range in {
		if v[word] {
			return true
		}
	}
	return false
}

// document adds the keys and values of a decoded document. A code that a table knows
// adds its names: CAD is the Canadian dollar.
func (v vocabulary) document(doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		for k, item := range doc {
			if !v["\x00"+k] { // no word, but a key whose words are known; rows of lists have the same keys
				v["\x00"+k] = true
				v.say(splitName(k))
			}
			v.document(item)
		}
	case []any:
		for _, item := range doc {
			v.document(item)
		}
	case string:
		v.say(doc)
		if len(doc) <= longestCode {
			for _, name := range codeNames()[strings.ToLower(doc)] {
				v.say(name)
			}
		}
		switch {
		case isDay(doc):
			v["day"], v["dat"] = true, true
		case strings.Contains(doc, ":") && isDigit(doc[0]):
			v["tim"] = true
		}
	case json.Number, bool:
	}
}

// isDay reports whether a value begins with a date.
func isDay(s string) bool {
	return len(s) >= len("2006-01-02") && s[4] == '-' && s[7] == '-' && isDigit(s[0]) && isDigit(s[9])
}

// schema adds what a schema says to people: names, descriptions and values, but not its
// keywords.
func (v vocabulary) schema(doc any) {
	s, ok := doc.(map[string]any)
	if !ok {
		return
	}
	for key, item := range s {
		switch key {
		case "properties":
			props, _ := item.(map[string]any)
			for name, p := range props {
				v.say(splitName(name))
				v.schema(p)
			}
		case "items", "additionalProperties":
			v.schema(item)
		case "allOf", "anyOf", "oneOf":
			list, _ := item.([]any)
			for _, p := range list {
				v.schema(p)
			}
		case "description", "title", "enum", "default", "examples", "example", "const", "format":
			v.document(item)
		}
	}
}

// longestCode is the length of the longest code that stands for a name.
const longestCode = 5

// codeNames has the names for the codes of all tables.
var codeNames = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, table := range knowledge.Tables() {
		for _, name := range knowledge.Names(table) {
			if value, _ := knowledge.Lookup(table, name); value != nil {
				if code, ok := value.(string); ok && len(code) <= longestCode {
					code = strings.ToLower(code)
					out[code] = append(out[code], name)
				}
			}
		}
	}
	return out
})

// eachWord yields the words of a text in lower case: runs of letters, with an
// apostrophe inside.
func eachWord(s string, yield func(string) bool) {
	for i := 0; i < len(s); {
		letter, size := letterAt(s[i:])
		if !letter {
			i += size
			continue
		}
		j, curly := i+size, false
		for j < len(s) {
			if letter, size = letterAt(s[j:]); !letter && s[j] != '\'' {
				if !strings.HasPrefix(s[j:], "’") {
					break
				}
				curly = true
			}
			j += size
		}
		w := strings.ToLower(strings.TrimRight(s[i:j], "'’"))
		if curly {
			w = strings.ReplaceAll(w, "’", "'")
		}
		if !yield(w) {
			return
		}
		i = j
	}
}

// letterAt reports whether a text begins with a letter, and the size of its first character.
func letterAt(s string) (letter bool, size int) {
	if s[0] < utf8.RuneSelf {
		return isLetter(s[0]), 1
	}
	r, size := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r), size
}

// endings are cut off to find the stem of a word, by their last letter; the first that fits
// counts.
var endings = func() (by [256][]string) {
	for end := range strings.FieldsSeq(`ations ation ated ates ating ate ingly ings ing edly ies ied ements ement ments ment ers er ors or
		ions ion ances ance ences ence ally al ed est es ly s e y`) {
		last := end[len(end)-1]
		by[last] = append(by[last], end)
	}
	return by
}()

// stem returns the part that the forms of a word share. It need not be a word, and
// words that are only similar may share one.
func stem(w string) string {
	if i := strings.IndexByte(w, '\''); i >= 0 {
		w = w[:i]
	}
	if base := irregular[w]; base != "" {
		w = base
	}
	for cut := len(w) > 3; cut; {
		cut = false
		for _, end := range endings[w[len(w)-1]] {
			if rest := len(w) - len(end); (rest > 3 || rest == 3 && end != "ly" && end != "al" && end != "ally") && strings.HasSuffix(w, end) {
				w, cut = w[:len(w)-len(end)], true
				break
			}
		}
		if n := len(w); n > 3 && w[n-1] == w[n-2] {
			w, cut = w[:n-1], true
		}
	}
	if n := len(w); n > 4 && (w[n-1] == 'e' || w[n-1] == 'i') {
		w = w[:n-1]
	}
	return w
}

// irregular has the base of forms that are not made with an ending.
var irregular = pairs(`sent send paid pay held hold left leave gone go went go goes go written write wrote write made make taken take took take
	given give gave give withdrawn withdraw withdrew withdraw told tell found find put put bought buy began begin begun begin chosen choose chose choose kept keep lent lend laid lay
	said say seen see saw see brought bring brought bring came come did do stood stand spent spend spoken speak spoke speak known know knew know
	shown show drawn draw drew draw broken break broke break driven drive drove drive sold sell thought think met meet meant mean flies fly flight fly flights fly going go doing do shut close ran run got get heard hear
	lies lie people person children child men man women woman feet foot further far farther far data data worn wear cheaper cheap days day
	delivery deliver deliveries deliver arrival arrive arrivals arrive departure depart departures depart emailed email mails mail
	cancellation cancel cancellations cancel cancelled cancel canceled cancel payable pay payment pay payments pay free free freed free`)

func pairs(s string) map[string]string {
	list := strings.Fields(s)
	out := make(map[string]string, len(list)/2)
	for i := 0; i+1 < len(list); i += 2 {
		out[list[i]] = list[i+1]
	}
	return out
}
