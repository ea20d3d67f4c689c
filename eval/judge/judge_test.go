package judge_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/mission"
)

const (
	first  = `{"ferry_id":"FX12"}`
	second = `{"ferry_id":"FX15"}`
	search = `{"port":"Vis","date":"2026-07-18"}`
	booked = `{"ferry_id":"FV32","seats":2}`
	cabins = `{"ferry_id":"FX12","nights":3,"deck":"upper"}`
	told   = "FX12 has 4 decks and FX15 has 3. To Vis there are FV31 for 20 and FV32 for 15. You have 2 seats on FV32, booking BK-771."
)

// lookups is the first step of the best path of crossing.
func lookups() eval.Action {
	return calls("get_ferry", first, "get_ferry", second, "search_ferries", search)
}

// everyFault is predictions with every kind of error, and what is found first in
// them; an empty fault is a prediction that is right.
var everyFault = []struct {
	name         string
	task         func(testing.TB) *eval.Task
	script       script
	strict, mmtb eval.Fault
	pointer      string // of the strict fault
	done         [2]int // right before it: strict, mmtb
}{
	{"the best path", crossing, script{lookups(), calls("book_seats", booked), says(told)}, "", "", "", [2]int{5, 5}},
	{"one after another", crossing, script{calls("get_ferry", second), calls("get_ferry", first), calls("search_ferries", search), calls("book_seats", booked), says(told)},
		"", "", "", [2]int{5, 5}},
	// Of two neighbours of one tool it takes none, one or both, but not one and
	// something else.
	{"a part of a run", crossing, script{calls("get_ferry", first, "search_ferries", search), calls("get_ferry", second, "book_seats", booked), says(told)},
		"", eval.StoppedEarly, "", [2]int{5, 0}},
	{"asked", cabin, script{says("How many nights do you need, and would you like the upper or the lower deck?"), calls("reserve_cabin", cabins), says("Done: booking BK-905 on FX12.")},
		"", "", "", [2]int{3, 3}},
	{"chatted", poem, script{says("There is one by John Masefield.")}, "", "", "", [2]int{1, 1}},

	{"talks", crossing, script{says("Which ferry do you like best?")}, eval.RefusedToCall, eval.RefusedToCall, "", [2]int{0, 0}},
	{"says nothing", crossing, script{says("")}, eval.RefusedToCall, eval.RefusedToCall, "", [2]int{0, 0}},
	{"invents a tool", crossing, script{lookups(), calls("board_ferry", booked)}, eval.InventedTool, eval.InventedTool, "", [2]int{3, 3}},
	{"does not ask", cabin, script{calls("reserve_cabin", cabins)}, eval.MissedMissing, eval.MissedMissing, "", [2]int{0, 0}},
	{"calls once more", crossing, script{lookups(), calls("book_seats", booked), calls("book_seats", booked)}, eval.RedundantCall, eval.RedundantCall, "", [2]int{4, 4}},
	{"calls in a chat", poem, script{calls("get_ferry", first)}, eval.CalledWithoutNeed, eval.CalledWithoutNeed, "", [2]int{0, 0}},
	{"another tool", crossing, script{calls("reserve_cabin", cabins)}, eval.WrongTool, eval.WrongTool, "", [2]int{0, 0}},
	{"before its time", crossing, script{calls("book_seats", booked)}, eval.WrongTool, eval.StoppedEarly, "", [2]int{0, 0}},
	{"stops", crossing, script{lookups(), says(told)}, eval.StoppedEarly, eval.WrongTool, "", [2]int{3, 3}},
	{"asks again", cabin, script{says("For how many nights and on which deck?"), says("Are you sure?")}, eval.StoppedEarly, eval.RedundantCall, "", [2]int{1, 1}},

	{"asks once where twice is needed", vague, script{says("How many nights, and which deck?"), calls("reserve_cabin", cabins)},
		eval.MissedMissing, eval.MissedMissing, "", [2]int{1, 1}},
	// What it counts as too much comes before a question that is missing.
	{"asks once and calls a lot", vague, script{says("How many nights, and which deck?"), calls("reserve_cabin", cabins, "get_ferry", first, "get_ferry", second)},
		eval.MissedMissing, eval.RedundantCall, "", [2]int{1, 1}},
	{"the same twice", crossing, script{calls("get_ferry", first, "get_ferry", first, "search_ferries", search), calls("book_seats", booked), says(told)},
		eval.WrongValue, eval.WrongValue, "/ferry_id", [2]int{2, 5}},

	{"leaves out", crossing, script{lookups(), calls("book_seats", `{"ferry_id":"FV32"}`), says(told)}, eval.MissingRequired, eval.MissingRequired, "/seats", [2]int{3, 5}},
	{"invents a name", crossing, script{lookups(), calls("book_seats", `{"ferry_id":"FV32","seats":2,"meal":"fish"}`), says(told)},
		eval.InventedName, eval.InventedName, "/meal", [2]int{3, 5}},
	{"a wrong type", crossing, script{lookups(), calls("book_seats", `{"ferry_id":"FV32","seats":"2"}`), says(told)}, eval.WrongType, eval.WrongType, "/seats", [2]int{3, 5}},
	{"an invented value", crossing, script{lookups(), calls("book_seats", `{"ferry_id":"FV32","seats":2,"note":"window seat"}`), says(told)},
		eval.InventedValue, eval.InventedValue, "/note", [2]int{3, 5}},
	{"a wrong value", crossing, script{lookups(), calls("book_seats", `{"ferry_id":"FV31","seats":2}`), says(told)}, eval.WrongValue, eval.WrongValue, "/ferry_id", [2]int{3, 5}},
	{"no object", crossing, script{lookups(), calls("book_seats", `"seats=2"`), says(told)}, eval.WrongType, eval.RedundantCall, "", [2]int{3, 4}},
	// Where the versions part: 0.9 is enough there.
	{"a day later", crossing, script{calls("get_ferry", first, "get_ferry", second, "search_ferries", `{"port":"Vis","date":"2026-07-19"}`), calls("book_seats", booked), says(told)},
		eval.InventedValue, "", "/date", [2]int{2, 5}},
	{"a wrong value, then out of the tree", crossing, script{calls("get_ferry", `{"ferry_id":"FV31"}`), says(told)}, eval.InventedValue, eval.WrongTool, "/ferry_id", [2]int{0, 1}},

	{"asks for one of two", cabin, script{says("How many nights would you like to stay?"), calls("reserve_cabin", cabins), says("Booking BK-905 on FX12.")},
		eval.IncompleteQuestion, "", "", [2]int{0, 3}},
	{"loses an identifier", crossing, script{lookups(), calls("book_seats", booked), says("FX12 has 4 decks and FX15 has 3. FV31 costs 20 and FV32 15. Your seats are booked.")},
		eval.LostIdentifier, "", "", [2]int{4, 5}},
	{"tells a wrong price", crossing, script{lookups(), calls("book_seats", booked), says(told + " That is 99 euros.")}, eval.Contradiction, "", "", [2]int{4, 5}},
}

