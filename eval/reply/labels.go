package reply

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Whether a figure stands under the name of another value.

// mislabelled says why a figure that is a value of a thing is not the value of the member
// that the words beside it name.
func (r *reading) mislabelled(s *statement, i int, hits []hit) string {
	f := &s.figures[i]
	label := s.labelOf(i)
	if f.limit && r.took(f) {
		return "" // it is the limit that was asked for
	}
	if len(label) == 0 || slices.ContainsFunc(hits, hit.counts) || f.kind == aNumber && !f.money && f.unit != "" && r.counts(int(f.n)) {
		return ""
	}
	exact := func(h hit) bool {
		return slices.ContainsFunc(h.f.figures, func(v figure) bool { return v.kind == f.kind && v.n == f.n })
	}
	if slices.ContainsFunc(hits, exact) { // what only fits when rounded is not meant
		hits = slices.DeleteFunc(hits, func(h hit) bool { return !exact(h) })
	}
	best := 0
	var due []hit
	seen := map[*thing]bool{}
	for _, h := range hits {
		if seen[h.t] {
			continue
		}
		seen[h.t] = true
		for k := range h.t.fields {
			x := &h.t.fields[k]
			n := score(x, label)
			if n == 0 || n < best || !x.comparable(f) || !named(x, label) || f.unit != "" && (r.retold(x) || r.onlyMeasured(x, f, h.t)) {
				continue
			}
			if n > best {
				best, due = n, nil
			}
			due = append(due, hit{h.t, x})
		}
	}
	for _, d := range due {
		if s.baseOf(i, d.f) || s.explained(i, d.f) || s.identifies(i, d, hits) {
			return ""
		}
		if slices.ContainsFunc(hits, func(h hit) bool {
			return h == d || score(h.f, label) >= best || h.f.given && !d.f.given && r.figured(d.f)
		}) {
			return ""
		}
	}
	if len(due) == 0 || comparing.MatchString(s.text) || slices.ContainsFunc(due, func(d hit) bool { return s.sumOf(f, d) }) {
		return ""
	}
	return fmt.Sprintf("%s is %s", words(due[0].f.key), due[0].f.spelled())
}

// sumOf reports whether a figure is the sum of the member that the words beside it name and of
// another one: "new fare and fee together".
func (s *statement) sumOf(f *figure, due hit) bool {
	return adding.MatchString(s.text) && slices.ContainsFunc(due.t.fields, func(x field) bool {
		return x.key != due.f.key && x.comparable(f) && f.near(x.figures[0].n+due.f.figures[0].n)
	})
}

// took reports whether a figure is an argument of a call.
func (r *reading) took(f *figure) bool {
	return slices.ContainsFunc(r.calls, func(c *call) bool {
		return slices.ContainsFunc(c.top.fields, func(x field) bool { return x.given && len(x.figures) == 1 && f.says(&x.figures[0]) })
	})
}

// figured reports whether the reply tells the figure of a field anywhere. If it does, an
// argument beside the name of the field says for what that was asked: in "the population data
// for 2024" the figure is a year, and in "with a fee of €5 at most" a limit.
func (r *reading) figured(x *field) bool {
	for i := range r.lines {
		for _, s := range r.lines[i].sentences {
			if has(s.figures, &x.figures[0]) {
				return true
			}
		}
	}
	return false
}

// amountOf matches what an amount is one of, if that is told behind it: "€8 of duty".
var amountOf = regexp.MustCompile(`(?i)^ ?(?:[€$£]|euros?|pounds?|dollars?)? ?(?:of|in) ((?:\pL+ ){0,2}\pL+)(?: (?:on|out of|from)\b|[,;.)]|$)`)

// basing ends the words between an amount and what it is taken of.
var basing = regexp.MustCompile(`(?i)\b(?:on|of|out of|from)(?: top of)? [€$£¥]?$`)

// baseOf reports whether a figure is what the value of a field, told right before it, is taken
// of: in "€81.60 of import VAT on €408" only the first one is import VAT.
func (s *statement) baseOf(i int, x *field) bool {
	return i > 0 && basing.MatchString(s.text[:s.figures[i].from]) && s.figures[i-1].kind == s.figures[i].kind && x.says(&s.figures[i-1])
}

// explained reports whether a figure stands behind a colon, and the words before the colon have
// the value of a field, so that they are no label of this figure: "€78.75 is left to pay: €4.25
// comes off".
func (s *statement) explained(i int, x *field) bool {
	if i == 0 || s.figures[i-1].to > s.figures[i].from {
		return false
	}
	last := &s.figures[i-1]
	return strings.Contains(s.text[last.to:s.figures[i].from], ": ") && last.kind == s.figures[i].kind && x.says(last)
}

// identifies reports whether a figure is the identifier of a thing, and the words before it
// say why that was picked: in "Top scoring: 4620 (Bright Lantern), score 831" the number is no
// score. The sentence also tells the value that is due, or a name right behind the number.
func (s *statement) identifies(i int, due hit, hits []hit) bool {
	f, t := &s.figures[i], due.t
	if t.id == "" || f.text != t.id || !slices.ContainsFunc(hits, func(h hit) bool { return h.t == t && h.f.key == t.idKey }) {
		return false
	}
	behind := fold(s.text[f.to:])
	return picking.MatchString(s.text[:f.from]) && (has(s.figures, &due.f.figures[0]) || slices.ContainsFunc(t.names, func(n string) bool { return strings.HasPrefix(behind, n) }))
}

