package gen

import (
	"context"
	"errors"
	"fmt"

	"switchyard/mission"
	"switchyard/roles"
)

// setback says why an attempt at an entry failed.
type setback struct {
	Reason  string // "draw", "kind", "words", "plan", "observation", "proof", "duplicate", "format", "check", "endpoint", "fault"
	Check   string // the check that fired, with "proof"
	Mission int    // -1 when the whole entry is meant
	Message string
	Plans   *Plans // with "plan", if the planner does not agree with the mission
	// Final means that the entry is given up because an endpoint did not answer. It
	// counts as failed, not as rejected.
	Final bool
	// Hopeless means that the attempt took long because the toolset describes things that
	// cannot be made.
	Hopeless bool
}

// Plans are two plans that do not agree.
type Plans struct {
	Wanted  []mission.Action `json:"wanted"`  // the next actions of the mission as it was decided
	Planned []mission.Action `json:"planned"` // the actions of the planner
}

// Error implements error.
func (f *setback) Error() string {
	if f.Mission < 0 {
		return fmt.Sprintf("%s: %s", f.Reason, f.Message)
	}
	return fmt.Sprintf("%s, mission %d: %s", f.Reason, f.Mission+1, f.Message)
}

// failed turns the error of a player into a setback. Errors that end the whole run
// stay as they are.
func failed(reason string, err error) error {
	var ending interface{ Ends() bool }
	var already *setback
	switch {
	case errors.As(err, &already), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &ending):
		if ending.Ends() {
			return err
		}
		return &setback{Reason: "endpoint", Mission: -1, Message: err.Error(), Final: true}
	}
	return &setback{Reason: reason, Message: err.Error()}
}

// unchecked turns an unusable answer of a checker into a setback, so that it does not
// count against the player that was checked.
func unchecked(err error) error {
	if refused := (*roles.RefusedError)(nil); errors.As(err, &refused) {
		return &setback{Reason: "check", Message: refused.Error()}
	}
	return err
}

// because returns the reasons of a refusal, of which there must be at least one: a
// refusal without reasons would count as acceptance.
func because(reasons []string) []string {
	if len(reasons) == 0 {
		return []string{"It is no use, and nobody says why."}
	}
	return reasons
}
