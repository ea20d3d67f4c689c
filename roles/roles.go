// Package roles defines the five roles that play a mission, as interfaces
// with typed inputs and outputs. Package builtin plays them from a blueprint.
//
// A mission is played in this order: the [User] proposes it; then, until it
// is finished, the [Planner] decides, the [Checker] accepts or refuses the
// plan, and the plan is carried out: the [AI] asks and the user answers, or
// the [Tool] answers calls and the checker looks at what came back, or the AI
// closes the mission with its reply.
//
// Players are safe for concurrent use: whatever belongs to one conversation
// stands in the [Scene] that they are handed, which they only read.
package roles

import (
	"context"

	"switchyard/blueprint"
	"switchyard/keyed"
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
}

// Rand is the generator of a role for its next turn.
func (s *Scene) Rand(role mission.Role) keyed.Rand {
	return keyed.New(s.Seed, string(role), keyed.Int(len(s.Turns)))
}

// Index is the number of the mission in its entry.
func (s *Scene) Index() int { return len(s.Past) }

// Made is a call that was answered.
type Made struct {
	Call   int // number in the blueprint
	Answer world.Answer
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

// Cast is who plays which role.
type Cast struct {
	User    User
	Planner Planner
	Tool    Tool
	AI      AI
	Checker Checker
}
