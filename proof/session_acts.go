package proof

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/mission"
)

// acts walks what the assistant does, from a node on.
func (w *walker) acts(ex *session.Exchange, at string, acts []session.Act) {
	for i := len(ex.Acts) - len(acts); i < len(ex.Acts); i++ {
		a := &ex.Acts[i]
		pointer := fmt.Sprintf("/acts/%d", i)
		n := w.g.nodes[at]
		if a.Node != at {
			w.bad(SessionAct, pointer, "the assistant acts at node %s, but it is at %s", a.Node, at)
			return
		}
		if w.resumed {
			w.resumed = false
		} else {
			w.path = append(w.path, at)
		}
		switch {
		case n.Call != "":
			if a.Kind != session.Call {
				w.bad(SessionAct, pointer, "node %s calls %s, but the act is %s", n.ID, n.Call, a.Kind)
				return
			}
			e := w.call(ex, n, a.Call, pointer)
			if e == nil {
				return
			}
			at = e.To
		case a.Passed:
			if n.Tell != "" || len(n.Ask) == 0 || len(w.asked(n)) > 0 || a.Kind != session.Ask {
				w.bad(SessionAct, pointer, "node %s can't be passed over: it asks for %v", n.ID, w.asked(n))
				return
			}
			e := w.onward(n, pointer)
			if e == nil {
				return
			}
			w.forget(e.Forgets, nil)
			at = e.To
		default:
			w.speaks(ex, n, i)
			return
		}
	}
	w.bad(SessionAct, "/acts", "the assistant says nothing at node %s", at)
}

// speaks proves the acts with which an exchange ends.
func (w *walker) speaks(ex *session.Exchange, n *session.Node, from int) {
	var want []session.Act
	ask := w.asked(n)
	if n.Tell != "" {
		want = append(want, session.Act{Node: n.ID, Kind: session.Tell, Shows: n.Shows})
	}
	if len(ask) > 0 {
		want = append(want, session.Act{Node: n.ID, Kind: session.Ask, Slots: ask})
	}
	got := ex.Acts[from:]
	split := len(got) == 1 && got[0].Kind == session.Ask && len(got[0].Slots) == 1 && slices.Contains(ask, got[0].Slots[0]) && n.Tell == "" && w.oneByOne()
	if !split && !slices.EqualFunc(got, want, sameAct) {
		w.bad(SessionAct, fmt.Sprintf("/acts/%d", from), "at node %s the assistant should %s, but it does %s", n.ID, actsText(want), actsText(got))
		return
	}
	if len(want) == 0 {
		w.bad(SessionAct, fmt.Sprintf("/acts/%d", from), "there is nothing to say at node %s", n.ID)
		return
	}
	w.place = n.ID
	w.tells(ex)
}

// oneByOne reports whether the user has asked, in this run and at this node, for one thing at a
// time.
func (w *walker) oneByOne() bool {
	for i := w.at; i >= 0 && w.s.Exchanges[i].Run == w.s.Exchanges[w.at].Run; i-- {
		if w.s.Exchanges[i].OOW == "split" {
			return true
		}
	}
	return false
}

func sameAct(a, b session.Act) bool {
	return a.Node == b.Node && a.Kind == b.Kind && slices.Equal(a.Slots, b.Slots) && slices.Equal(a.Shows, b.Shows) && a.Topic == b.Topic && !a.Passed
}

func actsText(acts []session.Act) string {
	text := ""
	for i, a := range acts {
		if i > 0 {
			text += " and "
		}
		text += string(a.Kind)
		if len(a.Slots) > 0 {
			text += fmt.Sprintf(" for %v", a.Slots)
		}
		if len(a.Shows) > 0 {
			text += fmt.Sprintf(" the result of %v", a.Shows)
		}
	}
	if text == "" {
		return "nothing"
	}
	return text
}

// tells proves that what is shown is told: the identifiers of each result stand in the reply, and
// the reason of a refusal.
func (w *walker) tells(ex *session.Exchange) {
	m := &w.v.missions[w.at]
	for _, a := range ex.Acts {
		if a.Kind != session.Tell {
			continue
		}
		for _, id := range a.Shows {
			r := w.results[id]
			switch {
			case r == nil:
				w.bad(SessionTold, "/reply", "%s has returned nothing that could be told", id)
			case !r.refused:
				if lost := w.v.lostIn(m, r.observation, false, nil); lost != "" {
					w.bad(SessionTold, "/reply", "the reply does not say %s, which %s returned", lost, id)
				}
			}
		}
	}
	if ex.Reply == "" {
		w.bad(SessionTold, "/reply", "the assistant says nothing")
	}
}

