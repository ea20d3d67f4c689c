package corpus

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

// Ways in which only plans are wrong: nobody has put into words what would be said
// or answered then.
const (
	// WhyEarly: a call is made together with one that it has to wait for.
	WhyEarly Why = "early"
	// WhyClosed: the mission is closed while calls are left.
	WhyClosed Why = "closed"
	// WhyAsked: the user is asked for what the request says.
	WhyAsked Why = "asked"
)

// RefusalWhys lists the ways in which plans are wrong.
func RefusalWhys() []Why {
	return []Why{WhyPath, WhyEarly, WhyIdentifier, WhyCorrected, WhyFormat, WhyInvented, WhyUnneeded, WhyClosed, WhyAsked}
}

// advices say what to do instead.
var advices = map[Why]string{
	WhyPath:       "make calls at once that do not need each other",
	WhyEarly:      "make a call only when what it waits for has been answered",
	WhyIdentifier: "take the one that the user means",
	WhyCorrected:  "take what the user said last",
	WhyFormat:     "write the value as the tool takes it",
	WhyInvented:   "ask the user for what is missing",
	WhyUnneeded:   "answer without a tool",
	WhyClosed:     "make the calls that are left before you answer",
	WhyAsked:      "use what was said instead of asking for it",
}

// Refusal is a plan that a checker has to refuse: one that the checker of an entry
// accepted, spoiled so that the entry does not hold with it any more.
type Refusal struct {
	Mission int // index in the entry
	Turn    int // of the dialogue: the planner's, in the place of whose plan this one stands
	Plan    *mission.Plan
	Why     Why
	Check   string // the check that fails; see [proof.Checks]
	Detail  string // what is wrong, in a sentence without a full stop
	Advice  string // what to do instead, likewise
	// Entry is the entry up to the mission as it would be had the plan been
	// accepted. It fails Check.
	Entry *mission.Entry
}

// Reasons are what a checker says to the plan: the check that fails with what is
// wrong, and what to do instead.
func (r *Refusal) Reasons() []string {
	return []string{fmt.Sprintf("%s: %s.", r.Check, r.Detail), capital(r.Advice) + "."}
}

// Refusals makes plans to refuse of the accepted plans of an entry, in the order of
// the dialogue: with those that its checker has refused no more than it accepted.
// Where there are more, all ways come in turn, in an order that follows from the id
// of the entry. Plans that need words of their own are there in English alone.
//
// The same entry gives the same plans. The errors are those of [Pairer.Pairs].
func (p *Pairer) Refusals(e *mission.Entry) ([]Refusal, error) {
	if problems := p.prover.Entry(e); len(problems) > 0 {
		return nil, &UnprovenError{e.ID, problems[0]}
	}
	x := pairing{entry: e, prover: p.prover}
	most := 0
	byWhy := make(map[Why][]Refusal)
	for i := range e.Missions {
		x.at, x.m = i, &e.Missions[i]
		most += verdicts(x.m)
		var err error
		if x.said, err = missionMessages(x.m, i, x.options); err != nil {
			return nil, fmt.Errorf("/missions/%d: %w", i, err)
		}
		var found []Refusal
		for _, why := range RefusalWhys() {
			x.why, x.random = why, keyed.New(0, e.ID, keyed.Int(i), string(why))
			r, err := x.refusal()
			if err != nil {
				return nil, fmt.Errorf("/missions/%d: %w", i, err)
			}
			if r == nil || slices.ContainsFunc(found, r.repeats) {
				continue
			}
			found = append(found, *r)
			byWhy[why] = append(byWhy[why], *r)
		}
	}
	return chosen(e.ID, byWhy, most), nil
}

// verdicts is how many more plans of a mission were accepted than refused.
func verdicts(m *mission.Mission) (n int) {
	for i, t := range m.Dialogue {
		switch {
		case t.Role != mission.RoleChecker || i == 0 || m.Dialogue[i-1].Role != mission.RolePlanner || t.Accepted == nil:
		case *t.Accepted:
			n++
		default:
			n--
		}
	}
	return n
}

// chosen takes one refusal of each way in turn, as many as may be.
func chosen(id string, byWhy map[Why][]Refusal, most int) []Refusal {
	random := keyed.New(0, id, "refusals")
	whys := keyed.Shuffled(random, RefusalWhys())
	for _, why := range whys {
		byWhy[why] = keyed.Shuffled(random, byWhy[why])
	}
	var list []Refusal
	for turn, more := 0, true; more; turn++ {
		more = false
		for _, why := range whys {
			if turn < len(byWhy[why]) && len(list) < most {
				list, more = append(list, byWhy[why][turn]), true
			}
		}
	}
	order := RefusalWhys()
	slices.SortFunc(list, func(a, b Refusal) int {
		return cmp.Or(a.Mission-b.Mission, a.Turn-b.Turn, slices.Index(order, a.Why)-slices.Index(order, b.Why))
	})
	return list
}

