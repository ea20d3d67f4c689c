package tools

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/knowledge"
	"switchyard/mission"
	"switchyard/tools/naming"
)

// Toolset is a group of tools that serve one purpose, with what is known
// about the world behind them and about how people speak of it.
type Toolset struct {
	Name      string // "travel/flight_inquiry"
	Title     string // "Flight inquiry"
	Domain    string // "travel"
	About     string // what it is for, in a sentence; may be empty
	Licence   string // of the source, if it states one
	Scenarios []string
	Scenes    []Scene // sentences that say why the user comes
	Staff     bool    // used by the people of an office, not by its customers
	Entities  []*Entity
	Tools     []*Tool
	Topics    []*Topic
	Rules     []Rule // hold in the world over all calls
	Words     Words  // what users say, in words that were found for it
	Source    string // where it was loaded from
	From      string // where its author took it from, if the file says so
	Hash      string // SHA-256 of the bytes it was loaded from, hexadecimal
	Inferred  bool   // semantics of some of its tools were inferred, not declared
}

// Scene is a sentence that says what brings a user.
type Scene struct {
	*Phrase
	For []string // names of the tools that it is a reason for; none if it suits any request
}

// Brings reports whether what brings a user, as one of the scenes says it, is a reason to ask
// for all of the tools.
func (ts *Toolset) Brings(goal string, names []string) bool {
	i := slices.IndexFunc(ts.Scenes, func(s Scene) bool { return s.Text == goal })
	return i < 0 || len(ts.Scenes[i].For) == 0 ||
		!slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(ts.Scenes[i].For, name) })
}

