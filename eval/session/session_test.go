package session_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/session"
	"switchyard/eval/tally"
	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/out/corpus"
	"switchyard/tools"
	"switchyard/tools/world"
)

// What each reference agent scores follows from the entries. Where it fails a
// mission, what becomes of the later ones is open: they may need what it did not
// do.
func TestReferenceAgents(t *testing.T) {
	for _, c := range []struct {
		agent   string
		fails   func(*eval.Task) bool
		optimal func(*eval.Task) bool // of what it has right
	}{
		{agents.Oracle, func(*eval.Task) bool { return false }, func(*eval.Task) bool { return true }},
		{agents.Serial, func(*eval.Task) bool { return false }, func(t *eval.Task) bool { return t.Depth() == len(t.Nodes) }},
		{agents.Eager, func(*eval.Task) bool { return false }, func(*eval.Task) bool { return true }},
		{agents.Forgetful, func(task *eval.Task) bool { return !inSteps(t, task, reference(t, agents.Forgetful)).Correct }, func(*eval.Task) bool { return true }},
		{agents.Inventing, func(t *eval.Task) bool { return len(t.Gold().Questions) > 0 }, func(*eval.Task) bool { return true }},
	} {
		t.Run(c.agent, func(t *testing.T) {
			failed, later := 0, 0
			for _, stage := range allStages(t) {
				tasks, o := tasksOf(t, stage), run(t, stage, reference(t, c.agent))
				clean := true
				for i, v := range o.Verdicts {
					should := c.fails(&tasks[i])
					switch {
					case should:
						failed++
						clean = false
					case !clean:
						later++
						continue
					}
					if v.Correct == should || v.Correct && v.Optimal != c.optimal(&tasks[i]) || !v.Scored {
						t.Errorf("%s: %+v", tasks[i].ID(), v)
					}
					if v.Correct != (v.Done == v.Of) && v.Correct {
						t.Errorf("%s: correct with %d of %d", tasks[i].ID(), v.Done, v.Of)
					}
				}
				if o.Success() != !slices.ContainsFunc(o.Verdicts, func(v eval.Verdict) bool { return !v.Correct }) {
					t.Errorf("%s: success is %v", stage.Entry.ID, o.Success())
				}
			}
			if failed == 0 && !race.Enabled && !testing.Short() && (c.agent == agents.Forgetful || c.agent == agents.Inventing) {
				t.Error("there is no mission that it fails")
			}
			t.Logf("%d failed, %d after one that failed", failed, later)
		})
	}
}

// roundabout is the oracle, but looks everything up twice and asks for details
// before it acts.
type roundabout struct {
	oracle eval.Agent
	stage  *session.Stage
	seen   map[string]bool
	more   int // steps that the oracle would not take
}

func (r *roundabout) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	var extra []eval.Called
	once := func(name string, arguments json.RawMessage) {
		key := fmt.Sprint(s.Task.Mission, name, string(arguments))
		if !r.seen[key] {
			r.seen[key] = true
			extra = append(extra, eval.Called{ID: fmt.Sprintf("more_%d_%d_%d", s.Task.Mission, s.Step, len(extra)), Name: name, Arguments: arguments})
		}
	}
	for i := range s.Task.Nodes {
		n := &s.Task.Nodes[i]
		if n.Kind != eval.Call {
			continue
		}
		if slices.Contains(s.Done, i) {
			if effect := r.stage.Toolsets[n.Tool].Tool(n.Tool).Effect; effect == tools.List || effect == tools.Get {
				once(n.Tool, n.Arguments)
			}
			continue
		}
		if slices.ContainsFunc(n.Dependencies, func(d int) bool { return !slices.Contains(s.Done, d) }) {
			continue
		}
		var arguments map[string]json.RawMessage
		if json.Unmarshal(n.Arguments, &arguments) != nil {
			continue
		}
		for _, tool := range r.stage.Toolsets[n.Tool].Tools {
			due := slices.ContainsFunc(s.Task.Nodes, func(o eval.Node) bool { return o.Tool == tool.Name })
			if tool.Effect == tools.Get && len(tool.Params) == 1 && !due && arguments[tool.Params[0].Name] != nil && s.Task.Tool(tool.Name) != nil {
				once(tool.Name, json.RawMessage(fmt.Sprintf("{%q:%s}", tool.Params[0].Name, arguments[tool.Params[0].Name])))
			}
		}
	}
	if len(extra) > 0 {
		r.more++
		return &eval.Action{Calls: extra}, nil
	}
	return r.oracle.Act(ctx, s)
}

