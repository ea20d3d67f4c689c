package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

// longer pairs the path of the dialogue with one that makes the calls of a step one after
// the other. With the first of them, no optimal path is possible any more.
func (x *pairing) longer() (*Pair, error) {
	if x.options.Apart {
		return nil, nil
	}
	graph, err := graphOf(x.m)
	if err != nil {
		return nil, err
	}
	moves := movesOf(x.m)
	type split struct{ move, first int }
	var splits []split
	for k, mv := range moves {
		for i := range mv.calls {
			if len(mv.calls) > 1 && leaves(graph, moves[:k], mv.calls[i:i+1]) {
				splits = append(splits, split{k, i})
			}
		}
	}
	if len(splits) == 0 {
		return nil, nil
	}
	s := keyed.Pick(x.random, splits)
	calls := moves[s.move].calls
	steps := [][]int{{calls[s.first]}}
	for i, c := range calls {
		if i != s.first {
			steps = append(steps, []int{c})
		}
	}
	for _, mv := range moves[s.move+1:] {
		steps = append(steps, mv.calls)
	}
	path := append(stepsOf(moves[:s.move]), steps...)
	if graph.IsPath(path) != nil || graph.IsOptimal(path) {
		return nil, nil
	}
	e, m := x.draft()
	walk(m, moves[s.move].turn, steps)
	problem := x.only(e, proof.DialogueTrajectory)
	if problem == nil {
		return nil, nil
	}
	detail := fmt.Sprintf("calls that can be made at once are made one after the other: %d steps, where %d would do", len(path), graph.Depth())
	allButReply := func(n int) int { return max(n-1, 0) }
	return x.told(m, problem.Check, detail, allButReply)
}

// graphOf returns the dependency graph of a mission's calls.
func graphOf(m *mission.Mission) (*mission.Graph, error) {
	deps := make([][]int, len(m.Calls))
	for i := range m.Calls {
		deps[i] = m.Calls[i].Dependencies
	}
	return mission.NewGraph(deps)
}

// stepsOf returns the calls of each move.
func stepsOf(moves []move) [][]int {
	var steps [][]int
	for _, mv := range moves {
		steps = append(steps, mv.calls)
	}
	return steps
}

// leaves reports whether a step leaves the optimal paths.
func leaves(g *mission.Graph, made []move, step []int) bool {
	m := mission.NewMatcher(g, make([]string, g.Len()))
	for _, mv := range made {
		if !m.NextCalls(mv.calls) {
			return false
		}
	}
	return m.NextCalls(step) && !m.Optimal()
}

// walk rewrites a dialogue: from a turn on it makes these steps, and then closes as it
// did before.
func walk(m *mission.Mission, turn int, steps [][]int) {
	yes := true
	closing := m.Dialogue[len(m.Dialogue)-3:] // the planner, the checker and the assistant
	turns := slices.Clone(m.Dialogue[:turn])
	for _, step := range steps {
		plan := mission.Plan{MissionFinish: "no"}
		var purposes []string
		for _, c := range step {
			call := &m.Calls[c]
			plan.ActionList = append(plan.ActionList, mission.Action{Name: call.Tool, Arguments: call.Arguments, Purpose: call.Purpose})
			purposes = append(purposes, call.Purpose)
		}
		plan.Thought = strings.Join(purposes, " ")
		plan.Plan = plan.Thought
		turns = append(turns,
			mission.Turn{Role: mission.RolePlanner, Plan: &plan},
			mission.Turn{Role: mission.RoleChecker, Accepted: &yes},
			mission.Turn{Role: mission.RoleTool, Calls: step})
	}
	m.Dialogue = append(turns, closing...)
}

// refused pairs a plan that the checker refused with the one that it accepted
// in the end.
func (x *pairing) refused() (*Pair, error) {
	var turns []int
	for i, t := range x.m.Dialogue {
		if t.Role == mission.RolePlanner && i+1 < len(x.m.Dialogue) {
			if a := x.m.Dialogue[i+1].Accepted; a != nil && !*a {
				turns = append(turns, i)
			}
		}
	}
	for _, turn := range keyed.Shuffled(x.random, turns) {
		pair, err := x.refusedAt(turn)
		if pair != nil || err != nil {
			return pair, err
		}
	}
	return nil, nil
}

func (x *pairing) refusedAt(turn int) (*Pair, error) {
	dialogue := x.m.Dialogue
	plan, reasons := dialogue[turn].Plan, dialogue[turn+1].Reasons
	accepted := turn
	for accepted < len(dialogue) && (dialogue[accepted].Role != mission.RolePlanner || !*dialogue[accepted+1].Accepted) {
		accepted++ // ends, because a proven dialogue ends with an accepted plan
	}
	made := slices.DeleteFunc(movesOf(x.m), func(mv move) bool { return mv.turn >= turn })
	message, ok := x.planned(plan, len(slices.Concat(stepsOf(made)...)))
	if !ok || x.options.Apart && len(message.Calls) > 1 {
		return nil, nil
	}
	e, step, err := x.tried(turn, accepted, made)
	if err != nil || e == nil {
		return nil, err
	}
	for k, c := range step { // the same calls have the same ids on both sides
		message.Calls[k].ID = callID(x.at, c)
	}
	problem := x.failing(e, nil, nil)
	if problem == nil {
		return nil, nil
	}
	part, err := x.spokenBefore(turn)
	if err != nil || part >= len(x.said) {
		return nil, err
	}
	detail := problem.Message
	if len(reasons) > 0 {
		detail = strings.TrimRight(strings.TrimSpace(reasons[0]), ".")
	}
	return x.sides(part, x.said[part:part+1], []Message{message}, problem.Check, detail), nil
}

