package infer_test

import (
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
)

// boats is a toolset whose tools answer with things of the given fields, wrapped as APIs wrap them.
func boats(t *testing.T, list, one string) (*tools.Toolset, *tools.Entity) {
	t.Helper()
	set := outsideSet(t, "", "  list_boats: {about: Lists boats., effect: list boat, parameters: {type: object, properties: {}}, returns: {type: object, properties: {"+list+"}}}\n"+
		"  get_boat: {about: Gets a boat., effect: get boat, parameters: {type: object, required: [boat_id], properties: {boat_id: {type: string}}}, returns: {type: object, properties: {"+one+"}}}\n"+
		"  create_boat: {about: Creates a boat., effect: create boat, parameters: {type: object, required: [SailArea], properties: {SailArea: {type: integer}}}, returns: {type: object, properties: {"+one+"}}}\n")
	i := slices.IndexFunc(set.Entities, func(e *tools.Entity) bool { return e.Noun == "boat" })
	if i < 0 {
		t.Fatal("there are no boats")
	}
	return set, set.Entities[i]
}

// What a thing has is read from where answers hold it, and nothing is invented beside it.
func TestWrappedAnswers(t *testing.T) {
	const fields = "id: {type: string}, sail_area: {type: integer}"
	const item = "{type: object, properties: {" + fields + "}}"
	for _, test := range []struct{ name, list, one string }{
		{"plain", "boats: {type: array, items: " + item + "}", fields},
		{"under its name", "boats: {type: array, items: " + item + "}", "boat: " + item},
		{"under a longer name", "harbour_boats: {type: array, items: " + item + "}", "harbour_boat: " + item},
		{"beside what tells about lists", "harbour_boats: {type: array, items: " + item + "}, total: {type: integer}, links: {type: object, properties: {next: {type: string}}}", "harbour_boat: " + item},
		{"in an envelope", "data: {type: array, items: " + item + "}", "data: " + item},
	} {
		_, e := boats(t, test.list, test.one)
		var names []string
		for _, a := range e.Attributes {
			if a.Name != e.ID && a.Name != e.Name {
				names = append(names, a.Name)
			}
		}
		if !slices.Equal(names, []string{"sail_area"}) {
			t.Errorf("%s: %q", test.name, names)
		}
	}
	_, e := boats(t, "boats: {type: array, items: {type: object, properties: {id: {type: string}}}}", "id: {type: string}, rig: {type: object, properties: {masts: {type: array, items: {type: integer}}}}")
	for _, a := range e.Attributes {
		if a.Name == "rating" || a.Name == "views" || a.Name == "updated" {
			t.Errorf("%s is invented", a.Name)
		}
	}
}

// A parameter is the attribute of the same words, however it is spelled.
func TestSameWords(t *testing.T) {
	set, _ := boats(t, "boats: {type: array, items: {type: object, properties: {id: {type: string}, sail_area: {type: integer}}}}", "id: {type: string}, sail_area: {type: integer}")
	for _, tool := range set.Tools {
		if p := tool.Param("SailArea"); p != nil && p.Attribute != "sail_area" {
			t.Errorf("%s is %q", p.Name, p.Attribute)
		}
	}
}

// At most four facts are told: what can be changed and what people wait for first, when things were
// written down last, and never what only programs read.
func TestChiefly(t *testing.T) {
	const text = ": {type: integer}, "
	fields := "id: {type: string}, etag: {type: string}, created_at: {type: string, format: date-time}, type: {type: string, enum: [boat]}, " +
		"decks" + text + "cabins" + text + "engines" + text + "price" + text + "sail_area" + text + "modified: {type: integer}"
	_, e := boats(t, "boats: {type: array, items: {type: object, properties: {"+fields+"}}}", fields)
	for _, p := range slices.Concat(e.Lines, e.Cards) {
		var told []string
		for _, s := range p.Slots() {
			if s.Name != e.ID {
				told = append(told, s.Name)
			}
		}
		if got, want := strings.Join(told, " "), "decks cabins price sail_area"; got != want {
			t.Errorf("%s tells %s, want %s", p, got, want)
		}
	}
}
