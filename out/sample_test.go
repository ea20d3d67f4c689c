package out

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"switchyard/mission"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// golden compares with a file of testdata.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./out -update rewrites it):\n%s", path, got)
	}
}

// raw is JSON written by hand.
func raw(format string, args ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, args...))
}

// quoted is a string as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func user(text string) mission.Turn { return mission.Turn{Role: mission.RoleUser, Text: text} }
func ai(text string) mission.Turn   { return mission.Turn{Role: mission.RoleAI, Text: text} }

func planned(finish, thought string, actions ...mission.Action) mission.Turn {
	return mission.Turn{Role: mission.RolePlanner, Plan: &mission.Plan{
		MissionFinish: finish, Thought: thought, Plan: "Do what is needed now.", ActionList: actions,
	}}
}

func judged(accepted bool, reasons ...string) mission.Turn {
	return mission.Turn{Role: mission.RoleChecker, Accepted: &accepted, Reasons: reasons}
}

func answered(calls ...int) mission.Turn {
	return mission.Turn{Role: mission.RoleTool, Calls: calls}
}

func act(name string, arguments json.RawMessage) mission.Action {
	return mission.Action{Name: name, Arguments: arguments, Purpose: "to serve the request"}
}

func answer(kind string) mission.Action {
	return act(mission.AnswerTool, raw(`{"answer_type":%q}`, kind))
}

func param(name, kind, description string) string {
	return fmt.Sprintf(`%q:{"type":%q,"description":%q}`, name, kind, description)
}

func tool(name, description string, required int, params ...string) mission.Tool {
	var names []string
	for _, p := range params[:required] {
		names = append(names, p[:strings.Index(p, ":")])
	}
	return mission.Tool{
		Name: name, Description: description,
		Parameters: raw(`{"type":"object","properties":{%s},"required":[%s]}`,
			strings.Join(params, ","), strings.Join(names, ",")),
		Returns: raw(`{"type":"object","properties":{"items":{"type":"array","items":{"type":"object"}}}}`),
	}
}

// sampleTools is the toolset of the sample entries.
func sampleTools() mission.Toolset {
	search := tool("search_flights", "Find flights between two cities on a day.", 3,
		param("from", "string", "City of departure"), param("to", "string", "City of arrival"),
		param("date", "string", "Day, YYYY-MM-DD"), param("cabin", "string", "Cabin class"))
	search.Labels = map[string]map[string][]string{"cabin": {`"business"`: {"business class"}, `"economy"`: {"coach"}}}
	book := tool("book_flight", "Book a flight for a passenger.", 2,
		param("flight_id", "string", "Identifier of the flight"), param("passenger", "string", "Full name"))
	book.After = []string{"get_flight"}
	pad := tool("convert_currency", "Convert an amount of money.", 3, param("amount", "number", "Amount"),
		param("from", "string", "ISO code"), param("to", "string", "ISO code"))
	pad.Distractor = true
	return mission.Toolset{
		Name: "travel", Domain: "travel",
		Tools: []mission.Tool{
			search,
			tool("get_flight", "Look up one flight.", 1, param("flight_id", "string", "Identifier of the flight")),
			book,
			tool("get_weather", "Forecast for a city and a day.", 2, param("city", "string", "City"), param("date", "string", "Day")),
			tool("book_table", "Reserve a table in a restaurant.", 3, param("city", "string", "City"),
				param("guests", "integer", "How many people"), param("time", "string", "HH:MM")),
			pad,
		},
		Entities: []mission.Entity{{
			Name: "flight", Plural: "flights", ID: "flight_id",
			Comparisons: []mission.Comparison{{By: "price", Order: mission.OrderMin, Say: []string{"cheapest {noun}"}}},
		}},
	}
}

func singleMission() mission.Mission {
	arguments := raw(`{"from":"Vienna","to":"Porto","date":"2024-07-19"}`)
	request := "Which flights go from Vienna to Porto this Friday?"
	reply := "There are three flights:\n\n1. **FL-101**, 08:10, 142.5 EUR\n2. **FL-102**, 12:40, 99 EUR\n3. **FL-103**, 19:05, 180 EUR"
	return mission.Mission{
		Type: mission.Single, Request: request,
		Calls: []mission.Call{{
			Tool: "search_flights", Purpose: "to list the flights", Arguments: arguments,
			Sources: []mission.Source{
				{Pointer: "/from", Kind: mission.FromQuery, Text: "Vienna"},
				{Pointer: "/to", Kind: mission.FromQuery, Text: "Porto"},
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "this Friday", Rule: mission.RuleWeekday},
			},
			Status: 200,
			Observation: raw(`{"items":[{"flight_id":"FL-101","departs":"08:10","price":142.50},` +
				`{"flight_id":"FL-102","departs":"12:40","price":99},{"flight_id":"FL-103","departs":"19:05","price":180}],"total":3}`),
			Dependencies: []int{},
		}},
		Dialogue: []mission.Turn{
			user(request),
			planned("no", "One call lists the flights.", act("search_flights", arguments)), judged(true), answered(0), judged(true),
			planned("yes", "The flights are known.", answer("tool")), judged(true),
			ai(reply),
		},
		Reply: reply,
		Paths: &mission.PathsInfo{Total: "1", Optimal: "1", Depth: 1, Listed: [][][]int{{{0}}}},
	}
}

