package judge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/mission"
	"switchyard/proof"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// harbour is a small toolset, written by hand.
func harbour() mission.Toolset {
	return mission.Toolset{
		Name: "travel/harbour",
		Tools: []mission.Tool{
			{Name: "get_ferry", Description: "Looks up one ferry.",
				Parameters: raw(`{"type":"object","required":["ferry_id"],"properties":{"ferry_id":{"type":"string","description":"Number of the ferry."}}}`)},
			{Name: "search_ferries", Description: "Lists the ferries to one port on a day.",
				Parameters: raw(`{"type":"object","required":["port","date"],"properties":{
"port":{"type":"string","description":"Port of arrival."},"date":{"type":"string","format":"date","description":"Day of departure."}}}`)},
			{Name: "book_seats", Description: "Books seats on a ferry.",
				Parameters: raw(`{"type":"object","required":["ferry_id","seats"],"properties":{"ferry_id":{"type":"string","description":"Number of the ferry."},
"seats":{"type":"integer","minimum":1,"description":"How many seats."},"note":{"type":"string","description":"Anything to be kept in mind."}}}`)},
			{Name: "reserve_cabin", Description: "Reserves a cabin on a ferry.",
				Parameters: raw(`{"type":"object","required":["ferry_id","nights","deck"],"properties":{"ferry_id":{"type":"string","description":"Number of the ferry."},
"nights":{"type":"integer","description":"How many nights."},"deck":{"type":"string","enum":["upper","lower"],"description":"Deck of the cabin."}}}`)},
		},
		Entities: []mission.Entity{
			{Name: "ferry", Plural: "ferries", ID: "ferry_id", Comparisons: []mission.Comparison{{By: "price", Order: mission.OrderMin, Say: []string{"cheapest {noun}"}}}},
			{Name: "booking", Plural: "bookings", ID: "booking_id"},
		},
	}
}

// entry is proven, of one mission whose dialogue takes the steps.
func entry(t testing.TB, id string, m mission.Mission, steps ...[]int) *mission.Entry {
	t.Helper()
	e := &mission.Entry{
		Format: mission.FormatEntry, ID: id, SwitchPath: []mission.Type{m.Type}, Toolset: harbour(), Missions: []mission.Mission{played(m, steps)},
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"},
		Persona:     mission.Persona{Name: "Ida Brandt", Tone: mission.Polite},
	}
	for _, p := range proof.New().Entry(e) {
		t.Fatalf("the fixture does not hold: %v", p)
	}
	return e
}

// played writes the dialogue that takes the steps, and the paths.
func played(m mission.Mission, steps [][]int) mission.Mission {
	yes := true
	plan := func(finish string, actions ...mission.Action) {
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RolePlanner, Plan: &mission.Plan{
			MissionFinish: finish, Thought: "What is next is clear.", Plan: "Do it.", ActionList: actions}},
			mission.Turn{Role: mission.RoleChecker, Accepted: &yes})
	}
	act := func(tool string, arguments any) mission.Action {
		b, _ := json.Marshal(arguments)
		return mission.Action{Name: tool, Arguments: b, Purpose: "Use it."}
	}
	m.Dialogue = []mission.Turn{{Role: mission.RoleUser, Text: m.Request}}
	for _, q := range m.Questions {
		plan("no", act(mission.AskTool, map[string]any{"tool_name": q.Tool, "missing_required_parameters": q.Missing}))
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: q.Text}, mission.Turn{Role: mission.RoleUser, Text: q.Reply})
	}
	for _, step := range steps {
		var actions []mission.Action
		for _, c := range step {
			actions = append(actions, act(m.Calls[c].Tool, m.Calls[c].Arguments))
		}
		plan("no", actions...)
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleTool, Calls: step}, mission.Turn{Role: mission.RoleChecker, Accepted: &yes})
	}
	kind := "chat"
	if len(m.Calls) > 0 {
		kind = "tool"
		deps := make([][]int, len(m.Calls))
		for i := range m.Calls {
			deps[i] = m.Calls[i].Dependencies
		}
		if g, err := mission.NewGraph(deps); err == nil {
			m.Paths = g.Info(mission.DefaultPathLimit)
		}
	}
	plan("yes", act(mission.AnswerTool, map[string]any{"answer_type": kind}))
	m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: m.Reply})
	return m
}

func called(tool, arguments, observation string, deps []int, sources ...mission.Source) mission.Call {
	return mission.Call{Tool: tool, Purpose: "Use it.", Arguments: raw(arguments), Sources: sources, Status: 200, Observation: raw(observation), Dependencies: deps}
}

func query(pointer, text, rule string) mission.Source {
	return mission.Source{Pointer: pointer, Kind: mission.FromQuery, Text: text, Rule: rule}
}

func reply(pointer, text, rule string) mission.Source {
	return mission.Source{Pointer: pointer, Kind: mission.FromReply, Text: text, Rule: rule}
}

