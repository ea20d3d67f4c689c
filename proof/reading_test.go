package proof

import (
	"strings"
	"testing"

	"switchyard/mission"
)

// dated has attributes of every nature, and words that compare by them.
const dated = `{"movies":[{"movie_id":"MV-301","title":"Salt","day":"2026-07-24","starts":"21:00","price":9,"fee":1},
{"movie_id":"MV-302","title":"Tin","day":"2026-07-25","starts":"21:30","price":8,"fee":0.5},
{"movie_id":"MV-303","title":"Oak","day":"2026-07-26","starts":"22:00","price":11,"fee":2}]}`

// booksBy is friday's first mission with other words for the movie that is booked: item
// at, by an attribute.
func booksBy(text, by string, order mission.Order, at int, say string) *mission.Entry {
	e := newEntry("booksBy", friday().Missions[0])
	e.Toolset.Entities[0].Comparisons = append(e.Toolset.Entities[0].Comparisons, mission.Comparison{By: by, Order: order, Say: []string{say}})
	m := &e.Missions[0]
	m.Calls[0].Observation = raw(dated)
	id := []string{"MV-301", "MV-302", "MV-303"}[at]
	m.Calls[1].Arguments = raw(`{"movie_id":"` + id + `","seats":2}`)
	m.Calls[1].Observation = raw(`{"booking_id":"BK1200","movie_id":"` + id + `","seats":2}`)
	src := &m.Calls[1].Sources[0]
	src.At = "/movies/" + string(rune('0'+at)) + "/movie_id"
	src.Choice = &mission.Choice{List: "/movies", By: by, Order: order, Text: text}
	m.Request = "Show me each thriller next Friday for under €12, and book two seats for " + text + "."
	m.Reply = "I found MV-301, MV-302 and MV-303. Booking BK1200 holds 2 seats."
	again(m, []int{0}, []int{1})
	return e
}

// shows changes what the first call answers.
func shows(e *mission.Entry, old, new string) {
	c := &e.Missions[0].Calls[0]
	c.Observation = raw(strings.Replace(string(c.Observation), old, new, 1))
}

// aboutMovie is a movie that is looked up, and seats for it.
func aboutMovie(text string) *mission.Entry {
	look := complete(mission.Mission{
		Type: mission.Single, Request: "What is known about MV-101?",
		Calls: []mission.Call{{Tool: "get_movie", Purpose: "Look it up.", Arguments: raw(`{"movie_id":"MV-101"}`),
			Sources: []mission.Source{query("/movie_id", "MV-101", "")},
			Status:  200, Observation: raw(`{"movie_id":"MV-101","director":"Ana Freire"}`), Dependencies: []int{}}},
		Reply: "MV-101 is by Ana Freire.",
	}, []int{0})
	way := mission.WayPersonal
	if strings.HasPrefix(text, "that") {
		way = mission.WayDemonstrative
	}
	book := complete(mission.Mission{
		Type: mission.Single, Relation: mission.Implicit, Request: "Please book two seats for " + text + ".",
		Reference: &mission.Reference{Way: way, Phrase: text, Text: "MV-101"},
		Calls: []mission.Call{{Tool: "book_seats", Purpose: "Book.", Arguments: raw(`{"movie_id":"MV-101","seats":2}`),
			Sources: []mission.Source{
				{Pointer: "/movie_id", Kind: mission.FromShown, At: "/movie_id", Text: "MV-101", Choice: &mission.Choice{Order: mission.OrderOnly, Text: text}},
				{Pointer: "/seats", Kind: mission.FromQuery, Mission: 1, Text: "two", Rule: mission.RuleNumber}},
			Status: 200, Observation: raw(`{"booking_id":"BK55","movie_id":"MV-101","seats":2}`), Dependencies: []int{}}},
		Reply: "Booking BK55 holds 2 seats for MV-101.",
	}, []int{0})
	return newEntry("aboutMovie", look, book)
}

// afterAChat returns to the mission before a chat: "the movie from earlier".
func afterAChat() *mission.Entry {
	e := aboutMovie("the movie from earlier")
	chat := mailed().Missions[1]
	chat.Reference = &mission.Reference{Way: mission.WayDetail, Phrase: "Who invented popcorn?", Text: "Ana Freire"}
	book := e.Missions[1]
	book.Relation, book.Reference.Way = mission.LongTerm, mission.WayEarlierSubject
	book.Calls[0].Sources[1].Mission = 2
	return newEntry("afterAChat", e.Missions[0], chat, book)
}

// sameDay lists dramas on a day that the words point at.
func sameDay(words string) mission.Mission {
	return complete(mission.Mission{
		Type: mission.Single, Relation: mission.Implicit, Request: "Which dramas are on " + words + "?",
		Reference: &mission.Reference{Way: mission.WayDemonstrative, Phrase: words, Text: "tomorrow"},
		Calls: []mission.Call{{Tool: "search_movies", Purpose: "List the dramas.", Arguments: raw(`{"genre":"drama","date":"2026-07-18"}`),
			Sources: []mission.Source{
				{Pointer: "/genre", Kind: mission.FromQuery, Mission: 1, Text: "dramas", Rule: mission.RuleLabel},
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "tomorrow", Rule: mission.RuleTomorrow}},
			Status: 404, Observation: raw(`{"error":"no movies found"}`), Dependencies: []int{}}},
		Reply: "I'm afraid there are none.",
	}, []int{0})
}

