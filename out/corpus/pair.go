package corpus

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

// Why says in which way the rejected side of a pair is worse.
type Why string

// The ways. A mission gives at most one pair of each.
const (
	// WhyPath: calls that could be made at once are made one after the other,
	// so that the path has more steps than are needed. Not with
	// [Options.Apart], which tells every path so.
	WhyPath Why = "path"
	// WhyRefused: a plan that the checker refused, against the one that it
	// accepted instead. Only plans that call tools can be told as messages.
	WhyRefused Why = "refused"
	// WhyIdentifier: an argument is the identifier of another listed thing.
	WhyIdentifier Why = "identifier"
	// WhyCorrected: an argument is what the user had said before correcting it.
	WhyCorrected Why = "corrected"
	// WhyFormat: an argument is the right value in the wrong format: a date in
	// words, a number as text.
	WhyFormat Why = "format"
	// WhyInvented: a call is made at once with an invented value where the user
	// has to be asked.
	WhyInvented Why = "invented"
	// WhyUnneeded: a tool is called where none is needed.
	WhyUnneeded Why = "unneeded"
	// WhyDropped: the closing reply leaves out an identifier.
	WhyDropped Why = "dropped"
)

// Whys lists the ways in the order in which the pairs of a mission come.
func Whys() []Why {
	return []Why{WhyPath, WhyRefused, WhyIdentifier, WhyCorrected, WhyFormat, WhyInvented, WhyUnneeded, WhyDropped}
}

// Pair is one preference: after the same chat, one way to go on that is proven
// to be right, and one that is proven to be wrong or worse.
type Pair struct {
	ID      string // of the entry, the number of the mission and why: "2-0007#2.format"
	System  string
	Context []Message // user first; what both sides go on from
	// Chosen and Rejected differ in their first message, which is the
	// assistant's, and that one alone makes the rejected side worse: a format
	// with room for one message takes the first. Only pairs for [WhyPath] have
	// more: the calls of the mission that are left, with what tools answer.
	Chosen, Rejected []Message
	Tools            []mission.Tool
	Entry            *mission.Entry
	Mission          int // index of the mission that the pair is about
	Why              Why
	Check            string // the check that the rejected side fails; see [proof.Checks]
	Detail           string // what is wrong with it, in a sentence without a full stop

	spoiled *mission.Mission // with the rejected side in the place of the chosen one; nil for [WhyRefused]
}

// UnprovenError says that an entry has no pairs because package proof refuses
// the entry itself.
type UnprovenError struct {
	Entry   string // its id
	Problem proof.Problem
}

// Error names the entry and the first check that fails.
func (e *UnprovenError) Error() string {
	return fmt.Sprintf("entry %s is not proven: %s", e.Entry, e.Problem)
}

// Pairer makes the pairs of many entries, and keeps what their toolsets have in
// common. It may be used by many goroutines at once.
type Pairer struct{ prover *proof.Prover }

// NewPairer makes a Pairer.
func NewPairer() *Pairer { return &Pairer{proof.New()} }

// Pairs makes the preference pairs of an entry, mission by mission and in the
// order of [Whys]. The chosen side is what the entry has. The rejected side is
// put into a copy of the entry in the place of the chosen one, and the pair
// counts only when a check of package proof fails there.
//
// The same entry and options give the same pairs. Of the options, [Options.Unit]
// and [Options.Loss] do not count: a pair is about one mission, and loss lies on
// what the assistant says in both its sides. The error is an *[UnprovenError]
// when the entry does not hold; other errors are those of [Examples] and of
// tools whose parameters are no schema.
func (p *Pairer) Pairs(e *mission.Entry, o Options) ([]Pair, error) {
	if problems := p.prover.Entry(e); len(problems) > 0 {
		return nil, &UnprovenError{e.ID, problems[0]}
	}
	prompt, err := system(o.System, e)
	if err != nil {
		return nil, err
	}
	x := pairing{entry: e, options: o, prover: p.prover}
	var list []Pair
	for i := range e.Missions {
		x.at, x.m = i, &e.Missions[i]
		if x.said, err = missionMessages(x.m, i, o); err != nil {
			return nil, fmt.Errorf("/missions/%d: %w", i, err)
		}
		first := len(list)
		for _, why := range Whys() {
			x.why, x.random = why, keyed.New(0, e.ID, keyed.Int(i), string(why))
			pair, err := x.pair()
			if err != nil {
				return nil, fmt.Errorf("/missions/%d: %w", i, err)
			}
			if pair == nil || slices.ContainsFunc(list[first:], pair.repeats) {
				continue
			}
			pair.ID, pair.System, pair.Tools = fmt.Sprintf("%s#%d.%s", e.ID, i+1, why), prompt, e.Toolset.Tools
			list = append(list, *pair)
		}
		x.before = append(x.before, x.said...)
	}
	return list, nil
}

// pairing is the work on the pairs of an entry.
type pairing struct {
	entry   *mission.Entry
	options Options
	prover  *proof.Prover
	before  []Message // of the missions before this one

	at     int // the mission
	m      *mission.Mission
	said   []Message // its messages
	why    Why
	random keyed.Rand // of the entry, the mission and why
}

