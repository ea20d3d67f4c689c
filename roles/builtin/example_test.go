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
	b, ready, err := blueprint.Draw(story, blueprint.Demand{Type: mission.Single}, keyed.New(5))
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
	// User: As I would rather stay on my present flight after all, I would like to withdraw rebooking request RQ24036.
	// Planner: withdraw_rebooking {"request_code":"RQ24036"}
	// Tool: 200
	// AI: Request **RQ24036** is withdrawn, and the booking stays on its flight.
}
