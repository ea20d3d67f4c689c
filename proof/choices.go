package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/mission"
)

// filler are words that may stand around the words that choose.
var filler = set(`the a an that this those these of them on in from at one ones your my list you i we mentioned listed showed shown found gave
	had result results option options item items entry choice just me available possible there very all which is was search
	whichever to for got told me suggested two earlier before previously above same again three four five with and it among`)

// fills reports whether a word is filler or a noun of the toolset.
func (v *view) fills(w string) bool {
	if filler[w] {
		return true
	}
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		if hasWord(e.Name, w) || hasWord(e.Plural, w) {
			return true
		}
	}
	return false
}

func hasWord(noun, w string) bool {
	if strings.EqualFold(noun, w) {
		return true
	}
	return strings.ContainsAny(noun, " ,") && slices.Contains(words(fold(noun)), w)
}

// fillsIn is fills with the words that the sources of this mission quote: "the cheapest
// flight to Porto on Friday" chooses among the flights to Porto on Friday.
func (v *view) fillsIn(m *missionView, w string) bool {
	if v.fills(w) || lead[w] || leadTime[w] {
		return true
	}
	for src := range m.sources() {
		if src.Mission == m.at && src.Text != "" && hasWord(src.Text, w) {
			return true
		}
	}
	return false
}

// notSuperlative returns why words do not say a choice. They must be one of the forms
// that an entity declares for it, with its noun, "one", "ones" or nothing as the noun.
func (v *view) notSuperlative(m *missionView, ch *mission.Choice) string {
	said := words(fold(ch.Text))
	known := false
	for i := range v.entry.Toolset.Entities {
		e := &v.entry.Toolset.Entities[i]
		for _, cmp := range e.Comparisons {
			if cmp.By != ch.By || cmp.Order != ch.Order {
				continue
			}
			known = true
			for _, form := range cmp.Say {
				for _, noun := range [...]string{e.Name, e.Plural, "one", "ones", ""} {
					if v.says(m, said, words(fold(strings.ReplaceAll(form, "{noun}", noun)))) {
						return ""
					}
				}
			}
		}
	}
	if !known {
		return fmt.Sprintf("no entity has words for the %s of %q", ch.Order, ch.By)
	}
	return fmt.Sprintf("%q is not a way to ask for the %s of %q", ch.Text, ch.Order, ch.By)
}

// says reports whether the words are the form with nothing but filler around it.
func (v *view) says(m *missionView, said, form []string) bool {
	tells := func(w string) bool { return !v.fillsIn(m, w) }
	for at := 0; len(form) > 0 && at+len(form) <= len(said); at++ {
		end := at + len(form)
		if slices.Equal(said[at:end], form) && !slices.ContainsFunc(said[:at], tells) && !slices.ContainsFunc(said[end:], tells) {
			return true
		}
	}
	return false
}

// position is an ordinal that was said: the nth from one end, or the first or
// last few ("the first two").
type position struct {
	order mission.Order
	n     int
	few   bool
}

// positionIn finds the ordinal in words, and the words that are not part of it.
func positionIn(list []string) (p position, rest []string, ok bool) {
	for i := range list {
		p, took := positionAt(list[i:])
		if took == 0 {
			continue
		}
		if i > 0 && (list[i-1] == "number" || list[i-1] == "no." || list[i-1] == "option" || list[i-1] == "item") {
			i--
			took++
		}
		return p, append(slices.Clone(list[:i]), list[i+took:]...), true
	}
	return p, list, false
}

func positionAt(list []string) (p position, took int) {
	w := list[0]
	back := func(n, took int) (position, int) { return position{mission.OrderBack, n, false}, took }
	switch {
	case w == "penultimate" || w == "next-to-last":
		return back(2, 1)
	case starts(list, "next", "to", "last"), starts(list, "last", "but", "one"):
		return back(2, 3)
	case w == "last" || w == "final" || w == "bottom":
		if len(list) > 1 && w != "bottom" {
			if n, k := below100(list[1:]); k == 1 && n > 1 {
				return position{mission.OrderBack, int(n), true}, 2
			}
		}
		return back(1, 1)
	case w == "top":
		return position{mission.OrderFront, 1, false}, 1
	case (w == "number" || w == "no." || w == "option" || w == "item") && len(list) > 1:
		if n, ok := count(list[1]); ok {
			return position{mission.OrderFront, n, false}, 2
		}
		return p, 0
	case strings.HasPrefix(w, "#") && allDigits(w[1:]):
		n, _ := strconv.Atoi(w[1:])
		return position{mission.OrderFront, n, false}, 1
	}
	if head, ok := strings.CutSuffix(w, "-to-last"); ok {
		if n, ok := ordinal(head); ok {
			return back(n, 1)
		}
	}
	n, ok := ordinal(w)
	if !ok {
		return p, 0
	}
	switch {
	case starts(list[1:], "to", "last"), starts(list[1:], "from", "last"):
		return back(n, 3)
	case starts(list[1:], "from", "the", "end"), starts(list[1:], "from", "the", "bottom"), starts(list[1:], "from", "the", "back"):
		return back(n, 4)
	case starts(list[1:], "from", "the", "top"):
		return position{mission.OrderFront, n, false}, 4
	}
	if len(list) > 1 && n == 1 {
		if few, k := below100(list[1:]); k == 1 && few > 1 {
			return position{mission.OrderFront, int(few), true}, 2
		}
	}
	return position{mission.OrderFront, n, false}, 1
}

// count reads "2" or "two".
func count(w string) (int, bool) {
	if n, ok := ones[w]; ok {
		return int(n), true
	}
	if allDigits(w) && len(w) < 4 {
		n, err := strconv.Atoi(w)
		return n, err == nil
	}
	return 0, false
}

