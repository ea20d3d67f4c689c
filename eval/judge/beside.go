package judge

import (
	"slices"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/out/corpus"
)

// Beside returns what tells which calls an agent may make beside the paths, as strict-2 does.
func Beside() eval.Beside {
	c := compare.New()
	return func(t *eval.Task, messages []corpus.Message, call *eval.Called) bool {
		k := newTalk(t)
		k.listen()
		asked := 0
		for i := range messages[min(len(t.Messages), len(messages)):] {
			m := &messages[len(t.Messages)+i]
			k.hold(m.Text, m.Role == corpus.User)
			if m.Role == corpus.Assistant && len(m.Calls) == 0 {
				asked++
			}
		}
		done := make([]bool, len(t.Nodes))
		for i := range t.Nodes {
			if t.Nodes[i].Kind == eval.Ask && asked > 0 {
				done[i], asked = true, asked-1
			}
		}
		return harmless(t, c.Fair(), k, done, call) == ""
	}
}

// harmless says why a call on no path is not a look-up that an agent may make all the same,
// or nothing: its tool only looks something up, it is not what a question is due for, and it
// gives only values that are known and that the tool allows. Where no tool is needed, none
// may be called; and other people's entries do not say enough.
func harmless(t *eval.Task, memo *compare.Memo, k *talk, done []bool, c *eval.Called) string {
	tool := t.Tool(c.Name)
	switch {
	case tool == nil:
		return "it is not offered"
	case !t.Proven:
		return "the entry does not say where values come from"
	case !eval.LooksUp(tool):
		return "it may change something"
	case !slices.ContainsFunc(t.Nodes, func(n eval.Node) bool { return n.Kind == eval.Call }):
		return "no tool is needed"
	}
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Kind == eval.Ask && !done[i] && n.Tool == c.Name {
			return "a question is due"
		}
	}
	unknown, ok := memo.Fits(&compare.Gold{Tool: tool, Environment: t.Entry.Environment}, c.Arguments, k.knows)
	switch {
	case !ok:
		return "its arguments do not fit"
	case unknown != "":
		return "nobody said or showed " + unknown
	}
	return ""
}

// around judges a step in which some calls are look-ups beside the paths. It returns how many
// of its other calls are right, and whether the step is out of the tree.
func (s *strictWalk) around(at int, step *eval.Step) (right int, out bool) {
	var core eval.Step
	var places []int
	notes := len(s.notes)
	for i := range step.Calls {
		c := &step.Calls[i]
		if i < len(step.Around) && step.Around[i] >= 0 {
			core.Calls, core.Nodes, places = append(core.Calls, *c), append(core.Nodes, step.Around[i]), append(places, i)
			continue
		}
		if len(s.notes) >= eval.MostBeside || harmless(s.task, s.memo, s.talk, s.done, c) != "" {
			s.notes = s.notes[:notes]
			s.faults = append(s.faults, s.left(at, step))
			return 0, true
		}
		s.notes = append(s.notes, found(eval.NeedlessRead, at, i, -1, "%s is called, which no path needs", c.Name))
	}
	if len(core.Calls) == 0 {
		return 0, false
	}
	if !s.matched(&core) {
		s.notes = s.notes[:notes]
		s.faults = append(s.faults, s.left(at, step))
		return 0, true
	}
	before := len(s.faults)
	right = s.step(at, &core)
	for i := range s.faults[before:] {
		if f := &s.faults[before+i]; f.Call >= 0 {
			f.Call = places[f.Call]
		}
	}
	return right, false
}
