package builtin

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// wording is a value in words: what is said, what it is said with in front,
// and how the words yield the value again.
type wording struct {
	lead string // preposition that comes with the words, outside of them: "on "
	text string
	kind mission.SourceKind
	rule string
}

var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// sayer chooses the words for values. What it chooses for one value it keeps to
// for others of its kind where they are said in one breath.
type sayer struct {
	r     keyed.Rand
	now   time.Time
	tone  mission.Tone
	spell bool        // small numbers and round amounts are spelled out
	signs bool        // amounts are written with the sign of their currency
	away  func() bool // days of another month are spoken of
	level bool        // several dates are said alike
	style dateStyle   // with level
}

// say puts one leaf value into words. many is the noun that follows a number.
func (y *sayer) say(p *tools.Param, labels []tools.Label, v any, slot *tools.Slot) (w wording, complete, ok bool) {
	for _, l := range labels {
		if l.Value == v && len(l.Say) > 0 {
			return wording{text: keyed.Pick(y.r, l.Say), kind: mission.FromQuery, rule: mission.RuleLabel}, false, true
		}
	}
	kind := tools.ValueText
	if p.Values != nil {
		kind = p.Values.Kind
	}
	switch v := v.(type) {
	case bool:
		return wording{}, false, false
	case int64, float64:
		f, _ := world.Float(v)
		if kind == tools.ValueKnown {
			name := knownName(p.Values.Text, v)
			return wording{text: name, kind: mission.FromKnowledge, rule: p.Values.Text}, false, name != ""
		}
		if p.Values != nil && p.Values.Unit != "" && kind == tools.ValueMoney {
			return wording{text: y.money(f, p.Values.Unit), kind: mission.FromQuery, rule: mission.RuleMoney}, false, true
		}
		if text, rule := y.length(v, slot.Many); text != "" {
			return wording{text: text, kind: mission.FromQuery, rule: rule}, true, true
		}
		if i, ok := v.(int64); ok && i > 0 && i < int64(len(numberWords)) && y.spell {
			text := numberWords[i]
			if i == 2 && slot.Many != "" && !rated[slot.Many] && y.tone == mission.Colloquial && y.r.Chance(0.5) {
				text = "a couple of"
			}
			return wording{text: text, kind: mission.FromQuery, rule: mission.RuleNumber}, false, true
		}
		return wording{text: strconv.FormatFloat(f, 'f', -1, 64), kind: mission.FromQuery}, false, true
	case string:
		switch kind {
		case tools.ValueKnown:
			name := knownName(p.Values.Text, v)
			return wording{text: name, kind: mission.FromKnowledge, rule: p.Values.Text}, false, name != ""
		case tools.ValueDate, tools.ValueAfter, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth:
			w, ok := y.when(v, slot.Bare)
			return w, false, ok
		}
		if slices.Contains(p.Enum, any(v)) {
			v = strings.ReplaceAll(v, "_", " ")
		}
		return wording{text: v, kind: mission.FromQuery}, false, v != ""
	}
	return wording{}, false, false
}

// rated are nouns of marks on a scale, of which nobody gives a couple.
var rated = map[string]bool{"stars": true, "points": true, "percent": true, "per cent": true}

// length says a length of time as people do, noun included: "half an hour".
func (y *sayer) length(v any, noun string) (text, rule string) {
	n, ok := v.(int64)
	if !ok || !y.spell {
		return "", ""
	}
	switch {
	case noun == "minutes" && n == 30:
		return "half an hour", mission.RuleMinutes
	case noun == "minutes" && n == 45 && y.tone != mission.Direct:
		return "three quarters of an hour", mission.RuleMinutes
	case noun == "minutes" && n == 60:
		return "an hour", mission.RuleMinutes
	case noun == "minutes" && n == 90:
		return keyed.Pick(y.r, []string{"an hour and a half", "one and a half hours"}), mission.RuleMinutes
	case noun == "minutes" && n%60 == 0 && n > 60 && n <= 12*60:
		return numberWords[n/60] + " hours", mission.RuleMinutes
	case noun == "days" && n == 7:
		return "a week", mission.RuleDays
	case noun == "days" && n == 14:
		return keyed.Pick(y.r, []string{"two weeks", "a fortnight"}), mission.RuleDays
	case noun == "days" && n == 21:
		return "three weeks", mission.RuleDays
	}
	return "", ""
}

// knownName is the name by which people call a value of a knowledge table.
func knownName(table string, value any) string {
	for _, name := range knowledge.Names(table) {
		if v, ok := knowledge.Lookup(table, name); ok && v == value {
			return name
		}
	}
	return ""
}

