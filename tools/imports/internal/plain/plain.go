// Package plain cleans text that anybody may have written, so that it is safe to
// show: one encoding, no control characters, no scripts, brackets that close.
package plain

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"switchyard/internal/input"
	"switchyard/tools/imports"
)

// Moves reports whether a character moves the cursor of a terminal or changes the
// direction of writing.
func Moves(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) }

// Level replaces square and curly brackets with round ones where they are nested
// more than eight deep. It does the same to brackets that are never closed, if there
// are several; a single one stays, because it is an interval or a typing error.
// Files with deep nesting are refused, and that check also counts brackets in texts.
func Level(text string) string {
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

// CheckKind says what a source is that is not text: an image, an archive, UTF-16; nil if
// it is text. line is the number of the first line. The error is an [*imports.Error].
func CheckKind(source string, data []byte, line int) error {
	if kind, is := input.KindOf(data); is {
		return &imports.Error{Source: source, Line: line, Column: 1, Message: "the file is " + kind.Name, Hint: kind.Hint}
	}
	return nil
}

// CheckUTF8 says where a text is not UTF-8; nil if it is. line is the number of the
// first line. The error is an [*imports.Error].
func CheckUTF8(source string, data []byte, line int) error {
	if err := CheckKind(source, data, line); err != nil || utf8.Valid(data) {
		return err
	}
	column := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			return &imports.Error{Source: source, Line: line, Column: column, Message: "the file is not UTF-8", Hint: "save it as UTF-8"}
		case r == '\n':
			line, column = line+1, 0
		}
		data, column = data[size:], column+1
	}
	return nil
}

// ASCII removes accents from letters, and drops characters without an ASCII form.
func ASCII(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 128:
			return r
		case r == 'ı':
			return 'i'
		case r == 'ł':
			return 'l'
		}
		return -1
	}, norm.NFD.String(s))
}

// Scripts matches HTML tags that run or embed something, with their content.
var Scripts = regexp.MustCompile(`(?is)<(script|style|iframe|svg|object)\b[^>]*>.*?(</(script|style|iframe|svg|object)\s*>|$)`)
