package proof

import (
	"fmt"
	"time"

	"switchyard/mission"
)

// dateWords is a date that was read from the front of a list of words.
type dateWords struct {
	date  time.Time
	month bool   // it stands for the whole month
	part  string // the part of the day that was said with it
	took  int
}

// dateRules lists the clock rules that yield a date, in the order in which date_time
// tries them. No two rules read the same words differently, except those with a
// weekday, where the words that follow decide.
var dateRules = []string{
	mission.RuleToday, mission.RuleDayAfter, mission.RuleTomorrow, mission.RuleYesterday, mission.RuleNextWeekday,
	mission.RuleLastWeekday, mission.RuleInDays, mission.RuleDayMonth, mission.RuleMonthDay, mission.RuleWeekday, mission.RuleDate,
}

// readClockWords applies a clock rule to folded words.
func (c clock) readClockWords(rule string, list []string) (string, bool) {
	if rule == mission.RuleDateTime {
		return c.dateTime(list)
	}
	d, ok := c.dateBy(rule, leading(rule, list))
	if !ok || d.took != len(leading(rule, list)) {
		return "", false
	}
	if d.month {
		return d.date.Format("2006-01"), true
	}
	return d.date.Format(time.DateOnly), true
}

// leading drops the words before a date. The "in" of "in three days" belongs to the date.
func leading(rule string, list []string) []string {
	if rule == mission.RuleInDays && starts(list, "in") {
		return list
	}
	return skip(list, leadTime)
}

// dateBy reads a date by a rule from the front of the list.
func (c clock) dateBy(rule string, list []string) (d dateWords, ok bool) {
	read := dateReaders[rule]
	if read == nil || len(list) == 0 || c.now.IsZero() {
		return d, false
	}
	return read(c, list)
}

// dateReaders has for each clock rule a function that reads a date from the front of a
// list, which must not be empty.
var dateReaders = map[string]func(clock, []string) (dateWords, bool){
	mission.RuleToday:       clock.readToday,
	mission.RuleTomorrow:    clock.readTomorrow,
	mission.RuleDayAfter:    clock.readDayAfter,
	mission.RuleYesterday:   clock.readYesterday,
	mission.RuleWeekday:     clock.readWeekday,
	mission.RuleNextWeekday: clock.readNextWeekday,
	mission.RuleLastWeekday: clock.readLastWeekday,
	mission.RuleMonthDay:    clock.readMonthDay,
	mission.RuleInDays:      clock.inDays,
	mission.RuleDayMonth:    clock.dayMonth,
	mission.RuleDate:        clock.readFullDate,
	mission.RuleThisMonth:   monthReader("this", 0),
	mission.RuleNextMonth:   monthReader("next", 1),
	mission.RuleLastMonth:   monthReader("last", -1),
}

func (c clock) readToday(list []string) (d dateWords, ok bool) {
	switch {
	case starts(list, "later", "today"):
		return c.withPart(c.today, 2, list)
	case bare(list[0]) == "today":
		return c.withPart(c.today, 1, list)
	case bare(list[0]) == "tonight":
		return dateWords{date: c.today, part: "night", took: 1}, true
	case list[0] == "this" && len(list) > 1:
		part := partOfDay[bare(list[1])]
		return dateWords{date: c.today, part: part, took: 2}, part != "" && list[1] != "night"
	}
	return d, false
}

func (c clock) readTomorrow(list []string) (d dateWords, ok bool) {
	if bare(list[0]) != "tomorrow" {
		return d, false
	}
	return c.withPart(c.today.AddDate(0, 0, 1), 1, list)
}

func (c clock) readDayAfter(list []string) (d dateWords, ok bool) {
	at := 0
	for at < len(list) && list[at] == "the" {
		at++
	}
	if !starts(list[at:], "day", "after", "tomorrow") {
		return d, false
	}
	return c.withPart(c.today.AddDate(0, 0, 2), at+3, list)
}

