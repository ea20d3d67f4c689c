package blueprint

import (
	"testing"

	"switchyard/mission"
	"switchyard/tools"
)

// A request for several calls says little at first; only words that people found may say more.
func TestLongWinded(t *testing.T) {
	plain := &tools.Param{Name: "city"}
	call := func(name string, values int, picked ...string) Call {
		c := Call{Tool: &tools.Tool{Name: name}}
		for range values {
			c.Args = append(c.Args, Arg{Param: plain, Origin: Said, Value: "Porto"})
		}
		for _, id := range picked {
			c.Args = append(c.Args, Arg{Param: plain, Origin: Result, Value: id, Choice: &mission.Choice{List: "/rooms"}})
		}
		return c
	}
	for _, c := range []struct {
		calls             []Call
		worded, desperate bool
		want              bool
	}{
		{[]Call{call("list", 1), call("get", 0, "R1"), call("book", 0, "R1")}, false, false, false}, // one thing is picked
		{[]Call{call("list", 1), call("get", 0, "R1"), call("book", 0, "R2")}, false, false, true},
		{[]Call{call("list", 1), call("get", 0, "R1"), call("get", 0, "R2")}, false, false, false}, // both at once
		{[]Call{call("list", 2), call("get", 0, "R1"), call("book", 1, "R1")}, false, false, true},
		{[]Call{call("list", 2), call("get", 0, "R1"), call("book", 1, "R1")}, true, false, false},
		{[]Call{call("list", 2), call("get", 0, "R1"), call("book", 1, "R1")}, false, true, false},
		{[]Call{call("list", 6)}, true, true, true},
	} {
		d := &drawer{calls: c.calls, worded: c.worded, desperate: c.desperate}
		if got := d.longWinded(); got != c.want {
			t.Errorf("%d calls, worded %v, desperate %v: %v", len(c.calls), c.worded, c.desperate, got)
		}
	}
}