// Another way to the same state, with the same things told, is right in a session.
func TestAnotherWay(t *testing.T) {
	ways := 0
	for _, stage := range allStages(t) {
		agent := &roundabout{oracle: reference(t, agents.Oracle), stage: stage, seen: map[string]bool{}}
		o := run(t, stage, agent)
		ways += agent.more
		for i, v := range o.Verdicts {
			if !v.Correct {
				t.Errorf("%s#%d: %+v", stage.Entry.ID, i+1, v)
			}
		}
		if agent.more == 0 {
			continue
		}
		tasks := tasksOf(t, stage)
		again := &roundabout{oracle: reference(t, agents.Oracle), stage: stage, seen: map[string]bool{}}
		right := 0
		for i := range tasks {
			if inSteps(t, &tasks[i], again).Correct {
				right++
			}
		}
		if right == len(tasks) {
			t.Errorf("%s: the steps are all in the trees", stage.Entry.ID)
		}
	}
	if ways == 0 {
		t.Error("nobody took another way")
	}
}

// backwards is right, but makes calls one by one, always the last of those that
// can be made.
func backwards(s *eval.Scene) (*eval.Action, error) {
	node := -1
	for i := range s.Task.Nodes {
		waits := func(d int) bool { return !slices.Contains(s.Done, d) }
		if waits(i) && !slices.ContainsFunc(s.Task.Nodes[i].Dependencies, waits) {
			node = i
		}
	}
	n := &s.Task.Nodes[node]
	if n.Kind != eval.Call {
		return &eval.Action{Text: n.Text}, nil
	}
	return &eval.Action{Calls: []eval.Called{{ID: fmt.Sprint(s.Task.Mission, s.Step), Name: n.Tool, Arguments: n.Arguments}}}, nil
}

// In whatever order calls are made, what they find is the same; but a call that
// changes something may stand in the way of one that does not wait for it.
func TestBackwards(t *testing.T) {
	missions, otherwise := 0, 0
	for _, stage := range allStages(t) {
		for i, v := range run(t, stage, acting(backwards)).Verdicts {
			missions++
			if v.Correct {
				continue
			}
			if changes := func(c mission.Call) bool {
				e := stage.Toolsets[c.Tool].Tool(c.Tool).Effect
				return e == tools.Create || e == tools.Update || e == tools.Delete
			}; !slices.ContainsFunc(stage.Entry.Missions[i].Calls, changes) {
				t.Errorf("%s#%d: %+v", stage.Entry.ID, i+1, v)
			}
			otherwise++
			break // what comes after it may need what it did not do
		}
	}
	if otherwise*50 > missions {
		t.Errorf("%d of %d missions depend on the order", otherwise, missions)
	}
}

// An agent that removes another thing first, and then the right one, has told and
// done everything, and yet the world is not as it should be.
func TestWrongThing(t *testing.T) {
	const enough, rounds = 6, 8 // toolsets change, and with them what is drawn
	tried, list := 0, allStages(t)
	for seed := uint64(5); ; seed++ {
		for _, stage := range list {
			tried += removesWrong(t, stage)
		}
		if tried >= enough {
			return
		}
		if seed == 5+rounds {
			t.Fatalf("%d missions remove one of several things, want at least %d", tried, enough)
		}
		var err error
		if list, err = stagesOf(gen.Config{Seed: seed, Paths: "multi", Limit: 32}, removing); err != nil {
			t.Fatal(err)
		}
	}
}

// removing are toolsets in which many missions list things and remove one.
var removing = []string{"travel/driving_service", "rpa/attendance_arrangement", "customer_service/restaurant_waiter"}

