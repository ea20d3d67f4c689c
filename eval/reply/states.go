package reply

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// linking are words behind which a state is stated.
var linking = wordSet(`is are was were been being now currently still already remains stays marked shows showing status state as says stands set listed`)

var articles = wordSet("a an the now already also still")

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// claims reports whether a statement states a text by itself: between commas and the like,
// or behind a word such as "is".
func (s *statement) claims(text string) bool {
	for _, c := range s.chunks {
		c = strings.TrimSuffix(strings.TrimPrefix(c, "now "), " now")
		if c == text {
			return true
		}
		for at := 0; ; {
			i := strings.Index(" "+c[at:]+" ", " "+text+" ")
			if i < 0 {
				break
			}
			before := strings.Fields(c[:at+i])
			for len(before) > 0 && articles[before[len(before)-1]] {
				before = before[:len(before)-1]
			}
			if len(before) > 0 && linking[before[len(before)-1]] {
				return true
			}
			if at += i + len(text); at >= len(c) {
				break
			}
		}
	}
	return false
}

// apart matches words for what a list does not have: "leaving out any that were rejected".
var apart = regexp.MustCompile(`\b(?:(?:leaving|leaves|leave|left) (?:\w+ )?out|except(?:ing)?|exclud(?:e|es|ed|ing)|apart from|other than)\b`)

// denied reports whether the clause in which a text stands is a denial, a condition or a
// question, or says what is left out.
func denied(s *statement, text string) bool {
	if depending.MatchString(s.text) {
		return true
	}
	for _, c := range s.chunks {
		if holds(c, text) && (denying.MatchString(c) || apart.MatchString(c)) {
			return true
		}
	}
	return denying.MatchString(s.text)
}

// usual are states, as stems, that anything was in at some time.
var usual = stemSet("requested submitted logged received registered processing booked granted")

// states are words for how something stands, group by group: what is so, what is not yet so,
// and what is over, refused or broken. Only the words of different groups contradict.
var states = func() map[string]int {
	all := map[string]int{}
	for group, list := range []string{
		`confirmed booked accepted approved active open available completed paid delivered successful granted settled valid operational enabled`,
		`pending waiting requested submitted logged received registered processing draft queued unconfirmed unpaid outstanding overdue planned`,
		`cancelled canceled rejected declined refused denied failed closed withdrawn revoked expired voided void paused suspended unavailable inactive blocked disabled lost terminated delayed`,
	} {
		for w := range strings.FieldsSeq(list) {
			all[stem(w)] = group + 1
		}
	}
	return all
}()

// wrongState finds a state, or another value of an enumeration, that is not the one of what
// the statement is about.
func (r *reading) wrongState(s *statement) string {
	if len(s.folded) == 0 || len(s.about()) == 0 && !r.hasOwn() {
		return ""
	}
	about := r.subject(s)
	for _, t := range about {
		items, from := r.belonging(s, t)
		for i := range t.fields {
			x := &t.fields[i]
			if x.given && len(x.texts) != 1 || len(x.figures) > 0 || len(x.texts) != 1 || r.stale(t, x) || r.changed(t) {
				continue
			}
			if why := ofItems(s, items, from, x); why != "" {
				return why
			}
			for _, w := range r.claimedValues(s, x) {
				if saysAll(items, x.key, w) || r.beside(s, t, w) {
					continue
				}
				if r.hasText(about, w) || r.worded(about, w) || denied(s, w) || s.hard == nil && holds(r.heardNow(), w) || r.repeats(s, w) || holds(s.folded, "being "+w) || r.becameOf(t, x.key, w) {
					continue
				}
				return fmt.Sprintf("%q is said where %s is %s", w, words(x.key), x.texts[0])
			}
		}
	}
	return ""
}

// belonging returns the items that a call of this mission listed for a thing, if a statement
// speaks of them as well: "Reservation RV1 has 4 pre-orders, all placed". From is where it
// begins to.
func (r *reading) belonging(s *statement, t *thing) (items []*thing, from int) {
	for _, c := range r.calls {
		if !c.own || !c.lists() || t.id == "" || t.call == c || !within(string(c.Arguments), t.id) {
			continue
		}
		if at := strings.Index(" "+s.folded+" ", " "+fold(spaced(c.listed))+" "); at >= 0 {
			return c.items, at
		}
	}
	return nil, 0
}

// allOf matches words for all items of a list that was spoken of.
var allOf = regexp.MustCompile(`\b(?:all|each|every|both|they|these|of which|of them)\b`)

// ofItems finds a state that a statement tells of all items that belong to what it names, and
// that is only the state of that: behind "its 4 pre-orders, all".
func ofItems(s *statement, items []*thing, from int, x *field) string {
	if len(items) == 0 {
		return ""
	}
	at := allOf.FindStringIndex(s.folded[from:])
	if at == nil || denying.MatchString(s.text) || !s.claims(x.texts[0]) || !holds(s.folded[from+at[1]:], x.texts[0]) {
		return ""
	}
	for _, t := range items {
		if own := t.field(x.key); own != nil && len(own.texts) == 1 && own.texts[0] != x.texts[0] {
			return fmt.Sprintf("%q is said where %s of %s is %s", x.texts[0], words(x.key), t.id, own.texts[0])
		}
	}
	return ""
}

// saysAll reports whether all of some items have a text as a field.
func saysAll(items []*thing, key, text string) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(t *thing) bool {
		x := t.field(key)
		return x == nil || !slices.Contains(x.texts, text)
	})
}

