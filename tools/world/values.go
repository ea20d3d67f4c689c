package world

import (
	"fmt"
	"math"
	"regexp/syntax"
	"strings"
	"sync"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

// Layouts of the values of dates and times.
const (
	DateLayout     = "2006-01-02"
	TimeLayout     = "15:04"
	DateTimeLayout = "2006-01-02T15:04"
	MonthLayout    = "2006-01"
	MomentLayout   = "2006-01-02T15:04:05Z"
)

// Draw makes one value. lookup gives the values that it may follow from. It
// fails when a value that it follows from is not known.
func Draw(r keyed.Rand, v *tools.Values, now time.Time, lookup func(name string) (any, bool)) (any, bool) {
	switch v.Kind {
	case tools.ValuePick, tools.ValueText:
		return keyed.Pick(r, v.Pick), true
	case tools.ValueInt:
		return int64(steps(r, v.Min, v.Max, max(v.Step, 1))), true
	case tools.ValueMoney:
		step := v.Step
		if step == 0 {
			step = 1
		}
		return whole(round(steps(r, v.Min, v.Max, step), 2)), true
	case tools.ValueNumber:
		digits := v.Digits
		if digits == 0 {
			digits = 1
		}
		return whole(round(v.Min+r.Float64()*(v.Max-v.Min), digits)), true
	case tools.ValueBool:
		return r.Chance(v.Share), true
	case tools.ValueDate:
		return day(r, v, now).Format(DateLayout), true
	case tools.ValueMonth:
		first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
		return first.AddDate(0, int(steps(r, v.Min, v.Max, 1)), 0).Format(MonthLayout), true
	case tools.ValueTime:
		return minutes(int(steps(r, v.Min, v.Max, stepOr(v, 15)))), true
	case tools.ValueDateTime:
		return day(r, v, now).Format(DateLayout) + "T" + minutes(int(steps(r, float64(v.Clock[0]), float64(v.Clock[1]), stepOr(v, 30)))), true
	case tools.ValueMoment, tools.ValuePastMoment:
		days := 1 + r.IntN(40)
		if v.Kind == tools.ValuePastMoment {
			days = -days
		}
		first := time.Date(now.Year(), now.Month(), now.Day()+days, 8, 0, 0, 0, time.UTC)
		return first.Add(time.Duration(r.IntN(40)) * 15 * time.Minute).Format(MomentLayout), true
	case tools.ValuePattern:
		return FromPattern(r, v.Text), true
	case tools.ValueKnown:
		if len(v.Pick) > 0 {
			name, _ := keyed.Pick(r, v.Pick).(string)
			return knowledge.Lookup(v.Text, name)
		}
		names := knowledge.Names(v.Text)
		if len(names) == 0 {
			return nil, false
		}
		return knowledge.Lookup(v.Text, keyed.Pick(r, names))
	case tools.ValuePerson:
		return keyed.Pick(r, firstNames) + " " + keyed.Pick(r, lastNames), true
	case tools.ValueEmail:
		name := strings.ToLower(keyed.Pick(r, firstNames) + "." + keyed.Pick(r, lastNames))
		return ascii(name) + "@" + keyed.Pick(r, mailHosts), true
	case tools.ValuePhone:
		return fmt.Sprintf("+%s %d %03d %03d", keyed.Pick(r, dialCodes), 200+r.IntN(700), r.IntN(1000), r.IntN(1000)), true
	case tools.ValueStreet:
		return fmt.Sprintf("%d %s", 1+r.IntN(180), keyed.Pick(r, streets)), true
	case tools.ValueCity:
		return keyed.Pick(r, cities), true
	case tools.ValueCompany:
		return keyed.Pick(r, companies), true
	case tools.ValueCopy, tools.ValueOf:
		return lookup(v.Text)
	case tools.ValueTimes, tools.ValueSum:
		result := 0.0
		if v.Kind == tools.ValueTimes {
			result = 1
		}
		for _, term := range v.Terms {
			if name, ok := term.(string); ok {
				if term, ok = lookup(name); !ok {
					return nil, false
				}
			}
			f, ok := Float(term)
			if !ok {
				return nil, false
			}
			if v.Kind == tools.ValueTimes {
				result *= f
			} else {
				result += f
			}
		}
		return whole(round(result, 2)), true
	case tools.ValueAfter:
		base, ok := lookup(v.Text)
		if !ok {
			return nil, false
		}
		text, _ := base.(string)
		return later(text, int(steps(r, v.Min, v.Max, max(v.Step, 1))))
	}
	return nil, false
}

// depending gives how a value is made as things are, and the generator that makes
// it: one that knows nothing but the name and what the value depends on.
func (w *World) depending(r keyed.Rand, name string, v *tools.Values, lookup func(string) (any, bool)) (*tools.Values, keyed.Rand, bool) {
	if len(v.By) == 0 || v.Kind == tools.ValueCopy {
		return v, r, false
	}
	key := []string{"by", name}
	var first any
	known := false
	for i, by := range v.By {
		value, ok := lookup(by)
		known = known || ok
		if i == 0 {
			first = value
		}
		key = append(key, strings.ToLower(string(tools.EncodeValue(value))))
	}
	if !known { // of a thing that nobody asked for in these words
		return v, r, false
	}
	return v.For(first), keyed.New(w.seed, key...), true
}

// later moves a time or date-time on by minutes, a date by days. Times stay
// within the day.
func later(text string, by int) (any, bool) {
	if t, err := time.Parse(TimeLayout, text); err == nil {
		return minutes(min(t.Hour()*60+t.Minute()+by, 23*60+55)), true
	}
	if t, err := time.Parse(DateTimeLayout, text); err == nil {
		return t.Add(time.Duration(by) * time.Minute).Format(DateTimeLayout), true
	}
	if t, err := time.Parse(DateLayout, text); err == nil {
		return t.AddDate(0, 0, by).Format(DateLayout), true
	}
	return nil, false
}

func stepOr(v *tools.Values, other float64) float64 {
	if v.Step > 0 {
		return v.Step
	}
	return other
}

// steps draws one of low, low+step, … up to high.
func steps(r keyed.Rand, low, high, step float64) float64 {
	n := int(math.Floor((high-low)/step + 1e-9))
	return low + float64(r.IntN(n+1))*step
}

func round(f float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(f*p) / p
}

// whole gives whole numbers as int64: JSON does not tell 80 from 80.0.
func whole(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// Float gives a number as float64.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

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

var patterns sync.Map // of *syntax.Regexp by pattern: parsing is pure, so this is a cache, not state

// FromPattern makes a text that fits a regular expression. Unbounded
// repetitions end after a few rounds.
func FromPattern(r keyed.Rand, pattern string) string {
	cached, ok := patterns.Load(pattern)
	if !ok {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return pattern
		}
		cached, _ = patterns.LoadOrStore(pattern, re.Simplify())
	}
	var b strings.Builder
	fromRegexp(r, &b, cached.(*syntax.Regexp))
	return b.String()
}

func fromRegexp(r keyed.Rand, b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			b.WriteRune(c)
		}
	case syntax.OpCharClass:
		class := spoken(re.Rune)
		total := 0
		for i := 0; i < len(class); i += 2 {
			total += int(class[i+1]-class[i]) + 1
		}
		if total <= 0 {
			return
		}
		at := r.IntN(total)
		for i := 0; i < len(class); i += 2 {
			n := int(class[i+1]-class[i]) + 1
			if at < n {
				b.WriteRune(class[i] + rune(at))
				return
			}
			at -= n
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + r.IntN(26)))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			fromRegexp(r, b, sub)
		}
	case syntax.OpAlternate:
		fromRegexp(r, b, keyed.Pick(r, re.Sub))
	case syntax.OpQuest:
		if r.Chance(0.5) {
			fromRegexp(r, b, re.Sub[0])
		}
	case syntax.OpStar, syntax.OpPlus:
		n := r.IntN(4)
		if re.Op == syntax.OpPlus {
			n++
		}
		for range n {
			fromRegexp(r, b, re.Sub[0])
		}
	}
}

