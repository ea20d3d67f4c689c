package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// noSentence returns where a text does not begin or end like a sentence.
func noSentence(s string) *Fault {
	s = strings.TrimSpace(s)
	if s == "" {
		return &Fault{Sentence, "", "is no text"}
	}
	if first, _ := utf8.DecodeRuneInString(s); unicode.IsLower(first) && !address(s) || strings.ContainsRune(".,;:!?)", first) {
		return &Fault{Sentence, string(first), "begins the text"}
	}
	last := s[strings.LastIndexByte(s, '\n')+1:]
	if !isLayout(last) && !endsSentence(last) {
		return &Fault{Sentence, tail(last), "ends the text without a full stop"}
	}
	for line := range strings.SplitSeq(s, "\n") {
		if f := lowStart(line); f != nil {
			return f
		}
	}
	return nil
}

// isLayout reports whether a line belongs to a list or table, or is a heading.
func isLayout(line string) bool {
	line = strings.TrimLeft(line, " ")
	for _, mark := range [...]string{"- ", "* ", "+ ", "|", "#", "• ", "> "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return ListMark(line) > 0
}

// ListMark returns the length of "1. " or "2) " at the start of a line.
func ListMark(line string) int {
	i := 0
	for i < len(line) && i < 3 && isDigit(line[i]) {
		i++
	}
	if i > 0 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' ' {
		return i + 2
	}
	return 0
}

// endsSentence reports whether a line ends with a full stop or the like. Quotes, brackets, markup
// and emoji may follow.
func endsSentence(line string) bool {
	line = strings.TrimRightFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == '\u200d' || r == '\ufe0f' ||
			strings.ContainsRune("\"'”’)]*_`", r)
	})
	last, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".!?…。！？", last) && line != ""
}

// address reports whether a text begins with an e-mail address, which nobody
// writes with a capital.
func address(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return strings.Contains(word, "@")
}

func tail(s string) string {
	r := []rune(s)
	if len(r) > 30 {
		return "…" + string(r[len(r)-30:])
	}
	return s
}

// lowStart finds a sentence within a line that begins with a small letter.
func lowStart(line string) *Fault {
	for i := 1; i+2 < len(line); i++ {
		if line[i] != ' ' || strings.IndexByte(".?!", line[i-1]) < 0 {
			continue
		}
		next := line[i+1]
		if next < 'a' || next > 'z' || (line[i+2] >= 'A' && line[i+2] <= 'Z') { // iPhone
			continue
		}
		if address(line[i+1:]) {
			continue
		}
		head := line[:i]
		w := strings.ToLower(strings.TrimLeft(head[strings.LastIndexByte(head, ' ')+1:], "(\"'*“"))
		if line[i-1] == '.' && (abbreviations[w] || len(w) <= 2 || strings.IndexByte(w[:len(w)-1], '.') >= 0 || ListMark(line) == i+1) {
			continue
		}
		if line[i-1] != '.' { // "Yahoo! mail" is a name; "Really? yes" is not worth the doubt
			continue
		}
		return &Fault{Sentence, tail(line[:min(i+8, len(line))]), "has a small letter at the start of a sentence"}
	}
	return nil
}

// noWords finds where the text of a user begins or ends like none: a chat may leave out
// capitals and full stops, but not words.
func noWords(s string) *Fault {
	s = strings.TrimSpace(s)
	if s == "" {
		return &Fault{Sentence, "", "is no text"}
	}
	if strings.IndexByte(".,;:!?)", s[0]) >= 0 && !inSmiley(s+" ", 1) {
		return &Fault{Sentence, s[:1], "begins the text"}
	}
	if last := s[len(s)-1]; strings.IndexByte(",;:-&+(", last) >= 0 && !strings.HasSuffix(s, ":-(") && !strings.HasSuffix(s, ":(") {
		return &Fault{Sentence, tail(s), "ends in the middle"}
	}
	return nil
}
