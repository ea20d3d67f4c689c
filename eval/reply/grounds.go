package reply

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// hit is a value that a figure says.
type hit struct {
	t *thing
	f *field
}

// hitsIn returns the fields of things that a figure says. If a thing was shown again
// later, only what was shown last counts, unless the sentence speaks of a change.
func (r *reading) hitsIn(things []*thing, s *statement, f *figure) (all []hit) {
	for _, t := range things {
		for i := range t.fields {
			x := &t.fields[i]
			if slices.ContainsFunc(x.figures, func(v figure) bool { return f.says(&v) }) && (!r.stale(t, x) || past.MatchString(s.text)) {
				all = append(all, hit{t, x})
			}
		}
	}
	return all
}

// dayOnly reports whether a number is the day of a date that was said or answered: "on the 11th".
func (r *reading) dayOnly(s *statement, f *figure) bool {
	if f.kind != aNumber || !ordinalBehind.MatchString(s.text[f.to:]) {
		return false
	}
	is := func(v figure) bool { return v.kind == aDay && float64(v.day) == f.n }
	return slices.ContainsFunc(r.spoken, is) || slices.ContainsFunc(r.asked, is) || slices.ContainsFunc(r.calls, func(c *call) bool {
		return c.own && slices.ContainsFunc(c.things(), func(t *thing) bool {
			return slices.ContainsFunc(t.fields, func(x field) bool { return slices.ContainsFunc(x.figures, is) })
		})
	})
}

// ordinalBehind matches what stands behind the digits of "the 11th".
var ordinalBehind = regexp.MustCompile(`^(?:st|nd|rd|th)\b`)

// stale reports whether the answer of a later mission shows the field of the same thing
// again.
func (r *reading) stale(t *thing, x *field) bool {
	if t.id == "" {
		return false
	}
	for _, c := range r.calls {
		if c.mission <= t.call.mission {
			continue
		}
		for _, later := range c.things() {
			if later.id == t.id && later.field(x.key) != nil {
				return true
			}
		}
	}
	return false
}

// renewed reports whether a later call of this mission was given or answered a text together
// with what identifies a thing, so that what was shown of the thing before does not contradict
// that.
func (r *reading) renewed(t *thing, text string) bool {
	return t.id != "" && slices.ContainsFunc(r.calls, func(c *call) bool {
		later := c.own && c.Status < 400 && (c.mission > t.call.mission || c.index > t.call.index)
		return later && c.has(fold(t.id)) && c.has(text)
	})
}

// has reports whether a call was given or answered a text, apart from lists.
func (c *call) has(text string) bool {
	return slices.ContainsFunc(c.top.fields, func(f field) bool { return slices.Contains(f.texts, text) })
}

// wrongFigure says why a figure of a statement is wrong, or nothing.
func (r *reading) wrongFigure(s *statement, i int) string {
	f := &s.figures[i]
	if r.place(s, f) || f.weekly && r.speaksAbout(stem(strings.ToLower(f.text))) {
		return ""
	}
	if r.dayOnly(s, f) {
		return ""
	}
	about := s.about()
	if why := r.wrongCount(s, f); why != "" {
		return why
	}
	if hits := r.hitsIn(about, s, f); len(hits) > 0 {
		return r.mislabelled(s, i, hits)
	}
	var near, against []hit
	for _, h := range r.hitsIn(r.answers(s), s, f) {
		if r.heldAgainst(s, h) != nil {
			against = append(against, h)
		} else {
			near = append(near, h)
		}
	}
	ofNear := func(h hit) bool { return slices.ContainsFunc(near, func(n hit) bool { return n.t == h.t }) }
	for _, h := range against {
		if ofNear(h) {
			near = append(near, h)
		}
	}
	said := func(list []figure) bool { return slices.ContainsFunc(list, func(v figure) bool { return f.says(&v) }) }
	switch {
	case len(near) > 0:
		return r.mislabelled(s, i, near)
	case said(r.asked) && (f.limit || !f.money || len(against) == 0 || len(s.hard) == 0):
		return ""
	case said(r.spoken) && !f.money, r.derived(s, f):
		return r.misnamed(s, i)
	case len(against) > 0:
		if s.ofAnother(i) {
			return r.mislabelled(s, i, against)
		}
		own := r.heldAgainst(s, against[0])
		if r.endOfRange(s, f, own) {
			return ""
		}
		return fmt.Sprintf("this is %s of another one; here it is %s", words(own.key), own.spelled())
	case r.explains(s, f):
		return r.misnamed(s, i)
	case (f.kind == aDay || f.kind == aTime) && r.listedFor(s, f):
		return ""
	}
	return "no answer, argument, description or word of the user says this"
}

