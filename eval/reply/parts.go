package reply

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// spot is a place in a statement that names a part of a thing.
type spot struct{ from, to, part int }

// misplaced finds a number of one part of a thing beside the name of another part: the floor of
// one address beside the street of the other.
func (r *reading) misplaced(s *statement) string {
	if len(s.figures) == 0 || strings.Contains(s.folded, "respectively") {
		return ""
	}
	for _, c := range r.calls {
		t := c.top
		if !c.own || t.parts < 2 {
			continue
		}
		spots := s.spots(t)
		if len(spots) == 0 {
			continue
		}
		for i := range t.fields {
			x := &t.fields[i]
			if x.part > 0 && slices.ContainsFunc(t.fields[:i], func(o field) bool { return o.key == x.key && o.part > 0 && o.part != x.part }) {
				if why := r.misplacedOf(s, t, x.key, spots); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// misplacedOf does that for the members of one name.
func (r *reading) misplacedOf(s *statement, t *thing, key string, spots []spot) string {
	var told []*figure // under that name
	for i := range s.figures {
		if s.tellsOf(i, t, key) && !slices.ContainsFunc(spots, func(p spot) bool { return p.from < s.figures[i].to && s.figures[i].from < p.to }) {
			told = append(told, &s.figures[i])
		}
	}
	apart := func(a, b *figure) bool { // a part is named between them
		return slices.ContainsFunc(spots, func(p spot) bool { return a.to <= p.from && p.to <= b.from })
	}
	for i, f := range told {
		if i > 0 && !apart(told[i-1], f) || i+1 < len(told) && !apart(f, told[i+1]) {
			continue // "from floor 2 to floor 4"
		}
		from, to := 0, len(s.text)
		if i > 0 {
			from = told[i-1].to
		}
		if i+1 < len(told) {
			to = told[i+1].from
		}
		var other *field
		for _, p := range s.beside(f, spots, from, to) {
			x := t.ofPart(p.part, key)
			if x == nil || x.says(f) {
				other = nil
				break
			}
			other = x
		}
		if other != nil && r.namesOwn(t, key, f) {
			return fmt.Sprintf("%q is said where %s is %s", f.text, words(key), other.spelled())
		}
	}
	return ""
}

var ordinal = regexp.MustCompile(`^(?:st|nd|rd|th)\b`)

// tellsOf reports whether a figure stands under the name of members of a thing, and is the
// value of one of them.
func (s *statement) tellsOf(i int, t *thing, key string) bool {
	f, label := &s.figures[i], s.labelOf(i)
	if ordinal.MatchString(s.text[f.to:]) {
		label = s.behind(i)
	}
	return slices.ContainsFunc(t.fields, func(x field) bool {
		return x.key == key && x.part > 0 && x.comparable(f) && x.says(f) && score(&x, label) > 0 && named(&x, label)
	})
}

func (f *field) says(v *figure) bool {
	return slices.ContainsFunc(f.figures, func(x figure) bool { return v.says(&x) })
}

// ofPart returns the member of a part of a thing.
func (t *thing) ofPart(part int, key string) *field {
	i := slices.IndexFunc(t.fields, func(f field) bool { return f.part == part && f.key == key })
	if i < 0 {
		return nil
	}
	return &t.fields[i]
}

// spots returns where a statement names the parts of a thing by a text that no other part has,
// in order.
func (s *statement) spots(t *thing) (all []spot) {
	low := strings.ToLower(s.text)
	for i := range t.fields {
		x := &t.fields[i]
		if x.part == 0 || len(x.texts) != 1 || len(x.texts[0]) < 3 || slices.ContainsFunc(t.fields, func(o field) bool {
			return o.part != x.part && slices.ContainsFunc(o.texts, func(v string) bool { return holds(v, x.texts[0]) })
		}) {
			continue
		}
		for at := 0; ; {
			from := strings.Index(low[at:], x.texts[0])
			if from < 0 {
				break
			}
			from, at = at+from, at+from+len(x.texts[0])
			all = append(all, spot{from, at, x.part})
		}
	}
	slices.SortFunc(all, func(a, b spot) int { return a.from - b.from })
	return all
}

// beside returns the last spot before a figure and the first one behind it, between two places.
// What stands behind the bracket that a figure is in is not beside it.
func (s *statement) beside(f *figure, spots []spot, from, to int) (all []spot) {
	var before, behind *spot
	for i := range spots {
		p := &spots[i]
		if p.from >= from && p.to <= f.from {
			before = p
		}
		if p.from >= f.to && p.to <= to && behind == nil {
			behind = p
		}
	}
	if before != nil {
		all = append(all, *before)
	}
	if behind != nil {
		gap := s.text[f.to:behind.from]
		if at := strings.IndexAny(gap, "()"); at < 0 || gap[at] == '(' {
			all = append(all, *behind)
		}
	}
	return all
}

// namesOwn reports whether the reply names a part of a thing that has a value.
func (r *reading) namesOwn(t *thing, key string, f *figure) bool {
	return slices.ContainsFunc(t.fields, func(x field) bool {
		own := x.part > 0 && x.key != key && len(x.texts) == 1 && holds(r.folded, x.texts[0])
		value := t.ofPart(x.part, key)
		return own && value != nil && value.says(f)
	})
}
