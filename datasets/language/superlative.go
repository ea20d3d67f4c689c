package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// notSuperlatives end in "est" and compare nothing.
var notSuperlatives = setOf("request interest guest test protest contest retest pretest attest detest rest forest arrest unrest footrest armrest headrest backrest " +
	"west northwest southwest midwest invest divest harvest vest suggest digest ingest congest honest dishonest modest chest nest quest conquest inquest bequest " +
	"behest priest manifest infest earnest tempest crest zest lest pest jest fest molest best disinterest breakfest safest-bet")

// degrees are superlatives that are also used in other ways.
var degrees = setOf("most least fewest best worst")

// chooses are words in front of a superlative that chooses without "the": "the one that
// leaves earliest", "which is cheapest?".
var chooses = setOf("which whichever what one ones whose who where")

// owners may stand in the place of "the".
var owners = setOf("the your its our their my his her whose")

var (
	idioms   = setOf("latest earliest least most best worst")               // with "at": "at the very latest"
	notBest  = setOf("way of regards wishes to if practice thing part not") // behind "best"
	notOrder = setOf("at a and or")                                         // in front of "first" and "last"
	relative = setOf("that which whose")                                    // behind "the one"
)

// among are words behind "first" and "last" that end what was said about "the one".
var among = setOf("among and of or then from in on for to at")

// findSuperlatives lists the superlatives of a text that choose something. It leaves out
// "at the latest", "at least", "most of them" and "the best way".
func findSuperlatives(text string) (found []string) {
	for _, sentence := range sentences(text) {
		words := strings.Fields(sentence)
		for i := range words {
			if superlativeAt(words, i) {
				found = append(found, bare(words[i]))
			}
		}
	}
	return found
}

// bare is a word in lower case, without marks around it.
func bare(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// superlativeAt reports whether word i chooses.
func superlativeAt(words []string, i int) bool {
	word, at := bare(words[i]), func(j int) string {
		if j < 0 || j >= len(words) {
			return ""
		}
		return bare(words[j])
	}
	switch {
	case word == "first" || word == "last":
		return chosenByOrder(words, i)
	case degrees[word]:
		if word == "best" && notBest[at(i+1)] || word == "most" && at(i+1) == "of" {
			return false
		}
	case !strings.HasSuffix(word, "est") || len(word) < 5 || notSuperlatives[word]:
		return false
	}
	if first, _ := utf8.DecodeRuneInString(words[i]); unicode.IsUpper(first) && i > 0 {
		return false // a name: "Budapest"
	}
	if idioms[word] && atThe(at, i) && (at(i-1) == "at" || ends(words, i) || among[at(i+1)] || notThings[at(i+1)]) {
		return false
	}
	if owners[at(i-1)] || owners[at(i-2)] { // "the very cheapest"
		return true
	}
	for j := max(0, i-10); j < i; j++ {
		if chooses[at(j)] {
			return true
		}
	}
	return false
}

// atThe reports whether "at", "at the" or "at the very" stands in front of word i.
func atThe(at func(int) string, i int) bool {
	i--
	if at(i) == "very" {
		i--
	}
	if at(i) == "the" {
		i--
	}
	return at(i) == "at"
}

// ends reports whether word i ends a clause.
func ends(words []string, i int) bool {
	return i == len(words)-1 || strings.ContainsAny(words[i][len(words[i])-1:], ",.;:?!")
}

// chosenByOrder reports whether word i, "first" or "last", says which is meant by what it
// does: "the one that leaves first". "The first one" only counts.
func chosenByOrder(words []string, i int) bool {
	if i == 0 || owners[bare(words[i-1])] || notOrder[bare(words[i-1])] || ends(words, i-1) {
		return false
	}
	if !ends(words, i) && !among[bare(words[i+1])] {
		return false
	}
	for j := max(0, i-8); j < i-1; j++ {
		if w := bare(words[j]); (w == "one" || w == "ones") && relative[bare(words[j+1])] || w == "whichever" {
			return true
		}
	}
	return false
}
