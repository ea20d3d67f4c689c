package mission

import (
	"encoding/json"
	"slices"
)

// FormatEntry names the version of the entry format; it is the value of
// [Entry.Format] in every entry that this version writes.
const FormatEntry = "switchyard-entry/2"

// FormatVersion returns the version that an [Entry.Format] names: 1 or 2. It is 0 for
// formats that cannot be read. Version 2 has the same fields and more; what version 1
// does not say, the proofs of version 2 do not ask of it.
func FormatVersion(format string) int {
	switch format {
	case "switchyard-entry/1":
		return 1
	case FormatEntry:
		return 2
	}
	return 0
}

// Type is the action type of a mission: what an agent has to do to solve it.
type Type string

// The four action types (Multi-Mission Tool Bench, section 3).
const (
	Single  Type = "single"  // one call of one tool
	Multi   Type = "multi"   // two or more calls
	Clarify Type = "clarify" // a required parameter is missing: ask, then call
	Chat    Type = "chat"    // no tool
)

// Types lists the action types in the order in which switch paths are walked.
func Types() []Type { return []Type{Single, Multi, Clarify, Chat} }

// Pattern is the shape of the dependency graph of a multi mission.
type Pattern string

// The three patterns: a chain, no dependency at all, anything else.
const (
	Serial   Pattern = "serial"
	Parallel Pattern = "parallel"
	Mixed    Pattern = "mixed"
)

// Patterns lists the patterns in the order in which the fine space is walked.
func Patterns() []Pattern { return []Pattern{Serial, Parallel, Mixed} }

// Relation says how a mission leans on earlier ones. The first mission of an
// entry has none (the empty string).
type Relation string

// The three relations (Multi-Mission Tool Bench, section 4.2).
const (
	Implicit Relation = "implicit"  // it refers to what the last mission said or showed
	Ellipsis Relation = "ellipsis"  // it leaves out, adds to or corrects a part of the last request
	LongTerm Relation = "long_term" // it needs something from two or more missions back
)

// Relations lists the relations in a fixed order.
func Relations() []Relation { return []Relation{Implicit, Ellipsis, LongTerm} }

// Entry is one conversation: an environment, a persona, a toolset and one to
// four missions.
type Entry struct {
	Format      string      `json:"format"`
	ID          string      `json:"id"`
	SwitchPath  []Type      `json:"switch_path"`
	Environment Environment `json:"environment"`
	Persona     Persona     `json:"persona"`
	Toolset     Toolset     `json:"toolset"`
	Missions    []Mission   `json:"missions"`
}

// Environment is what user and agent both know without saying it.
type Environment struct {
	Now     string `json:"now"`     // local time, "2006-01-02 15:04:05"
	Weekday string `json:"weekday"` // English name of the day of Now
	Locale  string `json:"locale"`  // BCP 47 tag of the conversation's language
}

// Persona is who the user is and how this person speaks in the whole entry. Only name
// and tone are required. Calls that concern the user take name, telephone number and
// e-mail address from here.
type Persona struct {
	Name       string   `json:"name"`
	Phone      string   `json:"phone,omitempty"`
	Email      string   `json:"email,omitempty"`
	Background string   `json:"background,omitempty"` // "a nurse who works nights"
	Goal       string   `json:"goal,omitempty"`       // what brings the person, in the person's words
	Tone       Tone     `json:"tone"`
	Length     Length   `json:"length,omitempty"`
	Patience   Patience `json:"patience,omitempty"`
	Habits     []Habit  `json:"habits,omitempty"`
}

// Has reports whether the person has the habit.
func (p *Persona) Has(h Habit) bool { return slices.Contains(p.Habits, h) }

// Length is how many words a user uses.
type Length string

// The lengths.
const (
	Terse  Length = "terse"  // as few words as possible, often no full sentence
	Plain  Length = "plain"  // as many words as needed
	Chatty Length = "chatty" // more words than needed
)

// Patience is how a user reacts to questions.
type Patience string

// The kinds of patience.
const (
	Patient Patience = "patient"
	Hasty   Patience = "hasty"
)

// Habit is something that a user tends to do.
type Habit string

// The habits.
const (
	Greets     Habit = "greets"     // begins with a greeting
	Thanks     Habit = "thanks"     // says thanks for an answer before the next request
	Explains   Habit = "explains"   // gives reasons for requests
	Volunteers Habit = "volunteers" // answers more than was asked
)

