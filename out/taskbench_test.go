package out

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/mission"
)

func taskBenchTasks(t testing.TB, to *memory) []*taskBenchTask {
	t.Helper()
	var tasks []*taskBenchTask
	r := newTaskBenchReader(strings.NewReader(strings.Join(to.lines["train.jsonl"], "\n")), "train.jsonl")
	for task, err := range all(r.Read) {
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task)
	}
	return tasks
}

func (taskBench) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	t.Helper()
	tasks, missions := taskBenchTasks(t, to), 0
	for _, e := range entries {
		missions += len(e.Missions)
		if to.skipped[e.ID+"#1"] != "" {
			continue
		}
		if len(tasks) == 0 || tasks[0].ID != e.ID || !strings.HasSuffix(tasks[0].Request, e.Missions[0].Request) {
			t.Fatalf("%s is neither written nor skipped", e.ID)
		}
		links := 0
		for i, c := range e.Missions[0].Calls {
			if tasks[0].Nodes[i].Task != c.Tool || tasks[0].Steps[i] != c.Purpose {
				t.Errorf("%s: node %d is %v", e.ID, i, tasks[0].Nodes[i])
			}
			links += len(c.Dependencies)
			var arguments map[string]any
			mustUnmarshal(t, string(c.Arguments), &arguments)
			for _, a := range tasks[0].Nodes[i].Arguments {
				if _, taken := taskBenchNodeOf(a.Value); taken {
					delete(arguments, a.Name)
					continue
				}
				if text, ok := arguments[a.Name].(string); ok && text != a.Value {
					t.Errorf("%s: %s is %q", e.ID, a.Name, a.Value)
				} else if !ok && !sameJSON(t, []byte(a.Value), mustMarshal(t, arguments[a.Name])) {
					t.Errorf("%s: %s is %s", e.ID, a.Name, a.Value)
				}
				delete(arguments, a.Name)
			}
			if len(arguments) > 0 {
				t.Errorf("%s: node %d has no %v", e.ID, i, arguments)
			}
		}
		if len(tasks[0].Links) != links {
			t.Errorf("%s: %d links, want %d", e.ID, len(tasks[0].Links), links)
		}
		tasks = tasks[1:]
		missions--
	}
	if len(tasks) > 0 || missions != len(to.skipped) {
		t.Errorf("%d tasks and %d missions are left over, %d skipped", len(tasks), missions, len(to.skipped))
	}
}

