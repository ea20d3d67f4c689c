package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// outsideSet reads a toolset of which nothing is known but schemas.
func outsideSet(t *testing.T, persona, list string) *tools.Toolset {
	t.Helper()
	set, err := toolfile.Parse("outside.yaml", []byte("toolset: outside/set\n"+persona+"tools:\n"+list))
	if err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	return set
}

// Schemas tell that ends are after their starts, that more costs more, and whose a thing
// is. What they do not tell is no rule: nothing could be drawn by a wrong one.
func TestLaws(t *testing.T) {
	const date = "{type: string, format: date}"
	described := func(tool, params, required, answer string) string {
		return "  " + tool + ", parameters: {type: object, required: [" + required + "], properties: {" + params + "}}, returns: {type: object, properties: {" + answer + "}}}\n"
	}
	plan := func(params, required string) string {
		return described("plan_stay: {about: Plans a stay.", params, required, "note: {type: string}")
	}
	rent := func(params, required, answer string) string {
		return described("rent_boat: {about: Rents a boat., effect: create rental", params, required, "rental_id: {type: string}, "+answer)
	}
	book := func(answer string) string {
		return "  list_stays: {about: Lists stays., effect: list stay, parameters: {type: object, properties: {}}, returns: {type: array, items: {type: object, properties: {stay_id: {type: string}, " + answer + "}}}}\n" +
			"  get_stay: {about: Gets a stay., effect: get stay, parameters: {type: object, required: [stay_id], properties: {stay_id: {type: string}}}, returns: {type: object, properties: {stay_id: {type: string}, " + answer + "}}}\n"
	}
	for _, c := range []struct {
		name, persona, tools string
		want                 []string
	}{
		{"an end and its start", "", plan("start_date: "+date+", end_date: "+date, "start_date, end_date"), []string{"after plan_stay: end_date than start_date"}},
		{"a return and its departure", "", plan("departure_date: "+date+", return_date: "+date, "departure_date"), []string{"after plan_stay: return_date than departure_date"}},
		{"the end first", "", plan("check_out: "+date+", check_in: "+date, "check_out"), []string{"after plan_stay: check_out than check_in"}},
		{"a start without an end", "", plan("start_date: "+date+", due_date: {type: integer}", "start_date"), nil},
		{"times of other kinds", "", plan("start: {type: string, format: date}, end: {type: string, format: time}", "start"), nil},
		{"numbers are no times", "", plan("min_price: {type: number}, max_price: {type: number}", "min_price"), nil},
		{"days of different things", "", plan("start_date: "+date+", payment_end_date: "+date, "start_date"), nil},
		{"times of a thing", "", book("check_in: " + date + ", check_out: " + date), []string{"after stay: check_out than check_in"}},

		{"more costs more", "", rent("city: {type: string}, nights: {type: integer}", "city, nights", "total: {type: number}"), []string{"monotone rent_boat: total with nights same city"}},
		{"nobody has to say how many", "", rent("city: {type: string}, nights: {type: integer}", "city", "total: {type: number}"), nil},
		{"a quantity in words", "", rent("nights: {type: string}", "nights", "total: {type: number}"), nil},
		{"a price in words", "", rent("nights: {type: integer}", "nights", "total: {type: string}"), nil},
		{"a price that is said", "", rent("nights: {type: integer}, price: {type: number}", "nights, price", "price: {type: number}"), nil},
		{"a number that is no quantity", "", rent("house_number: {type: integer}", "house_number", "total: {type: number}"), nil},

		{"the guest owns a stay", "", book("guest_email: {type: string, format: email}"), []string{"owner stay: guest_email"}},
		{"staff change what is others'", "users: staff\n", book("guest_email: {type: string, format: email}"), nil},
		{"a recipient owns nothing", "", book("recipient_email: {type: string, format: email}"), nil},
		{"a number of guests is nobody", "", book("guest_count: {type: integer}"), nil},
	} {
		var got []string
		for _, r := range outsideSet(t, c.persona, c.tools).Rules {
			text := fmt.Sprintf("%s %s: %s", r.Kind, strings.Join(r.Of, " "), strings.Join(r.At, " "))
			if len(r.Than) > 0 {
				text += " than " + strings.Join(r.Than, " ")
			}
			if r.With != "" {
				text += " with " + r.With + " same " + strings.Join(r.Same, " ")
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the rules are %q, want %q", c.name, got, c.want)
		}
	}
}

// The names of attributes tell what people want: little of a price, much of a rating, the
// first or the last of days; a level is no reason to choose a thing.
func TestWanted(t *testing.T) {
	for name, want := range map[string][2]mission.Wanted{ // of the least and of the most
		"price: {type: number}":                            {mission.WantedChoose, mission.WantedAvoid},
		"delivery_fee: {type: number}":                     {mission.WantedChoose, mission.WantedAvoid},
		"rating: {type: number}":                           {mission.WantedAvoid, mission.WantedChoose},
		"discount: {type: number}":                         {mission.WantedAvoid, mission.WantedChoose},
		"departure_date: {type: string, format: date}":     {mission.WantedChoose, mission.WantedChoose},
		"floor: {type: integer, minimum: 1, maximum: 900}": {mission.WantedNeutral, mission.WantedNeutral},
	} {
		attribute, _, _ := strings.Cut(name, ":")
		set := outsideSet(t, "", "  list_offers: {about: Lists offers., effect: list offer, parameters: {type: object, properties: {}}, returns: {type: array, items: {type: object, properties: {offer_id: {type: string}, "+name+"}}}}\n")
		got := map[mission.Order]mission.Wanted{}
		for _, e := range set.Entities {
			for _, c := range e.Comparisons {
				if c.By == attribute {
					got[c.Order] = c.Wanted
				}
			}
		}
		if got[mission.OrderMin] != want[0] || got[mission.OrderMax] != want[1] {
			t.Errorf("%s is wanted as %v, want %v", attribute, got, want)
		}
	}
}
