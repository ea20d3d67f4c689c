package compare_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"switchyard/eval/compare"
)

// TestMemo: what was read before changes nothing.
func TestMemo(t *testing.T) {
	c := compare.New()
	m := c.Memo()
	rapid.Check(t, func(t *rapid.T) {
		gold, _ := json.Marshal(documents().Draw(t, "gold"))
		given, _ := json.Marshal(documents().Draw(t, "given"))
		g := &compare.Gold{Tool: ferry, Arguments: gold}
		if x, y := m.Strict(g, given, nil), c.Memo().Strict(g, given, nil); !reflect.DeepEqual(x, y) {
			t.Fatalf("%v and %v", x, y)
		}
		if x, y := m.Likeness(g, given), c.Memo().Likeness(g, given); x != y || m.Right(g, given) != (y == 1) {
			t.Fatalf("%v, %v and %v", x, y, m.Right(g, given))
		}
		x, err := m.MMTB(g, given)
		y, err2 := c.Memo().MMTB(g, given)
		if fmt.Sprint(err) != fmt.Sprint(err2) || !reflect.DeepEqual(x, y) {
			t.Fatalf("%v, %v and %v, %v", x, err, y, err2)
		}
		if v, err := m.MMTBValue(g, given); fmt.Sprint(err) != fmt.Sprint(err2) || v != y.Value {
			t.Fatalf("%v, %v and %v", v, err, y.Value)
		}
	})
}
