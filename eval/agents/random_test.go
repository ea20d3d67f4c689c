package agents_test

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"testing"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/judge"
	"switchyard/mission"
)

// draws is what the random agent does in a task, step by step, whatever becomes
// of it.
func draws(t *testing.T, agent eval.Agent, task *eval.Task) func(step int) *eval.Action {
	return func(step int) *eval.Action {
		a, err := agent.Act(t.Context(), &eval.Scene{Task: task, Step: step})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// played follows draws through a mission without its decision tree: the sets of
// calls that may have been made are tried one by one.
func played(m *mission.Mission, draw func(step int) *eval.Action) (end eval.End, steps int) {
	asked, sets := 0, map[uint64]bool{0: true}
	for ; ; steps++ {
		a := draw(steps)
		if len(a.Calls) == 0 {
			switch {
			case asked < len(m.Questions):
				asked++
				continue
			case sets[1<<len(m.Calls)-1]:
				return eval.Closed, steps + 1
			}
			return eval.Left, steps + 1
		}
		if asked < len(m.Questions) {
			return eval.Left, steps + 1
		}
		next := map[uint64]bool{}
		for done := range sets {
			for set := uint64(1); set < 1<<len(m.Calls); set++ {
				if set&done == 0 && fits(m, a.Calls, set, done) {
					next[done|set] = true
				}
			}
		}
		if sets = next; len(sets) == 0 {
			return eval.Left, steps + 1
		}
	}
}

// fits reports whether calls have the tools of a set of a mission's calls, none of
// which waits for something that is not done.
func fits(m *mission.Mission, given []eval.Called, set, done uint64) bool {
	var want, names []string
	for i, c := range m.Calls {
		if set&(1<<i) == 0 {
			continue
		}
		want = append(want, c.Tool)
		for _, d := range c.Dependencies {
			if done&(1<<d) == 0 {
				return false
			}
		}
	}
	for _, c := range given {
		names = append(names, c.Name)
	}
	slices.Sort(want)
	slices.Sort(names)
	return slices.Equal(want, names)
}

// lucky reports whether the calls of a way are right: mmtb-1 wants seven tenths of
// what is given to be so, and all that is required to be given, which it is;
// strict-1 wants everything. A drawn text is either the right one or not near it.
func lucky(m *mission.Mission, draw func(step int) *eval.Action, steps int, v eval.Version) bool {
	left := slices.Clone(m.Calls)
	for step := range steps {
		for _, c := range draw(step).Calls {
			given := objectOf(c.Arguments)
			found := slices.IndexFunc(left, func(want mission.Call) bool {
				same, right := 0, objectOf(want.Arguments)
				for name := range given {
					same += count(canonical(given[name]) == canonical(right[name]))
				}
				if v != eval.MMTB1 {
					return c.Name == want.Tool && same == len(right) && same == len(given)
				}
				return c.Name == want.Tool && 10*same >= 7*len(given) && (same > 0 || len(right) == 0)
			})
			if found < 0 {
				return false
			}
			left = slices.Delete(left, found, found+1)
		}
	}
	return true
}

func TestRandom(t *testing.T) {
	judges := judgesOf(t)
	for _, dataset := range slices.Sorted(maps.Keys(datasets)) {
		t.Run(dataset, func(t *testing.T) {
			tasks, agent, like := tasksOf(t, dataset), agentOf(t, agents.Random), judge.Likeness()
			chats, said, closed := 0, 0, 0
			luck := map[eval.Version]int{}
			for i := range tasks {
				task := &tasks[i]
				m, draw := task.Gold(), draws(t, agent, task)
				end, steps := played(m, draw)
				p, err := eval.Walk(t.Context(), task, agent, like)
				if err != nil {
					t.Fatal(err)
				}
				if p.End != end || len(p.Steps) != steps {
					t.Fatalf("%s: %s after %d steps, want %s after %d", task.ID(), p.End, len(p.Steps), end, steps)
				}
				chat := m.Type == mission.Chat
				chats += count(chat)
				said += count(chat && end == eval.Closed)
				closed += count(!chat && end == eval.Closed)
				for v, j := range judges {
					right := end == eval.Closed && lucky(m, draw, steps, v)
					if v != eval.MMTB1 { // its reply tells nothing of what tools answered, and its question asks for nothing
						right = right && chat
					}
					if v == eval.Strict2 && m.Chat != nil && m.Chat.Kind == mission.ChatCompare { // nor does it say what wins
						right = false
					}
					if got := j.Judge(task, p); got.Correct != right {
						t.Fatalf("%s under %s: correct %t, want %t: %+v", task.ID(), v, got.Correct, right, got.Faults)
					}
					luck[v] += count(right && !chat)
				}
			}
			t.Logf("of %d chats it says something in %d; of %d others it finds the tools in %d, and is right in %v", chats, said, len(tasks)-chats, closed, luck)
			// Within four standard deviations of a quarter.
			if off := math.Abs(float64(said) - float64(chats)/4); off > 4*math.Sqrt(float64(chats)*3/16) {
				t.Errorf("of %d chats it says something in %d", chats, said)
			}
		})
	}
}

// said is what was drawn without the ids of calls, which have the step in them.
func said(drawn string) string {
	return regexp.MustCompile(`"id":"[^"]*"`).ReplaceAllString(drawn, "")
}

// The same seed draws the same, another one something else; and so does another
// step.
func TestSeeds(t *testing.T) {
	tasks := tasksOf(t, standardSplit)
	for _, name := range []string{agents.Random, agents.Inventing} {
		drawn := func(seed uint64, step int) string {
			agent, err := agents.New(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			var all []*eval.Action
			for i := range tasks {
				all = append(all, draws(t, agent, &tasks[i])(step))
			}
			text, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		first := drawn(1, 0)
		if again := drawn(1, 0); again != first {
			t.Errorf("%s: one seed draws in two ways", name)
		}
		if first == drawn(2, 0) {
			t.Errorf("%s: two seeds draw the same", name)
		}
		if name == agents.Random && said(first) == said(drawn(1, 1)) {
			t.Errorf("%s: two steps draw the same", name)
		}
	}
}
