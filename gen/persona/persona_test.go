package persona

import (
	"strings"
	"testing"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// People differ in thousands of ways, and the parts of one go together.
func TestDraw(t *testing.T) {
	for _, people := range []People{Public, Staff} {
		different := map[string]bool{}
		seen := map[string]int{}
		for seed := range uint64(4000) {
			given := mission.Persona{Name: "Ana Costa", Phone: "1", Email: "a@b.eu", Goal: "I'm moving."}
			p := Draw(keyed.New(seed, string(people)), people, given)
			if p.Name != given.Name || p.Phone != given.Phone || p.Email != given.Email || p.Goal != given.Goal {
				t.Fatalf("what was given is changed: %+v", p)
			}
			if p.Length == mission.Terse && p.Has(mission.Explains) {
				t.Errorf("somebody terse explains: %+v", p)
			}
			if p.Tone == mission.Direct && p.Length == mission.Chatty {
				t.Errorf("somebody direct chats: %+v", p)
			}
			seen[string(p.Tone)]++
			seen[string(p.Length)]++
			seen[string(p.Patience)]++
			for _, h := range p.Habits {
				seen[string(h)]++
			}
			different[p.Background] = true
		}
		if len(different) < 700 {
			t.Errorf("%s: only %d backgrounds", people, len(different))
		}
		for _, trait := range []string{"colloquial", "formal", "polite", "direct", "terse", "plain", "chatty", "patient", "hasty", "greets", "thanks", "explains", "volunteers"} {
			if seen[trait] < 200 {
				t.Errorf("%s: %d of 4,000 are %s", people, seen[trait], trait)
			}
		}
	}
}

func TestNothingToExplain(t *testing.T) {
	for seed := range uint64(200) {
		if p := Draw(keyed.New(seed), Public, mission.Persona{Name: "Ana Costa"}); p.Has(mission.Explains) {
			t.Fatalf("without a goal there is nothing to explain: %+v", p)
		}
	}
}

func TestParts(t *testing.T) {
	for _, list := range [][]string{occupations, circumstances, positions, officeLives} {
		seen := map[string]bool{}
		for _, part := range list {
			if seen[part] || strings.TrimSpace(part) != part || part == "" {
				t.Errorf("%q stands twice, is empty or has blanks around it", part)
			}
			seen[part] = true
		}
	}
}