// call walks a call, and returns the edge that is taken behind it.
func (w *walker) call(ex *session.Exchange, n *session.Node, i int, act string) *session.Edge {
	if i < 0 || i >= len(ex.Calls) {
		w.bad(SessionAct, act, "there is no call %d", i)
		return nil
	}
	c := &ex.Calls[i]
	cv := &w.v.missions[w.at].calls[i]
	pointer := fmt.Sprintf("/calls/%d", i)
	switch {
	case c.Tool != n.Call:
		w.bad(SessionAct, pointer, "node %s calls %s, not %s", n.ID, n.Call, c.Tool)
		return nil
	case cv.bad || cv.tool == nil:
		w.bad(SessionArguments, pointer, "the call is not JSON")
		return nil
	}
	if !w.arguments(c, cv, n, pointer) {
		return nil
	}
	if unmet := w.unmet(c.Tool); len(unmet) > 0 {
		w.bad(SessionBefore, pointer, "%s is called before %v", c.Tool, unmet)
		return nil
	}
	if c.Status != 409 && (c.Status < 200 || c.Status > 299) {
		w.bad(SessionResult, pointer+"/status", "a call is granted or refused, but the status is %d", c.Status)
		return nil
	}
	r := &callFact{node: n, refused: c.Status >= 300, observation: cv.observation, exchange: w.at, call: i, order: len(w.calls) + 1}
	r.changes = cv.tool.changes() && !r.refused
	if !r.refused {
		if why := cv.tool.returns.unfit(cv.observation); why != "" {
			w.bad(SessionResult, pointer+"/observation", "%s", why)
			return nil
		}
		w.done[c.Tool] = true
	}
	if r.changes {
		w.changed = r.order
	}
	w.results[n.ID] = r
	w.calls = append(w.calls, r)
	e := w.onward(n, act)
	if e != nil {
		w.forget(e.Forgets, nil)
	}
	return e
}

// arguments proves the arguments of a call and their sources.
func (w *walker) arguments(c *session.Called, cv *callView, n *session.Node, pointer string) bool {
	have, ok := cv.arguments.(map[string]any)
	if !ok {
		w.bad(SessionArguments, pointer, "the arguments are no object")
		return false
	}
	if why := cv.tool.params.unfit(cv.arguments); why != "" {
		w.bad(SessionArguments, pointer+"/arguments", "%s", why)
		return false
	}
	named := map[string]bool{}
	for k := range n.Args {
		a := &n.Args[k]
		named[a.Param] = true
		want, src, known := w.argument(a)
		got, given := have[a.Param]
		switch {
		case !known && given:
			w.bad(SessionArguments, pointer+"/arguments", "%s is given, but nothing is known of it", a.Param)
			return false
		case !known:
			continue
		case !given && cv.tool.params.defaultsTo("/"+escapePointer(a.Param), want):
			continue
		case !given:
			w.bad(SessionArguments, pointer+"/arguments", "%s is missing; it is %s", a.Param, show(want))
			return false
		case !equal(got, want):
			w.bad(SessionArguments, pointer+"/arguments", "%s is %s, but should be %s", a.Param, show(got), show(want))
			return false
		}
		i := slices.IndexFunc(c.Sources, func(s session.Source) bool { return s.Param == a.Param })
		if i < 0 || c.Sources[i] != src {
			w.bad(SessionSource, pointer+"/sources", "the source of %s should be %+v", a.Param, src)
			return false
		}
	}
	for name := range have {
		if !named[name] {
			w.bad(SessionArguments, pointer+"/arguments", "the workflow has no argument %s here", name)
			return false
		}
	}
	if len(c.Sources) != len(have) {
		w.bad(SessionSource, pointer+"/sources", "there are %d sources for %d arguments", len(c.Sources), len(have))
		return false
	}
	return true
}