func mustMarshal(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTaskBench(t *testing.T) {
	to := exported(t, taskBench{}, ExportOptions{}, alike(mission.Multi), alike(mission.Single), alike(mission.Clarify), alike(mission.Chat), short())
	tasks := taskBenchTasks(t, to)
	if len(tasks) != 3 {
		t.Fatalf("%d tasks; skipped are %v", len(tasks), to.skipped)
	}
	taskBench{}.readBack(t, to, []*mission.Entry{alike(mission.Multi), alike(mission.Single), alike(mission.Clarify), alike(mission.Chat), short()}, ExportOptions{})
	if tasks[0].Type != "dag" || tasks[1].Type != "single" || tasks[0].Tools != 3 {
		t.Errorf("the tasks are of type %s and %s", tasks[0].Type, tasks[1].Type)
	}
	want := taskBenchNode{"book_flight", []taskBenchArgument{{"flight_id", "<node-0>"}, {"passenger", "Ana Torres"}}}
	if !reflect.DeepEqual(tasks[0].Nodes[2], want) || !reflect.DeepEqual(tasks[0].Links, []taskBenchLink{{"get_flight", "book_flight"}}) {
		t.Errorf("the last node is %v, the links are %v", tasks[0].Nodes[2], tasks[0].Links)
	}
	if want := "It is Monday, 2024-07-15 09:30:00.\nWhich flights go from Vienna to Porto this Friday?"; tasks[1].Request != want {
		t.Errorf("who reads %q cannot know the day", tasks[1].Request)
	}
	plain := oneCall(`{"properties":{"city":{"type":"string"}}}`, `{"city":"Porto"}`)
	if task := taskBenchTasks(t, exported(t, taskBench{}, ExportOptions{}, plain))[0]; task.Request != plain.Missions[0].Request {
		t.Errorf("no value follows from the time in %q", task.Request)
	}
	serial := alike(mission.Multi)
	serial.Missions[0].Pattern = mission.Serial
	if task := taskBenchTasks(t, exported(t, taskBench{}, ExportOptions{}, serial))[0]; task.Type != "chain" {
		t.Errorf("a serial mission is a %s", task.Type)
	}
	o := ExportOptions{MaxTokens: 10, Count: func(s string) int { return len(s) }}
	if to := exported(t, taskBench{}, o, sample()); len(to.lines) > 0 || to.skipped["travel-0001#1"] != TooLong {
		t.Errorf("skipped are %v", to.skipped)
	}
}

// Values within lists and objects are taken from nodes, too; what only looks
// like that is not written.
func TestTaskBenchValues(t *testing.T) {
	seen := func(pointer string, call int) mission.Source {
		return mission.Source{Pointer: pointer, Kind: mission.FromObservation, Call: call}
	}
	tests := []struct {
		arguments string
		sources   []mission.Source
		want      string
	}{
		{`{"a":3,"b":true,"c":null,"d":1.50}`, nil, `[{"name":"a","value":"3"},{"name":"b","value":"true"},{"name":"c","value":"null"},{"name":"d","value":"1.50"}]`},
		{`{"a":["x",{"b":"y"}]}`, []mission.Source{seen("/a/1/b", 2)}, `[{"name":"a","value":"[\"x\",{\"b\":\"<node-2>\"}]"}]`},
		{`{"a/b":"x"}`, []mission.Source{seen("/a~1b", 0)}, `[{"name":"a/b","value":"<node-0>"}]`},
		{`{"a":"x","b":"<node-1>"}`, nil, ""},
		{`{"a":["see <node-1>"]}`, nil, ""},
		{`{"a":"<node- 1>"}`, nil, `[{"name":"a","value":"<node- 1>"}]`},
	}
	for _, test := range tests {
		list, ok, err := taskBenchArguments(&mission.Call{Arguments: raw("%s", test.arguments), Sources: test.sources})
		if err != nil {
			t.Fatal(err)
		}
		if line, err := lineOf(&list); err != nil || ok != (test.want != "") || ok && string(line) != test.want {
			t.Errorf("%s: %s, %v, %v", test.arguments, line, ok, err)
		}
	}
}

func TestTaskBenchCheck(t *testing.T) {
	good := func() *taskBenchTask {
		return &taskBenchTask{
			Steps: []string{"a", "b"}, Links: []taskBenchLink{{"f", "g"}},
			Nodes: []taskBenchNode{{"f", nil}, {"g", []taskBenchArgument{{"x", "<node-0>"}}}},
		}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*taskBenchTask){
		"a step too few":          func(t *taskBenchTask) { t.Steps = t.Steps[1:] },
		"a link of no node":       func(t *taskBenchTask) { t.Links[0].Source = "h" },
		"the result of no node":   func(t *taskBenchTask) { t.Nodes[1].Arguments[0].Value = "<node-2>" },
		"its own result":          func(t *taskBenchTask) { t.Nodes[1].Arguments[0].Value = "<node-1>" },
		"a result without a link": func(t *taskBenchTask) { t.Links = nil },
	} {
		task := good()
		change(task)
		if task.Check() == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// What is written is what is read, whatever the values are.
func TestTaskBenchTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := shortest()
		c := &e.Missions[0].Calls[0]
		values := rapid.MapOf(rapid.StringMatching(`[a-z~/]{1,4}`), rapid.String()).Draw(t, "values")
		doc, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		c.Arguments, c.Sources = doc, nil
		to := newMemory()
		if err := export(taskBench{}, to, ExportOptions{}, e); err != nil {
			t.Fatal(err)
		}
		if len(to.lines["train.jsonl"]) == 0 {
			if to.skipped["travel-0001#1"] != string(taskBenchText) {
				t.Fatalf("skipped are %v", to.skipped)
			}
			return
		}
		task, err := newTaskBenchReader(strings.NewReader(to.lines["train.jsonl"][0]), "x").Read()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range task.Nodes[0].Arguments {
			if values[a.Name] != a.Value {
				t.Fatalf("%q is %q, want %q", a.Name, a.Value, values[a.Name])
			}
		}
		if len(task.Nodes[0].Arguments) != len(values) {
			t.Fatal("arguments are missing")
		}
	})
}
