package eval

import "encoding/json"

// Version names a way to judge predictions. A version never changes its verdicts; a
// better way gets a new name.
type Version string

// The versions (docs/scoring.md).
const (
	MMTB1   Version = "mmtb-1"   // as the Multi-Mission Tool Bench scores
	Strict1 Version = "strict-1" // arguments mean the same, and texts do what they have to
	// Strict2 is fairer to those who say the same in other words, and stricter with near
	// misses.
	Strict2 Version = "strict-2"
	// Judged1 is Strict1 with a model instead of rules to judge texts. It exists only
	// if a model was asked.
	Judged1 Version = "judged-1"
	// Session1 judges the outcome of sessions, in which the agent lives with its own
	// history (docs/sessions.md).
	Session1 Version = "session-1"
)

// Versions lists the versions of the step mode that need no model. The last one is what is
// shown where no other is asked for.
func Versions() []Version { return []Version{MMTB1, Strict1, Strict2} }

// Fault is the kind of an error.
type Fault string

// The faults: in the choice of tools, in parameters, and in texts. [MMTB1] does not
// look for faults in texts.
const (
	RefusedToCall     Fault = "refused_to_call"     // says something at once although tools are needed
	InventedTool      Fault = "invented_tool"       // calls a tool that is not offered
	MissedMissing     Fault = "missed_missing"      // calls a tool instead of asking for what is missing
	RedundantCall     Fault = "redundant_call"      // calls a tool more often than needed
	CalledWithoutNeed Fault = "called_without_need" // calls a tool although none is needed
	WrongTool         Fault = "wrong_tool"          // calls the wrong tool, or one too early
	StoppedEarly      Fault = "stopped_early"       // replies before everything is done

	MissingRequired Fault = "missing_required" // leaves a required parameter out
	InventedName    Fault = "invented_name"    // gives a parameter that the tool does not have
	WrongType       Fault = "wrong_type"       // gives a value that the parameter cannot have
	InventedValue   Fault = "invented_value"   // gives a value that nobody said or showed
	WrongValue      Fault = "wrong_value"      // gives a value that is not the right one, or leaves it out

	IncompleteQuestion Fault = "incomplete_question" // does not ask for everything that is missing
	LostIdentifier     Fault = "lost_identifier"     // the reply leaves out an identifier
	Contradiction      Fault = "contradiction"       // the reply states what no observation has
)

// NeedlessRead is no fault. It names what [Verdict.Notes] hold: an optional look-up that
// changes nothing and that no path has.
const NeedlessRead Fault = "needless_read"

// FaultGroup is what a fault is about.
type FaultGroup string

// The groups.
const (
	ToolFaults      FaultGroup = "tool"
	ParameterFaults FaultGroup = "parameter"
	TextFaults      FaultGroup = "text"
)

// Faults lists the faults group by group, in the order of reports.
func Faults() []Fault {
	return []Fault{RefusedToCall, InventedTool, MissedMissing, RedundantCall, CalledWithoutNeed, WrongTool, StoppedEarly,
		MissingRequired, InventedName, WrongType, InventedValue, WrongValue,
		IncompleteQuestion, LostIdentifier, Contradiction}
}

// Group is the group of a fault.
func (f Fault) Group() FaultGroup {
	switch f {
	case MissingRequired, InventedName, WrongType, InventedValue, WrongValue:
		return ParameterFaults
	case IncompleteQuestion, LostIdentifier, Contradiction:
		return TextFaults
	}
	return ToolFaults
}

// Verdict is the judgement of one prediction by a version. It is one line of the
// verdicts beside the predictions.
type Verdict struct {
	Entry   string `json:"entry"`
	Mission int    `json:"mission"` // index in the entry
	// Scored is false if nobody knows what the agent would have done. Then nothing
	// else is set, and the mission counts in no share.
	Scored  bool `json:"scored"`
	Correct bool `json:"correct"`
	// Optimal means correct in the least number of steps.
	Optimal bool `json:"optimal"`
	// Done is the number of nodes that were right before the first fault, and Of
	// the number of all nodes. Done/Of is the accomplished progress. Each version
	// decides what a node is.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Faults are what is wrong, in the order of the steps; empty if the prediction is
	// correct. Statistics count the first one.
	Faults []Found `json:"faults,omitempty"`
	// Notes are what is worth knowing but no fault, in the order of the steps: look-ups
	// beside the paths. A mission with a note is not optimal.
	Notes []Found `json:"notes,omitempty"`
}

// Found is one fault that was found.
type Found struct {
	Fault   Fault           `json:"fault"`
	Step    int             `json:"step"`               // index of the step
	Call    int             `json:"call"`               // index of the call in the step; -1 for none
	Node    int             `json:"node"`               // the node that was expected; -1 for none
	Pointer string          `json:"pointer,omitempty"`  // into the arguments, of parameter faults
	Given   json.RawMessage `json:"given,omitempty"`    // the value there
	Want    json.RawMessage `json:"expected,omitempty"` // the right value
	Detail  string          `json:"detail"`             // one line, for people
}
