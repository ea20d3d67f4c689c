package corpus_test

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
	"switchyard/proof"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// cinema is a small toolset, written by hand.
func cinema() mission.Toolset {
	return mission.Toolset{
		Name: "leisure/cinema",
		Tools: []mission.Tool{
			{Name: "search_movies", Description: "Lists the movies of one genre that run on a day, with prices in euros.",
				Parameters: raw(`{"type":"object","required":["genre","date"],"additionalProperties":false,"properties":{
"genre":{"type":"string","enum":["comedy","thriller"]},"date":{"type":"string","format":"date"}}}`),
				Labels: map[string]map[string][]string{"genre": {`"comedy"`: {"comedies"}, `"thriller"`: {"thrillers"}}}},
			{Name: "get_movie", Description: "Looks up one movie; the price is in euros.",
				Parameters: raw(`{"type":"object","required":["movie_id"],"properties":{"movie_id":{"type":"string","pattern":"^MV-[0-9]{3}$"}}}`)},
			{Name: "book_seats", Description: "Books seats for a movie, at a price in euros.",
				Parameters: raw(`{"type":"object","required":["movie_id","seats"],"properties":{"movie_id":{"type":"string"},"seats":{"type":"integer","minimum":3,"maximum":4},"row":{"type":"string"}}}`)},
			{Name: "get_weather", Description: "Tells the weather of a city.", Distractor: true,
				Parameters: raw(`{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}`)},
		},
		Entities: []mission.Entity{
			{Name: "movie", Plural: "movies", ID: "movie_id", Comparisons: []mission.Comparison{{By: "price", Order: mission.OrderMin, Say: []string{"cheapest {noun}"}}}},
			{Name: "booking", Plural: "bookings", ID: "booking_id"},
		},
	}
}

// entry is proven, of missions whose dialogues are written out by complete.
func entry(t *testing.T, id string, missions ...mission.Mission) *mission.Entry {
	t.Helper()
	e := &mission.Entry{
		Format: mission.FormatEntry, ID: id, Toolset: cinema(), Missions: missions,
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"},
		Persona:     mission.Persona{Name: "Ida Brandt", Tone: mission.Polite},
	}
	for i := range e.Missions {
		e.SwitchPath = append(e.SwitchPath, e.Missions[i].Type)
	}
	for _, p := range proof.New().Entry(e) {
		t.Fatalf("the fixture does not hold: %v", p)
	}
	return e
}

func judged(accepted bool, reasons ...string) mission.Turn {
	return mission.Turn{Role: mission.RoleChecker, Accepted: &accepted, Reasons: reasons}
}

func planned(finish, thought string, actions ...mission.Action) mission.Turn {
	return mission.Turn{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: finish, Thought: thought, Plan: "Do the next step.", ActionList: actions}}
}

func act(tool, arguments, purpose string) mission.Action {
	return mission.Action{Name: tool, Arguments: raw(arguments), Purpose: purpose}
}

