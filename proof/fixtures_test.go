package proof

import (
	"encoding/json"
	"slices"
	"testing"

	"switchyard/mission"
)

// The entries of this file were written by hand. Only what would have to be
// copied by hand (the dialogue that follows from calls and questions, and the
// lists of paths) is put together by code.

func raw(s string) json.RawMessage { return json.RawMessage(s) }

const movieList = `{"type":"object","required":["movies"],"properties":{"movies":{"type":"array","items":{"type":"object",
"required":["movie_id","title","price"],"properties":{"movie_id":{"type":"string"},"title":{"type":"string"},"price":{"type":"number","description":"Price of a seat in euros."},
"starts":{"type":"string"},"subtitled":{"type":"boolean"}}}}}}`

func cinema() mission.Toolset {
	return mission.Toolset{
		Name:   "leisure/cinema",
		Domain: "Leisure",
		Tools: []mission.Tool{
			{
				Name:        "search_movies",
				Description: "Lists the movies of one genre that run on a day.",
				Parameters: raw(`{"type":"object","required":["genre","date"],"additionalProperties":false,"properties":{
"genre":{"type":"string","enum":["comedy","thriller","drama","science_fiction"]},"date":{"type":"string","format":"date"},
"max_price":{"type":"number"},"page":{"type":"integer","default":1}}}`),
				Returns: raw(movieList),
				Labels:  map[string]map[string][]string{"genre": {`"comedy"`: {"comedies"}, `"thriller"`: {"thrillers"}, `"drama"`: {"dramas"}}},
			},
			{
				Name:        "get_movie",
				Description: "Looks up one movie.",
				Parameters:  raw(`{"type":"object","required":["movie_id"],"properties":{"movie_id":{"type":"string"}}}`),
				Returns:     raw(`{"type":"object","required":["movie_id","director"],"properties":{"movie_id":{"type":"string"},"director":{"type":"string"},"minutes":{"type":"integer"}}}`),
			},
			{
				Name:        "book_seats",
				Description: "Books seats for a movie.",
				Parameters:  raw(`{"type":"object","required":["movie_id","seats"],"properties":{"movie_id":{"type":"string"},"seats":{"type":"integer","minimum":1,"maximum":9}}}`),
				Returns:     raw(`{"type":"object","required":["booking_id"],"properties":{"booking_id":{"type":"string"},"movie_id":{"type":"string"},"seats":{"type":"integer"},"total":{"type":"number","description":"Price in euros."}}}`),
			},
			{
				Name:        "send_ticket",
				Description: "Sends the ticket of a movie by mail.",
				Parameters:  raw(`{"type":"object","required":["movie_id","email"],"properties":{"movie_id":{"type":"string"},"email":{"type":"string"}}}`),
				Returns:     raw(`{"type":"object","properties":{"sent":{"type":"boolean"}}}`),
				After:       []string{"book_seats"},
			},
			{
				Name:        "convert_price",
				Description: "Converts an amount of euros into another currency.",
				Parameters:  raw(`{"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"number"},"currency":{"type":"string"},"digits":{"type":"integer","default":2}}}`),
				Returns:     raw(`{"type":"object","properties":{"result":{"type":"number"},"currency":{"type":"string"}}}`),
			},
			{
				Name:        "set_reminder",
				Description: "Sets a reminder.",
				Parameters:  raw(`{"type":"object","required":["at"],"properties":{"at":{"type":"string"}}}`),
			},
			{
				Name:        "get_weather",
				Description: "Tells the weather of a city.",
				Parameters:  raw(`{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}`),
				Distractor:  true,
			},
		},
		Entities: []mission.Entity{
			{Name: "movie", Plural: "movies", ID: "movie_id", Comparisons: []mission.Comparison{
				{By: "price", Order: mission.OrderMin, Say: []string{"cheapest {noun}", "{noun} with the lowest price"}},
				{By: "price", Order: mission.OrderMax, Say: []string{"dearest {noun}"}},
			}},
			{Name: "booking", Plural: "bookings", ID: "booking_id"},
		},
	}
}

// newEntry is an entry on Friday, 17 July 2026, without missions.
func newEntry(id string, missions ...mission.Mission) *mission.Entry {
	e := &mission.Entry{
		Format:      mission.FormatEntry,
		ID:          id,
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"},
		Persona:     mission.Persona{Name: "Ida Brandt", Tone: mission.Polite},
		Toolset:     cinema(),
		Missions:    missions,
	}
	for i := range e.Missions {
		e.SwitchPath = append(e.SwitchPath, e.Missions[i].Type)
	}
	return e
}

