package agents

import (
	"encoding/json"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"testing"
)

// What is made up is not what is right, unless the schema allows nothing else.
func TestOther(t *testing.T) {
	tool := &mission.Tool{Parameters: json.RawMessage(`{"type":"object","properties":{"flag":{"type":"boolean"},"two":{"enum":["x","y"]},"one":{"const":1},"code":{"type":"string","pattern":"^[01]$"}}}`)}
	for i := range 50 {
		d := drawer(tool, keyed.New(2, keyed.Int(i)))
		for _, c := range []struct {
			name      string
			truth, is any
		}{{"flag", true, false}, {"flag", false, true}, {"two", "x", "y"}, {"one", 1.0, 1.0}, {"code", "1", "0"}} {
			if got := other(d, c.name, c.truth); got != c.is {
				t.Errorf("%s: %v in the place of %v", c.name, got, c.truth)
			}
		}
		if got, is := other(d, "unknown", nil).(string); !is || got == "" {
			t.Errorf("%v of a parameter that is not known", got)
		}
	}
}
