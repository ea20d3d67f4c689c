package sample

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"switchyard/internal/keyed"
)

// Bounds of one text, for patterns with nested repetitions.
const (
	maxText  = 4096  // bytes
	maxSteps = 10000 // parts of the pattern that are written
)

// Match draws a text that matches a regular expression. more is how often a repeated part
// may occur beyond the required number; with 0, everything optional is left out. Match
// ignores assertions such as \b. It fails if package regexp cannot read the pattern.
func Match(r keyed.Rand, pattern string, more int) (string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
	}
	return write(re, anything{r, more}), nil
}

var read sync.Map // *spokenPattern by pattern: reading is pure, so this is a cache, not state

// spokenPattern is what [Spoken] knows of a pattern.
type spokenPattern struct {
	re    *syntax.Regexp // nil if the pattern is not a regular expression
	fixed bool
	text  string // the only one, if it is fixed
}

func spokenOf(pattern string) *spokenPattern {
	if cached, ok := read.Load(pattern); ok {
		return cached.(*spokenPattern)
	}
	p := &spokenPattern{fixed: true, text: pattern}
	if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
		p.re = re.Simplify()
		p.fixed, p.text = fixed(p.re), ""
		if p.fixed {
			p.text = write(p.re, spoken{})
		}
	}
	cached, _ := read.LoadOrStore(pattern, p)
	return cached.(*spokenPattern)
}

// Fixed reports whether [Spoken] always draws the same text for a pattern.
func Fixed(pattern string) bool { return spokenOf(pattern).fixed }

// fixed reports whether a pattern leaves nothing to choose.
func fixed(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass:
		return len(re.Rune) < 2
	case syntax.OpConcat, syntax.OpCapture:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !fixed(sub) })
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpAlternate, syntax.OpQuest, syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		return false
	}
	return true
}

// Spoken draws a text that matches a regular expression and that people can say and type.
// It uses printable ASCII if the pattern allows it, and only digits and lower-case
// letters where the pattern allows nearly everything. A pattern that is not a regular
// expression is returned unchanged.
func Spoken(r keyed.Rand, pattern string) string {
	p := spokenOf(pattern)
	if p.fixed {
		return p.text
	}
	return write(p.re, spoken{r})
}

// choices makes the decisions that a pattern leaves open.
type choices interface {
	branch(n int) int            // which of n alternatives
	member(class []rune) rune    // which character of a class, given as ranges
	any() byte                   // which character for a dot
	times(re *syntax.Regexp) int // how often a repeated part occurs
}

func write(re *syntax.Regexp, c choices) string {
	w := &writer{choices: c, steps: maxSteps}
	w.write(re)
	return w.text.String()
}

type writer struct {
	choices
	text  strings.Builder
	steps int // that are left
}

func (w *writer) write(re *syntax.Regexp) {
	if w.steps--; w.steps < 0 || w.text.Len() > maxText {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		w.text.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 1 {
			w.text.WriteRune(w.member(re.Rune))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.text.WriteByte(w.any())
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.branch(len(re.Sub))])
	case syntax.OpQuest, syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		for range w.times(re) {
			w.write(re.Sub[0])
		}
	}
}

// anything makes the choices of [Match].
type anything struct {
	keyed.Rand
	more int
}

func (c anything) branch(n int) int { return c.IntN(n) }

func (c anything) any() byte { return 'x' }

// member draws a range and then one of its first 64 characters.
func (c anything) member(class []rune) rune {
	k := 2 * c.IntN(len(class)/2)
	return class[k] + rune(c.IntN(min(int(class[k+1]-class[k])+1, 64)))
}

func (c anything) times(re *syntax.Regexp) int {
	least, most := 0, -1
	switch re.Op {
	case syntax.OpQuest:
		most = 1
	case syntax.OpPlus:
		least = 1
	case syntax.OpRepeat:
		least, most = re.Min, re.Max
	}
	if c.more == 0 {
		return least
	}
	if most < 0 || most > least+c.more {
		most = least + c.more
	}
	return least + c.IntN(most-least+1)
}

// spoken makes the choices of [Spoken]. Its patterns are simplified, so that they have no
// counted repetitions.
type spoken struct{ keyed.Rand }

func (c spoken) branch(n int) int { return c.IntN(n) }

func (c spoken) any() byte { return byte('a' + c.IntN(26)) }

// member draws each character with the same probability.
func (c spoken) member(class []rune) rune {
	class = sayable(class)
	at := rune(c.IntN(size(class)))
	for i := 0; ; i += 2 {
		n := class[i+1] - class[i] + 1
		if at < n {
			return class[i] + at
		}
		at -= n
	}
}

func (c spoken) times(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpQuest:
		if c.Chance(0.5) {
			return 1
		}
		return 0
	case syntax.OpPlus:
		return 1 + c.IntN(4)
	}
	return c.IntN(4)
}

// sayable returns the part of a class that people can say: digits and lower-case letters
// for wide classes such as "[^/]".
func sayable(class []rune) []rune {
	if size(class) > 70 {
		if plain := append(within(class, '0', '9'), within(class, 'a', 'z')...); len(plain) > 0 {
			return plain
		}
	}
	if printable := within(class, ' ', '~'); len(printable) > 0 {
		return printable
	}
	return class[:2]
}

// within returns the part of a class between two characters.
func within(class []rune, low, high rune) (out []rune) {
	for i := 0; i < len(class); i += 2 {
		if a, b := max(class[i], low), min(class[i+1], high); a <= b {
			out = append(out, a, b)
		}
	}
	return out
}

// size counts the characters of a class.
func size(class []rune) (n int) {
	for i := 0; i < len(class); i += 2 {
		n += int(class[i+1]-class[i]) + 1
	}
	return n
}
