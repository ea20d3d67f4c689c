package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// three missions: parallel calls and one that waits, a question asked twice, and
// a chat.
func three() *mission.Entry {
	vague := question(1, "a")
	vague.Complete = false
	return entry(
		played("Look.", nil, call("a", 1), call("b", 2), call("c", 3, 0)),
		played("Look again.", []mission.Question{vague, question(2, "a")}, call("a", 4), call("b", 5, 0)),
		played("Thanks.", nil),
	)
}

func TestTasks(t *testing.T) {
	e := three()
	tasks, err := Tasks(e, TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 3 {
		t.Fatalf("%d tasks", len(tasks))
	}
	first := []Node{
		{Kind: Call, Tool: "a", Arguments: json.RawMessage(`{"n":1}`), Observation: e.Missions[0].Calls[0].Observation, Index: 0},
		{Kind: Call, Tool: "b", Arguments: json.RawMessage(`{"n":2}`), Observation: e.Missions[0].Calls[1].Observation, Index: 1},
		{Kind: Call, Tool: "c", Arguments: json.RawMessage(`{"n":3}`), Observation: e.Missions[0].Calls[2].Observation, Index: 2, Dependencies: []int{0}},
		{Kind: Answer, Text: "Answer to: Look.", Dependencies: []int{0, 1, 2}},
	}
	if diff := cmp.Diff(first, tasks[0].Nodes); diff != "" {
		t.Error(diff)
	}
	second := []Node{
		{Kind: Ask, Tool: "a", Missing: []string{"n"}, Text: "Question 1?", Reply: "Reply 1.", Index: 0},
		{Kind: Ask, Tool: "a", Missing: []string{"n"}, Text: "Question 2?", Reply: "Reply 2.", Complete: true, Index: 1, Dependencies: []int{0}},
		{Kind: Call, Tool: "a", Arguments: json.RawMessage(`{"n":4}`), Observation: e.Missions[1].Calls[0].Observation, Index: 0, Dependencies: []int{1}},
		{Kind: Call, Tool: "b", Arguments: json.RawMessage(`{"n":5}`), Observation: e.Missions[1].Calls[1].Observation, Index: 1, Dependencies: []int{1, 2}},
		{Kind: Answer, Text: "Answer to: Look again.", Dependencies: []int{0, 1, 2, 3}},
	}
	if diff := cmp.Diff(second, tasks[1].Nodes); diff != "" {
		t.Error(diff)
	}
	for i, want := range []struct {
		id    string
		depth int
	}{{"t-0001#1", 3}, {"t-0001#2", 5}, {"t-0001#3", 1}} {
		task := &tasks[i]
		if task.ID() != want.id || task.Depth() != want.depth || task.Gold() != &e.Missions[i] || task.Proven {
			t.Errorf("%s: depth %d, proven %t", task.ID(), task.Depth(), task.Proven)
		}
	}
	if got := tasks[0].Tool("c"); got != &e.Toolset.Tools[2] {
		t.Errorf("tool c is %+v", got)
	}
	if got := tasks[0].Tool("x"); got != nil {
		t.Errorf("there is a tool x: %+v", got)
	}
}

func TestHistories(t *testing.T) {
	said := []string{"user: Look.",
		"assistant: call_1_1 ", `tool: {"seen":1} for call_1_1 of a`, "assistant: call_1_2 ", `tool: {"seen":2} for call_1_2 of b`,
		"assistant: call_1_3 ", `tool: {"seen":3} for call_1_3 of c`, "assistant: Answer to: Look.",
		"user: Look again.", "assistant: Question 1?", "user: Reply 1.", "assistant: Question 2?", "user: Reply 2.",
		"assistant: call_2_1 ", `tool: {"seen":4} for call_2_1 of a`, "assistant: call_2_2 ", `tool: {"seen":5} for call_2_2 of b`,
		"assistant: Answer to: Look again.", "user: Thanks."}
	full, err := Tasks(three(), TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	talk, err := Tasks(three(), TaskOptions{History: HistoryTalk})
	if err != nil {
		t.Fatal(err)
	}
	for i, end := range []int{1, 9, 19} {
		if diff := cmp.Diff(said[:end], roles(full[i].Messages)); diff != "" {
			t.Errorf("mission %d: %s", i, diff)
		}
		var words []string
		for _, s := range said[:end] {
			if !strings.HasPrefix(s, "tool: ") && !strings.HasPrefix(s, "assistant: call_") {
				words = append(words, s)
			}
		}
		if diff := cmp.Diff(words, roles(talk[i].Messages)); diff != "" {
			t.Errorf("mission %d, talk: %s", i, diff)
		}
	}
}

// The same request may be made again.
func TestRequestsAlike(t *testing.T) {
	tasks, err := Tasks(entry(played("Look.", nil), played("Look.", nil)), TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"user: Look.", "assistant: Answer to: Look.", "user: Look."}, roles(tasks[1].Messages)); diff != "" {
		t.Error(diff)
	}
}

// What is appended to the messages of one task does not show in another.
func TestTasksShareNothing(t *testing.T) {
	tasks, err := Tasks(three(), TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_ = append(tasks[0].Messages, corpus.Message{Role: corpus.User, Text: "And another thing."})
	if got := roles(tasks[1].Messages)[1]; got != "assistant: call_1_1 " {
		t.Errorf("the second task has %q now", got)
	}
}

func TestSystemPrompts(t *testing.T) {
	tasks, err := Tasks(three(), TaskOptions{})
	if err != nil || !strings.Contains(tasks[0].System, "It is Monday, 2026-03-02 09:00:00.") {
		t.Errorf("%q, %v", tasks[0].System, err)
	}
	tasks, err = Tasks(three(), TaskOptions{System: template.Must(template.New("").Parse("Locale {{.Locale}}."))})
	if err != nil || tasks[2].System != "Locale en." {
		t.Errorf("%q, %v", tasks[2].System, err)
	}
}

func TestProven(t *testing.T) {
	sourced := three()
	sourced.Missions[1].Calls[0].Sources = []mission.Source{{Pointer: "/n", Kind: mission.FromReply, Mission: 1}}
	claimed := three()
	claimed.Missions[2].Chat = &mission.ChatClaim{Kind: mission.ChatNearMiss}
	for name, e := range map[string]*mission.Entry{"a source": sourced, "a claim": claimed} {
		tasks, err := Tasks(e, TaskOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range tasks {
			if !tasks[i].Proven {
				t.Errorf("%s: %s is not proven", name, tasks[i].ID())
			}
		}
	}
}

func TestTasksThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*mission.Entry)
		says   string
	}{
		{"a request that nobody makes", func(e *mission.Entry) { e.Missions[1].Request = "Sing." }, "/missions/1: no message of the user contains the request"},
		{"a call that waits for itself", func(e *mission.Entry) { e.Missions[0].Calls[0].Dependencies = []int{2} }, "/missions/0: calls wait for each other"},
		{"a call that waits for none there is", func(e *mission.Entry) { e.Missions[0].Calls[0].Dependencies = []int{7} }, "/missions/0: call 0 depends on call 7"},
		{"too many calls", func(e *mission.Entry) {
			list := make([]mission.Call, mission.MaxCalls)
			for i := range list {
				list[i] = call("a", i)
			}
			e.Missions[2] = played("Thanks.", nil, list...)
		}, "/missions/2: 65 calls are more than"},
		{"an observation that is no JSON", func(e *mission.Entry) { e.Missions[0].Calls[0].Observation = json.RawMessage("{") }, "/missions/0: "},
	} {
		e := three()
		c.change(e)
		if _, err := Tasks(e, TaskOptions{}); err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.name, err, c.says)
		}
	}
	if tasks, err := Tasks(entry(), TaskOptions{}); len(tasks) != 0 || err != nil {
		t.Errorf("an entry without missions has %d tasks, %v", len(tasks), err)
	}
}

