package world

import (
	"regexp/syntax"
	"strings"
	"sync"

	"switchyard/internal/keyed"
)

var patterns sync.Map // of *syntax.Regexp by pattern: parsing is pure, so this is a cache, not state

// FromPattern makes a text that fits a regular expression. Unbounded
// repetitions end after a few rounds.
func FromPattern(r keyed.Rand, pattern string) string {
	cached, ok := patterns.Load(pattern)
	if !ok {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return pattern
		}
		cached, _ = patterns.LoadOrStore(pattern, re.Simplify())
	}
	var b strings.Builder
	fromRegexp(r, &b, cached.(*syntax.Regexp))
	return b.String()
}

func fromRegexp(r keyed.Rand, b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			b.WriteRune(c)
		}
	case syntax.OpCharClass:
		class := spoken(re.Rune)
		total := 0
		for i := 0; i < len(class); i += 2 {
			total += int(class[i+1]-class[i]) + 1
		}
		if total <= 0 {
			return
		}
		at := r.IntN(total)
		for i := 0; i < len(class); i += 2 {
			n := int(class[i+1]-class[i]) + 1
			if at < n {
				b.WriteRune(class[i] + rune(at))
				return
			}
			at -= n
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + r.IntN(26)))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			fromRegexp(r, b, sub)
		}
	case syntax.OpAlternate:
		fromRegexp(r, b, keyed.Pick(r, re.Sub))
	case syntax.OpQuest:
		if r.Chance(0.5) {
			fromRegexp(r, b, re.Sub[0])
		}
	case syntax.OpStar, syntax.OpPlus:
		n := r.IntN(4)
		if re.Op == syntax.OpPlus {
			n++
		}
		for range n {
			fromRegexp(r, b, re.Sub[0])
		}
	}
}

// spoken is what people can say of a class of characters, as ranges. Of wide
// ones, such as "[^/]", it is the letters and digits.
func spoken(class []rune) []rune {
	within := func(low, high rune) []rune {
		var out []rune
		for i := 0; i < len(class); i += 2 {
			if a, b := max(class[i], low), min(class[i+1], high); a <= b {
				out = append(out, a, b)
			}
		}
		return out
	}
	size := 0
	for i := 0; i < len(class); i += 2 {
		size += int(class[i+1]-class[i]) + 1
	}
	if size > 70 {
		if plain := append(within('0', '9'), within('a', 'z')...); len(plain) > 0 {
			return plain
		}
	}
	if printable := within(' ', '~'); len(printable) > 0 {
		return printable
	}
	return class[:min(2, len(class))]
}
