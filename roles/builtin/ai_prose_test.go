package builtin

import "testing"

// Few things are told in one sentence, in the order of the list and with one colon.
func TestInProse(t *testing.T) {
	for _, c := range []struct {
		head  string
		lines []string
		want  string
	}{
		{"I found 2 jobs:", []string{"**A1**: two pages, €9", "**B2**: one page, €3"}, "I found 2 jobs: **A1** (two pages, €9) and **B2** (one page, €3)."},
		{"I found 3 jobs:", []string{"**A1**: €9", "**B2**: €3", "**C3**: €4"}, "I found 3 jobs: **A1** (€9), **B2** (€3) and **C3** (€4)."},
		{"I found 2 flights:", []string{"**A1** (Aurora): 9:00, €9", "**B2** (Castellan): 8:00, €3"}, "I found 2 flights: **A1** (Aurora), 9:00, €9; and **B2** (Castellan), 8:00, €3."},
		{"You have 2 slots.", []string{"**A1** starts at 09:00", "**B2** starts at 10:00"}, "You have 2 slots: **A1** starts at 09:00; and **B2** starts at 10:00."},
		{"There are 2 vouchers:", []string{"**A1** is worth €9; valid until May", "**B2** is worth €3; valid until June"},
			"There are 2 vouchers. **A1** is worth €9; valid until May. **B2** is worth €3; valid until June."},
	} {
		if got := inProse(c.head, c.lines); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
