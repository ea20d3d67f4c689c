package gen

import (
	"context"
	"errors"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// play lets the roles play one mission.
func (p *performer) play(ctx context.Context, s *roles.Scene) (*mission.Mission, *blueprint.Past, error) {
	if err := p.propose(ctx, s); err != nil {
		return nil, nil, err
	}
	if claim := s.Proposal.Chat; s.Wish != nil && claim != nil {
		s.Blueprint.Chat = &blueprint.Chat{Topic: &tools.Topic{Kind: claim.Kind, Keywords: claim.Keywords}, Text: s.Proposal.On}
	}
	return p.converse(ctx, s)
}

// maxRounds is how many rounds a mission may have beyond those that its calls and
// missing values need.
const maxRounds = 6

// converse plays a mission from its request to its closing reply.
func (p *performer) converse(ctx context.Context, s *roles.Scene) (*mission.Mission, *blueprint.Past, error) {
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: s.Proposal.Text})
	var reply string
	// Every round answers a question or makes a call, so the blueprint bounds
	// the number of rounds.
	for round := 0; reply == ""; round++ {
		if round > 3*(len(s.Blueprint.Calls)+len(s.Blueprint.Missing))+maxRounds {
			return nil, nil, &setback{Reason: "plan", Message: "the planner does not come to an end"}
		}
		plan, calls, err := p.decide(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		if reply, err = p.carryOut(ctx, s, plan, calls); err != nil {
			return nil, nil, err
		}
	}
	return p.assemble(s, reply)
}

// redo lets a player try its turn until nothing is wrong with it, as often as the
// player may. After the first try the player is told what was wrong; after each later
// one it starts over.
func (p *performer) redo(s *roles.Scene, player any, role mission.Role, reason string, try func() (wrong []string, err error)) error {
	tries := 1
	if r, ok := player.(roles.Redrawer); ok {
		tries = r.Tries()
	}
	defer func() { s.Try, s.Reasons = 0, nil }()
	for s.Try = 0; ; s.Try++ {
		wrong, err := try()
		if refused := (*roles.RefusedError)(nil); errors.As(err, &refused) {
			wrong, err = because(refused.Reasons), nil
		}
		if err != nil {
			return failed(reason, err)
		}
		if len(wrong) == 0 {
			return nil
		}
		p.log.Refuse(role, wrong)
		if s.Try+1 >= tries {
			return &setback{Reason: reason, Message: strings.Join(wrong, " ")}
		}
		s.Reasons = nil
		if s.Try == 0 {
			s.Reasons = wrong
		}
	}
}

// redraws reports whether a player may be asked again. Its turns are checked at once;
// those of the built-in engine are proved with the whole entry.
func redraws(player any) bool {
	_, ok := player.(roles.Redrawer)
	return ok
}

// propose lets the user put the mission into words.
func (p *performer) propose(ctx context.Context, s *roles.Scene) error {
	s.Foresee = func(proposal roles.Proposal) []string { return p.foresee(ctx, s, proposal) }
	if s.Wish != nil {
		s.Foresee = func(proposal roles.Proposal) []string { return p.suits(s, proposal) }
	}
	return p.redo(s, p.cast.User, mission.RoleUser, "words", func() (_ []string, err error) {
		s.Proposal, err = p.cast.User.Propose(ctx, s)
		return nil, err
	})
}

// decide gets a plan that the checker accepts and that agrees with the mission.
// calls are the indices of the calls that the plan makes.
func (p *performer) decide(ctx context.Context, s *roles.Scene) (plan mission.Plan, calls []int, err error) {
	planner := p.cast.Planner
	var plans *Plans
	err = p.redo(s, planner, mission.RolePlanner, "plan", func() (_ []string, err error) {
		plans = nil
		if plan, err = planner.Plan(ctx, s); err != nil {
			return nil, err
		}
		verdict, err := p.cast.Checker.CheckPlan(ctx, s, plan)
		if err != nil {
			return nil, unchecked(err)
		}
		if verdict.Accepted {
			var why []string
			if s.Wish != nil {
				if calls, why, err = p.settle(s, &plan); err != nil {
					return nil, err
				}
			} else if calls, why = p.agree(s, &plan); len(why) > 0 {
				plans = &Plans{Wanted: wanted(s), Planned: plan.ActionList}
			}
			if len(why) > 0 {
				verdict = roles.Verdict{Reasons: why}
			}
		}
		if !verdict.Accepted {
			verdict.Reasons = because(verdict.Reasons)
		}
		kept := plan
		s.Turns = append(s.Turns, mission.Turn{Role: mission.RolePlanner, Plan: &kept},
			mission.Turn{Role: mission.RoleChecker, Accepted: &verdict.Accepted, Reasons: verdict.Reasons})
		return verdict.Reasons, nil
	})
	if f := (*setback)(nil); errors.As(err, &f) {
		f.Plans = plans
	}
	return plan, calls, err
}

