package proof

import (
	"encoding/json"
	"slices"
	"testing"

	"switchyard/mission"
)

// After a colour and the one that is worked out from it, "that colour" can be either.
func TestThatColour(t *testing.T) {
	const params = `{"type":"object","properties":{"color":{"type":"string","description":"The colour."}},"required":["color"]}`
	tool := func(name string) mission.Tool {
		return mission.Tool{Name: name, Effect: mission.EffectCompute, Parameters: json.RawMessage(params)}
	}
	call := func(tool, observation string, source mission.Source) []mission.Call {
		source.Pointer = "/color"
		return []mission.Call{{Tool: tool, Arguments: json.RawMessage(`{"color":"#46E31B"}`), Status: 200, Observation: json.RawMessage(observation), Sources: []mission.Source{source}}}
	}
	for _, c := range []struct {
		observation, words string
		open               bool
	}{
		{`{"code":"#B91CE4"}`, "that colour", true},
		{`{"code":"#B91CE4"}`, "the same color", true},
		{`{"code":"#46E31B"}`, "that colour", false},
		{`{"code":"B91CE4"}`, "that colour", false},
		{`{"ratio":"4.5"}`, "that colour", false},
	} {
		e := &mission.Entry{Format: mission.FormatEntry, Toolset: mission.Toolset{Tools: []mission.Tool{tool("complement"), tool("to_grey")}}, Missions: []mission.Mission{
			{Request: "What is the complement of #46E31B?", Calls: call("complement", c.observation, mission.Source{Kind: mission.FromQuery, Text: "#46E31B"})},
			{Request: "Please turn " + c.words + " to grey.", Calls: call("to_grey", `{"code":"#808080"}`, mission.Source{Kind: mission.FromEarlier, Text: "#46E31B"})},
		}}
		found := slices.ContainsFunc(New().Entry(e), func(p Problem) bool { return p.Check == ReadingValue })
		if found != c.open {
			t.Errorf("%s after %s: open %v, want %v", c.words, c.observation, found, c.open)
		}
	}
}
