package publicapis

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"switchyard/tools/imports/internal/plain"
	"switchyard/tools/naming"
)

// group matches a part of a text that vanishes when a slot in it is empty.
var group = regexp.MustCompile(`\[([^\[\]]*)\]`)

// fill puts words into the slots of a text. A group with an empty slot vanishes.
func (x *maker) fill(text string) string {
	slots := []string{"{api}", x.api, "{subject}", x.subject.name, "{adj}", x.place.adjective, "{place}", x.place.name}
	text = group.ReplaceAllStringFunc(text, func(g string) string {
		for i := 0; i < len(slots); i += 2 {
			if slots[i+1] == "" && strings.Contains(g, slots[i]) {
				return ""
			}
		}
		return g[1 : len(g)-1]
	})
	return strings.Join(strings.Fields(strings.NewReplacer(slots...).Replace(text)), " ")
}

var (
	article     = regexp.MustCompile(`\b([Aa])n? ([A-Za-z][\w-]*)`)
	soundsVowel = regexp.MustCompile(`^([aeiou]|hour)`)
	soundsNone  = regexp.MustCompile(`^(uni|eu|us|uk|url|uv|one)`) // "a unit", "a US state"
)

// fixArticle makes "a" and "an" fit the words that were put in.
func fixArticle(s string) string {
	return article.ReplaceAllStringFunc(s, func(m string) string {
		a, noun, _ := strings.Cut(m, " ")
		small := strings.ToLower(noun)
		vowel := soundsVowel.MatchString(small)
		switch {
		case soundsNone.MatchString(small):
			vowel = false
		case noun == strings.ToUpper(noun) && len(noun) > 1 && len(noun) < 5: // spelt out: "an FDA notice"
			vowel = strings.ContainsRune("AEFHILMNORSX", rune(noun[0]))
		}
		if vowel {
			return a[:1] + "n " + noun
		}
		return a[:1] + " " + noun
	})
}

// toolName writes the name of a tool as this API does.
func (x *maker) toolName(name string) string {
	subject := ""
	for _, w := range strings.FieldsFunc(plain.ASCII(x.subject.name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		subject += capital(w)
	}
	name = strings.ReplaceAll(name, "{Subject}", subject)
	if x.snake {
		name = strings.ToLower(strings.Join(naming.Words(name), "_"))
	}
	return name[:min(len(name), 64)]
}

// fieldName writes the name of a parameter or an answer as this API does.
func (x *maker) fieldName(name string) string {
	if !x.fields {
		return name
	}
	head, rest, _ := strings.Cut(name, "_")
	for w := range strings.SplitSeq(rest, "_") {
		if w != "" {
			head += capital(w)
		}
	}
	return head
}

// sayable is the name of an API as people say it, and empty when it would read
// oddly in a sentence.
func sayable(name string) string {
	name, _, _ = strings.Cut(name, "(")
	name = strings.TrimSpace(name)
	odd := func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) && r < 128 || r == ' ' || r == '-' || r == '.')
	}
	if n := len(strings.Fields(name)); n == 0 || n > 3 || len(name) > 24 || strings.ContainsFunc(name, odd) {
		return ""
	}
	if slices.ContainsFunc(strings.Fields(folded(name)), func(w string) bool { return slices.Contains(unsayable, w) }) {
		return ""
	}
	if strings.Contains(strings.ToLower(name), "api") || !unicode.IsUpper([]rune(name)[0]) || strings.HasSuffix(name, ".") || strings.Contains(name, ". ") {
		return ""
	}
	return name
}

// unsayable are words of names that would show that somebody speaks of a program,
// or that are no name.
var unsayable = strings.Fields(`api apis function functions endpoint endpoints parameter parameters data database open simple free random generator service
	tool tools mock mocker fake checker agent mcp json graphql test user users and of for from in as the by or search convert translate weather city news numbers words
	football holidays phone screenshot synonyms country mexico humor images quotes url short link email validation facts dogs cats jokes music information world time
	image images transport exchange rates analysis sentiment calendar detection language code text names address domain health covid planner planners`)

// slugOf makes a part of the name of a toolset. A text without a letter or a digit
// gives the other name.
func slugOf(s, otherwise string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(plain.ASCII(s)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
		if b.Len() >= 48 {
			break
		}
	}
	if out := strings.Trim(b.String(), "_"); out != "" {
		return out
	}
	return otherwise
}
