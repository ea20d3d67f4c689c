package agents_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/mission"
	"switchyard/schemas"
)

// fitting compiles the parameters of each tool once.
type fitting map[string]*schemas.Schema

// check reports whether arguments fit the parameters of a tool.
func (f fitting) check(t *testing.T, tool *mission.Tool, c eval.Called) {
	t.Helper()
	key := string(tool.Parameters)
	if f[key] == nil {
		schema, err := schemas.Compile(tool.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		f[key] = schema
	}
	for _, v := range f[key].Validate(c.Arguments) {
		t.Fatalf("%s(%s): %v", c.Name, c.Arguments, v)
	}
}

// What inventing makes up fits, is nothing that is right, and is all that it
// gives besides what it knows: a user who is not asked tells nothing.
func TestInvented(t *testing.T) {
	for _, dataset := range slices.Sorted(maps.Keys(datasets)) {
		t.Run(dataset, func(t *testing.T) {
			tasks, agent, fit, made := tasksOf(t, dataset), agentOf(t, agents.Inventing), fitting{}, 0
			for i := range tasks {
				task := &tasks[i]
				m := task.Gold()
				if m.Type != mission.Clarify {
					continue
				}
				c := draws(t, agent, task)(0).Calls[0]
				if c.Name != m.Calls[0].Tool {
					t.Fatalf("%s: %s is called, not %s", task.ID(), c.Name, m.Calls[0].Tool)
				}
				fit.check(t, task.Tool(c.Name), c)
				asked, told := map[string]bool{}, map[string]bool{}
				for _, q := range m.Questions {
					for _, name := range q.Missing {
						asked[name] = true
					}
				}
				for _, s := range m.Calls[0].Sources {
					if s.Kind == mission.FromReply || s.Said == mission.FromReply {
						told[strings.Split(s.Pointer, "/")[1]] = true
					}
				}
				given, want := objectOf(c.Arguments), objectOf(m.Calls[0].Arguments)
				for name := range want {
					same := canonical(given[name]) == canonical(want[name])
					if same == (asked[name] || told[name]) {
						t.Errorf("%s: %s is %s; right is %s", task.ID(), name, given[name], want[name])
					}
				}
				for name := range given {
					if want[name] == nil {
						t.Errorf("%s: %s is given, too", task.ID(), name)
					}
				}
				for name := range asked {
					if given[name] == nil {
						t.Errorf("%s: %s is not given", task.ID(), name)
					}
					made++
				}
			}
			if made == 0 {
				t.Error("nothing is made up")
			}
		})
	}
}

// What random gives fits the parameters of every tool.
func TestRandomArgumentsFit(t *testing.T) {
	for _, dataset := range slices.Sorted(maps.Keys(datasets)) {
		t.Run(dataset, func(t *testing.T) {
			tasks, agent, fit := tasksOf(t, dataset), agentOf(t, agents.Random), fitting{}
			sizes := map[int]int{}
			for i := range tasks {
				for step := range 3 {
					a := draws(t, agent, &tasks[i])(step)
					sizes[len(a.Calls)]++
					for _, c := range a.Calls {
						fit.check(t, tasks[i].Tool(c.Name), c)
					}
				}
			}
			if len(sizes) != 4 || sizes[0] == 0 {
				t.Errorf("steps of so many calls: %v", sizes)
			}
		})
	}
}
