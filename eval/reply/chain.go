package reply

import (
	"math"
	"regexp"
	"slices"
)

// portion reports whether an amount of money is a percentage of another one that was said or
// shown ("89 % of the value, which is £391.60"), or what such a percentage leaves or makes.
func (r *reading) portion(s *statement, f *figure, sums, differs bool) bool {
	if !f.money {
		return false
	}
	percents, said := r.percents(s)
	if !(said || sums || differs) {
		return false
	}
	values := r.amounts(s, f)
	whole := !rest.MatchString(s.clauseOf(f))
	for _, p := range percents {
		for _, v := range values {
			part := v.n * p / 100
			if !v.money {
				continue
			}
			if f.near(cents(part)) && whole || f.near(cents(v.n-part)) && leaving.MatchString(s.text) || f.near(cents(v.n+part)) && raising.MatchString(s.text) {
				return true
			}
		}
	}
	return false
}

// Words that show that a percentage was taken off an amount, or added to it.
var (
	leaving = regexp.MustCompile(`(?i)\b(?:off|less|cheaper|minus|lower|discount\w*|reduc\w*|deduct\w*)\b|` + rest.String())
	raising = regexp.MustCompile(`(?i)\b(?:plus|extra|on top|added|adding|surcharge|increase\w*|raised?|higher|dearer|more|includ\w*)\b|\+`)
	rest    = regexp.MustCompile(`(?i)\b(?:left|leav(?:es?|ing)|remain\w*|rest|not covered|uncovered)\b`)
	clauses = regexp.MustCompile(parted.String() + `|\band\b|[()]`)
)

// clauseOf returns the part of a sentence that a figure stands in.
func (s *statement) clauseOf(f *figure) string {
	from, to := 0, len(s.text)
	for _, at := range clauses.FindAllStringIndex(s.text, -1) {
		if at[1] <= f.from {
			from = at[1]
		} else if at[0] >= f.to {
			to = at[0]
			break
		}
	}
	return s.text[from:to]
}

func cents(n float64) float64 { return math.Round(100*n) / 100 }

// chained reports whether a number is the sum or difference of one that the reply derived
// before and of another value: "€74 more, and a fee of €32.40; together that makes €106.40".
// What a number was derived from is not added to it again.
func (r *reading) chained(s *statement, f *figure, sums, differs bool) bool {
	values := r.amounts(s, f)
	for _, w := range r.worked {
		for _, v := range append(slices.Clone(values), r.worked...) {
			if w == v || w.money != f.money || v.money != f.money || partOf(w, v, values) {
				continue
			}
			if sums && f.near(cents(w.n+v.n)) || differs && f.near(cents(math.Abs(w.n-v.n))) {
				return true
			}
		}
	}
	return false
}

// partOf reports whether a number is the sum or difference of a value and another one.
func partOf(n, v amount, values []amount) bool {
	return slices.ContainsFunc(values, func(o amount) bool {
		return o.money == n.money && (cents(v.n+o.n) == n.n || cents(math.Abs(v.n-o.n)) == n.n)
	})
}

// amounts returns the numbers of a statement but one, of the user's words, of this mission's
// answers and arguments, and of what was chosen.
func (r *reading) amounts(s *statement, but *figure) []amount {
	all := append(numbers(s.figures, but), numbers(r.asked, &figure{from: -1})...)
	for _, c := range r.calls {
		if c.own {
			all = append(all, valuesOf(c.top)...)
		}
	}
	for _, t := range r.chosen {
		all = append(all, valuesOf(t)...)
	}
	return all
}
