package builtin_test

import (
	"context"
	"fmt"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

// One mission is played: a user asks, the planner calls a tool, and the assistant
// tells the result.
func ExampleCast() {
	ctx := context.Background()
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	story := blueprint.Story{Set: set, Now: now, World: world.New(set, now, 1),
		Persona: mission.Persona{Name: "Ana Costa", Tone: mission.Polite, Length: mission.Plain, Patience: mission.Patient}}
	b, ready, err := blueprint.Draw(story, blueprint.Demand{Type: mission.Single}, keyed.New(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	story.World = ready

	cast := builtin.Cast()
	scene := &roles.Scene{Story: &story, Seed: 1, Blueprint: b}
	if scene.Proposal, err = cast.User.Propose(ctx, scene); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("User:", scene.Proposal.Text)

	plan, err := cast.Planner.Plan(ctx, scene)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("Planner:", plan.ActionList[0].Name, string(plan.ActionList[0].Arguments))

	answers, err := cast.Tool.Observe(ctx, scene, scene.Ready())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("Tool:", answers[0].Status)

	scene.Made = append(scene.Made, roles.Made{Call: 0, Answer: answers[0]})
	reply, err := cast.AI.Summarise(ctx, scene)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("AI:", reply)
	// Output:
	// User: Would you mind moving the seat on booking PFA325 for me? I'd like to have 5A, please.
	// Planner: change_seat {"booking_code":"PFA325","new_seat":"5A"}
	// Tool: 200
	// AI: The seat is changed. **PFA325**, Ana Costa: flight FL1540 with Meridian, departure on 27 April 2026 at 11:10, seat 5A, vegan meal, fare €90. Extra bags have not been added, and automatic check-in is not arranged. Assistance requested: none. Status: confirmed.
}
