package proof

import (
	"encoding/json"
	"testing"

	"switchyard/mission"
)

// Codes, names, figures, dates and times in figures are read in texts that have no blanks between
// words.
func TestReadWithoutBlanks(t *testing.T) {
	tool := &mission.Tool{Name: "x", Parameters: json.RawMessage(`{"type":"object","properties":{"d":{"type":"string","format":"date"},"t":{"type":"string"},"n":{"type":"integer"},"c":{"type":"string"}}}`)}
	env := mission.Environment{Now: "2026-05-01 10:00:00", Weekday: "Friday", Locale: "zh"}
	for _, test := range []struct {
		pointer string
		value   any
		text    string
		words   string
	}{
		{"/d", "2026-05-05", "我想约2026-05-05，可以吗", "2026-05-05"},
		{"/t", "18:30", "18:30来接我", "18:30"},
		{"/n", json.Number("3"), "我们3个人", "3"},
		{"/n", json.Number("3"), "，3，", "3"},
		{"/n", json.Number("3"), "我们13个人", ""},
		{"/n", json.Number("1900"), "不超过1,900欧元", "1,900"},
		{"/c", "FT-4887", "就要FT-4887，谢谢", "FT-4887"},
		{"/c", "Vienna", "去Vienna。", "Vienna"},
	} {
		r := Read(env, test.text, []Want{{Tool: tool, Pointer: test.pointer, Value: test.value}})[0]
		switch {
		case r == nil && test.words != "":
			t.Errorf("%s: nothing is read", test.text)
		case r != nil && r.Text != test.words:
			t.Errorf("%s: %q is read", test.text, r.Text)
		}
	}
}
