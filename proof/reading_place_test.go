package proof

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// TestPlaceOfAThing proves that "there" can be the place of a thing that was spoken of since,
// if things of the kind are in a place and nobody has told in which.
func TestPlaceOfAThing(t *testing.T) {
	film := piece{id: 101, day: 20, starts: 18, price: 5, fee: 1}
	for _, c := range []struct {
		name, words string
		placed      bool // films are in a city
		shown       int  // the city that the look-up shows; -1 if it shows none
		listed      bool // the film stood on a list for Porto
		open        bool
	}{
		{"a film somewhere", "there", true, -1, false, true},
		{"a city that was said", "in the same city", true, -1, false, false},
		{"a film in Porto", "there", true, 1, false, false},
		{"a film that was listed for Porto", "there", true, -1, true, false},
		{"films are nowhere", "there", false, -1, false, false},
	} {
		first := event{kind: -1, city: 1, day: 20, shown: -1}
		if c.listed {
			first = event{city: 1, day: 20, shown: -1, listed: true, shows: []piece{film, {id: 103, day: 21, starts: 19, price: 6, fee: 2}}}
		}
		s := &story{r: rand.New(rand.NewPCG(1, 1)), missions: [][]event{{first}, {{shows: []piece{film}, shown: c.shown}}}}
		e := s.entry(s.last("get_weather", "city", "Porto", "What is the weather "+c.words+"?", mission.Source{Pointer: "/city", Kind: mission.FromEarlier, Mission: 0, Text: "Porto"}))
		for i := range e.Toolset.Tools {
			if tool := &e.Toolset.Tools[i]; c.placed && tool.Name == "get_film" {
				tool.Returns = raw(strings.Replace(string(tool.Returns), `"day":`, `"city":{"type":"string"},"day":`, 1))
			}
		}
		found := slices.ContainsFunc(New().Entry(e), func(p Problem) bool { return p.Check == ReadingValue && strings.Contains(p.Message, "FM-101") })
		if found != c.open {
			t.Errorf("%s: open %v, want %v", c.name, found, c.open)
		}
	}
}
