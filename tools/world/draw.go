package world

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/internal/sample"
	"switchyard/tools"
)

// Layouts of the values of dates and times.
const (
	DateLayout     = "2006-01-02"
	TimeLayout     = "15:04"
	DateTimeLayout = "2006-01-02T15:04"
	MonthLayout    = "2006-01"
	momentLayout   = "2006-01-02T15:04:05Z"
)

// lookup returns the value of an attribute or an argument by its name.
type lookup = func(name string) (any, bool)

// Draw makes one value. known returns the values that this one may be computed
// from; it may be nil. Draw fails if one of them is needed and not known.
func Draw(r keyed.Rand, v *tools.Values, now time.Time, known func(name string) (any, bool)) (any, bool) {
	if known == nil {
		known = func(string) (any, bool) { return nil, false }
	}
	switch v.Kind {
	case tools.ValuePick, tools.ValueText:
		if len(v.Pick) == 0 {
			return nil, false
		}
		return keyed.Pick(r, v.Pick), true
	case tools.ValueBool:
		return r.Chance(v.Share), true
	case tools.ValuePattern:
		return sample.Spoken(r, v.Text), true
	case tools.ValueKnown:
		return drawKnown(r, v)
	case tools.ValueInt, tools.ValueMoney, tools.ValueNumber:
		return drawNumber(r, v), true
	case tools.ValueDate, tools.ValueMonth, tools.ValueTime, tools.ValueDateTime, tools.ValueMoment, tools.ValuePastMoment:
		return drawTime(r, v, now), true
	case tools.ValuePerson, tools.ValueEmail, tools.ValuePhone, tools.ValueStreet, tools.ValueCity, tools.ValueCompany:
		return drawName(r, v.Kind), true
	case tools.ValueCopy, tools.ValueOf:
		return known(v.Text)
	case tools.ValueTimes:
		return combined(v, 1, func(a, b float64) float64 { return a * b }, known)
	case tools.ValueSum:
		return combined(v, 0, func(a, b float64) float64 { return a + b }, known)
	case tools.ValueColour:
		return colour(v.Terms, known)
	case tools.ValueAfter:
		base, ok := known(v.Text)
		if !ok {
			return nil, false
		}
		text, _ := base.(string)
		by := int(steps(r, v.Min, v.Max, max(v.Step, 1)))
		if t, err := time.Parse(DateLayout, text); err == nil && v.Workdays {
			return workdaysLater(t, by).Format(DateLayout), true
		}
		return later(text, by)
	}
	return nil, false
}

func drawKnown(r keyed.Rand, v *tools.Values) (any, bool) {
	if len(v.Pick) > 0 {
		name, _ := keyed.Pick(r, v.Pick).(string)
		return knowledge.Lookup(v.Text, name)
	}
	return knowledge.Pick(v.Text, r.IntN)
}

func drawNumber(r keyed.Rand, v *tools.Values) any {
	switch v.Kind {
	case tools.ValueInt:
		return int64(steps(r, v.Min, v.Max, max(v.Step, 1)))
	case tools.ValueMoney:
		return whole(round(steps(r, v.Min, v.Max, cmp.Or(v.Step, 1)), 2))
	}
	return whole(round(v.Min+r.Float64()*(v.Max-v.Min), cmp.Or(v.Digits, 1)))
}

func drawTime(r keyed.Rand, v *tools.Values, now time.Time) string {
	switch v.Kind {
	case tools.ValueDate:
		return day(r, v, now).Format(DateLayout)
	case tools.ValueMonth:
		first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
		return first.AddDate(0, int(steps(r, v.Min, v.Max, 1)), 0).Format(MonthLayout)
	case tools.ValueTime:
		return minutes(int(steps(r, v.Min, v.Max, cmp.Or(v.Step, 15))))
	case tools.ValueDateTime:
		date := day(r, v, now).Format(DateLayout)
		return date + "T" + minutes(int(steps(r, float64(v.Clock[0]), float64(v.Clock[1]), cmp.Or(v.Step, 30))))
	}
	days := 1 + r.IntN(40)
	if v.Kind == tools.ValuePastMoment {
		days = -days
	}
	first := time.Date(now.Year(), now.Month(), now.Day()+days, 8, 0, 0, 0, time.UTC)
	return first.Add(time.Duration(r.IntN(40)) * 15 * time.Minute).Format(momentLayout)
}

