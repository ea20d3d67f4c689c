package world

import (
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

const rideTools = `toolset: test/rides
entities:
  ride:
    id: ride_code
    attributes:
      ride_code: {pattern: "RD[0-9]{4}"}
      class: {pick: [economy, premium]}
      pickup: {pick: [harbour, castle, mall]}
      destination: {pick: [airport, stadium]}
      minutes: {int: 10-40, by: [pickup, destination]}
      fare: {money: 10-60, unit: EUR, by: [class, pickup, destination], cases: {economy: 10-20, premium: 40-60}}
    line: ["**{ride_code}**"]
  point:
    id: point_code
    attributes:
      point_code: {pattern: "PP[0-9]{4}"}
      pickup: {pick: [harbour, castle, mall]}
    line: ["**{point_code}**"]
  garage:
    id: garage_code
    attributes:
      garage_code: {pattern: "GA[0-9]{4}"}
      keeper: {pick: [Ann, Ben, Cleo, Dan, Eve], unique: true}
    line: ["**{garage_code}** {keeper}"]
  booking:
    id: booking_code
    attributes:
      booking_code: {pattern: "BK[0-9]{4}"}
      ride_code: {copy: ride_code}
      pickup: {of: ride_code.pickup}
      point_code: {copy: point_code, by: pickup}
    line: ["**{booking_code}** {ride_code} {point_code}"]
tools:
  list_garages:
    about: Lists garages.
    effect: list garage
    do: [list the garages]
    empty: [None.]
  list_rides:
    about: Lists rides.
    effect: list ride
    params:
      pickup: {type: string, required: true, enum: [harbour, castle, mall], say: ["from {}"]}
      destination: {type: string, required: true, enum: [airport, stadium], say: ["to {}"]}
      class: {type: string, enum: [economy, premium], say: ["in {}"]}
    do: ["list rides[ from {pickup}][ to {destination}][ in {class}]"]
    empty: [None.]
  estimate:
    about: Estimates.
    effect: compute
    params:
      pickup: {type: string, required: true, enum: [harbour, castle, mall], say: ["from {}"]}
      destination: {type: string, required: true, enum: [airport, stadium], say: ["to {}"]}
      class: {type: string, enum: [economy, premium], say: ["in {}"]}
    gives:
      minutes: {int: 10-40, by: [pickup, destination]}
    do: ["estimate[ from {pickup}][ to {destination}][ in {class}]"]
  book:
    about: Books.
    effect: create booking
    params: {ride_code: {type: string, required: true}}
    do: ["book {ride_code}"]
  meet_at:
    about: Changes the point.
    effect: update booking
    params: {booking_code: {type: string, required: true}, point_code: {type: string, required: true}}
    do: ["let {booking_code} meet at {point_code}"]
`

func rides(t *testing.T, seed uint64) (*World, *tools.Toolset) {
	t.Helper()
	set, err := toolfile.Parse("rides.yaml", []byte(rideTools))
	if err != nil {
		t.Fatal(err)
	}
	return New(set, time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), seed), set
}

// What depends on the trip alone is the same for every class and in every tool;
// what depends on the class lies in its range, and is the same for equal trips.
func TestValuesThatDependOnOthers(t *testing.T) {
	for seed := range uint64(30) {
		w, set := rides(t, seed)
		trip := tools.Object{{Name: "pickup", Value: "harbour"}, {Name: "destination", Value: "airport"}}
		estimate := w.Call(set.Tool("estimate"), trip)
		minutes, _ := estimate.Body.Get("minutes")
		in := w.Call(set.Tool("estimate"), append(trip[:2:2], tools.Field{Name: "class", Value: "premium"}))
		if again, _ := in.Body.Get("minutes"); again != minutes {
			t.Errorf("seed %d: the same trip takes %v and %v minutes", seed, minutes, again)
		}
		fares := map[any]any{}
		tool := set.Tool("list_rides")
		list, _ := w.Call(tool, trip).Body.Get(tool.ListKey())
		for _, row := range list.([]any) {
			o := row.(tools.Object)
			class, _ := o.Get("class")
			fare, _ := o.Get("fare")
			if again, _ := o.Get("minutes"); again != minutes {
				t.Errorf("seed %d: the ride takes %v minutes, the trip %v", seed, again, minutes)
			}
			if old, ok := fares[class]; ok && old != fare {
				t.Errorf("seed %d: a ride in %v costs %v and %v", seed, class, old, fare)
			}
			fares[class] = fare
			if f, _ := Float(fare); class == "economy" && f > 20 || class == "premium" && f < 40 {
				t.Errorf("seed %d: a ride in %v costs %v", seed, class, fare)
			}
		}
	}
}

