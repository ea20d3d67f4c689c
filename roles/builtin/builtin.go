// Package builtin plays the five roles without a model: the user and the assistant
// speak with the toolset's wordings and the sentences in sentences.txt, the planner
// follows the blueprint, the simulated world answers for the tools, and the checker
// applies the rules for plans and observations. Runs without models use it. Runs with
// models use it for the other roles, and for rehearsals.
//
// Start with [Cast], which returns all five players. [User], [Planner] and [AI]
// are the three that speak, and [Purpose] says in words what a call is for.
//
// What a player says depends only on the scene, so the same scene gives the same
// bytes. All players are safe for concurrent use.
package builtin

import (
	"context"
	"errors"

	"switchyard/roles"
	"switchyard/tools/world"
)

// Cast returns the five built-in players.
func Cast() roles.Cast {
	return roles.Cast{User: User{}, Planner: Planner{}, Tool: executor{}, AI: AI{}, Checker: &checker{}}
}

// errNoWords says that the toolset has no wording for what a mission needs.
var errNoWords = errors.New("the toolset has no wording for this mission")

// executor is the built-in tool role: it plays the calls in the story's world.
type executor struct{}

// Observe implements [roles.Tool].
func (executor) Observe(_ context.Context, s *roles.Scene, calls []int) ([]world.Answer, error) {
	answers := make([]world.Answer, len(calls))
	for k, i := range calls {
		c := &s.Blueprint.Calls[i]
		answers[k] = s.World.Call(c.Tool, c.Values())
	}
	return answers, nil
}
