package generate

import (
	"context"
	"fmt"

	"switchyard/flow/play"
	"switchyard/flow/session"
)

// Again makes sessions of a run once more, to have the worlds behind them. It is safe for
// concurrent use.
type Again struct {
	player *player
	items  map[string]*item
}

// NewAgain returns what makes the sessions of a run again. Of the configuration, Out is not needed.
func NewAgain(c Config) (*Again, error) {
	c.Out = "." // which complete asks for
	if err := c.complete(); err != nil {
		return nil, err
	}
	p, err := newPlan(&c)
	if err != nil {
		return nil, err
	}
	a := &Again{newPlayer(&c, p), map[string]*item{}}
	for i := range p.items {
		a.items[p.items[i].id] = &p.items[i]
	}
	return a, nil
}

// UnknownError says that a run has no session with an id.
type UnknownError struct{ ID string }

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the run that the manifest describes has no session %s", e.ID)
}

// Make makes the session with an id. The error is an [*UnknownError] if there is none, or that of
// the context.
func (a *Again) Make(ctx context.Context, id string) (*play.Player, error) {
	it := a.items[id]
	if it == nil {
		return nil, &UnknownError{id}
	}
	made := product{item: it}
	if err := a.player.try(ctx, &made); err != nil {
		return nil, err
	}
	if made.played == nil {
		return nil, &UnknownError{id}
	}
	return made.played, nil
}

// At makes the session with a number in the plan, from 1, as an attempt at it plays it. The error is
// an [*UnknownError] if there is none.
func (a *Again) At(ctx context.Context, number, attempt int) (*session.Session, error) {
	if number < 1 || number > len(a.player.plan.items) {
		return nil, &UnknownError{fmt.Sprintf("number %d", number)}
	}
	made := product{item: &a.player.plan.items[number-1]}
	_, play := a.player.attempts(made.item)
	if err := play(ctx, &made, attempt); err != nil {
		return nil, err
	}
	return made.played.Session, nil
}