func ptr[T any](v T) *T { return &v }

// complete writes the dialogue that takes the steps, and the paths.
func complete(m mission.Mission, steps ...[]int) mission.Mission {
	plan := func(finish string, actions ...mission.Action) []mission.Turn {
		return []mission.Turn{
			{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: finish, Thought: "What is needed is known.", Plan: "Do the next step.", ActionList: actions}},
			{Role: mission.RoleChecker, Accepted: ptr(true)},
		}
	}
	d := []mission.Turn{{Role: mission.RoleUser, Text: m.Request}}
	for _, q := range m.Questions {
		args, _ := json.Marshal(map[string]any{"tool_name": q.Tool, "missing_required_parameters": q.Missing})
		d = append(d, plan("no", mission.Action{Name: mission.AskTool, Arguments: args, Purpose: "Ask for what is missing."})...)
		d = append(d, mission.Turn{Role: mission.RoleAI, Text: q.Text}, mission.Turn{Role: mission.RoleUser, Text: q.Reply})
	}
	for _, step := range steps {
		var actions []mission.Action
		for _, c := range step {
			actions = append(actions, mission.Action{Name: m.Calls[c].Tool, Arguments: m.Calls[c].Arguments, Purpose: m.Calls[c].Purpose})
		}
		d = append(d, plan("no", actions...)...)
		d = append(d, mission.Turn{Role: mission.RoleTool, Calls: step})
	}
	answer := "chat"
	if len(m.Calls) > 0 {
		answer = "tool"
		deps := make([][]int, len(m.Calls))
		for i := range m.Calls {
			deps[i] = m.Calls[i].Dependencies
		}
		if g, err := mission.NewGraph(deps); err == nil {
			m.Paths = g.Info(mission.DefaultPathLimit)
		}
	} else {
		m.Calls = []mission.Call{}
	}
	d = append(d, plan("yes", mission.Action{Name: mission.AnswerTool, Arguments: raw(`{"answer_type":"` + answer + `"}`), Purpose: "Close the mission."})...)
	m.Dialogue = append(d, mission.Turn{Role: mission.RoleAI, Text: m.Reply})
	return m
}

const comedies = `{"movies":[{"movie_id":"MV-101","title":"Paper Moon","price":9.5,"starts":"2026-07-18T19:30"},
{"movie_id":"MV-102","title":"Slow Lobsters","price":8,"starts":"2026-07-18T20:15"},
{"movie_id":"MV-103","title":"The Umbrella Choir","price":12,"starts":"2026-07-18T21:00"}]}`

const thrillers = `{"movies":[{"movie_id":"MV-201","title":"Night Ferry","price":11},{"movie_id":"MV-202","title":"The Ninth Key","price":7.5},{"movie_id":"MV-203","title":"Cold Harbour","price":10}]}`

func query(pointer, text, rule string) mission.Source {
	return mission.Source{Pointer: pointer, Kind: mission.FromQuery, Text: text, Rule: rule}
}