func onThatDay(words string) func() *mission.Entry {
	return func() *mission.Entry { return newEntry("onThatDay", evening().Missions[0], sameDay(words)) }
}

// numbered comes back to the first question after something else.
func numbered() *mission.Entry {
	chat := mailed().Missions[1]
	chat.Reference = &mission.Reference{Way: mission.WayDetail, Phrase: "Who invented popcorn?", Text: "Slow Lobsters"}
	back := sameDay("the same day as in my first question")
	back.Relation, back.Reference.Way = mission.LongTerm, mission.WayEarlierSubject
	back.Calls[0].Sources[0].Mission = 2
	return newEntry("numbered", evening().Missions[0], chat, back)
}

// corrected puts a correction of the first question in the place of the chat.
func corrected(e *mission.Entry) {
	e.Missions[1] = complete(mission.Mission{
		Type: mission.Single, Relation: mission.Ellipsis, Request: "Sorry, I meant on Sunday.",
		Reference: &mission.Reference{Way: mission.WayCorrection, Phrase: "Sorry, I meant on Sunday", Text: "comedies"},
		Calls: []mission.Call{{Tool: "search_movies", Purpose: "List the comedies.", Arguments: raw(`{"genre":"comedy","date":"2026-07-19"}`),
			Sources: []mission.Source{
				{Pointer: "/genre", Kind: mission.FromEarlier, Text: "comedies", Rule: mission.RuleLabel},
				{Pointer: "/date", Kind: mission.FromClock, Said: mission.FromQuery, Mission: 1, Text: "on Sunday", Rule: mission.RuleWeekday}},
			Status: 404, Observation: raw(`{"error":"no movies found"}`), Dependencies: []int{}}},
		Reply: "I'm afraid there are none on Sunday.",
	}, []int{0})
	e.SwitchPath[1] = mission.Single
}

// madeBefore chooses the latest movie of a list after one of them was looked up.
func madeBefore() *mission.Entry {
	first := aboutMovie("it").Missions[0]
	first.Request = "What is known about the thriller MV-301?"
	first.Calls[0].Arguments, first.Calls[0].Observation = raw(`{"movie_id":"MV-301"}`), raw(`{"movie_id":"MV-301","director":"Ana Freire"}`)
	first.Calls[0].Sources[0].Text, first.Reply = "MV-301", "MV-301 is by Ana Freire."
	again(&first, []int{0})
	second := booksBy("the latest one", "starts", mission.OrderMax, 2, "latest {noun}")
	m := &second.Missions[0]
	m.Relation, m.Reference = mission.Ellipsis, &mission.Reference{Way: mission.WayNeighbour, Phrase: "of the same kind", Text: "thriller"}
	m.Request = strings.Replace(m.Request, "each thriller", "what is on of the same kind", 1)
	for c := range m.Calls {
		for s := range m.Calls[c].Sources {
			m.Calls[c].Sources[s].Mission = 1
		}
	}
	m.Calls[0].Sources[0] = mission.Source{Pointer: "/genre", Kind: mission.FromEarlier, Text: "thriller"}
	again(m, []int{0}, []int{1})
	e := newEntry("madeBefore", first, *m)
	e.Toolset = second.Toolset
	return e
}

// wish is a choice of the last movie by an attribute, with a word for it.
func wish(text, by string, order mission.Order, at int, say string) func() *mission.Entry {
	return func() *mission.Entry { return booksBy(text, by, order, at, say) }
}

// toldBy is a choice of the first movie by what it is like.
func toldBy(text, by, value string) func() *mission.Entry {
	return func() *mission.Entry {
		e := booksBy(text, by, mission.OrderIs, 0, "")
		e.Toolset.Entities[0].Comparisons = e.Toolset.Entities[0].Comparisons[:len(e.Toolset.Entities[0].Comparisons)-1]
		e.Missions[0].Calls[1].Sources[0].Choice.Value = value
		return e
	}
}

