package world

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Made is a value that stands beside another one: an argument of the same call,
// or a field of the same thing.
type Made struct {
	Name   string // of the parameter or the attribute
	Values *tools.Values
	Value  any
	words  []string // of the name, nil when nobody has asked yet
}

// lowWords are the words of the name in lower case.
func (m Made) lowWords() []string {
	if m.words == nil {
		return lowWords(m.Name)
	}
	return m.words
}

// is reports whether values of the kind were made.
func (m Made) is(kind tools.ValueKind) bool { return m.Values != nil && m.Values.Kind == kind }

// isMoment reports whether the value is a moment, gone or to come.
func (m Made) isMoment() bool { return m.is(tools.ValueMoment) || m.is(tools.ValuePastMoment) }

// isCurrency reports whether the value is the one currency of what it is beside.
func (m Made) isCurrency() bool {
	return m.is(tools.ValueKnown) && m.Values.Text == "currency" && !directed(m.lowWords())
}

// Agree adapts a new value to the values made before it. It matches, for example, the
// e-mail address to the person, the country to the city, and the last day to the
// first. It returns the value unchanged if nothing contradicts it.
func Agree(r keyed.Rand, m Made, before []Made) any {
	if m.Values == nil {
		return m.Value
	}
	words := m.lowWords()
	switch {
	case m.is(tools.ValueEmail):
		return addressFor(m, before)
	case m.is(tools.ValuePerson):
		return personFor(m, before)
	case m.is(tools.ValueKnown) && m.Values.Text == "currency":
		if i := slices.IndexFunc(before, Made.isCurrency); i >= 0 && m.isCurrency() {
			return before[i].Value
		}
		return m.Value
	}
	if v, ok := samePlace(r, m, words, before); ok {
		return v
	}
	if name, ok := partOfName(m, words, before); ok {
		return name
	}
	for _, b := range before {
		if !b.is(m.Values.Kind) && !(b.isMoment() && m.isMoment()) {
			continue
		}
		switch other := b.lowWords(); {
		case naming.Ends(words, other):
			return beyond(r, m, b.Value, 1)
		case naming.Ends(other, words):
			return beyond(r, m, b.Value, -1)
		}
	}
	return m.Value
}

// lowered keeps words by name: splitting is pure, so this is a cache, not state.
var lowered = struct {
	sync.RWMutex
	words map[string][]string
}{words: map[string][]string{}}

// lowWords are the words of a name in lower case. Callers must not change them.
func lowWords(name string) []string {
	lowered.RLock()
	words, ok := lowered.words[name]
	lowered.RUnlock()
	if ok {
		return words
	}
	words = naming.Words(name)
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	lowered.Lock()
	defer lowered.Unlock()
	lowered.words[name] = words
	return words
}

// directed reports whether a name is one of two: "from_currency".
func directed(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"from", "to", "base", "quote", "target", "source", "fiat", "destination", "other", "second", "compare"}, w)
	})
}

// addressFor makes the e-mail address of the person who was named.
func addressFor(m Made, before []Made) any {
	first, last := "", ""
	for _, b := range before {
		text, ok := b.Value.(string)
		if !ok || b.Values == nil || !ofOne(m.Name, b.Name) {
			continue
		}
		switch part := namePart(lowWords(b.Name)); {
		case b.is(tools.ValuePerson):
			return addressOf(text, m.Value)
		case part == "first":
			first = text
		case part == "last":
			last = text
		}
	}
	if first != "" && last != "" {
		return addressOf(first+" "+last, m.Value)
	}
	return m.Value
}

// personFor is the name of the person whose e-mail address was made before.
func personFor(m Made, before []Made) any {
	for _, b := range before {
		if text, ok := b.Value.(string); ok && b.is(tools.ValueEmail) && ofOne(m.Name, b.Name) {
			if name := nameIn(text); name != "" {
				return name
			}
		}
	}
	return m.Value
}

