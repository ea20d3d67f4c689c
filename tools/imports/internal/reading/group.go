package reading

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/tools/imports"
	"switchyard/tools/naming"
)

// minToolset is the least number of tools in the toolsets that a longer list is
// divided into. Smaller ones are made only from functions that belong together.
const minToolset = 4

// The verbs that begin the names of functions, by the effect that they suggest. They
// do not say what a function is about.
var (
	ListVerbs   = strings.Fields("list search find browse filter query")
	GetVerbs    = strings.Fields("get read fetch retrieve show view describe lookup")
	DeleteVerbs = strings.Fields("delete remove cancel revoke drop destroy")
	UpdateVerbs = strings.Fields("update edit change modify set rename replace patch")
	otherVerbs  = strings.Fields(`create add make post put send submit upload download check verify validate calculate compute convert count run
		execute start stop open close apply generate book order move copy merge fork push pull sync enable disable assign unassign request approve
		reject subscribe unsubscribe save load export import is has can do use call compare analyze translate write track navigate click take wait`)
	// dull are words that do not help to group functions.
	dull = strings.Fields("by for of in from with to on at and or the a an all new my id ids data info information details detail list item items result results")
)

func isVerb(word string) bool {
	for _, verbs := range [][]string{ListVerbs, GetVerbs, DeleteVerbs, UpdateVerbs, otherVerbs} {
		if slices.Contains(verbs, word) {
			return true
		}
	}
	return false
}

// group is the functions of one toolset, as positions in a list.
type group struct {
	word    string // what their names have in common; may be empty
	members []int
}

// grouped divides functions into toolsets of functions whose names share a noun:
// first groups of 4 to 17, then of two or three. The remaining functions form
// groups without a word. A list of up to 17 stays whole.
func grouped(names []string) []group {
	if len(names) <= maxToolset {
		return []group{{members: upTo(len(names))}}
	}
	shared := newSharing(nounsOf(names))
	groups := append(shared.groups(minToolset), shared.groups(2)...)
	groups = settle(groups, shared.rest())
	slices.SortStableFunc(groups, func(a, b group) int { return a.members[0] - b.members[0] })
	return groups
}

// groups takes out the nouns that at least this many functions share.
func (s *sharing) groups(least int) []group {
	var groups []group
	for {
		word, members := s.commonest(least)
		if word == "" {
			return groups
		}
		for i, part := range chunks(members) {
			g := group{word, part}
			if i > 0 {
				g.word = fmt.Sprintf("%s_%d", word, i+1)
			}
			groups = append(groups, g)
		}
	}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// nounsOf returns the words of each name that may say what the function is about,
// in the singular and without a beginning that all names share.
func nounsOf(names []string) [][]string {
	words := make([][]string, len(names))
	for i, name := range names {
		for _, w := range naming.Words(name) {
			words[i] = append(words[i], strings.ToLower(w))
		}
	}
	for len(words) > 1 && !slices.ContainsFunc(words, func(w []string) bool { return len(w) < 2 || w[0] != words[0][0] }) {
		for i := range words {
			words[i] = words[i][1:]
		}
	}
	for i := range words {
		if len(words[i]) > 0 && isVerb(words[i][0]) {
			words[i] = words[i][1:]
		}
		for j, w := range words[i] {
			words[i][j] = Singular(w)
		}
		words[i] = slices.DeleteFunc(words[i], func(w string) bool { return len(w) < 3 || slices.Contains(dull, w) })
	}
	return words
}

// Singular reverses [naming.Plural] for the words of names.
func Singular(w string) string {
	one := strings.TrimSuffix(w, "s")
	if base, ok := strings.CutSuffix(w, "ies"); ok {
		one = base + "y"
	} else if base, ok := strings.CutSuffix(w, "es"); ok && slices.ContainsFunc([]string{"x", "ch", "sh", "ss", "zz"}, func(end string) bool { return strings.HasSuffix(base, end) }) {
		one = base
	}
	if len(one) > 2 && naming.Plural(one) == w {
		return one
	}
	return w
}

// sharing knows which functions without a group share a noun.
type sharing struct {
	words []string // in the order in which they come up
	count []int    // of functions without a place, by word
	has   [][]int  // functions by word
	of    [][]int  // words by function
	taken []bool   // by function
}

func newSharing(nouns [][]string) *sharing {
	s := &sharing{of: make([][]int, len(nouns)), taken: make([]bool, len(nouns))}
	at := map[string]int{}
	for i, words := range nouns {
		for j, w := range words {
			if slices.Contains(words[:j], w) {
				continue
			}
			k, known := at[w]
			if !known {
				k = len(s.words)
				at[w] = k
				s.words, s.count, s.has = append(s.words, w), append(s.count, 0), append(s.has, nil)
			}
			s.count[k]++
			s.has[k] = append(s.has[k], i)
			s.of[i] = append(s.of[i], k)
		}
	}
	return s
}

// commonest takes out the functions that share the most common noun. The noun is
// empty if not enough functions share one.
func (s *sharing) commonest(least int) (word string, members []int) {
	best := -1
	for k, n := range s.count {
		if n >= least && (best < 0 || n > s.count[best]) {
			best = k
		}
	}
	if best < 0 {
		return "", nil
	}
	for _, i := range s.has[best] {
		if s.taken[i] {
			continue
		}
		s.taken[i] = true
		members = append(members, i)
		for _, k := range s.of[i] {
			s.count[k]--
		}
	}
	return s.words[best], members
}

// rest are the functions that were not taken out.
func (s *sharing) rest() []int {
	var out []int
	for i, taken := range s.taken {
		if !taken {
			out = append(out, i)
		}
	}
	return out
}

// chunks cuts a long list into parts of about equal length that fit a toolset.
func chunks(members []int) [][]int {
	parts := (len(members) + maxToolset - 1) / maxToolset
	var out [][]int
	for i := range parts {
		out = append(out, members[i*len(members)/parts:(i+1)*len(members)/parts])
	}
	return out
}

// settle places the functions that share no noun: in groups of their own, or, for a
// single function, in the smallest group.
func settle(groups []group, rest []int) []group {
	if len(rest) != 1 || len(groups) == 0 {
		for _, part := range chunks(rest) {
			groups = append(groups, group{"", part})
		}
		return groups
	}
	small := 0
	for i, g := range groups {
		if len(g.members) < len(groups[small].members) {
			small = i
		}
	}
	both := append(slices.Clip(groups[small].members), rest...)
	slices.Sort(both)
	word := groups[small].word
	groups = slices.Delete(groups, small, small+1)
	for _, part := range chunks(both) {
		g := group{word, part}
		if slices.Contains(part, rest[0]) {
			g.word = strings.TrimPrefix(word+"_and_other", "_")
		}
		groups = append(groups, g)
	}
	return groups
}

// Theme is the most common noun in the names of a list; empty if there is none.
func Theme(list []imports.Tool) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	count, best := map[string]int{}, ""
	nouns := nounsOf(names)
	for _, words := range nouns {
		for _, w := range words {
			count[w]++
		}
	}
	for _, words := range nouns {
		for _, w := range words {
			if best == "" || count[w] > count[best] {
				best = w
			}
		}
	}
	return best
}
