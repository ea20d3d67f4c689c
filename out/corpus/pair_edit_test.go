package corpus

import (
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	names := map[string]edit{"brackets": dropBrackets, "name": dropName, "row": dropFromRow, "line": dropLine, "lead": dropLead, "sentence": dropSentence}
	for _, c := range []struct{ edit, noun, text, want string }{
		{"brackets", "itinerary", "The days are planned (itinerary **AB1**).", "The days are planned."},
		{"brackets", "itinerary", "The days (AB1) and nights.", "The days and nights."},
		{"brackets", "itinerary", "The days AB1 (and nights).", ""},
		{"name", "booking", "Done. Booking **AB1** holds a seat.", "Done. The booking holds a seat."},
		{"name", "print job", "That's all for print job AB1, today.", "That's all for the print job, today."},
		{"name", "cart item", "Your item AB1 is new.", "Your item is new."},
		{"name", "job", "It is print job AB1.", ""},
		{"name", "booking", "It is AB1.", ""},
		{"name", "booking", "booking AB1: none", ""},
		{"row", "ride", "They are **XY7**, **AB1** and **XY9**.", "They are **XY7** and **XY9**."},
		{"row", "ride", "They are XY7, AB1, XY8 and XY9.", "They are XY7, XY8 and XY9."},
		{"line", "ride", "Three:\n\n- XY7\n- AB1\n- XY9\n\nBye.", "Three:\n\n- XY7\n- XY9\n\nBye."},
		{"line", "ride", "1. AB1: x\n2. XY7: y\n10) z", "1. XY7: y\n9) z"},
		{"line", "ride", "| Code |\n| --- |\n| AB1 |\n| XY7 |", "| Code |\n| --- |\n| XY7 |"},
		{"line", "ride", "| Code |\n| --- |\n| AB1 |", ""},
		{"line", "ride", "- AB1\n\n- XY7", ""},
		{"line", "ride", "No list for AB1.", ""},
		{"lead", "ride", "Done. **AB1**: on Monday.", "Done. On Monday."},
		{"lead", "ride", "**AB1** is the one.", "It is the one."},
		{"lead", "ride", "Ride AB1: on Monday.", ""},
		{"sentence", "ride", "Done. The ride is called AB1. Bye!", "Done. Bye!"},
		{"sentence", "ride", "It costs 4.50 with AB1. Bye!\n- XY7", "Bye!\n- XY7"},
		{"sentence", "ride", "The ride is called AB1.", ""},
	} {
		got, ok := without(c.text, shownID{"AB1", c.noun}, names[c.edit])
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s of %q: %q, not %q", c.edit, c.text, got, c.want)
		}
	}
	both, _ := without("Ride AB1 is booked. You paid for AB1 in cash.", shownID{"AB1", "ride"}, dropName)
	if want := "The ride is booked."; both != want {
		t.Errorf("both places: %q, not %q", both, want)
	}
	if _, ok := without("AB12 and XAB1 are others.", shownID{"AB1", "ride"}, dropName); ok {
		t.Error("parts of words are taken for an identifier")
	}
}

func TestWithLeaf(t *testing.T) {
	for _, c := range []struct{ doc, pointer, want string }{
		{`{"b": 1, "a": [ {"x/y": "z"} , 2 ] }`, "/a/0/x~1y", `{"b": 1, "a": [ {"x/y": NEW} , 2 ] }`},
		{`{"b": 1, "a": [ {"x": "z"} , 2 ] }`, "/a/1", `{"b": 1, "a": [ {"x": "z"} , NEW ] }`},
		{`{"b": 1}`, "/b", `{"b": NEW}`},
		{`{"b": 1}`, "/c", ""},
		{`{"b": 1}`, "/b/0", ""},
		{`[1]`, "/1", ""},
		{`{"b"`, "/b", ""},
	} {
		got, ok := withLeaf([]byte(c.doc), c.pointer, []byte("NEW"))
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%s of %s: %s", c.pointer, c.doc, got)
		}
	}
}

func TestWordAt(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"for 3 sisters", "3", true}, {"for 13 sisters", "3", false}, {"3", "3", true}, {"33 or 3", "3", true},
		{"at 17:30", "7:30", false}, {"due 2026-07-11", "2026-07", true}, {"it is late", "it", true}, {"its item", "it", false},
		{"über uns", "ber", false}, {"", "x", false}, {"x", "", false},
	} {
		if got := wordAt(c.text, c.word) >= 0; got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.text, got)
		}
	}
}

func TestOtherWays(t *testing.T) {
	for _, c := range []struct {
		value any
		words string
		want  string
	}{
		{"2026-07-18", "tomorrow", "tomorrow|18/07/2026|18 July 2026"},
		{"LIS", "Lisbon", "Lisbon"},
		{"LIS", "LIS", ""},
		{true, "with breakfast", "yes"},
		{nil, "x", ""},
	} {
		if got := strings.Join(otherWays(c.value, c.words), "|"); got != c.want {
			t.Errorf("%v: %q", c.value, got)
		}
	}
}
