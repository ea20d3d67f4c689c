package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/gen/persona"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Failure says why an attempt at an entry came to nothing.
type Failure struct {
	Reason  string // "draw", "words", "plan", "observation", "proof", "duplicate", "format", "check", "endpoint"
	Check   string // the check that fired, with "proof"
	Mission int    // -1 when the whole entry is meant
	Message string
	Plans   *Plans // with "plan", where the planner does not agree with the mission
	// Final: the entry is given up, because an endpoint did not answer. It
	// counts as failed, not as rejected.
	Final bool
}

// Plans are two plans that do not agree.
type Plans struct {
	Wanted  []mission.Action `json:"wanted"`  // the calls that can be made now, as the mission was decided
	Planned []mission.Action `json:"planned"` // what the planner wants to do
}

// Error implements error.
func (f *Failure) Error() string {
	if f.Mission < 0 {
		return fmt.Sprintf("%s: %s", f.Reason, f.Message)
	}
	return fmt.Sprintf("%s, mission %d: %s", f.Reason, f.Mission+1, f.Message)
}

// failed makes a failure of what a player says went wrong. Errors that end the
// whole run stay as they are.
func failed(reason string, err error) error {
	var ending interface{ Ends() bool }
	var already *Failure
	switch {
	case errors.As(err, &already):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &ending):
		if ending.Ends() {
			return err
		}
		return &Failure{Reason: "endpoint", Mission: -1, Message: err.Error(), Final: true}
	}
	return &Failure{Reason: reason, Message: err.Error()}
}

// missionTries is how often one mission is drawn anew before the whole
// conversation is, unless the configuration says otherwise.
const missionTries = 3

// performer plays the missions of one entry.
type performer struct {
	*producer
	cast    roles.Cast
	item    Item
	attempt int
	seed    uint64 // of this attempt
	entry   *mission.Entry
	story   blueprint.Story
	offered mission.Toolset // as entries carry it
	tries   []int           // which drawing of each mission this is
	// given are the drawings that a rehearsal is to play, one for each mission.
	given []int
	log   *roles.Log
	// script is the entry as the built-in engine plays it, recorded by another
	// performer; nil where nobody wants it.
	script    []scripted
	recording bool
	found     [][]mission.Source // of the calls of a free mission
}

// firstDay and days bound the time at which conversations take place.
var firstDay = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

const days = 360

// newPerformer sets the stage for one attempt at an entry.
func (p *producer) newPerformer(item Item, attempt int) *performer {
	index := p.space.alternative(item, attempt/perToolset)
	set := p.config.Toolsets[index]
	seed := keyed.Hash(p.config.Seed, item.ID, keyed.Int(attempt))
	r := keyed.New(seed, "environment")
	now := firstDay.AddDate(0, 0, r.IntN(days)).Add(time.Duration(8*60+r.IntN(13*60)/5*5) * time.Minute)
	q := &performer{producer: p, cast: p.config.Cast, item: item, attempt: attempt, seed: seed, offered: p.offer(index, seed)}
	q.entry = &mission.Entry{
		Format: mission.FormatEntry, ID: item.ID, SwitchPath: item.Types,
		Environment: mission.Environment{Now: now.Format("2006-01-02 15:04:05"), Weekday: now.Weekday().String(), Locale: p.config.Language},
		Persona:     drawPersona(keyed.New(seed, "persona"), set, now),
		Toolset:     q.offered,
	}
	q.story = blueprint.Story{Set: set, Now: now, Persona: q.entry.Persona, World: world.New(set, now, keyed.Hash(seed, "world")),
		Feature:     keyed.Pick(keyed.New(seed, "feature"), set.Tools),
		FeatureWays: []mission.Way{keyed.Pick(keyed.New(seed, "feature way"), followWays), keyed.Pick(keyed.New(seed, "feature form"), changeWays)}}
	return q
}