func readingMutations() []mutation {
	latest := wish("the latest one", "starts", mission.OrderMax, 2, "latest {noun}")
	leaves := wish("the one that starts last", "starts", mission.OrderMax, 2, "{noun} that starts last")
	return []mutation{
		{"latest by the time of day", wish("the latest one", "day", mission.OrderMax, 2, "latest {noun}"), func(e *mission.Entry) { shows(e, "21:00", "23:00") }, ReadingBest},
		{"latest by the date", latest, func(e *mission.Entry) { shows(e, "2026-07-24", "2026-07-27") }, ReadingBest},
		{"latest by the moment", leaves, func(e *mission.Entry) { shows(e, "2026-07-24", "2026-07-27") }, ReadingBest},
		{"latest by when it was made", madeBefore, func(e *mission.Entry) { e.Missions[0].Calls[0].Status = created }, ReadingBest},
		{"last by the place in the list", wish("the one that comes last", "day", mission.OrderMax, 2, "{noun} that comes last"), func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			s := string(c.Observation)
			c.Observation = raw(strings.NewReplacer("2026-07-24", "2026-07-26", "2026-07-26", "2026-07-24", "21:00", "22:00", "22:00", "21:00").Replace(s))
			e.Missions[0].Calls[1].Sources[0].At = "/movies/0/movie_id"
			argue(&e.Missions[0], 1, `{"movie_id":"MV-301","seats":2}`)
		}, ReadingBest},
		{"newest by the year", wish("the newest one", "day", mission.OrderMax, 2, "newest {noun}"), func(e *mission.Entry) {
			shows(e, `"fee":1}`, `"made_year":2026}`)
			shows(e, `"fee":0.5}`, `"made_year":2025}`)
			shows(e, `"fee":2}`, `"made_year":2024}`)
		}, ReadingBest},
		{"cheapest by the fee", friday, func(e *mission.Entry) {
			shows(e, `"price":11`, `"price":11,"fee":1`)
			shows(e, `"price":7.5`, `"price":7.5,"fee":3`)
			shows(e, `"price":10`, `"price":10,"fee":2`)
		}, ReadingBest},
		{"the first by the date", evening, func(e *mission.Entry) {
			shows(e, `"price":9.5`, `"price":9.5,"on":"2026-07-30"`)
			shows(e, `"price":8`, `"price":8,"on":"2026-07-28"`)
			shows(e, `"price":12`, `"price":12,"on":"2026-07-31"`)
		}, ReadingBest},
		{"the second as the reply mentions them", evening, func(e *mission.Entry) {
			m := &e.Missions[0]
			lines := strings.Split(m.Reply, "\n")
			lines[3], lines[4] = lines[4], lines[3]
			say(m, m.Reply, strings.Join(lines, "\n"))
		}, ReadingBest},
		{"the second of another list", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Calls[0].Observation = raw(`{"booking_id":"BK7731","movie_id":"MV-102","seats":4,"total":32.0,"also":[{"movie_id":"MV-401"},{"movie_id":"MV-402"}]}`)
			reply(m, "in total", "in total; MV-401 and MV-402 would suit you, too")
		}, ReadingList},
		{"it after another thing", func() *mission.Entry { return aboutMovie("it") }, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Calls[0].Observation = raw(`{"movie_id":"MV-101","director":"Ana Freire","booking_id":"BK7"}`)
			reply(m, "is by", "(BK7) is by")
		}, ReadingThing},
		{"that movie after two", func() *mission.Entry { return aboutMovie("that movie") }, func(e *mission.Entry) {
			shows(e, `}`, `,"sequel":{"movie_id":"MV-102"}}`)
			reply(&e.Missions[0], "Freire", "Freire; MV-102 goes on from there")
		}, ReadingThing},
		{"the movie from earlier after two", afterAChat, func(e *mission.Entry) {
			shows(e, `}`, `,"sequel":{"movie_id":"MV-102"}}`)
			reply(&e.Missions[0], "Freire", "Freire; MV-102 goes on from there")
		}, ReadingThing},
		{"the same day after two", onThatDay("the same day"), twoDays, ReadingValue},
		{"that day after two", onThatDay("that day"), twoDays, ReadingValue},
		{"a question that was corrected", numbered, corrected, ReadingRequest},
		{"a time of two movies", toldBy("the one at 9 pm", "starts", "21:00"), func(e *mission.Entry) { shows(e, `"fee":0.5`, `"fee":0.5,"doors":"21:00"`) }, ReadingBest},
		{"a day of two movies", toldBy("the one on 24 July", "day", "2026-07-24"), func(e *mission.Entry) { shows(e, `"fee":0.5`, `"fee":0.5,"opened":"2026-07-24"`) }, ReadingBest},
	}
}

// twoDays has the first mission say another day, too.
func twoDays(e *mission.Entry) {
	m := &e.Missions[0]
	m.Request = "What comedies are on tomorrow? And remind me on 20 July 2026 to go."
	m.Type, m.Pattern, e.SwitchPath[0] = mission.Multi, mission.Parallel, mission.Multi
	m.Calls = append(m.Calls, mission.Call{Tool: "set_reminder", Purpose: "Remind.", Arguments: raw(`{"at":"2026-07-20"}`),
		Sources: []mission.Source{query("/at", "20 July 2026", mission.RuleDate)}, Status: 200, Observation: raw(`{"ok":true}`), Dependencies: []int{}})
	m.Reply += "\n\nI will remind you."
	again(m, []int{0, 1})
}

// TestReadingFixtures proves that the entries which the readings spoil are good before.
func TestReadingFixtures(t *testing.T) {
	for _, m := range readingMutations() {
		wantChecks(t, New().Entry(m.entry()))
	}
}

// A list of another mission is not looked for among the calls of this one, of which there
// may be fewer.
func TestWordsBehindAChoice(t *testing.T) {
	m := &missionView{at: 2}
	if at := afterIn(m, &listing{mission: 0, call: 3}, 0); at != -1 {
		t.Errorf("found at %d", at)
	}
}