// evening: single, clarify with a vague reply, multi parallel that comes back to
// the first mission, chat that compares.
func evening() *mission.Entry {
	list := complete(mission.Mission{
		Type:    mission.Single,
		Request: "What comedies are on tomorrow?",
		Calls: []mission.Call{{
			Tool: "search_movies", Purpose: "List the comedies.", Arguments: raw(`{"genre":"comedy","date":"2026-07-18"}`),
			Sources: []mission.Source{
				query("/genre", "comedies", mission.RuleLabel),
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "tomorrow", Rule: mission.RuleTomorrow},
			},
			Status: 200, Observation: raw(comedies), Dependencies: []int{},
		}},
		Reply: "There are three comedies on 18 July:\n\n- **MV-101**: *Paper Moon*, 7:30 pm, €9.50\n- **MV-102**: *Slow Lobsters*, 8:15 pm, €8\n- **MV-103**: *The Umbrella Choir*, 9 pm, €12",
	}, []int{0})
	book := complete(mission.Mission{
		Type:      mission.Clarify,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayOrdinalFront, Phrase: "the second one", Mission: 0, Text: "Slow Lobsters"},
		Request:   "Lovely, please book the second one.",
		Questions: []mission.Question{
			{Tool: "book_seats", Missing: []string{"seats"}, Text: "How many seats would you like?", Reply: "I'm not sure yet."},
			{Tool: "book_seats", Missing: []string{"seats"}, Text: "Could you tell me how many people are coming?", Reply: "Sorry, there are four of us.", Complete: true},
		},
		Calls: []mission.Call{{
			Tool: "book_seats", Purpose: "Book the seats.", Arguments: raw(`{"movie_id":"MV-102","seats":4}`),
			Sources: []mission.Source{
				{Pointer: "/movie_id", Kind: mission.FromShown, Mission: 0, Call: 0, At: "/movies/1/movie_id", Text: "MV-102",
					Choice: &mission.Choice{List: "/movies", Order: mission.OrderFront, N: 2, Text: "the second one"}},
				{Pointer: "/seats", Kind: mission.FromReply, Mission: 1, Text: "four of us", Rule: mission.RuleNumber},
			},
			Status: 200, Observation: raw(`{"booking_id":"BK7731","movie_id":"MV-102","seats":4,"total":32.0}`), Dependencies: []int{},
		}},
		Reply: "Done: booking BK7731 holds 4 seats for MV-102, for €32.00 in total.",
	}, []int{0})
	more := complete(mission.Mission{
		Type: mission.Multi, Pattern: mission.Parallel,
		Relation:  mission.LongTerm,
		Reference: &mission.Reference{Way: mission.WayEarlierSubject, Phrase: "those comedies from before", Mission: 0, Text: "Paper Moon"},
		Request:   "Could you also tell me more about the first and the last of those comedies from before?",
		Calls: []mission.Call{
			{
				Tool: "get_movie", Purpose: "Look up the first one.", Arguments: raw(`{"movie_id":"MV-101"}`),
				Sources: []mission.Source{{Pointer: "/movie_id", Kind: mission.FromShown, Mission: 0, At: "/movies/0/movie_id", Text: "MV-101",
					Choice: &mission.Choice{List: "/movies", Order: mission.OrderFront, N: 1, Text: "the first"}}},
				Status: 200, Observation: raw(`{"movie_id":"MV-101","director":"Ana Freire","minutes":102}`), Dependencies: []int{},
			},
			{
				Tool: "get_movie", Purpose: "Look up the last one.", Arguments: raw(`{"movie_id":"MV-103"}`),
				Sources: []mission.Source{{Pointer: "/movie_id", Kind: mission.FromShown, Mission: 0, At: "/movies/2/movie_id", Text: "MV-103",
					Choice: &mission.Choice{List: "/movies", Order: mission.OrderBack, N: 1, Text: "the last"}}},
				Status: 200, Observation: raw(`{"movie_id":"MV-103","director":"Tomas Lind","minutes":135}`), Dependencies: []int{},
			},
		},
		Reply: "MV-101 was directed by Ana Freire and lasts an hour and 42 minutes. MV-103 is by Tomas Lind and takes 2 h 15 min.",
	}, []int{0, 1})
	compared := complete(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayDemonstrative, Phrase: "those two", Mission: 2, Text: "Ana Freire"},
		Request:   "Which of those two costs less?",
		Chat: &mission.ChatClaim{Kind: mission.ChatCompare, Compare: &mission.CompareClaim{
			Mission: 0, List: "/movies", Items: []int{0, 2}, By: "price", Order: mission.OrderMin, Winner: 0}},
		Reply: "*Paper Moon* (MV-101) does: it is €2.50 cheaper.",
	})
	return newEntry("evening", list, book, more, compared)
}

