package judge

import (
	"cmp"
	"fmt"
	"slices"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/mission"
)

// The names under which steps of text are matched.
const (
	askName    = mission.AskTool
	answerName = mission.AnswerTool
)

// mmtb judges as the Multi-Mission Tool Bench does. It matches the tools of each step
// with the bench's paths and then, if the mission was closed, scores the arguments of
// all calls.
func (j *Judge) mmtb(t *eval.Task, p *eval.Prediction) eval.Verdict {
	v := verdict(t, p)
	steps, closed := mmtbReplay(t, p.Steps)
	if !closed {
		v.Faults = []eval.Found{mmtbAction(t, steps)}
		v.Done = mmtbProgress(steps)
		return v
	}
	faults, err := j.mmtbArguments(t, steps)
	switch {
	case err != nil:
		f := mmtbAction(t, steps)
		f.Detail = "its scoring fails on the arguments: " + err.Error()
		v.Faults, v.Done = []eval.Found{f}, mmtbProgress(steps)
	case len(faults) > 0:
		// The bench's progress discounts the last step only if that left the tree.
		v.Faults, v.Done = faults, v.Of
	default:
		v.Correct, v.Optimal, v.Done = true, len(steps) == t.Depth(), v.Of
	}
	return v
}

// mmtbProgress counts the nodes of all steps but the last.
func mmtbProgress(steps []eval.Step) int {
	n := 0
	for i := range steps[:max(0, len(steps)-1)] {
		n += nodesIn(&steps[i])
	}
	return n
}

// mmtbReplay walks the paths of the Multi-Mission Tool Bench. It returns the steps up
// to the one that closes the mission or that none of the remaining paths has, which may
// come sooner than in our own walk.
func mmtbReplay(t *eval.Task, steps []eval.Step) (made []eval.Step, closed bool) {
	names := make([]string, len(t.Nodes))
	for i := range t.Nodes {
		names[i] = mmtbName(&t.Nodes[i])
	}
	m := mission.NewMMTBMatcher(t.Graph(), names)
	for i := range steps {
		s := &steps[i]
		switch {
		case len(s.Calls) > 0:
			called := make([]string, len(s.Calls))
			for k := range s.Calls {
				called[k] = s.Calls[k].Name
			}
			if m.Next(called) == nil {
				return steps[:i+1], false
			}
		case s.Text == "":
			return steps[:i+1], false
		case m.Next([]string{askName}) != nil:
		case m.Next([]string{answerName}) != nil:
			return steps[:i+1], true
		default:
			return steps[:i+1], false
		}
	}
	return steps, false
}

func mmtbName(n *eval.Node) string {
	switch n.Kind {
	case eval.Ask:
		return askName
	case eval.Answer:
		return answerName
	}
	return n.Tool
}

// mmtbArguments scores the calls, tool by tool. In the order of the prediction, each
// call takes the remaining right call with which it scores best. There is a fault for
// each call that scores less than [compare.Enough].
func (j *Judge) mmtbArguments(t *eval.Task, steps []eval.Step) ([]eval.Found, error) {
	var out []eval.Found
	paired := make([]bool, len(t.Nodes))
	golds, memo := golds{task: t}, j.compare.Memo()
	for _, c := range callsOf(steps) {
		if t.Tool(c.Name) == nil {
			return nil, fmt.Errorf("%s is not offered", c.Name)
		}
		best, at := -1.0, -1
		last := -1 // the right call that was compared last
		for i := range t.Nodes {
			if paired[i] || t.Nodes[i].Kind != eval.Call || t.Nodes[i].Tool != c.Name {
				continue
			}
			value, err := memo.MMTBValue(golds.of(i), c.Arguments)
			if err != nil {
				return nil, err
			}
			if value > best {
				best, at = value, i
			}
			last = i
		}
		if at >= 0 {
			paired[at] = true
		}
		if best < compare.Enough {
			var faults []compare.Fault
			if last >= 0 { // the bench reports the errors of that one
				score, err := memo.MMTB(golds.of(last), c.Arguments)
				if err != nil {
					return nil, err
				}
				faults = score.Faults
			}
			out = append(out, mmtbParameter(c, at, best, faults))
		}
	}
	slices.SortStableFunc(out, func(a, b eval.Found) int { return cmp.Compare(a.Step, b.Step) })
	return out, nil
}

