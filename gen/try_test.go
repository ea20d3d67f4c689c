package gen

import (
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
		trial, err := Try(t.Context(), Config{Seed: 1, PerPath: 1, Toolsets: []*tools.Toolset{c.set}}, 10)
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