// pair makes the pair for x.why; nil if the mission has none.
func (x *pairing) pair() (*Pair, error) {
	switch x.why {
	case WhyPath:
		return x.longer()
	case WhyRefused:
		return x.refused()
	case WhyIdentifier:
		return x.nearMiss(x.otherIdentifiers())
	case WhyCorrected:
		return x.nearMiss(x.beforeCorrection())
	case WhyFormat:
		return x.nearMiss(x.otherFormats())
	case WhyInvented:
		return x.invented()
	case WhyUnneeded:
		return x.unneeded()
	case WhyDropped:
		return x.dropped()
	}
	return nil, nil
}

// told makes a pair of a mission that goes another way from some message on, of
// which each side keeps as many messages as keep says of how many there are.
func (x *pairing) told(other *mission.Mission, check proof.Check, detail string, keep func(int) int) (*Pair, error) {
	bad, err := missionMessages(other, x.at, x.options)
	if err != nil {
		return nil, err
	}
	k := 0
	for k < len(bad) && k < len(x.said) && reflect.DeepEqual(bad[k], x.said[k]) {
		k++
	}
	chosen, rejected := x.said[k:], bad[k:]
	pair := x.sides(k, chosen[:keep(len(chosen))], rejected[:keep(len(rejected))], check, detail)
	if pair != nil {
		pair.spoiled = other
	}
	return pair, nil
}

// first keeps the message at which two sides part.
func first(n int) int { return min(n, 1) }

// sides makes a pair that parts at a message of the mission; nil when it does
// not part at a message of the assistant on both sides.
func (x *pairing) sides(part int, chosen, rejected []Message, check proof.Check, detail string) *Pair {
	if len(chosen) == 0 || len(rejected) == 0 || chosen[0].Role != Assistant || rejected[0].Role != Assistant || reflect.DeepEqual(chosen[0], rejected[0]) {
		return nil
	}
	return &Pair{
		Context: append(slices.Clone(x.before), x.said[:part]...), Chosen: trained(chosen), Rejected: trained(rejected),
		Entry: x.entry, Mission: x.at, Why: x.why, Check: string(check), Detail: detail,
	}
}

// trained copies messages; those of the assistant carry loss.
func trained(list []Message) []Message {
	list = slices.Clone(list)
	for i := range list {
		list[i].Train = list[i].Role == Assistant
	}
	return list
}

// repeats reports whether another pair rejects the same in the same place.
func (p *Pair) repeats(other Pair) bool {
	return len(p.Context) == len(other.Context) && reflect.DeepEqual(p.Rejected, other.Rejected)
}

// draft is a copy of the entry up to this mission, which may be changed: what
// comes later leans on what is replaced.
func (x *pairing) draft() (*mission.Entry, *mission.Mission) {
	e := *x.entry
	e.Missions = slices.Clone(e.Missions[:x.at+1])
	e.SwitchPath = slices.Clone(e.SwitchPath[:x.at+1])
	m := &e.Missions[x.at]
	m.Calls = slices.Clone(m.Calls)
	m.Dialogue = slices.Clone(m.Dialogue)
	return &e, m
}

// failing proves a draft and returns the first problem of the mission with one
// of the checks, or with any check when none is named. There is none either
// when a check of never fails: then the draft is wrong in a way that is not
// meant.
func (x *pairing) failing(e *mission.Entry, checks, never []proof.Check) *proof.Problem {
	problems := x.prover.Entry(e)
	for _, p := range problems {
		if slices.Contains(never, p.Check) {
			return nil
		}
	}
	for i, p := range problems {
		if p.Mission == x.at && (len(checks) == 0 || slices.Contains(checks, p.Check)) {
			return &problems[i]
		}
	}
	return nil
}

// only is failing, and nothing else may fail.
func (x *pairing) only(e *mission.Entry, checks ...proof.Check) *proof.Problem {
	problems := x.prover.Entry(e)
	for _, p := range problems {
		if !slices.Contains(checks, p.Check) || p.Mission != x.at {
			return nil
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return &problems[0]
}

// setArguments replaces the arguments of a call, also in the plan that makes it.
func setArguments(m *mission.Mission, call int, arguments json.RawMessage) {
	m.Calls[call].Arguments = arguments
	for _, mv := range movesOf(m) {
		k := slices.Index(mv.calls, call)
		if k < 0 {
			continue
		}
		plan := *m.Dialogue[mv.turn].Plan
		plan.ActionList = slices.Clone(plan.ActionList)
		if k < len(plan.ActionList) {
			plan.ActionList[k].Arguments = arguments
		}
		m.Dialogue[mv.turn].Plan = &plan
	}
}

// move is an accepted plan that makes calls.
type move struct {
	turn  int // of the planner
	calls []int
}

// movesOf lists the moves of a dialogue.
func movesOf(m *mission.Mission) []move {
	var list []move
	turn := -1
	for i, t := range m.Dialogue {
		switch {
		case t.Role == mission.RolePlanner:
			turn = i
		case t.Role != mission.RoleTool || turn < 0:
		case len(list) > 0 && list[len(list)-1].turn == turn: // answered again
			list[len(list)-1].calls = t.Calls
		default:
			list = append(list, move{turn, t.Calls})
		}
	}
	return list
}
