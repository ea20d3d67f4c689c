package corpus

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/internal/prose"
	"switchyard/mission"
	"switchyard/proof"
)

// Reasons for which only plans are refused. They give no pairs: a rejected side would
// need words or observations that the entry does not contain.
const (
	// WhyEarly: a call is made together with one that it has to wait for.
	WhyEarly Why = "early"
	// WhyClosed: the mission is closed before all calls are made.
	WhyClosed Why = "closed"
	// WhyAsked: the user is asked for what the request says.
	WhyAsked Why = "asked"
)

// RefusalWhys lists the reasons for which plans are refused.
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

// Refusal is a plan that a checker has to refuse: an accepted plan of an entry, spoiled
// so that the entry with it fails a check.
type Refusal struct {
	Mission int // its index in the entry
	Turn    int // the planner's turn in the dialogue whose plan this one replaces
	Plan    *mission.Plan
	Why     Why
	Check   string // the check that fails; see [proof.Checks]
	Detail  string // what is wrong: a sentence without a full stop
	Advice  string // what to do instead, likewise
	// Entry is the entry up to the mission, as if the plan had been accepted. It
	// fails Check.
	Entry *mission.Entry
}

// Reasons returns what a checker says to the plan: the check that fails, what is wrong,
// and what to do instead.
func (r *Refusal) Reasons() []string {
	return []string{fmt.Sprintf("%s: %s.", r.Check, r.Detail), capital(r.Advice) + "."}
}

// Refusals makes plans to refuse from the accepted plans of an entry, in the order of the
// dialogue. It stops when there are as many refused plans as accepted ones, counting those
// that the entry's own checker refused. If more are possible, the reasons take turns, in an
// order that follows from the entry's id. Plans that need newly written text exist only
// for entries in English.
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

// verdicts returns how many more plans of a mission were accepted than refused.
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

// chosen takes one refusal for each reason in turn, up to the given number.
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

// refusal makes the refusal for x.why, or nil if the mission has none.
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
		return nil, nil // what is wrong is not a plan
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

// paired uses the rejected side of a preference pair.
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

// closed closes the mission instead of making some calls: the first ones only if there
// are no others.
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
	for _, k := range x.random.Perm(len(x.m.Calls[0].Sources)) {
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

// phrased gives the plan at a turn the words of the plan that it replaces, as far as they
// fit, so that its tone does not give it away. It reports false if other words are
// needed in a language that has none.
func (x *pairing) phrased(m *mission.Mission, turn int) bool {
	switch x.why {
	case WhyPath, WhyEarly, WhyUnneeded, WhyAsked:
	default:
		return true // the plan has the words of a plan of the entry already
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
		plan.Plan = "Now use " + prose.Join(tools) + "."
		if len(later) > 0 {
			plan.Plan += " Afterwards use " + prose.Join(later) + "."
		}
	case WhyEarly:
		plan.Thought = withoutOrder(was.Thought)
		plan.Plan = "Now use at the same time " + prose.Join(tools) + "."
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

// orders are words that a plan uses for the order of calls.
var orders = []string{"same time", "one after the other", "at once", "parallel", "serial", "wait"}

// withoutOrder removes the sentences about the order of calls.
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
