package proof

import (
	"strings"
	"testing"

	"switchyard/mission"
)

// talk is a list of movies and a chat about it, in a toolset that says what people choose by and
// declares two facts.
func talk(chat mission.Mission) *mission.Entry {
	e := newEntry("talk", evening().Missions[0], complete(chat))
	e.Toolset.Facts = []string{"The doors open 20 minutes before a movie.", "Dogs may come to the late show."}
	movie := &e.Toolset.Entities[0]
	movie.Comparisons[0].Wanted, movie.Comparisons[1].Wanted = mission.WantedChoose, mission.WantedAvoid
	movie.Comparisons = append(movie.Comparisons, mission.Comparison{By: "starts", Order: mission.OrderMin, Say: []string{"earliest {noun}"}, Wanted: mission.WantedChoose})
	return e
}

// opinion: the user leaves open by what.
func opinion() *mission.Entry {
	all := mission.CompareClaim{Mission: 0, List: "/movies", Items: []int{0, 1, 2}, By: "price", Order: mission.OrderMin, Winner: 1}
	instead := all
	instead.By, instead.Winner = "starts", 0
	return talk(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayInterrogative, Phrase: "Which one would you take", Mission: 0, Text: "MV-102"},
		Request:   "Which one would you take?",
		Chat:      &mission.ChatClaim{Kind: mission.ChatOpinion, Compare: &all, Instead: &instead},
		Reply:     "I'd take MV-102: it is the cheapest (€8). Then again, MV-101 is the earliest (18 July 2026 at 19:30).",
	})
}

// place: the user doubts a price.
func place() *mission.Entry {
	return talk(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayOrdinalFront, Phrase: "the third one", Mission: 0, Text: "MV-103"},
		Request:   "Hm, isn't the third one a bit expensive?",
		Chat: &mission.ChatClaim{Kind: mission.ChatPlace, Compare: &mission.CompareClaim{
			Mission: 0, List: "/movies", Items: []int{0, 1, 2}, By: "price", Order: mission.OrderMax, Winner: 2, Place: 1}},
		Reply: "Yes, MV-103 is the most expensive of the three at €12; they go from €8 to €12.",
	})
}

// options: the user asks what else there is.
func options() *mission.Entry {
	return talk(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Ellipsis,
		Reference: &mission.Reference{Way: mission.WayMore, Phrase: "What other genres are there", Mission: 0, Text: "comedies"},
		Request:   "What other genres are there?",
		Chat:      &mission.ChatClaim{Kind: mission.ChatOptions, Options: &mission.OptionsClaim{Tool: "search_movies", Parameter: "genre"}},
		Reply:     "You can choose comedy, thrillers, dramas or science fiction.",
	})
}

// declared: the user asks how something works.
func declared() *mission.Entry {
	return talk(mission.Mission{
		Type:      mission.Chat,
		Relation:  mission.Implicit,
		Reference: &mission.Reference{Way: mission.WayOrdinalFront, Phrase: "the second one", Mission: 0, Text: "MV-102"},
		Request:   "May my dog come along to the second one?",
		Chat:      &mission.ChatClaim{Kind: mission.ChatFact, Keywords: []string{"dog"}},
		Reply:     "Dogs may come to the late show.",
	})
}

func TestTalk(t *testing.T) {
	for name, e := range map[string]*mission.Entry{"opinion": opinion(), "place": place(), "options": options(), "fact": declared()} {
		t.Run(name, func(t *testing.T) { wantChecks(t, New().Entry(e)) })
	}
}

// talkMutations spoil chats that are talk.
func talkMutations() []mutation {
	chat := func(e *mission.Entry) *mission.ChatClaim { return e.Missions[1].Chat }
	return []mutation{
		{"an opinion for another one", opinion, func(e *mission.Entry) { chat(e).Compare.Winner = 2 }, ChatOpinion},
		{"an opinion without its reason", opinion, func(e *mission.Entry) { reply(&e.Missions[1], "it is the cheapest (€8)", "it costs €8") }, ChatOpinion},
		{"an opinion without its value", opinion, func(e *mission.Entry) { reply(&e.Missions[1], " (€8)", "") }, ChatOpinion},
		{"an opinion by what nobody chooses by", opinion, func(e *mission.Entry) {
			e.Toolset.Entities[0].Comparisons[0].Wanted = mission.WantedNeutral
		}, ChatOpinion},
		{"what speaks for another one is not so", opinion, func(e *mission.Entry) { chat(e).Instead.Winner = 2 }, ChatOpinion},
		{"what speaks for the same one", opinion, func(e *mission.Entry) { chat(e).Instead = chat(e).Compare }, ChatOpinion},
		{"an opinion with a place", opinion, func(e *mission.Entry) { chat(e).Compare.Place = 1 }, ChatClaim},
		{"another place", place, func(e *mission.Entry) { chat(e).Compare.Place = 2 }, ChatPlace},
		{"counted from the other end", place, func(e *mission.Entry) { chat(e).Compare.Order = mission.OrderMin }, ChatPlace},
		{"one end is not said", place, func(e *mission.Entry) { reply(&e.Missions[1], "they go from €8 to €12", "that is so") }, ChatPlace},
		{"another item has the same value", place, func(e *mission.Entry) {
			observe(&e.Missions[0].Calls[0], `"price":8`, `"price":12`)
			e.Missions[0].Reply = strings.Replace(e.Missions[0].Reply, "€8", "€12", 1)
			again(&e.Missions[0], []int{0})
			reply(&e.Missions[1], "from €8", "from €9.50")
		}, ChatPlace},
		{"a place without a number", place, func(e *mission.Entry) { chat(e).Compare.Place = 0 }, ChatClaim},
		{"an option is left out", options, func(e *mission.Entry) { reply(&e.Missions[1], "dramas or science fiction", "or dramas") }, ChatOptions},
		{"options of nothing", options, func(e *mission.Entry) { chat(e).Options.Parameter = "date" }, ChatOptions},
		{"options of no tool", options, func(e *mission.Entry) { chat(e).Options.Tool = "list_genres" }, ChatOptions},
		{"options without a parameter", options, func(e *mission.Entry) { chat(e).Options = nil }, ChatClaim},
		{"a fact that nobody declared", declared, func(e *mission.Entry) { e.Toolset.Facts = e.Toolset.Facts[:1] }, ChatFact},
		{"a fact in other words", declared, func(e *mission.Entry) { reply(&e.Missions[1], "may come", "can come") }, ChatFact},
		{"a fact without words", declared, func(e *mission.Entry) { chat(e).Keywords = nil }, ChatClaim},
		{"a fact that a tool serves", declared, func(e *mission.Entry) { e.Toolset.Tools[1].Description += " Also tells about dogs." }, ChatCovered},
		{"a fact and a comparison", declared, func(e *mission.Entry) { chat(e).Compare = opinion().Missions[1].Chat.Compare }, ChatClaim},
	}
}
