package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// ranked books the cheapest thriller of a list, and then another one by its place.
func ranked() *mission.Entry {
	book := evening().Missions[1]
	book.Request, book.Reference.Phrase, book.Reference.Text = "Lovely, please book the third one on the list.", "the third one on the list", "MV-203"
	book.Calls[0].Arguments = raw(`{"movie_id":"MV-203","seats":4}`)
	book.Calls[0].Observation = raw(`{"booking_id":"BK7731","movie_id":"MV-203","seats":4}`)
	src := &book.Calls[0].Sources[0]
	src.At, src.Text, src.Choice = "/movies/2/movie_id", "MV-203", &mission.Choice{List: "/movies", Order: mission.OrderFront, N: 3, Text: "the third one on the list"}
	book.Reply = "Done: booking BK7731 holds 4 seats for MV-203."
	again(&book, []int{0})
	return newEntry("ranked", friday().Missions[0], book)
}

// onTheList drops what says that rows are counted.
func onTheList(e *mission.Entry) {
	m := &e.Missions[1]
	request(m, " on the list", "")
	m.Reference.Phrase, m.Calls[0].Sources[0].Choice.Text = "the third one", "the third one"
}

// countMutations break what ordinals, places and questions for a state claim.
func countMutations() []mutation {
	return []mutation{
		{"the third one after the cheapest", ranked, onTheList, ReadingBest},
		{"the second one after another movie", evening, func(e *mission.Entry) {
			shows(e, `]}`, `],"trailer":{"movie_id":"MV-401"}}`)
			reply(&e.Missions[0], "There are", "MV-401 comes first. There are")
		}, ReadingBest},
		{"the latest one of things that people have made", wish("the latest one", "starts", mission.OrderMax, 2, "latest {noun}"), func(e *mission.Entry) {
			e.Toolset.Tools[1].Effect, e.Toolset.Tools[1].Thing = mission.EffectCreate, "movie_id"
		}, ReadingBest},
		{"it after a comparison that names both", winner, func(e *mission.Entry) {
			reply(&e.Missions[1], "the last one", "MV-103")
		}, ReadingThing},
		{"the same day after another was shown", onThatDay("the same day"), func(e *mission.Entry) {
			shows(e, `]}`, `],"date":"2026-07-21"}`)
		}, ReadingValue},
		{"a yes or no that was asked for and not told", winner, func(e *mission.Entry) {
			observe(&e.Missions[2].Calls[0], `"MV-101"`, `"MV-101","subtitled":false`)
			request(&e.Missions[2], "tell me more about it", "tell me whether it is subtitled")
		}, ReadingReply},
		{"a question back that is not answered", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[0].Reply, "Do you need that?")
		}, ReadingAnswer},
		{"a question why that is answered by yes", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[0].Reply, "Why does that matter?")
			say(m, m.Questions[1].Text, "Yes, I need to know. How many people are coming?")
		}, ReadingAnswer},
		{"yes to how many", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[1].Text, "How many people are coming?")
			say(m, m.Questions[1].Reply, "Of course, four of us.")
		}, ReadingAnswer},
		{"a state asked for that was listed, in other words", winner, func(e *mission.Entry) {
			observe(&e.Missions[0].Calls[0], `"MV-101"`, `"MV-101","status":"on sale"`)
			observe(&e.Missions[2].Calls[0], `"MV-101"`, `"MV-101","status":"on sale"`)
			request(&e.Missions[2], "tell me more about it", "find out whether it has been cancelled")
			reply(&e.Missions[2], "is by", "is on sale and by")
		}, ReadingCall},
	}
}

func TestCountFixtures(t *testing.T) {
	for _, m := range countMutations() {
		wantChecks(t, New().Entry(m.entry()))
	}
}

// TestCountedOtherwise compares what an ordinal can count with brute force: on small lists
// of which a superlative was said, with words for the list or without.
func TestCountedOtherwise(t *testing.T) {
	inWorlds(t, 600, func(seed uint64) (clear, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 19))
		prices := make([]int, 2+r.IntN(3))
		rows := make([]any, len(prices))
		for i := range prices {
			prices[i] = r.IntN(4)
			rows[i] = map[string]any{"film_id": fmt.Sprintf("FM-10%d", i), "price": json.Number(fmt.Sprint(prices[i]))}
		}
		order := []mission.Order{mission.OrderMin, mission.OrderMax}[r.IntN(2)]
		at, back := r.IntN(len(rows)), r.IntN(2) == 0
		ch := &mission.Choice{List: "/films", Order: mission.OrderFront, N: at + 1, Text: "the one"}
		if back {
			ch.Order, ch.N = mission.OrderBack, len(rows)-at
		}
		spoken := missionView{Mission: &mission.Mission{}, calls: []callView{
			{Call: &mission.Call{Status: 200}, observation: map[string]any{"films": rows}},
			{Call: &mission.Call{Status: 200, Sources: []mission.Source{{Kind: mission.FromObservation, Choice: &mission.Choice{List: "/films", By: "price", Order: order}}}}},
		}}
		v := &view{entry: &mission.Entry{Toolset: smallToolset()}, missions: []missionView{spoken, {Mission: &mission.Mission{}, at: 1}}}
		c := chosenItem{m: &v.missions[1], src: &mission.Source{Choice: ch}, list: listing{0, 0, "/films", rows, 0}, at: at, noun: -1, said: []string{"the", "one"}}
		marked := r.IntN(4) == 0
		if marked {
			c.said = append(c.said, "on", "the", "list")
		}
		sorted := slices.Sorted(slices.Values(prices))
		if (order == mission.OrderMax) != back {
			slices.Reverse(sorted)
		}
		place := at
		if back { // counted from the end of the ranking
			place = len(rows) - 1 - at
			sorted = slices.Sorted(slices.Values(prices))
			if order == mission.OrderMin {
				slices.Reverse(sorted)
			}
		}
		want := marked || sorted[place] == prices[at]
		if got := v.countedOtherwise(c) == ""; got != want {
			t.Fatalf("seed %d: prices %v, item %d (back %v) by the %s price: clear %v, want %v", seed, prices, at, back, order, got, want)
		}
		return want, true
	})
}