// place is a call and where it was made.
type place struct {
	*eval.Called
	step, call int
}

// callsOf lists the calls tool by tool, in the order of the first call of each tool.
func callsOf(steps []eval.Step) []place {
	var list []place
	first := make(map[string]int)
	for i := range steps {
		for k := range steps[i].Calls {
			c := &steps[i].Calls[k]
			if _, ok := first[c.Name]; !ok {
				first[c.Name] = len(first)
			}
			list = append(list, place{c, i, k})
		}
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(first[a.Name], first[b.Name]) })
	return list
}

// mmtbOrder says which error of a call is reported: the first of these kinds.
var mmtbOrder = []compare.Kind{compare.MissingRequired, compare.InventedName, compare.WrongType, compare.InventedValue, compare.WrongValue}

func mmtbParameter(c place, node int, score float64, faults []compare.Fault) eval.Found {
	f := eval.Found{Fault: eval.WrongValue, Step: c.step, Call: c.call, Node: node}
	detail := "the arguments differ"
	for _, kind := range mmtbOrder {
		if i := slices.IndexFunc(faults, func(f compare.Fault) bool { return f.Kind == kind }); i >= 0 {
			f.Fault, f.Pointer, f.Given, f.Want = eval.Fault(kind), faults[i].Pointer, faults[i].Given, faults[i].Want
			detail = faults[i].Detail
			break
		}
	}
	f.Detail = fmt.Sprintf("%s: %s; the call scores %.2f", c.Name, detail, score)
	return f
}

// mmtbAction finds the kind of an error as the Multi-Mission Tool Bench does
// (check_error_type): it counts names and takes every text for a question.
func mmtbAction(t *eval.Task, steps []eval.Step) eval.Found {
	last := len(steps) - 1
	fault, detail := mmtbKind(t, steps)
	return found(fault, last, -1, -1, "%s", detail)
}

func mmtbKind(t *eval.Task, steps []eval.Step) (eval.Fault, string) {
	last := len(steps) - 1
	if last <= 0 && (last < 0 || len(steps[0].Calls) == 0) {
		return eval.RefusedToCall, "no call where tools are needed"
	}
	if len(t.Nodes) == 1 {
		return eval.CalledWithoutNeed, "a call where none is needed"
	}
	var done []string
	for i := range steps {
		if len(steps[i].Calls) == 0 {
			done = append(done, askName)
		}
		for k := range steps[i].Calls {
			name := steps[i].Calls[k].Name
			if t.Tool(name) == nil {
				return eval.InventedTool, name + " is not offered"
			}
			done = append(done, name)
		}
	}
	right := make([]string, len(t.Nodes))
	for i := range t.Nodes {
		right[i] = mmtbName(&t.Nodes[i])
	}
	have, want := counts(done), counts(right)
	if want[askName] > have[askName] && (have[askName] == 0 || len(done) < len(right)) {
		return eval.MissedMissing, "no question where something is missing"
	}
	if len(done) > len(right)-1 {
		return eval.RedundantCall, fmt.Sprintf("%d calls and texts before the reply, where %d are needed", len(done), len(right)-1)
	}
	more := false
	for _, name := range done {
		if want[name] == 0 {
			return eval.WrongTool, "calls and texts that do not belong here, as in step " + fmt.Sprint(last+1)
		}
		more = more || have[name] > want[name]
	}
	if more {
		return eval.RedundantCall, "more calls of a tool, or more texts, than are needed"
	}
	return eval.StoppedEarly, "the right tools, but not all of them, or not in this step"
}

func counts(names []string) map[string]int {
	n := make(map[string]int, len(names))
	for _, name := range names {
		n[name]++
	}
	return n
}
