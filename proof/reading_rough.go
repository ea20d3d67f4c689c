package proof

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// First answers that only narrow a day or a time.

// notEvasiveHere returns why a reply can be taken for an answer. It may narrow a day or time
// if the value that is given later lies there.
func (v *view) notEvasiveHere(m *missionView, q int, needed []given) string {
	reply := m.replies[q]
	words := rough.FindString(reply.fold)
	if words == "" {
		return notEvasive(reply)
	}
	for _, g := range needed {
		value, _ := leafAt(m.calls[0].leaves, "/"+g.name)
		text, _ := value.(string)
		if slices.Contains(m.Questions[q].Missing, g.name) && !within(v.entry.Environment.Now, words, text) {
			return strconv.Quote(words) + " is not when " + strconv.Quote(text) + " is"
		}
	}
	rest := newText(strings.Replace(reply.fold, words, "", 1) + "?") // it hands back what it leaves open
	return notEvasive(rest)
}

// rough matches words for a part of the day or of the year, which are no value of any
// parameter for a time or a day.
var rough = regexp.MustCompile(`\bsometime in the (?:morning|afternoon|evening)\b|\bsometime (?:next|last) week\b|\b(?:later|earlier) this (?:week|month)\b` +
	`|\bsometime in (?:january|february|march|april|may|june|july|august|september|october|november|december)\b`)

// within reports whether a day or a time, as a value, lies in the part of the day or year that
// rough words mean.
func within(now, words, value string) bool {
	if clock, err := time.Parse("15:04", value); err == nil {
		hour := clock.Hour()
		switch {
		case strings.HasSuffix(words, "morning"):
			return hour >= 5 && hour < 12
		case strings.HasSuffix(words, "afternoon"):
			return hour >= 12 && hour < 18
		}
		return strings.HasSuffix(words, "evening") && hour >= 17
	}
	if len(value) < len(time.DateOnly) || len(now) < len(time.DateOnly) {
		return false
	}
	day, err := time.Parse(time.DateOnly, value[:len(time.DateOnly)])
	today, failed := time.Parse(time.DateOnly, now[:len(time.DateOnly)])
	if err != nil || failed != nil {
		return false
	}
	monday := func(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }
	switch last := words[strings.LastIndexByte(words, ' ')+1:]; last {
	case "week":
		away := 7
		if strings.Contains(words, "last") {
			away = -7
		}
		if strings.Contains(words, "this") {
			return monday(today).Equal(monday(day)) && day.After(today) == strings.HasPrefix(words, "later")
		}
		return monday(today).AddDate(0, 0, away).Equal(monday(day))
	case "month":
		return day.Year() == today.Year() && day.Month() == today.Month() && day.After(today) == strings.HasPrefix(words, "later")
	default:
		return months[last] == day.Month() && day.Sub(today).Abs() < 330*24*time.Hour
	}
}
