package naming

import (
	"regexp"
	"slices"
	"strings"
)

// HeadOf returns the singular of the noun that a phrase is about. It returns "" unless
// the phrase has the noun in the plural.
func HeadOf(about string) string {
	for i, w := range strings.Fields(about) {
		if i > 0 && slices.Contains([]string{"by", "from", "for", "with", "in", "to", "on", "and", "of", "at", "that", "based"}, w) {
			about = strings.Join(strings.Fields(about)[:i], " ")
			break
		}
	}
	last := LastWord(about)
	if one := Singular(strings.ToLower(last)); one != strings.ToLower(last) {
		return one
	}
	return ""
}

// InfoWords end a name without saying what the tool is about.
var InfoWords = []string{"info", "information", "details", "detail", "data", "metadata", "list", "api", "request", "by", "all"}

// envelopes are the names under which answers hold what they are about.
var envelopes = []string{"data", "items", "results", "result", "records", "list", "content", "entries", "values", "response", "rows", "hits", "objects"}

// Envelope reports whether a field of that name is only a wrapper around the
// content of an answer, such as "data".
func Envelope(name string) bool { return slices.Contains(envelopes, name) }

// Paging reports whether a field of that name says which part of a list an answer holds, or about the
// answer itself: "total", "links".
func Paging(name string) bool { return slices.Contains(paging, name) }

// paging are the names of such fields.
var paging = []string{"total", "total count", "count", "limit", "offset", "more", "has more", "next", "previous", "prev", "page", "pages", "per page", "page size", "total pages", "total results",
	"next page", "next page token", "next page uri", "prev page", "previous page", "cursor", "next cursor", "next marker", "prev marker", "first page uri", "previous page uri",
	"links", "link", "meta", "metadata", "pagination", "paging", "page info", "response metadata", "request id", "object", "status", "ok", "success", "message"}

// HasWord reports whether a word of text begins with one of the words in list,
// which are separated by commas. Letter case counts.
func HasWord(text, list string) bool {
	text = " " + text
	return slices.ContainsFunc(strings.Split(list, ","), func(w string) bool { return strings.Contains(text, " "+w) })
}

// Related reports whether two nouns mean the same thing: "image" and "waifu
// image".
func Related(a, b string) bool {
	if a == "" || b == "" || a == "item" && b != "item" || a == "result" {
		return false
	}
	if Synonyms[a] == b || Synonyms[b] == a {
		return true
	}
	// Every noun is compared with every other, so most comparisons end here.
	if !strings.EqualFold(LastWord(a), LastWord(b)) {
		return false
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a == b || strings.HasSuffix(a, " "+b) || strings.HasSuffix(b, " "+a)
}

// Synonyms are nouns that tools and their parameters use for one thing.
var Synonyms = map[string]string{"module": "mod", "track": "song", "single": "track", "movie": "film", "shop": "store", "photo": "image", "player roster": "player"}

// MassNouns are nouns that are not used in the plural.
var MassNouns = strings.Fields(`weather statistics statistic stats stat info information data details news traffic music history price value balance
	status content part-of-speech speech usage metrics metric volume analysis pronunciation geolocation location coordinate lyrics synonym antonym
	example delay condition rate trend hour vote position vulnerability mining social settings network progress`)

// LastWord returns what follows the last space of a text.
func LastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// Spoken turns a key into a noun, with abbreviations and brands spelled as
// people do.
func Spoken(key string) string {
	words := strings.Split(key, "_")
	for i, w := range words {
		if said := Spell(w); strings.EqualFold(said, w) && said != strings.ToLower(w) {
			words[i] = said
		}
	}
	return strings.Join(words, " ")
}

// Singular undoes the plural of a word.
func Singular(w string) string {
	lower := strings.ToLower(w)
	if irregularPlurals[lower] == lower {
		return w
	}
	for one, many := range irregularPlurals {
		if lower == many && one != many {
			return one
		}
	}
	switch {
	case len(w) < 4, endsIn(lower, "ss", "us", "is", "ics", "sms", "gps", "ous"):
		return w
	case strings.HasSuffix(lower, "ies") && lower != "movies" && lower != "cookies" && lower != "series":
		return w[:len(w)-3] + "y"
	case endsIn(lower, "sses", "xes", "ches", "shes", "zes"):
		return w[:len(w)-2]
	case strings.HasSuffix(lower, "s"):
		return w[:len(w)-1]
	}
	return w
}

var bracketed = regexp.MustCompile(`\[([^\[\]]+)\](?:\[\])?$`)

// InnerName is the last name in brackets, as query strings write nested names:
// "filter[city]" is about a city.
func InnerName(name string) string {
	if m := bracketed.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return name
}

// IDWords are words with which names of identifiers end.
var IDWords = strings.Fields("id ids gid gids uuid uuids guid guids uid uids identifier identifiers")
