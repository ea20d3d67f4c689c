package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a text.
type word struct {
	raw   string // as written
	low   string // in small letters; empty for what stands in quotes, and for slots
	class class
	gap   gap // what stands before it
	first bool
}

// gap is the strongest mark between two words.
type gap int

const (
	blank gap = iota // nothing but blanks, and marks of emphasis
	comma            // a comma, or something else that does not end a clause
	colon            // a colon, semicolon or dash
	stop             // the end of a sentence, or of a line
)

// is reports whether a word belongs to one of some classes.
func (w *word) is(c class) bool { return w.class&c != 0 }

// capital reports whether a word is written with a capital.
func (w *word) capital() bool {
	r, _ := utf8.DecodeRuneInString(w.raw)
	return unicode.IsUpper(r)
}

// value reports whether a word may be said for a value: a name, a number, a code, a slot.
func (w *word) value() bool {
	return w.class&(digits|quoted|slot|month|weekday) != 0 || w.capital() && !w.is(pronoun)
}

// split splits a text into words. What stands in quotes is one word, and tables are left
// out: they are no sentences. With slots, "{name}" is a word as well.
func split(text string, slots bool) []word {
	s := splitter{text: text, slots: slots, words: make([]word, 0, len(text)/5+2), next: stop}
	for s.at < len(text) {
		s.step()
	}
	return s.words
}

type splitter struct {
	text  string
	at    int
	slots bool
	words []word
	next  gap // before the next word
}

func (s *splitter) step() {
	rest := s.text[s.at:]
	switch ch := rest[0]; {
	case isAlnum(ch) || ch >= utf8.RuneSelf || ch == '$' || ch == '#':
		s.other(rest)
	case ch == '\n':
		s.next = stop
		s.at++
		if after := strings.TrimLeft(s.text[s.at:], " "); strings.HasPrefix(after, "|") {
			s.skip("\n")
		}
	case ch == '"' || ch == '`':
		s.quoted(rest, rest[:1])
	case ch == '{' && s.slots:
		if end := strings.IndexByte(rest, '}'); end > 0 {
			s.word(rest[:end+1], slot)
			return
		}
		s.at++
	case ch == ' ' || ch == '*' || ch == '_' || ch == '\t':
		s.at++
	case ch == '.' || ch == '?' || ch == '!':
		s.mark(stop)
	case ch == ':' || ch == ';':
		s.mark(colon)
	case ch == '-' && (len(rest) < 2 || rest[1] != ' '):
		s.at++
	default:
		s.mark(comma)
	}
}

func (s *splitter) mark(g gap) {
	s.next = max(s.next, g)
	s.at++
}

// skip goes on after the next mark.
func (s *splitter) skip(mark string) {
	if end := strings.Index(s.text[s.at:], mark); end >= 0 {
		s.at += end
		return
	}
	s.at = len(s.text)
}

// quoted takes what stands in quotes as one word.
func (s *splitter) quoted(rest, mark string) {
	end := strings.Index(rest[1:], mark)
	if end < 0 || strings.IndexByte(rest[1:end+1], '\n') >= 0 {
		s.mark(comma)
		return
	}
	s.word(rest[:end+2], quoted)
	if end > 0 && strings.IndexByte(".?!", rest[end]) >= 0 {
		s.next = stop
	}
}

// other takes a word, or a mark beyond ASCII.
func (s *splitter) other(rest string) {
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r < utf8.RuneSelf, unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("€£¥", r):
	case r == '“':
		if end := strings.Index(rest, "”"); end > 0 && strings.IndexByte(rest[:end], '\n') < 0 {
			s.word(rest[:end+len("”")], quoted)
			return
		}
		s.mark(comma)
		return
	case r == '–' || r == '—':
		s.next = max(s.next, colon)
		s.at += size
		return
	case r == '…':
		s.next = stop
		s.at += size
		return
	default:
		s.at += size
		return
	}
	s.word(rest[:wordEnd(rest)], 0)
}

// wordEnd is where the word ends with which a text begins. Marks between letters or
// digits belong to the word: "7:30", "o'clock", "ann@mail.org", "p.m.".
func wordEnd(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		if isAlnum(c) || c == '_' || c == '$' || c == '#' || c == '%' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("’€£¥°", r) || r == '’' && !startsWord(s[i+size:]) {
				return i
			}
			i += size
			continue
		}
		inside := strings.IndexByte("'-./:@&+,", c) >= 0 && i > 0 && startsWord(s[i+1:])
		if inside && (c == ',' || c == ':') {
			inside = isDigit(s[i-1]) && isDigit(s[i+1])
		}
		if !inside {
			if c == '.' && abbreviations[strings.ToLower(s[:i+1])] {
				return i + 1
			}
			return i
		}
		i++
	}
	return len(s)
}

func startsWord(s string) bool { return s != "" && (isAlnum(s[0]) || s[0] >= utf8.RuneSelf) }

func (s *splitter) word(raw string, c class) {
	w := word{raw: raw, class: c, gap: s.next, first: s.next == stop}
	switch {
	case c != 0:
	case isDigit(raw[0]) || strings.ContainsAny(raw[:1], "$#") || raw[0] >= utf8.RuneSelf && strings.IndexAny(raw, "€£¥") == 0:
		w.class, w.low = digits, raw
	default:
		w.low, w.class = look(raw)
	}
	s.words = append(s.words, w)
	s.next = blank
	s.at += len(raw)
}

// look finds a word in the lexicon, whatever its letters' case.
func look(raw string) (string, class) {
	var buf [24]byte
	n, upper := 0, false
	for i := 0; i < len(raw); i++ {
		if n == len(buf) {
			return strings.ToLower(raw), 0
		}
		c := raw[i]
		if strings.HasPrefix(raw[i:], "’") {
			c = '\''
			i += len("’") - 1
		}
		if 'A' <= c && c <= 'Z' {
			upper = true
			c += 'a' - 'A'
		}
		buf[n] = c
		n++
	}
	if e, ok := lexicon[string(buf[:n])]; ok {
		if raw == "A" || raw == "IT" || raw == "US" {
			return raw, 0 // "plan A", "the IT team", "the US"
		}
		return e.low, e.class
	}
	if upper {
		return strings.ToLower(raw), 0
	}
	return raw, 0
}

func isAlnum(c byte) bool  { return isDigit(c) || isLetter(c) }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isWord(r rune) bool   { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// set makes a set of words.
func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