func TestEveryFault(t *testing.T) {
	met := map[eval.Version]map[eval.Fault]bool{eval.MMTB1: {}, eval.Strict1: {}, eval.Strict2: {}}
	all := judges(t)
	for _, tt := range everyFault {
		task := tt.task(t)
		p := walked(t, task, tt.script)
		for i, version := range []eval.Version{eval.Strict1, eval.MMTB1, eval.Strict2} {
			want, i := []eval.Fault{tt.strict, tt.mmtb}[i%2], i%2
			v := all[version].Judge(task, p)
			met[version][want] = true
			got := eval.Fault("")
			if len(v.Faults) > 0 {
				got = v.Faults[0].Fault
			}
			if got != want || v.Correct != (want == "") || !v.Scored {
				t.Errorf("%s, %s: %q, want %q: %+v", tt.name, version, got, want, v)
				continue
			}
			if v.Done != tt.done[i] || v.Of != len(task.Nodes) {
				t.Errorf("%s, %s: %d of %d done, want %d", tt.name, version, v.Done, v.Of, tt.done[i])
			}
			if len(v.Faults) > 0 && v.Faults[0].Detail == "" {
				t.Errorf("%s, %s: no word about what is wrong", tt.name, version)
			}
			if version != eval.MMTB1 && want != "" && v.Faults[0].Pointer != tt.pointer {
				t.Errorf("%s: at %q, want %q", tt.name, v.Faults[0].Pointer, tt.pointer)
			}
			if best := v.Correct && len(p.Steps) == task.Depth(); v.Optimal != best {
				t.Errorf("%s, %s: optimal is %v", tt.name, version, v.Optimal)
			}
		}
	}
	for _, f := range eval.Faults() {
		for _, version := range []eval.Version{eval.Strict1, eval.Strict2} {
			if !met[version][f] {
				t.Errorf("no prediction has %s first in %s", f, version)
			}
		}
		if f.Group() != eval.TextFaults && !met[eval.MMTB1][f] {
			t.Errorf("no prediction has %s first in %s", f, eval.MMTB1)
		}
	}
}

