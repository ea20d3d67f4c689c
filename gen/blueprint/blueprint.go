// Package blueprint decides missions before a word is said: which tools are
// called with which values, where every value comes from, and how the mission
// leans on earlier ones. The built-in roles put blueprints into words; model
// roles have to find what they say.
package blueprint

import (
	"strings"
	"time"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Blueprint is one mission decided.
type Blueprint struct {
	Type     mission.Type
	Pattern  mission.Pattern
	Relation mission.Relation
	Way      mission.Way
	Target   int // index of the mission that the relation leans on
	Opening  Opening
	Calls    []Call
	Missing  []string // of the first call: required parameters that the user leaves out
	Vague    bool     // the user's first answer leaves something open
	Chat     *Chat
}

// Opening is how a request begins to lean on what was said.
type Opening string

// The openings.
const (
	OpenPlain   Opening = ""        // a request of its own, with words that refer
	OpenChange  Opening = "change"  // only what changes is said: "And to Porto?"
	OpenCorrect Opening = "correct" // what was said is corrected: "Sorry, make that Friday"
	OpenAdd     Opening = "add"     // something is added: "Only direct ones"
	OpenMore    Opening = "more"    // the same again with a change
	OpenAlso    Opening = "also"    // another question in the same setting: "And the weather?"
	OpenThen    Opening = "then"    // what was out of reach is replaced: "Then just find flights"
	OpenReword  Opening = "reword"  // the whole thing in other words, with a change
	OpenAgain   Opening = "again"   // the same question about another item: "And the third one?"
)

// Call is one planned call.
type Call struct {
	Tool *tools.Tool
	Args []Arg // in the order of the tool's parameters
}

// Arg returns the argument for a parameter, or nil.
func (c *Call) Arg(name string) *Arg {
	for i := range c.Args {
		if c.Args[i].Param.Name == name {
			return &c.Args[i]
		}
	}
	return nil
}

// Values are the arguments as a JSON object.
func (c *Call) Values() tools.Object {
	out := make(tools.Object, 0, len(c.Args))
	for _, a := range c.Args {
		out = append(out, tools.Field{Name: a.Param.Name, Value: a.Value})
	}
	return out
}

// Origin is where the value of an argument will come from.
type Origin int

// The origins.
const (
	Said    Origin = iota // the request says it
	Asked                 // withheld; the user says it when asked
	Result                // from the observation of another call of the mission
	Shown                 // from an earlier mission's answer
	Earlier               // said by the user in an earlier mission
)

// Arg is one argument with its origin. The elements of an array of ids have
// origins of their own.
type Arg struct {
	Param   *tools.Param
	Value   any
	Origin  Origin
	Mission int              // Shown
	Call    int              // Result, Shown; -1 when only words show it
	At      string           // Result, Shown: JSON pointer into the observation
	Choice  *mission.Choice  // Result, Shown: Text is filled in when it is said
	Way     mission.Way      // Shown: how it is referred to
	Entity  *tools.Entity    // Result, Shown: what it is
	Sources []mission.Source // Earlier: where the leaves came from, as seen from this mission
	There   bool             // Earlier: taken up by a word such as "there"
	Open    bool             // Asked: announced by words such as "on another day"
	// Volunteered: the user gives it with the answer to a question for
	// something else (with Asked).
	Volunteered bool
	Echo        *Echo // Said: the same value as an argument of an earlier call of the mission
}

// Echo names the argument that said a value first.
type Echo struct {
	Call  int
	Param string
}

// Chat is a mission without a call.
type Chat struct {
	Topic   *tools.Topic
	Follow  *tools.FollowUp       // the follow-up asked, if it is one
	Compare *mission.CompareClaim // a comparison of two items
	Entity  *tools.Entity         // Compare, Restate: what is compared, or whose numbers are told
	Restate bool                  // what was shown is asked for once more, only shorter
	Text    string                // words of the target mission that the request leans on
	// Like is a call of the topic's tool that is never made; what the user
	// says in its slots can be taken up later.
	Like *Call
	It   *Arg // what {it} stands for
}

// Past is a mission that was played.
type Past struct {
	*Blueprint
	Request   string
	Replies   []string // of the user, when asked
	Questions []string // of the assistant
	Reply     string
	Calls     []PastCall
	// LikeSources are the sources of the call that a chat spoke of.
	LikeSources []mission.Source

	folded []string // Texts in small letters
}

// PastCall is a call that was made.
type PastCall struct {
	Call
	Sources []mission.Source
	Answer  world.Answer
}

// Texts gives all that was said in the mission.
func (p *Past) Texts() []string {
	out := append([]string{p.Request}, p.Questions...)
	return append(append(out, p.Replies...), p.Reply)
}

// Fold prepares a mission that was played for look-ups in what was said.
func (p *Past) Fold() {
	for _, t := range p.Texts() {
		p.folded = append(p.folded, strings.ToLower(t))
	}
}

// Says tells whether something that was said in the mission holds the words.
func (p *Past) Says(words string) bool {
	words = strings.ToLower(words)
	for _, t := range p.folded {
		if words != "" && holds(t, words) {
			return true
		}
	}
	return false
}

// Shows tells whether the closing reply of the mission holds the words.
func (p *Past) Shows(words string) bool {
	return words != "" && holds(p.folded[len(p.folded)-1], strings.ToLower(words))
}

// Holds tells whether a text holds words, letter case aside and only at the
// borders of words.
func Holds(text, words string) bool {
	return words != "" && holds(strings.ToLower(text), strings.ToLower(words))
}

func holds(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		if !(i > 0 && letter(text[i-1]) && letter(words[0])) &&
			!(i+len(words) < len(text) && letter(text[i+len(words)]) && letter(words[len(words)-1])) {
			return true
		}
		from = i + 1
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// Story is the conversation so far.
type Story struct {
	Set     *tools.Toolset
	Now     time.Time
	Persona mission.Persona
	World   *world.World
	// Feature is a tool that the story should use where it can, so that over
	// many stories each tool has its turn.
	Feature *tools.Tool
	// FeatureWays are likewise ways to follow a mission up.
	FeatureWays []mission.Way
	Past        []*Past
}