// repeats reports whether another refusal is of the same plan.
func (r *Refusal) repeats(other Refusal) bool {
	return r.Turn == other.Turn && reflect.DeepEqual(r.Plan.ActionList, other.Plan.ActionList)
}

// spoiling is a mission with a wrong plan.
type spoiling struct {
	entry  *mission.Entry // up to the mission
	check  proof.Check
	detail string
}

// refusal makes the refusal for x.why; nil if the mission has none.
func (x *pairing) refusal() (*Refusal, error) {
	var (
		s   *spoiling
		err error
	)
	switch x.why {
	case WhyEarly:
		s, err = x.early()
	case WhyClosed:
		s = x.closed()
	case WhyAsked:
		s, err = x.asked()
	default:
		s, err = x.paired()
	}
	if s == nil || err != nil {
		return nil, err
	}
	m := &s.entry.Missions[x.at]
	turn := 0
	for turn < len(m.Dialogue) && turn < len(x.m.Dialogue) && reflect.DeepEqual(m.Dialogue[turn], x.m.Dialogue[turn]) {
		turn++
	}
	if turn >= min(len(m.Dialogue), len(x.m.Dialogue)) || m.Dialogue[turn].Plan == nil || x.m.Dialogue[turn].Plan == nil {
		return nil, nil // it is not a plan that is wrong
	}
	if !x.phrased(m, turn) {
		return nil, nil
	}
	if !slices.ContainsFunc(x.prover.Entry(s.entry), func(p proof.Problem) bool { return p.Check == s.check && p.Mission == x.at }) {
		return nil, nil
	}
	return &Refusal{Mission: x.at, Turn: turn, Plan: m.Dialogue[turn].Plan, Why: x.why, Check: string(s.check), Detail: s.detail,
		Advice: advices[x.why], Entry: s.entry}, nil
}

// paired takes the rejected side of a preference pair.
func (x *pairing) paired() (*spoiling, error) {
	pair, err := x.pair()
	if pair == nil || pair.spoiled == nil || err != nil {
		return nil, err
	}
	e, m := x.draft()
	*m, e.SwitchPath[x.at] = *pair.spoiled, pair.spoiled.Type
	return &spoiling{e, proof.Check(pair.Check), pair.Detail}, nil
}

