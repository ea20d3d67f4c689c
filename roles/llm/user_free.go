package llm

import (
	"cmp"
	"context"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
)

// proposeFree lets the user propose a mission of the kind that the scene wishes for.
func (u *user) proposeFree(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	w, v := s.Wish, u.view(s)
	v.Tools, v.Kind = toolList(s.Offered), kindOf(w.Type, w.Pattern)
	if w.Relation != "" {
		u.relate(v, s, w.Relation, w.Way, w.Target)
	}
	return u.propose(ctx, s, TaskProposeFree, v, func(c *Candidate) (roles.Proposal, []string) { return freely(s, c) })
}

// freely reads a candidate of the free strategy. It returns what is wrong with it.
func freely(s *roles.Scene, c *Candidate) (out roles.Proposal, wrong []string) {
	out = roles.Proposal{Text: c.Text, On: strings.TrimSpace(c.On)}
	if s.Wish.Relation != "" {
		out.Phrase, wrong = leaning(c, "")
	}
	if s.Wish.Type == mission.Chat {
		out.Chat = &mission.ChatClaim{Kind: cmp.Or(c.Kind, mission.ChatKnowledge), Keywords: c.Keywords}
	}
	return out, wrong
}

// answerFree lets the user answer a question in its own way. The planner then
// decides whether the answer is complete.
func (u *user) answerFree(ctx context.Context, s *roles.Scene, q mission.Question) (roles.Answer, error) {
	v := u.view(s)
	v.Vague = s.Wish.Vague && len(s.Answers) == 0
	v.Free = !v.Vague
	if v.Vague {
		for _, name := range q.Missing {
			v.Keep = append(v.Keep, fact{What: noun(s.Set.Tool(q.Tool), jsonptr.Join(name))})
		}
	}
	said, err := answer[Said](ctx, u.seat, s, TaskAnswer, v, nil)
	return roles.Answer{Text: spoken(said.Text), Complete: true}, err
}