// friday: multi serial with a choice, single by ellipsis, chat near miss.
func friday() *mission.Entry {
	both := complete(mission.Mission{
		Type: mission.Multi, Pattern: mission.Serial,
		Request: "Find the cheapest thriller next Friday for under €12 and book two seats for it.",
		Calls: []mission.Call{
			{
				Tool: "search_movies", Purpose: "List the thrillers.", Arguments: raw(`{"genre":"thriller","date":"2026-07-24","max_price":12,"page":1}`),
				Sources: []mission.Source{
					query("/genre", "thriller", ""),
					{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "next Friday", Rule: mission.RuleNextWeekday},
					query("/max_price", "under €12", mission.RuleMoney),
					{Pointer: "/page", Kind: mission.FromDefault},
				},
				Status: 200, Observation: raw(thrillers), Dependencies: []int{},
			},
			{
				Tool: "book_seats", Purpose: "Book the cheapest.", Arguments: raw(`{"movie_id":"MV-202","seats":2}`),
				Sources: []mission.Source{
					{Pointer: "/movie_id", Kind: mission.FromObservation, Call: 0, At: "/movies/1/movie_id",
						Choice: &mission.Choice{List: "/movies", By: "price", Order: mission.OrderMin, Text: "the cheapest"}},
					query("/seats", "two", mission.RuleNumber),
				},
				Status: 200, Observation: raw(`{"booking_id":"BK1200","movie_id":"MV-202","seats":2,"total":15}`), Dependencies: []int{0},
			},
		},
		Reply: "I found three movies: MV-201 (€11), MV-202 (€7.50) and MV-203 (€10). The cheapest is *The Ninth Key*; booking BK1200 holds 2 seats for €15.",
	}, []int{0}, []int{1})
	dramas := complete(mission.Mission{
		Type:      mission.Single,
		Relation:  mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayNoParts, Phrase: "And what about dramas?", Mission: 0, Text: "next Friday"},
		Request:   "And what about dramas?",
		Calls: []mission.Call{{
			Tool: "search_movies", Purpose: "List the dramas.", Arguments: raw(`{"genre":"drama","date":"2026-07-24","max_price":12}`),
			Sources: []mission.Source{
				{Pointer: "/genre", Kind: mission.FromQuery, Mission: 1, Text: "dramas", Rule: mission.RuleLabel},
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "next Friday", Rule: mission.RuleNextWeekday},
				{Pointer: "/max_price", Kind: mission.FromEarlier, Text: "under €12", Rule: mission.RuleMoney},
			},
			Status: 404, Observation: raw(`{"error":"no movies found"}`), Dependencies: []int{},
		}},
		Reply: "I'm afraid there is no drama on Friday, 24 July 2026.",
	}, []int{0})
	wine := complete(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayPersonal, Phrase: "it", Mission: 1, Text: "drama"},
		Request:   "Pity. Which wine would have gone with it?",
		Chat:      &mission.ChatClaim{Kind: mission.ChatNearMiss, Keywords: []string{"wine", "drink"}},
		Reply:     "A dry red wine suits most sad stories.",
	})
	return newEntry("friday", both, dramas, wine)
}

// mixed: two lists and a booking, with the description of an item. The planner
// is sent back once, and the checker looks at the observations.
func mixed() *mission.Entry {
	e := newEntry("mixed", complete(mission.Mission{
		Type: mission.Multi, Pattern: mission.Mixed,
		Request: "Show me comedies and thrillers for 18 July 2026, and book 2 seats for the one called Cold Harbour.",
		Calls: []mission.Call{
			{
				Tool: "search_movies", Purpose: "List the comedies.", Arguments: raw(`{"genre":"comedy","date":"2026-07-18"}`),
				Sources: []mission.Source{query("/genre", "comedies", mission.RuleLabel), query("/date", "18 July 2026", mission.RuleDate)},
				Status:  200, Observation: raw(comedies), Dependencies: []int{},
			},
			{
				Tool: "search_movies", Purpose: "List the thrillers.", Arguments: raw(`{"genre":"thriller","date":"2026-07-18"}`),
				Sources: []mission.Source{query("/genre", "thrillers", mission.RuleLabel), query("/date", "for 18 July 2026", mission.RuleDate)},
				Status:  200, Observation: raw(thrillers), Dependencies: []int{},
			},
			{
				Tool: "book_seats", Purpose: "Book it.", Arguments: raw(`{"movie_id":"MV-203","seats":2}`),
				Sources: []mission.Source{
					{Pointer: "/movie_id", Kind: mission.FromObservation, Call: 1, At: "/movies/2/movie_id",
						Choice: &mission.Choice{List: "/movies", By: "title", Order: mission.OrderIs, Value: "Cold Harbour", Text: "the one called Cold Harbour"}},
					query("/seats", "2", ""),
				},
				Status: 200, Observation: raw(`{"booking_id":"BK55","movie_id":"MV-203","seats":2}`), Dependencies: []int{1},
			},
		},
		Reply: "Comedies: MV-101, MV-102 and MV-103. Thrillers: MV-201, MV-202 and MV-203. Booking BK55 holds 2 seats for *Cold Harbour*.",
	}, []int{0, 1}, []int{2}))
	d := e.Missions[0].Dialogue
	refused := []mission.Turn{
		d[0],
		{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: "no", Thought: "The Checker will like it.", Plan: "Book.", ActionList: []mission.Action{
			{Name: "book_seats", Arguments: raw(`{}`), Purpose: "Book it."}}}},
		{Role: mission.RoleChecker, Accepted: ptr(false), Reasons: []string{"The movie is not known yet."}},
	}
	d = append(refused, d[1:]...)
	d = slices.Insert(d, 6, mission.Turn{Role: mission.RoleChecker, Accepted: ptr(true)})
	e.Missions[0].Dialogue = d
	return e
}