// TestUnscored: nothing is said of what is not known.
func TestUnscored(t *testing.T) {
	task := crossing(t)
	p := walked(t, task, script{lookups()})
	for version, j := range judges(t) {
		if v := j.Judge(task, p); v.Scored || v.Correct || v.Of != 0 || v.Faults != nil || v.Entry != "crossing" {
			t.Errorf("%s: %+v", version, v)
		}
	}
}

func TestNewVersion(t *testing.T) {
	if _, err := judge.New("mmtb-2"); err == nil {
		t.Error("no error")
	}
}

// TestNotProven: texts of entries that do not say where values come from are not
// judged.
func TestNotProven(t *testing.T) {
	j := judges(t)[eval.Strict1]
	for _, tt := range everyFault {
		if tt.strict.Group() != eval.TextFaults || tt.strict == "" {
			continue
		}
		task := tt.task(t)
		p := walked(t, task, tt.script)
		task.Proven = false
		if v := j.Judge(task, p); !v.Correct {
			t.Errorf("%s: %+v", tt.name, v)
		}
	}
}

// TestAnyOrder: records that pair the calls of a step otherwise than is best are
// paired again; a record that does not fit the task is out of the tree.
func TestAnyOrder(t *testing.T) {
	task := crossing(t)
	p := walked(t, task, script{lookups(), calls("book_seats", booked), says(told)})
	j := judges(t)[eval.Strict1]
	p.Steps[0].Nodes = []int{1, 0, 2}
	if v := j.Judge(task, p); !v.Correct {
		t.Errorf("%+v", v)
	}
	for _, nodes := range [][]int{{0, 1}, {0, 0, 2}, {0, 1, 3}, {0, 1, 9}, {0, 1, -1}} {
		p.Steps[0].Nodes = nodes
		if v := j.Judge(task, p); v.Correct {
			t.Errorf("%v: %+v", nodes, v)
		}
	}
}