// argument is the value that an argument must have, with its source.
func (w *walker) argument(a *session.Arg) (value any, src session.Source, known bool) {
	src.Param = a.Param
	switch {
	case a.Slot != "":
		s := w.slots[a.Slot]
		if s == nil {
			return nil, src, false
		}
		src.Slot, src.Exchange = a.Slot, s.exchange
		return s.value, src, true
	case a.Node != "":
		r := w.results[a.Node]
		if r == nil || r.refused {
			return nil, src, false
		}
		at := ""
		for step := range strings.SplitSeq(a.Field, ".") {
			at += "/" + escapePointer(step)
		}
		src.Exchange, src.Call, src.At = r.exchange, r.call, at
		value, known = resolve(r.observation, at)
		return value, src, known
	}
	src.Constant = true
	value, err := decode(a.Value)
	return value, src, err == nil
}

// said proves that the words of the user yield a value.
func (w *walker) said(ex *session.Exchange, i int) {
	said := &ex.Said[i]
	pointer := fmt.Sprintf("/said/%d", i)
	slot := w.g.slots[said.Slot]
	if slot == nil {
		w.bad(SessionSlots, pointer, "there is no slot %s", said.Slot)
		return
	}
	t := w.v.tools[slot.Tool]
	value, err := decode(said.Value)
	if err != nil {
		w.bad(SessionSaid, pointer, "the value is not JSON")
		return
	}
	if len(said.Sources) == 1 && said.Sources[0].Kind == mission.FromShown {
		w.picked(said, slot, value, pointer)
		return
	}
	leaves := leavesOf(map[string]any{slot.Param: value})
	if len(leaves) != len(said.Sources) {
		w.bad(SessionSaid, pointer, "there are %d sources for %d values", len(said.Sources), len(leaves))
		return
	}
	for _, l := range leaves {
		k := slices.IndexFunc(said.Sources, func(s mission.Source) bool { return s.Pointer == l.pointer })
		if k < 0 {
			w.bad(SessionSaid, pointer, "no source says %s", l.pointer)
			return
		}
		src := &said.Sources[k]
		kind := src.Kind
		if src.Said != "" {
			kind = src.Said
		}
		m := &w.v.missions[w.at]
		if why := w.v.notSaid(m, src, kind); why != "" {
			w.bad(SessionSaid, pointer, "%s", why)
			return
		}
		why := ""
		switch {
		case src.Kind == mission.FromClock:
			why = w.v.notClocked(src, l.value)
		case src.Kind != mission.FromKnowledge:
			why = notYielded(src, l.value, t)
		case !looksUp(src.Rule, src.Text, l.value):
			why = fmt.Sprintf("the table %q does not give %s for %q", src.Rule, show(l.value), src.Text)
		}
		if why != "" {
			w.bad(SessionSaid, pointer, "%s", why)
			return
		}
	}
}

// picked proves that the user picks a thing from a list that was shown.
func (w *walker) picked(said *session.Said, slot *session.Slot, value any, pointer string) {
	src := said.Sources[0]
	r := w.results[slot.From]
	switch {
	case r == nil || r.refused:
		w.bad(SessionPicked, pointer, "node %q has returned no list from which %s could be picked", slot.From, slot.Name)
		return
	case src.Mission != r.exchange || src.Call != r.call:
		w.bad(SessionPicked, pointer, "%s is picked from call %d of exchange %d, but the list is that of call %d of exchange %d", slot.Name, src.Call, src.Mission, r.call, r.exchange)
		return
	}
	if have, ok := resolve(r.observation, src.At); !ok || !equal(have, value) {
		w.bad(SessionPicked, pointer, "%s does not lead to %s", src.At, show(value))
		return
	}
	if src.Choice == nil {
		w.bad(SessionPicked, pointer, "nothing says how %s is picked", slot.Name)
		return
	}
	if why := w.v.notChosen(&w.v.missions[w.at], &src); why != "" {
		w.bad(SessionPicked, pointer, "%s", why)
	}
}

// unfit says why a document does not fit a schema; empty if it does, or if there is none.
func (f *schemaFacts) unfit(doc any) string {
	if f == nil || f.err != nil {
		return ""
	}
	for _, bad := range f.schema.ValidateValue(doc) {
		return bad.Pointer + ": " + bad.Message
	}
	return ""
}

// escapePointer writes a name as a step of a JSON pointer (RFC 6901).
func escapePointer(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}