// Tone is the register in which a user speaks.
type Tone string

// The four tones.
const (
	Colloquial Tone = "colloquial"
	Formal     Tone = "formal"
	Polite     Tone = "polite"
	Direct     Tone = "direct"
)

// Form is the grammatical form of a request.
type Form string

// The four forms.
const (
	FormImperative Form = "imperative" // "Book flight FL1920."
	FormQuestion   Form = "question"   // "Could you book flight FL1920?"
	FormStatement  Form = "statement"  // "I need a seat on flight FL1920."
	FormFragment   Form = "fragment"   // "Flight FL1920, one seat, please."
)

// Toolset is the list of tools that the agent is offered, with everything that the
// proofs need to know about them.
type Toolset struct {
	Name     string   `json:"name"`
	Domain   string   `json:"domain,omitempty"`
	Tools    []Tool   `json:"tools"`
	Entities []Entity `json:"entities,omitempty"`
	Rules    []Rule   `json:"rules,omitempty"`
	// Facts are sentences that the agent is told with the tools: opening hours, what a word
	// means, how something works here.
	Facts []string `json:"facts,omitempty"`
}

// Tool is one function of a toolset.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`        // JSON Schema (draft-07) of the arguments object
	Returns     json.RawMessage `json:"returns,omitempty"` // JSON Schema of the observation
	// After names the tools that must be called before this one if a mission calls
	// them too: the logical dependencies.
	After []string `json:"after,omitempty"`
	// Labels gives, for a parameter and the JSON text of one of its values,
	// other words that people use for that value: {"cabin":{"\"business\"":["business class"]}}.
	Labels map[string]map[string][]string `json:"labels,omitempty"`
	// Scenario is the part of the toolset that the tool belongs to: "Flight Booking".
	Scenario string `json:"scenario,omitempty"`
	// Effect is what the tool does, and Thing the identifying attribute of the entity that
	// it does this to. Rules need both.
	Effect Effect `json:"effect,omitempty"`
	Thing  string `json:"thing,omitempty"`
	// Distractor marks a tool of another toolset, offered but never needed.
	Distractor bool `json:"distractor,omitempty"`
}

// Entity is a kind of thing that the tools of a toolset handle.
type Entity struct {
	Name        string       `json:"name"`   // as a person says it, singular: "flight"
	Plural      string       `json:"plural"` // "flights"
	ID          string       `json:"id"`     // the attribute that identifies one: "flight_id"
	Comparisons []Comparison `json:"comparisons,omitempty"`
}

// Comparison is a way to choose one item of a list by an attribute.
type Comparison struct {
	By     string   `json:"by"`               // attribute of the list items
	Order  Order    `json:"order"`            // OrderMin or OrderMax
	Say    []string `json:"say"`              // how people say it, with {noun} for the noun: "cheapest {noun}"
	Wanted Wanted   `json:"wanted,omitempty"` // what it may be used for
}

// Mission is one request of the user, with everything that solves it.
type Mission struct {
	Type     Type     `json:"type"`
	Pattern  Pattern  `json:"pattern,omitempty"`  // of multi missions only
	Relation Relation `json:"relation,omitempty"` // of all missions but the first
	// Reference says how words express the relation; nil for the first mission.
	Reference *Reference `json:"reference,omitempty"`
	Request   string     `json:"request"`
	// Wording says where the words of the request come from; empty if a model said them.
	Wording Wording `json:"wording,omitempty"`
	// Words identifies the harvested words in the word file of the toolset; empty for others.
	Words     string     `json:"words,omitempty"`
	Questions []Question `json:"questions,omitempty"` // of clarify missions only, in order
	Calls     []Call     `json:"calls"`
	Chat      *ChatClaim `json:"chat,omitempty"` // of chat missions only
	Dialogue  []Turn     `json:"dialogue"`
	Reply     string     `json:"reply"` // the closing reply
	Paths     *PathsInfo `json:"paths,omitempty"`
}

// Wording is where the words of a request come from, when the built-in engine plays the user.
type Wording string

// The origins of words.
const (
	Harvested Wording = "harvested" // somebody found them for such a mission
	Composed  Wording = "composed"  // put together by rules
)