// yen: clarify whose answer is looked up, then a correction.
func yen() *mission.Entry {
	convert := complete(mission.Mission{
		Type:    mission.Clarify,
		Request: "Could you convert 45 euros for me?",
		Questions: []mission.Question{
			{Tool: "convert_price", Missing: []string{"currency"}, Text: "Into which currency?", Reply: "Into Japanese yen, please.", Complete: true},
		},
		Calls: []mission.Call{{
			Tool: "convert_price", Purpose: "Convert it.", Arguments: raw(`{"amount":45,"currency":"JPY"}`),
			Sources: []mission.Source{
				query("/amount", "45 euros", mission.RuleMoney),
				{Pointer: "/currency", Kind: mission.FromKnowledge, Said: mission.FromReply, Text: "Japanese yen", Rule: "currency"},
			},
			Status: 200, Observation: raw(`{"result":7412.85,"currency":"JPY"}`), Dependencies: []int{},
		}},
		Reply: "That is 7,412.85 Japanese yen.",
	}, []int{0})
	remind := complete(mission.Mission{
		Type:      mission.Single,
		Relation:  mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayCorrection, Phrase: "make it US dollars", Mission: 0, Text: "45 euros"},
		Request:   "Actually, make it US dollars.",
		Calls: []mission.Call{{
			Tool: "convert_price", Purpose: "Convert it.", Arguments: raw(`{"amount":45,"currency":"USD"}`),
			Sources: []mission.Source{
				{Pointer: "/amount", Kind: mission.FromEarlier, Text: "45 euros", Rule: mission.RuleMoney},
				{Pointer: "/currency", Kind: mission.FromKnowledge, Said: mission.FromQuery, Mission: 1, Text: "US dollars", Rule: "currency"},
			},
			Status: 200, Observation: raw(`{"result":48.6,"currency":"USD"}`), Dependencies: []int{},
		}},
		Reply: "That makes $48.60.",
	}, []int{0})
	return newEntry("yen", convert, remind)
}

// mailed: a declared order of calls, chat about something else, and back to the
// first mission.
func mailed() *mission.Entry {
	send := complete(mission.Mission{
		Type: mission.Multi, Pattern: mission.Serial,
		Request: "Book 3 seats for MV-900 on 18 July and mail the ticket to ida@example.com.",
		Calls: []mission.Call{
			{
				Tool: "book_seats", Purpose: "Book.", Arguments: raw(`{"movie_id":"MV-900","seats":3}`),
				Sources: []mission.Source{query("/movie_id", "MV-900", ""), query("/seats", "3", "")},
				Status:  200, Observation: raw(`{"booking_id":"BK9","seats":3}`), Dependencies: []int{},
			},
			{
				Tool: "send_ticket", Purpose: "Mail it.", Arguments: raw(`{"movie_id":"MV-900","email":"ida@example.com"}`),
				Sources: []mission.Source{query("/movie_id", "MV-900", ""), query("/email", "ida@example.com", "")},
				Status:  200, Observation: raw(`{"sent":true}`), Dependencies: []int{0},
			},
		},
		Reply: "Booking BK9 is made, and the ticket is on its way to ida@example.com.",
	}, []int{0}, []int{1})
	chat := complete(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayDetail, Phrase: "Who invented popcorn?", Mission: 0, Text: "ticket"},
		Request:   "Who invented popcorn?",
		Chat:      &mission.ChatClaim{Kind: mission.ChatKnowledge, Keywords: []string{"popcorn"}},
		Reply:     "People in Mexico popped maize long before there were cinemas.",
	})
	remind := complete(mission.Mission{
		Type:      mission.Single,
		Relation:  mission.LongTerm,
		Reference: &mission.Reference{Way: mission.WayEarlierSubject, Phrase: "the film from before", Mission: 0, Text: "MV-900"},
		Request:   "Back to the film from before: what is known about it?",
		Calls: []mission.Call{{
			Tool: "get_movie", Purpose: "Look it up.", Arguments: raw(`{"movie_id":"MV-900"}`),
			Sources: []mission.Source{{Pointer: "/movie_id", Kind: mission.FromEarlier, Text: "MV-900"}},
			Status:  200, Observation: raw(`{"movie_id":"MV-900","director":"Jo Park","minutes":90}`), Dependencies: []int{},
		}},
		Reply: "MV-900 is by Jo Park and lasts 90 minutes.",
	}, []int{0})
	return newEntry("mailed", send, chat, remind)
}

