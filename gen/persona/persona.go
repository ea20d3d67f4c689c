// Package persona composes users: who they are and how they speak. [Draw] draws
// each part independently, except that the parts must fit together. That gives
// thousands of different people. The parts follow the user profiles in the papers on FlowBench (section
// 3.3) and FlowAgent: persona, details, needs, style, interactive pattern.
package persona

import (
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// People says what kind of people use a toolset.
type People string

// The kinds of people.
const (
	Public People = "public" // customers, tenants, patients, travellers
	Staff  People = "staff"  // people who work in the office that the tools belong to
)

// Draw decides who a person is that uses the toolset of the title, and how the person
// speaks. It keeps the name, phone number, email address and goal of p.
func Draw(r keyed.Rand, people People, title string, p mission.Persona) mission.Persona {
	p.Tone = keyed.Pick(r, []mission.Tone{mission.Colloquial, mission.Formal, mission.Polite, mission.Direct})
	who, how := occupations, circumstances
	if people == Staff {
		who, how = positions, officeLives
	}
	for range 100 {
		p.Background = keyed.Pick(r, who) + " who " + keyed.Pick(r, how)
		if fits(p.Background, p.Goal, title) {
			break
		}
	}
	p.Length = weighted(r, lengths[p.Tone])
	p.Patience = mission.Patient
	if r.Chance(hasty[p.Tone]) && !unhurried(p.Goal) {
		p.Patience = mission.Hasty
	}
	for _, habit := range []mission.Habit{mission.Greets, mission.Thanks, mission.Explains, mission.Volunteers} {
		if r.Chance(habits[habit] * factor[p.Length]) {
			p.Habits = append(p.Habits, habit)
		}
	}
	// Terse people give no reasons.
	if p.Length == mission.Terse || p.Goal == "" {
		p.Habits = slices.DeleteFunc(p.Habits, func(h mission.Habit) bool { return h == mission.Explains })
	}
	return p
}

type share[T any] struct {
	value T
	of    float64
}

func weighted[T any](r keyed.Rand, shares []share[T]) T {
	x := r.Float64()
	for _, s := range shares {
		if x < s.of {
			return s.value
		}
		x -= s.of
	}
	return shares[len(shares)-1].value
}

// lengths says how many words people of a tone use: formal people are seldom terse,
// and direct people never chat.
var lengths = map[mission.Tone][]share[mission.Length]{
	mission.Colloquial: {{mission.Terse, 0.25}, {mission.Plain, 0.40}, {mission.Chatty, 0.35}},
	mission.Formal:     {{mission.Terse, 0.15}, {mission.Plain, 0.55}, {mission.Chatty, 0.30}},
	mission.Polite:     {{mission.Terse, 0.10}, {mission.Plain, 0.50}, {mission.Chatty, 0.40}},
	mission.Direct:     {{mission.Terse, 0.60}, {mission.Plain, 0.40}},
}

var hasty = map[mission.Tone]float64{mission.Colloquial: 0.3, mission.Formal: 0.15, mission.Polite: 0.1, mission.Direct: 0.6}

var habits = map[mission.Habit]float64{mission.Greets: 0.4, mission.Thanks: 0.55, mission.Explains: 0.55, mission.Volunteers: 0.35}

// factor scales the habits: people of few words have fewer of them.
var factor = map[mission.Length]float64{mission.Terse: 0.35, mission.Plain: 1, mission.Chatty: 1.6}
