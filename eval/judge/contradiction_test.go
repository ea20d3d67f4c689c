package judge

import (
	"encoding/json"
	"strings"
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
	more := func(call int, observation string) func(*mission.Entry) {
		return func(e *mission.Entry) { e.Missions[0].Calls[call].Observation = json.RawMessage(observation) }
	}
	for _, tt := range []struct {
		name   string
		change func(*mission.Entry)
		right  string
		text   string
		why    string
	}{
		{"on condition", nil, right, "RM-101, RM-202. Once BK-7 is paid, the key is yours.", ""},
		{"a field that is true", more(1, `{"booking_code":"BK-7","room_code":"RM-101","status":"confirmed","paid":true}`), right, "RM-101, RM-202. BK-7 is paid.", ""},
		{"a field that is false", more(1, `{"booking_code":"BK-7","room_code":"RM-101","status":"on hold","accepted":false}`), right, "RM-101, RM-202. BK-7 is rejected.", ""},
		{"a text that denies", more(1, `{"booking_code":"BK-7","room_code":"RM-101","status":"on hold","note":"not approved by the owner"}`), right, "RM-101, RM-202. BK-7 is rejected.", ""},
		{"the last word behind a label", nil, right, "RM-101, RM-202. Booking BK-7. Status: finally rejected.", "nothing says that anything is rejected"},
		{"the place of another word", nil, "Booking BK-7 stands as confirmed for 3 nights.", "Booking BK-7 stands as paid for 3 nights.", `"paid" is said where status is confirmed`},
		{"what the right reply says elsewhere", nil, "Booking BK-7 is confirmed now, the room is open now.", "BK-7: the room is open now.", ""},
		{"what says nothing by itself", func(e *mission.Entry) {
			e.Toolset.Tools[1].Returns = json.RawMessage(`{"type":"object","properties":{"status":{"type":"string","enum":["standard","confirmed"]}}}`)
		}, right, "RM-101, RM-202. Extras for BK-7: standard.", ""},
		{"a figure that was asked for", func(e *mission.Entry) { e.Missions[0].Request = "Rooms up to 283 euros, please." }, right, "- RM-101 is within your 283 euros\n- RM-202\n\nBK-7.", ""},
		{"another thing, to compare", nil, right, "RM-101 is cheaper than the other one at €283.\nBK-7, RM-202.", ""},
		{"a thing of another list", more(0, `{"rooms":[{"room_code":"RM-101","rate":146},{"room_code":"RM-202","rate":283}],"tours":[{"tour":"Harbour","rate":25},{"tour":"Castle","rate":35}]}`), right,
			"- RM-101, with the harbour for €25\n- RM-202\n\nBK-7.", ""},
		{"a figure that nobody knows", nil, right, "RM-101, RM-202. BK-7: after 2 nights there are new towels.", ""},
		{"a label, to compare", nil, right, "RM-202. Booking BK-7 is for 438 nights instead, in room RM-101, €3 altogether.", ""},
		{"lines under a thing", nil, right, "1. RM-101\n   - Rate: €283\n2. RM-202\n   - Rate: €146\n\nBK-7.", "283 is said where rate is 146"},
		{"half the day", more(0, `{"rooms":[{"room_code":"RM-101","dinner_from":"18:30"},{"room_code":"RM-202","dinner_from":"19:45"}]}`), right,
			"- RM-101: dinner from 7:45 pm\n- RM-202\n\nBK-7.", "7:45 pm is said where dinner from is 18:30"},
	} {
		e := rooms(t)
		if tt.change != nil {
			tt.change(e)
		}
		if why := contradiction(e, 0, tt.right, tt.text); why != tt.why {
			t.Errorf("%s: %q, want %q", tt.name, why, tt.why)
		}
	}
	// What failed may be told.
	e := rooms(t)
	e.Missions[0].Calls[1] = mission.Call{Tool: "book_room", Status: 409, Observation: json.RawMessage(`{"error":"taken"}`)}
	if why := contradiction(e, 0, "", "RM-101, RM-202. The booking was refused."); why != "" {
		t.Error(why)
	}
}

// Digits within a word are no figure.
func TestFigures(t *testing.T) {
	for text, want := range map[string]string{
		"RM-101, A7 and x_12 cost 1,250.50 euros": "n1250.5", "from 7:45 pm on 21 July 2026": "t19:45 d0721 n2026", "12:05 am": "t00:05", "2026-07-18T09:15": "t09:15 d0718 n2026",
		"July 4, 2026 or 5": "d0704 n2026 n5",
	} {
		var got []string
		for _, f := range figuresIn(text, false) {
			got = append(got, f.value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
}
