package mock

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/internal/nearest"
)

// Fault is a mistake that real endpoints or models make.
type Fault string

// The faults of transport: no answer, or one that is not a completion. They follow
// from the seed, the request and how often it was made, so that repeating a
// request succeeds in the end.
const (
	Status429      Fault = "429"       // too many requests, without Retry-After
	Status429After Fault = "429-after" // with Retry-After, in turn as seconds and as a date
	Status500      Fault = "500"       // internal error
	Hang           Fault = "hang"      // no answer until the client gives up or the server closes
	Reset          Fault = "reset"     // TCP reset in the place of an answer
	Cut            Fault = "cut"       // the connection ends in the middle of the body
)

// The faults of form. These and all below are faults of content: they follow only
// from the seed and the request (its trace and messages), so that the same request
// always gets the same answer. For tool calls, the arguments are garbage or cut
// off, or prose is added.
const (
	Garbage  Fault = "garbage"  // nothing that was asked for: nonsense, a refusal, broken JSON
	Prose    Fault = "prose"    // prose and a fence surround the JSON; a good client copes
	Truncate Fault = "truncate" // the content ends in the middle, finish_reason length
)

// The faults of a planner. They apply to plans and to tool calls, except for
// [InternalTool]: tool calls have no thought. For tool calls, [EarlyAnswer]
// replaces all calls with a text.
const (
	WrongTool       Fault = "wrong-tool"       // a name that is not offered
	WrongChoice     Fault = "wrong-choice"     // another tool that is offered
	ExtraArgument   Fault = "extra-argument"   // an argument that the tool does not have
	WrongType       Fault = "wrong-type"       // a value of another type
	MissingArgument Fault = "missing-argument" // a required argument is left out
	WrongValue      Fault = "wrong-value"      // another value, and a believable one
	Parallel        Fault = "parallel"         // a call of the next step stands beside the one it depends on
	InternalTool    Fault = "internal-tool"    // the thought names an internal tool or the checker
	EarlyAnswer     Fault = "early-answer"     // prepare_to_answer in the place of a call
)

// The faults of a tool.
const (
	Injection        Fault = "injection"         // an observation gives orders to the model
	Placeholder      Fault = "placeholder"       // "..." or "<name>" in the place of a value
	WrongObservation Fault = "wrong-observation" // a value is changed
)

// The faults of a user and of an AI.
const (
	Unsaid     Fault = "unsaid"     // user: a number, date or name is dropped or changed
	Leak       Fault = "leak"       // user, AI: the name of a tool is said
	Unfaithful Fault = "unfaithful" // AI: a number in the reply is changed
)

// group lists faults that apply to a role.
type group struct {
	role   Role // empty: every role
	faults []Fault
}

// contentGroups lists the faults of content in the order in which they are drawn.
func contentGroups() []group {
	return []group{
		{"", []Fault{Garbage, Prose, Truncate}},
		{Planner, []Fault{WrongTool, WrongChoice, ExtraArgument, WrongType, MissingArgument, WrongValue, Parallel, InternalTool, EarlyAnswer}},
		{Tool, []Fault{Injection, Placeholder, WrongObservation}},
		{User, []Fault{Unsaid, Leak}},
		{AI, []Fault{Leak, Unfaithful}},
	}
}

func transportFaults() []Fault {
	return []Fault{Status429, Status429After, Status500, Hang, Reset, Cut}
}

// contentFaults lists the faults that apply to a role.
func contentFaults(role Role) []Fault {
	var out []Fault
	for _, g := range contentGroups() {
		if g.role == "" || g.role == role {
			out = append(out, g.faults...)
		}
	}
	return out
}

