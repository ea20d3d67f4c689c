package proof

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestLeaks(t *testing.T) {
	v := New().newView(newEntry("text"))
	for _, c := range []struct{ good, bad []string }{
		{[]string{
			"I need a trip planner, and the checker at the gate was kind.",
			"Her mail is jo_smith@example.com, booking bk_7731.",
			"I watched a movie on my iPhone. The book is by e.e. cummings.",
			"Please search movies, get movie times and set a reminder.",
			"Science fiction, please.",
		}, []string{
			"I used search_movies for that.",
			"The `movie_id` is MV-101.",
			"Let me prepare_to_answer.",
			"The Planner decided so.",
			"The Checker agreed.",
			"Here is the JSON you wanted.",
			"The director is null.",
			"It costs undefined euros.",
			"A science_fiction movie, please.",
		}},
	} {
		for _, s := range c.good {
			if why := v.leaks(newText(s)); why != "" {
				t.Errorf("%q: %s", s, why)
			}
		}
		for _, s := range c.bad {
			if v.leaks(newText(s)) == "" {
				t.Errorf("nothing is wrong with %q", s)
			}
		}
	}
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		text, words string
		want        bool
	}{
		{"Fly to Porto on Friday.", "porto", true},
		{"Fly to Porto on Friday.", "Port", false},
		{"Fly to Porto’s coast.", "Porto", true},
		{"At 7:30 pm.", "7", false},
		{"Costs 1,200 or 1.5.", "200", false},
		{"Costs 1,200 or 1.5.", "1.5", true},
		{"Costs 1,200 or 1.5.", "1", false},
		{"Chapter 7.", "7", true},
		{"“It’s  here”", "\"it's here\"", true},
		{"FL-123", "FL-12", false},
		{"FL-123, FL-12", "FL-12", true},
		{"€45 each", "€45", true},
		{"€450 each", "€45", false},
		{"Cafe\u0301 Zoé", "Café Zoe\u0301", true},
		{"a_b", "a", false},
		{"anything", "", false},
		{"ten–twelve", "ten-twelve", true},
		{"就要FT-4887吧", "FT-4887", true},
		{"就要FT-4887吧", "FT-488", false},
		{"去维也纳", "维也纳", true},
	} {
		if got := newText(c.text).holds(c.words); got != c.want {
			t.Errorf("%q holds %q: %v, want %v", c.text, c.words, got, c.want)
		}
	}
}

func TestFacts(t *testing.T) {
	known := &scan{}
	for _, s := range []string{`2024-07-19T19:30:00Z`, "FL-1234", "45.5", "150", "+44 20 7946 0958", "0.85", "1234.5", "2024-09-03", "2026-10"} {
		known.add(s)
	}
	k := &knownThings{scan: *known, longest: 4}
	v := New().newView(newEntry("text"))
	for _, c := range []struct {
		said string
		want bool
	}{
		{"On 19 July 2024 at 7:30 pm.", true},
		{"On Friday, July 19th, 19:30.", true},
		{"On July 19 at 7.30 p.m.", true},
		{"In July 2024, and in 2024.", true},
		{"Flight fl-1234.", true},
		{"For October 2026.", true},
		{"For November 2026.", false},
		{"€45.50, that is 45.5.", true},
		{"It takes 2 h 30 min, or 2h 30m, or 150 minutes, or 2 hours 30 minutes.", true},
		{"85% of it.", true},
		{"1,234.50 in all.", true},
		{"1. One\n2. Two", true},
		{"Movie 2, option 3, #4 and the 2nd one.", true},
		{"FL-1234's price: €45.50/night, a 150-minute ride, 45.5 out of 5, 45.5/5, 24/7.", true},
		{"From 3 to 19 July, or July 3-19, or 3–19 July.", false},
		{"From 19 to 19 July, or July 19-19.", true},
		{"€46/night", false},
		{"a 151-minute ride", false},
		{"Call +44 20 7946 0958.", true},
		{"On 18 July.", false},
		{"At 7:31 pm.", false},
		{"FL-1235", false},
		{"€46", false},
		{"Option 5.", false},
		{"On 31 June 2024.", false},
		{"84% of it.", false},
		{"The 1,235 of it.", false},
		{"From 3 to 19 September: 3-19.", false},
	} {
		got := true
		factsIn(c.said, func(f fact) bool {
			got = got && (k.knows(f) || k.allows(f, v))
			return true
		})
		if got != c.want {
			t.Errorf("%q is known: %v, want %v", c.said, got, c.want)
		}
	}
}

func TestPositions(t *testing.T) {
	for _, c := range []struct {
		said string
		want position
		ok   bool
	}{
		{"the second one", position{"front", 2, false}, true},
		{"the 3rd movie", position{"front", 3, false}, true},
		{"number two", position{"front", 2, false}, true},
		{"option 2", position{"front", 2, false}, true},
		{"#4", position{"front", 4, false}, true},
		{"the last one", position{"back", 1, false}, true},
		{"the very last movie", position{"back", 1, false}, true},
		{"the second to last", position{"back", 2, false}, true},
		{"the second-to-last one", position{"back", 2, false}, true},
		{"the penultimate one", position{"back", 2, false}, true},
		{"the last but one", position{"back", 2, false}, true},
		{"the third from the end", position{"back", 3, false}, true},
		{"the first two", position{"front", 2, true}, true},
		{"the last two movies", position{"back", 2, true}, true},
		{"the cheapest", position{}, false},
	} {
		p, _, ok := positionIn(words(fold(c.said)))
		if p != c.want || ok != c.ok {
			t.Errorf("%q is %+v, %v", c.said, p, ok)
		}
	}
}

// The short way to fold plain texts gives what the long way gives.
func TestFoldASCII(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = "aZ .`\t\n\x01'-9"[r.IntN(11)]
		}
		long := strings.TrimSpace(strings.TrimSuffix(fold(string(b)+"é"), "é"))
		if got := fold(string(b)); got != long {
			t.Fatalf("%q becomes %q, and %q with a letter behind it", b, got, long)
		}
	}
}
