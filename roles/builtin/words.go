package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/keyed"
	"switchyard/knowledge"
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

// say puts one leaf value into words.
func say(r keyed.Rand, p *tools.Param, labels []tools.Label, v any, now time.Time, tone mission.Tone, bare, spell bool) (wording, bool) {
	for _, l := range labels {
		if l.Value == v && len(l.Say) > 0 {
			return wording{text: keyed.Pick(r, l.Say), kind: mission.FromQuery, rule: mission.RuleLabel}, true
		}
	}
	kind := tools.ValueText
	if p.Values != nil {
		kind = p.Values.Kind
	}
	switch v := v.(type) {
	case bool:
		return wording{}, false
	case int64, float64:
		f, _ := world.Float(v)
		if p.Values != nil && p.Values.Unit != "" && kind == tools.ValueMoney {
			return wording{text: sayMoney(r, f, p.Values.Unit), kind: mission.FromQuery, rule: mission.RuleMoney}, true
		}
		if i, ok := v.(int64); ok && i > 0 && i < int64(len(numberWords)) && spell {
			return wording{text: numberWords[i], kind: mission.FromQuery, rule: mission.RuleNumber}, true
		}
		return wording{text: strconv.FormatFloat(f, 'f', -1, 64), kind: mission.FromQuery}, true
	case string:
		switch kind {
		case tools.ValueKnown:
			name := knownName(p.Values.Text, v)
			return wording{text: name, kind: mission.FromKnowledge, rule: p.Values.Text}, name != ""
		case tools.ValueDate, tools.ValueAfter, tools.ValueTime, tools.ValueDateTime, tools.ValueMonth:
			return sayWhen(r, v, now, tone, bare)
		}
		if slices.Contains(p.Enum, any(v)) {
			v = strings.ReplaceAll(v, "_", " ")
		}
		return wording{text: v, kind: mission.FromQuery}, v != ""
	}
	return wording{}, false
}

// knownName is the name by which people call a value of a knowledge table.
func knownName(table, value string) string {
	for _, name := range knowledge.Names(table) {
		if v, ok := knowledge.Lookup(table, name); ok && v == value {
			return name
		}
	}
	return ""
}

func sayMoney(r keyed.Rand, f float64, unit string) string {
	amount := amountOf(f)
	symbol, name := currencyWords(unit)
	if symbol != "" && r.Chance(0.5) {
		return symbol + amount
	}
	return amount + " " + name
}

