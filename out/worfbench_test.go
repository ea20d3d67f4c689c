package out

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/flow/worf"
	"switchyard/mission"
	"switchyard/schemas"
)

// worfTasks are the tasks of a file, which must fit the schema.
func worfTasks(t testing.TB, to *memory) []worfTask {
	t.Helper()
	file := []byte(to.files["train.json"].String())
	doc, err := schemas.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range formatSchema(t, "worfbench").ValidateValue(doc) {
		t.Errorf("%s", v)
	}
	var tasks []worfTask
	if err := json.Unmarshal(file, &tasks); err != nil {
		t.Fatal(err)
	}
	return tasks
}

func (worfBench) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	t.Helper()
	tasks := worfTasks(t, to)
	missions := 0
	for _, e := range entries {
		missions += len(e.Missions)
		if to.skipped[e.ID+"#1"] != "" {
			continue
		}
		if len(tasks) == 0 || tasks[0].ID != e.ID {
			t.Fatalf("%s is neither written nor skipped", e.ID)
		}
		said, task := tasks[0].Conversations, "Task: "+e.Missions[0].Request+"\nTools: ["
		if !strings.HasPrefix(said[1].Content, task) || strings.Count(said[1].Content[len(task):], `"name":`) != len(e.Toolset.Tools) {
			t.Errorf("%s: the task is %.300q", e.ID, said[1].Content)
		}
		w, err := parseWorkflow(said[2].Content)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range e.Missions[0].Calls {
			if w.Nodes[i] != c.Purpose {
				t.Errorf("%s: node %d is %q", e.ID, i+1, w.Nodes[i])
			}
			for _, d := range c.Dependencies {
				if !slices.Contains(w.Edges, [2]int{d + 1, i + 1}) {
					t.Errorf("%s: call %d does not wait for %d: %v", e.ID, i, d, w.Edges)
				}
			}
		}
		tasks = tasks[1:]
		missions--
	}
	if len(tasks) > 0 || missions != len(to.skipped) {
		t.Errorf("%d tasks and %d missions are left over, %d skipped", len(tasks), missions, len(to.skipped))
	}
}

func TestWorFBench(t *testing.T) {
	to := exported(t, worfBench{}, ExportOptions{}, alike(mission.Multi), alike(mission.Clarify), alike(mission.Chat), sample())
	tasks := worfTasks(t, to)
	if len(tasks) != 2 {
		t.Fatalf("%d tasks; skipped are %v", len(tasks), to.skipped)
	}
	want := "Node:\n1: to check the flight\n2: to know the weather\n3: to book the flight\nEdges: (START,1) (START,2) (1,3) (2,END) (3,END)"
	if got := tasks[0].Conversations[2].Content; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for id, reason := range map[string]cannotSay{"alike-clarify#1": notAnswered, "alike-chat#1": noCalls, "travel-0001#2": notFirst} {
		if to.skipped[id] != string(reason) {
			t.Errorf("%s is skipped because %q", id, to.skipped[id])
		}
	}
	o := ExportOptions{MaxTokens: 10, Count: func(s string) int { return len(s) }}
	if to := exported(t, worfBench{}, o, sample()); to.files["train.json"].String() != "[]\n" || to.skipped["travel-0001#1"] != TooLong {
		t.Errorf("skipped are %v", to.skipped)
	}
}

// parseWorkflow reads a correct workflow.
func parseWorkflow(text string) (*worf.Workflow, error) {
	w, ok := worf.Parse(text)
	if !ok {
		return nil, errors.New("it counts as nothing")
	}
	return w, w.Check()
}

// What could be taken for syntax is not written.
func TestWorFBenchAmbiguous(t *testing.T) {
	tests := map[string]bool{
		"Find a flight":           true,
		"Find flight 12: cheap":   false,
		"Take version 2. Now":     false,
		"Wait until 10:30":        true,
		"Draw the line (1,2)":     false,
		"Draw ( START , END )":    false,
		"two\nlines and a\u00a0b": true,
		"":                        false,
		" ":                       false,
		"Seat ٣: by the window":   false,
		"Edges: none":             true,
	}
	for purpose, written := range tests {
		e := alike(mission.Single)
		e.Missions[0].Calls[0].Purpose = purpose
		to := exported(t, worfBench{}, ExportOptions{}, e)
		if got := len(worfTasks(t, to)) == 1; got != written || got == (to.skipped[e.ID+"#1"] == string(worfAmbiguous)) {
			t.Errorf("%q: written is %v, skipped are %v", purpose, got, to.skipped)
		}
	}
}

// The gold workflow of any graph passes the gate of the benchmark, which is
// computed here anew, and says what the graph says.
func TestWorkflowOfAnyGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		name := rapid.Permutation(indices(n)).Draw(t, "name") // call name[i] may wait for name[j], j < i
		m := &mission.Mission{Calls: make([]mission.Call, n)}
		for i := range n {
			m.Calls[name[i]].Purpose = "step " + string(rune('a'+name[i]))
			for j := range i {
				if rapid.Bool().Draw(t, "waits") {
					m.Calls[name[i]].Dependencies = append(m.Calls[name[i]].Dependencies, name[j])
				}
			}
		}
		w, err := workflowOf(m)
		if err != nil {
			t.Fatal(err)
		}
		read, err := parseWorkflow(w.String())
		if err != nil {
			t.Fatalf("%v:\n%s", err, w)
		}
		if !slices.Equal(read.Nodes, w.Nodes) || !slices.Equal(read.Edges, w.Edges) {
			t.Fatalf("read %v, want %v", read, w)
		}
		inner := 0
		for _, e := range read.Edges {
			if e[0] > 0 && e[1] < read.End() {
				inner++
				from, to := int(read.Nodes[e[0]-1][5]-'a'), int(read.Nodes[e[1]-1][5]-'a')
				if e[0] > e[1] || !slices.Contains(m.Calls[to].Dependencies, from) {
					t.Fatalf("edge %v is none of the mission", e)
				}
			}
		}
		for i := range m.Calls {
			inner -= len(m.Calls[i].Dependencies)
		}
		if inner != 0 {
			t.Fatalf("%d edges too many", inner)
		}
	})
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
