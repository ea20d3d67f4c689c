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
	other := &mock.RefusedError{Message: "This mock rehearses another run, which has no turn " + trace + "."}
	i := slices.IndexFunc(s.Exchanges, func(ex session.Exchange) bool { return ex.Run == t.Mission })
	if i < 0 {
		return nil, other
	}
	var text string
	if m := s.Exchanges[i].Mission; m != nil {
		text, err = asideSays(m, t)
	} else if i += t.Move / 2; i < len(s.Exchanges) {
		text, err = says(s, i, t.Role)
	} else {
		return nil, other
	}
	return &mock.Answer{Text: text, Role: mock.Role(t.Role), Tools: s.Toolset.Tools}, err
}

// asideSays is what a role says in a mission without a workflow.
func asideSays(m *mission.Mission, t roles.Trace) (string, error) {
	said := slices.DeleteFunc(slices.Clone(m.Dialogue), func(x mission.Turn) bool { return x.Text == "" })
	if t.Move >= len(said) {
		return "", mock.ErrUnknownTrace
	}
	text := said[t.Move].Text
	if mission.Role(t.Role) == mission.RoleAI {
		return text, nil
	}
	c := llm.Candidate{Text: text, Refers: map[string]string{}}
	for _, call := range m.Calls {
		for n := range call.Sources {
			if points(&call.Sources[n]) {
				c.Refers[llm.ReferenceID(len(c.Refers))] = call.Sources[n].Choice.Text
			}
		}
	}
	doc, err := json.Marshal(llm.Proposals{Candidates: []llm.Candidate{c}})
	return string(doc), err
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
		c, named := llm.Candidate{Text: ex.User, Refers: map[string]string{}}, llm.Candidate{Text: ex.User}
		for k := range ex.Said {
			said := &ex.Said[k]
			for n := range said.Sources {
				if x := &said.Sources[n]; points(x) {
					c.Refers[llm.ReferenceID(len(c.Refers))] = x.Choice.Text
					named.Text += " " + shown(leaf(said, x)) // for languages in which nobody points
				}
			}
		}
		answer = llm.Proposals{Candidates: []llm.Candidate{c, named}}
	}
	text, err := json.Marshal(answer)
	return string(text), err
}
