package reply

import (
	"math"
	"regexp"
	"slices"
	"time"
)

var (
	// Words that show that a number was computed: a sum or the like, or how things differ.
	adding = regexp.MustCompile(`(?i)\b(?:total\w*|sum\w*|altogether|all told|in all|together|combined|overall|plus|makes?|making|comes? to|came to|that is|that's|which is|i\.e\.|average\w*|mean|each|apiece|per|times|half|` +
		`people|persons|guests|pieces|adults and)\b|[=+×]|\bin \d|\bfor all|\bfor both`)
	forBoth   = regexp.MustCompile(`(?i)\bfor both\b`)
	differing = regexp.MustCompile(`(?i)\b(?:minus|difference|cheaper|dearer|pricier|more|less|fewer|longer|shorter|later|earlier|faster|slower|higher|lower|closer|nearer|farther|further|older|newer|sav(?:es?|ing)|left|remain\w*|extra|on top|apart|` +
		`between|below|above|twice|away|ago|from now|off|ahead|before|in front)\b|[=−]`)
	neighbouring = regexp.MustCompile(`(?i)\b(?:(?:the )?(?:day|night|morning|evening) (?:before|after)|next day|following (?:day|morning)|tomorrow|yesterday|overnight)\b`)
	spareBehind  = regexp.MustCompile(`(?i)^(?: (?:of (?:them|these|those)|more))?(?: [\pL-]+)?(?: (?:is|are|stays?|still))*(?: (?:free|available|unreserved|unused|vacant|to spare)\b)`)
	spans        = stemSet("day night week month year hour minute min hr h m")
	hundredths   = stemSet("cents pence")
)

// derived reports whether a figure follows plainly from what is known: a date and some
// days, a time and some minutes, the days between two dates, a count; and, with words that
// say so, a sum, a difference, a product, an average or a share.
func (r *reading) derived(s *statement, f *figure) bool {
	if f.kind == aNumber && f.n == math.Trunc(f.n) && !f.money && !f.percent && f.n < 100 && (r.counts(int(f.n)) || f.spelled && int(f.n) <= r.longest()) {
		return true
	}
	base := r.base(s)
	switch f.kind {
	case aDay, aWeekday:
		return derivedDay(s, f, base)
	case aTime:
		return derivedTime(f, base) || r.endsThen(f)
	case aNumber:
		if spans[f.unit] && span(f, base) {
			return true
		}
		if hundredths[f.unit] {
			whole := *f
			whole.n, whole.decimals, whole.money, whole.unit = f.n/100, 2, true, ""
			return r.derived(s, &whole)
		}
		sums, differs := adding.MatchString(s.text), differing.MatchString(s.text)
		if (sums || f.percent) && r.added(s, f) || (differs || f.percent) && r.differs(s, f) || r.spare(s, f) || r.portion(s, f, sums, differs) || r.chained(s, f, sums, differs) {
			r.worked = append(r.worked, amount{f.n, f.money})
			return true
		}
	}
	return false
}

// base returns the figures from which others may be derived: those of what the statement
// is about, of the answers of the mission that are no items of a list, of the user and of
// the statement itself.
func (r *reading) base(s *statement) (all []figure) {
	add := func(t *thing) {
		for i := range t.fields {
			x := &t.fields[i]
			for _, v := range x.figures {
				if v.kind == aNumber {
					for _, w := range x.label {
						if spans[w] {
							v.unit = w
						}
					}
				}
				all = append(all, v)
			}
		}
	}
	for _, t := range s.about() {
		add(t)
	}
	for _, c := range r.calls {
		if c.own {
			add(c.top)
		}
	}
	if len(s.about()) == 0 {
		for _, t := range r.chosen {
			add(t)
		}
	}
	return append(append(all, r.spoken...), s.figures...)
}

func dateOf(f *figure) time.Time {
	return time.Date(f.year, time.Month(f.month), f.day, 0, 0, 0, 0, time.UTC)
}

