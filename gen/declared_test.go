package gen

import (
	"testing"

	"switchyard/tools"
)

// A planner may write the fields of an object in any order; what is called is
// the same.
func TestDeclaredOrder(t *testing.T) {
	place := &tools.Param{Name: "place", Props: []*tools.Param{{Name: "street"}, {Name: "district"}, {Name: "at", Props: []*tools.Param{{Name: "y"}, {Name: "x"}}}}}
	at := tools.Object{{Name: "x", Value: 1}, {Name: "y", Value: 2}}
	given := tools.Object{{Name: "at", Value: at}, {Name: "district", Value: "b"}, {Name: "more", Value: "c"}, {Name: "street", Value: "a"}}
	const want = `{"street":"a","district":"b","at":{"y":2,"x":1},"more":"c"}`
	for param, v := range map[*tools.Param]any{place: given, {Name: "places", Items: place}: []any{given}} {
		got, want := string(tools.EncodeValue(declared(param, v))), want
		if param != place {
			want = "[" + want + "]"
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
