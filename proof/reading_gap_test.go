package proof

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// TestEvasions tells replies that leave everything open from those that somebody could take
// for an answer. What the built-in user says is read from its list.
func TestEvasions(t *testing.T) {
	evasive := map[string]bool{
		"I'd have to look that up. Is it really needed?": true,
		"Do you need that?":                                    true,
		"Hmm, I have no idea.":                                 true,
		"I can't remember.":                                    true,
		"As soon as it can be done.":                           false,
		"As soon as it suits the doctor.":                      false,
		"Preferably somewhere I can walk to.":                  false,
		"Just a quick errand or two.":                          false,
		"The usual, I suppose.":                                false,
		"Whatever people normally take.":                       false,
		"The recent one, I think.":                             false,
		"Not too many, I'd say.":                               false,
		"We haven't settled on a place, and the garden is ok.": false,
		"Can't you just pick something?":                       false,
		"Is Friday fine?":                                      false,
		"I don't know, perhaps 4?":                             false,
		"It does not bother anybody.":                          false,
	}
	list, err := os.ReadFile("../roles/builtin/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	own, heading := 0, ""
	for line := range strings.Lines(string(list)) {
		switch {
		case line[0] != '\t':
			heading = line
		case strings.HasPrefix(heading, "evasion"):
			evasive[strings.TrimSpace(line)] = true
			own++
		}
	}
	if own < 20 {
		t.Errorf("only %d evasive answers of the built-in user are found", own)
	}
	for reply, is := range evasive {
		if why := notEvasive(newText(reply)); (why == "") != is {
			t.Errorf("%q: %q", reply, why)
		}
	}
}

// TestGives tells which values of a thing give one that is asked for.
func TestGives(t *testing.T) {
	const day, other, clock = "2026-11-25", "2027-01-04", "14:30"
	for _, c := range []struct {
		effect   mission.Effect
		by, same bool
		shown    any
		value    any
		want     bool
	}{
		{mission.EffectList, true, false, day, other, true}, // the doctor with the earliest free day: slots of which day?
		{mission.EffectList, true, false, clock, other, false},
		{mission.EffectList, false, false, day, other, false},
		{mission.EffectList, false, true, day, other, true},
		{mission.EffectGet, false, true, "Porto", "Lisbon", true},
		{mission.EffectCreate, false, true, "4.5", "5", false}, // the rating of the place is not the user's
		{mission.EffectCreate, false, true, day, other, true},
		{mission.EffectUpdate, true, true, day, other, false}, // a new day
		{mission.EffectDelete, true, true, day, other, false},
	} {
		if got := gives(c.effect, c.by, c.same, c.shown, c.value); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A code that an earlier answer shows under the name of what is asked for is the one that
// the user may mean; a street or a day is not.
func TestShownUnder(t *testing.T) {
	for observation, want := range map[string]bool{
		`{"section_id":"910331","task":"794615"}`: true,
		`{"task":"TK-2041"}`:                      true,
		`{"tasks":[{"task":"TK-2041"}]}`:          false,
		`{"task":"12 Mill Road"}`:                 false,
		`{"task":"2026-07-18"}`:                   false,
		`{"task":"draft"}`:                        false,
	} {
		v := &view{missions: []missionView{{Mission: &mission.Mission{}, calls: []callView{{Call: &mission.Call{Status: 200}, observation: decoded(t, observation)}}}}}
		got := v.shownUnder(&missionView{at: 1}, &mission.Source{Pointer: "/task"})
		if (got != "") != want {
			t.Errorf("after %s: %q", observation, got)
		}
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A tool whose name differs only in what is missing, or in how that is to be given, does the
// same as another.
func TestDoneBy(t *testing.T) {
	for _, c := range []struct {
		a, b, missing string
		same          bool
	}{
		{"getRank", "getTeamRankings", "team", true},
		{"getRank", "getTeamRankings", "player", false},
		{"estimateAgeByCountry", "estimate_age", "country", true},
		{"estimateAgeByCountry", "estimateGenderByCountry", "country", false},
		{"bookRoom", "cancelRoom", "room", false},
	} {
		missing := map[string]bool{c.missing: true}
		if same := slices.Equal(doneBy(c.a, missing), doneBy(c.b, missing)); same != c.same {
			t.Errorf("%s and %s without the %s: %v", c.a, c.b, c.missing, same)
		}
	}
}

// Another tool that only looks something up serves a request just as well, whether it lists
// or gets.
func TestServedBy(t *testing.T) {
	rank := func(name string, effect mission.Effect, required string) *tool {
		return &tool{Tool: &mission.Tool{Name: name, Effect: effect}, params: newSchemaFacts([]byte(`{"type":"object","properties":{"teamId":{"type":"integer"},"season":{"type":"integer"}},"required":[` + required + `]}`))}
	}
	for _, c := range []struct {
		other *tool
		want  bool
	}{
		{rank("getTeamRankings", mission.EffectGet, ""), true},
		{rank("getTeamRankings", mission.EffectList, ""), true},
		{rank("getTeamRankings", mission.EffectList, `"season"`), false},
		{rank("getTeamRankings", mission.EffectUpdate, ""), false},
		{rank("getTeamScores", mission.EffectList, ""), false},
		{rank("listTeams", mission.EffectList, ""), false},
	} {
		called := rank("getRank", mission.EffectGet, `"teamId"`)
		v := &view{entry: &mission.Entry{Toolset: mission.Toolset{Tools: []mission.Tool{*called.Tool, *c.other.Tool}}}, tools: map[string]*tool{called.Name: called, c.other.Name: c.other}}
		got := v.servedBy(&callView{tool: called, leaves: []leaf{{pointer: "/teamId"}}}, []*mission.Source{{Pointer: "/teamId"}})
		if (got != "") != c.want {
			t.Errorf("%s, %s: %q", c.other.Name, c.other.Effect, got)
		}
	}
}
