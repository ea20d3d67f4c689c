package mission_test

import (
	"fmt"

	"switchyard/mission"
)

// The example of Multi-Mission Tool Bench: call 2 needs call 1, and call 3 needs
// calls 0 and 2.
func Example() {
	g, err := mission.NewGraph([][]int{{}, {}, {1}, {0, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	total, optimal := g.Count()
	fmt.Println(g.Pattern(), "calls:", total, "paths,", optimal, "optimal, in", g.Depth(), "steps")
	for path := range g.Paths() {
		fmt.Println(path)
	}
	// Output:
	// mixed calls: 5 paths, 2 optimal, in 3 steps
	// [[0 1] [2] [3]]
	// [[1] [0 2] [3]]
	// [[0] [1] [2] [3]]
	// [[1] [0] [2] [3]]
	// [[1] [2] [0] [3]]
}

// An agent asks for the weather in two towns, one after the other, before it
// compares them. Either town may come first.
func ExampleMatcher() {
	g, _ := mission.NewGraph([][]int{{}, {}, {0, 1}})
	m := mission.NewMatcher(g, []string{"weather", "weather", "compare"})
	for _, step := range [][]string{{"weather"}, {"compare"}, {"weather"}, {"compare"}} {
		fmt.Print(step, " ", m.Next(step))
		total, _ := m.Remaining()
		fmt.Println(": paths left", total, "done", m.Done(), "optimal", m.Optimal())
	}
	// Output:
	// [weather] true: paths left 2 done false optimal false
	// [compare] false: paths left 2 done false optimal false
	// [weather] true: paths left 2 done false optimal false
	// [compare] true: paths left 2 done true optimal false
}

func ExampleGraph_Count() {
	g, _ := mission.NewGraph(make([][]int, 20)) // twenty independent calls
	total, optimal := g.Count()
	fmt.Println(total, optimal)
	// Output: 2677687796244384203115 1
}

func ExampleNewGraph() {
	_, err := mission.NewGraph([][]int{{1}, {2}, {0}})
	fmt.Println(err)
	// Output: calls wait for each other: 0 → 2 → 1 → 0
}

func ExampleParseFilter() {
	wanted, _ := mission.ParseFilter("single,multi>clarify")
	for n := 1; n <= 2; n++ {
		for path := range mission.SwitchPaths(n) {
			if wanted.MatchTypes(path) {
				fmt.Println(path)
			}
		}
	}
	_, err := mission.ParseFilter("single,mutli")
	fmt.Println(err)
	// Output:
	// [single]
	// [multi clarify]
	// column 8 of "single,mutli": unknown word "mutli": want single, multi, serial, parallel, mixed, clarify, chat, * or ...
}
