package builtin

import (
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
)

// A preposition answers a question only if the question has it, or asks when or where.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		words, question string
		want            bool
	}{
		{"on 3 May", "On which day should it be?", true},
		{"on 3 May", "Sure. When should it start?", true},
		{"on 3 May", "For which day do you need it?", false},
		{"on 3 May", "Which day would suit you?", false},
		{"for Ana Costa", "In what name were they booked?", false},
		{"for Ana Costa", "Who is it for?", true},
		{"for Ana Costa", "Who is travelling? I need the full name.", false},
		{"from Naples", "Where do you want to leave from?", true},
		{"free from 2 March", "What's the first day?", false},
		{"since 7 August", "Since which day?", true},
		{"tomorrow", "For which day?", true},
	} {
		if got := answers(c.words, c.question); got != c.want {
			t.Errorf("%q after %q: %v", c.words, c.question, got)
		}
	}
}

// Nobody leaves open what is known, wonders why what was announced is needed, or asks for a
// choice that the question lists.
func TestEvasions(t *testing.T) {
	param := func(name string, kind tools.ValueKind, least, most float64) *tools.Param {
		return &tools.Param{Name: name, Values: &tools.Values{Kind: kind, Min: least, Max: most}, AskFor: []string{"Which?", "What?"}}
	}
	thing := &tools.Param{Name: "seal_code", Entity: &tools.Entity{}}
	person := &tools.Param{Name: "guest", About: "Full name of the guest.", Values: &tools.Values{Kind: tools.ValuePerson}}
	size := &tools.Param{Name: "size", Enum: []any{"small", "very_large"}}
	for _, c := range []struct {
		tool     string
		effect   tools.EffectKind
		arg      blueprint.Arg
		question string
		want     string
	}{
		{"cancel_visit", tools.Delete, blueprint.Arg{Param: param("reason", tools.ValuePick, 0, 0)}, "Why?", "evasion reason"},
		{"book_visit", tools.Create, blueprint.Arg{Param: param("date", tools.ValueDate, 1, 9)}, "When?", "evasion undecided polite"},
		{"submit_reading", tools.Create, blueprint.Arg{Param: param("read_on", tools.ValueDate, -9, -1)}, "When?", "evasion fact"},
		{"lend_seal", tools.Update, blueprint.Arg{Param: thing}, "Which one?", "evasion thing"},
		{"lend_seal", tools.Update, blueprint.Arg{Param: thing, Open: true}, "Which one?", "evasion thing"},
		{"list_sizes", tools.List, blueprint.Arg{Param: size}, "Which size?", "evasion options"},
		{"list_rides", tools.List, blueprint.Arg{Param: param("place", tools.ValueText, 0, 0)}, "Which?", "evasion meaning"},
		{"book_rides", tools.Create, blueprint.Arg{Param: param("guests", tools.ValueInt, 1, 9)}, "How many?", "evasion count"},
	} {
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{Tone: mission.Polite}}}, r: keyed.New(1)}
		got := s.evasion(&blueprint.Call{Tool: &tools.Tool{Name: c.tool, Effect: c.effect}}, &c.arg, c.question)
		if want := keyed.Pick(keyed.New(1), sentences[c.want]); got != want {
			t.Errorf("%s, %s: %q, want %q", c.tool, c.arg.Param.Name, got, want)
		}
	}
	s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{Tone: mission.Polite}}}, r: keyed.New(1)}
	listing := &blueprint.Call{Tool: &tools.Tool{Name: "list_sizes", Effect: tools.List}}
	for range 50 {
		if got := s.evasion(listing, &blueprint.Arg{Param: size}, "Very large or small?"); slices.Contains(sentences["evasion options"], got) {
			t.Fatalf("the question lists the options, and the user says %q", got)
		}
		if got := s.evasion(listing, &blueprint.Arg{Param: param("place", tools.ValueCity, 0, 0)}, "Which city?"); got != "" {
			t.Fatalf("nobody evades a question for a city: %q", got)
		}
	}
	for _, c := range []struct{ value, persona, want string }{{"Ana Costa", "Leo Vogel", "Ana"}, {"Ana Costa", "Ana Vogel", ""}, {"Ana", "Leo Vogel", ""}} {
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{Name: c.persona}}}, r: keyed.New(1)}
		got := s.evasion(&blueprint.Call{Tool: &tools.Tool{Name: "book_visit", Effect: tools.Create}}, &blueprint.Arg{Param: person, Value: c.value}, "Who?")
		if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s by %s: %q", c.value, c.persona, got)
		}
	}
}

