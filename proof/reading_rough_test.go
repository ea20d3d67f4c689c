package proof

import (
	"strings"
	"testing"
)

// A day or a time is narrowed to where it lies, and to nothing else.
func TestRough(t *testing.T) {
	const now = "2026-03-05 09:00:00" // a Thursday
	for _, c := range []struct {
		words, value string
		want         bool
	}{
		{"sometime in the morning", "09:15", true}, {"sometime in the morning", "12:00", false},
		{"sometime in the afternoon", "12:00", true}, {"sometime in the afternoon", "18:00", false},
		{"sometime in the evening", "18:00", true}, {"sometime in the evening", "16:59", false},
		{"sometime next week", "2026-03-09", true}, {"sometime next week", "2026-03-15", true}, {"sometime next week", "2026-03-16", false}, {"sometime next week", "2026-03-08", false},
		{"sometime last week", "2026-02-23", true}, {"sometime last week", "2026-03-02", false},
		{"later this week", "2026-03-08", true}, {"later this week", "2026-03-04", false}, {"later this week", "2026-03-09", false},
		{"earlier this week", "2026-03-03", true}, {"earlier this week", "2026-03-06", false},
		{"later this month", "2026-03-31", true}, {"later this month", "2026-04-01", false}, {"earlier this month", "2026-03-01", true},
		{"sometime in may", "2026-05-31", true}, {"sometime in may", "2026-06-01", false}, {"sometime in may", "2027-05-01", false},
		{"sometime in may", "2026-05-31T10:00", true}, {"sometime next week", "soon", false},
	} {
		if got := within(now, c.words, c.value); got != c.want {
			t.Errorf("%s is %s: %v", c.value, c.words, got)
		}
	}
}

// Words that narrow a value hand back the rest of the question, unless they are wrong or say
// more. Other words keep to what all evasive replies keep to.
func TestRoughReplies(t *testing.T) {
	p := New()
	for _, c := range []struct {
		reply, value string
		fits         bool
	}{
		{"Sometime next week, I think.", "2026-07-22", true},
		{"Not sure which day exactly, sometime next week.", "2026-07-22", true},
		{"Sometime next week, on the Friday.", "2026-07-24", false},
		{"Sometime next week, as early as possible.", "2026-07-24", false},
		{"Sometime last week.", "2026-07-22", false},
		{"Next week, I think.", "2026-07-22", false},
		{"What's usual?", "4", true},
		{"The usual?", "4", false},
	} {
		e := evening()
		m := &e.Missions[1]
		say(m, m.Questions[0].Reply, c.reply)
		m.Calls[0].Arguments = raw(strings.Replace(string(m.Calls[0].Arguments), `"seats":4`, `"seats":"`+c.value+`"`, 1))
		if got := !fires(p, e, ReadingEvasion); got != c.fits {
			t.Errorf("%q for %s: %v, %v", c.reply, c.value, got, found(p, e, ReadingEvasion))
		}
	}
}
