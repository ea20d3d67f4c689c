package proof

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"switchyard/mission"
)

// TestCalled compares the check with brute force: it looks for each attribute backwards,
// through all that the calls so far have told of the thing.
func TestCalled(t *testing.T) {
	found := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 18))
		v := lookedUp(r)
		v.proveCalled()
		want := false
		var past []*callView
		for i := range v.missions {
			for c := range v.missions[i].calls {
				call := &v.missions[i].calls[c]
				want = want || needless(call, past)
				past = append(past, call)
			}
		}
		if got := len(v.problems) > 0; got != want {
			t.Fatalf("seed %d: problems %v, by brute force: %v", seed, v.problems, want)
		}
		if want {
			found++
		}
	}
	if found == 0 || found == 3000 {
		t.Errorf("%d needless calls in all small worlds", found)
	}
}

// lookedUp makes missions of lists, look-ups and changes of two things with two
// attributes.
func lookedUp(r *rand.Rand) *view {
	v := &view{entry: &mission.Entry{Format: mission.FormatEntry, Toolset: mission.Toolset{Entities: []mission.Entity{{Name: "job", Plural: "jobs", ID: "job_code"}}}}}
	thing := func(id string) map[string]any {
		o := map[string]any{"job_code": id}
		for _, name := range []string{"pages", "colour"} {
			if r.IntN(2) == 0 {
				o[name] = json.Number(strconv.Itoa(r.IntN(2)))
			}
		}
		return o
	}
	for i := range 2 + r.IntN(2) {
		id := "PJ-100" + strconv.Itoa(r.IntN(2))
		call := callView{Call: &mission.Call{Status: 200}, tool: &tool{Tool: &mission.Tool{Name: "get_job"}}, arguments: map[string]any{"job_code": id}, observation: thing(id)}
		switch r.IntN(3) {
		case 0:
			call.tool = &tool{Tool: &mission.Tool{Name: "move_job"}}
		case 1:
			call.tool = &tool{Tool: &mission.Tool{Name: "list_jobs"}}
			call.arguments, call.observation = map[string]any{}, map[string]any{"jobs": []any{thing("PJ-1000"), thing("PJ-1001")}}
		}
		call.Call.Tool = call.tool.Name
		call.leaves = leavesOf(call.arguments)
		v.missions = append(v.missions, missionView{Mission: &mission.Mission{}, at: i, request: newText("Do it."), calls: []callView{call}})
	}
	return v
}

func needless(call *callView, past []*callView) bool {
	args, _ := call.arguments.(map[string]any)
	told, _ := call.observation.(map[string]any)
	if call.tool.Name == "list_jobs" {
		return listedBefore(call, past)
	}
	id, ok := args["job_code"]
	if !ok || call.tool.Name != "get_job" || len(told) < 2 {
		return false
	}
	for name, value := range told {
		if name != "job_code" && !toldBefore(id, name, value, past) {
			return false
		}
	}
	return true
}

// listedBefore reports whether the same was listed, and nothing was moved since.
func listedBefore(call *callView, past []*callView) bool {
	for i := len(past) - 1; i >= 0 && past[i].tool.Name != "move_job"; i-- {
		if past[i].tool.Name == "list_jobs" && equal(past[i].observation, call.observation) {
			return true
		}
	}
	return false
}

// toldBefore looks for the last call that told an attribute of a thing, or changed the
// thing without telling it.
func toldBefore(id any, name string, value any, past []*callView) bool {
	for i := len(past) - 1; i >= 0; i-- {
		objects := []any{past[i].observation}
		if list, ok := past[i].observation.(map[string]any)["jobs"].([]any); ok {
			objects = list
		}
		for _, o := range objects {
			fields := o.(map[string]any)
			if have, ok := fields[name]; ok && fields["job_code"] == id {
				return have == value
			}
		}
		if past[i].tool.Name == "move_job" && past[i].arguments.(map[string]any)["job_code"] == id {
			return false
		}
	}
	return false
}
