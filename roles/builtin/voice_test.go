package builtin

import "testing"

// What somebody answers to several questions reads like one sentence.
func TestInOneGo(t *testing.T) {
	for _, test := range []struct {
		parts []string
		want  string
	}{
		{[]string{"from Vienna", "to London"}, "from Vienna to London"},
		{[]string{"from Vienna", "to London", "on 3 May"}, "from Vienna to London on 3 May"},
		{[]string{"AC970865", "5,000 euros", "at noon"}, "AC970865, 5,000 euros at noon"},
		{[]string{"AC970865", "to my foreign account"}, "AC970865, to my foreign account"},
		{[]string{"4 stars", "my address is a@b.eu"}, "4 stars, my address is a@b.eu"},
		{[]string{"in Leeds", "tomorrow"}, "in Leeds tomorrow"},
		{[]string{"two", "the large one"}, "two and the large one"},
		{[]string{"for Ann Smith, Ben Jones", "on Friday"}, "for Ann Smith, Ben Jones, on Friday"},
		{[]string{"one", "two, with a comma"}, "one, two, with a comma"},
	} {
		if got := inOneGo(test.parts); got != test.want {
			t.Errorf("%v: %q, want %q", test.parts, got, test.want)
		}
	}
}
