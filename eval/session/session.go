// Package session lets an agent live through a whole entry with its own history: it
// enters each mission with what it did and was told in the earlier ones. Its
// questions are answered with what the dataset lets the user say, and its calls are
// made in a world with state.
//
// A mission is right if the world has changed as it should and everything that had to
// be told was told, whatever the way there. docs/sessions.md describes what is
// checked, and why. Make a [Player] with [New] and call [Player.Run]. [Replay] judges
// a recorded session again.
package session

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/eval/judge"
	"switchyard/gen/blueprint"
	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/proof"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Stage is where a session takes place: an entry with the toolsets and worlds behind it.
type Stage struct {
	Entry *mission.Entry
	Line  int // of the entry in its dataset, as in [eval.Task]
	// Toolsets has the toolset of each tool that the entry offers, by the name
	// of the tool.
	Toolsets map[string]*tools.Toolset
	// Blueprints are the missions as they were decided.
	Blueprints []*blueprint.Blueprint
	// Worlds are the states before each mission, if the missions before it were played
	// as the entry has them. They hold everything that the mission takes for granted.
	Worlds []*world.World
}

// Outcome is the result of a session.
type Outcome struct {
	// Predictions are what the agent did, mission by mission. Their steps have no
	// nodes; playing the steps again shows what they stand for.
	Predictions []eval.Prediction
	// Verdicts judge the missions one by one.
	Verdicts []eval.Verdict
	// Messages are the conversation at the end of each mission that was played.
	Messages [][]corpus.Message
}

// Success reports whether all missions are right.
func (o *Outcome) Success() bool {
	return !slices.ContainsFunc(o.Verdicts, func(v eval.Verdict) bool { return !v.Correct })
}

// Player plays sessions. It is safe for concurrent use. Keep it: it remembers what it
// derived from the schemas of tools.
type Player struct {
	strict  *judge.Judge
	prover  *proof.Prover
	compare *compare.Comparer
	like    eval.Likeness
	schemas Schemas
}

// New returns a player that has played nothing yet.
func New() (*Player, error) {
	strict, err := judge.New(eval.Strict1)
	if err != nil {
		return nil, err
	}
	return &Player{strict: strict, prover: proof.New(), compare: compare.New(), like: judge.Likeness()}, nil
}

// Run plays a session and judges it. A mission is given up after 3 ×
// [eval.Task.Depth] + 6 steps. If the agent gives no answer for reasons that do not
// depend on it, that mission and all later ones stay unscored.
//
// Run fails with the error of ctx, with an error of the agent that ends the whole run
// (see [eval.EndsRun]), or if the stage is unusable.
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

// session is a session under way.
type session struct {
	*Player
	stage    *Stage
	tasks    []eval.Task
	world    *world.World
	foreign  map[*tools.Toolset]*world.World // the worlds of tools that no mission needs
	acts     []*act
	messages []corpus.Message
	changes  world.Changes     // since the beginning
	wanted   world.Changes     // those of the entry
	names    map[string]string // of things that were created: their name here, by their name in the entry
	now      time.Time
}

// act is one mission under way.
type act struct {
	index      int
	task       *eval.Task
	gold       []goldCall
	order      []int         // the order in which the entry makes the calls
	wanted     world.Changes // by the calls of the entry
	changes    world.Changes // by the calls of the agent
	made       []madeCall
	done       []int // nodes
	user       user
	asked      []mission.Question // what the agent asked, with the answers
	reply      string
	prediction eval.Prediction
}

// goldCall is a call as the entry has it.
type goldCall struct {
	node   int
	tool   *tools.Tool
	args   tools.Object
	played world.Played
	after  *world.World // the world of the entry after the call
}

// madeCall is a call that the agent made.
type madeCall struct {
	step, call int
	name       string
	arguments  json.RawMessage
	body       json.RawMessage
	status     int
	changes    world.Changes
	act, gold  int    // the mission and the call of the entry that it stands for; -1 for none
	heard      int    // how many messages came before it
	leaves     []leaf // of the body; nil until they are needed
}

// open begins a session.
func (p *Player) open(stage *Stage, o eval.TaskOptions) (*session, error) {
	e := stage.Entry
	if n := len(e.Missions); n == 0 || len(stage.Worlds) != n || len(stage.Blueprints) != n {
		return nil, fmt.Errorf("entry %s: the stage has %d worlds and %d blueprints, but the entry has %d missions", e.ID, len(stage.Worlds), len(stage.Blueprints), n)
	}
	tasks, err := eval.Tasks(e, o)
	if err != nil {
		return nil, fmt.Errorf("entry %s: %w", e.ID, err)
	}
	for i := range tasks {
		tasks[i].Line = stage.Line
	}
	now, err := time.Parse(time.DateTime, e.Environment.Now)
	if err != nil {
		return nil, fmt.Errorf("entry %s: /environment/now: %w", e.ID, err)
	}
	return &session{Player: p, stage: stage, tasks: tasks, world: stage.Worlds[0].Clone(), foreign: map[*tools.Toolset]*world.World{},
		names: map[string]string{}, now: now}, nil
}

// begin puts the world into the state that a mission expects, and lets the user say the
// request.
func (s *session) begin(i int, history eval.History) (*act, error) {
	task := &s.tasks[i]
	a := &act{index: i, task: task, prediction: eval.Prediction{Entry: s.stage.Entry.ID, Mission: i, Steps: []eval.Step{}}}
	s.world.Reveal(s.stage.Worlds[i])
	// What the calls of the entry find must exist, in whatever order the agent calls.
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
			if string(g.played.Answer.Body.JSON()) != jsontext.Compact(gold.Calls[c].Observation) {
				return nil, fmt.Errorf("entry %s, mission %d: in the given world, call %d gets another answer than in the entry", s.stage.Entry.ID, i+1, c)
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

// called returns a text with the names that things have in this session.
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

// bound returns how many steps a mission may take.
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
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case eval.EndsRun(err):
				return err
			}
			a.prediction.End, a.prediction.Error = eval.Unscored, err.Error()
			return nil
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

// carryOut makes the calls of a step, one after the other.
func (s *session) carryOut(a *act, step int, action *eval.Action) {
	s.messages = append(s.messages, action.Message(a.index))
	heard := len(s.messages)
	for i, c := range action.Calls {
		made := s.call(a, c)
		made.step, made.call, made.heard = step, i, heard
		a.made = append(a.made, made)
		s.messages = append(s.messages, corpus.Message{Role: corpus.Tool, Mission: a.index, Text: string(made.body), CallID: c.ID, Name: c.Name})
	}
}

// stranger returns the world of a toolset whose tools the entry offers but never needs.
func (s *session) stranger(set *tools.Toolset) *world.World {
	w := s.foreign[set]
	if w == nil {
		w = world.New(set, s.now, keyed.Hash(0, "session", s.stage.Entry.ID, set.Name))
		s.foreign[set] = w
	}
	return w
}