// perform plays all missions.
func (p *performer) perform(ctx context.Context) (*mission.Entry, error) {
	for i := range p.item.Types {
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
	first, last := 0, p.config.Attempts.Mission
	if p.given != nil {
		first, last = p.given[i], p.given[i]+1
	}
	var failure error
	for try := first; try < last; try++ {
		p.tries = append(p.tries[:i], try)
		seed := keyed.Hash(p.seed, "mission", keyed.Int(i), keyed.Int(try))
		before, mark := p.story.World, p.log.Mark()
		s, err := p.setScene(i, want, seed)
		if err != nil {
			return &Failure{Reason: "draw", Mission: i, Message: fmt.Sprintf("toolset %s: %v (%s)", p.story.Set.Name, err, describe(want))}
		}
		m, past, err := p.play(ctx, s)
		if err == nil {
			p.entry.Missions = append(p.entry.Missions, *m)
			p.story.Past = append(p.story.Past, past)
			return nil
		}
		p.story.World = before
		if p.recording {
			p.script = p.script[:i]
		}
		p.log.Abandon(mark)
		var f *Failure
		if !errors.As(err, &f) {
			return err
		}
		if failure = f; f.Final {
			return failure
		}
		f.Mission = i
	}
	return failure
}

// setScene decides a mission and puts the world into the state before it.
func (p *performer) setScene(i int, want blueprint.Demand, seed uint64) (*roles.Scene, error) {
	if !p.recording && p.config.Strategy == Free {
		return p.freeScene(i, seed), nil
	}
	var b *blueprint.Blueprint
	var ready *world.World
	var err error
	for n := range freeDraws {
		key := "blueprint"
		if n > 0 {
			key += keyed.Int(n)
		}
		b, ready, err = blueprint.Draw(p.story, want, keyed.New(seed, key))
		// Comparisons and restatements follow from what is decided beforehand.
		if p.config.Strategy != Free || err == nil && (b.Chat == nil || b.Chat.Compare == nil && !b.Chat.Restate) {
			break
		}
		err = blueprint.ErrNoWay
	}
	if err != nil {
		return nil, err
	}
	p.story.World = ready
	if p.recording {
		p.script = append(p.script, scripted{b, ready.Clone(), p.story.Past})
	}
	return p.scene(b, seed), nil
}

// freeDraws is how often the free strategy draws until a mission suits it.
const freeDraws = 12

// scripted is a mission as the built-in engine plays it.
type scripted struct {
	blueprint *blueprint.Blueprint
	ready     *world.World // before the mission
	past      []*blueprint.Past
}

// ahead has the built-in engine play the whole entry first: it finds out for
// nothing what cannot be drawn. In the free strategy that is the script of
// rehearsals, and tells which kinds of missions to ask for.
func (p *performer) ahead(ctx context.Context) error {
	q := p.producer.newPerformer(p.item, p.attempt)
	q.cast, q.recording = p.builtin, true
	if _, err := q.perform(ctx); err != nil {
		return err
	}
	p.script = q.script
	return nil
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

// scene is what the roles see of a mission at its beginning.
func (p *performer) scene(b *blueprint.Blueprint, seed uint64) *roles.Scene {
	attempt := keyed.Int(p.attempt)
	if !redraws(p.cast.User) {
		attempt = roles.BuiltinUser + attempt
	}
	if p.config.Strategy == Free {
		attempt = roles.FreeStrategy + attempt
	}
	for _, try := range p.tries {
		attempt += "." + keyed.Int(try)
	}
	return &roles.Scene{Story: &p.story, Entry: p.item.ID, Seed: seed, Offered: p.offered.Tools, Env: p.entry.Environment, Blueprint: b,
		Plan: p.plan, Attempt: attempt, Log: p.log, Missions: p.entry.Missions}
}

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

// maxRounds is how many rounds there may be beyond those for calls and missing
// values.
const maxRounds = 6

// converse plays a mission from its request to its end.
func (p *performer) converse(ctx context.Context, s *roles.Scene) (*mission.Mission, *blueprint.Past, error) {
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: s.Proposal.Text})
	var reply string
	// Every round answers a question or makes a call, so the number of rounds
	// is bounded by the blueprint.
	for round := 0; reply == ""; round++ {
		if round > 3*(len(s.Blueprint.Calls)+len(s.Blueprint.Missing))+maxRounds {
			return nil, nil, &Failure{Reason: "plan", Message: "the planner does not come to an end"}
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

// redo lets a player try until nothing is wrong with what it did, as often as
// it may. It is told once what was wrong, and then begins afresh.
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
			return &Failure{Reason: reason, Message: strings.Join(wrong, " ")}
		}
		s.Reasons = nil
		if s.Try == 0 {
			s.Reasons = wrong
		}
	}
}

