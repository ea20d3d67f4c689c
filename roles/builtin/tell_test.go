package builtin

import (
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/tools"
)

// Names of attributes may have no letters.
func TestNamesWithoutLetters(t *testing.T) {
	for _, c := range []struct{ name, heading, measured string }{
		{"_", "value", "value 5"}, {"-", "value", "value 5"}, {"", "value", "value 5"}, {"length_km", "length (km)", "5 km"}, {"share_percent", "share (%)", "5%"},
	} {
		if got := heading(&tools.Slot{Name: c.name}); got != c.heading {
			t.Errorf("%q heads its column with %q", c.name, got)
		}
		if got := measured(c.name, "5"); got != c.measured {
			t.Errorf("%q is told as %q", c.name, got)
		}
	}
}

// True and false are told in the words of the tool, or behind a label. Without either,
// nothing is said of them.
func TestFlags(t *testing.T) {
	tool := &tools.Tool{Labels: map[string][]tools.Label{"gift": {{Value: true, Say: []string{"gift-wrapped"}}}}}
	for _, c := range []struct {
		phrase string
		body   tools.Object
		want   string
	}{
		{"It is on its way[, {gift}].", tools.Object{{Name: "gift", Value: true}}, "It is on its way, gift-wrapped."},
		{"It is on its way[, {gift}].", tools.Object{{Name: "gift", Value: false}}, "It is on its way."},
		{"It is on its way[, {insured}].", tools.Object{{Name: "insured", Value: true}}, "It is on its way."},
		{"It is on its way[; insured: {insured}].", tools.Object{{Name: "insured", Value: true}}, "It is on its way; insured: yes."},
		{"It is on its way, {insured|insured|not insured}.", tools.Object{{Name: "insured", Value: false}}, "It is on its way, not insured."},
	} {
		p, err := tools.ParsePhrase(c.phrase)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := fill(keyed.New(1, "flags"), []*tools.Phrase{p}, "", &blueprint.Call{Tool: tool}, c.body); got != c.want {
			t.Errorf("%s with %v: %q, want %q", c.phrase, c.body, got, c.want)
		}
	}
}
