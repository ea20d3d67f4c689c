// Package roles defines the five roles that play a mission, as interfaces. Use it
// to write a player, or to let players hold a conversation.
//
// Start with the interfaces [User], [Planner], [Tool], [AI] and [Checker]. A
// [Scene] is what they see, and a [Cast] says who plays which role. Package builtin
// has players that follow a blueprint, package llm has players that ask models. A
// [Log] records what models were asked, and a [Trace] names a turn.
//
// The [User] proposes a mission. The [Planner] then makes one plan after another until
// the mission is finished. The [Checker] accepts or refuses each plan, and an accepted
// plan is carried out in one of three ways. The [AI] asks and the User answers; or the
// [Tool] answers calls and the Checker looks at the answers; or the AI closes the
// mission with its reply.
//
// Players are safe for concurrent use. Everything that belongs to one conversation
// is in its Scene, which players only read. A Scene belongs to one conversation.
package roles

import (
	"context"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Scene is what a player sees when it is its turn.
type Scene struct {
	*blueprint.Story
	Entry     int    // number of the entry in its plan, from 1
	Seed      uint64 // of everything random in the mission
	Offered   []mission.Tool
	Env       mission.Environment
	Blueprint *blueprint.Blueprint // what the mission must be; a model that plays the planner must not see it
	Proposal  Proposal
	Answers   []Answer // what the user said when asked, in order
	Questions []mission.Question
	Made      []Made         // calls made so far, in the order of the blueprint's calls
	Turns     []mission.Turn // the dialogue so far

	Plan string // fingerprint of the plan that the entry belongs to
	// Attempt is the number of the attempt at the entry, followed by the number of the
	// attempt at each mission up to this one, all from 0: "0.0.1".
	Attempt string
	// Try counts the failed tries at this turn. Reasons says what was wrong with
	// the last one; when it is empty, the player starts over.
	Try     int
	Reasons []string
	Log     *Log // of requests to models; may be nil

	// Wish is the kind of mission that the free strategy asks for; nil in the
	// blueprint strategy. With a wish, Blueprint holds only the calls that were
	// planned so far, and Script is what a rehearsal plays.
	Wish   *Wish
	Script *Script

	// Missions are the earlier missions of the entry, as they were played.
	Missions []mission.Mission
	// Records are the answers of the world to the calls under way. They are set only
	// while a model plays the tools.
	Records []world.Answer
	// Foresee returns what is wrong with a proposal, as far as this can be found out
	// before the rest of the mission is played; may be nil.
	Foresee func(Proposal) []string
}

// Move is the number of the next turn, not counting refused plans, so that it
// does not depend on what was refused.
func (s *Scene) Move() int {
	n := len(s.Turns)
	for _, t := range s.Turns {
		if t.Role == mission.RoleChecker && !*t.Accepted {
			n -= 2
		}
	}
	return n
}

// Rand is the random generator of a role for its next turn.
func (s *Scene) Rand(role mission.Role) keyed.Rand {
	return keyed.New(s.Seed, string(role), keyed.Int(s.Move()))
}

// Trace names the next turn of a role.
func (s *Scene) Trace(role string) Trace {
	return Trace{Entry: s.Entry, Mission: s.Index(), Role: role, Move: s.Move(), Attempt: s.Attempt, Plan: s.Plan}
}

// Index is the number of the mission in its entry.
func (s *Scene) Index() int { return len(s.Past) }

// OfferedTool finds a tool that the agent is offered, or returns nil.
func (s *Scene) OfferedTool(name string) *mission.Tool {
	if i := slices.IndexFunc(s.Offered, func(t mission.Tool) bool { return t.Name == name }); i >= 0 {
		return &s.Offered[i]
	}
	return nil
}

// Open lists the withheld parameters that the user has not given yet.
func (s *Scene) Open() []string {
	return slices.DeleteFunc(slices.Clone(s.Blueprint.Missing), s.Answered)
}

// Answered reports whether the user has given the parameter when asked.
func (s *Scene) Answered(name string) bool {
	return slices.ContainsFunc(s.Answers, func(a Answer) bool {
		return slices.ContainsFunc(a.Said, func(x Saying) bool { return x.Of(name) })
	})
}

// Ready lists the calls that can be made now: those not made yet whose
// predecessors have all been answered.
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
	Call    int    // index in the blueprint
	Purpose string // from the accepted plan
	Answer  world.Answer
	Sources []mission.Source // of its arguments, in the free strategy; otherwise they follow from the blueprint
}

// Script is a mission of the free strategy as the built-in engine would play
// it, with the missions before it. Only rehearsals use it.
type Script struct {
	Blueprint *blueprint.Blueprint
	Story     *blueprint.Story
}

// Wish is the kind of mission that a user who proposes freely is asked for.
type Wish struct {
	Type     mission.Type
	Pattern  mission.Pattern
	Relation mission.Relation
	Way      mission.Way
	Target   int  // index of the mission that the relation refers to
	Vague    bool // the first answer to a question leaves something open
}

// Saying is one value put into words.
type Saying struct {
	Call    int                // index of the call in the blueprint; -1 for the call that a chat only speaks of
	Pointer string             // JSON pointer of the value in the arguments
	Text    string             // the words that say it
	Kind    mission.SourceKind // FromQuery, FromClock or FromKnowledge
	Rule    string             // the rule by which the words yield the value
}

// Of reports whether the saying gives the parameter or a part of its value.
func (x Saying) Of(param string) bool { return jsonptr.Under(x.Pointer, jsonptr.Join(param)) }

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
	Phrase    string          // the words that refer to an earlier mission
	Wording   mission.Wording // where the words come from; empty if a model found them
	Found     *tools.Wording  // the harvested words; nil for others
	Unasked   []int           // the lists that nobody asked to see: they only serve to choose
	// Only in the free strategy: the words of the earlier mission that Phrase
	// stands for, and why a chat mission needs no tool.
	On   string
	Chat *mission.ChatClaim
}

// Answer is what the user replies to a question.
type Answer struct {
	Text     string
	Said     []Saying
	Complete bool // everything that was asked for is answered
}

// Verdict is the checker's judgement of a plan or of observations.
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

// Tool answers calls, given by their index in the blueprint. The answers are in the
// order of the calls.
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

// Redrawer is a player that asks a model, and may do better when it is asked again.
// [Scene.Reasons] says what was wrong.
type Redrawer interface {
	// Tries is how often it is asked for one turn before the mission is given up.
	Tries() int
}

// RefusedError is returned by a player whose own turn is unusable. A [Redrawer]
// is then asked again.
type RefusedError struct{ Reasons []string }

// Error implements error.
func (e *RefusedError) Error() string { return strings.Join(e.Reasons, " ") }

// Cast says who plays which role.
type Cast struct {
	User    User
	Planner Planner
	Tool    Tool
	AI      AI
	Checker Checker
}
