package jsontext

import "testing"

func TestForms(t *testing.T) {
	v := map[string]any{"a": "<b> & c"}
	for _, c := range []struct {
		form func(any) ([]byte, error)
		want string
	}{
		{Encode, `{"a":"<b> & c"}`},
		{Line, `{"a":"<b> & c"}` + "\n"},
		{Indent, "{\n  \"a\": \"<b> & c\"\n}\n"},
	} {
		if got, err := c.form(v); err != nil || string(got) != c.want {
			t.Errorf("%q, %v, want %q", got, err, c.want)
		}
		if got, err := c.form(func() {}); err == nil {
			t.Errorf("a function was encoded as %q", got)
		}
	}
	if got := Value("<"); string(got) != `"<"` {
		t.Errorf("%s", got)
	}
	if got := Value(make(chan int)); string(got) != "null" {
		t.Errorf("%s", got)
	}
}