// TestEnds: a mission is done when its steps do it, whatever the record says of its
// end.
func TestEnds(t *testing.T) {
	j := judges(t)[eval.Strict1]
	answer := func(task *eval.Task, text string) eval.Step {
		return eval.Step{Text: text, Nodes: []int{len(task.Nodes) - 1}}
	}
	made := func(task *eval.Task, s script) []eval.Step { return walked(t, task, s).Steps }
	best := script{lookups(), calls("book_seats", booked), says(told)}
	for _, tt := range []struct {
		name  string
		task  func(testing.TB) *eval.Task
		steps func(*eval.Task) []eval.Step
		end   eval.End
		fault eval.Fault
		done  int
	}{
		{"no steps", crossing, func(*eval.Task) []eval.Step { return nil }, eval.Closed, eval.RefusedToCall, 0},
		{"no steps, left", crossing, func(*eval.Task) []eval.Step { return nil }, eval.Left, eval.RefusedToCall, 0},
		{"no steps in a chat", poem, func(*eval.Task) []eval.Step { return nil }, eval.Closed, eval.StoppedEarly, 0},
		{"the reply alone", crossing, func(task *eval.Task) []eval.Step { return []eval.Step{answer(task, told)} }, eval.Closed, eval.RefusedToCall, 0},
		{"a reply in the place of a question", cabin, func(task *eval.Task) []eval.Step { return []eval.Step{answer(task, task.Gold().Reply)} }, eval.Closed, eval.RefusedToCall, 0},
		{"the last call left out", crossing, func(task *eval.Task) []eval.Step {
			s := made(task, best)
			return []eval.Step{s[0], s[2]}
		}, eval.Closed, eval.StoppedEarly, 3},
		{"the reply left out", crossing, func(task *eval.Task) []eval.Step { return made(task, best)[:2] }, eval.Closed, eval.StoppedEarly, 4},
		{"an empty reply", crossing, func(task *eval.Task) []eval.Step { return append(made(task, best)[:2], answer(task, " ")) }, eval.Closed, eval.StoppedEarly, 4},
		{"an empty reply in a chat", poem, func(task *eval.Task) []eval.Step { return []eval.Step{answer(task, "\n")} }, eval.Closed, eval.StoppedEarly, 0},
		{"two replies", poem, func(task *eval.Task) []eval.Step {
			return []eval.Step{answer(task, "Sea Fever."), answer(task, "Sea Fever.")}
		}, eval.Closed, eval.StoppedEarly, 1},
		{"everything, and no end", crossing, func(task *eval.Task) []eval.Step { return made(task, best) }, "", "", 5},
	} {
		task := tt.task(t)
		p := &eval.Prediction{Entry: task.Entry.ID, End: tt.end, Steps: tt.steps(task)}
		v := j.Judge(task, p)
		got := eval.Fault("")
		if len(v.Faults) > 0 {
			got = v.Faults[0].Fault
		}
		if got != tt.fault || v.Correct != (tt.fault == "") || v.Done != tt.done {
			t.Errorf("%s: %q, want %q: %+v", tt.name, got, tt.fault, v)
		}
		task.Proven = false
		if again := j.Judge(task, p); again.Correct != v.Correct {
			t.Errorf("%s, not proven: %+v", tt.name, again)
		}
	}
}

// planned is a mission that nobody proved, of calls with what they wait for.
func planned(t testing.TB, parts ...mission.Call) *eval.Task {
	m := mission.Mission{Type: mission.Multi, Request: "Please do all of it.", Calls: parts, Reply: "It is done."}
	e := &mission.Entry{ID: "planned", Toolset: harbour(), Missions: []mission.Mission{played(m, [][]int{{0}})},
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"}}
	return task(t, e)
}

// TestBeforeItsTime: names alone let a call pass that waits for the other one of
// two calls of a tool; what was called tells.
func TestBeforeItsTime(t *testing.T) {
	task := planned(t, called("get_ferry", first, `{}`, nil), called("get_ferry", second, `{}`, nil),
		called("book_seats", booked, `{}`, []int{0}), called("reserve_cabin", cabins, `{}`, []int{1}))
	p := walked(t, task, script{calls("get_ferry", first), calls("reserve_cabin", cabins), calls("get_ferry", second), calls("book_seats", booked), says("Done.")})
	if p.End != eval.Closed {
		t.Fatalf("%+v", p)
	}
	v := judges(t)[eval.Strict1].Judge(task, p)
	if len(v.Faults) != 1 || v.Faults[0].Fault != eval.WrongTool || v.Faults[0].Step != 1 || v.Faults[0].Node != 3 || v.Done != 1 {
		t.Errorf("%+v", v)
	}
}

// TestLastCompared: the Multi-Mission Tool Bench takes the error of the right call
// that it compared last, not of the one that is nearest.
func TestLastCompared(t *testing.T) {
	task := planned(t, called("book_seats", `{"ferry_id":"FV32","seats":2,"note":"by the window"}`, `{}`, nil),
		called("book_seats", `{"ferry_id":"FV31","seats":4}`, `{}`, nil))
	p := walked(t, task, script{
		calls("book_seats", `{"ferry_id":"FV32","seats":3,"note":"near the bar"}`, "book_seats", `{"ferry_id":"FV31","seats":4}`), says("Done.")})
	v := judges(t)[eval.MMTB1].Judge(task, p)
	if len(v.Faults) != 1 || v.Faults[0].Fault != eval.InventedValue || v.Faults[0].Node != 0 || v.Faults[0].Call != 0 {
		t.Errorf("%+v", v)
	}
}

// TestPairing: of three calls of which two are right, in every order, two are.
func TestPairing(t *testing.T) {
	task := many(t, 3)
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		var parts []string
		for _, i := range order {
			id := fmt.Sprintf("FX%d", 100+i)
			if i == 1 {
				id = "FX999"
			}
			parts = append(parts, "get_ferry", fmt.Sprintf(`{"ferry_id":%q}`, id))
		}
		p := walked(t, task, script{calls(parts...), says(task.Gold().Reply)})
		for _, nodes := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}} {
			p.Steps[0].Nodes = nodes
			v := judges(t)[eval.Strict1].Judge(task, p)
			if len(v.Faults) != 1 || v.Faults[0].Call != slices.Index(order, 1) || v.Faults[0].Node != 1 || v.Done != 2 {
				t.Errorf("%v as %v: %+v", order, nodes, v)
			}
		}
	}
}

