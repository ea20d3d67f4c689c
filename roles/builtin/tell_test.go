package builtin

import (
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
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

// A reply begins with the part that was asked for, also if the request only varies an earlier
// one.
func TestAsked(t *testing.T) {
	inspected, sockets := &tools.Phrase{Text: "inspected"}, &tools.Phrase{Text: "sockets"}
	tool := &tools.Tool{Name: "get_desk", Asked: []tools.Asked{
		{Said: []string{"last inspected"}, Tell: []*tools.Phrase{inspected}},
		{Said: []string{"sockets"}, Tell: []*tools.Phrase{sockets}},
	}}
	of := func(tool *tools.Tool) []blueprint.PastCall {
		return []blueprint.PastCall{{Call: blueprint.Call{Tool: tool}}}
	}
	earlier := []*blueprint.Past{
		{Blueprint: &blueprint.Blueprint{}, Request: "How many sockets has WS-1 got?", Calls: of(tool)},
		{Blueprint: &blueprint.Blueprint{Relation: mission.Ellipsis, Target: 0}, Request: "And WS-2?", Calls: of(tool)},
		{Blueprint: &blueprint.Blueprint{}, Request: "Where are the sockets?", Calls: of(&tools.Tool{Name: "find_desks"})},
	}
	for _, c := range []struct {
		text string
		b    blueprint.Blueprint
		want *tools.Phrase
	}{
		{"Check when WS-1 was last inspected.", blueprint.Blueprint{}, inspected},
		{"Tell me about its SOCKETS.", blueprint.Blueprint{}, sockets},
		{"Tell me more about WS-1.", blueprint.Blueprint{}, nil},
		{"And the third one?", blueprint.Blueprint{Relation: mission.Ellipsis, Target: 0}, sockets},
		{"And the third one?", blueprint.Blueprint{Relation: mission.Ellipsis, Target: 1}, sockets},
		{"And the third one?", blueprint.Blueprint{Relation: mission.Ellipsis, Target: 2}, nil},
		{"And tell me more about it.", blueprint.Blueprint{Relation: mission.Ellipsis, Way: mission.WayNeighbour, Target: 0}, nil},
		{"Tell me more about it.", blueprint.Blueprint{Relation: mission.Implicit, Target: 0}, nil},
	} {
		s := &roles.Scene{Story: &blueprint.Story{Past: earlier}, Blueprint: &c.b, Proposal: roles.Proposal{Text: c.text}}
		got := asked(s, tool)
		if c.want == nil && got != nil || c.want != nil && (len(got) != 1 || got[0] != c.want) {
			t.Errorf("%s: got %v", c.text, got)
		}
	}
}
