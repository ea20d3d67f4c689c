package mission

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Filter selects switch paths. Its zero value selects all.
//
// A filter is a list of alternatives, separated by commas. Each alternative is a
// sequence of words, separated by ">", one word for each mission. A word is a kind or
// a type of mission, where multi stands for all three patterns; "*", which stands for
// any one mission; or "...", which stands for any number of missions, even none.
// Blanks around words do not matter.
//
//	single                  entries with one mission, a single one
//	single,multi>clarify    those, and entries with a multi and then a clarify mission
//	*>*>serial              entries with three missions, the third one serial
//	...>chat>...            entries with a chat mission anywhere
type Filter struct {
	alternatives [][]kindSet
}

// kindSet is a set of kinds: bit i stands for Kinds()[i]. It says what a word of a
// filter matches, or which kinds a mission may have.
type kindSet uint8

// anyNumber stands for the word "...". The sets of all other words have kinds.
const anyNumber kindSet = 0

// filterWords are the valid words in the order of error messages. No two words have the
// same set, so that a filter can be written again from its sets.
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
	Filter string // the text of the filter
	Column int    // where the error starts, counted in characters from 1
	Word   string // the word that is not valid; empty if a word is missing
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

// ParseFilter reads a filter. Blank text is the filter that selects all switch paths.
// Errors are of type [*FilterError].
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

// String returns the filter as [ParseFilter] reads it.
func (f Filter) String() string {
	alternatives := make([]string, len(f.alternatives))
	for i, sets := range f.alternatives {
		words := make([]string, len(sets))
		for k, set := range sets {
			words[k] = filterWords[slices.IndexFunc(filterWords, func(w filterWord) bool { return w.set == set })].word
		}
		alternatives[i] = strings.Join(words, ">")
	}
	return strings.Join(alternatives, ",")
}

// Match reports whether the filter selects entries with these kinds of missions.
func (f Filter) Match(path []Kind) bool { return f.match(setsOf(path)) }

// MatchTypes reports whether the filter selects entries with these types of missions
// for some choice of the patterns of the multi missions.
func (f Filter) MatchTypes(path []Type) bool { return f.match(setsOf(path)) }

func setsOf[W ~string](path []W) []kindSet {
	sets := make([]kindSet, len(path))
	for i, word := range path {
		sets[i] = setOf(string(word))
	}
	return sets
}

// setOf returns the kinds that a kind or type stands for. For any other word it returns
// the empty set, which only "..." matches.
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

// matchWords goes through the missions in order and keeps how many words they may have
// matched so far. So many "..." cost nothing.
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
