package out

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// roleExamples are the examples of all roles, by id.
func roleExamples(t testing.TB, to *memory) map[string]RoleExample {
	t.Helper()
	list := map[string]RoleExample{}
	for file, lines := range to.lines {
		for _, line := range lines {
			var x RoleExample
			mustUnmarshal(t, line, &x)
			if file != string(x.Role)+"/train.jsonl" {
				t.Errorf("%s stands in %s", x.ID, file)
			}
			list[x.ID] = x
		}
	}
	return list
}

// readBack compares what every role said with the dialogue.
func (rolePlay) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	t.Helper()
	list, turns := roleExamples(t, to), 0
	for _, e := range entries {
		for i := range e.Missions {
			for j, turn := range e.Missions[i].Dialogue {
				turns++
				id := fmt.Sprintf("%s#%d.%d", e.ID, i+1, j+1)
				x, ok := list[id]
				if !ok && to.skipped[id] == "" {
					t.Fatalf("%s is neither written nor skipped", id)
				}
				if !ok {
					continue
				}
				if x.Role != turn.Role {
					t.Errorf("%s is of %s, want %s", id, x.Role, turn.Role)
				}
				said := x.Messages[2].Content
				switch turn.Role {
				case mission.RoleUser, mission.RoleAI:
					if said != turn.Text {
						t.Errorf("%s says %.200q, want %.200q", id, said, turn.Text)
					}
				case mission.RolePlanner:
					if !sameJSON(t, []byte(said), mustMarshal(t, turn.Plan)) {
						t.Errorf("%s plans %s", id, said)
					}
				case mission.RoleTool:
					var results []RoleObservation
					mustUnmarshal(t, said, &results)
					for k, c := range turn.Calls {
						call := e.Missions[i].Calls[c]
						if results[k].Status != call.Status || !sameJSON(t, results[k].Observation, call.Observation) {
							t.Errorf("%s answers %s", id, said)
						}
					}
				case mission.RoleChecker:
					var v RoleVerdict
					mustUnmarshal(t, said, &v)
					if v.Accepted != *turn.Accepted || !slices.Equal(v.Reasons, turn.Reasons) {
						t.Errorf("%s says %s", id, said)
					}
				}
			}
		}
	}
	if len(list)+len(to.skipped) != turns {
		t.Errorf("%d turns are %d written and %d skipped", turns, len(list), len(to.skipped))
	}
}

