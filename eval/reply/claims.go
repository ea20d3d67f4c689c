package reply

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

var (
	coded    = regexp.MustCompile(`[\pL\pN][\pL\pN_/.:@#+-]*[\pL\pN]`)
	measured = regexp.MustCompile(`(?i)^(?:\d+(?:[.,:]\d+)*(?:st|nd|rd|th|[a-z]{1,3}|°c)?|[\d./:-]+|(?:eur|usd|gbp|chf)?\d+[.,\d]*|\d+[a-z-]+)$`)
)

// strangeCode finds a code that stands nowhere.
func (r *reading) strangeCode() string {
	if chat := r.entry.Missions[r.mission].Chat; r.raw == "" || chat != nil && chat.Kind == mission.ChatKnowledge {
		return "" // what everybody can know has names such as Base64
	}
	low := strings.ToLower(r.raw)
	for _, word := range coded.FindAllString(plainText.Replace(r.text), -1) {
		if !isCode(word) || r.codes[word] {
			continue
		}
		if !within(low, strings.ToLower(word)) && !r.namesCode(word) {
			return fmt.Sprintf("%q stands in no answer, argument or earlier text", word)
		}
		r.codes[word] = true
	}
	return ""
}

// isCode reports whether a word is a code: it has letters and at least two digits, or it is
// a path or an address with a digit.
func isCode(word string) bool {
	if measured.MatchString(word) {
		return false
	}
	letters, digits := 0, 0
	for i := range len(word) {
		switch {
		case letter(word[i]):
			letters++
		case numeral(word[i]):
			digits++
		}
	}
	return letters > 0 && (digits >= 2 && len(word) >= 4 || digits > 0 && strings.ContainsAny(word, "/_@"))
}

// within reports whether a text has a word that is not part of a longer one.
func within(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(word)
		plain := func(b byte) bool { return letter(b) || numeral(b) }
		if (from == 0 || !plain(text[from-1])) && (to == len(text) || !plain(text[to])) {
			return true
		}
		at = from + 1
	}
}

// segment is the part of a statement that is about one of several things of a kind.
type segment struct {
	things  []*thing
	text    string // folded
	figures []figure
}

// crossed finds a named thing among several of a kind that has, in its part of a sentence, the
// value of another one: "A costs £5 and B costs £5", where B costs £7. Only members of which
// every part tells a value count, so that the parts are known to be told alike.
func (r *reading) crossed(s *statement) string {
	if len(s.hard) < 2 || strings.Contains(s.folded, "respectively") {
		return ""
	}
	after, before := r.segments(s)
	if len(after) < 2 {
		return ""
	}
	for i := range after[0].things[0].fields {
		key := after[0].things[0].fields[i].key
		if why := r.mismatch(after, key); why != "" && !fits(before, key) {
			return why
		}
	}
	return ""
}

// segments splits a statement at the names of things of a kind: into the parts behind them,
// and into those before them. Names that follow each other share a part.
func (r *reading) segments(s *statement) (after, before []segment) {
	type name struct {
		at int
		t  *thing
	}
	var names []name
	for _, t := range s.hard {
		if at := r.whereNamed(s, t); at >= 0 && len(r.siblings(t)) > 0 && !slices.ContainsFunc(names, func(n name) bool { return n.at == at || !alike(n.t, t) }) {
			names = append(names, name{at, t})
		}
	}
	slices.SortFunc(names, func(a, b name) int { return a.at - b.at })
	var together []*thing
	start := 0
	for i, n := range names {
		to := len(s.text)
		if i+1 < len(names) {
			to = names[i+1].at
		}
		together = append(together, n.t)
		if len(after) == 0 && start == 0 {
			start = n.at
		}
		if words := s.text[n.at:to]; i+1 < len(names) && len(strings.Fields(words)) <= 2 {
			continue // "A and B"
		}
		after = append(after, s.segment(together, start, to))
		together, start = nil, to
	}
	from := 0
	for _, n := range names {
		before = append(before, s.segment([]*thing{n.t}, from, n.at))
		from = n.at
	}
	return after, before
}

func (s *statement) segment(things []*thing, from, to int) segment {
	return segment{things, fold(s.text[from:to]), s.figureIn(from, to)}
}

// mismatch returns what is wrong with a member if each part tells a value of it.
func (r *reading) mismatch(parts []segment, key string) string {
	wrong := ""
	for _, p := range parts {
		own, other := false, false
		for _, t := range p.things {
			x := t.field(key)
			if x == nil || r.stale(t, x) {
				return ""
			}
			if p.tells(x) {
				own = true
				continue
			}
			for _, q := range parts {
				for _, o := range q.things {
					y := o.field(key)
					if y != nil && y.value() != x.value() && p.tellsOnly(y, t) {
						other = true
						wrong = fmt.Sprintf("%s of %s is %s, not %s", words(key), t.id, x.spelled(), y.spelled())
					}
				}
			}
		}
		if !own && !other {
			return ""
		}
	}
	return wrong
}

