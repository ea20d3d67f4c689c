package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/mission"
)

// contradiction returns how a reply contradicts what tools answered, or "" if the rules
// see no contradiction. Everything that the reply says is known to stand somewhere, so
// the question is whether it is said about the right thing. Each part of the reply is
// compared with the things whose identifiers it names, or with all things if it names
// none. What is true of one of them is no contradiction. The right reply shows which
// words go with which figures.
func contradiction(e *mission.Entry, m int, right, text string) string {
	k := newShown(e, m)
	if len(k.things) == 0 {
		return ""
	}
	parts := partsOf(text, k.names)
	rights := partsOf(right, k.names)
	for i := range parts {
		p := &parts[i]
		about := k.about(p.names)
		for _, why := range []string{k.otherValue(p, about), k.otherWord(p, about, rights), k.badNews(p, about), k.otherThings(p, about), k.otherLabel(p, about, rights)} {
			if why != "" {
				return why
			}
		}
	}
	return ""
}

// otherValue finds a value of an enumeration that none of the things has, in a part
// that says none of the right values.
func (k *shown) otherValue(p *part, about []*thing) string {
	for _, c := range p.claims {
		for _, t := range about {
			for _, field := range slices.Sorted(maps.Keys(t.fields)) {
				if !k.choices[field][c.value] || !texts(t.fields[field]) || !c.labelled(field) && !(c.free() && k.meant(c.names, field)) {
					continue
				}
				if has(about, c.value) || k.saidRight(p, about, field) || c.doubted() {
					continue
				}
				return fmt.Sprintf("%q is said where %s is %s", c.value, strings.Join(strings.Fields(folded(field)), " "), spell(t.fields[field][0]))
			}
		}
	}
	return ""
}

