package openapi_test

import (
	"context"
	"fmt"

	"switchyard/tools/imports/openapi"
)

// Every operation of a description becomes a tool.
func Example() {
	const description = `openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /pets/{petId}:
    get:
      tags: [pet]
      operationId: getPet
      summary: Returns a pet.
      parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {description: ok}}
`
	report, err := openapi.Import(context.Background(), "shop.yaml", []byte(description), openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, set := range report.Sets {
		for _, tool := range set.Tools {
			fmt.Println(set.Name, tool.Name, tool.Effect, tool.Thing, string(tool.Parameters))
		}
	}
	// Output:
	// shop/pet getPet get pet {"type":"object","properties":{"petId":{"type":"integer"}},"required":["petId"]}
}
