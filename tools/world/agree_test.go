package world

import (
	"regexp"
	"strings"
	"testing"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/tools"
)

// TestAgree checks that values of one thing fit each other, whichever of them
// was made first.
func TestAgree(t *testing.T) {
	known := func(table string) *tools.Values { return &tools.Values{Kind: tools.ValueKnown, Text: table} }
	kind := func(k tools.ValueKind) *tools.Values { return &tools.Values{Kind: k} }
	days := &tools.Values{Kind: tools.ValueDate, Min: 2, Max: 40}
	range100 := &tools.Values{Kind: tools.ValueInt, Min: 0, Max: 100, Step: 5}
	latitude := &tools.Values{Kind: tools.ValueNumber, Min: -90, Max: 90, Digits: 4}
	longitude := &tools.Values{Kind: tools.ValueNumber, Min: -180, Max: 180, Digits: 4}
	zip := &tools.Values{Kind: tools.ValuePattern, Text: "[1-9][0-9]{4}"}
	for _, test := range []struct {
		what string
		made []Made // their values are drawn in this order
		fits func(v []any) bool
	}{
		{"e-mail of the person", []Made{{Name: "guest_name", Values: kind(tools.ValuePerson)}, {Name: "guest_email", Values: kind(tools.ValueEmail)}}, func(v []any) bool {
			return strings.HasPrefix(v[1].(string), strings.ToLower(strings.ReplaceAll(v[0].(string), " ", "."))+"@")
		}},
		{"person of the e-mail", []Made{{Name: "email", Values: kind(tools.ValueEmail)}, {Name: "name", Values: kind(tools.ValuePerson)}}, func(v []any) bool {
			return strings.HasPrefix(v[0].(string), strings.ToLower(strings.ReplaceAll(v[1].(string), " ", "."))+"@")
		}},
		{"country of the city", []Made{{Name: "city", Values: kind(tools.ValueCity)}, {Name: "country", Values: known("country")}}, func(v []any) bool {
			return sameCountry(v[0], v[1])
		}},
		{"city of the country", []Made{{Name: "country", Values: &tools.Values{Kind: tools.ValueKnown, Text: "country", Pick: []any{"Portugal", "Italy", "Germany"}}}, {Name: "city", Values: kind(tools.ValueCity)}}, func(v []any) bool {
			return sameCountry(v[1], v[0])
		}},
		{"coordinates of one place", []Made{{Name: "lat", Values: latitude}, {Name: "lng", Values: longitude}}, func(v []any) bool {
			for _, city := range cities {
				if lat, _ := knowledge.Lookup("latitude", city); equal(lat, v[0]) {
					lng, _ := knowledge.Lookup("longitude", city)
					return equal(lng, v[1])
				}
			}
			return false
		}},
		{"airport of the city", []Made{{Name: "city", Values: kind(tools.ValueCity)}, {Name: "airport", Values: known("airport")}}, func(v []any) bool {
			code, ok := knowledge.Lookup("airport", v[0].(string))
			return !ok || code == v[1]
		}},
		{"postal code of the city", []Made{{Name: "city", Values: &tools.Values{Kind: tools.ValueCity}}, {Name: "zip_code", Values: zip}}, func(v []any) bool {
			begins := map[string]string{"Madrid": "280", "Paris": "750", "Berlin": "10", "Hamburg": "20", "Rome": "001"}[v[0].(string)]
			return strings.HasPrefix(v[1].(string), begins) && regexp.MustCompile(`^\d{5}$`).MatchString(v[1].(string))
		}},
		{"last day", []Made{{Name: "start_date", Values: days}, {Name: "end_date", Values: days}}, func(v []any) bool { return v[0].(string) < v[1].(string) }},
		{"first day after the last", []Made{{Name: "end_date", Values: days}, {Name: "start_date", Values: days}}, func(v []any) bool { return v[1].(string) < v[0].(string) }},
		{"departure", []Made{{Name: "check_in", Values: days}, {Name: "check_out", Values: days}}, func(v []any) bool { return v[0].(string) < v[1].(string) }},
		{"moments", []Made{{Name: "created_after", Values: kind(tools.ValuePastMoment)}, {Name: "created_before", Values: kind(tools.ValuePastMoment)}}, func(v []any) bool { return v[0].(string) < v[1].(string) }},
		{"most", []Made{{Name: "min_price", Values: range100}, {Name: "max_price", Values: range100}}, func(v []any) bool {
			return v[0].(int64) < v[1].(int64) && v[1].(int64)%5 == 0 || v[0] == int64(100)
		}},
		{"least", []Made{{Name: "max_price", Values: range100}, {Name: "min_price", Values: range100}}, func(v []any) bool {
			return v[1].(int64) < v[0].(int64) && v[1].(int64)%5 == 0 || v[0] == int64(0)
		}},
		{"currency", []Made{{Name: "currency", Values: known("currency")}, {Name: "price_currency", Values: known("currency")}}, func(v []any) bool { return v[0] == v[1] }},
	} {
		for i := range 200 {
			r := keyed.New(3, test.what, keyed.Int(i))
			var before []Made
			var values []any
			for _, m := range test.made {
				v, ok := Draw(r, m.Values, noon, nil)
				if !ok {
					t.Fatalf("%s: no value", test.what)
				}
				m.Value = v
				m.Value = Agree(r, m, before)
				before, values = append(before, m), append(values, m.Value)
			}
			if !test.fits(values) {
				t.Errorf("%s: %v", test.what, values)
				break
			}
		}
	}
}

