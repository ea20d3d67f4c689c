package llm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
)

// lines is a voice that says one text after the other; "" at the end is an
// endpoint that fails.
type lines struct {
	texts []string
	heard [][]model.Message
}

func (v *lines) Model() string { return "m" }

func (v *lines) Complete(_ context.Context, _ *roles.Scene, _ string, r *model.Request) (*model.Response, error) {
	v.heard = append(v.heard, r.Messages)
	if len(v.texts) == 0 {
		return nil, &model.Error{Kind: model.Unreachable, Attempts: 3}
	}
	text := v.texts[0]
	v.texts = v.texts[1:]
	return &model.Response{Text: text, Usage: model.Usage{Input: 10, Output: 1}}, nil
}

// askFor has a seat ask the voice for a text said to a question.
func askFor(t *testing.T, v Voice, log *roles.Log) (string, error) {
	t.Helper()
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	k := &seat{role: "user", voice: v, prompts: mustLoad(t, "en"), schemas: set}
	s := &roles.Scene{Story: &blueprint.Story{}, Entry: 1, Log: log}
	said, err := ask[Said](t.Context(), k, s, TaskAnswer, []model.Message{{Role: "user", Text: "Say it."}}, nil)
	return said.Text, err
}

// A model mends what cannot be read, twice; each answer is paid for and noted,
// and no message is sent without a text.
func TestRepairs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		says  []string
		want  string
		calls int
		noted string // + accepted, - refused
	}{
		{"at once", []string{`{"text":"Yes."}`}, "Yes.", 1, "+"},
		{"an empty answer", []string{" \n", `{"text":"Yes."}`}, "Yes.", 2, "-+"},
		{"the last time", []string{"Yes.", `{"text":""}`, `{"text":"Yes."}`}, "Yes.", 3, "--+"},
		{"never", []string{"Yes.", "{", `{"says":"Yes."}`, `{"text":"Yes."}`}, "", 3, "---"},
	} {
		v, log := &lines{texts: tt.says}, &roles.Log{}
		got, err := askFor(t, v, log)
		var refused *roles.RefusedError
		if got != tt.want || (err != nil) != (tt.want == "") || err != nil && (!errors.As(err, &refused) || len(refused.Reasons) == 0) {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
		noted := ""
		for _, a := range log.Asked {
			noted += map[bool]string{true: "+", false: "-"}[a.Accepted]
		}
		spent := log.Spent.Sum()
		if log.Calls() != tt.calls || spent.Input != 10*tt.calls || noted != tt.noted {
			t.Errorf("%s: %+v, noted %s", tt.name, spent, noted)
		}
		for i, messages := range v.heard {
			if len(messages) != 1+2*min(i, 1) {
				t.Errorf("%s: %d messages", tt.name, len(messages))
			}
			for _, m := range messages {
				if strings.TrimSpace(m.Text) == "" {
					t.Errorf("%s: the %s says nothing", tt.name, m.Role)
				}
			}
		}
	}
}

type ending struct{}

func (ending) Error() string { return "no money left" }
func (ending) Ends() bool    { return true }

// An endpoint that fails does not hide that the run is to end.
func TestEndingComesFirst(t *testing.T) {
	var told spend.Spent
	log := &roles.Log{Ledger: func(_ spend.Who, s spend.Spent) error { told.Add(s); return ending{} }}
	_, err := askFor(t, &lines{}, log)
	var ends interface{ Ends() bool }
	if !errors.As(err, &ends) || !ends.Ends() {
		t.Errorf("the first that can end the run is %v", ends)
	}
	if fault := (*model.Error)(nil); !errors.As(err, &fault) || told.Failed != 1 || told.Retries != 2 {
		t.Errorf("%v, %+v", err, told)
	}
}

// What the tools answer is what the records hold, but for prose.
func TestRetold(t *testing.T) {
	record := tools.Object{{Name: "id", Value: "H-1"}, {Name: "price", Value: json.Number("80")}, {Name: "until", Value: nil}, {Name: "open", Value: true},
		{Name: "note", Value: "A quiet house by the sea."}, {Name: "rooms", Value: []any{json.Number("1"), json.Number("2.5")}}}
	const good = `{"id":"H-1","price":80,"until":null,"open":true,"note":"A quiet house by the sea.","rooms":[1,2.5]}`
	for _, tt := range []struct{ old, new, want string }{
		{"", "", "A quiet house by the sea."},
		{"A quiet house by the sea.", "This house stands near the water.", "This house stands near the water."},
		{"A quiet house by the sea.", "This house has 20 rooms at the sea.", ""},
		{"A quiet house by the sea.", "Nice.", ""},
		{`80`, `80.0`, "A quiet house by the sea."},
		{`80`, `81`, ""},
		{`80`, `"80"`, ""},
		{`null`, `0`, ""},
		{`null`, `""`, ""},
		{`true`, `1`, ""},
		{`H-1`, `H-2`, ""},
		{`[1,2.5]`, `[1]`, ""},
		{`[1,2.5]`, `[2.5,1]`, ""},
		{`"open":true,`, ``, ""},
		{`"open":true,`, `"open":true,"shut":false,`, ""},
	} {
		said, err := schemas.Decode(json.RawMessage(strings.Replace(good, tt.old, tt.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		told, problem := retold(record, said, "")
		if (problem == "") != (tt.want != "") {
			t.Errorf("%s for %s: %q", tt.new, tt.old, problem)
		}
		if problem != "" {
			continue
		}
		if note, _ := told.(tools.Object).Get("note"); note != tt.want {
			t.Errorf("%s for %s: the note is %q", tt.new, tt.old, note)
		}
	}
}

// What is withheld is so with all its parts.
func TestWithheldParts(t *testing.T) {
	guests, nights := &tools.Param{Name: "guests"}, &tools.Param{Name: "nights"}
	call := blueprint.Call{Tool: &tools.Tool{Name: "book", Params: []*tools.Param{guests, nights}}, Args: []blueprint.Arg{
		{Param: guests, Value: []any{"Ada Byron", "Cy Young"}, Origin: blueprint.Asked}, {Param: nights, Value: json.Number("2"), Origin: blueprint.Asked}}}
	s := &roles.Scene{Story: &blueprint.Story{}, Blueprint: &blueprint.Blueprint{Calls: []blueprint.Call{call}}, Offered: []mission.Tool{{Name: "book"}}}
	s.Env.Now = "2026-03-02 09:15:00"
	var at []string
	for _, w := range withheld(s) {
		at = append(at, w.Pointer)
	}
	if got := strings.Join(at, " "); got != "/guests/0 /guests/1" {
		t.Errorf("withheld are %s", got)
	}
	for param, want := range map[string]int{"guests": 2, "nights": 1, "guest": 0} {
		if got := wants(s, 0, "/"+param); len(got) != want {
			t.Errorf("%s has the values %v", param, got)
		}
	}
	for _, w := range withheld(s) {
		if said, _ := findSaid(s, "For Ada Byron and Cy Young, please.", []want{w}); len(said) != 1 {
			t.Errorf("%s is not found", w.Pointer)
		}
	}
}
