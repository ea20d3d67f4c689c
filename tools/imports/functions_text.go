package imports

import (
	"regexp"
	"strings"
	"unicode"
)

// about makes a description one that can be shown: no control characters but
// line ends, and not longer than anybody reads.
func (r *schemaReader) about(text string) string {
	if len(text) > 20*maxAbout { // it will be cut; no more than this is looked at
		text = strings.ToValidUTF8(text[:20*maxAbout], "")
	}
	text = strings.Map(func(c rune) rune {
		if moves(c) && c != '\n' && c != '\t' || c == unicode.ReplacementChar {
			return -1
		}
		return c
	}, text)
	if strings.Contains(text, "<") {
		text = handlers.ReplaceAllString(scripts.ReplaceAllString(text, ""), "")
	}
	text = strings.TrimSpace(level(text))
	if runes := []rune(text); len(runes) > maxAbout {
		r.odd.add("a description of more than %d characters was cut", maxAbout)
		text = level(strings.TrimSpace(string(runes[:maxAbout])) + "…")
	}
	return text
}

// moves tells whether a character moves the cursor of a terminal or turns the
// direction of writing.
func moves(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) }

// level writes brackets as round ones where several are never closed, or stand deep
// in others: files that nest too deep are not read, and whoever looks at that counts
// those in texts, too. A single one is an interval or a slip, and stays.
func level(text string) string {
	if !strings.ContainsAny(text, "[{") {
		return text
	}
	out := []byte(text)
	var open []int
	for i, c := range out {
		switch {
		case c == '[' || c == '{':
			if open = append(open, i); len(open) > 8 {
				out[i] = '('
			}
		case (c == ']' || c == '}') && len(open) > 0:
			if len(open) > 8 {
				out[i] = ')'
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 1 {
		for _, i := range open {
			out[i] = '('
		}
	}
	return string(out)
}

// handlers finds tags of HTML that would run something.
var handlers = regexp.MustCompile(`(?i)<[a-z][^<>]*\son[a-z]+\s*=[^<>]*>`)
