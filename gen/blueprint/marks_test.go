package blueprint

import (
	"slices"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// A thing is told by what only it is like: by no time that another has in any way.
func TestMarks(t *testing.T) {
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	tool := set.Tool("search_flights")
	flight := func(airline, departs, arrives string, bag bool) tools.Object {
		return tools.Object{{Name: "flight_number", Value: "FL1"}, {Name: "airline", Value: airline}, {Name: "departs", Value: departs}, {Name: "arrives", Value: arrives}, {Name: "checked_bag", Value: bag}}
	}
	mine := flight("Aurora Air", "09:00", "11:00", true)
	for _, c := range []struct {
		other tools.Object
		want  []string
	}{
		{flight("Meridian", "10:00", "12:00", false), []string{"departs", "airline", "arrives", "checked_bag"}},
		{flight("Aurora Air", "10:00", "12:00", false), []string{"departs", "arrives", "checked_bag"}},
		{flight("Meridian", "06:30", "09:00", true), []string{"airline", "arrives"}},
	} {
		it := item{entity: tool.Entity, fields: mine, list: "/flights", size: 2}
		var got []string
		for _, ch := range it.marks([]any{mine, c.other}, tool) {
			got = append(got, ch.By)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("beside %v it is told by %q, want %q", c.other, got, c.want)
		}
	}
}

// Missions are drawn that tell things by what they are like.
func TestDrawMarks(t *testing.T) {
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 6, 9, 0, 0, 0, time.UTC)
	by := map[string]bool{}
	for seed := range uint64(60) {
		b, _, err := Draw(Story{Set: set, Now: now, World: world.New(set, now, seed)}, Demand{Type: mission.Multi, Pattern: mission.Serial}, keyed.New(seed, "marks"))
		if err != nil {
			continue
		}
		for _, c := range b.Calls {
			for _, a := range c.Args {
				if a.Choice == nil || a.Choice.Order != mission.OrderIs {
					continue
				}
				by[a.Choice.By] = true
				if !slices.ContainsFunc(a.Entity.Marks, func(m tools.Mark) bool { return m.By == a.Choice.By }) || a.Choice.Value == "" {
					t.Errorf("%s is told by %+v", a.Entity.Noun, a.Choice)
				}
			}
		}
	}
	if len(by) < 2 {
		t.Errorf("things are told by %v only", by)
	}
}

// Things are told by nothing that their list can be asked for: by the name of its attribute or
// by that of a parameter that filters by it.
func TestFilters(t *testing.T) {
	set, err := catalog.Toolset("rpa/mail_administration")
	if err != nil {
		t.Fatal(err)
	}
	tool := set.Tool("search_messages")
	for attribute, want := range map[string]bool{"sender": true, "folder": true, "state": true, "subject": false, "words": false} {
		if got := filters(tool, attribute); got != want {
			t.Errorf("filters(%q) = %v, want %v", attribute, got, want)
		}
	}
}
