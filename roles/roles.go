// Package roles defines the five roles that play a mission, as interfaces. It is
// for whoever plays a role, or lets roles play.
//
// Start with the interfaces [User], [Planner], [Tool], [AI] and [Checker], with
// [Scene], which is what they see, and with [Cast], which says who plays what.
// Package builtin plays them from a blueprint, package llm by models. [Log] keeps
// what models were asked, and [Trace] names a turn.
//
// A mission is played in this order: the [User] proposes it; then, until it
// is finished, the [Planner] decides, the [Checker] accepts or refuses the
// plan, and the plan is carried out: the [AI] asks and the user answers, or
// the [Tool] answers calls and the checker looks at what came back, or the AI
// closes the mission with its reply.
//
// Players are safe for concurrent use. Whatever belongs to one conversation is in
// its Scene, which players only read; only one conversation uses a Scene.
package roles

import (
	"context"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools/world"
)

// Scene is what a role can see when it is its turn.
type Scene struct {
	*blueprint.Story
	Entry     string // id of the entry
	Seed      uint64 // from which all randomness of the mission follows
	Offered   []mission.Tool
	Env       mission.Environment
	Blueprint *blueprint.Blueprint // what the mission must be; players that have to find it must not look
	Proposal  Proposal
	Answers   []Answer // what the user said when asked, in order
	Questions []mission.Question
	Made      []Made         // calls made so far, in the order of the blueprint's calls
	Turns     []mission.Turn // the dialogue so far

	Plan string // fingerprint of the plan that the entry belongs to
	// Attempt tells which conversation of the entry this is and which drawing
	// of each of its missions, this one last: "0.0.1".
	Attempt string
	// Try is how often the role has failed at this turn, Reasons what was wrong
	// with the last try; without reasons it begins afresh.
	Try     int
	Reasons []string
	Log     *Log // of what models were asked; nil when nobody wants to know

	// Wish is what a mission of the free strategy has to become; nil in the
	// blueprint strategy. The blueprint then is what has been found out so far:
	// the calls that were planned. Script is what a rehearsal plays.
	Wish   *Wish
	Script *Script

	// Missions are the earlier ones as they were played.
	Missions []mission.Mission
	// Records are what the world answers to the calls that the tools are asked
	// for now; set while a model plays them.
	Records []world.Answer
	// Foresee says what is wrong with a proposal, judged by how the mission
	// would go on; nil when nobody can tell.
	Foresee func(Proposal) []string
}

// Move is the number of the next turn, not counting refused plans. It identifies
// a turn whatever was refused before it.
func (s *Scene) Move() int {
	n := len(s.Turns)
	for _, t := range s.Turns {
		if t.Role == mission.RoleChecker && !*t.Accepted {
			n -= 2
		}
	}
	return n
}

// Rand is the generator of a role for its next turn.
func (s *Scene) Rand(role mission.Role) keyed.Rand {
	return keyed.New(s.Seed, string(role), keyed.Int(s.Move()))
}

// Trace names the next turn of a role.
func (s *Scene) Trace(role string) Trace {
	return Trace{Entry: s.Entry, Mission: s.Index(), Role: role, Move: s.Move(), Attempt: s.Attempt, Plan: s.Plan}
}

// Index is the number of the mission in its entry.
func (s *Scene) Index() int { return len(s.Past) }

// Open lists the withheld parameters that the user has not given yet.
func (s *Scene) Open() []string {
	var out []string
	for _, name := range s.Blueprint.Missing {
		if !s.Answered(name) {
			out = append(out, name)
		}
	}
	return out
}

// Answered reports whether the user has given the parameter when asked.
func (s *Scene) Answered(name string) bool {
	at := jsonptr.Join(name)
	return slices.ContainsFunc(s.Answers, func(a Answer) bool {
		return slices.ContainsFunc(a.Said, func(x Saying) bool {
			return x.Pointer == at || strings.HasPrefix(x.Pointer, at+"/")
		})
	})
}

