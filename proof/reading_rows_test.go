package proof

import (
	"switchyard/mission"
)

// orderMutations break what reading.order, call, silence and gap claim.
func orderMutations() []mutation {
	return []mutation{
		{"a call that waits for what the request says", mixed, func(e *mission.Entry) {
			request(&e.Missions[0], "Cold Harbour", "Cold Harbour (MV-203)")
		}, ReadingOrder},
		{"a call that waits for what another list shows", mixed, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Calls[0].Observation = raw(thrillers)
			reply(m, "MV-101, MV-102 and MV-103", "MV-201, MV-202 and MV-203")
		}, ReadingOrder},
		{"a thing looked up of which all was listed", evening, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			observe(c, `"MV-101"`, `"MV-101","director":"Ana Freire","minutes":102`)
		}, ReadingCall},
		{"a director asked for who was listed", winner, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			observe(c, `"MV-101"`, `"MV-101","director":"Ana Freire"`)
			request(&e.Missions[2], "more about it", "the director of it")
		}, ReadingCall},
		{"a filter that an ellipsis drops", friday, func(e *mission.Entry) {
			m := &e.Missions[1]
			argue(m, 0, `{"genre":"drama","date":"2026-07-24"}`)
			m.Calls[0].Sources = m.Calls[0].Sources[:2]
		}, ReadingSilence},
		{"a thing that no word stands for", mailed, func(e *mission.Entry) {
			m := &e.Missions[2]
			say(m, m.Request, "What is known?")
			m.Reference.Phrase = "What is known"
		}, ReadingSilence},
		{"a filter that a rewording need not have", friday, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Reference.Way = mission.WayRewording
			request(m, "And what about dramas?", "Let me rephrase: show me dramas.")
			m.Reference.Phrase = m.Request
		}, ReadingSilence},
		{"a request that stops before its object", yen, func(e *mission.Entry) {
			request(&e.Missions[0], "Could you convert 45 euros for me?", "I have 45 euros. Could you convert?")
		}, ReadingGap},
		{"a request that implies what is asked for", evening, func(e *mission.Entry) {
			request(&e.Missions[1], "the second one", "the second one, for a party of 4")
		}, ReadingGap},
		{"a request that implies another number of what is asked for", evening, func(e *mission.Entry) {
			request(&e.Missions[1], "the second one", "the second one, in the row of five seats")
		}, ReadingGap},
		{"a choice from a list that another call shows", mixed, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Calls[0].Observation = raw(thrillers)
			argue(m, 2, `{"movie_id":"MV-202","seats":2}`)
			m.Calls[2].Sources[0].At = "/movies/1/movie_id"
			m.Calls[2].Sources[0].Choice = &mission.Choice{List: "/movies", By: "price", Order: mission.OrderMin, Text: "the cheapest"}
			request(m, "the one called Cold Harbour", "the cheapest")
			reply(m, "MV-101, MV-102 and MV-103", "MV-201, MV-202 and MV-203")
		}, ReadingOrder},
	}
}
