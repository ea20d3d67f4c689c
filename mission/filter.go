package mission

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Filter says which switch paths are wanted. Its zero value wants all.
//
// A filter is written as alternatives between commas. Each is a sequence of words
// between ">", one for each mission, and matches the switch paths of exactly that
// many missions. A word is a kind or a type of mission, where multi stands for all
// three patterns; "*", which is any one mission; or "...", which is any number of
// missions, even none. Blanks around words make no difference.
//
//	single                  entries of one mission, which is single
//	single,multi>clarify    those, and multi missions followed by a clarify one
//	*>*>serial              serial in the third of three missions
//	...>chat>...            a chat mission anywhere
type Filter struct {
	alternatives [][]kindSet
}

// kindSet is a set of kinds: bit i stands for Kinds()[i]. It is what one word of a
// filter matches, or what is known of one mission.
type kindSet uint8

// anyNumber is the word "...". No other word has it, since each matches something.
const anyNumber kindSet = 0

// filterWords are the valid words in the order in which errors list them. Each set
// has one word, which is how a filter is written out again.
var filterWords = []filterWord{
	{string(Single), setOf(string(Single))},
	{string(Multi), setOf(string(Multi))},
	{string(Serial), setOf(string(Serial))},
	{string(Parallel), setOf(string(Parallel))},
	{string(Mixed), setOf(string(Mixed))},
	{string(Clarify), setOf(string(Clarify))},
	{string(Chat), setOf(string(Chat))},
	{"*", 1<<len(Kinds()) - 1},
	{"...", anyNumber},
}

type filterWord struct {
	word string
	set  kindSet
}

// FilterError says where and why a filter cannot be read.
type FilterError struct {
	Filter string // what was to be read
	Column int    // where the trouble starts, counted in characters from 1
	Word   string // the word that is not valid; empty where one is missing
}

// Error names the column and the valid words.
func (e *FilterError) Error() string {
	trouble := "a word is missing"
	if e.Word != "" {
		trouble = fmt.Sprintf("unknown word %q", e.Word)
	}
	words := make([]string, len(filterWords))
	for i, w := range filterWords {
		words[i] = w.word
	}
	last := len(words) - 1
	return fmt.Sprintf("column %d of %q: %s: want %s or %s", e.Column, e.Filter, trouble, strings.Join(words[:last], ", "), words[last])
}

// ParseFilter reads a filter. Nothing but blanks is the filter that wants all
// switch paths. Errors are of type [*FilterError].
func ParseFilter(s string) (Filter, error) {
	var f Filter
	if strings.TrimSpace(s) == "" {
		return f, nil
	}
	at := 0
	for alternative := range strings.SplitSeq(s, ",") {
		var sets []kindSet
		for part := range strings.SplitSeq(alternative, ">") {
			word := strings.TrimSpace(part)
			i := slices.IndexFunc(filterWords, func(w filterWord) bool { return w.word == word })
			if i < 0 {
				start := at + len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
				return Filter{}, &FilterError{Filter: s, Column: utf8.RuneCountInString(s[:start]) + 1, Word: word}
			}
			sets = append(sets, filterWords[i].set)
			at += len(part) + 1
		}
		f.alternatives = append(f.alternatives, sets)
	}
	return f, nil
}

// String writes the filter so that [ParseFilter] reads the same one.
func (f Filter) String() string {
	var b strings.Builder
	for i, alternative := range f.alternatives {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, set := range alternative {
			if k > 0 {
				b.WriteByte('>')
			}
			i := slices.IndexFunc(filterWords, func(w filterWord) bool { return w.set == set })
			b.WriteString(filterWords[i].word)
		}
	}
	return b.String()
}

// Match reports whether the filter wants entries with these kinds of missions.
func (f Filter) Match(path []Kind) bool {
	known := make([]kindSet, len(path))
	for i, k := range path {
		known[i] = setOf(string(k))
	}
	return f.match(known)
}

// MatchTypes reports whether the filter may want entries with these types of
// missions: whether patterns can be chosen for the multi missions so that
// [Filter.Match] holds.
func (f Filter) MatchTypes(path []Type) bool {
	known := make([]kindSet, len(path))
	for i, t := range path {
		known[i] = setOf(string(t))
	}
	return f.match(known)
}

// setOf is the kinds that a kind or type stands for; none if it is neither, so
// that no word but "..." matches it.
func setOf(word string) (set kindSet) {
	for i, k := range Kinds() {
		if word == string(k) || word == string(k.Type()) {
			set |= 1 << i
		}
	}
	return set
}

func (f Filter) match(known []kindSet) bool {
	if len(f.alternatives) == 0 {
		return true
	}
	return slices.ContainsFunc(f.alternatives, func(words []kindSet) bool {
		return matchWords(words, known)
	})
}

// matchWords goes through the missions from the first to the last and keeps after
// which words the sequence may stand, so that many "..." cost nothing.
func matchWords(words, known []kindSet) bool {
	// after[i]: the missions so far match the first i words.
	after := make([]bool, len(words)+1)
	after[0] = true
	skip := func() {
		for i, word := range words {
			if word == anyNumber && after[i] {
				after[i+1] = true
			}
		}
	}
	skip()
	for _, set := range known {
		for i := len(words); i > 0; i-- {
			word := words[i-1]
			after[i] = word == anyNumber && after[i] || after[i-1] && word&set != 0
		}
		after[0] = false
		skip()
	}
	return after[len(words)]
}