func derivedDay(s *statement, f *figure, base []figure) bool {
	for _, d := range base {
		if d.kind != aDay || d.year == 0 {
			continue
		}
		hit := func(t time.Time) bool {
			return f.says(&figure{kind: aDay, year: t.Year(), month: int(t.Month()), day: t.Day()})
		}
		day := dateOf(&d)
		if neighbouring.MatchString(s.text) && (hit(day.AddDate(0, 0, 1)) || hit(day.AddDate(0, 0, -1))) {
			return true
		}
		for _, n := range base {
			if n.kind != aNumber || n.n > 400 || n.n != math.Trunc(n.n) {
				continue
			}
			k := int(n.n)
			switch n.unit {
			case "hour", "hr", "h":
				if k > 0 && k%24 == 0 && (hit(day.AddDate(0, 0, k/24)) || hit(day.AddDate(0, 0, -k/24))) {
					return true
				}
			case "day", "night":
				if hit(day.AddDate(0, 0, k)) || hit(day.AddDate(0, 0, -k)) || hit(day.AddDate(0, 0, k-1)) {
					return true
				}
			case "week":
				if hit(day.AddDate(0, 0, 7*k)) || hit(day.AddDate(0, 0, -7*k)) {
					return true
				}
			case "month":
				if hit(day.AddDate(0, k, 0)) || hit(day.AddDate(0, -k, 0)) {
					return true
				}
			}
		}
	}
	return false
}

// endsThen reports whether something that an answer of the mission has ends at a time: it begins
// some minutes before.
func (r *reading) endsThen(f *figure) bool {
	for _, c := range r.calls {
		for _, t := range c.things() {
			var base []figure
			for i := range t.fields {
				for _, v := range t.fields[i].figures {
					if v.kind == aNumber && slices.Contains(t.fields[i].label, "minut") {
						v.unit = "minut"
					}
					base = append(base, v)
				}
			}
			if c.own && derivedTime(f, base) {
				return true
			}
		}
	}
	return false
}

func derivedTime(f *figure, base []figure) bool {
	for _, t := range base {
		if t.kind != aTime {
			continue
		}
		for _, n := range base {
			minutes := 0.0
			switch n.unit {
			case "minut", "min", "m":
				minutes = n.n
			case "hour", "hr", "h":
				minutes = 60 * n.n
			}
			if n.kind != aNumber || minutes == 0 {
				continue
			}
			if k := int(minutes); f.minutes == (t.minutes+k)%1440 || f.minutes == (t.minutes-k+2*1440)%1440 {
				return true
			}
		}
	}
	return false
}

// span reports whether a number of days, weeks, hours or minutes lies between two dates or
// times.
func span(f *figure, base []figure) bool {
	for i := range base {
		for j := range base[:i] {
			a, b := &base[i], &base[j]
			var apart float64 // in minutes
			switch {
			case a.kind == aDay && b.kind == aDay && a.year > 0 && b.year > 0:
				apart = math.Abs(dateOf(a).Sub(dateOf(b)).Minutes())
			case a.kind == aTime && b.kind == aTime:
				apart = math.Abs(float64(a.minutes - b.minutes))
				if f.saysSpan(1440 - apart) {
					return true
				}
			default:
				continue
			}
			if f.saysSpan(apart) || f.saysSpan(apart+1440) && a.kind == aDay {
				return true
			}
		}
	}
	return false
}

// minutesIn is how long units are, by the stem of the word.
var minutesIn = map[string]float64{"minut": 1, "min": 1, "m": 1, "hour": 60, "hr": 60, "h": 60, "day": 1440, "night": 1440, "week": 10080, "month": 30.4 * 1440, "year": 365 * 1440}

func (f *figure) saysSpan(minutes float64) bool {
	n := minutes / minutesIn[f.unit]
	if f.unit == "week" || f.unit == "month" || f.unit == "year" {
		return minutes > 0 && math.Abs(f.n-n) < 0.1*math.Max(1, n)
	}
	return minutes > 0 && f.near(n)
}