func TestRolesKinds(t *testing.T) {
	to := exported(t, rolePlay{}, ExportOptions{}, sample())
	counts := map[string]int{}
	for _, x := range roleExamples(t, to) {
		counts[string(x.Role)+" "+x.Kind]++
	}
	want := map[string]int{
		"user propose": 1, "user follow": 3, "user reply": 2, "planner plan": 10, "tool observe": 4,
		"checker check_plan": 11, "checker check_observations": 4, "ai ask": 2, "ai summarise": 3, "ai chat": 1,
	}
	if !maps.Equal(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	if want := map[string]string{"travel-0001#2.2": string(roleRefused)}; !maps.Equal(to.skipped, want) {
		t.Errorf("skipped are %v", to.skipped)
	}
}

// A refused plan is an example for checkers and for nobody else; the planner
// begins afresh after it.
func TestRolesRefusedPlan(t *testing.T) {
	list := roleExamples(t, exported(t, rolePlay{}, ExportOptions{}, sample()))
	x := list["travel-0001#2.3"]
	if x.Kind != kindCheckPlan || x.Messages[2].Content != `{"accepted":false,"reasons":["the booking needs the look-up first"]}` ||
		!strings.Contains(x.Messages[1].Content, `[{"name":"get_flight","arguments":{"flight_id":"FL-102"},"tool_call_purpose":"to serve the request"},{"name":"book_flight"`) {
		t.Errorf("the example of the refusal is %q", x.Messages)
	}
	if again := list["travel-0001#2.4"].Messages[1].Content; strings.Contains(again, "book_flight\",\"arguments") || strings.Contains(again, "look-up first") {
		t.Errorf("the planner sees what was refused: %s", again)
	}
}

// Observations that were refused are not those in the entry.
func TestRolesRefusedObservation(t *testing.T) {
	e := alike(mission.Single)
	m := &e.Missions[0]
	no := judged(false, "the list is empty")
	m.Dialogue = slices.Insert(m.Dialogue, 4, no, answered(0)) // before: answered, then accepted
	to := exported(t, rolePlay{}, ExportOptions{}, e)
	rolePlay{}.readBack(t, to, []*mission.Entry{e}, ExportOptions{})
	if want := map[string]string{e.ID + "#1.4": string(roleNotKept), e.ID + "#1.5": string(roleNotKept)}; !maps.Equal(to.skipped, want) {
		t.Errorf("skipped are %v", to.skipped)
	}
	for id, x := range roleExamples(t, to) {
		if strings.Count(x.Messages[1].Content, "Result 200") > 1 {
			t.Errorf("%s sees a result twice", id)
		}
	}
}

// Nobody sees what is said or done later, and everybody what was before.
func TestRolesSeeWhatWasBefore(t *testing.T) {
	e := sample()
	marks := map[string]string{} // mark → id of the turn that makes it
	mark := func(i, j int) string {
		m := fmt.Sprintf("mark-%d-%d-", i+1, j+1)
		marks[m] = fmt.Sprintf("%s#%d.%d", e.ID, i+1, j+1)
		return m
	}
	var order []string
	for i := range e.Missions {
		m := &e.Missions[i]
		for j := range m.Dialogue {
			turn := &m.Dialogue[j]
			order = append(order, fmt.Sprintf("%s#%d.%d", e.ID, i+1, j+1))
			switch turn.Role {
			case mission.RoleUser, mission.RoleAI:
				turn.Text = mark(i, j)
			case mission.RolePlanner:
				turn.Plan.Thought = mark(i, j)
			case mission.RoleTool:
				for _, c := range turn.Calls {
					m.Calls[c].Observation = raw(`{"x":%q}`, mark(i, j))
				}
			}
		}
	}
	list := roleExamples(t, exported(t, rolePlay{}, ExportOptions{}, e))
	for id, x := range list {
		at := slices.Index(order, id)
		seen := 0
		for m, maker := range marks {
			if !strings.Contains(x.Messages[0].Content+x.Messages[1].Content, m) {
				continue
			}
			if seen++; slices.Index(order, maker) >= at {
				t.Errorf("%s sees %s of %s", id, m, maker)
			}
		}
		said := 0 // by user and assistant before
		for m, maker := range marks {
			y := list[maker]
			if slices.Index(order, maker) < at && (y.Role == mission.RoleUser || y.Role == mission.RoleAI) {
				said++
				if !strings.Contains(x.Messages[1].Content, m) {
					t.Errorf("%s does not see %s", id, maker)
				}
			}
		}
		if seen < said {
			t.Errorf("%s sees %d of %d turns", id, seen, said)
		}
		for _, role := range []mission.Role{mission.RoleUser, mission.RoleAI} {
			if x.Role != role {
				continue
			}
			for _, tool := range e.Toolset.Tools {
				if strings.Contains(x.Messages[1].Content, tool.Name) && (role == mission.RoleUser || x.Kind == kindAsk) {
					t.Errorf("%s sees the name %s", id, tool.Name)
				}
			}
		}
	}
	if x := list["travel-0001#3.4"]; x.Kind != kindAsk || !strings.HasSuffix(x.Messages[1].Content, "What is missing: How many people; HH:MM") {
		t.Errorf("the question is asked of %q", x.Messages[1].Content)
	}
}

func TestRolesTokens(t *testing.T) {
	o := ExportOptions{MaxTokens: 10, Count: func(s string) int { return len(s) }}
	to := exported(t, rolePlay{}, o, sample())
	if len(to.lines) > 0 || to.skipped["travel-0001#1.1"] != TooLong {
		t.Errorf("skipped are %v", to.skipped)
	}
}