// early makes a call together with one that it has to wait for.
func (x *pairing) early() (*spoiling, error) {
	graph, err := graphOf(x.m)
	if err != nil {
		return nil, err
	}
	moves := movesOf(x.m)
	type haste struct{ move, call, waits int }
	var all []haste
	for k := 1; k < len(moves); k++ {
		for _, c := range moves[k].calls {
			for _, d := range graph.Deps(c) {
				if slices.Contains(moves[k-1].calls, d) {
					all = append(all, haste{k - 1, c, d})
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	h := keyed.Pick(x.random, all)
	steps := [][]int{append(slices.Clone(moves[h.move].calls), h.call)}
	for _, mv := range moves[h.move+1:] {
		if left := slices.DeleteFunc(slices.Clone(mv.calls), func(c int) bool { return c == h.call }); len(left) > 0 {
			steps = append(steps, left)
		}
	}
	e, m := x.draft()
	walk(m, moves[h.move].turn, steps)
	problem := x.only(e, proof.DialogueTrajectory)
	if problem == nil {
		return nil, nil
	}
	return &spoiling{e, problem.Check, fmt.Sprintf("%s is called together with %s, which it has to wait for", m.Calls[h.call].Tool, m.Calls[h.waits].Tool)}, nil
}

// closed closes the mission in the place of calls, of the first ones only where
// there are no others.
func (x *pairing) closed() *spoiling {
	moves := movesOf(x.m)
	if len(moves) == 0 {
		return nil
	}
	at := moves[0]
	if len(moves) > 1 {
		at = keyed.Pick(x.random, moves[1:])
	}
	e, m := x.draft()
	walk(m, at.turn, nil)
	problem := x.only(e, proof.DialogueTrajectory)
	if problem == nil {
		return nil
	}
	return &spoiling{e, problem.Check, fmt.Sprintf("%s is still to be called", m.Calls[at.calls[0]].Tool)}
}

// asked asks the user for something that the request says.
func (x *pairing) asked() (*spoiling, error) {
	moves := movesOf(x.m)
	if x.m.Type != mission.Single || len(x.m.Calls) != 1 || len(moves) != 1 {
		return nil, nil
	}
	schema, err := x.parametersOf(x.m.Calls[0].Tool)
	if err != nil {
		return nil, err
	}
	yes := true
	for _, k := range keyed.Shuffled(x.random, indexes(x.m.Calls[0].Sources)) {
		source := x.m.Calls[0].Sources[k]
		name := nameOf(source.Pointer)
		if source.Kind != mission.FromQuery && source.Said != mission.FromQuery || !slices.Contains(schema.Required, name) {
			continue
		}
		e, m := x.draft()
		m.Type, e.SwitchPath[x.at] = mission.Clarify, mission.Clarify
		call := &m.Calls[0]
		call.Sources = slices.Clone(call.Sources)
		if source.Kind == mission.FromQuery {
			call.Sources[k].Kind = mission.FromReply
		} else {
			call.Sources[k].Said = mission.FromReply
		}
		noun := strings.ReplaceAll(name, "_", " ")
		m.Questions = []mission.Question{{Tool: call.Tool, Missing: []string{name}, Text: "What is the " + noun + "?", Reply: capital(source.Text) + ".", Complete: true}}
		arguments, err := json.Marshal(mission.Asked{Tool: call.Tool, Missing: m.Questions[0].Missing})
		if err != nil {
			return nil, err
		}
		plan := &mission.Plan{MissionFinish: "no",
			Thought:    fmt.Sprintf("This needs one tool: %s. Missing and not to be derived: %s.", call.Tool, name),
			Plan:       fmt.Sprintf("Ask the user for the %s, then use %s.", noun, call.Tool),
			ActionList: []mission.Action{{Name: mission.AskTool, Arguments: arguments, Purpose: "Get the " + noun + " from the user."}}}
		m.Dialogue = slices.Insert(m.Dialogue, moves[0].turn, mission.Turn{Role: mission.RolePlanner, Plan: plan}, mission.Turn{Role: mission.RoleChecker, Accepted: &yes},
			mission.Turn{Role: mission.RoleAI, Text: m.Questions[0].Text}, mission.Turn{Role: mission.RoleUser, Text: m.Questions[0].Reply})
		if problem := x.failing(e, []proof.Check{proof.ClarifySaid}, misfits); problem != nil {
			return &spoiling{e, problem.Check, fmt.Sprintf("%s is asked for, and the request says %q", name, source.Text)}, nil
		}
	}
	return nil, nil
}

func indexes[T any](list []T) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

// phrased gives the plan at a turn the words of the one in whose place it stands, as
// far as they can be said of it: a plan must not be told by its tone. It is false
// where other words are needed, in a language in which there are none.
func (x *pairing) phrased(m *mission.Mission, turn int) bool {
	switch x.why {
	case WhyPath, WhyEarly, WhyUnneeded, WhyAsked:
	default:
		return true // the words are those of a plan of the entry
	}
	if !strings.HasPrefix(x.entry.Environment.Locale, "en") {
		return false
	}
	was, plan := x.m.Dialogue[turn].Plan, *m.Dialogue[turn].Plan
	var tools, later []string
	for _, a := range plan.ActionList {
		tools = append(tools, a.Name)
	}
	for _, a := range was.ActionList {
		if !slices.Contains(tools, a.Name) {
			later = append(later, a.Name)
		}
	}
	switch x.why {
	case WhyPath:
		plan.Thought = withoutOrder(was.Thought)
		plan.Plan = "Now use " + enumerated(tools) + "."
		if len(later) > 0 {
			plan.Plan += " Afterwards use " + enumerated(later) + "."
		}
	case WhyEarly:
		plan.Thought = withoutOrder(was.Thought)
		plan.Plan = "Now use at the same time " + enumerated(tools) + "."
	case WhyUnneeded:
		plan.Thought = "One call of one tool solves this: " + tools[0] + "."
		plan.Plan = "Now use " + tools[0] + ". Then give the user the result."
	}
	if plan.Thought == "" {
		plan.Thought = plan.Plan
	}
	m.Dialogue[turn].Plan = &plan
	return true
}

// orders are words with which a plan speaks of the order of calls.
var orders = []string{"same time", "one after the other", "at once", "parallel", "serial", "wait"}

// withoutOrder leaves out the sentences that speak of the order of calls.
func withoutOrder(thought string) string {
	var kept []string
	for sentence := range strings.SplitSeq(strings.TrimSuffix(thought, "."), ". ") {
		lower := strings.ToLower(sentence)
		if !slices.ContainsFunc(orders, func(w string) bool { return strings.Contains(lower, w) }) {
			kept = append(kept, sentence)
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return strings.Join(kept, ". ") + "."
}

// enumerated is "a, b and c".
func enumerated(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}
