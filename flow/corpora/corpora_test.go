package corpora_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/flow/corpora"
	"switchyard/flow/exchange"
	"switchyard/flow/find"
	"switchyard/flow/flowbench"
	"switchyard/flow/follow"
	"switchyard/flow/foreign"
	"switchyard/flow/generate"
	"switchyard/flow/session"
	"switchyard/flow/worf"
)

// made is a file of sessions, and what they are.
func made(t testing.TB, words ...string) (string, []*session.Session) {
	t.Helper()
	c := generate.Config{Seed: 2, PerEdge: 1, PerPair: 1, Cross: 4, Out: filepath.Join(t.TempDir(), "d")}
	for _, word := range words {
		list, err := find.Workflows(context.Background(), word)
		if err != nil {
			t.Fatal(err)
		}
		c.Workflows = append(c.Workflows, list...)
	}
	if _, err := generate.Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(c.Out, generate.Name)
	var all []*session.Session
	eachLine(t, path, func(line []byte) {
		s := &session.Session{}
		if err := json.Unmarshal(line, s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	})
	return path, all
}

func eachLine(t testing.TB, path string, take func(line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		take(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestExport(t *testing.T) {
	path, all := made(t, "flight_booking")
	c := corpora.Config{Path: path, Formats: corpora.Formats(), Knowledge: "text", Folder: filepath.Join(t.TempDir(), "x")}
	report, err := corpora.Export(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if report.Entries["train"] != len(all) || report.LeftOut != nil {
		t.Errorf("%+v", report)
	}
	for _, name := range []string{"openai", "trl", "axolotl", "hermes"} {
		n := 0
		eachLine(t, filepath.Join(c.Folder, name, "train.jsonl"), func(line []byte) {
			n++
			if !strings.Contains(string(line), "Never call book_flight before") {
				t.Fatalf("%s: the workflow is not in the system message: %.300s", name, line)
			}
		})
		if n != len(all) {
			t.Errorf("%s: %d lines of %d sessions", name, n, len(all))
		}
	}
	kinds := map[string]int{}
	eachLine(t, filepath.Join(c.Folder, "labels", "trl-dpo", "train.jsonl"), func(line []byte) {
		var label struct{ Kind, Check string }
		if err := json.Unmarshal(line, &label); err != nil || !(strings.HasPrefix(label.Check, "session.") || strings.HasPrefix(label.Check, "text.")) {
			t.Errorf("%s: %v", line, err)
		}
		kinds[label.Kind]++
	})
	for _, kind := range []string{"skipped check", "wrong branch", "early call", "digression", "no way back"} {
		if kinds[kind] == 0 {
			t.Errorf("no pair is there because of a %s: %v", kind, kinds)
		}
	}
	var taken *corpora.TakenError
	if _, err := corpora.Export(context.Background(), c); !errors.As(err, &taken) {
		t.Errorf("again: %v", err)
	}
	c.Force, c.Formats = true, []string{"trl"}
	if _, err := corpora.Export(context.Background(), c); err != nil {
		t.Errorf("with force: %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Folder, "openai")); err == nil {
		t.Error("the old export is still there")
	}
	var unknown *corpora.UnknownError
	c.Formats = []string{"parquet"}
	if _, err := corpora.Export(context.Background(), c); !errors.As(err, &unknown) {
		t.Errorf("parquet: %v", err)
	}
}

// The files of FlowBench say what the sessions say.
func TestFlowBench(t *testing.T) {
	path, all := made(t, "flight_booking")
	c := corpora.Config{Path: path, Formats: []string{corpora.FlowBench}, Knowledge: "flowchart", Folder: filepath.Join(t.TempDir(), "x")}
	if _, err := corpora.Export(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	turns, err := flowbench.Turns(t.Context(), filepath.Join(c.Folder, "flowbench", "turn.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	k := 0
	for _, s := range all {
		for _, d := range follow.Decisions(s) {
			turn := turns[k]
			k++
			call := d.Call()
			if !strings.HasPrefix(turn.ID, s.ID+"_agent_turn") || turn.Messages[0].Role != "system" || len(turn.Messages) != len(d.Messages)+1 ||
				(call == nil) != (turn.Thought.Action == "") || call != nil && turn.Thought.Action != call.Tool || call == nil && turn.Response == "" {
				t.Fatalf("turn %d: %+v", k, turn)
			}
			if !strings.Contains(turn.Messages[0].Content, "Please note that the current time is: "+s.Environment.Now) || !strings.Contains(turn.Messages[0].Content, "flowchart TD") {
				t.Fatalf("%s", turn.Messages[0].Content)
			}
		}
	}
	if k != len(turns) {
		t.Errorf("%d turns, %d decisions", len(turns), k)
	}
	sessions, err := flowbench.Sessions(t.Context(), filepath.Join(c.Folder, "flowbench", "session.jsonl"))
	if err != nil || len(sessions) != len(all) {
		t.Fatalf("%d sessions of %d, %v", len(sessions), len(all), err)
	}
	for i, x := range sessions {
		var want []string
		for _, ex := range all[i].Exchanges {
			for _, call := range ex.Calls {
				want = append(want, call.Tool)
			}
		}
		if x.Actions == "" {
			if len(want) > 0 {
				t.Errorf("%s: no actions", x.ID)
			}
			continue
		}
		got, err := flowbench.Actions(x.Actions)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %v, %v", x.ID, got, err)
		}
		for n := range got {
			if got[n].Name != want[n] {
				t.Errorf("%s: %s, want %s", x.ID, got[n].Name, want[n])
			}
		}
	}
	// Who predicts what is due is right everywhere.
	for i := range turns {
		if due := turns[i].Thought; due.Action != "" {
			turns[i].Predict = "Thought: so\n" + flowbench.Call{Name: due.Action, Input: due.Input}.String()
		} else {
			turns[i].Predict = "Thought: so\nResponse: " + turns[i].Response
		}
	}
	if f := flowbench.Score(turns); f.Tools.Right != f.Tools.Gold || f.Tools.Made != f.Tools.Gold || f.Params.Right != f.Params.Gold || f.Answered != f.Responses || f.Missing > 0 {
		t.Errorf("%+v", f)
	}
}

// The dataset folder of FlowAgent is one that our own reader takes.
func TestFlowAgent(t *testing.T) {
	path, all := made(t, "flight_booking")
	c := corpora.Config{Path: path, Formats: []string{corpora.FlowAgent}, Knowledge: follow.None, Folder: filepath.Join(t.TempDir(), "x")}
	if _, err := corpora.Export(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(c.Folder, corpora.FlowAgent)
	for _, name := range []string{"task_infos.json", "text/000.txt", "code/000.py", "flowchart/000.md", "pdl/000.yaml", "tools/000.yaml", "user_profile/000.json", "user_profile_w_conversation/000.json"} {
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "user_profile_w_conversation", "000.json"))
	if err != nil {
		t.Fatal(err)
	}
	talks, err := exchange.Talks(data)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(filepath.Join(folder, "tools", "000.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, tools, err := foreign.Tools("000.yaml", data, "flights", "Flights"); err != nil || tools == nil {
		t.Errorf("%v", err)
	}
	var users []exchange.Profile
	if data, err = os.ReadFile(filepath.Join(folder, "user_profile", "000.json")); err != nil || json.Unmarshal(data, &users) != nil {
		t.Fatal(err)
	}
	single := 0
	for _, s := range all {
		if len(s.Runs) == 1 {
			single++
		}
	}
	if len(users) != single || len(talks) != single || !slices.Contains(users[0].APIs, "search_flights") || talks[0].Conversation[0].Role != "user" {
		t.Errorf("%d users, %d talks of %d sessions", len(users), len(talks), single)
	}
}

// Workflows and runs are graphs that WorFEval reads and finds perfect.
func TestWorFBench(t *testing.T) {
	path, all := made(t, "flight_booking")
	c := corpora.Config{Path: path, Formats: []string{corpora.WorFBench}, Knowledge: follow.None, Folder: filepath.Join(t.TempDir(), "x")}
	if _, err := corpora.Export(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(c.Folder, "worfbench", "train.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tasks []struct {
		ID            string
		Conversations []struct{ Content string }
	}
	if err := json.Unmarshal(data, &tasks); err != nil {
		t.Fatal(err)
	}
	if len(tasks) < len(all)/2 || tasks[0].ID != "flight_booking" {
		t.Errorf("%d tasks, the first is %s", len(tasks), tasks[0].ID)
	}
	for _, task := range tasks {
		w, ok := worf.Parse(task.Conversations[2].Content)
		if !ok || w.Check() != nil {
			t.Errorf("%s: %s", task.ID, task.Conversations[2].Content)
		}
	}
}