// added reports whether a number is the sum, product, average or share of values that belong
// together.
func (r *reading) added(s *statement, f *figure) bool {
	said := numbers(s.figures, f)
	if forBoth.MatchString(s.text) {
		said = append(said, amount{2, false})
	}
	if arithmetic(f, said) || arithmetic(f, numbers(r.asked, f)) {
		return true
	}
	for _, c := range r.calls {
		if !c.own && !slices.ContainsFunc(r.named, func(t *thing) bool { return t.call == c }) {
			continue
		}
		for _, list := range [][]*thing{c.items, r.namedOf(c)} {
			for _, values := range columns(list) {
				if column(f, values) {
					return true
				}
			}
		}
		if arithmetic(f, valuesOf(c.top)) {
			return true
		}
	}
	if r.sumOfSome(s, f) || r.forEach(s, f) {
		return true
	}
	for _, t := range slices.Concat(r.named, r.chosen) {
		if t.item && arithmetic(f, valuesOf(t)) {
			return true
		}
	}
	for _, list := range r.byTool() {
		for _, values := range columns(list) {
			if column(f, values) {
				return true
			}
		}
	}
	return f.money && arithmetic(f, r.prices())
}

// sumOfSome reports whether a number is the sum of the values of listed things that share a
// value which the statement says: "the four open ones come to €229".
func (r *reading) sumOfSome(s *statement, f *figure) bool {
	for _, c := range r.calls {
		if !c.own {
			continue
		}
		groups := map[string][]*thing{}
		for _, t := range c.items {
			for i := range t.fields {
				if x := &t.fields[i]; len(x.texts) == 1 && len(x.figures) == 0 && holds(s.folded, x.texts[0]) {
					key := x.key + "=" + x.texts[0]
					groups[key] = append(groups[key], t)
				}
			}
		}
		for _, some := range groups {
			for _, values := range columns(some) {
				if column(f, values) {
					return true
				}
			}
		}
	}
	return false
}

// forEach reports whether a sum of money is one that the statement says for each of some things,
// times how many there are: "€38 a piece, so €76".
func (r *reading) forEach(s *statement, f *figure) bool {
	return f.money && slices.ContainsFunc(numbers(s.figures, f), func(each amount) bool {
		n := math.Round(f.n / each.n)
		return each.money && each.n > 0 && n > 1 && n <= 20 && f.near(n*each.n) && (r.counts(int(n)) || slices.ContainsFunc(r.calls, func(c *call) bool { return c.own && c.top.parts == int(n) }))
	})
}

// byTool returns the answers of this mission's calls, and of those that the reply names, by
// their tool.
func (r *reading) byTool() map[string][]*thing {
	all := map[string][]*thing{}
	for _, c := range r.calls {
		if c.own || slices.Contains(r.named, c.top) {
			all[c.Tool] = append(all[c.Tool], c.top)
		}
	}
	return all
}

// prices returns the amounts of money in the answers of this mission and of what was chosen.
func (r *reading) prices() (all []amount) {
	things := slices.Clone(r.chosen)
	for _, c := range r.calls {
		if c.own {
			things = append(things, c.top)
		}
	}
	for _, t := range things {
		for i := range t.fields {
			if x := &t.fields[i]; x.money && !x.given && len(x.figures) == 1 && x.figures[0].kind == aNumber {
				all = append(all, amount{x.figures[0].n, true})
			}
		}
	}
	return all[:min(len(all), 8)]
}

// differs reports whether a number is the difference of two values of one kind, one of which
// belongs to something that the reply names, or which calls of one tool gave.
func (r *reading) differs(s *statement, f *figure) bool {
	near := append(slices.Clone(r.named), r.chosen...)
	if len(near) == 0 {
		for _, c := range r.calls {
			near = append(near, c.things()...)
		}
	}
	for _, a := range near {
		values := valuesOf(a)
		for i, x := range values {
			if ahead.MatchString(s.text) && (f.near(x.n-1) || f.near(x.n+1)) {
				return true
			}
			for _, y := range values[:i] {
				if x.money == y.money && x.money == f.money && f.near(math.Abs(x.n-y.n)) {
					return true
				}
			}
		}
		for _, b := range r.siblings(a) {
			for _, pair := range columns([]*thing{a, b}) {
				if len(pair) == 2 && differs(f, pair[0], pair[1]) {
					return true
				}
			}
		}
	}
	for _, c := range r.calls {
		if ahead.MatchString(s.text) && c.own && slices.ContainsFunc(valuesOf(c.top), func(x amount) bool { return f.near(x.n - 1) }) {
			return true
		}
	}
	for _, list := range r.byTool() {
		for _, values := range columns(list) {
			for i, x := range values {
				if slices.ContainsFunc(values[:i], func(y float64) bool { return differs(f, x, y) }) {
					return true
				}
			}
		}
	}
	return pairwise(f, numbers(s.figures, f)) || pairwise(f, numbers(r.asked, f))
}

