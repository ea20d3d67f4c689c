package gen

import (
	"fmt"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
)

func planOf(t *testing.T, c Config) *space {
	t.Helper()
	if c.Toolsets == nil {
		c.Toolsets = allSets(t)
	}
	c.Out = "unused"
	filter, err := c.complete()
	if err != nil {
		t.Fatal(err)
	}
	space, err := newSpace(t.Context(), &c, filter)
	if err != nil {
		t.Fatal(err)
	}
	return space
}

func TestStandardSplit(t *testing.T) {
	s := planOf(t, Config{Seed: 3})
	if s.total != 1024 {
		t.Errorf("the standard split plans %d entries, want 1024", s.total)
	}
	ids, paths := map[string]bool{}, map[string]int{}
	relations, patterns := map[mission.Relation]int{}, map[mission.Pattern]int{}
	n := 0
	for item := range s.entries() {
		if item.Index != n {
			t.Fatalf("item %d has index %d", n, item.Index)
		}
		n++
		if ids[item.ID] {
			t.Errorf("the id %s stands twice", item.ID)
		}
		ids[item.ID] = true
		paths[fmt.Sprint(item.Types)]++
		for i, ty := range item.Types {
			if (item.Relations[i] == "") != (i == 0) {
				t.Errorf("%s: mission %d has relation %q", item.ID, i, item.Relations[i])
			}
			if item.Relations[i] == mission.LongTerm && i < 2 {
				t.Errorf("%s: mission %d cannot be long-term", item.ID, i)
			}
			if (item.Patterns[i] != "") != (ty == mission.Multi) {
				t.Errorf("%s: mission %d is %s with pattern %q", item.ID, i, ty, item.Patterns[i])
			}
			if i > 0 {
				relations[item.Relations[i]]++
			}
			if ty == mission.Multi {
				patterns[item.Patterns[i]]++
			}
		}
	}
	if n != 1024 || len(paths) != 340 {
		t.Errorf("%d items over %d paths, want 1024 over 340", n, len(paths))
	}
	for path, count := range paths {
		want := map[int]int{1: 64, 2: 16, 3: 4, 4: 1}[missionsOf(path)]
		if count != want {
			t.Errorf("%s stands %d times, want %d", path, count, want)
		}
	}
	within(t, "relations", relations)
	within(t, "patterns", patterns)
}

func missionsOf(path string) int {
	n := 1
	for _, c := range path {
		if c == ' ' {
			n++
		}
	}
	return n
}

// within fails when counts differ by more than one.
func within[K comparable](t *testing.T, what string, counts map[K]int) {
	t.Helper()
	least, most := 1<<30, 0
	for _, n := range counts {
		least, most = min(least, n), max(most, n)
	}
	if len(counts) != 3 || most-least > 1 {
		t.Errorf("%s are not balanced: %v", what, counts)
	}
}

func TestSpaceShapes(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	for _, test := range []struct {
		name   string
		config Config
		want   int
	}{
		{"one mission", Config{Missions: []int{1}}, 256},
		{"two a path", Config{PerPath: 2}, 680},
		{"fine", Config{Fine: true, PerPath: 1}, 6 + 36 + 216 + 1296},
		{"filter", Config{Paths: "single,multi>clarify", PerPath: 3}, 6},
		{"fine filter", Config{Paths: "serial>chat", Fine: true, PerPath: 1}, 1},
		{"pattern in the coarse space", Config{Paths: "serial", PerPath: 1}, 1},
		{"limit", Config{Limit: 10}, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := planOf(t, test.config)
			n := 0
			for range s.entries() {
				n++
			}
			if n != test.want || s.total != test.want {
				t.Errorf("%d items, %d planned, want %d", n, s.total, test.want)
			}
		})
	}
}

func TestBalanceWithoutTheStandardSplit(t *testing.T) {
	relations, patterns := map[mission.Relation]int{}, map[mission.Pattern]int{}
	for item := range planOf(t, Config{Seed: 11, PerPath: 5, Missions: []int{2, 4}}).entries() {
		for i, r := range item.Relations {
			if i > 0 {
				relations[r]++
			}
			if item.Patterns[i] != "" {
				patterns[item.Patterns[i]]++
			}
		}
	}
	within(t, "relations", relations)
	within(t, "patterns", patterns)
}

// Relations must not be tied to action types: a walk that alternates would
// give every single mission the same relation.
func TestRelationsCrossTypes(t *testing.T) {
	counts := map[string]int{}
	for item := range planOf(t, Config{Seed: 1}).entries() {
		for i, r := range item.Relations {
			if i > 0 {
				counts[fmt.Sprint(item.Types[i], " ", r)]++
			}
		}
	}
	for key, n := range counts {
		if n < 100 || n > 160 {
			t.Errorf("%s: %d missions, want about 128", key, n)
		}
	}
	if len(counts) != 12 {
		t.Errorf("%d pairs of type and relation, want 12", len(counts))
	}
}

// After a chat and one mission with tools, nothing that was said in the chat is left to return
// to.
func TestNothingToReturnTo(t *testing.T) {
	far := map[bool]int{}
	for item := range planOf(t, Config{Seed: 1}).entries() {
		for i, r := range item.Relations {
			if r == mission.LongTerm {
				far[i == 2 && item.Types[0] == mission.Chat && item.Types[1] != mission.Chat]++
			}
		}
	}
	if far[true] > 0 || far[false] != 512 {
		t.Errorf("%d missions return to what is taken, and %d to something else; want 0 and 512", far[true], far[false])
	}
}

// An entry that cannot be made as planned is tried with one other relation, and then with
// all combinations of relations and of patterns. Types never change, and in a fine plan
// patterns do not either.
func TestVariants(t *testing.T) {
	planned := entryPlan{Types: []mission.Type{mission.Clarify, mission.Multi, mission.Multi, mission.Single},
		Relations: []mission.Relation{"", mission.Implicit, mission.Ellipsis, mission.LongTerm}, Patterns: []mission.Pattern{"", mission.Serial, mission.Serial, ""}}
	for _, fine := range []bool{false, true} {
		p := &producer{config: &Config{Fine: fine}}
		relations, patterns := map[string]bool{}, map[string]bool{}
		for attempt := range attempts {
			got := p.variant(planned, attempt)
			changed := 0
			for i, r := range got.Relations {
				if r != planned.Relations[i] {
					changed++
				}
			}
			if attempt < asPlanned && changed > 0 || attempt < oneChanged && changed > 1 || got.Relations[0] != "" || got.Relations[1] == mission.LongTerm {
				t.Errorf("attempt %d has the relations %v", attempt, got.Relations)
			}
			relations[fmt.Sprint(got.Relations)], patterns[fmt.Sprint(got.Patterns)] = true, true
		}
		if want := map[bool]int{false: 9, true: 1}[fine]; len(relations) != 2*3*3 || len(patterns) != want {
			t.Errorf("fine %t: %d combinations of relations and %d of patterns are tried, want 18 and %d", fine, len(relations), len(patterns), want)
		}
	}
}
