package proof

import (
	"testing"

	"switchyard/mission"
)

// TestUnclear tells what is plain in a request that varies an earlier one: the day of a
// list of flights from Lisbon to Porto for at most 200 euros.
func TestUnclear(t *testing.T) {
	list := func(args string, at int, sources ...mission.Source) mission.Mission {
		for i := range sources {
			if sources[i].Kind == mission.FromQuery || sources[i].Said == mission.FromQuery {
				sources[i].Mission = at
			}
		}
		return mission.Mission{Calls: []mission.Call{{Tool: "search_flights", Arguments: raw(args), Sources: sources, Observation: raw(`{}`)}}}
	}
	city := func(name, text string, said mission.SourceKind) mission.Source {
		return mission.Source{Pointer: "/" + name, Kind: mission.FromKnowledge, Said: said, Text: text, Rule: "airport"}
	}
	price := mission.Source{Pointer: "/max_price", Kind: mission.FromQuery, Text: "200 euros", Rule: mission.RuleMoney}
	kept := price
	kept.Kind = mission.FromEarlier
	first := list(`{"from":"LIS","to":"OPO","max_price":200}`, 0, city("from", "Lisbon", mission.FromQuery), city("to", "Porto", mission.FromQuery), price)
	first.Request = "Find flights from Lisbon to Porto for at most 200 euros."
	to := func(args string, sources ...mission.Source) mission.Mission {
		return list(args, 1, append([]mission.Source{city("from", "Lisbon", mission.FromEarlier), city("to", "Seville", mission.FromQuery)}, sources...)...)
	}
	whole, short := `{"from":"LIS","to":"SVQ","max_price":200}`, `{"from":"LIS","to":"SVQ"}`
	for _, c := range []struct {
		request string
		way     mission.Way
		next    mission.Mission
		plain   bool
	}{
		{"And to Seville?", mission.WayNoParts, to(whole, kept), true},
		{"Sorry, I meant to Seville.", mission.WayCorrection, to(whole, kept), true},
		{"What about Seville?", mission.WayNoParts, to(whole, kept), false},
		{"Sorry, make that Seville.", mission.WayCorrection, to(whole, kept), false},
		{"And to Seville?", mission.WayNoParts, to(short), false},
		{"Find flights to Seville.", mission.WayNoParts, to(whole, kept), false},
		{"Find flights from the same city to Seville.", mission.WayNeighbour, to(short), true},
		{"Find flights from the same city to Seville.", mission.WayNeighbour, to(whole, kept), false},
		{"Find flights from the same city to Seville for that price at most.", mission.WayNeighbour, to(whole, kept), true},
		{"Let me rephrase: find flights to Seville.", mission.WayRewording, to(whole, kept), false},
	} {
		c.next.Request, c.next.Relation = c.request, mission.Ellipsis
		c.next.Reference = &mission.Reference{Way: c.way, Phrase: c.request}
		e := &mission.Entry{Format: mission.FormatEntry, Missions: []mission.Mission{first, c.next}, Toolset: mission.Toolset{Tools: []mission.Tool{
			{Name: "search_flights", Parameters: raw(`{"type":"object","required":["from","to"]}`)}}}}
		v := New().newView(e)
		v.proveNothingSilent(&v.missions[1])
		if plain := len(v.problems) == 0; plain != c.plain {
			t.Errorf("%s (%s, %s): %v", c.request, c.way, c.next.Calls[0].Arguments, v.problems)
		}
	}
}