// spoken is what people can say of a class of characters, as ranges. Of wide
// ones, such as "[^/]", it is the letters and digits.
func spoken(class []rune) []rune {
	within := func(low, high rune) []rune {
		var out []rune
		for i := 0; i < len(class); i += 2 {
			if a, b := max(class[i], low), min(class[i+1], high); a <= b {
				out = append(out, a, b)
			}
		}
		return out
	}
	size := 0
	for i := 0; i < len(class); i += 2 {
		size += int(class[i+1]-class[i]) + 1
	}
	if size > 70 {
		if plain := append(within('0', '9'), within('a', 'z')...); len(plain) > 0 {
			return plain
		}
	}
	if printable := within(' ', '~'); len(printable) > 0 {
		return printable
	}
	return class[:min(2, len(class))]
}

// day draws a day. One that falls on a weekend where only workdays will do
// moves to the next workday, or back where that leaves the range.
func day(r keyed.Rand, v *tools.Values, now time.Time) time.Time {
	n := int(steps(r, v.Min, v.Max, 1))
	t := now.AddDate(0, 0, n)
	if !v.Workdays {
		return t
	}
	step := map[time.Weekday]int{time.Saturday: 2, time.Sunday: 1}[t.Weekday()]
	if n+step > int(v.Max) {
		step = map[time.Weekday]int{time.Saturday: -1, time.Sunday: -2}[t.Weekday()]
	}
	return t.AddDate(0, 0, step)
}
