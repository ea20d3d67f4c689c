package session_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/judge"
	"switchyard/eval/session"
	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

var exhaustive = flag.Bool("exhaustive", false, "play sessions on all built-in toolsets (a minute)")

// stages are those of a generated run, made once.
var stages = sync.OnceValues(func() ([]*session.Stage, error) {
	names, limit := catalog.Names(), 200
	switch {
	case race.Enabled || testing.Short():
		names, limit = names[:3], 16
	case !*exhaustive:
		names, limit = []string{"personal_assistant/meeting_arrangement", "e_tailing/computer_store_sale", "travel/flight_inquiry", "travel/travel_assistant"}, 72
	}
	return stagesOf(gen.Config{Seed: 4, Distractors: 2, Limit: limit}, names)
})

// stagesOf generates a run over built-in toolsets.
func stagesOf(c gen.Config, names []string) (list []*session.Stage, err error) {
	var sets []*tools.Toolset
	for _, name := range names {
		set, err := catalog.Toolset(name)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	folder, err := os.MkdirTemp("", "session")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	c.Toolsets, c.Out, c.Version = sets, filepath.Join(folder, "d"), "test"
	if _, err := gen.Run(context.Background(), c); err != nil {
		return nil, err
	}
	m, err := manifest.Read(c.Out)
	if err != nil {
		return nil, err
	}
	again, err := gen.NewRemaker(context.Background(), m, sets, "test")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(c.Out, "entries.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		e := &mission.Entry{}
		if err := json.Unmarshal(lines.Bytes(), e); err != nil {
			return nil, err
		}
		made, err := again.Remake(context.Background(), e)
		if err != nil {
			return nil, err
		}
		list = append(list, &session.Stage{Entry: e, Toolsets: made.Toolsets, Blueprints: made.Blueprints, Worlds: made.Worlds})
	}
	return list, lines.Err()
}

func allStages(t *testing.T) []*session.Stage {
	t.Helper()
	list, err := stages()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var player = sync.OnceValues(session.New)

// run plays a session.
func run(t *testing.T, stage *session.Stage, agent eval.Agent) *session.Outcome {
	t.Helper()
	p, err := player()
	if err != nil {
		t.Fatal(err)
	}
	o, err := p.Run(t.Context(), stage, agent, eval.TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(stage.Entry.Missions); len(o.Predictions) != n || len(o.Verdicts) != n {
		t.Fatalf("%s: %d predictions and %d verdicts for %d missions", stage.Entry.ID, len(o.Predictions), len(o.Verdicts), n)
	}
	return o
}

func reference(t *testing.T, name string) eval.Agent {
	t.Helper()
	a, err := agents.New(name, 1)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// inSteps is what the strict version says of an agent in the step mode.
func inSteps(t *testing.T, task *eval.Task, agent eval.Agent) eval.Verdict {
	t.Helper()
	j, err := judge.New(eval.Strict1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := eval.Walk(t.Context(), task, agent, judge.Likeness())
	if err != nil {
		t.Fatal(err)
	}
	return j.Judge(task, p)
}

func tasksOf(t *testing.T, stage *session.Stage) []eval.Task {
	t.Helper()
	tasks, err := eval.Tasks(stage.Entry, eval.TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// acting is an agent that is a function.
type acting func(s *eval.Scene) (*eval.Action, error)

func (a acting) Act(_ context.Context, s *eval.Scene) (*eval.Action, error) { return a(s) }
