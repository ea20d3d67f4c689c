package retell

import (
	"context"
	"encoding/json"
	"slices"

	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/model/mock"
	"switchyard/roles"
	"switchyard/roles/llm"
)

// Understudy answers instead of the models that tell sessions: it says what the sessions say. It
// implements [mock.Player].
type Understudy struct {
	// At is a session by its number in the plan, as an attempt at it is played. It is safe for
	// concurrent use.
	At func(ctx context.Context, number, attempt int) (*session.Session, error)
}

// Play implements [mock.Player].
func (u *Understudy) Play(ctx context.Context, trace string) (*mock.Answer, error) {
	t, err := roles.ParseTrace(trace)
	if err != nil || !t.OfSession() {
		return nil, mock.ErrUnknownTrace
	}
	tries, err := t.Tries()
	if err != nil {
		return nil, mock.ErrUnknownTrace
	}
	s, err := u.At(ctx, t.Entry, tries[0])
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.Exchanges, func(ex session.Exchange) bool { return ex.Run == t.Mission })
	if i += t.Move / 2; t.Mission < 0 || i < 0 || i >= len(s.Exchanges) {
		return nil, &mock.RefusedError{Message: "This mock rehearses another run, which has no turn " + trace + "."}
	}
	text, err := says(s, i, t.Role)
	return &mock.Answer{Text: text, Role: mock.Role(t.Role), Tools: s.Toolset.Tools}, err
}

// says is what a role says in an exchange.
func says(s *session.Session, i int, role string) (string, error) {
	ex := &s.Exchanges[i]
	var answer any
	switch mission.Role(role) {
	case mission.RoleAI:
		return ex.Reply, nil
	case mission.RoleChecker:
		_, right := Options(s, i)
		answer = map[string]any{"best": right, "why": "It says so."}
	case mission.RoleTool:
		var all llm.Observations
		for _, c := range ex.Calls {
			all.Observations = append(all.Observations, llm.Observation{Status: c.Status, Body: c.Observation})
		}
		answer = all
	default:
		c := llm.Candidate{Text: ex.User, Refers: map[string]string{}}
		for _, said := range ex.Said {
			for n := range said.Sources {
				if points(&said.Sources[n]) {
					c.Refers[llm.ReferenceID(len(c.Refers))] = said.Sources[n].Choice.Text
				}
			}
		}
		answer = llm.Proposals{Candidates: []llm.Candidate{c}}
	}
	text, err := json.Marshal(answer)
	return string(text), err
}
