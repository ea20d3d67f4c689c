package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/internal/grammar"
	"switchyard/mission"
	"switchyard/schemas"
)

// The checks of sessions. Texts are proved by the checks of entries that begin with "text.".
const (
	SessionSchema    Check = "session.schema"
	SessionWorkflow  Check = "session.workflow"
	SessionPlace     Check = "session.place"
	SessionAct       Check = "session.act"
	SessionEdge      Check = "session.edge"
	SessionSlots     Check = "session.slots"
	SessionSaid      Check = "session.said"
	SessionPicked    Check = "session.picked"
	SessionArguments Check = "session.arguments"
	SessionSource    Check = "session.source"
	SessionBefore    Check = "session.before"
	SessionResult    Check = "session.result"
	SessionTold      Check = "session.told"
	SessionOOW       Check = "session.oow"
	SessionGoals     Check = "session.goals"
	SessionEnd       Check = "session.end"
	SessionAside     Check = "session.aside"
)

// SessionChecks lists the checks of sessions with their meaning. Group is 0.
func SessionChecks() []CheckInfo {
	return []CheckInfo{
		{SessionSchema, 0, "the session fits its schema"},
		{SessionWorkflow, 0, "the workflows of the session name only what there is"},
		{SessionPlace, 0, "an exchange begins at the node at which the one before ended"},
		{SessionAct, 0, "the assistant does at each node what the workflow says"},
		{SessionEdge, 0, "the conversation goes on at the node that the results and the words of the user lead to"},
		{SessionSlots, 0, "the user gives what was asked for, or what belongs to the wish"},
		{SessionSaid, 0, "the words of the user yield the values of the slots"},
		{SessionPicked, 0, "the words of the user pick the thing from the list that was shown"},
		{SessionArguments, 0, "the arguments of a call are those that the workflow says, and fit the tool"},
		{SessionSource, 0, "the source of each argument is where its value was said or returned"},
		{SessionBefore, 0, "what a call needs to come first has succeeded before"},
		{SessionResult, 0, "what a call returned fits the tool"},
		{SessionTold, 0, "the assistant tells the results that it shows, with their identifiers"},
		{SessionOOW, 0, "when the user leaves the workflow, the conversation goes on where the rules say"},
		{SessionGoals, 0, "the goals of a run are the changes that it made and the results that it told"},
		{SessionEnd, 0, "a run ends at an end of its workflow, or at the wish of the user before anything was done"},
		{SessionAside, 0, "a run without a workflow is one mission, which is proved as entries are"},
	}
}

// SessionBytes proves one line of sessions.jsonl. The session is nil if the line is none.
func (p *Prover) SessionBytes(line []byte) (*session.Session, []Problem) {
	set, err := schemas.Load()
	if err != nil {
		return nil, []Problem{{SessionSchema, -1, "", err.Error()}}
	}
	var problems []Problem
	for _, v := range set.Validate(schemas.Session, line) {
		problems = append(problems, Problem{SessionSchema, -1, v.Pointer, v.Message})
	}
	var s session.Session
	if err := schemas.Unmarshal(line, &s); err != nil {
		if len(problems) == 0 {
			problems = append(problems, Problem{SessionSchema, -1, "", oneLine(err.Error())})
		}
		return nil, problems
	}
	if len(problems) > 0 {
		return &s, problems
	}
	return &s, p.Session(&s)
}

// Session proves everything about a session except that its JSON fits the schema. It walks the
// workflows again, from what was said and returned alone.
func (p *Prover) Session(s *session.Session) []Problem {
	w := &walker{s: s, v: p.newView(shadow(s)), flows: make([]*graph, len(s.Workflows))}
	for i := range s.Workflows {
		w.flows[i] = w.graph(i)
	}
	if len(w.v.problems) > 0 {
		return w.v.problems
	}
	w.prover = p
	for at := 0; at < len(s.Exchanges); {
		at = w.run(at)
		if at < 0 {
			break
		}
	}
	w.texts()
	return w.v.problems
}

