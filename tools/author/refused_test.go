package author

import (
	"context"
	"strings"
	"testing"

	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// stated is what an importer writes: effects on things that are not described.
const stated = `toolset: petstore/pet
about: The pets of a shop.
tools:
  findPets:
    about: Finds pets by status.
    effect: list pet
    parameters: {type: object, properties: {status: {type: string, enum: [available, sold]}}, required: [status]}
    returns: {type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}}}}
  getPet:
    about: Returns a pet.
    effect: get pet
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    params: {petId: {entity: pet}}
    returns: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}}}
`

// Whatever becomes of the things that a model describes, each tool that has words is left
// with something that its effect is on, and conversations can be held with it. A restart
// gets the same answers again.
func TestRefineWithoutTheThings(t *testing.T) {
	const effects = `"tools": {"findPets": {"effect": "list animal"}, "getPet": {"effect": "get animal", "params": {"petId": {"entity": "animal"}}}}`
	files := map[string]string{"effects in the file": stated, "no effects in the file": strings.ReplaceAll(stated, "    effect:", "    # effect:")}
	things := map[string]string{
		"nothing":                  "I would rather not.",
		"an entity that is broken": `{"entities": {"animal": {"id": "petId", "attributes": {"name": {"pick": ["Rex"]}}}}, ` + effects + `}`,
		"effects on nothing":       `{"entities": {}, "tools": {"findPets": {"effect": "list"}, "getPet": {"effect": "delete animal", "sets": {"status": "gone"}}}}`,
	}
	for answer, text := range things {
		for file, data := range files {
			t.Run(answer+", "+file, func(t *testing.T) {
				model := newActor(t, data)
				model.lines[model.at("things")] = text
				a := model.author()
				a.Try = func(_ context.Context, ts *tools.Toolset) (*Trial, error) {
					for _, tool := range ts.Tools {
						if tool.Entity == nil && tool.Effect != tools.Compute {
							t.Errorf("the effect of %s is %s, on nothing", tool.Name, tool.Effect)
						}
					}
					return &Trial{Entries: 1, Accepted: 1}, nil
				}
				r := refine(t, a, data)
				if again := refine(t, a, data); string(again.Text) != string(r.Text) {
					t.Errorf("a restart gives\n%s\nand not\n%s", again.Text, r.Text)
				}
				for _, n := range r.Notes {
					if n.Where != "things" && n.Where != "topics" && !n.Kept {
						t.Errorf("%s: %s", n.Where, n.What)
					}
				}
				set, err := toolfile.Parse("petstore.yaml", r.Text)
				if err != nil {
					t.Fatal(err)
				}
				fault := func(err error) { t.Error(err) }
				made, err := gen.Try(t.Context(), gen.Config{Seed: 1, PerPath: 1, Missions: []int{1}, Paths: "single", Toolsets: []*tools.Toolset{set}, Fault: fault}, 1)
				if err != nil || made.Accepted == 0 {
					t.Errorf("%+v, %v", made, err)
				}
			})
		}
	}
}