func (c clock) readYesterday(list []string) (d dateWords, ok bool) {
	day := c.today.AddDate(0, 0, -1)
	if starts(list, "last", "night") {
		return dateWords{date: day, part: "night", took: 2}, true
	}
	if bare(list[0]) != "yesterday" {
		return d, false
	}
	return c.withPart(day, 1, list)
}

func (c clock) readWeekday(list []string) (d dateWords, ok bool) {
	at := 0
	switch {
	case starts(list, "this", "coming"):
		at = 2
	case starts(list, "this"), starts(list, "coming"):
		at = 1
	}
	w, ok := weekdayAt(list, at)
	if !ok {
		return d, false
	}
	return c.withPart(c.after(w), at+1, list)
}

// readNextWeekday reads "next Friday", "Friday next week", "Friday of next week".
func (c clock) readNextWeekday(list []string) (d dateWords, ok bool) {
	at, took := 0, 0
	switch {
	case list[0] == "next":
		at, took = 1, 2
	case starts(list[1:], "next", "week"):
		took = 3
	case starts(list[1:], "of", "next", "week"):
		took = 4
	}
	w, ok := weekdayAt(list, at)
	day := c.after(w)
	if !ok || took == 0 || monday(day) != monday(c.today).AddDate(0, 0, 7) {
		return d, false
	}
	return c.withPart(day, took, list)
}

func (c clock) readLastWeekday(list []string) (d dateWords, ok bool) {
	w, ok := weekdayAt(list, 1)
	day := c.after(w).AddDate(0, 0, -7)
	if day.Equal(c.today) {
		day = day.AddDate(0, 0, -7)
	}
	if !ok || list[0] != "last" || monday(day) != monday(c.today).AddDate(0, 0, -7) {
		return d, false
	}
	return c.withPart(day, 2, list)
}

func (c clock) readMonthDay(list []string) (d dateWords, ok bool) {
	n, ok := ordinal(list[0])
	for ahead := 1; ok && n >= 1 && n <= 31 && ahead <= 62; ahead++ {
		if day := c.today.AddDate(0, 0, ahead); day.Day() == n {
			return c.withPart(day, 1, list)
		}
	}
	return d, false
}

func (c clock) readFullDate(list []string) (d dateWords, ok bool) {
	day, took := readDay(list)
	if took == 0 || day.year == 0 || day.day == 0 {
		return d, false
	}
	t, ok := day.date(day.year)
	return dateWords{date: t, took: took}, ok
}

// monthReader returns a function that reads "this month" and the like.
func monthReader(word string, ahead int) func(clock, []string) (dateWords, bool) {
	return func(c clock, list []string) (d dateWords, ok bool) {
		if list[0] != word || len(list) < 2 || bare(list[1]) != "month" {
			return d, false
		}
		return dateWords{date: c.firstOfMonth().AddDate(0, ahead, 0), month: true, took: 2}, true
	}
}

// bare drops a possessive ending.
func bare(w string) string {
	if n := len(w) - 2; n > 0 && w[n:] == "'s" {
		return w[:n]
	}
	return w
}

func weekdayAt(list []string, i int) (time.Weekday, bool) {
	if i >= len(list) {
		return 0, false
	}
	w, ok := weekdays[bare(list[i])]
	return w, ok
}

// withPart reads a part of the day that follows a date: "tomorrow morning".
func (c clock) withPart(t time.Time, took int, list []string) (dateWords, bool) {
	d := dateWords{date: t, took: took}
	if part, k := readPart(list[took:]); k > 0 {
		d.part, d.took = part, took+k
	}
	return d, true
}

// after returns the first such weekday after today.
func (c clock) after(w time.Weekday) time.Time {
	ahead := (int(w)-int(c.today.Weekday())+6)%7 + 1
	return c.today.AddDate(0, 0, ahead)
}