// fits reports whether each part tells the value of its own thing.
func fits(parts []segment, key string) bool {
	return !slices.ContainsFunc(parts, func(p segment) bool {
		x := p.things[0].field(key)
		return x == nil || !p.tells(x)
	})
}

// tells reports whether a part says a value of a field.
func (p *segment) tells(x *field) bool {
	if len(x.figures) > 0 {
		return slices.ContainsFunc(x.figures, func(v figure) bool { return has(p.figures, &v) })
	}
	return slices.ContainsFunc(x.texts, func(v string) bool { return holds(p.text, v) })
}

// tellsOnly reports whether a part says a value of a field that is no value of a thing.
func (p *segment) tellsOnly(y *field, t *thing) bool {
	if len(y.figures) == 0 {
		return p.tells(y) && !slices.ContainsFunc(t.fields, func(x field) bool {
			return slices.ContainsFunc(x.texts, func(v string) bool { return holds(v, y.texts[0]) })
		})
	}
	for _, f := range p.figures {
		if f.says(&y.figures[0]) && !slices.ContainsFunc(t.fields, func(x field) bool {
			return slices.ContainsFunc(x.figures, func(v figure) bool { return f.says(&v) && (v.kind != aNumber || v.n == f.n) })
		}) {
			return true
		}
	}
	return false
}

// whereNamed returns where a statement names a thing; -1 if it has another form there.
func (r *reading) whereNamed(s *statement, t *thing) int {
	low := strings.ToLower(s.text)
	best := -1
	if t.id != "" {
		best = strings.Index(low, strings.ToLower(t.id))
	}
	for _, n := range t.names {
		if at := strings.Index(low, n); at >= 0 && best < 0 {
			best = at
		}
	}
	return best
}

func (s *statement) figureIn(from, to int) (list []figure) {
	for _, f := range s.figures {
		if f.from >= from && f.to <= to {
			list = append(list, f)
		}
	}
	return list
}

func has(list []figure, v *figure) bool {
	return slices.ContainsFunc(list, func(f figure) bool { return f.says(v) })
}

// mixed finds a statement that names nothing and tells figures of several items of a list as
// if they were one item's.
func (r *reading) mixed(s *statement) string {
	if len(s.about()) > 0 || comparing.MatchString(s.text) || len(s.heads) > 0 {
		return ""
	}
	var figures []*figure
	for i := range s.figures {
		f := &s.figures[i]
		if !r.place(s, f) && len(r.onlyItems(s, f)) > 0 {
			figures = append(figures, f)
		}
	}
	if len(figures) < 2 {
		return ""
	}
	keys := map[string]bool{}
	for _, f := range figures {
		for _, h := range r.onlyItems(s, f) {
			keys[h.f.key] = true
		}
	}
	for _, c := range r.calls {
		for _, t := range c.items {
			if !slices.ContainsFunc(figures, func(f *figure) bool { return len(r.hitsIn([]*thing{t}, s, f)) == 0 }) {
				return ""
			}
		}
	}
	if len(keys) < 2 { // "they cost £5, £7 and £9"
		return ""
	}
	return fmt.Sprintf("%s and %s are not of the same one", figures[0].text, figures[1].text)
}

// onlyItems returns the items of lists whose value a figure is, if it is known from nowhere
// else.
func (r *reading) onlyItems(s *statement, f *figure) (items []hit) {
	if slices.ContainsFunc(r.spoken, func(v figure) bool { return f.says(&v) }) {
		return nil
	}
	for _, h := range r.hitsIn(r.answers(s), s, f) {
		if !h.t.item {
			return nil
		}
		items = append(items, h)
	}
	if len(items) > 0 && f.kind == aNumber && r.derived(s, f) {
		return nil
	}
	return items
}

// otherText finds a text that another item of the list, or another answer of the tool, has
// in place of the text of what the statement is about.
func (r *reading) otherText(s *statement) string {
	if comparing.MatchString(s.text) {
		return ""
	}
	about := s.about()
	for _, t := range about {
		for _, o := range r.siblings(t) {
			if slices.ContainsFunc(about, func(a *thing) bool { return a == o || a.id != "" && a.id == o.id }) {
				continue
			}
			for i := range o.fields {
				x := &o.fields[i]
				own := t.field(x.key)
				if own == nil || len(x.figures) > 0 || len(x.texts) != 1 || slices.Contains(own.texts, x.texts[0]) || r.stale(t, own) {
					continue
				}
				v := x.texts[0]
				if len(v) < 4 || !holds(s.folded, v) || r.hasText(about, v) || holds(r.request, v) || r.saysOne(s, own.texts) || t.call.says(v) || s.labels(v) || s.namesMember(about, v) || s.countsBy(about, v) {
					continue
				}
				if len(s.hard) == 0 && !s.claims(v) || denied(s, v) || r.beside(s, t, v) {
					continue
				}
				return fmt.Sprintf("%q is said where %s is %s", v, words(x.key), own.spelled())
			}
		}
	}
	return ""
}

