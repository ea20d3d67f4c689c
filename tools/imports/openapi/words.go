package openapi

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// wordsOf is the words of a name in small letters.
func wordsOf(name string) []string {
	words := naming.Words(name)
	for i := range words {
		words[i] = strings.ToLower(words[i])
	}
	return words
}

// singular is the singular of a word: "pets" gives "pet".
func singular(word string) string {
	odd := map[string]string{"people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot",
		"criteria": "criterion", "analyses": "analysis", "leaves": "leaf", "shelves": "shelf", "lives": "life", "movies": "movie", "cookies": "cookie",
		"quizzes": "quiz", "heroes": "hero", "gases": "gas", "aliases": "alias", "canvases": "canvas", "biases": "bias", "caches": "cache", "indices": "index", "vertices": "vertex"}
	same := []string{"news", "series", "species", "media", "data", "metadata", "sms", "gps", "dns", "https", "statistics", "analytics", "details", "settings", "preferences", "credentials", "always"}
	switch {
	case odd[word] != "":
		return odd[word]
	case slices.Contains(same, word), len(word) < 3:
		return word
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	}
	for _, end := range []string{"sses", "uses", "xes", "ches", "shes", "zzes"} {
		if strings.HasSuffix(word, end) && !slices.Contains([]string{"houses", "causes", "warehouses", "clauses", "uses", "spouses", "courses"}, word) {
			return word[:len(word)-2]
		}
	}
	if strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is") {
		return word[:len(word)-1]
	}
	return word
}

// nounOf is the singular noun of a part of a path, and whether the path has the
// plural.
func nounOf(name string) (noun string, several bool) {
	words := wordsOf(name)
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "0123456789") == "" })
	if len(words) == 0 {
		return "", false
	}
	last := len(words) - 1
	one := singular(words[last])
	several = one != words[last]
	words[last] = one
	return keyable(strings.Join(words[max(0, len(words)-3):], " ")), several
}

// keyable keeps the characters of a noun that a key may have.
func keyable(noun string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == ' ' {
			return r
		}
		return -1
	}, noun))
}

// What verbs in paths and names of operations do to a thing.
var verbs = map[tools.EffectKind][]string{
	tools.List:   strings.Fields("find search list query lookup filter browse discover"),
	tools.Get:    strings.Fields("get fetch retrieve read show view"),
	tools.Create: strings.Fields("create new register submit insert duplicate clone instantiate generate schedule"),
	tools.Update: strings.Fields(`update edit modify patch change move rename replace set reset cancel close reopen archive unarchive restore complete
		approve reject assign unassign enable disable activate deactivate start stop pause resume lock unlock publish unpublish mark follow unfollow
		pin unpin star unstar mute unmute block unblock suspend confirm accept decline transfer ship refund pay capture void resolve snooze extend renew`),
	tools.Delete:  strings.Fields("delete remove destroy purge erase"),
	tools.Compute: strings.Fields("convert calculate compute validate translate estimate evaluate preview simulate predict classify detect encode decode parse geocode"),
}

// verbOf is the effect of a verb; empty for other words. "add" is not listed,
// because its effect depends on what follows.
func verbOf(word string) tools.EffectKind {
	for kind, verbs := range verbs {
		if slices.Contains(verbs, word) {
			return kind
		}
	}
	return ""
}

// says is the effect that the name or the summary of an operation tells; empty if
// neither does.
func says(id, summary string) tools.EffectKind {
	for _, text := range []string{id, summary} {
		words := wordsOf(text)
		if len(words) == 0 {
			continue
		}
		for _, w := range []string{words[0], words[len(words)-1]} {
			if w != words[0] && text == summary {
				continue // a sentence does not end with its verb
			}
			for _, end := range []string{"", "s", "es", "ing"} {
				stem, ok := strings.CutSuffix(w, end)
				if kind := verbOf(stem); ok && kind != "" {
					return kind
				}
				if ok && slices.Contains(strings.Fields("add place book order post upload buy make"), stem) && w == words[0] {
					return tools.Create
				}
			}
		}
	}
	return ""
}

// identifierOf reports whether the name of a parameter is that of an identifier,
// and of what: "petId" of a pet.
func identifierOf(name string) (noun string, ok bool) {
	words := wordsOf(name)
	if len(words) == 0 {
		return "", false
	}
	ends := []string{"id", "gid", "uuid", "guid", "uid", "key", "slug", "number", "code", "sid", "ref", "identifier", "handle"}
	last := words[len(words)-1]
	if !slices.Contains(ends, last) {
		for _, end := range []string{"id", "gid", "uuid"} { // petid
			if stem, cut := strings.CutSuffix(last, end); cut && len(stem) > 2 && len(words) == 1 && end != "id" {
				return keyable(stem), true
			}
		}
		return "", false
	}
	return keyable(strings.Join(words[:len(words)-1], " ")), true
}
