// Package session lets an agent live through a whole entry with its own history:
// what it did and was told in one mission is what it has to go on with in the
// next. A user answers its questions from what the dataset lets the user say, and
// its calls are made in a world with state.
//
// A mission is right when the world has changed as it should and what had to be
// told is told, whatever the way there. docs/sessions.md describes what
// is looked at, and why.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/eval/judge"
	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/proof"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Stage is an entry with what is behind it: where a session takes place.
type Stage struct {
	Entry *mission.Entry
	// Toolsets has the toolset of each tool that the entry offers, by the name
	// of the tool.
	Toolsets map[string]*tools.Toolset
	// Blueprints are the missions as they were decided.
	Blueprints []*blueprint.Blueprint
	// Worlds are the states before each mission, with all that the mission takes
	// for granted, the missions before it played as the entry has it.
	Worlds []*world.World
}

// Outcome is what became of a session.
type Outcome struct {
	// Predictions are what the agent did, mission by mission. Their steps have
	// no nodes: which a step stands for follows from playing it again.
	Predictions []eval.Prediction
	// Verdicts say what it came to, mission by mission.
	Verdicts []eval.Verdict
	// Messages are the conversation, as it stood when each mission that was
	// played was over.
	Messages [][]corpus.Message
}

// Success reports whether all missions are right.
func (o *Outcome) Success() bool {
	return !slices.ContainsFunc(o.Verdicts, func(v eval.Verdict) bool { return !v.Correct })
}

// Player plays sessions. It is safe for concurrent use, and should be kept: it
// remembers what it derived from the schemas of tools.
type Player struct {
	strict  *judge.Judge
	prover  *proof.Prover
	compare *compare.Comparer
	like    eval.Likeness
	schemas schemaCache
}

// New makes a player.
func New() (*Player, error) {
	strict, err := judge.New(eval.Strict1)
	if err != nil {
		return nil, err
	}
	return &Player{strict: strict, prover: proof.New(), compare: compare.New(), like: judge.Likeness()}, nil
}

// Run plays a session and judges it. What can be missions without end is bounded:
// a mission that takes more than three times its depth and six steps is given up.
// When the agent gives no answer for reasons that tell nothing of it, that mission
// and all later ones stay unscored.
//
// The error is that of ctx, one of the agent that ends the whole run (it has a
// method Ends that says so), or one of the stage.
func (p *Player) Run(ctx context.Context, stage *Stage, agent eval.Agent, o eval.TaskOptions) (*Outcome, error) {
	s, err := p.open(stage, o)
	if err != nil {
		return nil, err
	}
	out := &Outcome{}
	unscored := ""
	for i := range s.tasks {
		if unscored != "" {
			out.Predictions = append(out.Predictions, eval.Prediction{Entry: stage.Entry.ID, Mission: i, End: eval.Unscored, Error: unscored, Steps: []eval.Step{}})
			out.Verdicts = append(out.Verdicts, eval.Verdict{Entry: stage.Entry.ID, Mission: i})
			continue
		}
		a, err := s.begin(i, o.History)
		if err != nil {
			return nil, err
		}
		if err := s.play(ctx, a, agent); err != nil {
			return nil, err
		}
		out.Predictions = append(out.Predictions, a.prediction)
		out.Messages = append(out.Messages, slices.Clone(s.messages))
		if a.prediction.End == eval.Unscored {
			unscored = fmt.Sprintf("mission %d was not played to its end", i+1)
			out.Verdicts = append(out.Verdicts, eval.Verdict{Entry: stage.Entry.ID, Mission: i})
			continue
		}
		out.Verdicts = append(out.Verdicts, s.verdict(a))
	}
	return out, nil
}

// session is one under way.
type session struct {
	*Player
	stage    *Stage
	tasks    []eval.Task
	world    *world.World
	foreign  map[*tools.Toolset]*world.World // of tools that are not needed
	acts     []*act
	messages []corpus.Message
	changes  world.Changes     // since the beginning
	wanted   world.Changes     // as the entry has it
	names    map[string]string // of things that the conversation made: what they are called here, by what the entry calls them
	now      time.Time
}

// act is one mission under way.
type act struct {
	index      int
	task       *eval.Task
	gold       []goldCall
	order      []int         // in which the entry makes the calls
	wanted     world.Changes // by the calls of the entry
	changes    world.Changes // by those of the agent
	made       []madeCall
	done       []int // nodes
	user       user
	asked      []mission.Question // what the agent asked, and was told
	reply      string
	prediction eval.Prediction
}

// goldCall is a call as the entry has it.
type goldCall struct {
	node   int
	tool   *tools.Tool
	args   tools.Object
	played world.Played
	after  *world.World // in the entry
}

// madeCall is a call that the agent made.
type madeCall struct {
	step, call int
	name       string
	arguments  json.RawMessage
	body       json.RawMessage
	status     int
	changes    world.Changes
	act, gold  int    // the mission and the call of it that it stands for; -1 when it is none
	heard      int    // messages before it
	leaves     []leaf // of the body, once somebody wants to know
}

const nowLayout = "2006-01-02 15:04:05"

