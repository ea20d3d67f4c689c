package functions_test

import (
	"fmt"

	"switchyard/tools/imports/functions"
)

// A list of functions becomes a toolset; odd types get their proper names.
func Example() {
	const list = `[{"name": "get_tide", "description": "Tides of a port.", "parameters": {"type": "dict", "properties": {"port": {"type": "str"}}, "required": ["port"]}}]`
	report, err := functions.Import("sea.json", []byte(list))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Sets[0].Name, string(report.Sets[0].Tools[0].Parameters))
	for _, note := range report.Notes {
		fmt.Println("note:", note.What)
	}
	// Output:
	// sea/tide {"type":"object","properties":{"port":{"type":"string"}},"required":["port"]}
	// note: the type "dict" was taken as object
	// note: the type "str" was taken as string
}
