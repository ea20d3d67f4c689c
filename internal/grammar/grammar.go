// Package grammar says what is wrong with a text in the eyes of somebody who reads it:
// what careless filling of templates leaves behind, such as placeholders, doubled
// words, two prepositions in a row, a noun that does not agree with its number, or a
// value that is glued to its description.
//
// [Check] judges what users and assistants say, and [Form] judges one form of a wording,
// whose slots are not filled yet. Both look at words only: they know no toolset and no
// conversation. They do not parse, so they pass what they cannot judge. Texts are split
// into words once ([split]), and each rule walks over these words.
package grammar

import (
	"slices"
	"strings"
)

// Kind is what a [Fault] is about.
type Kind int

// The kinds of faults.
const (
	Residue     Kind = iota // placeholders, quotes, doubled words, stray punctuation
	Article                 // "a" or "an" before the wrong sound
	Number                  // a noun or verb that does not agree with its number
	Sentence                // capitals, end marks, a verb that is missing
	Preposition             // prepositions or determiners that cannot stand together
	Glued                   // a value beside the name of its parameter
	Particle                // a particle that does not fit what it answers
	Repeated                // words that nobody says twice
	Dangling                // a conjunction, preposition or article in front of nothing
)

// String is the kind in one word.
func (k Kind) String() string {
	return [...]string{"residue", "article", "number", "sentence", "preposition", "glued", "particle", "repeated", "dangling"}[k]
}

// Fault is something wrong with a text.
type Fault struct {
	Kind  Kind
	Words string // the words concerned
	Why   string // what is wrong with them; continues a sentence that begins with the words
}

// String is a sentence about the fault, without its full stop.
func (f Fault) String() string { return `"` + f.Words + `" ` + f.Why }

// Speaker is who says a text.
type Speaker int

// The speakers. A user may write as people do in chats: without capitals at the start,
// and without a full stop at the end.
const (
	User Speaker = iota
	Assistant
)

// Speech is what is known about a text beside its words.
type Speech struct {
	By       Speaker
	Question string // the question that the text answers, if any
	Nouns    []Noun // what things are called in this conversation
}

// Noun is what a kind of thing is called.
type Noun struct{ One, Many string }

// Check returns what is wrong with a text: at most one fault of each kind, by kind.
func Check(text string, s Speech) []Fault {
	var c checker
	c.add(residue(text))
	c.add(emptied(text))
	c.add(wrongArticle(text))
	if s.By == Assistant {
		c.add(noSentence(text))
	} else {
		c.add(noWords(text))
	}
	c.words = split(text, false)
	c.add(c.misfit(s))
	c.add(c.wrongCount(s.Nouns))
	c.run()
	c.add(c.glued())
	return c.sorted()
}

// Form returns what is wrong with one form of a wording, in which every "{slot}" stands
// for words that are not known yet. How it begins and ends is not judged.
func Form(text string) []Fault {
	c := checker{open: true}
	c.words = split(text, true)
	c.add(wrongArticle(text))
	c.add(doubled(text))
	c.add(c.wrongCount(nil))
	c.run()
	return c.sorted()
}

// checker collects the faults of a text.
type checker struct {
	words  []word
	open   bool // the text may be continued
	found  [Dangling + 1]bool
	faults []Fault
}

// run walks over the words with the rules that need nothing else.
func (c *checker) run() {
	c.add(c.pairs())
	c.add(c.places())
	c.add(c.determiners())
	c.add(c.repeated())
	c.add(c.formulas())
	c.add(c.ends())
	c.add(c.verbless())
	c.add(c.doubledPair())
}

func (c *checker) add(f *Fault) {
	if f != nil && !c.found[f.Kind] {
		c.found[f.Kind] = true
		c.faults = append(c.faults, *f)
	}
}

func (c *checker) sorted() []Fault {
	slices.SortStableFunc(c.faults, func(a, b Fault) int { return int(a.Kind - b.Kind) })
	return c.faults
}

// fault quotes the words from one place to another.
func (c *checker) fault(kind Kind, from, to int, why string) *Fault {
	var b strings.Builder
	for i := max(from, 0); i <= min(to, len(c.words)-1); i++ {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.words[i].raw)
	}
	return &Fault{kind, b.String(), why}
}