// many is a mission of independent calls of one tool.
func many(t testing.TB, n int) *eval.Task {
	m := mission.Mission{Type: mission.Multi, Pattern: mission.Parallel, Request: "Please look up"}
	step := make([]int, n)
	for i := range n {
		id := fmt.Sprintf("FX%d", 100+i)
		m.Request += fmt.Sprintf(" ferry %s,", id)
		m.Calls = append(m.Calls, called("get_ferry", fmt.Sprintf(`{"ferry_id":%q}`, id), fmt.Sprintf(`{"ferry_id":%q}`, id), []int{}, query("/ferry_id", id, "")))
		m.Reply += fmt.Sprintf("%s is known. ", id)
		step[i] = i
	}
	m.Request += " and that is all."
	m.Reply += "That is all."
	return task(t, entry(t, "many", m, step))
}

// TestConcurrent: verdicts do not depend on what else is judged.
func TestConcurrent(t *testing.T) {
	for version, j := range judges(t) {
		want, _ := judge.New(version)
		var group sync.WaitGroup
		for _, tt := range everyFault {
			task := tt.task(t)
			p := walked(t, task, tt.script)
			alone, _ := json.Marshal(want.Judge(task, p))
			for range 2 {
				group.Go(func() {
					if got, _ := json.Marshal(j.Judge(task, p)); string(got) != string(alone) {
						t.Errorf("%s, %s: %s, alone %s", version, tt.name, got, alone)
					}
				})
			}
		}
		group.Wait()
	}
}

// BenchmarkJudge measures what verdicts cost. Those of twelve calls are independent of
// each other and of one tool, in another order than that of the dataset: each is compared with each.
func BenchmarkJudge(b *testing.B) {
	twelve := many(b, 12)
	var twelveCalls []string
	var wrongCalls []string
	for i := range twelve.Gold().Calls {
		twelveCalls = append(twelveCalls, "get_ferry", string(twelve.Gold().Calls[11-i].Arguments))
		wrongCalls = append(wrongCalls, "get_ferry", fmt.Sprintf(`{"ferry_id":"FY%d"}`, i))
	}
	oneWrong := append(slices.Clone(wrongCalls[:2]), twelveCalls[2:]...)
	for _, bb := range []struct {
		name   string
		task   *eval.Task
		script script
	}{
		{"mixed", crossing(b), script{lookups(), calls("book_seats", booked), says(told)}},
		{"reply", crossing(b), script{lookups(), calls("book_seats", booked), says(told + " All is done.")}},
		{"twelve", twelve, script{calls(twelveCalls...), says(twelve.Gold().Reply)}},
		{"twelve-one-wrong", twelve, script{calls(oneWrong...), says(twelve.Gold().Reply)}},
		{"twelve-wrong", twelve, script{calls(wrongCalls...), says(twelve.Gold().Reply)}},
	} {
		p := walked(b, bb.task, bb.script)
		for _, version := range eval.Versions() {
			j := judges(b)[version]
			b.Run(fmt.Sprintf("%s/%s", bb.name, version), func(b *testing.B) {
				for b.Loop() {
					j.Judge(bb.task, p)
				}
			})
		}
	}
}
