package proof

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
)

// seek is a single mission that searches for movies.
func seek(at int, way mission.Way, words, phrase, args, answer string, sources ...mission.Source) mission.Mission {
	for i := range sources {
		if sources[i].Kind == mission.FromQuery || sources[i].Said == mission.FromQuery {
			sources[i].Mission = at
		}
	}
	m := mission.Mission{
		Type: mission.Single, Relation: mission.Ellipsis, Request: words,
		Reference: &mission.Reference{Way: way, Phrase: phrase, Mission: at - 1, Text: answer},
		Calls: []mission.Call{{Tool: "search_movies", Purpose: "List them.", Arguments: raw(args), Sources: sources,
			Status: 404, Observation: raw(`{"error":"no movies found"}`), Dependencies: []int{}}},
		Reply: "I'm afraid there are none.",
	}
	if way == mission.WayEarlierSubject {
		m.Relation, m.Reference.Mission = mission.LongTerm, 0
	}
	return complete(m, []int{0})
}

var (
	tomorrow = mission.Source{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "tomorrow", Rule: mission.RuleTomorrow}
	under12  = mission.Source{Pointer: "/max_price", Kind: mission.FromEarlier, Mission: 1, Text: "under €12", Rule: mission.RuleMoney}
	onSunday = mission.Source{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Text: "on Sunday", Rule: mission.RuleWeekday}
)

// repaired corrects the genre of a request that has taken over the day.
func repaired() *mission.Entry {
	dramas := seek(1, mission.WayMore, "And dramas for under €12?", "And dramas for under €12", `{"genre":"drama","date":"2026-07-18","max_price":12}`, "tomorrow",
		query("/genre", "dramas", mission.RuleLabel), tomorrow, query("/max_price", "under €12", mission.RuleMoney))
	return newEntry("repaired", evening().Missions[0], dramas,
		seek(2, mission.WayCorrection, "Sorry, I meant thrillers.", "Sorry, I meant thrillers", `{"genre":"thriller","date":"2026-07-18","max_price":12}`, "under €12",
			query("/genre", "thrillers", mission.RuleLabel), tomorrow, under12))
}

// onceMoreFirst makes the first request again, after something else.
func onceMoreFirst() *mission.Entry {
	chat := mailed().Missions[1]
	chat.Reference = &mission.Reference{Way: mission.WayDetail, Phrase: "Who invented popcorn?", Text: "Slow Lobsters"}
	comedies := mission.Source{Pointer: "/genre", Kind: mission.FromEarlier, Text: "comedies", Rule: mission.RuleLabel}
	return newEntry("onceMoreFirst", evening().Missions[0], chat,
		seek(2, mission.WayEarlierSubject, "About my first question again: the same, but on Sunday.", "About my first question again: the same, but on Sunday",
			`{"genre":"comedy","date":"2026-07-19"}`, "comedies", comedies, onSunday))
}

// onceMoreNamed does so by what the request was about.
func onceMoreNamed() *mission.Entry {
	e := onceMoreFirst()
	e.ID = "onceMoreNamed"
	request(&e.Missions[2], "About my first question again: the same, but", "The movies again, but")
	e.Missions[2].Reference.Phrase = "The movies again, but on Sunday"
	return e
}

// talkedOf lists dramas on a day that a chat said.
func talkedOf() *mission.Entry {
	chat := mailed().Missions[1]
	chat.Relation, chat.Reference = mission.Ellipsis, &mission.Reference{Way: mission.WayDetail, Phrase: "Do you sell popcorn", Text: "MV-101"}
	chat.Request = "Do you sell popcorn on 20 July 2026?"
	chat = complete(chat)
	dramas := sameDay("that day")
	dramas.Reference.Mission, dramas.Reference.Text = 1, "20 July 2026"
	c := &dramas.Calls[0]
	c.Arguments = raw(`{"genre":"drama","date":"2026-07-20"}`)
	c.Sources[0].Mission = 2
	c.Sources[1] = mission.Source{Pointer: "/date", Kind: mission.FromEarlier, Mission: 1, Text: "20 July 2026", Rule: mission.RuleDate}
	again(&dramas, []int{0})
	return newEntry("talkedOf", aboutMovie("it").Missions[0], chat, dramas)
}

// anotherKind asks for movies of another kind, when two are left.
func anotherKind() *mission.Entry {
	ask := seek(1, mission.WayNoParts, "And of another genre?", "And of another genre", `{"genre":"drama","date":"2026-07-18"}`, "tomorrow",
		mission.Source{Pointer: "/genre", Kind: mission.FromReply, Mission: 1, Text: "dramas", Rule: mission.RuleLabel}, tomorrow)
	ask.Type = mission.Clarify
	ask.Questions = []mission.Question{{Tool: "search_movies", Missing: []string{"genre"}, Text: "Which genre would you like?", Reply: "I'd like dramas.", Complete: true}}
	again(&ask, []int{0})
	return newEntry("anotherKind", evening().Missions[0], ask)
}

