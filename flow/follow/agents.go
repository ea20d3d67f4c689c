package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/flow/session"
	"switchyard/internal/keyed"
	"switchyard/internal/sample"
	"switchyard/mission"
	"switchyard/schemas"
)

// The reference agents. They know the session, and each errs in one known way.
const (
	// Follower does what the workflow says.
	Follower = "follower"
	// Skipper leaves out every call that only has to come before another one: those that a
	// precondition of the workflow names. It goes on as if it had made them.
	Skipper = "skipper"
	// OneWay never goes back: where the conversation comes to a node that the run has passed before,
	// it says that this is not possible. In a session, it says so until the run ends.
	OneWay = "one-way"
	// Early makes the first call of the run that changes something when it should ask for the first
	// time, with what it knows and made-up values for the rest. If that call is refused by a
	// controller, or known to be unreachable, it asks.
	Early = "early"
	// FirstBranch takes the first edge behind every call, whatever the call returned. In a session,
	// it is lost from there on until the run ends.
	FirstBranch = "first-branch"
	// Digressor follows every digression: who wants a later step gets it at once, and who brings up
	// something else hears no more of what was asked.
	Digressor = "digressor"
)

// References lists the reference agents.
func References() []string {
	return []string{Follower, Skipper, OneWay, Early, FirstBranch, Digressor}
}

// Reference makes the reference agent of that name.
func Reference(name string) (Agent, error) {
	if !slices.Contains(References(), name) {
		return nil, fmt.Errorf("there is no reference agent %q: choose one of %s", name, strings.Join(References(), ", "))
	}
	return reference(name), nil
}

type reference string

// Act implements [Agent].
func (r reference) Act(ctx context.Context, d *Decision) (*eval.Action, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.Live && r.lost(d) {
		return &eval.Action{Text: "Is there anything else that I can do for you?"}, nil
	}
	if a, _ := r.errs(d); a != nil {
		return a, nil
	}
	return right(d), nil
}

// right is what the session says.
func right(d *Decision) *eval.Action {
	if c := d.Call(); c != nil {
		return &eval.Action{Calls: []eval.Called{{ID: callID(d.Exchange, d.Step), Name: c.Tool, Arguments: c.Arguments}}}
	}
	return &eval.Action{Text: d.ex().Reply}
}

// errs is what the agent does instead of what is right, and whether it is lost from there on; nil
// if it errs nowhere here.
func (r reference) errs(d *Decision) (a *eval.Action, lost bool) {
	switch string(r) {
	case Skipper:
		if c := d.Call(); c != nil && d.isCheck(c.Tool) {
			next := *d
			for next.Step++; next.Call() != nil && next.isCheck(next.Call().Tool); next.Step++ {
			}
			return right(&next), false
		}
	case OneWay:
		if d.ex().OOW == "" && d.goesBack() {
			return &eval.Action{Text: "Let's leave it at that."}, true
		}
	case Early:
		if c := d.early(); c != nil && !d.made(c.ID) && !slices.Contains(d.Blocked, c.Name) {
			return &eval.Action{Calls: []eval.Called{*c}}, false
		}
	case FirstBranch:
		if e := d.wrongBranch(); e != nil {
			return d.takes(e), true
		}
	case Digressor:
		return d.digresses(), false
	}
	return nil, false
}

// lost reports whether the agent has lost the run before the decision, by going on in a way that
// does not lead back.
func (r reference) lost(d *Decision) bool {
	for i := d.Exchange; i >= 0 && d.Session.Exchanges[i].Run == d.ex().Run; i-- {
		for k := 0; k <= len(d.Session.Exchanges[i].Calls); k++ {
			if i == d.Exchange && (k > d.Step || k == d.Step && !d.made(otherID(i, k))) {
				break
			}
			if _, lost := r.errs(&Decision{Session: d.Session, Exchange: i, Step: k}); lost {
				return true
			}
		}
	}
	return false
}

// made reports whether the conversation has a call with that id.
func (d *Decision) made(id string) bool {
	for i := range d.Messages {
		for _, c := range d.Messages[i].Calls {
			if c.ID == id {
				return true
			}
		}
	}
	return false
}

// otherID identifies a call that the session does not have.
func otherID(exchange, step int) string { return fmt.Sprintf("call_other_%d_%d", exchange+1, step+1) }

// isCheck reports whether a precondition names the tool.
func (d *Decision) isCheck(tool string) bool {
	for _, needs := range d.Workflow().Before {
		if slices.Contains(needs, tool) {
			return true
		}
	}
	return false
}

// passed lists the nodes that the run has passed before the decision.
func (d *Decision) passed() (all []string) {
	for i := d.Exchange; i >= 0 && d.Session.Exchanges[i].Run == d.ex().Run; i-- {
		for _, a := range d.Session.Exchanges[i].Acts {
			if i < d.Exchange || a.Kind == session.Call && a.Call < d.Step {
				all = append(all, a.Node)
			}
		}
	}
	return all
}

// goesBack reports whether the run comes to a node that it has passed.
func (d *Decision) goesBack() bool { return slices.Contains(d.passed(), d.Node()) }

// early is the call that an agent makes which cannot wait: the first of the run that changes
// something, where it should ask for the first time. nil elsewhere.
func (d *Decision) early() *eval.Called {
	if d.Call() != nil || d.ex().OOW != "" || !d.asksFirst() {
		return nil
	}
	for i := d.Exchange + 1; i < len(d.Session.Exchanges) && d.Session.Exchanges[i].Run == d.ex().Run; i++ {
		for _, a := range d.Session.Exchanges[i].Acts {
			if a.Kind != session.Call {
				continue
			}
			c := &d.Session.Exchanges[i].Calls[a.Call]
			if t := d.tool(c.Tool); t != nil && changes(t) {
				return &eval.Called{ID: fmt.Sprintf("call_early_%d", d.Exchange+1), Name: c.Tool, Arguments: d.invented(a.Node, c, t)}
			}
		}
	}
	return nil
}

