package proof

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// proveOne runs one check on a text of the cinema.
func proveOne(check Check, s string) string {
	v := New().newView(newEntry("text"))
	t := newText(s)
	switch check {
	case TextLeak:
		return v.leaks(t)
	case TextResidue:
		return residue(t)
	case TextArticle:
		return wrongArticle(t)
	case TextNumber:
		return v.wrongNumber(t)
	case TextSentence:
		return noSentence(t)
	}
	panic(check)
}

func TestTextChecks(t *testing.T) {
	for _, c := range []struct {
		check Check
		good  []string
		bad   []string
	}{
		{TextLeak, []string{
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
		{TextResidue, []string{
			"Well... maybe. Really?! Yes!",
			"It opens at 9 a.m.? At 5 p.m., then.",
			"| a  | b |\n|----|----|\n| 1 | 2 |",
			"We flew to Bora Bora, and had had enough. I know that that is so.",
			"100% sure, 5% discount, and 50% vegan.",
			"See [our page](https://example.com) or <https://example.com>.",
			"- [x] done\n- [ ] open",
			"Line one  \nline two",
			"New York, New York.",
			"It is < 5 and > 3.",
			"Great :) Thanks!",
			"I really, really like it. Very very good.",
			"“Is it on?” she asked.",
		}, []string{
			"Hello {name}.", "Hello }.", "Costs %!d(string=x).", "Hello <name>.", "Hello [your name].", "TODO.", "Lorem ipsum dolor.",
			"The number is ...", "It is \"...\".", "Two  blanks.", "Blank , there.", "Blank ?", "the the cat.", "The the cat.", "Is is it.",
			"Done..", "Really?.", "Well,, no.", "From ${city} on.", "Hi %s there.", "( yes ).", "A **very** good good one.",
		}},
		{TextArticle, []string{
			"An hour, an honest man, an MRI, an 8, an 11th, an 18-year-old, an 11,000 m peak, an 80.",
			"A university, a European, a one-way ticket, a US citizen, a UK plug, a 7, a 12, a 110, a useful unit, a unicorn.",
			"An umbrella, an unusual, an unimportant, an uninvited guest, an onerous task.",
			"Plan A is fine. Vitamin A or B. In group A and B.",
			"An apple a day, a **big** one, an *old* one, a 'nice' one, an \"odd\" one.",
			"An SMS, an NBA game, a NASA rocket, an F, an X-ray, an A4 sheet, a B2 visa.",
			"A once-only offer, a euro, an heir, a house, a hotel, an Uber.",
			"It opens at 9 a.m. every day. À la carte. A 1,800 m run, an 1,800 m run.",
			"An élite club, a ça-va.",
		}, []string{
			"A hour.", "An house.", "a apple", "an university", "a 8-day trip", "an 7-day trip", "a old town", "an European", "A **old** one.", "an one-way",
			"an hotel", "a umbrella", "a 18th", "an 110", "a unusual", "A early one.", "a MRI", "an euro",
		}},
		{TextNumber, []string{
			"1 movie, 2 movies, one movie, three movies, 1 night and 2 nights.",
			"A two night stay, a 3 hour film, the 2 day pass.",
			"21 nights, twenty-one nights, twenty one nights, 101 movies.",
			"The July 1 movies, room 1 guests, 1.5 hours, 0 results.",
			"One of the movies. The one movies are made for.",
			"Two-seat sofas, 5 minute walk.",
		}, []string{
			"1 movies.", "2 movie.", "one nights", "I found three movie for you.", "4 seat are free.", "Two booking.", "1 persons, 1 hours.",
			"It takes 3 hour.", "For 2 night, please.",
		}},
		{TextSentence, []string{
			"Hello.", "Hello!", "Really?", "Hello…", "“Hello.”", "(Hello.)", "**Done.**", "Thanks! 😊", "3 seats, please.", "- one\n- two", "# Title\n\nText.",
			"Two:\n\n1. One\n2. Two", "Here:\n\n| a |\n|---|\n| b |", "It starts at 7 p.m. on Friday.", "See e.g. this one.", "I own iPods. iPhone too.",
			"*Paper Moon* is on.", "€45 is fine.", "Élan is on.", "Meet Mr. smith.", "Wait... what?", "映画です。", "ann.lee@mail.org, please.", "Of course. ann.lee@mail.org, then.",
		}, []string{
			"hello.", "Hello", "", "Hello,", ", yes.", "One.\nTwo", "Done. your booking is made.", "Here:",
		}},
	} {
		for _, s := range c.good {
			if why := proveOne(c.check, s); why != "" {
				t.Errorf("%s: %q: %s", c.check, s, why)
			}
		}
		for _, s := range c.bad {
			if proveOne(c.check, s) == "" {
				t.Errorf("%s: nothing is wrong with %q", c.check, s)
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
