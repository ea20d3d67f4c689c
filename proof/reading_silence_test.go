package proof

import (
	"maps"
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
		{"On second thoughts, find flights to Seville.", mission.WayRewording, to(whole, kept), false},
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

// TestAddition tells when it is plain what a wish is added to: not if the request had two
// wishes, or was a change itself.
func TestAddition(t *testing.T) {
	for _, c := range []struct {
		args    string
		changed mission.Way
		plain   bool
	}{
		{`{"city":"Porto"}`, "", true},
		{`{"city":"Porto","stars":4}`, "", true},
		{`{"city":"Porto","stars":4,"pool":true}`, "", false},
		{`{"city":"Porto"}`, mission.WayNoParts, true},
		{`{"city":"Porto"}`, mission.WayAddModifier, false},
		{`{"city":"Porto"}`, mission.WayCorrection, false},
	} {
		e := &mission.Entry{Missions: []mission.Mission{
			{Calls: []mission.Call{{Tool: "list_hotels", Arguments: raw(c.args), Observation: raw(`{}`)}}},
			{Reference: &mission.Reference{Way: mission.WayAddModifier}},
		}, Toolset: mission.Toolset{Tools: []mission.Tool{{Name: "list_hotels", Parameters: raw(`{"type":"object","required":["city"]}`)}}}}
		if c.changed != "" {
			e.Missions[0].Reference = &mission.Reference{Way: c.changed}
		}
		v := New().newView(e)
		if why := v.unclearAddition(&v.missions[1], &v.missions[0].calls[0]); (why == "") != c.plain {
			t.Errorf("%s after %q: %q", c.args, c.changed, why)
		}
	}
}

// TestWider compares the check with brute force: it tries every set of arguments that one
// call could have beside those of the other.
func TestWider(t *testing.T) {
	names := []string{"city", "day", "stars"}
	var all []map[string]any
	for n := range 27 { // absent, or one of two values
		args := map[string]any{}
		for _, name := range names {
			if n%3 > 0 {
				args[name] = n % 3
			}
			n /= 3
		}
		all = append(all, args)
	}
	for _, now := range all {
		for _, past := range all {
			want := false
			for _, more := range all {
				both := maps.Clone(now)
				maps.Copy(both, more)
				want = want || len(now) > 0 && len(more) > 0 && len(both) == len(now)+len(more) && maps.Equal(both, past)
			}
			if name := wider(now, past); (name != "") != want {
				t.Errorf("%v after %v: %q", now, past, name)
			}
		}
	}
}

// TestAfterAChat tells that what was said in a chat is not kept in silence: the language of
// a poster that no tool draws is not that of the weather report.
func TestAfterAChat(t *testing.T) {
	for request, plain := range map[string]bool{
		"Then show me the weather, but in another city.":                      false,
		"And the weather in Porto?":                                           false,
		"Then show me the weather in the same language, but in another city.": true,
	} {
		e := &mission.Entry{Format: mission.FormatEntry, Missions: []mission.Mission{
			{Type: mission.Chat, Request: "Draw me a poster in Chinese."},
			{Type: mission.Single, Relation: mission.Ellipsis, Request: request, Reference: &mission.Reference{Way: mission.WayNoParts, Phrase: request},
				Calls: []mission.Call{{Tool: "get_weather", Arguments: raw(`{"language":"zh"}`), Observation: raw(`{}`),
					Sources: []mission.Source{{Pointer: "/language", Kind: mission.FromKnowledge, Said: mission.FromEarlier, Text: "Chinese", Rule: "language"}}}}},
		}}
		v := New().newView(e)
		v.proveNothingSilent(&v.missions[1])
		if got := len(v.problems) == 0; got != plain {
			t.Errorf("%s %v", request, v.problems)
		}
	}
}