// planned turns a plan into a message; ok is false if the plan does anything else than
// call tools with objects.
func (x *pairing) planned(plan *mission.Plan, made int) (message Message, ok bool) {
	message = Message{Role: Assistant, Mission: x.at}
	if x.options.Thoughts {
		message.Thought = strings.TrimSpace(plan.Thought)
	}
	for _, a := range plan.ActionList {
		var compact bytes.Buffer
		var object map[string]json.RawMessage
		if a.Name == "" || a.Name == mission.AskTool || a.Name == mission.AnswerTool ||
			json.Unmarshal(a.Arguments, &object) != nil || object == nil || json.Compact(&compact, a.Arguments) != nil {
			return message, false
		}
		made++
		message.Calls = append(message.Calls, Call{ID: callID(x.at, made-1), Name: a.Name, Arguments: compact.Bytes()})
	}
	return message, len(message.Calls) > 0
}

// callID names a call in an example, as stepMessages does.
func callID(at, call int) string { return fmt.Sprintf("call_%d_%d", at+1, call+1) }

// tried returns the entry as it would be if the plan had been accepted, and the calls of
// the mission that the plan makes, if it makes no others. The entry is nil if the plan
// may lead to an optimal path: then only its words were refused.
func (x *pairing) tried(turn, accepted int, made []move) (*mission.Entry, []int, error) {
	e, m := x.draft()
	plan := m.Dialogue[turn].Plan
	done := slices.Concat(stepsOf(made)...)
	if step := callsOf(m, plan, done); step != nil {
		graph, err := graphOf(m)
		if err != nil {
			return nil, nil, err
		}
		steps := [][]int{step}
		path := append(stepsOf(made), step)
		if valid := graph.IsPath(rest(graph, path)) == nil; valid && (x.options.Apart || !leaves(graph, made, step)) {
			return nil, nil, nil
		}
		steps = append(steps, rest(graph, path)[len(path):]...)
		walk(m, turn, steps)
		return e, step, nil
	}
	instead := *plan
	m.Dialogue[accepted].Plan = &instead
	m.Dialogue = slices.Delete(m.Dialogue, turn, accepted)
	for _, mv := range movesOf(m) {
		if mv.turn == turn && sameTools(m, plan, mv.calls) {
			for k, c := range mv.calls {
				m.Calls[c].Arguments = plan.ActionList[k].Arguments
				m.Calls[c].Purpose = plan.ActionList[k].Purpose
			}
			return e, mv.calls, nil
		}
	}
	return e, nil, nil
}

// callsOf finds the calls of a mission that a plan makes, among those that are not done.
// It returns nil if the plan makes any other call.
func callsOf(m *mission.Mission, plan *mission.Plan, done []int) []int {
	var step []int
	for _, a := range plan.ActionList {
		found := false
		for k := range m.Calls {
			if c := &m.Calls[k]; !slices.Contains(done, k) && !slices.Contains(step, k) && c.Tool == a.Name && sameJSON(c.Arguments, a.Arguments) {
				step, found = append(step, k), true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return step
}

// rest completes a path with all remaining calls, each as early as possible.
func rest(g *mission.Graph, path [][]int) [][]int {
	path = slices.Clone(path)
	for {
		done := slices.Concat(path...)
		var step []int
		for j := range g.Len() {
			ready := !slices.Contains(done, j)
			for _, i := range g.Deps(j) {
				ready = ready && slices.Contains(done, i)
			}
			if ready {
				step = append(step, j)
			}
		}
		if len(step) == 0 {
			return path
		}
		path = append(path, step)
	}
}

// sameTools reports whether a plan calls the tools of these calls, in their order.
func sameTools(m *mission.Mission, plan *mission.Plan, calls []int) bool {
	if len(plan.ActionList) != len(calls) {
		return false
	}
	for k, c := range calls {
		if plan.ActionList[k].Name != m.Calls[c].Tool {
			return false
		}
	}
	return true
}

// spokenBefore returns the number of messages of the mission before a turn.
func (x *pairing) spokenBefore(turn int) (int, error) {
	m := *x.m
	m.Dialogue = m.Dialogue[:turn]
	said, err := missionMessages(&m, x.at, x.options)
	return len(said), err
}

// sameJSON reports whether two documents are equal apart from the order of keys.
func sameJSON(a, b json.RawMessage) bool {
	x, err1 := decode(a)
	y, err2 := decode(b)
	return err1 == nil && err2 == nil && reflect.DeepEqual(x, y)
}
