package world_test

import (
	"fmt"
	"time"

	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// A list is answered, and a thing of the list is looked up.
func ExampleWorld_Call() {
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		fmt.Println(err)
		return
	}
	w := world.New(set, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), 1)

	listed := w.Call(set.Tool("search_flights"), tools.Object{
		{Name: "origin", Value: "LIS"}, {Name: "destination", Value: "OPO"}, {Name: "date", Value: "2026-03-20"}})
	number, _ := listed.Body.At("/flights/0/flight_number")
	price, _ := listed.Body.At("/flights/0/price")
	fmt.Println(listed.Status, number, price)

	found := w.Call(set.Tool("get_flight_details"), tools.Object{{Name: "flight_number", Value: number}})
	same, _ := found.Body.Get("price")
	fmt.Println(found.Status, same)
	// Output:
	// 200 FL1472 86
	// 200 86
}
