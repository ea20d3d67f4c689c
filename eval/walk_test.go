package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
)

// The tree of mixed: a0 and b1 at any time, then c2 after a0, then d3 after both.
func mixed() mission.Mission {
	return played("Do it.", nil, call("a", 0), call("b", 1), call("c", 2, 0), call("d", 3, 1, 2))
}

// Two calls of one tool, the second of which waits for another one.
func repeated() mission.Mission {
	return played("Do it.", nil, call("a", 1), call("b", 2), call("a", 3, 1))
}

func TestWalk(t *testing.T) {
	three := played("Do it.", nil, call("a", 1), call("a", 2), call("a", 3))
	clarify := played("Do it.", []mission.Question{question(1, "a"), question(2, "a")}, call("a", 7))
	chat := played("Say it.", nil)
	for _, c := range []struct {
		name    string
		mission mission.Mission
		agent   *script
		end     End
		nodes   [][]int
	}{
		{"the shortest way", mixed(), does(calls("a0", "b1"), calls("c2"), calls("d3"), says("Done.")), Closed, [][]int{{0, 1}, {2}, {3}, {4}}},
		{"the other shortest way", mixed(), does(calls("a0"), calls("b1", "c2"), calls("d3"), says("Done.")), Closed, [][]int{{0}, {1, 2}, {3}, {4}}},
		{"a step in another order", mixed(), does(calls("b1", "a0"), calls("c2"), calls("d3"), says("Done.")), Closed, [][]int{{1, 0}, {2}, {3}, {4}}},
		{"one call a step", mixed(), does(calls("b1"), calls("a0"), calls("c2"), calls("d3"), says("Done.")), Closed, [][]int{{1}, {0}, {2}, {3}, {4}}},
		{"text beside calls", mixed(), does(Action{Text: "I look.", Calls: calls("a0", "b1").Calls}, calls("c2"), calls("d3"), says("Done.")), Closed, [][]int{{0, 1}, {2}, {3}, {4}}},
		{"wrong arguments are no reason to leave", mixed(), does(calls("a9", "b9"), calls("c9"), calls("d9"), says("Done.")), Closed, [][]int{{0, 1}, {2}, {3}, {4}}},

		{"a call before its time", mixed(), does(calls("c2")), Left, [][]int{nil}},
		{"calls at once that wait for each other", mixed(), does(calls("a0", "c2")), Left, [][]int{nil}},
		{"a tool that is not needed", played("Do it.", nil, call("a", 1)), does(calls("b1")), Left, [][]int{nil}},
		{"a tool that there is not", mixed(), does(calls("x1")), Left, [][]int{nil}},
		{"one right, one wrong", mixed(), does(calls("a0", "x1")), Left, [][]int{nil}},
		{"a call again", mixed(), does(calls("a0"), calls("a0")), Left, [][]int{{0}, nil}},
		{"a call again in one step", mixed(), does(calls("a0", "a0")), Left, [][]int{nil}},
		{"a call after all are made", played("Do it.", nil, call("a", 1)), does(calls("a1"), calls("a1")), Left, [][]int{{0}, nil}},
		{"text at once", mixed(), does(says("Done.")), Left, [][]int{nil}},
		{"text too early", mixed(), does(calls("a0", "b1"), says("Done.")), Left, [][]int{{0, 1}, nil}},
		{"nothing at all", mixed(), does(calls("a0"), Action{}), Left, [][]int{{0}, nil}},
		{"the name of an answer", chat, does(Action{Calls: []Called{{ID: "1", Name: answerName, Arguments: json.RawMessage("{}")}}}), Left, [][]int{nil}},
		{"the name of a question", clarify, does(Action{Calls: []Called{{ID: "1", Name: askName, Arguments: json.RawMessage("{}")}}}), Left, [][]int{nil}},

		{"asked twice", clarify, does(says("Which?"), says("Which, please?"), calls("a7"), says("Done.")), Closed, [][]int{{0}, {1}, {2}, {3}}},
		{"not asked", clarify, does(calls("a7")), Left, [][]int{nil}},
		{"asked once of two times", clarify, does(says("Which?"), calls("a7")), Left, [][]int{{0}, nil}},
		{"asked once too often", clarify, does(says("Which?"), says("Which?"), says("Which?")), Left, [][]int{{0}, {1}, nil}},
		{"chat", chat, does(says("Well.")), Closed, [][]int{{0}}},
		{"a call in a chat", chat, does(calls("a1")), Left, [][]int{nil}},

		{"calls of one tool at once", three, does(calls("a1", "a2", "a3"), says("Done.")), Closed, [][]int{{0, 1, 2}, {3}}},
		{"given in another order", three, does(calls("a3", "a1", "a2"), says("Done.")), Closed, [][]int{{2, 0, 1}, {3}}},
		{"one after the other, the last one first", three, does(calls("a3"), calls("a1", "a2"), says("Done.")), Closed, [][]int{{2}, {0, 1}, {3}}},
		{"what is like none is taken for the one that is left", three, does(calls("a9", "a3", "a1"), says("Done.")), Closed, [][]int{{1, 2, 0}, {3}}},
		{"arguments that are no object", three, does(calls(`a "two"`, "a2", "a null"), says("Done.")), Closed, [][]int{{0, 1, 2}, {3}}},
		{"no arguments", played("Do it.", nil, call("a", 1)), does(Action{Calls: []Called{{Name: "a"}}}, says("Done.")), Closed, [][]int{{0}, {1}}},
		{"the nearest one is not ready", repeated(), does(calls("a3"), calls("b2"), calls("a1"), says("Done.")), Closed, [][]int{{0}, {1}, {2}, {3}}},
		{"both are ready in the end", repeated(), does(calls("b2"), calls("a3", "a1"), says("Done.")), Closed, [][]int{{1}, {2, 0}, {3}}},
		{"one is told by what it is like", repeated(), does(calls("b2"), calls("a3"), calls("a1"), says("Done.")), Closed, [][]int{{1}, {2}, {0}, {3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := taskOf(t, c.mission)
			p, err := Walk(t.Context(), task, c.agent, Equal)
			if err != nil {
				t.Fatal(err)
			}
			var nodes [][]int
			for i, s := range p.Steps {
				nodes = append(nodes, s.Nodes)
				if want := c.agent.actions[i]; s.Text != want.Text || !cmp.Equal(s.Calls, want.Calls) {
					t.Errorf("step %d is recorded as %+v, done was %+v", i, s, want)
				}
			}
			if p.End != c.end || !cmp.Equal(nodes, c.nodes) {
				t.Errorf("%s by %v, want %s by %v", p.End, nodes, c.end, c.nodes)
			}
			if p.Entry != "t-0001" || p.Mission != 0 || p.Error != "" {
				t.Errorf("a prediction of %s, %d: %s", p.Entry, p.Mission, p.Error)
			}
		})
	}
}

// What the agent is shown, step by step.
func TestScenes(t *testing.T) {
	task := taskOf(t, played("Do it.", []mission.Question{question(1, "a")}, call("a", 1), call("a", 2), call("b", 3, 1)))
	task.Messages = append(make([]corpus.Message, 0, 9), task.Messages...) // as there may be room behind them
	agent := does(says("Which?"), calls("a2", "a9"), calls("b3"), says("Done."))
	if _, err := Walk(t.Context(), task, agent, Equal); err != nil {
		t.Fatal(err)
	}
	all := []string{"user: Do it.", "assistant: Which?", "user: Reply 1.",
		"assistant: id-a-0 id-a-1 ", `tool: {"seen":2} for id-a-0 of a`, `tool: {"seen":1} for id-a-1 of a`,
		"assistant: id-b-0 ", `tool: {"seen":3} for id-b-0 of b`}
	for i, want := range []struct {
		messages int
		done     []int
	}{{1, nil}, {3, []int{0}}, {6, []int{0, 2, 1}}, {8, []int{0, 2, 1, 3}}} {
		s := agent.scenes[i]
		if s.Step != i || s.Task != task {
			t.Errorf("step %d is told to be step %d of %s", i, s.Step, s.Task.ID())
		}
		if diff := cmp.Diff(all[:want.messages], roles(s.Messages)); diff != "" {
			t.Errorf("step %d: %s", i, diff)
		}
		if !slices.Equal(s.Done, want.done) {
			t.Errorf("step %d: %v is done, want %v", i, s.Done, want.done)
		}
	}
	if behind := task.Messages[:2][1]; len(task.Messages) != 1 || behind.Role != "" {
		t.Errorf("the task has %d messages now, and behind them %+v: others may walk it, too", len(task.Messages), behind)
	}
}

func TestUnscored(t *testing.T) {
	m := played("Do it.", nil, call("a", 1))
	for _, c := range []struct {
		name string
		err  error
		ends bool
	}{
		{"an error of the agent's own", errOut, false},
		{"a request that was not answered", fmt.Errorf("step 2: %w", &model.Error{Kind: model.TimedOut}), false},
		{"a key that is refused", fmt.Errorf("step 2: %w", &model.Error{Kind: model.BadKey}), true},
	} {
		agent := does(calls("a1"))
		agent.err = c.err
		p, err := Walk(t.Context(), taskOf(t, m), agent, Equal)
		if c.ends {
			if p != nil || !errors.Is(err, c.err) {
				t.Errorf("%s: %+v, %v", c.name, p, err)
			}
			continue
		}
		if err != nil || p.End != Unscored || p.Error != c.err.Error() || len(p.Steps) != 1 {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
}

func TestWalkEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	agent := does(calls("a1"))
	agent.err = fmt.Errorf("asked in vain: %w", context.Canceled)
	cancel()
	if p, err := Walk(ctx, taskOf(t, played("Do it.", nil, call("a", 1))), agent, Equal); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestStepsSayWhatTheyCost(t *testing.T) {
	agent := does(Action{Calls: calls("a1").Calls, Usage: model.Usage{Input: 7, Output: 2}, Took: 1500 * time.Millisecond}, says("Done."))
	p, err := Walk(t.Context(), taskOf(t, played("Do it.", nil, call("a", 1))), agent, Equal)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Steps[0]; s.TookMS != 1500 || s.Usage == nil || *s.Usage != (model.Usage{Input: 7, Output: 2}) {
		t.Errorf("%+v", s)
	}
	if s := p.Steps[1]; s.TookMS != 0 || s.Usage != nil {
		t.Errorf("%+v", s)
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		want, given string
		likeness    float64
	}{
		{`{}`, `{}`, 1},
		{`{"a":1,"b":{"x":1,"y":2}}`, `{"b":{"y":2,"x":1},"a":1.0}`, 1},
		{`{"a":1,"b":2}`, `{"a":1}`, 0.5},
		{`{"a":1}`, `{"a":1,"b":2}`, 0.5},
		{`{"a":1}`, `{"b":1}`, 0},
		{`{"a":1}`, `{}`, 0},
		{`{}`, `{"a":1}`, 0},
		{`{"a":1}`, `{"a":"1"}`, 0},
		{`{"a":[1,2]}`, `{"a":[2,1]}`, 0},
		{`{"a":1}`, `"a"`, 0},
		{`{"a":1}`, `{"a":`, 0},
		{`{"a":1}`, ``, 0},
	} {
		task := taskOf(t, played("Do it.", nil, mission.Call{Tool: "a", Arguments: json.RawMessage(c.want), Observation: json.RawMessage("{}")}))
		if got := Equal(task, 0, json.RawMessage(c.given)); got != c.likeness {
			t.Errorf("%s is like %s by %v, want %v", c.given, c.want, got, c.likeness)
		}
	}
}

// drawn is a mission of up to five calls of three tools, and up to two questions.
func drawn(t *rapid.T) *Task {
	list := make([]mission.Call, rapid.IntRange(0, 5).Draw(t, "calls"))
	for j := range list {
		var deps []int
		for i := range j {
			if rapid.IntRange(0, 2).Draw(t, "dependency") == 0 {
				deps = append(deps, i)
			}
		}
		list[j] = call(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "tool"), j, deps...)
	}
	var questions []mission.Question
	for i := range rapid.IntRange(0, 2).Draw(t, "questions") {
		questions = append(questions, question(i, "a"))
	}
	return taskOf(t, played("Do it.", questions, list...))
}

// steps are the actions of a path.
func steps(task *Task, path mission.Path) []Action {
	var actions []Action
	for _, step := range path {
		if task.Nodes[step[0]].Kind != Call {
			actions = append(actions, says("words"))
			continue
		}
		var a Action
		for _, node := range step {
			n := &task.Nodes[node]
			a.Calls = append(a.Calls, Called{Name: n.Tool, Arguments: n.Arguments})
		}
		actions = append(actions, a)
	}
	return actions
}

// named writes an action as its tools, or "-" for words.
func named(a Action) string {
	if len(a.Calls) == 0 {
		return "-"
	}
	var names []string
	for _, c := range a.Calls {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return strings.Join(names, "")
}

// Every path of a graph is walked to its end, and every step taken for the nodes
// that it is.
func TestWalkOnEveryPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task := drawn(t)
		for path := range task.Graph().Paths() {
			actions := steps(task, path)
			turned := rapid.Bool().Draw(t, "turned")
			for i := range actions {
				if turned {
					slices.Reverse(actions[i].Calls)
				}
			}
			p, err := Walk(context.Background(), task, does(actions...), Equal)
			if err != nil {
				t.Fatal(err)
			}
			if p.End != Closed || len(p.Steps) != len(path) {
				t.Fatalf("%v ends %s after %d steps", path, p.End, len(p.Steps))
			}
			for i, s := range p.Steps {
				if turned {
					slices.Reverse(s.Nodes)
				}
				if !slices.Equal(s.Nodes, path[i]) {
					t.Fatalf("step %d of %v is taken for %v", i, path, s.Nodes)
				}
			}
		}
	})
}

