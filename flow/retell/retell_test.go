package retell_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/generate"
	"switchyard/flow/retell"
	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/mock"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/llm"
)

// voice answers as an understudy would, after a twist.
type voice struct {
	*retell.Understudy
	twist func(role, text string, try int) string
	mu    *sync.Mutex
	heard map[string]string // the last prompt, by role
}

func (v voice) Model() string { return "m" }

func (v voice) Complete(ctx context.Context, s *roles.Scene, _ string, r *model.Request) (*model.Response, error) {
	a, err := v.Play(ctx, r.Trace)
	if err != nil {
		return nil, err
	}
	t, err := roles.ParseTrace(r.Trace)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard[t.Role] = r.Messages[len(r.Messages)-1].Text
	text := a.Text
	if v.twist != nil {
		text = v.twist(t.Role, text, s.Try)
	}
	return &model.Response{Text: text, Finish: "stop"}, nil
}

// stage is a plan with the sessions of the built-in engine.
type stage struct {
	*generate.Again
	config generate.Config
}

func newStage(t testing.TB, c generate.Config, words ...string) *stage {
	t.Helper()
	for _, word := range words {
		list, err := find.Workflows(t.Context(), word)
		if err != nil {
			t.Fatal(err)
		}
		c.Workflows = append(c.Workflows, list...)
	}
	again, err := generate.NewAgain(c)
	if err != nil {
		t.Fatal(err)
	}
	return &stage{again, c}
}

// teller returns a teller whose models say what the sessions say, after a twist.
func (s *stage) teller(t testing.TB, twist func(role, text string, try int) string, names ...string) (*retell.Teller, voice) {
	t.Helper()
	prompts, err := llm.LoadPrompts("en", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	v := voice{&retell.Understudy{At: s.At}, twist, &sync.Mutex{}, map[string]string{}}
	voices := map[string]llm.Voice{}
	for _, role := range names {
		voices[role] = v
	}
	teller, err := retell.New(llm.Config{Voices: voices, Prompts: prompts})
	if err != nil {
		t.Fatal(err)
	}
	return teller, v
}

// session is the session with a number, which must be played at the first attempt.
func (s *stage) session(t testing.TB, number int) *session.Session {
	t.Helper()
	x, err := s.At(t.Context(), number, 0)
	if err != nil {
		t.Skip(err)
	}
	return x
}

// Models that say what sessions say change nothing but the words in which values are found.
func TestSameWords(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, PerPair: 1, Cross: 4, Limit: 60}, "travel/flight_inquiry", "cart_management")
	teller, _ := s.teller(t, nil, "user", "ai", "tool", "checker")
	told := 0
	for number := 1; number <= 60; number++ {
		was, err := s.At(t.Context(), number, 0)
		if err != nil {
			continue // the plan needs more attempts
		}
		before, _ := json.Marshal(was)
		now, err := teller.Session(t.Context(), was, retell.Place{Entry: number, Log: &roles.Log{}})
		if err != nil {
			t.Fatalf("%s: %v", was.ID, err)
		}
		if after, _ := json.Marshal(was); string(before) != string(after) {
			t.Fatalf("%s has changed", was.ID)
		}
		for i := range was.Exchanges {
			x, y := was.Exchanges[i], now.Exchanges[i]
			if x.User != y.User || x.Reply != y.Reply || len(x.Said) != len(y.Said) {
				t.Errorf("%s: exchange %d is another one", was.ID, i)
			}
		}
		if problems := proof.New().Session(now); len(problems) > 0 {
			t.Errorf("%s: %v", was.ID, problems[0])
		}
		told++
	}
	if told < 30 {
		t.Errorf("only %d sessions were told", told)
	}
}

