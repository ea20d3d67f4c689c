package follow_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/follow"
	"switchyard/flow/forms"
	"switchyard/flow/generate"
	"switchyard/flow/session"
	"switchyard/mission"
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
	c := generate.Config{Seed: 5, PerEdge: 1, PerPair: 1, Cross: 4, Limit: 160, Out: filepath.Join(t.TempDir(), "d")}
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

// place is a decision as the test sees it: which exchange, and how many of its calls come before.
type place struct{ exchange, step int }

// places lists the decisions of a session with the node at each.
func places(s *session.Session) (all []place, nodes []string) {
	for i, ex := range s.Exchanges {
		if ex.Mission != nil {
			continue
		}
		step := 0
		for k, a := range ex.Acts {
			if a.Kind == session.Call {
				all, nodes = append(all, place{i, step}), append(nodes, a.Node)
				step++
			} else if k == len(ex.Acts)-1 {
				all, nodes = append(all, place{i, step}), append(nodes, a.Node)
			}
		}
	}
	return all, nodes
}

// errsAt says at which decisions a reference agent errs, from the session alone.
func errsAt(name string, s *session.Session) map[place]bool {
	out := map[place]bool{}
	all, nodes := places(s)
	changes := map[string]bool{}
	for _, t := range s.Toolset.Tools {
		changes[t.Name] = t.Effect == "create" || t.Effect == "update" || t.Effect == "delete"
	}
	asks := func(ex *session.Exchange) bool {
		for _, a := range ex.Acts {
			if a.Kind == session.Ask && !a.Passed {
				return true
			}
		}
		return false
	}
	passed, asked, run := map[string]bool{}, false, -1
	for k, at := range all {
		ex := &s.Exchanges[at.exchange]
		if ex.Run != run {
			run, passed, asked = ex.Run, map[string]bool{}, false
		}
		w := &s.Workflows[s.Runs[run].Workflow]
		speaks := at.step == len(ex.Calls)
		switch name {
		case follow.Skipper:
			for _, needs := range w.Before {
				for _, need := range needs {
					out[at] = out[at] || !speaks && need == ex.Calls[at.step].Tool
				}
			}
		case follow.OneWay:
			out[at] = ex.OOW == "" && passed[nodes[k]]
		case follow.Early:
			if speaks && asks(ex) {
				if !asked && ex.OOW == "" {
					for _, later := range s.Exchanges[at.exchange+1:] {
						for _, c := range later.Calls {
							out[at] = out[at] || later.Run == run && changes[c.Tool]
						}
					}
				}
				asked = true
			}
		case follow.FirstBranch:
			if at.step > 0 {
				for _, n := range w.Nodes {
					if n.ID == nodes[k-1] && len(n.Edges) > 1 {
						next := ""
						for j, a := range ex.Acts {
							if a.Kind == session.Call && a.Call == at.step-1 {
								next = ex.Acts[j+1].Node
							}
						}
						out[at] = n.Edges[0].To != next
					}
				}
			}
		case follow.Digressor:
			first := ex.Acts[0].Kind
			out[at] = at.step == 0 && ex.OOW != "" && (first == session.Refuse || first == session.Answer || ex.OOW == "vague" || ex.OOW == "irrelevant")
		}
		passed[nodes[k]] = true
		if speaks { // a reply stands at all nodes at which it acts
			for _, a := range ex.Acts {
				passed[a.Node] = true
			}
		}
	}
	return out
}