// because gives the reasons of a refusal, of which there has to be one: a
// refusal without any would pass for none.
func because(reasons []string) []string {
	if len(reasons) == 0 {
		return []string{"It is no use, and nobody says why."}
	}
	return reasons
}

// redraws tells whether what a player does has to be looked at at once: what
// the built-in engine does is proved with the whole entry.
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

// decide gets a plan that the checker accepts and that agrees with the mission,
// and the numbers of the calls that it makes.
func (p *performer) decide(ctx context.Context, s *roles.Scene) (plan mission.Plan, calls []int, err error) {
	planner := p.cast.Planner
	var plans *Plans
	err = p.redo(s, planner, mission.RolePlanner, "plan", func() ([]string, error) {
		var err error
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
	if f := (*Failure)(nil); errors.As(err, &f) {
		f.Plans = plans
	}
	return plan, calls, err
}

// unchecked keeps the trouble of a checker from being held against the player
// that it looked at.
func unchecked(err error) error {
	if refused := (*roles.RefusedError)(nil); errors.As(err, &refused) {
		return &Failure{Reason: "check", Message: refused.Error()}
	}
	return err
}

// carryOut does what an accepted plan says. It returns the closing reply when
// the plan was to answer.
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

// observe gets the answers of the tools. What a refused answer did to the world
// is undone.
func (p *performer) observe(ctx context.Context, s *roles.Scene, calls []int) (answers []world.Answer, err error) {
	tool := p.cast.Tool
	err = p.redo(s, tool, mission.RoleTool, "observation", func() ([]string, error) {
		before := p.story.World
		if redraws(tool) {
			p.story.World = before.Clone()
		}
		var err error
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

// takeUp gives later calls the values that the answers really have: words that
// a model tool puts in its own way are passed on as it put them.
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

func (p *performer) ask(ctx context.Context, s *roles.Scene, a mission.Action) error {
	tool, missing, err := asked(a)
	if err != nil {
		return &Failure{Reason: "plan", Message: err.Error()}
	}
	question := mission.Question{Tool: tool, Missing: missing}
	err = p.redo(s, p.cast.AI, mission.RoleAI, "words", func() ([]string, error) {
		var err error
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
	err = p.redo(s, p.cast.User, mission.RoleUser, "words", func() ([]string, error) {
		var err error
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
		s.Questions[n-1].Complete = false // it had to be asked again
	}
	s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleUser, Text: answer.Text})
	s.Questions, s.Answers = append(s.Questions, question), append(s.Answers, answer)
	return nil
}

// answer closes the mission.
func (p *performer) answer(ctx context.Context, s *roles.Scene) (reply string, err error) {
	slices.SortStableFunc(s.Made, func(a, b roles.Made) int { return a.Call - b.Call })
	ai := p.cast.AI
	err = p.redo(s, ai, mission.RoleAI, "words", func() ([]string, error) {
		var err error
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
		t := *s
		t.Turns = append(slices.Clip(t.Turns), mission.Turn{Role: mission.RoleAI, Text: reply})
		m, _, err := p.assemble(&t, reply)
		if err != nil {
			return nil, err
		}
		// What is wrong besides the reply cannot be mended by another one.
		ofReply := func(pointer string) bool {
			return strings.HasSuffix(pointer, "/reply") && !strings.Contains(pointer, "/questions/") || strings.Contains(pointer, "/chat/compare")
		}
		var wrong []string
		for _, doubt := range p.doubts(m) {
			if !ofReply(doubt.Pointer) {
				return nil, &Failure{Reason: "proof", Check: string(doubt.Check), Message: doubt.Message}
			}
			wrong = append(wrong, sentence(doubt.Message))
		}
		return wrong, nil
	})
	if err == nil {
		s.Turns = append(s.Turns, mission.Turn{Role: mission.RoleAI, Text: reply})
	}
	return reply, err
}
