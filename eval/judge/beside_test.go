package judge_test

import (
	"context"
	"testing"

	"switchyard/eval"
	"switchyard/eval/judge"
)

// besideWalk is a way with look-ups beside the paths.
func besideWalk(t *testing.T, task *eval.Task, s script) *eval.Prediction {
	t.Helper()
	p, err := eval.WalkBeside(t.Context(), task, s, judge.Likeness(), judge.Beside())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(task); err != nil {
		t.Fatal(err)
	}
	return p
}

// An optional look-up that changes nothing makes a mission suboptimal, never wrong. The
// versions before strict-2 take it for a step that left the tree.
func TestBeside(t *testing.T) {
	again := calls("get_ferry", first)
	both := lookups()
	both.Calls = append(both.Calls, calls("get_ferry", first).Calls...)
	for i := range both.Calls {
		both.Calls[i].ID = string(rune('a' + i))
	}
	for _, tt := range []struct {
		name   string
		task   func(testing.TB) *eval.Task
		script script
		fault  eval.Fault // of strict-2, the first
		notes  int
	}{
		{"looks again before booking", crossing, script{lookups(), again, calls("book_seats", booked), says(told)}, "", 1},
		{"looks again beside other calls", crossing, script{both, calls("book_seats", booked), says(told)}, "", 1},
		{"looks again at the end", crossing, script{lookups(), calls("book_seats", booked), again, says(told)}, "", 1},
		{"looks for what was shown", crossing, script{lookups(), calls("get_ferry", `{"ferry_id":"FV31"}`), calls("book_seats", booked), says(told)}, "", 1},
		{"looks twice", crossing, script{lookups(), again, again, calls("book_seats", booked), says(told)}, "", 2},
		{"looks and then books the wrong one", crossing, script{lookups(), again, calls("book_seats", `{"ferry_id":"FV31","seats":2}`), says(told)}, eval.WrongValue, 1},
		{"looks for what nobody named", crossing, script{lookups(), calls("get_ferry", `{"ferry_id":"FZ99"}`), says(told)}, eval.RedundantCall, 0},
		{"looks without an argument", crossing, script{lookups(), calls("get_ferry", `{}`), says(told)}, eval.RedundantCall, 0},
		{"books twice", crossing, script{lookups(), calls("book_seats", booked), calls("book_seats", booked), says(told)}, eval.RedundantCall, 0},
		{"goes round in circles", crossing, script{lookups(), again, again, again, again, again, calls("book_seats", booked), says(told)}, eval.RedundantCall, 4},
		{"looks where no tool is needed", poem, script{calls("get_ferry", first), says("No.")}, eval.CalledWithoutNeed, 0},
		{"looks before it asks", cabin, script{calls("get_ferry", `{"ferry_id":"FX12"}`), says("For how many nights and on which deck?"), calls("reserve_cabin", cabins), says("Booking BK-905 on FX12.")}, "", 1},
		{"calls what it has to ask for", cabin, script{calls("reserve_cabin", cabins), says("Booking BK-905 on FX12.")}, eval.MissedMissing, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			task := tt.task(t)
			p := besideWalk(t, task, tt.script)
			all := judges(t)
			v := all[eval.Strict2].Judge(task, p)
			got := eval.Fault("")
			if len(v.Faults) > 0 {
				got = v.Faults[0].Fault
			}
			if got != tt.fault || len(v.Notes) != tt.notes || v.Correct != (tt.fault == "") || v.Optimal {
				t.Errorf("%q with %d notes, want %q with %d: %+v", got, len(v.Notes), tt.fault, tt.notes, v)
			}
			for _, n := range v.Notes {
				if n.Fault != eval.NeedlessRead || n.Detail == "" {
					t.Errorf("a note is %+v", n)
				}
			}
			if !v.Correct {
				agrees(t, tt.name, eval.Strict2, task, p, &v)
			}
			// The other versions judge as if the way had ended there.
			short := walked(t, task, tt.script)
			for _, version := range settled() {
				long, before := all[version].Judge(task, p), all[version].Judge(task, short)
				if long.Correct != before.Correct || long.Done != before.Done || long.Faults[0].Fault != before.Faults[0].Fault || len(long.Notes) > 0 {
					t.Errorf("%s: %+v, without look-ups beside the paths %+v", version, long, before)
				}
			}
		})
	}
}

// A record may claim that anything was a look-up: the judge looks for itself.
func TestBesideIsNotTrusted(t *testing.T) {
	task := crossing(t)
	p := walked(t, task, script{lookups(), calls("book_seats", booked), says(told)})
	book := p.Steps[1]
	book.Nodes, book.Around = nil, []int{-1}
	p.Steps = []eval.Step{p.Steps[0], book, p.Steps[1], p.Steps[2]}
	if v := judges(t)[eval.Strict2].Judge(task, p); v.Correct || len(v.Notes) > 0 {
		t.Errorf("booking twice is no look-up: %+v", v)
	}
}

// What an agent is answered: what the same look-up showed before, if nothing has changed
// since.
func TestAnswersBeside(t *testing.T) {
	task := crossing(t)
	again := calls("get_ferry", first)
	for _, tt := range []struct {
		name   string
		script script
		want   string
	}{
		{"the same as before", script{lookups(), again}, `{"ferry_id":"FX12","decks":4}`},
		{"nothing has been seen", script{lookups(), calls("get_ferry", `{"ferry_id":"FV31"}`)}, `{"error":"This look-up is not available right now."}`},
		{"it was booked since", script{lookups(), calls("book_seats", booked), again}, `{"error":"This look-up is not available right now."}`},
	} {
		var heard string
		look := func(s *eval.Scene) { heard = s.Messages[len(s.Messages)-1].Text }
		if _, err := eval.WalkBeside(t.Context(), task, watching{tt.script, look}, judge.Likeness(), judge.Beside()); err != nil {
			t.Fatal(err)
		}
		if heard != tt.want {
			t.Errorf("%s: %s", tt.name, heard)
		}
	}
}

// watching is a script whose scenes are watched.
type watching struct {
	script
	look func(*eval.Scene)
}

func (w watching) Act(ctx context.Context, s *eval.Scene) (*eval.Action, error) {
	w.look(s)
	return w.script.Act(ctx, s)
}
