package mission

import "encoding/json"

// Rule is something that holds in the world behind a toolset, over all calls, missions
// and things of a conversation. docs/toolsets.md has an example of each kind.
//
// A rule is about things of an entity or about the answers of a tool. Both are rows of
// named values: the attributes of a thing, or the arguments of a call with the fields of
// its answer. A list of one or two names stands for one time: a day, a time of day or a
// moment, or a day and a time of day.
type Rule struct {
	Kind RuleKind `json:"kind"`
	// Of is what the rule is about: the identifying attribute of an entity, or the name of
	// a tool; for excludes, a tool after which the others are not called, or one that is not
	// called twice. (A toolset file has the key of the entity.)
	Of []string `json:"of"`
	// Same names what rows must have in common for the rule to hold between them. For
	// within, the interval is that of any thing that has the same, if one is known.
	Same []string `json:"same,omitempty"`
	// At is the time or value that the rule is about; for disjoint, the begin of the
	// interval; for after, it can be "now".
	At []string `json:"at,omitempty"`
	// Than is what At is compared with: for after, "now" or another time of the row; for
	// excludes, the values that the thing has already.
	Than []string `json:"than,omitempty"`
	With string   `json:"with,omitempty"` // monotone: the quantity with which At grows; without it, At grows over time
	In   string   `json:"in,omitempty"`   // within: identifying attribute of the entity whose interval counts
	By   string   `json:"by,omitempty"`   // within: the value of the row that names the thing, if not In
	From []string `json:"from,omitempty"` // within: the begin of the interval, in the thing
	// Until, Minutes, Hours or Days end an interval: by another time, which is still within, or by
	// the value that says how long it is. Without them, an interval is one day or minute.
	Until   []string          `json:"until,omitempty"`
	Minutes string            `json:"minutes,omitempty"`
	Hours   string            `json:"hours,omitempty"`
	Days    string            `json:"days,omitempty"`
	Among   []json.RawMessage `json:"among,omitempty"` // within: the only values that At has
	// Month and Months are for within: At is between the two numbers that Months has for the
	// month of the day Month.
	Month  string   `json:"month,omitempty"`
	Months [][2]int `json:"months,omitempty"`
	// When limits the rule to rows that have one of the values; for excludes, to answers of
	// the first tool.
	When map[string][]json.RawMessage `json:"when,omitempty"`
}

// RuleKind says what a [Rule] demands.
type RuleKind string

// The kinds of rules.
const (
	RuleDisjoint RuleKind = "disjoint" // intervals of things that have Same in common do not overlap
	RuleAfter    RuleKind = "after"    // a time is not before another one
	RuleWithin   RuleKind = "within"   // a time is within the interval of another thing, or a value among those allowed
	RuleMonotone RuleKind = "monotone" // a value grows with a quantity, or over time
	RuleExcludes RuleKind = "excludes" // a call is not made after another one about the same thing
	RuleOwner    RuleKind = "owner"    // users change what is theirs, or say whose it is
)

// RuleKinds lists the kinds of rules.
func RuleKinds() []RuleKind {
	return []RuleKind{RuleDisjoint, RuleAfter, RuleWithin, RuleMonotone, RuleExcludes, RuleOwner}
}

// Now is the time of the conversation in [Rule.At] and [Rule.Than].
const Now = "now"

// Effect is what a tool does to the world.
type Effect string

// The effects of tools.
const (
	EffectList    Effect = "list"    // finds the things that match
	EffectGet     Effect = "get"     // looks one thing up
	EffectCreate  Effect = "create"  // makes a new thing
	EffectUpdate  Effect = "update"  // changes a thing
	EffectDelete  Effect = "delete"  // removes a thing
	EffectCompute Effect = "compute" // answers without changing anything
)

// Wanted says whether people want what a [Comparison] finds.
type Wanted string

// What people want. The empty text says nothing.
const (
	WantedChoose  Wanted = "choose"  // it is a reason to choose: the cheapest, the nearest
	WantedAvoid   Wanted = "avoid"   // it is a reason not to: the most expensive
	WantedNeutral Wanted = "neutral" // it is only a difference: the one with the lower number
)