// asksFirst reports whether the agent should ask here for the first time in the run.
func (d *Decision) asksFirst() bool {
	asks := func(ex *session.Exchange) bool {
		return slices.ContainsFunc(ex.Acts, func(a session.Act) bool { return a.Kind == session.Ask && !a.Passed })
	}
	for i := d.Exchange - 1; i >= 0 && d.Session.Exchanges[i].Run == d.ex().Run; i-- {
		if asks(&d.Session.Exchanges[i]) {
			return false
		}
	}
	return asks(d.ex())
}

// tool is a tool of the session; nil if there is none.
func (d *Decision) tool(name string) *mission.Tool {
	i := slices.IndexFunc(d.Session.Toolset.Tools, func(t mission.Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Session.Toolset.Tools[i]
}

// invented are the arguments of a later call, with made-up values for what is not known yet.
func (d *Decision) invented(node string, c *session.Called, t *mission.Tool) json.RawMessage {
	known := d.known(node)
	r := keyed.New(1, d.Session.ID, c.Tool)
	drawer := sample.New(r, t.Parameters)
	args := map[string]any{}
	want := objectOf(c.Arguments)
	for _, name := range slices.Sorted(maps.Keys(want)) { // draws come in this order
		if v, ok := known[name]; ok {
			args[name] = v
			continue
		}
		if args[name] = drawer.Property(name); args[name] == nil {
			args[name] = want[name]
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return c.Arguments
	}
	return raw
}

// known are the arguments of a call node that are known at the decision.
func (d *Decision) known(node string) map[string]any {
	w := d.Workflow()
	i := slices.IndexFunc(w.Nodes, func(n session.Node) bool { return n.ID == node })
	out := map[string]any{}
	if i < 0 {
		return out
	}
	for _, a := range w.Nodes[i].Args {
		switch {
		case a.Slot != "":
			if v, ok := d.said(a.Slot); ok {
				out[a.Param] = v
			}
		case a.Node != "":
			if c := d.last(a.Node); c != nil && c.Status < 300 {
				v := any(objectOf(c.Observation))
				for step := range strings.SplitSeq(a.Field, ".") {
					o, _ := v.(map[string]any)
					v = o[step]
				}
				if v != nil {
					out[a.Param] = v
				}
			}
		default:
			out[a.Param] = decoded(a.Value)
		}
	}
	return out
}

// said is the last value that the user has said for a slot in the run.
func (d *Decision) said(slot string) (any, bool) {
	for i := d.Exchange; i >= 0 && d.Session.Exchanges[i].Run == d.ex().Run; i-- {
		for _, s := range slices.Backward(d.Session.Exchanges[i].Said) {
			if s.Slot == slot {
				v, err := schemas.Decode(s.Value)
				return v, err == nil
			}
		}
	}
	return nil, false
}

// wrongBranch is the first edge behind the last call, if the run takes another one.
func (d *Decision) wrongBranch() *session.Edge {
	if d.Step == 0 {
		return nil
	}
	ex, w := d.ex(), d.Workflow()
	at := slices.IndexFunc(ex.Acts, func(a session.Act) bool { return a.Kind == session.Call && a.Call == d.Step-1 })
	i := slices.IndexFunc(w.Nodes, func(n session.Node) bool { return n.ID == ex.Acts[at].Node })
	if at+1 >= len(ex.Acts) || len(w.Nodes[i].Edges) < 2 {
		return nil
	}
	if e := &w.Nodes[i].Edges[0]; e.To != ex.Acts[at+1].Node {
		return e
	}
	return nil
}

// takes makes the call of the node to which an edge leads, or speaks as if all went on.
func (d *Decision) takes(e *session.Edge) *eval.Action {
	w := d.Workflow()
	n := &w.Nodes[slices.IndexFunc(w.Nodes, func(n session.Node) bool { return n.ID == e.To })]
	if n.Call == "" {
		return &eval.Action{Text: "Good, so we go on as always."} // which fits no other branch
	}
	return d.does(n.Call, n.ID)
}

// does makes the call of a node with what is known.
func (d *Decision) does(tool, node string) *eval.Action {
	raw, err := json.Marshal(d.known(node))
	if err != nil {
		raw = []byte("{}")
	}
	return &eval.Action{Calls: []eval.Called{{ID: otherID(d.Exchange, d.Step), Name: tool, Arguments: raw}}}
}

// digresses follows what the user brings up instead of an answer; nil if it is nothing of the kind.
func (d *Decision) digresses() *eval.Action {
	ex := d.ex()
	if ex.OOW == "" || len(ex.Acts) == 0 || d.Step > 0 || d.made(otherID(d.Exchange, 0)) {
		return nil
	}
	switch a := ex.Acts[0]; {
	case (ex.OOW == "skip" || ex.OOW == "reorder") && a.Kind == session.Refuse:
		i := slices.IndexFunc(d.Workflow().Nodes, func(n session.Node) bool { return n.Call == a.Topic })
		return d.does(a.Topic, d.Workflow().Nodes[i].ID)
	case a.Kind == session.Refuse || a.Kind == session.Answer || ex.OOW == "irrelevant" || ex.OOW == "vague":
		return &eval.Action{Text: "Of course, let's talk about that."}
	}
	return nil
}