// listedFor reports whether the list of an earlier mission on which a named thing stands was
// asked for with a day or a time: a shift of the list for the 22nd is on the 22nd.
func (r *reading) listedFor(s *statement, f *figure) bool {
	return slices.ContainsFunc(s.about(), func(t *thing) bool {
		return t.item && !t.call.own && slices.ContainsFunc(t.call.top.fields, func(x field) bool {
			return x.given && slices.ContainsFunc(x.figures, func(v figure) bool { return f.says(&v) })
		})
	})
}

// endOfRange reports whether a figure is an end of the values with which the user wants one of
// them compared: "the five go from 445 kcal to 795 kcal".
func (r *reading) endOfRange(s *statement, f *figure, own *field) bool {
	chat := r.entry.Missions[r.mission].Chat
	return chat != nil && chat.Kind == mission.ChatPlace && own.key == chat.Compare.By && beforeEnd.MatchString(s.text[:f.from])
}

// beforeEnd matches what stands before an end of a range.
var beforeEnd = regexp.MustCompile(`(?i)\b(from|between|to|and|than) (an? [a-z ]+ of )?[€£$]?$`)

// ofAnother reports whether the words say that a figure belongs to something else than what
// the statement is about: "440 kcal, against 610 kcal for the other", "For the other it is 610".
func (s *statement) ofAnother(i int) bool {
	f := &s.figures[i]
	from, to := 0, len(s.text)
	if i > 0 {
		from = s.figures[i-1].to
	}
	for _, next := range s.figures[i+1:] {
		if !scale.MatchString(s.text[f.to:next.from]) {
			to = next.from
			break
		}
	}
	return otherIs.MatchString(s.text[from:f.from]) || forOther.MatchString(s.text[f.to:to])
}

// scale is what stands between a figure and the end of its scale: "3.7 out of 5".
var scale = regexp.MustCompile(`(?i)^ ?(?:out of|/|of) ?$`)

func words(key string) string { return strings.Join(strings.Fields(fold(spaced(key))), " ") }

func (f *field) spelled() string {
	switch {
	case len(f.figures) > 0:
		return f.figures[0].text
	case len(f.texts) > 0:
		return f.texts[0]
	}
	return fmt.Sprint(f.truth)
}

// answers returns the things whose values a statement may tell although it does not name
// them: all answers of this mission, and without any the answers of earlier ones. Items of
// a list count too: whether they are meant is another question.
func (r *reading) answers(s *statement) (all []*thing) {
	own := slices.ContainsFunc(r.calls, func(c *call) bool { return c.own })
	for _, c := range r.calls {
		if c.own || !own || comparing.MatchString(s.text) || past.MatchString(s.text) {
			all = append(all, c.things()...)
		}
	}
	return append(all, r.named...)
}

// elsewhere reports whether an amount of money belongs to something else that the reply names
// elsewhere, while the statement names only what has another amount under the same name.
func (r *reading) elsewhere(s *statement, t *thing, h hit) bool {
	own := t.field(h.f.key)
	return len(s.hard) > 0 && h.t != t && h.t.id != "" && h.t.id != t.id && h.f.money && own != nil && own.money && !slices.Contains(t.refs, fold(h.t.id)) &&
		slices.Contains(r.named, h.t) && !slices.ContainsFunc(s.figures, func(f figure) bool { return has([]figure{f}, &own.figures[0]) })
}

// heldAgainst returns the field of what a statement is about that a value of another thing
// contradicts: the same member of an item of the same list, or of another answer of the
// same tool.
func (r *reading) heldAgainst(s *statement, h hit) *field {
	for _, t := range s.about() {
		if !alike(t, h.t) && !r.elsewhere(s, t, h) {
			continue
		}
		if own := t.field(h.f.key); own != nil && (len(own.figures) > 0 || len(own.texts) > 0) {
			return own
		}
	}
	return nil
}

var (
	placing = regexp.MustCompile(`(?i)\b(?:option|choice|no\.?|nr\.?|item|step|top|place|the first|the last|first|last|next|other|these|those|all|both|of) #?$`)
	forAll  = regexp.MustCompile(`(?i)\bfor (?:all )?(?:the )?$`)
	people  = regexp.MustCompile(`^ of (?:you|us)\b`)
	scaling = regexp.MustCompile(`(?i)(?:\bout of|/|\bof) ?$`)
)

// place reports whether a number is a place in a list, the end of a scale, or how many
// objects a call was given or answered.
func (r *reading) place(s *statement, f *figure) bool {
	if f.kind != aNumber || f.money || f.percent {
		return false
	}
	ahead := s.text[:f.from]
	if people.MatchString(s.text[f.to:]) {
		return true
	}
	if scaling.MatchString(ahead) && (f.n == 5 || f.n == 10 || f.n == 100) {
		return true
	}
	if forAll.MatchString(ahead) && f.unit == "" && slices.ContainsFunc(r.calls, func(c *call) bool {
		return c.own && slices.ContainsFunc(c.things(), func(t *thing) bool { return t.parts == int(f.n) && t.parts > 1 })
	}) {
		return true // "€38 each, €114 for the three"
	}
	return placing.MatchString(ahead) && int(f.n) <= r.longest() && f.n >= 1
}

