package llm

import (
	"context"
	"fmt"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
)

// proposeFree lets the user propose a mission of the kind that is wished for.
func (u *user) proposeFree(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	v := u.view(s)
	v.Tools = toolList(s.Offered)
	v.Kind, v.Count = kindOf(s.Wish.Type, s.Wish.Pattern), u.later
	if v.First {
		v.Count = u.first
	}
	if s.Wish.Relation != "" {
		u.relate(v, s, s.Wish.Relation, s.Wish.Way, s.Wish.Target)
	}
	messages, err := u.prompts.render(taskProposeFree, v)
	if err != nil {
		return roles.Proposal{}, err
	}
	var got proposals
	err = u.ask(ctx, s, taskProposeFree, schemas.Proposals, messages, func(text string) error {
		got = proposals{}
		return u.readers.read(schemas.Proposals, text, &got)
	})
	if err != nil {
		return roles.Proposal{}, err
	}
	return u.choose(ctx, s, got.Candidates, func(c *candidate) (roles.Proposal, []string) { return freely(s, c) })
}

// freely reads a candidate of the free strategy.
func freely(s *roles.Scene, c *candidate) (roles.Proposal, []string) {
	out := roles.Proposal{Text: c.Text, On: strings.TrimSpace(c.On)}
	var wrong []string
	refuse := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if s.Wish.Relation != "" {
		out.Phrase = strings.TrimRight(strings.TrimSpace(c.Leans), ".?!")
		if out.Phrase == "" || !blueprint.Holds(c.Text, out.Phrase) {
			refuse("The words that lean on the conversation (%q) do not stand in it.", out.Phrase)
		}
	}
	if s.Wish.Type == mission.Chat {
		out.Chat = &mission.ChatClaim{Kind: c.Kind, Keywords: c.Keywords}
		if c.Kind == "" {
			out.Chat.Kind = mission.ChatKnowledge
		}
	}
	return out, wrong
}

// answerFree lets the user answer a question as it likes. Whether the answer is
// complete shows when the planner goes on.
func (u *user) answerFree(ctx context.Context, s *roles.Scene, q mission.Question) (roles.Answer, error) {
	v := u.view(s)
	v.Vague = s.Wish.Vague && len(s.Answers) == 0
	v.Free = !v.Vague
	if v.Vague {
		t := s.Set.Tool(q.Tool)
		for _, name := range q.Missing {
			what := plainName(name)
			if t != nil {
				what = noun(t, jsonptr.Join(name))
			}
			v.Keep = append(v.Keep, fact{What: what})
		}
	}
	messages, err := u.prompts.render(taskAnswer, v)
	if err != nil {
		return roles.Answer{}, err
	}
	answer := roles.Answer{Complete: true}
	err = u.ask(ctx, s, taskAnswer, schemas.Said, messages, func(text string) error {
		var said struct {
			Text string `json:"text"`
		}
		if err := u.readers.read(schemas.Said, text, &said); err != nil {
			return err
		}
		answer.Text = spoken(said.Text)
		return nil
	})
	return answer, err
}