// shadow is an entry with a mission for each exchange, so that what is proved of missions can be
// proved of exchanges.
func shadow(s *session.Session) *mission.Entry {
	e := &mission.Entry{Format: mission.FormatEntry, ID: s.ID, Environment: s.Environment, Persona: s.Persona, Toolset: s.Toolset}
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		m := mission.Mission{Request: ex.User, Reply: ex.Reply}
		for _, c := range ex.Calls {
			m.Calls = append(m.Calls, mission.Call{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Observation: c.Observation})
		}
		e.Missions = append(e.Missions, m)
	}
	return e
}

// graph is a workflow with its names resolved.
type graph struct {
	*session.Workflow
	nodes map[string]*session.Node
	slots map[string]*session.Slot
}

// walker walks a session again.
type walker struct {
	s     *session.Session
	v     *view
	flows []*graph

	prover *Prover

	// Of the run under way.
	g       *graph
	at      int // the exchange
	slots   map[string]*slotFact
	results map[string]*callFact
	done    map[string]bool // tools that have succeeded
	changed int             // the number of the last call that changed something; 0 if none did
	calls   []*callFact     // in their order
	wishes  []wishFact
	place   string // the node at which the conversation stands
}

type slotFact struct {
	value    any
	exchange int
	order    int // the number of calls made before it was said
}

type callFact struct {
	node           *session.Node
	refused        bool
	changes        bool
	observation    any
	exchange, call int
	order          int // from 1
}

// wishFact is a wish that was fulfilled: an edge that the user decided.
type wishFact struct {
	node  *session.Node
	edge  *session.Edge
	order int // the number of calls made before
}

func (w *walker) bad(check Check, pointer, format string, args ...any) {
	w.v.problems = append(w.v.problems, Problem{check, w.at, fmt.Sprintf("/exchanges/%d%s", w.at, pointer), oneLine(fmt.Sprintf(format, args...))})
}

// graph resolves the names of a workflow.
func (w *walker) graph(i int) *graph {
	f := &w.s.Workflows[i]
	g := &graph{f, map[string]*session.Node{}, map[string]*session.Slot{}}
	bad := func(format string, args ...any) {
		w.v.problems = append(w.v.problems, Problem{SessionWorkflow, -1, fmt.Sprintf("/workflows/%d", i), oneLine(fmt.Sprintf(format, args...))})
	}
	for k := range f.Slots {
		s := &f.Slots[k]
		g.slots[s.Name] = s
		if t := w.v.tools[s.Tool]; t == nil || t.properties()[s.Param] == nil {
			bad("the slot %s is no parameter of a tool: %s.%s", s.Name, s.Tool, s.Param)
		}
	}
	for k := range f.Nodes {
		g.nodes[f.Nodes[k].ID] = &f.Nodes[k]
	}
	known := func(names []string) {
		for _, name := range names {
			if g.slots[name] == nil {
				bad("there is no slot %s", name)
			}
		}
	}
	for _, n := range f.Nodes {
		if n.Call != "" && w.v.tools[n.Call] == nil {
			bad("node %s calls %s, which is no tool", n.ID, n.Call)
		}
		known(n.Ask)
		for _, e := range n.Edges {
			known(e.Gives)
			known(e.Forgets)
			if g.nodes[e.To] == nil {
				bad("an edge of node %s leads to %s, which is none", n.ID, e.To)
			}
		}
		for _, id := range n.Shows {
			if g.nodes[id] == nil {
				bad("node %s shows %s, which is none", n.ID, id)
			}
		}
	}
	if len(f.Nodes) == 0 {
		bad("the workflow has no nodes")
	}
	return g
}

// say makes known what the workflow says to users.
func (g *graph) say(k *knownThings) {
	for _, s := range g.Slots {
		k.say(newText(s.Why))
	}
	for _, text := range g.Because {
		k.say(newText(text))
	}
	for _, n := range g.Nodes {
		k.say(newText(n.Tell))
	}
	for _, t := range slices.Concat(g.Answers, g.Outside) {
		for _, text := range t.Answers {
			k.say(newText(text))
		}
	}
}

// properties are the parameters of a tool.
func (t *tool) properties() map[string]any {
	schema, err := decode(t.Parameters)
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	if err != nil {
		return nil
	}
	return properties
}

