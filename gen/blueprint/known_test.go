package blueprint

import (
	"testing"

	"switchyard/tools"
	"switchyard/tools/world"
)

// What another tool showed for the same arguments is not worked out again.
func TestWorkedOut(t *testing.T) {
	d, ids := listed(t, 3)
	code, hours := d.Set.Tool("get_visit").Param("visit_code"), &tools.Param{Name: "hours", Type: "integer"}
	book, quote := &tools.Tool{Name: "book", Effect: tools.Create}, &tools.Tool{Name: "quote", Effect: tools.Compute}
	fee := &tools.Tool{Name: "check_fee", Effect: tools.Compute}
	call := func(tool *tools.Tool, id any, n ...any) Call {
		c := Call{Tool: tool, Args: []Arg{{Param: code, Value: id}}}
		for _, v := range n {
			c.Args = append(c.Args, Arg{Param: hours, Value: v})
		}
		return c
	}
	answer := func(price int64) world.Answer {
		return world.Answer{Status: 200, Body: tools.Object{{Name: "hours", Value: int64(7)}, {Name: "price", Value: price}}}
	}
	for _, c := range []struct {
		name  string
		old   Call
		call  Call
		price int64
		want  bool
	}{
		{"the same price", call(book, ids[0], int64(7)), call(quote, ids[0], int64(7)), 294, true},
		{"with one argument less", call(book, ids[0], int64(7)), call(quote, ids[0]), 294, true},
		{"with one argument more", call(book, ids[0]), call(quote, ids[0], int64(7)), 294, false},
		{"of another thing", call(book, ids[1], int64(7)), call(quote, ids[0], int64(7)), 294, false},
		{"another price", call(book, ids[0], int64(7)), call(quote, ids[0], int64(7)), 280, false},
		{"a tool named for something else", call(book, ids[0], int64(7)), call(fee, ids[0], int64(7)), 294, false},
		{"a tool that looks up", call(book, ids[0], int64(7)), call(book, ids[0], int64(7)), 294, false},
	} {
		d.calls, d.tried = []Call{c.old}, []world.Answer{answer(294)}
		told := answer(c.price)
		told.Body = append(told.Body, tools.Field{Name: "fee", Value: 12.5})
		if got := d.workedOut(c.call, told); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
