package blueprint

import (
	"testing"

	"switchyard/tools"
)

func TestHeads(t *testing.T) {
	text := &tools.Values{Kind: tools.ValueText}
	for _, c := range []struct {
		asked string
		other *tools.Param
		want  bool
	}{
		{"subject", &tools.Param{Name: "says", Values: text}, true},
		{"subject_line", &tools.Param{Name: "email_body"}, true},
		{"noteTitle", &tools.Param{Name: "content"}, true},
		{"subject", &tools.Param{Name: "recipients"}, false},
		{"recipients", &tools.Param{Name: "text", Values: text}, false},
		{"subject_code", &tools.Param{Name: "text", Values: text}, false},
	} {
		asked := &tools.Param{Name: c.asked}
		call := &Call{Args: []Arg{{Param: asked}, {Param: c.other}}}
		if got := heads(call, asked); got != c.want {
			t.Errorf("heads(%s beside %s) = %t, want %t", c.asked, c.other.Name, got, c.want)
		}
	}
}