// removesWrong lets an agent remove another thing first in the last mission that removes one of
// several things. It returns the number of such missions: 0 or 1.
func removesWrong(t *testing.T, stage *session.Stage) int {
	t.Helper()
	// A thing of each kind that a later mission does not remove.
	at, other, remover := -1, json.RawMessage(nil), ""
	for i := range stage.Entry.Missions {
		w := stage.Worlds[i].Clone() // before the call
		for j, c := range stage.Entry.Missions[i].Calls {
			before := w.Clone()
			made := &stage.Blueprints[i].Calls[j]
			w.Call(made.Tool, made.Values())
			tool := stage.Toolsets[c.Tool].Tool(c.Tool)
			if tool.Effect != tools.Delete || c.Status >= 400 {
				continue
			}
			if id := anotherThing(stage, i, before, tool, c.Arguments); id != nil {
				at, other, remover = i, id, c.Tool
			}
		}
	}
	if at < 0 {
		return 0
	}
	done, oracle := false, reference(t, agents.Oracle)
	o := run(t, stage, acting(func(s *eval.Scene) (*eval.Action, error) {
		a, err := oracle.Act(context.Background(), s)
		for i := range a.Calls {
			if s.Task.Mission == at && !done && a.Calls[i].Name == remover {
				a.Calls, done = slices.Clone(a.Calls), true
				a.Calls[i].Arguments = other
			}
		}
		return a, err
	}))
	v := o.Verdicts[at]
	if v.Correct || len(v.Faults) == 0 || !slices.ContainsFunc(v.Faults, func(f eval.Found) bool {
		return strings.HasSuffix(f.Detail, "was removed, which nobody asked for") && f.Call >= 0
	}) {
		t.Errorf("%s#%d: %+v", stage.Entry.ID, at+1, v)
	}
	for i, v := range o.Verdicts {
		if i != at && !v.Correct {
			t.Errorf("%s#%d is blamed for mission %d: %+v", stage.Entry.ID, i+1, at+1, v)
		}
	}
	return 1
}

// anotherThing gives arguments that name another thing of a world, listed until the end of a
// mission, than the right one; nil when there is none, or rules are in its way.
func anotherThing(stage *session.Stage, at int, w *world.World, tool *tools.Tool, arguments json.RawMessage) json.RawMessage {
	var right map[string]any
	if json.Unmarshal(arguments, &right) != nil || len(right) != 1 {
		return nil
	}
	for _, m := range stage.Entry.Missions[:at+1] {
		for _, c := range m.Calls {
			var list map[string]any
			if json.Unmarshal(c.Observation, &list) != nil {
				continue
			}
			for _, v := range list {
				rows, _ := v.([]any)
				for _, row := range rows {
					item, _ := row.(map[string]any)
					id := item[tool.Entity.ID]
					for name, value := range right {
						if id == nil || value == id {
							continue
						}
						args := tools.Object{{Name: name, Value: id}}
						asked := func(c mission.Call) bool { return bytes.Equal(c.Arguments, args.JSON()) }
						if slices.ContainsFunc(stage.Entry.Missions[at].Calls, asked) {
							continue // the mission removes it, too
						}
						if a := w.Clone().Call(tool, args); a.Status == 200 {
							return args.JSON()
						}
					}
				}
			}
		}
	}
	return nil
}

// Saying what the entry says is not enough: it has to be found out.
func TestHearsay(t *testing.T) {
	list := allStages(t)
	for _, stage := range list[:min(len(list), 120)] {
		for name, agent := range map[string]eval.Agent{
			"says what the entry says": acting(func(s *eval.Scene) (*eval.Action, error) {
				return &eval.Action{Text: s.Task.Gold().Reply}, nil
			}),
			"says nothing": acting(func(*eval.Scene) (*eval.Action, error) { return &eval.Action{}, nil }),
			"calls what is not there": acting(func(s *eval.Scene) (*eval.Action, error) {
				return &eval.Action{Calls: []eval.Called{{ID: fmt.Sprint(s.Task.Mission, s.Step), Name: "no_such_tool", Arguments: json.RawMessage("{}")}}}, nil
			}),
		} {
			for i, v := range run(t, stage, agent).Verdicts {
				m := &stage.Entry.Missions[i]
				if talk := m.Type == mission.Chat; v.Correct != (talk && m.Chat.Compare == nil && name == "says what the entry says") && !(talk && m.Chat.Compare != nil) && !(talk && m.Chat.Kind == mission.ChatRestate) {
					t.Errorf("%s: %s#%d, a %s mission: %+v", name, stage.Entry.ID, i+1, m.Type, v)
				}
			}
		}
	}
}

