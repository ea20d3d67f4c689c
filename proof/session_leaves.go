package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/flow/session"
)

// Where a conversation goes on when the user leaves the workflow. The rules are those of
// docs/workflows.md, worked out again from what was said and done.

// leaves walks an exchange in which the user leaves the workflow. It returns the node at which
// the assistant goes on, and the acts from there; ok is false if the exchange ends at its node.
func (w *walker) leaves(ex *session.Exchange) (next string, acts []session.Act, closed, ok bool) {
	n := w.g.nodes[w.place]
	if n == nil || len(n.Edges) == 0 {
		w.bad(SessionOOW, "/oow", "nobody speaks at node %q", w.place)
		return "", nil, false, false
	}
	switch ex.OOW {
	case "cancellation":
		w.path = append(w.path, n.ID)
		w.cancels(ex, n)
		return "", nil, true, true
	case "return to start":
		if w.changed > 0 || len(ex.Said) > 0 {
			w.bad(SessionOOW, "/oow", "nobody begins again when something was done already")
		}
		w.forget(w.allSlots(), nil)
		return w.g.Nodes[0].ID, ex.Acts, false, true
	case "detail":
		return w.redoes(ex, n)
	case "addition":
		if len(ex.Acts) > 0 && ex.Acts[0].Kind == session.Accept && len(ex.Said) == 1 && w.usedBy(ex.Said[0].Slot, 0) != nil {
			return w.redoes(ex, n)
		}
		w.path = append(w.path, n.ID)
		w.adds(ex, n)
	case "confirmation":
		return w.revokes(ex)
	case "attitude":
		return w.dislikes(ex)
	default:
		w.path = append(w.path, n.ID)
		w.stays(ex, n)
	}
	return "", nil, false, false
}

// cancels proves that a run is closed.
func (w *walker) cancels(ex *session.Exchange, n *session.Node) {
	if w.changed > 0 {
		w.bad(SessionOOW, "/oow", "a run can't be cancelled when something was done already")
	}
	if len(ex.Acts) != 1 || !sameAct(ex.Acts[0], session.Act{Node: n.ID, Kind: session.Close}) || len(ex.Said) > 0 {
		w.bad(SessionOOW, "/acts", "the assistant should close the run, but it does %s", actsText(ex.Acts))
	}
}

// usedBy is the first call since some number of calls that uses a slot, if nothing was changed
// from it on; nil if there is none.
func (w *walker) usedBy(slot string, since int) *callFact {
	for _, c := range w.calls {
		if c.order > since && slices.ContainsFunc(c.node.Args, func(a session.Arg) bool { return a.Slot == slot }) {
			if w.changed >= c.order {
				return nil
			}
			return c
		}
	}
	return nil
}

// pickedSince lists the slots of things that were picked from lists after some number of calls.
func (w *walker) pickedSince(order int) (all []string) {
	for name, s := range w.slots {
		if s.order >= order && w.g.slots[name].From != "" {
			all = append(all, name)
		}
	}
	return all
}

// redoes goes back to the call that used what the user says otherwise now.
func (w *walker) redoes(ex *session.Exchange, n *session.Node) (string, []session.Act, bool, bool) {
	acts := ex.Acts
	if len(ex.Said) != 1 {
		w.bad(SessionOOW, "/said", "the user changes one thing, and says %v", saidSlots(ex))
		return "", nil, false, false
	}
	name := ex.Said[0].Slot
	slot, old := w.g.slots[name], w.slots[name]
	since := 0
	if ex.OOW == "detail" {
		value, _ := decode(ex.Said[0].Value)
		if old == nil || slot.From != "" || equal(old.value, value) {
			w.bad(SessionOOW, "/said", "%s is no detail that the user could change to this", name)
			return "", nil, false, false
		}
		since = old.order
	} else {
		if !slot.Optional || old != nil || !sameAct(acts[0], session.Act{Node: n.ID, Kind: session.Accept, Slots: []string{name}}) {
			w.bad(SessionOOW, "/said", "%s is no wish that could be added", name)
			return "", nil, false, false
		}
		acts = acts[1:]
	}
	c := w.usedBy(name, since)
	if c == nil {
		w.bad(SessionOOW, "/said", "no call has used %s that could be made again", name)
		return "", nil, false, false
	}
	for _, a := range c.node.Args {
		if other := w.slots[a.Slot]; a.Slot != name && other != nil && other.order >= c.order {
			w.bad(SessionOOW, "/said", "the call that used %s was about another %s", name, a.Slot)
			return "", nil, false, false
		}
	}
	w.forget(w.pickedSince(c.order), nil)
	w.keep(ex)
	return c.node.ID, acts, false, true
}