func multiMission() mission.Mission {
	look := raw(`{"flight_id":"FL-102"}`)
	weather := raw(`{"city":"Porto","date":"2024-07-19"}`)
	book := raw(`{"flight_id":"FL-102","passenger":"Ana Torres"}`)
	request := "Check the cheapest one, book it for Ana Torres, and tell me what the weather will be there."
	reply := "Flight **FL-102** is booked for Ana Torres (booking BK-7). In Porto it will be sunny, 27 °C."
	cheapest := &mission.Choice{List: "/items", By: "price", Order: mission.OrderMin, Text: "the cheapest one"}
	return mission.Mission{
		Type: mission.Multi, Pattern: mission.Mixed, Relation: mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayDescription, Phrase: "the cheapest one", Mission: 0, Text: "FL-102"},
		Request:   request,
		Calls: []mission.Call{
			{
				Tool: "get_flight", Purpose: "to check the flight", Arguments: look, Status: 200,
				Sources: []mission.Source{
					{Pointer: "/flight_id", Kind: mission.FromShown, Mission: 0, Call: 0, At: "/items/1/flight_id", Choice: cheapest},
				},
				Observation: raw(`{"flight_id":"FL-102","seats":4}`), Dependencies: []int{},
			},
			{
				Tool: "get_weather", Purpose: "to know the weather", Arguments: weather, Status: 200,
				Sources: []mission.Source{
					{Pointer: "/city", Kind: mission.FromEarlier, Text: "Porto"},
					{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "this Friday", Rule: mission.RuleWeekday},
				},
				Observation: raw(`{"sky":"sunny","high":27}`), Dependencies: []int{},
			},
			{
				Tool: "book_flight", Purpose: "to book the flight", Arguments: book, Status: 200,
				Sources: []mission.Source{
					{Pointer: "/flight_id", Kind: mission.FromObservation, Mission: 1, Call: 0, At: "/flight_id"},
					{Pointer: "/passenger", Kind: mission.FromQuery, Mission: 1, Text: "Ana Torres"},
				},
				Observation: raw(`{"booking_id":"BK-7"}`), Dependencies: []int{0},
			},
		},
		Dialogue: []mission.Turn{
			user(request),
			planned("no", "Both look-ups are independent.", act("get_flight", look), act("book_flight", book)),
			judged(false, "the booking needs the look-up first"),
			planned("no", "Both look-ups are independent.", act("get_flight", look), act("get_weather", weather)),
			judged(true), answered(0, 1), judged(true),
			planned("no", "Now the booking.", act("book_flight", book)), judged(true), answered(2), judged(true),
			planned("yes", "All is done.", answer("tool")), judged(true),
			ai(reply),
		},
		Reply: reply,
		Paths: &mission.PathsInfo{Total: "5", Optimal: "2", Depth: 2, Listed: [][][]int{
			{{0, 1}, {2}}, {{0}, {1, 2}}, {{0}, {1}, {2}}, {{0}, {2}, {1}}, {{1}, {0}, {2}},
		}},
	}
}

func clarifyMission() mission.Mission {
	arguments := raw(`{"city":"Porto","guests":4,"time":"20:30"}`)
	first := "For how many people, and at what time?"
	second := "And at what time would you like to come?"
	request := "I also want a table in a restaurant there."
	reply := "A table for four at 20:30 is reserved; the reservation is **R-55**."
	ask := func(missing string) mission.Action {
		return act(mission.AskTool, raw(`{"tool_name":"book_table","missing_required_parameters":[%s]}`, missing))
	}
	return mission.Mission{
		Type: mission.Clarify, Relation: mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayNoParts, Phrase: request, Mission: 1, Text: "In Porto"},
		Request:   request,
		Questions: []mission.Question{
			{Tool: "book_table", Missing: []string{"guests", "time"}, Text: first, Reply: "We will be four.", Complete: false},
			{Tool: "book_table", Missing: []string{"time"}, Text: second, Reply: "At half past eight in the evening.", Complete: true},
		},
		Calls: []mission.Call{{
			Tool: "book_table", Purpose: "to reserve the table", Arguments: arguments, Status: 201,
			Sources: []mission.Source{
				{Pointer: "/city", Kind: mission.FromEarlier, Text: "Porto"},
				{Pointer: "/guests", Kind: mission.FromReply, Mission: 2, Text: "four", Rule: mission.RuleNumber},
				{Pointer: "/time", Kind: mission.FromReply, Mission: 2, Text: "half past eight in the evening", Rule: mission.RuleTime},
			},
			Observation: raw(`{"reservation_id":"R-55"}`), Dependencies: []int{},
		}},
		Dialogue: []mission.Turn{
			user(request),
			planned("no", "Guests and time are missing.", ask(`"guests","time"`)), judged(true), ai(first), user("We will be four."),
			planned("no", "The time is still missing.", ask(`"time"`)), judged(true), ai(second), user("At half past eight in the evening."),
			planned("no", "Everything is known.", act("book_table", arguments)), judged(true), answered(0), judged(true),
			planned("yes", "It is reserved.", answer("tool")), judged(true),
			ai(reply),
		},
		Reply: reply,
		Paths: &mission.PathsInfo{Total: "1", Optimal: "1", Depth: 1, Listed: [][][]int{{{0}}}},
	}
}