// Each kind of wrong turn is refused, and the model is told why.
func TestWrongTurns(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, Limit: 16}, "travel/flight_inquiry")
	say := func(text string) string {
		return fmt.Sprintf(`{"candidates": [{"text": %q, "refers": {}}]}`, text)
	}
	for _, test := range []struct {
		name, role string
		with       []string
		twist      func(x *session.Session) func(text string) string
		want       string
	}{
		{"a value is not said", "user", []string{"user"}, func(*session.Session) func(string) string {
			return func(string) string { return say("Well, then.") }
		}, "so that it follows exactly"},
		{"a value comes too early", "user", []string{"user"}, func(x *session.Session) func(string) string {
			return func(text string) string {
				if strings.Contains(text, x.Exchanges[0].User) {
					return say(strings.TrimRight(x.Exchanges[0].User, ".?!") + ", from " + later(x))
				}
				return text
			}
		}, "which is not said yet"},
		{"nothing is asked", "ai", []string{"ai"}, func(*session.Session) func(string) string {
			return func(text string) string { return strings.ReplaceAll(text, "?", ".") }
		}, "It does not ask"},
		{"more is asked", "ai", []string{"ai"}, func(*session.Session) func(string) string {
			return func(text string) string { return strings.ReplaceAll(text, "?", ".") + " Shall I sing?" }
		}, ""},
		{"something else is told", "ai", []string{"ai"}, func(*session.Session) func(string) string {
			return func(string) string { return "The moon is made of cheese. Is that all right?" }
		}, "It does not do all"},
		{"it is read otherwise", "checker", []string{"user", "checker"}, func(x *session.Session) func(string) string {
			return func(text string) string { return `{"best": 0, "why": "so"}` }
		}, "It was read as"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused := 0
			for number := 1; number <= 16; number++ {
				x, err := s.At(t.Context(), number, 0)
				if err != nil || len(x.Exchanges) < 4 || later(x) == "" {
					continue
				}
				twist := test.twist(x)
				log := &roles.Log{}
				teller, v := s.teller(t, func(role, text string, try int) string {
					if role == test.role && try == 0 {
						return twist(text)
					}
					return text
				}, test.with...)
				if _, err := teller.Session(t.Context(), x, retell.Place{Entry: number, Log: log}); err != nil && test.role != "checker" {
					t.Fatalf("%s: %v", x.ID, err)
				}
				for _, a := range log.Asked {
					if !a.Accepted && strings.Contains(strings.Join(a.Reasons, " "), test.want) {
						refused++
						if last := v.heard[a.Role]; !strings.Contains(last, "Your last attempt could not be used") && refused == 1 && test.role != "checker" && a.Trace == log.Asked[len(log.Asked)-2].Trace {
							t.Errorf("the model was not told: %s", last)
						}
					}
				}
			}
			if refused == 0 && test.want != "" {
				t.Errorf("nothing was refused because of %q", test.want)
			}
		})
	}
}

// Prose that comes back may be put into other words, which then stand wherever it is told. The rest
// of the records may not be changed.
func TestProse(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, Limit: 60}, "gas_interruption_feedback")
	const before, after = "It has been passed on to the people who run the network.", "Those who look after the network have it now."
	for number := 1; number <= 60; number++ {
		x, err := s.At(t.Context(), number, 0)
		if err != nil {
			continue
		}
		text, _ := json.Marshal(x)
		var with session.Session
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), "passed to the network operator", before)), &with); err != nil {
			t.Fatal(err)
		}
		if text, _ = json.Marshal(with.Exchanges); !strings.Contains(string(text), before) || len(proof.New().Session(&with)) > 0 {
			continue
		}
		tell := func(twist func(string) string) (*session.Session, error) {
			prompts, err := llm.LoadPrompts("en", nil, "")
			if err != nil {
				t.Fatal(err)
			}
			at := func(context.Context, int, int) (*session.Session, error) { return &with, nil }
			v := voice{&retell.Understudy{At: at}, func(_, text string, _ int) string { return twist(text) }, &sync.Mutex{}, map[string]string{}}
			teller, err := retell.New(llm.Config{Voices: map[string]llm.Voice{"tool": v}, Prompts: prompts})
			if err != nil {
				t.Fatal(err)
			}
			return teller.Session(t.Context(), &with, retell.Place{Entry: number, Log: &roles.Log{}})
		}
		now, err := tell(func(text string) string { return strings.ReplaceAll(text, before, after) })
		if err != nil {
			t.Fatal(err)
		}
		told, _ := json.Marshal(now.Exchanges)
		was := strings.TrimSuffix(before, ".")
		if strings.Contains(string(told), was) || strings.Count(string(told), strings.TrimSuffix(after, ".")) != strings.Count(string(text), was) {
			t.Errorf("%s", told)
		}
		if problems := proof.New().Session(now); len(problems) > 0 {
			t.Error(problems[0])
		}
		for _, lie := range []func(string) string{
			func(text string) string { return strings.ReplaceAll(text, before, "no") },
			func(text string) string { return strings.Replace(text, `"status":200`, `"status":404`, 1) },
			func(text string) string { return strings.Replace(text, `"body":{`, `"body":{"more":1,`, 1) },
			func(text string) string { return `{"observations": []}` },
		} {
			if _, err := tell(lie); err == nil {
				t.Error("records are changed")
			}
		}
		return
	}
	t.Fatal("no session has such a text")
}

