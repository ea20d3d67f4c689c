package proof

import (
	"testing"

	"switchyard/mission"
)

// "That flight" can be the one that the user spoke of, if the last mission only told of
// another one beside a booking.
func TestToldBeside(t *testing.T) {
	const booking = `{"booking_code":"QNF496","flight_number":"FL3838"}`
	for _, c := range []struct {
		name, thing, first, took, told string
		kind, want                     int
	}{
		{"beside a booking", "booking_code", `{"flight_number":"FL5013"}`, `{"booking_code":"QNF496"}`, booking, 0, 2},
		{"the same beside a booking", "booking_code", `{"flight_number":"FL3838"}`, `{"booking_code":"QNF496"}`, booking, 0, 1},
		{"what was looked up", "flight_number", `{"flight_number":"FL5013"}`, `{"flight_number":"FL3838"}`, `{"flight_number":"FL3838"}`, 0, 1},
		{"what the user put into the booking", "booking_code", `{"flight_number":"FL5013"}`, `{"booking_code":"QNF496","flight_number":"FL3838"}`, booking, 0, 1},
		{"nothing else spoken of", "booking_code", `{"city":"Porto"}`, `{"booking_code":"QNF496"}`, booking, 0, 1},
		{"the booking", "booking_code", `{"flight_number":"FL5013"}`, `{"booking_code":"QNF496"}`, booking, 1, 1},
	} {
		v := &view{entry: &mission.Entry{Format: mission.FormatEntry, Toolset: mission.Toolset{Entities: []mission.Entity{
			{Name: "flight", Plural: "flights", ID: "flight_number"}, {Name: "booking", Plural: "bookings", ID: "booking_code"}}}}}
		for i, text := range [][2]string{{c.first, `{}`}, {c.took, c.told}, {`{}`, `{}`}} {
			x := callView{Call: &mission.Call{Status: 200}, tool: &tool{Tool: &mission.Tool{Thing: c.thing}}}
			x.arguments, _ = decode(raw(text[0]))
			x.observation, _ = decode(raw(text[1]))
			x.leaves = leavesOf(x.arguments)
			v.missions = append(v.missions, missionView{Mission: &mission.Mission{}, at: i, request: newText("Move it to that one."), calls: []callView{x}})
		}
		if got := v.thingsMeant(&v.missions[2], c.kind, 0, false); len(got) != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
