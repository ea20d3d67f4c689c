package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/out/corpus"
	"switchyard/tools"
	"switchyard/tools/world"
)

// verdict judges a mission that was played. Its nodes are the changes that the world
// should have undergone, the facts that had to be found and told, and the reply.
func (s *session) verdict(a *act) eval.Verdict {
	state := s.state(a)
	facts := s.facts(a)
	text := s.text(a)
	v := eval.Verdict{Entry: a.prediction.Entry, Mission: a.index, Scored: true, Of: len(a.wanted) + len(facts) + 1}
	v.Done = len(a.wanted)
	for i := range a.wanted {
		if slices.ContainsFunc(state, func(d world.Difference) bool { return d.Kind != world.Unwanted && d.Change.ID == a.wanted[i].ID }) {
			v.Done--
		}
	}
	var untold []fact
	for _, f := range facts {
		if f.told {
			v.Done++
		} else {
			untold = append(untold, f)
		}
	}
	closed := a.prediction.End == eval.Closed
	if closed && len(text) == 0 {
		v.Done++
	}
	v.Correct = closed && len(state) == 0 && len(untold) == 0 && len(text) == 0
	v.Optimal = v.Correct && len(a.prediction.Steps) <= a.task.Depth()
	if !v.Correct {
		v.Faults = s.faults(a, state, untold, text)
	}
	maps.Copy(s.names, a.changes.Names(a.wanted))
	return v
}

// state returns how the world differs from what it should be. The world is right if the
// mission changed what it should. It is also right if the mission changed something and
// all missions so far together changed what they should. So an agent is not blamed for
// what an earlier mission left undone, and may make up for it.
func (s *session) state(a *act) []world.Difference {
	own := a.changes.Diff(a.wanted)
	acted := slices.ContainsFunc(a.made, func(m madeCall) bool { return len(m.changes) > 0 })
	if len(own) == 0 || acted && len(s.changes.Diff(s.wanted)) == 0 {
		return nil
	}
	return own
}

// faults returns what is wrong, causes before effects. There is at least one fault.
func (s *session) faults(a *act, state []world.Difference, untold []fact, text []eval.Found) []eval.Found {
	last := len(a.prediction.Steps) - 1
	var list []eval.Found
	if len(state) > 0 || len(untold) > 0 {
		list = append(list, s.causes(a, untold)...)
		list = append(list, s.unwanted(a, state)...)
	}
	other := func(fault eval.Fault, node int, detail string) {
		if len(list) == 0 && a.prediction.End == eval.Closed { // no cause is found
			list = append(list, eval.Found{Fault: fault, Step: last, Call: -1, Node: node, Detail: detail})
		}
	}
	for _, d := range state {
		other(eval.StoppedEarly, -1, d.String())
	}
	for _, f := range untold {
		other(f.fault, f.node, f.String())
	}
	if a.prediction.End != eval.Closed {
		list = append(list, eval.Found{Fault: eval.RedundantCall, Step: last, Call: -1, Node: -1,
			Detail: fmt.Sprintf("went in circles: no closing reply after %d steps", len(a.prediction.Steps))})
		return list
	}
	return append(list, text...)
}