// Missions without a workflow are told as well; a turn for which there are no words keeps its own.
func TestAside(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, Cross: 40}, "travel")
	told, kept := 0, 0
	for number := 1; number <= 160 && (told < 3 || kept < 3); number++ {
		x, err := s.At(t.Context(), number, 0)
		if err != nil {
			continue
		}
		at := slices.IndexFunc(x.Exchanges, func(ex session.Exchange) bool {
			return ex.Mission != nil && len(ex.Mission.Calls) > 0 && slices.ContainsFunc(ex.Mission.Calls[0].Sources, func(s mission.Source) bool { return s.Kind == mission.FromQuery })
		})
		if at < 0 {
			continue
		}
		request := x.Exchanges[at].Mission.Request
		tell := func(words func(string) string) *session.Session {
			teller, _ := s.teller(t, func(role, text string, _ int) string {
				var said llm.Proposals
				if err := json.Unmarshal([]byte(text), &said); err != nil || said.Candidates[0].Text != request {
					return text
				}
				said.Candidates[0].Text = words(request)
				doc, _ := json.Marshal(said)
				return string(doc)
			}, "user")
			now, err := teller.Session(t.Context(), x, retell.Place{Entry: number, Log: &roles.Log{}})
			if err != nil {
				t.Fatalf("%s: %v", x.ID, err)
			}
			if problems := proof.New().Session(now); len(problems) > 0 {
				t.Errorf("%s: %v", x.ID, problems[0])
			}
			return now
		}
		if now := tell(func(string) string { return "Something else, please." }); now.Exchanges[at].User == request {
			kept++
		} else {
			t.Errorf("%s: %q is taken", x.ID, now.Exchanges[at].User)
		}
		if now := tell(func(text string) string { return text + " Thank you!" }); now.Exchanges[at].Mission.Request == request+" Thank you!" && now.Exchanges[at].Mission.Dialogue[0].Text == now.Exchanges[at].User {
			told++
		}
	}
	if told < 3 || kept < 3 {
		t.Errorf("%d told, %d kept", told, kept)
	}
}

// later is a value that is said after the first exchange, as a text; empty if there is none.
func later(x *session.Session) string {
	var first []string
	for _, s := range x.Exchanges[0].Said {
		first = append(first, string(s.Value))
	}
	for _, ex := range x.Exchanges[1:] {
		for _, s := range ex.Said {
			var text string
			if json.Unmarshal(s.Value, &text) == nil && !slices.Contains(first, string(s.Value)) && s.Sources[0].Choice == nil && s.Sources[0].Text != "" {
				return s.Sources[0].Text
			}
		}
	}
	return ""
}

// A model that never finds words costs the session, and nothing else.
func TestNoWords(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, Limit: 3}, "travel/flight_inquiry")
	teller, _ := s.teller(t, func(role, text string, _ int) string { return "I would rather not." }, "ai")
	x := s.session(t, 1)
	log := &roles.Log{}
	_, err := teller.Session(t.Context(), x, retell.Place{Entry: 1, Log: log})
	if refused := (*roles.RefusedError)(nil); !errors.As(err, &refused) || len(log.Asked) != 3 {
		t.Errorf("%v after %d requests", err, len(log.Asked))
	}
}

