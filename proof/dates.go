package proof

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// clock is the current time of the environment.
type clock struct {
	now   time.Time
	today time.Time // midnight
}

func readClock(s string) (clock, error) {
	now, err := time.Parse(time.DateTime, s)
	if err != nil {
		return clock{}, err
	}
	return clock{now, now.Truncate(24 * time.Hour)}, nil
}

var months = map[string]time.Month{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
	"september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

var weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sun": 0, "mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6,
}

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17,
	"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
	"twenty-first": 21, "twenty-second": 22, "twenty-third": 23, "twenty-fourth": 24, "twenty-fifth": 25, "twenty-sixth": 26,
	"twenty-seventh": 27, "twenty-eighth": 28, "twenty-ninth": 29, "thirty-first": 31,
}

// ordinal reads "19th", "1st", "third".
func ordinal(w string) (int, bool) {
	if n, ok := ordinals[w]; ok {
		return n, true
	}
	if len(w) < 3 || !allDigits(w[:len(w)-2]) || len(w) > 5 {
		return 0, false
	}
	n, _ := strconv.Atoi(w[:len(w)-2])
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return n, w[len(w)-2:] == suffix
}

// day is a date in words, with or without year and weekday.
type day struct {
	year    int // 0: not said
	month   time.Month
	day     int // 0: a whole month
	weekday int // -1: not said
}

// readDay reads a date from the front of the list and returns how many words it took.
func readDay(list []string) (d day, took int) {
	d.weekday = -1
	at := 0
	if len(list) > 0 {
		if w, ok := weekdays[list[0]]; ok {
			d.weekday, at = int(w), 1
			for at < len(list) && (list[at] == "the" || list[at] == "on") {
				at++
			}
		}
	}
	rest := list[at:]
	if len(rest) == 0 {
		return d, 0
	}
	if w := rest[0]; len(w) == 10 && w[4] == '-' {
		if t, err := time.Parse(time.DateOnly, w); err == nil {
			d.year, d.month, d.day = t.Date()
			return d, at + 1
		}
	}
	k := 0
	if n, ok := dayNumber(rest[0]); ok { // 19 July, the 19th of July
		k = 1
		if k < len(rest) && rest[k] == "of" {
			k++
		}
		if k >= len(rest) || months[rest[k]] == 0 {
			return d, 0
		}
		d.day, d.month = n, months[rest[k]]
		k++
	} else if m := months[rest[0]]; m != 0 { // July 19th, July the 19th
		d.month = m
		k = 1
		if k < len(rest) {
			j := k
			if rest[j] == "the" && j+1 < len(rest) {
				j++
			}
			if n, ok := dayNumber(rest[j]); ok {
				d.day, k = n, j+1
			}
		}
	} else {
		return d, 0
	}
	if k < len(rest) && len(rest[k]) == 4 && allDigits(rest[k]) && rest[k][0] != '0' {
		d.year, _ = strconv.Atoi(rest[k])
		k++
	}
	return d, at + k
}

func dayNumber(w string) (int, bool) {
	n, ok := ordinal(w)
	if !ok && len(w) <= 2 && allDigits(w) {
		n, _ = strconv.Atoi(w)
		ok = true
	}
	return n, ok && n >= 1 && n <= 31
}

