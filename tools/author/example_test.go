package author_test

import (
	"context"
	"fmt"

	"switchyard/model"
	"switchyard/tools"
	"switchyard/tools/author"
	"switchyard/tools/toolfile"
)

// rehearsed is a model that says what the rules would say.
type rehearsed []*tools.Toolset

func (sets rehearsed) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	text, _ := author.Rehearse(sets, r.Trace)
	return &model.Response{Text: text, Finish: "stop"}, nil
}

// A model writes down what a toolset file leaves unsaid.
func Example() {
	const file = `toolset: shop/pet
tools:
  getPet:
    about: Returns a pet.
    effect: get pet
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    params: {petId: {entity: pet}}
    do: ["fetch {petId}"]
`
	set, err := toolfile.Parse("pet.yaml", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	writer := author.Author{Voice: author.Voice{Model: rehearsed{set}, Name: "rehearsed", Role: "refiner"}}
	refined, err := writer.Refine(context.Background(), "pet.yaml", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(refined.Held, "of", refined.Asked, "parts hold;", len(refined.Added), "were added")
	// Output: 3 of 3 parts hold; 9 were added
}