// Ready lists the calls that can be made now: those whose predecessors have all
// been answered.
func (s *Scene) Ready() []int {
	made := make([]bool, len(s.Blueprint.Calls))
	for _, m := range s.Made {
		made[m.Call] = true
	}
	var out []int
	for j, deps := range blueprint.Dependencies(s.Blueprint.Calls) {
		if !made[j] && !slices.ContainsFunc(deps, func(i int) bool { return !made[i] }) {
			out = append(out, j)
		}
	}
	return out
}

// Made is a call that was answered.
type Made struct {
	Call    int    // number in the blueprint
	Purpose string // as the accepted plan has it
	Answer  world.Answer
	Sources []mission.Source // of its arguments, where they were found out; else they follow from the blueprint
}

// Script is a mission of the free strategy as the built-in engine would play
// it, with the missions before it. Only rehearsals look at it.
type Script struct {
	Blueprint *blueprint.Blueprint
	Story     *blueprint.Story
}

// Wish is the kind of mission that is wanted of a user who proposes freely.
type Wish struct {
	Type     mission.Type
	Pattern  mission.Pattern
	Relation mission.Relation
	Way      mission.Way
	Target   int  // index of the mission that the relation leans on
	Vague    bool // the first answer to a question leaves something open
}

// Saying is one value put into words.
type Saying struct {
	Call    int                // number of the call in the blueprint; -1 for the call that a chat only speaks of
	Pointer string             // JSON pointer of the value in its arguments
	Text    string             // the words that say it
	Kind    mission.SourceKind // FromQuery, FromClock or FromKnowledge
	Rule    string
}

// Referral is a noun phrase that stands for a thing.
type Referral struct {
	Call  int
	Param string
	Text  string
}

// Proposal is a mission put into words.
type Proposal struct {
	Text      string
	Said      []Saying
	Referrals []Referral
	Phrase    string // the words that lean on an earlier mission
	// Of the free strategy: the words of the earlier mission that Phrase stands
	// for, and why a chat mission needs no tool.
	On   string
	Chat *mission.ChatClaim
}

// Answer is what the user replies to a question.
type Answer struct {
	Text     string
	Said     []Saying
	Complete bool // nothing that was asked is open any more
}

// Verdict is what the checker thinks of a plan or of observations.
type Verdict struct {
	Accepted bool
	Reasons  []string // why not, one sentence each
}

// User proposes missions and answers questions, sometimes vaguely.
type User interface {
	Propose(ctx context.Context, s *Scene) (Proposal, error)
	Answer(ctx context.Context, s *Scene, question mission.Question) (Answer, error)
}

// Planner decides what to do next.
type Planner interface {
	Plan(ctx context.Context, s *Scene) (mission.Plan, error)
}

// Tool answers the calls with the given numbers, in order.
type Tool interface {
	Observe(ctx context.Context, s *Scene, calls []int) ([]world.Answer, error)
}

// AI speaks to the user.
type AI interface {
	Ask(ctx context.Context, s *Scene, tool string, missing []string) (string, error)
	Summarise(ctx context.Context, s *Scene) (string, error)
	Chat(ctx context.Context, s *Scene) (string, error)
}

// Checker refuses bad plans and bad observations, with reasons.
type Checker interface {
	CheckPlan(ctx context.Context, s *Scene, p mission.Plan) (Verdict, error)
	CheckObservations(ctx context.Context, s *Scene, calls []int, answers []world.Answer) (Verdict, error)
}

// Redrawer is a player that may do better when it is asked again, because a
// model plays it. [Scene.Reasons] says what was wrong.
type Redrawer interface {
	// Tries is how often it is asked for one turn before the mission is given up.
	Tries() int
}

// RefusedError is returned by a player that judges what it did to be of no use. A
// [Redrawer] is then asked again.
type RefusedError struct{ Reasons []string }

// Error implements error.
func (e *RefusedError) Error() string { return strings.Join(e.Reasons, " ") }

// Cast is who plays which role.
type Cast struct {
	User    User
	Planner Planner
	Tool    Tool
	AI      AI
	Checker Checker
}
