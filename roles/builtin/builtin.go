// Package builtin plays the five roles without a model: the user and the
// assistant speak with the toolset's wordings, the planner reads the
// blueprint, the tools are played by package world, and the checker applies
// the rules that every plan and every observation must keep.
package builtin

import "switchyard/roles"

// Cast returns the five built-in players.
func Cast() roles.Cast {
	return roles.Cast{User: User{}, Planner: Planner{}, Tool: Tool{}, AI: AI{}, Checker: &Checker{}}
}
