package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"switchyard/blueprint"
	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/persona"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Failure says why an attempt at an entry came to nothing.
type Failure struct {
	Reason  string // "draw", "words", "plan", "observation", "proof", "duplicate"
	Check   string // the check that fired, with "proof"
	Mission int    // -1 when the whole entry is meant
	Message string
}

// Error implements error.
func (f *Failure) Error() string {
	if f.Mission < 0 {
		return fmt.Sprintf("%s: %s", f.Reason, f.Message)
	}
	return fmt.Sprintf("%s, mission %d: %s", f.Reason, f.Mission+1, f.Message)
}

// planTries is how often the planner may try to please the checker.
const planTries = 3

// missionTries is how often one mission is drawn anew before the whole
// conversation is.
const missionTries = 3

// performer plays the missions of one entry.
type performer struct {
	cast  roles.Cast
	item  Item
	seed  uint64 // of this attempt
	entry *mission.Entry
	story blueprint.Story
	// cache of the toolset as entries carry it
	offered mission.Toolset
}

// firstDay and days bound the time at which conversations take place.
var firstDay = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

const days = 360

// perform plays one attempt at an entry.
func perform(ctx context.Context, cast roles.Cast, item Item, set *tools.Toolset, offered mission.Toolset, seed uint64) (*mission.Entry, error) {
	r := keyed.New(seed, "environment")
	now := firstDay.AddDate(0, 0, r.IntN(days)).Add(time.Duration(8*60+r.IntN(13*60)/5*5) * time.Minute)
	p := &performer{cast: cast, item: item, seed: seed, offered: offered}
	p.entry = &mission.Entry{
		Format: mission.FormatEntry, ID: item.ID, SwitchPath: item.Types,
		Environment: mission.Environment{Now: now.Format("2006-01-02 15:04:05"), Weekday: now.Weekday().String(), Locale: "en"},
		Persona:     drawPersona(keyed.New(seed, "persona"), set, now),
		Toolset:     offered,
	}
	p.story = blueprint.Story{Set: set, Now: now, Persona: p.entry.Persona, World: world.New(set, now, keyed.Hash(seed, "world")),
		Feature:     keyed.Pick(keyed.New(seed, "feature"), set.Tools),
		FeatureWays: []mission.Way{keyed.Pick(keyed.New(seed, "feature way"), followWays), keyed.Pick(keyed.New(seed, "feature form"), changeWays)}}
	for i := range item.Types {
		if err := p.mission(ctx, i); err != nil {
			return nil, err
		}
	}
	return p.entry, nil
}

// followWays and changeWays are the ways to follow up a chat, and a mission with
// tools, that would be rare if they were left to chance.
var (
	followWays = []mission.Way{mission.WayDetail, mission.WayExample, mission.WayGoOn, mission.WayGoOn, mission.WayNoSubject, mission.WayNoModifier}
	changeWays = []mission.Way{mission.WayNoAttribute, mission.WayAddSubject, mission.WayCorrection, mission.WayMore, mission.WayRewording}
)

