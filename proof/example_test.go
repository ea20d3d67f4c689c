package proof_test

import (
	"encoding/json"
	"fmt"

	"switchyard/mission"
	"switchyard/proof"
)

// An entry made by hand, in which everything holds but one claim: that the user
// asked for Lisbon.
func Example() {
	asked := json.RawMessage(`{"city":"Lisbon"}`)
	accepted := true
	entry := &mission.Entry{
		ID:          "example",
		SwitchPath:  []mission.Type{mission.Single},
		Environment: mission.Environment{Now: "2026-03-04 10:00:00", Weekday: "Wednesday"},
		Toolset: mission.Toolset{Name: "weather", Tools: []mission.Tool{{
			Name:        "get_weather",
			Description: "Tells how warm it is in a city.",
			Parameters:  json.RawMessage(`{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}`),
		}}},
		Missions: []mission.Mission{{
			Type:    mission.Single,
			Request: "How warm is it in Porto?",
			Calls: []mission.Call{{
				Tool: "get_weather", Arguments: asked, Status: 200, Observation: json.RawMessage(`{"degrees":19}`),
				Sources: []mission.Source{{Pointer: "/city", Kind: mission.FromQuery, Text: "Porto"}},
			}},
			Reply: "It is 19 degrees.",
			Paths: &mission.PathsInfo{Total: "1", Optimal: "1", Depth: 1, Listed: [][][]int{{{0}}}},
			Dialogue: []mission.Turn{
				{Role: mission.RoleUser, Text: "How warm is it in Porto?"},
				{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: "no", Thought: "The weather is asked for.", Plan: "Look it up.",
					ActionList: []mission.Action{{Name: "get_weather", Arguments: asked}}}},
				{Role: mission.RoleChecker, Accepted: &accepted},
				{Role: mission.RoleTool, Calls: []int{0}},
				{Role: mission.RolePlanner, Plan: &mission.Plan{MissionFinish: "yes", Thought: "The weather is known.", Plan: "Tell it.",
					ActionList: []mission.Action{{Name: mission.AnswerTool, Arguments: json.RawMessage(`{"answer_type":"tool"}`)}}}},
				{Role: mission.RoleChecker, Accepted: &accepted},
				{Role: mission.RoleAI, Text: "It is 19 degrees."},
			},
		}},
	}
	for _, problem := range proof.New().Entry(entry) {
		fmt.Println(problem)
	}
	// Output:
	// source.query: /missions/0/calls/0/sources/0: "Porto" is not "Lisbon"
}

// Every check has an identifier and says what holds when it passes.
func ExampleChecks() {
	for _, check := range proof.Checks()[:3] {
		fmt.Println(check.ID, "-", check.Means)
	}
	// Output:
	// schema.entry - the line is JSON and fits the entry schema
	// schema.environment - now is a time and weekday is the day it falls on
	// schema.tools - tool names are unique and every schema of a tool compiles
}
