package judge

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/eval/compare"
)

// strict judges arguments by what they mean, and texts by what they have to do. The
// steps alone decide whether a mission was completed, whatever the prediction says
// about its end.
func (j *Judge) strict(t *eval.Task, p *eval.Prediction) eval.Verdict {
	v := verdict(t, p)
	s := strictWalk{judge: j, task: t, done: make([]bool, len(t.Nodes)), talk: newTalk(t), memo: j.memo()}
	s.golds = golds{task: t, talk: s.talk}
	first := -1 // the step of the first fault
	for i := range p.Steps {
		before, right := len(s.faults), 0
		out := len(p.Steps[i].Nodes) == 0 // of the tree, if there is a fault
		if j.fair && len(p.Steps[i].Around) > 0 {
			right, out = s.around(i, &p.Steps[i])
		} else if i == len(p.Steps)-1 && p.End == eval.Left || !s.matched(&p.Steps[i]) {
			s.faults = append(s.faults, s.left(i, &p.Steps[i]))
		} else {
			right = s.step(i, &p.Steps[i])
		}
		if first < 0 {
			v.Done += right
			if len(s.faults) > before {
				first = i
			}
		}
		if len(s.faults) > before && out {
			break
		}
	}
	if len(s.faults) == 0 && slices.Contains(s.done, false) {
		s.faults = append(s.faults, s.unfinished(len(p.Steps)-1))
	}
	v.Faults = s.faults
	v.Correct = len(v.Faults) == 0
	v.Notes = s.notes
	v.Optimal = v.Correct && len(p.Steps) == t.Depth() && len(v.Notes) == 0
	return v
}

// strictWalk follows a prediction.
type strictWalk struct {
	judge  *Judge
	task   *eval.Task
	done   []bool // nodes of earlier steps
	talk   *talk
	golds  golds
	memo   *compare.Memo
	faults []eval.Found
	notes  []eval.Found // of look-ups beside the paths
}

// unfinished returns the fault of a prediction whose steps are right but do not
// complete the mission.
func (s *strictWalk) unfinished(last int) eval.Found {
	next, called, _ := s.due()
	fault := eval.StoppedEarly
	if last < 0 && called > 0 {
		fault = eval.RefusedToCall
	}
	return found(fault, max(0, last), -1, next, "nothing more was done where %s", s.expected(next))
}

// matched reports whether a step stands for nodes, one for each call. A text must not
// be empty and needs everything done that its node depends on; the reply comes last.
func (s *strictWalk) matched(step *eval.Step) bool {
	if len(step.Nodes) != nodesIn(step) {
		return false
	}
	for i, node := range step.Nodes {
		if node < 0 || node >= len(s.task.Nodes) || s.done[node] || slices.Contains(step.Nodes[:i], node) {
			return false
		}
		n := &s.task.Nodes[node]
		switch {
		case (n.Kind == eval.Call) != (len(step.Calls) > 0):
			return false
		case n.Kind == eval.Call && n.Tool != step.Calls[i].Name:
			return false
		case n.Kind != eval.Call && (silent(step) || !s.ready(node)):
			return false
		}
	}
	return true
}

// silent reports whether a step does nothing at all.
func silent(s *eval.Step) bool { return len(s.Calls) == 0 && strings.TrimSpace(s.Text) == "" }

// step judges a step that is in the tree and returns how many of its nodes are right.
func (s *strictWalk) step(at int, step *eval.Step) (right int) {
	nodes := step.Nodes
	switch s.task.Nodes[nodes[0]].Kind {
	case eval.Ask:
		right = s.question(at, nodes[0], step.Text)
	case eval.Answer:
		right = s.reply(at, nodes[0], step.Text)
	default:
		nodes = s.paired(step)
		for i, node := range nodes {
			if s.call(at, i, node, &step.Calls[i]) {
				right++
			}
		}
	}
	for _, node := range nodes {
		s.done[node] = true
	}
	s.talk.took(step, nodes)
	return right
}

// call judges one call.
func (s *strictWalk) call(at, i, node int, c *eval.Called) bool {
	if !s.ready(node) {
		s.faults = append(s.faults, found(eval.WrongTool, at, i, node, "%s is called before its time", c.Name))
		return false
	}
	g := s.golds.of(node)
	if g == nil {
		s.faults = append(s.faults, found(eval.InventedTool, at, i, node, "%s is not offered", c.Name))
		return false
	}
	faults := s.memo.Strict(g, c.Arguments, s.talk.knows)
	for _, f := range faults {
		s.faults = append(s.faults, eval.Found{Fault: eval.Fault(f.Kind), Step: at, Call: i, Node: node,
			Pointer: f.Pointer, Given: f.Given, Want: f.Want, Detail: c.Name + ": " + f.Detail})
	}
	return len(faults) == 0
}

// ready reports whether earlier steps have done everything that a node depends on.
func (s *strictWalk) ready(node int) bool {
	return !slices.ContainsFunc(s.task.Nodes[node].Dependencies, func(d int) bool { return !s.done[d] })
}