// TestAgreeKeepsApart checks that values of two people, places or directions
// stay what they are.
func TestAgreeKeepsApart(t *testing.T) {
	r := keyed.New(1, "apart")
	for _, test := range []struct{ m, other Made }{
		{Made{Name: "driver_email", Values: &tools.Values{Kind: tools.ValueEmail}, Value: "a.b@c.org"}, Made{Name: "guest_name", Values: &tools.Values{Kind: tools.ValuePerson}, Value: "Clara Wolf"}},
		{Made{Name: "to_currency", Values: &tools.Values{Kind: tools.ValueKnown, Text: "currency"}, Value: "USD"}, Made{Name: "from_currency", Values: &tools.Values{Kind: tools.ValueKnown, Text: "currency"}, Value: "EUR"}},
		{Made{Name: "destination_city", Values: &tools.Values{Kind: tools.ValueCity}, Value: "Oslo"}, Made{Name: "country", Values: &tools.Values{Kind: tools.ValueKnown, Text: "country"}, Value: "PT"}},
		{Made{Name: "max_price", Values: &tools.Values{Kind: tools.ValueInt, Min: 1, Max: 9}, Value: int64(3)}, Made{Name: "min_age", Values: &tools.Values{Kind: tools.ValueInt, Min: 1, Max: 9}, Value: int64(8)}},
		{Made{Name: "title", Value: "Maple"}, Made{Name: "name", Values: &tools.Values{Kind: tools.ValuePerson}, Value: "Clara Wolf"}},
	} {
		if v := Agree(r, test.m, []Made{test.other}); v != test.m.Value {
			t.Errorf("%s beside %s became %v", test.m.Name, test.other.Name, v)
		}
	}
}

func sameCountry(city, code any) bool {
	for _, p := range places {
		for _, c := range p.cities {
			if want, _ := knowledge.Lookup("country", p.country); c == city {
				return want == code
			}
		}
	}
	return false
}

// TestPlaces checks that every city has its country, and that all are known.
func TestPlaces(t *testing.T) {
	located := 0
	for _, city := range cities {
		if _, ok := knowledge.Lookup("latitude", city); ok {
			located++
		}
		n := 0
		for _, p := range places {
			if _, ok := knowledge.Lookup("country", p.country); !ok {
				t.Errorf("%s is no known country", p.country)
			}
			for _, c := range p.cities {
				if c == city {
					n++
				}
			}
		}
		if n != 1 {
			t.Errorf("%s is in %d countries", city, n)
		}
	}
	if located < len(cities)*9/10 {
		t.Errorf("it is known of %d of %d cities where they are", located, len(cities))
	}
}