// run walks the run that begins with an exchange. It returns where the next one begins, or -1 if
// nothing can be said about the rest.
func (w *walker) run(from int) int {
	w.at = from
	first := &w.s.Exchanges[from]
	if first.Run < 0 || first.Run >= len(w.s.Runs) {
		w.bad(SessionPlace, "/run", "there is no run %d", first.Run)
		return -1
	}
	run := &w.s.Runs[first.Run]
	if run.Workflow == -1 {
		return w.aside(from, run)
	}
	if run.Workflow < 0 || run.Workflow >= len(w.flows) {
		w.bad(SessionPlace, "/run", "the run follows no workflow of the session")
		return -1
	}
	w.follows(from)
	w.g = w.flows[run.Workflow]
	w.slots, w.results, w.done, w.changed, w.calls, w.wishes = map[string]*slotFact{}, map[string]*callFact{}, map[string]bool{}, 0, nil, nil
	w.place = ""
	before := len(w.v.problems)
	end := from
	closed := false
	for ; end < len(w.s.Exchanges) && w.s.Exchanges[end].Run == first.Run; end++ {
		w.at = end
		if closed {
			w.bad(SessionEnd, "", "the run goes on after it was closed")
			return -1
		}
		closed = w.exchange(&w.s.Exchanges[end], end == from)
		if len(w.v.problems) > before {
			return -1 // what follows would be wrong because of this
		}
	}
	w.at = end - 1
	w.ends(run, closed)
	w.goals(run, from, end)
	w.last(end)
	return end
}

// last proves that the runs are at an end where the exchanges are.
func (w *walker) last(end int) {
	if run := w.s.Exchanges[end-1].Run; end == len(w.s.Exchanges) && run != len(w.s.Runs)-1 {
		w.bad(SessionPlace, "/run", "there are %d runs, but the last exchange belongs to run %d", len(w.s.Runs), run)
	}
}

// follows proves that runs follow each other.
func (w *walker) follows(from int) {
	run := w.s.Exchanges[from].Run
	if from > 0 && run != w.s.Exchanges[from-1].Run+1 || from == 0 && run != 0 {
		w.bad(SessionPlace, "/run", "runs follow each other; this is run %d", run)
	}
}

// ends proves how the run ends.
func (w *walker) ends(run *session.Run, closed bool) {
	n := w.g.nodes[w.place]
	switch {
	case closed && run.Outcome != "cancelled":
		w.bad(SessionEnd, "", "the user cancelled the run, but its outcome is %q", run.Outcome)
	case closed:
	case n == nil || len(n.Edges) > 0:
		w.bad(SessionEnd, "", "the run ends at node %s, which is no end", w.place)
	case run.Outcome != "done":
		w.bad(SessionEnd, "", "the run was not cancelled, but its outcome is %q", run.Outcome)
	}
}

// goals derives the goals of a run again.
func (w *walker) goals(run *session.Run, from, end int) {
	var want []session.Goal
	told := map[string]bool{}
	for i := end - 1; i >= from; i-- {
		ex := &w.s.Exchanges[i]
		for _, a := range slices.Backward(ex.Acts) {
			switch a.Kind {
			case session.Tell:
				for _, id := range a.Shows {
					told[id] = true
				}
			case session.Call:
				changes := w.v.tools[ex.Calls[a.Call].Tool].changes() && ex.Calls[a.Call].Status < 300
				if changes || told[a.Node] {
					want = append(want, session.Goal{Exchange: i, Call: a.Call, Changes: changes})
				}
				delete(told, a.Node)
			}
		}
	}
	slices.Reverse(want)
	if !slices.Equal(want, run.Goals) {
		w.bad(SessionGoals, "", "the goals are %v, but the run did %v", run.Goals, want)
	}
}

// changes reports whether a tool changes the world.
func (t *tool) changes() bool {
	switch t.Effect {
	case "create", "update", "delete":
		return true
	}
	return false
}

