package proof

import (
	"strings"

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
		{"a number asked for that the list shows of the thing", evening, func(e *mission.Entry) {
			e.Toolset.Tools[2].Effect = mission.EffectCompute
			observe(&e.Missions[0].Calls[0], `"MV-102"`, `"MV-102","seats":30`)
		}, ReadingGap},
		{"a number left out that can be left out only in another case", evening, func(e *mission.Entry) {
			e.Toolset.Tools[2].Parameters = raw(strings.Replace(string(e.Toolset.Tools[2].Parameters), `"properties":{`, `"properties":{"row":{"type":"integer","description":"The row. Not required when modifying a booking."},`, 1))
		}, ReadingGap},
		{"a number left out that must be given in this case", evening, func(e *mission.Entry) {
			e.Toolset.Tools[0].Parameters = raw(strings.Replace(string(e.Toolset.Tools[0].Parameters), `"properties":{`, `"properties":{"row":{"type":"integer","description":"The row. Required only when looking for dramas, thrillers or comedies."},`, 1))
		}, ReadingGap},
		{"a kind asked for by which a list can have all", yen, func(e *mission.Entry) {
			e.Toolset.Tools[4].Effect = mission.EffectList
			e.Toolset.Tools[4].Parameters = raw(`{"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"number"},"currency":{"enum":["JPY","USD"]}}}`)
		}, ReadingGap},
		{"another kind asked for where there are two", yen, func(e *mission.Entry) {
			e.Toolset.Tools[4].Effect = mission.EffectCompute
			e.Toolset.Tools[4].Parameters = raw(`{"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"number"},"currency":{"enum":["JPY","USD"]}}}`)
			request(&e.Missions[0], "Could you convert 45 euros for me?", "Could you convert 45 euros into another currency for me?")
		}, ReadingGap},
		{"an evasive reply that can be taken for a time", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[0].Reply, "As soon as it suits you, I don't know yet.")
		}, ReadingEvasion},
		{"an evasive reply that neither asks back nor leaves open", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[0].Reply, "It is a film that the neighbours talk about.")
		}, ReadingEvasion},
		{"a list that drops what an earlier one was narrowed by", func() *mission.Entry { return ofAnyGenre(onThatDay("the same day")()) }, func(e *mission.Entry) {
			e.Toolset.Tools[0].Effect = mission.EffectList
			m := &e.Missions[1]
			argue(m, 0, `{"date":"2026-07-18"}`)
			m.Calls[0].Sources = m.Calls[0].Sources[1:]
			request(m, "dramas", "films")
		}, ReadingSilence},
		{"a request taken up as a whole, without a part of it", tookUp, func(e *mission.Entry) {
			argue(&e.Missions[2], 0, `{"date":"2026-07-18"}`)
			m := &e.Missions[2]
			m.Calls[0].Sources = m.Calls[0].Sources[1:]
			request(m, "which dramas", "what")
		}, ReadingRequest},
		{"a request named by what two were about", namedByMovies, func(e *mission.Entry) {
			corrected(e)
		}, ReadingRequest},
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

// tookUp comes back to the first question as a whole.
func tookUp() *mission.Entry {
	e := numbered()
	m := &e.Missions[2]
	request(m, m.Request, "Going back to my first question: which dramas are on that day?")
	m.Reference.Phrase = "that day"
	return ofAnyGenre(e)
}

// namedByMovies comes back to the first question by what it was about.
func namedByMovies() *mission.Entry {
	e := numbered()
	e.Toolset.Tools[0].Thing = "movie_id"
	m := &e.Missions[2]
	request(m, "in my first question", "for the movies earlier")
	m.Reference.Phrase = "the same day as for the movies earlier"
	return e
}

// ofAnyGenre lets movies be searched for without a genre.
func ofAnyGenre(e *mission.Entry) *mission.Entry {
	t := &e.Toolset.Tools[0]
	t.Parameters = raw(strings.Replace(string(t.Parameters), `"required":["genre","date"]`, `"required":["date"]`, 1))
	return e
}