func repairMutations() []mutation {
	return []mutation{
		{"a correction of what the request took over", repaired, func(e *mission.Entry) {
			first := mission.Source{Pointer: "/genre", Kind: mission.FromEarlier, Mission: 1, Text: "dramas", Rule: mission.RuleLabel}
			e.Missions[2] = seek(2, mission.WayCorrection, "Sorry, I meant on Sunday.", "Sorry, I meant on Sunday", `{"genre":"drama","date":"2026-07-19","max_price":12}`, "dramas", first, onSunday, under12)
		}, ReadingRequest},
		{"a request made again after another like it", onceMoreFirst, func(e *mission.Entry) {
			e.Missions[1], e.SwitchPath[1] = sameDay("that day"), mission.Single
		}, ReadingRequest},
		{"a request made again without a word which", onceMoreNamed, func(e *mission.Entry) {
			request(&e.Missions[2], "The movies again, but", "Could you do the same, but")
			e.Missions[2].Reference.Phrase = "Could you do the same, but on Sunday"
		}, ReadingRequest},
		{"that day after a chat, with another day before", talkedOf, func(e *mission.Entry) {
			e.Missions[0] = evening().Missions[0]
			e.Missions[1].Reference.Text = "MV-102"
		}, ReadingValue},
		{"another kind where one is left", anotherKind, func(e *mission.Entry) {
			e.Toolset.Tools[0].Parameters = raw(`{"type":"object","required":["genre","date"],"properties":{
"genre":{"type":"string","enum":["comedy","drama","thriller"]},"date":{"type":"string","format":"date"},"max_price":{"type":"number"}}}`)
			thrillers := seek(1, mission.WayMore, "And thrillers for under €12?", "And thrillers for under €12", `{"genre":"thriller","date":"2026-07-18","max_price":12}`, "tomorrow",
				query("/genre", "thrillers", mission.RuleLabel), tomorrow, query("/max_price", "under €12", mission.RuleMoney))
			ask := e.Missions[1]
			c := &ask.Calls[0]
			c.Arguments, c.Sources = raw(`{"genre":"drama","date":"2026-07-18","max_price":12}`), append(c.Sources, under12)
			c.Sources[0].Mission, ask.Reference.Mission, ask.Reference.Text = 2, 1, "under €12"
			again(&ask, []int{0})
			e.Missions = []mission.Mission{e.Missions[0], thrillers, ask}
			e.SwitchPath = []mission.Type{mission.Single, mission.Single, mission.Clarify}
		}, ReadingGap},
		{"a currency asked for beside a tool that needs none", yen, func(e *mission.Entry) {
			more := e.Toolset.Tools[4]
			more.Name, more.Parameters = "convert_price_by_amount", raw(`{"type":"object","required":["amount"],"properties":{"amount":{"type":"number"}}}`)
			e.Toolset.Tools = append(e.Toolset.Tools, more)
		}, ReadingGap},
		{"when asked of a movie whose day was listed", winner, func(e *mission.Entry) {
			observe(&e.Missions[2].Calls[0], `"MV-101"`, `"MV-101","starts":"2026-07-18T19:30"`)
			reply(&e.Missions[2], "is by", "is on 18 July at 19:30 and by")
			request(&e.Missions[2], "tell me more about it", "find out when it is")
		}, ReadingCall},
		{"an identifier in other letters", func() *mission.Entry { return aboutMovie("it") }, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Calls[0].Sources[0].Text = "mv-101"
			request(m, "MV-101", "mv-101")
		}, ReadingValue},
	}
}

// TestRepairFixtures proves that the entries which the readings spoil are good before.
func TestRepairFixtures(t *testing.T) {
	for _, m := range repairMutations() {
		wantChecks(t, New().Entry(m.entry()))
	}
}

// TestPeople tells for which people a noun can stand.
func TestPeople(t *testing.T) {
	v := &view{entry: &mission.Entry{}}
	for _, c := range []struct {
		noun, name string
		want       bool
	}{
		{"person", "recipients", true},
		{"person", "attendees", true},
		{"person", "employee", true},
		{"people", "participants", true},
		{"people", "employee", false},
		{"recipients", "recipients", true},
		{"name", "guest", true},
		{"name", "recipients", false},
		{"person", "cities", false},
	} {
		if got := v.standsFor(c.noun, []string{c.name}, nil, "Tomas Fontaine"); got != c.want {
			t.Errorf("%s for %s: %v", c.noun, c.name, got)
		}
	}
}

// TestAllOfThem tells what can be asked for without a kind.
func TestAllOfThem(t *testing.T) {
	several := raw(`{"type":"object","properties":{"kinds":{"type":"array","items":{"enum":["travel","repairs","catering"]}}}}`)
	one := raw(`{"type":"object","properties":{"kinds":{"enum":["travel","repairs","catering"]}}}`)
	for _, c := range []struct {
		effect mission.Effect
		params json.RawMessage
		args   any
		at     string
		want   bool
	}{
		{mission.EffectCompute, several, map[string]any{"kinds": []any{"travel"}}, "/kinds/0", true},
		{mission.EffectGet, several, map[string]any{"kinds": []any{"travel"}}, "/kinds/0", true},
		{mission.EffectList, several, map[string]any{"kinds": []any{"travel"}}, "/kinds/0", true},
		{mission.EffectCreate, several, map[string]any{"kinds": []any{"travel"}}, "/kinds/0", false},
		{mission.EffectList, one, map[string]any{"kinds": "travel"}, "/kinds", true},
		{mission.EffectCompute, one, map[string]any{"kinds": "travel"}, "/kinds", false},
	} {
		call := &callView{Call: &mission.Call{}, tool: &tool{Tool: &mission.Tool{Effect: c.effect}, params: newSchemaFacts(c.params)}, arguments: c.args}
		if got := allOfThem(call, &mission.Source{Pointer: c.at}) != ""; got != c.want {
			t.Errorf("%s %s: %v", c.effect, c.at, got)
		}
	}
}