// TestPlaceAfterAChat proves that "there" after a request that no tool serves can be the
// place of the request before it, and "in that city" cannot.
func TestPlaceAfterAChat(t *testing.T) {
	for words, open := range map[string]bool{"there": true, "in that city": false} {
		s := &story{r: rand.New(rand.NewPCG(1, 1)), missions: [][]event{{{kind: -1, city: 0, day: 20, shown: -1}}}}
		e := s.entry(s.last("get_weather", "city", "Porto", "What is the weather "+words+"?", mission.Source{Pointer: "/city", Kind: mission.FromEarlier, Mission: 1, Text: "Porto"}))
		e.Missions = slices.Insert(e.Missions, 1, mission.Mission{Type: mission.Chat, Request: "Could I keep a horse in Porto?", Reply: "I cannot say."})
		found := slices.ContainsFunc(New().Entry(e), func(p Problem) bool { return p.Check == ReadingValue && strings.Contains(p.Message, "lisbon") })
		if found != open {
			t.Errorf("%q is open: %v, want %v", words, found, open)
		}
	}
}

// TestPlaceByItsCoordinates proves that "there" can be a place of which a call took the
// coordinates, and not only one that a call took by its name.
func TestPlaceByItsCoordinates(t *testing.T) {
	for other, open := range map[string]bool{"Faro": true, "Porto": false} {
		s := &story{r: rand.New(rand.NewPCG(1, 1)), missions: [][]event{{{kind: -1, city: 1, day: 20, shown: -1}}, {{kind: -1, city: slices.Index(townName, other), day: 20, shown: -1}}}}
		e := s.entry(s.last("get_tide", "location", "", "What is the tide there?", mission.Source{}))
		e.Toolset.Tools = append(e.Toolset.Tools, mission.Tool{Name: "get_tide", Parameters: raw(`{"type":"object","properties":{"location":{"type":"object","properties":{"latitude":{"type":"number"}}}}}`)})
		point := func(k int, kind, said mission.SourceKind) mission.Call {
			return mission.Call{Tool: "get_tide", Status: 200, Arguments: raw(`{"location":{"latitude":41.1579}}`), Observation: raw(`{}`),
				Sources: []mission.Source{{Pointer: "/location/latitude", Kind: kind, Said: said, Mission: k, Text: "Porto", Rule: "latitude"}}}
		}
		e.Missions[0].Calls = []mission.Call{point(0, mission.FromKnowledge, mission.FromQuery)}
		e.Missions[2].Calls = []mission.Call{point(0, mission.FromKnowledge, mission.FromEarlier)}
		found := slices.ContainsFunc(New().Entry(e), func(p Problem) bool { return p.Check == ReadingValue })
		if found != open {
			t.Errorf("\"there\" after Porto and %s is open: %v, want %v", other, found, open)
		}
	}
}

// TestTwoPhrasesOfOneValue proves that of two phrases neither excuses the other for a value
// that both cannot mean: after Porto, "that city" and "there" are not Lisbon, which was said
// before.
func TestTwoPhrasesOfOneValue(t *testing.T) {
	for city, open := range map[string]bool{"Lisbon": true, "Porto": false} {
		s := &story{r: rand.New(rand.NewPCG(1, 1)), missions: [][]event{
			{{kind: -1, city: slices.Index(townName, "Lisbon"), day: 20, shown: -1}},
			{{kind: -1, city: slices.Index(townName, "Porto"), day: 20, shown: -1}},
		}}
		said := slices.Index([]string{"Lisbon", "Porto"}, city)
		e := s.entry(s.last("get_weather", "city", city, "I have to be in that city. What is the weather there?", mission.Source{Pointer: "/city", Kind: mission.FromEarlier, Mission: said, Text: city}))
		found := slices.ContainsFunc(New().Entry(e), func(p Problem) bool { return p.Check == ReadingValue })
		if found != open {
			t.Errorf("%s in that city and there is open: %v, want %v", city, found, open)
		}
	}
}
