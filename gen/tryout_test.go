package gen

import (
	"encoding/json"
	"strings"
	"testing"

	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// What toolsets show is told for each, whatever the others do, and always the same.
func TestTryOut(t *testing.T) {
	parsed := func(text string) *tools.Toolset {
		set, err := toolfile.Parse("test.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	rich := allSets(t)[0]
	poor := parsed(`
toolset: shop/poor
tools:
  getPet:
    about: Returns a pet.
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
`)
	useless := parsed(`
toolset: shop/useless
entities:
  pet:
    id: code
    attributes: {code: {pattern: "[A-Z]{4}"}, name: {pick: [Rex]}, twice: {times: [name, 2]}}
    line: ["{code}"]
tools:
  add_pet: {about: Adds a pet., effect: create pet, do: [add a pet], tell: ["Done."]}
`)
	broken := &tools.Toolset{Name: "shop/broken", Tools: []*tools.Tool{{Name: "getPet", Effect: tools.Get, Do: poor.Tools[0].Do}}}
	sets := []*tools.Toolset{broken, poor, rich, useless}
	tried, err := TryOut(t.Context(), sets)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		made, lacking, faults int
		problem               string
	}{{0, 0, 1, "a fault in switchyard: runtime error"}, {6, 3, 0, ""}, {10, 0, 0, ""}, {0, 2, 0, "no entry could be made of it"}} {
		got := tried[i]
		if got.Toolset != sets[i].Name || got.Made != want.made || len(got.Requests) != got.Made || (len(got.Faults) > 0) != (want.faults > 0) || len(got.Lacking) < want.lacking ||
			want.problem == "" && len(got.Problems) > 0 || !strings.HasPrefix(strings.Join(got.Problems, "; "), want.problem) {
			t.Errorf("%+v", got)
		}
		if len(got.Faults) > 0 && !strings.Contains(got.Faults[0].Error(), sets[i].Name) {
			t.Errorf("%v does not name its toolset", got.Faults[0])
		}
	}
	again, err := TryOut(t.Context(), sets[1:])
	if err != nil {
		t.Fatal(err)
	}
	first, _ := json.Marshal(tried[1:])
	second, _ := json.Marshal(again)
	if string(first) != string(second) {
		t.Errorf("%s\n%s", first, second)
	}
}

// Values of lists may be lists and objects themselves, whatever the type of the parameter.
func TestListsAsValues(t *testing.T) {
	for _, pick := range []string{"[[red], [blue, green]]", "[{a: b}, {a: c}]", "[[{a: b}], [{a: c}]]"} {
		set, err := toolfile.Parse("test.yaml", []byte(`
toolset: shop/lists
tools:
  paint:
    about: Paints.
    effect: compute
    params: {colour: {type: string, required: true, values: {pick: `+pick+`}, say: ["with {}"], say_item: ["{a}"], ask: ["Which one?"]}}
    gives: {price: {int: 1-9}}
    do: ["paint it[ with {colour}]"]
    tell: ["It costs {price}."]
`))
		if err != nil {
			t.Fatal(err)
		}
		tried, err := TryOut(t.Context(), []*tools.Toolset{set})
		if err != nil || len(tried[0].Faults) > 0 {
			t.Errorf("%s: %v, %v", pick, err, tried[0].Faults)
		}
	}
}