// generated are a few entries from all over the switching space.
func generated(t *testing.T) []mission.Entry {
	t.Helper()
	made := 60
	if race.Enabled {
		made = 10 // everything takes many times as long
	}
	var sets []*tools.Toolset
	for _, name := range catalog.Names()[:3] { // reading all of them would take longer than the test
		set, err := catalog.Toolset(name)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	folder := filepath.Join(t.TempDir(), "d")
	c := gen.Config{Seed: 11, Toolsets: sets, Out: folder, Version: "test", Distractors: 2, Limit: made, PerPath: 1}
	if _, err := gen.Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(folder, "entries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var entries []mission.Entry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e mission.Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	if err := lines.Err(); err != nil || len(entries) < made*9/10 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	return entries
}

// The tasks of generated entries fit what their missions say of themselves.
func TestGeneratedTasks(t *testing.T) {
	for _, e := range generated(t) {
		examples, err := corpus.Examples(&e, corpus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := Tasks(&e, TaskOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(tasks) != len(e.Missions) {
			t.Fatalf("%s: %d tasks", e.ID, len(tasks))
		}
		for i := range tasks {
			task, m := &tasks[i], &e.Missions[i]
			paths := mission.PathsInfo{Total: "1", Optimal: "1"} // of a chat, which has no calls
			if m.Paths != nil {
				paths = *m.Paths
			}
			if want := paths.Depth + len(m.Questions) + 1; task.Depth() != want {
				t.Errorf("%s: %d deep, want %d", task.ID(), task.Depth(), want)
			}
			// Questions and the reply come one by one, so all choice is among calls.
			if total, optimal := task.Graph().Count(); total.String() != paths.Total || optimal.String() != paths.Optimal {
				t.Errorf("%s: %s paths, %s optimal, want %s and %s", task.ID(), total, optimal, paths.Total, paths.Optimal)
			}
			if !task.Proven {
				t.Errorf("%s is not proven", task.ID())
			}
			checkRequest(t, task, examples[0].Messages)
		}
	}
}

// checkRequest reports whether the messages of a task are the beginning of the
// conversation up to the request.
func checkRequest(t *testing.T, task *Task, all []corpus.Message) {
	t.Helper()
	n := len(task.Messages)
	last := task.Messages[n-1]
	if last.Role != corpus.User || !strings.Contains(last.Text, task.Gold().Request) || last.Mission != task.Mission {
		t.Errorf("%s ends with %q", task.ID(), last.Text)
	}
	if !reflect.DeepEqual(task.Messages, all[:n]) {
		t.Errorf("%s is not the beginning of the conversation", task.ID())
	}
	earlier := slices.IndexFunc(all, func(m corpus.Message) bool { return m.Mission == task.Mission })
	if n != earlier+1 {
		t.Errorf("%s has %d messages; those before its mission are %d", task.ID(), n, earlier)
	}
}
