package builtin

import (
	"fmt"
	"slices"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools/world"
)

// How users say days, months and times of day.

// timeOf reads a value in one of the layouts of dates and times. The layout is
// empty for anything else.
func timeOf(v string) (t time.Time, layout string) {
	if v == "" || v[0] < '0' || v[0] > '9' {
		return t, ""
	}
	for _, layout := range []string{world.DateTimeLayout, world.DateLayout, world.TimeLayout, world.MonthLayout} {
		if t, err := time.Parse(layout, v); err == nil {
			return t, layout
		}
	}
	return t, ""
}

// when puts a date, time, date-time or month into words. The text is empty for other
// values.
func (y *sayer) when(v string, bare bool) wording {
	t, layout := timeOf(v)
	switch layout {
	case world.DateTimeLayout:
		day := y.date(t, bare)
		return wording{lead: day.lead, text: day.text + " at " + y.clock(t), kind: mission.FromClock, rule: mission.RuleDateTime}
	case world.DateLayout:
		return y.date(t, bare)
	case world.TimeLayout:
		return wording{lead: "at ", text: y.clock(t), kind: mission.FromQuery, rule: mission.RuleTime}
	case world.MonthLayout:
		return y.month(t)
	}
	return wording{}
}

func (y *sayer) month(t time.Time) wording {
	months := (t.Year()-y.now.Year())*12 + int(t.Month()) - int(y.now.Month())
	near := map[int]wording{-1: {text: "last month", kind: mission.FromClock, rule: mission.RuleLastMonth},
		0: {text: "this month", kind: mission.FromClock, rule: mission.RuleThisMonth},
		1: {text: "next month", kind: mission.FromClock, rule: mission.RuleNextMonth}}
	if w, ok := near[months]; ok && !y.level && y.r.Chance(0.6) {
		return w
	}
	return wording{text: t.Format("January 2006"), kind: mission.FromQuery, rule: mission.RuleMonth}
}

// dateStyle is one of the ways to name a day.
type dateStyle int

const (
	nearStyle     dateStyle = iota // "tomorrow", "today"
	weekdayStyle                   // "on Friday"
	thisStyle                      // "this Friday", "next Friday", "last Friday"
	inStyle                        // "in five days", "a week from today"
	numberStyle                    // "on the 15th"
	dayMonthStyle                  // "on 19 July"
	monthDayStyle                  // "on July 19th"
	ofStyle                        // "on the 19th of July"
	yearStyle                      // "on 19 July 2026"
)

// dated is a day in words, in one style.
type dated struct {
	style dateStyle
	wording
}

// date chooses among the ways in which people name a day.
func (y *sayer) date(t time.Time, bare bool) wording {
	options := y.dates(t, bare)
	if !y.level {
		return keyed.Pick(y.r, options).wording
	}
	for _, o := range options {
		if o.style == y.style {
			return o.wording
		}
	}
	return yearly(t)
}

// align chooses a style in which several days can be said.
func (y *sayer) align(days []time.Time, bare bool) {
	var common []dateStyle
	for _, o := range y.dates(days[0], bare) {
		shared := !slices.ContainsFunc(days[1:], func(t time.Time) bool {
			return !slices.ContainsFunc(y.dates(t, true), func(p dated) bool { return p.style == o.style })
		})
		if shared {
			common = append(common, o.style)
		}
	}
	y.level, y.style = true, yearStyle
	common = slices.DeleteFunc(common, func(s dateStyle) bool { return s == yearStyle && len(common) > 1 && y.tone != mission.Formal })
	if len(common) > 0 {
		y.style = keyed.Pick(y.r, common)
	}
}

func yearly(t time.Time) wording {
	return wording{lead: "on ", text: t.Format("2 January 2006"), kind: mission.FromQuery, rule: mission.RuleDate}
}

// midnight is the beginning of the day.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// nearDays are the days around today that have a name.
var nearDays = map[int][2]string{-1: {"yesterday", mission.RuleYesterday}, 0: {"today", mission.RuleToday},
	1: {"tomorrow", mission.RuleTomorrow}, 2: {"the day after tomorrow", mission.RuleDayAfter}}

