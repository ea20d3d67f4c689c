package compare

import (
	"strings"
	"time"

	"switchyard/mission"
	"switchyard/proof"
)

// moment is a day, a time of day, a month, or a day with a time.
type moment struct {
	month, day, clock bool // what is said: a month, a day of it, a time
	zoned             bool
	at                time.Time // on the zero day if only a time is said
}

// layouts are the forms in which machines write moments.
var layouts = []struct {
	layout string
	moment
}{
	{"2006-01-02", moment{month: true, day: true}},
	{"15:04", moment{clock: true}},
	{"2006-01-02T15:04", moment{month: true, day: true, clock: true}},
	{"2006-01-02T15:04:05", moment{month: true, day: true, clock: true}},
	{"2006-01-02T15:04:05Z07:00", moment{month: true, day: true, clock: true, zoned: true}},
	{"2006-01-02T15:04Z07:00", moment{month: true, day: true, clock: true, zoned: true}},
	{"15:04:05", moment{clock: true}},
	{"2006-01", moment{month: true}},
}

// readMoment reads a moment that a machine wrote. The seconds may have a fraction,
// and a blank may stand for the T.
func readMoment(s string) (moment, bool) {
	if len(s) < len("15:04") || !isNumeral(rune(s[0])) || !isNumeral(rune(s[1])) || len(s) > len("2006-01-02T15:04:05.999999999+07:00") {
		return moment{}, false
	}
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			m := l.moment
			m.at = t
			return m, true
		}
	}
	return moment{}, false
}

// same reports whether two moments are equal. A day equals its midnight. A time with a
// zone never equals one without.
func (m moment) same(o moment) bool {
	return m.month == o.month && m.day == o.day && (m.clock == o.clock || m.day) && m.zoned == o.zoned && m.at.Equal(o.at)
}

// sameMoment compares dates and times by what they say. ok is false if the right
// value is no date or time. Words are read only if the schema demands no form (plain).
func (s *strict) sameMoment(at string, want, given *text, plain bool) (same, ok bool) {
	a, timed := want.moment()
	b, timed2 := given.moment()
	switch {
	case timed && timed2:
		return a.same(b), true
	case timed && plain:
		return s.saysMoment(at, given.text, want.text), true
	case timed2 && plain && strings.ContainsAny(want.text, "0123456789"):
		return s.saysMoment(at, want.text, given.text), true
	}
	return false, timed
}

// saysMoment reports whether words say a date or time that does not depend on the
// current day: "15 April 2026" and "7 pm" do, "tomorrow" and "15 April" do not.
func (s *strict) saysMoment(at, words, moment string) bool {
	m, ok := readMoment(moment)
	if !ok || m.zoned {
		return false
	}
	var value string
	switch {
	case m.clock && m.day:
		value = m.at.Format("2006-01-02T15:04")
	case m.clock:
		value = m.at.Format("15:04")
	case m.day:
		value = m.at.Format("2006-01-02")
	default:
		value = m.at.Format("2006-01")
	}
	words = strings.TrimSpace(words)
	want := proof.Want{Tool: s.gold.Tool, Pointer: at, Value: value}
	r := proof.Read(s.gold.Environment, words, []proof.Want{want})[0]
	if r == nil || r.Start != 0 || r.End < len(strings.TrimRight(words, ".!")) {
		return false
	}
	switch r.Rule {
	case mission.RuleDate, mission.RuleTime, mission.RuleMonth:
		return r.Kind == mission.FromQuery
	case mission.RuleDateTime:
		return strings.Contains(words, m.at.Format("2006"))
	}
	return false
}
