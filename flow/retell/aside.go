package retell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/llm"
	"switchyard/schemas"
)

// aside has a mission told that follows no workflow. A turn for which a model finds no words keeps
// those that it has.
func (w *telling) aside(ctx context.Context, i int) error {
	was := w.was.Exchanges[i].Mission
	m := *was
	m.Calls, m.Questions, m.Dialogue = slices.Clone(m.Calls), slices.Clone(m.Questions), slices.Clone(m.Dialogue)
	w.s.Exchanges[i].Mission = &m
	asked := 0 // questions so far
	for t := range m.Dialogue {
		role := m.Dialogue[t].Role
		if role != mission.RoleUser && role != mission.RoleAI || !w.speakers.Plays(role) {
			if role == mission.RoleAI {
				asked++
			}
			continue
		}
		before := m
		before.Calls, before.Questions, before.Dialogue = slices.Clone(m.Calls), slices.Clone(m.Questions), slices.Clone(m.Dialogue)
		x := &asideTurn{telling: w, exchange: i, turn: t, asked: asked, m: &m, was: was}
		tell := x.ai
		if role == mission.RoleUser {
			tell = x.user
		}
		err := tell(ctx)
		if _, refused := errors.AsType[*roles.RefusedError](err); refused && w.language == english {
			m = before
			x.spread()
		} else if err != nil {
			return err
		}
		if role == mission.RoleAI {
			asked++
		}
	}
	return nil
}

// asideTurn is a turn of a mission that is being told.
type asideTurn struct {
	*telling
	exchange, turn, asked int
	m, was                *mission.Mission
}

// spread puts the words of the dialogue wherever they stand again.
func (x *asideTurn) spread() {
	m, k := x.m, 0
	ex := &x.s.Exchanges[x.exchange]
	for t := range m.Dialogue {
		switch text := m.Dialogue[t].Text; m.Dialogue[t].Role {
		case mission.RoleUser:
			if t == 0 {
				m.Request, ex.User = text, text
			} else if k > 0 && k <= len(m.Questions) {
				m.Questions[k-1].Reply = text
			}
		case mission.RoleAI:
			if k < len(m.Questions) {
				m.Questions[k].Text = text
			} else {
				m.Reply, ex.Reply = text, text
			}
			k++
		}
	}
}

// scene is what a model sees.
func (x *asideTurn) scene() *roles.Scene {
	c := x.talk(x.exchange)
	for _, t := range x.m.Dialogue[:x.turn] {
		if t.Text != "" {
			c.turns = append(c.turns, t)
		}
	}
	s := x.telling.scene(x.exchange, c)
	return s
}

// sources passes the sources whose words stand in the turn.
func (x *asideTurn) sources(calls []mission.Call, take func(call int, s *mission.Source)) {
	where := mission.FromQuery
	if x.turn > 0 {
		where = mission.FromReply
	}
	text := x.was.Dialogue[x.turn].Text
	for i := range calls {
		for k := range calls[i].Sources {
			s := &calls[i].Sources[k]
			if s.Kind == where || s.Said == where || points(s) && where == mission.FromQuery {
				if words := wordsOf(s); words != "" && strings.Contains(strings.ToLower(text), strings.ToLower(words)) {
					take(i, s)
				}
			}
		}
	}
}

func wordsOf(s *mission.Source) string {
	if points(s) {
		return s.Choice.Text
	}
	return s.Text
}

func (x *asideTurn) user(ctx context.Context) error {
	draft := x.was.Dialogue[x.turn].Text
	part := &llm.Part{Draft: draft, Does: []string{"The person answers the question."}}
	if x.turn == 0 {
		part.Does = []string{"The person comes to another request, which is of its own."}
	}
	x.sources(x.was.Calls, func(call int, s *mission.Source) {
		v := llm.Value{Noun: plainly(s.Pointer), Words: wordsOf(s)}
		if points(s) {
			part.Refer = append(part.Refer, v)
			return
		}
		args, err := schemas.Decode(x.was.Calls[call].Arguments)
		if err == nil {
			v.Value, _ = jsonptr.Get(args, s.Pointer)
		}
		part.Say = append(part.Say, v)
	})
	s := x.scene()
	return redo(s, mission.RoleUser, func() error {
		return x.speakers.User(ctx, s, part, func(text string, refers []string) []string {
			if why := x.says(text, refers); len(why) > 0 {
				return why
			}
			return x.wrong()
		})
	})
}

// says has the user say a text, and returns what is wrong with it.
func (x *asideTurn) says(text string, refers []string) (wrong []string) {
	x.m.Dialogue[x.turn].Text = text
	x.spread()
	for i := range x.m.Calls {
		kept := x.m.Calls[i].Sources
		x.m.Calls[i].Sources = slices.Clone(kept)
	}
	var wants []proof.Want
	var to []*mission.Source
	x.sources(x.m.Calls, func(call int, s *mission.Source) {
		if points(s) {
			choice := *s.Choice
			choice.Text, refers = refers[0], refers[1:]
			s.Choice = &choice
			return
		}
		args, err := schemas.Decode(x.m.Calls[call].Arguments)
		if err != nil {
			return
		}
		value, _ := jsonptr.Get(args, s.Pointer)
		i := slices.IndexFunc(x.s.Toolset.Tools, func(t mission.Tool) bool { return t.Name == x.m.Calls[call].Tool })
		wants, to = append(wants, proof.Want{Tool: &x.s.Toolset.Tools[i], Call: call, Pointer: s.Pointer, Value: value}), append(to, s)
	})
	for n, r := range proof.Read(x.s.Environment, text, wants) {
		if r == nil {
			wrong = append(wrong, fmt.Sprintf("It does not say the value %s so that it follows exactly.", shown(wants[n].Value)))
			continue
		}
		where := to[n].Kind
		if to[n].Said != "" {
			where = to[n].Said
		}
		*to[n] = mission.Source{Pointer: to[n].Pointer, Kind: where, Mission: to[n].Mission, Text: r.Text, Rule: r.Rule}
		if r.Kind != mission.FromQuery {
			to[n].Kind, to[n].Said = r.Kind, where
		}
	}
	return wrong
}

func (x *asideTurn) ai(ctx context.Context) error {
	part := &llm.Part{Draft: x.was.Dialogue[x.turn].Text, Does: []string{"You answer the user, with what came back if you looked something up."}}
	if x.asked < len(x.m.Questions) {
		part.Does = []string{"You ask the user for what is missing, as the plain wording does."}
	} else {
		for _, c := range x.m.Calls {
			part.Results = append(part.Results, llm.Result{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Observation: c.Observation})
		}
	}
	s := x.scene()
	return redo(s, mission.RoleAI, func() error {
		text, err := x.speakers.AI(ctx, s, part)
		if err != nil {
			return err
		}
		x.m.Dialogue[x.turn].Text = text
		x.spread()
		wrong := x.wrong()
		if strings.Contains(part.Draft, "?") != strings.Contains(text, "?") {
			wrong = append(wrong, "It asks where the plain wording does not, or the other way round.")
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
}

// plainly is what a value is called, from its pointer.
func plainly(pointer string) string {
	return strings.ReplaceAll(strings.Join(jsonptr.Split(pointer), ", "), "_", " ")
}
