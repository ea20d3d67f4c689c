package mock

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"switchyard/mission"
)

// TestContentFaults makes every fault of content happen with many seeds, and
// checks each time that it is there and that nothing else has changed.
func TestContentFaults(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		trace string
		check func(was, now string) bool
	}{
		{Garbage, "e1/0/planner/0", func(was, now string) bool { return now != was && !isPlan(now) }},
		{Garbage, "e1/0/judge/0", func(was, now string) bool { return now != was }},
		{Garbage, "e1/0/ai/0", func(was, now string) bool { return now == "" || strings.Contains(now, "\ufffd") }},
		{Prose, "e1/0/tool/0", func(was, now string) bool { return strings.Contains(now, "\n"+was+"\n```") && !json.Valid([]byte(now)) }},
		{Truncate, "e1/0/checker/0", func(was, now string) bool {
			return strings.HasPrefix(was, now) && len(now) < len(was) && len(now) > len(was)/4
		}},
		{Truncate, "e1/0/ai/0", func(was, now string) bool { return strings.HasPrefix(was, now) && len(now) < len(was) }},
		{WrongTool, "e1/0/planner/0", inAction(func(a, b mission.Action) bool {
			return !slices.Contains([]string{"search_flights", "search_trains", "book_flight", mission.AskTool, mission.AnswerTool}, b.Name) && sameArguments(a, b)
		})},
		{WrongChoice, "e1/0/planner/0", inAction(func(a, b mission.Action) bool { return b.Name == "search_trains" && sameArguments(a, b) })},
		{ExtraArgument, "e1/0/planner/0", inArguments(func(a, b map[string]any) bool { return len(b) == len(a)+1 && differ(a, b) == 1 })},
		{WrongType, "e1/0/planner/0", inArguments(func(a, b map[string]any) bool {
			_, list := b["seats"].(string)
			for _, key := range []string{"from", "to", "day", "cabin"} {
				_, is := b[key].([]any)
				list = list || is
			}
			return list && len(a) == len(b) && differ(a, b) == 1
		})},
		{MissingArgument, "e1/0/planner/0", inArguments(func(a, b map[string]any) bool {
			return len(b) == len(a)-1 && (b["from"] == nil || b["to"] == nil)
		})},
		{WrongValue, "e1/0/planner/0", inArguments(func(a, b map[string]any) bool {
			seats, _ := b["seats"].(float64)
			day, _ := b["day"].(string)
			_, err := time.Parse(time.DateOnly, day)
			return len(a) == len(b) && differ(a, b) == 1 && seats >= 1 && seats <= 9 && err == nil &&
				(b["cabin"] == "economy" || b["cabin"] == "business")
		})},
		{Parallel, "e1/0/planner/0", func(was, now string) bool {
			a, b := planOf(was), planOf(now)
			return len(b.ActionList) == 2 && b.ActionList[1].Name == "book_flight" && cmp.Equal(a.ActionList[0], b.ActionList[0])
		}},
		{InternalTool, "e1/0/planner/0", func(was, now string) bool {
			a, b := planOf(was), planOf(now)
			more, ok := strings.CutPrefix(b.Thought, a.Thought)
			b.Thought = a.Thought
			return ok && cmp.Equal(a, b) && (strings.Contains(more, mission.AskTool) || strings.Contains(more, mission.AnswerTool) || strings.Contains(more, "checker"))
		}},
		{EarlyAnswer, "e1/0/planner/0", func(was, now string) bool {
			b := planOf(now)
			return len(b.ActionList) == 1 && b.ActionList[0].Name == mission.AnswerTool && b.MissionFinish == "yes" && b.Thought == planOf(was).Thought
		}},
		{Injection, "e1/0/tool/0", inBody(func(f map[string]any) bool {
			text := f["flight_id"].(string) + f["airline"].(string)
			return f["price"] == 120.5 && len(text) > 40 && strings.Contains(text, "FL1920") && strings.Contains(text, "Air Nord")
		})},
		{Placeholder, "e1/0/tool/0", inBody(func(f map[string]any) bool {
			odd := func(s any) bool { return s == "..." || s == "<flight_id>" || s == "<airline>" }
			return f["price"] == 120.5 && odd(f["flight_id"]) != odd(f["airline"])
		})},
		{WrongObservation, "e1/0/tool/0", inBody(func(f map[string]any) bool {
			return differ(f, map[string]any{"flight_id": "FL1920", "price": 120.5, "airline": "Air Nord"}) == 1
		})},
		{Unsaid, "e1/0/user/0", func(was, now string) bool {
			return now != was && json.Valid([]byte(now)) && !strings.Contains(now, "_")
		}},
		{Unsaid, "e1/0/user/1", func(was, now string) bool { return now != was && json.Valid([]byte(now)) }},
		{Leak, "e1/0/user/0", func(was, now string) bool { return json.Valid([]byte(now)) && leaks(now) }},
		{Leak, "e1/0/user/1", func(was, now string) bool { return json.Valid([]byte(now)) && leaks(now) }},
		{Leak, "e1/0/ai/0", func(was, now string) bool { return strings.HasPrefix(now, was) && leaks(now) }},
		{Unfaithful, "e1/0/ai/0", func(was, now string) bool {
			differing := 0
			for i := range was {
				if i < len(now) && was[i] != now[i] {
					differing++
				}
			}
			return len(was) == len(now) && differing == 1
		}},
	} {
		t.Run(string(c.fault)+" "+c.trace, func(t *testing.T) {
			was := players()[c.trace].Text
			seen := map[string]bool{}
			for seed := range uint64(60) {
				cfg := Config{Player: players(), Seed: seed, Faults: Faults{c.fault: 1}}
				status, now, header := answers(t, cfg, ask(c.trace))
				if status != 200 || !c.check(was, now) {
					t.Fatalf("seed %d: %d %s", seed, status, now)
				}
				if header.Get(FaultHeader) != string(c.fault) {
					t.Fatalf("header %q", header.Get(FaultHeader))
				}
				seen[now] = true
			}
			if len(seen) < 2 && c.fault != WrongChoice && c.fault != Parallel {
				t.Errorf("always the same: %v", seen)
			}
		})
	}
}

