package infer_test

import (
	"slices"
	"testing"
)

// Things of outside toolsets are told by who they are from or for and when, where that reads
// well for any noun.
func TestMarks(t *testing.T) {
	list := func(noun, answer string) map[string][]string {
		set := outsideSet(t, "", "  list_"+noun+"s: {about: List "+noun+"s., effect: list "+noun+", parameters: {type: object, properties: {}}, returns: {type: array, items: {type: object, properties: {"+noun+"_id: {type: string}, "+answer+"}}}}\n")
		out := map[string][]string{}
		for _, m := range set.Tool("list_" + noun + "s").Entity.Marks {
			for _, p := range m.Say {
				out[m.By] = append(out[m.By], p.Text)
			}
		}
		return out
	}
	const day, person = "{type: string, format: date}", "{type: string, description: Full name of a person.}"
	for _, c := range []struct {
		noun, answer, by string
		want             []string
	}{
		{"booking", "date: " + day, "date", []string{"{noun} {date}"}},
		{"booking", "date: " + day + ", created_on: " + day, "date", nil},
		{"booking", "date: " + day + ", created_on: " + day, "created_on", []string{"{noun} created {created_on}", "{noun} that was created {created_on}"}},
		{"booking", "start_date: " + day, "start_date", []string{"{noun} that starts {start_date}"}},
		{"bill", "due_date: " + day, "due_date", []string{"{noun} due {due_date}", "{noun} that is due {due_date}"}},
		{"player", "joined: " + day, "joined", []string{"{noun} that joined {joined}"}},
		{"booking", "birthday: " + day, "birthday", nil},
		{"letter", "sender_name: " + person, "sender_name", []string{"{noun} from {sender_name}"}},
		{"review", "author: " + person, "author", []string{"{noun} by {author}"}},
		{"booking", "neighbour: " + person, "neighbour", nil},
		{"booking", "pages: {type: integer}", "pages", nil},
	} {
		if got := list(c.noun, c.answer)[c.by]; !slices.Equal(got, c.want) {
			t.Errorf("a %s with %s is told by %q, want %q", c.noun, c.answer, got, c.want)
		}
	}
}

// Nobody thinks of when a taco was updated.
func TestNoInventedMarks(t *testing.T) {
	for noun, want := range map[string]int{"taco": 0, "dataset": 1} {
		set := outsideSet(t, "", "  list_"+noun+"s: {about: List "+noun+"s., effect: list "+noun+", parameters: {type: object, properties: {}}}\n")
		if e := set.Tool("list_" + noun + "s").Entity; len(e.Marks) != want || e.Attribute("updated") == nil {
			t.Errorf("a %s is told by %+v", noun, e.Marks)
		}
	}
}
