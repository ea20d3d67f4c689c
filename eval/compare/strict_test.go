package compare_test

import (
	"encoding/json"
	"testing"

	"switchyard/eval/compare"
	"switchyard/mission"
)

// trip has a parameter of every form.
var trip = &mission.Tool{
	Name: "plan_trip", Description: "Plans a trip.",
	Parameters: raw(`{"type":"object","required":["day"],"additionalProperties":false,"properties":{
"day":{"type":"string","format":"date"},
"when":{"type":"string","description":"Day, in any form."},
"at":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
"start":{"type":"string"},
"seats":{"type":"integer","default":1},
"budget":{"type":"number"},
"price":{"type":"string"},
"note":{"type":"string"},
"trip_id":{"type":"string"},
"plate":{"type":"string","pattern":"^[A-Z]{2}-[0-9]{3}$"},
"class":{"type":"string","enum":["economy","business"],"default":"economy"},
"currency":{"type":"string"},
"code":{"type":"string","pattern":"^[A-Z]{3}$"},
"place":{"type":"string"},
"phone":{"type":"string"},
"email":{"type":"string","format":"email"},
"either":{"type":["string","integer"]},
"quiet":{"type":"boolean"},
"maybe":{"type":["string","null"]},
"guests":{"type":"array","items":{"type":"string"}},
"stops":{"type":"array","items":{"type":"string"},"description":"Stops on the way, in order."},
"driver":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}}}}}`),
	Labels: map[string]map[string][]string{"place": {`"harbour"`: {"the waterfront"}}},
}