// roundAmounts are amounts that people spell out.
var roundAmounts = map[float64]string{10: "ten", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 80: "eighty",
	100: "a hundred", 150: "a hundred and fifty", 200: "two hundred", 300: "three hundred", 400: "four hundred", 500: "five hundred", 1000: "a thousand",
	2000: "two thousand", 5000: "five thousand"}

func (y *sayer) money(f float64, unit string) string {
	amount := amountOf(f)
	symbol, name := currencyWords(unit)
	if words, ok := roundAmounts[f]; ok && y.spell && symbol != "" && y.tone != mission.Direct && y.r.Chance(0.5) {
		return words + " " + name
	}
	if symbol != "" && y.signs {
		return symbol + amount
	}
	return amount + " " + name
}

// amountOf writes an amount of money: cents only where there are some, commas
// from a thousand on.
func amountOf(f float64) string {
	amount := strconv.FormatFloat(f, 'f', -1, 64)
	if strings.Contains(amount, ".") {
		amount = strconv.FormatFloat(f, 'f', 2, 64)
	}
	if f < 1000 {
		return amount
	}
	whole, cents, dot := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dot {
		whole += "." + cents
	}
	return whole
}

// currencyWords gives sign and plural name of a currency.
func currencyWords(unit string) (symbol, name string) {
	switch unit {
	case "EUR":
		return "€", "euros"
	case "USD":
		return "$", "dollars"
	case "GBP":
		return "£", "pounds"
	}
	return "", unit
}

// when puts a date, time, date-time or month into words.
func (y *sayer) when(v string, bare bool) (wording, bool) {
	if t, err := time.Parse(world.DateTimeLayout, v); err == nil {
		day := y.date(t, bare)
		clock := y.clock(t)
		return wording{lead: day.lead, text: day.text + " at " + clock, kind: mission.FromClock, rule: mission.RuleDateTime}, true
	}
	if t, err := time.Parse(world.DateLayout, v); err == nil {
		return y.date(t, bare), true
	}
	if t, err := time.Parse(world.TimeLayout, v); err == nil {
		return wording{lead: "at ", text: y.clock(t), kind: mission.FromQuery, rule: mission.RuleTime}, true
	}
	if t, err := time.Parse(world.MonthLayout, v); err == nil {
		months := (t.Year()-y.now.Year())*12 + int(t.Month()) - int(y.now.Month())
		clock := map[int]wording{-1: {text: "last month", kind: mission.FromClock, rule: mission.RuleLastMonth},
			0: {text: "this month", kind: mission.FromClock, rule: mission.RuleThisMonth},
			1: {text: "next month", kind: mission.FromClock, rule: mission.RuleNextMonth}}
		if w, ok := clock[months]; ok && !y.level && y.r.Chance(0.6) {
			return w, true
		}
		return wording{text: t.Format("January 2006"), kind: mission.FromQuery, rule: mission.RuleMonth}, true
	}
	return wording{}, false
}

// dateStyle is one of the ways to name a day.
type dateStyle int

const (
	nearStyle     dateStyle = iota // "tomorrow", "today"
	weekdayStyle                   // "on Friday"
	thisStyle                      // "this Friday", "next Friday", "last Friday"
	inStyle                        // "in five days", "in a week"
	numberStyle                    // "on the 15th"
	dayMonthStyle                  // "on 19 July"
	monthDayStyle                  // "on July 19th"
	ofStyle                        // "on the 19th of July"
	yearStyle                      // "on 19 July 2026"
)

// date chooses among the ways in which people name a day.
func (y *sayer) date(t time.Time, bare bool) wording {
	options := y.dates(t, bare)
	if y.level {
		for _, o := range options {
			if o.style == y.style {
				return o.wording
			}
		}
		return yearly(t)
	}
	return keyed.Pick(y.r, options).wording
}

// align makes the words for several days alike.
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

type dated struct {
	style dateStyle
	wording
}

func yearly(t time.Time) wording {
	return wording{lead: "on ", text: t.Format("2 January 2006"), kind: mission.FromQuery, rule: mission.RuleDate}
}

