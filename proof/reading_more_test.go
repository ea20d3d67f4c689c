package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"switchyard/mission"
)

// cheaper lists comedies without their prices, then those of at most €9.
func cheaper() *mission.Entry {
	first := evening().Missions[0]
	plain := strings.NewReplacer(`,"price":9.5`, "", `,"price":8`, "", `,"price":12`, "")
	first.Calls[0].Observation = raw(plain.Replace(comedies))
	reply(&first, ", €9.50", "")
	reply(&first, ", €8", "")
	reply(&first, ", €12", "")
	only := complete(mission.Mission{
		Type: mission.Single, Relation: mission.Ellipsis, Request: "Only for at most €9, please.",
		Reference: &mission.Reference{Way: mission.WayAddModifier, Phrase: "Only for at most €9", Text: "comedies"},
		Calls: []mission.Call{{Tool: "search_movies", Purpose: "List the cheap ones.", Arguments: raw(`{"genre":"comedy","date":"2026-07-18","max_price":9}`),
			Sources: []mission.Source{
				{Pointer: "/genre", Kind: mission.FromEarlier, Text: "comedies", Rule: mission.RuleLabel},
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "tomorrow", Rule: mission.RuleTomorrow},
				{Pointer: "/max_price", Kind: mission.FromQuery, Mission: 1, Text: "€9", Rule: mission.RuleMoney}},
			Status: 200, Observation: raw(`{"movies":[{"movie_id":"MV-102","title":"Slow Lobsters","starts":"2026-07-18T20:15"}]}`), Dependencies: []int{}}},
		Reply: "I found just one movie: MV-102, *Slow Lobsters*, at 8:15 pm.",
	}, []int{0})
	e := newEntry("cheaper", first, only)
	e.Toolset.Tools[0].Returns = raw(strings.Replace(movieList, `,"title","price"`, `,"title"`, 1))
	return e
}

// afterAList books the cheapest movie of a list that only varies an earlier one.
func afterAList() *mission.Entry {
	second := booksBy("the cheapest one", "price", mission.OrderMin, 1, "cheapest {noun}")
	m := &second.Missions[0]
	m.Relation, m.Reference = mission.Ellipsis, &mission.Reference{Way: mission.WayNeighbour, Phrase: "of the same kind", Text: "comedies"}
	m.Request = strings.Replace(m.Request, "each thriller", "what is on of the same kind", 1)
	argue(m, 0, strings.Replace(string(m.Calls[0].Arguments), "thriller", "comedy", 1))
	for c := range m.Calls {
		for s := range m.Calls[c].Sources {
			m.Calls[c].Sources[s].Mission = 1
		}
	}
	m.Calls[0].Sources[0] = mission.Source{Pointer: "/genre", Kind: mission.FromEarlier, Text: "comedies", Rule: mission.RuleLabel}
	again(m, []int{0}, []int{1})
	e := newEntry("afterAList", evening().Missions[0], *m)
	e.Toolset = second.Toolset
	return e
}

// comparedLater compares two movies of a list after one of them was booked.
func comparedLater() *mission.Entry {
	e := evening()
	compared := complete(mission.Mission{
		Type: mission.Chat, Relation: mission.LongTerm,
		Reference: &mission.Reference{Way: mission.WayEarlierSubject, Phrase: "The first movie from earlier or the last: which one costs less", Text: "Paper Moon"},
		Request:   "The first movie from earlier or the last: which one costs less?",
		Chat: &mission.ChatClaim{Kind: mission.ChatCompare, Compare: &mission.CompareClaim{
			Mission: 0, List: "/movies", Items: []int{0, 2}, By: "price", Order: mission.OrderMin, Winner: 0}},
		Reply: "*Paper Moon* (MV-101) does: it is €2.50 cheaper.",
	})
	return newEntry("comparedLater", e.Missions[0], e.Missions[1], compared)
}