// An agent that does everything, but talks idly where it need only talk, has
// compared and restated nothing.
func TestIdleTalk(t *testing.T) {
	found := map[mission.ChatKind]int{}
	for _, stage := range allStages(t) {
		oracle := reference(t, agents.Oracle)
		o := run(t, stage, acting(func(s *eval.Scene) (*eval.Action, error) {
			if s.Task.Gold().Chat != nil {
				return &eval.Action{Text: "That is hard to say."}, nil
			}
			return oracle.Act(context.Background(), s)
		}))
		for i, v := range o.Verdicts {
			want := eval.Fault("")
			if chat := stage.Entry.Missions[i].Chat; chat != nil {
				found[chat.Kind]++
				switch chat.Kind {
				case mission.ChatCompare:
					want = eval.StoppedEarly
				case mission.ChatRestate:
					want = eval.LostIdentifier
				}
			}
			if v.Correct != (want == "") || want != "" && v.Faults[0].Fault != want {
				t.Errorf("%s#%d: %+v, want %q", stage.Entry.ID, i+1, v, want)
			}
		}
	}
	if !race.Enabled && !testing.Short() && len(found) < 4 {
		t.Errorf("kinds of chats: %v", found)
	}
}

// Whoever asks for one of two things that are missing is told what the entry has
// the user say, and not half of it.
func TestHalfAQuestion(t *testing.T) {
	asked := 0
	stages, err := stagesOf(gen.Config{Seed: 4, Missions: []int{1}, Paths: "clarify", PerPath: 40}, []string{"travel/flight_inquiry"})
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range stages {
		for i := range stage.Entry.Missions {
			m := &stage.Entry.Missions[i]
			if len(m.Questions) == 0 || len(m.Questions[0].Missing) < 2 {
				continue
			}
			asked++
			oracle := reference(t, agents.Oracle)
			o := run(t, stage, acting(func(s *eval.Scene) (*eval.Action, error) {
				if s.Task.Mission == i && s.Step == 0 {
					return &eval.Action{Text: "What about the " + strings.ReplaceAll(m.Questions[0].Missing[0], "_", " ") + "?"}, nil
				}
				return oracle.Act(context.Background(), s)
			}))
			said := o.Messages[i]
			if at := slices.IndexFunc(said, func(x corpus.Message) bool { return x.Mission == i && x.Role == corpus.Assistant }); said[at+1].Text != m.Questions[0].Reply {
				t.Errorf("%s#%d: %q is answered %q, want %q", stage.Entry.ID, i+1, said[at].Text, said[at+1].Text, m.Questions[0].Reply)
			}
		}
	}
	if asked == 0 {
		t.Error("nothing asks for two things")
	}
}

// A record gives the same outcome again, whoever made it; and verdicts are such
// that they can be added up and compared with those of the step mode.
func TestReplayAndTally(t *testing.T) {
	list := allStages(t)
	list = list[:min(len(list), 60)]
	for _, name := range []string{agents.Oracle, agents.Forgetful, agents.Inventing, agents.Random} {
		steps, sessions := tally.New(), tally.New()
		for _, stage := range list {
			o := run(t, stage, reference(t, name))
			line, err := json.Marshal(o.Predictions)
			if err != nil {
				t.Fatal(err)
			}
			var kept []eval.Prediction
			if err := json.Unmarshal(line, &kept); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(o, run(t, stage, session.Replay(kept))); diff != "" {
				t.Fatalf("%s, %s: %s", name, stage.Entry.ID, diff)
			}
			tasks := tasksOf(t, stage)
			for i := range tasks {
				facts := tally.FactsOf(&tasks[i])
				if err := sessions.Add(facts, &o.Verdicts[i], tally.CostOf(&o.Predictions[i])); err != nil {
					t.Error(err)
				}
				v := inSteps(t, &tasks[i], reference(t, name))
				if err := steps.Add(facts, &v, tally.Cost{}); err != nil {
					t.Error(err)
				}
			}
		}
		c, err := tally.Compare(t.Context(), steps, sessions, tally.Options{Resamples: 10})
		if err != nil {
			t.Fatal(err)
		}
		// Nothing is lost from step to session by who is right anyway, and
		// whoever loses something loses what follows from it.
		if d := *c.Overall.Share; name == agents.Oracle && d != 0 || name == agents.Forgetful && d < 0 {
			t.Errorf("%s: %v in steps, %v in sessions", name, *c.Overall.A, *c.Overall.B)
		}
	}
}