// Tool returns the tool of that name, or nil.
func (ts *Toolset) Tool(name string) *Tool {
	for _, t := range ts.Tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Entity returns the entity of that key, or nil.
func (ts *Toolset) Entity(key string) *Entity {
	for _, e := range ts.Entities {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// Rule is something that holds in the world over all calls. Of and In are keys of
// entities, or names of tools; in an entry, entities have their identifying attributes.
type Rule struct {
	mission.Rule
	Among []any            // instead of Rule.Among
	When  map[string][]any // instead of Rule.When
}

// Entity is a kind of thing that the tools handle.
type Entity struct {
	Key         string // "flight"
	Noun        string // "flight"
	Plural      string // "flights"
	ID          string // name of the identifying attribute
	Attributes  []*Attribute
	Comparisons []mission.Comparison
	Marks       []Mark
	Name        string    // attribute with the name that people use, if any: "hotel_name"
	Lines       []*Phrase // ways to describe one thing in a list
	Cards       []*Phrase // ways to describe a single thing
	Own         bool      // users have their own: an account, a tenancy
}

// OwnsOrKeeps reports whether users know the things of an entity without looking them up:
// they are their own, they have them made, or it is their work to keep them.
func (s *Toolset) OwnsOrKeeps(e *Entity) bool {
	return s.Staff || e.Own || slices.ContainsFunc(s.Tools, func(t *Tool) bool { return t.Effect == Create && t.Entity == e })
}

// AtHand reports whether users have the identifiers of an entity at hand: of what is their own
// or was made for them, and of what no tool lists. Nobody knows the number of a dish.
func (s *Toolset) AtHand(e *Entity) bool {
	with := func(effect EffectKind) bool {
		return slices.ContainsFunc(s.Tools, func(t *Tool) bool { return t.Effect == effect && t.Entity == e })
	}
	return e.Own || with(Create) || !with(List)
}

// Mark is an attribute by whose value people tell one thing from others: "the flight at 7
// pm", "the vegetarian one".
type Mark struct {
	By string
	// Say are the ways to say it, with {noun} for the noun and the attribute as a slot. A mark
	// that is true or false has no slot: "{noun} with a balcony" is said of things that have one.
	Say []*Phrase
}

// Attribute returns the attribute of that name, or nil.
func (e *Entity) Attribute(name string) *Attribute {
	for _, a := range e.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Attribute is one property of an entity or of a computed answer.
type Attribute struct {
	Name   string
	About  string
	Values *Values
	Detail bool // shown only when the thing is looked up, not in lists
	Unique bool // no two things have the same

	resolved any        // type of a copied value
	from     *Attribute // where a copied value comes from
}

// Told returns the Values that decide how the attribute is put into words. If the
// attribute is copied, these are the Values of the original.
func (a *Attribute) Told() *Values {
	for range deepestCopy { // copies may go in a circle
		if a.from == nil {
			break
		}
		a = a.from
	}
	return a.Values
}

// deepestCopy is how far a copied value is followed: a copy of a copy is one of 2.
const deepestCopy = 64

// EffectKind is what a tool does to the world.
type EffectKind string

// The effects.
const (
	List    EffectKind = "list"    // finds the things that match
	Get     EffectKind = "get"     // looks one thing up
	Create  EffectKind = "create"  // makes a new thing
	Update  EffectKind = "update"  // changes a thing
	Delete  EffectKind = "delete"  // removes a thing
	Compute EffectKind = "compute" // answers without looking at the world
)

// Changes reports whether the effect changes the world.
func (k EffectKind) Changes() bool { return k == Create || k == Update || k == Delete }

// Tool is one function with its meaning.
type Tool struct {
	Name        string
	Description string
	Params      []*Param
	Parameters  json.RawMessage // JSON Schema of the arguments
	Returns     json.RawMessage // JSON Schema of the observation
	Effect      EffectKind
	Entity      *Entity            // what the effect is on; nil for Compute
	Gives       []*Attribute       // fields of the answer: all of them for Compute, additional ones for other effects
	Fields      []string           // attributes that answers show, if not all
	Sets        []Setting          // attributes that the effect fixes: status = cancelled
	After       []string           // logical dependencies
	Do          []*Phrase          // what is wanted, as a verb phrase: "find flights[ to {destination}]"
	Ask         []AskPhrase        // whole requests
	Where       []*Phrase          // ways to narrow a list, said after its noun: "[ to {destination}]"
	Tell        []*Phrase          // ways to tell the result
	Asked       []Asked            // ways to tell it to somebody who asked for a part of it
	Empty       []*Phrase          // ways to tell that nothing was found
	Scenario    string             // which of the toolset's scenarios it belongs to
	Undoes      []string           // tools whose effect it reverses; no mission calls both
	OnlyIf      []Condition        // what must hold, or the world refuses
	Refused     []*Phrase          // ways to tell that it refused
	Next        []string           // what a reply may offer after a result
	Labels      map[string][]Label // by parameter
	From        string             // line or pointer in the source of the toolset

	Described bool           // its schema is given, and the rest is inferred unless stated
	Answers   *document.Node // JSON Schema of what it returns, if its source has one
	Thing     string         // noun of what the effect is on, as the toolset file states it
	Unclear   bool           // its words could mean another tool, so that nobody asks for it
}

// Setting fixes an attribute to a value.
type Setting struct {
	Attribute string
	Value     any
}

// Condition is a business rule: a parameter names a thing, and the tool works only
// if an attribute of that thing has one of the values.
type Condition struct {
	Param     string // parameter that names the thing
	Attribute string
	Values    []any
}

// Asked holds the ways to tell a result to a user whose words name a part of it: the
// answer begins with that part.
type Asked struct {
	Said []string // words of requests, one of which names the part: "last inspected"
	Tell []*Phrase
}

// AskPhrase is a whole request with the tone and the form it is said in.
type AskPhrase struct {
	Tone   mission.Tone
	Form   mission.Form
	Phrase *Phrase
}

// Label gives other words for a value of a parameter.
type Label struct {
	Value any
	Say   []string
}

// Param returns the parameter of that name, or nil.
func (t *Tool) Param(name string) *Param {
	for _, p := range t.Params {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Settled reports whether it is known what the tool does, and to what: a description may
// name a thing about which the toolset says nothing.
func (t *Tool) Settled() bool { return t.Effect == Compute || t.Effect != "" && t.Entity != nil }

// Facts is what the name and the description of the tool say.
func (t *Tool) Facts() *naming.Facts {
	ofUser := slices.ContainsFunc(t.Params, func(p *Param) bool { return strings.HasPrefix(strings.ToLower(p.Name), "user") })
	return naming.FactsOf(t.Name, t.Description, ofUser)
}

// Match is how a parameter of a list tool narrows the list.
type Match string

// The matches.
const (
	MatchEqual   Match = ""         // the attribute equals the value
	MatchAtMost  Match = "at_most"  // the attribute is at most the value
	MatchAtLeast Match = "at_least" // the attribute is at least the value
	MatchNone    Match = "none"     // the value does not narrow the list
)

// Param is one parameter of a tool.
type Param struct {
	Name      string
	Type      string // JSON Schema type
	Enum      []any
	Default   any // nil when none is declared
	Required  bool
	About     string
	Entity    *Entity // the value identifies one of these
	Attribute string  // attribute that it filters or sets
	Match     Match
	Values    *Values
	Props     []*Param  // fields of an object
	Items     *Param    // element of an array
	Count     [2]int    // least and most elements drawn for an array
	Differs   string    // parameter from which the value must differ
	Say       []*Phrase // ways to add it to a request: "to {}"; the slot is the value
	SayItem   []*Phrase // ways to say one element of an array of objects
	AskFor    []string  // questions for it
	Noun      string    // what a person calls it: "destination"
	There     []string  // words that refer to the value said before: "there", "that day"
	Other     []string  // words for some other value: "on another day"
	Schema    *document.Node
	Thing     string // noun of what the value identifies, as the toolset file states it
	Made      bool   // a field that the schema of its object does not name
	Holder    bool   // the value identifies what the tool's own thing is in: a workspace of a task
	Always    bool   // no request leaves it out: without it, the words could mean another tool
}

// Prop returns the field of that name of an object parameter, or nil.
func (p *Param) Prop(name string) *Param {
	for _, q := range p.Props {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// Target is the attribute that the parameter filters or sets: the declared one,
// or else the one of its own name.
func (p *Param) Target() string { return cmp.Or(p.Attribute, p.Name) }

// Identifies returns the entity that the parameter's value, or each of its
// elements, identifies; nil if there is none.
func (p *Param) Identifies() *Entity {
	if p.Entity == nil && p.Items != nil {
		return p.Items.Entity
	}
	return p.Entity
}

// IsPlace reports whether the parameter is an object whose fields, latitude and
// longitude for example, all follow from the name of one place. The places are
// those in Values.Pick of its first field; a toolset file lists them under "among".
func (p *Param) IsPlace() bool {
	if p.Type != "object" || len(p.Props) < 2 {
		return false
	}
	for _, q := range p.Props {
		if !q.Required || q.Values == nil || q.Values.Kind != ValueKnown || !knowledge.OfCity(q.Values.Text) {
			return false
		}
	}
	return len(p.Props[0].Values.Pick) > 0
}

// Place gives the name of the place that a value of the parameter stands for.
func (p *Param) Place(o Object) string {
	if !p.IsPlace() {
		return ""
	}
	for _, candidate := range p.Props[0].Values.Pick {
		name, _ := candidate.(string)
		if !slices.ContainsFunc(p.Props, func(q *Param) bool {
			have, ok := o.Get(q.Name)
			want, known := knowledge.Lookup(q.Values.Text, name)
			return !ok || !known || have != want
		}) {
			return name
		}
	}
	return ""
}