// carryOut does what an accepted plan says. It returns the closing reply if the plan
// is to answer, and "" otherwise.
func (p *performer) carryOut(ctx context.Context, s *roles.Scene, plan mission.Plan, calls []int) (string, error) {
	switch first := plan.ActionList[0]; first.Name {
	case mission.AskTool:
		return "", p.ask(ctx, s, first)
	case mission.AnswerTool:
		return p.answer(ctx, s)
	}
	answers, err := p.observe(ctx, s, calls)
	if err != nil {
		return "", err
	}
	for k, i := range calls {
		made := roles.Made{Call: i, Purpose: plan.ActionList[k].Purpose, Answer: answers[k]}
		if s.Wish != nil {
			made.Sources = p.found[i]
		}
		s.Made = append(s.Made, made)
	}
	takeUp(s, calls)
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleTool, Calls: calls})
	return "", nil
}

// observe gets the answers of the tools. It undoes what a refused answer did to the
// world.
func (p *performer) observe(ctx context.Context, s *roles.Scene, calls []int) (answers []world.Answer, err error) {
	tool := p.cast.Tool
	err = p.redo(s, tool, mission.RoleTool, "observation", func() (_ []string, err error) {
		before := p.story.World
		if redraws(tool) {
			p.story.World = before.Clone()
		}
		if answers, err = tool.Observe(ctx, s, calls); err != nil {
			p.story.World = before
			return nil, err
		}
		verdict, err := p.cast.Checker.CheckObservations(ctx, s, calls, answers)
		if err != nil {
			return nil, unchecked(err)
		}
		if !verdict.Accepted {
			p.story.World = before
			return because(verdict.Reasons), nil
		}
		return nil, nil
	})
	return answers, err
}

// takeUp passes the values of the answers on to later calls. They may differ from the
// blueprint, because a model that plays the tools may reword prose.
func takeUp(s *roles.Scene, calls []int) {
	for _, made := range s.Made {
		if !slices.Contains(calls, made.Call) {
			continue
		}
		for i := range s.Blueprint.Calls {
			for k := range s.Blueprint.Calls[i].Args {
				a := &s.Blueprint.Calls[i].Args[k]
				if a.Origin != blueprint.Result || a.Call != made.Call {
					continue
				}
				if v, ok := made.Answer.Body.At(a.At); ok {
					a.Value = v
				}
			}
		}
	}
}

// ask has the AI ask for missing values, and the user answer.
func (p *performer) ask(ctx context.Context, s *roles.Scene, a mission.Action) error {
	tool, missing, err := asked(a)
	if err != nil {
		return &setback{Reason: "plan", Message: err.Error()}
	}
	question := mission.Question{Tool: tool, Missing: missing}
	err = p.redo(s, p.cast.AI, mission.RoleAI, "words", func() (_ []string, err error) {
		if question.Text, err = p.cast.AI.Ask(ctx, s, tool, missing); err != nil || !redraws(p.cast.AI) {
			return nil, err
		}
		return p.misspoken(s, question.Text, "Yes."), nil
	})
	if err != nil {
		return err
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleAI, Text: question.Text})
	var answer roles.Answer
	err = p.redo(s, p.cast.User, mission.RoleUser, "words", func() (_ []string, err error) {
		if answer, err = p.cast.User.Answer(ctx, s, question); err != nil || !redraws(p.cast.User) {
			return nil, err
		}
		return p.misspoken(s, question.Text, answer.Text), nil
	})
	if err != nil {
		return err
	}
	question.Reply, question.Complete = answer.Text, answer.Complete
	if n := len(s.Questions); s.Wish != nil && n > 0 {
		s.Questions[n-1].Complete = false // the planner had to ask again
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: answer.Text})
	s.Questions, s.Answers = append(s.Questions, question), append(s.Answers, answer)
	return nil
}

// answer closes the mission.
func (p *performer) answer(ctx context.Context, s *roles.Scene) (reply string, err error) {
	slices.SortStableFunc(s.Made, func(a, b roles.Made) int { return a.Call - b.Call })
	ai := p.cast.AI
	err = p.redo(s, ai, mission.RoleAI, "words", func() (_ []string, err error) {
		if s.Blueprint.Chat != nil {
			reply, err = ai.Chat(ctx, s)
		} else {
			reply, err = ai.Summarise(ctx, s)
		}
		if err == nil && reply == "" {
			err = errors.New("the reply is empty")
		}
		if err != nil || !redraws(ai) {
			return nil, err
		}
		return p.unproved(s, reply)
	})
	if err == nil {
		s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleAI, Text: reply})
	}
	return reply, err
}