// date returns the day in a year. ok is false if it does not exist or falls on another
// weekday than the one that was said.
func (d day) date(year int) (time.Time, bool) {
	t := time.Date(year, d.month, d.day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == d.day && t.Month() == d.month && (d.weekday < 0 || int(t.Weekday()) == d.weekday)
}

// readDate is the rule "date": a date with its year.
func readDate(said string) (string, bool) {
	list := skip(words(fold(said)), leadTime)
	d, took := readDay(list)
	if took == 0 || took != len(list) || d.year == 0 || d.day == 0 {
		return "", false
	}
	t, ok := d.date(d.year)
	return t.Format(time.DateOnly), ok
}

// readMonth is the rule "month": a month with its year.
func readMonth(said string) (string, bool) {
	list := skip(words(fold(said)), leadTime)
	if len(list) == 1 {
		t, err := time.Parse("2006-01", list[0])
		return t.Format("2006-01"), err == nil
	}
	d, took := readDay(list)
	if took != 2 || took != len(list) || d.year == 0 || d.day != 0 {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d", d.year, d.month), true
}

// partOfDay says on which half of the twelve-hour clock a part of the day lies.
var partOfDay = map[string]string{"morning": "am", "afternoon": "pm", "evening": "pm", "night": "night"}

// readPart reads "in the evening", "at night", "this morning", "tonight",
// "evening" from the front of the list.
func readPart(list []string) (part string, took int) {
	switch {
	case len(list) > 2 && list[0] == "in" && list[1] == "the" && partOfDay[list[2]] != "" && list[2] != "night":
		return partOfDay[list[2]], 3
	case starts(list, "at", "night"):
		return "night", 2
	case len(list) > 1 && list[0] == "this" && partOfDay[list[1]] != "" && list[1] != "night":
		return partOfDay[list[1]], 2
	case starts(list, "tonight"):
		return "night", 1
	case len(list) > 0 && partOfDay[list[0]] != "":
		return partOfDay[list[0]], 1
	}
	return "", 0
}

// hourIn turns an hour of the twelve-hour clock into one of the 24-hour clock.
func hourIn(hour int, part string) (int, bool) {
	if hour < 1 || hour > 12 {
		return hour, false
	}
	switch part {
	case "am":
		return hour % 12, true
	case "pm":
		return hour%12 + 12, true
	case "night": // six in the evening to five in the morning
		if hour >= 6 && hour < 12 {
			return hour + 12, true
		}
		return hour % 12, hour == 12 || hour <= 4
	}
	return hour, false
}

// timeWords is a time of day that was read. If it is not exact, it is on the twelve-hour
// clock and needs a part of the day.
type timeWords struct {
	hour, minute int
	exact        bool
}

func (t timeWords) in(part string) (timeWords, bool) {
	if t.exact {
		return t, true
	}
	minute := t.minute
	hour, ok := t.hour, true
	if minute < 0 { // "quarter to eight": the hour before
		h, good := hourIn(hour, part)
		hour, minute, ok = (h+23)%24, minute+60, good
	} else {
		hour, ok = hourIn(hour, part)
	}
	return timeWords{hour, minute, true}, ok
}

func (t timeWords) String() string { return fmt.Sprintf("%02d:%02d", t.hour, t.minute) }

var pastWords = map[string]int{"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}

// readClockTime reads a time from the front of the list. It does not read a part of the
// day except am and pm.
func readClockTime(list []string) (t timeWords, took int) {
	if len(list) == 0 {
		return t, 0
	}
	switch list[0] {
	case "noon", "midday":
		return timeWords{12, 0, true}, 1
	case "midnight":
		return timeWords{0, 0, true}, 1
	}
	at := 0
	if list[0] == "a" && len(list) > 1 && list[1] == "quarter" {
		at = 1
	}
	if m, ok := pastWords[list[at]]; ok && at+2 < len(list) {
		k := at + 1
		if list[k] == "minutes" && at+3 < len(list) {
			k++
		}
		if list[k] == "past" || (list[k] == "to" && m != 30) {
			if h, ok := hourWord(list[k+1]); ok {
				if list[k] == "to" {
					m = -m
				}
				t, took = timeWords{h, m, false}, k+2
				return withMeridiem(t, took, list)
			}
		}
	}
	w := list[0]
	for _, mark := range []string{"a.m.", "p.m.", "a.m", "p.m", "am", "pm"} {
		if rest, ok := strings.CutSuffix(w, mark); ok && rest != "" {
			h, m, ok := digitalTime(rest, true)
			t, ok2 := timeWords{h, m, false}.in(mark[:1] + "m")
			if !ok || !ok2 {
				return t, 0
			}
			return t, 1
		}
	}
	if h, m, ok := digitalTime(w, false); ok { // 19:30, 7:30
		t = timeWords{h, m, h > 12 || h == 0 || w[0] == '0'}
		return withMeridiem(t, 1, list)
	}
	if h, ok := hourWord(w); ok {
		took = 1
		t = timeWords{h, 0, false}
		if len(list) > 1 && list[1] == "o'clock" {
			took = 2
		} else if len(list) > 1 && !isDigit(w[0]) { // seven thirty
			if m, k := below100(list[1:]); k > 0 && m >= 10 && m < 60 {
				t.minute, took = int(m), 1+k
			}
		}
		return withMeridiem(t, took, list)
	}
	if h, m, ok := digitalTime(w, true); ok && len(list) > 1 && strings.Contains(w, ".") { // 7.30 pm
		if t, k := withMeridiem(timeWords{h, m, false}, 1, list); k == 2 {
			return t, k
		}
	}
	return t, 0
}

// withMeridiem reads an am or pm that follows a time.
func withMeridiem(t timeWords, took int, list []string) (timeWords, int) {
	if took >= len(list) {
		return t, took
	}
	part := ""
	switch list[took] {
	case "am", "a.m.", "a.m":
		part = "am"
	case "pm", "p.m.", "p.m":
		part = "pm"
	default:
		return t, took
	}
	if t.exact {
		return t, 0 // "19:30 pm"
	}
	t, ok := t.in(part)
	if !ok {
		return t, 0
	}
	return t, took + 1
}

func hourWord(w string) (int, bool) {
	if n, ok := ones[w]; ok && n >= 1 && n <= 12 {
		return int(n), true
	}
	if len(w) <= 2 && allDigits(w) {
		n, _ := strconv.Atoi(w)
		return n, n >= 1 && n <= 12
	}
	return 0, false
}

// digitalTime reads "19:30" and, if loose, also "7" and "7.30".
func digitalTime(w string, loose bool) (h, m int, ok bool) {
	hs, ms, colon := strings.Cut(w, ":")
	if !colon && loose {
		if hs, ms, colon = strings.Cut(w, "."); !colon {
			ms = "00"
		}
	} else if !colon {
		return 0, 0, false
	}
	if !allDigits(hs) || !allDigits(ms) || len(hs) > 2 || len(ms) != 2 {
		return 0, 0, false
	}
	h, _ = strconv.Atoi(hs)
	m, _ = strconv.Atoi(ms)
	return h, m, h < 24 && m < 60
}

// readTime is the rule "time".
func readTime(said string) (string, bool) {
	list := skip(words(fold(said)), leadTime)
	t, took := readClockTime(list)
	if took == 0 {
		return "", false
	}
	part, k := readPart(list[took:])
	if took+k != len(list) {
		return "", false
	}
	if k == 0 && !t.exact && strings.Contains(list[0], ":") {
		return t.String(), true // "7:30" alone is read on the 24-hour clock
	}
	if k > 0 && t.exact {
		return t.String(), exactIn(t, part)
	}
	t, ok := t.in(part)
	return t.String(), ok
}

// exactIn reports whether a time on the 24-hour clock lies in a part of the day.
func exactIn(t timeWords, part string) bool {
	switch part {
	case "am":
		return t.hour < 12
	case "pm":
		return t.hour >= 12
	case "night":
		return t.hour >= 18 || t.hour < 5
	}
	return true
}
