package worf

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

const goldFile = `[
 {"source": "a", "id": "a_1", "conversations": [{"role": "user", "content": "Task"}, {"role": "assistant", "content": "Node:\n1: find\n2: pay\nEdges: (START,1) (1,2) (2,END)"}]},
 {"source": "b", "id": "b_1", "conversations": [{"role": "assistant", "content": "Node:\n1: find\nEdges: (START,1) (1,END)"}]}
]`

// Predictions of all kinds are read, and unreadable ones stay in the averages.
func TestCompare(t *testing.T) {
	gold, err := ReadGold([]byte(goldFile))
	if err != nil {
		t.Fatal(err)
	}
	right := "Node:\\n1: find\\n2: pay\\nEdges: (START,1) (1,2) (2,END)"
	for name, text := range map[string]string{
		"texts":     `["` + right + `", "no idea"]`,
		"workflows": `[{"query": {}, "workflow": "` + right + `"}, {"query": {}, "workflow": {"error": "HTTP error 500"}}]`,
		"answers":   `{"answer": {"choices": [{"message": {"content": "` + right + `"}}]}}` + "\n" + `{"answer": {"choices": [{"message": {"content": "no"}}]}}`,
		"gold":      `[{"conversations": [{"role": "assistant", "content": "` + right + `"}]}, {"conversations": [{"role": "assistant", "content": "x"}]}]`,
	} {
		predictions, err := ReadPredictions([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n := 0
		r, err := Compare(context.Background(), WorFEval1, gold, predictions, Exact, func() { n++ })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		half := Score{0.5, 0.5, 0.5}
		if n != 2 || r.Unreadable != 1 || !near(r.Chain, half) || !near(r.Graph, half) || len(r.By) != 2 || r.By[0].Source != "a" || !near(r.By[0].Graph, Score{1, 1, 1}) || !near(r.By[1].Graph, Score{}) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestWrongFiles(t *testing.T) {
	gold, _ := ReadGold([]byte(goldFile))
	for text, want := range map[string]string{
		"":                      "it has no workflows",
		"[":                     "it is no JSON",
		"{\"a\": 1}\nnot JSON":  "item 2: this line is no JSON",
		`[3]`:                   "item 1: a prediction is a text, or an object",
		`[{"conversations":3}]`: "item 1: a prediction is a text",
		`["one"]`:               "there are 1 predictions for 2 correct workflows",
	} {
		predictions, err := ReadPredictions([]byte(text))
		if err == nil {
			_, err = Compare(context.Background(), Strict, gold, predictions, Exact, func() {})
		}
		var file *FileError
		if !errors.As(err, &file) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		`[{"id": "x"}]`: "item 1: it has no conversations",
		`[3]`:           "item 1: ",
		`[{"conversations": [{"content": "Node:\n1: a\n2: b\nEdges: (1,2) (2,1)"}]}]`: "item 1: the correct workflow: ",
		`[{"conversations": [{"content": "nothing"}]}]`:                               "item 1: its correct workflow has no nodes",
	} {
		gold, err := ReadGold([]byte(text))
		if err == nil {
			_, err = Compare(context.Background(), WorFEval1, gold, []string{"Node:\n1: a\nEdges: (START,1)"}, Exact, func() {})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The bench's own gold workflows score 1 against themselves.
func TestGoldAgainstItself(t *testing.T) {
	data, err := os.ReadFile("../../../shared/data/worfbench-sample.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the sample is not here")
	} else if err != nil {
		t.Fatal(err)
	}
	gold, err := ReadGold(data)
	if err != nil {
		t.Fatal(err)
	}
	predictions, err := ReadPredictions(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range AllRules() {
		r, err := Compare(context.Background(), rules, gold, predictions, Lexical, func() {})
		if err != nil {
			t.Fatal(err)
		}
		if r.Tasks != 24 || r.Unreadable > 0 || !near(r.Graph, Score{1, 1, 1}) && rules == Strict || r.Chain.F1 < 0.9 {
			t.Errorf("%s: %+v", rules, r)
		}
	}
}
