package subset

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

func call(tool string, status int, source mission.SourceKind, deps ...int) mission.Call {
	return mission.Call{Tool: tool, Status: status, Dependencies: deps, Sources: []mission.Source{{Kind: source}}, Arguments: json.RawMessage(`{}`), Observation: json.RawMessage(`{}`)}
}

func entry() *mission.Entry {
	return &mission.Entry{
		Format: mission.FormatEntry, ID: "s1.multi.chat-007", SwitchPath: []mission.Type{mission.Multi, mission.Chat},
		Persona: mission.Persona{Tone: mission.Formal}, Toolset: mission.Toolset{Name: "travel/hotels", Domain: "Travel"},
		Missions: []mission.Mission{
			{Type: mission.Multi, Pattern: mission.Mixed, Request: "Find a hotel and cancel the train.", Paths: &mission.PathsInfo{Total: "12345678901234567890"},
				Calls: []mission.Call{call("search", 200, mission.FromQuery), call("book", 200, mission.FromObservation, 0), call("cancel_train", 404, mission.FromClock)}},
			{Type: mission.Chat, Relation: mission.Implicit, Reference: &mission.Reference{Way: mission.WayPersonal}, Request: "Which is nicer?", Chat: &mission.ChatClaim{Kind: mission.ChatCompare}},
		},
	}
}

func TestFilter(t *testing.T) {
	counted := 0
	tokens := func(*mission.Entry) (int, error) { counted++; return 1000, nil }
	for expression, want := range map[string]bool{
		`type == "multi" && depth >= 2`:                             true,
		`type == "multi" && depth >= 3`:                             false,
		`type == "chat" && calls == 0 && depth == 0 && width == 0`:  true,
		`type == "multi" && relation == "implicit"`:                 false, // of no one mission
		`any(missions, .type == "multi") && relation == "implicit"`: true,
		`kind == "mixed" && pattern == "mixed" && width == 2`:       true,
		`way == "personal" && chat == "compare" && position == 2`:   true,
		`relation == ""`:                                               true,
		`"book" in tools`:                                              true,
		`"boo" in tools`:                                               false,
		`any(tools, # startsWith "cancel_")`:                           true,
		`404 in statuses && "clock" in sources`:                        true,
		`paths > 1.2e19`:                                               true,
		`request contains "hotel" && request matches "^Find"`:          true,
		`all(missions, .calls > 0)`:                                    false,
		`none(missions, .type == "clarify")`:                           true,
		`count(missions, .type == "chat") == 1 && len(missions) == 2`:  true,
		`path == "multi>chat" && id endsWith "007"`:                    true,
		`toolset == "travel/hotels" && domain == "Travel"`:             true,
		`tone in ["formal", "polite"]`:                                 true,
		`tone != "formal"`:                                             false,
		`tokens <= 1000 && tokens > 999`:                               true,
		`missions[0].type == "multi" and not (missions[-1].calls > 0)`: true,
		`questions == 0`:                                               true,
		`any(missions, .depth > depth)`:                                false,
	} {
		f, err := ParseFilter(expression, tokens)
		if strings.Contains(expression, "> depth") {
			if err == nil {
				t.Errorf("%s is taken", expression)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got, err := f.Match(entry()); err != nil || got != want {
			t.Errorf("%s is %v, %v", expression, got, err)
		}
	}
	if counted != 1 {
		t.Errorf("tokens were counted %d times", counted)
	}
}

func TestFilterProblems(t *testing.T) {
	for _, c := range []struct {
		expression   string
		line, column int
		problem      string
		hint         string // a part of it
	}{
		{``, 1, 1, "the expression is empty", "type =="},
		{` `, 1, 1, "the expression is empty", "type =="},
		{`type == "mutli"`, 1, 9, `type is never "mutli"`, `did you mean "multi"?`},
		{`"é" == id && type == "x"`, 1, 22, `type is never "x"`, "it is single, multi"},
		{`type in ["chat", "singel"]`, 1, 18, `type is never "singel"`, `did you mean "single"?`},
		{`any(missions, .type == "tool")`, 1, 24, `type is never "tool"`, "single"},
		{`dept > 3`, 1, 1, `no field is called "dept"`, "did you mean depth?"},
		{`calls > 0 && colour == 1`, 1, 14, `no field is called "colour"`, "the fields are type,"},
		{`type == multi`, 1, 9, `no field is called "multi"`, "write words in quotes"},
		{`any(missions, .dept > 2)`, 1, 16, `missions have no field "dept"`, "did you mean depth?"},
		{`all(missions, type == "chat")`, 1, 15, "type belongs to the current mission, not to those of the list", "write .type"},
		{`depth`, 1, 1, "the expression is neither true nor false, but a number", "compare it"},
		{`depth > "3"`, 1, 7, "> does not work between a number and a text", "words in quotes"},
		{`tools == 3`, 1, 7, "== does not work between a list and a number", "len(tools)"},
		{`request contain "x"`, 1, 9, "contain is not allowed here", "did you mean contains?"},
		{`calls > 1 & depth > 1`, 1, 11, "& is not allowed here", "write &&"},
		{`calls > 1)`, 1, 10, ") is not allowed here", "fields are compared by"},
		{`id == "x`, 1, 9, "the quotes are not closed", "close them"},
		{`request matches "("`, 1, 9, "error parsing regexp: missing closing ): `(`", "contains"},
		{`upper(calls) == "X"`, 1, 7, "cannot use int as argument (type string) to call upper", "fields are compared by"},
		{`missions >= 3`, 1, 10, "missions is a list, not a number or a word", "len(missions)"},
		{`depth > 3 &&`, 1, 13, "the expression ends too early", "fields are compared by"},
		{`type = "chat"`, 1, 6, "= does not compare", "=="},
		{"depth > 3 &&\n  dept < 4", 2, 3, `no field is called "dept"`, "depth"},
		{`now() > now()`, 1, 1, `no field is called "now"`, ""},
	} {
		_, err := ParseFilter(c.expression, nil)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.expression, err)
			continue
		}
		if e.Line != c.line || e.Column != c.column || e.Problem != c.problem || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s: %d:%d %q, hint %q", c.expression, e.Line, e.Column, e.Problem, e.Hint)
		}
	}
}

