package builtin

import (
	"testing"

	"switchyard/roles"
	"switchyard/tools"
)

// Words that stand for a value replace its preposition, and no other.
func TestUnmarked(t *testing.T) {
	there, thatCity := tools.Marked(tools.Instead("there")), tools.Marked(tools.Instead("to that city"))
	bare := &tools.Slot{Name: "city", Bare: true}
	for _, c := range []struct{ ahead, words, behind, want string }{
		{"I have to be in ", there, " at noon.", "I have to be there at noon."},
		{"I have to fly to ", thatCity, " at noon.", "I have to fly to that city at noon."},
		{"I have to be in ", thatCity, " at noon.", "I have to be in that city at noon."},
		{"How far is it from ", there, " to here?", "How far is it from there to here?"},
		{"I am free until ", tools.Marked(tools.Instead("that day")), ".", "I am free until that day."},
		{"I am looking for ", tools.Marked(tools.Instead("in the same category")), ".", ""},
		{"Send it by ", tools.Marked(tools.Instead("with another copy")), ".", ""},
		{"Which ", there, " hotel is it?", ""},
		{"I'd like to go out for ", tools.Marked(tools.Instead("with that cuisine")), " food.", ""},
	} {
		got, ok := unmarked(c.ahead + marked(bare, c.words) + c.behind)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.ahead, c.words, got, c.want)
		}
	}
}

// A topic is asked about with the preposition that it has.
func TestFitsLead(t *testing.T) {
	slot := &tools.Slot{Name: "name"}
	for _, c := range []struct {
		phrase, words string
		want          bool
	}{
		{"Can I spend miles on a seat[ for {name}]?", "under that name", false},
		{"Can I spend miles on a seat[ for {name}]?", "for Ada Byron", true},
		{"Can I spend miles on a seat[ for {name}]?", "there", true},
		{"Is there a bank[ {name}]?", "in that city", true},
	} {
		if got := fitsLead(&tools.Phrase{Text: c.phrase}, slot, tools.Instead(c.words)); got != c.want {
			t.Errorf("%q with %q: %v, want %v", c.phrase, c.words, got, c.want)
		}
	}
}

// A request that goes on behind other words begins with a small letter, unless with a name.
func TestNamesKeepTheirCapital(t *testing.T) {
	s := &speaker{said: []roles.Saying{{Text: "Paula Marino"}, {Text: "smoked salmon"}}}
	for text, want := range map[string]string{
		"Paula Marino would like to sit somewhere else.": "And Paula Marino would like to sit somewhere else.",
		"Smoked salmon for two, please.":                 "And smoked salmon for two, please.",
	} {
		if got := "And " + s.lower(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
