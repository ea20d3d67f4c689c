package roles_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/roles"
)

// A trace is written and read back, and it is never longer than the 64 bytes that
// endpoints accept in the user field.
func TestTrace(t *testing.T) {
	for _, want := range []roles.Trace{
		{Entry: 1, Mission: 2, Role: "planner", Move: 3, Attempt: roles.BuiltinUser + "4.0.1", Sample: 5, Plan: "beef"},
		{Entry: 100_000_000, Mission: 3, Role: "planner", Move: 999, Attempt: roles.FreeStrategy + "999.999.999.999.999", Sample: 999, Plan: "beef"},
	} {
		got, err := roles.ParseTrace(want.String())
		if err != nil || got != want || len(want.String()) > 64 {
			t.Errorf("%s: %+v, %v", want, got, err)
		}
	}
	got := roles.Trace{Attempt: roles.BuiltinUser + "4.0.1"}
	if tries, err := got.Tries(); err != nil || !slices.Equal(tries, []int{4, 0, 1}) {
		t.Errorf("%v, %v", tries, err)
	}
	for _, text := range []string{"", "1/0/user.0", "1/0/user.0/x-0", "1/0/user.0/0-x", "1/-1/user.0/0.0-0", "/0/user.0/0.0-0", "1/0/user/0.0-0",
		"0/0/user.0/0.0-0", "s1.chat-001/0/user.0/0.0-0"} {
		if got, err := roles.ParseTrace(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// Of a mission that came to nothing only the refused plans stay, and all that was
// spent.
func TestAbandon(t *testing.T) {
	l := &roles.Log{}
	l.Note(roles.Asked{Role: "user", Task: "kept"})
	mark := l.Mark()
	l.Note(roles.Asked{Role: "user"})
	l.Note(roles.Asked{Role: "planner", Task: "refused"})
	l.Refuse(mission.RolePlanner, []string{"No."})
	l.Note(roles.Asked{Role: "planner"})
	if err := l.Spend(spend.Who{Role: "planner", Model: "m"}, spend.Spent{Calls: 3}); err != nil {
		t.Fatal(err)
	}
	l.Abandon(mark)
	var tasks []string
	for _, a := range l.Asked {
		tasks = append(tasks, a.Task)
	}
	if got := strings.Join(tasks, " "); got != "kept refused" || l.Calls() != 3 {
		t.Errorf("%q, %d calls", got, l.Calls())
	}
}

// A log that nobody wants takes everything and keeps nothing.
func TestNoLog(t *testing.T) {
	var l *roles.Log
	l.Note(roles.Asked{})
	l.Refuse(mission.RoleUser, nil)
	l.Abandon(l.Mark())
	if err := l.Spend(spend.Who{}, spend.Spent{Calls: 1}); err != nil || l.Calls() != 0 {
		t.Errorf("%v, %d calls", err, l.Calls())
	}
}

// A request to a model is marked with the turn that it is for.
func ExampleTrace() {
	t := roles.Trace{Entry: 17, Mission: 1, Role: "planner", Move: 2, Attempt: "0.0.1", Plan: "3f2a"}
	fmt.Println(t)
	back, err := roles.ParseTrace(t.String())
	fmt.Println(back.Role, "of mission", back.Mission+1, err)
	// Output:
	// 17/1/planner.2/0.0.1-0@3f2a
	// planner of mission 2 <nil>
}
