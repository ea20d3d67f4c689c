package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// text is what somebody said, unchanged and folded for comparison.
type text struct {
	raw  string
	fold string
}

func newText(raw string) text { return text{raw, fold(raw)} }

// fold makes texts comparable. It composes characters, turns them into lower case,
// straightens quotes and dashes, and turns every run of white space into one blank.
func fold(s string) string {
	plain := true
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == '`' || ('A' <= c && c <= 'Z') || (c == ' ' && i > 0 && s[i-1] == ' ') {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimSpace(s)
	}
	if isASCII(s) {
		return foldASCII(s)
	}
	s = norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD")) // NFC would stop at an invalid byte
	var b strings.Builder
	b.Grow(len(s))
	blank := true
	for _, r := range s {
		if unicode.IsSpace(r) {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		if plain, ok := wide[r]; ok {
			b.WriteByte(plain)
			b.WriteByte(' ')
			blank = true
			continue
		}
		blank = false
		switch r {
		case '‘', '’', 'ʼ', '`':
			r = '\''
		case '“', '”', '„', '«', '»':
			r = '"'
		case '–', '—', '‐', '‑', '−':
			r = '-'
		case '…':
			b.WriteString("..")
			r = '.'
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSuffix(b.String(), " ")
}

// wide are punctuation marks that need no blank behind them.
var wide = map[rune]byte{'，': ',', '、': ',', '。': '.', '；': ';', '：': ':', '！': '!', '？': '?', '（': '(', '）': ')'}

// foldASCII is fold for most texts, byte by byte.
func foldASCII(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := true
	for i := range len(s) {
		c := s[i]
		if c == ' ' || '\t' <= c && c <= '\r' {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '`':
			c = '\''
		}
		b.WriteByte(c)
	}
	return strings.TrimSuffix(b.String(), " ")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// unspaced reports whether a letter is of a script that is written without blanks between words.
func unspaced(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// wordEnd is where the first word of a text ends: at white space, and where a script begins or ends
// that is written without blanks.
func wordEnd(s string) int {
	first, _ := utf8.DecodeRuneInString(s)
	for i, r := range s {
		if unicode.IsSpace(r) || i > 0 && (unspaced(r) != unspaced(first) || wide[r] != 0 || wide[first] != 0) {
			return i
		}
	}
	return len(s)
}

// fields are the words of a text.
func fields(s string) (words []string) {
	if isASCII(s) {
		return strings.Fields(s)
	}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		n := wordEnd(s)
		words, s = append(words, s[:n]), s[n:]
	}
	return words
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// holds reports whether the text contains words between word boundaries, after folding
// both. There is no boundary inside a decimal number or a time: "7:30" and "1.7" do
// not contain "7".
func (t text) holds(words string) bool { return holds(t.fold, fold(words)) }

func holds(hay, needle string) bool {
	return find(hay, needle, 0) >= 0
}

// find returns the first place of needle at or after from; -1 if there is none.
func find(hay, needle string, from int) int {
	if needle == "" {
		return -1
	}
	first, _ := utf8.DecodeRuneInString(needle)
	last, _ := utf8.DecodeLastRuneInString(needle)
	for from <= len(hay)-len(needle) {
		i := strings.Index(hay[from:], needle)
		if i < 0 {
			return -1
		}
		i += from
		if startsAt(hay, i, first) && endsAt(hay, i+len(needle), last) {
			return i
		}
		from = i + 1
	}
	return -1
}

func startsAt(hay string, i int, first rune) bool {
	if i == 0 || !isWord(first) {
		return true
	}
	before, size := utf8.DecodeLastRuneInString(hay[:i])
	if isWord(before) && !unspaced(before) && !unspaced(first) {
		return false
	}
	return !(unicode.IsDigit(first) && strings.ContainsRune(".,:", before) && i > size && isDigit(hay[i-size-1]))
}

func endsAt(hay string, i int, last rune) bool {
	if i == len(hay) || !isWord(last) {
		return true
	}
	after, size := utf8.DecodeRuneInString(hay[i:])
	if isWord(after) && !unspaced(after) && !unspaced(last) {
		return false
	}
	return !(unicode.IsDigit(last) && strings.ContainsRune(".,:", after) && i+size < len(hay) && isDigit(hay[i+size]))
}

// alike folds further: "-", "_" and blanks become the same, and quotes around the words
// go.
func alike(s string) string {
	s = strings.Trim(fold(s), `"'`)
	if !strings.ContainsAny(s, "-_") {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// foldedWords are the words of a text, folded.
func foldedWords(s string) []string { return words(fold(s)) }

// words splits a folded text at blanks and drops the punctuation around each word, so
// that "Friday, 19 July." is three words. Punctuation inside a word stays: "7:30",
// "2024-07-19", "o'clock".
func words(s string) []string {
	fields := strings.Fields(s)
	list := fields[:0]
	for _, w := range fields {
		if isAlnum(w[0]) && isAlnum(w[len(w)-1]) {
			list = append(list, w)
			continue
		}
		w = strings.TrimLeft(w, `("'[,;*`)
		w = strings.TrimRight(w, `)"'],;:!?*`)
		if strings.HasSuffix(w, ".") && !dotted[w] {
			w = strings.TrimRight(w, ".")
		}
		if w != "" {
			list = append(list, w)
		}
	}
	return list
}

// set returns the words of a text as a set.
func set(words string) map[string]bool {
	m := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		m[word] = true
	}
	return m
}

// dotted are words whose dot belongs to them.
var dotted = set("a.m. p.m. no.")

// lead are words that may stand before a value without changing it.
var lead = set(`on at by from for in to of with until till before after since starting the a an as into via through near around between and
	or than under over about within my our named called`)

// leadTime are words that may stand before a date or a time. It may have words such as
// "before", although "a week before Friday" is another day: other words are left over
// then, so that nothing is read.
var leadTime = set("on at by from for in to of and until till before after since starting the as between through around about during")

// skip drops leading words of a set.
func skip(list []string, set map[string]bool) []string {
	for len(list) > 0 && set[list[0]] {
		list = list[1:]
	}
	return list
}
