package toolfile

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/tools"
)

const described = `# pets of all kinds
toolset: petstore/pet
domain: Petstore   # a shop
tools:
  findPets:
    about: Finds pets by status.
    effect: list pet
    parameters:
      type: object
      properties:
        status: {type: string, enum: [available, sold]}   # flow style
      required: [status]
    returns: {type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}, vaccinated: {type: boolean}}}}
    # by hand:
    do: ["look for pets that are {status}"]

  getPet:
    about: Returns a pet.
    effect: get pet
    params: {petId: {entity: pet}}
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}

  feedPet:
    about: Feeds a pet.
    parameters: {type: object, properties: {petId: {type: integer}, grams: {type: integer, minimum: 5, maximum: 20}}, required: [petId, grams]}
    params:
      petId:
        entity: pet
      grams:
        noun: weight of the food
# the end
`

func TestRefine(t *testing.T) {
	text, added, err := Refine("pet.yaml", []byte(described))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"entities", "chat", "tools.findPets.ask", "tools.findPets.params", "tools.getPet.do", "tools.getPet.params.petId.ask", "tools.feedPet.effect", "tools.feedPet.params.grams.values"} {
		if !slices.Contains(added, want) {
			t.Errorf("%s is not added: %v", want, added)
		}
	}
	for _, never := range []string{"tools.findPets.do", "tools.getPet.effect", "tools.getPet.params", "tools.feedPet.params.grams.noun", "tools.findPets.parameters"} {
		if slices.Contains(added, never) {
			t.Errorf("%s was said, and is added", never)
		}
	}
	// Every line of before is there, in its order, but for the one in flow style.
	rest := string(text)
	for line := range strings.Lines(described) {
		if strings.Contains(line, "params: {petId") {
			continue
		}
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Errorf("the line %q is lost", line)
			continue
		}
		rest = after
	}
	set, err := Parse("pet.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if do := set.Tool("findPets").Do; len(do) != 1 || do[0].Text != "look for pets that are {status}" {
		t.Errorf("what was written by hand is lost: %v", do)
	}
	if p := set.Tool("feedPet").Param("grams"); p.Noun != "weight of the food" || p.Values.Min < 5 || p.Values.Max > 20 {
		t.Errorf("%+v, %+v", p, p.Values)
	}
	pet := set.Entity("pet")
	if pet == nil || pet.Attribute("price").Type() != "number" || pet.Attribute("vaccinated").Type() != "boolean" || pet.Name != "name" {
		t.Errorf("the answers do not tell of pets: %+v", pet)
	}
	if again, more, err := Refine("pet.yaml", text); err != nil || len(more) > 0 || string(again) != string(text) {
		t.Errorf("a second run adds %v, %v", more, err)
	}
}

var exhaustive = flag.Bool("exhaustive", false, "write every shared toolset, not half of them")

// What is inferred is written down and read back as it was.
func TestWrite(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	sets := []*tools.Toolset{}
	for _, path := range []string{"testdata/functions/library.json", "testdata/functions/travel.jsonl", "../../../shared/data/functions/toolsets.jsonl"} {
		if _, err := os.Stat(path); err == nil {
			sets = append(sets, load(t, path)...)
		}
	}
	for i, set := range sets {
		if (testing.Short() || !*exhaustive && i%2 == 1) && i > 8 {
			continue // the shared ones are many
		}
		text := Write(set)
		again, err := Parse("written.yaml", text)
		if err != nil {
			t.Errorf("%s: %v", set.Name, err)
			continue
		}
		if digest(again) != digest(set) {
			t.Errorf("%s is read back as another", set.Name)
		}
		if second := Write(again); string(second) != string(text) {
			t.Errorf("%s is written in two ways", set.Name)
		}
		if _, more, err := Refine("written.yaml", text); err != nil || len(more) > 0 {
			t.Errorf("%s: refining adds %v, %v", set.Name, more, err)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"travel/hotels": "travel.hotels.yaml", "../../etc/passwd": "etc.passwd.yaml", "": "toolset.yaml", "/": "toolset.yaml", "..": "toolset.yaml",
		`a\b:c`: "a_b_c.yaml", "Ä b": "b.yaml", "con\x00": "con_.yaml", strings.Repeat("x", 300): strings.Repeat("x", 100) + ".yaml",
	} {
		if got := FileName(name); got != want {
			t.Errorf("FileName(%q) = %q, want %q", name, got, want)
		}
	}
}