// Turn by turn, reference agents err exactly where the sessions say.
// What a message has to say may be said in other words: that things are left as they are, that
// something else comes first, the thing that a call was about.
func TestOtherWords(t *testing.T) {
	s := &session.Session{
		Toolset: mission.Toolset{
			Tools:    []mission.Tool{{Name: "apply", Thing: "item_code"}, {Name: "pair"}},
			Entities: []mission.Entity{{ID: "item_code"}, {ID: "product_id"}},
		},
		Workflows: []session.Workflow{{Nodes: []session.Node{{ID: "call", Call: "apply"}, {ID: "both", Call: "pair"}, {ID: "told", Tell: "it", Edges: []session.Edge{{To: "call"}}}}}},
		Runs:      []session.Run{{}},
	}
	observed := json.RawMessage(`{"item_code": "CI1", "product_id": "P-9"}`)
	exchange := func(reply string, acts ...session.Act) session.Exchange {
		return session.Exchange{User: "Hm.", Reply: reply, Acts: acts}
	}
	called := func(node, tool string) session.Exchange {
		ex := exchange("Item CI1 of product P-9.", session.Act{Kind: session.Call, Node: node}, session.Act{Kind: session.Tell, Node: "told", Shows: []string{node}})
		ex.Calls = []session.Called{{Tool: tool, Status: 200, Observation: observed}}
		return ex
	}
	for _, test := range []struct {
		ex    session.Exchange
		text  string
		right bool
	}{
		{exchange("All right, I'll stop here.", session.Act{Kind: session.Close}), "No claim has been filed, and you're welcome to come back.", true},
		{exchange("All right, I'll stop here.", session.Act{Kind: session.Close}), "Which one is it?", false},
		{exchange("We look at the price together.", session.Act{Kind: session.Refuse, Topic: "book"}), "Gladly, but I need the day first.", true},
		{exchange("We look at the price together.", session.Act{Kind: session.Refuse, Topic: "book"}), "Gladly, it's booked.", false},
		{called("call", "apply"), "CI1 has it.", true},
		{called("call", "apply"), "P-9 has it.", false},
		{called("both", "pair"), "CI1 and P-9.", true},
		{called("both", "pair"), "It is done.", false},
	} {
		s.Exchanges = []session.Exchange{test.ex}
		d := follow.Decisions(s)
		if v := follow.Judge(&d[len(d)-1], &eval.Action{Text: test.text}); v.Right != test.right {
			t.Errorf("%s: %+v", test.text, v)
		}
	}
}

func TestReferences(t *testing.T) {
	s := sampleOf(t, "flight_booking", "travel/driving_service")
	for _, name := range follow.References() {
		a := agent(t, name)
		wrong := 0
		for _, x := range s.sessions {
			want := errsAt(name, x)
			for _, d := range follow.Decisions(x) {
				action, err := a.Act(context.Background(), &d)
				if err != nil {
					t.Fatal(err)
				}
				errs := want[place{d.Exchange, d.Step}]
				v := follow.Judge(&d, action)
				switch {
				case v.Right == errs:
					t.Errorf("%s: %s, exchange %d, step %d: right is %v: %+v, it does %+v", name, x.ID, d.Exchange, d.Step, v.Right, v, action)
				}
				if !v.Right {
					wrong++
				}
			}
		}
		if (wrong == 0) != (name == follow.Follower) {
			t.Errorf("%s: %d wrong decisions", name, wrong)
		}
	}
}

