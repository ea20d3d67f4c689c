package eval_test

import (
	"encoding/json"
	"flag"
	"testing"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/tools/catalog"
)

var exhaustive = flag.Bool("exhaustive", false, "look at all built-in toolsets (seconds)")

func TestLooksUp(t *testing.T) {
	const plain = `{"type":"object","properties":{"id":{"type":"string"}}}`
	for _, tt := range []struct {
		name, description, parameters string
		want                          bool
	}{
		{"get_ferry", "Looks up one ferry.", plain, true},
		{"getFerry", "Looks up one ferry.", plain, true},
		{"search_ferries", "Lists the ferries to one port on a day. Books nothing.", plain, true},
		{"search_ferries", "Lists the ferries to one port. Books the first one.", plain, false},
		{"search_ferries", "Lists the ferries to one port and books the first one.", plain, false},
		{"search_and_book", "Lists ferries.", plain, false},
		{"get_or_create_user", "Returns a user.", plain, false},
		{"check_in_guest", "Says that a guest is here.", plain, false},
		{"book_seats", "Books seats on a ferry.", plain, false},
		{"ferry", "Looks up one ferry.", plain, false},
		{"", "Looks up one ferry.", plain, false},
		{"find_slot", "Finds a time.", `{"type":"object","properties":{"reserve":{"type":"boolean"}}}`, false},
		{"find_slot", "Finds a time.", `{"type":"object","properties":{"notify_all":{"type":"boolean"}}}`, false},
		{"find_slot", "Finds a time.", `"nothing"`, false},
	} {
		if got := eval.LooksUp(&mission.Tool{Name: tt.name, Description: tt.description, Parameters: json.RawMessage(tt.parameters)}); got != tt.want {
			t.Errorf("%s (%s): %t", tt.name, tt.description, got)
		}
	}
}

// Of the built-in toolsets it is known what each tool does to the world. None that changes
// something counts as a look-up, and most of the others do.
func TestLooksUpNeverChanges(t *testing.T) {
	names := catalog.Names()
	if !*exhaustive { // reading them takes long
		names = names[:3]
	}
	reads, found := 0, 0
	for _, name := range names {
		set, err := catalog.Toolset(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range set.Tools {
			looks := eval.LooksUp(&mission.Tool{Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters})
			if looks && tool.Effect.Changes() {
				t.Errorf("%s: %s counts as a look-up, but is %s: %s", name, tool.Name, tool.Effect, tool.Description)
			}
			if !tool.Effect.Changes() {
				reads++
				if looks {
					found++
				} else {
					t.Logf("%s: %s may change something, as far as one can tell", name, tool.Name)
				}
			}
		}
	}
	if 10*found < 7*reads {
		t.Errorf("%d of %d look-ups are known", found, reads)
	}
}