func moreMutations() []mutation {
	return []mutation{
		{"a list that the list before shows", cheaper, func(e *mission.Entry) {
			for c, prices := range [][]string{{`"MV-101"`, "9.5", `"MV-102"`, "8", `"MV-103"`, "12"}, {`"MV-102"`, "8"}} {
				for i := 0; i < len(prices); i += 2 {
					observe(&e.Missions[c].Calls[0], prices[i], prices[i]+`,"price":`+prices[i+1])
				}
			}
		}, ReadingCall},
		{"a person asked for who was listed, in other words", winner, func(e *mission.Entry) {
			observe(&e.Missions[0].Calls[0], `"MV-101"`, `"MV-101","director":"Ana Freire"`)
			e.Toolset.Tools[1].Returns = raw(`{"type":"object","properties":{"director":{"type":"string","description":"Person who made the movie."}}}`)
			request(&e.Missions[2], "tell me more about it", "find out who made it")
		}, ReadingCall},
		{"a part that is told as all", friday, func(e *mission.Entry) {
			m := &e.Missions[0]
			reply(m, "I found three movies: MV-201 (€11), MV-202 (€7.50) and MV-203 (€10). The", "3 movies are on that day:\n\n- MV-201: €11\n- MV-202: €7.50\n- MV-203: €10\n\nThe")
		}, ReadingReply},
		{"the second in time", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			request(m, "the second one", "the second movie")
			m.Reference.Phrase, m.Calls[0].Sources[0].Choice.Text = "the second movie", "the second movie"
			observe(&e.Missions[0].Calls[0], "19:30", "20:30")
			reply(&e.Missions[0], "7:30", "8:30")
		}, ReadingBest},
		{"the lowest on the list", wish("the one with the lowest price", "price", mission.OrderMin, 1, "{noun} with the lowest price"), func(e *mission.Entry) {
			m := &e.Missions[0]
			e.Toolset.Entities[0].Comparisons = append(e.Toolset.Entities[0].Comparisons, mission.Comparison{By: "price", Order: mission.OrderMin, Say: []string{"lowest {noun}"}})
			request(m, "the one with the lowest price", "the lowest one")
			m.Calls[1].Sources[0].Choice.Text = "the lowest one"
		}, ReadingBest},
		{"the latest starting time on another day", wish("the one with the latest starting time", "starts", mission.OrderMax, 2, "{noun} with the latest starting time"),
			func(e *mission.Entry) { shows(e, "2026-07-24", "2026-07-27") }, ReadingBest},
		{"last by the queue", wish("the one that is shown last", "day", mission.OrderMax, 2, "{noun} that is shown last"), func(e *mission.Entry) {
			shows(e, `"fee":1}`, `"queue_place":9}`)
			shows(e, `"fee":0.5}`, `"queue_place":8}`)
			shows(e, `"fee":2}`, `"queue_place":7}`)
		}, ReadingBest},
		{"the cheapest of both lists", afterAList, func(e *mission.Entry) {
			observe(&e.Missions[0].Calls[0], `"price":8`, `"price":7.5`)
			reply(&e.Missions[0], "€8", "€7.50")
		}, ReadingList},
		{"two movies of one of two lists", comparedLater, func(e *mission.Entry) {
			observe(&e.Missions[1].Calls[0], `"total":32.0`, `"total":32.0,"movies":[{"movie_id":"MV-101"},{"movie_id":"MV-103"}]`)
			reply(&e.Missions[1], "€32.00 in total", "€32.00 in total. People also book MV-101 and MV-103")
		}, ReadingList},
		{"the movie from earlier after one under a short name", afterAChat, func(e *mission.Entry) {
			shows(e, `}`, `,"movie":"MV-102"}`)
			reply(&e.Missions[0], "Freire", "Freire; MV-102 goes on from there")
		}, ReadingThing},
	}
}

// TestMoreFixtures proves that the entries which the readings spoil are good before.
func TestMoreFixtures(t *testing.T) {
	for _, m := range moreMutations() {
		wantChecks(t, New().Entry(m.entry()))
	}
}

// parcel is a thing of a small world.
type parcel struct {
	id, weight, due int
	state, colour   string
}

func (p parcel) row(shown map[string]bool) map[string]any {
	all := map[string]any{"weight_kg": json.Number(fmt.Sprint(p.weight)), "due": fmt.Sprintf("2026-07-%02d", p.due), "status": p.state, "colour": p.colour}
	maps.DeleteFunc(all, func(name string, _ any) bool { return !shown[name] })
	all["parcel_id"] = fmt.Sprintf("PX%d", 1000+p.id)
	return all
}