// dates lists the ways in which people name a day. bare means that another preposition
// precedes.
func (y *sayer) dates(t time.Time, bare bool) []dated {
	today := midnight(y.now)
	t = midnight(t)
	days := int(t.Sub(today).Hours() / 24)
	var options []dated
	add := func(style dateStyle, lead, text, rule string) {
		options = append(options, dated{style, wording{lead: lead, text: text, kind: mission.FromClock, rule: rule}})
	}
	if near, ok := nearDays[days]; ok {
		add(nearStyle, "", near[0], near[1])
	}
	weekday := t.Weekday().String()
	switch {
	case days >= 2 && days <= 6:
		if !y.away() {
			add(weekdayStyle, "on ", weekday, mission.RuleWeekday)
		}
		switch next := monday(t) > monday(today); {
		case next && (today.Weekday() == time.Saturday || today.Weekday() == time.Sunday):
			// At a weekend many take "next Friday" for that of the week after the coming one.
		case next:
			add(thisStyle, "", "next "+weekday, mission.RuleNextWeekday)
		default:
			add(thisStyle, "", "this "+weekday, mission.RuleWeekday)
		}
	case days <= -2 && days >= -6 && monday(t) < monday(today):
		add(thisStyle, "", "last "+weekday, mission.RuleLastWeekday)
	}
	if !bare { // nobody says "until in five days"
		y.addDistance(days, add)
	}
	if days >= 3 && days <= 20 && t.Month() == today.Month() && !y.away() {
		add(numberStyle, "on ", "the "+ordinal(t.Day()), mission.RuleMonthDay)
	}
	// A day and a month mean the first such day from today on.
	if days >= 0 && days < 300 && (days > 2 || len(options) == 0 || y.level) {
		// Everybody has a way of their own.
		day, month := ordinal(t.Day()), t.Format("January")
		switch y.days {
		case dayMonthStyle:
			add(dayMonthStyle, "on ", t.Format("2 January"), mission.RuleDayMonth)
		case ofStyle:
			add(ofStyle, "on ", fmt.Sprintf("the %s of %s", day, month), mission.RuleDayMonth)
		default:
			add(monthDayStyle, "on ", month+" "+day, mission.RuleDayMonth)
		}
	}
	if len(options) == 0 || y.level {
		options = append(options, dated{yearStyle, yearly(t)})
	}
	return options
}

// addDistance adds how far away a day is.
func (y *sayer) addDistance(days int, add func(style dateStyle, lead, text, rule string)) {
	switch {
	case y.away():
	case y.talk: // "my test in three weeks" is on no certain day
	case days == 7:
		add(inStyle, "", "a week from today", mission.RuleInDays)
	case days == 14, days == 21:
		add(inStyle, "", "in "+numberWord(days/7)+" weeks", mission.RuleInDays)
	case days >= 3 && days <= 5 && y.tone == mission.Colloquial:
		add(inStyle, "", "in "+numberWord(days)+" days", mission.RuleInDays)
	}
}

// monday numbers calendar weeks that start on Monday.
func monday(t time.Time) int64 {
	days := t.Unix() / 86400
	return (days + 3) / 7 // 1970-01-01 was a Thursday
}

// clock names a time of day.
func (y *sayer) clock(t time.Time) string {
	words := spoken(t)
	switch {
	case y.clock24:
		return t.Format("15:04")
	case t.Hour() == 12 && t.Minute() == 0:
		return "noon"
	case words != "" && y.spellTime:
		return words
	case t.Minute() == 0:
		return t.Format("3 pm")
	}
	return t.Format("3:04 pm")
}

// quarters begin the words for a time, by its minutes.
var quarters = map[int]string{0: "", 15: "quarter past ", 30: "half past ", 45: "quarter to "}

// spoken names a time without digits: "half past six in the evening". It is empty for
// times that people do not say so.
func spoken(t time.Time) string {
	hour, part := t.Hour(), "in the evening"
	switch {
	case hour < 5 || hour >= 22:
		return ""
	case hour < 12:
		part = "in the morning"
	case hour < 17:
		part = "in the afternoon"
	}
	past, ok := quarters[t.Minute()]
	if t.Minute() == 45 {
		hour++
		ok = hour != 12 && hour != 22 && hour != 17 // the part of the day would be another one
	}
	if !ok {
		return ""
	}
	if hour > 12 {
		hour -= 12
	}
	return past + blueprint.NumberWords[hour] + " " + part
}