// notNth returns why the words of a choice do not say the item's place.
func (v *view) notNth(m *missionView, ch *mission.Choice, at, total int) string {
	place := at + 1
	if ch.Order == mission.OrderBack {
		place = total - at
	}
	if ch.N != place {
		return fmt.Sprintf("item %d of %d is not number %d from the %s", at, total, ch.N, ch.Order)
	}
	list := words(fold(ch.Text))
	p, rest, ok := positionIn(list)
	if !ok || p.order != ch.Order || (p.n != ch.N && !(p.few && ch.N <= p.n)) {
		return fmt.Sprintf("%q does not say number %d from the %s", ch.Text, ch.N, ch.Order)
	}
	if i := slices.IndexFunc(rest, func(w string) bool { return !v.fillsIn(m, w) }); i >= 0 {
		return fmt.Sprintf("%q says more than a place in the list: %q", ch.Text, rest[i])
	}
	return ""
}

// notDescribed returns why the words of a choice do not describe the only item whose
// attribute has the value.
func (v *view) notDescribed(ch *mission.Choice, items []any, at int) string {
	mine, ok := attribute(items[at], ch.By)
	if !ok || spell(mine) != ch.Value {
		return fmt.Sprintf("item %d has no %s %q", at, ch.By, ch.Value)
	}
	for i, item := range items {
		if other, ok := attribute(item, ch.By); ok && i != at && spell(other) == ch.Value {
			return fmt.Sprintf("items %d and %d both have %s %q", at, i, ch.By, ch.Value)
		}
	}
	said := words(fold(ch.Text))
	switch mine := mine.(type) {
	case string:
		if saysName(said, mine, items, at, ch.By) || v.saysAsTime(said, mine) {
			return ""
		}
	case bool:
		for _, part := range plainWords(splitName(ch.By)) {
			for _, w := range plainWords(strings.Join(said, " ")) {
				if len(part) >= 3 && len(w) >= 3 && samePrefix(part, w) {
					return ""
				}
			}
		}
	case json.Number:
		for i := range said {
			if n, took := amount(said[i:]); took > 0 && isNumber(mine, n) {
				return ""
			}
			if n, ok := readMoney(said[i]); ok && isNumber(mine, n) {
				return ""
			}
		}
	}
	if v.saysLabel(ch, mine) {
		return ""
	}
	return fmt.Sprintf("%q does not describe %s %s", ch.Text, ch.By, show(mine))
}

// saysLabel reports whether the words contain a label of the value, for a parameter with
// the name of the attribute.
func (v *view) saysLabel(ch *mission.Choice, value any) bool {
	for _, t := range v.tools {
		for _, label := range labelsOf(t.Labels[ch.By], value) {
			if holds(fold(ch.Text), fold(label)) {
				return true
			}
		}
	}
	return false
}

// samePrefix reports whether two words begin with the same five letters. Of a shorter
// word, all letters count.
func samePrefix(a, b string) bool {
	n := min(len(a), len(b), 5)
	return a[:n] == b[:n]
}

// saysName reports whether the words name the value: they share words with it, or are its
// initials, and no other item fits all of them.
func saysName(said []string, value string, items []any, at int, by string) bool {
	var shared []string
	own := plainWords(value)
	for _, w := range said {
		w = strings.Trim(bare(w), ".")
		for _, part := range plainWords(w) {
			if !filler[part] && slices.Contains(own, part) {
				shared = append(shared, part)
			}
		}
		if len(w) >= 2 && w == initials(own) {
			shared = append(shared, w)
		}
	}
	if len(shared) == 0 {
		return false
	}
	for i, item := range items {
		other, _ := attribute(item, by)
		name, isName := other.(string)
		if i == at || !isName {
			continue
		}
		theirs := plainWords(name)
		all := true
		for _, w := range shared {
			all = all && (slices.Contains(theirs, w) || w == initials(theirs))
		}
		if all {
			return false
		}
	}
	return true
}

func initials(list []string) string {
	var b strings.Builder
	for _, w := range list {
		r, _ := utf8.DecodeRuneInString(w)
		b.WriteRune(r)
	}
	return b.String()
}

// saysAsTime reports whether some of the words say the date, month or time that the value is.
func (v *view) saysAsTime(said []string, value string) bool {
	for i := range said {
		for j := len(said); j > i; j-- {
			if isMoment(value, v.momentsOf(strings.Join(said[i:j], " "))) {
				return true
			}
		}
	}
	return false
}

// momentsOf lists what words can mean as a time of day, a day or a month.
func (v *view) momentsOf(part string) (out []string) {
	for _, read := range [...]func(string) (string, bool){readTime, readDate, readMonth} {
		if s, ok := read(part); ok {
			out = append(out, s)
		}
	}
	list := foldedWords(part)
	for _, rule := range momentRules {
		if s, ok := v.clock.readClockWords(rule, list); ok {
			out = append(out, s)
		}
	}
	return out
}

// momentRules are the clock rules that yield a day or a month.
var momentRules = append(slices.Clone(dateRules), mission.RuleThisMonth, mission.RuleNextMonth, mission.RuleLastMonth)

// isMoment reports whether a value is one of the moments, or lies on the day or at the time
// of day that one of them is. Only a month is a month.
func isMoment(value string, moments []string) bool {
	return slices.ContainsFunc(moments, func(s string) bool {
		return value == s || strings.HasSuffix(value, "T"+s) || len(s) == len("2006-01-02") && strings.HasPrefix(value, s)
	})
}