// paired pairs the calls of a step with its nodes so that as many calls of each tool as
// possible are right. Usually the pairs of the walk are the best ones.
func (s *strictWalk) paired(step *eval.Step) []int {
	nodes := slices.Clone(step.Nodes)
	if len(nodes) == 1 {
		return nodes
	}
	known := make([]int8, len(nodes)*len(s.task.Nodes)) // for each call with each node: 1 right, -1 wrong, 0 unknown
	right := func(call, node int) bool {
		k := &known[call*len(s.task.Nodes)+node]
		if *k == 0 {
			*k = -1
			if g := s.golds.of(node); g != nil && s.memo.Right(g, step.Calls[call].Arguments) {
				*k = 1
			}
		}
		return *k > 0
	}
	var again []int // calls that are wrong with their node
	for i := range nodes {
		twin := func(c eval.Called) bool { return c.Name == step.Calls[i].Name && c.ID != step.Calls[i].ID }
		if slices.ContainsFunc(step.Calls, twin) && !right(i, nodes[i]) {
			again = append(again, i)
		}
	}
	for _, call := range again {
		s.augment(step, nodes, call, right)
	}
	return nodes
}

// augment looks for a chain of exchanges among the calls of one tool that makes one
// more call right and none wrong: the call takes the node of another call, which takes
// that of a third, and so on; the last one takes the node of the first.
func (s *strictWalk) augment(step *eval.Step, nodes []int, call int, right func(call, node int) bool) {
	seen := make([]bool, len(nodes))
	var chain []int
	var search func(at int) bool
	search = func(at int) bool {
		for other := range nodes {
			if seen[other] || other == at || step.Calls[other].Name != step.Calls[at].Name || !right(at, nodes[other]) {
				continue
			}
			seen[other] = true
			chain = append(chain, other)
			if other == call || !right(other, nodes[other]) || search(other) {
				return true
			}
			chain = chain[:len(chain)-1]
		}
		return false
	}
	if right(call, nodes[call]) || !search(call) {
		return
	}
	at, first := call, nodes[call]
	for _, other := range chain {
		if other == call {
			break
		}
		nodes[at], at = nodes[other], other
	}
	nodes[at] = first
}

// left returns the fault of a step that is not in the tree.
func (s *strictWalk) left(at int, step *eval.Step) eval.Found {
	next, called, open := s.due()
	if len(step.Calls) == 0 {
		what := "says something"
		if silent(step) {
			what = "neither says nor calls anything"
		}
		if at == 0 && called > 0 {
			return found(eval.RefusedToCall, at, -1, next, "%s where %s", what, s.expected(next))
		}
		return found(eval.StoppedEarly, at, -1, next, "%s where %s", what, s.expected(next))
	}
	for i := range step.Calls {
		if s.task.Tool(step.Calls[i].Name) == nil {
			return found(eval.InventedTool, at, i, next, "%s is not offered", step.Calls[i].Name)
		}
	}
	switch {
	case called == 0:
		return found(eval.CalledWithoutNeed, at, 0, next, "%s is called where no tool is needed", step.Calls[0].Name)
	case next >= 0 && s.task.Nodes[next].Kind == eval.Ask:
		return found(eval.MissedMissing, at, 0, next, "%s is called where %s", step.Calls[0].Name, s.expected(next))
	}
	for i := range step.Calls {
		name := step.Calls[i].Name
		n, of := open[name]
		switch {
		case !of:
			return found(eval.WrongTool, at, i, next, "%s is called where %s", name, s.expected(next))
		case n == 0:
			return found(eval.RedundantCall, at, i, next, "%s is called once more than is needed", name)
		}
		open[name]--
	}
	for i := range step.Calls {
		if !slices.ContainsFunc(s.openNodes(step.Calls[i].Name), s.ready) {
			return found(eval.WrongTool, at, i, next, "%s is called before its time", step.Calls[i].Name)
		}
	}
	return found(eval.WrongTool, at, 0, next, "calls that cannot be made at once")
}

// due returns the first node that can be done now, how many calls the mission has, and
// how many calls of each of its tools are still open.
func (s *strictWalk) due() (next, calls int, open map[string]int) {
	next, open = -1, make(map[string]int)
	for i := range s.task.Nodes {
		n := &s.task.Nodes[i]
		if next < 0 && !s.done[i] && s.ready(i) {
			next = i
		}
		if n.Kind == eval.Call {
			calls++
			open[n.Tool] += 0
			if !s.done[i] {
				open[n.Tool]++
			}
		}
	}
	return next, calls, open
}

func (s *strictWalk) openNodes(tool string) []int {
	var list []int
	for i := range s.task.Nodes {
		if s.task.Nodes[i].Kind == eval.Call && s.task.Nodes[i].Tool == tool && !s.done[i] {
			list = append(list, i)
		}
	}
	return list
}

// expected says in words what a node demands.
func (s *strictWalk) expected(node int) string {
	if node < 0 {
		return "nothing is left to do"
	}
	switch n := &s.task.Nodes[node]; n.Kind {
	case eval.Ask:
		return fmt.Sprintf("%s has to be asked for", list(n.Missing))
	case eval.Answer:
		return "the reply is due"
	default:
		return n.Tool + " is due"
	}
}
