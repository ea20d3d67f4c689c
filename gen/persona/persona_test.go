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
			p := Draw(keyed.New(seed, string(people)), people, "Lost property", given)
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
		if p := Draw(keyed.New(seed), Public, "Lost property", mission.Persona{Name: "Ana Costa"}); p.Has(mission.Explains) {
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

// Backgrounds fit the goal, the toolset and each other, and every goal leaves many of them.
func TestFits(t *testing.T) {
	for _, apart := range [][3]string{ // background, goal, title
		{"a stay-at-home parent who lives alone with a cat", "", ""},
		{"a florist who lives alone with a cat", "I promised my husband I'd take care of this today.", ""},
		{"a nurse who keeps every receipt", "", "Medical consultant"},
		{"a retired librarian who has just changed jobs", "", ""},
		{"an office manager who likes short answers", "I'm standing in for our office manager.", ""},
		{"a team assistant who is responsible for a team of twelve", "", ""},
	} {
		if fits(apart[0], apart[1], apart[2]) {
			t.Errorf("%q fits", apart)
		}
	}
	for _, goal := range []string{"My wife put this on my list.", "Our team assistant is off sick.", "I'm new here.", "I'm hopeless at planning."} {
		for _, people := range []People{Public, Staff} {
			different := map[string]bool{}
			for seed := range uint64(1000) {
				p := Draw(keyed.New(seed), people, "Medical consultant", mission.Persona{Goal: goal})
				if !fits(p.Background, goal, "Medical consultant") {
					t.Errorf("%s: %s", p.Background, goal)
				}
				different[p.Background] = true
			}
			if len(different) < 200 {
				t.Errorf("%s: only %d backgrounds", goal, len(different))
			}
		}
	}
	if p := Draw(keyed.New(1), Public, "", mission.Persona{Goal: "I finally have a quiet moment."}); p.Patience != mission.Patient {
		t.Error("somebody with time is in a hurry")
	}
}