// Sessions on one stage do not disturb each other.
func TestAtOnce(t *testing.T) {
	p, err := player()
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range allStages(t)[:4] {
		outcomes := make([]*session.Outcome, 4)
		var all sync.WaitGroup
		for i := range outcomes {
			agent := reference(t, agents.Names()[i%2])
			all.Go(func() {
				var err error
				if outcomes[i], err = p.Run(t.Context(), stage, agent, eval.TaskOptions{}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i, o := range outcomes {
			if diff := cmp.Diff(run(t, stage, reference(t, agents.Names()[i%2])), o); diff != "" {
				t.Fatal(diff)
			}
		}
	}
}

func TestTrouble(t *testing.T) {
	list := allStages(t)
	i := slices.IndexFunc(list, func(s *session.Stage) bool { return len(s.Entry.Missions) >= 3 })
	stage, oracle := list[i], reference(t, agents.Oracle)
	silent := func(err error) eval.Agent {
		return acting(func(s *eval.Scene) (*eval.Action, error) {
			if s.Task.Mission == 1 {
				return nil, err
			}
			return oracle.Act(context.Background(), s)
		})
	}
	o := run(t, stage, silent(errors.New("the line is dead")))
	for i, v := range o.Verdicts {
		if p := o.Predictions[i]; v.Scored != (i == 0) || (p.End == eval.Unscored) == (i == 0) || (i == 1) != (p.Error == "the line is dead") {
			t.Errorf("mission %d: %+v, %+v", i+1, v, p)
		}
	}
	if o.Success() {
		t.Error("a success")
	}
	if diff := cmp.Diff(o, run(t, stage, session.Replay(o.Predictions))); diff != "" {
		t.Error(diff)
	}
	p, err := player()
	if err != nil {
		t.Fatal(err)
	}
	bad := fmt.Errorf("asked: %w", &model.Error{Kind: model.BadKey})
	if o, err := p.Run(t.Context(), stage, silent(bad), eval.TaskOptions{}); o != nil || !errors.Is(err, bad) {
		t.Errorf("%v, %v", o, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := p.Run(ctx, stage, oracle, eval.TaskOptions{}); o != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", o, err)
	}
	broken := *stage
	broken.Worlds = broken.Worlds[1:]
	if _, err := p.Run(t.Context(), &broken, oracle, eval.TaskOptions{}); err == nil {
		t.Error("a stage without a world is none")
	}
}

// An agent sees its own history, and only what was said where it is to.
func TestOwnHistory(t *testing.T) {
	stage := allStages(t)[slices.IndexFunc(allStages(t), func(s *session.Stage) bool {
		return len(s.Entry.Missions) >= 2 && len(s.Entry.Missions[0].Calls) > 0
	})]
	p, err := player()
	if err != nil {
		t.Fatal(err)
	}
	for _, history := range []eval.History{eval.HistoryFull, eval.HistoryTalk} {
		oracle := reference(t, agents.Oracle)
		_, err := p.Run(t.Context(), stage, acting(func(s *eval.Scene) (*eval.Action, error) {
			own, called := false, false
			for _, m := range s.Messages {
				own = own || m.Role == corpus.Assistant && m.Text == "My own words."
				called = called || m.Mission < s.Task.Mission && (m.Role == corpus.Tool || len(m.Calls) > 0)
			}
			if last := s.Messages[len(s.Messages)-1]; s.Step == 0 && (last.Role != corpus.User || last.Text != s.Task.Gold().Request) {
				t.Errorf("the last message is %+v", last)
			}
			if s.Task.Mission == 1 && (!own || called != (history == eval.HistoryFull)) {
				t.Errorf("%s: own words %v, calls %v", history, own, called)
			}
			a, err := oracle.Act(context.Background(), s)
			if err == nil && s.Task.Mission == 0 && len(a.Calls) == 0 && a.Text == s.Task.Gold().Reply {
				a.Text = "My own words."
			}
			return a, err
		}), eval.TaskOptions{History: history})
		if err != nil {
			t.Fatal(err)
		}
	}
}