// adds takes note of a wish that a later call takes.
func (w *walker) adds(ex *session.Exchange, n *session.Node) {
	if len(ex.Said) != 1 || !w.g.slots[ex.Said[0].Slot].Optional || w.slots[ex.Said[0].Slot] != nil {
		w.bad(SessionOOW, "/said", "the user adds %v, which is no optional slot that is not known", saidSlots(ex))
		return
	}
	w.keep(ex)
	w.goesOn(ex, n, session.Act{Node: n.ID, Kind: session.Accept, Slots: []string{ex.Said[0].Slot}})
}

// lastWish is the last decision of the user in the run, if nothing was changed since.
func (w *walker) lastWish(pointer string) *wishFact {
	if len(w.wishes) == 0 {
		w.bad(SessionOOW, pointer, "the user has decided nothing before")
		return nil
	}
	last := &w.wishes[len(w.wishes)-1]
	if w.changed > last.order {
		w.bad(SessionOOW, pointer, "something was done since the user decided")
		return nil
	}
	return last
}

// revokes takes another edge at the node where the user decided last.
func (w *walker) revokes(ex *session.Exchange) (string, []session.Act, bool, bool) {
	last := w.lastWish("/oow")
	if last == nil {
		return "", nil, false, false
	}
	i := slices.IndexFunc(last.node.Edges, func(e session.Edge) bool { return e.User == ex.Wish && e.User != "" })
	if i < 0 || &last.node.Edges[i] == last.edge {
		w.bad(SessionOOW, "/wish", "node %s has no other edge for a user who %s", last.node.ID, ex.Wish)
		return "", nil, false, false
	}
	e := &last.node.Edges[i]
	if !slices.Equal(saidSlots(ex), sorted(e.Gives)) {
		w.bad(SessionSlots, "/said", "the user says %v, but the wish gives %v", saidSlots(ex), e.Gives)
		return "", nil, false, false
	}
	order := last.order
	w.forget(append(w.pickedSince(order), e.Forgets...), e.Gives)
	w.wishes = append(w.wishes, wishFact{last.node, e, len(w.calls)})
	w.keep(ex)
	return e.To, ex.Acts, false, true
}

// dislikes goes back to the node where the user picked something.
func (w *walker) dislikes(ex *session.Exchange) (string, []session.Act, bool, bool) {
	last := w.lastWish("/oow")
	if last == nil {
		return "", nil, false, false
	}
	if !slices.ContainsFunc(last.edge.Gives, func(name string) bool { return w.g.slots[name].From != "" }) || len(ex.Said) > 0 {
		w.bad(SessionOOW, "/oow", "the user has picked nothing")
		return "", nil, false, false
	}
	w.forget(append(w.pickedSince(last.order), last.edge.Gives...), nil)
	return last.node.ID, ex.Acts, false, true
}

