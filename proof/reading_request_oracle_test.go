package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"switchyard/mission"
)

// asked is a request for the weather of a city.
type asked struct {
	city     int
	question bool // it ends in a question mark
	amends   bool // it corrects the request before it
}

// TestRequestOracle compares what "my second question" can mean with a count of all
// readings: of all messages, of the questions, of those that correct nothing, and with the
// corrections of what is meant.
func TestRequestOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1000, func(seed uint64) (known, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 19))
		list := make([]asked, 2+r.IntN(3))
		for k := range list {
			list[k] = asked{r.IntN(2), r.IntN(2) == 0, k > 0 && r.IntN(4) == 0}
		}
		n := 1 + r.IntN(len(list))
		noun := []string{"question", "request"}[r.IntN(2)]
		meant := requestsByHand(list, n, noun == "question")
		gold := meant[r.IntN(len(meant))]
		known = !slices.ContainsFunc(meant, func(k int) bool { return list[k].city != list[gold].city })
		e := newEntry("small")
		e.Toolset = smallToolset()
		for k, a := range list {
			city, end := townName[a.city], map[bool]string{true: "?", false: "."}[a.question]
			m := mission.Mission{Type: mission.Single, Request: "The weather in " + city + end, Reply: "It is fine.", Calls: []mission.Call{{Tool: "get_weather", Status: 200, Observation: raw(`{}`),
				Arguments: raw(fmt.Sprintf(`{"city":%q}`, city)), Sources: []mission.Source{{Pointer: "/city", Kind: mission.FromQuery, Mission: k, Text: city}}}}}
			if a.amends {
				m.Relation, m.Reference = mission.Ellipsis, &mission.Reference{Way: mission.WayCorrection, Mission: k - 1, Phrase: m.Request, Text: "weather"}
			}
			e.Missions = append(e.Missions, m)
		}
		city := townName[list[gold].city]
		phrase := fmt.Sprintf("going back to my %s %s: the same, but on 29 July 2026", []string{"first", "second", "third", "fourth"}[n-1], noun)
		e.Missions = append(e.Missions, mission.Mission{Type: mission.Single, Relation: mission.LongTerm, Request: phrase + ".", Reply: "It is fine.",
			Reference: &mission.Reference{Way: mission.WayEarlierSubject, Mission: gold, Phrase: phrase, Text: city},
			Calls: []mission.Call{{Tool: "get_weather", Status: 200, Observation: raw(`{}`), Arguments: raw(fmt.Sprintf(`{"city":%q,"date":"2026-07-29"}`, city)),
				Sources: []mission.Source{{Pointer: "/city", Kind: mission.FromEarlier, Mission: gold, Text: city}, {Pointer: "/date", Kind: mission.FromQuery, Mission: len(list), Text: "29 July 2026", Rule: mission.RuleDate}}}}})
		found := slices.ContainsFunc(p.Entry(e), func(problem Problem) bool { return problem.Check == ReadingRequest })
		if known == found {
			t.Fatalf("seed %d: the oracle says clear=%v of %q, taken for request %d of %+v", seed, known, phrase, gold+1, list)
		}
		return known, true
	})
}

// requestsByHand lists what the n-th question or request can be.
func requestsByHand(list []asked, n int, question bool) []int {
	meant := map[int]bool{n - 1: true}
	questions, own := 0, 0
	for k, a := range list {
		if a.question {
			questions++
			if question && questions == n {
				meant[k] = true
			}
		}
		if !a.amends {
			own++
			if own == n {
				meant[k] = true
			}
		}
	}
	for k := 1; k < len(list); k++ { // a correction of a correction is one, too
		if list[k].amends && meant[k-1] {
			meant[k] = true
		}
	}
	var out []int
	for k := range list {
		if meant[k] {
			out = append(out, k)
		}
	}
	return out
}
