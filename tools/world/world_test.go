package world

import (
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/toolfile"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

const flightTools = `toolset: test/flights
entities:
  flight:
    id: flight_number
    attributes:
      flight_number: {pattern: "FL[1-9][0-9]{3}"}
      price: {money: 48-420, unit: EUR}
      seats_left: {int: 2-60, detail: true}
    line: ["**{flight_number}** {price}"]
  booking:
    id: booking_code
    attributes:
      booking_code: {pattern: "[A-H]{3}[2-9]{3}"}
      flight_number: {copy: flight_number}
      passenger_name: {is: person}
      cabin: {pick: [economy, business]}
      fare: {of: flight_number.price}
      seat: {pattern: "[5-9][A-F]"}
    line: ["**{booking_code}** {flight_number}"]
tools:
  search_flights:
    about: Lists flights.
    effect: list flight
    params:
      origin: {type: string, required: true, values: {known: airport}, say: ["from {}"]}
      destination: {type: string, required: true, values: {known: airport}, say: ["to {}"]}
      date: {type: string, format: date, required: true, values: {date: +2..+75}, say: ["{}"]}
      max_price: {type: number, at_most: price, values: {money: 150-400}, say: ["under {}"]}
    do: [find flights]
  get_flight_details:
    about: Tells about a flight.
    effect: get flight
    params: {flight_number: {type: string, required: true}}
    do: ["tell me about {flight_number}"]
  check_flight_status:
    about: Tells whether a flight is late.
    effect: compute
    params: {flight_number: {type: string, required: true}}
    gives: {state: {pick: [late, on time]}}
    do: ["check {flight_number}"]
  book_flight:
    about: Books a flight.
    effect: create booking
    params:
      flight_number: {type: string, required: true}
      passenger_name: {type: string, required: true, values: {is: person}, say: ["for {}"]}
      cabin: {type: string, enum: [economy, business], default: economy, say: ["in {}"]}
    do: ["book {flight_number}"]
  get_booking:
    about: Tells about a booking.
    effect: get booking
    params: {booking_code: {type: string, required: true}}
    do: ["check {booking_code}"]
  change_seat:
    about: Changes the seat.
    effect: update booking
    params:
      booking_code: {type: string, required: true}
      seat: {type: string, required: true, values: {pattern: "[5-9][A-F]"}, say: ["to {}"]}
    do: ["move {booking_code}"]
  cancel_booking:
    about: Cancels a booking.
    effect: delete booking
    params: {booking_code: {type: string, required: true}}
    do: ["cancel {booking_code}"]
`

func flights(t *testing.T) *tools.Toolset {
	t.Helper()
	set, err := toolfile.Parse("flights.yaml", []byte(flightTools))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func object(pairs ...any) tools.Object {
	var o tools.Object
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, tools.Field{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return o
}

func ids(t *testing.T, a Answer) []any {
	t.Helper()
	rows, _ := a.Body.Get("flights")
	var out []any
	for _, row := range rows.([]any) {
		id, _ := row.(tools.Object).Get("flight_number")
		out = append(out, id)
	}
	return out
}

func TestListThenLookUp(t *testing.T) {
	set := flights(t)
	w := New(set, noon, 1)
	search := set.Tool("search_flights")
	args := object("origin", "LIS", "destination", "OPO", "date", "2026-03-20")
	first := w.Call(search, args)
	found := ids(t, first)
	if first.Status != 200 || len(found) < 3 || len(found) > 5 {
		t.Fatalf("a first list has %d items: %s", len(found), first.Body.JSON())
	}
	if again := w.Call(search, args); string(again.Body.JSON()) != string(first.Body.JSON()) {
		t.Error("the same call in the same state gives another answer")
	}
	rows, _ := first.Body.Get("flights")
	listed := rows.([]any)[1].(tools.Object)
	one := w.Call(set.Tool("get_flight_details"), object("flight_number", found[1]))
	for _, f := range listed {
		if v, _ := one.Body.Get(f.Name); !equal(v, f.Value) {
			t.Errorf("%s was listed as %v and is looked up as %v", f.Name, f.Value, v)
		}
	}
}

// A list that was answered stays true: a narrower one is a part of it.
func TestClosedWorld(t *testing.T) {
	set := flights(t)
	search := set.Tool("search_flights")
	for seed := range uint64(60) {
		w := New(set, noon, seed)
		all := map[any]bool{}
		for _, id := range ids(t, w.Call(search, object("origin", "LIS", "destination", "OPO", "date", "2026-03-20"))) {
			all[id] = true
		}
		for _, limit := range []int64{100, 200, 400} {
			narrow := w.Call(search, object("origin", "LIS", "destination", "OPO", "date", "2026-03-20", "max_price", limit))
			for _, id := range ids(t, narrow) {
				if !all[id] {
					t.Fatalf("seed %d: %v turns up only when the list is narrowed to %d", seed, id, limit)
				}
			}
		}
	}
}

func TestStatePersists(t *testing.T) {
	set := flights(t)
	w := New(set, noon, 3)
	found := ids(t, w.Call(set.Tool("search_flights"), object("origin", "LIS", "destination", "OPO", "date", "2026-03-20")))
	booked := w.Call(set.Tool("book_flight"), object("flight_number", found[0], "passenger_name", "Ana Costa"))
	code, _ := booked.Body.Get("booking_code")
	if booked.Status != 201 || code == nil {
		t.Fatalf("booking: %d %s", booked.Status, booked.Body.JSON())
	}
	price, _ := w.Known(set.Entity("flight"), found[0])
	want, _ := price.Get("price")
	if fare, _ := booked.Body.Get("fare"); !equal(fare, want) {
		t.Errorf("the fare is %v, the flight costs %v", fare, want)
	}
	if cabin, _ := booked.Body.Get("cabin"); cabin != "economy" {
		t.Errorf("the default of a parameter that is left out is not taken: cabin %v", cabin)
	}
	moved := w.Call(set.Tool("change_seat"), object("booking_code", code, "seat", "14A"))
	if seat, _ := moved.Body.Get("seat"); seat != "14A" {
		t.Errorf("the seat is %v", seat)
	}
	if seen, _ := w.Call(set.Tool("get_booking"), object("booking_code", code)).Body.Get("seat"); seen != "14A" {
		t.Errorf("the changed seat is looked up as %v", seen)
	}
	second := w.Call(set.Tool("book_flight"), object("flight_number", found[0], "passenger_name", "Ana Costa"))
	if other, _ := second.Body.Get("booking_code"); other == code {
		t.Error("two bookings have one code")
	}
	if gone := w.Call(set.Tool("cancel_booking"), object("booking_code", code)); gone.Status != 200 {
		t.Errorf("cancelling: %d", gone.Status)
	}
	if again := w.Call(set.Tool("get_booking"), object("booking_code", code)); again.Status != 404 {
		t.Errorf("a cancelled booking is found: %d %s", again.Status, again.Body.JSON())
	}
}

func TestFailures(t *testing.T) {
	set := flights(t)
	w := New(set, noon, 1)
	for _, test := range []struct {
		tool string
		args tools.Object
		want int
	}{
		{"get_booking", object("booking_code", "NOPE23"), 404},
		{"book_flight", object("flight_number", "FL0000", "passenger_name", "Ana Costa"), 404},
		{"check_flight_status", object("flight_number", "FL0000"), 404},
		{"search_flights", object("origin", "LIS"), 400},
		{"search_flights", object("origin", "LIS", "destination", "OPO", "date", "2026-03-20", "colour", "red"), 400},
	} {
		answer := w.Call(set.Tool(test.tool), test.args)
		text, _ := answer.Body.Get("error")
		if s, _ := text.(string); answer.Status != test.want || s == "" {
			t.Errorf("%s %s: %d %s, want %d with an error", test.tool, test.args.JSON(), answer.Status, answer.Body.JSON(), test.want)
		}
	}
}

func TestCloneAndAdopt(t *testing.T) {
	set := flights(t)
	w := New(set, noon, 1)
	copied := w.Clone()
	id, ok := copied.Ensure(set.Entity("booking"), keyed.New(1), nil)
	if !ok {
		t.Fatal("no booking can be made")
	}
	if _, known := w.Known(set.Entity("booking"), id); known {
		t.Error("a copy changes its original")
	}
	copied.Call(set.Tool("change_seat"), object("booking_code", id, "seat", "9F"))
	w.Adopt(copied)
	fields, known := w.Known(set.Entity("booking"), id)
	if seat, _ := fields.Get("seat"); !known || seat == "9F" {
		t.Errorf("what was taken for granted is %v, %s; want it as it was before the calls", known, fields.JSON())
	}
	other := w.Clone()
	if answer := other.Call(set.Tool("change_seat"), object("booking_code", id, "seat", "9F")); answer.Status != 200 {
		t.Fatalf("the seat is not changed: %d %s", answer.Status, answer.Body.JSON())
	}
	if now, _ := w.Known(set.Entity("booking"), id); string(now.JSON()) != string(fields.JSON()) {
		t.Errorf("a call in a copy changes the original to %s", now.JSON())
	}
	if answer := other.Call(set.Tool("cancel_booking"), object("booking_code", id)); answer.Status != 200 {
		t.Fatalf("the booking is not cancelled: %d %s", answer.Status, answer.Body.JSON())
	}
	if _, known := w.Known(set.Entity("booking"), id); !known {
		t.Error("what is cancelled in a copy is gone in the original")
	}
}

// Every tool of the catalogue answers in its return schema.
func TestObservationsFitTheirSchemas(t *testing.T) {
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		for _, tool := range set.Tools {
			schema, err := schemas.Compile(tool.Returns)
			if err != nil {
				t.Fatalf("%s %s: %v", set.Name, tool.Name, err)
			}
			for seed := range uint64(20) {
				w := New(set, noon, seed)
				r := keyed.New(seed, tool.Name)
				args, ok := arguments(w, tool, r)
				if !ok {
					t.Errorf("%s %s: no arguments can be drawn", set.Name, tool.Name)
					break
				}
				answer := w.Call(tool, args)
				if answer.Status == 409 && len(tool.OnlyIf) > 0 {
					continue
				}
				if answer.Status >= 300 {
					t.Errorf("%s %s %s: %d %s", set.Name, tool.Name, args.JSON(), answer.Status, answer.Body.JSON())
					break
				}
				for _, v := range schema.Validate(answer.Body.JSON()) {
					t.Errorf("%s %s: %s: %s in %s", set.Name, tool.Name, v.Pointer, v.Message, answer.Body.JSON())
				}
			}
		}
	}
}

func arguments(w *World, tool *tools.Tool, r keyed.Rand) (tools.Object, bool) {
	var args tools.Object
	for _, p := range tool.Params {
		if !p.Required {
			continue
		}
		v, ok := any(nil), false
		switch {
		case p.Type == "array" && p.Items.Entity != nil:
			v, ok = w.Ensure(p.Items.Entity, r, nil)
			v = []any{v}
		case p.Entity != nil:
			v, ok = w.Ensure(p.Entity, r, w.Suited(tool, p, args))
		case p.Values != nil && p.Values.Kind == tools.ValueAfter:
			v, ok = Draw(r, p.Values, w.now, args.Get)
		default:
			v, ok = DrawParam(r, p, w.now)
		}
		if !ok {
			return nil, false
		}
		args = append(args, tools.Field{Name: p.Name, Value: v})
	}
	return args, true
}