// stays proves an exchange after which the conversation stands where it stood.
func (w *walker) stays(ex *session.Exchange, n *session.Node) {
	ask := w.asked(n)
	says := func(texts ...string) bool {
		if w.s.Environment.Locale != "en" {
			return true // the company's words are English
		}
		return slices.ContainsFunc(texts, func(t string) bool { return t != "" && strings.Contains(ex.Reply, t) })
	}
	if len(ex.Said) > 0 && ex.OOW != "partial" {
		w.bad(SessionOOW, "/said", "who leaves the workflow by %q gives nothing", ex.OOW)
		return
	}
	first := session.Act{}
	if len(ex.Acts) > 0 {
		first = ex.Acts[0]
	}
	need := func(ok bool, format string, args ...any) bool {
		if !ok {
			w.bad(SessionOOW, "/acts", format, args...)
		}
		return ok
	}
	switch ex.OOW {
	case "vague", "irrelevant":
		if need(len(ask) > 0, "nothing was asked at node %s", n.ID) {
			w.goesOn(ex, n)
		}
	case "incorrect", "ignore a rule":
		if need(first.Kind == session.Refuse && len(first.Slots) == 1 && slices.Contains(ask, first.Slots[0]), "the assistant should refuse to do without one of %v", ask) {
			w.goesOn(ex, n, session.Act{Node: n.ID, Kind: session.Refuse, Slots: first.Slots})
		}
	case "counter-question":
		ok := first.Kind == session.Answer && len(first.Slots) == 1 && slices.Contains(ask, first.Slots[0])
		if need(ok, "the assistant should answer the question about one of %v", ask) &&
			need(says(w.g.slots[first.Slots[0]].Why) || w.listsOptions(first.Slots[0], ex.Reply), "the reply says neither why %s is needed nor what it can be", first.Slots[0]) {
			w.goesOn(ex, n, session.Act{Node: n.ID, Kind: session.Answer, Slots: first.Slots})
		}
	case "partial":
		part := saidSlots(ex)
		if need(len(part) > 0 && len(part) < len(ask) && !slices.ContainsFunc(part, func(s string) bool { return !slices.Contains(ask, s) }), "the user says %v of %v, which is no part", part, ask) {
			w.keep(ex)
			w.goesOn(ex, n)
		}
	case "split":
		if need(len(ask) > 1, "only one thing was asked for") {
			w.goesOn(ex, n)
		}
	case "repeat":
		if need(n.Tell != "" && len(n.Shows) > 0, "node %s shows nothing that could be told again", n.ID) {
			w.speaks(ex, n, 0)
		}
	case "topic shift":
		ok := w.isTopic(w.g.Answers, &first, session.Answer, says) || w.isTopic(w.g.Outside, &first, session.Refuse, says)
		if need(ok, "the assistant should answer or refuse what the user brings up") {
			w.goesOn(ex, n, session.Act{Node: n.ID, Kind: first.Kind, Topic: first.Topic})
		}
	case "skip":
		if need(first.Kind == session.Refuse && len(w.unmet(first.Topic)) > 0, "nothing has to come before %q", first.Topic) &&
			need(w.g.Because[first.Topic] == "" || says(w.g.Because[first.Topic]), "the reply does not say why the step can't be left out") {
			w.goesOn(ex, n, session.Act{Node: n.ID, Kind: session.Refuse, Topic: first.Topic})
		}
	case "reorder":
		called := slices.ContainsFunc(w.calls, func(c *callFact) bool { return c.node.Call == first.Topic })
		if need(first.Kind == session.Refuse && w.v.tools[first.Topic] != nil && !called, "%q is no later step", first.Topic) {
			w.goesOn(ex, n, session.Act{Node: n.ID, Kind: session.Refuse, Topic: first.Topic})
		}
	default:
		w.bad(SessionOOW, "/oow", "there is no way to leave a workflow called %q", ex.OOW)
	}
}

func (w *walker) isTopic(list []session.Topic, a *session.Act, kind session.ActKind, says func(...string) bool) bool {
	return a.Kind == kind && slices.ContainsFunc(list, func(t session.Topic) bool { return t.Name == a.Topic && says(t.Answers...) })
}

// listsOptions reports whether a reply lists all values that a slot can have.
func (w *walker) listsOptions(name, reply string) bool {
	slot := w.g.slots[name]
	schema, _ := w.v.tools[slot.Tool].properties()[slot.Param].(map[string]any)
	enum, _ := schema["enum"].([]any)
	if len(enum) == 0 {
		// Values of a table, and those that only the toolset knows, are not in the schema.
		return strings.Contains(reply, ", ") && strings.Contains(reply, " and ")
	}
	t := newText(reply)
	said := 0
	for _, v := range enum {
		if t.holds(strings.ReplaceAll(spell(v), "_", " ")) {
			said++
		}
	}
	return said == len(enum) || strings.Contains(reply, ", ") && strings.Contains(reply, " and ")
}

// goesOn proves that the assistant reacts, and then asks again what it asked at its node.
func (w *walker) goesOn(ex *session.Exchange, n *session.Node, reaction ...session.Act) {
	acts := ex.Acts
	for i, want := range reaction {
		if i >= len(acts) || !sameAct(acts[i], want) {
			w.bad(SessionOOW, "/acts", "the assistant should %s first", actsText(reaction))
			return
		}
	}
	acts = acts[len(reaction):]
	ask := w.asked(n)
	want := session.Act{Node: n.ID, Kind: session.Tell}
	if len(ask) > 0 {
		want = session.Act{Node: n.ID, Kind: session.Ask, Slots: ask}
	}
	one := len(acts) == 1 && acts[0].Kind == session.Ask && len(acts[0].Slots) == 1 && slices.Contains(ask, acts[0].Slots[0]) && (ex.OOW == "split" || w.oneByOne())
	if !one && (len(acts) != 1 || !sameAct(acts[0], want)) {
		w.bad(SessionOOW, fmt.Sprintf("/acts/%d", len(reaction)), "the assistant should %s again, but it does %s", actsText([]session.Act{want}), actsText(acts))
		return
	}
	if ex.Reply == "" || len(ex.Calls) > 0 {
		w.bad(SessionOOW, "/reply", "the assistant should react, without a call")
	}
}
