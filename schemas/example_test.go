package schemas_test

import (
	"fmt"

	"switchyard/schemas"
)

func ExampleSet_Validate() {
	set, err := schemas.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	line := []byte(`{"status": "ok", "bodi": {}}`)
	for _, v := range set.Validate(schemas.Observation, line) {
		fmt.Println(v.At("answers.jsonl", 12))
	}
	// Output:
	// answers.jsonl:12: "body" is missing
	// answers.jsonl:12: /bodi: unknown key
	// answers.jsonl:12: /status: must be an integer, is a string
}

func ExampleLocate() {
	set, err := schemas.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	doc := []byte("{\n  \"status\": 700,\n  \"body\": null\n}\n")
	for _, v := range set.Validate(schemas.Observation, doc) {
		line, column := schemas.Locate(doc, v.Pointer)
		fmt.Printf("line %d, column %d: %s\n", line, column, v)
	}
	// Output:
	// line 2, column 3: /status: must be at most 599; is 700
}

func ExampleCompile() {
	parameters, err := schemas.Compile([]byte(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(parameters.ValidateValue(map[string]any{"city": 7}))
	// Output:
	// [/city: must be a string, is an integer]
}