// In live sessions, agents succeed exactly where the sessions say, and controllers refuse exactly
// the calls for which something is missing.
func TestLive(t *testing.T) {
	s := sampleOf(t, "travel/driving_service")
	var l follow.Liver
	live := func(i int, name string, control string) *follow.Outcome {
		c, ok := follow.ControllerOf(control)
		if !ok {
			t.Fatal(control)
		}
		o, err := l.Live(context.Background(), s.stages[i], agent(t, name), c)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	better := 0
	for i, x := range s.sessions {
		// Those who are lost reach the goals before that; who digresses reaches all of which the
		// replies that are left tell enough.
		for _, name := range []string{follow.OneWay, follow.FirstBranch, follow.Digressor} {
			o := live(i, name, "none")
			if goals, ok := reached(name, x); ok && o.Goals.Right != goals {
				t.Errorf("%s: the %s reaches %d of %d goals, not %d", x.ID, name, o.Goals.Right, o.Goals.Gold, goals)
			}
			if more := o.Tools.Made - o.Tools.Gold; name == follow.Digressor && more != jumps(x) {
				t.Errorf("%s: the digressor makes %d calls more, not %d", x.ID, more, jumps(x))
			}
		}
		for _, control := range []string{"none", "pre", "post", "both"} {
			if o := live(i, follow.Follower, control); !o.Success || o.Refused > 0 || o.Tools.Right != o.Tools.Gold || o.Tools.Made != o.Tools.Gold || o.Turns != len(x.Exchanges) {
				t.Errorf("%s: the follower, %s: %+v", x.ID, control, o)
			}
		}
		// The skipper reaches all goals but those that are checks.
		skipped := errsAt(follow.Skipper, x)
		goals := 0
		for _, run := range x.Runs {
			for _, g := range run.Goals {
				if !skipped[place{g.Exchange, g.Call}] {
					goals++
				}
			}
		}
		if o := live(i, follow.Skipper, "none"); o.Goals.Right != goals || o.Tools.Made != o.Tools.Gold-len(trues(skipped)) {
			t.Errorf("%s: the skipper reaches %d goals, not %d: %+v", x.ID, o.Goals.Right, goals, o)
		}
		// The early one makes one call more for each place at which it errs, and fails if such a call
		// changes something. With a controller behind it, the call is refused if a check is missing.
		early := live(i, follow.Early, "none")
		if again := live(i, follow.Early, "none"); !reflect.DeepEqual(early.Calls, again.Calls) {
			t.Errorf("%s: the early one makes %v, and then %v", x.ID, early.Calls, again.Calls)
		}
		if more := early.Tools.Made - early.Tools.Gold; more != len(trues(errsAt(follow.Early, x))) {
			t.Errorf("%s: the early one makes %d calls more", x.ID, more)
		}
		if early.Success != (early.Needless == 0) && early.Needless > 0 {
			t.Errorf("%s: the early one: %+v", x.ID, early)
		}
		post := live(i, follow.Early, "post")
		for _, c := range post.Calls {
			if c.Status == 0 {
				w := x.Workflows[x.Runs[x.Exchanges[c.Exchange].Run].Workflow]
				if len(w.Before[c.Tool]) == 0 {
					t.Errorf("%s: %s needs nothing, but is refused", x.ID, c.Tool)
				}
			}
		}
		if post.Success && !early.Success {
			better++
		}
		if early.Success && !post.Success {
			t.Errorf("%s: a controller makes it worse: %+v", x.ID, post)
		}
	}
	if better == 0 {
		t.Error("the controller buys nothing")
	}
}

// jumps counts the places at which users want a later step at once.
func jumps(s *session.Session) (n int) {
	for at, is := range errsAt(follow.Digressor, s) {
		if oow := s.Exchanges[at.exchange].OOW; is && (oow == "skip" || oow == "reorder") {
			n++
		}
	}
	return n
}

// reached is how many goals an agent reaches in a live session, from the session alone: those whose call
// it makes, and whose result is told by the replies that it gives. It is not known where an agent changes
// something that it should not.
func reached(name string, s *session.Session) (goals int, known bool) {
	errs := errsAt(name, s)
	all, _ := places(s)
	made, told := map[place]bool{}, ""
	lost, run := false, -1
	for _, at := range all {
		ex := &s.Exchanges[at.exchange]
		if ex.Run != run {
			run, lost = ex.Run, false
		}
		if errs[at] && name != follow.Digressor {
			lost = true
		}
		switch speaks := at.step == len(ex.Calls); {
		case lost:
		case !speaks:
			made[at] = true
		case !errs[at]:
			told += ex.Reply + "\n"
		}
	}
	for _, r := range s.Runs {
		for _, g := range r.Goals {
			c := &s.Exchanges[g.Exchange].Calls[g.Call]
			ok := made[place{g.Exchange, g.Call}]
			if !g.Changes && c.Status < 300 {
				for _, id := range idsIn(s, c.Observation) {
					ok = ok && strings.Contains(told, id)
				}
			}
			if ok {
				goals++
			}
		}
	}
	return goals, name != follow.Digressor || jumps(s) == 0
}

// idsIn lists what identifies the things in a result.
func idsIn(s *session.Session, raw json.RawMessage) (ids []string) {
	var doc any
	if json.Unmarshal(raw, &doc) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for key, x := range v {
				if id, ok := x.(string); ok && slices.ContainsFunc(s.Toolset.Entities, func(e mission.Entity) bool { return e.ID == key }) {
					ids = append(ids, id)
				}
				walk(x)
			}
		}
	}
	walk(doc)
	return ids
}

func trues(m map[place]bool) (all []place) {
	for at, is := range m {
		if is {
			all = append(all, at)
		}
	}
	return all
}

func agent(t testing.TB, name string) follow.Agent {
	t.Helper()
	a, err := follow.Reference(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
