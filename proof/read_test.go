package proof

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
)

// The same figure can be a day and a number of something else.
func TestReadKeepsDatesFromNumbers(t *testing.T) {
	env := mission.Environment{Now: "2026-07-20 10:00:00", Weekday: "Monday"}
	for _, tt := range []struct{ text, date, number string }{
		{"Move us on 24 July, 24 cubic metres in all.", "24 July", "24"},
		{"Move 24 cubic metres on July 24, please.", "July 24", "24"},
		{"Move us on 24 July 2026, that is 24 cubic metres.", "24 July 2026", "24"},
		{"Move us on 24 July, please.", "24 July", ""},
		{"Move us on July 24, please.", "July 24", ""},
		{"Move 24 cubic metres.", "", "24"},
	} {
		got := Read(env, tt.text, []Want{{Pointer: "/date", Value: "2026-07-24"}, {Pointer: "/volume", Value: json.Number("24")}})
		for i, want := range []string{tt.date, tt.number} {
			said := ""
			if got[i] != nil {
				said = got[i].Text
			}
			if said != want {
				t.Errorf("%q: value %d is said by %q, want %q", tt.text, i, said, want)
			}
		}
	}
}

// "Two" at the end of a sentence can be two things that were spoken of, or a number.
func TestReadTellsTwoFromBoth(t *testing.T) {
	for text, want := range map[string]string{
		"Please change the number of guests to two.": "two",
		"Please cancel those two.":                   "",
		"I like the second two.":                     "",
		"Please change it to one.":                   "",
		"And the second cart item, make it two":      "two",
	} {
		said := ""
		for _, value := range []json.Number{"1", "2"} {
			if got := Read(mission.Environment{Now: "2026-07-20 10:00:00"}, text, []Want{{Pointer: "/guests", Value: value}})[0]; got != nil {
				said += got.Text
			}
		}
		if said != want {
			t.Errorf("%q says a number by %q, want %q", text, said, want)
		}
	}
}

// A part of a date says nothing.
func TestReadTakesDatesWhole(t *testing.T) {
	env := mission.Environment{Now: "2026-08-29 17:25:00", Weekday: "Saturday"}
	for _, tt := range []struct{ text, value, want string }{
		{"November 2nd, please.", "2026-09-02", ""},
		{"November 2nd, please.", "2026-11-02", "November 2nd"},
		{"November 31st, please.", "2026-08-31", ""},
		{"The 31st of November, please.", "2026-08-31", ""},
		{"31 November, please.", "2026-08-31", ""},
		{"The 31st of August, please.", "2026-08-31", "The 31st of August"},
		{"The 2nd of November.", "2026-09-02", ""},
		{"The 2nd, please.", "2026-09-02", "The 2nd"},
		{"Friday 11 September, please.", "2026-09-04", ""},
		{"Friday 11 September, please.", "2026-09-11", "Friday 11 September"},
		{"Friday, please; 11 September is too late.", "2026-09-04", "Friday"},
		{"On Friday, 4 September, at 5 pm.", "2026-09-04", "Friday, 4 September"},
		{"4 September 2027", "2026-09-04", ""},
		{"Wednesday 31st at 13:30.", "2026-08-31", ""},
		{"Monday 31st at 13:30.", "2026-08-31", "Monday"},
		{"On Tuesday, Wednesday and Thursday.", "2026-09-01", "Tuesday"},
		{"On Tuesday, Wednesday and Thursday.", "2026-09-02", "Wednesday"},
		{"Half past five tomorrow.", "05:00", ""},
		{"Tomorrow at 5 pm.", "2026-08-30", "Tomorrow"},
		{"Tomorrow at 5 pm.", "17:00", "5 pm"},
	} {
		got := Read(env, tt.text, []Want{{Pointer: "/x", Value: tt.value}})[0]
		said := ""
		if got != nil {
			said = got.Text
		}
		if said != tt.want {
			t.Errorf("%q says %s by %q, want %q", tt.text, tt.value, said, tt.want)
		}
	}
}
