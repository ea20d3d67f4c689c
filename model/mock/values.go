package mock

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/keyed"
)

// another changes a value to a plausible other one: another value of the enum, a
// number or date close to it, or another name. It returns false if there is none.
func another(p place, r keyed.Rand) bool {
	v := p.value
	if choices := others(p.schema.get("enum").elements(), v); len(choices) > 0 {
		*v = *keyed.Pick(r, choices)
		return true
	}
	switch v.kind {
	case 'b':
		*v = *boolean(v.text == "false")
		return true
	case '0':
		v.text = nearNumber(v.text, p.schema, r)
		return true
	case '"':
		now, ok := nearText(v.text, r)
		if ok {
			v.text = now
		}
		return ok
	}
	return false
}

func others(enum []*node, v *node) []*node {
	var out []*node
	for _, e := range enum {
		if e.kind == v.kind && e.text != v.text {
			out = append(out, e)
		}
	}
	return out
}

// nearNumber returns another number of the same form within the maximum of the
// schema.
func nearNumber(text string, schema *node, r keyed.Rand) string {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > 1<<52 || n < -1<<52 {
		return changeDigit(text, r)
	}
	by := int64(1 + r.IntN(3))
	if most, err := strconv.ParseFloat(schema.get("maximum").number(), 64); err == nil && float64(n+by) > most {
		by = -1
	}
	return strconv.FormatInt(n+by, 10)
}

// number returns the text of a number, and nothing for other values.
func (n *node) number() string {
	if n.is('0') {
		return n.text
	}
	return ""
}

// months are the names of the months, except May, which is also a verb.
const months = "January|February|March|April|June|July|August|September|October|November|December"

var (
	isoDate = regexp.MustCompile(`\b(\d{4}-\d{2})-(\d{2})\b`)
	clock   = regexp.MustCompile(`\b([01]\d|2[0-3]):[0-5]\d\b`)
	digits  = regexp.MustCompile(`\d+(?:[.,:/-]\d+)*`)
	counted = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)
	dayName = regexp.MustCompile(`\b(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|` + months + `)\b`)
	dated   = regexp.MustCompile(`\d+(?:st|nd|rd|th)?(?: of)? (?:May|` + months + `)(?: \d{4})?\b|(?:May|` + months + `) \d+(?:st|nd|rd|th)?\b`)
	named   = regexp.MustCompile(`[\p{Ll}\d,] (\p{Lu}\p{L}+)`) // not the first word of a sentence
	word    = regexp.MustCompile(`\p{L}{3,}`)
)

// nearText returns another text of the same kind: another day for a date, another
// digit for an identifier, another name for a name.
func nearText(text string, r keyed.Rand) (string, bool) {
	switch {
	case isoDate.MatchString(text):
		return replaceOne(isoDate, text, r, func(s string) string {
			day, _ := strconv.Atoi(s[8:])
			return fmt.Sprintf("%s%02d", s[:8], (day+r.IntN(20))%28+1)
		}), true
	case clock.MatchString(text):
		return replaceOne(clock, text, r, func(s string) string {
			hour, _ := strconv.Atoi(s[:2])
			return fmt.Sprintf("%02d%s", (hour+1+r.IntN(5))%24, s[2:])
		}), true
	case digits.MatchString(text):
		return changeDigit(text, r), true
	case word.MatchString(text):
		return keyed.Pick(r, without([]string{"Lisbon", "Porto", "Oslo", "Prague", "Quito", "Anna Schmidt", "Central Station"}, text)), true
	}
	return "", false
}

// replaceOne changes one of the matches of a pattern.
func replaceOne(pattern *regexp.Regexp, text string, r keyed.Rand, change func(string) string) string {
	at := keyed.Pick(r, pattern.FindAllStringIndex(text, -1))
	now := change(text[at[0]:at[1]])
	if now == text[at[0]:at[1]] {
		now = changeDigit(now, r)
	}
	return text[:at[0]] + now + text[at[1]:]
}

// changeDigit changes the last digit of a text or the one before it. A leading
// digit never becomes zero. A text without digits stays as it is.
func changeDigit(text string, r keyed.Rand) string {
	last := strings.LastIndexAny(text, "0123456789")
	if last < 0 {
		return text
	}
	if last > 1 && isDigit(text[last-1]) && isDigit(text[last-2]) && r.Chance(0.5) {
		last--
	}
	d := text[last] - '0'
	d = (d + 1 + byte(r.IntN(8))) % 10
	if d == 0 {
		d = (text[last]-'0')%9 + 1 // another one than before, and no zero
	}
	return text[:last] + string('0'+d) + text[last+1:]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// changeNumber changes one number of a text, written in digits or as a word.
func changeNumber(text string, r keyed.Rand) (string, bool) {
	if digits.MatchString(text) {
		return replaceOne(digits, text, r, func(s string) string { return changeDigit(s, r) }), true
	}
	if counted.MatchString(text) {
		return replaceOne(counted, text, r, func(s string) string { return anotherCount(s, r) }), true
	}
	return "", false
}

func anotherCount(was string, r keyed.Rand) string {
	all := []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	return keyed.Pick(r, without(all, strings.ToLower(was)))
}

// without returns a list without one of its members.
func without(list []string, was string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == was })
}

// withhold drops or changes one number, day or name in a text.
func withhold(text string, r keyed.Rand) (string, bool) {
	type find struct{ from, to int }
	var found []find
	for _, p := range []*regexp.Regexp{digits, counted, dayName} {
		for _, at := range p.FindAllStringIndex(text, -1) {
			found = append(found, find{at[0], at[1]})
		}
	}
	for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
		found = append(found, find{at[2], at[3]})
	}
	if len(found) == 0 {
		return "", false
	}
	f := keyed.Pick(r, found)
	was := text[f.from:f.to]
	if r.Chance(0.5) {
		for _, at := range dated.FindAllStringIndex(text, -1) { // "2nd" alone may say what "May 2nd" does
			if at[0] <= f.from && f.to <= at[1] {
				f = find{at[0], at[1]}
			}
		}
		return strings.TrimSuffix(text[:f.from], " ") + text[f.to:], true
	}
	now := ""
	switch {
	case isDigit(was[0]):
		now = changeDigit(was, r)
	case counted.MatchString(was):
		now = anotherCount(was, r)
	case dayName.MatchString(was):
		others := []string{"Monday", "Wednesday", "Saturday"}
		if !strings.HasSuffix(was, "day") { // "the 9th of Wednesday" still says "the 9th"
			others = []string{"January", "August", "November"}
		}
		now = keyed.Pick(r, without(others, was))
	default:
		now = keyed.Pick(r, without([]string{"Lisbon", "Oslo", "Quito", "Miller", "Sato"}, was))
	}
	return text[:f.from] + now + text[f.to:], true
}