// monday returns the Monday of the week of a day.
func monday(t time.Time) time.Time {
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

func (c clock) firstOfMonth() time.Time {
	return time.Date(c.today.Year(), c.today.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// inDays reads "in three days", "in two weeks", "in a fortnight", "three days
// from now", "a week from today".
func (c clock) inDays(list []string) (d dateWords, ok bool) {
	at := 0
	in := list[0] == "in"
	if in {
		at = 1
	}
	var n int64
	took := 0
	if at < len(list) && (list[at] == "a" || list[at] == "an") {
		n, took = 1, 1
	}
	if r, k := amount(list[at:]); k > 0 {
		if !r.IsInt() || !r.Num().IsInt64() {
			return d, false
		}
		n, took = r.Num().Int64(), k
	}
	at += took
	if took == 0 || at >= len(list) || n < 1 || n > 1000 {
		return d, false
	}
	switch list[at] {
	case "day", "days":
	case "week", "weeks":
		n *= 7
	case "fortnight", "fortnights":
		n *= 14
	default:
		return d, false
	}
	at++
	switch {
	case starts(list[at:], "from", "now"), starts(list[at:], "from", "today"):
		at += 2
	case starts(list[at:], "time") && in:
		at++
	case !in:
		return d, false
	}
	return c.withPart(c.today.AddDate(0, 0, int(n)), at, list)
}

// dayMonth reads a date without a year. It means the first such date from today on, or,
// for a month alone, the first such month from this month on.
func (c clock) dayMonth(list []string) (d dateWords, ok bool) {
	day, took := readDay(list)
	if took == 0 || day.year != 0 {
		return d, false
	}
	year := c.today.Year()
	if day.day == 0 {
		t := time.Date(year, day.month, 1, 0, 0, 0, 0, time.UTC)
		if t.Before(c.firstOfMonth()) {
			t = t.AddDate(1, 0, 0)
		}
		return dateWords{date: t, month: true, took: took}, day.weekday < 0
	}
	said := day.weekday
	day.weekday = -1
	for range 9 { // 29 February may be eight years away
		if t, exists := day.date(year); exists && !t.Before(c.today) {
			if said >= 0 && int(t.Weekday()) != said {
				return d, false
			}
			return c.withPart(t, took, list)
		}
		year++
	}
	return d, false
}

// dateTime reads words of a date rule and words of the rule "time" in either order:
// "tomorrow at 7 pm", "half past nine on Friday morning".
func (c clock) dateTime(list []string) (string, bool) {
	plain := skip(list, leadTime)
	for _, rule := range dateRules {
		for _, l := range [][]string{leading(rule, list), plain} {
			d, ok := c.dateBy(rule, l)
			if !ok || d.month {
				continue
			}
			rest := skip(l[d.took:], leadTime)
			t, took := readClockTime(rest)
			if took == 0 {
				continue
			}
			part, k := d.part, 0
			if p, n := readPart(rest[took:]); n > 0 {
				part, k = p, n
			}
			if took+k != len(rest) {
				continue
			}
			if s, ok := join(d.date, t, part, rest[0]); ok {
				return s, true
			}
		}
	}
	t, took := readClockTime(plain)
	if took == 0 {
		return "", false
	}
	part, k := readPart(plain[took:])
	if starts(plain[took:], "tonight") || starts(plain[took:], "this") {
		part, k = "", 0 // these words belong to the date
	}
	rest := plain[took+k:]
	for _, rule := range dateRules {
		l := leading(rule, rest)
		d, ok := c.dateBy(rule, l)
		if !ok || d.month || d.took != len(l) {
			continue
		}
		p := part
		if p == "" {
			p = d.part
		}
		if s, ok := join(d.date, t, p, plain[0]); ok {
			return s, true
		}
	}
	return "", false
}

// join combines a date and a time. first is the first word of the time: "7:30" without a
// part of the day is on the 24-hour clock.
func join(date time.Time, t timeWords, part, first string) (string, bool) {
	ok := true
	switch {
	case t.exact && part != "":
		ok = exactIn(t, part)
	case !t.exact && part == "":
		_, _, ok = digitalTime(first, false)
	case !t.exact:
		t, ok = t.in(part)
	}
	return fmt.Sprintf("%sT%s", date.Format(time.DateOnly), t), ok
}