// picking matches words for the one of several that has most or least of something.
var picking = regexp.MustCompile(`(?i)\b(?:top|best|worst|most|least|first|last|leading|\pL{2,}est)\b`)

// counts reports whether a value is the number of items of a list.
func (h hit) counts() bool {
	return h.t.call.lists() && !h.t.item && !h.f.given && slices.ContainsFunc(h.f.label, func(w string) bool { return w == "count" || w == "total" || w == "number" })
}

// onlyMeasured reports whether a field is called as what a figure is measured in, and the
// reply tells its value elsewhere: in "5 minutes at the station, and 30 minutes on the road"
// the second is another value in minutes. What an earlier mission asked for is not told again.
func (r *reading) onlyMeasured(x *field, f *figure, t *thing) bool {
	if len(x.label) != 1 || !same(x.label[0], f.unit) {
		return false
	}
	if x.given && !t.call.own {
		return true
	}
	for i := range r.lines {
		for _, s := range r.lines[i].sentences {
			if slices.ContainsFunc(s.figures, func(told figure) bool { return told.unit == f.unit && told.says(&x.figures[0]) }) {
				return true
			}
		}
	}
	return false
}

// misnamed is mislabelled for a figure that is no value: the words beside it name a member
// that has another value.
func (r *reading) misnamed(s *statement, i int) string {
	f := &s.figures[i]
	if f.limit || comparing.MatchString(s.text) || differing.MatchString(s.text) {
		return ""
	}
	label := append(s.labelOf(i), s.behind(i)...)
	about := r.subject(s)
	for _, t := range about {
		if slices.ContainsFunc(about, func(o *thing) bool { return alike(o, t) }) {
			continue
		}
		for k := range t.fields {
			x := &t.fields[k]
			if score(x, label) > 0 && named(x, label) && x.comparable(f) && !has(s.figures, &x.figures[0]) && !r.retold(x) {
				return fmt.Sprintf("%s is %s", words(x.key), x.spelled())
			}
		}
	}
	return ""
}

// retold reports whether the number of a field counts what the reply lists, so that other
// counts may have the same label.
func (r *reading) retold(x *field) bool {
	return slices.ContainsFunc(x.label, func(w string) bool { return w == "count" })
}

// behind returns the stems of the few words behind a figure.
func (s *statement) behind(i int) []string {
	f := &s.figures[i]
	to := len(s.text)
	if i+1 < len(s.figures) && s.figures[i+1].from >= f.to {
		to = s.figures[i+1].from
	}
	window := s.text[f.to:to]
	if at := stops.FindStringIndex(window); at != nil {
		window = window[:at[0]]
	}
	list := stems(window)
	return list[:min(len(list), 3)]
}

// score counts how many words of a label name a field; 0 if none that tells.
func score(x *field, label []string) int {
	n, tells := 0, false
	for _, w := range x.label {
		if slices.ContainsFunc(label, func(l string) bool { return same(l, w) }) {
			n++
			tells = tells || !common[w] && len(w) > 2
		}
	}
	if !tells {
		return 0
	}
	return n
}

// named reports whether a label has all words of a field that tell.
func named(x *field, label []string) bool {
	return !slices.ContainsFunc(x.label, func(w string) bool {
		return !common[w] && len(w) > 2 && !slices.ContainsFunc(label, func(l string) bool { return same(l, w) })
	})
}

// comparable reports whether a field holds one figure of the same kind.
func (x *field) comparable(f *figure) bool {
	return len(x.figures) == 1 && (f.kind != aNumber || len(x.texts) == 0) && !x.figures[0].spelled && x.figures[0].kind == f.kind && (f.kind != aNumber || x.money == f.money) && !x.coded()
}

// coded reports whether a field holds an identifier.
func (x *field) coded() bool {
	return len(x.label) > 1 && slices.Contains([]string{"id", "code", "ref", "no"}, x.label[len(x.label)-1])
}

var stops = regexp.MustCompile(`[,;()|"]|\band\b|\bbut\b|\bwhile\b|\s[–—-]\s`)

// per are stems before the unit of a price: "a night".
var per = wordSet("a an per each every for")

// labelOf returns the stems of the words that say what a figure is: the head of its column,
// or the words of its clause before it, and the word behind it. The word behind another
// figure belongs to that one.
func (s *statement) labelOf(i int) []string {
	f := &s.figures[i]
	var list []string
	if i < len(s.heads) && s.heads[i] != "" {
		list = stems(s.heads[i])
	}
	if len(s.heads) > 0 {
		return list
	}
	from := 0
	behind := false // another figure
	if i > 0 && s.figures[i-1].to <= f.from {
		from, behind = s.figures[i-1].to, s.figures[i-1].kind == aNumber
	}
	window := s.text[from:f.from]
	if at := stops.FindAllStringIndex(window, -1); len(at) > 0 {
		window, behind = window[at[len(at)-1][1]:], false
	}
	before := stems(window)
	if behind && len(before) > 0 {
		if len(before) > 1 && per[before[0]] {
			before = before[1:]
		}
		if len(before) > 1 && ordinal.MatchString(before[0]) { // "2nd floor"
			before = before[1:]
		}
		before = before[1:]
	}
	list = append(list, before[max(0, len(before)-5):]...)
	if f.unit != "" {
		list = append(list, f.unit)
	}
	if of := amountOf.FindStringSubmatch(s.text[f.to:]); f.money && of != nil {
		list = stems(of[1])
	}
	if f.percent {
		list = append(list, "percent")
	}
	return list
}
