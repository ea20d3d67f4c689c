package world_test

import (
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// What a list is narrowed by is true of the thing that it comes from, too.
func TestListFitsItsOrigin(t *testing.T) {
	set, err := catalog.Toolset("logistics/food_delivery_service")
	if err != nil {
		t.Fatal(err)
	}
	tool := set.Tool("list_submissions")
	if tool == nil || tool.Entity.Attribute("questionnaire_id") == nil {
		t.Fatal("the toolset has changed")
	}
	checked := 0
	for seed := range uint64(20) {
		w := world.New(set, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), seed)
		answer := w.Call(tool, tools.Object{{Name: "email", Value: "a@b.org"}, {Name: "topic", Value: "menus"}})
		for _, e := range set.Entities {
			if e.ID != "questionnaire_id" {
				continue
			}
			list, _ := answer.Body.Get("submissions")
			items, _ := list.([]any)
			for _, item := range items {
				number, _ := item.(tools.Object).Get("submission_number")
				submission, _ := w.Known(tool.Entity, number)
				id, _ := submission.Get("questionnaire_id")
				known, ok := w.Known(e, id)
				topic, _ := known.Get("topic")
				if !ok || topic != "menus" {
					t.Errorf("seed %d: questionnaire %v is about %v", seed, id, topic)
				}
				checked++
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d were looked at", checked)
	}
}

// What a thing comes from is among those that were listed, where the list is
// whole; and nobody knows another one from elsewhere.
func TestOriginKeepsListsWhole(t *testing.T) {
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	bookings, requests := set.Tool("list_bookings"), set.Tool("list_rebookings")
	if bookings == nil || requests == nil {
		t.Fatal("the toolset has changed")
	}
	checked, made := 0, 0
	for seed := range uint64(20) {
		w := world.New(set, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), seed)
		who := tools.Object{{Name: "passenger_name", Value: "Rafael Fischer"}}
		listed := map[any]bool{}
		for _, id := range idsIn(w.Call(bookings, who), bookings, "booking_code") {
			listed[id] = true
		}
		for _, id := range idsIn(w.Call(requests, who), requests, "booking_code") {
			if checked++; !listed[id] {
				t.Errorf("seed %d: a request for booking %v, which is not listed", seed, id)
			}
		}
		if id, ok := w.Ensure(bookings.Entity, keyed.New(seed), who); ok {
			t.Errorf("seed %d: booking %v was there all the time", seed, id)
		}
		given := tools.Object{{Name: "booking_code", Value: "ABC234"}}
		switch id, ok := w.Ensure(bookings.Entity, keyed.New(seed), append(given, who...)); {
		case !ok: // another flight at the same time
		case id == "ABC234":
			made++
		default:
			t.Errorf("seed %d: %v is there now", seed, id)
		}
	}
	if checked < 20 || made < 15 {
		t.Errorf("only %d were looked at, and %d made", checked, made)
	}
}

// idsIn gives an attribute of all things that a list tells.
func idsIn(a world.Answer, t *tools.Tool, attribute string) []any {
	list, _ := a.Body.Get(t.ListKey())
	rows, _ := list.([]any)
	var out []any
	for _, row := range rows {
		id, _ := row.(tools.Object).Get(attribute)
		out = append(out, id)
	}
	return out
}