// Each option that a checker may choose from is one that the user has.
func TestOptions(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, PerPair: 1, Limit: 120}, "travel")
	seen := map[string]bool{}
	for number := 1; number <= 120; number++ {
		x, err := s.At(t.Context(), number, 0)
		if err != nil {
			continue
		}
		for i, ex := range x.Exchanges {
			all, right := retell.Options(x, i)
			if ex.Node == "" {
				continue
			}
			if right < 0 || right >= len(all) || all[right] == "" {
				t.Fatalf("%s, exchange %d: %d of %q", x.ID, i, right, all)
			}
			if ex.OOW == "" && ex.Wish != "" && all[right] != ex.Wish {
				t.Errorf("%s, exchange %d: %q is not %q", x.ID, i, all[right], ex.Wish)
			}
			seen[ex.OOW] = true
		}
	}
	for _, o := range flow.AllOOW() {
		if !seen[string(o)] && o != flow.Attitude && o != flow.Addition && o != flow.Split {
			t.Errorf("no session has %s", o)
		}
	}
}

// Runs that models tell are the same with any number of workers, and go on where they stopped.
func TestRun(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, PerPair: 1, Cross: 1, Limit: 24}, "travel/flight_inquiry")
	teller, _ := s.teller(t, nil, "user", "ai")
	dir := t.TempDir()
	run := func(name string, workers int) string {
		c := s.config
		c.Out, c.Workers, c.Teller = filepath.Join(dir, name), workers, teller
		c.Models, c.RunID = modelsOf("user", "ai"), "this"
		r, err := generate.Run(t.Context(), c)
		if err != nil || r.Accepted != 24 {
			t.Fatalf("%+v %v", r, err)
		}
		calls := 0
		for _, u := range r.Usage {
			calls += u.Calls
		}
		sums := ""
		for _, f := range r.Files {
			sums += f.Name + " " + f.SHA256 + "\n"
			if f.Name == "roles.jsonl" && f.Entries != calls {
				t.Errorf("%d requests, but %d are recorded", calls, f.Entries)
			}
		}
		return sums
	}
	if a, b := run("a", 1), run("b", 5); a != b {
		t.Errorf("one worker\n%sfive\n%s", a, b)
	}
}

// An endpoint that does not answer stops the run; what was made stays, and the same call goes on.
func TestSilent(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, Limit: 40}, "travel/flight_inquiry")
	var mu sync.Mutex
	left := 60
	down := true
	v := failing{voice{&retell.Understudy{At: s.At}, nil, &sync.Mutex{}, map[string]string{}}, func() error {
		mu.Lock()
		defer mu.Unlock()
		if left--; down && left < 0 {
			return &model.Error{Kind: model.ServerFault, Message: "down"}
		}
		return nil
	}}
	prompts, err := llm.LoadPrompts("en", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	teller, err := retell.New(llm.Config{Voices: map[string]llm.Voice{"user": v}, Prompts: prompts})
	if err != nil {
		t.Fatal(err)
	}
	c := s.config
	c.Out, c.Teller, c.Models, c.Workers = filepath.Join(t.TempDir(), "a"), teller, modelsOf("user"), 1
	if _, err := generate.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "in a row failed") {
		t.Fatalf("%v", err)
	}
	mu.Lock()
	down = false
	mu.Unlock()
	r, err := generate.Run(t.Context(), c)
	if err != nil || r.Accepted != 40 || r.Resumed == 0 {
		t.Errorf("%+v %v", r, err)
	}
}

func modelsOf(names ...string) (all []manifest.Model) {
	for _, role := range names {
		all = append(all, manifest.Model{Role: role, Model: "m"})
	}
	return all
}

type failing struct {
	voice
	fails func() error
}

func (f failing) Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error) {
	if err := f.fails(); err != nil {
		return nil, err
	}
	return f.voice.Complete(ctx, s, task, r)
}

func TestUnderstudy(t *testing.T) {
	s := newStage(t, generate.Config{Seed: 4, PerEdge: 1, Limit: 5}, "travel/flight_inquiry")
	u := &retell.Understudy{At: s.At}
	if _, err := u.Play(t.Context(), "1/0/user.0/0.0-0"); !errors.Is(err, mock.ErrUnknownTrace) {
		t.Errorf("a trace of a mission: %v", err)
	}
	for _, trace := range []string{"1/0/user.900/s0-0", "1/7/user.0/s0-0", "99/0/user.0/s0-0"} {
		if _, err := u.Play(t.Context(), trace); err == nil {
			t.Errorf("%s is answered", trace)
		}
	}
}
