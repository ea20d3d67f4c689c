// Package prose writes numbers and lists for people to read: [Thousands],
// [Count], [Join], [OneLine]. It is for reports and messages. All functions are
// pure.
package prose

import (
	"strconv"
	"strings"
)

// Thousands writes a number with commas: "545,835".
func Thousands(n int) string { return Digits(strconv.Itoa(n)) }

// Digits puts commas into a whole number of any length.
func Digits(number string) string {
	digits := strings.TrimPrefix(number, "-")
	var b strings.Builder
	b.WriteString(number[:len(number)-len(digits)])
	for i, c := range []byte(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Count writes a number with its noun: "1 entry", "2,000 entries".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// Join lists words: "a, b and c".
func Join(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// OneLine puts a text on one line, with single spaces.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
