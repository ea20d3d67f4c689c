package mcp_test

import (
	"context"
	"fmt"

	"switchyard/tools/imports/mcp"
)

// A saved result of tools/list becomes a toolset.
func Example() {
	const saved = `{"tools": [{"name": "list_books", "description": "Lists the books.", "annotations": {"readOnlyHint": true},
		"inputSchema": {"type": "object", "properties": {"subject": {"type": "string"}}}}]}`
	report, err := mcp.Import(context.Background(), "shelf.json", []byte(saved))
	if err != nil {
		fmt.Println(err)
		return
	}
	set := report.Sets[0]
	fmt.Println(set.Name, set.Tools[0].Name, set.Tools[0].Effect, set.Tools[0].Thing, set.Tools[0].Basis)
	// Output: shelf list_books list book told
}