// namePart is "first" for "guest_first_name" and "last" for "last_name".
func namePart(words []string) string {
	n := len(words)
	if n < 2 || words[n-1] != "name" || words[n-2] != "first" && words[n-2] != "last" {
		return ""
	}
	return words[n-2]
}

// partOfName is the first or the last name of the person whose e-mail address
// was made before.
func partOfName(m Made, words []string, before []Made) (string, bool) {
	part := namePart(words)
	if _, text := m.Value.(string); !text || part == "" {
		return "", false
	}
	for _, b := range before {
		if !b.is(tools.ValueEmail) || !ofOne(m.Name, b.Name) {
			continue
		}
		address, _ := b.Value.(string)
		first, last, ok := strings.Cut(nameIn(address), " ")
		if part == "last" {
			return last, ok
		}
		return first, ok
	}
	return "", false
}

// personWords name what of a person a value is, not which person.
var personWords = []string{"email", "e", "mail", "address", "name", "full", "first", "last", "person", "contact"}

// ofOne reports whether two names can be about one person: "guest_name" and
// "guest_email", "name" and "email".
func ofOne(a, b string) bool {
	who := func(name string) []string {
		return slices.DeleteFunc(slices.Clone(lowWords(name)), func(w string) bool { return slices.Contains(personWords, w) })
	}
	x, y := who(a), who(b)
	return len(x) == 0 || len(y) == 0 || slices.Equal(x, y)
}

// addressOf is the e-mail address of a person at the host of another address.
func addressOf(name string, like any) string {
	text, _ := like.(string)
	_, host, _ := strings.Cut(text, "@")
	return ascii(strings.ToLower(strings.Join(strings.Fields(name), "."))) + "@" + host
}

// nameIn is the name that an address such as "clara.wolf@mailbox.example" tells.
func nameIn(address string) string {
	local, _, _ := strings.Cut(address, "@")
	first, last, ok := strings.Cut(local, ".")
	if !ok || first == "" || last == "" {
		return ""
	}
	return strings.ToUpper(first[:1]) + first[1:] + " " + strings.ToUpper(last[:1]) + last[1:]
}

// beyond draws a value that lies after another one, or before it when way is
// negative, within the range that the values have.
func beyond(r keyed.Rand, m Made, other any, way float64) any {
	if order, ok := Compare(m.Value, other); ok && float64(order)*way > 0 {
		return m.Value
	}
	if text, ok := other.(string); ok {
		return shifted(r, text, way, m.Value)
	}
	at, ok := Float(other)
	if !ok {
		return m.Value
	}
	v := *m.Values
	step := max(v.Step, 1)
	if v.Kind == tools.ValueNumber {
		step = math.Pow10(-max(1, v.Digits))
	}
	switch {
	case way > 0:
		v.Min = at + step
	case v.Kind == tools.ValueNumber:
		v.Max = at - step
	default: // keep to the steps of the range
		v.Max = v.Min + math.Floor((at-step-v.Min)/step)*step
	}
	if v.Max < v.Min {
		return m.Value // the ranges leave no room
	}
	if out, ok := Draw(r, &v, time.Time{}, nil); ok {
		return out
	}
	return m.Value
}

// shifted moves a day or a time to the other side of another one.
func shifted(r keyed.Rand, other string, way float64, otherwise any) any {
	if t, err := time.Parse(TimeLayout, other); err == nil {
		at := t.Hour()*60 + t.Minute() + int(way)*(30+15*r.IntN(10))
		if at < 0 || at > 23*60+45 {
			return otherwise
		}
		return minutes(at)
	}
	for _, layout := range []string{DateLayout, DateTimeLayout, momentLayout} {
		if t, err := time.Parse(layout, other); err == nil {
			return t.AddDate(0, 0, int(way)*(1+r.IntN(9))).Format(layout)
		}
	}
	if t, err := time.Parse(MonthLayout, other); err == nil {
		return t.AddDate(0, int(way)*(1+r.IntN(3)), 0).Format(MonthLayout)
	}
	return otherwise
}
