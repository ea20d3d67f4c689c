package judge

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
)

// rooms is an entry in which two rooms were listed and one was booked.
func rooms(t *testing.T) *mission.Entry {
	t.Helper()
	document := func(s string) json.RawMessage {
		if !json.Valid([]byte(s)) {
			t.Fatalf("no JSON: %s", s)
		}
		return json.RawMessage(s)
	}
	status := `{"type":"string","enum":["open","confirmed","on hold","paid"]}`
	return &mission.Entry{
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"},
		Toolset: mission.Toolset{
			Tools: []mission.Tool{
				{Name: "search_rooms", Parameters: document(`{"type":"object","properties":{"view":{"type":"string","enum":["park","garden","city"]}}}`),
					Returns: document(`{"type":"object","properties":{"rooms":{"type":"array","items":{"type":"object","properties":{"status":` + status + `}}}}}`),
					Labels:  map[string]map[string][]string{"view": {`"city"`: {"with a look at the town"}}}},
				{Name: "book_room", Parameters: document(`{"type":"object","properties":{"room_code":{"type":"string"}}}`),
					Returns: document(`{"type":"object","properties":{"status":` + status + `}}`)},
			},
			Entities: []mission.Entity{{Name: "room", Plural: "rooms", ID: "room_code"}, {Name: "booking", Plural: "bookings", ID: "booking_code"}},
		},
		Missions: []mission.Mission{{
			Request: "Please list the rooms from tomorrow for 2 people and book the cheaper one.",
			Calls: []mission.Call{
				{Tool: "search_rooms", Arguments: document(`{}`), Status: 200, Observation: document(`{"count":2,"rooms":[
{"room_code":"RM-101","view":"park","rate":146,"floor":4,"free_from":"2026-07-18","breakfast_until":"10:30"},
{"room_code":"RM-202","view":"city","rate":283,"floor":6,"free_from":"2026-07-21","breakfast_until":"09:15"}]}`)},
				{Tool: "book_room", Arguments: document(`{"room_code":"RM-101"}`), Status: 200,
					Observation: document(`{"booking_code":"BK-7","room_code":"RM-101","nights":3,"total":438,"status":"confirmed"}`)},
			},
		}},
	}
}

func TestContradiction(t *testing.T) {
	const right = "Two rooms are free:\n\n- **RM-101**: park view, floor 4, €146 a night, from 18 July 2026, breakfast until 10:30\n" +
		"- **RM-202**: city view, floor 6, €283 a night, from 21 July 2026, breakfast until 09:15\n\n" +
		"Booking **BK-7** is booked for 3 nights in room RM-101, €438 altogether. Status: confirmed."
	for _, tt := range []struct{ text, why string }{
		{right, ""},
		// In other words.
		{"RM-101 (park, 4th floor) is 146 euros a night; RM-202 looks at the city from floor 6 and is 283 euros. I have reserved RM-101 for 3 nights, BK-7.", ""},
		{"| Room | Rate | Floor | Free from |\n| --- | --- | --- | --- |\n| RM-101 | €146 | 4 | 2026-07-18 |\n| RM-202 | €283 | 6 | 21 July |\n\nBK-7: confirmed.", ""},
		{"1. RM-101\n   - Rate: €146\n   - Floor: 4\n2. RM-202\n   - Rate: €283\n   - Floor: 6\n\nBK-7 is done.", ""},
		{"RM-101 costs €146, which is less than the €283 of RM-202. BK-7 is confirmed.", ""},
		{"RM-101 is cheaper than the other one at €283. RM-202 is not. BK-7 can be cancelled until tomorrow.", ""},
		{"RM-101 and RM-202 were open. If BK-7 is cancelled, RM-101 is open again.", ""},
		{"RM-202 has a look at the town. BK-7 is not rejected and not on hold: confirmed.", ""},
		{"BK-7 has to be paid by 21 July. RM-101, RM-202.", ""},
		{"With BK-7, nothing is open any more. RM-101 and RM-202 have breakfast until half past ten.", ""},
		// Of things that are otherwise.
		{"RM-101 (park).\nRM-202 (garden). Only this one has it.\nBK-7 is confirmed.", `"garden" is said where view is city`},
		{"RM-101, RM-202. BK-7: on hold.", `"on hold" is said where status is confirmed`},
		{"RM-101, RM-202. Booking BK-7, status: open.", `"open" is said where status is confirmed`},
		{"RM-101, RM-202. Booking BK-7 is rejected.", "nothing says that anything is rejected"},
		{"RM-101, RM-202. Booking BK-7 was cancelled for you.", "nothing says that anything is cancelled"},
		{"| Room | View |\n| --- | --- |\n| RM-101 | garden |\n| RM-202 | city |\n\nBK-7 is confirmed.", `"garden" is said where view is park`},
		// Figures that have changed places.
		{"- RM-101: €283 a night\n- RM-202: €146 a night\n\nBK-7 is confirmed.", "283 is said where rate is 146"},
		{"- RM-101, breakfast until 9:15 am\n- RM-202\n\nBK-7.", "9:15 am is said where breakfast until is 10:30"},
		{"- RM-101, from 21 July\n- RM-202\n\nBK-7.", "21 July is said where free from is 2026-07-18"},
		{"RM-202. Booking BK-7 is for 438 nights in room RM-101, €3 altogether.", "438 is said where it is 3 (night)"},
		{"| Room | Rate | Floor |\n| --- | --- | --- |\n| RM-101 | 4 | 146 |\n| RM-202 | 283 | 6 |\n\nBK-7.", "4 is said where it is 146 (rat)"},
	} {
		if why := contradiction(rooms(t), 0, right, tt.text); why != tt.why {
			t.Errorf("%s\n%q, want %q", tt.text, why, tt.why)
		}
	}
	// What failed may be told.
	e := rooms(t)
	e.Missions[0].Calls[1] = mission.Call{Tool: "book_room", Status: 409, Observation: json.RawMessage(`{"error":"taken"}`)}
	if why := contradiction(e, 0, "", "RM-101, RM-202. The booking was refused."); why != "" {
		t.Error(why)
	}
}
