package eval

import "encoding/json"

// Version names a way to judge predictions. A version never changes what it
// says; a better way gets a new name.
type Version string

// The versions (docs/scoring.md).
const (
	MMTB1   Version = "mmtb-1"   // as the Multi-Mission Tool Bench scores
	Strict1 Version = "strict-1" // arguments mean the same, and texts do what they have to
	// Judged1 is Strict1 with the opinion of a model on texts in the place of
	// rules. It is there only where a model was asked.
	Judged1 Version = "judged-1"
	// Session1 judges sessions, in which the agent lives with its own history
	// (docs/sessions.md), by what they came to.
	Session1 Version = "session-1"
)

// Versions lists the versions of the step mode that need no model, the stricter
// one last.
func Versions() []Version { return []Version{MMTB1, Strict1} }

// Fault is the kind of an error.
type Fault string

// The faults: of the choice of tools, of the parameters, and of texts. Those of
// texts are found by [Strict1] alone.
const (
	RefusedToCall     Fault = "refused_to_call"     // says something at once where tools are needed
	InventedTool      Fault = "invented_tool"       // calls a tool that is not offered
	MissedMissing     Fault = "missed_missing"      // calls where it has to ask for what is missing
	RedundantCall     Fault = "redundant_call"      // calls a tool once more than is needed
	CalledWithoutNeed Fault = "called_without_need" // calls a tool where none is needed
	WrongTool         Fault = "wrong_tool"          // calls another tool, or one before its time
	StoppedEarly      Fault = "stopped_early"       // replies before everything is done

	MissingRequired Fault = "missing_required" // leaves a required parameter out
	InventedName    Fault = "invented_name"    // gives a parameter that the tool does not have
	WrongType       Fault = "wrong_type"       // gives a value that the parameter cannot have
	InventedValue   Fault = "invented_value"   // gives a value that nobody said or showed
	WrongValue      Fault = "wrong_value"      // gives another value than the right one, or leaves it out

	IncompleteQuestion Fault = "incomplete_question" // does not ask for everything that is missing
	LostIdentifier     Fault = "lost_identifier"     // the reply leaves out an identifier
	Contradiction      Fault = "contradiction"       // the reply states what no observation has
)

// FaultGroup is what a fault is about.
type FaultGroup string

// The groups.
const (
	ToolFaults      FaultGroup = "tool"
	ParameterFaults FaultGroup = "parameter"
	TextFaults      FaultGroup = "text"
)

// Faults lists the faults group by group, in the order in which they are told.
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

// Verdict is what a version says of one prediction. It is one line of the
// verdicts beside the predictions.
type Verdict struct {
	Entry   string `json:"entry"`
	Mission int    `json:"mission"` // index in the entry
	// Scored is false when nothing is known about what the agent would have
	// done. Then nothing else is set, and the mission counts in no share.
	Scored  bool `json:"scored"`
	Correct bool `json:"correct"`
	// Optimal: correct, in the least number of steps.
	Optimal bool `json:"optimal"`
	// Done of Of nodes were right before the first fault: the accomplished
	// progress. What counts as a node is the version's business.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Faults are what is wrong, the first one first; it is the one that counts
	// in the taxonomy. Empty when the prediction is correct.
	Faults []Found `json:"faults,omitempty"`
}

// Found is one fault that was found.
type Found struct {
	Fault   Fault           `json:"fault"`
	Step    int             `json:"step"`               // index of the step
	Call    int             `json:"call"`               // index of the call in the step; -1 when none is meant
	Node    int             `json:"node"`               // the node that was expected; -1 when none is meant
	Pointer string          `json:"pointer,omitempty"`  // into the arguments, of parameter faults
	Given   json.RawMessage `json:"given,omitempty"`    // the value there
	Want    json.RawMessage `json:"expected,omitempty"` // the right value
	Detail  string          `json:"detail"`             // one line, for people
}