// longest is the length of the longest list so far, or the number of things that the
// mission is about.
func (r *reading) longest() int {
	most := 0
	own := 0
	for _, c := range r.calls {
		most = max(most, len(c.items))
		if c.own {
			own++
		}
	}
	return max(most, own)
}

// wrongCount checks a number of things of a kind that a list of this mission holds.
func (r *reading) wrongCount(s *statement, f *figure) string {
	if f.kind != aNumber || f.money || f.unit == "" || f.limit || f.rough || !s.guessed && len(r.hitsIn(s.about(), s, f)) > 0 {
		return ""
	}
	for i := range r.entry.Toolset.Entities {
		plural := stems(r.entry.Toolset.Entities[i].Plural)
		if len(plural) == 0 || plural[len(plural)-1] != f.unit {
			continue
		}
		for _, c := range r.calls {
			if !c.own || len(c.items) == 0 || c.items[0].id == "" || !r.identifiesAs(c, r.entry.Toolset.Entities[i].ID) {
				continue
			}
			if r.presents(s, f) && r.all(c) && !r.listOf(int(f.n)) && !r.labelledWith(f) {
				return fmt.Sprintf("there are %d", len(c.items))
			}
			if !r.counts(int(f.n)) && !slices.ContainsFunc(r.asked, func(v figure) bool { return f.says(&v) }) && !r.labelledWith(f) {
				return fmt.Sprintf("there are %d", len(c.items))
			}
		}
	}
	return ""
}

var presenting = regexp.MustCompile(`(?i)\b(?:have|has|had|are|found|find|see|got|list\w*|show\w*|following|these)(?: the| these)?(?: following)? $`)

// presents reports whether a number of things is stated as that of all of them.
func (r *reading) presents(s *statement, f *figure) bool {
	return presenting.MatchString(s.text[:f.from]) && !comparing.MatchString(s.text) && !strings.Contains(s.folded, " more ") && !strings.Contains(s.folded, " still ")
}

// listOf reports whether a list of this mission has so many items.
func (r *reading) listOf(n int) bool {
	return slices.ContainsFunc(r.calls, func(c *call) bool { return c.own && len(c.items) == n })
}

// all reports whether the reply names all items of a list.
func (r *reading) all(c *call) bool {
	return !slices.ContainsFunc(c.items, func(t *thing) bool { return !slices.Contains(r.named, t) })
}

// labelledWith reports whether a field of this mission's answers is called by the unit of a
// number and has it as its value.
func (r *reading) labelledWith(f *figure) bool {
	for _, c := range r.calls {
		for _, t := range c.things() {
			for i := range t.fields {
				x := &t.fields[i]
				if c.own && slices.ContainsFunc(x.label, func(w string) bool { return same(w, f.unit) || w == "count" || w == "total" }) &&
					slices.ContainsFunc(x.figures, func(v figure) bool { return f.says(&v) }) {
					return true
				}
			}
		}
	}
	return false
}

func (r *reading) identifiesAs(c *call, key string) bool { return c.items[0].field(key) != nil }

// counts reports whether a number counts things: the items of a list, those that share a
// value, those that the reply names, or the calls.
func (r *reading) counts(n int) bool {
	own, named := 0, 0
	for _, c := range r.calls {
		if c.own {
			own++
		}
		if len(c.items) == n && n > 0 {
			return true
		}
		groups, values := map[string]int{}, map[string]map[string]bool{}
		inReply := 0
		for _, t := range c.items {
			if slices.Contains(r.named, t) {
				inReply++
			}
			for i := range t.fields {
				key := t.fields[i].key + "=" + t.fields[i].value()
				groups[key]++
				if values[t.fields[i].key] == nil {
					values[t.fields[i].key] = map[string]bool{}
				}
				values[t.fields[i].key][key] = true
			}
		}
		for _, count := range groups {
			if count == n || len(c.items)-count == n {
				return true
			}
		}
		if inReply == n && n > 0 {
			return true
		}
	}
	ids := map[string]bool{}
	for _, t := range r.named {
		if t.id != "" && !ids[t.id] {
			ids[t.id] = true
			named++
		}
	}
	return n == own || n == named
}

// value spells all values of a field.
func (f *field) value() string {
	var b strings.Builder
	for _, v := range f.figures {
		b.WriteString(v.text + ";")
	}
	fmt.Fprint(&b, f.texts, f.truth)
	return b.String()
}

// same reports whether two stems are of one word.
func same(a, b string) bool {
	return a == b || len(a) >= 5 && len(b) >= 5 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}
