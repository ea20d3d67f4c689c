package world

import (
	"math"
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

// Made is a value that stands beside another one: an argument of the same call,
// a field of the same thing.
type Made struct {
	Name   string // of the parameter or the attribute
	Values *tools.Values
	Value  any
}

// Agree gives a value that goes with those that were made before, or the value
// itself where nothing is against it: the e-mail address of the person who is
// named, the country of the city, a last day after the first one.
func Agree(r keyed.Rand, m Made, before []Made) any {
	if m.Values == nil {
		return m.Value
	}
	words := lowWords(m.Name)
	switch {
	case m.Values.Kind == tools.ValueEmail || m.Values.Kind == tools.ValuePerson:
		return samePerson(m, before)
	case m.Values.Kind == tools.ValueKnown && m.Values.Text == "currency":
		for _, b := range before {
			if b.Values != nil && b.Values.Kind == tools.ValueKnown && b.Values.Text == "currency" && !directed(words) && !directed(lowWords(b.Name)) {
				return b.Value
			}
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
		if b.Values == nil || b.Values.Kind != m.Values.Kind {
			continue
		}
		switch other := lowWords(b.Name); {
		case tools.Ends(words, other):
			return beyond(r, m, b.Value, 1)
		case tools.Ends(other, words):
			return beyond(r, m, b.Value, -1)
		}
	}
	return m.Value
}

func lowWords(name string) []string {
	words := tools.Words(name)
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return words
}

// directed tells whether a name is one of two: "from_currency".
func directed(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"from", "to", "base", "quote", "target", "source", "fiat", "destination", "other", "second", "compare"}, w)
	})
}

// samePerson makes the address of the person who was named, and the name of the
// person whose address was.
func samePerson(m Made, before []Made) any {
	first, last := "", ""
	for _, b := range before {
		text, ok := b.Value.(string)
		if !ok || b.Values == nil || !ofOne(m.Name, b.Name) {
			continue
		}
		switch words := lowWords(b.Name); {
		case m.Values.Kind == tools.ValueEmail && b.Values.Kind == tools.ValuePerson:
			return addressOf(text, m.Value)
		case m.Values.Kind == tools.ValuePerson && b.Values.Kind == tools.ValueEmail:
			if name := nameIn(text); name != "" {
				return name
			}
		case m.Values.Kind != tools.ValueEmail || len(words) < 2 || words[len(words)-1] != "name":
		case words[len(words)-2] == "first":
			first = text
		case words[len(words)-2] == "last":
			last = text
		}
	}
	if first != "" && last != "" {
		return addressOf(first+" "+last, m.Value)
	}
	return m.Value
}

// partOfName is the first or the last name of the person whose address was made
// before.
func partOfName(m Made, words []string, before []Made) (string, bool) {
	n := len(words)
	if _, text := m.Value.(string); !text || n < 2 || words[n-1] != "name" || words[n-2] != "first" && words[n-2] != "last" {
		return "", false
	}
	for _, b := range before {
		address, _ := b.Value.(string)
		if b.Values == nil || b.Values.Kind != tools.ValueEmail || !ofOne(m.Name, b.Name) {
			continue
		}
		first, last, ok := strings.Cut(nameIn(address), " ")
		if words[n-2] == "last" {
			first = last
		}
		return first, ok
	}
	return "", false
}

// ofOne tells whether two names can be of one person: "guest_name" and
// "guest_email", "name" and "email".
func ofOne(a, b string) bool {
	head := func(name string) []string {
		return slices.DeleteFunc(lowWords(name), func(w string) bool {
			return slices.Contains([]string{"email", "e", "mail", "address", "name", "full", "first", "last", "person", "contact"}, w)
		})
	}
	x, y := head(a), head(b)
	return len(x) == 0 || len(y) == 0 || slices.Equal(x, y)
}

func addressOf(name string, like any) string {
	text, _ := like.(string)
	_, host, _ := strings.Cut(text, "@")
	return ascii(strings.ToLower(strings.Join(strings.Fields(name), "."))) + "@" + host
}

// nameIn is the name that an address such as "clara.wolf@mailbox.org" tells.
func nameIn(address string) string {
	local, _, _ := strings.Cut(address, "@")
	first, last, ok := strings.Cut(local, ".")
	if !ok || first == "" || last == "" {
		return ""
	}
	return strings.ToUpper(first[:1]) + first[1:] + " " + strings.ToUpper(last[:1]) + last[1:]
}