// TestReadOff compares the check of needless lists with the world itself: the rows of the
// first list answer the second one if they show everything by which it is narrower.
func TestReadOff(t *testing.T) {
	about := map[string]string{"max_weight": "weight_kg", "due_until": "due", "status": "status", "wrapped_in": "colour"}
	list := &tool{Tool: &mission.Tool{Name: "list_parcels"}, params: newSchemaFacts(raw(`{"type":"object","properties":{"max_weight":{"type":"number"},
"due_until":{"type":"string","description":"Last day of delivery"},"status":{"type":"string"},"wrapped_in":{"type":"string"}}}`))}
	counts := [2]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 19))
		world := make([]parcel, 2+r.IntN(4))
		for i := range world {
			world[i] = parcel{i, 1 + r.IntN(5), 10 + r.IntN(5), []string{"open", "sent"}[r.IntN(2)], []string{"red", "blue"}[r.IntN(2)]}
		}
		shown := map[string]bool{}
		for _, name := range []string{"weight_kg", "due", "status"} {
			shown[name] = r.IntN(3) > 0
		}
		draw := func() map[string]any {
			args := map[string]any{}
			for name, value := range map[string]any{"max_weight": json.Number(fmt.Sprint(2 + r.IntN(4))), "due_until": fmt.Sprintf("2026-07-%02d", 11+r.IntN(4)),
				"status": []string{"open", "sent"}[r.IntN(2)], "wrapped_in": []string{"red", "blue"}[r.IntN(2)]} {
				if r.IntN(3) == 0 {
					args[name] = value
				}
			}
			return args
		}
		ask := func(args map[string]any) *callView {
			rows := []any{}
			for _, p := range world {
				if heldBy(p, args) {
					rows = append(rows, p.row(shown))
				}
			}
			return &callView{Call: &mission.Call{Tool: "list_parcels", Status: 200}, tool: list, arguments: args,
				observation: map[string]any{"count": json.Number(fmt.Sprint(len(rows))), "parcels": rows}}
		}
		first, second := draw(), draw()
		if r.IntN(2) == 0 { // more often narrower
			for name, value := range first {
				second[name] = value
			}
		}
		old, call := ask(first), ask(second)
		rows, _, _ := soleList(old.observation)
		want := narrowerThan(first, second, func(name string) bool {
			if len(rows) == 0 {
				return first[name] == nil
			}
			return shown[about[name]]
		})
		if got := readOff(call, old); got != want {
			t.Fatalf("seed %d: %v after %v, shown %v: %v, and by the world %v\n%v\n%v", seed, second, first, shown, got, want, old.observation, call.observation)
		}
		counts[map[bool]int{true: 1}[want]]++
	}
	if counts[0] < 100 || counts[1] < 100 {
		t.Errorf("%d needed lists and %d others are too few", counts[0], counts[1])
	}
}

func heldBy(p parcel, args map[string]any) bool {
	for name, value := range args {
		ok := false
		switch name {
		case "max_weight":
			ok = fmt.Sprint(p.weight) <= fmt.Sprint(value)
		case "due_until":
			ok = fmt.Sprintf("2026-07-%02d", p.due) <= value.(string)
		case "status":
			ok = p.state == value
		case "wrapped_in":
			ok = p.colour == value
		}
		if !ok {
			return false
		}
	}
	return true
}

// narrowerThan reports whether the second filters only leave out more, by what can be read.
func narrowerThan(first, second map[string]any, readable func(string) bool) bool {
	for name := range first {
		if second[name] == nil {
			return false
		}
	}
	for name, value := range second {
		was, given := first[name]
		switch {
		case given && fmt.Sprint(was) == fmt.Sprint(value):
		case !readable(name):
			return false
		case given && (name == "status" || name == "wrapped_in" || fmt.Sprint(value) > fmt.Sprint(was)):
			return false
		}
	}
	return true
}

// "The same time of day" is a time, and no day.
func TestTimeOfDayIsATime(t *testing.T) {
	v := New().newView(evening())
	for said, want := range map[string]string{"the same time of day.": "time", "the same number of days.": "days", "the same day.": "day"} {
		if noun, _ := v.valueNoun(spans(said)[1:]); noun != want {
			t.Errorf("%s: %q, want %q", said, noun, want)
		}
	}
}
