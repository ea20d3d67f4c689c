package mock

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text makes a string for a schema.
func text(s *node, nth int) (*node, error) {
	least, most := s.size("minLength"), mostNodes
	if s.get("maxLength") != nil {
		most = s.size("maxLength")
	}
	if least > most || least > mostNodes {
		return nil, unfit("no string of a fitting length")
	}
	pattern := s.get("pattern").say()
	if v := formatted(s.get("format").say()); v != "" {
		// Patterns beside a format tend to say the same in the dialect of
		// JavaScript, which may not be understood here.
		if check, err := regexp.Compile(pattern); err != nil || check.MatchString(v) {
			return str(v), nil
		}
	}
	if pattern != "" {
		return patterned(pattern, least, most)
	}
	v := "text"
	if nth > 0 {
		v += strconv.Itoa(nth)
	}
	if short := least - len(v); short > 0 {
		v += strings.Repeat("x", short)
	}
	if len(v) > most {
		// The end is what tells one from another.
		v = v[len(v)-most:]
	}
	return str(v), nil
}

func formatted(format string) string {
	switch format {
	case "date":
		return "2025-01-31"
	case "date-time":
		return "2025-01-31T12:00:00Z"
	case "time":
		return "12:00:00Z"
	case "duration":
		return "P1D"
	case "email", "idn-email":
		return "anna@example.com"
	case "hostname", "idn-hostname":
		return "example.com"
	case "uri", "url", "iri", "uri-reference", "iri-reference":
		return "https://example.com/"
	case "uuid":
		return "123e4567-e89b-42d3-a456-426614174000"
	case "ipv4":
		return "192.0.2.1"
	case "ipv6":
		return "2001:db8::1"
	}
	return ""
}

// patterned makes a string that matches a regular expression.
func patterned(pattern string, least, most int) (*node, error) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, unfit("the pattern %q is not understood", pattern)
	}
	check, err := regexp.Compile(pattern)
	if err != nil {
		return nil, unfit("the pattern %q is not understood", pattern)
	}
	for _, more := range []int{0, 1, least} {
		w := &matching{more: more, left: mostNodes}
		w.write(tree)
		v := w.text.String()
		if n := utf8.RuneCountInString(v); n < least && check.MatchString(v+strings.Repeat("x", least-n)) {
			v += strings.Repeat("x", least-n) // of a pattern that is open at its end
		}
		if n := utf8.RuneCountInString(v); n >= least && n <= most && check.MatchString(v) {
			return str(v), nil
		}
	}
	return nil, unfit("no string was found for the pattern %q", pattern)
}

// matching writes what an expression matches.
type matching struct {
	text strings.Builder
	more int // how often what may come any number of times comes at least
	left int // steps that may still be taken
}

func (w *matching) write(e *syntax.Regexp) {
	if w.left--; w.left < 0 {
		return
	}
	switch e.Op {
	case syntax.OpLiteral:
		w.text.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		w.text.WriteRune(member(e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.text.WriteByte('a')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range e.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(e.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		times := w.more
		switch {
		case e.Op == syntax.OpPlus:
			times = max(1, w.more)
		case e.Op == syntax.OpRepeat && e.Max < 0:
			times = max(e.Min, w.more)
		case e.Op == syntax.OpRepeat:
			times = min(max(e.Min, w.more), e.Max)
		}
		for i := 0; i < times && w.left > 0; i++ {
			w.write(e.Sub[0])
		}
	}
}

// member is a character of a class, one that can be read if there is one.
func member(ranges []rune) rune {
	for _, nice := range "aA0_- " {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= nice && nice <= ranges[i+1] {
				return nice
			}
		}
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}
