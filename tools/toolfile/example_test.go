package toolfile_test

import (
	"fmt"

	"switchyard/tools/toolfile"
)

func ExampleParseFunctions() {
	sets, left, err := toolfile.ParseFunctions("library.json", []byte(`[
  {"name": "search_books", "description": "Search books by topic.", "parameters": {"properties": {"topic": {"type": "string"}}, "required": ["topic"]}},
  {"name": "search_books", "description": "Search films."}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sets[0].Name, sets[0].Tools[0].Effect, sets[0].Tools[0].Entity.Noun)
	fmt.Println(left)
	// Output:
	// functions/topic list book
	// library.json:3:3: the function "search_books" occurs twice; give every function its own name
}
