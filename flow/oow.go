package flow

import (
	"slices"
)

// OOW is a way in which users leave a workflow: an out-of-workflow sub-type.
//
// Source: Shi et al., FlowAgent, section 4 (three kinds of out-of-workflow behaviour, 17
// sub-types in its list oow.yaml).
type OOW string

// The sub-types.
const (
	Detail       OOW = "detail"       // changes a detail of what was said
	Confirmation OOW = "confirmation" // takes back what was agreed
	Attitude     OOW = "attitude"     // is no longer happy with what was chosen
	Cancellation OOW = "cancellation" // does not want any of it any more
	Addition     OOW = "addition"     // adds a wish

	Incorrect  OOW = "incorrect"        // gives a value that cannot be
	Vague      OOW = "vague"            // answers vaguely
	TopicShift OOW = "topic shift"      // asks something else
	Counter    OOW = "counter-question" // asks back
	Irrelevant OOW = "irrelevant"       // says something that has nothing to do with it
	Partial    OOW = "partial"          // answers a part of the question

	Skip        OOW = "skip"            // wants to leave a step out
	Reorder     OOW = "reorder"         // wants a later step first
	Repeat      OOW = "repeat"          // wants to hear something again
	BackToStart OOW = "return to start" // wants to begin again
	IgnoreRule  OOW = "ignore a rule"   // wants to do without what is needed
	Split       OOW = "split"           // wants one thing at a time
)

// Kind is what sub-types have in common.
type Kind string

// The kinds.
const (
	IntentSwitching     Kind = "intent switching"
	IrrelevantAnswering Kind = "irrelevant answering"
	ProcedureJumping    Kind = "procedure jumping"
)

// AllOOW lists the sub-types in the order of the kinds.
func AllOOW() []OOW {
	return []OOW{Detail, Confirmation, Attitude, Cancellation, Addition, Incorrect, Vague, TopicShift, Counter, Irrelevant, Partial, Skip, Reorder, Repeat, BackToStart, IgnoreRule, Split}
}

// Kind is the kind of a sub-type.
func (o OOW) Kind() Kind {
	switch o {
	case Detail, Confirmation, Attitude, Cancellation, Addition:
		return IntentSwitching
	case Incorrect, Vague, TopicShift, Counter, Irrelevant, Partial:
		return IrrelevantAnswering
	}
	return ProcedureJumping
}

// Departure is a place of a way at which the user leaves the workflow, with where the
// conversation goes on.
type Departure struct {
	OOW OOW
	At  int // the index in Way of the edge that the user does not take, or not yet
	// Way is walked in the place of the planned one. The edge at At is the departure itself: it
	// leads to where the conversation goes on, and is none of the workflow.
	Way Way
	// Slot is the slot that it is about; nil if it is about none.
	Slot *Slot
	// Later is the tool that the user wants at once, or whose check is to be left out.
	Later *Node
	// Because is the precondition that does not let a step be skipped.
	Because *Precondition
	// Wish is what the user wants instead, who takes back a decision: the text of an edge.
	Wish string
	// Ends reports that the run ends with the departure.
	Ends bool
}

// Node is the node at which the user leaves the workflow.
func (d *Departure) Node() *Node { return d.Way[d.At].From }

// passing is what has happened on a way before one of its edges.
type passing struct {
	*position
	said    map[*Slot]int // the index of the edge at which a slot was said last
	calls   []int         // the indices of edges whose nodes call
	changed int           // the index of the last call that changes something; -1 if there is none
}

// Departures lists the ways to leave a workflow on a way, at every node where the user speaks.
// rest finds ways from a node to an end.
func (w *Workflow) Departures(way Way, rest func(from *Node, p Known) []Way) (all []Departure) {
	p := &passing{position: &position{known: map[*Slot]bool{}, at: map[any]*result{}}, said: map[*Slot]int{}, changed: -1}
	for i, e := range way {
		n := e.From
		known := func(s *Slot) bool { return p.known[s] }
		if n.Call == nil && !n.Skipped(known) {
			all = append(all, w.departures(way, i, p, rest)...)
		}
		if n.Call != nil {
			p.calls = append(p.calls, i)
			if n.Call.Effect.Changes() {
				p.changed = i
			}
		}
		if !e.Wished() {
			for _, s := range n.Ask {
				if !p.known[s] || n.Tell != "" {
					p.said[s] = i
				}
			}
		}
		for _, s := range e.Gives {
			p.said[s] = i
		}
		next, ok := w.step(p.position, e)
		if !ok {
			return all
		}
		p.position = next
	}
	return all
}

