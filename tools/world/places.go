package world

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

// samePlace makes what belongs to the city, or the country, that was named. ok
// is false where places say nothing about the value.
func samePlace(r keyed.Rand, m Made, words []string, before []Made) (v any, ok bool) {
	kind := placeKind(m.Values, words)
	if kind == "" || directed(words) {
		return nil, false
	}
	for _, b := range before {
		other := b.lowWords()
		is := placeKind(b.Values, other)
		if is == "" || directed(other) {
			continue
		}
		if city := cityBy(is, b.Value); city != "" {
			if v, ok := ofCity(kind, city, m); ok {
				return v, true
			}
		} else if is == "country" && kind == "city" {
			if p := countryOf(b.Value); p != nil {
				return keyed.Pick(r, p.cities), true
			}
		}
	}
	if (kind == "latitude" || kind == "longitude") && m.is(tools.ValueNumber) {
		for range 4 { // the coordinates of some cities are not known
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
	is := func(kind tools.ValueKind, names ...string) bool {
		return v.Kind == kind && slices.Contains(names, last)
	}
	switch {
	case v.Kind == tools.ValueCity:
		return "city"
	case v.Kind == tools.ValueKnown && (v.Text == "country" || knowledge.OfCity(v.Text)):
		return v.Text
	case is(tools.ValueNumber, "lat", "latitude"):
		return "latitude"
	case is(tools.ValueNumber, "lng", "lon", "long", "longitude"):
		return "longitude"
	case is(tools.ValuePick, "country"):
		return "country"
	case is(tools.ValuePick, "timezone", "tz"):
		return "timezone"
	}
	if last == "code" && len(words) > 1 {
		last = words[len(words)-2] // "zip_code"
	}
	if is(tools.ValuePattern, "zip", "zipcode", "postcode", "postal") {
		return "zip"
	}
	return ""
}

// cityBy finds the city that a value of a kind belongs to, "" when it is not known.
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
	switch kind {
	case "city":
		return city, true
	case "zip", "country":
		for _, p := range places {
			if i := slices.Index(p.cities, city); i >= 0 {
				return p.tell(kind, i, m)
			}
		}
		return nil, false
	}
	v, ok := knowledge.Lookup(kind, city)
	if f, isNumber := Float(v); ok && isNumber && m.is(tools.ValueNumber) && (f < m.Values.Min || f > m.Values.Max) {
		return nil, false
	}
	if ok && m.is(tools.ValuePick) && !slices.Contains(m.Values.Pick, v) {
		return nil, false
	}
	return v, ok
}

// tell is the country, or the postal code of one of its cities.
func (p *place) tell(kind string, city int, m Made) (any, bool) {
	switch {
	case kind == "zip":
		digits, _ := m.Value.(string)
		if city >= len(p.codes) || len(digits) != 5 {
			return nil, false
		}
		return p.codes[city] + digits[len(p.codes[city]):], true
	case m.is(tools.ValueKnown):
		return knowledge.Lookup("country", p.country)
	}
	return p.country, slices.Contains(m.Values.Pick, any(p.country))
}

// countryOf returns the country that a code or a name means, or nil.
func countryOf(v any) *place {
	text, _ := v.(string)
	for i := range places {
		p := &places[i]
		if code, _ := knowledge.Lookup("country", p.country); p.country == text || equal(code, text) {
			return p
		}
	}
	return nil
}

// place is a country with its cities of the list cities, and what their postal
// codes begin with where these have five digits.
type place struct {
	country string
	cities  []string
	codes   []string
}

var places = []place{
	{"Portugal", []string{"Lisbon", "Porto"}, nil},
	{"Spain", []string{"Madrid", "Barcelona", "Seville", "Valencia"}, []string{"280", "080", "410", "460"}},
	{"France", []string{"Paris", "Lyon"}, []string{"750", "690"}},
	{"Germany", []string{"Berlin", "Hamburg", "Munich"}, []string{"10", "20", "80"}},
	{"Austria", []string{"Vienna"}, nil},
	{"Switzerland", []string{"Zurich"}, nil},
	{"Italy", []string{"Milan", "Rome", "Naples"}, []string{"201", "001", "801"}},
	{"Greece", []string{"Athens"}, []string{"10"}},
	{"Czechia", []string{"Prague"}, []string{"11"}},
	{"Poland", []string{"Warsaw"}, nil},
	{"Hungary", []string{"Budapest"}, nil},
	{"Netherlands", []string{"Amsterdam"}, nil},
	{"Belgium", []string{"Brussels"}, nil},
	{"Denmark", []string{"Copenhagen"}, nil},
	{"Sweden", []string{"Stockholm"}, []string{"11"}},
	{"Norway", []string{"Oslo"}, nil},
	{"Finland", []string{"Helsinki"}, []string{"001"}},
	{"Ireland", []string{"Dublin"}, nil},
	{"United Kingdom", []string{"London", "Manchester", "Edinburgh"}, nil},
}