// dates lists the ways in which people name a day.
func (y *sayer) dates(t time.Time, bare bool) []dated {
	today := time.Date(y.now.Year(), y.now.Month(), y.now.Day(), 0, 0, 0, 0, time.UTC)
	t = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	days := int(t.Sub(today).Hours() / 24)
	var options []dated
	add := func(style dateStyle, lead, text, rule string) {
		options = append(options, dated{style, wording{lead: lead, text: text, kind: mission.FromClock, rule: rule}})
	}
	switch days {
	case -1:
		add(nearStyle, "", "yesterday", mission.RuleYesterday)
	case 0:
		add(nearStyle, "", "today", mission.RuleToday)
	case 1:
		add(nearStyle, "", "tomorrow", mission.RuleTomorrow)
	case 2:
		add(nearStyle, "", "the day after tomorrow", mission.RuleDayAfter)
	}
	weekday := t.Weekday().String()
	if days >= 2 && days <= 6 {
		add(weekdayStyle, "on ", weekday, mission.RuleWeekday)
		if monday(t) > monday(today) {
			add(thisStyle, "", "next "+weekday, mission.RuleNextWeekday)
		} else {
			add(thisStyle, "", "this "+weekday, mission.RuleWeekday)
		}
	}
	if days <= -2 && days >= -6 && monday(t) < monday(today) {
		add(thisStyle, "", "last "+weekday, mission.RuleLastWeekday)
	}
	// "Until in five days" is not said: where another preposition stands in
	// front, the day has to be named.
	if days >= 3 && days <= 10 && days != 7 && y.tone == mission.Colloquial && !bare {
		add(inStyle, "", "in "+numberWord(days)+" days", mission.RuleInDays)
	}
	switch {
	case days == 7 && !bare:
		add(inStyle, "", keyed.Pick(y.r, []string{"in a week", "a week from today"}), mission.RuleInDays)
	case (days == 14 || days == 21) && !bare:
		add(inStyle, "", "in "+numberWord(days/7)+" weeks", mission.RuleInDays)
	}
	if days >= 3 && days <= 20 && t.Month() == today.Month() && !y.away() {
		add(numberStyle, "on ", "the "+ordinal(t.Day()), mission.RuleMonthDay)
	}
	// A day and a month mean the first such day from today on.
	if days >= 0 && days < 300 && (days > 2 || len(options) == 0 || y.level) {
		add(dayMonthStyle, "on ", t.Format("2 January"), mission.RuleDayMonth)
		add(monthDayStyle, "on ", fmt.Sprintf("%s %s", t.Format("January"), ordinal(t.Day())), mission.RuleDayMonth)
		if y.tone == mission.Formal || y.tone == mission.Polite {
			add(ofStyle, "on ", fmt.Sprintf("the %s of %s", ordinal(t.Day()), t.Format("January")), mission.RuleDayMonth)
		}
	}
	if len(options) == 0 || y.tone == mission.Formal || y.level {
		options = append(options, dated{yearStyle, yearly(t)})
	}
	return options
}

// monday numbers calendar weeks that start on Monday.
func monday(t time.Time) int64 {
	days := t.Unix() / 86400
	return (days + 3) / 7 // 1970-01-01 was a Thursday
}