// samePlace makes what belongs to the city, or the country, that was named. ok
// is false where places say nothing of the value.
func samePlace(r keyed.Rand, m Made, words []string, before []Made) (v any, ok bool) {
	kind := placeKind(m.Values, words)
	if kind == "" || directed(words) {
		return nil, false
	}
	for _, b := range before {
		other := lowWords(b.Name)
		is := placeKind(b.Values, other)
		if is == "" || directed(other) {
			continue
		}
		city := cityBy(is, b.Value)
		switch {
		case city == "" && is == "country" && kind == "city":
			if near := citiesIn(countryName(b.Value)); len(near) > 0 {
				return keyed.Pick(r, near), true
			}
		case city == "":
		default:
			if v, ok := ofCity(kind, city, m); ok {
				return v, true
			}
		}
	}
	if (kind == "latitude" || kind == "longitude") && m.Values.Kind == tools.ValueNumber {
		for range 4 { // not of every city it is known where it is
			if v, ok := ofCity(kind, keyed.Pick(r, cities), m); ok {
				return v, true
			}
		}
	}
	return nil, false
}

// placeKind says what of a place the values are, "" for anything else.
func placeKind(v *tools.Values, words []string) string {
	if v == nil || len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	switch {
	case v.Kind == tools.ValueCity:
		return "city"
	case v.Kind == tools.ValueKnown && (v.Text == "country" || knowledge.OfCity(v.Text)):
		return v.Text
	case v.Kind == tools.ValueNumber && (last == "lat" || last == "latitude"):
		return "latitude"
	case v.Kind == tools.ValueNumber && (last == "lng" || last == "lon" || last == "long" || last == "longitude"):
		return "longitude"
	case v.Kind == tools.ValuePick && last == "country":
		return "country"
	case v.Kind == tools.ValuePick && slices.Contains([]string{"timezone", "tz"}, last):
		return "timezone"
	case v.Kind == tools.ValuePattern && slices.Contains([]string{"zip", "zipcode", "postcode", "postal"}, words[len(words)-1-boolInt(last == "code" && len(words) > 1)]):
		return "zip"
	}
	return ""
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cityBy finds the city that a value of a kind is of, "" when it is not known.
func cityBy(kind string, v any) string {
	switch kind {
	case "city":
		name, _ := v.(string)
		return name
	case "country", "zip":
		return ""
	}
	for _, city := range cities {
		if have, ok := knowledge.Lookup(kind, city); ok && equal(have, v) {
			return city
		}
	}
	return ""
}

// ofCity is the value of a kind for a city.
func ofCity(kind, city string, m Made) (any, bool) {
	place := slices.IndexFunc(places, func(p place) bool { return slices.Contains(p.cities, city) })
	switch kind {
	case "city":
		return city, true
	case "zip":
		digits, isText := m.Value.(string)
		i := -1
		if place >= 0 {
			i = slices.Index(places[place].cities, city)
		}
		if !isText || i < 0 || i >= len(places[place].codes) || len(digits) != 5 {
			return nil, false
		}
		return places[place].codes[i] + digits[len(places[place].codes[i]):], true
	case "country":
		if place < 0 {
			return nil, false
		}
		name := places[place].country
		if m.Values.Kind == tools.ValueKnown {
			return knowledge.Lookup("country", name)
		}
		return name, slices.Contains(m.Values.Pick, any(name))
	}
	v, ok := knowledge.Lookup(kind, city)
	if f, isNumber := Float(v); ok && isNumber && m.Values.Kind == tools.ValueNumber && (f < m.Values.Min || f > m.Values.Max) {
		return nil, false
	}
	if ok && m.Values.Kind == tools.ValuePick && !slices.Contains(m.Values.Pick, v) {
		return nil, false
	}
	return v, ok
}

// countryName is the name of the country that a code or a name means.
func countryName(v any) string {
	text, _ := v.(string)
	for _, p := range places {
		if code, _ := knowledge.Lookup("country", p.country); p.country == text || equal(code, text) {
			return p.country
		}
	}
	return ""
}

func citiesIn(country string) []string {
	for _, p := range places {
		if p.country == country {
			return p.cities
		}
	}
	return nil
}

// beyond draws a value that lies after another one, or before it when way is
// negative, within the range that the values have.
func beyond(r keyed.Rand, m Made, other any, way float64) any {
	if order, ok := Compare(m.Value, other); ok && float64(order)*way > 0 {
		return m.Value
	}
	text, isText := other.(string)
	if isText {
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
	if way > 0 {
		v.Min = at + step
	} else {
		v.Max = at - step
		// Keep to the steps of the range.
		if v.Kind != tools.ValueNumber {
			v.Max = v.Min + math.Floor((v.Max-v.Min)/step)*step
		}
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
	for _, layout := range []string{DateLayout, DateTimeLayout, MomentLayout} {
		if t, err := time.Parse(layout, other); err == nil {
			return t.AddDate(0, 0, int(way)*(1+r.IntN(9))).Format(layout)
		}
	}
	if t, err := time.Parse(MonthLayout, other); err == nil {
		return t.AddDate(0, int(way)*(1+r.IntN(3)), 0).Format(MonthLayout)
	}
	return otherwise
}
