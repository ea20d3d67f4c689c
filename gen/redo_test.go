package gen

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// tried is a planner, and whoever checks it, that may try three times.
type tried struct {
	plan    func(try int) (mission.Plan, error)
	verdict roles.Verdict
}

func (tried) Tries() int { return 3 }

func (p tried) Plan(_ context.Context, s *roles.Scene) (mission.Plan, error) { return p.plan(s.Try) }

func (p tried) CheckPlan(context.Context, *roles.Scene, mission.Plan) (roles.Verdict, error) {
	return p.verdict, nil
}

func (p tried) CheckObservations(context.Context, *roles.Scene, []int, []world.Answer) (roles.Verdict, error) {
	return p.verdict, nil
}

// A refusal counts as one also when nobody gives a reason.
func TestRefusalWithoutReasons(t *testing.T) {
	p := &performer{}
	for name, try := range map[string]func() ([]string, error){
		"an error": func() ([]string, error) { return nil, &roles.RefusedError{} },
		"a reason": func() ([]string, error) { return []string{"No."}, nil },
	} {
		s, tries := &roles.Scene{}, 0
		var told [][]string
		err := p.redo(s, tried{}, mission.RoleAI, "words", func() ([]string, error) {
			tries++
			told = append(told, s.Reasons)
			return try()
		})
		var f *setback
		if !errors.As(err, &f) || tries != 3 {
			t.Errorf("%s: %d tries, %v", name, tries, err)
		}
		if len(told) != 3 || len(told[1]) != 1 || told[0] != nil || told[2] != nil {
			t.Errorf("%s: told %q", name, told)
		}
	}
	q := tried{plan: func(int) (mission.Plan, error) {
		return mission.Plan{ActionList: []mission.Action{{Name: mission.AnswerTool}}}, nil
	}}
	p.cast.Planner, p.cast.Checker = q, q
	if _, _, err := p.decide(context.Background(), &roles.Scene{Blueprint: &blueprint.Blueprint{}}); err == nil {
		t.Error("a plan stands that the checker refused")
	}
}

// The plans that are recorded are those that the last try failed by.
func TestPlansOfTheLastTry(t *testing.T) {
	call := mission.Plan{ActionList: []mission.Action{{Name: "book", Arguments: json.RawMessage(`{}`)}}}
	for _, tt := range []struct {
		last error
		want bool
	}{{nil, true}, {&roles.RefusedError{Reasons: []string{"It cannot be read."}}, false}} {
		q := tried{verdict: roles.Verdict{Accepted: true}, plan: func(try int) (mission.Plan, error) {
			if try == 2 {
				return call, tt.last
			}
			return call, nil
		}}
		p := &performer{cast: roles.Cast{Planner: q, Checker: q}}
		s := &roles.Scene{Blueprint: &blueprint.Blueprint{Chat: &blueprint.Chat{}}}
		_, _, err := p.decide(context.Background(), s)
		var f *setback
		if !errors.As(err, &f) || (f.Plans != nil) != tt.want {
			t.Errorf("after %v: %+v", tt.last, f)
		}
	}
}

// Whoever asks for one thing twice has not asked for two.
func TestAskedTwice(t *testing.T) {
	book := &tools.Tool{Name: "book"}
	s := &roles.Scene{Blueprint: &blueprint.Blueprint{Missing: []string{"from", "to"}, Calls: []blueprint.Call{{Tool: book}}}}
	for missing, agrees := range map[string]bool{`"from","to"`: true, `"to","from"`: true, `"from"`: false, `"from","from"`: false, `"from","to","to"`: false} {
		plan := &mission.Plan{ActionList: []mission.Action{{Name: mission.AskTool,
			Arguments: json.RawMessage(`{"tool_name":"book","missing_required_parameters":[` + missing + `]}`)}}}
		_, why := (&performer{}).agree(s, plan)
		if (len(why) == 0) != agrees {
			t.Errorf("%s: %q", missing, why)
		}
		if missing == `"from","from"` {
			s := &roles.Scene{Wish: &roles.Wish{Type: mission.Clarify}}
			if _, why, err := (&performer{}).settle(s, plan); err != nil || len(why) == 0 {
				t.Errorf("free: %q, %v", why, err)
			}
		}
	}
}

// What a drawing that fails does to the world is forgotten, also when the
// mission has left the script.
func TestFreeDrawingsStartAfresh(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Strategy, c.Limit = Free, 60 // of fewer, too few begin with a call and can be planned ahead
	c = rehearsed(t, c)
	c.Out = "."
	filter, err := c.complete()
	if err != nil {
		t.Fatal(err)
	}
	space, err := newSpace(t.Context(), &c, filter)
	if err != nil {
		t.Fatal(err)
	}
	producer := newProducer(&c, space)
	tried := 0
	for item := range space.entries() {
		p := producer.newPerformer(item, 0)
		if len(item.Types) < 2 || p.ahead(context.Background()) != nil || len(p.script[0].blueprint.Calls) == 0 {
			continue
		}
		set := p.story.Set
		n := slices.IndexFunc(set.Entities, func(e *tools.Entity) bool { return e.ID != "" })
		if n < 0 {
			continue
		}
		p.tries = []int{0}
		p.freeScene(0, 1)
		p.entry.Missions = append(p.entry.Missions, mission.Mission{}) // not as the script has it
		before, id := p.story.World, any("drawn-1")
		p.tries = []int{0, 0}
		p.freeScene(1, 2)
		p.story.World.Ensure(set.Entities[n], keyed.New(1, "x"), tools.Object{{Name: set.Entities[n].ID, Value: id}})
		if _, known := p.story.World.Known(set.Entities[n], id); !known {
			continue
		}
		tried++
		if _, known := before.Known(set.Entities[n], id); known {
			t.Fatalf("%s: the world before the drawing has what came of it", item.ID)
		}
	}
	if tried < 5 {
		t.Errorf("%d entries tried", tried)
	}
}

// An entry whose every opening was said already leaves no lines of accepted
// turns behind; what it cost stays.
func TestDuplicateSaysNothing(t *testing.T) {
	who := spend.Who{Role: "user", Model: "m"}
	d := &draft{}
	for range attempts + 1 {
		log := &roles.Log{Candidates: []roles.Candidate{{Text: "x"}}}
		log.Note(roles.Asked{Role: "user"})
		log.Note(roles.Asked{Role: "planner"})
		log.Refuse(mission.RolePlanner, []string{"No."})
		if err := log.Spend(who, spend.Spent{Calls: 2}); err != nil {
			t.Fatal(err)
		}
		d.versions = append(d.versions, product{entry: &mission.Entry{}, requests: []uint64{1}, log: log})
	}
	made, ok := (&runner{seen: map[uint64]struct{}{1: {}}}).fresh(d)
	if !ok || made.failure == nil || made.failure.Reason != "duplicate" {
		t.Fatalf("%+v", made.failure)
	}
	if n := made.log.Calls(); n != 2*(attempts+1) || len(made.log.Asked) != attempts+1 || len(made.log.Candidates) > 0 {
		t.Errorf("%d calls, %d requests, %d candidates", n, len(made.log.Asked), len(made.log.Candidates))
	}
	for _, a := range made.log.Asked {
		if a.Accepted {
			t.Fatalf("%+v", a)
		}
	}
}