// otherReference finds the identifier of something else where what a statement names refers
// to one of that kind.
func (r *reading) otherReference(s *statement) string {
	if comparing.MatchString(s.text) {
		return ""
	}
	for _, t := range s.hard {
		if t.item || len(s.hard) < 2 || !r.namedItself(s, t) {
			continue
		}
		for i := range t.fields {
			x := &t.fields[i]
			if x.key == t.idKey || !r.identifies(x.key) || len(x.texts) != 1 || holds(s.folded, x.texts[0]) || r.stale(t, x) {
				continue
			}
			own := slices.DeleteFunc(slices.Clone(s.hard), func(o *thing) bool { return o != t && (t.id == "" || o.id != t.id) })
			for _, o := range s.hard {
				if o != t && o.idKey == x.key && fold(o.id) != x.texts[0] && holds(s.folded, fold(o.id)) && !r.hasText(own, fold(o.id)) && !holds(r.request, fold(o.id)) && !r.renewed(t, fold(o.id)) && !r.broughtTogether(t, fold(o.id)) {
					return fmt.Sprintf("%s is said where %s is %s", o.id, words(x.key), x.texts[0])
				}
			}
		}
	}
	return ""
}

// broughtTogether reports whether a call of the mission was given a thing and something else,
// which it asks for: a booking, and the flight that it is to be moved to.
func (r *reading) broughtTogether(t *thing, id string) bool {
	return slices.ContainsFunc(r.calls, func(c *call) bool {
		given := strings.ToLower(string(c.Arguments))
		return c.own && c.Status < 400 && t.id != "" && within(given, strings.ToLower(t.id)) && within(given, id)
	})
}

// namedItself reports whether a statement names a thing by its identifier, or by another name
// that does not belong to what it names by an identifier: in "booking BK12 of Ana Lee" the
// name does not mean her other booking. Nor does it if the identifier is only shown together with
// the name, in the answer to another request.
func (r *reading) namedItself(s *statement, t *thing) bool {
	byID := func(o *thing) bool { return o.id != "" && holds(s.folded, fold(o.id)) }
	if byID(t) {
		return true
	}
	byRef := func(o *thing) bool {
		return slices.ContainsFunc(o.refs, func(id string) bool { return holds(s.folded, id) })
	}
	others := slices.DeleteFunc(slices.Clone(s.hard), func(o *thing) bool { return o == t || !byID(o) && !byRef(o) })
	return slices.ContainsFunc(t.names, func(n string) bool { return holds(s.folded, n) && !r.hasText(others, n) })
}

// says reports whether the answer of a call, apart from lists, has a text.
func (c *call) says(text string) bool {
	return slices.ContainsFunc(c.top.fields, func(f field) bool {
		return slices.ContainsFunc(f.texts, func(x string) bool { return holds(x, text) })
	})
}

// labels reports whether a text stands in a statement only before codes: "invoice IV12".
func (s *statement) labels(text string) bool {
	parts := strings.Split(" "+s.folded+" ", " "+text+" ")
	return !slices.ContainsFunc(parts[1:], func(behind string) bool {
		word, _, _ := strings.Cut(behind, " ")
		return !isCode(word)
	})
}

// namesMember reports whether a statement has a text only as a word of a longer name of a
// member of what it is about: "city" in "city tax".
func (s *statement) namesMember(about []*thing, text string) bool {
	return slices.ContainsFunc(about, func(t *thing) bool {
		return slices.ContainsFunc(t.fields, func(f field) bool {
			name := words(f.key)
			return name != text && holds(name, text) && holds(s.folded, name) && !holds(strings.ReplaceAll(s.folded, name, ""), text)
		})
	})
}

// countsBy reports whether a statement has a text as a word of the name of a member of what it is
// about, beside the number that this has: "2 jobs are waiting", of a printer's "jobs_waiting".
func (s *statement) countsBy(about []*thing, text string) bool {
	return slices.ContainsFunc(s.chunks, func(c string) bool {
		if !holds(c, text) {
			return false
		}
		have, figures := stems(c), figuresIn(c)
		return slices.ContainsFunc(about, func(t *thing) bool {
			return slices.ContainsFunc(t.fields, func(f field) bool {
				return len(f.label) > 1 && slices.Contains(f.label, stem(text)) && covers(have, f.label) && len(f.figures) == 1 && has(figures, &f.figures[0])
			})
		})
	})
}

func (r *reading) hasText(about []*thing, text string) bool {
	for _, t := range about {
		for i := range t.fields {
			if slices.ContainsFunc(t.fields[i].texts, func(x string) bool { return holds(x, text) }) {
				return true
			}
		}
	}
	return false
}

func (r *reading) saysOne(s *statement, texts []string) bool {
	return slices.ContainsFunc(texts, func(x string) bool { return holds(s.folded, x) })
}
