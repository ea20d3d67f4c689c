package builtin

import (
	"slices"
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Users who forget to say which thing they mean have one in mind. Only those who want
// something made of it, or announce another one, say "a".
func TestUnnamed(t *testing.T) {
	message := &tools.Entity{Noun: "message", Plural: "messages"}
	booking := &tools.Entity{Noun: "booking", Plural: "bookings", Own: true}
	heard := []*blueprint.Past{{Blueprint: &blueprint.Blueprint{}, Request: "Is there a virus in the message?", Reply: "I can't tell."}}
	booked := []*blueprint.Past{{Blueprint: &blueprint.Blueprint{}, Request: "How does a booking work?", Reply: "I can't tell."}}
	for _, c := range []struct {
		name   string
		effect tools.EffectKind
		entity *tools.Entity
		open   bool
		past   []*blueprint.Past
		want   []string
	}{
		{"looked at", tools.Get, message, false, nil, []string{"a message", "one of the messages"}},
		{"used", tools.Create, message, false, nil, []string{"a message", "one of the messages"}},
		{"the user's own", tools.Update, booking, false, nil, []string{"my booking"}},
		{"announced", tools.Get, message, true, nil, []string{"a message"}},
		{"after another was spoken of", tools.Get, message, false, heard, []string{"one of the messages"}},
		{"the user's own after another was spoken of", tools.Get, booking, false, booked, []string{"one of my bookings"}},
	} {
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Set: &tools.Toolset{}, Past: c.past, Persona: mission.Persona{Tone: mission.Polite}}}, r: keyed.New(1)}
		var got []string
		for range 80 {
			words := s.unnamed(&tools.Tool{Effect: c.effect}, &blueprint.Arg{Param: &tools.Param{Entity: c.entity}, Open: c.open})
			if !slices.Contains(got, words) {
				got = append(got, words)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A list says that it shows how things stood before if one of them was changed or removed
// since.
func TestChangedSince(t *testing.T) {
	booking, order := &tools.Entity{ID: "booking_code"}, &tools.Entity{ID: "order_code"}
	list := blueprint.Call{Tool: &tools.Tool{Effect: tools.List, Entity: booking}}
	rows := []any{tools.Object{{Name: "booking_code", Value: "BK1"}, {Name: "status", Value: "unpaid"}}, tools.Object{{Name: "booking_code", Value: "BK2"}, {Name: "status", Value: "paid"}}}
	code := &tools.Param{Name: "booking_code", Entity: booking}
	for _, c := range []struct {
		name        string
		effect      tools.EffectKind
		entity      *tools.Entity
		id          string
		status      string
		gone, other bool
	}{
		{"paid for", tools.Update, booking, "BK1", "paid", false, true},
		{"another of its values changed", tools.Update, booking, "BK1", "unpaid", false, false},
		{"one that is not on the list", tools.Update, booking, "BK9", "paid", false, false},
		{"cancelled", tools.Delete, booking, "BK1", "cancelled", true, true},
		{"removed", tools.Delete, booking, "BK1", "unpaid", true, false},
		{"something else was made of it", tools.Create, order, "BK1", "open", false, false},
		{"looked at", tools.Get, booking, "BK1", "unpaid", false, false},
	} {
		act := blueprint.Call{Tool: &tools.Tool{Effect: c.effect, Entity: c.entity}, Args: []blueprint.Arg{{Param: code, Value: c.id}}}
		s := &roles.Scene{Blueprint: &blueprint.Blueprint{Calls: []blueprint.Call{list, act}}, Made: []roles.Made{
			{Call: 0, Answer: world.Answer{Status: 200}},
			{Call: 1, Answer: world.Answer{Status: 200, Body: tools.Object{{Name: "status", Value: c.status}}}},
		}}
		if gone, other := changedSince(s, &s.Blueprint.Calls[0], rows); gone != c.gone || other != c.other {
			t.Errorf("%s: gone %v, other %v", c.name, gone, other)
		}
		s.Made[1].Answer.Status = 409
		if gone, other := changedSince(s, &s.Blueprint.Calls[0], rows); gone || other {
			t.Errorf("%s: a refusal changes nothing", c.name)
		}
	}
}
