package world

import (
	"slices"
	"time"

	"switchyard/mission"
	"switchyard/tools"
)

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

var layouts = []struct {
	layout string
	exact  precision
}{{DateLayout, byDay}, {TimeLayout, ofClock}, {DateTimeLayout, byMinute}, {momentLayout, byMinute}, {MonthLayout, byMonth}, {time.RFC3339, byMinute}}

// momentIn reads the time that a text tells.
func momentIn(text string) (moment, bool) {
	for _, l := range layouts {
		if len(text) != len(l.layout) && l.layout != time.RFC3339 {
			continue
		}
		if t, err := time.Parse(l.layout, text); err == nil {
			return moment{t.UTC(), l.exact}, true
		}
	}
	return moment{}, false
}

// momentOf reads the time of a row: one value, a day and a time of day, or now.
func (w *World) momentOf(names []string, known lookup) (moment, bool) {
	if slices.Equal(names, []string{mission.Now}) {
		return moment{w.now, byMinute}, true
	}
	return timeOf(names, known)
}

func timeOf(names []string, known lookup) (out moment, ok bool) {
	for i, name := range names {
		v, _ := known(name)
		text, _ := v.(string)
		next, ok := momentIn(text)
		switch {
		case !ok:
			return out, false
		case i == 0:
			out = next
		case out.exact != byDay || next.exact != ofClock:
			return out, false
		default:
			out = out.at(next)
		}
	}
	return out, len(names) > 0
}

// at is a time of day on the day of m.
func (m moment) at(clock moment) moment {
	day := m.cut(byDay)
	return moment{day.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute), byMinute}
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

// before compares two times as exactly as both are known.
func (m moment) before(other moment) bool {
	exact := min(m.exact, other.exact)
	return (exact != ofClock || m.exact == other.exact) && m.cut(exact).Before(other.cut(exact))
}

// interval is the time that a row takes.
func interval(r *tools.Rule, from []string, known lookup) (begin, end moment, ok bool) {
	if begin, ok = timeOf(from, known); !ok {
		return begin, end, false
	}
	end = begin
	amount := func(name string, unit time.Duration) {
		v, _ := known(name)
		var f float64
		f, ok = Float(v)
		end.Time = begin.Add(time.Duration(f * float64(unit)))
	}
	switch {
	case len(r.Until) > 0:
		if end, ok = timeOf(r.Until, known); end.exact == ofClock && begin.exact == byMinute {
			end = begin.at(end)
		}
		ok = ok && end.exact == begin.exact
	case r.Minutes != "":
		amount(r.Minutes, time.Minute)
	case r.Hours != "":
		amount(r.Hours, time.Hour)
	case r.Days != "":
		amount(r.Days, 24*time.Hour)
	case begin.exact == byDay:
		end.Time = begin.AddDate(0, 0, 1)
	case begin.exact == byMonth:
		end.Time = begin.AddDate(0, 1, 0)
	default:
		end.Time = begin.Add(time.Minute)
	}
	return begin, end, ok
}

// clash reports whether two rows take the same time. One may begin where the other ends.
func clash(r *tools.Rule, a, b lookup) bool {
	if len(r.At) == 0 {
		return true
	}
	begin1, end1, ok1 := interval(r, r.At, a)
	begin2, end2, ok2 := interval(r, r.At, b)
	return ok1 && ok2 && begin1.exact == begin2.exact && begin1.Before(end2.Time) && begin2.Before(end1.Time)
}

// covers reports whether a quantity is at least another: a number or a time that is no
// smaller, or a list or an object with all that the other has.
func covers(all, part any) bool {
	switch x := all.(type) {
	case []any:
		y, ok := part.([]any)
		if !ok {
			return false
		}
		free := slices.Clone(x)
		for _, item := range y {
			i := slices.IndexFunc(free, func(v any) bool { return covers(v, item) })
			if i < 0 {
				return false
			}
			free = slices.Delete(free, i, i+1)
		}
		return true
	case tools.Object:
		y, ok := part.(tools.Object)
		return ok && !slices.ContainsFunc(y, func(f tools.Field) bool {
			v, has := x.Get(f.Name)
			return !has || !covers(v, f.Value)
		})
	case string:
		text, _ := part.(string)
		a, ok1 := momentIn(x)
		if b, ok2 := momentIn(text); ok1 && ok2 {
			return !a.before(b)
		}
	}
	if x, ok := Float(all); ok {
		y, ok := Float(part)
		return ok && x >= y
	}
	return equal(all, part)
}