// A day or time is narrowed to a part of the year or of the day in which it lies.
func TestRoughly(t *testing.T) {
	now := time.Date(2026, 3, 5, 9, 0, 0, 0, time.UTC) // a Thursday
	for value, want := range map[string]string{
		"2026-03-06": "", "2026-03-07": "", "2026-03-09": "sometime next week", "2026-03-15": "sometime next week", "2026-03-16": "later this month",
		"2026-02-28": "sometime last week", "2026-05-02": "sometime in May", "2027-01-31": "", "07:45": "sometime in the morning",
		"12:00": "", "16:59": "sometime in the afternoon", "18:00": "sometime in the evening", "23:00": "", "soon": "",
	} {
		kind := tools.ValueDate
		if strings.Contains(value, ":") {
			kind = tools.ValueTime
		}
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Now: now}}}
		if got := s.roughly(&blueprint.Arg{Param: &tools.Param{Values: &tools.Values{Kind: kind}}, Value: value}); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}

// "Of course" replies to those who want something done, not to those who ask something.
func TestInquires(t *testing.T) {
	for request, want := range map[string]bool{
		"Hi! Who'd turn up with a crew?": true, "Who'd come? No rush.": true, "I'm new here. How long is it?": true,
		"Could you tell me who'd come?": false, "Would you look it up, please?": false, "Tell me who'd come.": false,
	} {
		if inquires(request) != want {
			t.Errorf("%q: %v", request, !want)
		}
	}
}

// Nobody who wants something at once adds that there is time.
func TestClosingOfTheHurried(t *testing.T) {
	s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{
		Tone: mission.Polite, Length: mission.Chatty, Patience: mission.Patient}}}, r: keyed.New(1)}
	unhurried := 0
	for range 300 {
		if got := s.closing("Could you send it straight away?"); got == " No rush." {
			t.Fatalf("straight away, but %q", got)
		}
		if s.closing("Could you send it?") == " No rush." {
			unhurried++
		}
	}
	if unhurried == 0 {
		t.Error("nobody has time")
	}
}

// What brings the user is said before requests for which it is a reason, and before no talk.
func TestOccasion(t *testing.T) {
	set := &tools.Toolset{Scenes: []tools.Scene{{Phrase: &tools.Phrase{Text: "I can't make it."}, For: []string{"move", "cancel"}}, {Phrase: &tools.Phrase{Text: "I'm here."}}}}
	calls := func(names ...string) (list []blueprint.Call) {
		for _, name := range names {
			list = append(list, blueprint.Call{Tool: &tools.Tool{Name: name}})
		}
		return list
	}
	for _, c := range []struct {
		goal string
		b    blueprint.Blueprint
		want bool
	}{
		{"I can't make it.", blueprint.Blueprint{Calls: calls("move")}, true},
		{"I can't make it.", blueprint.Blueprint{Calls: calls("cancel", "move")}, true},
		{"I can't make it.", blueprint.Blueprint{Calls: calls("cancel", "book")}, false},
		{"I'm here.", blueprint.Blueprint{Calls: calls("book")}, true},
		{"I'm here.", blueprint.Blueprint{Chat: &blueprint.Chat{}}, false},
	} {
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Set: set, Persona: mission.Persona{Goal: c.goal}}, Blueprint: &c.b}}
		if got := s.occasion(); got != c.want {
			t.Errorf("%s: %v", c.goal, got)
		}
	}
}

// Greetings go on with a small letter, unless it could be a name.
func TestRunOn(t *testing.T) {
	for _, c := range [][3]string{
		{"Hi, ", "Can you help?", "Hi, can you help?"}, {"Hi, ", "I need it.", "Hi, I need it."}, {"Hi, ", "Vienna to Porto, please.", "Hi. Vienna to Porto, please."},
		{"Hi! ", "Can you help?", "Hi! Can you help?"}, {"", "Can you help?", "Can you help?"}, {"Hi, ", "Ana Costa here. Book it.", "Hi, Ana Costa here. Book it."},
		{"Okay. ", "any tables left?", "Okay, any tables left?"},
	} {
		if got := runOn(c[0], c[1]); got != c[2] {
			t.Errorf("%q, want %q", got, c[2])
		}
	}
}
