package gen

import (
	"testing"

	"switchyard/mission"
)

// The place of a foreign tool in the list does not tell that it is foreign: it comes
// first, last and in between.
func TestPlaceOfDistractors(t *testing.T) {
	c := Config{Seed: 1, Toolsets: allSets(t), Distractors: 2}
	p, err := c.unwritten(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const thirds = 3
	var found [thirds]int
	for seed := range uint64(600) {
		index := int(seed) % len(c.Toolsets)
		offered, own := p.offer(index, seed), []mission.Tool{}
		for i, tool := range offered.Tools {
			if tool.Distractor {
				found[i*thirds/len(offered.Tools)]++
				continue
			}
			own = append(own, tool)
		}
		for i, tool := range c.Toolsets[index].Tools {
			if own[i].Name != tool.Name {
				t.Fatalf("%s: tool %d is %s, not %s", offered.Name, i, own[i].Name, tool.Name)
			}
		}
	}
	for i, n := range found {
		if n < 40 {
			t.Errorf("%d foreign tools in part %d of the list; all parts: %v", n, i+1, found)
		}
	}
}
