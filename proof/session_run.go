package proof

import (
	"slices"
	"strings"

	"switchyard/flow/session"
	"switchyard/internal/grammar"
)

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
	w.path, w.left, w.place = nil, nil, ""
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
	w.way(run)
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

// way compares what a run says of itself with what was passed.
func (w *walker) way(run *session.Run) {
	if way := strings.Join(w.path, " > "); way != run.Way {
		w.bad(SessionWay, "", "the way of the run is %q, but it passes %q", run.Way, way)
	}
	switch {
	case len(w.left) > 2:
		w.bad(SessionWay, "", "the user leaves the workflow more than once")
	case len(w.left) == 2 && (run.At != w.left[0] || run.OOW != w.left[1]):
		w.bad(SessionWay, "", "the user leaves the workflow at %s (%s), not at %s (%s)", w.left[0], w.left[1], run.At, run.OOW)
	case len(w.left) == 0 && (run.At != "" || run.OOW != ""):
		w.bad(SessionWay, "", "the user does not leave the workflow, but the run says %s (%s)", run.At, run.OOW)
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
