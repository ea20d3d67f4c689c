package reading

import (
	"regexp"
	"strings"
	"unicode"

	"switchyard/tools/imports/internal/plain"
)

// About makes a description safe to show: without control characters except line
// ends, and not too long to read.
func (r *SchemaReader) About(text string) string {
	if len(text) > 20*maxAbout { // it will be cut; no more than this is looked at
		text = strings.ToValidUTF8(text[:20*maxAbout], "")
	}
	text = strings.Map(func(c rune) rune {
		if plain.Moves(c) && c != '\n' && c != '\t' || c == unicode.ReplacementChar {
			return -1
		}
		return c
	}, text)
	if strings.Contains(text, "<") {
		text = handlers.ReplaceAllString(plain.Scripts.ReplaceAllString(text, ""), "")
	}
	text = strings.TrimSpace(plain.Level(text))
	if runes := []rune(text); len(runes) > maxAbout {
		r.Odd.Add("a description of more than %d characters was cut", maxAbout)
		text = plain.Level(strings.TrimSpace(string(runes[:maxAbout])) + "…")
	}
	return text
}

// handlers matches HTML tags that would run something.
var handlers = regexp.MustCompile(`(?i)<[a-z][^<>]*\son[a-z]+\s*=[^<>]*>`)