// amountOf writes an amount of money: cents only where there are some, commas
// from ten thousand on.
func amountOf(f float64) string {
	amount := strconv.FormatFloat(f, 'f', -1, 64)
	if strings.Contains(amount, ".") {
		amount = strconv.FormatFloat(f, 'f', 2, 64)
	}
	if f < 10000 {
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

// sayWhen puts a date, time, date-time or month into words.
func sayWhen(r keyed.Rand, v string, now time.Time, tone mission.Tone, bare bool) (wording, bool) {
	if t, err := time.Parse(world.DateTimeLayout, v); err == nil {
		day := sayDate(r, t, now, tone, bare)
		clock := sayClock(r, t, tone)
		rule := mission.RuleDateTime
		return wording{lead: day.lead, text: day.text + " at " + clock, kind: mission.FromClock, rule: rule}, true
	}
	if t, err := time.Parse(world.DateLayout, v); err == nil {
		return sayDate(r, t, now, tone, bare), true
	}
	if t, err := time.Parse(world.TimeLayout, v); err == nil {
		return wording{lead: "at ", text: sayClock(r, t, tone), kind: mission.FromQuery, rule: mission.RuleTime}, true
	}
	if t, err := time.Parse(world.MonthLayout, v); err == nil {
		months := (t.Year()-now.Year())*12 + int(t.Month()) - int(now.Month())
		clock := map[int]wording{-1: {text: "last month", kind: mission.FromClock, rule: mission.RuleLastMonth},
			0: {text: "this month", kind: mission.FromClock, rule: mission.RuleThisMonth},
			1: {text: "next month", kind: mission.FromClock, rule: mission.RuleNextMonth}}
		if w, ok := clock[months]; ok && r.Chance(0.6) {
			return w, true
		}
		return wording{text: t.Format("January 2006"), kind: mission.FromQuery, rule: mission.RuleMonth}, true
	}
	return wording{}, false
}

// sayDate chooses among the ways in which people name a day.
func sayDate(r keyed.Rand, t, now time.Time, tone mission.Tone, bare bool) wording {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	days := int(t.Sub(today).Hours() / 24)
	clock := func(lead, text, rule string) wording {
		return wording{lead: lead, text: text, kind: mission.FromClock, rule: rule}
	}
	var options []wording
	switch days {
	case -1:
		options = append(options, clock("", "yesterday", mission.RuleYesterday))
	case 0:
		options = append(options, clock("", "today", mission.RuleToday))
	case 1:
		options = append(options, clock("", "tomorrow", mission.RuleTomorrow))
	case 2:
		options = append(options, clock("", "the day after tomorrow", mission.RuleDayAfter))
	}
	weekday := t.Weekday().String()
	if days >= 2 && days <= 6 {
		options = append(options, clock("on ", weekday, mission.RuleWeekday), clock("", "this "+weekday, mission.RuleWeekday))
		if monday(t) > monday(today) {
			options[len(options)-1] = clock("", "next "+weekday, mission.RuleNextWeekday)
		}
	}
	if days <= -2 && days >= -6 && monday(t) < monday(today) {
		options = append(options, clock("", "last "+weekday, mission.RuleLastWeekday))
	}
	// "Until in five days" is not said: where another preposition stands in
	// front, the day has to be named.
	if days >= 3 && days <= 10 && tone == mission.Colloquial && !bare {
		options = append(options, clock("", "in "+numberWord(days)+" days", mission.RuleInDays))
	}
	if (days == 14 || days == 21) && !bare {
		options = append(options, clock("", "in "+numberWord(days/7)+" weeks", mission.RuleInDays))
	}
	// A day and a month mean the first such day from today on.
	if days >= 0 && days < 300 && (days > 2 || len(options) == 0) {
		options = append(options,
			clock("on ", t.Format("2 January"), mission.RuleDayMonth),
			clock("on ", fmt.Sprintf("%s %s", t.Format("January"), ordinal(t.Day())), mission.RuleDayMonth))
		if tone == mission.Formal || tone == mission.Polite {
			options = append(options, clock("on ", fmt.Sprintf("the %s of %s", ordinal(t.Day()), t.Format("January")), mission.RuleDayMonth))
		}
	}
	if len(options) == 0 || tone == mission.Formal && r.Chance(0.25) {
		options = []wording{{lead: "on ", text: t.Format("2 January 2006"), kind: mission.FromQuery, rule: mission.RuleDate}}
	}
	return keyed.Pick(r, options)
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

func sayClock(r keyed.Rand, t time.Time, tone mission.Tone) string {
	if tone == mission.Formal && r.Chance(0.6) {
		return t.Format("15:04")
	}
	switch {
	case t.Hour() == 12 && t.Minute() == 0:
		return "noon"
	case t.Minute() == 0:
		return t.Format("3 pm")
	case r.Chance(0.4):
		return t.Format("15:04")
	}
	return t.Format("3:04 pm")
}

// tell formats a value for a reply.
func tell(v any, values *tools.Values, bare bool) string {
	switch v := v.(type) {
	case string:
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
		if values != nil && values.Kind == tools.ValueKnown {
			if name := knownName(values.Text, v); name != "" {
				return name
			}
		}
		if values == nil || values.Kind == tools.ValuePick {
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
		return strings.Join(words, " ")
	}
	return fmt.Sprint(v)
}

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
	return strings.Join(words[:len(words)-1], ", ") + " " + conjunction + " " + words[len(words)-1]
}

// capital makes the first letter a capital.
func capital(s string) string {
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