// meant reports whether something with one of the names had the field wherever it was
// shown. Without names, anything may be meant.
func (k *shown) meant(names map[string]bool, field string) bool {
	for name := range names {
		all := true
		for i := range k.things {
			if k.things[i].names[name] && len(k.things[i].fields[field]) == 0 {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return len(names) == 0
}

func texts(values []any) bool {
	return !slices.ContainsFunc(values, func(v any) bool { _, ok := v.(string); return !ok })
}

// has reports whether one of the things has a value: as part of a text, or as the name
// of a field that is true or false.
func has(about []*thing, value string) bool {
	word := stem(strings.Split(value, " ")[0])
	for _, t := range about {
		for key, values := range t.fields {
			for _, v := range values {
				switch v := v.(type) {
				case string:
					if holds(folded(v), value) {
						return true
					}
				case bool:
					if slices.Contains(stems(folded(spaced(key))), word) {
						return true
					}
				}
			}
		}
	}
	return false
}

// saidRight reports whether a part says a value that a field has.
func (k *shown) saidRight(p *part, about []*thing, field string) bool {
	for _, t := range about {
		for _, v := range t.fields[field] {
			value := folded(spell(v))
			for _, words := range append([]string{value}, k.labels[value]...) {
				if holds(p.folded, words) {
					return true
				}
			}
		}
	}
	return false
}

func holds(text, words string) bool {
	return words != "" && strings.Contains(" "+text+" ", " "+words+" ")
}

// bad are words, as stems, for what failed or is over.
var bad = words("cancelled canceled rejected declined refused denied failed closed withdrawn revoked expired voided")

// worse are words, as stems, that justify a bad word if they were heard.
var worse = words(`cancel cancellation reject rejection decline refuse refusal deny denial fail failure close withdraw revoke expire
	expiry void turned unsuccessful error unable invalid lapse lapsed terminate shut inactive unavailable cannot unpaid disputed impossible`)

// good are words, as stems, in the names of fields that justify a bad word if they are
// false.
var good = words("accepted approved confirmed success successful ok valid active open available granted booked eligible allowed possible done paid")

// otherWord finds another value of an enumeration in the place where the right reply
// says the right one.
func (k *shown) otherWord(p *part, about []*thing, rights []part) string {
	for i := range rights {
		r := &rights[i]
		if len(p.names) == 0 && len(r.names) > 0 || len(p.names) > 0 && !meet(p.names, r.names) {
			continue
		}
		for _, t := range about {
			for _, field := range slices.Sorted(maps.Keys(t.fields)) {
				if len(k.choices[field]) == 0 || !texts(t.fields[field]) || k.saidRight(p, about, field) {
					continue
				}
				for _, v := range t.fields[field] {
					value := folded(spell(v))
					at := places(r.words, value)
					for _, other := range slices.Sorted(maps.Keys(k.choices[field])) {
						if other == value || len(at) == 0 || holds(r.folded, other) || has(about, other) {
							continue
						}
						for place := range places(p.words, other) {
							if at[place] {
								return fmt.Sprintf("%q is said where %s is %s", other, folded(spaced(field)), spell(v))
							}
						}
					}
				}
			}
		}
	}
	return ""
}

// places returns the words on both sides of each place where a value stands.
func places(words []string, value string) map[string]bool {
	set := map[string]bool{}
	want := strings.Fields(value)
	for i := range words {
		if len(want) == 0 || i+len(want) > len(words) || !slices.Equal(words[i:i+len(want)], want) {
			continue
		}
		before, behind := "^", "$"
		if i > 0 {
			before = words[i-1]
		}
		if i+len(want) < len(words) {
			behind = words[i+len(want)]
		}
		set[before+" _ "+behind] = true
	}
	return set
}

// badNews finds a claim that something was refused or is over, although nothing that
// was shown about it says so.
func (k *shown) badNews(p *part, about []*thing) string {
	if !k.anyCalls || k.failed {
		return ""
	}
	heard := ""
	for _, c := range p.claims {
		word := badWord(&c)
		if word == "" {
			continue
		}
		if heard == "" {
			heard = k.heardOf(p, about)
		}
		denied := false
		for other := range strings.FieldsSeq(heard) {
			if w := stem(other); bad[w] || worse[w] || denied && good[w] {
				return ""
			}
			denied = other == "not"
		}
		for _, t := range about {
			for key, values := range t.fields {
				if slices.Contains(values, any(false)) && slices.ContainsFunc(stems(folded(spaced(key))), func(w string) bool { return good[w] }) {
					return ""
				}
			}
		}
		return fmt.Sprintf("nothing says that anything is %s", word)
	}
	return ""
}

// badWord returns the bad word of a claim: the whole claim, the first word after "is",
// or the last one after a label.
func badWord(c *claim) string {
	words := strings.Fields(c.value)
	word := ""
	switch {
	case bad[stem(words[0])] && (len(words) == 1 || c.stated):
		word = words[0]
	case len(words) < 4 && c.label != "" && bad[stem(words[len(words)-1])]:
		word = words[len(words)-1]
	}
	if word == "" || c.doubted() {
		return ""
	}
	return word
}

// heardOf returns what was shown of the things that a part names, with the tools that
// were called for them; or everything that was said and shown if it names none.
func (k *shown) heardOf(p *part, about []*thing) string {
	if len(p.names) == 0 {
		return k.heard
	}
	var b strings.Builder
	for _, t := range about {
		for _, key := range slices.Sorted(maps.Keys(t.fields)) {
			b.WriteString(folded(spaced(key)) + " ")
			for _, v := range t.fields[key] {
				b.WriteString(folded(spell(v)) + " ")
			}
		}
	}
	for i := range k.entry.Missions[:k.mission+1] {
		for c := range k.entry.Missions[i].Calls {
			call := &k.entry.Missions[i].Calls[c]
			for name := range p.names {
				if strings.Contains(string(call.Arguments), name) || strings.Contains(string(call.Observation), name) {
					b.WriteString(folded(spaced(call.Tool)) + " ")
					break
				}
			}
		}
	}
	return b.String()
}

// otherThings finds a figure that belongs to another thing of the same list. The things
// that the part is about have a different figure there, which the part does not say.
func (k *shown) otherThings(p *part, about []*thing) string {
	if len(p.names) == 0 {
		return ""
	}
	own, said := map[string]bool{}, map[string]bool{}
	for _, t := range about {
		for _, figures := range t.figures {
			for _, f := range figures {
				own[f] = true
			}
		}
	}
	for _, f := range p.figures {
		said[f.value] = true
	}
	for _, f := range p.figures {
		if own[f.value] || k.loose[f.value] {
			continue
		}
		for _, t := range about {
			if t.list == 0 {
				continue
			}
			for i := range k.things {
				other := &k.things[i]
				if other.list != t.list {
					continue
				}
				for _, field := range slices.Sorted(maps.Keys(other.fields)) {
					if !slices.Contains(other.figures[field], f.value) || len(t.figures[field]) == 0 || slices.ContainsFunc(t.figures[field], func(own string) bool { return said[own] }) {
						continue
					}
					if p.compares() {
						return ""
					}
					return fmt.Sprintf("%s is said where %s is %s", f.text, folded(field), spell(t.fields[field][0]))
				}
			}
		}
	}
	return ""
}

// otherLabel finds a known figure under the wrong label: another figure belongs there,
// and the text does not say that one under it.
func (k *shown) otherLabel(p *part, about []*thing, rights []part) string {
	right, said, known := sets{}, sets{}, map[string]bool{}
	for _, t := range about {
		for field, figures := range t.figures {
			label := explicit + strings.Join(stems(folded(spaced(field))), " ")
			for _, f := range figures {
				right.add(label, f)
				known[f] = true
			}
		}
	}
	for i := range rights {
		if len(p.names) > 0 && !meet(p.names, rights[i].names) {
			continue
		}
		for _, f := range rights[i].figures {
			known[f.value] = true
			for _, label := range f.labels {
				right.add(label, f.value)
			}
		}
	}
	for _, f := range p.figures {
		for _, label := range f.labels {
			said.add(label, f.value)
		}
	}
	for _, f := range p.figures {
		if !known[f.value] {
			continue
		}
		for _, label := range f.labels {
			due := slices.Sorted(maps.Keys(right[label]))
			if len(due) == 0 || right[label][f.value] || f.value[0] != due[0][0] && !strings.Contains(label, "_") {
				continue
			}
			left := slices.DeleteFunc(due, func(v string) bool { return said[label][v] })
			if len(left) > 0 && len(said[label]) <= len(right[label]) && !p.compares() {
				return fmt.Sprintf("%s is said where it is %s (%s)", f.text, left[0][1:], strings.TrimPrefix(label, explicit))
			}
		}
	}
	return ""
}

func meet(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}