func drawName(r keyed.Rand, kind tools.ValueKind) string {
	switch kind {
	case tools.ValuePerson:
		return keyed.Pick(r, firstNames) + " " + keyed.Pick(r, lastNames)
	case tools.ValueEmail:
		name := strings.ToLower(keyed.Pick(r, firstNames) + "." + keyed.Pick(r, lastNames))
		return ascii(name) + "@" + keyed.Pick(r, mailHosts)
	case tools.ValuePhone:
		return fmt.Sprintf("%s%03d", keyed.Pick(r, phones), r.IntN(1000))
	case tools.ValueStreet:
		return fmt.Sprintf("%d %s", 1+r.IntN(180), keyed.Pick(r, streets))
	case tools.ValueCity:
		return keyed.Pick(r, cities)
	}
	return keyed.Pick(r, companies)
}

// combined works out a sum or a product.
func combined(v *tools.Values, result float64, with func(a, b float64) float64, known lookup) (any, bool) {
	for _, term := range v.Terms {
		if name, ok := term.(string); ok {
			if term, ok = known(name); !ok {
				return nil, false
			}
		}
		f, ok := Float(term)
		if !ok {
			return nil, false
		}
		result = with(result, f)
	}
	result = round(result, 2)
	return whole(result), !math.IsInf(result, 0) && !math.IsNaN(result)
}

// later moves a time or date-time on by minutes, a date by days, and counts days from the
// end of a month. Times stay within the day.
func later(text string, by int) (any, bool) {
	if t, err := time.Parse(TimeLayout, text); err == nil {
		return minutes(max(0, min(t.Hour()*60+t.Minute()+by, 23*60+55))), true
	}
	if t, err := time.Parse(DateTimeLayout, text); err == nil {
		return t.Add(time.Duration(by) * time.Minute).Format(DateTimeLayout), true
	}
	if t, err := time.Parse(DateLayout, text); err == nil {
		return t.AddDate(0, 0, by).Format(DateLayout), true
	}
	if t, err := time.Parse(MonthLayout, text); err == nil {
		return t.AddDate(0, 1, by-1).Format(DateLayout), true
	}
	return nil, false
}

// Workday reports whether a day is one on which offices and practices are open. Public
// holidays count as weekends, also those of a few countries only: no worktime is missed
// where a day is left out, but an appointment on a holiday is noticed.
func Workday(t time.Time) bool {
	switch month, day, weekday := t.Month(), t.Day(), t.Weekday(); {
	case weekday == time.Saturday || weekday == time.Sunday:
		return false
	case weekday == time.Monday && (month == time.May && (day <= 7 || day > 24) || (month == time.June || month == time.August) && day <= 7 || month == time.August && day > 24):
		return false // the bank holidays of Ireland and Great Britain
	case month == time.March || month == time.April: // Good Friday and Easter Monday
		easter := easterSunday(t.Year())
		return t.YearDay() != easter.YearDay()-2 && t.YearDay() != easter.YearDay()+1
	case month == time.December:
		return day != 25 && day != 26
	default:
		return day != 1 || month != time.January && month != time.May
	}
}

// easterSunday is the day of Easter in a year of the Gregorian calendar, by the rule of
// Butcher.
func easterSunday(year int) time.Time {
	moon, century, rest := year%19, year/100, year%100
	epact := (19*moon + century - century/4 - (century-(century+8)/25+1)/3 + 15) % 30
	sunday := (32 + 2*(century%4) + 2*(rest/4) - epact - rest%4) % 7
	days := epact + sunday - 7*((moon+11*epact+22*sunday)/451) + 114
	return time.Date(year, time.Month(days/31), days%31+1, 0, 0, 0, 0, time.UTC)
}

// workdaysLater moves a day on by a number of workdays. The result is a workday even
// if it moves by none.
func workdaysLater(t time.Time, by int) time.Time {
	for by > 0 && !Workday(t) {
		t = t.AddDate(0, 0, -1)
	}
	t = t.AddDate(0, 0, by/5*7)
	for by %= 5; by > 0 || !Workday(t); {
		t = t.AddDate(0, 0, 1)
		if Workday(t) {
			by--
		}
	}
	return t
}

