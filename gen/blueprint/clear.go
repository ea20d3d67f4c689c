package blueprint

import (
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// Words that compare and can mean only one item. "The latest booking" is the one with
// the latest date, the latest time or the one that was made last; it is said only where
// all of these are the same one.

// regard is what a form of a comparison without the name of an attribute can be about.
type regard int

const (
	named     regard = iota // the form names its attribute
	byTime                  // any date or time
	byPlace                 // any date or time, or the place in the list
	byAge                   // any date or year
	byMoney                 // any amount of money
	byMeasure               // any number
	byHeight                // any amount of money, or the place in the list
)

// vague has the forms of comparisons that name no attribute, without the noun.
var vague = map[string]regard{
	"earliest": byTime, "latest": byTime, "soonest": byTime, "next": byTime, "most immediate": byTime, "that is furthest off": byTime, "that is farthest off": byTime,
	"that comes first": byPlace, "that comes last": byPlace, "that comes up first": byPlace, "that comes up last": byPlace, "first": byPlace, "last": byPlace,
	"newest": byAge, "oldest": byAge, "most recent": byAge, "least recent": byAge,
	"cheapest": byMoney, "most expensive": byMoney, "least expensive": byMoney, "dearest": byMoney, "priciest": byMoney, "costliest": byMoney,
	"highest": byHeight, "lowest": byHeight,
	"largest": byMeasure, "biggest": byMeasure, "smallest": byMeasure, "longest": byMeasure, "shortest": byMeasure,
}

// lastMade are forms that can mean what was made last.
var lastMade = []string{"latest", "newest", "most recent"}

// forms lists the forms of a comparison that can mean only the winner among the rows at
// the places. Forms that name their attribute come out as they are. made means that people
// have such things made, and rows do not tell when.
func forms(e *tools.Entity, made bool, by string, order mission.Order, rows []any, among []int, winner int) []string {
	var say []string
	for _, c := range e.Comparisons {
		if c.By == by && c.Order == order {
			say = append(say, c.Say...)
		}
	}
	return slices.DeleteFunc(say, func(form string) bool {
		form = strings.TrimSpace(strings.ReplaceAll(form, "{noun}", ""))
		about, is := vague[form]
		if made && slices.Contains(lastMade, form) {
			return true
		}
		var rivals [][]string
		switch {
		case is:
			rivals = rivalsOf(e, rows, about)
			if about == byPlace && (order == mission.OrderMin && winner != among[0] || order == mission.OrderMax && winner != among[len(among)-1]) {
				return true
			}
			if about == byHeight && (order == mission.OrderMin && winner != among[len(among)-1] || order == mission.OrderMax && winner != among[0]) {
				return true // the lowest on the list
			}
		case !withinDay(form) && shapeOf(row(rows, 0), by) == aTime:
			for _, name := range rivalDays(e, rows) {
				rivals = append(rivals, []string{name, by})
			}
		}
		if !is && inRow(form) && !aboutAny(naming.Words(strings.ToLower(by)), queues) {
			for _, f := range row(rows, 0) {
				if f.Name != by && shapeOf(row(rows, 0), f.Name) == aNumber && aboutAny(naming.Words(strings.ToLower(f.Name)), queues) {
					rivals = append(rivals, []string{f.Name}) // "that is paid out last"
				}
			}
		}
		return slices.ContainsFunc(rivals, func(by []string) bool {
			best := bestBy(rows, among, by, order)
			return len(best) > 0 && !slices.Contains(best, winner)
		})
	})
}

// withinDay reports whether a form speaks of a time of day, whatever the day. "The earliest
// pickup time" can be the first moment.
func withinDay(form string) bool {
	return slices.ContainsFunc([]string{" in the day ", " of the day ", " of day ", " hour ", " in the morning ", " in the evening "}, func(w string) bool { return strings.Contains(" "+form+" ", w) })
}

// inRow reports whether a form puts things in a row, by time or by a queue.
func inRow(form string) bool {
	for word := range strings.FieldsSeq(form) {
		switch word {
		case "first", "last", "next", "soonest":
			return true
		}
	}
	return false
}

// queues are parts of the names of attributes that are places in a queue.
var queues = []string{"queue", "position", "rank", "ahead", "turn"}

func row(rows []any, i int) tools.Object {
	o, _ := rows[i].(tools.Object)
	return o
}

// shape is how a value of an attribute looks.
type shape int

const (
	aThing shape = iota
	aDate
	aTime
	aNumber
)

func shapeOf(o tools.Object, name string) shape {
	v, _ := o.Get(name)
	switch v := v.(type) {
	case string:
		switch {
		case len(v) >= len("2026-07") && v[4] == '-' && strings.Trim(v[:4]+v[5:7], "0123456789") == "":
			return aDate
		case (len(v) == len("07:00") || len(v) == len("07:00:00")) && v[2] == ':':
			return aTime
		}
	case int64, float64:
		return aNumber
	}
	return aThing
}

// rivalDays lists the attributes of the rows that are dates.
func rivalDays(e *tools.Entity, rows []any) (days []string) {
	for _, f := range row(rows, 0) {
		if shapeOf(row(rows, 0), f.Name) == aDate {
			days = append(days, f.Name)
		}
	}
	return days
}

// rivalsOf lists what a form without the name of an attribute can compare: attributes, or
// a date and a time together.
func rivalsOf(e *tools.Entity, rows []any, about regard) (rivals [][]string) {
	first := row(rows, 0)
	for _, f := range first {
		names := naming.Words(strings.ToLower(f.Name))
		a := e.Attribute(f.Name)
		money := a != nil && a.Told() != nil && a.Told().Kind == tools.ValueMoney
		fits := false
		switch s := shapeOf(first, f.Name); about {
		case byTime, byPlace:
			fits = s == aDate || s == aTime || s == aNumber && about == byPlace && aboutAny(names, queues)
			if s == aTime {
				for _, day := range rivalDays(e, rows) {
					rivals = append(rivals, []string{day, f.Name})
				}
			}
		case byAge:
			fits = s == aDate && !aboutAny(names, ahead) || s == aNumber && aboutAny(names, years)
		case byMoney, byHeight:
			fits = s == aNumber && (money || aboutAny(names, sums))
		case byMeasure:
			fits = s == aNumber && aboutAny(names, measures)
		}
		if fits {
			rivals = append(rivals, []string{f.Name})
		}
	}
	return rivals
}

// Parts of the names of attributes: dates that lie ahead, years, and what is counted or
// measured.
var (
	ahead    = []string{"due", "by", "until", "deadline", "expires", "expected", "delivery", "ready", "ends", "end", "return", "next", "new", "arrives", "valid", "last", "check"}
	years    = []string{"year", "built", "installed", "renovated", "made", "opened", "founded"}
	sums     = []string{"price", "fee", "fees", "fare", "rent", "cost", "total", "amount", "charge", "deposit", "sum", "bill"}
	measures = []string{"quantity", "pieces", "people", "portions", "size", "capacity", "places", "rooms", "seats", "units", "copies", "guests", "adults", "pages", "visitors",
		"minutes", "hours", "days", "nights", "weeks", "months", "duration", "amount", "total", "sum"}
)

// bestBy lists the places of the rows that are best by the attributes, the first one
// first. It is empty if the rows cannot be compared or are all the same.
func bestBy(rows []any, among []int, by []string, order mission.Order) []int {
	var out []int
	for _, i := range among {
		c := -1
		if len(out) > 0 {
			var ok bool
			if c, ok = compareBy(row(rows, i), row(rows, out[0]), by); !ok {
				return nil
			}
			if order == mission.OrderMax {
				c = -c
			}
		}
		switch {
		case c < 0:
			out = []int{i}
		case c == 0:
			out = append(out, i)
		}
	}
	if len(out) == len(among) {
		return nil
	}
	return out
}

func compareBy(a, b tools.Object, by []string) (c int, ok bool) {
	for _, name := range by {
		x, has := a.Get(name)
		y, also := b.Get(name)
		if c, ok = world.Compare(x, y); !has || !also || !ok || c != 0 {
			return c, has && also && ok
		}
	}
	return 0, true
}

// dated reports whether listed things have a date, a time or a place in a queue, so that
// "the first one" can be the earliest.
func (it item) dated() bool {
	return slices.ContainsFunc(it.fields, func(f tools.Field) bool {
		s := shapeOf(it.fields, f.Name)
		return s == aDate || s == aTime || s == aNumber && aboutAny(naming.Words(strings.ToLower(f.Name)), queues)
	})
}

// makes reports whether people have things of the kind made, of which lists do not tell when.
func makes(set *tools.Toolset, e *tools.Entity) bool {
	return slices.ContainsFunc(set.Tools, func(t *tools.Tool) bool { return t.Effect == tools.Create && t.Entity == e })
}

// bestOfMore reports whether an item that is chosen by a comparison is also the best of all
// lists of its kind that were shown.
func (d *drawer) bestOfMore(it item, choice mission.Choice) bool {
	if choice.Order != mission.OrderMin && choice.Order != mission.OrderMax {
		return true
	}
	all := slices.Clone(it.rows)
	for past := range d.made() {
		if past.Tool.Effect != tools.List || past.Tool.Entity != it.entity || past.Answer.Status >= 300 {
			continue
		}
		for _, listed := range rowsOf(past.Answer, jsonptr.Join(past.Tool.ListKey())) {
			id, _ := row([]any{listed}, 0).Get(it.entity.ID)
			if !slices.ContainsFunc(indices(all), func(i int) bool { have, _ := row(all, i).Get(it.entity.ID); return tools.Same(have, id) }) {
				all = append(all, listed)
			}
		}
	}
	best := bestBy(all, indices(all), []string{choice.By}, choice.Order)
	return len(best) == 0 || slices.Contains(best, it.pos)
}

// filters reports whether a tool can be asked for the things with some value of an attribute.
// "Open the one from Ada" does not say then whether to look for all messages or for Ada's.
func filters(t *tools.Tool, attribute string) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Target() == attribute })
}

// showedOther reports whether an earlier mission showed another thing of the kind.
func (d *drawer) showedOther(it item) bool {
	for k := range d.Past {
		if slices.ContainsFunc(d.shown(k), func(o item) bool { return o.entity == it.entity && !tools.Same(o.id, it.id) }) {
			return true
		}
	}
	return false
}