func numberWord(n int) string {
	if n >= 0 && n < len(numberWords) {
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

func ordinal(n int) string {
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
	return strconv.Itoa(n) + suffix
}

var ordinalWords = []string{"zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

func ordinalWord(n int) string {
	if n < len(ordinalWords) {
		return ordinalWords[n]
	}
	return ordinal(n)
}

// clock names a time of day.
func (y *sayer) clock(t time.Time) string {
	if y.tone == mission.Formal && y.r.Chance(0.6) {
		return t.Format("15:04")
	}
	switch {
	case t.Hour() == 12 && t.Minute() == 0:
		return "noon"
	case y.r.Chance(0.3):
		if words := y.spoken(t); words != "" {
			return words
		}
	}
	switch {
	case t.Minute() == 0:
		return t.Format("3 pm")
	case y.r.Chance(0.4):
		return t.Format("15:04")
	}
	return t.Format("3:04 pm")
}

// spoken names a time without digits: "half past six in the evening".
func (y *sayer) spoken(t time.Time) string {
	part := "in the evening"
	hour := t.Hour()
	switch {
	case hour >= 5 && hour < 12:
		part = "in the morning"
	case hour >= 12 && hour < 17:
		part = "in the afternoon"
	case hour >= 22 || hour < 5:
		return ""
	}
	past := ""
	switch t.Minute() {
	case 0:
	case 15:
		past = "quarter past "
	case 30:
		past = "half past "
	case 45:
		past = "quarter to "
		if hour++; hour == 12 || hour == 22 || hour == 17 {
			return "" // the part of the day would be another one
		}
	default:
		return ""
	}
	if hour > 12 {
		hour -= 12
	}
	return past + numberWords[hour] + " " + part
}

// tell formats a value for a reply.
func tell(v any, values *tools.Values, bare bool) string {
	switch v := v.(type) {
	case string:
		if v != "" && v[0] >= '0' && v[0] <= '9' {
			if t, err := time.Parse(world.DateTimeLayout, v); err == nil {
				return lead("on ", bare) + t.Format("2 January 2006 at 15:04")
			}
			if t, err := time.Parse(world.DateLayout, v); err == nil {
				return lead("on ", bare) + t.Format("2 January 2006")
			}
			if _, err := time.Parse(world.TimeLayout, v); err == nil {
				return lead("at ", bare) + v
			}
			if t, err := time.Parse(world.MonthLayout, v); err == nil {
				return t.Format("January 2006")
			}
		}
		if values != nil && values.Kind == tools.ValueKnown {
			if name := knownName(values.Text, v); name != "" {
				return name
			}
		}
		if values == nil || values.Kind == tools.ValuePick || strings.Contains(v, "_") && underscored.MatchString(v) {
			return strings.ReplaceAll(v, "_", " ")
		}
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int64, float64:
		f, _ := world.Float(v)
		if values != nil && values.Unit != "" {
			symbol, name := currencyWords(values.Unit)
			amount := amountOf(f)
			if symbol != "" {
				if f < 0 {
					return "-" + symbol + amount[1:]
				}
				return symbol + amount
			}
			return amount + " " + name
		}
		if values != nil && (values.Kind == tools.ValueMoney || grouped(f, values)) {
			return amountOf(f)
		}
		return strconv.FormatFloat(f, 'f', -1, 64)
	case []any:
		words := make([]string, len(v))
		for i, item := range v {
			words[i] = tell(item, values, true)
		}
		return list(words, "and")
	case tools.Object:
		var words []string
		for _, f := range v {
			words = append(words, tell(f.Value, nil, true))
		}
		if len(v) > 0 {
			if _, counted := v[0].Value.(int64); counted {
				return strings.Join(words, " ") // "3 chairs"
			}
		}
		return strings.Join(words, ", ")
	}
	return fmt.Sprint(v)
}

// grouped tells whether a number without a unit is written like an amount: sums
// with a fraction, and counts that can be no year.
func grouped(f float64, values *tools.Values) bool {
	switch values.Kind {
	case tools.ValueTimes, tools.ValueSum:
		return f != math.Trunc(f) && f >= 100 || f >= 1000
	case tools.ValueInt, tools.ValueNumber:
		return !values.Code && f >= 1000 && values.Max > 2200
	}
	return false
}

// underscored finds the values of enumerations.
var underscored = regexp.MustCompile(`^[a-z]+(_[a-z]+)+$`)

func lead(preposition string, bare bool) string {
	if bare {
		return ""
	}
	return preposition
}

// list joins words: "a, b and c".
func list(words []string, conjunction string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	comma, last := ", ", " "
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, ", ") }) {
		comma, last = "; ", "; " // "the contract, in duplicate; and the letter, in one copy"
	}
	return strings.Join(words[:len(words)-1], comma) + last + conjunction + " " + words[len(words)-1]
}

// capital makes the first letter a capital.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); strings.Contains(first, "@") {
		return s
	}
	for i, r := range s {
		if r >= 'a' && r <= 'z' {
			return s[:i] + strings.ToUpper(string(r)) + s[i+1:]
		}
		if r != '*' && r != '"' && r != '\'' && r != '“' {
			break
		}
	}
	return s
}

// lower makes the first letter small, unless the word is "I" or a name.
func lower(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first == "I" || strings.HasPrefix(first, "I'") || len(first) > 1 && strings.ToUpper(first) == first {
		return s
	}
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// article puts "a" or "an" before a noun.
func article(noun string) string {
	l := strings.ToLower(noun)
	if digits, _, _ := strings.Cut(l, " "); strings.HasPrefix(l, "8") || (strings.HasPrefix(l, "11") || strings.HasPrefix(l, "18")) && len(digits) == 2 {
		return "an " + noun // eight, eleven, eighteen, eighty
	}
	for _, silent := range []string{"hour", "honest", "heir", "honour", "honor"} {
		if strings.HasPrefix(l, silent) {
			return "an " + noun
		}
	}
	for _, consonant := range []string{"uni", "use", "usa", "euro", "one", "once", "user", "uti", "ubi"} {
		if strings.HasPrefix(l, consonant) && !strings.HasPrefix(l, "unin") && !strings.HasPrefix(l, "unim") {
			return "a " + noun
		}
	}
	if l != "" && strings.ContainsRune("aeiou", rune(l[0])) {
		return "an " + noun
	}
	return "a " + noun
}
