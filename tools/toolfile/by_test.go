package toolfile

import (
	"reflect"
	"strings"
	"testing"
)

// byToolset is a toolset with the given lines as attributes of a parcel and as
// what a quote gives.
func byToolset(attributes, gives string) string {
	return `toolset: t/parcels
entities:
  parcel:
    id: code
    attributes:
      code: {pattern: "P[0-9]{3}"}
      delivery: {pick: [standard, express]}
` + attributes + `
    line: ["**{code}**"]
tools:
  quote:
    about: Says what a parcel costs.
    effect: compute
    params:
      size: {type: string, required: true, enum: [small, large], about: Size., noun: size}
    gives:
` + gives + `
    do: ["say what a parcel of size {size} costs"]
    tell: ["That is what it costs."]
  get_parcel:
    about: Shows a parcel.
    effect: get parcel
    params:
      code: {type: string, required: true, about: Code., noun: code}
    do: ["show {code}"]
    tell: ["Here it is:"]
`
}

func TestWhatValuesDependOnIsChecked(t *testing.T) {
	const price = "      price: {money: 4-30, unit: EUR}"
	for _, test := range []struct{ name, attributes, gives, problem string }{
		{"well", "      days: {int: 1-9, by: delivery, cases: {express: 1-2, standard: 4-9}}", "      price: {money: 4-30, by: [size], cases: {small: 4-9, large: 20-30}}", ""},
		{"the case of a date that follows", "      sent: {date: -9..-1}\n      due: {after: sent, plus: 1-9, by: delivery, cases: {express: 1-2}}", price, ""},
		{"choices", "      by_whom: {pick: [van, bicycle], by: delivery, cases: {express: [bicycle]}}", price, ""},
		{"not known", "      days: {int: 1-9, by: speed}", price, `t.yaml:8:28: attribute "days" of entity "parcel" depends on "speed", which is not known at that point`},
		{"stands behind", "      days: {int: 1-9, by: weight}\n      weight: {int: 1-9}", price, `depends on "weight", which is not known at that point`},
		{"never is", "      days: {int: 1-9, by: delivery, cases: {overnight: 1-1}}", price, `attribute "days" of entity "parcel" has a case for "overnight", which delivery never is`},
		{"never is, of a parameter", "", "      price: {money: 4-30, by: size, cases: {huge: 50-60}}", `has a case for "huge", which size never is`},
		{"cases of nothing", "      days: {int: 1-9, cases: {express: 1-2}}", price, `need "by"`},
		{"another kind", "      days: {int: 1-9, by: delivery, cases: {express: soon}}", price, "cannot be read"},
		{"follows already", "      days: {of: code.delivery, by: delivery}", price, `is computed from other values and cannot have "by"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("t.yaml", []byte(byToolset(test.attributes, test.gives)))
			switch {
			case test.problem == "" && err != nil:
				t.Fatal(err)
			case test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)):
				t.Fatalf("%v, want %q", err, test.problem)
			}
		})
	}
}

// What values depend on is written as it is read.
func TestWhatValuesDependOnIsWritten(t *testing.T) {
	set, err := Parse("t.yaml", []byte(byToolset("      sent: {date: -9..-1}\n      due: {after: sent, plus: 1-9, by: delivery, cases: {express: 1-2}}\n      carrier: {pick: [van, bicycle], by: [delivery, sent], cases: {express: [bicycle]}}",
		"      price: {money: 4-30, by: [size], cases: {small: 4-9, large: 20-30}}")))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.yaml", Write(set))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"due", "carrier"} {
		want, got := set.Entity("parcel").Attribute(name).Values, again.Entity("parcel").Attribute(name).Values
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read again as %+v, not %+v", name, got, want)
		}
	}
	if want, got := set.Tool("quote").Gives[0].Values, again.Tool("quote").Gives[0].Values; !reflect.DeepEqual(got, want) {
		t.Errorf("price is read again as %+v, not %+v", got, want)
	}
}