// beside reports whether a statement that names a thing says a text of something else: what a
// call of this mission was given or answered, or what the thing only says more of.
func (r *reading) beside(s *statement, t *thing, text string) bool {
	return r.renewed(t, text) || r.ofAnswer(s, t, text) || r.modifies(s, t)
}

// ofAnswer reports whether a text is a value of another answer of this mission, of which a
// statement tells two more values, and more than of a thing.
func (r *reading) ofAnswer(s *statement, t *thing, text string) bool {
	told := func(t *thing) (n int) {
		for i := range t.fields {
			x := &t.fields[i]
			if len(x.texts) == 1 && holds(s.folded, x.texts[0]) || len(x.figures) == 1 && has(s.figures, &x.figures[0]) {
				n++
			}
		}
		return n
	}
	return slices.ContainsFunc(r.calls, func(c *call) bool {
		n := 0
		if c.own && c.top != t && c.has(text) {
			n = told(c.top)
		}
		return n > 2 && n > told(t)
	})
}

// modifier ends the words before something that only says more of what was named before it.
var modifier = regexp.MustCompile(`(?i)^[^,;:.|]{0,3} (?:for|of|on|to|with|from|about|against|under) (?:\pL+ ){0,3}$`)

// modifies reports whether a statement names a thing only to say more of what a call of this
// mission answered, whose code stands right before: in "Invoice IV1 for order ON2 is on its way"
// it is not the order that is.
func (r *reading) modifies(s *statement, t *thing) bool {
	at := r.whereNamed(s, t)
	if at <= 0 {
		return false
	}
	low := strings.ToLower(s.text[:at])
	return slices.ContainsFunc(r.calls, func(c *call) bool {
		return c.own && slices.ContainsFunc(c.top.fields, func(x field) bool {
			if x.given || len(x.texts) != 1 || !isCode(x.texts[0]) || x.texts[0] == fold(t.id) {
				return false
			}
			from := strings.LastIndex(low, x.texts[0])
			return from >= 0 && modifier.MatchString(low[from+len(x.texts[0]):])
		})
	})
}

// changed reports whether a later call of this mission changed a thing, so that the state
// that was shown before need not hold any more.
func (r *reading) changed(t *thing) bool {
	return t.id != "" && t.call.own && slices.ContainsFunc(r.calls, func(c *call) bool {
		return c.own && c.index > t.call.index && c.top.id == t.id && !c.reads() && c.Status < 400
	})
}

// subject returns what a statement is about. In a mission with one call that is its answer, if
// nothing is named.
func (r *reading) subject(s *statement) []*thing {
	if about := s.about(); len(about) > 0 {
		return about
	}
	var only *call
	for _, c := range r.calls {
		if c.own {
			if only != nil {
				return nil
			}
			only = c
		}
	}
	if only == nil || only.lists() {
		return nil
	}
	return []*thing{only.top}
}

func (r *reading) hasOwn() bool {
	return slices.ContainsFunc(r.calls, func(c *call) bool { return c.own })
}

// heardNow is what was said and shown in this mission, folded.
func (r *reading) heardNow() string {
	var b strings.Builder
	b.WriteString(r.request)
	for _, c := range r.calls {
		if c.own {
			b.WriteString(" " + fold(string(c.Observation)) + " " + fold(string(c.Arguments)))
		}
	}
	return b.String()
}

// claimedValues returns the values that a statement claims and a field could have, but does
// not have.
func (r *reading) claimedValues(s *statement, x *field) (all []string) {
	for _, v := range append(slices.Collect(maps.Keys(r.shown[x.key])), r.listed[x.key]...) {
		if !vague[v] && !holds(s.folded, x.texts[0]) && !slices.Contains(x.texts, v) && holds(s.folded, v) && s.claims(v) {
			all = append(all, v)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	group := 0
	for w := range strings.FieldsSeq(x.texts[0]) {
		group = max(group, states[stem(w)])
	}
	if group == 0 {
		return all
	}
	for w := range strings.FieldsSeq(s.folded) {
		if g := states[stem(w)]; g > 0 && g != group && !usual[stem(w)] && s.ends(w) && s.claims(w) {
			all = append(all, w)
		}
	}
	return all
}

// ends reports whether a word is the last one between commas and the like.
func (s *statement) ends(word string) bool {
	return slices.ContainsFunc(s.chunks, func(c string) bool {
		return c == word || strings.HasSuffix(c, " "+word) || strings.HasSuffix(c, " "+word+" now")
	})
}

// vague are values that say nothing without a label.
var vague = wordSet("done ready made none no yes any all other standard normal regular new main everything everyone not unknown good low high medium small large")

// worded reports whether a word is one of what the user said, of a tool that was called for
// what a statement is about, or of a member that is true.
func (r *reading) worded(about []*thing, word string) bool {
	w := stem(strings.Fields(word)[0])
	if slices.Contains(stems(r.request), w) {
		return true
	}
	for _, t := range about {
		if t.call.verbs[w] && t.call.Status < 400 {
			return true
		}
		for i := range t.fields {
			for _, l := range t.fields[i].label {
				if same(l, w) {
					return true
				}
			}
			for _, x := range t.fields[i].texts {
				if slices.ContainsFunc(stems(x), func(y string) bool { return same(y, w) }) {
					return true
				}
			}
		}
	}
	return false
}

// becameOf reports whether a call of the mission brought something of another kind into a state:
// "both invitations to the meeting are withdrawn".
func (r *reading) becameOf(t *thing, key, state string) bool {
	return slices.ContainsFunc(r.calls, func(c *call) bool {
		if !c.own || c.lists() || c.top.idKey == t.idKey {
			return false
		}
		y := c.top.field(key)
		return y != nil && slices.Contains(y.texts, state)
	})
}
