package compare

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchyard/mission"
)

// What strict-2 takes for the same, and what it does not. The third column is what strict-1
// says.
func TestFair(t *testing.T) {
	const texts = `{"type":"string"}`
	for _, tt := range []struct {
		schema, want, given string
		fair, before        bool
	}{
		// identifiers inside texts
		{texts, `"house/kitchen/lamps5"`, `"house/kitchen/lamps8"`, false, false},
		{texts, `"turn on house/lamps5"`, `"turn on house/lamps8"`, false, false},
		{texts, `"turn on house/lamps5"`, `"Turn on  house/lamps5!"`, true, true},
		{texts, `"turn on house/lamps5"`, `"turn on house lamps5"`, false, true},
		{texts, `"see ticket AB-12"`, `"see ticket AB 12"`, false, true},
		{texts, `"see ticket AB-12"`, `"See ticket ab-12."`, true, true},
		{texts, `"keep it at -5 degrees"`, `"keep it at 5 degrees"`, false, true},
		{texts, `"a 3-day pass"`, `"a 3 day pass"`, true, true},
		// number formats
		{texts, `"a budget of 1,500 euros"`, `"a budget of 1500 euros"`, true, false},
		{texts, `"at most 2.50 each"`, `"At most 2.5 each."`, true, false},
		{texts, `"at most 2.50 each"`, `"at most 25 each"`, false, false},
		{`{"type":"number"}`, `1500`, `1500.0`, true, true},
		{`{"type":["string","number"]}`, `"5"`, `5`, true, true},
		{texts, `"2026-04-15,2026-05-01"`, `"2026-04-15, 2026-05-01"`, true, false},
		{texts, `"2026-04-15,2026-05-01"`, `"2026-04-15, 2026-05-10"`, false, false},
		{texts, `"2026-04-15,2026-05-01"`, `"2026-04-15 2026-05-01"`, false, false},
		// dates
		{texts, `"2026-04-15"`, `"20260415"`, true, false},
		{texts, `"2026-04-15"`, `"2026-W16-3"`, true, false},
		{texts, `"2026-04-15"`, `"2026-105"`, true, false},
		{texts, `"2026-04-15"`, `"20260416"`, false, false},
		{texts, `"2026-04-15"`, `"2026-W16-4"`, false, false},
		{texts, `"2026-04-15T10:00:00Z"`, `"20260415T120000+02:00"`, true, false},
		{`{"type":"string","format":"date"}`, `"2026-04-15"`, `"20260415"`, false, false},
		{texts, `"20260415"`, `"2026-04-15"`, false, false}, // it may be a number
		// sets
		{`{"type":"array","items":{"type":"string"}}`, `["b","a"]`, `["A","b"]`, true, true},
		{`{"type":"array","description":"in this order"}`, `["b","a"]`, `["a","b"]`, false, false},
		// defaults
		{`{"type":"string","default":"celsius"}`, ``, `"celsius"`, true, true},
		{`{"type":"string","description":"Unit, defaults to celsius."}`, ``, `"celsius"`, true, false},
		{`{"type":"string","description":"Unit, defaults to celsius."}`, ``, `"kelvin"`, false, false},
		{`{"type":"string","description":"Unit, defaults to celsius."}`, `"celsius"`, ``, true, false},
		{`{"type":"integer","description":"How many (default: 10)."}`, ``, `10`, true, false},
		{`{"type":"integer","description":"How many (default: 10)."}`, ``, `1`, false, false},
		{`{"type":"integer","description":"How many, defaulting to 5 days."}`, ``, `5`, true, false},
		{`{"type":"integer","description":"How many, defaulting to 5 days."}`, ``, `4`, false, false},
		{`{"type":"integer","description":"How many."}`, ``, `10`, false, false},
		{`{"type":"boolean","description":"By default, all."}`, ``, `true`, false, false},
	} {
		tool := &mission.Tool{Name: "t", Parameters: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"x":%s,"y":{"type":"integer"}}}`, tt.schema))}
		arguments := func(x string) json.RawMessage {
			if x == "" {
				return json.RawMessage(`{"y":1}`)
			}
			return json.RawMessage(`{"x":` + x + `,"y":1}`)
		}
		g := &Gold{Tool: tool, Arguments: arguments(tt.want), Environment: mission.Environment{Now: "2026-04-01 10:00:00", Weekday: "Wednesday", Locale: "en"}}
		c := New()
		if got := c.Fair().Right(g, arguments(tt.given)); got != tt.fair {
			t.Errorf("strict-2: %s with %s for %s: %t", tt.schema, tt.given, tt.want, got)
		}
		if got := c.Memo().Right(g, arguments(tt.given)); got != tt.before {
			t.Errorf("strict-1: %s with %s for %s: %t", tt.schema, tt.given, tt.want, got)
		}
	}
}

// An article at the beginning of a free text makes no difference if people said the text with
// it.
func TestArticles(t *testing.T) {
	const texts, codes = `{"type":"string"}`, `{"type":"string","pattern":"^[a-z ]+$"}`
	for _, tt := range []struct {
		schema, said, want, given string
		fair                      bool
	}{
		{texts, "Note the parcel for reception.", "parcel for reception", "the parcel for reception", true},
		{texts, "Note the parcel for reception.", "parcel for reception", "The parcel for reception", true},
		{texts, "Note the parcel for reception.", "the parcel for reception", "parcel for reception", true},
		{texts, "Please report a broken heater in room 12.", "broken heater in room 12", "a broken heater in room 12", true},
		{texts, "Please report a broken heater in room 12.", "a broken heater in room 12", "Broken heater in room 12.", true},
		{texts, "There is an empty extinguisher.", "empty extinguisher", "an  empty extinguisher", true},
		{texts, "Call it “The long way home”.", "long way home", "The Long Way Home", true},
		{`{"type":"array","items":{"type":"string"}}`, "Note the customer complaint.", "customer complaint", "the customer complaint", true},

		{texts, "Note the parcel for reception.", "parcel for reception", "a parcel for reception", false},
		{texts, "Note the parcel for reception.", "parcel for reception", "the parcels for reception", false},
		{texts, "Note the parcel for reception.", "parcel for reception", "the parcel for the reception", false},
		{texts, "Note the parcel for reception.", "the parcel for reception", "a parcel for reception", false},
		{texts, "Note the parcel for reception.", "parcel for reception", "the parcel", false},
		{texts, "Call it “Long way home”.", "Long way home", "The long way home", false},
		{texts, "Please report a broken heater in room 12.", "broken heater in room 12", "a broken heater in room 13", false},
		{texts, "Report the lamp at house/lamps5.", "lamp at house/lamps5", "the lamp at house/lamps8", false},
		{codes, "Use the blue path.", "blue path", "the blue path", false},
		{`{"enum":["blue path","the blue path"]}`, "Use the blue path.", "blue path", "the blue path", false},
	} {
		wrap := func(text string) json.RawMessage {
			var v any = text
			if tt.schema[9] == 'a' {
				v = []any{text}
			}
			arguments, err := json.Marshal(map[string]any{"x": v})
			if err != nil {
				t.Fatal(err)
			}
			return arguments
		}
		g := &Gold{Tool: &mission.Tool{Name: "t", Parameters: json.RawMessage(`{"type":"object","properties":{"x":` + tt.schema + `}}`)},
			Arguments: wrap(tt.want), Heard: func(words string) bool { return strings.Contains(Fold(tt.said), Fold(words)) }}
		c := New()
		if got := c.Fair().Right(g, wrap(tt.given)); got != tt.fair {
			t.Errorf("strict-2: %q for %q is %t", tt.given, tt.want, got)
		}
		if c.Memo().Right(g, wrap(tt.given)) {
			t.Errorf("strict-1: %q for %q is right", tt.given, tt.want)
		}
	}
}

func TestFits(t *testing.T) {
	tool := &mission.Tool{Name: "t", Parameters: json.RawMessage(`{"type":"object","required":["x"],"properties":{"x":{"type":"string"},"kind":{"enum":["a","b"]},"n":{"type":"integer","maximum":9}}}`)}
	known := func(v any) bool { return v == "known" || v == json.Number("3") }
	for given, want := range map[string]string{
		`{"x":"known"}`:                  "fits",
		`{"x":"known","kind":"a","n":3}`: "fits",
		`{"x":"strange"}`:                `x "strange"`,
		`{"x":"known","n":4}`:            "n 4",
		`{"x":"known","n":10}`:           "no",
		`{"x":"known","kind":"c"}`:       "no",
		`{"kind":"a"}`:                   "no",
		`{"x":"known","more":"known"}`:   "no",
		`{"x":1}`:                        "no",
		`[]`:                             "no",
		`"x"`:                            "no",
		`{"x":`:                          "no",
	} {
		unknown, ok := New().Fair().Fits(&Gold{Tool: tool}, []byte(given), known)
		got := unknown
		switch {
		case !ok:
			got = "no"
		case unknown == "":
			got = "fits"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

// What is read as a moment means the same when it is written again, and no word makes it
// fail.
func FuzzFairMoment(f *testing.F) {
	for _, s := range []string{"2026-04-15", "20260415", "2026-W16-3", "2026W163", "2026-105", "20260415T1004", "2026-W53-7", "9999-W99-1", "", "W", "2026-04-15T10:00:00+0200"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, ok := readFairMoment(s)
		if !ok {
			return
		}
		if m.day && !m.clock && m.month {
			again, ok := readFairMoment(m.at.Format("2006-01-02"))
			if !ok || !again.same(m) {
				t.Errorf("%q is %v, which is read as %v", s, m.at, again.at)
			}
		}
		if !m.same(m) {
			t.Errorf("%q differs from itself", s)
		}
	})
}

func FuzzSameWords(f *testing.F) {
	f.Add("see AB-12", "see ab-12")
	f.Add("1,500.00", "1500")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := &text{text: a}, &text{text: b}
		if sameWords(x, y) != sameWords(y, x) {
			t.Errorf("%q and %q: not the same both ways", a, b)
		}
		if Fold(a) != "" && !sameWords(x, x) {
			t.Errorf("%q is not the same as itself", a)
		}
	})
}

// The coordinates of a town are equal to about 5 km, and only to strict-2; other numbers
// are not.
func TestCoordinates(t *testing.T) {
	c := New()
	for _, tt := range []struct {
		name, want, given string
		fair              bool
	}{
		{"latitude", "37.9838", "37.98", true},
		{"lon", "-9.1393", "-9.14", true},
		{"lng", "-9.1393", "-9.1", true},
		{"latitude", "37.9838", "38.1", false},
		{"latitude", "37.9838", "-37.98", false},
		{"longitude", "23.7275", `"23.73"`, false},
		{"ratio", "37.9838", "37.98", false},
	} {
		g := &Gold{Tool: &mission.Tool{Name: "t", Parameters: json.RawMessage(`{"type":"object","properties":{"place":{"type":"object","properties":{"` + tt.name + `":{}}}}}`)},
			Arguments: json.RawMessage(`{"place":{"` + tt.name + `":` + tt.want + `}}`)}
		given := json.RawMessage(`{"place":{"` + tt.name + `":` + tt.given + `}}`)
		if got := c.Fair().Right(g, given); got != tt.fair {
			t.Errorf("%s %s for %s: %v", tt.name, tt.given, tt.want, got)
		}
		if c.Memo().Right(g, given) {
			t.Errorf("%s %s is right by strict-1", tt.name, tt.given)
		}
	}
}