// causes finds out why calls of the entry were not made: the agent did not ask for what
// was missing, gave other arguments, or did not call at all.
func (s *session) causes(a *act, untold []fact) []eval.Found {
	var list []eval.Found
	last := len(a.prediction.Steps) - 1
	if i := s.withheld(a); i >= 0 && len(a.made) > 0 {
		first := &a.made[0]
		list = append(list, eval.Found{Fault: eval.MissedMissing, Step: first.step, Call: first.call, Node: i,
			Detail: fmt.Sprintf("%s is called where %s has to be asked for", first.name, strings.Join(a.task.Nodes[i].Missing, ", "))})
	}
	for g := range a.gold {
		node := a.gold[g].node
		if slices.Contains(a.done, node) {
			continue
		}
		name := a.task.Nodes[node].Tool
		near, best := -1, -1.0
		for i := range a.made {
			if m := &a.made[i]; m.name == name && m.gold < 0 {
				if like := s.like(a.task, node, m.arguments); like > best {
					near, best = i, like
				}
			}
		}
		switch {
		case near >= 0:
			list = append(list, s.arguments(a, node, &a.made[near])...)
		case len(a.made) == 0 && len(a.prediction.Steps) == 1:
			list = append(list, eval.Found{Fault: eval.RefusedToCall, Step: 0, Call: -1, Node: node, Detail: "says something where " + name + " is due"})
		case s.invented(a) != nil:
			m := s.invented(a)
			list = append(list, eval.Found{Fault: eval.InventedTool, Step: m.step, Call: m.call, Node: node, Detail: m.name + " is not offered"})
		case a.prediction.End == eval.Closed:
			list = append(list, eval.Found{Fault: eval.StoppedEarly, Step: last, Call: -1, Node: node, Detail: "the reply comes before " + name})
		}
	}
	return list
}

// invented returns the first call of a tool that is not offered, or nil.
func (s *session) invented(a *act) *madeCall {
	i := slices.IndexFunc(a.made, func(m madeCall) bool { return a.task.Tool(m.name) == nil })
	if i < 0 {
		return nil
	}
	return &a.made[i]
}

// arguments returns what is wrong with the arguments of a call.
func (s *session) arguments(a *act, node int, m *madeCall) []eval.Found {
	n := &a.task.Nodes[node]
	gold := compare.Gold{Tool: a.task.Tool(n.Tool), Arguments: n.Arguments, Sources: n.Sources, Environment: a.task.Entry.Environment}
	var list []eval.Found
	for _, f := range s.compare.Memo().Strict(&gold, m.arguments, func(value any) bool { return s.knows(value, m.heard) }) {
		list = append(list, eval.Found{Fault: eval.Fault(f.Kind), Step: m.step, Call: m.call, Node: node,
			Pointer: f.Pointer, Given: f.Given, Want: f.Want, Detail: n.Tool + ": " + f.Detail})
	}
	return list
}

// knows reports whether one of the first messages of the session says or shows a value.
// The arguments that the agent gave are no evidence.
func (s *session) knows(value any, messages int) bool {
	said := compare.Fold(fmt.Sprint(value))
	return said == "" || slices.ContainsFunc(s.messages[:messages], func(m corpus.Message) bool {
		return strings.Contains(" "+compare.Fold(m.Text)+" ", " "+said+" ")
	})
}

// unwanted returns a fault for each change that is wrong or should not have happened.
func (s *session) unwanted(a *act, state []world.Difference) []eval.Found {
	var list []eval.Found
	for _, d := range state {
		if d.Kind == world.NotDone {
			continue
		}
		f := eval.Found{Step: len(a.prediction.Steps) - 1, Call: -1, Node: -1, Detail: d.String()}
		i := slices.IndexFunc(a.made, func(m madeCall) bool {
			return slices.ContainsFunc(m.changes, func(c world.Change) bool {
				return c.Entity == d.Change.Entity && (c.ID == d.Change.ID || d.Kind == world.Different)
			})
		})
		name := ""
		if i >= 0 {
			f.Step, f.Call, name = a.made[i].step, a.made[i].call, a.made[i].name
		}
		switch {
		case d.Kind == world.Different:
			f.Fault, f.Pointer, f.Given, f.Want = eval.WrongValue, "/"+d.Attribute, tools.EncodeValue(d.Got), tools.EncodeValue(d.Want)
			if slices.ContainsFunc(list, func(x eval.Found) bool { return x.Step == f.Step && x.Call == f.Call && x.Call >= 0 }) {
				continue // the call has a fault already
			}
		case len(a.gold) == 0:
			f.Fault = eval.CalledWithoutNeed
		case slices.ContainsFunc(a.gold, func(g goldCall) bool { return g.tool != nil && g.tool.Name == name }):
			f.Fault = eval.RedundantCall
		default:
			f.Fault = eval.WrongTool
		}
		list = append(list, f)
	}
	return list
}