func TestStrict(t *testing.T) {
	said := []mission.Source{
		{Pointer: "/note", Kind: mission.FromQuery, Text: "a nut allergy"},
		{Pointer: "/when", Kind: mission.FromClock, Said: mission.FromQuery, Text: "tomorrow", Rule: mission.RuleTomorrow},
	}
	env := mission.Environment{Now: "2026-04-14 09:00:00", Weekday: "Tuesday", Locale: "en"}
	known := func(v any) bool { return v == any("Vis") || v == any(json.Number("7")) }
	for _, tt := range []struct{ name, gold, given, want string }{
		// Members.
		{"the same in another order", `"seats":2,"note":"x"`, `"note":"x","seats":2`, ""},
		{"a required one left out", `"seats":2`, `-`, "missing_required /day"},
		{"an optional one left out", `"budget":7`, ``, "wrong_value /budget"},
		{"a default left out", `"class":"economy"`, ``, ""},
		{"a default given", ``, `"class":"economy","seats":1`, ""},
		{"another value than the default", ``, `"class":"business"`, "wrong_value /class"},
		{"an extra value that is known", ``, `"place":"Vis"`, "wrong_value /place"},
		{"an extra value that is not", ``, `"place":"Hvar"`, "invented_value /place"},
		{"null where it may be", ``, `"maybe":null`, ""},
		{"null where it may not", ``, `"place":null`, "wrong_type /place"},
		{"an invented name", ``, `"harbour":"Vis"`, "invented_name /harbour"},
		{"a member of an object", `"driver":{"name":"Ana"}`, `"driver":{"name":"ana","shoe":7}`, "invented_name /driver/shoe"},
		{"a missing member", `"driver":{"name":"Ana"}`, `"driver":{}`, "missing_required /driver/name"},
		// Types and numbers.
		{"numbers by value", `"budget":5`, `"budget":5.0`, ""},
		{"a number as a text", `"seats":5`, `"seats":"5"`, "wrong_type /seats"},
		{"a text as a number", `"note":"5"`, `"note":5`, "wrong_type /note"},
		{"where both are allowed", `"either":"5"`, `"either":5`, ""},
		{"a number in a text", `"note":"5"`, `"note":"5.0"`, ""},
		{"a code of digits", `"note":"0123"`, `"note":"123"`, "invented_value /note"},
		{"another number", `"budget":5`, `"budget":7`, "wrong_value /budget"},
		{"an invented number", `"budget":5`, `"budget":8`, "invented_value /budget"},
		{"the other bool", `"quiet":true`, `"quiet":false`, "wrong_value /quiet"},
		{"another type", `"quiet":true`, `"quiet":"true"`, "wrong_type /quiet"},
		// Dates and times.
		{"a date in words where the form is fixed", `"day":"2026-04-15"`, `"day":"15 April 2026"`, "wrong_type /day"},
		{"a time with a date where the form is fixed", `"day":"2026-04-15"`, `"day":"2026-04-15T00:00"`, "wrong_type /day"},
		{"a date in words", `"when":"2026-04-15"`, `"when":"15 April 2026"`, ""},
		{"a date in American words", `"when":"2026-04-15"`, `"when":"April 15, 2026"`, ""},
		{"the other way round", `"when":"15 April 2026"`, `"when":"2026-04-15"`, ""},
		{"its midnight", `"when":"2026-04-15"`, `"when":"2026-04-15T00:00"`, ""},
		{"its noon", `"when":"2026-04-15"`, `"when":"2026-04-15T12:00"`, "invented_value /when"},
		{"the day as it was said", `"when":"2026-04-15"`, `"when":"tomorrow"`, "invented_value /when"},
		{"a day without its year", `"when":"2026-04-15"`, `"when":"15 April"`, "invented_value /when"},
		{"another day", `"when":"2026-04-15"`, `"when":"2026-04-16"`, "invented_value /when"},
		{"seconds", `"start":"19:30"`, `"start":"19:30:00"`, ""},
		{"in the evening", `"start":"19:30"`, `"start":"7:30 pm"`, ""},
		{"a date and time", `"start":"2026-04-15T19:30"`, `"start":"2026-04-15 19:30:00"`, ""},
		{"a zone", `"start":"2026-04-15T19:30"`, `"start":"2026-04-15T19:30:00Z"`, "invented_value /start"},
		{"a time where the form is fixed", `"at":"19:30"`, `"at":"7:30 pm"`, "wrong_type /at"},
		// Texts.
		{"case, blanks, punctuation", `"note":"No nuts, please - it's serious"`, `"note":"no nuts please, its  serious."`, ""},
		{"normal forms", `"note":"caf\u00e9 corner"`, `"note":"cafe\u0301 corner"`, ""},
		{"the words of the user", `"note":"nut-free"`, `"note":"A nut allergy."`, ""},
		{"a label", `"place":"harbour"`, `"place":"The Waterfront"`, ""},
		{"another text", `"note":"nut-free"`, `"note":"vegan"`, "invented_value /note"},
		{"money", `"price":"45 EUR"`, `"price":"€45.00"`, ""},
		{"another currency", `"price":"45 EUR"`, `"price":"$45"`, "invented_value /price"},
		{"a currency by name", `"currency":"EUR"`, `"currency":"euro"`, ""},
		{"where codes are wanted", `"code":"EUR"`, `"code":"euro"`, "wrong_type /code"},
		{"a city by its airport", `"place":"Lisbon"`, `"place":"LIS"`, ""},
		{"a telephone number", `"phone":"+351 912-345-678"`, `"phone":"+351912345678"`, ""},
		{"an address", `"email":"Ana@example.org"`, `"email":"ana@example.org"`, ""},
		{"no address", `"email":"ana@example.org"`, `"email":"Ana"`, "wrong_type /email"},
		// Identifiers and choices.
		{"an identifier in another case", `"trip_id":"TR-17"`, `"trip_id":"tr-17"`, "invented_value /trip_id"},
		{"one that has no digit", `"trip_id":"north route"`, `"trip_id":"North Route"`, "invented_value /trip_id"},
		{"one that looks like it", `"note":"TR-17"`, `"note":"tr-17"`, "invented_value /note"},
		{"a plate", `"plate":"ST-123"`, `"plate":"ST-124"`, "invented_value /plate"},
		{"a choice in another case", `"class":"business"`, `"class":"Business"`, "wrong_type /class"},
		// Lists.
		{"guests in another order", `"guests":["Ana","Ivo"]`, `"guests":["ivo","Ana"]`, ""},
		{"stops in another order", `"stops":["Vis","Hvar"]`, `"stops":["Hvar","Vis"]`, "invented_value /stops/0 wrong_value /stops/1"},
		{"one too few", `"guests":["Ana","Ivo"]`, `"guests":["Ana"]`, "invented_value /guests"},
		{"one wrong", `"guests":["Ana","Ivo"]`, `"guests":["Vis","Ana"]`, "wrong_value /guests/0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			object := func(members string) json.RawMessage {
				switch {
				case members == "-":
					return raw(`{"seats":2}`)
				case len(members) > 6 && members[:6] == `"day":`:
					return raw("{" + members + "}")
				case members == "":
					return raw(`{"day":"2026-04-15"}`)
				}
				return raw(`{"day":"2026-04-15",` + members + "}")
			}
			got := ""
			g := &compare.Gold{Tool: trip, Arguments: object(tt.gold), Sources: said, Environment: env}
			for _, f := range compare.New().Memo().Strict(g, object(tt.given), known) {
				if got != "" {
					got += " "
				}
				got += string(f.Kind) + " " + f.Pointer
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	for _, given := range []string{`[]`, `"day=tomorrow"`, `{"day"`, `null`} {
		f := compare.New().Memo().Strict(&compare.Gold{Tool: trip, Arguments: raw(`{}`)}, raw(given), nil)
		if len(f) != 1 || f[0].Kind != compare.WrongType || f[0].Pointer != "" || !json.Valid(f[0].Given) {
			t.Errorf("%s: %+v", given, f)
		}
	}
}

// TestStrictOddSchemas: where the schema is none, types count by their names.
func TestStrictOddSchemas(t *testing.T) {
	odd := &mission.Tool{Name: "odd", Parameters: raw(`{"type":"object","properties":{"x":{"type":"float"},"y":{"type":"array","items":{"type":"float"}}}}`)}
	c, g := compare.New(), &compare.Gold{Tool: odd, Arguments: raw(`{"x":1.5,"y":[2]}`)}
	for given, want := range map[string]string{
		`{"x":1.50,"y":[2.0]}`: "", `{"x":"1.5","y":[2]}`: "wrong_type", `{"x":2,"y":["2"]}`: "wrong_value wrong_type",
	} {
		if got := kinds(c.Memo().Strict(g, raw(given), nil)); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}

func TestLikeness(t *testing.T) {
	c, g := compare.New(), &compare.Gold{Tool: trip, Arguments: raw(`{"day":"2026-04-15","note":"a","budget":5}`)}
	for given, want := range map[string]float64{
		`{"day":"2026-04-15","note":"A","budget":5.0}`:            1,
		`{"day":"2026-04-15","note":"b","budget":5}`:              2.0 / 3,
		`{"day":"2026-04-15"}`:                                    1.0 / 3,
		`{"day":"2026-04-15","note":"a","budget":5,"quiet":true}`: 0.75,
		`{}`: 0, `[]`: 0, `"x"`: 0,
	} {
		if got := c.Memo().Likeness(g, raw(given)); got != want {
			t.Errorf("%s: %v, want %v", given, got, want)
		}
	}
}
