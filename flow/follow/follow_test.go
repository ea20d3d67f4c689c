package follow_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/follow"
	"switchyard/flow/forms"
	"switchyard/flow/generate"
	"switchyard/flow/session"
)

// sample is a run with the stages of its sessions.
type sample struct {
	sessions []*session.Session
	stages   []*follow.Stage
	flows    map[string]*flow.Workflow
}

func sampleOf(t testing.TB, words ...string) *sample {
	t.Helper()
	s := &sample{flows: map[string]*flow.Workflow{}}
	c := generate.Config{Seed: 5, PerEdge: 1, PerPair: 1, Cross: 4, Out: filepath.Join(t.TempDir(), "d")}
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
	again, err := generate.NewAgain(c)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(c.Out, generate.Name))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range c.Workflows {
		s.flows[w.Name] = w
	}
	for line := range strings.Lines(string(data)) {
		x := &session.Session{}
		if err := json.Unmarshal([]byte(line), x); err != nil {
			t.Fatal(err)
		}
		played, err := again.Make(context.Background(), x.ID)
		if err != nil {
			t.Fatal(err)
		}
		made, err := json.Marshal(played.Session)
		if err != nil || len(made) == 0 {
			t.Fatal(err)
		}
		s.sessions = append(s.sessions, x)
		s.stages = append(s.stages, &follow.Stage{Session: x, Set: s.flows[x.Workflows[0].Name].Set, Worlds: played.Worlds})
	}
	return s
}

// The forms of a workflow in a session are those of the workflow itself.
func TestKnowledge(t *testing.T) {
	s := sampleOf(t, "flight_booking")
	for _, k := range follow.Knowledges() {
		text := follow.System(s.sessions[0], k)
		has := strings.Contains(text, "search_flights")
		if has != (k != follow.None) {
			t.Errorf("%s: %s", k, text)
		}
		if k == follow.None {
			continue
		}
		if want := strings.TrimSpace(forms.Write(s.flows["flight_booking"], forms.Form(k))); !strings.Contains(text, want) {
			t.Errorf("%s differs:\n%s\n--- want\n%s", k, text, want)
		}
	}
}

func agent(t testing.TB, name string) follow.Agent {
	t.Helper()
	a, err := follow.Reference(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Reference agents score what follows from the sessions alone, turn by turn and live.
func TestReferences(t *testing.T) {
	s := sampleOf(t, "flight_booking", "travel/driving_service")
	for _, name := range follow.References() {
		a := agent(t, name)
		right, total := 0, 0
		causes := map[follow.Cause]int{}
		for _, x := range s.sessions {
			for _, d := range follow.Decisions(x) {
				action, err := a.Act(context.Background(), &d)
				if err != nil {
					t.Fatal(err)
				}
				v := follow.Judge(&d, action)
				total++
				if v.Right {
					right++
				} else {
					causes[v.Cause]++
				}
			}
		}
		t.Logf("%-13s %d of %d decisions, %v", name, right, total, causes)
		for _, control := range []string{"none", "pre", "post", "both"} {
			c, _ := follow.ControllerOf(control)
			success, refused, needless := 0, 0, 0
			var tools, goals follow.Counts
			var l follow.Liver
			for i, stage := range s.stages {
				o, err := l.Live(context.Background(), stage, a, c)
				if err != nil {
					t.Fatal(err)
				}
				if o.Success {
					success++
				} else if name == follow.Follower && control == "none" {
					t.Errorf("%s: %+v", s.sessions[i].ID, o)
				}
				refused += o.Refused
				needless += o.Needless
				tools.Add(o.Tools)
				goals.Add(o.Goals)
			}
			t.Logf("  %-5s success %d of %d, goals %v, tools %v, refused %d, needless %d", control, success, len(s.stages), goals, tools, refused, needless)
		}
	}
}
