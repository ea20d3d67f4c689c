package generate_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/proof"
)

// where finds the first exchange that fits.
func where(s *session.Session, fits func(*session.Exchange) bool) *session.Exchange {
	for i := range s.Exchanges {
		if s.Exchanges[i].Mission == nil && fits(&s.Exchanges[i]) {
			return &s.Exchanges[i]
		}
	}
	return nil
}

// called is the first exchange with a call.
func called(s *session.Session) *session.Exchange {
	return where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 })
}

// leaving is the exchange in which the user leaves the workflow in that way.
func leaving(s *session.Session, oow string) *session.Exchange {
	return where(s, func(x *session.Exchange) bool { return x.OOW == oow })
}

// picks is the first exchange in which a thing is picked from a list, with its place in Said.
func picks(s *session.Session) (*session.Exchange, int) {
	at := -1
	x := where(s, func(x *session.Exchange) bool {
		at = slices.IndexFunc(x.Said, func(d session.Said) bool { return d.Sources[0].Choice != nil })
		return at >= 0
	})
	return x, at
}

func object(raw json.RawMessage) map[string]any {
	var o map[string]any
	_ = json.Unmarshal(raw, &o) // what is no object has no keys
	return o
}

func encoded(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// change changes a part of a session, if there is one.
func change[T any](x *T, how func(*T)) bool {
	if x == nil {
		return false
	}
	how(x)
	return true
}

// corruptions spoil one thing each. They report false if the session has no such thing.
var corruptions = []struct {
	name string
	want proof.Check // the first that fires
	do   func(*session.Session) bool
}{
	{"another format", proof.SessionSchema, func(s *session.Session) bool { s.Format = "switchyard-session/9"; return true }},
	{"no exchanges", proof.SessionSchema, func(s *session.Session) bool { s.Exchanges = nil; return true }},
	{"an empty reply", proof.SessionSchema, func(s *session.Session) bool { s.Exchanges[0].Reply = ""; return true }},
	{"an unknown sub-type", proof.SessionSchema, func(s *session.Session) bool { s.Exchanges[0].OOW = "dancing"; return true }},
	{"an edge to nowhere", proof.SessionWorkflow, func(s *session.Session) bool {
		for i := range s.Workflows[0].Nodes {
			if n := &s.Workflows[0].Nodes[i]; len(n.Edges) > 0 {
				n.Edges[0].To = "nowhere"
				return true
			}
		}
		return false
	}},
	{"a slot of no tool", proof.SessionWorkflow, func(s *session.Session) bool { s.Workflows[0].Slots[0].Tool = "teleport"; return true }},
	{"a slot of no parameter", proof.SessionWorkflow, func(s *session.Session) bool { s.Workflows[0].Slots[0].Param = "aura"; return true }},
	{"a node that calls no tool", proof.SessionWorkflow, func(s *session.Session) bool {
		i := slices.IndexFunc(s.Workflows[0].Nodes, func(n session.Node) bool { return n.Call != "" })
		s.Workflows[0].Nodes[i].Call = "teleport"
		return true
	}},
	{"a node that asks for nothing known", proof.SessionWorkflow, func(s *session.Session) bool {
		i := slices.IndexFunc(s.Workflows[0].Nodes, func(n session.Node) bool { return len(n.Ask) > 0 })
		if i < 0 {
			return false
		}
		s.Workflows[0].Nodes[i].Ask[0] = "aura"
		return true
	}},
	{"a result that is shown from nowhere", proof.SessionWorkflow, func(s *session.Session) bool {
		i := slices.IndexFunc(s.Workflows[0].Nodes, func(n session.Node) bool { return len(n.Shows) > 0 })
		s.Workflows[0].Nodes[i].Shows[0] = "nowhere"
		return true
	}},
	{"an exchange that begins elsewhere", proof.SessionPlace, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.Node != "" }), func(x *session.Exchange) { x.Node = "elsewhere" })
	}},
	{"a run that does not follow", proof.SessionPlace, func(s *session.Session) bool { s.Exchanges[0].Run = 1; return true }},
	{"a run that is never begun", proof.SessionPlace, func(s *session.Session) bool {
		s.Runs = append(s.Runs, s.Runs[0])
		return true
	}},
	{"a run of no workflow", proof.SessionPlace, func(s *session.Session) bool { s.Runs[0].Workflow = 7; return true }},
	{"an act that is left out", proof.SessionAct, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.OOW == "" && len(x.Acts) > 1 }), func(x *session.Exchange) { x.Acts = x.Acts[:len(x.Acts)-1] })
	}},
	{"an act too many", proof.SessionAct, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.OOW == "" }), func(x *session.Exchange) { x.Acts = append(x.Acts, x.Acts[len(x.Acts)-1]) })
	}},
	{"asking instead of calling", proof.SessionAct, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			x.Acts[slices.IndexFunc(x.Acts, func(a session.Act) bool { return a.Kind == session.Call })].Kind = session.Ask
		})
	}},
	{"an act at another node", proof.SessionAct, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) { x.Acts[len(x.Acts)-1].Node = "elsewhere" })
	}},
	{"asking for something else", proof.SessionAct, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool {
			return x.OOW == "" && x.Acts[len(x.Acts)-1].Kind == session.Ask && !x.Acts[len(x.Acts)-1].Passed
		}), func(x *session.Exchange) { x.Acts[len(x.Acts)-1].Slots = []string{"aura"} })
	}},
	{"another tool", proof.SessionAct, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			x.Calls[0].Tool = s.Toolset.Tools[slices.IndexFunc(s.Toolset.Tools, func(u mission.Tool) bool { return u.Name != x.Calls[0].Tool })].Name
		})
	}},
	{"a call that is not there", proof.SessionAct, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			x.Acts[slices.IndexFunc(x.Acts, func(a session.Act) bool { return a.Kind == session.Call })].Call = 9
		})
	}},
	{"a result that leads elsewhere", proof.SessionAct, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool {
			return len(x.Calls) == 1 && x.Calls[0].Tool == "search_flights" && object(x.Calls[0].Observation)["count"] != 0.0
		})
		return change(x, func(x *session.Exchange) {
			o := object(x.Calls[0].Observation)
			o["count"], o["flights"] = 0, []any{}
			x.Calls[0].Observation = encoded(o)
		})
	}},
	{"a wish that nobody can have", proof.SessionEdge, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.Wish != "" && x.OOW == "" }), func(x *session.Exchange) { x.Wish = "wants the moon" })
	}},
	{"a slot that was said is left out", proof.SessionSlots, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.Node != "" && x.OOW == "" && len(x.Said) > 0 }), func(x *session.Exchange) { x.Said = x.Said[1:] })
	}},
	{"a slot that there is not", proof.SessionSlots, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return len(x.Said) > 0 }), func(x *session.Exchange) { x.Said[0].Slot = "aura" })
	}},
	{"a wish before the beginning", proof.SessionSlots, func(s *session.Session) bool { s.Exchanges[0].Wish = "picks a flight"; return true }},
	{"another value than was said", proof.SessionSaid, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return len(x.Said) > 0 && x.Said[0].Sources[0].Choice == nil }), func(x *session.Exchange) {
			x.Said[0].Value = encoded("zzz")
		})
	}},
	{"words that were not said", proof.SessionSaid, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return len(x.Said) > 0 && x.Said[0].Sources[0].Choice == nil }), func(x *session.Exchange) {
			x.User = "Please go on."
		})
	}},
	{"a value without words", proof.SessionSaid, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return len(x.Said) > 0 && x.Said[0].Sources[0].Choice == nil }), func(x *session.Exchange) {
			x.Said[0].Sources = x.Said[0].Sources[1:]
		})
	}},
	{"a thing that was picked elsewhere", proof.SessionPicked, func(s *session.Session) bool {
		x, i := picks(s)
		return change(x, func(x *session.Exchange) { x.Said[i].Sources[0].Mission++ })
	}},
	{"a place that has another thing", proof.SessionPicked, func(s *session.Session) bool {
		x, i := picks(s)
		return change(x, func(x *session.Exchange) { x.Said[i].Sources[0].At = "/flights/99/flight_number" })
	}},
	{"nothing says how it was picked", proof.SessionPicked, func(s *session.Session) bool {
		x, i := picks(s)
		return change(x, func(x *session.Exchange) { x.Said[i].Sources[0].Choice = nil })
	}},
	{"words that pick nothing", proof.SessionPicked, func(s *session.Session) bool {
		x, i := picks(s)
		return change(x, func(x *session.Exchange) { x.Said[i].Sources[0].Choice.Text = "that thing" })
	}},
	{"another argument", proof.SessionArguments, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool {
			return len(x.Calls) > 0 && strings.Contains(string(x.Calls[0].Arguments), `"flight_number":"`)
		})
		return change(x, func(x *session.Exchange) {
			o := object(x.Calls[0].Arguments)
			o["flight_number"] = "XX9999"
			x.Calls[0].Arguments = encoded(o)
		})
	}},
	{"a missing argument", proof.SessionArguments, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 && len(object(x.Calls[0].Arguments)) > 0 })
		return change(x, func(x *session.Exchange) { x.Calls[0].Arguments = encoded(map[string]any{}) })
	}},
	{"an argument of nobody", proof.SessionArguments, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			o := object(x.Calls[0].Arguments)
			o["aura"] = "blue"
			x.Calls[0].Arguments = encoded(o)
		})
	}},
	{"a source in another exchange", proof.SessionSource, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 && len(x.Calls[0].Sources) > 0 })
		return change(x, func(x *session.Exchange) { x.Calls[0].Sources[0].Exchange += 2 })
	}},
	{"a source that is missing", proof.SessionSource, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 && len(x.Calls[0].Sources) > 0 })
		return change(x, func(x *session.Exchange) { x.Calls[0].Sources = x.Calls[0].Sources[1:] })
	}},
	{"a source too many", proof.SessionSource, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			x.Calls[0].Sources = append(x.Calls[0].Sources, session.Source{Param: "aura", Constant: true})
		})
	}},
	{"a source that is no constant", proof.SessionSource, func(s *session.Session) bool {
		x := where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 && len(x.Calls[0].Sources) > 0 })
		return change(x, func(x *session.Exchange) { x.Calls[0].Sources[0].Constant = true })
	}},
	{"a call before what it needs", proof.SessionBefore, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) {
			s.Workflows[0].Before = map[string][]string{x.Calls[0].Tool: {"cancel_booking"}}
		})
	}},
	{"a status of a server", proof.SessionResult, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) { x.Calls[0].Status = 500 })
	}},
	{"a result that does not fit the tool", proof.SessionResult, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return len(x.Calls) > 0 && x.Calls[0].Status < 300 }), func(x *session.Exchange) {
			x.Calls[0].Observation = encoded(map[string]any{"count": "many"})
		})
	}},
	{"a result that is not told", proof.SessionTold, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool {
			return slices.ContainsFunc(x.Acts, func(a session.Act) bool { return a.Kind == session.Tell && len(a.Shows) > 0 }) && strings.Contains(x.Reply, "**")
		}), func(x *session.Exchange) { x.Reply = "Here you are." })
	}},
	{"a number that nobody knows", proof.TextFaithful, func(s *session.Session) bool {
		return change(called(s), func(x *session.Exchange) { x.Reply += " The code of the lift is 774411." })
	}},
	{"a word twice", proof.TextResidue, func(s *session.Session) bool {
		s.Exchanges[0].Reply += " That is is all."
		return true
	}},
	{"no reaction to a vague answer", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "vague"), func(x *session.Exchange) { x.Acts = []session.Act{} })
	}},
	{"a wrong value that is not refused", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "incorrect"), func(x *session.Exchange) { x.Acts = x.Acts[1:] })
	}},
	{"a question back that is not answered", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "counter-question"), func(x *session.Exchange) { x.Reply = "Where do you want to go?" })
	}},
	{"another topic that is not answered", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "topic shift"), func(x *session.Exchange) { x.Reply = "Back to your request. Which one would you like?" })
	}},
	{"a step that is left out without a reason", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "skip"), func(x *session.Exchange) { x.Reply = "I can't leave that out. Which one would you like?" })
	}},
	{"a later step that is no tool", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "reorder"), func(x *session.Exchange) { x.Acts[0].Topic = "teleport" })
	}},
	{"a wish that is not noted", proof.SessionOOW, func(s *session.Session) bool {
		return change(where(s, func(x *session.Exchange) bool { return x.OOW == "addition" && len(x.Calls) == 0 }), func(x *session.Exchange) { x.Acts = x.Acts[1:] })
	}},
	{"a cancelled run that goes on", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "cancellation"), func(x *session.Exchange) { x.Acts[0].Kind = session.Tell })
	}},
	{"a vague answer that is called a repetition", proof.SessionOOW, func(s *session.Session) bool {
		return change(leaving(s, "vague"), func(x *session.Exchange) { x.OOW, s.Runs[x.Run].OOW = "repeat", "repeat" })
	}},
	{"a detail that did not change", proof.SessionOOW, func(s *session.Session) bool {
		x := leaving(s, "detail")
		return change(x, func(x *session.Exchange) {
			for i := range s.Exchanges {
				for _, d := range s.Exchanges[i].Said {
					if d.Slot == x.Said[0].Slot && &s.Exchanges[i] != x {
						d.Sources = slices.Clone(d.Sources)
						x.Said, x.User = []session.Said{d}, s.Exchanges[i].User
						for k := range x.Said[0].Sources {
							x.Said[0].Sources[k].Mission = slices.IndexFunc(s.Exchanges, func(e session.Exchange) bool { return e.OOW == "detail" })
						}
						return
					}
				}
			}
		})
	}},
	{"a goal that is left out", proof.SessionGoals, func(s *session.Session) bool {
		if len(s.Runs[0].Goals) == 0 {
			return false
		}
		s.Runs[0].Goals = s.Runs[0].Goals[1:]
		return true
	}},
	{"a goal that changes nothing", proof.SessionGoals, func(s *session.Session) bool {
		if len(s.Runs[0].Goals) == 0 {
			return false
		}
		s.Runs[0].Goals[0].Changes = !s.Runs[0].Goals[0].Changes
		return true
	}},
	{"an end that is left out", proof.SessionEnd, func(s *session.Session) bool {
		if len(s.Runs) > 1 || len(s.Exchanges) < 2 {
			return false
		}
		s.Exchanges = s.Exchanges[:len(s.Exchanges)-1]
		return true
	}},
	{"a run that was not cancelled", proof.SessionEnd, func(s *session.Session) bool {
		if s.Runs[0].Outcome != "done" {
			return false
		}
		s.Runs[0].Outcome = "cancelled"
		return true
	}},
	{"a cancelled run that is done", proof.SessionEnd, func(s *session.Session) bool {
		if s.Runs[0].Outcome != "cancelled" {
			return false
		}
		s.Runs[0].Outcome = "done"
		return true
	}},
	{"another way", proof.SessionWay, func(s *session.Session) bool { s.Runs[0].Way += " > goodbye"; return true }},
	{"left elsewhere", proof.SessionWay, func(s *session.Session) bool {
		if s.Runs[0].OOW == "" {
			return false
		}
		s.Runs[0].At = "elsewhere"
		return true
	}},
	{"never left", proof.SessionWay, func(s *session.Session) bool {
		if s.Runs[0].OOW != "" {
			return false
		}
		s.Runs[0].At, s.Runs[0].OOW = s.Workflows[0].Nodes[0].ID, "vague"
		return true
	}},
	{"a mission with another reply", proof.SessionAside, func(s *session.Session) bool {
		return change(aside(s), func(x *session.Exchange) { x.Mission.Reply += " Bye." })
	}},
	{"a mission with acts", proof.SessionAside, func(s *session.Session) bool {
		return change(aside(s), func(x *session.Exchange) { x.Acts = []session.Act{{Node: "a", Kind: session.Tell}} })
	}},
	{"a run without a workflow and without a mission", proof.SessionAside, func(s *session.Session) bool {
		return change(aside(s), func(x *session.Exchange) { x.Mission = nil })
	}},
	{"a mission with another argument", proof.SourceQuery, func(s *session.Session) bool {
		x := aside(s)
		if x == nil || len(x.Mission.Calls) == 0 || len(x.Mission.Calls[0].Sources) == 0 {
			return false
		}
		x.Mission.Calls[0].Sources[0].Text = "never said"
		return true
	}},
}

