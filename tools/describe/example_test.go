package describe_test

import (
	"fmt"

	"switchyard/tools"
	"switchyard/tools/describe"
	"switchyard/tools/toolfile"
)

// Two versions of a toolset are compared.
func Example() {
	const before = `toolset: shop
tools:
  getPet:
    about: Returns a pet.
    effect: get pet
    parameters: {type: object, properties: {pet_id: {type: integer}}, required: [pet_id]}
    params: {pet_id: {entity: pet}}
`
	const after = before + `  removePet:
    about: Removes a pet.
    effect: delete pet
    parameters: {type: object, properties: {pet_id: {type: integer}}, required: [pet_id]}
    params: {pet_id: {entity: pet}}
`
	old, err := toolfile.Parse("before.yaml", []byte(before))
	if err != nil {
		fmt.Println(err)
		return
	}
	now, err := toolfile.Parse("after.yaml", []byte(after))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, change := range describe.Diff([]*tools.Toolset{old}, []*tools.Toolset{now}) {
		fmt.Println(change.Kind, change.Toolset, change.Tool)
	}
	counts := describe.Count([]*tools.Toolset{now})
	fmt.Println(counts.Tools, "tools,", counts.Entities, "entity")
	// Output:
	// added shop removePet
	// 2 tools, 1 entity
}
