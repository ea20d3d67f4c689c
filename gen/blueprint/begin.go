package blueprint

import (
	"strings"
	"time"

	"switchyard/gen/persona"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Conversations take place in the days from firstDay on.
var firstDay = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

const days = 360

// Begin decides when a conversation takes place and who the user is. Nothing has been said yet.
func Begin(set *tools.Toolset, seed uint64) Story {
	r := keyed.New(seed, "environment")
	now := firstDay.AddDate(0, 0, r.IntN(days)).Add(time.Duration(8*60+r.IntN(13*60)/5*5) * time.Minute)
	return Story{Set: set, Now: now, Persona: drawPersona(keyed.New(seed, "persona"), set, now), World: world.New(set, now, keyed.Hash(seed, "world"))}
}

// drawPersona decides who the user is.
func drawPersona(r keyed.Rand, set *tools.Toolset, now time.Time) mission.Persona {
	draw := func(kind tools.ValueKind) string {
		v, _ := world.Draw(r, &tools.Values{Kind: kind}, now, nil)
		text, _ := v.(string)
		return text
	}
	people, goal := persona.Public, ""
	if set.Staff {
		people = persona.Staff
	}
	if len(set.Scenes) > 0 {
		goal, _ = keyed.Pick(r, set.Scenes).Render(func(*tools.Slot) (string, bool) { return "", false }, r.IntN)
	}
	name := draw(tools.ValuePerson)
	_, host, _ := strings.Cut(draw(tools.ValueEmail), "@")
	return persona.Draw(r, people, set.Title, mission.Persona{Name: name, Phone: draw(tools.ValuePhone), Goal: goal,
		Email: strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@" + host})
}
