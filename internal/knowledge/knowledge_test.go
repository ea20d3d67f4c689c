package knowledge

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

func TestTables(t *testing.T) {
	least := map[string]int{"airport": 120, "country": 120, "currency": 40, "language": 50, "latitude": 80, "longitude": 80, "nationality": 100, "timezone": 80}
	shape := map[string]*regexp.Regexp{
		"airport": regexp.MustCompile(`^[A-Z]{3}$`), "country": regexp.MustCompile(`^[A-Z]{2}$`), "currency": regexp.MustCompile(`^[A-Z]{3}$`),
		"language": regexp.MustCompile(`^[a-z]{2}$`), "nationality": regexp.MustCompile(`^[A-Z]{2}$`), "timezone": regexp.MustCompile(`^[A-Z][A-Za-z_]+(/[A-Z][A-Za-z_]+)+$`),
	}
	// Of these codes each belongs to one name only.
	unique := map[string]bool{"airport": true, "language": true, "nationality": true}
	if !slices.IsSorted(Tables()) || len(Tables()) != len(least) {
		t.Errorf("the tables are %v", Tables())
	}
	for _, table := range Tables() {
		names := Names(table)
		if len(names) < least[table] {
			t.Errorf("%s has %d names, want %d", table, len(names), least[table])
		}
		values := map[any]string{}
		for _, name := range names {
			value, ok := Lookup(table, name)
			if !ok {
				t.Errorf("%s: %q is not found", table, name)
			}
			if other, twice := values[value]; twice && unique[table] {
				t.Errorf("%s: %s and %s are both %v", table, other, name, value)
			}
			values[value] = name
			if strings.TrimSpace(name) != name || strings.Contains(name, "  ") || strings.HasPrefix(strings.ToLower(name), "the ") {
				t.Errorf("%s: %q is not written as it should be", table, name)
			}
			switch value := value.(type) {
			case string:
				if shape[table] == nil || !shape[table].MatchString(value) {
					t.Errorf("%s: %s is %q", table, name, value)
				}
				if !Is(table, value) {
					t.Errorf("%s: Is does not know %q", table, value)
				}
			case float64:
				limit := map[string]float64{"latitude": 66, "longitude": 180}[table]
				if limit == 0 || value > limit || value < -limit || len(fmt.Sprint(value))-strings.IndexByte(fmt.Sprint(value), '.') > 5 {
					t.Errorf("%s: %s is %v", table, name, value)
				}
			}
		}
	}
}

// The names of several well-known places mean nothing in particular.
func TestNoAmbiguousCities(t *testing.T) {
	for _, name := range []string{"San José", "San Jose", "Birmingham", "Valencia", "Córdoba", "Santiago", "Portland", "Georgetown", "Kingston",
		"Victoria", "Hyderabad", "Tripoli", "Alexandria", "Cambridge", "Manchester", "Richmond", "Springfield", "Columbus", "Charlotte", "Jacksonville",
		"Newcastle", "Perth", "Hamilton", "Santa Cruz", "Merida", "Washington", "Barcelona, Venezuela", "Granada", "Leon", "Guayaquil, Ecuador"} {
		if v, ok := Lookup("airport", name); ok {
			t.Errorf("%s is ambiguous, but is %v", name, v)
		}
	}
}

func TestTimezonesExist(t *testing.T) {
	for _, city := range Names("timezone") {
		zone, _ := Lookup("timezone", city)
		if _, err := time.LoadLocation(zone.(string)); err != nil {
			t.Errorf("%s: %v", city, err)
		}
		// The sun is highest within some hours of noon wherever people live.
		loc, _ := time.LoadLocation(zone.(string))
		_, offset := time.Date(2024, 1, 15, 12, 0, 0, 0, loc).Zone()
		lon, _ := Lookup("longitude", city)
		if drift := float64(offset)/3600 - lon.(float64)/15; drift < -2.5 || drift > 3.1 {
			t.Errorf("%s: longitude %v does not fit %s", city, lon, zone)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		table, words string
		want         any
	}{
		{"airport", "Porto", "OPO"},
		{"airport", "  são   PAULO ", "GRU"},
		{"airport", "Kraków", "KRK"},
		{"currency", "euros", "EUR"},
		{"currency", "Japanese Yen", "JPY"},
		{"country", "the Netherlands", "NL"},
		{"country", "UK", "GB"},
		{"language", "Portuguese", "pt"},
		{"latitude", "Lisbon", 38.7223},
		{"timezone", "Tokyo", "Asia/Tokyo"},
		{"nationality", "dutch", "NL"},
		{"airport", "Atlantis", nil},
		{"weather", "Porto", nil},
		{"airport", "", nil},
	} {
		if got, ok := Lookup(c.table, c.words); got != c.want || ok != (c.want != nil) {
			t.Errorf("Lookup(%q, %q) = %v, %v, want %v", c.table, c.words, got, ok, c.want)
		}
	}
	if Names("weather") != nil || Is("weather", "") {
		t.Error("a table that is none is known")
	}
	names := Names("airport")
	names[0] = "changed"
	if Names("airport")[0] == "changed" {
		t.Error("Names gives its own slice away")
	}
}
