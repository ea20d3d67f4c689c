package blueprint

import (
	"testing"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// "There" could be the place of a thing that was spoken of since, unless somebody told where
// that is.
func TestUnplaced(t *testing.T) {
	practice := &tools.Entity{Noun: "practice", ID: "practice_id", Attributes: []*tools.Attribute{{Name: "practice_id"}, {Name: "city"}}}
	slots := &tools.Entity{Noun: "slot", ID: "slot_id", Attributes: []*tools.Attribute{{Name: "slot_id"}}}
	city := &tools.Param{Name: "city", Type: "string", There: []string{"there"}, Values: &tools.Values{Kind: tools.ValueCity}}
	past := func(reply string, body tools.Object, args ...Arg) *Past {
		p := &Past{Blueprint: &Blueprint{}, Reply: reply, Calls: []PastCall{{Call: Call{Tool: &tools.Tool{}, Args: args}, Answer: world.Answer{Status: 200, Body: body}}}}
		p.Fold()
		return p
	}
	in := func(name string) Arg { return Arg{Param: city, Value: name} }
	about := func(e *tools.Entity, id string) Arg {
		return Arg{Param: &tools.Param{Name: e.ID, Type: "string", Entity: e}, Value: id}
	}
	for _, c := range []struct {
		name  string
		first *Past
		since *Past
		want  bool
	}{
		{"a practice somewhere", past("Done.", nil, in("Cork")), past("It opens at 9.", nil, about(practice, "MP7222")), true},
		{"a practice listed in the city", past("There is MP7222.", nil, in("Cork")), past("It opens at 9.", nil, about(practice, "MP7222")), false},
		{"a practice shown in the city", past("Done.", nil, in("Cork")), past("It opens at 9.", tools.Object{{Name: "city", Value: "Cork"}}, about(practice, "MP7222")), false},
		{"a slot is nowhere", past("Done.", nil, in("Cork")), past("It is free.", nil, about(slots, "SL1")), false},
	} {
		d := &drawer{Story: Story{Set: &tools.Toolset{Entities: []*tools.Entity{practice, slots}}, Past: []*Past{c.first, c.since}}}
		if got := d.unplaced(0, city, "Cork"); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A thing that nobody has mentioned is not named beside a list of such things.
func TestNothingOutOfTheBlue(t *testing.T) {
	d, _ := listed(t, 1)
	get := d.Set.Tool("get_visit")
	code := get.Param("visit_code")
	if a, ok := d.said(code, &Call{Tool: get}); ok {
		t.Errorf("%v was not on the list", a.Value)
	}
	d.Past = nil
	if _, ok := d.said(code, &Call{Tool: get}); !ok {
		t.Error("without a list, the user may know a visit")
	}
}

// Nobody asks for a code that stands in the line above.
func TestRestateLongRepliesOnly(t *testing.T) {
	d, ids := listed(t, 1)
	body := tools.Object{{Name: "visit_code", Value: ids[0]}}
	d.Past[0].Calls[0] = PastCall{Call: Call{Tool: d.Set.Tool("get_visit")}, Answer: world.Answer{Status: 200, Body: body}}
	id, _ := IDText(ids[0])
	for length, want := range map[int]bool{20: false, shortReply: true} {
		d.Past[0].Reply = id
		for len(d.Past[0].Reply) < length {
			d.Past[0].Reply += " and more"
		}
		d.Past[0].folded = nil
		d.Past[0].Fold()
		b := &Blueprint{Chat: &Chat{}, Relation: mission.Ellipsis}
		if got := d.restate(b, 0, Demand{}); got != want {
			t.Errorf("a reply of %d characters: %v", length, got)
		}
	}
}
