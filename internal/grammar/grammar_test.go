package grammar

import "testing"

// movies are nouns as an entry declares them.
var movies = []Noun{{"movie", "movies"}, {"booking", "bookings"}}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		good []string
		bad  []string
	}{
		{Residue, []string{
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
			"“Is it on?” she asked.", "All that we did that day was all that.",
		}, []string{
			"Hello {name}.", "Hello }.", "Costs %!d(string=x).", "Hello <name>.", "Hello [your name].", "TODO.", "Lorem ipsum dolor.",
			"The number is ...", "It is \"...\".", "Two  blanks.", "Blank , there.", "Blank ?", "the the cat.", "The the cat.", "Is is it.",
			"Done..", "Really?.", "Well,, no.", "From ${city} on.", "Hi %s there.", "( yes ).", "A **very** good good one.", "The flat of tenancy that tenancy.",
		}},
		{Article, []string{
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
		{Number, []string{
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
		{Sentence, []string{
			"Hello.", "Hello!", "Really?", "Hello…", "“Hello.”", "(Hello.)", "**Done.**", "Thanks! 😊", "3 seats, please.", "- one\n- two", "# Title\n\nText.",
			"Two:\n\n1. One\n2. Two", "Here:\n\n| a |\n|---|\n| b |", "It starts at 7 p.m. on Friday.", "See e.g. this one.", "I own iPods. iPhone too.",
			"*Paper Moon* is on.", "€45 is fine.", "Élan is on.", "Meet Mr. smith.", "Wait... what?", "映画です。", "ann.lee@mail.org, please.", "Of course. ann.lee@mail.org, then.",
		}, []string{
			"hello.", "Hello", "", "Hello,", ", yes.", "One.\nTwo", "Done. your booking is made.", "Here:",
		}},
	} {
		for _, s := range c.good {
			if f := one(c.kind, s); f != nil {
				t.Errorf("%s: %q: %s", c.kind, s, f)
			}
		}
		for _, s := range c.bad {
			if one(c.kind, s) == nil {
				t.Errorf("%s: nothing is wrong with %q", c.kind, s)
			}
		}
	}
}

// one returns the fault of one kind in what an assistant says.
func one(kind Kind, text string) *Fault {
	for _, f := range Check(text, Speech{By: Assistant, Nouns: movies}) {
		if f.Kind == kind {
			return &f
		}
	}
	return nil
}

// What speakers may write is not the same.
func TestSpeakers(t *testing.T) {
	for _, s := range []string{"vienna please", "at 7", "i need a cab. now"} {
		if f := Check(s, Speech{By: User}); len(f) > 0 {
			t.Errorf("a user cannot write %q: %v", s, f)
		}
		if f := Check(s, Speech{By: Assistant}); len(f) != 1 || f[0].Kind != Sentence {
			t.Errorf("an assistant can write %q: %v", s, f)
		}
	}
}

func TestForm(t *testing.T) {
	for _, c := range []struct {
		form string
		want string
	}{
		{"book a table for {guests} at {restaurant}", ""},
		{"find flights from {origin} to {destination} on {date}", ""},
		{"list {kind} in {city}, please", ""},
		{"look for rooms with", ""}, // goes on
		{"find the the hotels in {city}", "residue"},
		{"find hotels from with {guests}", "preposition"},
		{"find a easy hike near {city}", "article"},
		{"please find {hotel}, please", "repeated"},
		{"show {a} and or {b}", "dangling"},
		{"find several hotel in {city}", "number"},
		{"could you the weather in {city}", "sentence"},
	} {
		faults := Form(c.form)
		if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) == 0 || faults[0].Kind.String() != c.want) {
			t.Errorf("%q has %v, not %s", c.form, faults, c.want)
		}
	}
}

// Whatever a text holds, it is read to its end, and each kind of fault is told once.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"The “cat”’s (hat", "a a \"", "{x", "from from …", "€ £5 ’s", "to at 5 pm\n| a |", "*_*", "ab\xff’"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, by := range []Speaker{User, Assistant} {
			found := map[Kind]bool{}
			for _, fault := range Check(s, Speech{By: by, Question: s, Nouns: movies}) {
				if found[fault.Kind] || fault.Why == "" {
					t.Errorf("%q: %+v", s, fault)
				}
				found[fault.Kind] = true
			}
		}
		Form(s)
	})
}

func BenchmarkCheck(b *testing.B) {
	const text = "Could you please find a hotel in Porto for two guests from 12 to 15 July, book the cheapest one with breakfast, and tell me how far it is from the station?"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Check(text, Speech{By: User, Nouns: movies})
	}
}
