package gen

import (
	"fmt"
	"strings"
	"testing"

	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/toolfile"
)

// TestTry tells what a toolset cannot do from what goes wrong with it.
func TestTry(t *testing.T) {
	rich, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	poor, err := toolfile.Parse("poor.yaml", []byte(`
toolset: shop/poor
tools:
  getPet:
    about: Returns a pet.
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		set  *tools.Toolset
		able bool
	}{{rich, true}, {poor, false}} {
		trial, err := Try(t.Context(), Config{Seed: 1, Missions: []int{1, 2}, PerPath: 1, Toolsets: []*tools.Toolset{c.set}}, 10)
		if err != nil {
			t.Fatal(err)
		}
		if trial.Entries != 10 || trial.Accepted+len(trial.Rejected) != 10 || (trial.Accepted == 10) != c.able {
			t.Errorf("%s: %d of %d entries are accepted", c.set.Name, trial.Accepted, trial.Entries)
		}
		for _, r := range trial.Rejected {
			if r.Reason != "draw" {
				t.Errorf("%s: an entry is rejected for %q: %s", c.set.Name, r.Reason, r.Message)
			}
		}
	}
}

// A toolset whose things cannot be made is given up soon.
func TestHopeless(t *testing.T) {
	var b strings.Builder
	b.WriteString("toolset: test/chain\nentities:\n")
	for i := range 70 { // deeper than anything that is made
		fmt.Fprintf(&b, "  e%d:\n    id: e%d_id\n    attributes: {e%d_id: {pattern: \"E%dX[0-9]{5}\"}, next: {copy: e%d_id}}\n    line: [\"**{e%d_id}**\"]\n",
			i, i, i, i, min(i+1, 69), i)
	}
	b.WriteString("tools:\n  get_e0:\n    about: Gets one.\n    effect: get e0\n    params: {e0_id: {type: string, entity: e0, required: true}}\n    do: [\"get {e0_id}\"]\n")
	set, err := toolfile.Parse("chain.yaml", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	trial, err := Try(t.Context(), Config{Seed: 1, PerPath: 1, Missions: []int{1}, Paths: "multi", Toolsets: []*tools.Toolset{set}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(trial.Rejected) != 1 || trial.Rejected[0].Attempts > 3*hopeless {
		t.Errorf("%+v", trial.Rejected)
	}
}