// complete writes the dialogue that takes the steps, and the paths.
func complete(m mission.Mission, steps ...[]int) mission.Mission {
	d := []mission.Turn{{Role: mission.RoleUser, Text: m.Request}}
	for _, q := range m.Questions {
		b, _ := json.Marshal(map[string]any{"tool_name": q.Tool, "missing_required_parameters": q.Missing})
		d = append(d, planned("no", "Something is missing.", act(mission.AskTool, string(b), "Ask.")), judged(true),
			mission.Turn{Role: mission.RoleAI, Text: q.Text}, mission.Turn{Role: mission.RoleUser, Text: q.Reply})
	}
	for _, step := range steps {
		var actions []mission.Action
		for _, c := range step {
			actions = append(actions, act(m.Calls[c].Tool, string(m.Calls[c].Arguments), m.Calls[c].Purpose))
		}
		d = append(d, planned("no", "What is needed is known.", actions...), judged(true), mission.Turn{Role: mission.RoleTool, Calls: step}, judged(true))
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
	m.Dialogue = append(d, planned("yes", "All is known.", act(mission.AnswerTool, `{"answer_type":"`+kind+`"}`, "Tell it.")), judged(true),
		mission.Turn{Role: mission.RoleAI, Text: m.Reply})
	return m
}

func query(at int, pointer, text, rule string) mission.Source {
	return mission.Source{Pointer: pointer, Kind: mission.FromQuery, Mission: at, Text: text, Rule: rule}
}

func called(tool, arguments, observation string, deps []int, sources ...mission.Source) mission.Call {
	return mission.Call{Tool: tool, Purpose: "Use it.", Arguments: raw(arguments), Sources: sources, Status: 200, Observation: raw(observation), Dependencies: deps}
}

const thrillers = `{"movies":[{"movie_id":"MV-201","price":9},{"movie_id":"MV-202","price":8},{"movie_id":"MV-203","price":12}]}`

// evening has something for most kinds: a list, its correction, two lookups at
// once, a comparison.
func evening(t *testing.T) *mission.Entry {
	t.Helper()
	tomorrow := mission.Source{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "tomorrow", Rule: mission.RuleTomorrow}
	again := tomorrow
	again.Said = mission.FromEarlier
	taken := func(item, text string, n int, by mission.Order, words string) mission.Source {
		return mission.Source{Pointer: "/movie_id", Kind: mission.FromShown, Mission: 1, At: "/movies/" + item + "/movie_id", Text: text,
			Choice: &mission.Choice{List: "/movies", Order: by, N: n, Text: words}}
	}
	return entry(t, "evening",
		complete(mission.Mission{
			Type: mission.Single, Request: "What comedies are on tomorrow?",
			Calls: []mission.Call{called("search_movies", `{"genre":"comedy","date":"2026-07-18"}`, `{"movies":[{"movie_id":"MV-101","price":9}]}`, []int{},
				query(0, "/genre", "comedies", mission.RuleLabel), tomorrow)},
			Reply: "There is movie **MV-101** for €9.",
		}, []int{0}),
		complete(mission.Mission{
			Type: mission.Single, Relation: mission.Ellipsis,
			Reference: &mission.Reference{Way: mission.WayCorrection, Phrase: "make that thrillers", Mission: 0, Text: "tomorrow"},
			Request:   "Sorry, make that thrillers.",
			Calls: []mission.Call{called("search_movies", `{"genre":"thriller","date":"2026-07-18"}`, thrillers, []int{},
				query(1, "/genre", "thrillers", mission.RuleLabel), again)},
			Reply: "There are three:\n\n1. **MV-201**: €9\n2. **MV-202**: €8\n3. **MV-203**: €12",
		}, []int{0}),
		complete(mission.Mission{
			Type: mission.Multi, Pattern: mission.Parallel, Relation: mission.Implicit,
			Reference: &mission.Reference{Way: mission.WayOrdinalFront, Phrase: "the second one", Mission: 1, Text: "MV-202"},
			Request:   "Could you tell me more about the second one and the last one?",
			Calls: []mission.Call{
				called("get_movie", `{"movie_id":"MV-202"}`, `{"movie_id":"MV-202","director":"Ana Freire"}`, []int{}, taken("1", "MV-202", 2, mission.OrderFront, "the second one")),
				called("get_movie", `{"movie_id":"MV-203"}`, `{"movie_id":"MV-203","director":"Tom Hale"}`, []int{}, taken("2", "MV-203", 1, mission.OrderBack, "the last one")),
			},
			Reply: "Movie **MV-202** is by Ana Freire. Movie **MV-203** is by Tom Hale.",
		}, []int{0, 1}),
		complete(mission.Mission{
			Type: mission.Chat, Relation: mission.Implicit, Calls: []mission.Call{},
			Reference: &mission.Reference{Way: mission.WayDemonstrative, Phrase: "those two", Mission: 2, Text: "Ana Freire"},
			Request:   "Which of those two costs less?",
			Chat: &mission.ChatClaim{Kind: mission.ChatCompare, Compare: &mission.CompareClaim{
				Mission: 1, List: "/movies", Items: []int{1, 2}, By: "price", Order: mission.OrderMin, Winner: 1}},
			Reply: "**MV-202** is the cheaper one.",
		}))
}

// asking is a clarify mission whose reply adds something that was not asked for.
func asking(t *testing.T, request string) *mission.Entry {
	t.Helper()
	reply := func(pointer, text, rule string) mission.Source {
		return mission.Source{Pointer: pointer, Kind: mission.FromReply, Text: text, Rule: rule}
	}
	return entry(t, "asking", complete(mission.Mission{
		Type: mission.Clarify, Request: request,
		Questions: []mission.Question{{Tool: "book_seats", Missing: []string{"seats"}, Text: "How many seats would you like?", Reply: "There are four of us, and row B, please.", Complete: true}},
		Calls: []mission.Call{called("book_seats", `{"movie_id":"MV-202","seats":4,"row":"B"}`, `{"booking_id":"BK7731"}`, []int{},
			query(0, "/movie_id", "MV-202", ""), reply("/seats", "four of us", mission.RuleNumber), reply("/row", "B", ""))},
		Reply: "Booking BK7731 holds 4 seats.",
	}, []int{0}))
}

// sentBack is a mission of three calls, the last of which needs the second; its
// first decision is made after a plan with these actions was refused.
func sentBack(t *testing.T, thought string, actions ...mission.Action) *mission.Entry {
	t.Helper()
	m := complete(mission.Mission{
		Type: mission.Multi, Pattern: mission.Mixed,
		Request: "Look up movie MV-101, show me the thrillers for 18 July 2026 and book 3 seats for the cheapest movie.",
		Calls: []mission.Call{
			called("get_movie", `{"movie_id":"MV-101"}`, `{"movie_id":"MV-101"}`, []int{}, query(0, "/movie_id", "MV-101", "")),
			called("search_movies", `{"genre":"thriller","date":"2026-07-18"}`, thrillers, []int{},
				query(0, "/genre", "thrillers", mission.RuleLabel), query(0, "/date", "18 July 2026", mission.RuleDate)),
			called("book_seats", `{"movie_id":"MV-202","seats":3}`, `{"booking_id":"BK7731"}`, []int{1},
				mission.Source{Pointer: "/movie_id", Kind: mission.FromObservation, Call: 1, At: "/movies/1/movie_id",
					Choice: &mission.Choice{List: "/movies", By: "price", Order: mission.OrderMin, Text: "the cheapest movie"}},
				query(0, "/seats", "3", "")),
		},
		Reply: "I found MV-101. The thrillers are MV-201, MV-202 and MV-203. Booking BK7731 holds 3 seats.",
	}, []int{0, 1}, []int{2})
	refused := []mission.Turn{m.Dialogue[0], planned("no", thought, actions...), judged(false, "That is not right.")}
	m.Dialogue = append(refused, m.Dialogue[1:]...)
	return entry(t, "sentback", m)
}