// Known says which slots are known where a way goes on.
type Known func(*Slot) bool

// departures lists the ways to leave the workflow before edge i.
func (w *Workflow) departures(way Way, i int, p *passing, rest func(*Node, Known) []Way) (all []Departure) {
	n := way[i].From
	stay := func(o OOW, d Departure) {
		d.OOW, d.At = o, i
		e := &Edge{From: n, To: n, User: string(o)}
		if d.Slot != nil && o == Addition {
			e.Gives = []*Slot{d.Slot}
		}
		d.Way = slices.Concat(way[:i], Way{e}, way[i:])
		all = append(all, d)
	}
	jump := func(o OOW, e *Edge, d Departure) {
		d.OOW, d.At = o, i
		e.From, e.User = n, string(o)
		known := func(s *Slot) bool {
			return (p.known[s] || slices.Contains(e.Gives, s)) && !(slices.Contains(e.Forgets, s) && !slices.Contains(e.Gives, s))
		}
		for _, way2 := range rest(e.To, known) {
			d.Way = slices.Concat(way[:i], Way{e}, way2)
			all = append(all, d)
		}
	}
	if !way[i].Wished() {
		open := slices.DeleteFunc(slices.Clone(n.Ask), func(s *Slot) bool { return p.known[s] && n.Tell == "" })
		for _, s := range open {
			for _, o := range []OOW{Incorrect, Vague, Irrelevant, IgnoreRule} {
				if o == IgnoreRule && len(n.Wishes()) > 0 {
					continue // the workflow has a way without it
				}
				stay(o, Departure{Slot: s})
			}
			stay(Counter, Departure{Slot: s})
		}
		if len(open) > 1 && n.Tell == "" {
			for _, s := range open {
				stay(Partial, Departure{Slot: s})
			}
			stay(Split, Departure{Slot: open[0]})
		}
	}
	if len(w.Answers)+len(w.Outside) > 0 {
		stay(TopicShift, Departure{})
	}
	if n.Tell != "" && len(n.Shows) > 0 {
		stay(Repeat, Departure{})
	}
	w.ahead(way, i, p, stay)
	w.back(way, i, p, jump)
	if p.changed < 0 {
		all = append(all, Departure{OOW: Cancellation, At: i, Ends: true, Way: slices.Concat(way[:i], Way{{From: n, To: n, User: string(Cancellation)}})})
		if i > 0 {
			jump(BackToStart, &Edge{To: w.Start(), Forgets: slices.Clone(w.Slots)}, Departure{})
		}
	}
	return all
}

// ahead lists the departures about later steps, and wishes that later calls take.
func (w *Workflow) ahead(way Way, i int, p *passing, stay func(OOW, Departure)) {
	made := func(t *Node) bool {
		return slices.ContainsFunc(p.calls, func(k int) bool { return way[k].From.Call == t.Call })
	}
	used := func(s *Slot) bool {
		return slices.ContainsFunc(p.calls, func(k int) bool {
			return slices.ContainsFunc(way[k].From.Args, func(a Arg) bool { return a.Slot == s })
		})
	}
	asks := len(way[i].From.Ask) > 0 && !way[i].Wished() // what is added belongs to what is asked for
	calls, ahead := 0, true
	var uses []*Slot
	for _, e := range way[i:] {
		n := e.From
		if n.Call == nil {
			continue
		}
		calls++
		ahead = ahead && !made(n) // who has to look again does not see what comes later
		if ahead && n.Call.Effect.Changes() {
			if calls > 1 {
				stay(Reorder, Departure{Later: n})
			}
			for k := range w.Before {
				b := &w.Before[k]
				if b.Tool == n.Call && slices.ContainsFunc(way[i:], func(x *Edge) bool {
					return x.From.Call != nil && slices.Contains(b.Needs, x.From.Call) && !made(x.From)
				}) {
					stay(Skip, Departure{Later: n, Because: b})
				}
			}
			ahead = false // nobody wants more than the next change
		}
		for _, a := range n.Args {
			if calls == 1 && asks && a.Slot != nil && a.Slot.Optional && !p.known[a.Slot] && !slices.Contains(uses, a.Slot) && !used(a.Slot) {
				uses = append(uses, a.Slot)
				stay(Addition, Departure{Slot: a.Slot})
			}
		}
	}
}