// texts proves what user and assistant say.
func (w *walker) texts() {
	w.v.learn()
	for _, g := range w.flows {
		g.say(w.v.known)
	}
	for i := range w.v.missions {
		m := &w.v.missions[i]
		w.at = i
		if w.s.Exchanges[i].Mission != nil { // proved by itself
			w.v.known.say(m.request)
			w.v.known.say(m.reply)
			continue
		}
		problems := len(w.v.problems)
		w.v.proveText(m, "/user", m.request, grammar.Speech{By: grammar.User, Question: w.questionBefore(i)})
		w.v.proveText(m, "/reply", m.reply, grammar.Speech{By: grammar.Assistant})
		w.v.proveKnown(m)
		w.v.known.say(m.reply)
		for k := problems; k < len(w.v.problems); k++ {
			w.v.problems[k].Pointer = strings.Replace(w.v.problems[k].Pointer, "/missions/", "/exchanges/", 1)
		}
	}
}

// questionBefore is what the assistant said before an exchange.
func (w *walker) questionBefore(i int) string {
	if i > 0 && w.s.Exchanges[i-1].Run == w.s.Exchanges[i].Run {
		return w.s.Exchanges[i-1].Reply
	}
	return ""
}

// exchange walks an exchange. It reports whether it closed the run.
func (w *walker) exchange(ex *session.Exchange, first bool) (closed bool) {
	if ex.Node != w.place {
		w.bad(SessionPlace, "/node", "the conversation stands at %q, but the exchange begins at %q", w.place, ex.Node)
		return false
	}
	for i := range ex.Said {
		w.said(ex, i)
	}
	acts := ex.Acts
	next := ""
	switch {
	case first:
		if ex.Wish != "" || ex.OOW != "" {
			w.bad(SessionSlots, "/wish", "nobody leaves a workflow or decides before it begins")
			return false
		}
		next = w.g.Nodes[0].ID
		w.opens(ex)
	case ex.OOW != "":
		var ok bool
		if next, acts, closed, ok = w.leaves(ex); !ok || closed {
			return closed
		}
	case ex.Wish != "":
		next = w.wish(ex)
	default:
		next = w.answer(ex)
	}
	if next == "" {
		return false
	}
	w.acts(ex, next, acts)
	return false
}

// opens takes what the user says at the beginning: slots for which the first node asks.
func (w *walker) opens(ex *session.Exchange) {
	for i, s := range ex.Said {
		if !slices.Contains(w.g.Nodes[0].Ask, s.Slot) {
			w.bad(SessionSlots, fmt.Sprintf("/said/%d", i), "the first node does not ask for %s", s.Slot)
		}
	}
	w.keep(ex)
}

// keep remembers what was said.
func (w *walker) keep(ex *session.Exchange) {
	for _, s := range ex.Said {
		value, _ := decode(s.Value)
		w.slots[s.Slot] = &slotFact{value, w.at, len(w.calls)}
	}
}

func (w *walker) forget(slots []string, except []string) {
	for _, name := range slots {
		if !slices.Contains(except, name) {
			delete(w.slots, name)
		}
	}
}

