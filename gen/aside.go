package gen

import (
	"context"
	"errors"
	"slices"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles/builtin"
	"switchyard/tools/world"
)

// Asides plays single missions in conversations that are about something else, such as
// those that follow a workflow. It is safe for concurrent use.
type Asides struct{ producer *producer }

// NewAsides returns Asides that the built-in engine plays.
func NewAsides() *Asides {
	c := &Config{Strategy: Blueprint, Language: "en"}
	c.Attempts.Mission = missionTries
	return &Asides{&producer{config: c, prover: proof.New(), builtin: builtin.Cast()}}
}

// ErrNoAside says that the story has no such mission.
var ErrNoAside = errors.New("no such mission was found")

// Play plays a mission in a story, without a relation to what was said before. It returns
// the mission, as an entry of its own has it, and the world behind it. The error is
// [ErrNoAside], or that of the context.
func (a *Asides) Play(ctx context.Context, story blueprint.Story, offered mission.Toolset, t mission.Type, seed uint64) (*mission.Mission, *world.World, error) {
	item := entryPlan{ID: "aside", Types: []mission.Type{t}, Patterns: []mission.Pattern{""}, Relations: []mission.Relation{""}}
	if t == mission.Multi {
		item.Patterns[0] = mission.Serial
	}
	persona := story.Persona
	story.World, story.Past = story.World.Clone(), nil
	story.Persona.Habits = slices.DeleteFunc(slices.Clone(persona.Habits), func(h mission.Habit) bool { return h == mission.Greets })
	q := &performer{producer: a.producer, cast: a.producer.builtin, item: item, seed: seed, offered: offered, story: story}
	q.entry = &mission.Entry{Format: mission.FormatEntry, ID: item.ID, SwitchPath: item.Types, Persona: persona, Toolset: offered,
		Environment: mission.Environment{Now: story.Now.Format("2006-01-02 15:04:05"), Weekday: story.Now.Weekday().String(), Locale: "en"}}
	entry, err := q.perform(ctx)
	if err == nil {
		err = a.producer.prove(entry)
	}
	if f := (*setback)(nil); errors.As(err, &f) || err == nil && builtin.Greets(entry.Missions[0].Request) {
		return nil, nil, ErrNoAside
	}
	if err != nil {
		return nil, nil, err
	}
	return &entry.Missions[0], q.story.World, nil
}