// AllFaults lists the faults in a fixed order.
func AllFaults() []Fault {
	out := transportFaults()
	for _, g := range contentGroups() {
		for _, f := range g.faults {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// Faults gives each fault its share, from 0 to 1, of the requests that it applies
// to. A request has at most one fault of transport, and an answer at most one of
// content. If a fault cannot be applied to an answer (for example because there is
// no value to change), the answer stays as it is.
type Faults map[Fault]float64

// clone copies the shares above zero.
func (f Faults) clone() Faults {
	out := maps.Clone(f)
	maps.DeleteFunc(out, func(_ Fault, share float64) bool { return !(share > 0) })
	return out
}

// String writes the shares in the form that [ParseFaults] reads.
func (f Faults) String() string {
	var words []string
	for _, name := range AllFaults() {
		if share := f[name]; share > 0 {
			words = append(words, string(name)+":"+percent(share))
		}
	}
	return strings.Join(words, ",")
}

func percent(share float64) string { return strconv.FormatFloat(share*100, 'g', 12, 64) + "%" }

// FaultError says what is wrong with a list of faults.
type FaultError struct {
	Word    string // the part that is wrong
	Problem string
	Hint    string // what to do about it
}

// Error implements error.
func (e *FaultError) Error() string { return fmt.Sprintf("faults: %q: %s", e.Word, e.Problem) }

// ParseFaults reads shares such as "429:2%,500:1%,hang:0.5%". The name all means
// every fault, and later words override it: "all:2%,hang:0%". An empty text means
// no faults. Errors are of type *[FaultError].
func ParseFaults(text string) (Faults, error) {
	out := Faults{}
	if strings.TrimSpace(text) == "" {
		return out, nil
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		word := strings.TrimSpace(part)
		name, amount, _ := strings.Cut(word, ":")
		name = strings.TrimSpace(name)
		if name != "all" && !slices.Contains(AllFaults(), Fault(name)) {
			return nil, unknownFault(word, name)
		}
		share, err := parseShare(word, name, strings.TrimSpace(amount))
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, &FaultError{word, name + " is given twice", "give each fault once"}
		}
		if name == "all" && len(seen) > 0 {
			return nil, &FaultError{word, "all overrides the words before it", "write it first"}
		}
		seen[name] = true
		if name != "all" {
			out[Fault(name)] = share
			continue
		}
		for _, f := range AllFaults() {
			out[f] = share
		}
	}
	if err := out.tooMuch(text); err != nil {
		return nil, err
	}
	return out, nil
}

func parseShare(word, name, amount string) (float64, error) {
	number, ok := strings.CutSuffix(amount, "%")
	if !ok {
		return 0, &FaultError{word, "the share must be in per cent", fmt.Sprintf("write %s:2%%", name)}
	}
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(share) || share < 0 || share > 100 {
		return 0, &FaultError{word, amount + " is not a share", "shares go from 0% to 100%"}
	}
	return share / 100, nil
}

func unknownFault(word, name string) error {
	var names []string
	for _, f := range AllFaults() {
		names = append(names, string(f))
	}
	hint := "the faults are " + strings.Join(names, ", ") + "; all means every one"
	if near := nearest.Name(name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	if name == "" {
		return &FaultError{word, "the name of a fault is missing", hint}
	}
	return &FaultError{word, "there is no such fault", hint}
}

// tooMuch refuses shares that add up to more than 1: a request has at most one
// fault.
func (f Faults) tooMuch(text string) error {
	check := func(what string, list []Fault) error {
		sum := 0.0
		for _, name := range list {
			sum += f[name]
		}
		if sum > 1+1e-9 {
			return &FaultError{text, fmt.Sprintf("%s would have faults in %s of the cases", what, percent(sum)), "make the shares smaller"}
		}
		return nil
	}
	if err := check("the transport", transportFaults()); err != nil {
		return err
	}
	for _, role := range []Role{User, Planner, Tool, AI, ""} {
		what := "answers of the role " + string(role)
		if role == "" {
			what = "answers"
		}
		if err := check(what, contentFaults(role)); err != nil {
			return err
		}
	}
	return nil
}

// draw chooses at most one of the faults, each with its share of the values of u.
func (f Faults) draw(list []Fault, u float64) Fault {
	for _, name := range list {
		if u -= f[name]; u < 0 {
			return name
		}
	}
	return ""
}

func (s *Server) drawTransport(q *request) Fault {
	if !s.breaks {
		return "" // and nothing to remember
	}
	turn := s.counts.turn(q)
	r := keyed.New(s.cfg.Seed^q.identity, "transport", keyed.Int(turn))
	return s.cfg.Faults.draw(transportFaults(), r.Float64())
}

// spoil injects the fault that is drawn for an answer, if any.
func (s *Server) spoil(q *request, index int, a *Answer) (*Answer, Fault) {
	r := keyed.New(s.cfg.Seed^q.identity, "content", keyed.Int(index))
	f := s.cfg.Faults.draw(contentFaults(a.Role), r.Float64())
	if f == "" || f == EarlyAnswer && q.MustCall {
		return a, ""
	}
	now := *a
	if len(now.Tools) == 0 {
		now.Tools = q.Tools
	}
	if len(now.Calls) > 0 {
		if with, ok := spoilCalls(f, &now, r); ok {
			return with, f
		}
		return a, ""
	}
	text, ok := spoilt(f, &now, r)
	if !ok {
		return a, ""
	}
	now.Text = text
	return &now, f
}