func saidSlots(ex *session.Exchange) []string {
	var all []string
	for _, s := range ex.Said {
		all = append(all, s.Slot)
	}
	slices.Sort(all)
	return all
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// wish takes an edge that the user decides.
func (w *walker) wish(ex *session.Exchange) string {
	n := w.g.nodes[w.place]
	i := slices.IndexFunc(n.Edges, func(e session.Edge) bool { return e.User == ex.Wish })
	if i < 0 {
		w.bad(SessionEdge, "/wish", "node %s has no edge for a user who %s", n.ID, ex.Wish)
		return ""
	}
	e := &n.Edges[i]
	if !slices.Equal(saidSlots(ex), sorted(e.Gives)) {
		w.bad(SessionSlots, "/said", "the user says %v, but the wish gives %v", saidSlots(ex), e.Gives)
		return ""
	}
	w.wishes = append(w.wishes, wishFact{n, e, len(w.calls)})
	w.forget(e.Forgets, e.Gives)
	w.keep(ex)
	return e.To
}

// asked lists the slots for which a node asks now.
func (w *walker) asked(n *session.Node) []string {
	return slices.DeleteFunc(slices.Clone(n.Ask), func(name string) bool { return w.slots[name] != nil && n.Tell == "" })
}

// answer takes the answer to a question. If only a part was asked for, the node asks on.
func (w *walker) answer(ex *session.Exchange) string {
	n := w.g.nodes[w.place]
	last := &w.s.Exchanges[w.at-1]
	var want []string
	for _, a := range last.Acts {
		if a.Kind == session.Ask && a.Node == n.ID && !a.Passed {
			want = a.Slots
		}
	}
	if len(want) == 0 {
		w.bad(SessionSlots, "/said", "the user answers, but nothing was asked for")
		return ""
	}
	if !slices.Equal(saidSlots(ex), sorted(want)) {
		w.bad(SessionSlots, "/said", "the user says %v, but was asked for %v", saidSlots(ex), want)
		return ""
	}
	w.keep(ex)
	if open := slices.DeleteFunc(slices.Clone(n.Ask), func(name string) bool { return w.slots[name] != nil }); len(open) > 0 {
		return n.ID // one by one
	}
	e := w.onward(n, "")
	if e == nil {
		return ""
	}
	w.forget(e.Forgets, nil)
	return e.To
}

// onward is the edge that is taken from a node without the user.
func (w *walker) onward(n *session.Node, pointer string) *session.Edge {
	var taken []*session.Edge
	var rest *session.Edge
	for i := range n.Edges {
		e := &n.Edges[i]
		switch {
		case e.User != "":
		case len(e.If) == 0:
			rest = e
		case w.holds(e.If):
			taken = append(taken, e)
		}
	}
	switch {
	case len(taken) > 1:
		w.bad(SessionEdge, pointer, "two edges of node %s are taken: to %s and to %s", n.ID, taken[0].To, taken[1].To)
		return nil
	case len(taken) == 1:
		return taken[0]
	case rest == nil:
		w.bad(SessionEdge, pointer, "no edge of node %s is taken", n.ID)
	}
	return rest
}

// holds reports whether all tests of a condition are true.
func (w *walker) holds(tests []session.Test) bool {
	for i := range tests {
		if !w.true(&tests[i]) {
			return false
		}
	}
	return true
}

func (w *walker) true(t *session.Test) bool {
	var value any
	has := false
	if t.Slot != "" {
		if s := w.slots[t.Slot]; s != nil {
			value, has = s.value, true
		}
	} else {
		r := w.results[t.Node]
		if r == nil {
			return false
		}
		switch t.Op {
		case "refused":
			return r.refused
		case "not refused":
			return !r.refused
		}
		if r.refused {
			return false
		}
		value, has = r.observation, true
		for _, step := range strings.Split(t.Field, ".") {
			if value, has = child(value, step); !has {
				break
			}
		}
	}
	switch t.Op {
	case "":
		return has && isFull(value)
	case "not":
		return !has || !isFull(value)
	}
	if !has {
		return false
	}
	among := slices.ContainsFunc(t.Values, func(raw json.RawMessage) bool {
		want, err := decode(raw)
		return err == nil && equal(value, want)
	})
	switch t.Op {
	case "==", "in":
		return among
	case "!=", "not in":
		return !among
	}
	limit, err := decode(t.Values[0])
	order, ok := compare(value, limit)
	switch {
	case err != nil || !ok:
		return false
	case t.Op == "<":
		return order < 0
	case t.Op == "<=":
		return order <= 0
	case t.Op == ">":
		return order > 0
	}
	return order >= 0
}

// isFull reports whether a value is true, or a text, number or list that is not empty.
func isFull(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case json.Number:
		return !sameNumber(v.String(), "0")
	case []any:
		return len(v) > 0
	}
	return true
}

// unmet lists the tools that must succeed before a tool, and have not.
func (w *walker) unmet(tool string) []string {
	return slices.DeleteFunc(slices.Clone(w.g.Before[tool]), func(t string) bool { return w.done[t] })
}

// allSlots lists the names of all slots.
func (w *walker) allSlots() []string { return slices.Sorted(maps.Keys(w.g.slots)) }
