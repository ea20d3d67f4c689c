package proof

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"switchyard/mission"
)

// Times and quantities in the rows that rules are about.

// precision says how exactly a [moment] is known.
type precision int

// The precisions.
const (
	ofClock  precision = iota // a time of day, on no certain day
	byMonth                   // a month
	byDay                     // a day
	byMinute                  // a day and a time of day
)

// moment is a time that a value tells, or a day and a time of day together.
type moment struct {
	time.Time
	exact precision
}

// timeForms are the ways in which values tell times.
var timeForms = []struct {
	layout string
	exact  precision
}{
	{time.DateOnly, byDay}, {"15:04", ofClock}, {"2006-01-02T15:04", byMinute}, {time.RFC3339, byMinute}, {"2006-01", byMonth},
	{"15:04:05", ofClock}, {time.DateTime, byMinute}, {"2006-01-02 15:04", byMinute}, {"2006-01-02T15:04:05", byMinute},
}

// momentOf reads the time that one value tells, or a day and a time of day.
func momentOf(values row, names []string) (moment, bool) {
	var out moment
	for i, name := range names {
		text, _ := values[name].(string)
		k := slices.IndexFunc(timeForms, func(f struct {
			layout string
			exact  precision
		}) bool {
			_, err := time.Parse(f.layout, text)
			return err == nil
		})
		if k < 0 {
			return out, false
		}
		t, _ := time.Parse(timeForms[k].layout, text)
		t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
		next := moment{t, timeForms[k].exact}
		switch {
		case i == 0:
			out = next
		case out.exact == byDay && next.exact == ofClock:
			out = moment{out.Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute), byMinute}
		default:
			return out, false
		}
	}
	return out, len(names) > 0
}

// before reports whether a time is before another one, as exactly as both are known. A
// time of day and a day cannot be compared.
func (m moment) before(other moment) bool {
	exact := min(m.exact, other.exact)
	if exact == ofClock && m.exact != other.exact {
		return false
	}
	return m.cut(exact).Before(other.cut(exact))
}

// cut drops what is more exact.
func (m moment) cut(exact precision) time.Time {
	switch exact {
	case byMonth:
		return time.Date(m.Year(), m.Month(), 1, 0, 0, 0, 0, time.UTC)
	case byDay:
		return time.Date(m.Year(), m.Month(), m.Day(), 0, 0, 0, 0, time.UTC)
	}
	return m.Time
}

// interval is the time that a row takes: from a begin up to an end.
func interval(r *mission.Rule, values row, from []string) (begin, end moment, ok bool) {
	begin, ok = momentOf(values, from)
	if !ok {
		return begin, begin, false
	}
	end = begin
	switch {
	case len(r.Until) > 0:
		end, ok = momentOf(values, r.Until)
		if ok && end.exact == ofClock && begin.exact == byMinute { // later on the same day
			day := begin.cut(byDay)
			end = moment{day.Add(time.Duration(end.Hour())*time.Hour + time.Duration(end.Minute())*time.Minute), byMinute}
		}
		ok = ok && end.exact == begin.exact
	case r.Minutes != "":
		var n float64
		n, ok = number(values[r.Minutes])
		end.Time = begin.Add(time.Duration(n) * time.Minute)
	case r.Hours != "":
		var n float64
		n, ok = number(values[r.Hours])
		end.Time = begin.Add(time.Duration(n) * time.Hour)
	case r.Days != "":
		var n float64
		n, ok = number(values[r.Days])
		end.Time = begin.AddDate(0, 0, int(n))
	case begin.exact == byDay:
		end.Time = begin.AddDate(0, 0, 1)
	case begin.exact == byMonth:
		end.Time = begin.AddDate(0, 1, 0)
	default:
		end.Time = begin.Add(time.Minute)
	}
	return begin, end, ok
}

// clash reports whether two rows have in common what the rule names, and take the same
// time. One may begin where the other ends.
func clash(r *mission.Rule, a, b row) bool {
	if !a.agrees(b, r.Same) {
		return false
	}
	if len(r.At) == 0 {
		return true
	}
	begin1, end1, ok1 := interval(r, a, r.At)
	begin2, end2, ok2 := interval(r, b, r.At)
	return ok1 && ok2 && begin1.exact == begin2.exact && begin1.Before(end2.Time) && begin2.Before(end1.Time)
}

// falls reports whether, of two rows, the one with more of a quantity has less of a value.
func falls(r *mission.Rule, a, b row) bool {
	if !a.agrees(b, r.Same) {
		return false
	}
	x, ok1 := number(a[r.At[0]])
	y, ok2 := number(b[r.At[0]])
	p, q := a[r.With], b[r.With]
	if !ok1 || !ok2 || p == nil || q == nil {
		return false
	}
	return contains(q, p) && !contains(p, q) && x > y || contains(p, q) && !contains(q, p) && y > x
}

// contains reports whether a quantity is at least another: a number that is no smaller, a
// time that is no earlier, or a list with all that the other list has.
func contains(all, part any) bool {
	if x, ok := number(all); ok {
		y, ok := number(part)
		return ok && x >= y
	}
	if x, ok := momentOf(row{"": all}, []string{""}); ok {
		y, ok := momentOf(row{"": part}, []string{""})
		return ok && !x.before(y)
	}
	list, ok1 := all.([]any)
	items, ok2 := part.([]any)
	if !ok1 || !ok2 {
		return sameValue(all, part)
	}
	free := slices.Clone(list)
	for _, item := range items {
		i := slices.IndexFunc(free, func(v any) bool { return covers(v, item) })
		if i < 0 {
			return false
		}
		free = slices.Delete(free, i, i+1)
	}
	return true
}

// covers reports whether an item of a list is the same as another, or more of it.
func covers(all, part any) bool {
	a, ok1 := all.(map[string]any)
	b, ok2 := part.(map[string]any)
	if !ok1 || !ok2 {
		return sameValue(all, part)
	}
	for key, v := range b {
		if !contains(a[key], v) {
			return false
		}
	}
	return true
}

// number reads a number.
func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil
}

// monthOf is the month that a value tells, 1 to 12: that of a day, or by its name. It is 0
// if it tells none.
func monthOf(v any) int {
	text, _ := v.(string)
	if t, err := time.Parse("January", text); err == nil {
		return int(t.Month())
	}
	if m, ok := momentOf(row{"": text}, []string{""}); ok && m.exact != ofClock {
		return int(m.Month())
	}
	return 0
}
