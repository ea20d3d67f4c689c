package builtin

import (
	"testing"

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

// Nobody leaves open what is known, or wonders why what was announced is needed.
func TestEvasions(t *testing.T) {
	param := func(name string, kind tools.ValueKind, least, most float64) *tools.Param {
		return &tools.Param{Name: name, Values: &tools.Values{Kind: kind, Min: least, Max: most}}
	}
	thing := &tools.Param{Name: "seal_code", Entity: &tools.Entity{}}
	for _, c := range []struct {
		tool   string
		effect tools.EffectKind
		arg    blueprint.Arg
		want   string
	}{
		{"book_visit", tools.Create, blueprint.Arg{Param: param("date", tools.ValueDate, 1, 9)}, "evasion undecided polite"},
		{"correct_record", tools.Update, blueprint.Arg{Param: param("time", tools.ValueTime, 0, 9)}, "evasion polite"},
		{"list_visits", tools.List, blueprint.Arg{Param: param("date", tools.ValueDate, -9, -1)}, "evasion polite"},
		{"submit_reading", tools.Create, blueprint.Arg{Param: param("read_on", tools.ValueDate, -9, -1)}, "evasion fact polite"},
		{"book_visit", tools.Create, blueprint.Arg{Param: param("name", tools.ValuePerson, 0, 0)}, "evasion name polite"},
		{"cancel_visit", tools.Delete, blueprint.Arg{Param: param("reason", tools.ValuePick, 0, 0)}, "evasion reason polite"},
		{"cancel_visit", tools.Delete, blueprint.Arg{Param: param("reason", tools.ValuePick, 0, 0), Open: true}, "evasion polite"},
		{"lend_seal", tools.Update, blueprint.Arg{Param: thing}, "evasion thing"},
		{"lend_seal", tools.Update, blueprint.Arg{Param: thing, Open: true}, "evasion fact polite"},
	} {
		s := &speaker{Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{Tone: mission.Polite}}}, r: keyed.New(1)}
		got := s.evasion(&blueprint.Call{Tool: &tools.Tool{Name: c.tool, Effect: c.effect}}, &c.arg)
		if want := keyed.Pick(keyed.New(1), sentences[c.want]); got != want {
			t.Errorf("%s, %s: %q, want %q", c.tool, c.arg.Param.Name, got, want)
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
		if got := s.closing("Could you send it straight away?"); got == " Take your time." {
			t.Fatalf("straight away, but %q", got)
		}
		if s.closing("Could you send it?") == " Take your time." {
			unhurried++
		}
	}
	if unhurried == 0 {
		t.Error("nobody has time")
	}
}
