// Package blueprint decides missions before a word is said: which tools are called
// with which values, where every value comes from, and how a mission refers to earlier
// ones. The built-in roles put blueprints into words. A model that plays the planner
// has to work the mission out, and its plan is compared with the blueprint.
//
// Start with [Draw], which takes the [Story] so far and the [Demand] on the next
// mission and returns a [Blueprint] with its calls, each a [Call] with arguments
// ([Arg]). A mission that was played goes back into the story as a [Past].
//
// Drawing depends only on the story, the demand and the random generator. Every call
// of a blueprint was tried in a copy of the world, so it is answered as planned. A
// story belongs to one conversation and is not safe for concurrent use.
package blueprint

import (
	"slices"

	"switchyard/mission"
	"switchyard/tools"
)

// Blueprint is a mission that is decided, but not yet put into words.
type Blueprint struct {
	Type     mission.Type
	Pattern  mission.Pattern
	Relation mission.Relation
	Way      mission.Way
	Target   int // index of the mission that the relation refers to
	Opening  Opening
	Calls    []Call
	Missing  []string // of the first call: required parameters that the user leaves out
	Vague    bool     // the user's first answer leaves something open
	Chat     *Chat    // nil for missions that need tools
}

// Opening says how a request takes up what was said before.
type Opening string

// The openings.
const (
	OpenPlain   Opening = ""        // a whole request; words in it may refer to an earlier mission
	OpenChange  Opening = "change"  // only what changes is said: "And to Porto?"
	OpenCorrect Opening = "correct" // what was said is corrected: "Sorry, make that Friday"
	OpenAdd     Opening = "add"     // something is added: "Only direct ones"
	OpenMore    Opening = "more"    // the same again with a change
	OpenAlso    Opening = "also"    // another question in the same setting: "And the weather?"
	OpenReword  Opening = "reword"  // the whole request in other words, with a change
	OpenAgain   Opening = "again"   // the same question about another item: "And the third one?"
)

// Call is one planned call.
type Call struct {
	Tool *tools.Tool
	Args []Arg // in the order of the tool's parameters
}

// Arg returns the argument of a parameter, or nil.
func (c *Call) Arg(name string) *Arg {
	for i := range c.Args {
		if c.Args[i].Param.Name == name {
			return &c.Args[i]
		}
	}
	return nil
}

// Values returns the arguments as a JSON object.
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
	Asked                 // the request leaves it out, and the user says it when asked
	Result                // from the observation of another call of the mission
	Shown                 // from an earlier mission's answer
	Earlier               // the user said it in an earlier mission
)

// Arg is one argument with its origin. The comment of a field begins with the origins
// that use it.
type Arg struct {
	Param   *tools.Param
	Value   any
	Origin  Origin
	Mission int              // Shown, Earlier: index of the mission
	Call    int              // Result, Shown: index of the call; -1 when only words show it
	At      string           // Result, Shown: JSON pointer into the observation
	Choice  *mission.Choice  // Result, Shown: how the item is chosen; Text is empty until the request is worded
	Way     mission.Way      // Shown: how it is referred to
	Entity  *tools.Entity    // Result, Shown: what it identifies
	Forms   []string         // Result, Shown: the forms of its comparison that mean no other item
	Dated   bool             // Shown: the item has a date or time, so that "the first one" can be the earliest
	Sources []mission.Source // Earlier: the sources of its leaf values, as seen from this mission
	There   bool             // Earlier: a word such as "there" stands for it
	Open    bool             // Asked: the request may say that another value is wanted ("on another day"), but not which
	// Volunteered is set with Asked when the user adds the value to the answer to
	// a question for something else.
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
	Follow  *tools.FollowUp       // the follow-up question that is asked; nil if the mission asks none
	Compare *mission.CompareClaim // a comparison of listed items
	Forms   []string              // Compare: the forms of the comparison that have only this winner
	// Opinion is set if the user leaves open by what the things are compared. Instead is what
	// speaks for another of them, and InsteadForms its forms.
	Opinion      bool
	Instead      *mission.CompareClaim
	InsteadForms []string
	// Options is a parameter of Tool of which the user asks what else it can be.
	Options *tools.Param
	Tool    *tools.Tool
	Entity  *tools.Entity // Compare: the kind of things that are compared; Restate: the kind that the identifiers belong to
	Restate bool          // the user asks for what was shown again, but shorter
	Text    string        // words of the target mission that the request refers to
	// Like is a call of the topic's tool that is never made. Later missions can refer
	// to its values, which the user says.
	Like *Call
	It   *Arg // what {it} stands for
}

// Dependencies returns, for each call, the calls that must come before it: those
// whose results it uses, and those that the toolset declares.
func Dependencies(calls []Call) [][]int {
	out := make([][]int, len(calls))
	for j, c := range calls {
		out[j] = []int{}
		for i, other := range calls {
			if i != j && (c.uses(i) || c.comesAfter(other)) {
				out[j] = append(out[j], i)
			}
		}
	}
	return out
}

// uses reports whether the call takes a value from the result of call i.
func (c *Call) uses(i int) bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin == Result && a.Call == i })
}

// comesAfter reports whether the toolset declares that the other call must be
// made first, and no parameter that both have differs: they are about the same
// thing.
func (c *Call) comesAfter(other Call) bool {
	return slices.Contains(c.Tool.After, other.Tool.Name) && !slices.ContainsFunc(c.Args, func(a Arg) bool {
		b := other.Arg(a.Param.Name)
		return b != nil && !tools.Same(a.Value, b.Value)
	})
}