// back lists the departures that lead back to what was said, chosen or found.
func (w *Workflow) back(way Way, i int, p *passing, jump func(OOW, *Edge, Departure)) {
	redo := func(o OOW, s *Slot, since int) {
		for _, k := range p.calls {
			c := way[k].From
			if o == Addition && !way[i].From.picksFrom(c) {
				continue // who adds a wish has a list to choose from, and narrows it
			}
			if k < since || !slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Slot == s }) {
				continue
			}
			other := func(a Arg) bool { return a.Slot != nil && a.Slot != s && p.said[a.Slot] > k }
			if p.changed >= k || slices.ContainsFunc(c.Args, other) {
				return // what was done with it is done, or was about something else
			}
			jump(o, &Edge{To: c, Gives: []*Slot{s}, Forgets: w.pickedSince(way, k, i)}, Departure{Slot: s})
			return
		}
	}
	for _, s := range w.Slots {
		switch since, said := p.said[s]; {
		case s.Optional && !p.known[s]:
			redo(Addition, s, 0)
		case said && p.known[s] && s.From == nil:
			redo(Detail, s, since)
		}
	}
	for j := i - 1; j >= 0; j-- {
		if way[j].From.Call != nil && way[j].From.Call.Effect.Changes() {
			return
		}
		e := way[j]
		if !e.Wished() {
			continue
		}
		for _, other := range e.From.Wishes() {
			replaced := slices.ContainsFunc(other.Gives, func(s *Slot) bool { // the list from which it would be picked
				return s.From != nil && slices.ContainsFunc(way[j:i], func(x *Edge) bool { return x.From == s.From })
			})
			offered := slices.ContainsFunc(way[i].From.Edges, func(x *Edge) bool { return x.To == other.To }) // it can be had without going back
			// What the decision replaced cannot be had back by taking back the decision.
			lost := slices.ContainsFunc(e.Gives, func(s *Slot) bool {
				return slices.ContainsFunc(way[:j], func(x *Edge) bool { return slices.Contains(x.Gives, s) || slices.Contains(x.From.Ask, s) })
			})
			if other != e && e.From != way[i].From && !replaced && !offered && !lost {
				forgets := append(slices.Clone(other.Forgets), w.pickedSince(way, j, i)...)
				jump(Confirmation, &Edge{To: other.To, Gives: other.Gives, Forgets: forgets, Says: other.Says}, Departure{Wish: other.User})
			}
		}
		again := slices.ContainsFunc(way[i].From.Edges, func(x *Edge) bool { // another one can be picked anyway
			return slices.ContainsFunc(x.Gives, func(s *Slot) bool { return slices.Contains(e.Gives, s) })
		})
		if k := slices.IndexFunc(e.Gives, func(s *Slot) bool { return s.From != nil }); k >= 0 && e.From != way[i].From && slices.Contains(e.From.Shows, e.Gives[k].From) && !again {
			jump(Attitude, &Edge{To: e.From, Forgets: append(w.pickedSince(way, j, i), e.Gives...)}, Departure{Slot: e.Gives[k]})
		}
		return // only what was decided last is taken back
	}
}

// picksFrom reports whether the user can pick from the list of a call at a node.
func (n *Node) picksFrom(call *Node) bool {
	return slices.Contains(n.Shows, call) && slices.ContainsFunc(n.Edges, func(e *Edge) bool {
		return slices.ContainsFunc(e.Gives, func(s *Slot) bool { return s.From == call })
	})
}

// pickedSince lists the things that were picked from lists on a part of a way.
func (w *Workflow) pickedSince(way Way, from, to int) (all []*Slot) {
	for _, e := range way[from:to] {
		for _, s := range slices.Concat(e.Gives, e.From.Ask) {
			if s.From != nil && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}
