package builtin

import (
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// Requests to look things up, which must ask for something that was not told.

// asksAnew reports whether the words for call i, since the mark, ask for something that
// was not told before. Words that only name attributes which were told do not.
func (s *speaker) asksAnew(i int, text string, m mark) bool {
	told := s.Told(s.Blueprint.Calls, i)
	if len(told) == 0 {
		return true
	}
	t := s.Blueprint.Calls[i].Tool
	for _, r := range s.referrals[m.referrals:] {
		text = strings.ReplaceAll(text, r.Text, " ")
	}
	shown := slices.DeleteFunc(slices.Concat(t.Entity.Attributes, t.Gives), func(a *tools.Attribute) bool { return !t.Shows(a) || a.Name == t.Entity.ID })
	for i, words := range [][]string{plain(text), naming.Words(t.Name)} {
		var named []string
		for _, a := range shown {
			if names(words, a) {
				named = append(named, a.Name)
			}
		}
		if i == 0 {
			named = append(named, answering(words, shown, told)...)
		}
		more := false
		for _, w := range words {
			if len(w) <= 2 || idle[w] || states[w] || naming.LooksUp(w) || slices.Contains(plain(t.Entity.Noun+" "+t.Entity.Plural), w) ||
				slices.ContainsFunc(named, func(name string) bool { return alikeAny(w, naming.Words(name)) || isState(t, name, w) }) {
				continue
			}
			before := len(named)
			for _, a := range shown {
				if speaksOf(w, a) {
					named = append(named, a.Name)
				}
			}
			more = more || len(named) == before || i == 1 // the name of a tool says little
		}
		switch {
		case more:
			return true
		case len(named) > 0:
			return slices.ContainsFunc(named, func(name string) bool { return !told[name] })
		}
	}
	return true
}

// answering lists the attributes that question words ask for: a person for "who", a day or
// time for "when", a place for "where". Those that were told answer it; if none was, all of
// the kind do.
func answering(words []string, shown []*tools.Attribute, told map[string]bool) (named []string) {
	for _, q := range [...]struct {
		word  string
		kinds []tools.ValueKind
	}{
		{"who", []tools.ValueKind{tools.ValuePerson}},
		{"when", []tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime}},
		{"where", []tools.ValueKind{tools.ValueCity, tools.ValueStreet}},
		{"much", []tools.ValueKind{tools.ValueMoney}},
	} {
		if !slices.Contains(words, q.word) {
			continue
		}
		var of, have []string
		for _, a := range shown {
			if v := a.Told(); v != nil && slices.Contains(q.kinds, v.Kind) {
				of = append(of, a.Name)
				if told[a.Name] {
					have = append(have, a.Name)
				}
			}
		}
		if len(have) > 0 {
			of = have
		}
		named = append(named, of...)
	}
	return named
}

// speaksOf reports whether a word of a request can be about an attribute: it is in its name
// or description, or means a sum of money.
func speaksOf(w string, a *tools.Attribute) bool {
	about := plain(a.About)
	sum := a.Told() != nil && a.Told().Kind == tools.ValueMoney || slices.ContainsFunc(about, func(w string) bool { return alikeAny(w, currencyNames) })
	return alikeAny(w, naming.Words(a.Name)) || alikeAny(w, about) || (w == "money" || w == "left") && sum
}

// currencyNames are words in descriptions of sums of money.
var currencyNames = []string{"euros", "pounds", "dollars", "price", "cost"}

// plain splits a text into words of letters in lower case.
func plain(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') })
}

// names reports whether words name an attribute: all words of its name, or, of a state, a
// word for states or one of its values.
func names(words []string, a *tools.Attribute) bool {
	parts := naming.Words(a.Name)
	if slices.Contains(parts, "status") || slices.Contains(parts, "state") {
		return slices.ContainsFunc(words, func(w string) bool { return states[w] }) || a.Values != nil && slices.ContainsFunc(a.Values.Pick, func(v any) bool {
			text, _ := v.(string)
			return covers(words, plain(text))
		})
	}
	return covers(words, parts)
}

// isState reports whether a word belongs to a value of a state that the tool tells.
func isState(t *tools.Tool, name, w string) bool {
	a := t.Entity.Attribute(name)
	return a != nil && a.Values != nil && names([]string{"status"}, a) && slices.ContainsFunc(a.Values.Pick, func(v any) bool {
		text, _ := v.(string)
		return alikeAny(w, plain(text))
	})
}

// covers reports whether words have all words of a list, or others that begin like them.
func covers(words, list []string) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(part string) bool { return !alikeAny(part, words) })
}

func alikeAny(w string, words []string) bool {
	return slices.ContainsFunc(words, func(other string) bool {
		n := min(len(w), len(other), 5)
		return n > 2 && w[:n] == other[:n]
	})
}

// states are words for the state of a thing.
var states = set("status state stands stand standing progress progressing things matters getting coming along")

// idle are words of requests that say nothing about what is asked for.
var idle = set(`the for with its are was been has have that this these those and just now then also too again you your could can would will may
	should please kindly quickly check tell find out see show give get look report know whether how what when which where want need like inform
	advise let hear ask enquire inquire involved concerned exactly about from earlier there whole any news has yet still current much got did does not into our own out become until
	kindly would wonder hoping who remind they`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
