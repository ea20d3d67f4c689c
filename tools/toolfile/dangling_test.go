package toolfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"switchyard/tools"
)

// followsToolset has values that follow from others in every way.
const followsToolset = `toolset: test/trips
entities:
  line:
    id: line_code
    attributes:
      line_code: {pattern: "LN[0-9]{3}"}
      fare: {money: 5-40, unit: EUR}
  trip:
    id: trip_number
    attributes:
      trip_number: {pattern: "TR[0-9]{4}"}
      line_code: {copy: line_code}
      fare: {of: line_code.fare, unit: EUR}
      departs: {time: 08:00-18:00}
      arrives: {after: departs, plus: 30-90}
      total: {times: [fare, seats, 1.2], unit: EUR}
      both: {sum: [fare, total], unit: EUR}
    card: ["**{trip_number}** on line {line_code} leaves at {departs:bare}."]
tools:
  book_trip:
    about: Books a trip.
    effect: create trip
    params:
      line_code: {type: string, required: true}
      seats: {type: integer, required: true, values: {int: 1-6}}
      date: {type: string, required: true, values: {date: +1..+30}}
      back: {type: string, values: {after: date, plus: 1-9}, say: ["back {}"]}
      size: {type: object, say: ["in {}"], props: {deep: {type: integer, required: true, values: {int: 1-6}}}}
    gives:
      fee: {sum: [fare, 2], unit: EUR}
      late_fee: {times: [fee, 2], unit: EUR}
      of_line: {of: line_code.fare, unit: EUR}
      depth: {copy: size.deep}
    do: ["book {seats|seat|seats} on line {line_code} {date}[ {size}]"]
  find_trips:
    about: Finds trips.
    effect: list trip
    params:
      line_code: {type: string, required: true}
    gives:
      found: {sum: [count, 0]}
    do: ["find trips on line {line_code}"]
`

// A value that follows from something that is not there is told with its place, and what
// may have been meant.
func TestDangling(t *testing.T) {
	if _, err := Parse("good.yaml", []byte(followsToolset)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, new, want string }{
		{"{copy: line_code}", "{copy: lime_code}", `12:25: attribute "line_code" of entity "trip" follows from "lime_code", which is not known at that point; did you mean "line_code"?`},
		{"{of: line_code.fare, unit: EUR}\n      departs", "{of: line_code.fair, unit: EUR}\n      departs", `13:18: attribute "fare" of entity "trip" follows from "line_code.fair"`},
		{"{of: line_code.fare, unit: EUR}\n      departs", "{of: lime.fare, unit: EUR}\n      departs", `13:18: attribute "fare" of entity "trip" follows from "lime.fare"`},
		{"{of: line_code.fare, unit: EUR}\n      departs", "{of: both, unit: EUR}\n      departs", `13:18: attribute "fare" of entity "trip" follows from "both", which is not known at that point; put "both" before it`}, // which comes later
		{"{after: departs,", "{after: depart,", `15:24: attribute "arrives" of entity "trip" follows from "depart", which is not known at that point; did you mean "departs"?`},
		{"[fare, seats, 1.2]", "[fare, seat, 1.2]", `16:22: attribute "total" of entity "trip" follows from "seat", which is not known at that point; did you mean "seats"?`},
		{"{sum: [fare, total]", "{sum: [fare, zzzzzz]", `17:19: attribute "both" of entity "trip" follows from "zzzzzz", which is not known at that point; name an earlier attribute, or a parameter`},
		{"{sum: [fare, total]", "{sum: [fare, both]", `17:19: attribute "both" of entity "trip" follows from "both"`},
		{"{sum: [fare, total]", "{sum: [fare, true]", `17:19: the values of attribute "both" of entity "trip" cannot be read; write a list of fields, parameters and numbers`},
		{"{sum: [fare, 2]", "{sum: [far, 2]", `30:18: attribute "fee" of tool "book_trip" follows from "far"`},
		{"{times: [fee, 2]", "{times: [fees, 2]", `31:25: attribute "late_fee" of tool "book_trip" follows from "fees", which is not known at that point; did you mean "fee"?`},
		{"of_line: {of: line_code.fare", "of_line: {of: seats.fare", `32:21: attribute "of_line" of tool "book_trip" follows from "seats.fare"`},
		{"{copy: size.deep}", "{copy: size.wide}", `33:21: attribute "depth" of tool "book_trip" follows from "size.wide"`},
		{"{sum: [count, 0]}", "{sum: [departs, 0]}", `41:20: attribute "found" of tool "find_trips" follows from "departs", which is not known at that point; name an earlier attribute, or a parameter`},
		{"values: {after: date,", "values: {after: dates,", `27:44: parameter "back" of tool "book_trip" follows from "dates", which is not known at that point; did you mean "date"?`},
		{"values: {after: date, plus: 1-9}", "values: {copy: date}", `the user says the values of parameter "back" of tool "book_trip", so they cannot follow from others`},
	} {
		if !strings.Contains(followsToolset, test.old) {
			t.Fatalf("the toolset does not hold %q", test.old)
		}
		_, err := Parse("bad.yaml", []byte(strings.Replace(followsToolset, test.old, test.new, 1)))
		if problems := (Problems)(nil); !errors.As(err, &problems) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.new, err, test.want)
		}
	}
}

