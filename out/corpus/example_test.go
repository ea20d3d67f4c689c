package corpus_test

import (
	"encoding/json"
	"fmt"

	"switchyard/mission"
	"switchyard/out/corpus"
)

// The chat of an entry has the calls and what the tools answered. Plans and
// verdicts are not part of it.
func ExampleExamples() {
	accepted := true
	entry := &mission.Entry{ID: "weather-1", Missions: []mission.Mission{{
		Type:  mission.Single,
		Calls: []mission.Call{{Tool: "forecast", Arguments: json.RawMessage(`{"city": "Lisbon"}`), Observation: json.RawMessage(`{"sky": "clear"}`)}},
		Dialogue: []mission.Turn{
			{Role: mission.RoleUser, Text: "What is the weather in Lisbon?"},
			{Role: mission.RolePlanner, Plan: &mission.Plan{Thought: "One call is enough."}},
			{Role: mission.RoleChecker, Accepted: &accepted},
			{Role: mission.RoleTool, Calls: []int{0}},
			{Role: mission.RoleAI, Text: "The sky over Lisbon is clear."},
		},
	}}}
	examples, err := corpus.Examples(entry, corpus.Options{Loss: corpus.LossLast})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range examples[0].Messages {
		fmt.Printf("%s %q trained: %t\n", m.Role, m.Text, m.Train)
		for _, c := range m.Calls {
			fmt.Println("  calls", c.Name, string(c.Arguments))
		}
	}
	// Output:
	// user "What is the weather in Lisbon?" trained: false
	// assistant "" trained: false
	//   calls forecast {"city":"Lisbon"}
	// tool "{\"sky\":\"clear\"}" trained: false
	// assistant "The sky over Lisbon is clear." trained: true
}