// A way is walked as far as some path has the same tools in each step, and no
// further. What is walked are paths that were changed, so that most come far.
func TestWalkOffThePaths(t *testing.T) {
	left, closed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		task := drawn(t)
		var paths [][]Action
		known := map[string]bool{} // beginnings of paths
		whole := map[string]bool{}
		for path := range task.Graph().Paths() {
			actions := steps(task, path)
			way := ""
			for _, a := range actions {
				way += " " + named(a)
				known[way] = true
			}
			whole[way] = true
			paths = append(paths, actions)
		}
		actions := slices.Clone(rapid.SampledFrom(paths).Draw(t, "path"))
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(actions)-1).Draw(t, "at")
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0:
				other := rapid.IntRange(0, len(actions)-1).Draw(t, "other")
				actions[at], actions[other] = actions[other], actions[at]
			case 1:
				actions = slices.Delete(actions, at, at+1)
			case 2:
				actions = slices.Insert(actions, at, rapid.SampledFrom([]Action{says("words"), calls("a1"), calls("b1"), calls("x1"), {}}).Draw(t, "extra"))
			case 3:
				more := slices.Concat(actions[at].Calls, calls(rapid.SampledFrom([]string{"a0", "b1", "c2"}).Draw(t, "more")).Calls)
				actions[at] = Action{Calls: more}
			case 4:
				if n := len(actions[at].Calls); n > 1 {
					actions[at] = Action{Calls: actions[at].Calls[:n-1]}
				}
			}
			if len(actions) == 0 {
				break
			}
		}
		want, far, way := Unscored, 0, "" // when the script ends within the tree
		for _, a := range actions {
			way += " " + named(a)
			far++
			if !known[way] || a.Text == "" && len(a.Calls) == 0 {
				want = Left
				left++
				break
			}
			if whole[way] {
				want = Closed
				closed++
				break
			}
		}
		p, err := Walk(context.Background(), task, does(actions...), Equal)
		if err != nil {
			t.Fatal(err)
		}
		if p.End != want || len(p.Steps) != far {
			t.Fatalf("%s ends %s after %d steps, want %s after %d", way, p.End, len(p.Steps), want, far)
		}
	})
	if left == 0 || closed == 0 {
		t.Errorf("%d ways left the tree, %d did not", left, closed)
	}
}