// drawPersona decides who speaks.
func drawPersona(r keyed.Rand, set *tools.Toolset, now time.Time) mission.Persona {
	draw := func(kind tools.ValueKind) string {
		v, _ := world.Draw(r, &tools.Values{Kind: kind}, now, nil)
		text, _ := v.(string)
		return text
	}
	people, goal := persona.Public, ""
	if set.Staff {
		people = persona.Staff
	}
	if len(set.Scenes) > 0 {
		goal, _ = keyed.Pick(r, set.Scenes).Render(func(*tools.Slot) (string, bool) { return "", false }, r.IntN)
	}
	name := draw(tools.ValuePerson)
	_, host, _ := strings.Cut(draw(tools.ValueEmail), "@")
	return persona.Draw(r, people, mission.Persona{Name: name, Phone: draw(tools.ValuePhone), Goal: goal,
		Email: strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@" + host})
}

// mission draws and plays mission i, anew when it fails.
func (p *performer) mission(ctx context.Context, i int) error {
	want := blueprint.Demand{Type: p.item.Types[i], Pattern: p.item.Patterns[i], Relation: p.item.Relations[i], Next: p.item.Types[i+1:]}
	if i+1 < len(p.item.Relations) {
		want.NextRelation = p.item.Relations[i+1]
	}
	var failure error
	for try := range missionTries {
		seed := keyed.Hash(p.seed, "mission", keyed.Int(i), keyed.Int(try))
		b, ready, err := blueprint.Draw(p.story, want, keyed.New(seed, "blueprint"))
		if err != nil {
			return &Failure{Reason: "draw", Mission: i, Message: fmt.Sprintf("toolset %s: %v (%s)", p.story.Set.Name, err, describe(want))}
		}
		before := p.story.World
		p.story.World = ready
		m, past, err := p.play(ctx, b, seed)
		if err == nil {
			p.entry.Missions = append(p.entry.Missions, *m)
			p.story.Past = append(p.story.Past, past)
			return nil
		}
		p.story.World = before
		var f *Failure
		if !errors.As(err, &f) {
			return err
		}
		f.Mission = i
		failure = f
	}
	return failure
}

func describe(d blueprint.Demand) string {
	words := []string{string(d.Type)}
	if d.Pattern != "" {
		words = append(words, string(d.Pattern))
	}
	if d.Relation != "" {
		words = append(words, string(d.Relation))
	}
	return strings.Join(words, ", ")
}

// play lets the roles play one mission.
func (p *performer) play(ctx context.Context, b *blueprint.Blueprint, seed uint64) (*mission.Mission, *blueprint.Past, error) {
	s := &roles.Scene{Story: &p.story, Entry: p.item.ID, Seed: seed, Offered: p.offered.Tools, Env: p.entry.Environment, Blueprint: b}
	var err error
	if s.Proposal, err = p.cast.User.Propose(ctx, s); err != nil {
		return nil, nil, &Failure{Reason: "words", Message: err.Error()}
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: s.Proposal.Text})
	var reply string
	// Every round answers a question or makes a call, so the number of rounds
	// is bounded by the blueprint.
	for round := 0; reply == ""; round++ {
		if round > 3*(len(b.Calls)+len(b.Missing))+6 {
			return nil, nil, &Failure{Reason: "plan", Message: "the planner does not come to an end"}
		}
		plan, err := p.decide(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		if reply, err = p.carryOut(ctx, s, plan); err != nil {
			return nil, nil, err
		}
	}
	return p.assemble(s, reply)
}

// decide gets a plan that the checker accepts.
func (p *performer) decide(ctx context.Context, s *roles.Scene) (mission.Plan, error) {
	var reasons []string
	for range planTries {
		plan, err := p.cast.Planner.Plan(ctx, s)
		if err != nil {
			return plan, &Failure{Reason: "plan", Message: err.Error()}
		}
		verdict, err := p.cast.Checker.CheckPlan(ctx, s, plan)
		if err != nil {
			return plan, fmt.Errorf("checking a plan: %w", err)
		}
		s.Turns = append(s.Turns, mission.Turn{Role: mission.RolePlanner, Plan: &plan},
			mission.Turn{Role: mission.RoleChecker, Accepted: &verdict.Accepted, Reasons: verdict.Reasons})
		if verdict.Accepted {
			return plan, nil
		}
		reasons = verdict.Reasons
	}
	return mission.Plan{}, &Failure{Reason: "plan", Message: "refused by the checker: " + strings.Join(reasons, " ")}
}

// carryOut does what an accepted plan says. It returns the closing reply when
// the plan was to answer.
func (p *performer) carryOut(ctx context.Context, s *roles.Scene, plan mission.Plan) (string, error) {
	b := s.Blueprint
	switch first := plan.ActionList[0]; first.Name {
	case mission.AskTool:
		return "", p.ask(ctx, s, first)
	case mission.AnswerTool:
		return p.answer(ctx, s)
	}
	calls, err := p.match(s, plan.ActionList)
	if err != nil {
		return "", err
	}
	answers, err := p.cast.Tool.Observe(ctx, s, calls)
	if err != nil {
		return "", &Failure{Reason: "observation", Message: err.Error()}
	}
	verdict, err := p.cast.Checker.CheckObservations(ctx, s, calls, answers)
	if err != nil {
		return "", fmt.Errorf("checking observations: %w", err)
	}
	if !verdict.Accepted {
		return "", &Failure{Reason: "observation", Message: strings.Join(verdict.Reasons, " ")}
	}
	for k, i := range calls {
		s.Made = append(s.Made, roles.Made{Call: i, Answer: answers[k]})
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleTool, Calls: calls})
	if len(s.Made) > len(b.Calls) {
		return "", &Failure{Reason: "plan", Message: "a call was made twice"}
	}
	return "", nil
}

// match finds the planned calls that the actions are: the agreement of the
// planner with the blueprint is the gate for quality.
func (p *performer) match(s *roles.Scene, actions []mission.Action) ([]int, error) {
	var calls []int
	for _, a := range actions {
		at := -1
		for i := range s.Blueprint.Calls {
			c := &s.Blueprint.Calls[i]
			taken := slices.Contains(calls, i) || slices.ContainsFunc(s.Made, func(m roles.Made) bool { return m.Call == i })
			if !taken && c.Tool.Name == a.Name && sameJSON(c.Values().JSON(), a.Arguments) {
				at = i
				break
			}
		}
		if at < 0 {
			return nil, &Failure{Reason: "plan", Message: fmt.Sprintf("the planner calls %s with %s, which the mission does not need", a.Name, a.Arguments)}
		}
		calls = append(calls, at)
	}
	return calls, nil
}

func (p *performer) ask(ctx context.Context, s *roles.Scene, a mission.Action) error {
	tool, missing, err := asked(a)
	if err != nil {
		return &Failure{Reason: "plan", Message: err.Error()}
	}
	question := mission.Question{Tool: tool, Missing: missing}
	if question.Text, err = p.cast.AI.Ask(ctx, s, tool, missing); err != nil {
		return &Failure{Reason: "words", Message: err.Error()}
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleAI, Text: question.Text})
	answer, err := p.cast.User.Answer(ctx, s, question)
	if err != nil {
		return &Failure{Reason: "words", Message: err.Error()}
	}
	question.Reply, question.Complete = answer.Text, answer.Complete
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: answer.Text})
	s.Questions, s.Answers = append(s.Questions, question), append(s.Answers, answer)
	return nil
}

func (p *performer) answer(ctx context.Context, s *roles.Scene) (string, error) {
	if len(s.Made) < len(s.Blueprint.Calls) {
		return "", &Failure{Reason: "plan", Message: "the planner answers before all calls are made"}
	}
	var reply string
	var err error
	if s.Blueprint.Chat != nil {
		reply, err = p.cast.AI.Chat(ctx, s)
	} else {
		slices.SortStableFunc(s.Made, func(a, b roles.Made) int { return a.Call - b.Call })
		reply, err = p.cast.AI.Summarise(ctx, s)
	}
	if err == nil && reply == "" {
		err = errors.New("the reply is empty")
	}
	if err != nil {
		return "", &Failure{Reason: "words", Message: err.Error()}
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleAI, Text: reply})
	return reply, nil
}
