package publicapis

import (
	"regexp"
	"slices"
	"strings"
)

// place is a country, a region or a city that an API may be about.
type place struct {
	name      string
	adjective string
	currency  string // ISO 4217; empty for none
	language  string
	within    string // the country of a city
	wideName  string // what its parts are called: "region"
	wide      []string
	nearName  string // and the smaller ones: "city"
	near      []string
}

// scope finds the place that an API is about, in its description or, where its
// tools take places, in its name. Several places become one of which they are the
// parts.
func (t *tables) scope(r row, named bool) place {
	found := t.placesIn(r.about)
	if len(found) == 0 && named {
		found = t.placesIn(r.name)
	}
	found = narrowed(found)
	switch len(found) {
	case 0:
		return place{}
	case 1:
		return *found[0]
	}
	var names []string
	for _, p := range found[:min(len(found), 8)] {
		names = append(names, p.name)
	}
	last := len(names) - 1
	all := strings.Join(names[:last], ", ") + " and " + names[last]
	out := place{name: all, wideName: "country", wide: names, nearName: "country", near: names, currency: found[0].currency}
	if slices.ContainsFunc(found, func(p *place) bool { return p.within != "" }) {
		out.wideName, out.nearName = "area", "area"
	}
	return out
}

// narrowed leaves out the country when one part of it is named, and the parts when
// several are: "Berlin, Germany", "England, Scotland and Wales".
func narrowed(found []*place) []*place {
	parts := map[string]int{}
	for _, p := range found {
		parts[p.within]++
	}
	named := func(name string) bool {
		return slices.ContainsFunc(found, func(o *place) bool { return o.name == name })
	}
	var out []*place
	for _, p := range found {
		if n := parts[p.name]; n == 1 || p.within != "" && parts[p.within] > 1 && named(p.within) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// worldwide are words that make the places after them examples.
var worldwide = []string{"worldwide", "global", "globally", "globe", "around the world", "all over the world", "countries", "international", "across the world"}

// seat matches where somebody only resides ("an exchange based in China",
// "EU-hosted"), and names that are not of places.
var seat = regexp.MustCompile(`\b(based|hosted|located) in( the)?( \p{Lu}[\w.]*)+|(\p{Lu}\w* ?)+[ -](based|hosted)\b|\bSwiss Ephemeris\b|\bNew York Times\b`)

// placesIn finds the places that a text names. Letter case counts, except for a few
// languages: something polished is not Polish.
func (t *tables) placesIn(text string) []*place {
	folded := folded(text)
	for _, w := range worldwide {
		if says(folded, w) && !says(folded, "eu") && !says(folded, "european") && !says(folded, "african") {
			return nil
		}
	}
	text = seat.ReplaceAllString(text, " ")
	words := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" ,()/|;:-–→\"“”'’+&", r)
	})
	for i := range words {
		words[i] = strings.TrimRight(words[i], ".")
	}
	var out []*place
	for i := 0; i < len(words); i++ {
		for n := min(4, len(words)-i); n > 0; n-- {
			name := strings.Join(words[i:i+n], " ")
			p := t.places[name]
			if p == nil && len(name) > 5 && (name == "german" || strings.HasSuffix(name, "ish") && name != "polish") {
				p = t.places[strings.ToUpper(name[:1])+name[1:]] // "spanish names"
			}
			if p == nil {
				continue
			}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
			i += n - 1
			break
		}
	}
	return out
}
