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

// Why says why the rejected side of a pair is worse.
type Why string

// The reasons. A mission gives at most one pair for each.
const (
	// WhyPath: calls that could be made at once are made one after the other, so
	// the path has more steps than it needs. There are no such pairs with
	// [Options.Apart], where every path is like that.
	WhyPath Why = "path"
	// WhyRefused: a plan that the checker refused, against the one that it
	// accepted instead. Only plans that call tools can become messages.
	WhyRefused Why = "refused"
	// WhyIdentifier: an argument is the identifier of another listed thing.
	WhyIdentifier Why = "identifier"
	// WhyCorrected: an argument is what the user said before correcting it.
	WhyCorrected Why = "corrected"
	// WhyFormat: an argument is the right value in the wrong format, such as a date
	// in words or a number as text.
	WhyFormat Why = "format"
	// WhyInvented: a call is made with an invented value, although the user has to
	// be asked.
	WhyInvented Why = "invented"
	// WhyUnneeded: a tool is called although none is needed.
	WhyUnneeded Why = "unneeded"
	// WhyDropped: the closing reply leaves out an identifier.
	WhyDropped Why = "dropped"
)

// Whys lists the reasons in the order of the pairs of a mission.
func Whys() []Why {
	return []Why{WhyPath, WhyRefused, WhyIdentifier, WhyCorrected, WhyFormat, WhyInvented, WhyUnneeded, WhyDropped}
}

// Pair is one preference: two continuations of the same chat, of which one is proven
// to be right and the other to be wrong or worse.
type Pair struct {
	ID      string // entry, number of the mission, and why: "2-0007#2.format"
	System  string
	Context []Message // the chat that both sides continue; the user's message first
	// Chosen and Rejected differ in their first message, which is the assistant's.
	// That message alone makes the rejected side worse, so a format with room for
	// one message takes the first. Only pairs for [WhyPath] have more: the remaining
	// calls of the mission, with the answers of the tools.
	Chosen, Rejected []Message
	Tools            []mission.Tool
	Entry            *mission.Entry
	Mission          int // the index of the mission that the pair is about
	Why              Why
	Check            string // the check that the rejected side fails; see [proof.Checks]
	Detail           string // what is wrong with it: a sentence without a full stop

	spoiled *mission.Mission // the mission with the rejected side instead of the chosen one; nil for [WhyRefused]
}

// UnprovenError says that an entry has no pairs because package proof refuses it.
type UnprovenError struct {
	Entry   string // its id
	Problem proof.Problem
}

// Error names the entry and the first check that fails.
func (e *UnprovenError) Error() string {
	return fmt.Sprintf("entry %s is not proven: %s", e.Entry, e.Problem)
}

// Pairer makes the pairs of many entries. It caches the compiled schemas of their
// toolsets, and may be used by many goroutines at once.
type Pairer struct{ prover *proof.Prover }

// NewPairer makes a Pairer.
func NewPairer() *Pairer { return &Pairer{proof.New()} }

// Pairs makes the preference pairs of an entry, mission by mission and in the order of
// [Whys]. The chosen side is that of the entry. There is a pair only if a copy of the
// entry with the rejected side instead of the chosen one fails a check of package proof.
//
// The same entry and options give the same pairs. [Options.Unit] and [Options.Loss] have
// no effect: a pair is about one mission, and every turn of the assistant carries loss on
// both sides. The error is an *[UnprovenError] if the entry is not proven. Other errors
// are those of [Examples], and of tools whose parameters are not a schema.
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
	random keyed.Rand // seeded by the entry, the mission and why
}

// pair makes the pair for x.why, or nil if the mission has none.
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

// told makes a pair from a version of the mission that is different from some message
// on. Given the number of messages of a side, keep returns how many the pair keeps.
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

// first keeps only the message at which two sides part.
func first(n int) int { return min(n, 1) }

// sides makes a pair that parts at a message of the mission, or nil if that is not a
// message of the assistant on both sides.
func (x *pairing) sides(part int, chosen, rejected []Message, check proof.Check, detail string) *Pair {
	if len(chosen) == 0 || len(rejected) == 0 || chosen[0].Role != Assistant || rejected[0].Role != Assistant || reflect.DeepEqual(chosen[0], rejected[0]) {
		return nil
	}
	return &Pair{
		Context: append(slices.Clone(x.before), x.said[:part]...), Chosen: trained(chosen), Rejected: trained(rejected),
		Entry: x.entry, Mission: x.at, Why: x.why, Check: string(check), Detail: detail,
	}
}

// trained copies messages and puts loss on those of the assistant.
func trained(list []Message) []Message {
	list = slices.Clone(list)
	for i := range list {
		list[i].Train = list[i].Role == Assistant
	}
	return list
}

// repeats reports whether another pair rejects the same messages in the same place.
func (p *Pair) repeats(other Pair) bool {
	return len(p.Context) == len(other.Context) && reflect.DeepEqual(p.Rejected, other.Rejected)
}

// draft returns a copy of the entry that may be changed. It ends with this mission,
// because later ones may refer to what is replaced.
func (x *pairing) draft() (*mission.Entry, *mission.Mission) {
	e := *x.entry
	e.Missions = slices.Clone(e.Missions[:x.at+1])
	e.SwitchPath = slices.Clone(e.SwitchPath[:x.at+1])
	m := &e.Missions[x.at]
	m.Calls = slices.Clone(m.Calls)
	m.Dialogue = slices.Clone(m.Dialogue)
	return &e, m
}

// failing proves a draft and returns the first problem of the mission with one of the
// checks, or with any check if none is named. If a check of never fails, it returns
// nil, because then the draft is wrong in another way than intended.
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

// only is like failing, but no other check may fail.
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

// setArguments replaces the arguments of a call, and those in the plan that makes it.
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