// A thing that another one names is the same as that in what it depends on, also
// when it is changed.
func TestThingsThatGoTogether(t *testing.T) {
	for seed := range uint64(30) {
		w, set := rides(t, seed)
		r := keyed.New(seed, "test")
		ride, _ := w.Ensure(set.Entity("ride"), r, nil)
		made := w.Call(set.Tool("book"), tools.Object{{Name: "ride_code", Value: ride}})
		booking, _ := made.Body.Get("booking_code")
		pickup, _ := made.Body.Get("pickup")
		code, _ := made.Body.Get("point_code")
		at := func(point any) any {
			o, _ := w.Known(set.Entity("point"), point)
			place, _ := o.Get("pickup")
			return place
		}
		if at(code) != pickup {
			t.Errorf("seed %d: the booking starts at %v, its pickup point is at %v", seed, pickup, at(code))
		}
		tool := set.Tool("meet_at")
		suited := w.Suited(tool, tool.Param("point_code"), tools.Object{{Name: "booking_code", Value: booking}})
		if want := (tools.Object{{Name: "pickup", Value: pickup}}); string(suited.JSON()) != string(want.JSON()) {
			t.Errorf("seed %d: suited is %s", seed, suited.JSON())
		}
		for range 5 {
			point, _ := w.Ensure(set.Entity("point"), r, nil)
			status := w.Call(tool, tools.Object{{Name: "booking_code", Value: booking}, {Name: "point_code", Value: point}}).Status
			if want := map[bool]int{true: 200, false: 422}[at(point) == pickup]; status != want {
				t.Errorf("seed %d: point at %v for a booking from %v: status %d, want %d", seed, at(point), pickup, status, want)
			}
			suited := w.Suited(tool, tool.Param("booking_code"), tools.Object{{Name: "point_code", Value: point}})
			if place, _ := suited.Get("pickup"); place != at(point) {
				t.Errorf("seed %d: a booking for the point at %v is asked to be from %v", seed, at(point), place)
			}
		}
	}
}

const recordTools = `toolset: test/records
entities:
  record:
    id: code
    attributes:
      code: {pattern: "RC[0-9]{4}"}
      kind: {pick: [red, blue]}
      owner: {pick: [Ana Costa, Umar Larsen, Linda Iqbal, Pablo Rivera]}
    line: ["**{code}**"]
tools:
  list_records:
    about: Lists all records.
    effect: list record
    params: {kind: {type: string, enum: [red, blue], say: ["of kind {}"]}}
    do: ["list the records[ of kind {kind}]"]
    empty: [None.]
  find_record:
    about: Finds the record of somebody.
    effect: get record
    params: {owner: {type: string, required: true, enum: [Ana Costa, Umar Larsen, Linda Iqbal, Pablo Rivera], say: ["of {}"]}}
    do: ["find the record[ of {owner}]"]
`

// Looking for something by other than its identifier finds what a whole list
// told, or nothing.
func TestGetKeepsListsWhole(t *testing.T) {
	set, err := toolfile.Parse("records.yaml", []byte(recordTools))
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for seed := range uint64(30) {
		w := New(set, time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), seed)
		list := set.Tool("list_records")
		rows, _ := w.Call(list, nil).Body.Get(list.ListKey())
		owned := false
		for _, row := range rows.([]any) {
			owner, _ := row.(tools.Object).Get("owner")
			owned = owned || owner == "Ana Costa"
		}
		answer := w.Call(set.Tool("find_record"), tools.Object{{Name: "owner", Value: "Ana Costa"}})
		if want := map[bool]int{true: 200, false: 404}[owned]; answer.Status != want {
			t.Errorf("seed %d: listed %v, found with %d", seed, owned, answer.Status)
		}
		if !owned {
			missing++
		}
		// A list of one kind says nothing of the other one.
		w = New(set, time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC), seed)
		w.Call(list, tools.Object{{Name: "kind", Value: "red"}})
		if answer := w.Call(set.Tool("find_record"), tools.Object{{Name: "owner", Value: "Ana Costa"}}); answer.Status != 200 && answer.Status != 404 {
			t.Errorf("seed %d: %d", seed, answer.Status)
		}
	}
	if missing == 0 {
		t.Error("everybody has a record")
	}
}

// What is unique of each thing is never told of two.
func TestUnique(t *testing.T) {
	for seed := range uint64(50) {
		w, set := rides(t, seed)
		tool := set.Tool("list_garages")
		list, _ := w.Call(tool, nil).Body.Get(tool.ListKey())
		items, _ := list.([]any)
		keepers := map[any]bool{}
		for _, item := range items {
			keeper, _ := item.(tools.Object).Get("keeper")
			if keepers[keeper] {
				t.Errorf("seed %d: %v keeps two garages", seed, keeper)
			}
			keepers[keeper] = true
		}
	}
}
