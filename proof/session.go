package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/schemas"
)

// SessionBytes proves one line of sessions.jsonl. The session is nil if the line is none. Sessions
// with the same toolset may share it, so it must not be changed.
func (p *Prover) SessionBytes(line []byte) (*session.Session, []Problem) {
	set, err := schemas.Load()
	if err != nil {
		return nil, []Problem{{SessionSchema, -1, "", err.Error()}}
	}
	s, problems := p.sessionOf(set, line)
	if s == nil || len(problems) > 0 {
		return s, problems
	}
	return s, p.Session(s)
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
	path    []string // the nodes that were passed
	left    []string // for each time that the user left the workflow: the node and the sub-type
	resumed bool     // the node asks on, and is not passed again
	place   string   // the node at which the conversation stands
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
		w.left = append(w.left, ex.Node, ex.OOW)
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
	w.resumed = !first && ex.OOW == "" && ex.Wish == "" && next == ex.Node
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