// crossing needs four calls: two look-ups and a list, and a booking that waits for
// the list.
func crossing(t testing.TB) *eval.Task {
	return task(t, entry(t, "crossing", mission.Mission{
		Type: mission.Multi, Pattern: mission.Mixed,
		Request: "Please look up ferry FX12 and ferry FX15, list the ferries to Vis tomorrow, and book two seats on the cheapest one.",
		Calls: []mission.Call{
			called("get_ferry", `{"ferry_id":"FX12"}`, `{"ferry_id":"FX12","decks":4}`, []int{}, query("/ferry_id", "FX12", "")),
			called("get_ferry", `{"ferry_id":"FX15"}`, `{"ferry_id":"FX15","decks":3}`, []int{}, query("/ferry_id", "FX15", "")),
			called("search_ferries", `{"port":"Vis","date":"2026-07-18"}`, `{"ferries":[{"ferry_id":"FV31","price":20},{"ferry_id":"FV32","price":15}]}`, []int{},
				query("/port", "Vis", ""), mission.Source{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "tomorrow", Rule: mission.RuleTomorrow}),
			called("book_seats", `{"ferry_id":"FV32","seats":2}`, `{"booking_id":"BK-771","ferry_id":"FV32","seats":2}`, []int{2},
				mission.Source{Pointer: "/ferry_id", Kind: mission.FromObservation, Call: 2, At: "/ferries/1/ferry_id",
					Choice: &mission.Choice{List: "/ferries", By: "price", Order: mission.OrderMin, Text: "the cheapest one"}},
				query("/seats", "two", mission.RuleNumber)),
		},
		Reply: "FX12 has 4 decks and FX15 has 3. To Vis there are FV31 for 20 and FV32 for 15. You have 2 seats on FV32, booking BK-771.",
	}, []int{0, 1, 2}, []int{3}))
}

// cabin lacks two values, which have to be asked for.
func cabin(t testing.TB) *eval.Task {
	return task(t, entry(t, "cabin", mission.Mission{
		Type: mission.Clarify, Request: "Please reserve a cabin for me on ferry FX12.",
		Questions: []mission.Question{{Tool: "reserve_cabin", Missing: []string{"nights", "deck"}, Complete: true,
			Text: "For how many nights, and on which deck?", Reply: "Three nights, on the upper deck."}},
		Calls: []mission.Call{called("reserve_cabin", `{"ferry_id":"FX12","nights":3,"deck":"upper"}`, `{"booking_id":"BK-905","ferry_id":"FX12"}`, []int{},
			query("/ferry_id", "FX12", ""), reply("/nights", "Three", mission.RuleNumber), reply("/deck", "upper", ""))},
		Reply: "Your cabin on FX12 is reserved, booking BK-905.",
	}, []int{0}))
}

// vague is cabin with a user who has to be asked twice.
func vague(t testing.TB) *eval.Task {
	missing := []string{"nights", "deck"}
	return task(t, entry(t, "vague", mission.Mission{
		Type: mission.Clarify, Request: "Please reserve a cabin for me on ferry FX12.",
		Questions: []mission.Question{
			{Tool: "reserve_cabin", Missing: missing, Text: "For how many nights, and on which deck?", Reply: "I would have to think about it."},
			{Tool: "reserve_cabin", Missing: missing, Complete: true, Text: "Could you tell me the nights and the deck?", Reply: "Three nights, on the upper deck."},
		},
		Calls: []mission.Call{called("reserve_cabin", `{"ferry_id":"FX12","nights":3,"deck":"upper"}`, `{"booking_id":"BK-905","ferry_id":"FX12"}`, []int{},
			query("/ferry_id", "FX12", ""), reply("/nights", "Three", mission.RuleNumber), reply("/deck", "upper", ""))},
		Reply: "Your cabin on FX12 is reserved, booking BK-905.",
	}, []int{0}))
}

// poem needs no tool.
func poem(t testing.TB) *eval.Task {
	return task(t, entry(t, "poem", mission.Mission{
		Type: mission.Chat, Request: "Do you know a poem about the sea?", Calls: []mission.Call{},
		Chat:  &mission.ChatClaim{Kind: mission.ChatNearMiss, Keywords: []string{"poem"}},
		Reply: "I do: Sea Fever by John Masefield is a fine one.",
	}))
}

func task(t testing.TB, e *mission.Entry) *eval.Task {
	t.Helper()
	tasks, err := eval.Tasks(e, eval.TaskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &tasks[0]
}

// script is an agent that does what is written down, and then fails.
type script []eval.Action

var errEnd = errors.New("the script is over")

func (s script) Act(_ context.Context, scene *eval.Scene) (*eval.Action, error) {
	if scene.Step >= len(s) {
		return nil, errEnd
	}
	return &s[scene.Step], nil
}

func says(text string) eval.Action { return eval.Action{Text: text} }

// calls makes a step of names and arguments in turn.
func calls(parts ...string) eval.Action {
	var a eval.Action
	for i := 0; i < len(parts); i += 2 {
		a.Calls = append(a.Calls, eval.Called{ID: fmt.Sprintf("c%d", i/2), Name: parts[i], Arguments: raw(parts[i+1])})
	}
	return a
}

func walked(t testing.TB, task *eval.Task, s script) *eval.Prediction {
	t.Helper()
	p, err := eval.Walk(context.Background(), task, s, judge.Likeness())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func judges(t testing.TB) map[eval.Version]*judge.Judge {
	t.Helper()
	all := make(map[eval.Version]*judge.Judge)
	for _, version := range eval.Versions() {
		j, err := judge.New(version)
		if err != nil {
			t.Fatal(err)
		}
		all[version] = j
	}
	return all
}