func TestMatchFails(t *testing.T) {
	f, err := ParseFilter(`missions[5].calls > 0`, nil)
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if _, err := f.Match(entry()); !errors.As(err, &e) || e.Column != 9 {
		t.Errorf("%v", err)
	}
	for expression, want := range map[string][2]string{
		`missions[5].calls > 0`:          {"column 9: entry s1.multi.chat-007: there is no missions[5]: the list has length 2", "len(missions) >= 6 &&"},
		`missions[-3].calls > 0`:         {"column 9: entry s1.multi.chat-007: there is no missions[-3]: the list has length 2", "len(missions) >= 3 &&"},
		`missions[1].statuses[0] == 404`: {"column 21: entry s1.multi.chat-007: there is no missions[1].statuses[0]: the list has length 0", "len(missions[1].statuses) >= 1 &&"},
	} {
		f, err := ParseFilter(expression, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Match(entry()); !errors.As(err, &e) || e.Error() != want[0] || !strings.Contains(e.Hint, want[1]) {
			t.Errorf("%s: %v, hint %q", expression, err, e.Hint)
		}
	}
	if f, err = ParseFilter(`calls > 0`, nil); err != nil {
		t.Fatal(err)
	}
	broken := entry()
	broken.Missions[0].Calls[0].Dependencies = []int{1}
	if _, err := f.Match(broken); err == nil || !strings.HasPrefix(err.Error(), "entry s1.multi.chat-007: mission 1: calls wait") {
		t.Errorf("%v", err)
	}
	broken = entry()
	broken.Missions[0].Paths.Total = "many"
	if _, err := f.Match(broken); err == nil {
		t.Error("many paths are a number")
	}
}

// The list of fields is that of the types.
func TestFields(t *testing.T) {
	var want []string
	tags := func(v reflect.Type) {
		for i := range v.NumField() {
			if tag := v.Field(i).Tag.Get("expr"); tag != "" {
				want = append(want, tag)
			}
		}
	}
	tags(reflect.TypeFor[missionFields]())
	mine := len(want)
	tags(reflect.TypeFor[fields]())
	var got []string
	for i, f := range Fields() {
		got = append(got, f.Name)
		if f.About == "" || f.Entry != (slices.Index(want, f.Name) >= mine) {
			t.Errorf("field %d: %+v", i, f)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the fields are %v, want %v", got, want)
	}
}
