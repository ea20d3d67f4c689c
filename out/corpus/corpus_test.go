package corpus

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchyard/mission"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// played is an entry of two missions in which plans and an observation were
// refused.
func played() *mission.Entry {
	no, yes := false, true
	plan := func(thought string) mission.Turn {
		return mission.Turn{Role: mission.RolePlanner, Plan: &mission.Plan{Thought: thought}}
	}
	check := func(ok *bool) mission.Turn { return mission.Turn{Role: mission.RoleChecker, Accepted: ok} }
	user := func(text string) mission.Turn { return mission.Turn{Role: mission.RoleUser, Text: text} }
	ai := func(text string) mission.Turn { return mission.Turn{Role: mission.RoleAI, Text: text} }
	tool := func(calls ...int) mission.Turn { return mission.Turn{Role: mission.RoleTool, Calls: calls} }
	call := func(name, arguments, observation string) mission.Call {
		return mission.Call{Tool: name, Arguments: raw(arguments), Observation: raw(observation), Status: 200}
	}
	return &mission.Entry{
		ID: "2-0001", Environment: mission.Environment{Now: "2026-01-02 10:00:00", Weekday: "Friday"},
		Toolset: mission.Toolset{Domain: "Travel", Tools: []mission.Tool{{Name: "a", Parameters: raw(`{}`)}}},
		Missions: []mission.Mission{
			{Type: mission.Multi, Calls: []mission.Call{call("a", `{"x": 1}`, `{"y": 1}`), call("b", `{ }`, `[]`)}, Dialogue: []mission.Turn{
				user("Both, please."), plan("wrong"), check(&no), plan("at once"), check(&yes), tool(0, 1), check(&no), tool(0, 1), check(&yes),
				plan("done"), check(&yes), ai("Here you are.")}},
			{Type: mission.Clarify, Calls: []mission.Call{call("a", `{"x":2}`, `{}`)}, Dialogue: []mission.Turn{
				user("Again."), plan("ask"), check(&yes), ai("For what?"), user("Two."), plan("now"), check(&yes), tool(0), // nobody looks at what came
				plan("odd"), check(&no), plan("done"), check(&yes), ai("Done.")}},
		},
	}
}

// told writes an example in a line: who says what, with "*" in front of what
// carries loss.
func told(x Example) string {
	var b strings.Builder
	for _, m := range x.Messages {
		text := m.Text
		if m.Thought != "" {
			text = "(" + m.Thought + ") " + text
		}
		for _, c := range m.Calls {
			text += fmt.Sprintf("%s=%s%s ", c.ID, c.Name, c.Arguments)
		}
		if m.Role == Tool {
			text = m.CallID + " " + m.Name + text
		}
		star := ""
		if m.Train {
			star = "*"
		}
		fmt.Fprintf(&b, "%s%c: %s | ", star, m.Role[0], strings.TrimSpace(text))
	}
	return x.ID + " " + strings.TrimSuffix(b.String(), " | ")
}

func TestExamples(t *testing.T) {
	const (
		first  = "u: Both, please. | *a: call_1_1=a{\"x\":1} call_1_2=b{} | t: call_1_1 a{\"y\":1} | t: call_1_2 b[] | *a: Here you are."
		second = "u: Again. | *a: For what? | u: Two. | *a: call_2_1=a{\"x\":2} | t: call_2_1 a{} | *a: Done."
	)
	quiet := func(s string) string { return strings.ReplaceAll(s, "*", "") }
	last := strings.Replace(quiet(second), "a: Done.", "*a: Done.", 1)
	for _, c := range []struct {
		name string
		o    Options
		want []string
	}{
		{"entry", Options{}, []string{"2-0001 " + first + " | " + second}},
		{"mission", Options{Unit: PerMission}, []string{"2-0001#1 " + first, "2-0001#2 " + quiet(first) + " | " + second}},
		{"last turn", Options{Loss: LossLast}, []string{"2-0001 " + quiet(first) + " | " + last}},
		{"last mission", Options{Loss: LossMission}, []string{"2-0001 " + quiet(first) + " | " + second}},
		{"thoughts, apart", Options{Thoughts: true, Apart: true, Unit: PerMission}, []string{
			"2-0001#1 u: Both, please. | *a: (at once) call_1_1=a{\"x\":1} | t: call_1_1 a{\"y\":1} | *a: call_1_2=b{} | t: call_1_2 b[] | *a: (done) Here you are.",
			"2-0001#2 u: Both, please. | a: (at once) call_1_1=a{\"x\":1} | t: call_1_1 a{\"y\":1} | a: call_1_2=b{} | t: call_1_2 b[] | a: (done) Here you are. | " +
				"u: Again. | *a: (ask) For what? | u: Two. | *a: (now) call_2_1=a{\"x\":2} | t: call_2_1 a{} | *a: (done) Done."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := Examples(played(), c.o)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range list {
				got = append(got, told(x))
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if parallel := list[0].Parallel(); parallel == c.o.Apart {
				t.Errorf("parallel is %v", parallel)
			}
		})
	}
}

func TestSystem(t *testing.T) {
	list, err := Examples(played(), Options{})
	if err != nil || !strings.HasSuffix(list[0].System, "It is Friday, 2026-01-02 10:00:00.") {
		t.Errorf("%q, %v", list[0].System, err)
	}
	told := played()
	told.Toolset.Facts = []string{"Dogs may come along.", "The office is closed on Sundays."}
	if list, err = Examples(told, Options{}); err != nil || !strings.HasSuffix(list[0].System, "10:00:00.\n\nWhat you know besides:\n- Dogs may come along.\n- The office is closed on Sundays.") {
		t.Errorf("%q, %v", list[0].System, err)
	}
	own, err := ParseSystem("{{.Domain}} at {{.Now}}")
	if err != nil {
		t.Fatal(err)
	}
	if list, err = Examples(played(), Options{System: own}); err != nil || list[0].System != "Travel at 2026-01-02 10:00:00" {
		t.Errorf("%q, %v", list[0].System, err)
	}
	for _, wrong := range []string{"{{.Nothing}}", "{{"} {
		if _, err := ParseSystem(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

func TestExamplesOfBrokenEntries(t *testing.T) {
	e := played()
	e.Missions[1].Calls = nil
	if _, err := Examples(e, Options{}); err == nil || !strings.HasPrefix(err.Error(), "/missions/1: dialogue/7: there is no call 0") {
		t.Errorf("the error is %v", err)
	}
	e = played()
	e.Missions[0].Calls[0].Arguments = raw(`{"x"`)
	if _, err := Examples(e, Options{}); err == nil {
		t.Error("broken arguments are taken")
	}
}
