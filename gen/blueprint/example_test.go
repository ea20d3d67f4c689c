package blueprint_test

import (
	"fmt"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// A mission of two calls is drawn, of which the second uses the result of the
// first.
func ExampleDraw() {
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	story := blueprint.Story{Set: set, Now: now, World: world.New(set, now, 1)}
	want := blueprint.Demand{Type: mission.Multi, Pattern: mission.Serial}

	b, _, err := blueprint.Draw(story, want, keyed.New(6))
	if err != nil {
		fmt.Println(err)
		return
	}
	after := blueprint.Dependencies(b.Calls)
	for i, c := range b.Calls {
		fmt.Printf("%d. %s %s after %v\n", i, c.Tool.Name, c.Values().JSON(), after[i])
	}
	// Output:
	// 0. list_rebookings {"passenger_name":"Robert Olsen"} after []
	// 1. withdraw_rebooking {"request_code":"RQ81094"} after [0]
}