// open sets the stage.
func (p *Player) open(stage *Stage, o eval.TaskOptions) (*session, error) {
	e := stage.Entry
	if n := len(e.Missions); n == 0 || len(stage.Worlds) != n || len(stage.Blueprints) != n {
		return nil, fmt.Errorf("entry %s: %d worlds and %d blueprints for %d missions", e.ID, len(stage.Worlds), len(stage.Blueprints), n)
	}
	tasks, err := eval.Tasks(e, o)
	if err != nil {
		return nil, fmt.Errorf("entry %s: %w", e.ID, err)
	}
	now, err := time.Parse(nowLayout, e.Environment.Now)
	if err != nil {
		return nil, fmt.Errorf("entry %s: /environment/now: %w", e.ID, err)
	}
	return &session{Player: p, stage: stage, tasks: tasks, world: stage.Worlds[0].Clone(), foreign: map[*tools.Toolset]*world.World{},
		names: map[string]string{}, now: now}, nil
}

// begin puts the world into the state in which a mission finds it, and has the
// user say the request.
func (s *session) begin(i int, history eval.History) (*act, error) {
	task := &s.tasks[i]
	a := &act{index: i, task: task, prediction: eval.Prediction{Entry: s.stage.Entry.ID, Mission: i, Steps: []eval.Step{}}}
	s.world.Reveal(s.stage.Worlds[i])
	// What the calls of the entry find is there, in whatever order the agent
	// asks for it.
	course := s.stage.Worlds[i].Clone()
	gold := task.Gold()
	a.gold = make([]goldCall, len(gold.Calls))
	for _, turn := range gold.Dialogue {
		for _, c := range turn.Calls {
			if c < 0 || c >= len(gold.Calls) || c >= len(s.stage.Blueprints[i].Calls) {
				return nil, fmt.Errorf("entry %s, mission %d: there is no call %d", s.stage.Entry.ID, i+1, c)
			}
			call := &s.stage.Blueprints[i].Calls[c]
			g := goldCall{node: len(gold.Questions) + c, tool: call.Tool, args: call.Values()}
			before := course.Clone()
			g.played = course.Play(g.tool, g.args, nil)
			g.after = course.Clone()
			if string(g.played.Answer.Body.JSON()) != compact(gold.Calls[c].Observation) {
				return nil, fmt.Errorf("entry %s, mission %d: in the world that was handed in, call %d is answered in another way", s.stage.Entry.ID, i+1, c)
			}
			a.gold[c], a.order = g, append(a.order, c)
			a.wanted = a.wanted.Then(g.played.Changes)
			s.world.Foresee(before, course)
		}
	}
	s.wanted = s.wanted.Then(a.wanted)
	s.acts = append(s.acts, a)
	if history == eval.HistoryTalk {
		s.messages = slices.DeleteFunc(s.messages, func(m corpus.Message) bool { return m.Role == corpus.Tool || len(m.Calls) > 0 })
	}
	s.say(a, corpus.User, s.called(gold.Request))
	return a, nil
}

// called says things by the names that they have in this session.
func (s *session) called(text string) string { return renamed(text, s.names) }

func renamed(text string, names map[string]string) string {
	if len(names) == 0 {
		return text
	}
	var pairs []string
	for _, was := range slices.Sorted(maps.Keys(names)) {
		pairs = append(pairs, was, names[was])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (s *session) say(a *act, who corpus.Role, text string) {
	s.messages = append(s.messages, corpus.Message{Role: who, Mission: a.index, Text: text})
}

// bound is how many steps a mission may take.
func (a *act) bound() int { return 3*a.task.Depth() + 6 }

// play lets the agent act until it has replied or is given up.
func (s *session) play(ctx context.Context, a *act, agent eval.Agent) error {
	for step := 0; ; step++ {
		if step == a.bound() {
			a.prediction.End = eval.Left
			return nil
		}
		action, err := agent.Act(ctx, &eval.Scene{Task: a.task, Messages: slices.Clip(s.messages), Step: step, Done: slices.Clip(a.done)})
		if err != nil {
			return s.trouble(ctx, a, err)
		}
		a.prediction.Steps = append(a.prediction.Steps, eval.StepOf(action))
		if len(action.Calls) > 0 {
			s.carryOut(a, step, action)
			continue
		}
		s.say(a, corpus.Assistant, action.Text)
		answer, asked := s.hear(a, action.Text)
		if !asked {
			a.reply, a.prediction.End = action.Text, eval.Closed
			return nil
		}
		a.asked = append(a.asked, mission.Question{Text: action.Text, Reply: answer})
		s.say(a, corpus.User, answer)
	}
}

// trouble notes why nothing is known of what the agent would have done.
func (s *session) trouble(ctx context.Context, a *act, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var asked interface {
		error
		Ends() bool
	}
	if errors.As(err, &asked) && asked.Ends() {
		return err
	}
	a.prediction.End, a.prediction.Error = eval.Unscored, err.Error()
	return nil
}

// carryOut makes the calls of a step, one after the other.
func (s *session) carryOut(a *act, step int, action *eval.Action) {
	spoken := corpus.Message{Role: corpus.Assistant, Mission: a.index, Text: action.Text}
	for _, c := range action.Calls {
		spoken.Calls = append(spoken.Calls, corpus.Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
	}
	s.messages = append(s.messages, spoken)
	heard := len(s.messages)
	for i, c := range action.Calls {
		made := s.call(a, c)
		made.step, made.call, made.heard = step, i, heard
		a.made = append(a.made, made)
		s.messages = append(s.messages, corpus.Message{Role: corpus.Tool, Mission: a.index, Text: string(made.body), CallID: c.ID, Name: c.Name})
	}
}

// stranger is the world of a toolset of which the entry offers a tool that is not
// needed.
func (s *session) stranger(set *tools.Toolset) *world.World {
	w := s.foreign[set]
	if w == nil {
		w = world.New(set, s.now, keyed.Hash(0, "session", s.stage.Entry.ID, set.Name))
		s.foreign[set] = w
	}
	return w
}