// spare reports whether a number is what one count of a thing leaves of another, and the words
// behind it say so: "27 footrests, 2 of them reserved, so 25 are free".
func (r *reading) spare(s *statement, f *figure) bool {
	if f.money || f.percent || f.n != math.Trunc(f.n) || !spareBehind.MatchString(s.text[f.to:]) {
		return false
	}
	things := slices.Clone(s.about())
	for _, c := range r.calls {
		if c.own {
			things = append(things, c.top)
		}
	}
	return slices.ContainsFunc(things, func(t *thing) bool {
		counts := slices.DeleteFunc(valuesOf(t), func(v amount) bool { return v.money || v.n != math.Trunc(v.n) })
		return pairwise(&figure{kind: aNumber, n: f.n}, counts)
	})
}

var ahead = regexp.MustCompile(`(?i)\b(?:ahead|before|in front)\b`)

func pairwise(f *figure, values []amount) bool {
	for i, a := range values {
		for _, b := range values[:i] {
			if a.money == b.money && differs(f, a.n, b.n) {
				return true
			}
		}
	}
	return false
}

// differs reports whether a number is how far two values are apart, also in per cent.
func differs(f *figure, a, b float64) bool {
	apart := math.Abs(a - b)
	return apart > 0 && (f.saysNumber(apart) || f.percent && a*b != 0 && (f.near(100*apart/a) || f.near(100*apart/b)))
}

// namedOf returns the items of a call that the reply names.
func (r *reading) namedOf(c *call) (all []*thing) {
	for _, t := range c.items {
		if slices.Contains(r.named, t) {
			all = append(all, t)
		}
	}
	return all
}

func columns(list []*thing) map[string][]float64 {
	all := map[string][]float64{}
	if len(list) < 2 {
		return all
	}
	for _, t := range list {
		for i := range t.fields {
			x := &t.fields[i]
			if len(x.figures) == 1 {
				switch v := &x.figures[0]; v.kind {
				case aNumber:
					all[x.key] = append(all[x.key], v.n)
				case aTime:
					all[x.key+" (time)"] = append(all[x.key+" (time)"], float64(v.minutes))
				}
			}
		}
	}
	return all
}

// column reports whether a number is the sum or average of values.
func column(f *figure, values []float64) bool {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return f.near(sum) || f.near(math.Round(100*sum/float64(len(values)))/100)
}

// amount is a number that may be money.
type amount struct {
	n     float64
	money bool
}

// arithmetic reports whether a number is the sum of two or three others, or the product or
// quotient of two, one of which is a small count. Amounts of money add up to money, and money
// times a count is money.
func arithmetic(f *figure, values []amount) bool {
	for i, a := range values {
		for j, b := range values {
			switch {
			case i == j:
				continue
			case f.percent && b.n > 0 && f.near(100*a.n/b.n):
				return true
			case a.money == b.money && f.money == a.money && f.near(a.n+b.n):
				return true
			case !a.money && a.n == math.Trunc(a.n) && a.n > 1 && a.n <= 100 && f.money == b.money && (b.money || b.n <= 100) && (f.near(a.n*b.n) || f.near(b.n/a.n)):
				return true
			}
			for _, c := range values[:min(i, j)] {
				if a.money == b.money && b.money == c.money && c.money == f.money && f.near(a.n+b.n+c.n) {
					return true
				}
			}
		}
	}
	return false
}

// valuesOf returns the numbers of a thing.
func valuesOf(t *thing) (all []amount) {
	for i := range t.fields {
		for _, v := range t.fields[i].figures {
			if v.kind == aNumber && v.n > 0 && !t.fields[i].coded() {
				all = append(all, amount{v.n, t.fields[i].money})
			}
		}
	}
	return all[:min(len(all), 12)]
}

// numbers returns the numbers of a list but one.
func numbers(list []figure, but *figure) (all []amount) {
	for i := range list {
		if v := &list[i]; v.kind == aNumber && v != but && v.from != but.from {
			all = append(all, amount{v.n, v.money})
		}
	}
	return all[:min(len(all), 12)]
}