// Ranges from which nothing can be drawn are refused with their place.
func TestRanges(t *testing.T) {
	const file = `toolset: test/x
tools:
  get_x:
    about: Gets it.
    effect: compute
    params:
      a: {type: array, required: true, count: "2-3", items: {type: string, enum: [b, c, d]}, say: ["with {}"]}
    gives:
      x: VALUES
    do: ["get it"]
`
	for values, want := range map[string]string{
		"{int: 0-9007199254740992}":                             "",
		"{int: -9007199254740992-9007199254740992}":             "",
		"{number: 0-1, digits: 9}":                              "",
		"{money: 0-1, step: 0.01}":                              "",
		"{int: 0-99999999999999999999}":                         "goes beyond 9007199254740992",
		"{int: 9007199254740993}":                               "", // the number that it is read as
		"{int: 9007199254740994}":                               "goes beyond 9007199254740992",
		"{money: 0-1e300}":                                      "goes beyond 9007199254740992",
		"{number: 0-1e308}":                                     "goes beyond 9007199254740992",
		"{number: -1e308-0}":                                    "goes beyond 9007199254740992",
		"{number: inf}":                                         "goes beyond 9007199254740992",
		"{number: nan}":                                         "cannot be read; write a range",
		"{number: 0-nan}":                                       "cannot be read; write a range",
		"{date: nan..nan}":                                      "cannot be read; write a range from now",
		"{date: 0..nan}":                                        "cannot be read; write a range from now",
		"{month: 0..1e18}":                                      "cannot be read; write a range from now",
		"{money: 0-1e15, step: 0.0001}":                         "the steps give more than 9007199254740992 values",
		"{int: 0-9, step: -1}":                                  "is below 0",
		"{time: 08:00-18:00, step: -5}":                         "is below 0",
		"{time: 08:00-18:00, step: 1.0e-300}":                   "the steps give more than 9007199254740992 values",
		"{datetime: +1..+9, step: 1.0e-300}":                    "the steps give more than 9007199254740992 values",
		"{number: 0-1, digits: 400}":                            "numbers have at most 9 digits after the point",
		"{number: 0-1, digits: -1}":                             "is below 0",
		"{after: a, plus: 0-1e18}":                              "goes beyond 9007199254740992",
		"{after: a, plus: 0-1000001}":                           "the distance is more than 1000000",
		"{int: 0-9, by: a, cases: {b: 0-1e300}}":                "goes beyond 9007199254740992",
		"{number: 0-9, step: 1.0e-300, by: a, cases: {b: 0-1}}": "the steps give more than 9007199254740992 values",
	} {
		_, err := Parse("x.yaml", []byte(strings.Replace(file, "VALUES", values, 1)))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", values, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), "x.yaml:9:") || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want %s", values, err, want)
		}
	}
	for _, count := range []string{"1-1e9", "0-3", "3-1", "1-99999999999999999999", "nan", "-1-2"} {
		if _, err := Parse("x.yaml", []byte(strings.NewReplacer("VALUES", "{int: 1-2}", "2-3", count).Replace(file))); err == nil || !strings.Contains(err.Error(), "x.yaml:7:47: the count of parameter \"a\"") {
			t.Errorf("count %s: %v", count, err)
		}
	}
}

// Names that would lead elsewhere, or nowhere, are refused with their place.
func TestNames(t *testing.T) {
	const file = "toolset: SET\ntools:\n  TOOL: {about: Does it., effect: compute, gives: {x: {int: 1-9}}, do: [do it]}\n"
	parse := func(set, tool string) error {
		_, err := Parse("x.yaml", []byte(strings.NewReplacer("SET", fmt.Sprintf("%q", set), "TOOL", fmt.Sprintf("%q", tool)).Replace(file)))
		return err
	}
	for name, why := range map[string]string{
		"../../x": "", "a/b": "", `a\b`: `it has the character '\\'`, "CON": "Windows reserves it for a device", "nul": "Windows reserves", "com1.x": "Windows reserves", "LPT9": "Windows reserves",
		".": "it begins or ends with a dot", "..": "begins or ends with a dot", "x.": "begins or ends with a dot", " x": "begins or ends with a dot or a space", "a:b": "it has the character ':'",
		"a\nb": "it has the character", "a\x1b": "it has the character", "\u202e": "it has the character", strings.Repeat("x", 201): "it has more than 200 bytes",
		"a|b": "it has the character", "": "",
	} {
		if err := parse("test/x", name); err == nil || !strings.Contains(err.Error(), "x.yaml:3:3: ") || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "cannot be used: it") && why == "" {
			t.Errorf("the tool %q: %v, want %s", name, err, why)
		}
		if name == "a/b" {
			continue
		}
		if err := parse(name, "do_it"); err == nil || !strings.Contains(err.Error(), "x.yaml:1:10: ") || !strings.Contains(err.Error(), why) {
			t.Errorf("the toolset %q: %v, want %s", name, err, why)
		}
		if _, left, err := ParseFunctions("x.json", fmt.Appendf(nil, `[{"name":"get_it"},{"name":%q}]`, name)); name != "" && !strings.ContainsAny(name, "\x1b") && (err != nil || len(left) != 1) {
			t.Errorf("the function %q: %v, %v", name, left, err)
		}
	}
	for _, name := range []string{"test//x", "/x", "x/", "a/../b", "a/con/b"} {
		if err := parse(name, "do_it"); err == nil {
			t.Errorf("the toolset %q is accepted", name)
		}
	}
	for _, name := range []string{"do_it", "do-it", "math.factorial", "con_", "console", "com10", "get weather", "查询", "été"} {
		if err := parse(name+"/"+name, name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if tools.Unreserved(name) != name {
			t.Errorf("%q is taken for a device", name)
		}
	}
}