func isPlan(text string) bool {
	var p mission.Plan
	return json.Unmarshal([]byte(text), &p) == nil && len(p.ActionList) > 0
}

func planOf(text string) mission.Plan {
	var p mission.Plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return mission.Plan{}
	}
	return p
}

func inAction(check func(a, b mission.Action) bool) func(was, now string) bool {
	return func(was, now string) bool {
		a, b := planOf(was), planOf(now)
		if len(b.ActionList) != 1 || !check(a.ActionList[0], b.ActionList[0]) {
			return false
		}
		b.ActionList = a.ActionList
		return cmp.Equal(a, b) && strings.Contains(now, "<flights>") // as it was written
	}
}

func sameArguments(a, b mission.Action) bool { return string(a.Arguments) == string(b.Arguments) }

func inArguments(check func(a, b map[string]any) bool) func(was, now string) bool {
	return inAction(func(a, b mission.Action) bool {
		var x, y map[string]any
		return a.Name == b.Name && a.Purpose == b.Purpose && json.Unmarshal(a.Arguments, &x) == nil && json.Unmarshal(b.Arguments, &y) == nil && check(x, y)
	})
}

func inBody(check func(flight map[string]any) bool) func(was, now string) bool {
	return func(was, now string) bool {
		var doc struct {
			Observations []struct {
				Status int
				Body   struct{ Flights []map[string]any }
			}
		}
		return now != was && json.Unmarshal([]byte(now), &doc) == nil && doc.Observations[0].Status == 200 && check(doc.Observations[0].Body.Flights[0])
	}
}

// differ counts the keys that two objects do not share with the same value.
func differ(a, b map[string]any) int {
	n := 0
	for key := range a {
		if !cmp.Equal(a[key], b[key]) {
			n++
		}
	}
	for key := range b {
		if _, there := a[key]; !there {
			n++
		}
	}
	return n
}

func leaks(text string) bool {
	return strings.Contains(text, "search_flights") || strings.Contains(text, "search_trains") || strings.Contains(text, "book_flight")
}
