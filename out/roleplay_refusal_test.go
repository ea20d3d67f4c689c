package out_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
)

// The checker of a run by the built-in engine refuses nothing. Its corpus has
// refusals all the same: of plans that are spoiled, each shown as the one that was
// accepted in its place is.
func TestRolesRefuse(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	entries := provenEntries(t)
	lines := checkerLines(t, entries)
	if again := checkerLines(t, entries); !slices.Equal(lines, again) {
		t.Error("the second export differs from the first")
	}
	type judged struct {
		saw, plan string
		verdict   out.RoleVerdict
	}
	list := map[string]judged{}
	before := "" // the line before
	refused := 0
	for _, line := range lines {
		var x out.RoleExample
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		saw, plan, _ := strings.Cut(x.Messages[1].Content, "\nThe plan to judge:\n")
		j := judged{saw: x.Messages[0].Content + saw, plan: plan}
		if err := json.Unmarshal([]byte(x.Messages[2].Content), &j.verdict); err != nil {
			t.Fatal(err)
		}
		if j.verdict.Accepted == (len(j.verdict.Reasons) > 0) {
			t.Errorf("%s: the verdict is %+v", x.ID, j.verdict)
		}
		if turn := strings.LastIndexByte(x.ID, '.'); !j.verdict.Accepted {
			refused++
			if x.Kind != "check_plan" || !strings.HasPrefix(before, x.ID[:turn]) {
				t.Errorf("%s, of the kind %s, stands behind %s", x.ID, x.Kind, before)
			}
		}
		list[x.ID], before = j, x.ID
	}
	pairer := corpus.NewPairer()
	for _, e := range entries {
		refusals, err := pairer.Refusals(e)
		if err != nil {
			t.Fatal(err)
		}
		for i := range refusals {
			r := &refusals[i]
			id := fmt.Sprintf("%s#%d.%d", e.ID, r.Mission+1, r.Turn+2)
			right, wrong := list[id], list[id+"."+string(r.Why)]
			if right.saw == "" || right.saw != wrong.saw || !right.verdict.Accepted || wrong.verdict.Accepted || right.plan == wrong.plan {
				t.Errorf("%s.%s: the plans are not shown alike: %+v, %+v", id, r.Why, right, wrong)
			}
			var plan mission.Plan
			if err := json.Unmarshal([]byte(wrong.plan), &plan); err != nil || len(plan.ActionList) != len(r.Plan.ActionList) || plan.Thought != r.Plan.Thought {
				t.Errorf("%s.%s: the plan is %s (%v)", id, r.Why, wrong.plan, err)
			}
			if !slices.Equal(wrong.verdict.Reasons, r.Reasons()) {
				t.Errorf("%s.%s: the reasons are %q", id, r.Why, wrong.verdict.Reasons)
			}
			refused--
		}
	}
	if refused != 0 {
		t.Errorf("%d refusals too many", refused)
	}
	// Of what is not proven nobody knows what is wrong with it.
	entries[0].Missions[0].Reply += " Bye"
	for _, line := range checkerLines(t, entries[:1]) {
		if strings.Contains(line, `\"accepted\":false`) {
			t.Errorf("a plan of an entry that does not hold is refused: %s", line)
		}
	}
}

// checkerLines are the lines of the corpus of the checker.
func checkerLines(t *testing.T, entries []*mission.Entry) []string {
	t.Helper()
	x, err := out.LookupExporter("roles")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "corpus")
	folder := written(t, x, entries, path, out.ExportOptions{}, out.FolderOptions{})
	if err := folder.Commit("", nil); err != nil {
		t.Fatal(err)
	}
	return linesOf(t, filepath.Join(path, "roles", "checker", "train.jsonl"))
}