// remind: a single mission with the time of the clock.
func remind() *mission.Entry {
	return newEntry("remind", complete(mission.Mission{
		Type:    mission.Single,
		Request: "Remind me tomorrow at half past six in the evening, please.",
		Calls: []mission.Call{{
			Tool: "set_reminder", Purpose: "Remind.", Arguments: raw(`{"at":"2026-07-18T18:30"}`),
			Sources: []mission.Source{{Pointer: "/at", Kind: mission.FromClock, Said: mission.FromQuery,
				Text: "tomorrow at half past six in the evening", Rule: mission.RuleDateTime}},
			Status: 200, Observation: raw(`{"ok":true}`), Dependencies: []int{},
		}},
		Reply: "I will remind you on 18 July at 6:30 pm.",
	}, []int{0}))
}

// shorter: a list, and the same once more in short.
func shorter() *mission.Entry {
	short := complete(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayShorter, Phrase: "Just the codes, please.", Mission: 0, Text: "MV-102"},
		Request:   "Just the codes, please.",
		Chat:      &mission.ChatClaim{Kind: mission.ChatRestate},
		Reply:     "MV-101, MV-102 and MV-103.",
	})
	return newEntry("shorter", evening().Missions[0], short)
}

// winner: two of a list are compared, and what won is asked for.
func winner() *mission.Entry {
	compared := complete(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayInterrogative, Phrase: "Which of them", Mission: 0, Text: "Paper Moon"},
		Request:   "Which of them costs less, the first or the last?",
		Chat: &mission.ChatClaim{Kind: mission.ChatCompare, Compare: &mission.CompareClaim{
			Mission: 0, List: "/movies", Items: []int{0, 2}, By: "price", Order: mission.OrderMin, Winner: 0}},
		Reply: "That is MV-101; the last one is €2.50 dearer.",
	})
	more := complete(mission.Mission{
		Type:      mission.Single,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayPersonal, Phrase: "it", Mission: 1, Text: "MV-101"},
		Request:   "Please tell me more about it.",
		Calls: []mission.Call{{
			Tool: "get_movie", Purpose: "Look it up.", Arguments: raw(`{"movie_id":"MV-101"}`),
			Sources: []mission.Source{{Pointer: "/movie_id", Kind: mission.FromShown, Mission: 1, Text: "MV-101",
				Choice: &mission.Choice{Order: mission.OrderOnly, Text: "it"}}},
			Status: 200, Observation: raw(`{"movie_id":"MV-101","director":"Ana Freire","minutes":102}`), Dependencies: []int{},
		}},
		Reply: "MV-101 is by Ana Freire.",
	}, []int{0})
	return newEntry("winner", evening().Missions[0], compared, more)
}

// entries is every entry of this file.
func entries() map[string]func() *mission.Entry {
	return map[string]func() *mission.Entry{"evening": evening, "friday": friday, "mixed": mixed, "yen": yen, "mailed": mailed, "remind": remind, "shorter": shorter,
		"winner": winner}
}

// checksOf is the checks that failed, sorted, each once.
func checksOf(problems []Problem) []Check {
	var list []Check
	for _, p := range problems {
		list = append(list, p.Check)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wantChecks fails the test unless exactly these checks failed.
func wantChecks(t *testing.T, problems []Problem, want ...Check) {
	t.Helper()
	slices.Sort(want)
	if got := checksOf(problems); !slices.Equal(got, want) {
		t.Errorf("failed checks are %v, want %v", got, want)
		for _, p := range problems {
			t.Logf("  %s", p)
		}
	}
}