// Way is one of the 22 ways in which words express a relation (docs/relations.md).
type Way string

// The ways, in the order of docs/relations.md.
const (
	WayOrdinalFront   Way = "ordinal_front"   // "the second one"
	WayOrdinalBack    Way = "ordinal_back"    // "the last one"
	WayInterrogative  Way = "interrogative"   // "which of these …?"
	WayAbbreviation   Way = "abbreviation"    // a short form of something shown
	WayDescription    Way = "description"     // "the cheapest one"
	WayPersonal       Way = "personal"        // "it", "they"
	WayDemonstrative  Way = "demonstrative"   // "that one", "there"
	WayNoSubject      Way = "no_subject"      // the subject is left out
	WayNoAttribute    Way = "no_attribute"    // the attribute is left out
	WayNoModifier     Way = "no_modifier"     // "and American ones?"
	WayNoParts        Way = "no_parts"        // several parts left out: "what about Porto?"
	WayAddSubject     Way = "add_subject"     // a subject is added
	WayAddModifier    Way = "add_modifier"    // "only direct ones"
	WayCorrection     Way = "correction"      // "make it five days"
	WayRewording      Way = "rewording"       // said again with a change
	WayMore           Way = "more"            // more of the same
	WayDetail         Way = "detail"          // more detail
	WayShorter        Way = "shorter"         // shorter
	WayExample        Way = "example"         // an example
	WayGoOn           Way = "go_on"           // go on
	WayNeighbour      Way = "neighbour"       // same entity, another question
	WayEarlierSubject Way = "earlier_subject" // back to an earlier subject
)

// Ways lists the ways in the order of docs/relations.md.
func Ways() []Way {
	return []Way{WayOrdinalFront, WayOrdinalBack, WayInterrogative, WayAbbreviation, WayDescription, WayPersonal, WayDemonstrative,
		WayNoSubject, WayNoAttribute, WayNoModifier, WayNoParts, WayAddSubject, WayAddModifier, WayCorrection, WayRewording, WayMore,
		WayDetail, WayShorter, WayExample, WayGoOn, WayNeighbour, WayEarlierSubject}
}

// Reference says how words express a relation: which words of the request refer to which
// earlier mission, and what they stand for.
type Reference struct {
	Way     Way    `json:"way"`
	Phrase  string `json:"phrase"`  // words of this mission's request that refer; for an ellipsis, this can be the whole request
	Mission int    `json:"mission"` // index of the mission referred to
	Text    string `json:"text"`    // words of the user or assistant in that mission that say what is needed; this request does not have them
}

// Call is one call of a tool. Calls are numbered by their position in
// [Mission.Calls].
type Call struct {
	Tool         string          `json:"tool"`
	Purpose      string          `json:"purpose"` // why, in words; never shown to the user
	Arguments    json.RawMessage `json:"arguments"`
	Sources      []Source        `json:"sources"` // one for every leaf value of Arguments
	Status       int             `json:"status"`  // HTTP-like status: 200, 404, …
	Observation  json.RawMessage `json:"observation"`
	Dependencies []int           `json:"dependencies"` // calls that must come before, ascending
}

// Question is one exchange of a clarify mission: the assistant asks, the user
// replies.
type Question struct {
	Tool    string   `json:"tool"`
	Missing []string `json:"missing"` // names of the parameters asked for
	Text    string   `json:"text"`
	Reply   string   `json:"reply"`
	// Complete means that the reply gives everything that was asked for. Otherwise the
	// next question asks again for what is still missing.
	Complete bool `json:"complete"`
}

// ChatKind says why a chat mission needs no tool.
type ChatKind string

// The chat kinds.
const (
	ChatCompare   ChatKind = "compare"   // compares items shown before
	ChatFact      ChatKind = "fact"      // asks for a fact that the toolset declares
	ChatKnowledge ChatKind = "knowledge" // general knowledge of the domain
	ChatNearMiss  ChatKind = "near_miss" // close to the theme, but no tool in the list does it
	ChatOpinion   ChatKind = "opinion"   // asks which of the items shown before the agent would take, and leaves open by what
	ChatOptions   ChatKind = "options"   // asks what else a parameter can be
	ChatPlace     ChatKind = "place"     // asks how one item shown before compares with the others
	ChatRestate   ChatKind = "restate"   // repeats briefly the identifiers that an earlier mission showed
)

