package blueprint

import (
	"maps"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/world"
)

func TestHolds(t *testing.T) {
	for _, test := range []struct {
		text, words string
		want        bool
	}{
		{"Book FL1234, please.", "fl1234", true}, {"Book FL12345.", "FL1234", false}, {"On 7 May", "7", true},
		{"On 17 May", "7", false}, {"São Paulo", "ão", false}, {"x", "", false}, {"a b a", "a", true},
	} {
		if got := Holds(test.text, test.words); got != test.want {
			t.Errorf("Holds(%q, %q) = %v", test.text, test.words, got)
		}
	}
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"Juniper Kitchen": "Juniper", "The Glass Harbour": "Glass", "Oslo": "", "From Your Side": "", "Le Petit Four": "Petit", "Ab Cd": "",
	} {
		if got := Short(name); got != want {
			t.Errorf("Short(%q) = %q, want %q", name, got, want)
		}
	}
}

// What is drawn is what was demanded, over every toolset, type and pattern.
func TestDrawMeetsTheDemand(t *testing.T) {
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 6, 9, 0, 0, 0, time.UTC)
	for _, set := range sets {
		for _, want := range []Demand{
			{Type: mission.Single}, {Type: mission.Clarify}, {Type: mission.Chat},
			{Type: mission.Multi, Pattern: mission.Serial}, {Type: mission.Multi, Pattern: mission.Parallel}, {Type: mission.Multi, Pattern: mission.Mixed},
		} {
			drawn := 0
			for seed := range uint64(25) {
				story := Story{Set: set, Now: now, World: world.New(set, now, seed)}
				b, w, err := Draw(story, want, keyed.New(seed, set.Name))
				if err != nil {
					continue // another world will do
				}
				drawn++
				check(t, set, want, b, w)
			}
			if drawn < 6 { // not every first call can be continued, and few things are wanted at once
				t.Errorf("%s: %v: only %d of 25 are drawn", set.Name, want, drawn)
			}
		}
	}
}

func check(t *testing.T, set *tools.Toolset, want Demand, b *Blueprint, w *world.World) {
	t.Helper()
	switch want.Type {
	case mission.Single:
		if len(b.Calls) != 1 || len(b.Missing) != 0 {
			t.Errorf("%s: a single mission has %d calls and misses %v", set.Name, len(b.Calls), b.Missing)
		}
	case mission.Chat:
		if len(b.Calls) != 0 || b.Chat == nil {
			t.Errorf("%s: a chat has %d calls", set.Name, len(b.Calls))
		}
	case mission.Clarify:
		if len(b.Calls) != 1 || len(b.Missing) == 0 {
			t.Fatalf("%s: a clarify mission has %d calls and misses %v", set.Name, len(b.Calls), b.Missing)
		}
		for _, name := range b.Missing {
			if a := b.Calls[0].Arg(name); a == nil || !a.Param.Required || a.Origin != Asked {
				t.Errorf("%s: %s cannot be asked for", set.Name, name)
			}
		}
	case mission.Multi:
		graph, err := mission.NewGraph(Dependencies(b.Calls))
		if err != nil || graph.Pattern() != want.Pattern {
			t.Errorf("%s: the pattern is %v (%v), want %s", set.Name, graph, err, want.Pattern)
		}
	}
	// The world that comes with the blueprint answers its calls; only a single
	// mission may end with something unknown or a refusal.
	for i := range b.Calls {
		answer := w.Call(b.Calls[i].Tool, b.Calls[i].Values())
		if answer.Status >= 300 && !(want.Type == mission.Single && (answer.Status == 404 || answer.Status == 409)) {
			t.Errorf("%s: call %d is answered with %d", set.Name, i, answer.Status)
		}
	}
}

// Every toolset of the catalogue makes chains of three, pairs and triples side
// by side, also of the same tool, and mixed shapes of depth and width two.
func TestCatalogShapes(t *testing.T) {
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 6, 9, 0, 0, 0, time.UTC)
	wanted := map[string]string{
		"a chain of three":          "it needs tools A, B and C, of which B requires an identifier that A returns, and C one that B returns",
		"a pair":                    "it needs two tools whose calls do not need each other",
		"a triple":                  "it needs three calls that do not need each other",
		"a pair of the same tool":   "it needs a tool that can be asked about two things",
		"a triple of the same tool": "it needs a tool that can be asked about three things",
		"depth and width of two":    "it needs a tool that requires an identifier, and another one that can be called at the same time",
	}
	for _, worded := range sets {
		bare := *worded
		bare.Words = tools.Words{} // which have few chains of three
		set, missing := &bare, maps.Clone(wanted)
		for seed := uint64(0); seed < 2400 && len(missing) > 0; seed++ {
			want := Demand{Type: mission.Multi, Pattern: mission.Patterns()[seed%3]}
			b, _, err := Draw(Story{Set: set, Now: now, World: world.New(set, now, seed)}, want, keyed.New(seed, set.Name))
			if err != nil {
				continue
			}
			graph, err := mission.NewGraph(Dependencies(b.Calls))
			if err != nil {
				t.Fatal(err)
			}
			n, same := len(b.Calls), true
			for _, c := range b.Calls {
				same = same && c.Tool == b.Calls[0].Tool
			}
			for shape, is := range map[string]bool{
				"a chain of three":          graph.Pattern() == mission.Serial && n >= 3,
				"a pair":                    graph.Pattern() == mission.Parallel && n == 2,
				"a triple":                  graph.Pattern() == mission.Parallel && n == 3,
				"a pair of the same tool":   graph.Pattern() == mission.Parallel && n == 2 && same,
				"a triple of the same tool": graph.Pattern() == mission.Parallel && n == 3 && same,
				"depth and width of two":    graph.Depth() >= 2 && graph.Width() >= 2,
			} {
				if is {
					delete(missing, shape)
				}
			}
		}
		for shape, needs := range missing {
			t.Errorf("no mission of %s has %s: %s", set.Name, shape, needs)
		}
	}
}

// The public asks about its own bookings, the staff about anybody's; and nobody
// removes one thing while doing something else with it.
func TestWhoseThings(t *testing.T) {
	sets, err := catalog.All()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 6, 9, 0, 0, 0, time.UTC)
	user := mission.Persona{Name: "Wilma Zumthor", Phone: "+41 31 000 00 00", Email: "wilma@zumthor.ch"}
	mine, strangers := 0, 0
	for _, set := range sets {
		for seed := range uint64(60) {
			want := Demand{Type: mission.Multi, Pattern: mission.Patterns()[seed%3]}
			b, w, err := Draw(Story{Set: set, Now: now, Persona: user, World: world.New(set, now, seed)}, want, keyed.New(seed, set.Name))
			if err != nil {
				continue
			}
			removed, used := map[string]bool{}, map[string]int{}
			for _, c := range b.Calls {
				for _, a := range c.Args {
					id, isText := IDText(a.Value)
					if !isText || a.Param.Entity == nil {
						continue
					}
					if removed[id] = removed[id] || c.Tool.Effect == tools.Delete; removed[id] && used[id] > 0 && a.Origin == Result {
						t.Errorf("%s, seed %d: %s is removed and used otherwise", set.Name, seed, id)
					}
					used[id]++
					thing, known := w.Known(a.Param.Entity, a.Value)
					name, named := thing.Get("passenger_name")
					switch {
					case !known || !named || a.Origin != Said || a.Echo != nil:
					case name == user.Name:
						mine++
					default:
						strangers++
					}
				}
			}
		}
	}
	if mine == 0 || strangers > 0 {
		t.Errorf("users name %d things of their own and %d of strangers", mine, strangers)
	}
}
