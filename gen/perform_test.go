package gen

import (
	"slices"
	"testing"

	"switchyard/mission"
)

// A mission has the relation of the plan, and after several attempts any that its place allows.
func TestRelationsOfAttempts(t *testing.T) {
	item := entryPlan{Types: []mission.Type{mission.Chat, mission.Single, mission.Clarify, mission.Chat},
		Patterns: make([]mission.Pattern, 4), Relations: []mission.Relation{"", mission.Ellipsis, mission.Implicit, mission.LongTerm}}
	for _, c := range []struct {
		attempt, mission int
		want             []mission.Relation
	}{
		{0, 1, []mission.Relation{mission.Ellipsis}},
		{adapting - 1, 3, []mission.Relation{mission.LongTerm}},
		{adapting, 0, []mission.Relation{""}},
		{adapting, 1, []mission.Relation{mission.Ellipsis, mission.Implicit}},
		{adapting, 2, []mission.Relation{mission.Implicit, mission.Ellipsis}}, // nothing is left of the chat to return to
		{adapting, 3, []mission.Relation{mission.LongTerm, mission.Implicit, mission.Ellipsis}},
	} {
		p := &performer{item: item, attempt: c.attempt}
		if got := p.relations(c.mission); !slices.Equal(got, c.want) {
			t.Errorf("attempt %d, mission %d: %v, want %v", c.attempt, c.mission, got, c.want)
		}
	}
}
