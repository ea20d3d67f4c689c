package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// How a request of the small world deals with a part of an earlier one.
const (
	partSaid    = iota // another value is said
	partPointed        // words stand for it
	partSilent         // the call has it, the request does not
	partAbsent         // the call does not have it either
)

// varied draws a last mission that has parts of call c of mission k, and tells whether a
// reader knows all of them: a request that varies another one in so many words keeps every
// part that it does not replace, any other keeps none.
func (s *story) varied(k, c int) (last mission.Mission, clear bool) {
	ev := s.missions[k][c]
	same, elliptic := s.r.IntN(2) == 0, s.r.IntN(2) == 0
	tool := "get_weather"
	if same == (ev.kind >= 0) {
		tool = "list_films"
		if same {
			tool = "list_" + kinds[ev.kind] + "s"
		}
	}
	parts := [2]int{s.r.IntN(4), s.r.IntN(4)}
	values := [2]string{townName[ev.city], fmt.Sprintf("2026-07-%d", ev.day)}
	before := [2]string{townName[ev.city], fmt.Sprintf("%d July 2026", ev.day)}
	next := [2]string{"Braga", "29 July 2026"}
	names, rules := [2]string{"city", "date"}, [2]string{"", mission.RuleDate}
	request, kept := []string{"What is on"}, []string{" there", " on that day"}
	if elliptic {
		request[0] = []string{"And", "How about"}[s.r.IntN(2)]
	}
	call := mission.Call{Tool: tool, Status: 200, Observation: raw(`{}`)}
	var args []string
	for i, part := range parts {
		src := mission.Source{Pointer: "/" + names[i], Kind: mission.FromEarlier, Mission: k, Text: before[i], Rule: rules[i]}
		switch part {
		case partSaid:
			src.Kind, src.Mission, src.Text = mission.FromQuery, len(s.missions), next[i]
			values[i] = []string{"Braga", "2026-07-29"}[i]
			request = append(request, []string{" in ", " on "}[i]+next[i])
		case partPointed:
			request = append(request, kept[i])
		case partAbsent:
			continue
		}
		args = append(args, fmt.Sprintf("%q:%q", names[i], values[i]))
		call.Sources = append(call.Sources, src)
	}
	call.Arguments = raw("{" + strings.Join(args, ",") + "}")
	last = mission.Mission{Type: mission.Single, Relation: mission.Ellipsis, Request: strings.Join(request, "") + "?", Reply: "Here.", Calls: []mission.Call{call},
		Reference: &mission.Reference{Mission: k, Way: mission.WayNoParts, Phrase: strings.Join(request, ""), Text: before[0]}}
	has := func(part int) bool { return slices.Contains(parts[:], part) }
	if elliptic && same {
		return last, !has(partAbsent)
	}
	return last, !has(partSilent)
}

// TestSilenceOracle compares the check with what a reader can know, over small
// conversations.
func TestSilenceOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1500, func(seed uint64) (known, drawn bool) {
		s := newStory(rand.New(rand.NewPCG(seed, 18)))
		k := len(s.missions) - 1
		c := s.r.IntN(len(s.missions[k]))
		if ev := s.missions[k][c]; ev.kind >= 0 && !ev.listed || len(s.missions[k]) > 1 {
			return false, false // no city is said, or it is open which call is varied
		}
		last, known := s.varied(k, c)
		var found []Problem
		for _, problem := range p.Entry(s.entry(last)) {
			if problem.Check == ReadingSilence {
				found = append(found, problem)
			}
		}
		if known != (len(found) == 0) {
			t.Fatalf("seed %d: the oracle says clear=%v of %q with %s %s after %+v\nproofs: %v", seed, known, last.Request, last.Calls[0].Tool, last.Calls[0].Arguments, s.missions, found)
		}
		return known, true
	})
}