// day draws a day. One that is no workday where only workdays will do moves to the
// next workday, or back where that leaves the range.
func day(r keyed.Rand, v *tools.Values, now time.Time) time.Time {
	n := int(steps(r, v.Min, v.Max, 1))
	t := now.AddDate(0, 0, n)
	if !v.Workdays {
		return t
	}
	on := t
	for ; !Workday(on); n++ {
		on = on.AddDate(0, 0, 1)
	}
	if n <= int(v.Max) {
		return on
	}
	for !Workday(t) {
		t = t.AddDate(0, 0, -1)
	}
	return t
}

// steps draws one of low, low+step, … up to high. It can draw from any range; see
// [tools.Steps].
func steps(r keyed.Rand, low, high, step float64) float64 {
	return low + float64(r.Int64N(tools.Steps(low, high, step)+1))*step
}

func round(f float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(f*p) / p
}

// whole returns whole numbers as int64: JSON does not tell 80 from 80.0.
func whole(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// Float returns a number, which a [tools.Object] holds as int64 or float64.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// minutes writes a time of day.
func minutes(m int) string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

// ascii drops what e-mail addresses cannot hold.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 127 || r == ' ' || r == '\'' {
			return -1
		}
		return r
	}, s)
}

// DrawParam makes a value for a parameter that depends on no other value. The result
// is one of its enumeration, a scalar, or an array or object of such values. DrawParam
// fails if the value follows from other values or identifies a thing.
func DrawParam(r keyed.Rand, p *tools.Param, now time.Time) (any, bool) {
	switch {
	case p.Values != nil && p.Type != "array" && p.Type != "object":
		return Draw(r, p.Values, now, nil)
	case len(p.Enum) > 0:
		return keyed.Pick(r, p.Enum), true
	case p.Type == "boolean":
		return r.Chance(0.5), true
	case p.Type == "array" && p.Items != nil:
		return drawArray(r, p, now)
	case p.Type == "object":
		if p.IsPlace() {
			if place, ok := drawPlace(r, p); ok {
				return place, true
			}
		}
		return drawObject(r, p, now)
	}
	return nil, false
}

func drawArray(r keyed.Rand, p *tools.Param, now time.Time) (any, bool) {
	var out []any
	want := int(steps(r, float64(p.Count[0]), float64(p.Count[1]), 1))
	for tries := 0; len(out) < want && tries < 30; tries++ {
		v, ok := DrawParam(r, p.Items, now)
		if !ok && p.Values != nil {
			v, ok = Draw(r, p.Values, now, nil)
		}
		if !ok {
			return nil, false
		}
		if !contains(out, v) && !sameName(out, v, p.Items.Props) {
			out = append(out, v)
		}
	}
	return out, len(out) > 0
}

func drawObject(r keyed.Rand, p *tools.Param, now time.Time) (any, bool) {
	var o tools.Object
	var before []Made
	for _, q := range p.Props {
		if q.Entity != nil {
			return nil, false
		}
		if !q.Required && r.Chance(0.5) {
			continue
		}
		v, ok := DrawParam(r, q, now)
		if !ok {
			return nil, false
		}
		if len(q.Enum) == 0 {
			v = Agree(r, Made{Name: q.Name, Values: q.Values, Value: v}, before)
		}
		before = append(before, Made{Name: q.Name, Values: q.Values, Value: v})
		o = append(o, tools.Field{Name: q.Name, Value: v})
	}
	return o, len(o) > 0
}

// sameName reports whether the list has an object of the same name: nobody
// orders the same dish in two lines. The text with the most possible values
// counts as the name.
func sameName(list []any, v any, props []*tools.Param) bool {
	name, most := "", 0
	for _, p := range props {
		choices := len(p.Enum)
		if p.Values != nil {
			choices = max(choices, len(p.Values.Pick))
		}
		if p.Type == "string" && p.Required && choices > most {
			name, most = p.Name, choices
		}
	}
	called := func(v any) any {
		o, _ := v.(tools.Object)
		called, _ := o.Get(name)
		return called
	}
	n := called(v)
	return n != nil && slices.ContainsFunc(list, func(x any) bool { return tools.Same(called(x), n) })
}

// drawPlace makes the coordinates of one place.
func drawPlace(r keyed.Rand, p *tools.Param) (any, bool) {
	name, _ := keyed.Pick(r, p.Props[0].Values.Pick).(string)
	var o tools.Object
	for _, q := range p.Props {
		v, ok := knowledge.Lookup(q.Values.Text, name)
		if !ok {
			return nil, false
		}
		o = append(o, tools.Field{Name: q.Name, Value: v})
	}
	return o, true
}
