package flowbench_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/flow/flowbench"
)

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// turn is a line with what is due and a prediction.
func turn(thought, response, predict string) string {
	return `{"id":"a_agent_turn1","messages":[{"role":"system","content":"x"}],"apis":[],"gt_thought":` + thought + `,"gt_response":"` + response + `","predict":"` + predict + `"}` + "\n"
}

func TestScore(t *testing.T) {
	due := `{"Action":"pay","Action Input":{"bill":"B-1","amount":20,"note":"","names":["a","b"]}}`
	for _, test := range []struct {
		name, text                                             string
		gold, made, right, paramGold, paramMade, paramRight, n int
	}{
		{"all right", turn(due, "", `Thought: t\nAction: pay\nAction Input: {\"bill\": \"b1\", \"amount\": 20, \"names\": [\"a\",\"b\"]} done`), 1, 1, 1, 3, 3, 3, 0},
		{"more is said", turn(due, "", `Action: pay\nAction Input: {\"bill\": \"bill B-1\", \"amount\": 20, \"names\": [\"a\",\"b\"], \"fast\": true}`), 1, 1, 1, 3, 4, 3, 0},
		{"another number", turn(due, "", `Action: pay\nAction Input: {\"bill\": \"B-1\", \"amount\": 21, \"names\": [\"a\",\"b\"]}`), 1, 1, 0, 3, 3, 2, 0},
		{"another tool", turn(due, "", `Action: ask\nAction Input: {\"bill\": \"B-1\"}`), 1, 1, 0, 3, 1, 0, 0},
		{"no input", turn(due, "", `Action: pay\nAction Input: {`), 1, 1, 0, 3, 0, 0, 0},
		{"it speaks", turn(due, "", `Response: Which bill?`), 1, 0, 0, 3, 0, 0, 0},
		{"nothing", turn(due, "", ``), 1, 0, 0, 3, 0, 0, 0},
		{"a call where a response is due", turn(`{}`, "Which bill?", `Action: pay\nAction Input: {}`), 0, 1, 0, 0, 0, 0, 0},
		{"a response", turn(`{}`, "Which bill?", `Thought: t\nResponse: Which one?`), 0, 0, 0, 0, 0, 0, 1},
	} {
		turns, err := flowbench.Turns(context.Background(), file(t, test.text))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		f := flowbench.Score(turns)
		if f.Tools.Gold != test.gold || f.Tools.Made != test.made || f.Tools.Right != test.right || f.Params.Gold != test.paramGold || f.Params.Made != test.paramMade ||
			f.Params.Right != test.paramRight || f.Answered != test.n {
			t.Errorf("%s: %+v", test.name, f)
		}
	}
}

func TestWrongLines(t *testing.T) {
	good := turn(`{}`, "Hello", "")
	for _, test := range []struct{ line, want string }{
		{"[]", "no turn of FlowBench"},
		{`{"id":"a"}`, "needs id and messages"},
		{turn(`{}`, "", ""), "nothing is due"},
		{turn(`{"Action":"pay"}`, "", ""), "no Action Input"},
		{turn(`[]`, "", ""), "no turn of FlowBench"},
	} {
		_, err := flowbench.Turns(context.Background(), file(t, good+strings.TrimSpace(test.line)+"\n"))
		if wrong := (*flowbench.LineError)(nil); !errors.As(err, &wrong) || wrong.Line != 2 || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.line, err)
		}
	}
	session := `{"user_target":"t","assistant_prompt":"p","gt_actions_string":"Action: a\nAction Input: {}\n\nAction: b\nAction Input: {\"x\": 1}"}` + "\n"
	if all, err := flowbench.Sessions(context.Background(), file(t, session)); err != nil || len(all) != 1 {
		t.Errorf("%v", err)
	}
	for _, line := range []string{`{}`, `7`, `{"user_target":"t","assistant_agent":{"assistant_prompt":"p"},"gt_actions_string":"Action: a"}`} {
		_, err := flowbench.Sessions(context.Background(), file(t, session+line+"\n"))
		if wrong := (*flowbench.LineError)(nil); !errors.As(err, &wrong) || wrong.Line != 2 {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, bad := range []string{"Action: a", "Action: a\nAction Input: {", "a\n\nb"} {
		if _, err := flowbench.Actions(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func FuzzScore(f *testing.F) {
	f.Add("Thought: t\nAction: pay\nAction Input: {\"bill\": 1}")
	f.Add("Response: hello")
	f.Fuzz(func(t *testing.T, predict string) {
		turns := []flowbench.Turn{{ID: "a", Thought: flowbench.Thought{Action: "pay", Input: []byte(`{"bill":1}`)}, Predict: predict}, {ID: "b", Response: "x", Predict: predict}}
		s := flowbench.Score(turns)
		if s.Tools.Right > s.Tools.Gold || s.Tools.Right > s.Tools.Made || s.Params.Right > s.Params.Gold || s.Turns != 2 {
			t.Fatalf("%+v", s)
		}
	})
}
