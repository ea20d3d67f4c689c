package judge_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/report"
	"switchyard/eval/tally"
)

// page is the page of one failed mission.
func page(t fatal, task *eval.Task, p *eval.Prediction, v *eval.Verdict) string {
	figures, err := tally.New().Figures(context.Background(), tally.Options{Resamples: 1})
	if err != nil {
		t.Fatalf("%v", err)
	}
	figures.Faults.Missions = 1
	var b strings.Builder
	err = report.HTML(&b, &report.Report{Results: []report.Result{{Name: "x", Figures: figures}}}, func(yield func(report.Failure, error) bool) {
		yield(report.Failure{Result: "x", Task: task, Prediction: p, Verdict: v}, nil)
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// fatal is a test of either kind.
type fatal interface{ Fatalf(string, ...any) }

var (
	pill  = regexp.MustCompile(`<span class="tag">(\d+) of (\d+) done</span>`)
	marks = regexp.MustCompile(`<g class="node ([a-z]*)">`)
)

// agrees checks that the pill of a failed mission says what its tree shows, and that both
// say what the verdict says.
func agrees(t fatal, what string, version eval.Version, task *eval.Task, p *eval.Prediction, v *eval.Verdict) {
	html := page(t, task, p, v)
	said := pill.FindStringSubmatch(html)
	count := map[string]int{}
	for _, m := range marks.FindAllStringSubmatch(html, -1) {
		count[m[1]]++
	}
	if said == nil || said[1] != strconv.Itoa(count["done"]) || said[2] != strconv.Itoa(len(task.Nodes)) {
		t.Fatalf("%s, %s: the pill says %q, the tree shows %v", what, version, said, count)
	}
	if count["done"] == len(task.Nodes) {
		t.Fatalf("%s, %s: everything is done, but the mission has failed: %+v", what, version, v)
	}
	if group := v.Faults[0].Fault.Group(); group != eval.ToolFaults && count["wrong"] == 0 {
		t.Fatalf("%s, %s: %s, but nothing is done wrong: %v", what, version, v.Faults[0].Fault, count)
	}
	// mmtb-1 counts calls with wrong arguments as done, if the mission was closed.
	done := v.Done
	if version == eval.MMTB1 && v.Done == v.Of {
		done -= count["wrong"]
	}
	if count["done"] != done {
		t.Fatalf("%s, %s: %d of %d done by the verdict, the tree shows %v", what, version, v.Done, v.Of, count)
	}
}

// The pill and the tree of a failed mission agree, whatever the judges find.
func TestPageAgrees(t *testing.T) {
	seen := 0
	for _, tt := range everyFault {
		task := tt.task(t)
		p := walked(t, task, tt.script)
		for version, j := range judges(t) {
			if v := j.Judge(task, p); !v.Correct {
				agrees(t, tt.name, version, task, p, &v)
				seen++
			}
		}
	}
	if seen < 2*len(eval.Faults()) {
		t.Errorf("%d failures", seen)
	}
}

// They agree on anything that an agent may do, and on any record of it.
func TestPageAgreesOnAnything(t *testing.T) {
	all := judges(t)
	tasks := []*eval.Task{crossing(t), cabin(t), vague(t), poem(t)}
	actions := []eval.Action{lookups(), calls("get_ferry", first), calls("get_ferry", second), calls("get_ferry", first, "get_ferry", second),
		calls("get_ferry", second, "get_ferry", first, "search_ferries", search), calls("get_ferry", `{"ferry_id":"FX99"}`), calls("search_ferries", search),
		calls("search_ferries", `{"port":"Vis"}`), calls("book_seats", booked), calls("book_seats", `{"seats":"two"}`), calls("book_seats", `"no object"`), calls("reserve_cabin", cabins),
		calls("reserve_cabin", `{"ferry_id":"FX12"}`), calls("board_ferry", booked), calls("get_ferry", first, "book_seats", booked),
		says("For how many nights and on which deck?"), says("How many nights?"), says(told), says("Done: booking BK-905 on FX12."), says("All done."), says("")}
	rapid.Check(t, func(rt *rapid.T) {
		task := rapid.SampledFrom(tasks).Draw(rt, "task")
		// The steps that are right come first, so that some missions go far.
		list := rapid.SliceOfN(rapid.SampledFrom(actions), 1, 7).Draw(rt, "steps")
		p, err := eval.Walk(context.Background(), task, script(list), judge.Likeness())
		if err != nil {
			rt.Fatal(err)
		}
		if p.End == eval.Unscored { // a record may end anywhere
			p.End = rapid.SampledFrom([]eval.End{eval.Closed, eval.Left}).Draw(rt, "end")
		}
		if len(p.Steps) > 1 && rapid.IntRange(0, 3).Draw(rt, "broken") == 0 { // or say what cannot be
			at := rapid.IntRange(0, len(p.Steps)-1).Draw(rt, "at")
			p.Steps = append(p.Steps, p.Steps[at])
		}
		for version, j := range all {
			if v := j.Judge(task, p); v.Scored && !v.Correct {
				agrees(rt, fmt.Sprintf("%+v", p), version, task, p, &v)
			}
		}
	})
}
