package language

import (
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// Each pattern finds what it is for, and leaves alone what only looks like it.
func TestPatterns(t *testing.T) {
	announces := func(text string) bool { return formula.MatchString(plain(text)) }
	for name, test := range map[string]struct {
		holds   func(string) bool
		yes, no []string
	}{
		"formula": {announces, []string{
			"Cancel the second order on the list from earlier.",
			"Is the laptop from before still there?",
			"Thinking back to my first request: what about Porto?",
			"Going back to my second question: is it expensive?",
			"About my first request again: could you do that again?",
			"With my first question in mind, find a hotel.",
			"Back to the tables from earlier: which is free?",
			"Coming back to the voucher: just the code?",
			"Once more about the slots: another day, please.",
			"As for the ticket order earlier, how many were there?",
			"On the same day as for the alert earlier.",
			"Take the third one that you listed earlier.",
			"The hotel I asked about before.",
		}, []string{
			"Is there an earlier flight?",
			"Flights from before Friday, please.",
			"Leaving no earlier than 7:30 am.",
			"And that Milan flight, is it direct?",
			"Book the repair slot you found me.",
			"We're going back to the office on Friday.",
			"I need a taxi back to the hotel.",
			"Send it before noon.",
			"I've never asked for anything like that.",
		}},
		"same": {func(text string) bool { return len(findSames(plain(text))) > 0 }, []string{
			"In the same city, please.", "That same evening.", "For the very same person.", "The same again, but on Friday.", "At the same time of day.",
			"For the same kind of damage.", "These same people.",
		}, []string{
			"The same for Porto.", "Do it at the same time, please.", "All the same, thanks.", "The same as last time.", "Same here.", "It's the same.",
			"It comes to the same if I pay now.",
		}},
		"superlative": {func(text string) bool { return len(findSuperlatives(plain(text))) > 0 }, []string{
			"Book the cheapest one.", "Open the message with the most words.", "Cancel the latest one.", "The one that leaves earliest, please.",
			"Which of them is quickest?", "Take the one that is due last among the bills.", "Show me the very cheapest.", "Your largest room, please.",
			"The least expensive one.", "What's the best hotel there?", "At the cheapest hotel, please.", "The one that starts at the earliest time.",
		}, []string{
			"By Friday at the latest.", "At least three seats.", "I've read most of them.", "What about last Tuesday?", "My last name is West.",
			"The last one, please.", "The first two.", "That would be the best way.", "A forest tour to Budapest.", "The rest is fine.",
			"The request is urgent, and the guest waits.", "At the very earliest, on Monday.", "I request that you invest.", "At most ten.",
			"Which of these should I do first?",
		}},
		"contrite": {contrite.MatchString, []string{
			"Silly me, the ink refill.", "Oh, I'm so sorry, I forgot to say: ten.", "My apologies: in Rome.", "My mistake, I meant Friday.", "How forgetful of me.",
			"I should have said: Projects.", "Sorry, only the code.",
		}, []string{
			"I forgot my password.", "We were sorry they left.", "It was a silly film.", "I should have three seats.", "I'm sorry to say that it broke.",
		}},
		"particle": {func(text string) bool { return particleOf(text) != "" }, []string{
			"Sure, gluten.", "Fair enough: fifty euros.", "Okay, Madrid, then.", "All right, then: six.", "Oh right, three.", "Ah, the third.", "Right: 20:15.", "Yes – Porto.",
		}, []string{
			"Sure thing Travel.", "Right Bank.", "Gluten, sure.", "Yes.", "Okay Corral, at noon.", "Well House.", "No smoking, please.", "",
		}},
		"open": {open, []string{
			"Which city?", "Gladly. To which day should I move it?", "For how many people?", "What's the code? I need it to go on.", "Take your time. In which city, then?",
		}, []string{
			"Could you tell me which day?", "Shall I book it?", "Please give me the code.", "Sure. Is it the one that you booked, or which?", "",
		}},
		"puts off": {putsOff, []string{
			"Let me think.", "Wait, let me see.", "I'd rather leave that open.", "Hm.", "I'd have to look that up. Do you really need it?", "Sorry, I'd have to think about that.",
			"I'm afraid I'd have to check that.", "One moment, please.", "I would have to see which name.", "I have to think.",
		}, []string{
			"Not sure, what's usual?", "I haven't decided.", "Sometime in the afternoon.", "Let me see: FL123.", "Let me think. Porto.", "Hm, Porto.", "", "I don't know yet.",
			"So far I only know the city.", "I need to find a train.", "Do you need anything else?", "I think a week.", "I see three.", "I have to be in Porto at noon.",
		}},
		"declines": {declines.MatchString, []string{
			"I can't book hotels, I'm sorry to say.", "Lounges aren't something I can look up.", "A hire car is outside what I can do.", "No, I know of no houses to let.",
			"Nobody can give you a forecast, and neither can I.", "A photo is beyond me.", "There is no line that I could offer.",
		}, []string{
			"The local tourist office is the best place to ask.", "Certainly: **PL17857**.", "Within Europe, booking early is often cheapest, but there is no firm rule.",
			"The fourth one: €52. For the other it is €452.10.",
		}},
	} {
		for _, text := range test.yes {
			if !test.holds(text) {
				t.Errorf("%s: not found in %q", name, text)
			}
		}
		for _, text := range test.no {
			if test.holds(text) {
				t.Errorf("%s: found in %q", name, text)
			}
		}
	}
}

func TestFound(t *testing.T) {
	if got := strings.Join(findSames(plain("Send it to the same\npeople, with that  same subject.")), "|"); got != "the same people|the same subject" {
		t.Error(got)
	}
	if got := strings.Join(findSuperlatives("The newest one and the most frequent one."), "|"); got != "newest|most" {
		t.Error(got)
	}
	if got := particleOf("Fair enough: fifty."); got != "fair enough" {
		t.Error(got)
	}
}

// A request is found among what is said around it.
func TestAround(t *testing.T) {
	for text, want := range map[string]string{
		"Hi there. I'm tidying up my inbox. Which drafts are there? Thanks!": "Hi there.|I'm tidying up my inbox.|Thanks!",
		"Book room 12. It's urgent.":                                         "||It's urgent.",
		"My name is Ana Costa. I'd really appreciate it if you could call.":  "|My name is Ana Costa.|",
		"I want to compare. Show me Dr. Lang's room, at 5 p.m. today.":       "|I want to compare.|",
		"We'd like a table. It's for Porto.":                                 "||", // a value
		"Hello!":                                                             "Hello!||",
		"I've lost track of the bookings.":                                   "||", // all of it asks
		"I'd like to get this off my list. Where is it? Quickly, please.":    "|I'd like to get this off my list.|Quickly, please.",
		"It's a lot. There's one on 5 May. Would you say what it's like?":    "|It's a lot.|",
		"": "||",
	} {
		greeting, before, behind := around(text, []string{"Porto"})
		if got := greeting + "|" + strings.Join(before, " ") + "|" + strings.Join(behind, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	got := sentences(`It costs 3.50 a day (approx. four). Is Dr. Lang "in?" Yes… 5 of them. and so on`)
	want := []string{"It costs 3.50 a day (approx. four).", `Is Dr. Lang "in?"`, "Yes…", "5 of them. and so on"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Any text can be measured, and what is found is in it.
func FuzzText(f *testing.F) {
	f.Add("Sure, the same \u2019 the the same same. The at the latest? ", "Which?")
	f.Add("|- ** \x00 é…", "")
	f.Add("one one first last the most", "the very")
	f.Fuzz(func(t *testing.T, text, question string) {
		e := entry{Missions: []talk{{Type: "clarify", Relation: "long_term", Request: text, Reply: question}, {Type: "chat", Relation: "long_term", Request: question, Reply: text}}}
		e.Missions[0].Questions = append(e.Missions[0].Questions, mission.Question{Text: question, Reply: text})
		s := look(&e)
		for m := range measures {
			if s.of[m] > 0 && s.count[m] > s.of[m] {
				t.Errorf("%s: %d of %d", kinds[m].name, s.count[m], s.of[m])
			}
		}
		if got := strings.Join(sentences(text), " "); got != strings.Join(strings.Fields(text), " ") {
			t.Errorf("%q became %q", text, got)
		}
	})
}