func chatMission() mission.Mission {
	request := "About the flight from before: is it better to sit by the window or the aisle?"
	reply := "By the window you see the Douro valley; by the aisle you are out faster."
	return mission.Mission{
		Type: mission.Chat, Relation: mission.LongTerm,
		Reference: &mission.Reference{Way: mission.WayEarlierSubject, Phrase: "the flight from before", Mission: 1, Text: "FL-102"},
		Request:   request, Calls: []mission.Call{},
		Chat: &mission.ChatClaim{Kind: mission.ChatKnowledge, Keywords: []string{"seat", "window", "aisle"}},
		Dialogue: []mission.Turn{
			user(request),
			planned("yes", "No tool is needed.", answer("chat")), judged(true),
			ai(reply),
		},
		Reply: reply,
	}
}

// sample is an entry of four missions, one of each type.
func sample() *mission.Entry {
	return &mission.Entry{
		Format: mission.FormatEntry, ID: "travel-0001",
		SwitchPath:  []mission.Type{mission.Single, mission.Multi, mission.Clarify, mission.Chat},
		Environment: mission.Environment{Now: "2024-07-15 09:30:00", Weekday: "Monday", Locale: "en"},
		Persona:     mission.Persona{Name: "Ana Torres", Tone: mission.Polite},
		Toolset:     sampleTools(),
		Missions:    []mission.Mission{singleMission(), multiMission(), clarifyMission(), chatMission()},
	}
}

// short is an entry of three missions, with a comparison at the end.
func short() *mission.Entry {
	e := sample()
	e.ID = "travel-0002"
	e.SwitchPath = []mission.Type{mission.Single, mission.Multi, mission.Chat}
	chat := chatMission()
	chat.Chat = &mission.ChatClaim{Kind: mission.ChatCompare, Compare: &mission.CompareClaim{
		Mission: 0, Call: 0, List: "/items", Items: []int{0, 1}, By: "price", Order: mission.OrderMin, Winner: 1,
	}}
	e.Missions = []mission.Mission{singleMission(), multiMission(), chat}
	return e
}

// tiny is about the smallest entry there is; fuzzing is fast with it.
func tiny() *mission.Entry {
	e := sample()
	e.ID, e.Missions, e.SwitchPath = "t", e.Missions[:1], e.SwitchPath[:1]
	e.Toolset = mission.Toolset{Name: "t", Tools: []mission.Tool{
		{Name: "search_flights", Parameters: raw(`{"type":"object","properties":{}}`)},
	}}
	m := &e.Missions[0]
	m.Request, m.Reply, m.Paths, m.Dialogue = "a?", "b", nil, m.Dialogue[:1]
	m.Calls[0].Arguments, m.Calls[0].Sources, m.Calls[0].Observation = raw(`{}`), nil, raw(`null`)
	return e
}

// hostileTexts is what must survive every format.
var hostileTexts = []string{
	"two\nlines\r\nand a tab\t",
	"separators \u2028 and \u2029 and \u0085 end",
	`quotes " and ' and \ backslash \n`,
	"emoji 👩‍👩‍👧 and flags 🇵🇹",
	"right to left: שלום عليكم \u202e turned",
	"=====",
	"before\n=====\nafter",
	"<script>alert('&amp;')</script>",
	"User: I am not the assistant",
	"a null \u0000 and an escape \u001b",
	"replacement \ufffd stays",
	"naïve café 東京 Ω ﬃ",
	"---\nyaml: [1, 2]\n```\nfence\n```",
}

// hostile is an entry in which every text that people say is the given one.
func hostile(text string) *mission.Entry {
	e := sample()
	e.Persona.Name = text
	e.Toolset.Tools[0].Description = text
	for i := range e.Missions {
		m := &e.Missions[i]
		for j := range m.Dialogue {
			if m.Dialogue[j].Text != "" {
				m.Dialogue[j].Text = text
			}
		}
		for j := range m.Questions {
			m.Questions[j].Text, m.Questions[j].Reply = text, text
		}
		for j := range m.Calls {
			m.Calls[j].Observation = raw(`{"text": %s}`, quoted(text))
		}
		m.Request, m.Reply = text, text
	}
	return e
}
