// Package knowledge holds small tables of general knowledge that every agent has:
// codes of airports, currencies, countries and languages, coordinates and time zones
// of cities. Generator and verifier look up the same rows, so that a code can be
// derived from a name that was said.
package knowledge

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

//go:embed cities.tsv
var cities string

//go:embed country.tsv
var countries string

//go:embed currency.tsv
var currencies string

//go:embed language.tsv
var languages string

// table maps what people say to values.
type table struct {
	ordered []any // values in the order of names
	names   []string
	values  map[string]any // by folded name
	codes   map[string]bool
}

// column says which file and column have the values of a table.
type column struct {
	name, file string
	column     int
	number     bool
}

var tables = load([]column{
	{"airport", cities, 1, false},
	{"country", countries, 1, false},
	{"currency", currencies, 1, false},
	{"language", languages, 1, false},
	{"latitude", cities, 2, true},
	{"longitude", cities, 3, true},
	{"nationality", countries, 2, false},
	{"timezone", cities, 4, false},
})

// load reads the embedded files. It panics at a row that it cannot read, because that is a
// mistake in the program, not in its input.
func load(columns []column) map[string]*table {
	all := make(map[string]*table, len(columns))
	for _, c := range columns {
		t := &table{values: map[string]any{}, codes: map[string]bool{}}
		for line := range strings.Lines(c.file) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || line[0] == '#' {
				continue
			}
			fields := strings.Split(line, "\t")
			if c.column >= len(fields) {
				panic(fmt.Sprintf("knowledge: %s: %q has no column %d", c.name, line, c.column))
			}
			name, value := fields[0], fields[c.column]
			if c.name == "nationality" { // people say "Dutch"; the value is the country's code
				name, value = fields[2], fields[1]
			}
			if name == "-" || value == "-" {
				continue
			}
			var v any = value
			if c.number {
				f, err := strconv.ParseFloat(value, 64)
				if err != nil {
					panic(fmt.Sprintf("knowledge: %s: %q is not a number", c.name, value))
				}
				v = f
			}
			if _, ok := t.values[key(name)]; ok {
				panic(fmt.Sprintf("knowledge: %s: %q stands twice", c.name, name))
			}
			t.names = append(t.names, name)
			t.ordered = append(t.ordered, v)
			t.values[key(name)] = v
			t.codes[value] = true
		}
		all[c.name] = t
	}
	return all
}

// key folds what people write in different ways: letter case, blanks, the accents of names
// in the tables, and a leading article.
func key(words string) string {
	s := strings.Join(strings.Fields(strings.ToLower(words)), " ")
	s = strings.TrimPrefix(s, "the ")
	return accents.Replace(s)
}

var accents = strings.NewReplacer("á", "a", "ã", "a", "â", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e",
	"í", "i", "ñ", "n", "ń", "n", "ó", "o", "ô", "o", "ö", "o", "ø", "o", "ú", "u", "ü", "u")

// Tables lists the names of the tables in alphabetical order.
func Tables() []string {
	return slices.Sorted(maps.Keys(tables))
}

// Names lists what can be looked up in a table, in a fixed order with the usual names
// first. It returns nil if there is no such table.
func Names(name string) []string {
	t, ok := tables[name]
	if !ok {
		return nil
	}
	return slices.Clone(t.names)
}

// Pick returns the value of one of the names of a table, as [Lookup] does. pick chooses among n.
func Pick(name string, pick func(n int) int) (value any, ok bool) {
	t, ok := tables[name]
	if !ok {
		return nil, false
	}
	return t.ordered[pick(len(t.ordered))], true
}

// Lookup returns the value of words in a table: a string, or a float64 in the tables
// latitude and longitude. Letter case, accents and a leading "the" make no difference.
func Lookup(name, words string) (value any, ok bool) {
	t, ok := tables[name]
	if !ok {
		return nil, false
	}
	value, ok = t.values[key(words)]
	return value, ok
}

// Is reports whether a text is one of the values of a table: "EUR" is a
// currency.
func Is(name, value string) bool {
	t, ok := tables[name]
	return ok && t.codes[value]
}

// OfCity reports whether a table is about cities. The name of a city can be looked up in
// each of these tables.
func OfCity(name string) bool {
	switch name {
	case "airport", "latitude", "longitude", "timezone":
		return true
	}
	return false
}