func aside(s *session.Session) *session.Exchange {
	i := slices.IndexFunc(s.Exchanges, func(x session.Exchange) bool { return x.Mission != nil })
	if i < 0 {
		return nil
	}
	return &s.Exchanges[i]
}

// Every corruption is caught by the check that is for it, in some session whose first problem it
// is, and in no session does it pass.
func TestCorruptions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	all := lines(t, "flight_booking", "travel/driving_service")
	prover := proof.New()
	for _, c := range corruptions {
		tried, caught := 0, false
		for _, line := range all {
			var s session.Session
			if err := json.Unmarshal(line, &s); err != nil {
				t.Fatal(err)
			}
			if !c.do(&s) {
				continue
			}
			if tried++; tried > 12 {
				break
			}
			_, problems := prover.SessionBytes(encoded(&s))
			if len(problems) == 0 {
				t.Errorf("%s: %s holds", c.name, s.ID)
				break
			}
			caught = caught || problems[0].Check == c.want
			if !caught && tried == 12 {
				t.Logf("%s: %s", c.name, problems[0])
			}
		}
		switch {
		case tried == 0:
			t.Errorf("%s: no session has such a thing", c.name)
		case !caught:
			t.Errorf("%s: %s never fires", c.name, c.want)
		}
	}
}

// Every check of sessions is the want of a corruption.
func TestEveryCheckFires(t *testing.T) {
	for _, info := range proof.SessionChecks() {
		found := false
		for _, c := range corruptions {
			found = found || c.want == info.ID
		}
		if !found {
			t.Errorf("no corruption makes %s fire", info.ID)
		}
	}
}