// ChatKinds returns all kinds.
func ChatKinds() []ChatKind {
	return []ChatKind{ChatCompare, ChatFact, ChatKnowledge, ChatNearMiss, ChatOpinion, ChatOptions, ChatPlace, ChatRestate}
}

// ChatClaim is the checkable reason why a chat mission has no call.
type ChatClaim struct {
	Kind ChatKind `json:"kind"`
	// A tool that could serve the request would have one of the Keywords in its name
	// or description. Set with ChatFact, ChatKnowledge and ChatNearMiss only.
	Keywords []string `json:"keywords,omitempty"`
	// Compare is set with ChatCompare, ChatOpinion and ChatPlace. With ChatPlace, Winner is
	// the item that was asked about.
	Compare *CompareClaim `json:"compare,omitempty"`
	// Instead may be set with ChatOpinion: what speaks for another item of the same list.
	Instead *CompareClaim `json:"instead,omitempty"`
	// Options is set with ChatOptions.
	Options *OptionsClaim `json:"options,omitempty"`
}

// OptionsClaim names the parameter of which a reply tells all values that its schema allows.
type OptionsClaim struct {
	Tool      string `json:"tool"`
	Parameter string `json:"parameter"`
}

// CompareClaim says which of several shown items wins a comparison.
type CompareClaim struct {
	Mission int    `json:"mission"` // the earlier mission that showed the items
	Call    int    `json:"call"`
	List    string `json:"list"`   // JSON pointer of the list in the observation
	Items   []int  `json:"items"`  // zero-based indices of the two or more items compared
	By      string `json:"by"`     // attribute compared
	Order   Order  `json:"order"`  // OrderMin or OrderMax: which value wins
	Winner  int    `json:"winner"` // the index, one of Items
	// Place is set with ChatPlace: the place of Winner in the order, from 1.
	Place int `json:"place,omitempty"`
}

// Role is who speaks or acts in a turn.
type Role string

// The five roles.
const (
	RoleUser    Role = "user"
	RolePlanner Role = "planner"
	RoleChecker Role = "checker"
	RoleTool    Role = "tool"
	RoleAI      Role = "ai"
)

// Turn is one move of one role in the dialogue of a mission. Which fields are
// set depends on the role.
type Turn struct {
	Role     Role     `json:"role"`
	Text     string   `json:"text,omitempty"`     // user, ai
	Plan     *Plan    `json:"plan,omitempty"`     // planner
	Accepted *bool    `json:"accepted,omitempty"` // checker
	Reasons  []string `json:"reasons,omitempty"`  // checker, when it refuses
	Calls    []int    `json:"calls,omitempty"`    // tool: the calls answered, in order; their observations stand in Mission.Calls
}

// The planner's two internal tools (Multi-Mission Tool Bench): ask the user, and close
// the mission with a reply.
const (
	AskTool    = "ask_user_for_required_parameters"
	AnswerTool = "prepare_to_answer"
)

// Asked holds the arguments of a call of [AskTool].
type Asked struct {
	Tool    string   `json:"tool_name"`                   // the tool that cannot be called yet
	Missing []string `json:"missing_required_parameters"` // the names of its parameters to ask for
}

// Plan is the planner's output (Multi-Mission Tool Bench, figure 17).
type Plan struct {
	MissionFinish string   `json:"Mission_Finish"` // "yes" or "no"
	Thought       string   `json:"Thought"`
	Plan          string   `json:"Plan"`
	ActionList    []Action `json:"Action_List"`
}

// Action is one action of a plan: a call of a tool, or of an internal tool.
type Action struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Purpose   string          `json:"tool_call_purpose"`
}

// PathsInfo records the paths of a mission's calls. Counts are decimal strings
// because they outgrow 64 bits.
type PathsInfo struct {
	Total     string    `json:"total"`
	Optimal   string    `json:"optimal"`
	Depth     int       `json:"depth"`     // steps of an optimal path
	Listed    [][][]int `json:"listed"`    // optimal paths first; each path is a list of steps, each step ascending call numbers
	Truncated bool      `json:"truncated"` // Listed does not have all paths
}

// Tones lists the tones.
func Tones() []Tone { return []Tone{Colloquial, Formal, Polite, Direct} }
